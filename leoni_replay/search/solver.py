"""The solver: finds a winning line with all cards known, or proves that there is none."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from functools import partial
from pkgutil import resolve_name
from typing import Final, Literal, NamedTuple

from leoni_replay.cards import PACK, PACK_SIZE
from leoni_replay.leoni_error import LeoniError
from leoni_replay.rules.numbers import DEAL_AGAIN, FACE_DOWN, FOUNDATIONS, KINDS, PLACES
from leoni_replay.rules.reasons import NO_ORDER, WRONG_ORDER
from leoni_replay.rules.table import Table
from leoni_replay.search.depth_first import FULL, LOST, OPEN, WON, Plan, PlanError, Search, VisitedPositions

Status = Literal["won", "lost", "undecided"]
Limit = Literal["", "nodes", "seconds", "memory"]

_FACE_UP: Final = bytes([card & ~FACE_DOWN for card in range(256)])

#: The number of positions searched before the clock is first read, and the seconds between two readings.
_STRIDE: Final = 500
_PAUSE: Final = 0.05
#: The bytes for a stored position, and the bits of the smallest memory.
_BYTES: Final = 12
_FEWEST_BITS: Final = 10


class Limits(NamedTuple):
    """The limits of a search; None for no limit.

    ``nodes`` is the maximum number of positions searched, ``seconds`` the maximum time, and ``memory`` the memory for
    visited positions in MB. All searches but the depth-first one use up to 1.5 times as much in addition, for the lines
    that lead to positions.
    """

    nodes: int | None = None
    seconds: float | None = None
    memory: int = 256


#: no limit but the memory of a small machine
NO_LIMITS: Final = Limits()


class Solution(NamedTuple):
    """The result of a search.

    Attributes:
        status: the outcome of the position, ``undecided`` if the search met a limit.
        line: the winning moves, as full numbers (``rules/numbers``); empty if none were found.
        nodes: the number of positions searched.
        seconds: the time.
        fewest: the minimum number of cards left that was reached. If the position is lost, fewer may be possible,
            because prunings leave out lines that don't win.
        limit: the limit that the search met.
        orders: the orders of the shuffled redeals in the line, with the numbers of the deals that they begin.
    """

    status: Status
    line: tuple[int, ...] = ()
    nodes: int = 0
    seconds: float = 0.0
    fewest: int = 0
    limit: Limit = ""
    orders: tuple[tuple[int, bytes], ...] = ()


def plan_of(table: Table) -> type[Plan]:
    """Return the class of the plan for a position: what a search tries in it.

    The class of the rules names it (``PLAN``); if it names none, the plan tries every legal move.

    Raises:
        PlanError: two prunings of the plan share a bit, or the number of one is not a single bit.
    """
    # A class derived from the rules of a game does not inherit their plan, so `getattr` would find too much.
    plan_name = vars(type(table)).get("PLAN")
    plan: type[Plan] = resolve_name(plan_name) if plan_name else Plan
    bits_in_use = 0
    for name, bit in plan.PRUNINGS.items():
        if not isinstance(bit, int) or bit < 1 or bit & (bit - 1) or bit & bits_in_use:
            raise PlanError(plan, f"PRUNINGS has {bit!r} for {name}: each name has a bit of its own, 1, 2, 4 …")
        bits_in_use |= bit
    return plan


def prunings_of(table: Table) -> tuple[str, ...]:
    """Return the names of the prunings that the plan for a position has."""
    return tuple(plan_of(table).PRUNINGS)


def make_memory(limits: Limits) -> VisitedPositions:
    """Make a memory for the visited positions of successive searches, as large as the limits allow and need.

    It has 2 to the power of ``bits`` slots. The bits grow while twice the memory is still allowed, unless the memory
    already has room for every position that may be searched.
    """
    bits = _FEWEST_BITS
    while _BYTES << bits + 1 <= limits.memory * 1_000_000:
        # The memory is full when three quarters of its slots are used.
        capacity = 3 << bits >> 2
        if limits.nodes is not None and capacity > limits.nodes:
            break
        bits += 1
    return VisitedPositions(bits)


def solve(
    table: Table,
    limits: Limits = NO_LIMITS,
    *,
    prunings: Collection[str] | None = None,
    must_play: bool = False,
    visited: VisitedPositions | None = None,
    kept_count: int = 0,
    progress: Callable[[Solution], None] | None = None,
    shuffle: Callable[[int, bytes], bytes] | None = None,
) -> Solution:
    """Search for a winning line from a position, until one is found, none is left to try, or a limit is met.

    Args:
        table: the position. The search plays on it and then takes its moves back, unless an exception is raised.
        limits: the limits of the search.
        prunings: the names of the prunings to use; None for all.
        must_play: whether a card that fits a foundation must be played before anything else. If so, prunings that could
            miss a win under this rule are not used.
        visited: the memory to use for visited positions; None to make one. All but the first ``kept_count`` positions
            in it are deleted first.
        kept_count: the number of positions to keep in memory, those stored first. They must be lost under the same
            rules and prunings: a search that found a position to be lost has stored only lost ones.
        progress: called about ten times a second with the result so far.
        shuffle: makes the order of a shuffled redeal. It takes the number of the deal and the cards in ascending order,
            and always returns the same order for the same cards. If None, only redeals with a written order
            (``Table.orders``) are possible.

    Returns:
        The status of the position: won with a line, lost, or undecided with the limit that the search met.

    Raises:
        LeoniError: the game has no such pruning.
    """
    plan = _make_plan(table, prunings, must_play)
    visited = visited or make_memory(limits)
    start_time = time.monotonic()
    orders_before = dict(table.orders)
    if shuffle is not None:
        table.orders.clear()
        plan.order = partial(_set_order, table, shuffle)
    start_ply = table.plies
    can_restore = True
    try:
        search = plan.search(visited, kept_count)
        limit = _run(search, limits, start_time, progress)
        solution = _solution_so_far(search, start_time)
        if search.state == WON:
            # The table also has orders of later redeals, which other lines have led to.
            orders = tuple((number, order) for number, order in sorted(table.orders.items()) if number <= table.deal)
            return solution._replace(status="won", line=tuple(search.line()), orders=orders)
        if search.state == LOST:
            return solution._replace(status="lost")
        return solution._replace(limit="memory" if search.state == FULL else limit)
    except BaseException:
        # An interrupt can come in the middle of a move, and half a move cannot be taken back.
        can_restore = False
        raise
    finally:
        while can_restore and table.plies > start_ply:
            table.unplay()
        table.orders = orders_before


def _run(
    search: Search, limits: Limits, start_time: float, progress: Callable[[Solution], None] | None
) -> Literal["", "nodes", "seconds"]:
    """Run a search until it is decided, or out of memory, or meets a limit; return the limit, empty if none.

    Args:
        search: the search.
        limits: its limits.
        start_time: when it began, by the monotonic clock.
        progress: called about ten times a second with the result so far.
    """
    report_time = now = start_time
    # The number of positions to search before the clock is read again.
    stride = _STRIDE
    while search.state == OPEN:
        last_time, now = now, time.monotonic()
        if limits.seconds is not None and now - start_time >= limits.seconds:
            return "seconds"
        if limits.nodes is not None and search.nodes >= limits.nodes:
            return "nodes"
        if progress is not None and now - report_time >= 0.1:
            report_time = now
            progress(_solution_so_far(search, start_time))
        # The stride is doubled or halved so that the clock is read about every _PAUSE seconds.
        if now - last_time < _PAUSE / 2:
            stride *= 2
        elif now - last_time > _PAUSE:
            stride = max(stride // 2, 1)
        search.run(stride if limits.nodes is None else min(stride, limits.nodes - search.nodes))
    return ""


def _solution_so_far(search: Search, start_time: float) -> Solution:
    """Return the result of a search that goes on: undecided, with the positions and the time that it took so far."""
    return Solution("undecided", (), search.nodes, time.monotonic() - start_time, search.fewest)


def _make_plan(table: Table, prunings: Collection[str] | None, must_play: bool) -> Plan:
    """Make the plan for a position; the arguments are as for ``solve``.

    Raises:
        LeoniError: the game has no such pruning.
    """
    plan_class = plan_of(table)
    bit_of = plan_class.PRUNINGS
    names = bit_of if prunings is None else prunings
    bits = 0
    for name in names:
        if name not in bit_of:
            raise LeoniError(f"there is no pruning `{name}` here; known are {', '.join(bit_of) or 'none'}")
        bits |= bit_of[name]
    # The proofs of the prunings need complete packs.
    if not _has_the_packs(table):
        bits = 0
    # Most proofs let a card that fits wait, so they fail where it must be played.
    if must_play:
        bits &= plan_class.KEPT_BY_MUST_PLAY
    plan = plan_class(table, bits)
    plan.must_play = must_play
    return plan


def _has_the_packs(table: Table) -> bool:
    """Whether a position has exactly the cards of its packs, all of them known.

    It may lack some, or have others, because a record can describe any position.
    """
    cards = bytearray(b"".join([table.cards_in(place) for place in range(PLACES) if table.size[place]]))
    for foundation in range(FOUNDATIONS, FOUNDATIONS + 4 * KINDS):
        kind, suit = divmod(foundation - FOUNDATIONS, 4)
        # In the compiled build, iterating over the view would lose an interrupt.
        ranks = bytes(table.ranks[16 * kind : 16 * kind + table.size[foundation]])
        cards += bytes([13 * suit + rank - 1 for rank in ranks])
    packs = bytes(PACK) * (table.cards // PACK_SIZE)
    return sorted(cards.translate(_FACE_UP)) == sorted(packs)


def _set_order(table: Table, shuffle: Callable[[int, bytes], bytes]) -> bool:
    """Set the order of the next shuffled redeal, if the cards can be dealt again now.

    Args:
        table: the position.
        shuffle: makes the order, from the number of the deal that it begins and the cards in ascending order.

    Returns:
        Whether the redeal is legal and has its order.
    """
    next_deal = table.deal + 1
    reason = table.why(DEAL_AGAIN)
    # These two come last, so nothing but the order stands in the way of the redeal.
    if reason in (NO_ORDER, WRONG_ORDER):
        table.orders[next_deal] = shuffle(next_deal, bytes(sorted(table.gathered())))
        return True
    return reason == 0 and next_deal in table.orders
