"""A position for somebody who hears it: what lies where, what comes next, and what can be played, by name."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from leoni_replay.cards import DOWN, GAP, PACK, PRETTY, RANK, SUIT, SUIT_NAMES, UNKNOWN
from leoni_replay.commands import Move
from leoni_replay.games import Game
from leoni_replay.games.game import Position
from leoni_replay.games.places import suit_named, way_named
from leoni_replay.phrases import join_words, pluralize
from leoni_replay.show.move_sentences import move_words

_RANK_WORDS: Final = {1: "ace", 11: "jack", 12: "queen", 13: "king"}
_WAY_WORDS: Final = {"^": "up", "v": "down"}
_CARD_OF_PRETTY: Final = {PRETTY[card]: card for card in PACK}
_ANY_CARD: Final = "|".join(sorted(map(re.escape, _CARD_OF_PRETTY), key=len, reverse=True))
#: One card, or several with spaces between them.
_PRETTY_CARDS: Final = re.compile(f"(?:{_ANY_CARD})(?: (?:{_ANY_CARD}))*")


class SpokenTable:
    """What a listener has heard of a table.

    Args:
        open: whether the listener knows face-down cards.
    """

    def __init__(self, *, open: bool = False) -> None:
        self._open = open
        #: a phrase for each place, as it was said last
        self._phrases: dict[str, str] = {}

    def tell(self, position: Position) -> list[str]:
        """Return a phrase for each place."""
        self.note(position)
        return [*self._phrases.values()]

    def tell_changes(self, position: Position) -> list[str]:
        """Return a phrase for each place that has changed."""
        phrases_before = self._phrases
        self.note(position)
        return changed_phrases(phrases_before, self._phrases)

    def note(self, position: Position) -> None:
        """Note how the places are now, because the listener knows it without being told."""
        self._phrases = place_phrases(position, open=self._open)


def changed_phrases(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """Return the phrases that have changed between two positions, given a phrase for each place of both."""
    return [phrase for name, phrase in after.items() if before.get(name) != phrase]


def card_phrase(card: int, *, open: bool = False) -> str:
    """Return the name of a card: ``9 of clubs``; ``open`` names face-down cards too."""
    face = card & ~DOWN
    if face == UNKNOWN or (card >= DOWN and not open):
        return "a hidden card"
    rank = RANK[face]
    name = f"{_RANK_WORDS.get(rank, rank)} of {SUIT_NAMES[SUIT[face]]}"
    return f"{name} face down" if card >= DOWN else name


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


def place_phrases(position: Position, *, open: bool = False) -> dict[str, str]:
    """Return a phrase for each foundation and each place that is dealt, by name; ``open`` names face-down cards too."""
    game, closed_places = position.game, position.closed_places
    sideways_places = _sideways_places(position)
    phrases = {name: _foundation_phrase(position, name) for name in game.foundations}
    for name in game.places:
        if name not in phrases and game.row(name) <= position.rows:
            phrase = _place_phrase(game, name, position.places[name], name in closed_places, open)
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


def top_phrases(position: Position, *, open: bool = False) -> list[str]:
    """Return what lies on top of every place but the foundations, each in a phrase."""
    foundations = position.game.foundations
    return [phrase for name, phrase in place_phrases(position, open=open).items() if name not in foundations]


def left_phrases(position: Position) -> list[str]:
    """Return how many cards are left, and how the foundations stand, each in a phrase."""
    phrases = place_phrases(position)
    foundations = [phrases[name] for name in position.game.foundations]
    return [f"{pluralize(position.left, 'card')} not on the foundations", *foundations]


def whole_place_phrases(position: Position, names: Collection[str], *, open: bool = False) -> list[str]:
    """Return places with all their cards, the top card first, each in a phrase.

    Args:
        position: the position as the player sees it.
        names: the places; those that are not dealt are left out.
        open: whether to name face-down cards.
    """
    phrases = []
    for name, phrase in place_phrases(position, open=open).items():
        if name not in names:
            continue
        pile = position.places[name]
        if len(pile) > 1 and name not in position.closed_places:
            phrase = f"{position.game.words(name)}: {_card_phrases(pile, open)}; the top one first"
        phrases.append(phrase)
    return phrases


def places_called(position: Position, text: str) -> list[str]:
    """Return the names of the place, or of the places of a row, that somebody names.

    Args:
        position: the position.
        text: as it is written or said: ``4``, ``r2c4``, ``row 2, column 4``, ``r2``, ``the stock``.

    Raises:
        ValueError: no such place is dealt.
    """
    game, wanted_words = position.game, _plain_words(text)
    names, lines = [], []
    for name in place_phrases(position):
        line = game.line(name)
        if wanted_words in (name.lower(), line, _plain_words(game.words(name)), _plain_words(game.words(line))):
            names.append(name)
        if name not in game.foundations and line not in lines:
            lines.append(line)
    if not names:
        raise ValueError(f"there is no place `{text[:30]}`: there are {join_words(lines)}")
    return names


def _plain_words(text: str) -> str:
    """Return the words for a place without capitals, commas and article."""
    return " ".join(text.lower().replace(",", " ").split()).removeprefix("the ")


def _card_phrases(pile: Sequence[int], open: bool) -> str:
    """Return the cards of a pile, the top card first."""
    return ", ".join(card_phrase(card, open=open) for card in reversed(pile))


def whereabouts_phrases(position: Position, card: int, *, open: bool = False) -> list[str]:
    """Return where the copies of a card lie, as far as the player sees, each in a phrase."""
    phrases = []
    for name, pile in position.places.items():
        is_hidden = name in position.closed_places and not open
        for index, pile_card in enumerate(pile):
            face = pile_card & ~DOWN if open else pile_card
            if face != card or is_hidden:
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
    game, pile, suit, way = position.game, position.places[name], suit_named(name), way_named(name)
    ranks = game.ranks[way]
    top = card_phrase(pile[-1]) if pile else "empty"
    next_rank = ranks[len(pile)] if len(pile) < len(ranks) else 0
    next_card = f"then {card_phrase(13 * suit + next_rank - 1)}" if next_rank else "complete"
    is_first = game.lines[game.line(name)][0] == name
    return f"{'' if is_first else 'second '}{SUIT_NAMES[suit]} {_WAY_WORDS[way]}: {top}, {next_card}"


def _place_phrase(game: Game[Any], name: str, pile: Sequence[int], is_closed: bool, open: bool) -> str:
    """Return a place in a phrase: ``pile 4: 9 of clubs, on 3 cards``.

    Args:
        game: the game.
        name: the place.
        pile: its cards.
        is_closed: whether its cards all lie face down.
        open: whether to name face-down cards.
    """
    if not pile or pile[-1] == GAP:
        return f"{game.words(name)}: empty"
    if is_closed:
        cards = f": {_card_phrases([card & ~DOWN for card in pile], open)}; the top one first" if open else ""
        return f"{game.words(name)}: {pluralize(len(pile), 'card')}, face down{cards}"
    cards_below = f", on {pluralize(len(pile) - 1, 'card')}" if len(pile) > 1 else ""
    return f"{game.words(name)}: {card_phrase(pile[-1], open=open)}{cards_below}"
