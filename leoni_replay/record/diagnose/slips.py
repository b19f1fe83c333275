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
        command: the move that was intended or left out; None for any other kind.
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
    """The slips found.

    Attributes:
        slips: the slips.
        end: the reach of a record that is right to its end.
        first_move: the index of the first move that the search went back to: 0 unless the budget ran out.
    """

    slips: list[Slip]
    end: int
    first_move: int


def slips(replay: Replay, moves: list[MoveItem], code: str, reach_with: Callable[[Slip], int]) -> Slips:
    """Search for the slips that may explain why a record is refused.

    Args:
        replay: the replay up to the error: a refused move, a wrong number, or an unproved result.
        moves: the moves of its main line.
        code: the code of the error.
        reach_with: a function that judges the record with a slip corrected, and returns the reach.
    """
    search_class = _SearchByJudging if replay.is_deal_derived else _SearchByPlaying
    search = search_class(replay, moves, code, reach_with)
    search.correct_numbers()
    at = search.error_at
    while at >= 0 and search.cost < _LIMIT:
        search.look(at)
        at -= 1
    return Slips(search.slips, search.end, at + 1)


class _Meaning(NamedTuple):
    """A legal move that a written move may have been meant for.

    Attributes:
        number: the legal move, as a number.
        kind: the kind of slip; None for a move that is legal as written, except for its consequences.
        command: the written command with its slip corrected.
    """

    number: int
    kind: Literal["misread", "misplaced"] | None
    command: Move


class _SearchByJudging:
    """The search where cards are unknown: only judging the edited record shows what its moves prove about them.

    Attributes:
        walk: a walk along the record, with the position in which the search plays.
        moves: the moves of the record.
        code: the code of its error.
        error_at: the index of the refused move.
        end: the reach of a record that is right to its end.
        slips: the slips found so far.
        cost: what the search has cost so far.
    """

    def __init__(self, replay: Replay, moves: list[MoveItem], code: str, reach_with: Callable[[Slip], int]) -> None:
        self.replay = replay
        self.walk = replay.walk()
        self.game = replay.game
        self.moves = moves
        self.code = code
        self.reach_with = reach_with
        self.error_at = replay.moves
        self.end = len(moves) + 1
        self.slips: list[Slip] = []
        self.cost = 0

    def correct_numbers(self) -> None:
        """Try the record with only its numbers corrected, if one is wrong."""
        if self.code == WRONG_NUMBER:
            self._try("misnumbered", self.error_at, None)

    def look(self, at: int) -> None:
        """Try all slips at one place, which must be the one before the last."""
        position = self.walk.go_to(at)
        legal_moves = dict(zip(position.move_numbers(), position.legal(), strict=True))
        for meaning in self._meanings(at, position.table, [*legal_moves]):
            if meaning.kind is None:
                move = legal_moves[meaning.number]
                self._try("misread", at, self._with_true_consequences(meaning.command, move))
            else:
                self._try(meaning.kind, at, meaning.command)
        if at + 1 < len(self.moves) and self.moves[at].command != self.moves[at + 1].command:
            self._try("swapped", at, None)
        for move in legal_moves.values():
            self._try("left out", at, move)

    def _try(self, kind: Kind, at: int, command: Move | None) -> None:
        """Judge the record with a slip corrected, and add the slip if the record gets beyond its error."""
        slip = Slip(kind, at, command, 0, [at])
        slip.reach = self.reach_with(slip)
        self.cost += _JUDGING + _JUDGING_MOVE * min(slip.reach, len(self.moves))
        if slip.reach <= self.error_at:
            return
        if kind == "left out":
            for same_slip in self.slips:
                # If the move could as well have been on the other side of an item, it is one slip.
                if (same_slip.command, same_slip.reach, same_slip.places[-1]) == (command, slip.reach, at + 1):
                    same_slip.places.append(at)
                    return
        self.slips.append(slip)

    def _meanings(self, at: int, table: Table, numbers: list[int]) -> Iterator[_Meaning]:
        """Yield the legal moves that the move at an index may have been meant for; ``numbers`` are all legal moves."""
        command = self.moves[at].command if at < len(self.moves) else None
        if command is None or command.how:
            return
        likenesses = [(number, _likeness(table, command, number, self.game.vocabulary)) for number in numbers]
        if at == self.error_at and self.code in _PERHAPS_LEGAL:
            # The written move comes before what it may have been misread for.
            for number, likeness in likenesses:
                if likeness.kind == "same":
                    yield _Meaning(number, None, likeness.command)
        for number, likeness in likenesses:
            if likeness.kind == "misread" or likeness.kind == "misplaced":
                yield _Meaning(number, likeness.kind, likeness.command)

    def _with_true_consequences(self, command: Move, move: Move) -> Move:
        """Return a command with the true consequences of the move that it means, if it has any, or with what makes it
        unambiguous."""
        if self.code == AMBIGUOUS:
            command = command._replace(source=move.source, card=move.card, dest=move.dest)
        if command.path is not None:
            command = command._replace(path=move.path or (), stalemate=move.stalemate)
        return command if command.shown is None else command._replace(shown=move.shown)


class _Insertion(NamedTuple):
    """A trial insertion of a move: how far the record went with it, and the slip; None if it didn't go further."""

    number: int
    reach: int
    slip: Slip | None


class _SearchByPlaying(_SearchByJudging):
    """The search where all cards are known: it plays the moves, without the claims and numbers between them.

    Attributes:
        numbers: the numbers of all moves, one after another.
        starts: where the numbers of each move begin among them.
        keys: the keys of the positions of the record itself, before each move.
        later_insertions: the insertions before the move that was looked at last, by the key of the position after them.
        reach_unchanged: how far the record goes with only its numbers corrected.
    """

    def __init__(self, replay: Replay, moves: list[MoveItem], code: str, reach_with: Callable[[Slip], int]) -> None:
        super().__init__(replay, moves, code, reach_with)
        self.position: Position = self.walk.position
        self.table = self.position.table
        self.runner = Runner(self.table)
        self.numbers = array("i")
        self.starts: list[int] = []
        for move in moves:
            self.starts.append(len(self.numbers))
            self.numbers.extend(item_numbers(move.command, self.game.vocabulary))
        self.keys: dict[int, int] = {}
        self.later_insertions: dict[int, _Insertion] = {}
        plies = self.table.plies
        self.reach_unchanged = self._reach(self.error_at)
        self._take_back_to(plies)

    def correct_numbers(self) -> None:
        """As :meth:`_SearchByJudging.correct_numbers`."""
        if self.code == WRONG_NUMBER:
            slip = Slip("misnumbered", self.error_at, None, self.reach_unchanged, [self.error_at])
            self.slips.append(slip)

    def look(self, at: int) -> None:
        """As :meth:`_SearchByJudging.look`."""
        self.walk.go_to(at)
        self.keys[at] = self.table.key()
        legal_moves = self.position.move_numbers()
        self.cost += _COMPARING + _LISTING
        self._try_replacing(at, legal_moves)
        self._try_swapping(at)
        self._try_inserting(at, legal_moves)

    def _try_replacing(self, at: int, legal_moves: list[int]) -> None:
        """Try a misread card or a wrong place."""
        plies = self.table.plies
        for meaning in [*self._meanings(at, self.table, legal_moves)]:
            move = self.position.play(meaning.number).move
            self.cost += 1
            command = meaning.command
            if meaning.kind is None:
                command = self._with_true_consequences(command, move)
            if not contradicts(command, move):
                self._add(meaning.kind or "misread", at, self._reach(at + 1), command)
            self._take_back_to(plies)

    def _try_swapping(self, at: int) -> None:
        """Try a move swapped with the next one."""
        if at + 1 >= len(self.moves) or self.moves[at].command == self.moves[at + 1].command:
            return
        plies = self.table.plies
        if self._play_move(at + 1) and self._play_move(at):
            self.cost += _COMPARING
            if self.table.key() != self.keys.get(at + 2):
                self._add("swapped", at, self._reach(at + 2), None)
        self._take_back_to(plies)

    def _try_inserting(self, at: int, legal_moves: list[int]) -> None:
        """Try legal moves that may have been left out here."""
        plies = self.table.plies
        insertions: dict[int, _Insertion] = {}
        for number in legal_moves:
            self.table.play(number)
            self.cost += 1 + _COMPARING
            key = self.table.key()
            # Moves that lead to the same position count as one.
            if key not in insertions:
                insertions[key] = self._go_on_after(number, at, plies)
            self._take_back_to(plies)
        self.later_insertions = insertions

    def _go_on_after(self, number: int, at: int, plies: int) -> _Insertion:
        """Go on with the record after a move that was inserted, and has just been played.

        Args:
            number: the inserted move.
            at: the index of the move that it is inserted before.
            plies: how many moves were played before it.
        """
        if at < len(self.moves):
            if not self._play_move(at):
                return _Insertion(number, at, None)
            self.cost += _COMPARING
            # If the move could as well be on the other side of this one, it has been tried already.
            same_position = self.later_insertions.get(self.table.key())
            if same_position is not None and same_position.number == number:
                if same_position.slip is not None:
                    same_position.slip.places.append(at)
                return same_position
            reach = self._reach(at + 1) if same_position is None else same_position.reach
        else:
            reach = self._reach(at)
        self._take_back_to(plies)
        return _Insertion(number, reach, self._add("left out", at, reach, number))

    def _add(self, kind: Kind, at: int, reach: int, move: Move | int | None) -> Slip | None:
        """Add a slip if the record goes further with it than it does as it is. The move that was meant or left out is a
        command, or the number of a legal move."""
        if reach <= self.reach_unchanged and reach != self.end:
            return None
        command = self.position.in_full(move) if isinstance(move, int) else move
        slip = Slip(kind, at, command, reach, [at])
        self.slips.append(slip)
        return slip

    # -- reach --------------------------------------------------------------------------------------------------------

    def _reach(self, at: int) -> int:
        """Play the record from a move on, and return how far it goes."""
        table, numbers, starts = self.table, self.numbers, self.starts
        plies = table.plies
        while at < len(starts):
            stop = self.runner.run(numbers, starts[at], *ANY_ORDER)
            if stop == len(numbers):
                at = len(starts)
                break
            at = bisect_right(starts, stop) - 1
            if not self._play_what_the_runner_left(at):
                break
            at += 1
        self.cost += 1 + table.plies - plies
        result = self.replay.transcript.result
        if at == len(starts) and result is not None and proves(table, result.word):
            return at + 1
        return at

    def _play_move(self, at: int) -> bool:
        """Play one move of the record; return whether it is legal here."""
        end = self.starts[at + 1] if at + 1 < len(self.starts) else len(self.numbers)
        numbers = self.numbers[self.starts[at] : end]
        self.cost += 1
        return self.runner.run(numbers, 0, *ANY_ORDER) == len(numbers) or self._play_what_the_runner_left(at)

    def _play_what_the_runner_left(self, at: int) -> bool:
        """Play a move that the runner stopped at; return whether it is legal after all."""
        command = self.moves[at].command
        if self.runner.reason == REFUSED and self.numbers[self.starts[at]] != OTHER:
            return False
        self.cost += _READING
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

    def _take_back_to(self, plies: int) -> None:
        """Take back moves until only so many are played."""
        while self.table.plies > plies:
            self.table.unplay()


class _Likeness(NamedTuple):
    """How a command resembles a legal move: it is the same, or differs in one part, which was misread or misplaced, or
    is unlike it (None). And the command with that part corrected."""

    kind: Literal["same", "misread", "misplaced"] | None
    command: Move


def _likeness(table: Table, command: Move, number: int, vocabulary: Vocabulary) -> _Likeness:
    """Compare a command with a legal move, given as a number."""
    unlike = _Likeness(None, command)
    source, card, dest = command[:3]
    move = vocabulary.command_of(number)
    #: the command with one part corrected, for each part that differs
    corrections: list[_Likeness] = []
    if source is not None and source != move.source:
        # Two places that show the card, or two destinations of the same direction.
        if move.source is None or (card is None and dest is None):
            return unlike
        corrections.append(_Likeness("misplaced", command._replace(source=move.source)))
    if card is not None and card != move.card:
        if move.card is None or not look_alike(card, move.card):
            return unlike
        corrections.append(_Likeness("misread", command._replace(card=move.card)))
    card_to_cover = card_named(dest)
    if card_to_cover is not None:
        place = vocabulary.place_named(move.dest)
        top_cards = table.cards_in(vocabulary.numbers[place])[-1:] if place is not None else b""
        if not top_cards:
            return unlike
        top_card = top_cards[0]
        if top_card != card_to_cover:
            if not look_alike(card_to_cover, top_card):
                return unlike
            corrections.append(_Likeness("misread", command._replace(dest=f">{TEXT[top_card]}")))
    elif dest not in (None, move.dest) and vocabulary.place_named(move.dest) not in vocabulary.group_named(dest):
        if not (_is_place(dest, vocabulary) and _is_place(move.dest, vocabulary)):
            return unlike
        corrections.append(_Likeness("misplaced", command._replace(dest=move.dest)))
    if not corrections:
        return _Likeness("same", command)
    return corrections[0] if len(corrections) == 1 else unlike


def _is_place(dest: str | None, vocabulary: Vocabulary) -> bool:
    """Whether a destination is a place or a foundation: neither a weave nor a reversal."""
    return dest in _FOUNDATIONS or vocabulary.place_named(dest) is not None


def look_alike(card: int, other_card: int) -> bool:
    """Whether one card may be misread for another: the rank or the suit is the same."""
    return card != other_card and (RANK[card] == RANK[other_card] or SUIT[card] == SUIT[other_card])
