"""What the reference simulators of Anna and the Japanese Rug share: cards, the seed deal, the digest, the record."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

RANKS = "A23456789TJQK"
SUITS = "CDHS"


def rank_of(card: str) -> int:
    """A=1 … K=13."""
    return RANKS.index(card[0]) + 1


def suit_of(card: str) -> str:
    """The suit letter of a card."""
    return card[1]


def two_packs() -> list[str]:
    """Cards in standard order: for each pack, suits C D H S, ranks A…K."""
    return [rank + suit for _pack in range(2) for suit in SUITS for rank in RANKS]


def shuffled_by_seed(cards: list[str], text: str) -> list[str]:
    """Deals, version 1: `seed:TEXT`; index 0 is dealt first."""
    cards = list(cards)
    mask = 2**64 - 1
    state = int.from_bytes(hashlib.sha256(text.encode("utf-8")).digest()[:8], "big")
    for i in range(len(cards) - 1, 0, -1):
        n = i + 1
        while True:
            state = (state + 0x9E3779B97F4A7C15) & mask  # SplitMix64
            x = state
            x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & mask
            x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & mask
            x = x ^ (x >> 31)
            if x < 2**64 - (2**64 % n):
                break
        j = x % n
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def digest(text: str) -> str:
    """SHA-256 of the position's text, first 16 hex digits."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:16]


def line(place: str, cards: list[str]) -> str:
    """One line of a position's text: bottom first, `-` if empty."""
    return f"{place}: {' '.join(cards) or '-'}\n"


def places_of(text: str) -> dict[str, list[str]]:
    """The places of a written table, one line a place, with their cards; `-` is an empty place."""
    places: dict[str, list[str]] = {}
    for written in text.strip().splitlines():
        place, _, cards = written.partition(":")
        if place.strip() in places:
            raise ValueError(f"{place} is written twice")
        places[place.strip()] = [card for card in cards.split() if card != "-"]
    return places


def complete(given: Mapping[str, str], readings: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """The reading of every id: the first one where nothing is given."""
    for name, reading in given.items():
        if name not in readings or reading not in readings[name]:
            raise ValueError(f"no such reading: {name}={reading}")
    return {name: given.get(name, choices[0]) for name, choices in readings.items()}


@dataclass
class Record:
    """A game that was played, with everything that can be said about each of its positions."""

    tokens: list[str] = field(default_factory=list)
    legal: list[list[str]] = field(default_factory=list)
    digests: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    can_lose: list[bool] = field(default_factory=list)
    standstill: list[bool] = field(default_factory=list)
    available: list[list[str]] = field(default_factory=list)
    left: list[int] = field(default_factory=list)
    won: bool = False
    packs: dict[int, list[str]] = field(default_factory=dict)
