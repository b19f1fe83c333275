"""What is wrong with a record that is refused, and what may be wrong after that: it is read on from error to error.

After an error nobody can say for certain what lies on the table. A record is picked up again with the correction that
carries it furthest, or where the error changes nothing, or where it writes down a table. What is found there is a
*conjecture*, and is called so. The verdict stays that of the strict replay.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from leoni_replay.diagnostics import Diagnostic, Fix
from leoni_replay.games import Game, Rules
from leoni_replay.games.steps import Position
from leoni_replay.notation.tree import Claim, Item, Move, Number, Result, Tag, Transcript, Variation
from leoni_replay.notation.writer import token
from leoni_replay.record.checker import read
from leoni_replay.record.corrected import (
    NONE,
    Changes,
    Corrected,
    Corrections,
    corrections,
    fix_of,
    tags_put_right,
    with_changes,
)
from leoni_replay.record.hints import other_reading, other_tags
from leoni_replay.record.refused import diagnostic
from leoni_replay.record.result import Replay
from leoni_replay.record.setup import Setup, any_unknown
from leoni_replay.record.written_tables import first_written

#: A record is picked up again at most so many times, and so many slips are corrected one after another.
_MOST: Final = 50
_MOST_SLIPS: Final = 6
#: At most so many corrections of an error are shown: of those that make the whole game right, or else of those that
#: lead further.
_SHOWN: Final = 5
_SHOWN_PARTLY: Final = 3
#: What is wrong with a move that the rules allow: what it brought about is written wrong.
_CONSEQUENCES: Final = ("M206", "M218")
#: Results that are not proved.
_UNPROVED: Final = ("R501", "R502")

_STANDS: Final = "on the table as the moves before have it"
_CORRECTED: Final = "with the corrections before it"
_UNTOLD: Final = "what was due or over at this point is not on the table: the move may be right for that reason"

#: Replays a transcript strictly, under some rules (None: its own).
Replays = Callable[[Transcript, str | Rules | None], Replay]


def explained(
    replay: Replay, given: str | Rules | None, replays: Replays, *, hints: bool = True, further: bool = False
) -> list[Diagnostic]:
    """The error of a record with what would have made it right, and what is found when it is read on.

    Args:
        replay: the record, replayed up to its error.
        given: the rules that were given in place of its own, if any.
        replays: how to replay it with something changed.
        hints: whether corrections of slips are tried, and other rules and deals.
        further: whether it is read on wherever it can be picked up. If not, it is read on with corrections alone, and
            only the first error is returned.
    """
    # Of a record without a deal every way to deal would be tried again: that takes too long for a hint.
    hints = hints and not replay.searched and (replay.game is None or replay.transcript.tag("Deal") is not None)
    course = _Course(replay, given, replays)
    course.read_on(hints, further)
    if hints:
        course.sum_up()
    return course.errors if further else course.errors[:1]


class _Course:
    """The way through a record from error to error. What is read is the record, or the rest of it from a table that it
    writes down."""

    def __init__(self, replay: Replay, given: str | Rules | None, replays: Replays) -> None:
        assert replay.error is not None
        self.error = replay.error
        self.given = given
        self.replays = replays
        #: what is read, and what is changed in its text to read on
        self.record = self.transcript = replay.transcript
        self.changes: Changes = {}
        #: how far it is right, and whether its cards were dealt before anything was changed
        self.replay = replay
        self.dealt = replay.table is not None
        #: the table that is written down and the number of the first move, if it is read from there, and whether the
        #: table does not tell what was due
        self.table: Position | None = None
        self.first = 1
        self.untold = False
        #: how the table was come by
        self.whence = ""
        #: what is found, the record's own error first
        self.errors = [self.error]
        #: the slips that have been corrected, whether nothing else can be meant by any of them, and whether something
        #: was passed over besides
        self.slips: list[Corrected] = []
        self.certain = True
        self.passed_over = False
        #: what else would make the whole record right
        self.other = ""

    def read_on(self, hints: bool, further: bool) -> None:
        """Read on as far as that goes."""
        errors = self.errors
        reported = {(one.code, one.span) for one in self.replay.diagnostics}
        if hints and self._ruled():
            self.other = other_tags(self.record, self.game, self.given, self._accepts)
        while len(errors) <= _MOST:
            meant = self._corrections(errors[-1]) if hints and len(self.slips) < _MOST_SLIPS else NONE
            errors[-1] = _noted(errors[-1], *meant.notes)._replace(fixes=self._fixes(meant.right))
            if meant.right and not self.other:
                picked_up, how = True, self._correct(meant)
            else:
                self.passed_over = True
                picked_up, how = self._pick_up(errors[-1]) if further else (False, "")
            if how and further:
                errors[-1] = _noted(errors[-1], how)
            if not picked_up:
                return
            for one in self.replay.diagnostics:
                if one.severity != "error" and one.code != "S007" and (one.code, one.span) not in reported:
                    reported.add((one.code, one.span))
                    errors.append(_conjecture(one, self.whence))
            if self.replay.error is None:
                errors[-1] = _noted(errors[-1], *["no other error is found"] * further)
                return
            errors.append(self._found(self.replay.error))
        errors[-1] = _noted(errors[-1], "so much is wrong that it is not read on")

    def sum_up(self) -> None:
        """Say at the first error what would have made the whole record right."""
        first, error = self.errors[0], self.error
        corrected = self.replay.error is None and not self.passed_over
        certain = self.certain and not self.other
        of_tags = self.slips[: error.code[0] == "H"]
        ruled = self._ruled() or (corrected and len(self.slips) > len(of_tags) > 0)
        likelier = corrected and error.code[0] == "M"
        if ruled and not self.other and (certain or not likelier):
            record = with_changes(self.record, of_tags[0].changes) if of_tags else self.record
            reading = other_reading(record, self.game.rules, self._accepts)
            certain = certain and not reading
            # A slip is likelier than that somebody plays by a reading of one point and does not say so. Where a result
            # is not proved, it may be the result that is wrong.
            self.other = "" if likelier else reading
        fixes = first.fixes
        if corrected:
            how = [one.how for one in self.slips]
            fixes = (fix_of(self.record, how, self.changes, self.replay, certain=certain), *fixes[1:])
        notes = [*error.notes, *([self.other] if self.other else []), *first.notes[len(error.notes) :]]
        self.errors[0] = first._replace(notes=tuple(notes), fixes=fixes)

    def _ruled(self) -> bool:
        """Whether the record's error depends on its rules. Of a move that is not written whole, other rules would only
        leave fewer meanings."""
        return self.dealt and self.error.code[0] in "MCR" and self.error.code != "M207"

    def _correct(self, meant: Corrections) -> str:
        """Read on with the correction that leads furthest; what is said of that."""
        best = meant.right[0]
        self.slips.append(best)
        self.certain = self.certain and meant.certain
        self.changes, self.replay, self.whence = best.changes, best.replay, _CORRECTED
        return f"read on {best.how}"

    def _accepts(self, transcript: Transcript, rules: str | Rules | None) -> bool:
        return self.replays(transcript, rules).accepted

    def _corrections(self, error: Diagnostic) -> Corrections:
        """What may have been meant at an error."""
        if self.replay.game is None:
            return tags_put_right(self.transcript, self._replayed) if self.given is None else NONE
        if error.code[0] != "M" and error.code not in _UNPROVED:
            return NONE
        return corrections(self.transcript, self.changes, self.replay, self._replayed, self.first, unknown=self.unknown)

    @property
    def game(self) -> Game[Any]:
        """The game of the record, under its rules."""
        assert self.replay.game is not None
        return self.replay.game

    @property
    def unknown(self) -> bool:
        """Whether not all of its cards were known from the start."""
        return self.transcript.tag("Deal") is None or any_unknown(self.replay.standing(0))

    def _fixes(self, right: list[Corrected]) -> tuple[Fix, ...]:
        """Corrections of one error, as they are shown."""
        whole = [one for one in right if one.replay.accepted]
        shown = whole[:_SHOWN] or right[:_SHOWN_PARTLY]
        return tuple([fix_of(self.record, [one.how], one.change, one.replay) for one in shown])

    def _found(self, error: Diagnostic) -> Diagnostic:
        """An error that is found when a record is read on."""
        if error.code[0] == "S":
            # What the text itself has wrong, it has wrong on any table.
            return error
        if self.untold and error.move == self.first and error.code[0] == "M":
            error = _noted(error, _UNTOLD)
        return _conjecture(error, self.whence)

    # -- reading ------------------------------------------------------------------------------------------------------

    def _read(self, transcript: Transcript, changes: Changes, whence: str) -> None:
        """Read on with something passed over, or changed."""
        self.transcript, self.changes, self.whence = transcript, changes, whence
        self.replay = self._replayed(with_changes(transcript, changes))

    def _replayed(self, transcript: Transcript) -> Replay:
        if self.table is None:
            return self.replays(transcript, self.given)
        replay, fault, number = read(transcript, Setup(self.game, None), self.table.copy(), first=self.first)
        if fault is not None:
            replay.diagnostics.append(diagnostic(transcript, fault, "error", number))
        return replay

    # -- where it is picked up without a correction -------------------------------------------------------------------

    def _pick_up(self, error: Diagnostic) -> tuple[bool, str]:
        """Read on after an error where that can be done; whether it can, and what is said of it."""
        if error.code[0] == "S" or self.replay.table is None:
            return False, ""
        at = self.transcript.offset(error.span.line, error.span.column)
        items = self.replay.transcript.items
        index = next((i for i, item in enumerate(items) if item.start <= at < item.end), None)
        if index is None:
            return self._after_result(at), ""
        item = items[index]
        if isinstance(item, Claim):
            last = next((i for i in range(index - 1, -1, -1) if isinstance(items[i], Move)), None)
            # The table that is written here has been taken already, if it is what this part began with.
            begun = last is None and self.table is not None
            if not begun and (how := self._from_written(0 if last is None else last + 1, index)):
                return True, how
            self._without(item)
            return True, "read on as if this claim were not there"
        if isinstance(item, Variation):
            self._without(item)
            return True, "read on after this variation; what is left of it is not checked"
        if isinstance(item, Number):
            return True, self._recounted(index, item)
        if isinstance(item, Move) and error.code in _CONSEQUENCES and not self.unknown:
            return True, self._by_the_rules(item)
        how = self._from_written(index, index)
        return bool(how), how or self._unread(index)

    def _without(self, item: Item) -> None:
        """As if an item were not there that changes nothing on the table."""
        items = [one for one in self.transcript.items if (one.start, one.end) != (item.start, item.end)]
        self._read(replace(self.transcript, items=items), self.changes, _STANDS)

    def _by_the_rules(self, item: Move) -> str:
        """With a move that is legal as the rules have it."""
        bare = item.command._replace(path=None, stalemate=False, shown=None)
        played = self.game.play(self.replay.at(self.replay.moves), bare).move
        number = self.first + self.replay.moves
        whence = f"on the table that the rules make of move {number}"
        self._read(self.transcript, {**self.changes, (item.start, item.end): token(bare, item.mark)}, whence)
        return f"read on with the move as the rules have it: {token(played)}"

    def _recounted(self, index: int, item: Number) -> str:
        """With a wrong number put right; if the next one goes on from it, with all that follow."""
        number = self._number(index)
        later = self.replay.transcript.items[index + 1 :]
        counted = [(i, one) for i, one in enumerate(later) if isinstance(one, Number)]
        goes_on = bool(counted) and counted[0][1].value == item.value + _moves(later[: counted[0][0]])
        numbers = [item, *(one for _, one in counted if goes_on)]
        right = {(one.start, one.end): f"{max(one.value - item.value + number, 1)}." for one in numbers}
        self._read(self.transcript, {**self.changes, **right}, _STANDS)
        return f"read on as move {number}" + (", and with the numbers after it counted from there" if goes_on else "")

    def _after_result(self, at: int) -> bool:
        """With the claims after a result, where that or one of them is wrong."""
        epilogue = [note for note in self.transcript.epilogue if note.start > at]
        if not any(isinstance(note, Claim) for note in epilogue):
            return False
        head = [node for node in self.transcript.head if not (isinstance(node, Tag) and node.name == "Result")]
        result = replace(self.transcript.result or Result("*"), word="*")
        ended = replace(self.transcript, head=head, epilogue=epilogue, result=result, draft=None)
        self._read(ended, self.changes, _STANDS)
        return True

    def _from_written(self, start: int, index: int) -> str:
        """From the next table that is written down after an item that is wrong; what is said of that, empty if there is
        none.

        Args:
            start: where the claims may begin that tell the table.
            index: the item that is wrong.
        """
        items = self.replay.transcript.items
        position = self.replay.standing(self.replay.moves)
        written = first_written(self.game, items, start, self._number(start), position.deal, position.orders)
        if written is None:
            return ""
        written.position.table.orders.update(position.orders)
        if written.redealt:
            where = f"after move {written.number - 1}, a redeal whose order is written"
        else:
            where = f"at move {written.number}, before which the whole table is written"
        rest = items[written.at :]
        begun = next((i for i, item in enumerate(rest) if isinstance(item, Move)), len(rest))
        # A variation there replaces a move that has not been played.
        items = [item for i, item in enumerate(rest) if i > begun or not isinstance(item, Variation)]
        skipped = _skipped(self.replay.transcript.items[index + 1 : written.at], self._number(index + 1))
        self.table, self.first, self.untold = written.position, written.number, not written.redealt
        self._read(replace(self.replay.transcript, items=items), {}, f"on the table {where}")
        return f"read on {where}{skipped}"

    # -- counting -----------------------------------------------------------------------------------------------------

    def _number(self, index: int) -> int:
        """The number of the move that comes next before an item."""
        return self.first + _moves(self.replay.transcript.items[:index])

    def _unread(self, index: int) -> str:
        """What is said where nothing can be picked up any more."""
        rest = self.replay.transcript.items[index + 1 :]
        skipped = _skipped(rest, self._number(index + 1))
        claims = any(isinstance(item, Claim) for item in (*rest, *self.transcript.epilogue))
        result = self.transcript.result
        if not skipped and not claims and (result is None or result.word == "*"):
            return ""
        return f"nothing after it tells the table{skipped or ': the rest is not checked'}"


def _moves(items: Sequence[Item]) -> int:
    return sum(isinstance(item, Move) for item in items)


def _skipped(items: Sequence[Item], first: int) -> str:
    """Which moves are passed over, to go on a sentence; nothing if none is."""
    count = _moves(items)
    if not count:
        return ""
    moves = f"move {first} is" if count == 1 else f"moves {first} to {first + count - 1} are"
    return f"; {moves} not checked"


def _conjecture(problem: Diagnostic, whence: str) -> Diagnostic:
    return _noted(problem, f"a conjecture: found after an error, {whence}")._replace(severity="conjecture")


def _noted(problem: Diagnostic, *notes: str) -> Diagnostic:
    return problem._replace(notes=(*problem.notes, *notes))
