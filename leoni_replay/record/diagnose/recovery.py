"""What is wrong with a rejected record, and what may be wrong after the first error: the record is read on from error
to error.

After an error nobody can know the position for certain. Reading resumes with the correction that leads furthest, or
where the error changes nothing, or at a position that the record writes down. An error found after that is a
*conjecture*, and the message says so. The verdict stays that of the strict replay.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from leoni_replay.diagnostics import Diagnostic, Fix
from leoni_replay.games import GAMES, Game, Rules
from leoni_replay.games.rules import LETTER
from leoni_replay.games.steps import Position
from leoni_replay.notation.tree import Claim, Item, Move, Number, Result, Tag, Time, Transcript, Variation
from leoni_replay.notation.writer import token
from leoni_replay.record.checker import read
from leoni_replay.record.diagnose.corrected import (
    NONE,
    Changes,
    Corrected,
    Corrections,
    corrections,
    fix_of,
    tags_put_right,
    with_changes,
)
from leoni_replay.record.diagnose.written_tables import first_written
from leoni_replay.record.refused import diagnostic
from leoni_replay.record.result import Replay
from leoni_replay.record.setup import Setup, other_schemes

#: The maximum number of times that reading resumes, and of slips corrected one after another.
_MOST: Final = 50
_MOST_SLIPS: Final = 6
#: The maximum number of corrections shown for an error: those that make the whole game right, or else those that lead
#: further.
_SHOWN: Final = 5
_SHOWN_PARTLY: Final = 3
#: The error of a move that the rules allow but whose written consequences are wrong.
_CONSEQUENCES: Final = ("M206", "M218")
#: The errors of results that are not proved.
_UNPROVED: Final = ("R501", "R502")

_STANDS: Final = "on the table as the moves before have it"
_CORRECTED: Final = "with the corrections before it"
_UNTOLD: Final = "what was due or over at this point is not on the table: the move may be right for that reason"

#: Replays a transcript strictly, under the given rules (None: its own); and says whether it verifies under them.
Replays = Callable[[Transcript, str | Rules | None], Replay]
Verifies = Callable[[Transcript, str | Rules | None], bool]


def explained(
    replay: Replay, given: str | Rules | None, replays: Replays, *, hints: bool = True, further: bool = False
) -> list[Diagnostic]:
    """Explain the error of a record: what would have made it right, and which errors follow it.

    Args:
        replay: the record, replayed up to its error.
        given: the rules that were given instead of its own, if any.
        replays: a function that replays it with something changed.
        hints: try corrections of slips, and other rules and deals.
        further: resume reading wherever possible. Otherwise only corrections are used, and only the first error is
            returned.
    """
    # A record without a deal would need every possible deal to be tried again: too slow for a hint.
    hints = hints and not replay.searched and (not replay.dealt or replay.transcript.tag("Deal") is not None)
    course = _Course(replay, given, replays)
    course.read_on(hints, further)
    if hints:
        course.sum_up()
    return course.errors if further else course.errors[:1]


class _Course:
    """The way through a record from error to error. The part being read is the whole record, or the rest of it from a
    position that it writes down."""

    def __init__(self, replay: Replay, given: str | Rules | None, replays: Replays) -> None:
        assert replay.error is not None
        self.error = replay.error
        self.given = given
        self.replays = replays
        #: the part being read, and the changes made to its text in order to read on
        self.record = self.transcript = replay.transcript
        self.changes: Changes = {}
        #: how far it is right, and whether its cards could be dealt before anything was changed
        self.replay = replay
        self.dealt = replay.dealt
        #: if reading starts at a written position: that position, the number of the first move, and whether the
        #: position leaves open what is due
        self.table: Position | None = None
        self.first = 1
        self.untold = False
        #: how the position was found
        self.whence = ""
        #: the errors, the record's own first
        self.errors = [self.error]
        #: the slips corrected so far, whether nothing else can be meant by any of them, and whether something else was
        #: skipped
        self.slips: list[Corrected] = []
        self.certain = True
        self.passed_over = False
        #: other changes that would make the whole record right
        self.other = ""

    def read_on(self, hints: bool, further: bool) -> None:
        """Read on as far as possible."""
        errors = self.errors
        reported = {(one.code, one.span) for one in self.replay.diagnostics}
        if hints and self._ruled():
            self.other = _other_tags(self.record, self.game, self.given, self._accepts)
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
        """Add to the first error what would have made the whole record right."""
        first, error = self.errors[0], self.error
        corrected = self.replay.error is None and not self.passed_over
        certain = self.certain and not self.other
        of_tags = self.slips[: error.code[0] == "H"]
        ruled = self._ruled() or (corrected and len(self.slips) > len(of_tags) > 0)
        likelier = corrected and error.code[0] == "M"
        if ruled and not self.other and (certain or not likelier):
            record = with_changes(self.record, of_tags[0].changes) if of_tags else self.record
            reading = _other_reading(record, self.game.rules, self._accepts)
            certain = certain and not reading
            # A slip is likelier than a player who follows another reading of one point and doesn't say so. If the
            # result is not proved, the result itself may be wrong.
            self.other = "" if likelier else reading
        fixes = first.fixes
        if corrected:
            how = [one.how for one in self.slips]
            fixes = (fix_of(self.record, how, self.changes, self.replay, certain=certain), *fixes[1:])
        notes = [*error.notes, *([self.other] if self.other else []), *first.notes[len(error.notes) :]]
        self.errors[0] = first._replace(notes=tuple(notes), fixes=fixes)

    def _ruled(self) -> bool:
        """Whether the error depends on the rules. Other rules would only reduce the meanings of an incomplete move."""
        return self.dealt and self.error.code[0] in "MCR" and self.error.code != "M207"

    def _correct(self, meant: Corrections) -> str:
        """Read on with the correction that leads furthest; return the remark about it."""
        best = meant.right[0]
        self.slips.append(best)
        self.certain = self.certain and meant.certain
        self.changes, self.replay, self.whence = best.changes, best.replay, _CORRECTED
        return f"read on {best.how}"

    def _accepts(self, transcript: Transcript, rules: str | Rules | None) -> bool:
        return self.replays(transcript, rules).accepted

    def _corrections(self, error: Diagnostic) -> Corrections:
        """The possible corrections of an error."""
        if not self.replay.dealt:
            return tags_put_right(self.transcript, self._replayed) if self.given is None else NONE
        if error.code[0] != "M" and error.code not in _UNPROVED:
            return NONE
        return corrections(self.transcript, self.changes, self.replay, self._replayed, self.first, unknown=self.unknown)

    @property
    def game(self) -> Game[Any]:
        """The game of the record, under its rules."""
        return self.replay.game

    @property
    def unknown(self) -> bool:
        """Whether not all of its cards were known from the start."""
        return self.replay.derived

    def _fixes(self, right: list[Corrected]) -> tuple[Fix, ...]:
        """Corrections of one error, as a diagnostic shows them."""
        whole = [one for one in right if one.replay.accepted]
        shown = whole[:_SHOWN] or right[:_SHOWN_PARTLY]
        return tuple([fix_of(self.record, [one.how], one.change, one.replay) for one in shown])

    def _found(self, error: Diagnostic) -> Diagnostic:
        """Add an error found while reading on."""
        if error.code[0] == "S":
            # An error in the text itself is an error in any position.
            return error
        if self.untold and error.move == self.first and error.code[0] == "M":
            error = _noted(error, _UNTOLD)
        return _conjecture(error, self.whence)

    # -- reading ------------------------------------------------------------------------------------------------------

    def _read(self, transcript: Transcript, changes: Changes, whence: str) -> None:
        """Read on with an item skipped or changed."""
        self.transcript, self.changes, self.whence = transcript, changes, whence
        self.replay = self._replayed(with_changes(transcript, changes))

    def _replayed(self, transcript: Transcript) -> Replay:
        if self.table is None:
            return self.replays(transcript, self.given)
        replay, fault, number = read(transcript, Setup(self.game, None), self.table.copy(), first=self.first)
        if fault is not None:
            replay.diagnostics.append(diagnostic(transcript, fault, "error", number))
        return replay

    # -- resuming without a correction --------------------------------------------------------------------------------

    def _pick_up(self, error: Diagnostic) -> tuple[bool, str]:
        """Resume after an error if possible. Return whether it was, and the remark about it."""
        if error.code[0] == "S" or not self.replay.dealt:
            return False, ""
        at = self.transcript.offset(error.span.line, error.span.column)
        items = self.replay.transcript.items
        index = next((i for i, item in enumerate(items) if item.start <= at < item.end), None)
        if index is None:
            return self._after_result(at), ""
        item = items[index]
        if isinstance(item, Claim):
            last = next((i for i in range(index - 1, -1, -1) if isinstance(items[i], Move)), None)
            # If this part began at the position written here, that position has been used already.
            begun = last is None and self.table is not None
            if not begun and (how := self._from_written(0 if last is None else last + 1, index)):
                return True, how
            self._without(item)
            return True, "read on as if this claim were not there"
        if isinstance(item, Time):
            self._without(item)
            return True, "read on as if this time were not there"
        if isinstance(item, Variation):
            self._without(item)
            return True, "read on after this variation; what is left of it is not checked"
        if isinstance(item, Number):
            return True, self._recounted(index, item)
        if isinstance(item, Move) and not item.command.how and error.code in _CONSEQUENCES and not self.unknown:
            return True, self._by_the_rules(item)
        how = self._from_written(index, index)
        return bool(how), how or self._unread(index)

    def _without(self, item: Item) -> None:
        """Read as if an item that doesn't change the position were missing."""
        items = [one for one in self.transcript.items if (one.start, one.end) != (item.start, item.end)]
        self._read(replace(self.transcript, items=items), self.changes, _STANDS)

    def _by_the_rules(self, item: Move) -> str:
        """Read with a legal move in place of the written one."""
        bare = item.command._replace(path=None, stalemate=False, shown=None)
        played = self.game.play(self.replay.at(self.replay.moves), bare).move
        number = self.first + self.replay.moves
        whence = f"on the table that the rules make of move {number}"
        self._read(self.transcript, {**self.changes, (item.start, item.end): token(bare, item.mark)}, whence)
        return f"read on with the move as the rules have it: {token(played)}"

    def _recounted(self, index: int, item: Number) -> str:
        """Read with a wrong number corrected; if the next number continues from it, with all that
        follow corrected too."""
        number = self._number(index)
        later = self.replay.transcript.items[index + 1 :]
        counted = [(i, one) for i, one in enumerate(later) if isinstance(one, Number)]
        goes_on = bool(counted) and counted[0][1].value == item.value + _moves(later[: counted[0][0]])
        numbers = [item, *(one for _, one in counted if goes_on)]
        right = {(one.start, one.end): f"{max(one.value - item.value + number, 1)}." for one in numbers}
        self._read(self.transcript, {**self.changes, **right}, _STANDS)
        return f"read on as move {number}" + (", and with the numbers after it counted from there" if goes_on else "")

    def _after_result(self, at: int) -> bool:
        """Check the claims after a result, when the result or one of them is wrong."""
        epilogue = [note for note in self.transcript.epilogue if note.start > at]
        if not any(isinstance(note, Claim) for note in epilogue):
            return False
        head = [node for node in self.transcript.head if not (isinstance(node, Tag) and node.name == "Result")]
        result = replace(self.transcript.result or Result("*"), word="*")
        ended = replace(self.transcript, head=head, epilogue=epilogue, result=result, draft=None)
        self._read(ended, self.changes, _STANDS)
        return True

    def _from_written(self, start: int, index: int) -> str:
        """Resume at the next position that is written down after a wrong item; return the remark about it, empty if
        there is none.

        Args:
            start: where the claims that list the position may begin.
            index: the wrong item.
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
        """The number of the next move before an item."""
        return self.first + _moves(self.replay.transcript.items[:index])

    def _unread(self, index: int) -> str:
        """The remark where reading cannot resume."""
        rest = self.replay.transcript.items[index + 1 :]
        skipped = _skipped(rest, self._number(index + 1))
        claims = any(isinstance(item, Claim) for item in (*rest, *self.transcript.epilogue))
        result = self.transcript.result
        if not skipped and not claims and (result is None or result.word == "*"):
            return ""
        return f"nothing after it shows where the cards lie{skipped or ': the rest is not checked'}"


def _moves(items: Sequence[Item]) -> int:
    return sum(isinstance(item, Move) for item in items)


def _skipped(items: Sequence[Item], first: int) -> str:
    """Which moves are skipped, as the end of a sentence; empty if none."""
    count = _moves(items)
    if not count:
        return ""
    moves = f"move {first} is" if count == 1 else f"moves {first} to {first + count - 1} are"
    return f"; {moves} not checked"


def _conjecture(problem: Diagnostic, whence: str) -> Diagnostic:
    return _noted(problem, f"a conjecture: found after an error, {whence}")._replace(severity="conjecture")


def _noted(problem: Diagnostic, *notes: str) -> Diagnostic:
    return problem._replace(notes=(*problem.notes, *notes))


def _other_tags(transcript: Transcript, game: Game[Any], given: str | Rules | None, verifies: Verifies) -> str:
    """Find one tag to change so that the whole record verifies: most often people name the wrong rules.

    Args:
        transcript: a rejected record.
        game: its game, under the rules that rejected it.
        given: the rules that were given instead of its own, if any.
        verifies: a function that tries the record under other rules.

    Returns:
        The hint in words; empty if no single change helps.
    """
    rules, book = game.rules, game.rules.book.name
    for other in GAMES[game.name].all_books:
        if other != book and verifies(transcript, other):
            return f"the whole game is legal under the rule book {other}"
    if rules.taken and verifies(transcript, Rules(rules.book)):
        without = "its overrides" if rules.overrides else f"`{LETTER}`"
        return f"the whole game is legal under the rule book {book} without {without}"
    deal = transcript.tag("Deal")
    for scheme in other_schemes(deal.value) if deal else ():
        head = [replace(tag, value=scheme) if tag is deal else tag for tag in transcript.head]
        if verifies(replace(transcript, head=head), given):
            return f'the whole game is legal for [Deal "{scheme}"]'
    return ""


def _other_reading(transcript: Transcript, rules: Rules, verifies: Verifies) -> str:
    """The reading of one point, or the letter of the source, under which the whole record verifies; empty if there is
    none."""
    for point in rules.book.points.values():
        for reading in point.readings:
            changed = Rules(rules.book, rules.overrides | {point.id: reading}, rules.letter)
            if reading != rules[point.id] and verifies(transcript, changed):
                return f"the whole game is legal with {point.id}={reading} ({point.title})"
    to_the_letter = replace(rules, letter=True)
    if to_the_letter.readings != rules.readings and verifies(transcript, to_the_letter):
        return f"the whole game is legal to the letter of its source, `{to_the_letter}`"
    return ""
