"""How a position looks on the table: the model that every renderer draws, whatever the game."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias, TypedDict, TypeVar, Unpack, get_args

from leoni_replay.arguments import check_options
from leoni_replay.cards import CARDS, DOWN, UNKNOWN, Card, from_above, texts
from leoni_replay.drawing import draw
from leoni_replay.phrases import pluralize

T = TypeVar("T")

#: What stands on cards: pips and figures, or one large suit, for small files.
Faces: TypeAlias = Literal["figures", "plain"]
#: The colours of a picture; "auto" follows the system of whoever sees it, "paper" is in greys on white, for print.
Theme: TypeAlias = Literal["light", "dark", "auto", "paper"]


class PictureOptions(TypedDict, total=False):
    """The options of pictures, as :meth:`Layout.svg` and its like take them.

    Attributes:
        size: the width in pixels, or with a unit (``"110mm"``, ``"4.5in"``); by default a card is 60 pixels wide.
        faces: pips and figures, or one large suit on every card, for small files and on paper.
        marks: whether to highlight the cards that the last move brought; by default everywhere but on paper.
        theme: the colours; "auto" follows the system of whoever sees the picture as a file, and "paper" is for print:
            greys on white, with outlines for letters.
        four_colours: whether every suit has its own colour.
        arrow: whether arrows show where the cards of the last move came from.
        caption: the words under the picture.
        figure: the number of the picture, before its caption.
    """

    size: float | str | None
    faces: Faces
    marks: bool
    theme: Theme
    four_colours: bool
    arrow: bool
    caption: str
    figure: int


#: How the cards of a place lie: only the top shows; all are fanned; face down but known to those who ask (exiles); or
#: face down and squared, so that only their number shows (a stock), unless the layout is opened.
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

    def __str__(self) -> str:
        """Return the place and its cards, bottom first: ``r1c2: QC``."""
        return f"{self.name}: {texts(self.cards)}"


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


class Places(Mapping[str, T]):
    """A mapping from the name of each place to what lies there: the cards (:attr:`Position.places`) or a
    :class:`Place` (:attr:`Layout.places`). Another name raises a ``KeyError`` that lists the names.

    >>> game = lr.new("Labyrinth", "seed:1884")
    >>> game.position.places["r1c1"], game.layout.places["r1c1"].cards
    ([8D], (8D,))
    >>> [name for name, cards in game.position.places.items() if lr.Card("8D") in cards]
    ['r1c1']
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<places {', '.join(self)}>"

    def _no_place(self, name: object) -> KeyError:
        """Return the error for a name that no place has."""
        return KeyError(f"there is no place {name!r}: the places are {', '.join(self)}")


class _LayoutPlaces(Places[Place]):
    """The places of a layout by name, in the order in which they lie on the table."""

    __slots__ = ("_places",)

    def __init__(self, zones: Iterable[Zone]) -> None:
        self._places = {place.name: place for zone in zones for place in zone.places}

    def __getitem__(self, name: str) -> Place:
        place = self._places.get(name)
        if place is None:
            raise self._no_place(name)
        return place

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


class Layout(NamedTuple):
    """A position as it looks on the table: its zones from the top down, a caption, and the ways of the cards that the
    last move carried.

    >>> layout = lr.deal("seed:1884", "Labyrinth").layout
    >>> [zone.name for zone in layout.zones], layout.places["r1c1"].cards
    (['foundations', 'rows', 'stock'], (8D,))
    """

    zones: tuple[Zone, ...]
    caption: str = ""
    ways: tuple[Way, ...] = ()

    def closed(self) -> Layout:
        """Return the layout as seen from above, without the faces of face-down cards; of a place that is wholly face
        down, only the number of cards."""
        zones = tuple([zone._replace(places=tuple(map(_close, zone.places))) for zone in self.zones])
        return self._replace(zones=zones)

    def opened(self) -> Layout:
        """Return the layout with the faces of all cards that are known, of a squared stock too."""
        zones = tuple([zone._replace(places=tuple(map(_open, zone.places))) for zone in self.zones])
        return self._replace(zones=zones)

    @property
    def places(self) -> Places[Place]:
        """The places of all zones by name, as :attr:`Position.places` names them."""
        return _LayoutPlaces(self.zones)

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
        return "".join(f"{name}: {_listing_text(content, name in shut)}\n" for name, content in listing)

    def svg(self, **options: Unpack[PictureOptions]) -> str:
        """Draw the layout as an SVG document.

        Args:
            options: what :class:`PictureOptions` has, such as ``size=400``.

        Raises:
            LeoniError: the size is not above 0, or there are no such faces or theme.
            TypeError: there is no such option.

        A picture for print that is too small to be read gives a ``UserWarning``.
        """
        check_options(options, PictureOptions)
        return draw("board", self, **options)

    def _repr_svg_(self) -> str:
        """Return the picture, for notebooks."""
        return self.svg()


def _close(place: Place) -> Place:
    """Return a place as seen from above."""
    if place.lie in _SHUT:
        return place._replace(cards=(CARDS[DOWN + UNKNOWN],) * len(place.cards), lie="squared")
    if max(place.cards, default=0) < DOWN:
        return place
    return place._replace(cards=tuple(from_above(place.cards)))


def _open(place: Place) -> Place:
    """Return a place with its cards shown, even if they lie squared; cards of which none is known stay squared."""
    is_unknown = bool(place.cards) and all(card & ~DOWN == UNKNOWN for card in place.cards)
    return place._replace(lie="hidden") if place.lie == "squared" and not is_unknown else place


def _listing_text(content: Sequence[int] | int, shut: bool) -> str:
    """Return what a line of a position shows from above: its cards, or a number as it is.

    Args:
        content: the cards, bottom first; or a number, such as that of the deal.
        shut: whether only the number of cards is visible.
    """
    if isinstance(content, int):
        return str(content)
    if shut and content:
        return face_down(len(content))
    return " ".join("#" if card >= DOWN else texts([card]) for card in content) or "-"


def face_down(count: int) -> str:
    """Return the words for cards of which only the number is visible."""
    return f"{pluralize(count, 'card')} face down"


def grid(
    name: str, places: Mapping[str, Sequence[Card]], rows: int, columns: int, longways: Container[str] = ()
) -> Zone:
    """Return the zone of a grid of places ``r1c1``, ``r1c2`` …; cards in the places ``longways`` lie sideways."""
    cells = [(f"r{r}c{c}", (c - 1, r - 1)) for r in range(1, rows + 1) for c in range(1, columns + 1)]
    return Zone(
        name, name, tuple(Place(cell, cell, tuple(places[cell]), "fan", (), at, cell in longways) for cell, at in cells)
    )
