"""Whether a table can be won, with all cards known: a line that wins, or the certainty that there is none."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from functools import partial
from pkgutil import resolve_name
from typing import Final, Literal, NamedTuple

from leoni_replay.rules.numbers import DEAL_AGAIN, FACE_DOWN, FOUNDATIONS, KINDS, PLACES
from leoni_replay.rules.reasons import NO_ORDER, WRONG_ORDER
from leoni_replay.rules.table import Table
from leoni_replay.search.search import FULL, LOST, OPEN, Plan, Seen

Status = Literal["won", "lost", "undecided"]
Limit = Literal["", "nodes", "seconds", "memory"]

_FACE_UP: Final = bytes([card & ~FACE_DOWN for card in range(256)])

#: How many tables are looked at before the first look at the clock, and how many seconds may pass between two.
_STRIDE: Final = 500
_PAUSE: Final = 0.05
#: A remembered table takes 12 bytes; so many bits are the least that is worth while.
_BYTES: Final = 12
_FEWEST_BITS: Final = 10


class Limits(NamedTuple):
    """What a search may use; None for as much as it wants.

    ``nodes`` is how many tables it looks at, ``seconds`` how long it takes, and ``memory`` how many million bytes it
    remembers tables in. A search that goes on from the best table (``search/best``), or from the starts of the last
    deal, takes up to one and a half times as much besides, for the ways that lead to them.
    """

    nodes: int | None = None
    seconds: float | None = None
    memory: int = 256


#: as long as it takes, in as much memory as a small machine has to spare
NO_LIMITS: Final = Limits()


class Solution(NamedTuple):
    """What a search has come to.

    ``status`` is what can be made of the table, ``undecided`` if the search met a limit: ``limit`` says which.
    ``line`` is the moves that win, as numbers in full (``rules/numbers``), empty unless there are some. ``nodes`` and
    ``seconds`` are what it took, and ``fewest`` is the fewest cards that were ever left. Where no line wins, that is no
    promise that fewer cannot be left: lines that do not win are left out, however far they get. ``orders`` are those of
    the shuffled redeals in the line, each with the number of the deal that it begins.
    """

    status: Status
    line: tuple[int, ...] = ()
    nodes: int = 0
    seconds: float = 0.0
    fewest: int = 0
    limit: Limit = ""
    orders: tuple[tuple[int, bytes], ...] = ()


def plan_of(table: Table) -> type[Plan]:
    """What is tried at such a table, as the class of its rules names it; every legal move if it names nothing."""
    name = vars(type(table)).get("PLAN")
    plan: type[Plan] = resolve_name(name) if name else Plan
    return plan


def prunings_of(table: Table) -> tuple[str, ...]:
    """The names of what a search of such a table can leave out without missing a win."""
    return tuple(plan_of(table).PRUNINGS)


def make_memory(limits: Limits) -> Seen:
    """A memory for searches, one after the other: as large as the limits allow, and no larger than they need."""
    bits = _FEWEST_BITS
    while _BYTES << bits + 1 <= limits.memory * 1_000_000:
        if limits.nodes is not None and 3 << bits >> 2 > limits.nodes:
            break
        bits += 1
    return Seen(bits)


def solve(
    table: Table,
    limits: Limits = NO_LIMITS,
    *,
    prunings: Collection[str] | None = None,
    must_play: bool = False,
    seen: Seen | None = None,
    kept: int = 0,
    progress: Callable[[Solution], None] | None = None,
    shuffle: Callable[[int, bytes], bytes] | None = None,
) -> Solution:
    """Look for a line that wins.

    Args:
        table: where it begins; it stands as it stood afterwards, unless an exception is raised.
        limits: what the search may use.
        prunings: which prunings are used, by name; None for all of them.
        must_play: whether a card that fits a foundation must be played before anything else is done; prunings that
            could miss a win then are not used.
        seen: a memory to use; what is in it is forgotten, but for what is kept. None to make one.
        kept: how many of the tables that are remembered are kept: a search under the same rules and prunings that found
            a table to be lost has left there, in the order in which it came to them, nothing but lost tables.
        progress: called about ten times a second with what is known so far.
        shuffle: shuffles for a redeal, where the rules say so: takes the number of the deal that begins and the cards
            in ascending order, and returns them in the order to be dealt, always the same for the same cards. None if
            nothing is known of orders but those that are written (``Table.orders``): no other such redeal is possible.

    Raises:
        ValueError: there is no such pruning for this game.
    """
    made = plan_of(table)
    named = made.PRUNINGS
    wanted = named if prunings is None else prunings
    for name in wanted:
        if name not in named:
            raise ValueError(f"there is no pruning `{name}` here; known are {', '.join(named) or 'none'}")
    # What is left out is argued from the packs: a table with other cards is searched in full.
    bits = sum(named[name] for name in dict.fromkeys(wanted)) if _has_the_packs(table) else 0
    plan = made(table, bits & made.KEPT_BY_MUST_PLAY if must_play else bits)
    plan.must_play = must_play
    seen = seen or make_memory(limits)
    begun = time.monotonic()
    written = dict(table.orders)
    if shuffle is not None:
        table.orders.clear()
        plan.order = partial(_order, table, shuffle)
    plies = table.plies
    shown = now = begun
    stride = _STRIDE
    try:
        search = plan.search(seen, kept)

        def come_to(status: Status, limit: Limit = "") -> Solution:
            return Solution(status, (), search.nodes, time.monotonic() - begun, search.fewest, limit)

        while search.state == OPEN:
            before, now = now, time.monotonic()
            if limits.seconds is not None and now - begun >= limits.seconds:
                return come_to("undecided", "seconds")
            if limits.nodes is not None and search.nodes >= limits.nodes:
                return come_to("undecided", "nodes")
            if progress is not None and now - shown >= 0.1:
                shown = now
                progress(come_to("undecided"))
            if now - before < _PAUSE / 2:
                stride *= 2
            elif now - before > _PAUSE:
                stride = max(stride // 2, 1)
            search.go(stride if limits.nodes is None else min(stride, limits.nodes - search.nodes))
        if search.state == FULL:
            return come_to("undecided", "memory")
        if search.state == LOST:
            return come_to("lost")
        orders = tuple((number, order) for number, order in sorted(table.orders.items()) if number <= table.deal)
        return come_to("won")._replace(line=tuple(search.line()), orders=orders)
    except BaseException:
        # An interrupt can come in the middle of a move, which cannot be taken back then.
        plies = table.plies
        raise
    finally:
        while table.plies > plies:
            table.unplay()
        table.orders = written


def _has_the_packs(table: Table) -> bool:
    """Whether a table has just the cards of its packs: all are known, none is missing, and none is one too many."""
    cards = bytearray(b"".join([table.cards_in(place) for place in range(PLACES) if table.size[place]]))
    for foundation in range(FOUNDATIONS, FOUNDATIONS + 4 * KINDS):
        kind, suit = divmod(foundation - FOUNDATIONS, 4)
        # An interrupt that comes while a view of a compiled table is iterated over is lost: its bytes are taken first.
        ranks = bytes(table.ranks[16 * kind : 16 * kind + table.size[foundation]])
        cards += bytes([13 * suit + rank - 1 for rank in ranks])
    return bytes(sorted(cards.translate(_FACE_UP))) == bytes(sorted(bytes(range(52)) * (table.cards // 52)))


def _order(table: Table, shuffle: Callable[[int, bytes], bytes]) -> bool:
    """Set the order of the next redeal, if it is one that is shuffled, and can be made now; returns whether it is."""
    number = table.deal + 1
    reason = table.why(DEAL_AGAIN)
    if reason in (NO_ORDER, WRONG_ORDER):
        table.orders[number] = shuffle(number, bytes(sorted(table.gathered())))
        return True
    return reason == 0 and number in table.orders
