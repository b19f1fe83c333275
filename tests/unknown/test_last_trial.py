"""A search through completions that has tried the last one is not called cut off."""

from __future__ import annotations

import pytest

import leoni_replay as lr
from leoni_replay.unknown import possible_deals

#: Two completions, of two moves each with the deal.
RECORD = """[Game "Labyrinth"]
[Rules "mcneely"]
[Deal "layout"]
[Layout "C^: JC
D^: JD
H^: KH
S^: KS
r1: ?? ?? ?? KD -- -- -- --"]

r1c1:QC^ *
"""


@pytest.mark.parametrize(("most_moves", "is_cut_short"), [(1, True), (2, False), (3, False), (4, False)])
def test_the_last_completion_cuts_nothing_off(
    most_moves: int, is_cut_short: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    results: list[possible_deals.TrialResults] = []
    try_all = possible_deals.Completions.try_all

    def note_results(*args: object) -> possible_deals.TrialResults:
        results.append(try_all(*args))  # type: ignore[arg-type]
        return results[-1]

    monkeypatch.setattr(possible_deals.Completions, "try_all", note_results)
    monkeypatch.setattr(possible_deals, "_MOVES", most_moves)
    lr.replay(RECORD)
    assert [(result.count, result.cut_short) for result in results] == [(1 if is_cut_short else 2, is_cut_short)]
