"""What holds of every game under every rule book: one test for all of them."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leoni_replay import deals
from leoni_replay.cards import DOWN
from leoni_replay.commands import Move
from leoni_replay.games import GAMES, Game, make_game
from leoni_replay.games.game import Position
from leoni_replay.games.refusal import Ambiguous, Refused, agrees, contradicts
from leoni_replay.games.steps import Step
from leoni_replay.notation.braces import read_command
from leoni_replay.notation.reader import loads
from leoni_replay.notation.writer import dumps, token
from leoni_replay.record.replay import replay
from leoni_replay.record.sample import sample
from leoni_replay.record.setup import make_setup

BOOKS = [(entry.name, book) for entry in GAMES.values() for book in entry.books]
#: rules that make unusual things happen
ODD = [
    ("Leoni's Own", "gamerules; L9=any"),
    ("Leoni's Own", "mcneely; L6a=draw-first; L3=weave-stops; L5=unchecked"),
    ("Leoni's Own", "wikipedia; L11a=yes; L10=fifo"),
    ("Leoni's Own", "wikipedia; L11=last-exile; L12=unturned; L6d=whenever"),
    ("Labyrinth", "wikipedia; LB1=open-either-side; LB6=any-time"),
    ("Labyrinth", "mcneely; LB2=deferrable; LB4=stop"),
    ("Anna", "dick-1898; AN3=run; AN7=shuffled; AN8=forced"),
    ("The Reversal", "dick-1898; RV1=no; RV2=card-by-card; RV4=shuffled"),
    ("The Japanese Rug", "dick-1898; JR1=1; JR3=required; JR4=yes; JR7=shuffled"),
]
RULES = BOOKS + ODD
#: for tests that take their time: the long ones take the others as well
FEW = [pair if number % 3 == 0 else pytest.param(*pair, marks=pytest.mark.long) for number, pair in enumerate(RULES)]
#: every reading of every point that a book does not have, alone. The long tests among unknown cards take every third
#: one each, in turn, so that two of them or more meet each.
SINGLE = [
    (name, f"{book}; {point.id}={reading}")
    for name, book in BOOKS
    for point in make_game(name, book).rules.book.points.values()
    for reading in point.readings
    if not (name == "Weaver's" or point.id in ("L16", "L17") or reading == make_game(name, book).rules[point.id])
]


def tables(choose: st.DataObject, game: Game, most: int = 60) -> tuple[Position, list[Step]]:
    """A position that random play reaches, with the steps that led there."""
    seed = choose.draw(st.text(max_size=5), label="seed")
    position = game.start(deals.from_seed(seed, game.packs, game.bases))
    steps: list[Step] = []
    for number in choose.draw(st.lists(st.integers(0, 999), max_size=most), label="moves"):
        if shuffle := position.next_shuffle():
            position.orders[shuffle.deal] = shuffle.cards[::-1]
        moves = position.legal_moves()
        if not moves:
            break
        steps.append(position.play_command(moves[number % len(moves)]))
    return position, steps


def cards(position: Position) -> Counter[int]:
    return Counter(card & ~DOWN for pile in position.places.values() for card in pile)


@pytest.mark.share(9)
@pytest.mark.parametrize(("name", "rules"), RULES)
@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_cards_are_conserved_and_steps_are_inverse(name: str, rules: str, data: st.DataObject) -> None:
    game = make_game(name, rules)
    position, steps = tables(data, game)
    assert cards(position) == Counter(list(range(52)) * game.packs)
    end = (position.text, position.state)
    for step in reversed(steps):
        position.undo(step)
    start = position.copy()
    for step in steps:
        position.redo(step)
    assert (position.text, position.state) == end
    # Played again from the written moves, the same steps come about.
    for step in steps:
        again = start.play_command(step.move)
        assert again.move == step.move and again.changes == step.changes
    assert start.key == position.key


WORDS = ("exile", "redeal", "deal", "talon", "dropped", "r1c3", "r2c1", "r9c9")
SOURCES = [None, *(str(n) for n in range(1, 14)), *WORDS]
DESTS = ("^", "v", "^v", "v^", "~", ">13", ">7", ">2", ">talon", ">dropped", ">r1c3", ">8H", ">4S", None)


def agree(game: Game, position: Position, sources: list[str | None]) -> None:
    """legal_moves, why_not and read say the same of every command from some places."""
    legal = position.legal_moves()
    before = (position.text, position.state)
    written = [Move(source, card, dest) for source in sources for card in range(52) for dest in DESTS]
    written += [Move(source, None, dest) for source in sources if source for dest in DESTS]
    written += [Move(word) for word in WORDS]
    for said in written:
        meant = position.meanings(said)
        assert all(move in legal for move in meant)
        # What is written on a card, and the bare word `deal`, a game reads in its own way.
        if said != Move("deal") and not (said.dest or "").endswith(("H", "S")):
            assert meant == [move for move in legal if agrees(said, move)]
        reason = position.why_not(said)
        assert (reason is None) == bool(meant), said
        assert reason is None or (reason.message and reason.clause), said
        try:
            assert position.read(said)[:3] in [move[:3] for move in meant]
        except Refused:
            assert not meant, said
        except Ambiguous as error:
            assert 1 < len(error.moves) <= len(meant)
    assert (position.text, position.state) == before


@pytest.mark.long
@pytest.mark.parametrize(("name", "rules"), RULES)
@settings(max_examples=5, deadline=None)
@given(data=st.data())
def test_legal_moves_and_reasons_agree_from_many_places(name: str, rules: str, data: st.DataObject) -> None:
    game = make_game(name, rules)
    position, _ = tables(data, game)
    places = data.draw(st.lists(st.sampled_from(SOURCES), min_size=4, max_size=4, unique=True), label="sources")
    agree(game, position, [*places, None])


@pytest.mark.parametrize(("name", "rules"), [pair for pair in RULES if pair[0] in ("Leoni's Own", "Weaver's")])
def test_pile_heights_follow_from_the_number_of_exiles(name: str, rules: str) -> None:
    game = make_game(name, rules)
    for number in range(20):
        position = game.start(deals.from_seed(f"heights {number}", game.packs, game.bases))
        piles = [pile for place, pile in position.places.items() if place.isdigit()]
        dealt = 104 - len(game.bases) - len(position.places["exile"])
        count = len(piles)
        assert [len(pile) for pile in piles] == [dealt // count + (p <= dealt % count) for p in range(1, count + 1)]


@pytest.mark.share(5)
@pytest.mark.parametrize(("name", "rules"), RULES)
def test_sampled_games_verify_and_read_back(name: str, rules: str) -> None:
    games = list(sample(name, rules, "property", 5))
    text = dumps(games)
    read = loads(text)
    assert dumps(read) == text
    for transcript in read:
        assert replay(transcript).verified


@pytest.mark.long
@pytest.mark.parametrize(("name", "rules"), SINGLE)
def test_sampled_games_of_every_reading_verify(name: str, rules: str) -> None:
    for transcript in loads(dumps(list(sample(name, rules, "every reading", 10)))):
        assert replay(transcript).verified


@pytest.mark.long
@pytest.mark.parametrize(("name", "rules"), FEW)
def test_a_changed_token_is_refused_there_or_legal(name: str, rules: str) -> None:
    """Another token in the place of one is rejected at its span, or the game up to it is legal with it."""
    others = ["exile", "redeal", "7H", "3:4C^", "exile:7H~4C", "9Sv", "13:QDv", "9S^v", "deal", "5:2H^+KD"]
    others += ["r1c3:4C^", "talon:7Hv", "deal:6H>3", "5:7S>8H", "dropped:ASv", "deal+5H", "2:6H>3+7C"]
    for number, transcript in enumerate(sample(name, rules, "changed", 6)):
        text = dumps([transcript])
        (read,) = loads(text)
        moves = list(read.moves())
        at = (number * 17) % len(moves)
        item = moves[at]
        other = others[number % len(others)]
        (changed,) = loads(text[: item.start] + other + text[item.end :])
        replayed = replay(changed)
        position = make_setup(read).position
        for earlier in moves[:at]:
            position.play_command(earlier.command)
        try:
            said = read_command(other)[0]
            legal = not contradicts(said, position.long_form(position.read(said)))
        except (Refused, Ambiguous):
            legal = False
        errors = [diagnostic for diagnostic in replayed.diagnostics if diagnostic.severity == "error"]
        if not legal:
            (error,) = errors
            span = changed.span(item.start, item.start + len(other))
            assert error.span == span and error.move == at + 1, (other, error)
            assert len(replayed.steps) == at
        elif errors:
            assert (errors[0].span.line, errors[0].span.column) >= (
                changed.span(item.start, item.end).line,
                changed.span(item.start, item.end).column,
            )


@pytest.mark.share(7)
@pytest.mark.parametrize(("name", "rules"), RULES)
def test_long_forms_are_read_back(name: str, rules: str) -> None:
    game = make_game(name, rules)
    for transcript in sample(name, rules, "long forms", 3):
        for item in transcript.moves():
            assert read_command(token(item.command))[0] == item.command._replace(
                dest=item.command.dest
                if item.command.dest != "~" or item.command.path or item.command.stalemate
                else None,
                path=item.command.path if item.command.path or item.command.stalemate else None,
            )
        assert game.name == name
