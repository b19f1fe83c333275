"""A position for somebody who hears it: what lies where, what comes next, and what can be played, by name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from leoni_replay.cards import DOWN, GAP, PRETTY, RANK, SUIT, SUIT_NAMES, UNKNOWN
from leoni_replay.commands import Move
from leoni_replay.games import Game
from leoni_replay.games.game import Position
from leoni_replay.games.places import suit_named, way_named
from leoni_replay.phrases import pluralize
from leoni_replay.show.move_sentences import move_words

_RANK_WORDS: Final = {1: "ace", 11: "jack", 12: "queen", 13: "king"}
_WAY_WORDS: Final = {"^": "up", "v": "down"}
_CARD_OF_PRETTY: Final = {PRETTY[card]: card for card in range(52)}
_ANY_CARD: Final = "|".join(sorted(map(re.escape, _CARD_OF_PRETTY), key=len, reverse=True))
#: One card, or several with spaces between them.
_PRETTY_CARDS: Final = re.compile(f"(?:{_ANY_CARD})(?: (?:{_ANY_CARD}))*")


def card_phrase(card: int) -> str:
    """Return the name of a card: ``9 of clubs``."""
    if card >= DOWN or card == UNKNOWN:
        return "a hidden card"
    rank = RANK[card]
    return f"{_RANK_WORDS.get(rank, rank)} of {SUIT_NAMES[SUIT[card]]}"


def position_phrases(position: Position, moves: Sequence[Move]) -> dict[str, list[str]]:
    """Return a position as the player sees it, in phrases.

    Args:
        position: the position as the player sees it.
        moves: the legal moves.

    Returns:
        ``foundations``: each with its top card and the card that comes next; ``places``: each with its top card and
        the number of cards; ``moves``: what can be played.
    """
    game, foundations = position.game, position.game.foundations
    phrases = place_phrases(position)
    return {
        "foundations": [phrases[name] for name in foundations],
        "places": [phrase for name, phrase in phrases.items() if name not in foundations],
        "moves": [move_phrase(game, move) for move in moves],
    }


def place_phrases(position: Position) -> dict[str, str]:
    """Return a phrase for each foundation and each place that is dealt, by name."""
    game, closed_places = position.game, position.closed_places
    sideways_places = _sideways_places(position)
    phrases = {name: _foundation_phrase(position, name) for name in game.foundations}
    for name in game.places:
        if name not in phrases and game.row(name) <= position.rows:
            phrase = _place_phrase(game, name, position.places[name], name in closed_places)
            phrases[name] = f"{phrase}, sideways" if name in sideways_places else phrase
    return phrases


def _sideways_places(position: Position) -> set[str]:
    """Return the places whose card lies sideways, as in a rug."""
    places = position.places
    return {
        place.name
        for zone in position.layout.zones
        for place in zone.places
        if place.longways and places[place.name] and places[place.name][-1] != GAP
    }


def move_phrase(game: Game[Any], move: Move) -> str:
    """Return a move in a phrase: ``9 of clubs from pile 6 to the foundation up``."""
    return move_words(game, move, card_phrase)


def whole_place_phrase(position: Position, name: str) -> str:
    """Return a place with all its cards in a phrase, the top card first."""
    pile = position.places[name]
    if name in position.closed_places or len(pile) < 2:
        return place_phrases(position)[name]
    cards = ", ".join(card_phrase(card) for card in reversed(pile))
    return f"{position.game.words(name)}: {cards}; the top one first"


def whereabouts_phrases(position: Position, card: int) -> list[str]:
    """Return where the copies of a card lie, as far as the player sees, each in a phrase."""
    phrases = []
    for name, pile in position.places.items():
        for index, pile_card in enumerate(pile):
            if pile_card != card or name in position.closed_places:
                continue
            cards_above = len(pile) - 1 - index
            under = f", under {pluralize(cards_above, 'card')}" if cards_above else ""
            phrases.append(f"{card_phrase(card)}: {_place_words(position.game, name)}{under}")
    return phrases or [f"{card_phrase(card)}: face down"]


def _place_words(game: Game[Any], name: str) -> str:
    """Return a place or a foundation in words: ``pile 4``, ``the foundation of clubs, up``."""
    if name in game.foundations:
        return f"the foundation of {SUIT_NAMES[suit_named(name)]}, {_WAY_WORDS[way_named(name)]}"
    return game.words(name)


def spell_cards(text: str) -> str:
    """Return a text with its cards by their names: ``9♣`` becomes ``9 of clubs``."""
    return _PRETTY_CARDS.sub(
        lambda match: ", ".join(card_phrase(_CARD_OF_PRETTY[card]) for card in match[0].split()), text
    )


def _foundation_phrase(position: Position, name: str) -> str:
    """Return a foundation in a phrase: ``clubs up: 3 of clubs, then 4 of clubs``."""
    pile, suit, way = position.places[name], suit_named(name), way_named(name)
    ranks = position.game.ranks[way]
    top = card_phrase(pile[-1]) if pile else "empty"
    next_rank = ranks[len(pile)] if len(pile) < len(ranks) else 0
    next_card = f"then {card_phrase(13 * suit + next_rank - 1)}" if next_rank else "complete"
    return f"{SUIT_NAMES[suit]} {_WAY_WORDS[way]}: {top}, {next_card}"


def _place_phrase(game: Game[Any], name: str, pile: Sequence[int], is_closed: bool) -> str:
    """Return a place in a phrase: ``pile 4: 9 of clubs, on 3 cards``."""
    if not pile or pile[-1] == GAP:
        return f"{game.words(name)}: empty"
    if is_closed:
        return f"{game.words(name)}: {pluralize(len(pile), 'card')}, face down"
    cards_below = f", on {pluralize(len(pile) - 1, 'card')}" if len(pile) > 1 else ""
    return f"{game.words(name)}: {card_phrase(pile[-1])}{cards_below}"
