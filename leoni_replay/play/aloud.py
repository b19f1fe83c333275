"""A position for somebody who hears it: what lies where, what comes next, and what can be played, by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from leoni_replay.cards import DOWN, GAP, RANK, SUIT, SUIT_NAMES, UNKNOWN
from leoni_replay.commands import Move
from leoni_replay.games import Game
from leoni_replay.games.game import Position
from leoni_replay.games.places import suit_named, way_named
from leoni_replay.phrases import pluralize
from leoni_replay.show.move_sentences import move_words

_RANK_WORDS: Final = {1: "ace", 11: "jack", 12: "queen", 13: "king"}
_WAY_WORDS: Final = {"^": "up", "v": "down"}


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
    game, closed_places = position.game, position.closed_places
    place_names = [name for name in game.places if name not in game.foundations and game.row(name) <= position.rows]
    return {
        "foundations": [_foundation_phrase(position, name) for name in game.foundations],
        "places": [_place_phrase(game, name, position.places[name], name in closed_places) for name in place_names],
        "moves": [move_words(game, move, card_phrase) for move in moves],
    }


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
