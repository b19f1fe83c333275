"""Games played from Python: what is pushed is what a record would say, and what is written down verifies."""

from __future__ import annotations

import random

import pytest

import leoni_replay as lr
from leoni_replay.games import GAMES

BOOKS = [(name, book) for name, entry in GAMES.items() for book in entry.books]


@pytest.mark.share(2)
@pytest.mark.parametrize(("name", "book"), BOOKS)
def test_random_games(name: str, book: str) -> None:
    """Played to the end or long enough, a game verifies, with the digest on the table; taken back, it is as dealt."""
    draw = random.Random(f"{name} {book}")
    game = lr.new(name.upper(), "seed:play", book)
    dealt, digests, keys = str(game), [game.digest], [game.position.key]
    while game.result == "*" and len(digests) < 150 and (moves := game.legal()):
        move = draw.choice([move for move in moves if move.source != "redeal"] or moves)
        # Short and long forms, text and commands.
        assert game.push(move if draw.random() < 0.5 else str(move)) == move
        digests.append(game.digest)
        keys.append(game.position.key)
        assert game.repeats() == (keys.index(keys[-1]) if keys[-1] in keys[:-1] else None)
    replay = lr.replay(game.record())
    assert (replay.status, replay.digest, replay.result) == ("verified", game.digest, game.result)
    # From anywhere the same game can be played on, and taken back.
    later = lr.play_on(replay, at=len(digests) // 2)
    assert {later, later.copy()} == {later} and later.position == replay.at(len(later.moves))
    for played in game.moves[len(later.moves) :]:
        later.push(played)
    assert later == game and lr.dumps(later.record()) == lr.dumps(game.record())
    (read,) = lr.loads(lr.dumps(game.record()))
    assert lr.replay(read).digest == game.digest
    for digest in reversed(digests[:-1]):
        game.pop()
        assert game.digest == digest
    assert str(game) == dealt


@pytest.mark.share(2)
@pytest.mark.parametrize(("name", "book"), BOOKS)
def test_legal_steps_say_where_every_card_would_go(name: str, book: str) -> None:
    draw = random.Random(f"{name} {book}")
    game = lr.new(name, "seed:steps", book)
    for _ in range(60):
        digest, steps = game.digest, game.legal_steps()
        assert [step.move for step in steps] == game.legal()
        assert game.digest == digest
        for step in steps:
            game.push(step.move)
            assert game.steps[-1] == step
            game.pop()
        if not steps:
            break
        game.push(draw.choice(steps).move)


def odd_moves(game: lr.GameInPlay, draw: random.Random) -> list[str]:
    """Return some texts of moves: legal ones in every form, with wrong consequences, as misplays, and settings."""
    cards = [str(lr.Card(number)) for number in draw.sample(range(52), 6)]
    legal = [str(move) for move in game.legal()]
    bare = [f"{move.card}{draw.choice(['', move.dest or ''])}" for move in game.legal() if move.card is not None]
    moves = draw.sample(legal, min(3, len(legal))) + draw.sample(bare, min(4, len(bare))) + ["deal", "redeal", "exile"]
    moves += [f"{card}{draw.choice(['', '^', 'v', '>talon'])}" for card in cards[:2]]
    moves += [f"{move.partition('+')[0]}+{cards[2]}" for move in legal[:2]] + [f"deal+{cards[3]},{cards[4]}"]
    places = [name for name, pile in game.position.places.items() if pile and name not in game.game.foundations]
    place = draw.choice(places)
    lying = " ".join(str(lr.Card(card)) for card in game.position.places[place] if card < 52)
    settings = [f"set {{{place}: {cards[5]}}}", f"set {{{place}: {lying}}}"]
    return moves + [f"misplay {move}" for move in draw.sample(moves, 4)] + settings


@pytest.mark.share(2)
@pytest.mark.parametrize(("name", "book"), BOOKS)
def test_why_not_says_what_push_does(name: str, book: str) -> None:
    draw = random.Random(f"{name} {book}")
    game = lr.new(name, "seed:why", book)
    for _ in range(4):
        for text in odd_moves(game, draw):
            before, trial = (str(game), game.digest, game.position.key), game.copy()
            reason = game.why_not(text)
            assert (str(game), game.digest, game.position.key) == before
            try:
                trial.push(text)
                assert reason is None, text
            except lr.IllegalMove as error:
                assert reason is not None, text
                assert reason.message in str(reason) and reason.code == error.diagnostic.code, text
            # Only a move by the rules is legal.
            assert (text in game.legal()) == (reason is None and not text.startswith(("misplay", "set"))), text
        if not (moves := game.legal()):
            break
        game.push(draw.choice(moves))


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("Martha", "2C", "M207"),
        ("Martha", "3:2C^+KH", "M218"),
        ("Labyrinth", "deal+AC,AD", "M218"),
        ("Martha", "misplay 3:2C^", "M231"),
        ("Martha", "set {3: KD}", "M232"),
    ],
)
def test_what_push_refuses_has_a_reason(name: str, text: str, code: str) -> None:
    game = lr.new(name, "seed:1" if name == "Martha" else "seed:1884", None if name == "Martha" else "mcneely")
    reason = game.why_not(text)
    assert reason is not None and reason.code == code
    with pytest.raises(lr.IllegalMove) as caught:
        game.push(text)
    assert caught.value.diagnostic.code == code and reason.message in str(caught.value)


def test_what_is_no_move() -> None:
    game = lr.new(deal="seed:1884")
    with pytest.raises(ValueError, match="not a move: 'nonsense'"):
        game.push("nonsense")
    with pytest.raises(TypeError, match="a move is a text or a Move, not 3"):
        game.push(3)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"game": "Klondike"}, ValueError, "there is no game `Klondike`"),
        ({"deal": "1884"}, ValueError, "did you mean seed:1884 or pysol:1884"),
        ({"deal": "layout"}, ValueError, "there is no Layout tag"),
        ({"deal": "pack"}, ValueError, "there is no Pack tag"),
        ({"rules": "hoyle"}, ValueError, "there is no rule book `hoyle`"),
        ({"deal": "seed:1", "layout": "1: 2C"}, ValueError, "give one of them"),
        ({"layout": "1: ??"}, ValueError, "with unknown cards cannot be played"),
        ({"layout": "14: 2C"}, ValueError, "has no place `14`"),
        ({"pack": "2C"}, ValueError, "this pack is not the 96 cards"),
    ],
)
def test_misuse(arguments: dict[str, str], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        lr.new(**arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["Game", "Rules", "Deal", "Pack", "Pack2", "Layout", "Result", "RecordDigest"])
def test_a_record_takes_no_tag_that_says_which_game_it_is(name: str) -> None:
    with pytest.raises(lr.LeoniError, match=f"`{name}` is not a free tag"):
        lr.new("Martha", "seed:1").record(tags={name: "won"})


@pytest.mark.parametrize("wrong", [None, 1.5, b"4C", ["4C"]])
def test_what_is_neither_text_nor_a_number_is_no_card(wrong: object) -> None:
    with pytest.raises(TypeError, match="a card is its text or its number"):
        lr.Card(wrong)  # type: ignore[arg-type]


def test_bytes_are_no_pack() -> None:
    with pytest.raises(TypeError, match="not bytes"):
        lr.new("Martha", pack=b"4C")  # type: ignore[arg-type]


def test_a_game_is_played_on_whose_first_redeal_may_be_shuffled_at_once() -> None:
    record = '[Game "Leoni\'s Own"]\n[Rules "gamerules; L12=shuffled"]\n[Deal "seed:482376619"]\n\n*'
    game = lr.play_on(lr.replay(record), 0)
    assert game.deal == "seed:482376619" and str(game.push("redeal")) == "redeal"
