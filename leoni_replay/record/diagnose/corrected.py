"""Corrections of a rejected record: possible slips, as changes to its text. Each one has been replayed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final, NamedTuple

from leoni_replay.diagnostics import Edit, Fix
from leoni_replay.notation.braces import written
from leoni_replay.notation.reader import parse
from leoni_replay.notation.split import RawGame
from leoni_replay.notation.tree import Item, Move, Number, Result, Tag, Transcript, Variation
from leoni_replay.notation.writer import token
from leoni_replay.record.diagnose.slips import Replays, Slip, moves_and_claims, slips
from leoni_replay.record.header import meant_tags
from leoni_replay.record.result import Replay
from leoni_replay.words import listed

#: Changes to a record's text: spans and their replacements. An empty span is where moves are inserted.
Changes = Mapping[tuple[int, int], str]

#: The maximum number of corrections to replay, and the most moves and claims a record may have for any to be tried.
_TRIED: Final = 12
_LONGEST: Final = 4_000
#: The maximum number of names in tags to correct.
_MOST_TAGS: Final = 4
#: The maximum length of a corrected line in a message.
_SHOWN: Final = 160
#: The number of moves of a record that is right to its end.
_ALL: Final = 1 << 30
#: A correction is the only likely one if it makes the record legal for this many moves more than any other does.
_MARGIN: Final = 2

#: The kinds of slips, the likeliest first.
_KINDS: Final = ("misnumbered", "swapped", "misread", "misplaced", "left out")


class _Candidate(NamedTuple):
    """A slip at one of the places where it may have been made, and its changes: first the moves, then the numbers that
    become wrong. ``several`` is set if other numbers are wrong too; they are already wrong in the text, and stay so."""

    slip: Slip
    at: int
    changes: Changes
    renumbered: Changes
    several: bool


class Corrected(NamedTuple):
    """A record with a slip corrected: ``how`` in words, as a ``change`` of the text, and with all ``changes`` made so
    far. ``replay`` is the replay of the corrected record; its items keep their places in the original text."""

    how: str
    change: Changes
    changes: Changes
    replay: Replay


class Corrections(NamedTuple):
    """The corrections of one error that let the record go further, best first. ``certain`` is set if the first is far
    ahead of all others; ``notes`` are remarks on the search."""

    right: list[Corrected]
    certain: bool
    notes: tuple[str, ...] = ()


#: what the correction of a wrong number does
_NUMBERED: Final = "with its moves numbered again"

NONE: Final = Corrections([], False)


def tags_put_right(transcript: Transcript, replays: Replays) -> Corrections:
    """Suggest corrections for tags that contain unknown names.

    Args:
        transcript: the record as it is written.
        replays: a function that replays it again.
    """
    changes: dict[tuple[int, int], str] = {}
    said: list[str] = []
    made = transcript
    while transcript.text and len(said) < _MOST_TAGS and (meant := meant_tags(made)) is not None:
        start, end, text = meant
        changes[start, end] = text
        made = with_changes(transcript, changes)
        said += [f'[{tag.name} "{tag.value}"]' for tag in made.tags if tag.start <= start < tag.end]
    again = replays(made) if said else None
    if again is None or not again.dealt:
        return NONE
    return Corrections([Corrected(f"with {listed(said)}", changes, changes, again)], True)


def corrections(
    transcript: Transcript, changes: Changes, replay: Replay, replays: Replays, first: int, *, unknown: bool
) -> Corrections:
    """Suggest corrections for an error.

    Args:
        transcript: the record as it is written.
        changes: the changes made to it before.
        replay: the replay with those changes, up to a refused move or an unproved result.
        replays: a function that replays it again.
        first: the number of its first move.
        unknown: whether some of its cards are unknown.
    """
    error, changed = replay.error, replay.transcript
    # A record that breaks off is never right, and one that wasn't read from a text has no text to correct.
    if error is None or changed.problem is not None or changed.result is None or not changed.text:
        return NONE
    if len(moves_and_claims(changed)) > _LONGEST:
        return NONE._replace(notes=("leoni did not search for slips: the record is too long",))
    start = changed.offset(error.span.line, error.span.column)
    suspected = slips(replay, error.code, start, replays if unknown else None)
    if suspected is None:
        return NONE
    text = _Text(changed, changed.result, changes, first)
    candidates = sorted(filter(None, map(text.candidate, suspected.slips)), key=_order)
    if error.code == "M219":
        # A wrong number is a slip itself, or is explained by a move that makes it right.
        candidates = [one for one in candidates if not one.several]
    tried = []
    for one in candidates[:_TRIED]:
        change = {**one.changes, **one.renumbered}
        so_far = merged(changes, change)
        tried.append(Corrected(text.how(one), change, so_far, replays(with_changes(transcript, so_far))))
    # Inserted moves are legal by construction, so they don't count.
    legal: list[int] = [
        _ALL
        if corrected.replay.accepted
        else corrected.replay.moves - len(one.slip.commands) * (one.slip.kind == "left out")
        for one, corrected in zip(candidates, tried, strict=False)
    ]
    order = sorted(range(len(tried)), key=legal.__getitem__, reverse=True)
    right = [tried[at] for at in order if legal[at] > replay.moves]
    notes = []
    if suspected.begun:
        number = text.number(suspected.begun)
        notes.append(f"leoni did not search for slips before move {number}: there was too much to try")
    untried = [one.slip.reach for one in candidates[_TRIED:]]
    legal += [_ALL if reach == suspected.end else text.number(reach) - first for reach in untried]
    certain = error.code[0] == "M" and not suspected.begun and bool(right) and not right[0].replay.unknown
    return Corrections(right, certain and _alone(candidates, legal), tuple(notes))


def _alone(candidates: list[_Candidate], legal: list[int]) -> bool:
    """Whether one correction leads so much further than all others that it must be the one. If some of them explain the
    move numbers as well, those that leave the numbers wrong are ignored."""
    best = max(legal)
    near = [one for one, moves in zip(candidates, legal, strict=True) if moves > best - _MARGIN]
    return sum(one.several == near[0].several for one in near) == 1


def merged(changes: Changes, more: Changes) -> Changes:
    """Combine two sets of changes. Moves inserted at the same place stay in the order in which they were inserted."""
    both = {**changes}
    for place, text in more.items():
        both[place] = both.get(place, "") + text if place[0] == place[1] else text
    return both


def with_changes(transcript: Transcript, changes: Changes) -> Transcript:
    """Apply changes to the tags, moves and numbers of a record. The items keep their places in the original text."""
    head = [_tag(node, transcript.text, changes) if isinstance(node, Tag) else node for node in transcript.head]
    items = _items([*transcript.items, transcript.result], changes)
    return replace(transcript, head=head, items=list(items))


def _tag(tag: Tag, text: str, changes: Changes) -> Tag:
    changed = _changed(text, changes, tag.start, tag.end)
    if changed == text[tag.start : tag.end]:
        return tag
    (again,) = parse(RawGame(changed, 1, 1, "")).tags
    return replace(again, start=tag.start, end=tag.end, value_start=tag.value_start)


def _items(items: Sequence[Item | Result | None], changes: Changes) -> Iterator[Item]:
    for item in items:
        if item is None:
            continue
        if item.start < item.end:
            for word in changes.get((item.start, item.start), "").split():
                yield Move(*written(word, None), item.start, item.start)
        if isinstance(item, Result):
            continue
        text = changes.get((item.start, item.end))
        if isinstance(item, Variation):
            yield replace(item, items=[*_items(item.items, changes)])
        elif text is None:
            yield item
        elif isinstance(item, Number):
            yield replace(item, value=int(text[:-1]))
        else:
            yield Move(*written(text, None), item.start, item.end)


def _order(candidate: _Candidate) -> tuple[int, bool, int, int]:
    """The sort key, likeliest first: leads furthest, changes no other numbers, is near the refused move."""
    slip = candidate.slip
    return -slip.reach, candidate.several, -candidate.at, _KINDS.index(slip.kind)


class _Text:
    """The text of a record, and what slips change in it."""

    def __init__(self, transcript: Transcript, result: Result, changes: Changes, first: int) -> None:
        self.transcript = transcript
        self.result = result
        self.changed = changes
        self.first = first
        self.items = moves_and_claims(transcript)
        self._numbers = list(_numbers(transcript.items, first))
        wrong = [number.start for number, right in self._numbers if number.value != right]
        self._up_to = min(wrong, default=len(transcript.text))
        #: the numbers directly before a move, or before the result
        self._numbered = {
            following.start: item
            for item, following in pairwise([*transcript.items, result])
            if isinstance(item, Number)
        }

    def number(self, at: int) -> int:
        """The number of the move at an index of the line, or of the next one."""
        return sum(isinstance(item, Move) for item in self.items[:at]) + self.first

    # -- changes ------------------------------------------------------------------------------------------------------

    def candidate(self, slip: Slip) -> _Candidate | None:
        """What a slip changes; None if the same change was made before."""
        at, where, more = slip.at, len(self.transcript.text), len(slip.commands)
        changes: dict[tuple[int, int], str] = {}
        if slip.kind == "left out":
            options = list(self._left_out_at(slip))
            if not options:
                return None
            # The place where all numbers are right if there is one, else the one nearest to the refused move. An
            # inserted move keeps right numbers right before it, and makes those after it too high.
            after = max((number.start for number, right in self._numbers if number.value != right + more), default=-1)
            at, where = next((one for one in options if after < one[1] <= self._up_to), options[0])
            changes[where, where] = "".join(f"{token(command)} " for command in slip.commands)
        elif slip.kind != "misnumbered":
            changes = self._in_place(slip)
            if not self.changed.keys().isdisjoint(changes) or any(start == end for start, end in changes):
                return None
        # Numbers after the inserted moves change, and so do those that were wrong.
        counted = [(number, right + more * (number.start >= where)) for number, right in self._numbers]
        renumbered = {(one.start, one.end): f"{right}." for one, right in counted if one.value != right}
        # Numbers that were counted without the omitted move are right as they stand.
        several = bool(renumbered and changes) and self._up_to < len(self.transcript.text)
        return _Candidate(slip, at, changes, renumbered, several)

    def _left_out_at(self, slip: Slip) -> Iterator[tuple[int, int]]:
        """The places of an omitted move, in the line and in the text, nearest to the refused move first. Moves that
        were inserted have no place of their own."""
        for at in slip.places:
            item = self.items[at] if at < len(self.items) else self.result
            if item is self.result or item.start < item.end:
                yield at, item.start
                if item.start in self._numbered:
                    yield at, self._numbered[item.start].start

    def _in_place(self, slip: Slip) -> dict[tuple[int, int], str]:
        """The changes that correct written moves."""
        item = self.items[slip.at]
        if slip.kind == "swapped":
            other = self.items[slip.at + 1]
            first, second = self.transcript.text[item.start : item.end], self.transcript.text[other.start : other.end]
            return {(item.start, item.end): second, (other.start, other.end): first}
        assert isinstance(item, Move)
        (meant,) = slip.commands
        return {(item.start, item.end): token(meant, item.mark)}

    # -- words --------------------------------------------------------------------------------------------------------

    def how(self, candidate: _Candidate) -> str:
        """The correction in words."""
        slip, at = candidate.slip, candidate.at
        if slip.kind == "misnumbered":
            return _NUMBERED
        number = self.number(at)
        if slip.kind == "swapped":
            first, second = candidate.changes.values()
            return f"with moves {number} and {number + 1} swapped, {first} before {second}"
        if slip.kind == "left out":
            before = f"before move {number}" if number < self.number(len(self.items)) else "at its end"
            return f"with {' '.join(map(token, slip.commands))} {before}"
        (((start, end), text),) = candidate.changes.items()
        return f"with {text} in place of {self.transcript.text[start:end]} as move {number}"


def _numbers(items: list[Item], first: int) -> Iterator[tuple[Number, int]]:
    """The written numbers, variations included, each with the right one."""
    number = first
    for item in items:
        if isinstance(item, Move):
            number += 1
        elif isinstance(item, Number):
            yield item, number
        elif isinstance(item, Variation):
            yield from _numbers(item.items, number - 1)


def fix_of(
    transcript: Transcript, how: Sequence[str], changes: Changes, replay: Replay, *, certain: bool = False
) -> Fix:
    """Make the correction that a diagnostic shows.

    Args:
        transcript: the record as it is written.
        how: the corrections in words, slip by slip.
        changes: the same as changes of its text.
        replay: the replay of the corrected record.
        certain: whether nothing else can be meant.
    """
    # What one correction does to the numbers, another may undo.
    changes = {place: text for place, text in changes.items() if text != transcript.text[slice(*place)]}
    if _NUMBERED not in how and any(map(_is_number, changes.values())):
        how = [*how[:-1], f"{how[-1]}, and with the numbers after it counted again"]
    lead = f"the game is legal up to move {replay.moves}" if replay.moves else "the game can be read"
    lead = "the whole game is legal" if replay.accepted else lead
    edits = tuple([Edit(transcript.span(*place), text) for place, text in sorted(changes.items())])
    message = f"{lead} {'; '.join(how)}"
    return Fix(message, _lines(transcript.text, changes), replay.moves, replay.accepted, certain, edits)


def _is_number(text: str) -> bool:
    """Whether a change puts a number of a move right."""
    return text.endswith(".")


def _lines(text: str, changes: Changes) -> str:
    """The corrected lines; a long one is cut around its first correction."""
    # Numbers are shown only if nothing else changes.
    shown = [place for place in sorted(changes) if not _is_number(changes[place])] or sorted(changes)[:1]
    lines = []
    end = -1
    for at, _ in shown:
        if at <= end:
            continue
        start, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
        end = len(text) if end < 0 else end
        before, line = _changed(text, changes, start, at), _changed(text, changes, start, end)
        if len(line) > _SHOWN:
            middle = len(before)
            first, last = max(middle - _SHOWN // 2, 0), middle + _SHOWN // 2
            # Don't cut a word.
            after = f"{line[middle:last].rpartition(' ')[0]} …" if last < len(line) else line[middle:]
            line = (f"… {line[first:middle].partition(' ')[2]}" if first else before) + after
        lines.append(" ".join(line.split()))
    return " … ".join(lines)


def _changed(text: str, changes: Changes, start: int, end: int) -> str:
    """A span of a text with the changes in it."""
    parts = []
    for (first, last), put in sorted(changes.items()):
        if start <= first and last <= end:
            parts += [text[start:first], put]
            start = last
    return "".join([*parts, text[start:end]])
