"""The interval of Wilson's, and what verdicts come to."""

from __future__ import annotations

from math import inf

import pytest

from leoni_replay.odds.counts import Counts, Row, Verdict, one_in, wilson


@pytest.mark.parametrize(
    ("won", "deals", "low", "high"),
    [
        # By hand: z² = 3.841459; for none of n the upper end is z²/(n + z²), for half of n it is ½ ± ½·√(z²/(n + z²)).
        (0, 10, 0.0, 3.841459 / 13.841459),
        (10, 10, 10 / 13.841459, 1.0),
        (50, 100, 0.5 - 0.5 * (3.841459 / 103.841459) ** 0.5, 0.5 + 0.5 * (3.841459 / 103.841459) ** 0.5),
        # (0.1 + 0.0192073 ± 1.959964·√(0.0009 + 0.0000960365)) / 1.03841459
        (10, 100, 0.0552291, 0.1743657),
        # (0.0125 + 0.00240091 ± 1.959964·√(0.00001542969 + 0.00000150057)) / 1.00480182
        (10, 800, 0.0068036, 0.0228556),
    ],
)
def test_wilson_by_hand(won: int, deals: int, low: float, high: float) -> None:
    interval = wilson(won, deals)
    assert interval == pytest.approx((low, high), abs=1e-6)
    assert interval.half == pytest.approx((high - low) / 2, abs=1e-6)


def counted(**verdicts: int) -> Counts:
    rows = [verdict for verdict, number in verdicts.items() for _ in range(number)]
    return Counts(Row(n, verdict, 0 if verdict == "won" else n, 5) for n, verdict in enumerate(rows, 1))  # type: ignore[arg-type]


def test_undecided_deals_count_both_ways() -> None:
    counts = counted(won=10, lost=80, undecided=10)
    assert counts.deals == 100
    assert counts.share == (0.1, 0.2)
    assert counts.interval == (wilson(10, 100).low, wilson(20, 100).high)
    assert counts.interval.half > wilson(15, 100).half


def test_cards_left_are_those_of_games_not_won() -> None:
    kinds: list[Verdict] = ["won", "lost", "lost", "undecided"]
    counts = Counts(
        Row(n, kind, left, 7, 2) for n, (kind, left) in enumerate(zip(kinds, (8, 3, 3, 40), strict=True), 1)
    )
    assert dict(counts.left) == {3: 2, 40: 1}
    assert dict(counts.redeals) == {2: 1}
    assert counts.nodes == 28
    assert Counts() == Counts([]) != counts


def test_one_in() -> None:
    assert (one_in(0.0125), one_in(1.0), one_in(0.0)) == (80.0, 1.0, inf)
