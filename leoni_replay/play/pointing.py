"""Which cards of the table can move."""

from __future__ import annotations

from leoni_replay.cards import SUIT
from leoni_replay.commands import Command
from leoni_replay.games.places import foundation_named
from leoni_replay.games.steps import Position
from leoni_replay.play.session import Session


def lies(session: Session, move: Command) -> tuple[str, int]:
    """The card that a move takes: its place, and its index as the table shows it."""
    position = session.play.position
    places = position.places
    if move.card is None or move.source in ("exile", "deal", "redeal"):
        return _pile_of(session, move, position)
    if move.source is None:
        # Only the top card of a foundation is shown.
        assert move.dest is not None
        return foundation_named(SUIT[move.card], move.dest[0]), 0
    pile = places[move.source]
    return move.source, len(pile) - 1 if pile[-1] == move.card else pile.index(move.card)


def _pile_of(session: Session, move: Command, position: Position) -> tuple[str, int]:
    """The card that a word turns up; for a redeal, the place that is filled again."""
    names = [name for name in ("hand", "stock", "exile") if name in session.game.order]
    if move.source == "exile":
        names = ["exile"]
    name = next((name for name in names if position.places[name]), names[-1] if names else "")
    return name, max(len(position.places.get(name, ())) - 1, 0)


def lit(session: Session) -> dict[str, set[int]]:
    """The cards that can move, as the table shows them: their indices by place."""
    indices: dict[str, set[int]] = {}
    for move in [] if session.question else session.choices():
        name, index = lies(session, move)
        indices.setdefault(name, set()).add(index)
    return indices
