"""Clicks on the table: which cards can move, and which moves a click can mean."""

from __future__ import annotations

from collections.abc import Sequence

from leoni_replay.cards import SUIT
from leoni_replay.commands import Command
from leoni_replay.games.places import foundation_named, is_foundation_name
from leoni_replay.games.steps import Position, Shift
from leoni_replay.layout import Layout
from leoni_replay.play.session import Session
from leoni_replay.show.marks import with_last_move
from leoni_replay.show.prose import tell_parts


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


def lit(session: Session, asked: Sequence[Command] = ()) -> dict[str, set[int]]:
    """The cards that can move, as the table shows them: their indices by place.

    Args:
        session: the game.
        asked: the moves among which the player must choose, if any: then only what distinguishes them is lit, their
            cards or the top cards of their destinations.
    """
    indices: dict[str, set[int]] = {}
    if session.question:
        return indices
    taken = [lies(session, move) for move in asked or session.choices()]
    if asked and len(set(taken)) == 1:
        places = session.play.position.places
        taken = [
            (end, 0 if is_foundation_name(end) else max(len(places[end]) - 1, 0))
            for move in asked
            for end in _ends(session, move)
        ]
    for name, index in taken:
        indices.setdefault(name, set()).add(index)
    return indices


def touched(session: Session, place: str, index: int, before: Sequence[Command]) -> list[Command]:
    """The moves that a click on a place can mean.

    Args:
        session: the game.
        place: the place.
        index: the index of its card; -1 for the place itself.
        before: the moves that the previous click can mean.
    """
    for there in (
        [move for move in before if lies(session, move)[0] == place],
        [move for move in before if place in _ends(session, move)],
    ):
        if len(there) == 1:
            return there
    choices = session.choices()
    here = [(move, lies(session, move)) for move in choices]
    exact = [move for move, (name, at) in here if name == place and at == index]
    return exact or [move for move, (name, _) in here if name == place]


def _ends(session: Session, move: Command) -> list[str]:
    """The possible destinations of a move."""
    dest = move.dest
    if dest is None or move.card is None:
        return []
    if dest.startswith(">"):
        return [dest[1:]]
    way = dest[-1]
    # A line of foundations has the name of its first one.
    return list(session.game.lines.get(foundation_named(SUIT[move.card], way), ())) if way in "^v" else []


def weave(session: Session) -> list[tuple[Layout, str]]:
    """The last move card by card, if it was a weave: the position after each card, with its sentence."""
    step = session.last
    if step is None or step.move.dest != "~":
        return []
    game, before = session.game, session.play.at(session.number - 1)
    words = tell_parts(step, game, before)
    frames: list[tuple[Layout, str]] = []
    for number, change in enumerate(step.changes, 1):
        if not isinstance(change, Shift):
            break
        piles = {name: [*before.places[name]] for name in dict.fromkeys((change.source, change.dest))}
        piles[change.dest].insert(change.to, piles[change.source].pop(change.at))
        for name, pile in piles.items():
            before.table.set_cards(game.places[name], bytes(pile))
        layout = with_last_move(game.layout(before), step._replace(changes=step.changes[:number]))
        layout = layout if session.open else layout.closed()
        frames.append((layout._replace(caption=""), words[number - 1] if number <= len(words) else ""))
    return frames
