"""Games played from Python: what is pushed is what a record would say, and what is written down verifies."""

from __future__ import annotations

import random

import pytest

import leoni_replay as lr
from leoni_replay.games import GAMES
from leoni_replay.notation import Move, token

BOOKS = [(name, book) for name, entry in GAMES.items() for book in entry.books]


def test_the_example_of_the_issue() -> None:
    game = lr.new("Leoni's Own", deal="seed:1884")
    before = game.digest
    assert str(game.push("11:2S^")) == "11:2S^"
    assert [str(move) for move in game.legal()] == ["4:3S^", "11:QCv"]
    written = game.transcript()
    assert lr.dumps(written).endswith('[Result "*"]\n\n1. 11:2S^ *\n')
    assert lr.replay(written).verified
    assert str(game.pop()) == "11:2S^"
    assert (game.digest, game.moves) == (before, ())
    with pytest.raises(IndexError, match="no move has been played"):
        game.pop()


@pytest.mark.share(2)
@pytest.mark.parametrize(("name", "book"), BOOKS)
def test_random_games(name: str, book: str) -> None:
    """Played to the end or long enough, a game verifies, with the digest on the table; taken back, it is as dealt."""
    draw = random.Random(f"{name} {book}")
    game = lr.new(name.upper(), "seed:play", book)
    dealt, digests, keys = str(game), [game.digest], [game.game.key(game.position)]
    while game.result == "*" and len(digests) < 150 and (moves := game.legal()):
        move = draw.choice([move for move in moves if move.source != "redeal"] or moves)
        # Short and long forms, text and commands.
        assert game.push(move if draw.random() < 0.5 else str(move)) == move
        digests.append(game.digest)
        keys.append(game.game.key(game.position))
        assert game.repeats() == (keys.index(keys[-1]) if keys[-1] in keys[:-1] else None)
    replay = lr.replay(game.transcript())
    assert (replay.status, replay.digest, replay.result) == ("verified", game.digest, game.result)
    (read,) = lr.loads(lr.dumps(game.transcript()))
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


def test_a_refusal_is_what_a_record_would_be_told() -> None:
    game = lr.new("Leoni's Own", "seed:1884", "wikipedia")
    game.push("11:2S^")
    with pytest.raises(lr.IllegalMove) as caught:
        game.push("7:3D^")
    error = caught.value
    assert str(error) == (
        "3♦ does not fit: diamonds stand at A♦ (built up) and K♦ (built down) (wikipedia 4, play); "
        "the legal moves are 4:3S^ and 11:QCv"
    )
    assert (error.diagnostic.code, error.diagnostic.move) == ("M203", 2)
    assert " --> the game so far:5:11   game 1, move 2" in error.diagnostic.render()
    assert "5 | 1. 11:2S^ 7:3D^ *\n" in error.diagnostic.render()
    refusal = game.why_not("7:3D^")
    assert refusal is not None and refusal.code == "M203"
    assert game.why_not("4:3S^") is None
    # Checked parts are checked.
    for wrong, code in (("11:QCv+QH", "M218"), ("exile", "M205"), ("2S^", "M202")):
        with pytest.raises(lr.IllegalMove) as caught:
            game.push(wrong)
        assert caught.value.diagnostic.code.startswith("M"), (wrong, code)
    assert len(game.moves) == 1


def test_weave_paths_are_checked() -> None:
    game = lr.new("Leoni's Own", "seed:1884", "wikipedia")
    for move in "11:2S^ 11:QCv 4:3S^ 13:JCv exile:QSv".split():
        game.push(move)
    with pytest.raises(lr.IllegalMove) as caught:
        game.push("exile:JD~5S~JH")
    assert caught.value.diagnostic.code == "M206"
    assert str(game.push("exile")) == "exile:JD~5S~4H~JH"


def test_what_is_no_move() -> None:
    game = lr.new(deal="seed:1884")
    with pytest.raises(ValueError, match="not a move: 'nonsense'"):
        game.push("nonsense")
    with pytest.raises(TypeError, match="a move is text or a Command, not 3"):
        game.push(3)  # type: ignore[arg-type]


def test_marks_and_tags_are_kept() -> None:
    game = lr.new(deal="seed:1884")
    game.push("11:2S^!?")
    written = game.transcript(tags={"Player": "Leoni"})
    (move,) = written.items
    assert isinstance(move, Move) and token(move.command, move.mark) == "11:2S^!?"
    assert written.value("Player") == "Leoni"
    with pytest.raises(ValueError, match=r"the game is not won: its result is \*"):
        game.transcript("won")


def test_a_shuffled_redeal() -> None:
    """Its order is that of the deal's text, or given; the record writes it."""
    rules = "dick-1898; AN7=shuffled"
    if "shuffled" not in lr.make_game("Anna").rules.book.points["AN7"].readings:
        rules = f"dick-1898; AN7={list(lr.make_game('Anna').rules.book.points['AN7'].readings)[-1]}"
    game = lr.new("Anna", "seed:3", rules)
    draw = random.Random(3)
    while "redeal" not in [move.source for move in game.legal()]:
        game.push(draw.choice(game.legal()))
    before = game.digest
    first = game.push("redeal")
    written = game.transcript()
    order = written.value("Pack2")
    assert order is not None and lr.replay(written).verified
    assert game.digest == lr.replay(written).digest != before
    assert game.pop() == first and game.digest == before
    assert game.transcript().value("Pack2") is None
    turned = " ".join(reversed(order.split()))
    game.push("redeal", order=turned)
    again = game.transcript()
    assert again.value("Pack2") == turned and lr.replay(again).verified
    game.pop()
    with pytest.raises(ValueError, match="this is not the order of the"):
        game.push("redeal", order="2C 3C")
    with pytest.raises(ValueError, match="no redeal that is shuffled can follow here"):
        lr.new(deal="seed:1").push("11:2S^", order="2C")


def test_other_openings() -> None:
    table = lr.deal("seed:1884", "Martha")
    packed = lr.new("Martha", pack=table.stock)
    laid = lr.new("martha", layout=table.text)
    written = lr.new("Martha", pack=" ".join(map(str, table.stock)))
    assert packed.digest == laid.digest == written.digest == table.digest
    for game in (packed, laid, written):
        game.push(game.legal()[0])
        assert lr.replay(game.transcript()).verified
    drawn, other = lr.new(), lr.new()
    assert drawn.deal.startswith("seed:") and drawn.deal != other.deal
    assert repr(drawn) == f"<GameInPlay of Leoni's Own, wikipedia, {drawn.deal}: 0 moves, *>"


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"game": "Klondike"}, ValueError, "there is no game `Klondike`"),
        ({"deal": "1884"}, ValueError, "did you mean seed:1884 or pysol:1884"),
        ({"deal": "layout"}, ValueError, "Python takes layout"),
        ({"deal": "pack"}, ValueError, "Python takes pack"),
        ({"rules": "hoyle"}, ValueError, "there is no rule book `hoyle`"),
        ({"deal": "seed:1", "layout": "1: 2C"}, ValueError, "give one of them"),
        ({"layout": "1: ??"}, ValueError, "cannot be played with cards that are not known"),
        ({"layout": "14: 2C"}, ValueError, "there is no place `14`"),
        ({"pack": "2C"}, ValueError, "this pack is not the 96 cards"),
        ({"deal": 3}, TypeError, "named by text, not by 3"),
    ],
)
def test_misuse(arguments: dict[str, str], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        lr.new(**arguments)  # type: ignore[arg-type]
