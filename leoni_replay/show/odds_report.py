"""``leoni odds``: what the verdicts on many deals come to, and how far they can be trusted."""

from __future__ import annotations

from math import isinf
from typing import TYPE_CHECKING, Final

from leoni_replay.odds.counts import VERDICTS, Interval, one_in
from leoni_replay.odds.measured import Measurement, claimed_odds
from leoni_replay.odds.question import SOLVER, Question
from leoni_replay.odds.results import DealRange
from leoni_replay.phrases import counted, listed
from leoni_replay.show.terminal import bars

if TYPE_CHECKING:
    from leoni_replay.show.terminal import Terminal

#: the most rows of the histogram
_ROWS: Final = 13


def percent(share: float, beside: float = 0.0) -> str:
    """Return a share in per cent, with more places where it, or what stands beside it, is small."""
    small = any(0 < one < 0.001 for one in (share, beside))
    return f"{100 * share:.{4 if small else 2}f} %"


def many(number: float) -> str:
    """Return the N of one in N, no more exact than it is worth."""
    return f"{number:,.0f}" if number >= 100 else f"{number:.1f}" if number >= 10 else f"{number:.2f}"


def deals_words(deals: int) -> str:
    return f"{deals:,} deal{'' if deals == 1 else 's'}"


def span(interval: Interval) -> str:
    """Return the bounds of a share."""
    low, high = percent(interval.low, interval.high), percent(interval.high, interval.low)
    return high if low == high else f"{low.removesuffix(' %')} to {high}"


def one_in_words(interval: Interval) -> str:
    """Return the chance as one in so many, in words."""
    rarest, often = one_in(interval.low), one_in(interval.high)
    if isinf(often):
        return "none"
    if isinf(rarest):
        return f"one in {many(often)} or fewer"
    return f"one in {many(often)}" + (f" to {many(rarest)}" if many(often) != many(rarest) else "")


def who(question: Question) -> str:
    """Return the player, and what limits him."""
    if question.player != SOLVER:
        return question.player
    limits = [f"{question.nodes:,} positions"] if question.nodes is not None else []
    limits += [f"{question.seconds:g} s"] if question.seconds is not None else []
    return f"{SOLVER}, {' and '.join(limits) or 'no limit of positions'} a deal, {question.memory:,} MB"


def _stretch(one: DealRange) -> str:
    if one.first == one.last:
        return f"seed:{one.seed}-{one.first}"
    missing = one.last - one.first + 1 - one.deals
    return f"seed:{one.seed}-{one.first} to {one.last}" + (f" but for {missing:,}" if missing else "")


def histogram(left: dict[int, int]) -> list[tuple[int, int, int]]:
    """Return how many deals ended with how many cards left: rows of the fewest, the most, and the deals."""
    if not left:
        return []
    most, width = max(left), 1
    while most // width + 1 > _ROWS:
        width *= 2
    rows = []
    for low in range(0, most + 1, width):
        rows.append((low, low + width - 1, sum(left.get(cards, 0) for cards in range(low, low + width))))
    while not rows[0][2]:
        del rows[0]
    return rows


def show(measured: Measurement, terminal: Terminal) -> None:
    """Print what was asked, what came of it, and how far it can be trusted."""
    question, seeds, counts = measured
    lines = [
        f"{question.game}, {question.rules}",
        f"player   {who(question)}",
        f"deals    {listed([_stretch(one) for one in seeds]) if seeds else 'none'}",
        f"code     {question.code}",
    ]
    if book := claimed_odds(question):
        lines.append(f"claimed  {book}, by the book")
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
    lines.append(f"audit    {counts.audited:,} of {counted(counts.won, 'win')}, accepted by the strict replay")
    if max(counts.redeals, default=0):
        wins = [f"{counts.redeals[n]:,} after {n}" for n in range(max(counts.redeals) + 1)]
        lines.append(f"redeals  wins: {', '.join(wins)}")
    if rows := histogram(counts.left):
        fewest = ", the fewest ever" if question.player == SOLVER else ""
        lines += ["", f"cards left in deals that were not won{fewest}", *bars(rows, terminal)]
    terminal.write_lines(lines)
