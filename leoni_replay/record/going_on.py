"""What else may be wrong with a record that is refused: it is picked up again where that can be done, and read on.

Nothing that is found in this way is certain, as the table behind an error is not: it is a *conjecture*, and is called
so. The verdict stays that of the strict replay.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace as changed
from typing import Any, Final, NamedTuple

from leoni_replay.diagnostics import Diagnostic, Fault
from leoni_replay.games import Game
from leoni_replay.games.steps import Position
from leoni_replay.notation.tree import Claim, Item, Move, Number, Result, Tag, Variation
from leoni_replay.notation.writer import token
from leoni_replay.record.checker import read
from leoni_replay.record.refused import diagnostic
from leoni_replay.record.replayed import Replay
from leoni_replay.record.setup import Setup, make_setup
from leoni_replay.record.verdict import Verdict, verdict
from leoni_replay.record.written import first_written

#: So many times one record is picked up again.
_MOST: Final = 50
#: What is wrong with a move that the rules allow: what it brought about is written wrong.
_CONSEQUENCES: Final = ("M206", "M218")


def read_on(replay: Replay, rules: str | None = None) -> Verdict:
    """The verdict on a record, with what is found when it is read on behind its error.

    Args:
        replay: the record, replayed.
        rules: the rules that were given in place of its own, if any.
    """
    outcome = verdict(replay)
    error, problem = replay.error, replay.transcript.problem
    if error is None:
        return outcome
    more: list[Diagnostic] = []
    if replay.game is not None and replay.table is not None:
        setup = make_setup(replay.transcript, rules)
        error, more = _Reader(replay, setup).read_on(error)
    if problem is not None and not any(one.code[0] == "S" for one in (error, *more)):
        # It is wrong whatever lies on the table.
        fault = Fault(problem.code, problem.message, problem.start, problem.end, help=problem.help)
        more.append(diagnostic(replay.transcript, fault, "error", None))
    before = [error if one is replay.error else one for one in outcome.diagnostics]
    return outcome._replace(diagnostics=(*before, *more))


class _Stretch(NamedTuple):
    """A part of a record that is read from a table of its own.

    ``first`` is the number of its first move, ``whence`` how its table was come by; ``written`` says that it is written
    in the record, so that it does not tell what was due; ``ended`` that the result has been looked at already.
    """

    items: list[Item]
    position: Position
    first: int
    whence: str
    written: bool = False
    ended: bool = False


class _Reader:
    """Reads one record on, from error to error."""

    def __init__(self, replay: Replay, setup: Setup) -> None:
        self.transcript = replay.transcript
        self.game: Game[Any] = setup.game
        self.orders: Mapping[int, bytes] = setup.orders
        self.epilogue = list(replay.transcript.epilogue)
        #: what has been replayed last, with the number of its first move, and whether all its cards were known
        self.replay = replay
        self.items = replay.transcript.items
        self.first = 1
        self.all_known = not setup.unknown
        #: whether its table was one that is written in the record
        self.written = False

    def read_on(self, error: Diagnostic) -> tuple[Diagnostic, list[Diagnostic]]:
        """The first error with a note on what came of reading on, and what was found."""
        diagnostics = [error]
        at = self.transcript.offset(error.span.line, error.span.column)
        code = error.code
        for _ in range(_MOST):
            stretch, how = self._next(at, code)
            if how:
                diagnostics[-1] = _noted(diagnostics[-1], how)
            if stretch is None:
                break
            fault, number, doubtful = self._read(stretch)
            diagnostics += [_conjecture(one, stretch.whence) for one in doubtful]
            if fault is None:
                diagnostics[-1] = _noted(diagnostics[-1], "no other error is found")
                break
            problem = diagnostic(self.transcript, fault, "error", number)
            if stretch.written and number == stretch.first and fault.code[0] == "M":
                problem = _noted(problem, _UNTOLD)
            # What the text itself has wrong, it has wrong on any table.
            diagnostics.append(problem if fault.code[0] == "S" else _conjecture(problem, stretch.whence))
            at, code = fault.start, fault.code
        else:
            diagnostics[-1] = _noted(diagnostics[-1], "so much is wrong that it is not read on")
        first, *more = diagnostics
        return first, more

    def _read(self, stretch: _Stretch) -> tuple[Fault | None, int | None, list[Diagnostic]]:
        """Read a stretch as strictly as a record."""
        head = [node for node in self.transcript.head if not (isinstance(node, Tag) and node.name == "Result")]
        part = changed(
            self.transcript,
            items=stretch.items,
            epilogue=self.epilogue,
            head=head if stretch.ended else self.transcript.head,
            result=Result("*") if stretch.ended else self.transcript.result,
            draft=None if stretch.ended else self.transcript.draft,
        )
        replay, fault, number = read(part, Setup(self.game, None), stretch.position, first=stretch.first)
        self.replay, self.items, self.first, self.all_known = replay, stretch.items, stretch.first, True
        self.written = stretch.written
        return fault, number, [one for one in replay.diagnostics if one.code != "S007"]

    # -- where it can be picked up -------------------------------------------------------------------------------------

    def _next(self, at: int, code: str) -> tuple[_Stretch | None, str]:
        """Where a record is picked up again behind an error, and what is said of that there.

        Args:
            at: where in the text the error begins.
            code: its code.
        """
        if code[0] == "S":
            return None, ""
        index = next((i for i, item in enumerate(self.items) if item.start <= at < item.end), None)
        if index is None:
            return self._behind_result(at)
        item = self.items[index]
        if isinstance(item, Claim):
            last = self._last_move(index)
            # The table that is written here has been taken already, if it is what this stretch began with.
            begun = last is None and self.written
            if not begun and (resumed := self._written(0 if last is None else last + 1, index)):
                return resumed
            return self._as_it_stands(index, 0, "read on as if this claim were not there")
        if isinstance(item, Number):
            return self._recounted(index, item)
        if isinstance(item, Variation):
            return self._as_it_stands(index, 0, "read on behind this variation; what is left of it is not checked")
        if isinstance(item, Move) and code in _CONSEQUENCES and self.all_known:
            return self._by_the_rules(index, item)
        return self._written(index, index) or (None, self._unread(index))

    def _written(self, start: int, index: int) -> tuple[_Stretch, str] | None:
        """The next table that is written down, behind an item that is wrong."""
        number = self._number(start)
        deal = self.replay.standing(self.replay.moves).deal
        written = first_written(self.game, self.items, start, number, deal, self.orders)
        if written is None:
            return None
        written.position.table.orders.update(self.orders)
        if written.redealt:
            where = f"behind move {written.number - 1}, a redeal whose order is written"
        else:
            where = f"at move {written.number}, before which the whole table is written"
        rest = self.items[written.at :]
        begun = next((i for i, item in enumerate(rest) if isinstance(item, Move)), len(rest))
        # A variation there replaces a move that has not been played.
        items = [item for i, item in enumerate(rest) if i > begun or not isinstance(item, Variation)]
        skipped = _skipped(self.items[index + 1 : written.at], self._number(index + 1))
        stretch = _Stretch(
            items, written.position, written.number, f"on the table {where}", written=not written.redealt
        )
        return stretch, f"read on {where}{skipped}"

    def _as_it_stands(self, index: int, moved: int, how: str) -> tuple[_Stretch | None, str]:
        """The table as the moves have it, behind an item that does not change it; ``moved`` is how many more moves are
        counted from here on."""
        if not self.all_known:
            return self._written(index + 1, index) or (None, self._unread(index))
        last = self._last_move(index)
        if last is None:
            stretch = _Stretch(self.items[index + 1 :], self.replay.at(0), self.first + moved, _STANDS, self.written)
        else:
            # From the last move on, since a variation replaces it.
            items = [self.items[last], *self.items[index + 1 :]]
            number = self.first + self.replay.moves - 1 + moved
            stretch = _Stretch(items, self.replay.at(self.replay.moves - 1), number, _STANDS)
        return stretch, how

    def _recounted(self, index: int, item: Number) -> tuple[_Stretch | None, str]:
        """Behind a wrong number: counted as before, unless the next number goes on from the wrong one."""
        number = self._number(index)
        moves = 0
        for later in self.items[index + 1 :]:
            moves += isinstance(later, Move)
            if isinstance(later, Number):
                if later.value == item.value + moves:
                    how = f"read on as if it were move {item.value}"
                    return self._as_it_stands(index, item.value - number, how)
                break
        return self._as_it_stands(index, 0, f"read on as move {number}")

    def _by_the_rules(self, index: int, item: Move) -> tuple[_Stretch, str]:
        """The move as the rules have it."""
        bare = item.command._replace(path=None, stalemate=False, shown=None)
        before = self.replay.at(self.replay.moves)
        meant = self.game.play(before.copy(), bare).move
        number = self.first + self.replay.moves
        whence = f"on the table that the rules make of move {number}"
        items: list[Item] = [changed(item, command=bare), *self.items[index + 1 :]]
        return _Stretch(items, before, number, whence), f"read on with the move as the rules have it: {token(meant)}"

    def _behind_result(self, at: int) -> tuple[_Stretch | None, str]:
        """Claims behind the result, where that or one of them is wrong."""
        self.epilogue = [note for note in self.epilogue if note.start > at]
        if not self.all_known or not any(isinstance(note, Claim) for note in self.epilogue):
            return None, ""
        position = self.replay.at(self.replay.moves)
        return _Stretch([], position, self.first + self.replay.moves, _STANDS, ended=True), ""

    # -- counting ------------------------------------------------------------------------------------------------------

    def _number(self, index: int) -> int:
        """The number of the move that comes next before an item."""
        return self.first + sum(isinstance(item, Move) for item in self.items[:index])

    def _last_move(self, index: int) -> int | None:
        return next((i for i in range(index - 1, -1, -1) if isinstance(self.items[i], Move)), None)

    def _unread(self, index: int) -> str:
        """What is said where nothing can be picked up any more."""
        rest = self.items[index + 1 :]
        skipped = _skipped(rest, self._number(index + 1))
        claims = any(isinstance(item, Claim) for item in (*rest, *self.epilogue))
        result = self.transcript.result
        if not skipped and not claims and (result is None or result.word == "*"):
            return ""
        return f"nothing behind it tells the table{skipped or ': the rest is not checked'}"


_UNTOLD: Final = "what was due or over at this point is not on the table: the move may be right for that reason"
_STANDS: Final = "on the table as the moves before have it"


def _skipped(items: list[Item], first: int) -> str:
    """Which moves are passed over, to go on a sentence; nothing if none is."""
    count = sum(isinstance(item, Move) for item in items)
    if not count:
        return ""
    moves = f"move {first} is" if count == 1 else f"moves {first} to {first + count - 1} are"
    return f"; {moves} not checked"


def _conjecture(problem: Diagnostic, whence: str) -> Diagnostic:
    return _noted(problem, f"a conjecture: found behind an error, {whence}")._replace(severity="conjecture")


def _noted(problem: Diagnostic, note: str) -> Diagnostic:
    return problem._replace(notes=(*problem.notes, note))
