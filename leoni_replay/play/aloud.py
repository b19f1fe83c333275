"""A position for somebody who hears it: what lies where, what comes next, and what can be played, by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from leoni_replay.cards import DOWN, GAP, RANK, SUIT, SUIT_NAMES, UNKNOWN
from leoni_replay.commands import Move
from leoni_replay.games import Game
from leoni_replay.games.game import Position
from leoni_replay.games.places import suit_named, way_named
from leoni_replay.phrases import counted
from leoni_replay.show.move_sentences import move_words

_RANKS: Final = {1: "ace", 11: "jack", 12: "queen", 13: "king"}
_BUILT: Final = {"^": "up", "v": "down"}


def card_aloud(card: int) -> str:
    """Return the name of a card: ``9 of clubs``."""
    if card >= DOWN or card == UNKNOWN:
        return "a hidden card"
    return f"{_RANKS.get(RANK[card], RANK[card])} of {SUIT_NAMES[SUIT[card]]}"


def aloud(seen: Position, moves: Sequence[Move]) -> dict[str, list[str]]:
    """Return a position as the player sees it, in phrases.

    Returns:
        ``foundations``: each with its top card and the card that comes next; ``places``: each with its top card and
        the number of cards; ``moves``: what can be played.
    """
    game, shut = seen.game, seen.closed_places
    return {
        "foundations": [_foundation(seen, name) for name in game.foundations],
        "places": [
            _place(game, name, seen.places[name], name in shut)
            for name in game.places
            if name not in game.foundations and game.row(name) <= seen.rows
        ],
        "moves": [move_words(game, move, card_aloud) for move in moves],
    }


def _foundation(seen: Position, name: str) -> str:
    pile, ranks = seen.places[name], seen.game.ranks[way_named(name)]
    suit, top = suit_named(name), card_aloud(pile[-1]) if pile else "empty"
    rank = ranks[len(pile)] if len(pile) < len(ranks) else 0
    after = f"then {card_aloud(13 * suit + rank - 1)}" if rank else "complete"
    return f"{SUIT_NAMES[suit]} {_BUILT[way_named(name)]}: {top}, {after}"


def _place(game: Game[Any], name: str, pile: Sequence[int], shut: bool) -> str:
    if not pile or pile[-1] == GAP:
        return f"{game.words(name)}: empty"
    if shut:
        return f"{game.words(name)}: {counted(len(pile), 'card')}, face down"
    under = f", on {counted(len(pile) - 1, 'card')}" if len(pile) > 1 else ""
    return f"{game.words(name)}: {card_aloud(pile[-1])}{under}"
