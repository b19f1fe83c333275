"""Tables, and what moves change on them: steps that can be taken back and played again."""

from __future__ import annotations

from typing import Any, NamedTuple

from leoni_replay.cards import DOWN
from leoni_replay.commands import Command

#: Makes a named tuple in a third of the time that its class takes, for those that every move makes.
new_tuple = tuple.__new__


class Shift(NamedTuple):
    """One card goes from one place to another; indices count from the bottom, ``to`` after the card has left."""

    source: str
    at: int
    dest: str
    to: int


class Relaid(NamedTuple):
    """Many places are laid anew at once (a redeal): their cards before and after."""

    before: dict[str, list[int]]
    after: dict[str, list[int]]


class Turned(NamedTuple):
    """A card that lay face down is turned up where it lies."""

    place: str
    at: int


class Revealed(NamedTuple):
    """A card that was not known is named by the record where it lies; ``was`` is what lay there in its stead."""

    place: str
    at: int
    card: int
    was: int


Change = Shift | Relaid | Turned | Revealed


class Position:
    """A table: the cards of every place, bottom first, and the game's own bookkeeping in ``state`` (immutable)."""

    __slots__ = ("memo", "odd", "orders", "places", "state", "told")

    def __init__(self, places: dict[str, list[int]], state: Any) -> None:
        self.places = places
        self.state = state
        #: the written orders of shuffled redeals, by the number of the deal that they begin (``Pack2`` …)
        self.orders: dict[int, list[int]] = {}
        #: what a game remembers of this table for as long as it stands; None whenever it may have changed
        self.memo: Any = None
        #: whether cards are unknown, or lie where the rules could not have led
        self.odd = False
        #: the move as written, while it is played: what it says of cards that are not known decides what they do
        self.told: Command | None = None

    def copy(self) -> Position:
        """An independent copy."""
        twin = Position({name: list(pile) for name, pile in self.places.items()}, self.state)
        twin.orders = dict(self.orders)
        twin.odd = self.odd
        return twin


class Step(NamedTuple):
    """A move that was played: the move in long form, what it changed, and the state before and after."""

    move: Command
    changes: list[Change]
    before: Any
    after: Any


def shift(position: Position, changes: list[Change], source: str, at: int, dest: str, to: int | None = None) -> int:
    """Move one card, to the top unless said otherwise, and write it down; returns the card."""
    places = position.places
    card = places[source].pop(at)
    pile = places[dest]
    if to is None:
        to = len(pile)
        pile.append(card)
    else:
        pile.insert(to, card)
    changes.append(new_tuple(Shift, (source, at, dest, to)))
    return card


def undo(position: Position, step: Step) -> None:
    """Take a step back."""
    position.memo = None
    for change in reversed(step.changes):
        if isinstance(change, Shift):
            source, at, dest, to = change
            position.places[source].insert(at, position.places[dest].pop(to))
        elif isinstance(change, Turned):
            position.places[change.place][change.at] |= DOWN
        elif isinstance(change, Revealed):
            position.places[change.place][change.at] = change.was
        else:
            for name, pile in change.before.items():
                position.places[name] = list(pile)
    position.state = step.before


def redo(position: Position, step: Step) -> None:
    """Play a step again that was taken back."""
    position.memo = None
    for change in step.changes:
        if isinstance(change, Shift):
            source, at, dest, to = change
            position.places[dest].insert(to, position.places[source].pop(at))
        elif isinstance(change, Turned):
            position.places[change.place][change.at] &= ~DOWN
        elif isinstance(change, Revealed):
            position.places[change.place][change.at] = change.card
        else:
            for name, pile in change.after.items():
                position.places[name] = list(pile)
    position.state = step.after
