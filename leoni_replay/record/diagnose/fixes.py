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
from leoni_replay.notation.problems import JOINT
from leoni_replay.notation.reader import parse
from leoni_replay.notation.split import RawGame, split
from leoni_replay.notation.transcript import Item, MoveItem, Number, Result, Transcript, Variation
from leoni_replay.notation.writer import token
from leoni_replay.phrases import listed
from leoni_replay.record.diagnose.slips import Kind, Slip, slips
from leoni_replay.record.fast_path import decide
from leoni_replay.record.header import meant_tags
from leoni_replay.record.result import Replay

#: Changes to a text: spans and their replacements. An empty span is where moves are inserted.
Changes = Mapping[tuple[int, int], str]
#: Replays a text without hints, under the given rules (None: its own).
Replays = Callable[[RawGame, str | Rules | None], Replay]

#: How many corrections are judged, and how many are shown.
_JUDGED: Final = 12
_SHOWN: Final = 5
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

    right: list[Fix]
    certain: bool = False
    notes: tuple[str, ...] = ()


def accepts(raw: RawGame, rules: str | Rules | None, replays: Replays) -> bool:
    """Whether a text is right under the given rules (None: its own)."""
    decided = decide(raw, rules)
    return replays(raw, rules).accepted if decided is None else decided


def all_legal(transcript: Transcript) -> str:
    """Return the words for a record that would be right: a misplay is never legal."""
    irregular = any(isinstance(item, MoveItem) and item.command.how for item in transcript.items)
    return "everything but the misplays and settings is legal" if irregular else "the whole game is legal"


def fixes(raw: RawGame, replay: Replay, rules: str | Rules | None, replays: Replays) -> Fixes:
    """Find the corrections that make a record right.

    Args:
        raw: the text of the record.
        replay: its replay up to the error.
        rules: the rules given instead of its own, if any.
        replays: a function that replays another text without hints.
    """
    error, transcript = replay.error, replay.transcript
    if error is not None and error.code == OUTSIDE_THE_GAME and transcript.problem is not None:
        return _parted(raw, transcript.problem.start, rules, replays)
    # A record that breaks off is never right.
    if error is None or transcript.problem is not None or transcript.result is None:
        return Fixes([])
    if not replay.dealt:
        return _tags_corrected(raw, replay.transcript, replays) if rules is None else Fixes([])
    at = transcript.offset(error.span.line, error.span.column)
    in_variation = any(isinstance(item, Variation) and item.start <= at < item.end for item in transcript.items)
    if in_variation or not _can_be_a_slip(error.code):
        return Fixes([])
    text = _Text(raw, replay, rules, replays)
    if len(text.moves) > _LONGEST:
        return Fixes([], notes=("leoni did not search for slips: the record is too long",))
    return text.corrected(error.code)


def _can_be_a_slip(code: str) -> bool:
    """Whether a slip in the moves can have caused an error of this code: of a move, but not of a misplay, or of the
    result."""
    if is_about_move(code):
        return code not in MISPLAY_AND_TIME_ERRORS
    return code in UNPROVED_RESULTS


def _tags_corrected(raw: RawGame, before: Transcript, replays: Replays) -> Fixes:
    """Correct unknown names in the tags."""
    transcript = before
    count = 0
    while count < _MOST_TAGS and (meant := meant_tags(transcript)) is not None:
        start, end, text = meant
        transcript = parse(raw._replace(text=transcript.text[:start] + text + transcript.text[end:]))
        count += 1
    again = replays(raw._replace(text=transcript.text), None) if count else None
    if again is None or not again.accepted:
        return Fixes([])
    changes: dict[tuple[int, int], str] = {}
    said = []
    for tag, corrected in zip(before.tags, transcript.tags, strict=True):
        if tag.name != corrected.name:
            at = before.text.index(tag.name, tag.start)
            changes[at, at + len(tag.name)] = corrected.name
        if tag.value != corrected.value:
            changes[tag.value_start, before.text.rindex('"', 0, tag.end)] = corrected.value
        if (tag.name, tag.value) != (corrected.name, corrected.value):
            said.append(f'[{corrected.name} "{corrected.value}"]')
    return Fixes([_fix(raw, f"{all_legal(before)} with {listed(said)}", changes, again.moves)], True)


def _parted(raw: RawGame, at: int, rules: str | Rules | None, replays: Replays) -> Fixes:
    """Part games that were joined, and remove the marks that joining left between them."""
    changes: dict[tuple[int, int], str] = {}
    for match in JOINT.finditer(raw.text, max(at - _RESULT_BEFORE, 0)):
        # A game that begins in the line of another one gets a line of its own.
        glued = match["result"] and match["game"]
        if match["junk"] or glued:
            changes[match.span("junk")] = "\n\n" if glued else ""
    games = list(split(StringIO(apply_changes(raw.text, changes, 0, len(raw.text))), raw.file)) if changes else []
    if not games or not all(accepts(game, rules, replays) for game in games):
        return Fixes([])
    how = "the games are right, each from a line of its own" if len(games) > 1 else "the game is right without the mark"
    return Fixes([_fix(raw, how, changes, replays(games[0], rules).moves)], True)


class _Candidate(NamedTuple):
    """A slip with the changes to the text that correct it: first the moves, then the numbers that become wrong.
    ``several`` is set if other numbers are wrong too; they are already wrong in the text."""

    slip: Slip
    at: int
    changes: Changes
    renumbered: Changes
    several: bool


class _Text:
    """The text of a record, and what corrections of its slips change in it."""

    def __init__(self, raw: RawGame, replay: Replay, rules: str | Rules | None, replays: Replays) -> None:
        self.raw = raw
        self.replay = replay
        self.rules = rules
        self.replays = replays
        transcript = replay.transcript
        assert transcript.result is not None
        self.result: Result = transcript.result
        self.moves = [item for item in transcript.items if isinstance(item, MoveItem)]
        self.numbers = list(_numbers(transcript.items))
        wrong = [number.start for number, right in self.numbers if number.value != right]
        self.up_to = min(wrong, default=len(raw.text))
        #: the numbers directly before a move, or before the result
        self.numbered = {
            following.start: item
            for item, following in pairwise([*transcript.items, self.result])
            if isinstance(item, Number)
        }

    def corrected(self, code: str) -> Fixes:
        """Find the slips, and correct them one by one."""
        searched = slips(self.replay, self.moves, code, self._reach)
        candidates = sorted(map(self._candidate, searched.slips), key=_order)
        if code == WRONG_NUMBER:
            # A wrong number is a slip itself, or is explained by a move that makes it right.
            candidates = [one for one in candidates if not one.several]
        right = [one for one in candidates[:_JUDGED] if accepts(self._edited(one), self.rules, self.replays)]
        # If some corrections explain the numbers as well, those that leave wrong numbers wrong don't count.
        likely = [one for one in right if one.several == right[0].several]
        untried = any(one.slip.reach == searched.end for one in candidates[_JUDGED:])
        certain = is_about_move(code) and not searched.begun and len(likely) == 1 and not untried
        if certain and self.replay.is_deal_derived:
            certain = self.replays(self._edited(right[0]), self.rules).unknown is None
        notes = []
        if searched.begun:
            notes.append(f"leoni did not search for slips before move {searched.begun + 1}: there was too much to try")
        return Fixes([self._fixed(one) for one in right[:_SHOWN]], certain, tuple(notes))

    def _reach(self, slip: Slip) -> int:
        """Judge the record with a slip corrected. Returns how many of its moves are right, plus one for its result."""
        again = self.replays(self._edited(self._candidate(slip)), self.rules)
        return len(self.moves) + 1 if again.accepted else again.moves - (slip.kind == "left out")

    def _edited(self, candidate: _Candidate) -> RawGame:
        """Return the record with a slip corrected."""
        changes = {**candidate.changes, **candidate.renumbered}
        return self.raw._replace(text=apply_changes(self.raw.text, changes, 0, len(self.raw.text)))

    def _fixed(self, candidate: _Candidate) -> Fix:
        changes = {**candidate.changes, **candidate.renumbered}
        moves = len(self.moves) + (candidate.slip.kind == "left out")
        how = f"{all_legal(self.replay.transcript)} {self._words(candidate)}"
        return _fix(self.raw, how, changes, moves)

    def _candidate(self, slip: Slip) -> _Candidate:
        """Return a slip with the changes of the text that correct it."""
        at, where, more = slip.at, len(self.raw.text), int(slip.kind == "left out")
        changes: dict[tuple[int, int], str] = {}
        if slip.kind == "left out":
            # The place where all numbers are right if there is one, else the one nearest to the refused move. An
            # inserted move keeps right numbers right before it, and makes those after it too high.
            options = list(self._places(slip))
            after = max((number.start for number, right in self.numbers if number.value != right + 1), default=-1)
            at, where = next((one for one in options if after < one[1] <= self.up_to), options[0])
            assert slip.command is not None
            changes[where, where] = f"{token(slip.command)} "
        elif slip.kind == "swapped":
            item, other = self.moves[at : at + 2]
            changes = {(item.start, item.end): self._written(other), (other.start, other.end): self._written(item)}
        elif slip.kind != "misnumbered":
            item = self.moves[at]
            assert slip.command is not None
            changes = {(item.start, item.end): token(slip.command, item.mark)}
        # Numbers after an inserted move change, and so do those that were wrong.
        counted = [(number, right + more * (number.start >= where)) for number, right in self.numbers]
        renumbered = {(one.start, one.end): f"{right}." for one, right in counted if one.value != right}
        # Numbers that were counted without the omitted move are right as they stand.
        several = bool(renumbered and changes) and self.up_to < len(self.raw.text)
        return _Candidate(slip, at, changes, renumbered, several)

    def _written(self, item: MoveItem) -> str:
        return self.raw.text[item.start : item.end]

    def _places(self, slip: Slip) -> Iterator[tuple[int, int]]:
        """Yield the places of an omitted move, as an index and in the text, nearest to the refused move first."""
        for at in slip.places:
            start = self.moves[at].start if at < len(self.moves) else self.result.start
            yield at, start
            if start in self.numbered:
                yield at, self.numbered[start].start

    def _words(self, candidate: _Candidate) -> str:
        """Return the correction in words."""
        slip, number = candidate.slip, candidate.at + 1
        if slip.kind == "misnumbered":
            return "with its moves renumbered"
        if slip.kind == "swapped":
            first, second = candidate.changes.values()
            words = f"with moves {number} and {number + 1} swapped, {first} before {second}"
        elif slip.kind == "left out":
            (text,) = candidate.changes.values()
            before = f"before move {number}" if candidate.at < len(self.moves) else "at its end"
            words = f"with {text.strip()} {before}"
        else:
            ((place, text),) = candidate.changes.items()
            words = f"with {text} instead of {self.raw.text[slice(*place)]} as move {number}"
        return f"{words}, with the later moves renumbered" if candidate.renumbered else words


def _order(candidate: _Candidate) -> tuple[int, bool, int, int]:
    """Return the sort key, likeliest first: leads furthest, changes no other numbers, is near the refused move."""
    slip = candidate.slip
    return -slip.reach, candidate.several, -candidate.at, _KINDS.index(slip.kind)


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


def _fix(raw: RawGame, message: str, changes: Changes, moves: int) -> Fix:
    """Make the correction that a diagnostic shows."""
    edits = tuple([Edit(raw.span(*place), text) for place, text in sorted(changes.items())])
    return Fix(message, _lines(raw.text, changes), moves, False, edits)


def _lines(text: str, changes: Changes) -> str:
    """Return the corrected lines; a long one is cut around its first correction."""
    # Numbers are shown only if nothing else changes.
    shown = [place for place in sorted(changes) if not changes[place].endswith(".")] or sorted(changes)[:1]
    lines = []
    end = -1
    for at, _ in shown:
        if at <= end:
            continue
        start, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
        end = len(text) if end < 0 else end
        before, line = apply_changes(text, changes, start, at), apply_changes(text, changes, start, end)
        if len(line) > _WIDTH:
            middle = len(before)
            first, last = max(middle - _WIDTH // 2, 0), middle + _WIDTH // 2
            # Don't cut a word.
            after = f"{line[middle:last].rpartition(' ')[0]} …" if last < len(line) else line[middle:]
            line = (f"… {line[first:middle].partition(' ')[2]}" if first else before) + after
        lines.append(" ".join(line.split()))
    return " … ".join(lines)


def apply_changes(text: str, changes: Changes, start: int, end: int) -> str:
    """Return a span of a text with the changes in it."""
    parts = []
    for (first, last), put in sorted(changes.items()):
        if start <= first and last <= end:
            parts += [text[start:first], put]
            start = last
    return "".join([*parts, text[start:end]])
