"""Help for a player: a hint from the solver, a review, and plays that can do no harm."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from leoni_replay.cards import DOWN, GAP, PACK, UNKNOWN
from leoni_replay.commands import REVERSALS, Move
from leoni_replay.deals import difference
from leoni_replay.games import make_game
from leoni_replay.games.faults import fault_in
from leoni_replay.games.game import Position
from leoni_replay.games.sheet import guide, winnable
from leoni_replay.phrases import pluralize
from leoni_replay.play.hint_reasons import hint_reasons
from leoni_replay.play.session import Session
from leoni_replay.rules.numbers import ON_DOWN, ON_UP
from leoni_replay.search.depth_first import LOST, WON, Search, VisitedPositions
from leoni_replay.search.players import play
from leoni_replay.search.solver import Limits, Solution, plan_of, prunings_of, solve
from leoni_replay.solving.review import SECONDS, Review, Reviewed, report_refusal
from leoni_replay.solving.searcher import CannotSearch, make_searcher, make_shuffle

#: How many positions a hint searches.
HINT_NODES: Final = 50_000
#: The limits of a hint: positions searched, seconds, and memory in MB.
LIMITS: Final = Limits(nodes=HINT_NODES, seconds=5, memory=16)
#: The positions in which a win from the deal is found of the deals that are offered as winnable (tests/winnable.py).
_WINNABLE_NODES: Final = 20_000
#: The limits of a review.
REVIEW_LIMITS: Final = Limits(seconds=SECONDS, memory=64)

#: The seconds between two reports on how far a review is.
_REPORT_PAUSE: Final = 1.0

#: The limits of a proof that the plays that are left don't win.
_CLOSING_LIMITS: Final = Limits(nodes=1000, memory=1)

#: The prunings that prove that a play need not be compared with any other (docs/dev/search.md).
_SAFE_PRUNINGS: Final = ("bound", "safe")


class Hint(NamedTuple):
    """A proposed move and a remark about it.

    Attributes:
        move: none only if the solver was interrupted, or a game from outside has a fault.
        lost: whether the game cannot be won, which matters more than the move.
        reasons: what the move is good for, in sentences.
        wins: whether the game can be won from here.
        is_only: whether no other move is legal, so that nothing else is to be said.
    """

    move: Move | None
    words: str
    lost: bool = False
    reasons: Sequence[str] = ()
    wins: bool = False
    is_only: bool = False


#: The solver's answer to a player.
Advice: TypeAlias = Hint | Reviewed


def hint_without_search(session: Session, *, is_choice: bool = False) -> Hint | None:
    """Return a hint that takes no search; None if it takes one.

    Args:
        session: the game, in which moves are legal.
        is_choice: whether a card has been turned up that can go to several places, so that one has to be proposed.
    """
    moves = session.choices()
    if len(moves) == 1 and not is_choice:
        return Hint(moves[0], _remark_on_only_move(session, moves[0]), is_only=True)
    if session.has_unknown_cards:
        return Hint(_first_move(session), "it may not be the best move: some cards are unknown")
    if _is_incomplete(session, session.game_in_play.position):
        words = "the game cannot be won, because this is not the whole pack"
        return Hint(_first_move(session), words, lost=True)
    win = _known_win(session)
    return _winning_hint(session.game_in_play.position, win) if win else None


def _first_move(session: Session) -> Move:
    """Return the first of the legal moves: plays come before all others."""
    moves = session.choices()
    plays = [move for move in moves if move.dest in ("^", "v")]
    return (plays or moves)[0]


def hint_function(session: Session) -> Callable[[], Hint]:
    """Return a function that searches for the best of the legal moves, on a copy, so that the game can go on
    meanwhile."""
    dealt_position, position, first_move = (
        session.game_in_play.at(0),
        session.game_in_play.position,
        _first_move(session),
    )
    shuffle = make_shuffle(session.game_in_play.deal, position.orders) if session.game.written_redeals else None
    last_move = session.cursor

    def ask() -> Hint:
        """Return the hint, and remember a win; if a game from outside has a fault, return that in place of the hint."""
        try:
            hint = find_hint()
        except Exception as error:
            fault = fault_in(error)
            if fault is None:
                raise
            return Hint(None, str(fault))
        if hint.wins:
            session.winnable_nodes.add(last_move)
        return hint

    def find_hint() -> Hint:
        """Search from the position, and from the deal if the position is lost."""
        solution = solve(position.table, LIMITS, shuffle=shuffle)
        # Without a win, do what a sensible player does.
        line = (
            without_detours(position, solution.line) or play(position.table, "sensible", "hint", shuffle=shuffle).line
        )
        moves = [position.game.vocabulary.command_of(number) for number in line] or [first_move]
        move = moves[0]
        if solution.status == "won":
            return _winning_hint(position, moves)
        if solution.status != "lost":
            words = "a sensible player would do this; the computer found no way to win, but there may be one"
            return Hint(move, words, reasons=hint_reasons(position, moves))
        if solve(dealt_position.table, LIMITS, shuffle=shuffle).status == "lost":
            return Hint(move, "this deal cannot be won (the computer sees every card)", lost=True)
        words = "the game cannot be won any more: undo, or give up and ask whether it could have been won"
        return Hint(move, words, lost=True)

    return ask


def without_detours(position: Position, line: Sequence[int]) -> Sequence[int]:
    """Return a line that wins without the detours of cards that it plays to one foundation, and later moves over to the
    other: they go there at once where the rest of the line still wins.

    Args:
        position: where the line begins; it stays as it is.
        line: its moves, as full numbers (``rules/numbers``).
    """
    if position.game.written_redeals:
        # Another line may deal again in another order.
        return line
    numbers, index = list(line), 0
    while index < len(numbers):
        shorter_line = _without_detour(position, numbers, index)
        if shorter_line is None:
            index += 1
        else:
            numbers = shorter_line
    return numbers


def _without_detour(position: Position, numbers: list[int], index: int) -> list[int] | None:
    """Return a line without one of its moves, which moves a card over from the foundation that it was played to; None
    if it is no such move, or the line doesn't win without it.

    Args:
        position: where the line begins.
        numbers: the moves of the line.
        index: the index of the move.
    """
    game = position.game
    reversal = game.vocabulary.command_of(numbers[index])
    if reversal.dest not in REVERSALS:
        return None
    first_way, second_way = reversal.dest[0], reversal.dest[1]
    moves_before = [game.vocabulary.command_of(number) for number in numbers[:index]]
    plays = [number for number, move in enumerate(moves_before) if (move.card, move.dest) == (reversal.card, first_way)]
    if not plays:
        return None
    last_play = plays[-1]
    number = game.number_of(moves_before[last_play]._replace(dest=second_way))
    if number is None:
        return None
    line = [*numbers[:last_play], number, *numbers[last_play + 1 : index], *numbers[index + 1 :]]
    return line if _wins(position, line) else None


def _wins(position: Position, line: Sequence[int]) -> bool:
    """Whether the moves of a line are legal from a position, and win."""
    trial = position.copy()
    for number in line:
        if trial.table.why(number):
            return False
        trial.play(number)
    return trial.won()


def _winning_hint(position: Position, moves: Sequence[Move]) -> Hint:
    """Return the hint to play the first of some moves that win."""
    words = f"the game can be won from here, in {pluralize(len(moves), 'move')} (the computer sees every card)"
    return Hint(moves[0], words, reasons=hint_reasons(position, moves), wins=True)


def _known_win(session: Session) -> list[Move]:
    """Return the moves that win a guided deal from here, if the game is at a position on the way to the win that its
    guide knows; empty otherwise."""
    name, game_guide = session.game.name, guide(session.game.name)
    if game_guide is None or session.game_in_play.deal != game_guide.deal:
        return []
    if str(session.game.rules) != str(make_game(name).rules):
        return []
    key = session.game_in_play.position.key
    position = session.game_in_play.at(0)
    moves = [session.parse_command(text)[0] for text in game_guide.winning_line]
    for number, move in enumerate(moves):
        if position.key == key:
            return moves[number:]
        position.play_command(move)
    return []


def _remark_on_only_move(session: Session, move: Move) -> str:
    """Return a remark on the one legal move. What only leads back is not called the only one: the player can also give
    up."""
    if _leads_back(session, move):
        return "it leads back to a position that the game has had, and no other move is legal"
    if move.dest not in REVERSALS:
        return "it is the only move"
    effect = "it frees a card" if session.freeing_reversals() else "it frees no card"
    return f"{effect}, and no other move is legal"


def _leads_back(session: Session, move: Move) -> bool:
    """Whether a move leads to a position that the game has had. At a real table, that is not known."""
    if session.has_unknown_cards:
        return False
    game_in_play = session.game_in_play.copy()
    try:
        game_in_play.push(move)
    except ValueError:
        # Its card lies face down: it has not been played before.
        return False
    key = game_in_play.position.key
    while game_in_play.moves:
        game_in_play.pop()
        if game_in_play.position.key == key:
            return True
    return False


def review_function(
    session: Session, is_over: Callable[[], bool], report: Callable[[str], None]
) -> Callable[[], Reviewed]:
    """Return a function that reviews the game so far. It works on copies of the positions, so the game can go on
    meanwhile.

    Args:
        session: the game.
        is_over: returns whether the review is no longer needed.
        report: told about once a second how far the review is, in a sentence; an empty text at the end.
    """
    record = session.transcript()
    moves_played = [session.root, *session.cursor.path()]
    winnable_positions = {
        number: HINT_NODES for number, node in enumerate(moves_played) if node in session.winnable_nodes
    }
    if _is_known_winnable(session):
        winnable_positions[0] = _WINNABLE_NODES

    def ask() -> Reviewed:
        """Return the review, as far as it got in the time."""
        try:
            searcher = make_searcher(record, limits=REVIEW_LIMITS)
        except CannotSearch as error:
            return report_refusal(error)
        review = Review(searcher)
        report_time = time.monotonic()

        def break_off_or_report(move: int, solution: Solution) -> None:
            nonlocal report_time
            if is_over():
                raise _BrokenOff
            if time.monotonic() - report_time >= _REPORT_PAUSE:
                report_time = time.monotonic()
                undecided, positions = len(review.undecided()), pluralize(len(review.outlooks), "position")
                report(f"{undecided} of {positions} {'is' if undecided == 1 else 'are'} still undecided.")

        try:
            review.run(break_off_or_report, winnable=winnable_positions)
        except (_BrokenOff, KeyboardInterrupt):
            return review.result(is_interrupted=True)
        except Exception as error:
            fault = fault_in(error)
            if fault is None:
                raise
            return report_refusal(CannotSearch(searcher.replay, str(fault)))
        finally:
            report("")
        return review.result()

    return ask


def _is_known_winnable(session: Session) -> bool:
    """Whether the deal is one of those that are offered as deals that can be won, under the rules of which that is
    known."""
    name, deal = session.game.name, session.game_in_play.deal
    game_guide = guide(name)
    is_offered = deal in winnable(name) or (game_guide is not None and deal == game_guide.deal)
    return is_offered and str(session.game.rules) == str(make_game(name).rules)


class _BrokenOff(Exception):
    """Raised to stop a review that nobody waits for."""


def closing_plays(session: Session) -> list[Move]:
    """Return the plays to the foundations that end a decided game: those that win, if they are all that is left to do,
    or those that are left in a game that cannot be won any more. None if nothing is decided, or cards are hidden."""
    position = session.visible_position
    if position.odd or any(card >= DOWN for pile in position.places.values() for card in pile):
        return []
    table = position.table
    plays: list[Move] = []
    only_plays_left = True
    while not table.won():
        numbers = position.move_numbers()
        play_numbers = [number for number in numbers if number & 255 in (ON_UP, ON_DOWN)]
        if len(play_numbers) < len(numbers):
            only_plays_left = False
        if not play_numbers:
            break
        plays.append(position.game.vocabulary.command_of(play_numbers[0]))
        table.play(play_numbers[0])
    wins = table.won()
    _take_back(position, table.plies - len(plays))
    if wins:
        return plays
    if plays and only_plays_left and solve(table, _CLOSING_LIMITS).status == "lost":
        return plays
    return []


def safe_play(session: Session) -> Move | None:
    """Return a play that never turns a position that can be won into a lost one; None if none is proved so."""
    moves = session.choices()
    if len(moves) == 1 and _is_play(moves[0]):
        return moves[0]
    position = session.game_in_play.position
    names = [name for name in prunings_of(position.table) if name in _SAFE_PRUNINGS]
    if not names or session.has_unknown_cards or position.odd or _is_incomplete(session, position):
        return None
    number = _safe_move_number(position, names)
    if number is None:
        return None
    move = position.game.vocabulary.command_of(number)
    return move if _is_play(move) else None


def _safe_move_number(position: Position, prunings: list[str]) -> int | None:
    """Return the number of the one move that a search must try; None if it must try several, or the outcome is known.

    Args:
        position: the position, which stays as it is.
        prunings: the names of the prunings of the search.
    """
    table = position.table
    plan = plan_of(table)
    bits = sum(plan.PRUNINGS[name] for name in prunings)
    plies = table.plies
    # A move that the search makes before it tries anything is the only one needed.
    search = Search(plan(table, bits), VisitedPositions(10))
    line, state = search.line(), search.state
    if line or state in (WON, LOST):
        _take_back(position, plies)
        return line[0] if line else None
    # Otherwise, the first move that it tries may be the only one.
    search.run(1)
    line = search.line()
    _take_back(position, plies)
    if not line or not _is_only_move(position, plan(table, bits), line[0]):
        return None
    return line[0]


def _is_play(move: Move) -> bool:
    """Whether a move plays a card to a foundation. Turning it up because nothing else is possible is not a play."""
    return move.dest in ("^", "v") and move.source not in ("exile", "deal")


def _is_only_move(position: Position, plan: Any, number: int) -> bool:
    """Whether a search tries only one move: nothing is left to search once the position after it is known.

    Args:
        position: the position, which stays as it is.
        plan: the plan of the search.
        number: the move.
    """
    table = position.table
    plies = table.plies
    visited = VisitedPositions(10)
    table.play(number)
    if table.won():
        table.unplay()
        return True
    visited.add(table.key())
    table.unplay()
    search = Search(plan, visited, 1)
    nothing_left = search.run(2) == LOST
    _take_back(position, plies)
    return nothing_left


def _take_back(position: Position, plies: int) -> None:
    """Take back all moves after a number of plies."""
    while position.table.plies > plies:
        position.table.unplay()


def _is_incomplete(session: Session, position: Position) -> bool:
    """Whether cards of the packs are missing or unknown. The proofs hold only for complete packs."""
    cards = [card & ~DOWN for pile in position.places.values() for card in pile if card != GAP]
    return UNKNOWN in cards or difference(cards, list(PACK) * session.game.packs) != ([], [])
