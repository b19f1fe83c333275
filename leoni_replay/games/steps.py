"""Steps: what a move has changed on a table of ``leoni_replay.rules``, with cards and places by name."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from leoni_replay.cards import CARDS, UNKNOWN, Card
from leoni_replay.commands import Move
from leoni_replay.games.places import Vocabulary
from leoni_replay.layout import Places
from leoni_replay.rules.numbers import FOUNDATIONS, HEIGHT_SET, IRREGULAR, REPLACED, TURNED, WOVEN
from leoni_replay.rules.table import Table

_card = CARDS.__getitem__


class Shift(NamedTuple):
    """A card goes from one place to another. Indices count from the bottom; ``to`` is counted after the
    card has left."""

    source: str
    at: int
    dest: str
    to: int

    @property
    def kind(self) -> Literal["shift"]:
        """The kind of the change."""
        return "shift"


class Relaid(NamedTuple):
    """Many places are rearranged at once (a redeal): their cards before and after."""

    before: dict[str, list[int]]
    after: dict[str, list[int]]

    @property
    def kind(self) -> Literal["relaid"]:
        """The kind of the change."""
        return "relaid"


class Turned(NamedTuple):
    """A face-down card is turned up in its place."""

    place: str
    at: int

    @property
    def kind(self) -> Literal["turned"]:
        """The kind of the change."""
        return "turned"


class Revealed(NamedTuple):
    """The record names an unknown card where it lies; ``was`` is the unknown card that lay there."""

    place: str
    at: int
    card: int
    was: int

    @property
    def kind(self) -> Literal["revealed"]:
        """The kind of the change."""
        return "revealed"


#: What a move changes; its ``kind`` says which of the four it is.
Change: TypeAlias = Shift | Relaid | Turned | Revealed


class Step(NamedTuple):
    """A move that was played: its long form, its changes in order, and its number in the rules. A misplay, or cards put
    right by hand, also has what was done, so that it can be done again on the table of any copy of the position.

    >>> step = lr.new("Leoni's Own", "seed:1884", "wikipedia").legal_steps()[0]
    >>> for change in step.changes:
    ...     if change.kind == "shift":
    ...         print(step, "goes from", change.source, "to", change.dest)
    6:2S^ goes from 6 to S^
    """

    move: Move
    changes: tuple[Change, ...]
    number: int
    irregular: object = None

    def __str__(self) -> str:
        """Return the move as the notation writes it."""
        return str(self.move)


class PositionPlaces(Places[list[Card]]):
    """The cards of every place of a position by name, bottom first. Each is read when it is requested."""

    __slots__ = ("_names", "_table")

    def __init__(self, table: Table, names: Mapping[str, int]) -> None:
        self._table = table
        self._names = names

    def __getitem__(self, name: str) -> list[Card]:
        place = self._names.get(name)
        if place is None:
            raise self._no_place(name)
        return cards_of(self._table, place)

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def cards_of(table: Table, place: int) -> list[Card]:
    """Return the cards of a place or a foundation, bottom first."""
    numbers = table.cards_in(place) if place < FOUNDATIONS else table.foundation_cards(place)
    return [*map(_card, numbers)]


def move_as_played(table: Table, vocabulary: Vocabulary, number: int) -> Move:
    """Return the move that was just played on a table in long form, with all that it brought about.

    Args:
        table: the table after the move.
        vocabulary: the names of its places.
        number: the number of the move.
    """
    if number >= IRREGULAR:
        return _misplay_as_played(table, number)
    move = vocabulary.command_of(number)
    is_woven = number & 255 == WOVEN
    if not is_woven and not table.shows:
        return move
    lifted_cards, shown_cards = table.consequences()
    shown = _writable(shown_cards)
    if not is_woven:
        return Move(*move[:3], shown=shown)
    return Move(*move[:3], path=tuple(map(_card, lifted_cards)), stalemate=bool(table.ended), shown=shown)


def _misplay_as_played(table: Table, number: int) -> Move:
    """Return the misplay or the setting that was just played, in long form."""
    action = table.irregular_actions[number - IRREGULAR]
    command = action.command
    assert isinstance(command, Move)
    lifted_cards, shown_cards = table.consequences()
    if action.move and action.move & 255 == WOVEN:
        command = command._replace(dest="~", path=tuple(map(_card, lifted_cards)), stalemate=bool(table.ended))
    return command._replace(shown=_writable(shown_cards))


def _writable(shown_cards: Sequence[int]) -> tuple[Card, ...] | None:
    """Return the cards that a move has shown, as its long form lists them; None if there are none, or one of them is
    unknown and so cannot be written."""
    return tuple(map(_card, shown_cards)) if shown_cards and UNKNOWN not in shown_cards else None


def changes_of(table: Table, names: Mapping[str, int], vocabulary: Vocabulary, number: int) -> tuple[Change, ...]:
    """Return what the move that was just played on a table has changed, in order.

    Args:
        table: the table after the move.
        names: the places of the game by name, with their numbers.
        vocabulary: the names of all places.
        number: the number of the move.
    """
    entries = table.changes()
    if len(entries) == 1 and number < IRREGULAR and entries[0] >> 24 != REPLACED:
        # Most moves are of this kind.
        return (_change_of_entry(entries[0], vocabulary),)
    if number >= IRREGULAR and (places := table.irregular_actions[number - IRREGULAR].places) is not None:
        return (_change_by_setting(table, names, entries, places),)
    changes: list[Change] = [
        _change_by_redeal(table, names, entry) if entry >> 24 == REPLACED else _change_of_entry(entry, vocabulary)
        for entry in entries
    ]
    if len(changes) > 1 and isinstance(changes[0], Relaid):
        # The vacancies were filled after the redeal: when it rearranged the places, these cards were still there.
        for shift in reversed(changes[1:]):
            assert isinstance(shift, Shift)
            card = cards_of(table, names[shift.dest])[shift.to]
            changes[0].after[shift.source].insert(shift.at, card)
    return tuple(changes)


@lru_cache(maxsize=1 << 14)
def _change_of_entry(entry: int, vocabulary: Vocabulary) -> Shift | Turned:
    """Return the change of one card that an entry of the log of a table stands for."""
    names = vocabulary.names
    source, at, dest, to = entry >> 24, entry >> 16 & 255, entry >> 8 & 255, entry & 255
    return Turned(names[dest], at) if source == TURNED else Shift(names[source], at, names[dest], to)


def _change_by_setting(
    table: Table, names: Mapping[str, int], entries: list[int], places: Mapping[int, bytes | int]
) -> Relaid:
    """Return the places that a setting (cards put right by hand) has changed, with their cards before and after.

    Args:
        table: the table after it.
        names: the places of the game by name, with their numbers.
        entries: the entries of the table's log for the setting.
        places: the numbers of the places that it changed.
    """
    was_replaced = any(entry >> 24 == REPLACED for entry in entries)
    cards_before = dict(table.places_before_redeal()) if was_replaced else {}
    heights_before = {entry >> 8 & 255: entry >> 16 & 255 for entry in entries if entry >> 24 == HEIGHT_SET}
    for place, height in heights_before.items():
        kind, suit = divmod(place - FOUNDATIONS, 4)
        cards_before[place] = bytes(13 * suit - 1 + table.ranks[16 * kind + i] for i in range(height))
    return _change_of_places(table, names, cards_before, places)


def _change_by_redeal(table: Table, names: Mapping[str, int], entry: int) -> Relaid:
    """Return the places that an entry of the log rearranged, before the redeal and after."""
    return _change_of_places(table, names, table.places_before_redeal(), range(entry >> 8 & 255, (entry & 255) + 1))


def _change_of_places(
    table: Table, names: Mapping[str, int], cards_before: Mapping[int, bytes], places: Container[int]
) -> Relaid:
    """Return the cards of some places as they lay before, and as they lie now."""
    before: dict[str, list[int]] = {}
    after: dict[str, list[int]] = {}
    for name, place in names.items():
        if place in places:
            before[name] = [*map(_card, cards_before.get(place, b""))]
            after[name] = [*cards_of(table, place)]
    return Relaid(before, after)
