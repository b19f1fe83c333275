"""What the reference simulators share: cards, deals, the digest, a record.

They exist only to be compared with the replay engine: they share no code with it, do nothing cleverly, and
follow the text of the rules sentence by sentence.
"""

from __future__ import annotations

import hashlib
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

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

    def note(self, table: GameTable, legal: list[str]) -> None:
        """Write down all that can be compared at a position."""
        self.legal.append(legal)
        self.texts.append(table.text())
        self.digests.append(table.digest())
        self.can_lose.append(table.lost_ok())
        self.standstill.append(table.standstill())
        self.available.append(sorted(set(table.available())))
        self.left.append(table.left())


class GameTable(ABC):
    """What every simulated game can do."""

    @abstractmethod
    def text(self) -> str:
        """The position's text."""

    @abstractmethod
    def legal(self) -> list[str]:
        """Every legal move in long form."""

    @abstractmethod
    def do(self, token: str) -> None:
        """Perform one of the legal moves."""

    @abstractmethod
    def available(self) -> list[str]:
        """The available cards."""

    @abstractmethod
    def standstill(self) -> bool:
        """No available card fits a foundation."""

    @abstractmethod
    def left(self) -> int:
        """Cards not on the foundations."""

    @abstractmethod
    def won(self) -> bool:
        """Is the position won?"""

    def lost_ok(self) -> bool:
        """May `lost` be written here? "Not won, and no legal move of any kind is left." """
        return not self.won() and not self.legal()

    def digest(self) -> str:
        """The position's digest: the first 16 hex digits of the SHA-256 of its text."""
        return digest_of(self.text())


#: A move of a game with a talon, not yet spelled out: what it is, and with which cards and places.
Action = tuple[str, ...]


class TalonTable(GameTable):
    """A table of Anna or the Japanese Rug: cards are turned up one by one, and go to a talon that is dealt again."""

    #: the point whose reading says whether the talon is shuffled
    SHUFFLED: str
    readings: dict[str, str]
    talon: list[str]
    hand: str | None
    deal: int

    @abstractmethod
    def copy(self) -> Self:
        """An independent copy."""

    @abstractmethod
    def available_places(self) -> list[tuple[str, str]]:
        """The available cards: (place, card)."""

    @abstractmethod
    def all_cards(self) -> list[str]:
        """Every card there is, sorted."""

    @abstractmethod
    def actions(self) -> list[Action]:
        """Every legal move."""

    @abstractmethod
    def perform(self, action: Action, pack: list[str] | None) -> str:
        """Do one move with all that follows, and return its long form; `pack` is the order of a shuffled redeal."""

    def shuffled(self) -> bool:
        """Is the talon shuffled before it is dealt again?"""
        return self.readings[self.SHUFFLED] == "shuffled"

    def available(self) -> list[str]:
        return [card for _place, card in self.available_places()]

    def hand_to_talon(self) -> list[Action]:
        """The move of the card in hand to the talon, if there is one."""
        return [("to-talon",)] if self.hand is not None else []

    def legal(self) -> list[str]:
        return list(self.moves())

    def moves(self) -> dict[str, Action]:
        """The legal moves in long form; the order of a shuffled redeal is not known before it."""
        moves: dict[str, Action] = {}
        for action in self.actions():
            if action == ("redeal",) and self.shuffled():
                moves["redeal"] = action
            else:
                moves[self.copy().perform(action, None)] = action
        return moves

    def do(self, token: str, pack: list[str] | None = None) -> None:
        """Perform one of the legal moves; `pack` is the written order of a shuffled redeal."""
        moves = self.moves()
        if token not in moves:
            raise ValueError(f"{token} is not legal here")
        self.perform(moves[token], pack)

    def play_and_record(self, weight: Callable[[str], float], rng: random.Random, most: int) -> Record:
        """A random legal game; the talon is shuffled where the rules say so."""
        game = Record()
        while True:
            legal = self.moves()
            game.note(self, sorted(legal))
            if not legal or len(game.tokens) >= most:
                break
            choices = sorted(legal)
            action = legal[rng.choices(choices, [weight(token) for token in choices])[0]]
            pack: list[str] | None = None
            if action == ("redeal",) and self.shuffled():
                pack = list(self.talon)
                rng.shuffle(pack)
                game.packs[self.deal + 1] = pack
            game.tokens.append(self.perform(action, pack))
            if self.all_cards() != sorted(standard_order(2)):
                raise RuntimeError("a card was lost or made")
        game.won = self.won()
        return game


def play_and_record(table: GameTable, weight: Callable[[str], float], rng: random.Random, most: int) -> Record:
    """A random legal game, until it is won, no move is legal, or `most` moves are made."""
    record = Record()
    while True:
        legal = sorted(set(table.legal()))
        record.note(table, legal)
        if table.won() or not legal or len(record.tokens) >= most:
            record.won = table.won()
            return record
        token = rng.choices(legal, [weight(choice) for choice in legal])[0]
        table.do(token)
        record.tokens.append(token)
