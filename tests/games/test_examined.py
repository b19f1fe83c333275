"""What follows from a table alone: never anything impossible on the way of a legal game, always the cards that are
wrong, and each finding on a table made for it."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from leoni_replay import deals
from leoni_replay.cards import CARD, DOWN
from leoni_replay.commands import Move
from leoni_replay.examining.findings import Finding, VisiblePosition, findings, missing_cards, narrow_heights
from leoni_replay.examining.labyrinth import possible_heights, read_rows
from leoni_replay.games import Game, make_game
from leoni_replay.games.game import Position
from leoni_replay.games.labyrinth import LabyrinthGame
from leoni_replay.games.places import NUMBERS
from leoni_replay.notation.reader import loads
from leoni_replay.record.setup import set_up
from tests.games.test_properties import FEW, RULES, SINGLE


def walk(name: str, rules: str, games: int, most: int = 240, every: int = 4) -> Iterator[tuple[Game, Position]]:
    """Positions of random legal games; plays are preferred, so that the games get somewhere."""
    game = make_game(name, rules)
    draw = random.Random(f"{name} {rules}")
    for number in range(games):
        position = game.start(deals.from_seed(f"examined {number}", game.packs, game.bases))
        for at in range(most):
            if at < 12 or at % every == 0:
                yield game, position
            if shuffle := position.next_shuffle():
                position.orders[shuffle.deal] = bytes(shuffle.cards[::-1])
            moves = position.legal_moves()
            if not moves:
                yield game, position
                break
            plays = [move for move in moves if move.dest in ("^", "v")]
            position.play_command(draw.choice(plays if plays and draw.random() < 0.6 else moves))


def put(position: Position, place: str, cards: list[int]) -> None:
    """Lay other cards in a place."""
    position.table.set_cards(NUMBERS[place], bytes(cards))


def impossible(listed: list[Finding]) -> list[Finding]:
    return [one for one in listed if one.severity == "impossible"]


def in_play(game: Game, position: Position) -> list[tuple[str, int]]:
    """Where cards lie that are not on foundations."""
    return [
        (name, at) for name, pile in position.places.items() if name not in game.foundations for at in range(len(pile))
    ]


# -- positions of legal games -------------------------------------------------------------------------------------


def check(name: str, rules: str, games: int) -> int:
    draw = random.Random(f"views {name} {rules}")
    seen = 0
    for game, position in walk(name, rules, games):
        seen += 1
        whole = findings(position)
        assert not impossible(whole)
        # A deuce may have come in as a refill.
        assert all(one.code != "E513" or "was too early" not in one.message for one in whole)
        lines = [line for line, _ in position.listing() if draw.random() < 0.7]
        assert not impossible(findings(position, lines))
        allowed(game, position, lines)
    return seen


def allowed(game: Game, position: Position, lines: list[str]) -> None:
    """How the foundations stand is among what a part of the table is said to imply."""
    sight = VisiblePosition(position, frozenset(lines))
    possibilities = narrow_heights(sight, missing_cards(sight))
    for names, heights in zip(possibilities.names, possibilities.heights, strict=True):
        tops = tuple(len(position.places[name]) for name in names)
        # Of two that are built the same way the fuller one counts as the first.
        assert tops in heights or tuple(sorted(tops, reverse=True)) in heights
    if isinstance(game, LabyrinthGame) and not sight.sees_foundations:
        last = position.rows
        if all(sight.sees(f"r{row}") for row in range(1, last + 1)):
            rows = VisiblePosition(position, frozenset(lines))
            tops = tuple(len(position.places[name]) for name in game.foundations)
            assert (tops, len(position.places["stock"])) in possible_heights(rows, read_rows(rows, last))


@pytest.mark.long
@pytest.mark.parametrize(("name", "rules"), FEW)
def test_nothing_is_impossible_in_a_legal_game(name: str, rules: str) -> None:
    """Some 1500 positions over all rules, each seen whole and in part."""
    assert check(name, rules, 2) >= 20


@pytest.mark.long
@pytest.mark.parametrize(("name", "rules"), SINGLE)
def test_nothing_is_impossible_under_any_reading(name: str, rules: str) -> None:
    assert check(name, rules, 3) >= 30


@pytest.mark.share(2)
@pytest.mark.parametrize(("name", "rules"), RULES)
def test_a_card_that_is_missing_or_in_place_of_another_is_found(name: str, rules: str) -> None:
    draw = random.Random(f"swap {name} {rules}")
    for game, position in walk(name, rules, 2):
        spots = in_play(game, position)
        if not spots:
            continue
        twin = position.copy()
        place, at = draw.choice(spots)
        cards = list(twin.places[place])
        put(twin, place, cards[:at] + cards[at + 1 :])
        assert "E502" in {one.code for one in findings(twin)}
        old = cards[at]
        cards[at] = draw.choice([card for card in range(52) if card != old & ~DOWN]) | (old & DOWN)
        put(twin, place, cards)
        codes = {one.code for one in findings(twin)}
        assert "E502" in codes and codes & {"E501", "E503"}, codes


# -- tables made for a finding ------------------------------------------------------------------------------------


def laid(name: str, layout: str, rules: str) -> tuple[Game, Position, list[str]]:
    (transcript,) = loads(f'[Game "{name}"]\n[Rules "{rules}"]\n[Deal "layout"]\n[Layout "{layout}"]\n*\n')
    setup = set_up(transcript, None)
    assert setup.position is not None
    return setup.game, setup.position, [line.partition(":")[0] for line in layout.split("\n")]


def by_code(name: str, layout: str, rules: str) -> dict[str, tuple[str, tuple[str, ...]]]:
    """The findings of a table by their code, with message and places."""
    _, position, lines = laid(name, layout, rules)
    return {one.code: (one.message, one.places) for one in findings(position, lines)}


LEONI = "Leoni's Own"


def test_what_foundations_hold() -> None:
    # All but the foundations is shown: they hold what is missing.
    game = make_game("Martha", "mcneely")
    position = game.start(deals.from_seed("held", 1, game.bases))
    lines = list(game.order)
    for name in lines:
        cards = position.places[name]
        put(position, name, [card for card in cards if card & ~DOWN not in (CARD["2C"], CARD["3C"])])
    implied = [one.message for one in findings(position, lines) if one.code == "E512"]
    assert implied == [
        "by the cards that are shown C^ stands at 3♣, D^ stands at A♦, H^ stands at A♥ and S^ stands at A♠"
    ]
    # Both copies of a card on the table: neither foundation has it.
    message, _ = by_code(LEONI, "1: 7C 7C", "wikipedia")["E512"]
    assert message == "by the cards that are shown C^ stands at A♣ to 6♣ and Cv stands at K♣ to 8♣"
    # One copy may still lie on either.
    assert "E512" not in by_code(LEONI, "1: 7C", "wikipedia")


def test_the_place_that_is_not_listed() -> None:
    game = make_game(LEONI, "wikipedia")
    position = game.start(deals.from_seed("1884", 2, game.bases))
    lines = [name for name, _ in position.listing() if name != "exile"]
    (one,) = [one for one in findings(position, lines) if one.code == "E515"]
    assert one.message == "the exile pile must hold the 6 cards that are nowhere else: 4♣, 6♣, J♦, 6♥, Q♥ and Q♠"


def test_plays_are_counted() -> None:
    game = make_game(LEONI, "wikipedia")
    position = game.start(deals.from_seed("1884", 2, game.bases))
    assert findings(position) == []
    position.play_command(Move("11", CARD["2S"], "^"))
    assert [(one.code, one.message) for one in findings(position)] == [("E514", "1 card has gone to the foundations")]
