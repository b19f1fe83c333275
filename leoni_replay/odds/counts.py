"""What the verdicts on many deals come to: the share of wins, and how far it can be trusted."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from math import inf, sqrt
from typing import Final, Literal, NamedTuple, get_args

#: What came of a deal. A solver that met a limit leaves it undecided; a player who goes round in circles leaves it
#: unfinished, and that is no win.
Verdict = Literal["won", "lost", "undecided", "unfinished"]
VERDICTS: Final[tuple[Verdict, ...]] = get_args(Verdict)

#: the numbers of moves within which games that are over are counted; no game is longer than the last
MOVES: Final = (100, 200, 300, 500, 1_000, 2_000, 5_000)

#: of the normal distribution 95 % lie within so many standard deviations
_Z: Final = 1.959963984540054


class Row(NamedTuple):
    """What came of one deal.

    ``left`` is how many cards were not on the foundations in the end; for the solver, which has no end, the fewest that
    ever were. ``nodes`` is how many positions the solver searched, 0 for other players. ``redeals`` is how many redeals
    were played; where the solver found no win, 0. ``audited`` is 1 if the strict replay accepted the record of a win.
    ``moves`` is how many moves were played; None for the solver.
    """

    number: int
    verdict: Verdict
    left: int
    nodes: int
    redeals: int = 0
    audited: int = 0
    moves: int | None = None


class Interval(NamedTuple):
    """From where to where a share of wins may lie, both from 0 to 1."""

    low: float
    high: float

    @property
    def half(self) -> float:
        """Half its width."""
        return (self.high - self.low) / 2


def wilson(won: int, deals: int) -> Interval:
    """The interval of Wilson's that holds the true share with 95 %, when so many of some deals were won.

    Raises:
        ValueError: more were won than were played, or fewer than none.
    """
    if not 0 <= won <= deals:
        raise ValueError(f"{won} of {deals} deals cannot have been won")
    if not deals:
        return Interval(0.0, 1.0)
    share, z2 = won / deals, _Z * _Z
    middle = share + z2 / (2 * deals)
    reach = _Z * sqrt(share * (1 - share) / deals + z2 / (4 * deals * deals))
    whole = 1 + z2 / deals
    # What is exact for none and for all would be off by rounding.
    return Interval(
        0.0 if won == 0 else (middle - reach) / whole, 1.0 if won == deals else min((middle + reach) / whole, 1.0)
    )


class Counts:
    """How many deals had which verdict, how many cards were left in those that were not won, how many redeals it took
    to win the others, and within how many moves (``MOVES``) they were won or lost."""

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        self.verdicts: Counter[Verdict] = Counter()
        self.left: Counter[int] = Counter()
        self.redeals: Counter[int] = Counter()
        self.moves: Counter[tuple[Verdict, int]] = Counter()
        self.nodes = 0
        self.audited = 0
        for row in rows:
            self.add(row)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Counts) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]

    def add(self, row: Row) -> None:
        """Count a deal."""
        self.verdicts[row.verdict] += 1
        if row.verdict == "won":
            self.redeals[row.redeals] += 1
        else:
            self.left[row.left] += 1
        if row.moves is not None and row.verdict in ("won", "lost"):
            self.moves[row.verdict, MOVES[bisect_left(MOVES, row.moves)]] += 1
        self.nodes += row.nodes
        self.audited += row.audited

    @property
    def deals(self) -> int:
        """How many deals there are."""
        return self.verdicts.total()

    @property
    def won(self) -> int:
        """How many were won."""
        return self.verdicts["won"]

    @property
    def undecided(self) -> int:
        """How many may have been winnable: the solver met a limit."""
        return self.verdicts["undecided"]

    def within(self, verdict: Verdict, moves: int) -> int:
        """How many deals were won, or lost, within so many moves, one of ``MOVES``."""
        return sum(self.moves[verdict, most] for most in MOVES if most <= moves)

    @property
    def share(self) -> Interval:
        """The share of wins among these deals: with all undecided ones lost, and with all of them won."""
        deals = max(self.deals, 1)
        return Interval(self.won / deals, (self.won + self.undecided) / deals)

    @property
    def interval(self) -> Interval:
        """Where the share among all deals lies with 95 %: from the lower end with all undecided deals lost to the upper
        end with all of them won."""
        return Interval(wilson(self.won, self.deals).low, wilson(self.won + self.undecided, self.deals).high)


def one_in(share: float) -> float:
    """A share as one in so many; endless for none."""
    return 1 / share if share else inf
