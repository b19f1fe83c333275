"""Positions with unknown cards.

The table of the rules, which alone decides what is legal, has one byte for all unknown cards. This module keeps a
second copy of the places, in which every unknown card is a separate
:class:`~leoni_replay.unknown.unknown_cards.UnknownCard`. Every step changes both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from typing import Any, Final, NamedTuple

from leoni_replay.cards import DOWN, UNKNOWN
from leoni_replay.commands import Move
from leoni_replay.games.game import Game, Position
from leoni_replay.games.steps import Change, Relaid, Revealed, Shift, Step, Turned
from leoni_replay.rules.numbers import FOUNDATIONS, IRREGULAR
from leoni_replay.rules.table import Table
from leoni_replay.unknown.unknown_cards import CardAtUnknownDepth, blank_for


class Notes(NamedTuple):
    """The state of a game with unknown cards, besides the cards and what its rules remember."""

    #: the deal that is being played, by the number of redeals in the record so far, those of variations included
    deal: int = 0
    #: the pile where the last weave lifted a king and uncovered an unknown card
    under_king: str = ""


NO_NOTES: Final = Notes()


class Memory(NamedTuple):
    """The whole state: the cards of every place, what the rules remember, and the notes."""

    piles: Mapping[str, list[int]]
    registers: int
    notes: Notes


class NamedStep(Step):
    """A step with unknown cards. Changes that name cards come before and after those of its move.

    ``before`` and ``after`` are the states at its two ends; ``at_move`` is the state in which its move was made.
    """

    before: Memory
    at_move: Memory
    after: Memory


def make_named_step(
    step: Step, changes: Iterable[Change], *, before: Memory, at_move: Memory, after: Memory
) -> NamedStep:
    """Make a step with other changes and its three states."""
    named_step = NamedStep(step.move, tuple(changes), step.number, step.irregular)
    named_step.before = before
    named_step.at_move = at_move
    named_step.after = after
    return named_step


class UnknownPosition(Position):
    """A position with unknown cards.

    Args:
        table: the table of the rules.
        game: the game under the rules of the record.
        piles: the cards of every place by name, unknown ones as blanks. Its lists are never changed, only replaced.
        gathers: the places that a redeal makes the stock from, in the order in which they are gathered.
        notes: the state besides the cards and what the rules remember.
    """

    __slots__ = ("_gathers", "_piles", "notes")

    def __init__(
        self,
        table: Table,
        game: Game[Any],
        piles: Mapping[str, Sequence[int]],
        gathers: tuple[str, ...] = (),
        notes: Notes = NO_NOTES,
    ) -> None:
        super().__init__(table, game)
        self._piles = {name: [blank_for(card) for card in pile] for name, pile in piles.items()}
        self._gathers = gathers
        self.notes: Notes = notes
        table.odd = True

    @property
    def places(self) -> dict[str, list[int]]:  # type: ignore[override]  # blanks lie among the cards
        return self._piles

    def copy(self, *, with_moves: bool = False) -> UnknownPosition:
        """Return an independent copy; its blanks share their slots, so what is proved of a card holds in both."""
        table = copy(self.table) if with_moves else self.table.copy()
        return UnknownPosition(table, self.game, self._piles, self._gathers, self.notes)

    # -- state --------------------------------------------------------------------------------------------------------

    @property
    def memory(self) -> Memory:
        """The whole state."""
        return Memory(dict(self._piles), self.table.registers(), self.notes)

    def _restore(self, memory: Memory) -> None:
        """Restore an earlier or later state. Its cards may be other ones, but as many lie in each place of the table as
        in that state."""
        for name, pile in memory.piles.items():
            if pile is not self._piles[name]:
                self.lay(name, pile)
        self.table.restore(memory.registers)
        self.notes = memory.notes

    def set_weave_end(self, move: Move | None) -> None:
        """Tell the table how many cards the weave of a written move lifts and whether it ends in a stalemate, as its
        text says: if cards are unknown, the rules cannot find it out.

        Args:
            move: the move; None once it has been played, so that no text says it any more.
        """
        self.table.path_length = len(move.path) if move is not None and move.path is not None else -1
        self.table.path_stalemate = move is not None and move.stalemate

    # -- changes ------------------------------------------------------------------------------------------------------

    def lay(self, place: str, pile: Sequence[int]) -> None:
        """Put cards in a place instead of those that lie there. This is no step, so no undo takes it back."""
        self._piles[place] = list(pile)
        if self.game.places[place] < FOUNDATIONS:
            self.table.set_cards(self.game.places[place], bytes(pile))

    def put(self, place: str, at: int, card: int) -> None:
        """Replace the card at an index of a place, from the bottom. This is no step, so no undo takes it back."""
        pile = self._piles[place]
        self._piles[place] = [*pile[:at], card, *pile[at + 1 :]]
        self.table.set_card(self.game.places[place], at, int(card))

    def reveal(self, place: str, at: int, card: int) -> Revealed:
        """Replace the card at an index of a place, from the bottom, by the card that it has turned out to be, and
        return the change, which can be taken back."""
        replaced_card = self._piles[place][at]
        self.put(place, at, card)
        return Revealed(place, at, card, replaced_card)

    def play(self, code: int) -> NamedStep:
        """Play a legal move or an irregular action, given as a full number, in both copies of the places; return the
        step."""
        before = self.memory
        self.table.play(code)
        step = self._step(code)
        changes: list[Change] = []
        for change in step.changes:
            if isinstance(change, Relaid):
                change = self._only_changed_places(change) if code >= IRREGULAR else self._with_blanks(change)
            changes.append(change)
            self._repeat_change(change)
        return make_named_step(step, changes, before=before, at_move=before, after=self.memory)

    def lay_again(self, code: int, after: dict[str, list[int]]) -> NamedStep:
        """Play a redeal of partly unknown cards, of which the table cannot find out the outcome.

        Args:
            code: the redeal, as a full number (``rules/numbers``).
            after: the cards of every place afterwards.
        """
        before = self.memory
        self.table.play(code)
        for name, pile in after.items():
            self.lay(name, pile)
        change = Relaid({name: before.piles[name] for name in after}, after)
        step = Step(self.game.vocabulary.command_of(code), (), code)
        return make_named_step(step, [change], before=before, at_move=before, after=self.memory)

    def undo(self, step: Step) -> None:
        """Take back the last step, with the cards that it has named.

        Raises:
            IndexError: no move has been played on this position.
        """
        assert isinstance(step, NamedStep)
        if not self.table.plies:
            raise IndexError(f"{step.move} cannot be taken back: no move has been played on this position")
        self.go_back(step.before, self.table.plies - 1)

    def go_back(self, memory: Memory, plies: int) -> None:
        """Return to an earlier state.

        Args:
            memory: the state.
            plies: the number of moves that had been played on the table in that state.
        """
        while self.table.plies > plies:
            self.table.unplay()
        self._restore(memory)

    def redo(self, step: Step) -> None:
        """Make a step again that was taken back."""
        assert isinstance(step, NamedStep)
        # The step named cards first, then made its move, and then named others.
        self._restore(step.at_move)
        self.set_weave_end(step.move)
        self.table.play(self._number_here(step))
        self.set_weave_end(None)
        self._restore(step.after)

    def _repeat_change(self, change: Change) -> None:
        """Make a change that the table has made in the second copy of the places too."""
        piles = self._piles
        if isinstance(change, Shift):
            source = list(piles[change.source])
            card = source.pop(change.at)
            # Wherever it goes, its place in the new pile is known.
            if isinstance(card, CardAtUnknownDepth):
                card = int(card)
            piles[change.source] = source
            dest = list(piles[change.dest])
            dest.insert(change.to, card)
            piles[change.dest] = dest
        elif isinstance(change, Turned):
            pile = list(piles[change.place])
            pile[change.at] &= ~DOWN
            piles[change.place] = pile
        elif isinstance(change, Relaid):
            piles.update(change.after)

    def _only_changed_places(self, change: Relaid) -> Relaid:
        """Return the change of cards put right by hand, without the places that stay as they are."""
        names = [name for name, pile in change.after.items() if bytes(pile) != bytes(self._piles[name])]
        return Relaid({name: self._piles[name] for name in names}, {name: change.after[name] for name in names})

    def _with_blanks(self, change: Relaid) -> Relaid:
        """Return the change of a redeal with the gathered blanks in place of the table's unknown cards.

        Blanks keep what is known about them, because they are dealt again in their order. A known card that lay at an
        unknown depth still does.
        """
        after = dict(change.after)
        gathered = [card for name in self._gathers for card in self._piles[name]]
        if gathered and any(card == UNKNOWN for pile in after.values() for card in pile):
            # Nothing was shuffled.
            after["stock"] = gathered[::-1]
        before = {name: self._piles[name] for name in change.before}
        depth_unknown = {int(card) for pile in before.values() for card in pile if isinstance(card, CardAtUnknownDepth)}
        for name, pile in after.items():
            after[name] = [CardAtUnknownDepth(card) if card in depth_unknown else blank_for(card) for card in pile]
        return Relaid(before, after)
