"""What a diagnostic shows around a fault: the places concerned, and the legal moves nearest to what was written."""

from __future__ import annotations

from typing import Any

from leoni_replay.cards import pretty
from leoni_replay.commands import Command
from leoni_replay.games import Game
from leoni_replay.games.places import parts_of
from leoni_replay.games.steps import Position
from leoni_replay.notation.writer import token

#: How many legal moves are spelled out.
_MOST = 5


def table_lines(game: Game[Any], position: Position, places: tuple[str, ...]) -> list[str]:
    """The lines of the position's listing for some places."""
    lines = []
    # A card that a move takes from the stock is in the hand.
    shown = {"hand" if place == "deal" else game.line(place) for place in places}
    for name, lying in game.listing(position, shown):
        if lying or name != "hand":
            lines.append(f"{name}: {lying if isinstance(lying, int) else pretty(lying)}")
    return lines


def legal_help(game: Game[Any], position: Position, command: Command, said: str = "") -> list[str]:
    """How things stand, unless it has been said, and which moves are legal, those nearest to the written command
    first."""
    codes = game.codes(position)
    situation = game.situation(position)
    lead = f"{situation}; " if situation and situation not in said else ""
    if game.doubtful(position):
        if not codes:
            return []
        lead = "as far as the cards are known, "
    if not codes:
        end = "won" if game.won(position) else "lost" if game.why_not_lost(position) is None else None
        if end is None:
            return [f"{lead}no other move is legal here (giving up is written *)"]
        return [f"{lead}no move is legal here: the game ends with {end}"]
    near, alike = _nearest(position, command, codes)
    *most, last = [token(move) for move in near]
    if not most:
        return [f"{lead}the one legal move is {last}"]
    shown = f"{', '.join(most)} and {last}"
    if len(codes) <= _MOST:
        return [f"{lead}the legal moves are {shown}"]
    # Where nothing was written that a move can be near to, these are any.
    which = "the nearest" if alike else "such as"
    return [f"{lead}{len(codes)} moves are legal, {which} {shown}"]


def nearest(game: Game[Any], position: Position, command: Command) -> list[Command]:
    """The legal moves that are spelled out, in long form, those nearest to the written command first."""
    return _nearest(position, command, game.codes(position))[0]


def _nearest(position: Position, command: Command, codes: list[int]) -> tuple[list[Command], bool]:
    """As ``nearest``, with the numbers of all legal moves; and whether any of them is near at all."""
    source, card, dest = parts_of(*command[:3])
    # How much of what was written a legal move shares: the card tells most.
    shared = [4 * (code >> 8 & 255 == card) + 2 * (code >> 16 == source) + (code & 255 == dest) for code in codes]
    order = sorted(range(len(codes)), key=shared.__getitem__, reverse=True)
    return [position.in_full(codes[at]) for at in order[:_MOST]], any(shared)
