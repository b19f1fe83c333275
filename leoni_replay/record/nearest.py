"""What a diagnostic shows around a fault: the places concerned, and the legal moves nearest to what was written.

It shows only what a player at the table sees: no face of a face-down card, and no card that a move would turn up.
"""

from __future__ import annotations

from collections.abc import Sequence

from leoni_replay.cards import from_above, pretty
from leoni_replay.commands import Move
from leoni_replay.games.game import Position
from leoni_replay.layout import face_down
from leoni_replay.notation.writer import token

#: How many legal moves are spelled out.
_MOST = 5


def table_lines(position: Position, places: tuple[str, ...]) -> list[str]:
    """Return the listing of some places, as seen from above."""
    lines = []
    shut = position.closed_places
    # A card that a move takes from the stock is in the hand.
    shown = {"hand" if place == "deal" else position.game.line(place) for place in places}
    for name, lying in position.listing(shown):
        if isinstance(lying, int):
            lines.append(f"{name}: {lying}")
        elif lying or name != "hand":
            hidden = lying and name in shut
            lines.append(f"{name}: {face_down(len(lying)) if hidden else pretty(from_above(lying))}")
    return lines


def legal_help(position: Position, command: Move, said: str = "", turns: Sequence[Move] = ()) -> list[str]:
    """Describe the situation, unless ``said`` already does, and list the legal moves, those nearest to the written
    command first, and ``turns``, the moves that turn up a card nobody sees, last."""
    codes = position.move_numbers()
    situation = position.situation
    lead = f"{situation}; " if situation and situation not in said else ""
    if position.doubtful():
        if not codes and not turns:
            return []
        lead = "as far as the cards are known, "
    if not codes and not turns:
        end = "won" if position.won() else "lost" if position.why_not_lost() is None else None
        if end is None:
            return [f"{lead}no other move is legal here (if you gave up, write conceded)"]
        return [f"{lead}no move is legal here: the game ends with {end}"]
    moves, alike = _nearest(position, command, codes)
    moves += [move for move in turns if move not in moves]
    *most, last = [token(move) for move in moves[:_MOST]]
    if not most:
        return [f"{lead}the one legal move is {last}"]
    shown = f"{', '.join(most)} and {last}"
    if len(moves) <= _MOST:
        return [f"{lead}the legal moves are {shown}"]
    # If nothing legal resembles what was written, these are arbitrary moves.
    which = "the nearest" if alike else "such as"
    return [f"{lead}{len(moves)} moves are legal, {which} {shown}"]


def nearest(position: Position, command: Move) -> list[Move]:
    """Return a few legal moves, those nearest to the written command first."""
    return _nearest(position, command, position.move_numbers())[0][:_MOST]


def _in_sight(position: Position, codes: list[int]) -> list[Move]:
    """Return the legal moves without the cards that nobody sees yet: a move that turns a card up is its word alone."""
    hidden = {"redeal", *position.closed_places} | ({"deal"} if not position.places.get("hand") else set())
    moves = map(position.game.vocabulary.command_of, codes)
    return [Move(move.source) if move.source in hidden else move for move in moves]


def _nearest(position: Position, command: Move, codes: list[int]) -> tuple[list[Move], bool]:
    """Return all legal moves, the nearest to the written command first; and whether any resembles it."""
    game = position.game
    source, card, dest = game.vocabulary.parts_of(*command[:3])
    # How much of what was written a legal move shares; the card counts most.
    shared = [4 * (code >> 8 & 255 == card) + 2 * (code >> 16 == source) + (code & 255 == dest) for code in codes]
    order = sorted(range(len(codes)), key=shared.__getitem__, reverse=True)
    moves = _in_sight(position, [codes[at] for at in order])
    return list(dict.fromkeys(moves)), any(shared)
