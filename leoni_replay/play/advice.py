"""Help for a player: a hint from the solver, a review, and plays that can do no harm."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeAlias

from leoni_replay.cards import DOWN, GAP, UNKNOWN
from leoni_replay.commands import Move
from leoni_replay.deals import difference
from leoni_replay.games.faults import fault_in
from leoni_replay.games.game import Position
from leoni_replay.phrases import counted
from leoni_replay.play.session import Session
from leoni_replay.rules.numbers import ON_DOWN, ON_UP
from leoni_replay.search.depth_first import LOST, WON, Search, VisitedPositions
from leoni_replay.search.players import play
from leoni_replay.search.solver import Limits, Solution, plan_of, prunings_of, solve
from leoni_replay.solving.review import NODES, Review, Reviewed, report_refusal
from leoni_replay.solving.searcher import CannotSearch, make_searcher, make_shuffle

#: The limits of a hint: positions searched, seconds, and memory in MB.
LIMITS: Final = Limits(nodes=50_000, seconds=5, memory=16)
#: The limits of a review for each position, and in seconds for all of it.
REVIEW: Final = Limits(nodes=NODES, seconds=5, memory=16)
SECONDS: Final = 30.0

#: The limits of a proof that the plays that are left don't win.
_CLOSING: Final = Limits(nodes=1000, memory=1)

#: The prunings that prove that a play need not be compared with any other (docs/dev/search.md).
_SAFE: Final = ("bound", "safe")


class Hint(NamedTuple):
    """A proposed move and a remark about it.

    Attributes:
        move: none only if the solver was interrupted, or a game from outside has a fault.
        lost: whether the game cannot be won, which matters more than the move.
    """

    move: Move | None
    words: str
    lost: bool = False


#: The solver's answer to a player.
Advice: TypeAlias = Hint | Reviewed


def hint_function(session: Session) -> Callable[[], Hint]:
    """Return a function that proposes one of the legal moves, on a copy, so that the game can go on meanwhile."""
    begun, position, moves = session.game_in_play.at(0), session.game_in_play.position, session.choices()
    # Plays come before all other moves where nothing can be searched.
    first = next((move for move in moves if move.dest in ("^", "v")), moves[0])
    if len(moves) == 1:
        return lambda: Hint(first, "it is the only move")
    if session.has_unknown_cards:
        return lambda: Hint(first, "it may not be the best move: some cards are unknown")
    if _is_incomplete(session, position):
        return lambda: Hint(first, "the game cannot be won, because this is not the whole pack", lost=True)
    shuffle = make_shuffle(session.game_in_play.deal, position.orders) if session.game.written_redeals else None

    def ask() -> Hint:
        try:
            return find()
        except Exception as error:
            if (fault := fault_in(error)) is None:
                raise
            return Hint(None, str(fault))

    def find() -> Hint:
        solution = solve(position.table, LIMITS, shuffle=shuffle)
        # Without a win, do what a sensible player does.
        line = solution.line or play(position.table, "sensible", "hint", shuffle=shuffle).line
        move = position.game.vocabulary.command_of(line[0]) if line else first
        if solution.status == "won":
            length = counted(len(line), "move")
            return Hint(move, f"the game can be won from here, in {length} (the computer sees every card)")
        if solution.status == "lost":
            words = "this deal cannot be won (the computer sees every card)"
            if solve(begun.table, LIMITS, shuffle=shuffle).status != "lost":
                words = "the game cannot be won any more: undo, or give up and ask whether it could have been won"
            return Hint(move, words, lost=True)
        return Hint(move, "a sensible player would do this; the computer found no way to win, but there may be one")

    return ask


def review_function(session: Session, over: Callable[[], bool]) -> Callable[[], Reviewed]:
    """Return a function that reviews the game so far. It works on copies of the positions, so the game can go on
    meanwhile.

    Args:
        session: the game.
        over: returns whether the review is no longer wanted.
    """
    record = session.transcript()

    def ask() -> Reviewed:
        try:
            searcher = make_searcher(record, limits=REVIEW)
        except CannotSearch as error:
            return report_refusal(error)
        review, until = Review(searcher), time.monotonic() + SECONDS

        def tell(move: int, solution: Solution) -> None:
            if over() or time.monotonic() > until:
                raise _BrokenOff

        try:
            review.narrow(tell)
            review.run(tell)
        except (_BrokenOff, KeyboardInterrupt):
            return review.result("interrupt")
        except Exception as error:
            if (fault := fault_in(error)) is None:
                raise
            return report_refusal(CannotSearch(searcher.replay, str(fault)))
        return review.result()

    return ask


class _BrokenOff(Exception):
    """Raised to stop a review that has taken long enough."""


def closing_plays(session: Session) -> list[Move]:
    """Return the plays to the foundations that end a decided game: those that win, if they are all that is left to do,
    or those that are left in a game that cannot be won any more. None if nothing is decided, or cards are hidden."""
    position = session.visible_position
    if position.odd or any(card >= DOWN for pile in position.places.values() for card in pile):
        return []
    table, plays, others = position.table, [], False
    while not table.won():
        codes = position.move_numbers()
        fitting = [code for code in codes if code & 255 in (ON_UP, ON_DOWN)]
        others = others or len(fitting) < len(codes)
        if not fitting:
            break
        plays.append(position.game.vocabulary.command_of(fitting[0]))
        table.play(fitting[0])
    won = table.won()
    _back(position, table.plies - len(plays))
    if won or (plays and not others and solve(table, _CLOSING).status == "lost"):
        return plays
    return []


def safe_play(session: Session) -> Move | None:
    """Return a play that never turns a position that can be won into a lost one; None if none is proved so."""
    moves = session.choices()
    if len(moves) == 1 and _is_play(moves[0]):
        return moves[0]
    position = session.game_in_play.position
    table = position.table
    names = [name for name in prunings_of(table) if name in _SAFE]
    if not names or session.has_unknown_cards or position.odd or _is_incomplete(session, position):
        return None
    plan = plan_of(table)
    bits = sum(plan.PRUNINGS[name] for name in names)
    begun = table.plies
    # A move that the search makes before it tries anything is the only one needed.
    search = Search(plan(table, bits), VisitedPositions(10))
    played, state = search.line(), search.state
    if not played and state not in (WON, LOST):
        search.run(1)
        played = search.line()
        _back(position, begun)
        if not played or not _only(position, plan(table, bits), played[0]):
            return None
    _back(position, begun)
    move = position.game.vocabulary.command_of(played[0]) if played else None
    return move if move is not None and _is_play(move) else None


def _is_play(move: Move) -> bool:
    """Whether a move plays a card to a foundation. Turning it up because nothing else is possible is not a play."""
    return move.dest in ("^", "v") and move.source not in ("exile", "deal")


def _only(position: Position, plan: Any, code: int) -> bool:
    """Whether a search tries only one move: nothing is left to search once the position after it is known."""
    table = position.table
    begun = table.plies
    seen = VisitedPositions(10)
    table.play(code)
    if table.won():
        table.unplay()
        return True
    seen.add(table.key())
    table.unplay()
    search = Search(plan, seen, 1)
    only = search.run(2) == LOST
    _back(position, begun)
    return only


def _back(position: Position, plies: int) -> None:
    while position.table.plies > plies:
        position.table.unplay()


def _is_incomplete(session: Session, position: Position) -> bool:
    """Whether cards of the packs are missing or unknown. The proofs hold only for complete packs."""
    cards = [card & ~DOWN for pile in position.places.values() for card in pile if card != GAP]
    return UNKNOWN in cards or difference(cards, list(range(52)) * session.game.packs) != ([], [])
