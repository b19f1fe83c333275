"""Corrections of a refused record: slips that may have been made, as changes of its text. Each has been replayed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from leoni_replay.diagnostics import Edit, Fault, Fix
from leoni_replay.games import Rules
from leoni_replay.notation.reader import parse
from leoni_replay.notation.split import RawGame
from leoni_replay.notation.tree import Item, Move, Number, Result, Transcript, Variation
from leoni_replay.notation.writer import token
from leoni_replay.record.replayed import Replay
from leoni_replay.record.slips import Slip, moves_and_claims, slips

#: Replays a transcript, under some rules in place of its own.
Replays = Callable[[Transcript, str | Rules | None], Replay]

#: So many corrections are offered: of those that make the whole game right, or else of those that lead further.
_MOST: Final = 5
_MOST_PARTLY: Final = 3
#: So many are replayed at most, and of no record that has more moves and claims.
_TRIED: Final = 12
_LONGEST: Final = 4_000
#: How much is shown of a corrected line.
_SHOWN: Final = 160

#: The kinds of slips, the likeliest first.
_KINDS: Final = ("misnumbered", "swapped", "misread", "misplaced", "left out")


class Corrections(NamedTuple):
    """What was found, and what is to be said of the search."""

    fixes: tuple[Fix, ...] = ()
    notes: tuple[str, ...] = ()


class _Change(NamedTuple):
    """A stretch of a transcript's text, and what goes in its place."""

    start: int
    end: int
    text: str


class _Candidate(NamedTuple):
    """A slip at one of the places where it may have been made, and what it changes: the moves, and then the numbers
    that are wrong. ``several`` is whether numbers are wrong besides: they are so as they stand, and stay so."""

    slip: Slip
    at: int
    changes: list[_Change]
    renumbered: list[_Change]
    several: bool


def corrections(
    replay: Replay, wrong: Fault, rules: str | Rules | None, replays: Replays, *, rivals: bool = False
) -> Corrections:
    """Corrections that may be what was meant.

    Args:
        replay: the replay of a record up to a move that is refused, or to a result that is not proved.
        wrong: what is wrong.
        rules: the rules that were given in place of its own, if any.
        replays: how to replay what is corrected.
        rivals: whether the record is known to be right otherwise, under other rules for instance.
    """
    transcript = replay.transcript
    # A record that breaks off is never right, and one that was not read from a text has none to be corrected.
    if transcript.problem is not None or transcript.result is None or not transcript.text:
        return Corrections()
    if len(moves_and_claims(transcript)) > _LONGEST:
        return Corrections((), ("slips were not looked for: the record is too long",))
    suspected = slips(replay, wrong)
    if suspected is None:
        return Corrections()
    text = _Text(transcript, transcript.result)
    candidates = sorted(map(text.candidate, suspected.slips), key=_order)
    if wrong.code == "M219":
        # A wrong number is explained by itself, or by a move that makes it right.
        candidates = [one for one in candidates if not one.several]
    tried = [(one, replays(text.corrected(one), rules)) for one in candidates[:_TRIED]]
    whole = [(one, again.moves) for one, again in tried if again.accepted]
    if whole:
        only = wrong.code[0] == "M" and not suspected.begun and not rivals and _alone(candidates, tried, suspected.end)
        fixes = [text.fix(one, moves, True, only and not at) for at, (one, moves) in enumerate(whole[:_MOST])]
    else:
        # The refused move is legal then, and the one that was put in.
        partly = [
            (one, again.moves) for one, again in tried if again.moves > replay.moves + (one.slip.kind == "left out")
        ]
        partly.sort(key=lambda one: -one[1])
        fixes = [text.fix(one, moves, False, False) for one, moves in partly[:_MOST_PARTLY]]
    notes = []
    if suspected.begun:
        first = text.number(suspected.begun)
        notes.append(f"slips before move {first} were not looked for: there was too much to try")
    return Corrections(tuple(fixes), tuple(notes))


def _alone(candidates: list[_Candidate], tried: list[tuple[_Candidate, Replay]], end: int) -> bool:
    """Whether one correction alone makes the whole game right. Where some explain the numbers of moves as well, those
    do not count that leave them wrong."""
    refused = {id(one) for one, again in tried if not again.accepted}
    whole = [one for one in candidates if one.slip.reach == end and id(one) not in refused]
    return sum(one.several == whole[0].several for one in whole) == 1


def _order(candidate: _Candidate) -> tuple[int, bool, int, int]:
    """The likeliest first: it leads furthest, needs no other numbers, is near to the refused move."""
    slip = candidate.slip
    return -slip.reach, candidate.several, -candidate.at, _KINDS.index(slip.kind)


class _Text:
    """The text of a record, and what slips change in it."""

    def __init__(self, transcript: Transcript, result: Result) -> None:
        self.transcript = transcript
        self.result = result
        self.items = moves_and_claims(transcript)
        self._numbers = list(_numbers(transcript.items, 1))
        # A move that is put in leaves all numbers right that are right before it, and one too high behind it.
        self._after = max((number.start for number, right in self._numbers if number.value != right + 1), default=-1)
        wrong = [number.start for number, right in self._numbers if number.value != right]
        self._up_to = min(wrong, default=len(transcript.text))
        #: the numbers that stand directly before a move, or before the result
        self._numbered = {
            following.start: item
            for item, following in pairwise([*transcript.items, result])
            if isinstance(item, Number)
        }

    def number(self, at: int) -> int:
        """The number of the move at a place in the line, or of the one behind it."""
        return sum(isinstance(item, Move) for item in self.items[:at]) + 1

    # -- what changes -------------------------------------------------------------------------------------------------

    def candidate(self, slip: Slip) -> _Candidate:
        """What a slip changes."""
        at, where, changes = slip.at, len(self.transcript.text), []
        if slip.kind == "left out":
            assert slip.command is not None
            at, where = self._left_out_at(slip)
            changes = [_Change(where, where, f"{token(slip.command)} ")]
        elif slip.kind != "misnumbered":
            changes = self._in_place(slip)
        renumbered = list(self._renumbered(where))
        # Numbers that were counted without a move that was left out are right as they stand.
        several = bool(renumbered and changes) and self._up_to < len(self.transcript.text)
        return _Candidate(slip, at, changes, renumbered, several)

    def _left_out_at(self, slip: Slip) -> tuple[int, int]:
        """The likeliest place of a move that was left out, in the line and in the text: where all numbers are right, if
        there is one, or else the nearest to the refused move."""
        options = []
        for at in slip.places:
            start = self.items[at].start if at < len(self.items) else self.result.start
            options.append((at, start))
            if start in self._numbered:
                options.append((at, self._numbered[start].start))
        return next((one for one in options if self._after < one[1] <= self._up_to), options[0])

    def _renumbered(self, where: int) -> Iterator[_Change]:
        """The numbers that are wrong with a move put in at an offset (none behind the end)."""
        for number, right in self._numbers:
            right += number.start >= where
            if number.value != right:
                written = self.transcript.text[number.start : number.end]
                digits = len(written) - len(written.lstrip("0123456789"))
                yield _Change(number.start, number.start + digits, str(right))

    def _in_place(self, slip: Slip) -> list[_Change]:
        """What changes where moves are corrected that are written."""
        item = self.items[slip.at]
        if slip.kind == "swapped":
            other = self.items[slip.at + 1]
            first, second = self.transcript.text[item.start : item.end], self.transcript.text[other.start : other.end]
            return [_Change(item.start, item.end, second), _Change(other.start, other.end, first)]
        assert isinstance(item, Move) and slip.command is not None
        return [_Change(item.start, item.end, token(slip.command, item.mark))]

    def corrected(self, candidate: _Candidate) -> Transcript:
        """The transcript of the corrected text."""
        transcript = self.transcript
        text = _changed(transcript.text, [*candidate.changes, *candidate.renumbered], 0, len(transcript.text))
        corrected = parse(RawGame(text, transcript.number, transcript.line, transcript.file))
        corrected.beside = transcript.beside
        return corrected

    # -- what is said -------------------------------------------------------------------------------------------------

    def fix(self, candidate: _Candidate, moves: int, whole: bool, only: bool) -> Fix:
        """A correction that was tried."""
        lead = "the whole game is legal" if whole else f"the game is legal up to move {moves}"
        changes = sorted([*candidate.changes, *candidate.renumbered])
        edits = tuple([Edit(self.transcript.span(one.start, one.end), one.text) for one in changes])
        return Fix(f"{lead} {self._how(candidate)}", self._line(candidate), moves, whole, only, edits)

    def _how(self, candidate: _Candidate) -> str:
        """What is corrected, in words."""
        slip, at = candidate.slip, candidate.at
        anew = ", and with the numbers behind it counted anew" if candidate.renumbered else ""
        if slip.kind == "misnumbered":
            return "with its moves numbered anew"
        number = self.number(at)
        if slip.kind == "swapped":
            first, second = [change.text for change in candidate.changes]
            return f"with moves {number} and {number + 1} swapped, {first} before {second}{anew}"
        assert slip.command is not None
        if slip.kind == "left out":
            before = f"before move {number}" if number <= self.number(len(self.items)) - 1 else "at its end"
            return f"with {token(slip.command)} {before}{anew}"
        item = self.items[at]
        written = self.transcript.text[item.start : item.end]
        return f"with {candidate.changes[0].text} in place of {written} as move {number}{anew}"

    def _line(self, candidate: _Candidate) -> str:
        """The corrected line; a long one is cut around the correction."""
        text = self.transcript.text
        shown = candidate.changes or candidate.renumbered[:1]
        start = text.rfind("\n", 0, shown[0].start) + 1
        end = text.find("\n", shown[-1].end)
        end = len(text) if end < 0 else end
        changes = [*candidate.changes, *candidate.renumbered]
        line = _changed(text, changes, start, end)
        if len(line) > _SHOWN:
            ahead = [change for change in changes if change.start < shown[0].start]
            at = len(_changed(text, ahead, start, shown[0].start))
            first, last = max(at - _SHOWN // 2, 0), at + _SHOWN // 2
            # No word is cut.
            before = f"… {line[first:at].partition(' ')[2]}" if first else line[:at]
            behind = f"{line[at:last].rpartition(' ')[0]} …" if last < len(line) else line[at:]
            line = before + behind
        return " ".join(line.split())


def _numbers(items: list[Item], first: int) -> Iterator[tuple[Number, int]]:
    """The numbers that are written, variations included, each with the one that is right."""
    number = first
    for item in items:
        if isinstance(item, Move):
            number += 1
        elif isinstance(item, Number):
            yield item, number
        elif isinstance(item, Variation):
            yield from _numbers(item.items, number - 1)


def _changed(text: str, changes: list[_Change], start: int, end: int) -> str:
    """A stretch of a text with the changes in it."""
    parts = []
    for change in sorted(changes):
        if start <= change.start and change.end <= end:
            parts += [text[start : change.start], change.text]
            start = change.end
    return "".join([*parts, text[start:end]])
