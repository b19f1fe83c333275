"""A move in words: the one place where replays get their sentences."""

from __future__ import annotations

from leoni_replay.cards import PRETTY, RANK, SUIT, SUIT_NAMES, pretty
from leoni_replay.games.base import Relaid, Shift, Step


def tell(step: Step) -> str:
    """What a step did, as a sentence without its capital and full stop."""
    move = step.move
    if move.source == "redeal":
        return _redeal(step)
    assert move.card is not None
    name = PRETTY[move.card]
    suit = SUIT_NAMES[SUIT[move.card]]
    if move.source == "exile":
        return f"turned up {_exile(step, name, suit)}"
    if move.dest in ("^v", "v^"):
        way = "those built up to those built down" if move.dest == "^v" else "those built down to those built up"
        return f"{name} went over from the {suit}, {way}"
    told = f"{name} from pile {move.source} went on the {suit} {_built(move.dest)}"
    if move.shown:
        told += f"; {pretty(move.shown)}, uncovered, went to pile 13"
    return told


def _built(dest: str | None) -> str:
    return "built up" if dest == "^" else "built down"


def _exile(step: Step, name: str, suit: str) -> str:
    move = step.move
    if move.dest in ("^", "v"):
        return f"{name}, which went on the {suit} {_built(move.dest)}"
    if move.dest == ">13":
        return f"{name}, which went to pile 13"
    assert move.card is not None
    parts = [f"{name}, which fits nothing: woven under pile {RANK[move.card]}"]
    # The first change put the exile under its pile; each of the others is a lift.
    for card, change in zip(move.path or (), step.changes[1:], strict=True):
        assert isinstance(change, Shift)
        where = "under" if change.to == 0 else "to"
        parts.append(f"{PRETTY[card]} lifted from pile {change.source} {where} pile {change.dest}")
    if move.stalemate:
        parts.append("a stalemate")
    return "; ".join(parts)


def _redeal(step: Step) -> str:
    (change,) = step.changes
    assert isinstance(change, Relaid)
    cards = sum(len(pile) for pile in change.after.values())
    exiles = len(change.after.get("exile", ()))
    told = f"picked up the piles and dealt {cards} card{'s' if cards != 1 else ''} again"
    return told + (f", {exiles} of them exiled" if exiles else "")
