"""Corrections of a rejected record. Each one is an edit of the record's text that makes it right."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from io import StringIO
from itertools import pairwise
from typing import Final, NamedTuple

from leoni_replay.diagnostics import (
    MISPLAY_AND_TIME_ERRORS,
    OUTSIDE_THE_GAME,
    UNPROVED_RESULTS,
    WRONG_NUMBER,
    Edit,
    Fix,
    is_about_move,
)
from leoni_replay.games import Rules
from leoni_replay.message import Message, WrittenMove
from leoni_replay.notation.problems import JOINT
from leoni_replay.notation.reader import parse
from leoni_replay.notation.split import RawGame, split
from leoni_replay.notation.transcript import Item, MoveItem, Number, Result, Transcript, Variation
from leoni_replay.notation.writer import token
from leoni_replay.phrases import join_words
from leoni_replay.record.diagnose.slips import Kind, Slip, slips
from leoni_replay.record.fast_path import decide
from leoni_replay.record.header import tag_correction
from leoni_replay.record.nearest import nearest
from leoni_replay.record.result import Replay

#: Changes to a text: spans and their replacements. An empty span is where moves are inserted.
Changes = Mapping[tuple[int, int], str]
#: A function that replays a text without hints, under the given rules (None: its own).
ReplayText = Callable[[RawGame, str | Rules | None], Replay]

#: How many corrections are judged, and how many are shown.
_MOST_JUDGED: Final = 12
_MOST_SHOWN: Final = 5
#: How many legal moves are tried instead of a refused one.
_MOST_REPLACEMENTS: Final = 3
#: The most moves a record may have for a search for slips, and the most names in tags that are corrected.
_LONGEST: Final = 4_000
_MOST_TAGS: Final = 4
#: The maximum length of a corrected line in a message.
_WIDTH: Final = 160

#: The kinds of slips, the likeliest first.
_KINDS: Final[tuple[Kind, ...]] = ("misnumbered", "swapped", "misread", "misplaced", "left out")
#: How far before a joint its result word may begin.
_RESULT_BEFORE: Final = 16


class Fixes(NamedTuple):
    """The corrections of a record, the likeliest first. ``certain`` is set if there can be no other; ``notes`` are
    remarks on the search."""

    corrections: list[Fix]
    certain: bool = False
    notes: tuple[str, ...] = ()


def is_right(raw: RawGame, rules: str | Rules | None, replay_text: ReplayText) -> bool:
    """Whether a text is right under the given rules (None: its own)."""
    decided = decide(raw, rules)
    return replay_text(raw, rules).accepted if decided is None else decided


def words_for_right(transcript: Transcript) -> str:
    """Return the words for a record that would be right: a misplay is never legal."""
    irregular = any(isinstance(item, MoveItem) and item.command.how for item in transcript.items)
    return "everything but the misplays and settings is legal" if irregular else "the whole game is legal"


def fixes(raw: RawGame, replay: Replay, rules: str | Rules | None, replay_text: ReplayText) -> Fixes:
    """Find the corrections that make a record right.

    Args:
        raw: the text of the record.
        replay: its replay up to the error.
        rules: the rules to use instead of its own, if any.
        replay_text: a function that replays another text without hints.
    """
    error, transcript = replay.error, replay.transcript
    if error is not None and error.code == OUTSIDE_THE_GAME and transcript.problem is not None:
        return _part_games(raw, transcript.problem.start, rules, replay_text)
    # A record that breaks off is never right.
    if error is None or transcript.problem is not None or transcript.result is None:
        return Fixes([])
    if not replay.dealt:
        return _correct_tags(raw, replay.transcript, replay_text) if rules is None else Fixes([])
    at = transcript.offset(error.span.line, error.span.column)
    in_variation = any(isinstance(item, Variation) and item.start <= at < item.end for item in transcript.items)
    if in_variation or not _can_be_a_slip(error.code):
        return Fixes([])
    corrector = _Corrector(raw, replay, rules, replay_text)
    if len(corrector.moves) > _LONGEST:
        return Fixes([], notes=("leoni did not search for slips: the record is too long",))
    return corrector.correct(error.code)


def replacements(raw: RawGame, replay: Replay, replay_text: ReplayText) -> list[Fix]:
    """Return corrections that write a legal move instead of the refused one, for a record in which no slip was found.
    Those with which the whole record is right come alone; without any, the rest of the record may have to change too.

    Args:
        raw: the text of the record.
        replay: its replay up to the error.
        replay_text: a function that replays another text without hints.
    """
    error, transcript = replay.error, replay.transcript
    if error is None or not replay.dealt or not is_about_move(error.code):
        return []
    moves = [item for item in transcript.items if isinstance(item, MoveItem)]
    at = transcript.offset(error.span.line, error.span.column)
    position = replay.at(replay.moves)
    if replay.moves >= len(moves) or moves[replay.moves].start != at or position.doubtful():
        return []
    refused = moves[replay.moves]
    written_move = WrittenMove(raw.text[refused.start : refused.end], refused.command)
    right_ones, others = [], []
    for move in nearest(position, refused.command)[:_MOST_REPLACEMENTS]:
        new_token = token(move, refused.mark)
        change = {(refused.start, refused.end): new_token}
        words = Message(WrittenMove(new_token, move), " instead of ", written_move, f" as move {replay.moves + 1}")
        corrected_record = raw._replace(text=apply_changes(raw.text, change, 0, len(raw.text)))
        if is_right(corrected_record, None, replay_text):
            message = Message(f"{words_for_right(transcript)} with ", words)
            right_ones.append(_make_fix(raw, message, change, len(moves)))
        else:
            others.append(_make_fix(raw, Message("there you could play ", words), change, len(moves)))
    return right_ones or others


def _can_be_a_slip(code: str) -> bool:
    """Whether a slip in the moves can have caused an error of this code: of a move, but not of a misplay, or of the
    result."""
    if is_about_move(code):
        return code not in MISPLAY_AND_TIME_ERRORS
    return code in UNPROVED_RESULTS


def _correct_tags(raw: RawGame, transcript: Transcript, replay_text: ReplayText) -> Fixes:
    """Correct unknown names in the tags of a record."""
    corrected = transcript
    for _ in range(_MOST_TAGS):
        correction = tag_correction(corrected)
        if correction is None:
            break
        text = corrected.text[: correction.start] + correction.text + corrected.text[correction.end :]
        corrected = parse(raw._replace(text=text))
    if corrected is transcript:
        return Fixes([])
    replayed = replay_text(raw._replace(text=corrected.text), None)
    if not replayed.accepted:
        return Fixes([])
    changes: dict[tuple[int, int], str] = {}
    new_tags = []
    for tag, new_tag in zip(transcript.tags, corrected.tags, strict=True):
        if tag.name != new_tag.name:
            at = transcript.text.index(tag.name, tag.start)
            changes[at, at + len(tag.name)] = new_tag.name
        if tag.value != new_tag.value:
            changes[tag.value_start, transcript.text.rindex('"', 0, tag.end)] = new_tag.value
        if (tag.name, tag.value) != (new_tag.name, new_tag.value):
            new_tags.append(f'[{new_tag.name} "{new_tag.value}"]')
    message = f"{words_for_right(transcript)} with {join_words(new_tags)}"
    return Fixes([_make_fix(raw, message, changes, replayed.moves)], certain=True)


def _part_games(raw: RawGame, at: int, rules: str | Rules | None, replay_text: ReplayText) -> Fixes:
    """Part games that were joined, and remove the marks that joining left between them."""
    changes: dict[tuple[int, int], str] = {}
    for match in JOINT.finditer(raw.text, max(at - _RESULT_BEFORE, 0)):
        # A game that begins in the line of another one gets a line of its own.
        on_one_line = match["result"] and match["game"]
        if match["junk"] or on_one_line:
            changes[match.span("junk")] = "\n\n" if on_one_line else ""
    if not changes:
        return Fixes([])
    text = apply_changes(raw.text, changes, 0, len(raw.text))
    games = list(split(StringIO(text), raw.file))
    if not games or not all(is_right(game, rules, replay_text) for game in games):
        return Fixes([])
    if len(games) > 1:
        message = "the games are right, each from a line of its own"
    else:
        message = "the game is right without the mark"
    moves = replay_text(games[0], rules).moves
    return Fixes([_make_fix(raw, message, changes, moves)], certain=True)


class _Candidate(NamedTuple):
    """A slip with the changes to the text that correct it.

    Attributes:
        slip: the slip.
        at: the index of the move that was wrong, or before which a move was left out.
        move_changes: the changes of moves.
        number_changes: the changes of the numbers that are wrong once the moves are corrected.
        numbers_were_wrong: whether numbers are wrong in the text already, besides the slip.
    """

    slip: Slip
    at: int
    move_changes: Changes
    number_changes: Changes
    numbers_were_wrong: bool

    @property
    def changes(self) -> Changes:
        """All changes to the text."""
        return {**self.move_changes, **self.number_changes}


class _Insertion(NamedTuple):
    """Where an omitted move is inserted: before the move with an index, and at an offset of the text."""

    at: int
    offset: int


class _Corrector:
    """Corrects the slips in the text of a record.

    Attributes:
        moves: the moves of the main line.
        numbers: the written numbers, each with the right one.
        first_wrong_number: where the first wrong number begins; the end of the text if all are right.
        number_before: the number directly before a move or before the result, by where that begins.
    """

    def __init__(self, raw: RawGame, replay: Replay, rules: str | Rules | None, replay_text: ReplayText) -> None:
        self.raw = raw
        self.replay = replay
        self.rules = rules
        self.replay_text = replay_text
        transcript = replay.transcript
        assert transcript.result is not None
        self.result: Result = transcript.result
        self.moves = [item for item in transcript.items if isinstance(item, MoveItem)]
        self.numbers = list(_numbers(transcript.items))
        wrong = [number.start for number, right in self.numbers if number.value != right]
        self.first_wrong_number = min(wrong, default=len(raw.text))
        self.number_before = {
            following.start: item
            for item, following in pairwise([*transcript.items, self.result])
            if isinstance(item, Number)
        }

    def correct(self, code: str) -> Fixes:
        """Find the slips that may have caused an error of this code, and correct them one by one."""
        search = slips(self.replay, self.moves, code, self._reach)
        candidates = sorted(map(self._candidate, search.slips), key=_sort_key)
        if code == WRONG_NUMBER:
            # A wrong number is a slip itself, or is explained by a move that makes it right.
            candidates = [candidate for candidate in candidates if not candidate.numbers_were_wrong]
        right_ones = [candidate for candidate in candidates[:_MOST_JUDGED] if self._makes_right(candidate)]
        unjudged_ones = candidates[_MOST_JUDGED:]
        # If some corrections explain the numbers as well, those that leave wrong numbers wrong don't count.
        likely_ones = [
            candidate for candidate in right_ones if candidate.numbers_were_wrong == right_ones[0].numbers_were_wrong
        ]
        others_may_be_right = any(candidate.slip.reach == search.end for candidate in unjudged_ones)
        is_certain = len(likely_ones) == 1 and not others_may_be_right and is_about_move(code)
        if search.first_move > 0:
            is_certain = False
        if is_certain and self.replay.is_deal_derived:
            # If the corrected record leaves cards unknown, another correction may be right as well.
            is_certain = self.replay_text(self._corrected_record(right_ones[0]), self.rules).unknown is None
        notes = []
        if search.first_move:
            number = search.first_move + 1
            notes.append(f"leoni did not search for slips before move {number}: there was too much to try")
        return Fixes([self._fix(candidate) for candidate in right_ones[:_MOST_SHOWN]], is_certain, tuple(notes))

    def _makes_right(self, candidate: _Candidate) -> bool:
        """Whether correcting a slip makes the record right."""
        return is_right(self._corrected_record(candidate), self.rules, self.replay_text)

    def _reach(self, slip: Slip) -> int:
        """Judge the record with a slip corrected. Returns how many of its moves are right, plus one for its result."""
        replayed = self.replay_text(self._corrected_record(self._candidate(slip)), self.rules)
        if replayed.accepted:
            return len(self.moves) + 1
        return replayed.moves - 1 if slip.kind == "left out" else replayed.moves

    def _corrected_record(self, candidate: _Candidate) -> RawGame:
        """Return the record with a slip corrected."""
        return self.raw._replace(text=apply_changes(self.raw.text, candidate.changes, 0, len(self.raw.text)))

    def _fix(self, candidate: _Candidate) -> Fix:
        """Return the correction of a slip as a diagnostic shows it."""
        moves = len(self.moves) + 1 if candidate.slip.kind == "left out" else len(self.moves)
        message = Message(f"{words_for_right(self.replay.transcript)} ", self._words(candidate))
        return _make_fix(self.raw, message, candidate.changes, moves)

    def _candidate(self, slip: Slip) -> _Candidate:
        """Return a slip with the changes of the text that correct it."""
        at = slip.at
        move_changes: dict[tuple[int, int], str] = {}
        #: the number that each written number should be
        right_numbers = self.numbers
        if slip.kind == "left out":
            at, insertion = self._best_insertion(slip)
            assert slip.command is not None
            move_changes[insertion, insertion] = f"{token(slip.command)} "
            right_numbers = [
                (number, right + 1 if number.start >= insertion else right) for number, right in self.numbers
            ]
        elif slip.kind == "swapped":
            first, second = self.moves[at : at + 2]
            move_changes[first.start, first.end] = self._as_written(second).text
            move_changes[second.start, second.end] = self._as_written(first).text
        elif slip.kind != "misnumbered":
            item = self.moves[at]
            assert slip.command is not None
            move_changes[item.start, item.end] = token(slip.command, item.mark)
        number_changes = {
            (number.start, number.end): f"{right}." for number, right in right_numbers if number.value != right
        }
        # Numbers that were counted without the omitted move are right as they stand.
        any_wrong_before = self.first_wrong_number < len(self.raw.text)
        numbers_were_wrong = bool(number_changes and move_changes) and any_wrong_before
        return _Candidate(slip, at, move_changes, number_changes, numbers_were_wrong)

    def _as_written(self, item: MoveItem) -> WrittenMove:
        """Return a move as the record writes it."""
        return WrittenMove(self.raw.text[item.start : item.end], item.command)

    def _best_insertion(self, slip: Slip) -> _Insertion:
        """Return where to insert an omitted move: where all numbers are right if there is such a place, else nearest to
        the refused move."""
        # The numbers before the insertion must be right, and those after it must count the omitted move already.
        not_counting_it = [number.start for number, right in self.numbers if number.value != right + 1]
        last_not_counting_it = max(not_counting_it, default=-1)
        insertions = list(self._insertions(slip))
        for insertion in insertions:
            if last_not_counting_it < insertion.offset <= self.first_wrong_number:
                return insertion
        return insertions[0]

    def _insertions(self, slip: Slip) -> Iterator[_Insertion]:
        """Yield where an omitted move can be inserted, nearest to the refused move first: before the next move, and
        before the number of that move."""
        for at in slip.places:
            start = self.moves[at].start if at < len(self.moves) else self.result.start
            yield _Insertion(at, start)
            if start in self.number_before:
                yield _Insertion(at, self.number_before[start].start)

    def _words(self, candidate: _Candidate) -> Message:
        """Return the correction in words."""
        slip, number = candidate.slip, candidate.at + 1
        if slip.kind == "misnumbered":
            return Message("with its moves renumbered")
        if slip.kind == "swapped":
            first, second = (self._as_written(item) for item in self.moves[candidate.at : candidate.at + 2])
            words = Message(f"with moves {number} and {number + 1} swapped, ", second, " before ", first)
        elif slip.kind == "left out":
            before = f"before move {number}" if candidate.at < len(self.moves) else "at its end"
            words = Message("with ", slip.command, f" {before}")
        else:
            item = self.moves[candidate.at]
            assert slip.command is not None
            intended = WrittenMove(token(slip.command, item.mark), slip.command)
            words = Message("with ", intended, " instead of ", self._as_written(item), f" as move {number}")
        return Message(words, ", with the later moves renumbered") if candidate.number_changes else words


def _sort_key(candidate: _Candidate) -> tuple[int, bool, int, int]:
    """Return the sort key, likeliest first: leads furthest, changes no other numbers, is near the refused move."""
    slip = candidate.slip
    return -slip.reach, candidate.numbers_were_wrong, -candidate.at, _KINDS.index(slip.kind)


def _numbers(items: list[Item], first: int = 1) -> Iterator[tuple[Number, int]]:
    """Yield the written numbers, variations included, each with the right one."""
    number = first
    for item in items:
        if isinstance(item, MoveItem):
            number += 1
        elif isinstance(item, Number):
            yield item, number
        elif isinstance(item, Variation):
            yield from _numbers(item.items, number - 1)


def _make_fix(raw: RawGame, message: str, changes: Changes, moves: int) -> Fix:
    """Make the correction that a diagnostic shows."""
    edits = tuple([Edit(raw.span(start, end), text) for (start, end), text in sorted(changes.items())])
    return Fix(message, _corrected_lines(raw.text, changes), moves, False, edits)


def _corrected_lines(text: str, changes: Changes) -> str:
    """Return the corrected lines; a long one is cut around its first correction."""
    # Numbers are shown only if nothing else changes.
    spans = [span for span in sorted(changes) if not changes[span].endswith(".")] or sorted(changes)[:1]
    lines = []
    line_end = -1
    for change_start, _ in spans:
        if change_start <= line_end:
            # This change is in the line that was added last.
            continue
        line_start = text.rfind("\n", 0, change_start) + 1
        line_end = text.find("\n", change_start)
        if line_end < 0:
            line_end = len(text)
        before = apply_changes(text, changes, line_start, change_start)
        line = apply_changes(text, changes, line_start, line_end)
        lines.append(" ".join(_cut_around(line, len(before)).split()))
    return " … ".join(lines)


def _cut_around(line: str, middle: int) -> str:
    """Return the part of a line around an index that is not wider than a message, without cutting a word."""
    if len(line) <= _WIDTH:
        return line
    first, last = max(middle - _WIDTH // 2, 0), middle + _WIDTH // 2
    before, after = line[first:middle], line[middle:last]
    if first > 0:
        before = f"… {before.partition(' ')[2]}"
    if last < len(line):
        after = f"{after.rpartition(' ')[0]} …"
    return before + after


def apply_changes(text: str, changes: Changes, start: int, end: int) -> str:
    """Return a span of a text with the changes in it."""
    parts = []
    for (first, last), replacement in sorted(changes.items()):
        if start <= first and last <= end:
            parts += [text[start:first], replacement]
            start = last
    return "".join([*parts, text[start:end]])
