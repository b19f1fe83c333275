"""``leoni odds``: what the verdicts on many deals come to, and how far they can be trusted."""

from __future__ import annotations

from math import isinf
from typing import TYPE_CHECKING, Final

from leoni_replay.odds.counts import VERDICTS, Interval, one_in
from leoni_replay.odds.measured import Measurement, claimed_odds
from leoni_replay.odds.question import SOLVER, Question
from leoni_replay.odds.results import DealRange
from leoni_replay.phrases import join_words, pluralize
from leoni_replay.show.terminal import Bar, bar_lines

if TYPE_CHECKING:
    from leoni_replay.show.terminal import Terminal

#: the most rows of the histogram
_ROWS: Final = 13


def percent(share: float, beside: float = 0.0) -> str:
    """Return a share in per cent, with more places where it, or what stands beside it, is small."""
    is_small = 0 < share < 0.001 or 0 < beside < 0.001
    return f"{100 * share:.{4 if is_small else 2}f} %"


def rounded(number: float) -> str:
    """Return the N of one in N, no more exact than it is worth."""
    if number >= 100:
        return f"{number:,.0f}"
    return f"{number:.1f}" if number >= 10 else f"{number:.2f}"


def deals_words(deals: int) -> str:
    """Return a number of deals, in words."""
    return f"{deals:,} deal{'' if deals == 1 else 's'}"


def span(interval: Interval) -> str:
    """Return the bounds of a share."""
    low, high = percent(interval.low, interval.high), percent(interval.high, interval.low)
    return high if low == high else f"{low.removesuffix(' %')} to {high}"


def one_in_words(interval: Interval) -> str:
    """Return an interval of the chance of winning as one game in so many, in words: ``one in 9.5 to 10``."""
    # The lower bound of the chance has the higher number of games; without a win it is infinite.
    most, fewest = one_in(interval.low), one_in(interval.high)
    if isinf(fewest):
        return "none"
    if isinf(most):
        return f"one in {rounded(fewest)} or fewer"
    if rounded(fewest) == rounded(most):
        return f"one in {rounded(fewest)}"
    return f"one in {rounded(fewest)} to {rounded(most)}"


def player_words(question: Question) -> str:
    """Return the player, and what limits him."""
    if question.player != SOLVER:
        return question.player
    limits: list[str] = []
    if question.nodes is not None:
        limits.append(f"{question.nodes:,} positions")
    if question.seconds is not None:
        limits.append(f"{question.seconds:g} s")
    return f"{SOLVER}, {' and '.join(limits) or 'no limit of positions'} a deal, {question.memory:,} MB"


def _range_words(deals: DealRange) -> str:
    """Return which deals were played: the first, the last, and how many between them are missing."""
    if deals.first == deals.last:
        return f"seed:{deals.seed}-{deals.first}"
    missing = deals.last - deals.first + 1 - deals.deals
    exception = f" but for {missing:,}" if missing else ""
    return f"seed:{deals.seed}-{deals.first} to {deals.last}{exception}"


def histogram(deals_with: dict[int, int]) -> list[Bar]:
    """Return how many deals ended with how many cards left.

    Args:
        deals_with: the number of deals, by the number of cards left.
    """
    if not deals_with:
        return []
    most, width = max(deals_with), 1
    while most // width + 1 > _ROWS:
        width *= 2
    bars: list[Bar] = []
    for low in range(0, most + 1, width):
        deals = sum(deals_with.get(cards, 0) for cards in range(low, low + width))
        # No bar comes before the first that has a deal.
        if deals or bars:
            bars.append(Bar(low, low + width - 1, deals))
    return bars


def show(measurement: Measurement, terminal: Terminal) -> None:
    """Print what was asked, what came of it, and how far it can be trusted."""
    question, ranges, counts = measurement
    lines = [
        f"{question.game}, {question.rules}",
        f"player   {player_words(question)}",
        f"deals    {join_words(list(map(_range_words, ranges))) if ranges else 'none'}",
        f"code     {question.code}",
    ]
    if odds := claimed_odds(question):
        lines.append(f"claimed  {odds}, by the book")
    lines.append("")
    if not counts.deals:
        terminal.write_lines([*lines, "no deal has been played"])
        return
    for verdict in VERDICTS:
        number = counts.verdicts[verdict]
        if number or verdict in ("won", "lost") or (verdict == "undecided") == (question.player == SOLVER):
            lines.append(f"{verdict:10}{number:12,}{percent(number / counts.deals):>12}")
    share, interval = counts.share, counts.interval
    lines += ["", f"chance   {span(share)} of {deals_words(counts.deals)} won: {one_in_words(share)}"]
    lines.append(f"95 %     {span(interval)}: {one_in_words(interval)}")
    if counts.undecided:
        lines.append("         from the lower end with all undecided deals lost to the upper end with all of them won")
        lines.append(
            "limit    a deal is undecided once the search stops at a limit; leoni solve has none unless you set one"
        )
    lines.append(f"audit    {counts.audited:,} of {pluralize(counts.won, 'win')}, accepted by the strict replay")
    if max(counts.redeals, default=0):
        wins = [f"{counts.redeals[number]:,} after {number}" for number in range(max(counts.redeals) + 1)]
        lines.append(f"redeals  wins: {', '.join(wins)}")
    if bars := histogram(counts.left):
        fewest = ", the fewest ever" if question.player == SOLVER else ""
        lines += ["", f"cards left in deals that were not won{fewest}", *bar_lines(bars, terminal)]
    terminal.write_lines(lines)
