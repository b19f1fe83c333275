"""Positions and steps: views, by name, of the numbers in ``leoni_replay.rules``."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

from leoni_replay.cards import CARDS, DOWN, SUIT, UNKNOWN, Card, texts
from leoni_replay.commands import Move
from leoni_replay.games.places import COMMON, Vocabulary, suit_of
from leoni_replay.layout import Layout
from leoni_replay.leoni_error import LeoniError
from leoni_replay.rules.numbers import DEED, FOUNDATIONS, HEIGHT_SET, REPLACED, ROOM, TURNED, WOVEN
from leoni_replay.rules.table import Table

_card = CARDS.__getitem__


class Shift(NamedTuple):
    """A card goes from one place to another. Indices count from the bottom; ``to`` is counted after the
    card has left."""

    source: str
    at: int
    dest: str
    to: int


class Relaid(NamedTuple):
    """Many places are rearranged at once (a redeal): their cards before and after."""

    before: dict[str, list[int]]
    after: dict[str, list[int]]


class Turned(NamedTuple):
    """A face-down card is turned up in its place."""

    place: str
    at: int


class Revealed(NamedTuple):
    """The record names an unknown card where it lies; ``was`` is the unknown card that lay there."""

    place: str
    at: int
    card: int
    was: int


Change = Shift | Relaid | Turned | Revealed


class Step(NamedTuple):
    """A move that was played: its long form, its changes, and its number."""

    move: Move
    changes: list[Change]
    code: int

    def __str__(self) -> str:
        """Return the move as the notation writes it."""
        return str(self.move)


class Places(Mapping[str, list[Card]]):
    """The cards of every place of a position by name, bottom first. Each is read when it is requested."""

    __slots__ = ("_names", "_table")

    def __init__(self, table: Table, names: Mapping[str, int]) -> None:
        self._table = table
        self._names = names

    def __getitem__(self, name: str) -> list[Card]:
        return cards_of(self._table, self._names[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def cards_of(table: Table, place: int) -> list[Card]:
    """Return the cards of a place or a foundation, bottom first."""
    return [*map(_card, table.cards_in(place) if place < FOUNDATIONS else table.foundation_cards(place))]


@lru_cache(maxsize=1 << 14)
def _change(logged: int, vocabulary: Vocabulary) -> Shift | Turned:
    names = vocabulary.names
    source, at, dest, to = logged >> 24, logged >> 16 & 255, logged >> 8 & 255, logged & 255
    return Turned(names[dest], at) if source == TURNED else Shift(names[source], at, names[dest], to)


class PositionWriter(Protocol):
    """What a position needs from its game in order to show itself."""

    @property
    def name(self) -> str: ...
    @property
    def rules(self) -> object: ...
    @property
    def vocabulary(self) -> Vocabulary: ...
    def codes(self, position: Position) -> list[int]: ...
    def text(self, position: Position) -> str: ...
    def digest(self, position: Position) -> str: ...
    def layout(self, position: Position) -> Layout: ...


class Position:
    """A position under the rules of one record, with its places by name.

    ``names`` maps the names of its places to their numbers, in listing order. ``game`` is the game that describes it,
    if given; without it, a position cannot show itself, and ``vocabulary`` names its places and moves.
    """

    __slots__ = ("_names", "game", "table", "vocabulary")

    def __init__(
        self,
        table: Table,
        names: Mapping[str, int],
        game: PositionWriter | None = None,
        vocabulary: Vocabulary = COMMON,
    ) -> None:
        self.table = table
        self._names = names
        self.game = game
        self.vocabulary = vocabulary if game is None else game.vocabulary

    def __str__(self) -> str:
        """Return the position, one line per place, as the digest hashes it and a ``Layout`` tag lists it."""
        if self.game is not None:
            return self.game.text(self)
        return "".join(f"{name}: {texts(pile)}\n" for name, pile in self.places.items())

    def __repr__(self) -> str:
        """Return the position as a table, under the name of its game."""
        title = "" if self.game is None else f"{self.game.name}, {self.game.rules}\n"
        return f"{title}{self}".rstrip("\n")

    def __eq__(self, other: object) -> bool:
        """Whether two positions of a game under the same rules have the same legal future, as far as the rules tell
        positions apart: two piles that may change places are not told apart."""
        if not isinstance(other, Position):
            return NotImplemented
        games = [None if one.game is None else (one.game.name, str(one.game.rules)) for one in (self, other)]
        return games[0] == games[1] and self.table.key() == other.table.key()

    def __hash__(self) -> int:
        """Return the hash of a position as it is now: put a copy into a set, and play on in another."""
        return hash(self.table.key())

    def _repr_svg_(self) -> str | None:
        """Return the position as a picture, for notebooks; None if it has no game."""
        return None if self.game is None else self.game.layout(self).closed().svg()

    def svg(self, **look: Any) -> str:
        """Draw the position as a player at the table sees it.

        Args:
            look: size, faces, marks, theme and four_colours, as :meth:`leoni_replay.layout.Layout.svg` takes them.

        Raises:
            ValueError: the position was made without its game.
        """
        return self._teller.layout(self).closed().svg(**look)

    @property
    def digest(self) -> str:
        """The digest: 16 hexadecimal digits of the SHA-256 hash of the text (docs/dev/formats.md, The digest).

        Raises:
            ValueError: the position was made without its game.
        """
        return self._teller.digest(self)

    def legal(self) -> list[Move]:
        """Return every legal move in long form, with all that it would bring about.

        Raises:
            ValueError: the position was made without its game.
        """
        return [self.in_full(code) for code in self._teller.codes(self)]

    @property
    def _teller(self) -> PositionWriter:
        if self.game is None:
            raise LeoniError("this position belongs to no game that could show it")
        return self.game

    @property
    def places(self) -> Mapping[str, list[Card]]:
        """The cards of every place by name, bottom first."""
        return Places(self.table, self._names)

    @property
    def sizes(self) -> bytes:
        """The number of cards in every place and on every foundation, by its number."""
        return bytes(self.table.size)

    def holding(self, card: int) -> list[str]:
        """Return the names of the places that hold a card, face up or face down."""
        table = self.table
        cells, size = bytes(table.cells), self.sizes
        holding: list[str] = []
        # There is one copy of each card per pack, but any number of unknown cards.
        most = table.cards // 52 if card < UNKNOWN else len(self._names)
        for name, place in self._names.items():
            if not (count := size[place]):
                continue
            if place >= FOUNDATIONS:
                holds = suit_of(place) == SUIT[card] and card in cards_of(table, place)
            else:
                at = ROOM * place
                holds = cells.find(card, at, at + count) >= 0 or cells.find(card + DOWN, at, at + count) >= 0
            if holds:
                holding.append(name)
                if len(holding) == most:
                    break
        return holding

    @property
    def state(self) -> int:
        """The state besides the cards: the number of the deal, what is due or over."""
        return self.table.registers()

    @property
    def deal(self) -> int:
        """The number of the deal, or of the pass through the stock."""
        return self.table.deal

    @property
    def odd(self) -> bool:
        """Whether cards are unknown, or lie where the rules could not have led."""
        return self.table.odd

    @property
    def orders(self) -> dict[int, bytes]:
        """The recorded orders of shuffled redeals, by the number of the deal that they begin (``Pack2`` …)."""
        return self.table.orders

    def copy(self) -> Position:
        """Return an independent copy."""
        return Position(self.table.copy(), self._names, self.game, self.vocabulary)

    def __copy__(self) -> Position:
        return self.copy()

    def play(self, code: int) -> Step:
        """Play a legal move by its number, and return its step."""
        self.table.play(code)
        return self._step(code)

    def outcome(self, code: int) -> tuple[int, Move]:
        """Return the key of the position that a legal move would lead to, and the move in long form."""
        table = self.table
        table.play(code)
        outcome = table.key(), self.as_played(code)
        table.unplay()
        return outcome

    def preview(self, code: int) -> Step:
        """Return the step that a legal move would make; the position stays as it is."""
        step = self.play(code)
        self.undo(step)
        return step

    def in_full(self, code: int) -> Move:
        """Return a legal move in long form, with all that it would bring about."""
        self.table.play(code)
        command = self.as_played(code)
        self.table.unplay()
        return command

    def _step(self, code: int) -> Step:
        return Step(self.as_played(code), self._changes(code), code)

    def as_played(self, code: int) -> Move:
        """Return the move just played in long form, with all that it brought about."""
        table = self.table
        if code >= DEED:
            return self._as_done(code)
        command = self.vocabulary.command_of(code)
        woven = code & 255 == WOVEN
        if not woven and not table.shows:
            return command
        lifted, shown = table.consequences()
        return Move(
            *command[:3],
            tuple(map(_card, lifted)) if woven else None,
            woven and bool(table.ended),
            # An unknown card cannot be written.
            tuple(map(_card, shown)) if shown and UNKNOWN not in shown else None,
        )

    def _as_done(self, code: int) -> Move:
        """Return the misplay or the setting just played, in long form."""
        table = self.table
        deed = table.deeds[code - DEED]
        command = deed.command
        assert isinstance(command, Move)
        lifted, shown = table.consequences()
        if deed.move and deed.move & 255 == WOVEN:
            command = command._replace(dest="~", path=tuple(map(_card, lifted)), stalemate=bool(table.ended))
        return command._replace(shown=tuple(map(_card, shown)) if shown and UNKNOWN not in shown else None)

    def _by_hand(self, logged: list[int], places: Mapping[int, bytes | int]) -> Relaid:
        """Return the places that a setting has put right, before it and after."""
        table = self.table
        laid = dict(table.places_before_redeal()) if any(one >> 24 == REPLACED for one in logged) else {}
        for place, height in {one >> 8 & 255: one >> 16 & 255 for one in logged if one >> 24 == HEIGHT_SET}.items():
            kind, suit = divmod(place - FOUNDATIONS, 4)
            laid[place] = bytes(13 * suit - 1 + table.ranks[16 * kind + i] for i in range(height))
        return self._laid_again(laid, places)

    def _changes(self, code: int) -> list[Change]:
        logged, vocabulary = self.table.changes(), self.vocabulary
        if len(logged) == 1 and code < DEED and logged[0] >> 24 != REPLACED:
            # Most moves are of this kind.
            return [_change(logged[0], vocabulary)]
        if code >= DEED and (places := self.table.deeds[code - DEED].places) is not None:
            return [self._by_hand(logged, places)]
        changes: list[Change] = [
            self._relaid(one) if one >> 24 == REPLACED else _change(one, vocabulary) for one in logged
        ]
        if len(changes) > 1 and isinstance(changes[0], Relaid):
            # The vacancies were filled after the redeal: when it rearranged the places, these cards were still there.
            for later in reversed(changes[1:]):
                assert isinstance(later, Shift)
                changes[0].after[later.source].insert(later.at, cards_of(self.table, self._names[later.dest])[later.to])
        return changes

    def _relaid(self, logged: int) -> Relaid:
        """Return the places that a log entry rearranged, before the redeal and after."""
        return self._laid_again(self.table.places_before_redeal(), range(logged >> 8 & 255, (logged & 255) + 1))

    def _laid_again(self, laid: Mapping[int, bytes], places: Container[int]) -> Relaid:
        """Return the cards of some places, as they lay before and as they lie now."""
        names = {name: place for name, place in self._names.items() if place in places}
        before: dict[str, list[int]] = {name: [*map(_card, laid.get(place, b""))] for name, place in names.items()}
        return Relaid(before, {name: [*cards_of(self.table, place)] for name, place in names.items()})

    def undo(self, step: Step) -> None:
        """Take back the last step.

        Raises:
            IndexError: no move has been played here. The moves that led to a copied position don't count.
        """
        if not self.table.plies:
            raise IndexError(f"{step.move} cannot be taken back: no move has been played on this position")
        self.table.unplay()

    def redo(self, step: Step) -> None:
        """Replay a step that was taken back."""
        self.table.play(step.code)
