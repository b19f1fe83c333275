"""A refusal shows what somebody at the table sees: no card that lies face down, or that is still to be dealt."""

from __future__ import annotations

import io
import random
import re
from collections import Counter
from itertools import islice

import pytest

import leoni_replay as lr
from leoni_replay.cards import DOWN, PRETTY, TEXT, UNKNOWN
from leoni_replay.commands import Command
from leoni_replay.games import GAMES, Game
from leoni_replay.games.refusal import Ambiguous, Refused
from leoni_replay.games.steps import Position
from leoni_replay.notation.tree import Move
from leoni_replay.record.refused import refused
from leoni_replay.record.sample import sample

BOOKS = [(name, book) for name, entry in GAMES.items() for book in entry.books]
MARTHA = (
    '[Game "Martha"]\n[Rules "mcneely"]\n[Deal "layout"]\n[Layout "C^: AC\nD^: AD\nH^: AH\nS^: AS\n{}"]\n\n1. {} *\n'
)
#: 5♥ and 2♣ lie face down.
TABLE = "1: #5H 9C\n2: #2C #8S 7D\n3: 8C"


def error(table: str, moves: str) -> lr.diagnostics.Diagnostic:
    (verdict,) = lr.verify(io.StringIO(MARTHA.format(table, moves)))
    return next(one for one in verdict.diagnostics if one.severity == "error")


def test_the_table_is_seen_from_above() -> None:
    refusal = error(TABLE, "1:9C^")
    assert refusal.table == ("C^: A♣", "1: #?? 9♣")
    # 9♣ would turn 5♥ up.
    assert "the nearest 1:9C>4, 1:9C>5" in refusal.help[0] and "+" not in refusal.help[0]


@pytest.mark.long
def test_a_card_that_is_named_is_not_told_from_others() -> None:
    """Whether it lies face down in this pile, or in another, is not said."""
    for moves in ("1:5H^", "1:2C^"):
        assert not re.search("face down|pile 2", " ".join([error(TABLE, moves).message, *error(TABLE, moves).notes]))
    assert error(TABLE, "1:2C^").notes == ("2♣ is nowhere face up on this table",)
    assert error(TABLE, "5H^").message == "5♥ does not lie face up on this table"
    assert error("1: 9C #5H 8D", "1:9C^").message == "9♣ lies in pile 1 under #?? 8♦: only the top card is available"


def test_a_claim_that_names_hidden_cards_is_answered() -> None:
    assert "holds #?? 9♣" in error(TABLE, "{= 1: 9C}").message
    assert "holds #5♥ 9♣" in error(TABLE, "{= 1: #5D 9C}").message
    assert error(TABLE, "{= 1: #5D 9C}").table == ("1: #?? 9♣",)


def test_a_stock_and_exiles_are_counted() -> None:
    own = '[Game "Leoni\'s Own"]\n[Rules "wikipedia"]\n[Deal "seed:1884"]\n\n{} *\n'
    (verdict,) = lr.verify(io.StringIO(own.format("1. 11:2S^ redeal")))
    assert verdict.diagnostics[-1].table[-1].startswith("exile: 6 cards face down")
    (verdict,) = lr.verify(io.StringIO('[Game "Labyrinth"]\n[Rules "mcneely"]\n[Deal "seed:1"]\n\n1. r1c1:KC^ *\n'))
    assert "+" not in " ".join(verdict.diagnostics[-1].help)


def hidden(game: Game, position: Position) -> set[int]:
    """The cards of which no copy lies face up."""
    up: Counter[int] = Counter()
    down: Counter[int] = Counter()
    for zone in game.layout(position).zones:
        for place in zone.places:
            for card in place.cards:
                if card >= 0 and card & ~DOWN != UNKNOWN:
                    shut = place.lie in ("hidden", "squared") or card >= DOWN
                    (down if shut else up)[card & ~DOWN] += 1
    for name in game.foundations:
        up.update(int(card) for card in position.places[name])
    return {card for card in down if not up[card]}


@pytest.mark.long
@pytest.mark.parametrize(("name", "book"), BOOKS)
def test_no_refusal_names_a_card_that_nobody_sees(name: str, book: str) -> None:
    """But for what the refused move itself turns up: another card than it says."""
    draw = random.Random(f"face down {name} {book}")
    (record,) = islice(sample(name, book, "face down", 1, player="sensible"), 1)
    replay = lr.replay(record, hints=False)
    game = replay.game
    assert game is not None
    sources = [*game.order, *(cell for row in game.cells.values() for cell in row), "deal", "redeal", None]
    refusals = 0
    for number in sorted(draw.sample(range(replay.moves), min(8, replay.moves))):
        position = replay.at(number)
        unseen = hidden(game, position)
        for _ in range(30):
            card = draw.choice([None, *range(52)])
            command = Command(draw.choice(sources), card, draw.choice([None, "^", "v", ">3", ">talon"]))
            try:
                game.read(position, command)
                continue
            except (Refused, Ambiguous) as refusal:
                fault = refused(game, position, Move(command), command, refusal)
            refusals += 1
            texts = [*fault.table, *fault.notes, *fault.help]
            if fault.code not in ("M208", "M226"):
                texts.append(str(fault))
            for other in unseen - {card}:
                shown = re.compile(rf"(?<![0-9A-Z]){TEXT[other]}(?![0-9A-Z])|{re.escape(PRETTY[other])}")
                assert not any(map(shown.search, texts)), (str(command), PRETTY[other], texts)
    assert refusals


@pytest.mark.share(2)
@pytest.mark.parametrize(("name", "book"), BOOKS)
def test_what_lies_face_down_does_so_in_every_position(name: str, book: str) -> None:
    (record,) = sample(name, book, "shut", 1)
    for _, _, position in (replay := lr.replay(record)).walk():
        assert replay.game.shut(position) == replay.game.layout(position).shut
