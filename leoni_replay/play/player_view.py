"""The position as a player sees it: face-down cards count as unknown."""

from __future__ import annotations

from collections.abc import Sequence

from leoni_replay.cards import DOWN, UNKNOWN
from leoni_replay.commands import Move
from leoni_replay.diagnostics import CARD_NOT_KNOWN
from leoni_replay.games.game import Position
from leoni_replay.games.places import is_foundation_name
from leoni_replay.games.steps import Relaid, Shift, Step
from leoni_replay.notation.writer import token

#: The words that turn up cards; each is a complete move.
WORDS = ("exile", "deal", "redeal")
#: A card of the position as dealt: its place and its index from the bottom.
Cell = tuple[str, int]


def hide_face_down_cards(position: Position) -> Position:
    """Return a copy of a position in which face-down cards are unknown."""
    view = position.copy()
    for zone in position.layout.zones:
        for place in zone.places:
            if is_foundation_name(place.name):
                continue
            if place.lie in ("hidden", "squared"):
                cards = bytes([UNKNOWN] * len(place.cards))
            else:
                cards = bytes(DOWN + UNKNOWN if card >= DOWN else card for card in place.cards)
            if cards != bytes(place.cards):
                view.table.set_cards(position.game.places[place.name], cards)
                view.table.odd = True
    return view


def visible_choices(position: Position) -> list[Move]:
    """Return the legal moves as far as the player sees; a move that turns up a card is its word alone.

    Args:
        position: the position as the player sees it.
    """
    moves = position.legal_moves()
    legal_words = {move.source for move in moves if move.card is None}
    for word in WORDS:
        if word not in legal_words and can_turn_up(position, word):
            moves.append(Move(word))
    return moves


def can_turn_up(position: Position, word: str) -> bool:
    """Whether the only objection to a word is that its card is unseen, in a position as the player sees it."""
    refusal = position.why_not(Move(word))
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


def completions(moves: Sequence[Move], beginning: str) -> list[str]:
    """Return the moves that begin with a text: short forms first (a card with several destinations has them all)."""
    card_moves = [move for move in moves if move.card is not None and move.source not in WORDS]
    dests_of_card: dict[int | None, set[str | None]] = {}
    for move in card_moves:
        dests_of_card.setdefault(move.card, set()).add(move.dest)
    texts = []
    for move in card_moves:
        dest = move.dest if len(dests_of_card[move.card]) > 1 else None
        texts.append(token(Move(None, move.card, dest)))
    texts += [token(move) for move in moves]
    beginning = beginning.strip().replace("10", "T").lower()
    return [text for text in dict.fromkeys(texts) if text.lower().startswith(beginning)]


def origin_of(steps: Sequence[Step], place: str, index: int) -> Cell:
    """Return where a card lay as dealt. After a redeal that cannot be said: the place is empty then, and the index -1.

    Args:
        steps: the steps since the deal.
        place: where the card lies after them.
        index: its index there, from the bottom.
    """
    for step in reversed(steps):
        for change in reversed(step.changes):
            if isinstance(change, Relaid) and place in change.after:
                return "", -1
            if not isinstance(change, Shift):
                continue
            if (place, index) == (change.dest, change.to):
                place, index = change.source, change.at
                continue
            # Another card moved: the cards above it move up or down by one.
            if place == change.dest and index > change.to:
                index -= 1
            if place == change.source and index >= change.at:
                index += 1
    return place, index
