"""A refusal shows what somebody at the table sees: no card that lies face down, or that is still to be dealt."""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import islice

import pytest

import leoni_replay as lr
from leoni_replay.cards import DOWN, PRETTY, TEXT, UNKNOWN
from leoni_replay.commands import Move
from leoni_replay.games import GAMES
from leoni_replay.games.game import Position
from leoni_replay.games.refusal import Ambiguous, Refused
from leoni_replay.notation.transcript import MoveItem
from leoni_replay.record.move_faults import move_fault
from leoni_replay.record.sample import sample

BOOKS = [(name, book) for name, entry in GAMES.items() for book in entry.books]


def hidden(position: Position) -> set[int]:
    """The cards of which no copy lies face up."""
    up: Counter[int] = Counter()
    down: Counter[int] = Counter()
    for zone in position.layout.zones:
        for place in zone.places:
            for card in place.cards:
                if card >= 0 and card & ~DOWN != UNKNOWN:
                    shut = place.lie in ("hidden", "squared") or card >= DOWN
                    (down if shut else up)[card & ~DOWN] += 1
    for name in position.game.foundations:
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
        unseen = hidden(position)
        for _ in range(30):
            source, card = draw.choice(sources), draw.choice([None, *range(52)])
            if source is card is None:
                continue
            command = Move(source, card, draw.choice([None, "^", "v", ">3", ">talon"]))
            try:
                position.read(command)
                continue
            except (Refused, Ambiguous) as refusal:
                fault = move_fault(position, MoveItem(command), command, refusal)
            refusals += 1
            texts = [*fault.table_lines, *fault.notes, *fault.help]
            if fault.code not in ("M208", "M226"):
                texts.append(str(fault))
            for other in unseen - {card}:
                shown = re.compile(rf"(?<![0-9A-Z]){TEXT[other]}(?![0-9A-Z])|{re.escape(PRETTY[other])}")
                assert not any(map(shown.search, texts)), (str(command), PRETTY[other], texts)
    assert refusals


@pytest.mark.parametrize(("name", "book"), BOOKS)
def test_what_lies_face_down_does_so_in_every_position(name: str, book: str) -> None:
    (record,) = sample(name, book, "shut", 1)
    for _, _, position in lr.replay(record).positions():
        assert position.closed_places == position.layout.shut
