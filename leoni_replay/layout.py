"""How a position looks on the table: the model that every renderer draws, whatever the game."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Final, Literal, NamedTuple, get_args

from leoni_replay.cards import CARDS, DOWN, UNKNOWN, Card, from_above, texts
from leoni_replay.drawing import draw
from leoni_replay.phrases import counted

#: How the cards of a place lie: only the top shows; all are fanned; face down but known to those who ask (exiles); or
#: face down and squared, so that only their number shows (a stock).
Lie = Literal["top", "fan", "hidden", "squared"]
LIES: Final[tuple[Lie, ...]] = get_args(Lie)
_SHUT: Final = ("hidden", "squared")


class Place(NamedTuple):
    """One place of the table: its name in the notation, its title, its cards bottom first.

    ``moved`` are the indices of the cards that the last move brought here; ``order`` gives the turn of each, if that
    move was a weave. ``at`` is the column and row of a place whose zone has its own shape (a grid, a letter);
    ``longways`` is set if its cards lie sideways.
    """

    name: str
    label: str
    cards: tuple[Card, ...]
    lie: Lie = "fan"
    moved: tuple[int, ...] = ()
    at: tuple[int, int] | None = None
    longways: bool = False
    order: tuple[int, ...] = ()


class Zone(NamedTuple):
    """Places that belong together (the foundations, the piles), in order; ``beside`` is set if they lie to the right of
    the previous zone, not below it."""

    name: str
    label: str
    places: tuple[Place, ...]
    beside: bool = False


class Way(NamedTuple):
    """From where to where a card went: places, and indices from the bottom as they were then."""

    source: str
    at: int
    dest: str
    to: int


class Layout(NamedTuple):
    """A position: its zones from the top down, a caption, and the ways of the cards that the last move carried."""

    zones: tuple[Zone, ...]
    caption: str = ""
    ways: tuple[Way, ...] = ()

    def closed(self) -> Layout:
        """Return the layout as seen from above, without the faces of face-down cards; of a place that is wholly face
        down, only the number of cards."""
        zones = tuple([zone._replace(places=tuple(map(_closed, zone.places))) for zone in self.zones])
        return self._replace(zones=zones)

    @property
    def shut(self) -> set[str]:
        """The places that show only how many cards they hold."""
        return {place.name for zone in self.zones for place in zone.places if place.lie in _SHUT}

    def text(self, listing: Iterable[tuple[str, Sequence[int] | int]]) -> str:
        """Return a position as text, one line per place, with what can be seen from above.

        Args:
            listing: its places in the order of the digest, with their cards (``Game.listing``).
        """
        shut = self.shut
        return "".join(f"{name}: {_seen(lying, name in shut)}\n" for name, lying in listing)

    def svg(
        self,
        *,
        size: float | None = None,
        faces: Literal["figures", "plain"] = "figures",
        marks: bool = True,
        theme: Literal["light", "dark", "auto"] = "light",
        four_colours: bool = False,
    ) -> str:
        """Draw the layout as an SVG document.

        Args:
            size: the width in pixels; by default a card is 60 pixels wide.
            faces: pips and figures, or one large suit on every card, for small files.
            marks: whether to highlight the cards that the last move brought.
            theme: the colours; "auto" follows the system of whoever sees the picture as a file.
            four_colours: whether every suit has its own colour.

        Raises:
            ValueError: the size is not above 0, or there are no such faces or theme.
        """
        return draw("board", self, size=size, faces=faces, marks=marks, theme=theme, four_colours=four_colours)

    def _repr_svg_(self) -> str:
        """Return the picture, for notebooks."""
        return self.svg()


def _closed(place: Place) -> Place:
    if place.lie in _SHUT:
        return place._replace(cards=(CARDS[DOWN + UNKNOWN],) * len(place.cards), lie="squared")
    if max(place.cards, default=0) < DOWN:
        return place
    return place._replace(cards=tuple(from_above(place.cards)))


def _seen(lying: Sequence[int] | int, shut: bool) -> str:
    if isinstance(lying, int):
        return str(lying)
    if shut and lying:
        return face_down(len(lying))
    return " ".join("#" if card >= DOWN else texts([card]) for card in lying) or "-"


def face_down(count: int) -> str:
    """Return the words for cards of which only the number is visible."""
    return f"{counted(count, 'card')} face down"


def grid(
    name: str, places: Mapping[str, Sequence[Card]], rows: int, columns: int, longways: Container[str] = ()
) -> Zone:
    """Return the zone of a grid of places ``r1c1``, ``r1c2`` …; cards in the places ``longways`` lie sideways."""
    cells = [(f"r{r}c{c}", (c - 1, r - 1)) for r in range(1, rows + 1) for c in range(1, columns + 1)]
    return Zone(
        name, name, tuple(Place(cell, cell, tuple(places[cell]), "fan", (), at, cell in longways) for cell, at in cells)
    )
