"""The commonest slips in written records, searched for where a record is refused: a move left out, two moves swapped, a
card misread, the wrong pile.

The search takes moves back, plays the line as it may have been meant, and counts how far the record goes on from there.
Where cards are unknown, only a replay from the deal shows what the moves prove about them, so each trial is a replay. A
slip found this way is a guess until the corrected text has been replayed (``diagnose/corrected.py``).
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

from leoni_replay.cards import RANK, SUIT, TEXT
from leoni_replay.commands import Command
from leoni_replay.games.places import Vocabulary, card_named
from leoni_replay.games.refusal import Ambiguous, Refused, contradicts
from leoni_replay.notation.items import ANY_ORDER, spelled_out
from leoni_replay.notation.tree import Claim, Move, Transcript, Variation
from leoni_replay.record.claims import Refuted, outcome
from leoni_replay.record.result import Replay
from leoni_replay.record.verdict import proves
from leoni_replay.rules.numbers import UNREAD
from leoni_replay.rules.run import OTHER, REFUSED, Runner
from leoni_replay.rules.table import Table

#: Replays a transcript strictly.
Replays = Callable[[Transcript], Replay]

Kind = Literal["left out", "swapped", "misread", "misplaced", "misnumbered"]

#: The budget of the search for one record, where playing a move costs 1. It is not a time, so that a record gets the
#: same hints on every machine.
_LIMIT: Final = 40_000
#: The cost of other work: listing the legal moves, comparing positions, reading a short form, replaying a record, and
#: replaying each of its moves.
_LISTING: Final = 12
_KEY: Final = 3
_READING: Final = 40
_REPLAYING: Final = 100
_REPLAYED: Final = 20

#: The number of places before an error at which two omitted moves are searched for, if no other slip explains it.
_NEAR: Final = 4
#: Two omitted moves are not searched for where more moves than these are legal: the pairs are as many as their square.
_MANY: Final = 64
#: How many moves and claims after the refused one must be right if the two inserted moves are not plays.
_WHILE: Final = 3

#: How a legal move may differ from the written one: not at all, in a card, in a place. The refused move may itself be
#: legal, if its written consequences are wrong or it is ambiguous.
_PARTS: Final = ("misread", "misplaced")
_PARTS_OF_REFUSED: Final = {"M206": ("same", *_PARTS), "M218": ("same", *_PARTS), "M207": ("same", *_PARTS)}
_OF_MEANING: Final = "M207"
_OF_NUMBER: Final = "M219"

_FOUNDATIONS: Final = ("^", "v")


@dataclass(slots=True)
class Slip:
    """A possible slip.

    ``at`` is its index among the moves and claims of the line: that move was meant to be the one of ``commands``, or
    was swapped with the next one, or had ``commands`` left out before it. ``places`` are all the indexes before which
    the moves may have been left out with the same position after them, nearest to the refused move first. ``reach`` is
    how many moves and claims of the record are right with the slip corrected, plus one if the result is too.
    """

    kind: Kind
    at: int
    commands: tuple[Command, ...]
    reach: int
    places: list[int]


class Slips(NamedTuple):
    """The slips found. ``end`` is the reach of a record that is right to its end. The search went back to ``begun``,
    which is 0 unless the budget ran out."""

    slips: list[Slip]
    end: int
    begun: int


def moves_and_claims(transcript: Transcript) -> list[Move | Claim]:
    """The moves and claims of the line that was played, in order."""
    return [item for item in transcript.items if isinstance(item, Move | Claim)]


def slips(replay: Replay, code: str, start: int, again: Replays | None = None) -> Slips | None:
    """Search for the slips that may explain why a record is refused.

    Args:
        replay: the replay up to the error: a refused move, or an unproved result.
        code: the code of the error.
        start: where it begins in the text.
        again: a function that replays the record with other moves, if some of its cards are unknown.

    Returns:
        The slips; None if the error is in a variation.
    """
    before = _before_error(replay, start)
    if before is None or not replay.dealt:
        return None
    search = _Search(replay, before, code) if again is None else _Trials(replay, before, code, again)
    at = before
    try:
        while at >= 0 and search.spent < _LIMIT:
            search.look(at)
            at -= 1
        if code[0] == "M" and isinstance(search, _Search) and not search.explained:
            search.look_for_two(max(before - _NEAR, at))
    finally:
        search.restore()
    return Slips(search.slips, search.end, at + 1)


def _before_error(replay: Replay, start: int) -> int | None:
    """How many moves and claims of the line stand before an error; None if the error is elsewhere."""
    # An inserted move takes no place of its own in the text.
    items = [item for item in moves_and_claims(replay.transcript) if item.start < start or item.end == start]
    for item in replay.transcript.items:
        if isinstance(item, Variation) and item.start <= start < item.end:
            return None
    return len(items) if sum(isinstance(item, Move) for item in items) == replay.moves else None


@dataclass(slots=True)
class _Inserted:
    """A trial insertion of moves: how far the record went with it, and the slip."""

    codes: tuple[int, ...]
    reach: int
    slip: Slip | None


class _Search:
    """The search: it goes back from an error, move by move, and tries what may have been meant."""

    def __init__(self, replay: Replay, before: int, code: str) -> None:
        self.game = replay.game
        self.position = replay.standing(replay.moves)
        self.table = self.position.table
        self.runner = Runner(self.table)
        self.before = before
        self.fault = code
        self.items = moves_and_claims(replay.transcript)
        self.end = len(self.items) + 1
        self.slips: list[Slip] = []
        self.spent = 0
        self._result = replay.transcript.result
        self._played = list(replay.line.moves)
        self._read()
        #: the positions of the record itself, before each move or claim
        self._own: dict[int, int] = {}
        #: the positions reached with a move inserted before the item looked at last
        self._later: dict[int, _Inserted] = {}
        # How far the record goes when only the numbers of moves are changed.
        plies = self.table.plies
        self._goal = self._reach(before)
        self._back(plies)
        if code == _OF_NUMBER:
            self.slips.append(Slip("misnumbered", before, (), self._goal, [before]))

    def _read(self) -> None:
        """The numbers of the written items."""
        self._codes = array("i")
        self._begins: list[int] = []
        for item in self.items:
            self._begins.append(len(self._codes))
            self._codes.extend([UNREAD] if isinstance(item, Claim) else spelled_out(item.command, self.game.vocabulary))

    def restore(self) -> None:
        """Restore the position."""
        for code in self._played[self.table.plies :]:
            self.table.play(code)

    def look(self, at: int) -> None:
        """Try all slips at one place, which must be the one before the last."""
        if at < self.before and isinstance(self.items[at], Move):
            self.table.unplay()
        self._own[at] = self.table.key()
        legal = self.game.codes(self.position)
        self.spent += _KEY + _LISTING
        self._replaced(at, legal)
        self._swapped(at)
        self._left_out(at, [(code,) for code in legal])

    @property
    def explained(self) -> bool:
        """Whether a slip has been found with which the record goes further."""
        return any(slip.reach > self._goal for slip in self.slips)

    def look_for_two(self, last: int) -> None:
        """Try two omitted moves at one place, for each place from the error back to ``last``."""
        self.restore()
        self._later = {}
        for at in range(self.before, last, -1):
            if at < self.before and isinstance(self.items[at], Move):
                self.table.unplay()
            legal = self.game.codes(self.position)
            if len(legal) > _MANY:
                return
            pairs: list[tuple[int, ...]] = []
            for first in legal:
                self.table.play(first)
                pairs += [(first, second) for second in self.game.codes(self.position)]
                self.table.unplay()
            self._left_out(at, pairs)

    # -- the slips ----------------------------------------------------------------------------------------------------

    def _left_out(self, at: int, lines: list[tuple[int, ...]]) -> None:
        """Try legal moves that may have been left out here."""
        plies = self.table.plies
        now: dict[int, _Inserted] = {}
        for codes in lines:
            for code in codes:
                self.table.play(code)
            self.spent += len(codes) + _KEY
            key = self.table.key()
            # Moves that lead to the same position count as one.
            if key not in now:
                now[key] = self._inserted(at, codes, plies)
            self._back(plies)
        self._later = now

    def _inserted(self, at: int, codes: tuple[int, ...], plies: int) -> _Inserted:
        """Try the moves just played, inserted before an item."""
        if at < len(self.items):
            if not self._one(at):
                return _Inserted(codes, at, None)
            self.spent += _KEY
            # If the moves could as well stand on the other side of the item, they have been tried already.
            same = self._later.get(self.table.key())
            if same is not None and same.codes == codes:
                if same.slip is not None:
                    same.slip.places.append(at)
                return same
            reach = self._reach(at + 1) if same is None else same.reach
        else:
            reach = self._reach(at)
        if not self._explains(reach) or (len(codes) > 1 and not self._weighs(codes, reach)):
            return _Inserted(codes, reach, None)
        self._back(plies)
        commands = tuple([self.position.play(code).move for code in codes])
        return _Inserted(codes, reach, self._add("left out", at, commands, reach))

    def _swapped(self, at: int) -> None:
        """Try a move swapped with the next one."""
        if at + 1 >= len(self.items):
            return
        first, second = self.items[at], self.items[at + 1]
        if not (isinstance(first, Move) and isinstance(second, Move)) or first.command == second.command:
            return
        plies = self.table.plies
        if self._one(at + 1) and self._one(at):
            self.spent += _KEY
            if self.table.key() != self._own.get(at + 2):
                reach = self._reach(at + 2)
                if self._explains(reach):
                    self._add("swapped", at, (), reach)
        self._back(plies)

    def _replaced(self, at: int, legal: list[int]) -> None:
        """Try a misread card or a wrong place."""
        item = self.items[at] if at < len(self.items) else None
        if not isinstance(item, Move):
            return
        parts = _PARTS_OF_REFUSED.get(self.fault, _PARTS) if at == self.before else _PARTS
        plies = self.table.plies
        alike = [(code, *_meant_by(self.table, item.command, code, self.game.vocabulary)) for code in legal]
        # The written part comes before what it may have been misread for.
        for code, kind, meant in sorted(alike, key=lambda one: one[1] != "same"):
            if kind is None or kind not in parts:
                continue
            played = self.position.play(code).move
            self.spent += 1
            if kind == "same":
                meant = _with_parts(item.command, played, self.fault)
            if not contradicts(meant, played):
                reach = self._reach(at + 1)
                if self._explains(reach):
                    self._add("misread" if kind == "same" else kind, at, (meant,), reach)
            self._back(plies)

    def _weighs(self, codes: tuple[int, ...], reach: int) -> bool:
        """Whether two inserted moves explain enough: they are plays, which are easily forgotten, or the record goes on
        for a while."""
        return reach > self.before + _WHILE or all(
            self.game.vocabulary.command_of(code).dest in _FOUNDATIONS for code in codes
        )

    def _explains(self, reach: int) -> bool:
        """Whether the record goes further than it does as it stands."""
        return reach > self._goal or reach == self.end

    def _add(self, kind: Kind, at: int, commands: tuple[Command, ...], reach: int) -> Slip:
        slip = Slip(kind, at, commands, reach, [at])
        self.slips.append(slip)
        return slip

    # -- reach --------------------------------------------------------------------------------------------------------

    def _reach(self, at: int) -> int:
        """Play the record from an item on, and return how far it goes."""
        table, codes, begins = self.table, self._codes, self._begins
        plies = table.plies
        while at < len(begins):
            stopped = self.runner.run(codes, begins[at], *ANY_ORDER)
            if stopped == len(codes):
                at = len(begins)
                break
            at = bisect_right(begins, stopped) - 1
            if not self._general(at):
                break
            at += 1
        self.spent += 1 + table.plies - plies
        return at + (at == len(begins) and self._proved())

    def _one(self, at: int) -> bool:
        """Play one item if possible."""
        begins = self._begins
        end = begins[at + 1] if at + 1 < len(begins) else len(self._codes)
        codes = self._codes[begins[at] : end]
        self.spent += 1
        return self.runner.run(codes, 0, *ANY_ORDER) == len(codes) or self._general(at)

    def _general(self, at: int) -> bool:
        """Play an item that the runner doesn't take, if possible."""
        item = self.items[at]
        if isinstance(item, Claim):
            self.spent += _READING
            return not isinstance(outcome(self.game, self.position, item), Refuted)
        command = item.command
        if self.runner.reason == REFUSED and self._codes[self._begins[at]] != OTHER:
            return False
        self.spent += _READING
        # A refusal needs no sentence here.
        if not self.game.meant(self.position, command):
            return False
        try:
            step = self.game.advance(self.position, command)
        except (Refused, Ambiguous):
            return False
        if contradicts(command, step.move):
            self.position.undo(step)
            return False
        return True

    def _proved(self) -> bool:
        """Whether the position proves the result."""
        return self._result is not None and proves(self.table, self._result.word)

    def _back(self, plies: int) -> None:
        while self.table.plies > plies:
            self.table.unplay()


class _Trials:
    """The search where cards are unknown: it replays the record with what may have been meant."""

    def __init__(self, replay: Replay, before: int, code: str, again: Replays) -> None:
        self.replay = replay
        self.game = replay.game
        self.before = before
        self.fault = code
        self.again = again
        self.items = moves_and_claims(replay.transcript)
        self.moves = [at for at, item in enumerate(self.items) if isinstance(item, Move)]
        self.end = len(self.items) + 1
        self.slips: list[Slip] = []
        self.spent = 0
        if code == _OF_NUMBER:
            self._add("misnumbered", before, (), self.items)

    def look(self, at: int) -> None:
        """Try all slips at one place, which must be the one before the last."""
        position = self.replay.standing(bisect_left(self.moves, at))
        legal = {code: position.in_full(code) for code in self.game.codes(position)}
        item, *later = [*self.items[at : at + 2], None]
        before, after = self.items[:at], self.items[at + 1 :]
        if isinstance(item, Move):
            parts = _PARTS_OF_REFUSED.get(self.fault, _PARTS) if at == self.before else _PARTS
            for code, played in legal.items():
                kind, meant = _meant_by(position.table, item.command, code, self.game.vocabulary)
                if kind is not None and kind in parts:
                    meant = _with_parts(item.command, played, self.fault) if kind == "same" else meant
                    self._add("misread" if kind == "same" else kind, at, (meant,), [*before, Move(meant), *after])
            if isinstance(later[0], Move) and later[0].command != item.command:
                self._add("swapped", at, (), [*before, later[0], item, *after[1:]])
        for played in legal.values():
            self._add("left out", at, (played,), [*before, Move(played), *self.items[at:]])

    def restore(self) -> None:
        """Nothing: every trial is a replay of its own."""

    def _add(self, kind: Kind, at: int, commands: tuple[Command, ...], items: list[Move | Claim]) -> None:
        """Replay the record with other moves; if it goes further, that is a slip."""
        again = self.again(replace(self.replay.transcript, items=[*items]))
        self.spent += _REPLAYING + _REPLAYED * again.moves
        right = again.moves - (kind == "left out")
        if not again.accepted and right <= self.replay.moves:
            return
        reach = self.end if again.accepted else self.moves[right] if right < len(self.moves) else len(self.items)
        for slip in self.slips if kind == "left out" else ():
            # If the move could as well stand on the other side of an item, it is one slip.
            if (slip.commands, slip.reach, slip.places[-1]) == (commands, reach, at + 1):
                slip.places.append(at)
                return
        self.slips.append(Slip(kind, at, commands, reach, [at]))


def _meant_by(
    table: Table, written: Command, code: int, vocabulary: Vocabulary
) -> tuple[Literal["same", "misread", "misplaced"] | None, Command]:
    """Whether a legal move differs from the written one in one part only, and the command with that part corrected."""
    source, card, dest = written[:3]
    move = vocabulary.command_of(code)
    slips: list[tuple[Literal["misread", "misplaced"], Command]] = []
    if source is not None and source != move.source:
        # Two places that show the card, or two destinations of the same direction.
        if move.source is None or (card is None and dest is None):
            return None, written
        slips.append(("misplaced", written._replace(source=move.source)))
    if card is not None and card != move.card:
        if move.card is None or not _alike(card, move.card):
            return None, written
        slips.append(("misread", written._replace(card=move.card)))
    on = card_named(dest)
    if on is not None:
        place = vocabulary.place_named(move.dest)
        top = table.cards_in(vocabulary.numbers[place])[-1:] if place is not None else b""
        if not top or (top[0] != on and not _alike(on, top[0])):
            return None, written
        if top[0] != on:
            slips.append(("misread", written._replace(dest=f">{TEXT[top[0]]}")))
    elif dest not in (None, move.dest) and vocabulary.place_named(move.dest) not in vocabulary.group_named(dest):
        if not (_somewhere(dest, vocabulary) and _somewhere(move.dest, vocabulary)):
            return None, written
        slips.append(("misplaced", written._replace(dest=move.dest)))
    if not slips:
        return "same", written
    return slips[0] if len(slips) == 1 else (None, written)


def _somewhere(dest: str | None, vocabulary: Vocabulary) -> bool:
    """Whether a destination is a place or a foundation: neither a weave nor a reversal."""
    return dest in _FOUNDATIONS or vocabulary.place_named(dest) is not None


def _alike(card: int, other: int) -> bool:
    """Whether one card may be misread for another: the rank or the suit is the same."""
    return card != other and (RANK[card] == RANK[other] or SUIT[card] == SUIT[other])


def _with_parts(written: Command, played: Command, fault: str) -> Command:
    """A command with its true consequences, as far as any are written; an ambiguous one with all that tells its
    meanings apart."""
    if fault == _OF_MEANING:
        written = written._replace(source=played.source, card=played.card, dest=played.dest)
    if written.path is not None:
        written = written._replace(path=played.path or (), stalemate=played.stalemate)
    return written if written.shown is None else written._replace(shown=played.shown)
