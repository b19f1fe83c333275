"""What a player may ask for: a hint from the solver, a review, and the plays that can do no harm."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeAlias

from leoni_replay.cards import DOWN, GAP, UNKNOWN
from leoni_replay.commands import Command
from leoni_replay.deals import difference
from leoni_replay.games.faults import fault_in
from leoni_replay.games.steps import Position
from leoni_replay.play.session import Session
from leoni_replay.search.search import LOST, WON, Search, Seen
from leoni_replay.search.solver import Limits, Solution, plan_of, prunings_of, solve
from leoni_replay.solving.reviewed import NODES, Review, Reviewed, refused
from leoni_replay.solving.search import NotSearched, ordered, searcher
from leoni_replay.words import counted

#: What a hint may cost: how many tables are looked at, for how many seconds, remembered in how many million bytes.
LIMITS: Final = Limits(nodes=50_000, seconds=5, memory=16)
#: What a review may cost at each table, and for how many seconds it goes on.
REVIEW: Final = Limits(nodes=NODES, seconds=5, memory=16)
SECONDS: Final = 30.0

#: The prunings that say of one play that it need not be weighed against any other (docs/searching.md).
_HARMLESS: Final = ("bound", "safe")


class Hint(NamedTuple):
    """A move that is proposed, if there is one, and what can be said of it."""

    move: Command | None
    words: str


#: What the solver has found out for a player.
Advice: TypeAlias = Hint | Reviewed


def asked(session: Session) -> Callable[[], Hint]:
    """What a session asks of the solver, on a table of its own, so that it can be found out beside the game."""
    position = session.play.position
    if session.unknown:
        return lambda: Hint(None, "the solver has to know all cards")
    if _not_whole(session, position):
        return lambda: Hint(None, "this is not the whole pack, and the game cannot be won")
    order = ordered(session.play.deal, position.orders)

    def ask() -> Hint:
        try:
            return find()
        except Exception as error:
            if (fault := fault_in(error)) is None:
                raise
            return Hint(None, str(fault))

    def find() -> Hint:
        solution = solve(position.table, LIMITS, shuffle=order if session.game.written_redeals else None)
        if solution.status == "won" and solution.line:
            move = position.vocabulary.command_of(solution.line[0])
            words = (
                f"the game can be won from here, in {counted(len(solution.line), 'move')} (the solver sees every card)"
            )
            return Hint(move, words)
        if solution.status == "lost":
            return Hint(None, "the game cannot be won any more (the solver sees every card)")
        return Hint(
            None,
            f"the solver found no win in {counted(solution.nodes, 'position')}; there may still be one",
        )

    return ask


def reviewed(session: Session, over: Callable[[], bool]) -> Callable[[], Reviewed]:
    """What a review of the game so far finds, on tables of its own, so that it can be found out beside the game.

    Args:
        session: the game.
        over: whether nobody waits for it any more.
    """
    record = session.transcript()

    def ask() -> Reviewed:
        try:
            made = searcher(record, limits=REVIEW)
        except NotSearched as error:
            return refused(error)
        review, until = Review(made), time.monotonic() + SECONDS

        def tell(move: int, solution: Solution) -> None:
            if over() or time.monotonic() > until:
                raise _BrokenOff

        try:
            review.go(tell)
        except (_BrokenOff, KeyboardInterrupt):
            return review.reviewed("interrupt")
        except Exception as error:
            if (fault := fault_in(error)) is None:
                raise
            return refused(NotSearched(made.replay, str(fault)))
        return review.reviewed()

    return ask


class _BrokenOff(Exception):
    """A review has taken long enough."""


def harmless(session: Session) -> Command | None:
    """A play of which the rules prove that it can do no harm: if any move leads to a win from here, it does. None if
    none is proved to."""
    position = session.play.position
    table = position.table
    names = [name for name in prunings_of(table) if name in _HARMLESS]
    if not names or session.unknown or position.odd or _not_whole(session, position):
        return None
    made = plan_of(table)
    bits = sum(made.PRUNINGS[name] for name in names)
    begun = table.plies
    # What is played before anything is tried is the one thing to do.
    search = Search(made(table, bits), Seen(10))
    played, state = search.line(), search.state
    if not played and state not in (WON, LOST):
        search.go(1)
        played = search.line()
        _back(position, begun)
        if not played or not _only(position, made(table, bits), played[0]):
            return None
    _back(position, begun)
    move = position.vocabulary.command_of(played[0]) if played else None
    # To turn up a card where nothing else can be done is no play.
    return move if move is not None and move.dest in ("^", "v") and move.source not in ("exile", "deal") else None


def _only(position: Position, plan: Any, code: int) -> bool:
    """Whether a search tries one move and no other: nothing is left to look at once its table is known."""
    table = position.table
    begun = table.plies
    seen = Seen(10)
    table.play(code)
    if table.won():
        table.unplay()
        return True
    seen.add(table.key())
    table.unplay()
    search = Search(plan, seen, 1)
    only = search.go(2) == LOST
    _back(position, begun)
    return only


def _back(position: Position, plies: int) -> None:
    while position.table.plies > plies:
        position.table.unplay()


def _not_whole(session: Session, position: Position) -> bool:
    """Whether a table is not the whole pack, of which all that is proved speaks."""
    cards = [card & ~DOWN for pile in position.places.values() for card in pile if card != GAP]
    return UNKNOWN in cards or difference(cards, list(range(52)) * session.game.packs) != ([], [])
