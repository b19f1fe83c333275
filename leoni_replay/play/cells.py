"""The cards of a table as dealt: where they lie, and the table of which none is known."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any

from leoni_replay.cards import RANK, SUIT, UNKNOWN, texts
from leoni_replay.cards import read as read_card
from leoni_replay.games import Game
from leoni_replay.games.places import is_foundation_name, suit_named, way_named
from leoni_replay.games.steps import Position, Relaid, Shift, Step
from leoni_replay.play.refused import NotPlayed
from leoni_replay.words import counted

#: A card of the table as dealt: its place and its index from the bottom.
Cell = tuple[str, int]


def cells_in(position: Position) -> list[tuple[str, int, int]]:
    """Every card of a table that is not on a foundation: its place, its index and the card."""
    return [
        (name, at, card)
        for name, pile in position.places.items()
        if not is_foundation_name(name)
        for at, card in enumerate(pile)
    ]


def origin(steps: Sequence[Step], place: str, index: int) -> Cell:
    """Where a card lay as dealt that lies somewhere after some steps. Behind a redeal every card is known, and this is
    not asked."""
    for step in reversed(steps):
        for change in reversed(step.changes):
            if isinstance(change, Relaid) and place in change.after:
                return "", -1
            if isinstance(change, Shift):
                if (place, index) == (change.dest, change.to):
                    place, index = change.source, change.at
                    continue
                index -= place == change.dest and index > change.to
                index += place == change.source and index >= change.at
    return place, index


def cards_of(text: str) -> list[int]:
    """The cards that a text names.

    Raises:
        NotPlayed: a word is none.
    """
    cards = []
    for word in text.replace(",", " ").split():
        card = read_card(word)
        if card is None:
            raise NotPlayed(f"`{word[:20]}` is not a card", ["a card is a rank and a suit, as in 7H or TS"])
        cards.append(card)
    if not cards:
        raise NotPlayed("no card is named", ["a card is a rank and a suit, as in 7H or TS"])
    return cards


def blank_layout(game: Game[Any], exiles: int, bases: Sequence[int]) -> str:
    """A table of which no card is known, as it lies after the deal.

    Args:
        game: the game.
        exiles: how many cards the deal has put aside.
        bases: the cards that have gone out to the foundations as it was dealt.

    Raises:
        NotPlayed: this cannot be.
    """
    dealt = 52 * game.packs - len(game.bases) - len(bases)
    if not 0 <= exiles <= dealt:
        raise NotPlayed(f"there cannot be {counted(exiles, game.exile)}: {counted(dealt, 'card')} are dealt")
    position = game.start([UNKNOWN] * (dealt - exiles))
    lines = []
    for name, lying in game.listing(position):
        if isinstance(lying, int):
            lines.append(f"{name}: {lying}")
            continue
        cards = list(lying)
        if name in game.unseen and exiles:
            cards = [UNKNOWN] * exiles
        if name in game.lines:
            way = game.ranks[way_named(name)][0]
            cards += [base for base in bases if SUIT[base] == suit_named(name) and RANK[base] == way]
        lines.append(f"{name}: {texts(cards)}")
    return "\n".join(lines)


def corrections_in(text: str, places: Container[str]) -> tuple[list[tuple[int, int]], str]:
    """The cards that were taken for others, each as it was named and as it is, and the place that was named last.

    Args:
        text: what was typed.
        places: the names of places.

    Raises:
        NotPlayed: the text names no such cards, or no place.
    """
    pairs, place = [], ""
    for part in text.split(","):
        words = part.split()
        cards = [card for word in words[:2] if (card := read_card(word)) is not None]
        if len(words) not in (2, 3) or len(cards) != 2:
            raise NotPlayed(
                "say which card it was taken for, and which it is: correct 9D 6D",
                ["or two at once: correct 9D 6D, 6D 9D"],
            )
        if len(words) == 3:
            place = words[2]
            if place not in places:
                raise NotPlayed(f"there is no place `{place[:20]}`")
        pairs.append((cards[0], cards[1]))
    return pairs, place
