"""What follows from a position alone: cards that cannot be there, and what must be where it isn't shown.

A position may be seen in part, as in a diagram in a book: of a place that is not listed, nothing is known. This module
has what holds in every game, about the cards of the packs and the foundations. A game's declaration names what its own
rules add (``examined``).

A finding is *impossible* if no cards of the packs can lie so. It is *doubtful* if they can, but perhaps only because a
required play was omitted. It is *implied* if it isn't shown and must be so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pkgutil import resolve_name
from typing import Any, Final, Generic, Literal, NamedTuple, TypeVar, cast

from leoni_replay.cards import ACE, DOWN, GAP, KING, PRETTY, RANK, SUIT
from leoni_replay.diagnostics import EXTRA_CARDS, IMPLIED_FOUNDATIONS, Clause
from leoni_replay.games import GAMES, Game
from leoni_replay.games.game import Position
from leoni_replay.games.places import NUMBERS, suit_of, way_of
from leoni_replay.phrases import counted, listed

Severity = Literal["impossible", "doubtful", "implied"]
G = TypeVar("G", bound=Game[Any])

_MOST: Final = 12


@dataclass(frozen=True, slots=True)
class Finding:
    """One conclusion about a position: a code with its own page, the places concerned, and the rule."""

    code: str
    severity: Severity
    message: str
    places: tuple[str, ...] = ()
    clause: Clause | None = None

    @property
    def label(self) -> str:
        """The severity in a word for people. A record whose table cannot be is *doubtful* (``label_of``)."""
        return "perhaps missed" if self.severity == "doubtful" else self.severity


@dataclass(frozen=True)
class VisiblePosition(Generic[G]):
    """The visible part of a position: ``lines`` are the places that are listed, as in the digest; None for all."""

    position: Position
    lines: frozenset[str] | None = None

    @property
    def game(self) -> G:
        """The game of the position."""
        return cast(G, self.position.game)

    def sees(self, place: str) -> bool:
        """Whether a place is listed: a place of a grid with its row, both foundations of a suit with one line."""
        return self.lines is None or self.game.line(place) in self.lines

    def cards_in(self, place: str) -> list[int]:
        """Return the known cards of a place, face up or down."""
        return [card & ~DOWN for card in self.position.places[place] if card != GAP and card & ~DOWN < 52]

    @property
    def on_table(self) -> Iterator[str]:
        """The visible places that are not foundations."""
        foundations = set(self.game.foundations)
        return (place for place in self.position.places if place not in foundations and self.sees(place))

    @cached_property
    def unseen(self) -> list[str]:
        """The lines that are not listed, foundations apart."""
        names = [name for name, _ in self.position.listing()]
        return [name for name in names if name not in self.game.lines and name != "deal" and not self.sees(name)]

    @property
    def sees_foundations(self) -> bool:
        """Whether every foundation is listed."""
        return all(self.sees(name) for name in self.game.foundations)

    @property
    def unknown(self) -> int:
        """The number of listed cards that are unknown."""
        lying = [card for place in self.on_table for card in self.position.places[place] if card != GAP]
        return len([card for card in lying if card & ~DOWN >= 52])

    @cached_property
    def copies(self) -> dict[int, list[str]]:
        """Where each card lies, once for every copy; of a foundation that is not listed, only its base."""
        where: dict[int, list[str]] = {}
        for name in self.game.foundations:
            pile = self.cards_in(name)
            for card in pile if self.sees(name) else pile[: self.game.base_count]:
                where.setdefault(card, []).append(name)
        for place in self.on_table:
            for card in self.cards_in(place):
                where.setdefault(card, []).append(place)
        return where


class Missing(NamedTuple):
    """The cards that are not seen, and how high the foundations can stand for them: for each suit the possible heights
    of its foundations, in the order of the digest."""

    cards: Counter[int]
    names: list[tuple[str, ...]]
    heights: list[list[tuple[int, ...]]]


def findings(position: Position, lines: Iterable[str] | None = None) -> list[Finding]:
    """Conclude what follows from a position under the rules of a game.

    Args:
        position: the position.
        lines: the places that are listed, as in the digest (``"r1"``, ``"C^"``); of the others nothing is known. None
            if all are listed.
    """
    game = position.game
    sight = VisiblePosition[Game[Any]](position, None if lines is None else frozenset(lines))
    made = [*_strangers(sight), *_too_many(sight), *_played(sight)]
    if reference := GAMES[game.name].examined:
        made += resolve_name(reference)(sight)
    # If cards are wrong, the missing ones prove nothing more.
    wrong = any(finding.code in EXTRA_CARDS for finding in made)
    # What a game concludes about the foundations says more.
    missed = _too_few(sight, any(finding.code == IMPLIED_FOUNDATIONS for finding in made))
    made += [one for one in missed if not wrong or one.severity == "impossible"]
    order: dict[str, int] = {"impossible": 0, "doubtful": 1, "implied": 2}
    return sorted(made, key=lambda one: (order[one.severity], one.code))


def sequence(game: Game[Any], name: str) -> tuple[int, ...]:
    """Return the cards of a foundation, from its base on."""
    foundation = NUMBERS[name]
    return _sequence(suit_of(foundation), game.ranks[way_of(foundation)])


@cache
def _sequence(suit: int, ranks: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(13 * suit + rank - 1 for rank in ranks)


def at(game: Game[Any], place: str) -> str:
    """Return where a card lies, in words: ``in row 4, column 1``, ``on the foundation C^``."""
    return f"{'on' if place in game.foundations else 'in'} {game.words(place)}"


def some(cards: Iterable[int]) -> str:
    """Return cards in a sentence, the first few of many."""
    names = [PRETTY[card] for card in sorted(cards)]
    return listed(names if len(names) <= _MOST else [*names[:_MOST], f"{len(names) - _MOST} more"])


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


# -- the cards of the packs ---------------------------------------------------------------------------------------


def _all_bases(game: Game[Any]) -> set[int]:
    """Return the cards whose copies are all bases."""
    return {card for card in game.bases if game.bases.count(card) == game.packs}


def _strangers(sight: VisiblePosition[Any]) -> Iterator[Finding]:
    """Return bases that lie outside the foundations (E503)."""
    game = sight.game
    names = {ACE: "aces", KING: "kings"}
    for card in sorted(_all_bases(game)):
        rank = RANK[card]
        number = {4: "four", 8: "eight"}[sum(RANK[base] == rank for base in game.bases)]
        for place in sight.copies.get(card, ()):
            if place not in game.foundations:
                message = f"{PRETTY[card]} lies {at(game, place)}, though all {number} {names[rank]} are foundations"
                yield Finding("E503", "impossible", message, (place,), game.rules.clause("1"))


def _too_many(sight: VisiblePosition[Any]) -> Iterator[Finding]:
    """Return cards that are listed more often than the packs contain them (E501)."""
    game = sight.game
    packs = "one pack holds" if game.packs == 1 else "two packs hold"
    bases = _all_bases(game)
    for card, places in sorted(sight.copies.items()):
        if len(places) > game.packs and card not in bases:
            where = listed(list(dict.fromkeys(at(game, place) for place in places)))
            there = f"{PRETTY[card]} is there {_times(len(places))} ({where})"
            message = f"{there}, but {packs} it only {_times(game.packs)}: look again, one is probably another card"
            yield Finding("E501", "impossible", message, tuple(dict.fromkeys(places)), game.rules.clause("1"))


def missing(sight: VisiblePosition[Any]) -> Missing:
    """Return the cards that are not seen, and the possible heights of the unlisted foundations."""
    game = sight.game
    copies = sight.copies
    cards = Counter({card: left for card in range(52) if (left := game.packs - len(copies.get(card, ()))) > 0})
    names: list[tuple[str, ...]] = []
    heights: list[list[tuple[int, ...]]] = []
    for suit in range(4):
        own = tuple(name for name in game.foundations if suit_of(NUMBERS[name]) == suit)
        rest = Counter({card: left for card, left in cards.items() if SUIT[card] == suit})
        names.append(own)
        heights.append([*_heights(sight, own, rest)])
    return Missing(cards, names, heights)


def _heights(
    sight: VisiblePosition[Any], names: tuple[str, ...], rest: Counter[int], before: tuple[str, int] = ("", 0)
) -> Iterator[tuple[int, ...]]:
    """Yield how high the foundations of a suit can stand if nothing is seen of these cards.

    Of two foundations with the same direction, the fuller one is listed first: ``before`` is the line and the height of
    the last foundation.
    """
    if not names:
        yield ()
        return
    name, *others = names
    if sight.sees(name):
        height = len(sight.position.places[name])
        yield from ((height, *tops) for tops in _heights(sight, (*others,), rest))
        return
    line, most = before
    left, height = rest.copy(), sight.game.base_count
    for card in (*sequence(sight.game, name)[height:], None):
        if sight.game.line(name) == line and height > most:
            return
        above = (sight.game.line(name), height)
        yield from ((height, *tops) for tops in _heights(sight, (*others,), left, above))
        if card is None or not left[card]:
            return
        left[card] -= 1
        height += 1


def built(sight: VisiblePosition[Any], names: tuple[str, ...], tops: tuple[int, ...]) -> Counter[int]:
    """Return the cards that unlisted foundations hold besides their bases, at given heights."""
    game = sight.game
    return Counter(
        card
        for name, height in zip(names, tops, strict=True)
        if not sight.sees(name)
        for card in sequence(game, name)[game.base_count : height]
    )


def _too_few(sight: VisiblePosition[Any], is_said: bool) -> list[Finding]:
    """Return cards that lie nowhere (E502), or must be on what isn't listed (E512 unless said already, E515)."""
    game, unseen, unknown = sight.game, sight.unseen, sight.unknown
    lacking = missing(sight)
    clause = game.rules.clause("1")
    if unseen:
        implied = [] if is_said else _must_stand(sight, lacking)
        if len(unseen) == 1 and sight.sees_foundations and not unknown:
            place = unseen[0]
            cards = list(lacking.cards.elements())
            what = f"the {counted(len(cards), 'card')} that are nowhere else: {some(cards)}" if cards else "no card"
            message = f"{game.words(place)} must hold {what}"
            implied.append(Finding("E515", "implied", message, (place,), clause))
        return implied
    # Every card that is not seen lies on an unlisted foundation, or is one of the unknown cards.
    nowhere: list[int] = []
    least = most = 0
    for suit in range(4):
        rest = rest_of(lacking, suit)
        over = [rest - built(sight, lacking.names[suit], tops) for tops in lacking.heights[suit]] or [rest]
        fewest = min(over, key=lambda cards: cards.total())
        nowhere += fewest.elements()
        least, most = least + fewest.total(), most + max(cards.total() for cards in over)
    if least > unknown:
        but = f"; {counted(unknown, 'card')} there is not known" if unknown else ""
        verb = "is" if least == 1 else "are"
        message = f"{counted(least, 'card')} {verb} missing, {some(nowhere)}{but}"
        return [Finding("E502", "impossible", message, (), clause)]
    if most < unknown:
        verb = "is" if most == 1 else "are"
        message = f"{counted(unknown, 'card')} there are not known, but only {most} {verb} missing"
        return [Finding("E502", "impossible", message, (), clause)]
    return [] if sight.sees_foundations or is_said else _must_stand(sight, narrowed(sight, lacking))


def narrowed(sight: VisiblePosition[Any], lacking: Missing) -> Missing:
    """Keep only heights that leave no card over, if all other places are listed."""
    if sight.unseen:
        return lacking
    heights = [
        [tops for tops in suit if (rest_of(lacking, n) - built(sight, lacking.names[n], tops)).total() <= sight.unknown]
        for n, suit in enumerate(lacking.heights)
    ]
    return lacking._replace(heights=heights)


def rest_of(lacking: Missing, suit: int) -> Counter[int]:
    """Return the cards of a suit that are not seen."""
    return Counter({card: left for card, left in lacking.cards.items() if SUIT[card] == suit})


def _must_stand(sight: VisiblePosition[Any], lacking: Missing) -> list[Finding]:
    """Return the cards that the unlisted foundations must hold, if that isn't trivial (E512)."""
    game = sight.game
    parts, places = [], []
    for own, heights in zip(lacking.names, lacking.heights, strict=True):
        for index, name in enumerate(own):
            if sight.sees(name) or not heights:
                continue
            low, high = min(tops[index] for tops in heights), max(tops[index] for tops in heights)
            cards = sequence(game, name)
            if low == game.base_count and high == len(cards):
                continue
            places.append(game.line(name))
            parts.append(f"{game.line(name)} {_stands(cards, low, high)}")
    if not parts:
        return []
    message = f"by the cards that are shown {listed(parts)}"
    return [Finding("E512", "implied", message, tuple(dict.fromkeys(places)), game.rules.clause("1"))]


def _stands(cards: tuple[int, ...], low: int, high: int) -> str:
    """Return the range of a foundation, by the minimum and maximum number of its cards."""
    if high == 0:
        return "is empty"
    top = PRETTY[cards[high - 1]]
    if low == high:
        return f"stands at {top}"
    return f"stands at {PRETTY[cards[low - 1]]} to {top}" if low else f"stands at {top} at most"


def _played(sight: VisiblePosition[Any]) -> Iterator[Finding]:
    """Yield how many cards have gone to the foundations (E514)."""
    if not sight.sees_foundations:
        return
    game = sight.game
    number = sum(len(sight.position.places[name]) - game.base_count for name in game.foundations)
    if number > 0:
        have = "card has" if number == 1 else "cards have"
        yield Finding("E514", "implied", f"{number} {have} gone to the foundations", (), game.rules.clause("4"))
