"""What the reference simulators share: cards, deals, the digest, a record.

They exist only to be compared with the replay engine: they share no code with it, do nothing cleverly, and
follow the text of the rules sentence by sentence.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

RANKS = "A23456789TJQK"
SUITS = "CDHS"


def rank_of(card: str) -> int:
    """A=1 … K=13."""
    return RANKS.index(card[0]) + 1


def suit_of(card: str) -> str:
    """The suit letter of a card."""
    return card[1]


def card_of(rank: int, suit: str) -> str:
    """The card of that rank and suit, `TS`."""
    return RANKS[rank - 1] + suit


def is_red(card: str) -> bool:
    """Diamonds and hearts are red."""
    return suit_of(card) in "DH"


def standard_order(packs: int) -> list[str]:
    """ "For each pack, suits C D H S, ranks A…K"."""
    return [rank + suit for _pack in range(packs) for suit in SUITS for rank in RANKS]


def shuffled(cards: Sequence[str], seed: str) -> list[str]:
    """`seed:TEXT` ("Deals, version 1"): index 0 is dealt first."""
    order = list(cards)
    state = int.from_bytes(hashlib.sha256(seed.encode("utf-8")).digest()[:8], "big")
    mask = 2**64 - 1
    for i in range(len(order) - 1, 0, -1):
        n = i + 1
        while True:
            state = (state + 0x9E3779B97F4A7C15) & mask  # SplitMix64
            x = state
            x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & mask
            x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & mask
            x = x ^ (x >> 31)
            if x < 2**64 - (2**64 % n):  # by rejection
                break
        j = x % n
        order[i], order[j] = order[j], order[i]
    return order


def deal_without_aces(seed: str) -> list[str]:
    """Labyrinth and Martha: one pack, 48 cards, the aces out before the shuffle."""
    return shuffled([card for card in standard_order(1) if rank_of(card) != 1], seed)


def deal_two_packs(seed: str) -> list[str]:
    """The Reversal: two packs, 104 cards."""
    return shuffled(standard_order(2), seed)


def line(place: str, cards: Sequence[str]) -> str:
    """One line of a position's text: `-` is an empty place."""
    return f"{place}: {' '.join(cards) or '-'}\n"


def places_of(text: str) -> dict[str, list[str]]:
    """The places of a written table, one line a place, with their cards; `-` is an empty place, `--` a gap."""
    places: dict[str, list[str]] = {}
    for written in text.strip().splitlines():
        place, _, cards = written.partition(":")
        if place.strip() in places:
            raise ValueError(f"{place} is written twice")
        places[place.strip()] = [card for card in cards.split() if card != "-"]
    return places


def digest_of(text: str) -> str:
    """The first 16 hex digits of the SHA-256 of a position's text."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:16]


def complete(given: Mapping[str, str], readings: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """The reading of every id: the first one where nothing is given."""
    for name, reading in given.items():
        if name not in readings or reading not in readings[name]:
            raise ValueError(f"no such reading: {name}={reading}")
    return {name: given.get(name, choices[0]) for name, choices in readings.items()}


@dataclass
class Record:
    """A game that was played, with everything that can be compared at every position."""

    tokens: list[str] = field(default_factory=list)  # the moves, in long form
    legal: list[list[str]] = field(default_factory=list)  # before each move, and at the end
    digests: list[str] = field(default_factory=list)  # after the deal and after each move, as all that follow
    texts: list[str] = field(default_factory=list)  # what is hashed
    can_lose: list[bool] = field(default_factory=list)  # may `lost` be written there?
    standstill: list[bool] = field(default_factory=list)  # no available card fits a foundation
    available: list[list[str]] = field(default_factory=list)  # the available cards
    left: list[int] = field(default_factory=list)  # cards not on the foundations
    won: bool = False  # is the last position won?
    packs: dict[int, list[str]] = field(default_factory=dict)  # deal -> the written order of a shuffled redeal


class Table(Protocol):
    """What every simulated game can do."""

    def text(self) -> str:
        """The position's text."""

    def digest(self) -> str:
        """The position's digest."""

    def legal(self) -> list[str]:
        """Every legal move in long form."""

    def do(self, token: str) -> None:
        """Perform one of the legal moves."""

    def available(self) -> list[str]:
        """The available cards."""

    def standstill(self) -> bool:
        """No available card fits a foundation."""

    def left(self) -> int:
        """Cards not on the foundations."""

    def won(self) -> bool:
        """Is the position won?"""

    def lost_ok(self) -> bool:
        """May `lost` be written here?"""


def play_and_record(table: Table, weight: Callable[[str], float], rng: random.Random, most: int) -> Record:
    """A random legal game, until it is won, no move is legal, or `most` moves are made."""
    record = Record()
    while True:
        legal = sorted(set(table.legal()))
        record.legal.append(legal)
        record.texts.append(table.text())
        record.digests.append(table.digest())
        record.can_lose.append(table.lost_ok())
        record.standstill.append(table.standstill())
        record.available.append(sorted(set(table.available())))
        record.left.append(table.left())
        if table.won() or not legal or len(record.tokens) >= most:
            record.won = table.won()
            return record
        token = rng.choices(legal, [weight(choice) for choice in legal])[0]
        table.do(token)
        record.tokens.append(token)
