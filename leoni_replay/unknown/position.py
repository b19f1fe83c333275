"""Positions with unknown cards.

The table of the rules, which alone decides what is legal, has one byte for all unknown cards. This module keeps a
second copy of the places, in which every unknown card is a separate
:class:`~leoni_replay.unknown.unknown_cards.UnknownCard`. Every step changes both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from leoni_replay.cards import DOWN, UNKNOWN
from leoni_replay.commands import Move
from leoni_replay.games.game import Game, Position
from leoni_replay.games.steps import Change, Relaid, Revealed, Shift, Step, Turned
from leoni_replay.rules.numbers import DEED, FOUNDATIONS
from leoni_replay.rules.table import Table
from leoni_replay.unknown.unknown_cards import CardAtUnknownDepth, blank_for


class Noted(NamedTuple):
    """The state of a game with unknown cards, besides what its rules remember."""

    #: the position that play started from, by the number of redeals in the record so far, those of variations included
    table: int = 0
    #: the pile where the last weave lifted a king and uncovered an unknown card
    under_king: str = ""


NOTHING_NOTED: Final = Noted()


class Memory(NamedTuple):
    """The whole state: the cards of every place, what the rules remember, and what is noted."""

    lying: Mapping[str, list[int]]
    registers: int
    noted: Noted


class NamedStep(Step):
    """A step with unknown cards. Changes that name cards come before and after those of its move.

    ``before`` and ``after`` are the states at its two ends, ``begun`` is the state in which its move was made.
    """

    before: Memory
    begun: Memory
    after: Memory


def named_step(move: Move, changes: list[Change], code: int, *states: Memory) -> NamedStep:
    """Make a step with its three states."""
    step = NamedStep(move, changes, code)
    step.before, step.begun, step.after = states
    return step


class UnknownPosition(Position):
    """A position with unknown cards.

    Args:
        table: the table of the rules.
        game: the game under the rules of the record.
        lying: the cards of every place by name, unknown ones as blanks. Its lists are never changed, only replaced.
        gathers: the places that a redeal makes the stock from, in the order in which they are gathered.
        noted: the state besides the cards.
    """

    __slots__ = ("_gathers", "_lying", "noted")

    def __init__(
        self,
        table: Table,
        game: Game[Any],
        lying: Mapping[str, Sequence[int]],
        gathers: tuple[str, ...] = (),
        noted: Noted = NOTHING_NOTED,
    ) -> None:
        super().__init__(table, game)
        self._lying = {name: [blank_for(card) for card in pile] for name, pile in lying.items()}
        self._gathers = gathers
        self.noted = noted
        table.odd = True

    @property
    def places(self) -> dict[str, list[int]]:  # type: ignore[override]  # blanks lie among the cards
        return self._lying

    def copy(self) -> UnknownPosition:
        """Return an independent copy; its blanks share their slots, so what is proved of a card holds in both."""
        return UnknownPosition(self.table.copy(), self.game, self._lying, self._gathers, self.noted)

    # -- state --------------------------------------------------------------------------------------------------------

    @property
    def memory(self) -> Memory:
        """The whole state."""
        return Memory(dict(self._lying), self.table.registers(), self.noted)

    def _remember(self, memory: Memory) -> None:
        """Restore a state of which the cards may be other ones, but lie in as many places."""
        for name, pile in memory.lying.items():
            if pile is not self._lying[name]:
                self.lay(name, pile)
        self.table.restore(memory.registers)
        self.noted = memory.noted

    def tell(self, move: Move | None) -> None:
        """Tell the table how the weave of a written move ended, by its text (None: forget it)."""
        self.table.path_length = len(move.path) if move is not None and move.path is not None else -1
        self.table.path_stalemate = move is not None and move.stalemate

    # -- changes ------------------------------------------------------------------------------------------------------

    def lay(self, place: str, pile: Sequence[int]) -> None:
        """Put other cards in a place, outside any step."""
        self._lying[place] = list(pile)
        if self.game.places[place] < FOUNDATIONS:
            self.table.set_cards(self.game.places[place], bytes(pile))

    def put(self, place: str, at: int, card: int) -> None:
        """Put another card in the place of one."""
        pile = self._lying[place]
        self._lying[place] = [*pile[:at], card, *pile[at + 1 :]]
        self.table.set_card(self.game.places[place], at, int(card))

    def reveal(self, place: str, at: int, card: int) -> Revealed:
        """Replace a card by another one, and return the change."""
        was = self._lying[place][at]
        self.put(place, at, card)
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
            self._follow(change)
        return named_step(step.move, changes, code, before, before, self.memory)

    def lay_again(self, code: int, after: dict[str, list[int]]) -> NamedStep:
        """Play a redeal of which only the outcome is known: the cards of every place."""
        before = self.memory
        self.table.play(code)
        for name, pile in after.items():
            self.lay(name, pile)
        change = Relaid({name: before.lying[name] for name in after}, after)
        return named_step(self.game.vocabulary.command_of(code), [change], code, before, before, self.memory)

    def undo(self, step: Step) -> None:
        assert isinstance(step, NamedStep)
        if not self.table.plies:
            raise IndexError(f"{step.move} cannot be taken back: no move has been played on this position")
        self.go_back(step.before, self.table.plies - 1)

    def go_back(self, memory: Memory, plies: int) -> None:
        """Return to an earlier state, in which so many moves had been played."""
        while self.table.plies > plies:
            self.table.unplay()
        self._remember(memory)

    def redo(self, step: Step) -> None:
        assert isinstance(step, NamedStep)
        self._remember(step.begun)
        self.tell(step.move)
        self.table.play(step.code)
        self.tell(None)
        self._remember(step.after)

    def _follow(self, change: Change) -> None:
        """Make a change of the table here too."""
        lying = self._lying
        if isinstance(change, Shift):
            source = list(lying[change.source])
            card = source.pop(change.at)
            # Wherever it goes, its place in the new pile is known.
            card = int(card) if isinstance(card, CardAtUnknownDepth) else card
            lying[change.source] = source
            lying[change.dest] = [*lying[change.dest]]
            lying[change.dest].insert(change.to, card)
        elif isinstance(change, Turned):
            pile = lying[change.place]
            lying[change.place] = [*pile[: change.at], pile[change.at] & ~DOWN, *pile[change.at + 1 :]]
        elif isinstance(change, Relaid):
            lying.update(change.after)

    def _put_right(self, change: Relaid) -> Relaid:
        """Return the change of cards put right by hand: only known cards, and only places that changed."""
        laid = [name for name, pile in change.after.items() if bytes(pile) != bytes(self._lying[name])]
        return Relaid({name: self._lying[name] for name in laid}, {name: change.after[name] for name in laid})

    def _with_blanks(self, change: Relaid) -> Relaid:
        """Return the change of a redeal with the gathered blanks. The depth of a known card stays unknown."""
        after = dict(change.after)
        gathered = [card for name in self._gathers for card in self._lying[name]]
        if gathered and any(card == UNKNOWN for pile in after.values() for card in pile):
            # Nothing was shuffled.
            after["stock"] = gathered[::-1]
        before = {name: self._lying[name] for name in change.before}
        loose = {int(card) for pile in before.values() for card in pile if isinstance(card, CardAtUnknownDepth)}
        for name, pile in after.items():
            after[name] = [CardAtUnknownDepth(card) if card in loose else blank_for(card) for card in pile]
        return Relaid(before, after)
