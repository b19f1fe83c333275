"""Misplays and settings among unknown cards: what a record then says of its cards is true, or it is refused."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

import leoni_replay as lr
from leoni_replay.cards import DOWN, UNKNOWN
from leoni_replay.games.misplays import misplay, put_right
from leoni_replay.games.refusal import Refused
from leoni_replay.notation.transcript import MoveItem, Transcript
from leoni_replay.record.setup import make_setup
from leoni_replay.unknown.unknown_cards import UnknownCard
from tests.tables import replayed
from tests.test_irregular import _anything


def test_no_card_goes_against_the_rules_onto_one_that_may_take_it() -> None:
    replay = replayed("1: 9C 5H\n2: ??", "misplay 1:5H>2", "mcneely", "Martha")
    assert replay.error is not None and replay.error.code == "M231" and "unknown cards" in replay.error.message
    assert replayed("1: 9C 5H\n2: 9D\n3: ??", "misplay 1:5H>2", "mcneely", "Martha").status == "irregular"


@pytest.mark.long
@pytest.mark.parametrize(
    "name", ["Leoni's Own", "Weaver's", "Labyrinth", "Martha", "Anna", "The Reversal", "The Japanese Rug"]
)
def test_what_is_said_of_cards_is_true(name: str) -> None:
    """Random games with misplays and settings, of which cards that lie face down as dealt are not told."""
    chance = random.Random(name)
    outcomes: Counter[str] = Counter()
    for number in range(9):
        tags = {tag.name: tag.value for tag in lr.new(name, f"seed:{number}").record("*").tags}
        setup = make_setup(Transcript.build(tags))
        assert setup.position is not None
        game, position = setup.game, setup.position
        first = position.copy()
        hidden = {
            (place.name, at)
            for zone in position.layout.closed().zones
            for place in zone.places
            for at, card in enumerate(place.cards)
            if card & ~DOWN == UNKNOWN
        }
        items, happened = [], 0
        for _ in range(20):
            command = _anything(game.places, position.places, chance) if chance.random() < 0.2 else None
            if command is None:
                if not (legal := position.legal_moves()):
                    break
                items.append(MoveItem(position.play_command(chance.choice(legal)).move))
                continue
            try:
                step = put_right(position, command) if command.how == "set" else misplay(position, command)[0]
            except Refused:
                continue
            happened += 1
            items.append(MoveItem(step.move))
        # A place all of whose cards are hidden, such as a stock, has no # in a layout.
        shut = {place for place, _ in hidden}
        lines = [
            line if line.partition(":")[0] not in shut or "#" in line else re.sub(r"\b[A2-9TJQK][CDHS]\b", "??", line)
            for line in first.text.splitlines()
        ]
        text = re.sub(r"#[A2-9TJQK][CDHS]", "#??", "\n".join(lines))
        record = Transcript.build(tags | {"Deal": "layout", "Layout": text}, items)
        replay = lr.replay(record, hints=False)
        code = replay.error.code if replay.error else replay.status
        outcomes[code] += happened > 0
        assert code in ("irregular", "consistent", "verified", "M228", "M231", "M232"), (
            code,
            replay.error,
            lr.dumps(record),
        )
        for place, pile in replay.at(0).places.items():
            for card, true in zip(pile, first.places[place], strict=True):
                assert isinstance(card, UnknownCard) or card & ~DOWN in (UNKNOWN, true & ~DOWN), (
                    place,
                    pile,
                    first.places[place],
                )
    # In Martha a card face down lies in nearly every pile.
    assert outcomes["irregular"] or name == "Martha", outcomes
