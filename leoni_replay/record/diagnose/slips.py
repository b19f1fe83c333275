"""Search for the slip that may explain why a record is refused: a move left out, two moves swapped, a card misread, the
wrong pile.

The search takes moves back, plays the line as it may have been meant, and counts how far the record goes on from there.
That only ranks the slips: ``diagnose/fixes.py`` edits the text, and says whether the edited record is right.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from leoni_replay.cards import RANK, SUIT, TEXT
from leoni_replay.commands import Move
from leoni_replay.diagnostics import AMBIGUOUS, WRONG_CONSEQUENCES, WRONG_NUMBER
from leoni_replay.games.game import Position
from leoni_replay.games.misplays import do_by_hand
from leoni_replay.games.places import Vocabulary, card_named
from leoni_replay.games.refusal import Ambiguous, Refused, contradicts
from leoni_replay.notation.items import ANY_ORDER, item_numbers
from leoni_replay.notation.transcript import MoveItem
from leoni_replay.record.result import Replay
from leoni_replay.record.verdict import proves
from leoni_replay.rules.run import OTHER, REFUSED, Runner
from leoni_replay.rules.table import Table

Kind = Literal["left out", "swapped", "misread", "misplaced", "misnumbered"]

#: The budget of the search for one record, where playing a move costs 1. It is not a time, so a record gets the same
#: hints on every machine.
_LIMIT: Final = 40_000
#: The cost of other work: listing the legal moves, comparing positions, reading a short form, judging an edited record,
#: and each move of it.
_LISTING: Final = 12
_COMPARING: Final = 3
_READING: Final = 40
_JUDGING: Final = 100
_JUDGING_MOVE: Final = 20

#: Errors of moves that may be legal themselves: their consequences are wrong, or they say too little.
_PERHAPS_LEGAL: Final = WRONG_CONSEQUENCES | {AMBIGUOUS}
_FOUNDATIONS: Final = ("^", "v")


@dataclass(slots=True)
class Slip:
    """A possible slip.

    Attributes:
        at: the index of the move that was misread or misplaced, or swapped with the next one, or had a move left out
            before it.
        command: the move that was meant or left out; None for any other kind.
        reach: how many moves are right with the slip corrected, plus one if the result is too.
        places: every index where the move may have been left out with the same position after it, nearest to the
            refused move first.
    """

    kind: Kind
    at: int
    command: Move | None
    reach: int
    places: list[int]


class Slips(NamedTuple):
    """The slips found. A record that is right to its end reaches ``end``. The search went back to move ``begun``, which
    is 0 unless the budget ran out."""

    slips: list[Slip]
    end: int
    begun: int


def slips(replay: Replay, moves: list[MoveItem], code: str, tried: Callable[[Slip], int]) -> Slips:
    """Search for the slips that may explain why a record is refused.

    Args:
        replay: the replay up to the error: a refused move, a wrong number, or an unproved result.
        moves: the moves of its main line.
        code: the code of the error.
        tried: a function that judges the record with a slip corrected, and returns the reach.
    """
    search = (_Trials if replay.is_deal_derived else _Search)(replay, moves, code, tried)
    at = search.before
    while at >= 0 and search.spent < _LIMIT:
        search.look(at)
        at -= 1
    replay.view_at(replay.moves)
    return Slips(search.found, search.end, at + 1)


class _Trials:
    """The search where cards are unknown: only judging the edited record shows what its moves prove about them."""

    def __init__(self, replay: Replay, moves: list[MoveItem], code: str, tried: Callable[[Slip], int]) -> None:
        self.replay = replay
        self.game = replay.game
        self.moves = moves
        self.code = code
        self.tried = tried
        self.before = replay.moves
        self.end = len(moves) + 1
        self.found: list[Slip] = []
        self.spent = 0
        self.begin()

    def begin(self) -> None:
        """Try the record with only its numbers corrected."""
        if self.code == WRONG_NUMBER:
            self._try("misnumbered", self.before, None)

    def look(self, at: int) -> None:
        """Try all slips at one place, which must be the one before the last."""
        position = self.replay.view_at(at)
        legal = {code: position.in_full(code) for code in position.move_numbers()}
        for code, kind, meant in self._meanings(at, position.table, [*legal]):
            self._try(kind or "misread", at, meant if kind else self._with_parts(meant, legal[code]))
        if at + 1 < len(self.moves) and self.moves[at].command != self.moves[at + 1].command:
            self._try("swapped", at, None)
        for played in legal.values():
            self._try("left out", at, played)

    def _try(self, kind: Kind, at: int, command: Move | None) -> None:
        slip = Slip(kind, at, command, 0, [at])
        slip.reach = self.tried(slip)
        self.spent += _JUDGING + _JUDGING_MOVE * min(slip.reach, len(self.moves))
        if slip.reach <= self.before:
            return
        for same in self.found if kind == "left out" else ():
            # If the move could as well have been on the other side of an item, it is one slip.
            if (same.command, same.reach, same.places[-1]) == (command, slip.reach, at + 1):
                same.places.append(at)
                return
        self.found.append(slip)

    def _meanings(self, at: int, table: Table, legal: list[int]) -> Iterator[tuple[int, Kind | None, Move]]:
        """Yield the legal moves that the written move may have been meant for, each with the kind of slip and the
        corrected command. The kind is None for a move that is legal as written, except for its consequences."""
        written = self.moves[at].command if at < len(self.moves) else None
        if written is None or written.how:
            return
        alike = [(code, *_meant_by(table, written, code, self.game.vocabulary)) for code in legal]
        if at == self.before and self.code in _PERHAPS_LEGAL:
            # The written move comes before what it may have been misread for.
            yield from [(code, None, meant) for code, kind, meant in alike if kind == "same"]
        for code, kind, meant in alike:
            if kind in ("misread", "misplaced"):
                yield code, kind, meant

    def _with_parts(self, written: Move, played: Move) -> Move:
        """Return a command with its true consequences, if any are written, or with what makes it unambiguous."""
        if self.code == AMBIGUOUS:
            written = written._replace(source=played.source, card=played.card, dest=played.dest)
        if written.path is not None:
            written = written._replace(path=played.path or (), stalemate=played.stalemate)
        return written if written.shown is None else written._replace(shown=played.shown)


class _Inserted(NamedTuple):
    """A trial insertion of a move: how far the record went with it, and the slip."""

    code: int
    reach: int
    slip: Slip | None


class _Search(_Trials):
    """The search where all cards are known: it plays the moves, without the claims and numbers between them."""

    def begin(self) -> None:
        """Find out how far the record goes with only its numbers corrected."""
        self.position: Position = self.replay.view_at(self.before)
        self.table = self.position.table
        self.runner = Runner(self.table)
        self.codes = array("i")
        self.begins: list[int] = []
        for move in self.moves:
            self.begins.append(len(self.codes))
            self.codes.extend(item_numbers(move.command, self.game.vocabulary))
        #: the keys of the positions of the record itself, before each move
        self.own: dict[int, int] = {}
        #: the positions reached with a move inserted before the move that was looked at last
        self.later: dict[int, _Inserted] = {}
        plies = self.table.plies
        self.goal = self._reach(self.before)
        self._back(plies)
        if self.code == WRONG_NUMBER:
            self.found.append(Slip("misnumbered", self.before, None, self.goal, [self.before]))

    def look(self, at: int) -> None:
        """As :meth:`_Trials.look`."""
        self.replay.view_at(at)
        self.own[at] = self.table.key()
        legal = self.position.move_numbers()
        self.spent += _COMPARING + _LISTING
        self._replaced(at, legal)
        self._swapped(at)
        self._left_out(at, legal)

    def _replaced(self, at: int, legal: list[int]) -> None:
        """Try a misread card or a wrong place."""
        plies = self.table.plies
        for code, kind, meant in [*self._meanings(at, self.table, legal)]:
            played = self.position.play(code).move
            self.spent += 1
            meant = meant if kind else self._with_parts(meant, played)
            if not contradicts(meant, played):
                self._add(kind or "misread", at, self._reach(at + 1), meant)
            self._back(plies)

    def _swapped(self, at: int) -> None:
        """Try a move swapped with the next one."""
        if at + 1 >= len(self.moves) or self.moves[at].command == self.moves[at + 1].command:
            return
        plies = self.table.plies
        if self._one(at + 1) and self._one(at):
            self.spent += _COMPARING
            if self.table.key() != self.own.get(at + 2):
                self._add("swapped", at, self._reach(at + 2), None)
        self._back(plies)

    def _left_out(self, at: int, legal: list[int]) -> None:
        """Try legal moves that may have been left out here."""
        plies = self.table.plies
        now: dict[int, _Inserted] = {}
        for code in legal:
            self.table.play(code)
            self.spent += 1 + _COMPARING
            key = self.table.key()
            # Moves that lead to the same position count as one.
            if key not in now:
                now[key] = self._inserted(at, code, plies)
            self._back(plies)
        self.later = now

    def _inserted(self, at: int, code: int, plies: int) -> _Inserted:
        """Try the move just played, inserted before another."""
        if at < len(self.moves):
            if not self._one(at):
                return _Inserted(code, at, None)
            self.spent += _COMPARING
            # If the move could as well be on the other side of this one, it has been tried already.
            same = self.later.get(self.table.key())
            if same is not None and same.code == code:
                if same.slip is not None:
                    same.slip.places.append(at)
                return same
            reach = self._reach(at + 1) if same is None else same.reach
        else:
            reach = self._reach(at)
        self._back(plies)
        return _Inserted(code, reach, self._add("left out", at, reach, code))

    def _add(self, kind: Kind, at: int, reach: int, meant: Move | int | None) -> Slip | None:
        """Add a slip if the record goes further with it than it does as it is."""
        if reach <= self.goal and reach != self.end:
            return None
        command = self.position.in_full(meant) if isinstance(meant, int) else meant
        self.found.append(slip := Slip(kind, at, command, reach, [at]))
        return slip

    # -- reach --------------------------------------------------------------------------------------------------------

    def _reach(self, at: int) -> int:
        """Play the record from a move on, and return how far it goes."""
        table, codes, begins = self.table, self.codes, self.begins
        plies = table.plies
        while at < len(begins):
            stopped = self.runner.run(codes, begins[at], *ANY_ORDER)
            if stopped == len(codes):
                at = len(begins)
                break
            at = bisect_right(begins, stopped) - 1
            if not self._unnumbered(at):
                break
            at += 1
        self.spent += 1 + table.plies - plies
        result = self.replay.transcript.result
        return at + (at == len(begins) and result is not None and proves(table, result.word))

    def _one(self, at: int) -> bool:
        """Play one move if possible."""
        end = self.begins[at + 1] if at + 1 < len(self.begins) else len(self.codes)
        codes = self.codes[self.begins[at] : end]
        self.spent += 1
        return self.runner.run(codes, 0, *ANY_ORDER) == len(codes) or self._unnumbered(at)

    def _unnumbered(self, at: int) -> bool:
        """Play a move that the runner doesn't take, if possible."""
        command = self.moves[at].command
        if self.runner.reason == REFUSED and self.codes[self.begins[at]] != OTHER:
            return False
        self.spent += _READING
        # A refusal needs no sentence here.
        if not command.how and not self.position.meanings(command):
            return False
        try:
            step = do_by_hand(self.position, command) or self.position.play_command(command)
        except (Refused, Ambiguous):
            return False
        if not command.how and contradicts(command, step.move):
            self.position.undo(step)
            return False
        return True

    def _back(self, plies: int) -> None:
        while self.table.plies > plies:
            self.table.unplay()


def _meant_by(
    table: Table, written: Move, code: int, vocabulary: Vocabulary
) -> tuple[Literal["same", "misread", "misplaced"] | None, Move]:
    """Whether a legal move differs from the written one in one part only, and the command with that part corrected."""
    source, card, dest = written[:3]
    move = vocabulary.command_of(code)
    slips: list[tuple[Literal["misread", "misplaced"], Move]] = []
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
