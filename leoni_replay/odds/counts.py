"""Odds from the verdicts on many deals: the share of wins, and how reliable it is."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from math import inf, sqrt
from typing import ClassVar, Final, Literal, NamedTuple, get_args

#: The verdict on a deal. It is undecided if the solver met a limit, and unfinished if a player stopped before the game
#: was over; neither is a win.
Verdict = Literal["won", "lost", "undecided", "unfinished"]
VERDICTS: Final[tuple[Verdict, ...]] = get_args(Verdict)

#: limits on the number of moves within which finished games are counted; no game is longer than the last
MOVES: Final = (100, 200, 300, 500, 1_000, 2_000, 5_000)

#: 95 % of a normal distribution lie within this many standard deviations
_Z: Final = 1.959963984540054


class Row(NamedTuple):
    """The result of one deal.

    ``left`` is the number of cards not on the foundations at the end; for the solver, which has no end, the minimum
    reached. ``nodes`` is the number of positions that the solver searched, 0 for other players. ``redeals`` is the
    number of redeals played, 0 if the solver found no win. ``audited`` is 1 if the strict replay accepted the record of
    a win. ``moves`` is the number of moves played; None for the solver.
    """

    number: int
    verdict: Verdict
    left: int
    nodes: int
    redeals: int = 0
    audited: int = 0
    moves: int | None = None


class Interval(NamedTuple):
    """The bounds of a share of wins, both from 0 to 1."""

    low: float
    high: float

    @property
    def half(self) -> float:
        """Half its width."""
        return (self.high - self.low) / 2


def wilson(won: int, deals: int) -> Interval:
    """Return Wilson's 95 % confidence interval for the true share of wins, given the wins among a number of deals; from
    0 to 1 if there are no deals.

    Raises:
        ValueError: there are more wins than deals, or fewer than none.
    """
    if not 0 <= won <= deals:
        raise ValueError(f"{won} of {deals} deals cannot have been won")
    if not deals:
        return Interval(0.0, 1.0)
    share, z_squared = won / deals, _Z * _Z
    # The centre of the interval and half its width, both multiplied by the divisor.
    centre = share + z_squared / (2 * deals)
    half_width = _Z * sqrt(share * (1 - share) / deals + z_squared / (4 * deals * deals))
    divisor = 1 + z_squared / deals
    low, high = (centre - half_width) / divisor, min((centre + half_width) / divisor, 1.0)
    # Exact for none and for all, which rounding would miss.
    return Interval(0.0 if won == 0 else low, 1.0 if won == deals else high)


class Counts:
    """Counts by verdict, of the cards left in deals that were not won, of the redeals in deals that were won, and of
    the deals won or lost within ``MOVES`` moves."""

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        self.verdicts: Counter[Verdict] = Counter()
        self.left: Counter[int] = Counter()
        self.redeals: Counter[int] = Counter()
        self.moves: Counter[tuple[Verdict, int]] = Counter()
        self.nodes: int = 0
        self.audited: int = 0
        for row in rows:
            self.add(row)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Counts) and vars(self) == vars(other)

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def add(self, row: Row) -> None:
        """Count a deal."""
        self.verdicts[row.verdict] += 1
        if row.verdict == "won":
            self.redeals[row.redeals] += 1
        else:
            self.left[row.left] += 1
        if row.moves is not None and row.verdict in ("won", "lost"):
            # It counts under the lowest limit that it does not exceed.
            self.moves[row.verdict, MOVES[bisect_left(MOVES, row.moves)]] += 1
        self.nodes += row.nodes
        self.audited += row.audited

    @property
    def deals(self) -> int:
        """The number of deals."""
        return self.verdicts.total()

    @property
    def won(self) -> int:
        """The number of deals won."""
        return self.verdicts["won"]

    @property
    def undecided(self) -> int:
        """The number of deals that may be winnable: the solver met a limit."""
        return self.verdicts["undecided"]

    def within(self, verdict: Verdict, moves: int) -> int:
        """Return the number of deals won, or lost, within the given number of moves (one of ``MOVES``)."""
        return sum(self.moves[verdict, most] for most in MOVES if most <= moves)

    @property
    def share(self) -> Interval:
        """The share of wins among these deals: if all undecided ones are lost, and if all of them are won."""
        deals = max(self.deals, 1)
        return Interval(self.won / deals, (self.won + self.undecided) / deals)

    @property
    def interval(self) -> Interval:
        """The 95 % bounds of the share among all deals: the lower one if all undecided deals are lost, the upper one if
        all are won."""
        return Interval(wilson(self.won, self.deals).low, wilson(self.won + self.undecided, self.deals).high)


def one_in(share: float) -> float:
    """Return N for a share that is one in N; infinite for 0."""
    return 1 / share if share else inf
