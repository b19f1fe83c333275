"""What the refusals of several games say and show: cards that are marked, and sentences for a player at the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, TypedDict

from leoni_replay.cards import PRETTY, SUIT, SUIT_NAMES, UNKNOWN, pretty
from leoni_replay.games.game import Game, Position
from leoni_replay.games.places import WAY_SIGNS, foundation_name, suit_named, way_named
from leoni_replay.games.refusal import Marks
from leoni_replay.message import Message
from leoni_replay.phrases import Direction, join_words

_BUILT: Final[dict[str, str]] = {"^": "built up", "v": "built down"}


class PlainRemark(TypedDict, total=False):
    """What a refusal says to a player at the table: its sentence, and the cards that this is about; empty if there is
    nothing to say."""

    plain: str
    marks: Marks


class OtherDirection(NamedTuple):
    """The remark on a card that fits the foundation of its suit in the other direction: a sentence, and notes that say
    how to write this move if it is legal. Both are empty if the card doesn't fit there either."""

    message: str
    notes: tuple[str, ...]


def top_marks(position: Position, *places: str) -> Marks:
    """Return the top cards of places, to be marked; an empty place stands for itself."""
    piles = position.places
    return tuple((place, max(len(piles[place]) - 1, 0)) for place in places)


def index_in_pile(pile: Sequence[int], card: int) -> int:
    """Return the index of a card in its pile; of two copies, that of the one nearest to the top."""
    return max(index for index, pile_card in enumerate(pile) if pile_card == card)


def marks_above(position: Position, place: str, card: int) -> Marks:
    """Return the cards that lie on a card, from the lowest, to be marked."""
    pile = position.places[place]
    return tuple((place, index) for index in range(index_in_pile(pile, card) + 1, len(pile)))


def name_marked_cards(position: Position, marks: Marks) -> str:
    """Return marked cards in words: ``K♠ and 10♦``, ``both K♠``; only their number if there are more than four."""
    cards = [position.places[place][index] for place, index in marks]
    if not 0 < len(cards) < 5:
        return f"{len(cards)} cards"
    copies = Counter(PRETTY[card] for card in cards if card < UNKNOWN)
    names = [f"both {name}" if count == 2 else name for name, count in copies.items()]
    hidden_count = len(cards) - copies.total()
    if hidden_count:
        names.append("a hidden card" if hidden_count == 1 else f"{hidden_count} hidden cards")
    return join_words(names)


def waiting_remark(position: Position, card: int, other_place: str = "", other_needs: str = "") -> PlainRemark:
    """Return the remark on a card that fits no foundation: what those of its suit need next.

    Args:
        position: the position.
        card: the card.
        other_place: where else the card can go now (``on 9♥ in pile 9``); empty if it must wait.
        other_needs: what else it waits for (``on the table it needs 9♦``); empty if only the foundations take it.
    """
    game, suit = position.game, SUIT[card]
    next_cards: dict[str, int] = {}
    for name in game.foundations:
        way = way_named(name)
        ranks, height = game.ranks[way], len(position.places[name])
        if suit_named(name) == suit and height < len(ranks):
            next_cards[name] = 13 * suit + ranks[height] - 1
    if not next_cards:
        return {}
    needs = _next_cards_phrase(game, next_cards)
    plain = f"{PRETTY[card]} must wait: {SUIT_NAMES[suit]} need {needs} next"
    if other_place:
        plain = f"{SUIT_NAMES[suit]} need {needs} next, but {PRETTY[card]} can go {other_place}"
    elif other_needs:
        plain += f", and {other_needs}"
    return {"plain": plain, "marks": top_marks(position, *next_cards)}


def _next_cards_phrase(game: Game[Any], next_cards: Mapping[str, int]) -> str:
    """Return which cards some foundations of a suit take next, and where both directions are open, in which they do."""
    cards = list(dict.fromkeys(next_cards.values()))
    if len(game.ways) == 1:
        return join_words([PRETTY[card] for card in cards], "or")
    signs = [WAY_SIGNS[way_named(name)] for name in next_cards]
    if len(cards) == 1 and len(signs) > 1:
        return f"{PRETTY[cards[0]]} ({join_words(signs, 'or')})"
    return join_words([f"{PRETTY[card]} {sign}" for card, sign in zip(next_cards.values(), signs, strict=True)], "or")


def still_fitting_remark(position: Position, cards: Sequence[tuple[str, int]]) -> PlainRemark:
    """Return the remark that some available cards, each given with its place, still fit and come first."""
    marks = tuple((place, index_in_pile(position.places[place], card)) for place, card in cards)
    verb = "fits" if len(marks) == 1 else "fit"
    return {"plain": f"not yet: {name_marked_cards(position, marks)} still {verb}", "marks": marks}


def other_direction_remark(position: Position, source: str, card: int, way: str | None) -> OtherDirection:
    """Return the remark on a card that fits a foundation of its suit, but not the one in the direction that is written.

    Args:
        position: the position.
        source: the place that the card comes from.
        card: the card.
        way: the direction that is written, ``^`` or ``v``; None if none is.
    """
    other_way: Direction = "v" if way == "^" else "^"
    if way not in position.game.ways or other_way not in position.fitting_ways(card):
        return OtherDirection("", ())
    suit = SUIT[card]
    message = (
        f"{PRETTY[card]} does not fit the {SUIT_NAMES[suit]} {_BUILT[way]}, {_where_they_stand(position, suit, way)}: "
        f"it fits those {_BUILT[other_way]}, {_where_they_stand(position, suit, other_way)}"
    )
    vocabulary = position.game.vocabulary
    number = vocabulary.number_of(source, card, other_way)
    if number is None or position.table.why(number):
        return OtherDirection(message, ())
    return OtherDirection(message, (Message("for the other direction, write ", vocabulary.command_of(number)),))


def _where_they_stand(position: Position, suit: int, way: str) -> str:
    """Return in words where the foundations of a suit in one direction stand."""
    top = position.places[foundation_name(suit, way)][-1:]
    return f"which stand at {pretty(top)}" if top else "where no base is out yet"
