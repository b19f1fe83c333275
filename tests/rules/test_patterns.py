"""A short move is the legal move that agrees with it, and none if several do that lead to different positions."""

from __future__ import annotations

from array import array

import pytest

from leoni_replay.games import GAMES
from leoni_replay.notation.items import ANY_ORDER
from leoni_replay.record.replay import replay
from leoni_replay.record.sample import sample
from leoni_replay.rules.numbers import DEAL, EXILE, NOWHERE, OPEN
from leoni_replay.rules.run import PATTERN, Runner


@pytest.mark.parametrize("name", GAMES)
def test_a_short_move_is_the_one_legal_move_that_agrees_with_it(name: str) -> None:
    (transcript,) = sample(name, None, "patterns", 1)
    replayed = replay(transcript)
    assert replayed.game is not None
    read = 0
    for number in range(0, replayed.moves, 3):
        position = replayed.at(number)
        table, runner = position.table, Runner(position.table)
        codes = position.move_numbers()
        outcomes = {code: position.outcome(code)[0] for code in codes}
        for code in codes:
            source, card, dest = code >> 16, code >> 8 & 255, code & 255
            for short in ((source, card, OPEN), (OPEN, card, OPEN), (OPEN, card, dest), (source, OPEN, dest)):
                agree = [
                    other
                    for other in codes
                    if all(
                        part in (OPEN, written)
                        for part, written in zip(short, (other >> 16, other >> 8 & 255, other & 255), strict=True)
                    )
                ]
                runner.begin(0, 1)
                pattern = short[0] << 16 | short[1] << 8 | short[2]
                played = runner.run(array("i", [PATTERN | pattern]), 0, *ANY_ORDER)
                assert played == (len({outcomes[other] for other in agree}) == 1)
                if played:
                    assert table.moves_played()[-1] in agree
                    table.unplay()
                    read += 1
    assert read > 20


@pytest.mark.parametrize(
    ("name", "rules", "source"),
    [("Leoni's Own", None, EXILE), ("Anna", None, DEAL), ("The Reversal", "dick-1898; RV2=card-by-card", DEAL)],
)
def test_a_card_that_is_turned_up_goes_where_the_rules_leave_it(name: str, rules: str | None, source: int) -> None:
    """A card that does not come next goes nowhere."""
    (transcript,) = sample(name, rules, "forced", 1)
    replayed = replay(transcript)
    assert replayed.game is not None
    read = 0
    for number in range(replayed.moves):
        position = replayed.at(number)
        codes = [code for code in position.move_numbers() if code >> 16 == source]
        for card in {code >> 8 & 255 for code in codes if code & 255 != NOWHERE}:
            made = position.table.complete_move(source << 16 | card << 8 | NOWHERE)
            if made:
                assert [code for code in codes if code >> 8 & 255 == card] == [made]
                read += 1
            if source == DEAL:
                assert not position.table.complete_move(DEAL << 16 | (card + 1) % 52 << 8 | NOWHERE)
    assert read > 5
