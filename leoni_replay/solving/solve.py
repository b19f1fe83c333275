"""Solve a game: find a winning line, as a record that the strict replay accepts, or prove that there is none."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import (
    TYPE_CHECKING,
    Literal,
)

from leoni_replay.arguments import check_move, check_text
from leoni_replay.cards import pretty
from leoni_replay.commands import Move
from leoni_replay.diagnostics import Diagnostic
from leoni_replay.drawing import draw
from leoni_replay.games import make_game
from leoni_replay.games.game import Position
from leoni_replay.games.places import row_number
from leoni_replay.leoni_error import LeoniError
from leoni_replay.notation.reader import loads
from leoni_replay.notation.transcript import Record, Transcript, transcript_of
from leoni_replay.notation.writer import dumps, token
from leoni_replay.record.playing import new, play_on
from leoni_replay.record.result import Replay, record_keys
from leoni_replay.search.solver import NO_LIMITS, Limits, Solution
from leoni_replay.solving.searcher import (
    CannotSearch,
    Limit,
    Outlook,
    Searcher,
    limits_data,
    make_searcher,
    missing,
)

if TYPE_CHECKING:
    from leoni_replay.json_data import SolvedData

#: The default game of a deal.
_GAME = "Leoni's Own"


@dataclass(frozen=True, slots=True)
class Solved:
    """The solution of a game.

    Attributes:
        replay: the strict replay of the record.
        at: the move after which the search began; 0 for the position as dealt.
        status: the outcome of that position: ``won``, ``lost`` (it cannot be won: everything was searched) or
            ``undecided`` (``limit`` names the limit that the search met); ``refused`` if there was no search.
        line: the moves found, in long form; the moves before them are the record's own.
        nodes: the number of positions searched.
        seconds: the time of the search.
        fewest: the minimum number of cards left that was reached.
        limits: the limits of the search.
        prunings: the names of the prunings used.
        must_play: whether a card that fits a foundation had to be played before anything else.
        reason: why there was no search, or another remark; often empty.
        diagnostic: if ``refused``, the error of the strict replay, if that is the reason.
    """

    replay: Replay
    at: int
    status: Literal["won", "lost", "undecided", "refused"]
    _transcript: Transcript | None = None
    line: tuple[Move, ...] = ()
    nodes: int = 0
    seconds: float = 0.0
    fewest: int | None = None
    limit: Limit = ""
    limits: Limits = NO_LIMITS
    prunings: tuple[str, ...] = ()
    must_play: bool = False
    reason: str = ""
    diagnostic: Diagnostic | None = None

    def as_dict(self) -> SolvedData:
        """Return the solution as ``leoni solve --format json`` writes it, for ``json.dumps``."""
        searched = self.status != "refused"
        return {
            **record_keys(self.replay),
            "status": self.status,
            "at": self.at if searched else None,
            "moves": self.at + len(self.line) if self.won else None,
            "line": [token(command) for command in self.line] if self.won else None,
            "record": dumps(self.transcript) if self.won else None,
            "nodes": self.nodes if searched else None,
            "seconds": round(self.seconds, 3) if searched else None,
            "fewest": self.fewest,
            "limit": self.limit or None,
            "limits": limits_data(self.limits) if searched else None,
            "prunings": list(self.prunings),
            "must_play": self.must_play,
            "reason": self.reason or None,
            "diagnostics": [diagnostic.as_dict() for diagnostic in self.replay.diagnostics],
        }

    def _repr_html_(self) -> str:
        """Return the outcome and the line that wins, for notebooks."""
        return draw("solution", self)

    @property
    def won(self) -> bool:
        """Whether a winning line was found."""
        return self.status == "won"

    @property
    def transcript(self) -> Transcript:
        """The record of the won game, which the strict replay has accepted.

        Raises:
            LeoniError: no winning line was found (:attr:`won`).
        """
        if self._transcript is None:
            raise LeoniError(f"there is no record of a won game: the search says {self.status}")
        return self._transcript

    def __repr__(self) -> str:
        parts = [self.replay.name, self.replay.rules, self.replay.transcript.value("Deal")]
        return f"<Solved {', '.join(part for part in parts if part) or 'nothing'}: {self.status}>"


def solve(
    game: Record | Position | str,
    name: str = _GAME,
    rules: str | None = None,
    *,
    at: int = 0,
    nodes: int | None = None,
    seconds: float | None = None,
    memory: int = 256,
    without: Collection[str] = (),
    must_play: bool = False,
    progress: Callable[[Solution], None] | None = None,
) -> Solved:
    """Search for a winning line, with all cards known.

    Args:
        game: a record, or its text; a position, also as a ``Layout`` tag lists it; or the text of a deal
            (``seed:TEXT``, ``pysol:NUMBER``).
        name: the game, if the text of a deal is given.
        rules: a rule book and overrides; for a record, instead of its ``Rules`` tag.
        at: the move of a record after which the search begins; the moves before it are kept.
        nodes: the maximum number of positions searched.
        seconds: the maximum time.
        memory: the memory for visited positions in MB.
        without: the names of prunings that are not used, or one of them; ``all`` for all of them.
        must_play: whether a card that fits a foundation must be played before anything else.
        progress: called about ten times a second with the result so far.

    Raises:
        TypeError: the argument is none of these, or the name or the rules are not text.
        LeoniError: there is no such game, deal or pruning, the text is not that of one record, or the rules leave no
            choice that ``must_play`` could take away.
        IndexError: the record has no such move.
    """
    check_text(name=name, rules=rules)
    record = convert_to_record(game, name, rules)
    limits = Limits(nodes, seconds, memory)
    try:
        searcher = make_searcher(record, rules=rules, limits=limits, without=without, must_play=must_play)
    except CannotSearch as error:
        return report_refusal(error, at)
    return solve_from(searcher, at, progress)


def convert_to_record(game: Record | Position | str, name: str = _GAME, rules: str | None = None) -> Transcript:
    """Return the record that the first argument of :func:`solve` is, has, or stands for: of a deal or a position, one
    without moves.

    Raises:
        TypeError, LeoniError: as :func:`solve`.
    """
    if isinstance(game, Position):
        return play_on(game).record()
    if not isinstance(game, str):
        return transcript_of(game, "solve takes a record, a deal or a position")
    if game.lstrip("\ufeff \t\r\n").startswith(("[", "{", ";")):
        records = loads(game)
        if len(records) != 1:
            raise LeoniError(f"solve takes one record at a time, but this text has {len(records)}")
        return records[0]
    if _is_layout(game, name, rules):
        return new(name, rules=rules, layout=game).record()
    return new(name, game, rules).record()


def _is_layout(text: str, name: str, rules: str | None) -> bool:
    """Whether a text is a layout of a game and not a deal: it has several lines, or begins with the name of a place.

    Args:
        text: the text.
        name: the name of the game, whose places count.
        rules: a rule book and overrides; None for the default book.
    """
    game = make_game(name, rules)
    place = text.strip().partition(":")[0].strip()
    is_row = 1 <= row_number(place) <= game.grid_rows
    return "\n" in text.strip() or place in (*game.lines, *game.order, "deal") or is_row


def report_refusal(error: CannotSearch, at: int) -> Solved:
    """Return the result for a record that cannot be searched."""
    return Solved(error.replay, at, "refused", reason=error.reason, diagnostic=error.diagnostic)


def solve_from(searcher: Searcher, at: int = 0, progress: Callable[[Solution], None] | None = None) -> Solved:
    """Solve a game from the position after a move of its record.

    Args:
        searcher: the searches of the record.
        at: the number of the move; 0 for the position as dealt.
        progress: called about ten times a second with the result so far.

    Raises:
        IndexError: there is no such move.
        UnprovedWin: the strict replay rejects the winning line.
    """
    check_move_number(searcher, at)
    return _explain(searcher, at, searcher.search(at, progress))


def report_interruption(searcher: Searcher, at: int, last: Solution | None) -> Solved:
    """Return the result of an interrupted search.

    Args:
        searcher: the searches of the record.
        at: the move after which the search began.
        last: its last progress report; None if there was none.
    """
    solution = last or Solution("undecided", fewest=searcher.replay.at(at).left)
    return _result(searcher, at, "undecided", solution, "interrupt")


def check_move_number(searcher: Searcher, at: int) -> None:
    """Check that a record has a move.

    Raises:
        IndexError: it doesn't.
    """
    check_move(at, searcher.replay.moves)


def _explain(searcher: Searcher, at: int, solution: Solution) -> Solved:
    """Return the result of a search that has ended: with the winning line and its record if the position can be won,
    and otherwise with the cards that it lacks, if it lacks any.

    Raises:
        UnprovedWin: the strict replay rejects the winning line.
    """
    if solution.status != "won":
        missing_cards = missing(searcher.replay.at(at))
        reason = f"these cards are nowhere on the table: {pretty(missing_cards)}" if missing_cards else ""
        return replace(_result(searcher, at, solution.status, solution, solution.limit), reason=reason)
    line, orders = searcher.commands(at, solution.line)
    record = searcher.win_record(at, line, orders)
    return replace(_result(searcher, at, "won", solution), _transcript=record, line=tuple(line))


def _result(searcher: Searcher, at: int, status: Outlook, solution: Solution, limit: Limit = "") -> Solved:
    """Return the result of a search after move ``at`` of the record, without its line and the record of the win."""
    return Solved(
        searcher.replay,
        at,
        status,
        nodes=solution.nodes,
        seconds=solution.seconds,
        fewest=solution.fewest,
        limit=limit,
        limits=searcher.limits,
        prunings=searcher.prunings,
        must_play=searcher.must_play,
    )
