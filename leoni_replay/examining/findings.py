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
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    Generic,
    Literal,
    NamedTuple,
    TypeVar,
    cast,
)

from leoni_replay.cards import ACE, DOWN, GAP, KING, PACK, PACK_SIZE, PRETTY, RANK, SUIT
from leoni_replay.diagnostics import EXTRA_CARDS, IMPLIED_FOUNDATIONS, UNREACHABLE_POSITION, Clause
from leoni_replay.games import GAMES, Game
from leoni_replay.games.game import Position
from leoni_replay.games.places import NUMBERS, suit_of, way_of
from leoni_replay.message import Message, joined
from leoni_replay.phrases import join_words, pluralize

if TYPE_CHECKING:
    from leoni_replay.json_data import FindingData

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

    def as_dict(self) -> FindingData:
        """Return the finding as ``leoni examine --format json`` writes it, for ``json.dumps``."""
        return {
            "code": self.code,
            "severity": self.severity,
            "message": self.message,
            "places": list(self.places),
            "clause": None if self.clause is None else self.clause.label,
            "source": None if self.clause is None else self.clause.source,
        }

    @property
    def label(self) -> Literal["impossible", "perhaps missed", "implied"]:
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
        """Return the known cards of a place, the bottom card first, all as if they lay face up."""
        # Without its bit for face down, a card that is not known has a number from 52 on.
        return [card & ~DOWN for card in self.position.places[place] if card != GAP and card & ~DOWN < PACK_SIZE]

    @property
    def on_table(self) -> Iterator[str]:
        """The visible places that are not foundations."""
        foundations = set(self.game.foundations)
        return (place for place in self.position.places if place not in foundations and self.sees(place))

    @cached_property
    def unseen(self) -> list[str]:
        """The places that are not listed, foundations apart; of a grid, its rows."""
        names = [name for name, _ in self.position.listing()]
        return [name for name in names if name not in self.game.lines and name != "deal" and not self.sees(name)]

    @property
    def sees_foundations(self) -> bool:
        """Whether every foundation is listed."""
        return all(self.sees(name) for name in self.game.foundations)

    @property
    def unknown(self) -> int:
        """The number of cards in listed places that are unknown: somebody wrote ``??`` for them."""
        cards = [card for place in self.on_table for card in self.position.places[place] if card != GAP]
        return len([card for card in cards if card & ~DOWN >= PACK_SIZE])

    @cached_property
    def places_of(self) -> dict[int, list[str]]:
        """The places in which each card lies, by card: a place is there once for every copy of the card in it.

        Of a place that is not listed nothing is known, but a foundation certainly has its bases, the cards that lie on
        it from the start.
        """
        places_of: dict[int, list[str]] = {}
        for foundation in self.game.foundations:
            cards = self.cards_in(foundation)
            if not self.sees(foundation):
                cards = cards[: self.game.base_count]
            for card in cards:
                places_of.setdefault(card, []).append(foundation)
        for place in self.on_table:
            for card in self.cards_in(place):
                places_of.setdefault(card, []).append(place)
        return places_of


class MissingCards(NamedTuple):
    """The cards that are not seen, and how high the foundations can stand for them.

    Attributes:
        cards: the cards, each with the number of its copies.
        names: for each suit its foundations, in the order of the digest.
        heights: for each suit the possible heights of these foundations, each time one for all of them.
    """

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
    all_findings = [*_bases_elsewhere(sight), *_surplus_copies(sight), *_cards_gone_out(sight)]
    if reference := GAMES[game.name].examined:
        all_findings += resolve_name(reference)(sight)
    all_findings += _unreachable_findings(sight, all_findings)
    # What a game concludes about the foundations says more.
    heights_are_known = any(finding.code == IMPLIED_FOUNDATIONS for finding in all_findings)
    about_missing_cards = _missing_cards_findings(sight, heights_are_known)
    if any(finding.code in EXTRA_CARDS for finding in all_findings):
        # If cards are wrong, the missing ones prove nothing more.
        about_missing_cards = [finding for finding in about_missing_cards if finding.severity == "impossible"]
    all_findings += about_missing_cards
    order: dict[str, int] = {"impossible": 0, "doubtful": 1, "implied": 2}
    return sorted(all_findings, key=lambda finding: (order[finding.severity], finding.code))


def sequence(game: Game[Any], name: str) -> tuple[int, ...]:
    """Return the cards of a foundation, from its base on."""
    foundation = NUMBERS[name]
    return _sequence(suit_of(foundation), game.ranks[way_of(foundation)])


@cache
def _sequence(suit: int, ranks: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(13 * suit + rank - 1 for rank in ranks)


def in_place(game: Game[Any], place: str) -> str:
    """Return where a card lies, in words: ``in row 4, column 1``, ``on the foundation C^``."""
    return Message("on " if place in game.foundations else "in ", game.words(place))


def _few_cards(cards: Iterable[int]) -> str:
    """Return cards in a sentence, the first few of many."""
    names = [PRETTY[card] for card in sorted(cards)]
    return join_words(names if len(names) <= _MOST else [*names[:_MOST], f"{len(names) - _MOST} more"])


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


# -- the cards of the packs ---------------------------------------------------------------------------------------


def _all_bases(game: Game[Any]) -> set[int]:
    """Return the cards whose copies are all bases: cards that lie on foundations from the start."""
    return {card for card in game.bases if game.bases.count(card) == game.packs}


def _bases_elsewhere(sight: VisiblePosition[Any]) -> Iterator[Finding]:
    """Yield bases that lie outside the foundations (E503)."""
    game = sight.game
    names = {ACE: "aces", KING: "kings"}
    for card in sorted(_all_bases(game)):
        rank = RANK[card]
        bases_of_rank = [base for base in game.bases if RANK[base] == rank]
        number = {4: "four", 8: "eight"}[len(bases_of_rank)]
        for place in sight.places_of.get(card, ()):
            if place not in game.foundations:
                message = (
                    f"{PRETTY[card]} lies {in_place(game, place)}, though all {number} {names[rank]} are foundations"
                )
                yield Finding("E503", "impossible", message, (place,), game.rules.clause("1"))


def _unreachable_findings(sight: VisiblePosition[Any], other_findings: list[Finding]) -> Iterator[Finding]:
    """Yield what the rules could never have put where it lies (D306), unless another finding says that it is
    impossible."""
    impossible = [finding for finding in other_findings if finding.severity == "impossible"]
    doubted_places = [place for finding in impossible for place in finding.places]
    for place, reason in sight.position.unreachable_cards():
        if place not in doubted_places:
            message = Message("the rules could never lead to this: ", sight.game.words(place), f" holds {reason}")
            yield Finding(UNREACHABLE_POSITION, "impossible", message, (place,))


def _surplus_copies(sight: VisiblePosition[Any]) -> Iterator[Finding]:
    """Yield cards that are listed more often than the packs contain them (E501)."""
    game = sight.game
    packs = "one pack holds" if game.packs == 1 else "two packs hold"
    bases = _all_bases(game)
    for card, places in sorted(sight.places_of.items()):
        if len(places) > game.packs and card not in bases:
            different_places = tuple(dict.fromkeys(places))
            where = joined(list(dict.fromkeys(in_place(game, place) for place in places)), ", ", last=" and ")
            message = Message(
                f"{PRETTY[card]} is there {_times(len(places))} (",
                where,
                f"), but {packs} it only {_times(game.packs)}: look again, one is probably another card",
            )
            yield Finding("E501", "impossible", message, different_places, game.rules.clause("1"))


def missing_cards(sight: VisiblePosition[Any]) -> MissingCards:
    """Return the cards that are not seen, and how high the foundations can stand: a listed one as it does, another as
    far as the cards that are not seen reach."""
    game = sight.game
    cards = Counter[int]()
    for card in PACK:
        unseen_copies = game.packs - len(sight.places_of.get(card, ()))
        if unseen_copies > 0:
            cards[card] = unseen_copies
    names: list[tuple[str, ...]] = []
    heights: list[list[tuple[int, ...]]] = []
    for suit in range(4):
        names_of_suit = tuple(name for name in game.foundations if suit_of(NUMBERS[name]) == suit)
        names.append(names_of_suit)
        heights.append([*_heights(sight, names_of_suit, _cards_of_suit(cards, suit))])
    return MissingCards(cards, names, heights)


def _heights(
    sight: VisiblePosition[Any],
    names: tuple[str, ...],
    cards: Counter[int],
    *,
    previous_line: str = "",
    previous_height: int = 0,
) -> Iterator[tuple[int, ...]]:
    """Yield how high the foundations of a suit can stand: each time the heights of all of them.

    Args:
        sight: the position.
        names: the foundations, or those that are left of them.
        cards: the cards of the suit that are not seen.
        previous_line: the line of the foundation before them. Of two foundations with the same direction, the fuller
            one is listed first.
        previous_height: its height.
    """
    # By recursion: every height of the first foundation, with all heights that the others can have then.
    if not names:
        yield ()
        return
    name, *others = names
    if sight.sees(name):
        height = len(sight.position.places[name])
        yield from ((height, *heights) for heights in _heights(sight, (*others,), cards))
        return
    line = sight.game.line(name)
    # It can have any height up to its first card that is seen elsewhere: the cards below that may lie on it.
    cards_left, height = cards.copy(), sight.game.base_count
    for next_card in (*sequence(sight.game, name)[height:], None):
        if line == previous_line and height > previous_height:
            return
        heights_of_others = _heights(sight, (*others,), cards_left, previous_line=line, previous_height=height)
        yield from ((height, *heights) for heights in heights_of_others)
        if next_card is None or not cards_left[next_card]:
            return
        cards_left[next_card] -= 1
        height += 1


def _cards_built(sight: VisiblePosition[Any], names: tuple[str, ...], heights: tuple[int, ...]) -> Counter[int]:
    """Return the cards that foundations hold besides their bases (the cards that lie there from the start).

    Args:
        sight: the position.
        names: the foundations; only those that are not listed count.
        heights: how many cards each of them holds.
    """
    game = sight.game
    cards = Counter[int]()
    for name, height in zip(names, heights, strict=True):
        if not sight.sees(name):
            cards.update(sequence(game, name)[game.base_count : height])
    return cards


def _missing_cards_findings(sight: VisiblePosition[Any], heights_are_known: bool) -> list[Finding]:
    """Return cards that lie nowhere (E502), or must be on what isn't listed (E512, E515).

    Args:
        sight: the position.
        heights_are_known: whether a finding says already how high the foundations stand (E512).
    """
    missing = missing_cards(sight)
    if sight.unseen:
        implied = [] if heights_are_known else _heights_findings(sight, missing)
        if len(sight.unseen) == 1 and sight.sees_foundations and not sight.unknown:
            implied.append(_only_place_finding(sight, missing))
        return implied
    impossible = _count_findings(sight, missing)
    if impossible or sight.sees_foundations or heights_are_known:
        return impossible
    return _heights_findings(sight, narrow_heights(sight, missing))


def _only_place_finding(sight: VisiblePosition[Any], missing: MissingCards) -> Finding:
    """Return what the only place that isn't listed must hold (E515)."""
    (place,) = sight.unseen
    cards = list(missing.cards.elements())
    content = "no card"
    if cards:
        content = f"the {pluralize(len(cards), 'card')} that are nowhere else: {_few_cards(cards)}"
    message = Message(sight.game.words(place), f" must hold {content}")
    return Finding("E515", "implied", message, (place,), sight.game.rules.clause("1"))


def _count_findings(sight: VisiblePosition[Any], missing: MissingCards) -> list[Finding]:
    """Return the finding that too many or too few cards are missing (E502); nothing if their number is possible.

    This holds if all places but foundations are listed: then every card that is not seen lies on a foundation that
    isn't listed, or is one of the unknown cards.
    """
    unknown = sight.unknown
    nowhere: list[int] = []
    # How many missing cards can be on no foundation, at least and at most.
    least = most = 0
    for suit in range(4):
        left_over = _left_over(sight, missing, suit) or [_cards_of_suit(missing.cards, suit)]
        fewest = min(left_over, key=Counter.total)
        nowhere += fewest.elements()
        least += fewest.total()
        most += max(cards.total() for cards in left_over)
    if least > unknown:
        but = f"; {pluralize(unknown, 'card')} there {'is' if unknown == 1 else 'are'} not known" if unknown else ""
        verb = "is" if least == 1 else "are"
        message = f"{pluralize(least, 'card')} {verb} missing, {_few_cards(nowhere)}{but}"
    elif most < unknown:
        verb = "is" if most == 1 else "are"
        message = f"{pluralize(unknown, 'card')} there are not known, but only {most} {verb} missing"
    else:
        return []
    return [Finding("E502", "impossible", message, (), sight.game.rules.clause("1"))]


def _left_over(sight: VisiblePosition[Any], missing: MissingCards, suit: int) -> list[Counter[int]]:
    """Return the missing cards of a suit that are not on its foundations either, once for each way in which the
    foundations can stand (``missing.heights``)."""
    cards, names = _cards_of_suit(missing.cards, suit), missing.names[suit]
    return [cards - _cards_built(sight, names, heights) for heights in missing.heights[suit]]


def narrow_heights(sight: VisiblePosition[Any], missing: MissingCards) -> MissingCards:
    """Return the missing cards with fewer possible heights, if all places but foundations are listed: a card that is
    not seen must be on a foundation then, or be one of the unknown cards."""
    if sight.unseen:
        return missing
    possible_heights: list[list[tuple[int, ...]]] = []
    for suit, heights_of_suit in enumerate(missing.heights):
        possible_heights.append([])
        for heights, cards_left_over in zip(heights_of_suit, _left_over(sight, missing, suit), strict=True):
            if cards_left_over.total() <= sight.unknown:
                possible_heights[suit].append(heights)
    return missing._replace(heights=possible_heights)


def _cards_of_suit(cards: Counter[int], suit: int) -> Counter[int]:
    return Counter({card: copies for card, copies in cards.items() if SUIT[card] == suit})


def _heights_findings(sight: VisiblePosition[Any], missing: MissingCards) -> list[Finding]:
    """Return the cards that the unlisted foundations must hold, if that isn't trivial (E512)."""
    game = sight.game
    parts, places = [], []
    for names, possible_heights in zip(missing.names, missing.heights, strict=True):
        for index, name in enumerate(names):
            if sight.sees(name) or not possible_heights:
                continue
            low = min(heights[index] for heights in possible_heights)
            high = max(heights[index] for heights in possible_heights)
            cards = sequence(game, name)
            if low == game.base_count and high == len(cards):
                # It can have any height.
                continue
            places.append(game.line(name))
            parts.append(f"{game.line(name)} {_range_in_words(cards, low, high)}")
    if not parts:
        return []
    message = f"by the cards that are shown {join_words(parts)}"
    return [Finding("E512", "implied", message, tuple(dict.fromkeys(places)), game.rules.clause("1"))]


def _range_in_words(cards: tuple[int, ...], low: int, high: int) -> str:
    """Return how high a foundation stands, as the end of a sentence.

    Args:
        cards: its cards, from the base on.
        low: the least number of cards that it can hold.
        high: the greatest.
    """
    if high == 0:
        return "is empty"
    top = PRETTY[cards[high - 1]]
    if low == high:
        return f"stands at {top}"
    return f"stands at {PRETTY[cards[low - 1]]} to {top}" if low else f"stands at {top} at most"


def _cards_gone_out(sight: VisiblePosition[Any]) -> Iterator[Finding]:
    """Yield how many cards have gone to the foundations (E514)."""
    if not sight.sees_foundations:
        return
    game = sight.game
    number = sum(len(sight.position.places[name]) - game.base_count for name in game.foundations)
    if number > 0:
        have = "card has" if number == 1 else "cards have"
        yield Finding("E514", "implied", f"{number} {have} gone to the foundations", (), game.rules.clause("4"))
