"""What a player sees: a table on which the cards that lie face down are as good as unknown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from leoni_replay.cards import DOWN, UNKNOWN
from leoni_replay.commands import Command
from leoni_replay.games import Game
from leoni_replay.games.places import is_foundation_name
from leoni_replay.games.steps import Position
from leoni_replay.notation.writer import token

#: The words that bring cards to light, each alone a whole move.
WORDS = ("exile", "deal", "redeal")
#: The refusal of a move that depends on a card which is not known.
NOT_KNOWN = "M228"


def as_seen(game: Game[Any], position: Position) -> Position:
    """A copy of a table on which nobody knows the cards that lie face down."""
    seen = position.copy()
    seen.game = game
    for zone in game.layout(position).zones:
        for place in zone.places:
            if is_foundation_name(place.name):
                continue
            shut = place.lie in ("hidden", "squared")
            cards = bytes(UNKNOWN if shut else DOWN + UNKNOWN if card >= DOWN else card for card in place.cards)
            if cards != bytes(place.cards):
                seen.table.set_cards(game.places[place.name], cards)
                seen.table.odd = True
    return seen


def choices(game: Game[Any], seen: Position) -> list[Command]:
    """The moves that are legal as far as cards are seen; one that turns up a card is the word alone."""
    moves = game.legal_moves(seen)
    there = {move.source for move in moves if move.card is None}
    for word in WORDS:
        if word not in there and word_is_open(game, seen, word):
            moves.append(Command(word))
    return moves


def word_is_open(game: Game[Any], seen: Position, word: str) -> bool:
    """Whether nothing is against a move but that its card is not seen."""
    refusal = game.why_not(seen, Command(word))
    return refusal is not None and refusal.code == NOT_KNOWN


def in_sight(game: Game[Any], position: Position) -> list[tuple[str, int]]:
    """Where cards lie face up that are not known, though whoever sits at the table sees them: place and index."""
    return [
        (place.name, index)
        for zone in game.layout(position).closed().zones
        for place in zone.places
        for index, card in enumerate(place.cards)
        if card == UNKNOWN
    ]


def completions(moves: Sequence[Command], begun: str) -> list[str]:
    """Moves that begin with what has been typed: the card alone, with where it goes if it can go to several places, and
    then in long form."""
    wanted = begun.strip().replace("10", "T").lower()
    dests: dict[int, set[str | None]] = {}
    for move in moves:
        if move.card is not None and move.source not in WORDS:
            dests.setdefault(move.card, set()).add(move.dest)
    short = [
        token(Command(None, move.card, move.dest if len(dests[move.card]) > 1 else None))
        for move in moves
        if move.card in dests and move.source not in WORDS
    ]
    return [text for text in dict.fromkeys([*short, *map(token, moves)]) if text.lower().startswith(wanted)]
