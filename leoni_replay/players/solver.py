"""Whether a table can be won, with all cards known: a line that wins, or the certainty that there is none."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from typing import Final, Literal, NamedTuple

from leoni_replay.rules.anna import Anna
from leoni_replay.rules.labyrinth import Labyrinth
from leoni_replay.rules.martha import Martha
from leoni_replay.rules.rug import Rug
from leoni_replay.rules.search import FULL, LOST, OPEN, WON, Plan, Search, Seen
from leoni_replay.rules.search_anna import AnnaPlan
from leoni_replay.rules.search_labyrinth import LabyrinthPlan
from leoni_replay.rules.search_martha import MarthaPlan
from leoni_replay.rules.search_rug import RugPlan
from leoni_replay.rules.search_weaving import WeavingPlan
from leoni_replay.rules.table import Table
from leoni_replay.rules.weaving import Weaving

Status = Literal["won", "lost", "undecided"]

#: what is tried at the tables of a game; every legal move at those of others
PLANS: Final[dict[type[Table], type[Plan]]] = {Weaving: WeavingPlan, Labyrinth: LabyrinthPlan, Martha: MarthaPlan, Anna: AnnaPlan, Rug: RugPlan}

#: How many tables are looked at between two looks at the clock.
_STRIDE: Final = 20_000
#: A remembered table takes 12 bytes; so many bits are the least that is worth while.
_BYTES: Final = 12
_FEWEST_BITS: Final = 10


class Limits(NamedTuple):
    """What a search may use; None for as much as it wants.

    ``nodes`` is how many tables it looks at, ``seconds`` how long it takes, and ``memory`` how many million bytes it
    remembers tables in.
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
    ``seconds`` are what it took, and ``fewest`` is the fewest cards that were ever left.
    """

    status: Status
    line: tuple[int, ...] = ()
    nodes: int = 0
    seconds: float = 0.0
    fewest: int = 0
    limit: Literal["", "nodes", "seconds", "memory"] = ""


def prunings_of(table: Table) -> tuple[str, ...]:
    """The names of what a search of such a table can leave out without missing a win."""
    return tuple(PLANS.get(type(table), Plan).PRUNINGS)


def make_memory(limits: Limits) -> Seen:
    """A memory for searches, one after the other: as large as the limits allow."""
    bits = _FEWEST_BITS
    while _BYTES << bits + 1 <= limits.memory * 1_000_000:
        bits += 1
    return Seen(bits)


def solve(
    table: Table,
    limits: Limits = NO_LIMITS,
    *,
    prunings: Collection[str] | None = None,
    seen: Seen | None = None,
    progress: Callable[[Solution], None] | None = None,
) -> Solution:
    """Look for a line that wins.

    Args:
        table: where it begins; it stands as it stood afterwards.
        limits: what the search may use.
        prunings: which prunings are used, by name; None for all of them.
        seen: a memory to use; what is in it is forgotten. None to make one.
        progress: called about ten times a second with what is known so far.

    Raises:
        ValueError: there is no such pruning for this game.
    """
    known = PLANS.get(type(table), Plan).PRUNINGS
    wanted = known if prunings is None else prunings
    for name in wanted:
        if name not in known:
            raise ValueError(f"there is no pruning `{name}` here; known are {', '.join(known) or 'none'}")
    begun = time.monotonic()
    search = Search(
        PLANS.get(type(table), Plan)(table, sum(known[name] for name in wanted)), seen or make_memory(limits)
    )

    def so_far(limit: Literal["", "nodes", "seconds", "memory"]) -> Solution:
        seconds = time.monotonic() - begun
        if search.state == WON:
            return Solution("won", tuple(search.line()), search.nodes, seconds, search.fewest)
        status: Status = "lost" if search.state == LOST else "undecided"
        return Solution(status, (), search.nodes, seconds, search.fewest, limit)

    limit: Literal["", "nodes", "seconds", "memory"] = ""
    told = begun
    try:
        while search.state == OPEN:
            now = time.monotonic()
            if limits.seconds is not None and now - begun >= limits.seconds:
                limit = "seconds"
                break
            left = _STRIDE if limits.nodes is None else limits.nodes - search.nodes
            if left <= 0:
                limit = "nodes"
                break
            if progress is not None and now - told >= 0.1:
                told = now
                progress(so_far(""))
            search.go(min(left, _STRIDE))
        if search.state == FULL:
            limit = "memory"
        return so_far(limit)
    finally:
        while table.plies > search.begun:
            table.unplay()
