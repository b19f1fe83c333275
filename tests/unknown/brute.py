"""What the completions of a table with unknown cards say of a record, each written down and replayed as a record of its
own."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from leoni_replay.cards import DOWN, UNKNOWN
from leoni_replay.commands import Move
from leoni_replay.games import Game
from leoni_replay.games.game import Position
from leoni_replay.games.places import NUMBERS
from leoni_replay.notation.reader import loads
from leoni_replay.notation.transcript import Transcript
from leoni_replay.notation.writer import dumps
from leoni_replay.record.replay import Replay, replay

Spot = tuple[str, int]


class Hidden(NamedTuple):
    """A record from a table of which some cards are hidden: its tags, its moves, and the places of those cards."""

    game: Game
    tags: dict[str, str]
    table: Position
    spots: list[Spot]
    moves: list[Move]
    result: str

    def record(self, position: Position, claim: str = "", at: int = 0) -> Transcript:
        """The record from a table, with a claim after some moves."""
        tags = self.tags | {"Deal": "layout", "Layout": position.text}
        head = dumps([Transcript.build(tags, [], "*")]).rpartition("*")[0]
        words = [str(move) for move in self.moves]
        words[at:at] = [f"{{= {claim}}}"] if claim else []
        (read,) = loads(f"{head}\n{' '.join(words)} {self.result}\n")
        return read

    def masked(self) -> Position:
        """The table with its hidden cards unknown."""
        position = self.table.copy()
        for place, at in self.spots:
            down = self.table.places[place][at] & DOWN
            position.table.set_card(NUMBERS[place], at, UNKNOWN | down)
        position.table.odd = True
        return position

    def filled(self) -> Iterator[tuple[tuple[int, ...], Position]]:
        """Every way to lay the cards that are hidden, and the table of it."""
        lying = [self.table.places[place][at] for place, at in self.spots]
        for cards in orders(Counter(card & ~DOWN for card in lying)):
            position = self.table.copy()
            for (place, at), was, card in zip(self.spots, lying, cards, strict=True):
                position.table.set_card(NUMBERS[place], at, card | (was & DOWN))
            yield cards, position


def orders(cards: Counter[int]) -> Iterator[tuple[int, ...]]:
    """Every order of some cards, equal ones but once."""
    if not cards.total():
        yield ()
    for card in list(cards):
        if cards[card]:
            cards[card] -= 1
            for others in orders(cards):
                yield (card, *others)
            cards[card] += 1


class Truth(NamedTuple):
    """What the completions say: whether any fits, what each hidden card is in those that do, and whether a claim holds
    in all of them (True), in none (False), or in some (None)."""

    fits: bool
    cards: list[set[int]]
    claim: bool | None


def truth_of(hidden: Hidden, claim: str = "", at: int = 0) -> Truth:
    """Replay every completion as a record of its own."""
    cards: list[set[int]] = [set() for _ in hidden.spots]
    held = set()
    for laid, position in hidden.filled():
        if replay(hidden.record(position), hints=False).accepted:
            for seen, card in zip(cards, laid, strict=True):
                seen.add(card)
            if claim:
                held.add(replay(hidden.record(position, claim, at), hints=False).accepted)
    return Truth(bool(cards and cards[0]), cards, held.pop() if len(held) == 1 else None)


def seen_in(replayed: Replay, hidden: Hidden) -> list[set[int]]:
    """What a replay shows of the hidden cards: nothing, or which one it is."""
    places = replayed.at(0).places
    lying = [places[place][at] & ~DOWN for place, at in hidden.spots]
    return [set() if card == UNKNOWN else {card} for card in lying]


def hide(game: Game, position: Position, count: int, draw: random.Random) -> list[Spot]:
    """The places of some cards that are soon met, as far as there are any."""
    spots = []
    for name, pile in position.places.items():
        if name not in game.foundations:
            weight = 4 if name in game.fanned_places or name in ("exile", "talon", "hand") else 1
            near = range(len(pile)) if weight == 4 else range(max(0, len(pile) - 3), len(pile))
            spots += [(name, at) for at in near if pile[at] >= 0 for _ in range(weight)]
    draw.shuffle(spots)
    return list(dict.fromkeys(spots))[:count]
