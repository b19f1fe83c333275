"""Moves that leave their destination to the rules are read as the one that these leave, and as no other."""

from __future__ import annotations

from collections import Counter

import pytest

from leoni_replay.commands import Command
from leoni_replay.games import GAMES, make_game
from leoni_replay.games.places import command_of, number_of
from leoni_replay.games.refusal import Ambiguous, Refused
from leoni_replay.record.replay import replay
from leoni_replay.record.sample import sample
from leoni_replay.rules.numbers import DEAL, EXILE, NOWHERE

BY_CARD = "dick-1898; RV2=card-by-card"


@pytest.mark.long
@pytest.mark.parametrize(("name", "rules"), [*[(name, None) for name in GAMES], ("The Reversal", BY_CARD)])
def test_short_forms_of_cards_that_are_turned_up(name: str, rules: str | None) -> None:
    game = make_game(name, rules)
    read: Counter[int] = Counter()
    for transcript in sample(name, rules, "forced", 3):
        replayed = replay(transcript)
        for number, step in enumerate(replayed.steps):
            position = replayed.at(number)
            # A card that lies elsewhere is not turned up, whichever it is.
            for place in range(1, 14) if number % 20 == 0 else ():
                assert not any(position.table.forced(place << 16 | card << 8 | NOWHERE) for card in range(52))
            for source, place in ((EXILE, "exile"), (DEAL, "deal")):
                for card in range(52):
                    made = position.table.forced(source << 16 | card << 8 | NOWHERE)
                    if not made:
                        continue
                    try:
                        meant = game.read(position, Command(place, card, None))
                    except (Refused, Ambiguous):
                        # What the rules leave to a card is not legal at every table.
                        assert position.table.why(made)
                        continue
                    assert command_of(made) == meant
                    read[source] += 1
            move = step.move
            if move.source == "exile" and move.card is not None and move.dest is not None:
                short = EXILE << 16 | move.card << 8 | NOWHERE
                assert position.table.forced(short) in (0, number_of(move.source, move.card, move.dest))
    turned_up = {EXILE: "exile" in game.places, DEAL: name == "Anna" or rules == BY_CARD}
    assert {source: read[source] > 0 for source in turned_up} == turned_up
