"""The position as a player sees it: face-down cards count as unknown."""

from __future__ import annotations

from collections.abc import Sequence

from leoni_replay.cards import DOWN, UNKNOWN
from leoni_replay.commands import Move
from leoni_replay.diagnostics import CARD_NOT_KNOWN
from leoni_replay.games.game import Position
from leoni_replay.games.places import is_foundation_name
from leoni_replay.notation.writer import token

#: The words that turn up cards; each is a complete move.
WORDS = ("exile", "deal", "redeal")
#: A card of the position as dealt: its place and its index from the bottom.
Cell = tuple[str, int]


def seen_position(position: Position) -> Position:
    """Return a copy of a position in which face-down cards are unknown."""
    game = position.game
    seen = position.copy()
    for zone in position.layout.zones:
        for place in zone.places:
            if is_foundation_name(place.name):
                continue
            shut = place.lie in ("hidden", "squared")
            cards = bytes(UNKNOWN if shut else DOWN + UNKNOWN if card >= DOWN else card for card in place.cards)
            if cards != bytes(place.cards):
                seen.table.set_cards(game.places[place.name], cards)
                seen.table.odd = True
    return seen


def choices(seen: Position) -> list[Move]:
    """Return the legal moves as far as the player sees; a move that turns up a card is its word alone."""
    moves = seen.legal_moves()
    there = {move.source for move in moves if move.card is None}
    for word in WORDS:
        if word not in there and can_turn_up(seen, word):
            moves.append(Move(word))
    return moves


def can_turn_up(seen: Position, word: str) -> bool:
    """Whether the only objection to a word is that its card is unseen."""
    refusal = seen.why_not(Move(word))
    return refusal is not None and refusal.code == CARD_NOT_KNOWN


def visible_unknown_cards(position: Position) -> list[Cell]:
    """Return the face-up cards that are unknown here, though a player at the table sees them: place and index."""
    return [
        (place.name, index)
        for zone in position.layout.closed().zones
        for place in zone.places
        for index, card in enumerate(place.cards)
        if card == UNKNOWN
    ]


def completions(moves: Sequence[Move], begun: str) -> list[str]:
    """Return the moves that begin with a text: short forms first (a card with several destinations has them all)."""
    wanted = begun.strip().replace("10", "T").lower()
    dests: dict[int, set[str | None]] = {}
    for move in moves:
        if move.card is not None and move.source not in WORDS:
            dests.setdefault(move.card, set()).add(move.dest)
    short = [
        token(Move(None, move.card, move.dest if len(dests[move.card]) > 1 else None))
        for move in moves
        if move.card in dests and move.source not in WORDS
    ]
    return [text for text in dict.fromkeys([*short, *map(token, moves)]) if text.lower().startswith(wanted)]
