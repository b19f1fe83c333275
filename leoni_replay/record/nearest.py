"""What a diagnostic shows around a fault: the places concerned, and the legal moves nearest to what was written.

It shows only what a player at the table sees: no face of a face-down card, and no card that a move would turn up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from leoni_replay.cards import from_above, pretty
from leoni_replay.commands import Move
from leoni_replay.games.game import Position
from leoni_replay.layout import face_down
from leoni_replay.message import Message, joined

#: How many legal moves are spelled out.
_MOST_MOVES = 5


def table_lines(position: Position, places: tuple[str, ...]) -> list[str]:
    """Return the listing of some places, as seen from above."""
    lines = []
    closed_places = position.closed_places
    # A card that a move takes from the stock is in the hand.
    names = {"hand" if place == "deal" else position.game.line(place) for place in places}
    for name, cards in position.listing(names):
        if isinstance(cards, int):
            lines.append(f"{name}: {cards}")
        elif cards and name in closed_places:
            lines.append(f"{name}: {face_down(len(cards))}")
        elif cards or name != "hand":
            lines.append(f"{name}: {pretty(from_above(cards))}")
    return lines


def legal_help(position: Position, command: Move, message: str = "", turn_ups: Sequence[Move] = ()) -> list[str]:
    """Describe the situation and list the legal moves.

    Args:
        position: the position.
        command: what was written; the moves nearest to it come first.
        message: what is said about it already; a situation that is a part of it is not described again.
        turn_ups: the moves that turn up a card nobody sees; they come last.
    """
    numbers = position.move_numbers()
    situation = position.situation
    parts_said = message.parts if isinstance(message, Message) else ()
    lead = f"{situation}; " if situation and situation not in (message, *parts_said) else ""
    if position.doubtful():
        if not numbers and not turn_ups:
            return []
        lead = "as far as the cards are known, "
    if not numbers and not turn_ups:
        return [f"{lead}{_no_moves(position)}"]
    moves, any_resembles = _nearest(position, command, numbers)
    moves += [move for move in turn_ups if move not in moves]
    if len(moves) == 1:
        return [Message(f"{lead}the one legal move is ", moves[0])]
    listing = joined(moves[:_MOST_MOVES], ", ", last=" and ")
    if len(moves) <= _MOST_MOVES:
        return [Message(f"{lead}the legal moves are ", listing)]
    # If nothing legal resembles what was written, these are arbitrary moves.
    which = "the nearest" if any_resembles else "such as"
    return [Message(f"{lead}{len(moves)} moves are legal, {which} ", listing)]


def _no_moves(position: Position) -> str:
    """Say that no move is legal, and how the game ends then."""
    if position.won():
        return "no move is legal here: the game ends with won"
    if position.why_not_lost() is None:
        return "no move is legal here: the game ends with lost"
    return "no other move is legal here (if you gave up, write conceded)"


def nearest(position: Position, command: Move) -> list[Move]:
    """Return a few legal moves, those nearest to the written command first."""
    return _nearest(position, command, position.move_numbers()).moves[:_MOST_MOVES]


def _in_sight(position: Position, numbers: list[int]) -> list[Move]:
    """Return legal moves without the cards that nobody sees yet: a move that turns a card up is its word alone."""
    hidden_sources = {"redeal", *position.closed_places}
    if not position.places.get("hand"):
        hidden_sources.add("deal")
    moves = map(position.game.vocabulary.command_of, numbers)
    return [Move(move.source) if move.source in hidden_sources else move for move in moves]


class _Nearest(NamedTuple):
    """All legal moves, the nearest to a command first; and whether any resembles it."""

    moves: list[Move]
    any_resembles: bool


def _nearest(position: Position, command: Move, numbers: list[int]) -> _Nearest:
    """Sort the legal moves, given as numbers, by how near they are to the written command."""
    source, card, dest = position.game.vocabulary.parts_of(*command[:3])

    def likeness(number: int) -> int:
        """Return how much of what was written a legal move shares; the card counts most."""
        points = 0
        if number >> 8 & 255 == card:
            points += 4
        if number >> 16 == source:
            points += 2
        if number & 255 == dest:
            points += 1
        return points

    nearest_first = sorted(numbers, key=likeness, reverse=True)
    moves = list(dict.fromkeys(_in_sight(position, nearest_first)))
    return _Nearest(moves, any(map(likeness, numbers)))
