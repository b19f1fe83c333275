"""Positions with unknown cards.

The table of the rules, which alone decides what is legal, has one byte for all unknown cards. This module keeps a
second copy of the places, in which every unknown card is a separate :class:`~leoni_replay.unknown.blanks.Blank`. Every
step changes both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple, Protocol, runtime_checkable

from leoni_replay.cards import DOWN, UNKNOWN
from leoni_replay.commands import Command
from leoni_replay.games.places import COMMON, Vocabulary
from leoni_replay.games.steps import Change, Position, Relaid, Revealed, Shift, Step, Turned
from leoni_replay.rules.numbers import DEED
from leoni_replay.rules.table import Table
from leoni_replay.unknown.blanks import Loose, blank_for


class Noted(NamedTuple):
    """The state of a game with unknown cards, besides what its rules remember."""

    #: the position that play started from, by the number of redeals in the record so far, those of variations included
    table: int = 0
    #: the pile where the last weave lifted a king and uncovered an unknown card
    under_king: str = ""


NOTHING_NOTED: Final = Noted()


class Memory(NamedTuple):
    """The whole state besides the cards: what the rules remember, and what is noted."""

    registers: int
    noted: Noted


class NamedStep(Step):
    """A step with unknown cards. Changes that name cards come before and after those of its move.

    ``before`` and ``after`` are the states at its two ends; ``begun`` is the state of the rules when its move was made.
    """

    before: Memory
    begun: int
    after: Memory


def named_step(move: Command, changes: list[Change], code: int, before: Memory, begun: int, after: Memory) -> NamedStep:
    """Make a step with the states at its ends."""
    step = NamedStep(move, changes, code)
    step.before, step.begun, step.after = before, begun, after
    return step


@runtime_checkable
class SeesBlanks(Protocol):
    """A table that uses what is proved about the unknown cards in it."""

    lying: Mapping[str, list[int]]


class UnknownPosition(Position):
    """A position with unknown cards.

    Args:
        table: the table of the rules.
        lying: the cards of every place by name, unknown ones as blanks.
        gathers: the places that a redeal makes the stock from, in the order in which they are gathered.
        noted: the state besides the cards.
    """

    __slots__ = ("_gathers", "_lying", "noted")

    def __init__(
        self,
        table: Table,
        lying: Mapping[str, Sequence[int]],
        gathers: tuple[str, ...] = (),
        noted: Noted = NOTHING_NOTED,
        vocabulary: Vocabulary = COMMON,
    ) -> None:
        super().__init__(table, {name: vocabulary.numbers[name] for name in lying}, vocabulary=vocabulary)
        self._lying = {name: [blank_for(card) for card in pile] for name, pile in lying.items()}
        self._gathers = gathers
        self.noted = noted
        table.odd = True
        self._let_see()

    def __setstate__(self, state: tuple[None, dict[str, object]]) -> None:
        for name, value in state[1].items():
            setattr(self, name, value)
        self._let_see()

    def _let_see(self) -> None:
        """Let the table see these cards, if it uses them."""
        if isinstance(self.table, SeesBlanks):
            self.table.lying = self._lying

    @property
    def places(self) -> dict[str, list[int]]:  # type: ignore[override]  # blanks lie among the cards
        return self._lying

    def copy(self) -> UnknownPosition:
        """An independent copy; its blanks share their slots, so what is proved of a card holds in both."""
        twin = UnknownPosition(self.table.copy(), self._lying, self._gathers, self.noted, self.vocabulary)
        twin.game = self.game
        return twin

    # -- state --------------------------------------------------------------------------------------------------------

    @property
    def memory(self) -> Memory:
        """The state besides the cards."""
        return Memory(self.table.registers(), self.noted)

    def remember(self, memory: Memory) -> None:
        """Restore a state."""
        self.table.restore(memory.registers)
        self.noted = memory.noted

    def tell(self, move: Command | None) -> None:
        """Tell the table how the weave of a written move ended, by its text (None: forget it)."""
        self.table.path_length = len(move.path) if move is not None and move.path is not None else -1
        self.table.path_stalemate = move is not None and move.stalemate

    # -- changes ------------------------------------------------------------------------------------------------------

    def lay(self, place: str, pile: Sequence[int]) -> None:
        """Put other cards in a place, outside any step."""
        self._lying[place] = list(pile)
        self.table.set_cards(self._names[place], bytes(pile))

    def reveal(self, place: str, at: int, card: int) -> Revealed:
        """Replace a card by another one, and return the change."""
        was = self._lying[place][at]
        self._put(place, at, card)
        return Revealed(place, at, card, was)

    def play(self, code: int) -> NamedStep:
        before = self.memory
        self.table.play(code)
        step = self._step(code)
        changes: list[Change] = []
        for change in step.changes:
            if isinstance(change, Relaid):
                change = self._put_right(change) if code >= DEED else self._with_blanks(change)
            changes.append(change)
            self._follow(changes[-1])
        return named_step(step.move, changes, code, before, before.registers, self.memory)

    def lay_again(self, code: int, after: dict[str, list[int]]) -> NamedStep:
        """Play a redeal of which only the outcome is known: the cards of every place."""
        before = self.memory
        self.table.play(code)
        change = Relaid({name: list(self._lying[name]) for name in after}, after)
        self._follow(change)
        self._lay_on_table(after)
        return named_step(self.vocabulary.command_of(code), [change], code, before, before.registers, self.memory)

    def undo(self, step: Step) -> None:
        assert isinstance(step, NamedStep)
        if not self.table.plies:
            raise IndexError(f"{step.move} cannot be taken back: no move has been played on this position")
        self.take_back(step.changes, step.before, played=True)

    def take_back(self, changes: Sequence[Change], before: Memory, *, played: bool) -> None:
        """Take back changes, and restore the state before them; ``played`` is set if a move is among them."""
        for change in reversed(changes):
            if isinstance(change, Revealed):
                self._put(change.place, change.at, change.was)
                continue
            if played:
                self.table.unplay()
                played = False
            self._unfollow(change)
        if played:
            self.table.unplay()
        self.remember(before)

    def redo(self, step: Step) -> None:
        assert isinstance(step, NamedStep)
        played = False
        for change in step.changes:
            if isinstance(change, Revealed):
                self._put(change.place, change.at, change.card)
                continue
            if not played:
                self._play_again(step)
                played = True
            self._follow(change)
        if not played:
            self._play_again(step)
        for change in step.changes:
            if isinstance(change, Relaid):
                self._lay_on_table(change.after)
        self.remember(step.after)

    def _play_again(self, step: NamedStep) -> None:
        self.table.restore(step.begun)
        self.tell(step.move)
        self.table.play(step.code)
        self.tell(None)

    def _put(self, place: str, at: int, card: int) -> None:
        self._lying[place][at] = card
        self.table.set_card(self._names[place], at, int(card))

    def _lay_on_table(self, names: Iterable[str]) -> None:
        """Copy the cards of some places to the table."""
        for name in names:
            self.table.set_cards(self._names[name], bytes(self._lying[name]))

    def _follow(self, change: Change) -> None:
        """Make a change of the table here too."""
        lying = self._lying
        if isinstance(change, Shift):
            lying[change.dest].insert(change.to, lying[change.source].pop(change.at))
        elif isinstance(change, Turned):
            lying[change.place][change.at] &= ~DOWN
        elif isinstance(change, Relaid):
            lying.update({name: list(pile) for name, pile in change.after.items()})

    def _unfollow(self, change: Change) -> None:
        lying = self._lying
        if isinstance(change, Shift):
            lying[change.source].insert(change.at, lying[change.dest].pop(change.to))
        elif isinstance(change, Turned):
            lying[change.place][change.at] |= DOWN
        elif isinstance(change, Relaid):
            lying.update({name: list(pile) for name, pile in change.before.items()})

    def _put_right(self, change: Relaid) -> Relaid:
        """The change of cards that were put right by hand: only where other cards lie now, which are all known."""
        laid = [name for name, pile in change.after.items() if bytes(pile) != bytes(self._lying[name])]
        return Relaid({name: list(self._lying[name]) for name in laid}, {name: change.after[name] for name in laid})

    def _with_blanks(self, change: Relaid) -> Relaid:
        """The change of a redeal with the gathered blanks. The depth of a known card stays unknown."""
        before = {name: list(self._lying[name]) for name in change.before}
        after = dict(change.after)
        gathered = [card for name in self._gathers for card in self._lying[name]]
        if gathered and any(card == UNKNOWN for pile in after.values() for card in pile):
            # Nothing was shuffled.
            after["stock"] = gathered[::-1]
        loose = {int(card) for pile in before.values() for card in pile if isinstance(card, Loose)}
        return Relaid(
            before,
            {
                name: [Loose(card) if card in loose else blank_for(card) for card in pile]
                for name, pile in after.items()
            },
        )
