"""An independent, literal reference simulator for the Japanese Rug.

It exists only to be compared with the replay engine: it shares no code with it and does nothing cleverly.
Quoted sentences are those of the rules.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from tests.oracles.common import (
    RANKS,
    SUITS,
    Action,
    Record,
    TalonTable,
    complete,
    line,
    places_of,
    rank_of,
    shuffled,
    standard_order,
    suit_of,
)

NAME = "The Japanese Rug"

READINGS: dict[str, tuple[str, ...]] = {
    "JR1": ("2", "1", "3"),
    "JR3": ("optional", "required"),
    "JR4": ("no", "yes"),
    "JR7": ("turned-over", "shuffled"),
    "JR8": ("optional", "forced"),
    "JR9": ("none", "optional"),
}

_DEFAULT: dict[str, str] = {name: choices[0] for name, choices in READINGS.items()}

BOOKS: dict[str, dict[str, str]] = {
    "dick-1898": _DEFAULT,
    "wikipedia": {**_DEFAULT, "JR1": "1"},
    "feingames": {**_DEFAULT, "JR1": "1", "JR9": "optional"},
}

#: A move, not yet spelled out:
#:   ("foundation", place, way)   an available card to a foundation; place is deal, talon or r1c1 …, way ^ or v
#:   ("marry", place)             a free rug card on the top of the talon
#:   ("to-talon",)                the card in hand to the talon
#:   ("turn-up",)                 the next card into the hand
#:   ("turn-up", *another)        the same, and what is done with the card
#:   ("redeal",)
#:   ("reverse", suit, ways)      the top card of one foundation of a suit to the other, ways ^v or v^


class Table(TalonTable):
    """A whole position."""

    SHUFFLED = "JR7"

    def __init__(self, readings: Mapping[str, str]) -> None:
        self.readings = dict(readings)
        # "One ace and one king of each suit are the foundations: aces up, kings down."
        self.foundations: dict[str, list[str]] = {}
        for suit in SUITS:
            self.foundations[suit + "^"] = ["A" + suit]
        for suit in SUITS:
            self.foundations[suit + "v"] = ["K" + suit]
        self.rug: dict[tuple[int, int], str | None] = {}
        for row in range(1, 9):
            for column in range(1, 9):
                self.rug[row, column] = None
        self.talon: list[str] = []
        self.hand: str | None = None
        self.stock: list[str] = []  # the card that comes next is the last
        self.deal = 1

    @classmethod
    def from_text(cls, text: str, readings: Mapping[str, str]) -> Table:
        """The position of a written table; what is left out is empty, a foundation its base."""
        table = cls(complete(readings, READINGS))
        places = places_of(text)
        for suit in SUITS:
            for top in places.get(suit + "^", []):
                table.foundations[suit + "^"] = [rank + suit for rank in RANKS[: rank_of(top)]]
            for top in places.get(suit + "v", []):
                table.foundations[suit + "v"] = [rank + suit for rank in reversed(RANKS[rank_of(top) - 1 :])]
        for row in range(1, 9):
            cards = places.get(f"r{row}", ["--"] * 8)
            if len(cards) != 8:
                raise ValueError(f"a row has eight places: {cards}")
            for column in range(1, 9):
                table.rug[row, column] = None if cards[column - 1] == "--" else cards[column - 1]
        table.talon = places.get("talon", [])
        for card in places.get("hand", []):
            table.hand = card
        table.stock = places.get("stock", [])
        table.deal = int(places["deal"][0]) if "deal" in places else 1
        return table

    def copy(self) -> Table:
        """An independent copy."""
        other = Table(self.readings)
        other.foundations = {place: list(family) for place, family in self.foundations.items()}
        other.rug = dict(self.rug)
        other.talon = list(self.talon)
        other.hand = self.hand
        other.stock = list(self.stock)
        other.deal = self.deal
        return other

    # -- looking

    def fits(self, card: str, way: str) -> bool:
        """Does the card continue the foundation of its suit that is built up (^) or down (v)?"""
        top = self.foundations[suit_of(card) + way][-1]
        if way == "^":
            return rank_of(card) == rank_of(top) + 1
        return rank_of(card) == rank_of(top) - 1

    def upright(self, row: int, column: int) -> bool:
        """ "Alternately upright and longways in rows and columns"; the corner r1c1 is upright."""
        return (row - 1 + column - 1) % 2 == 0

    def empty_or_off(self, row: int, column: int) -> bool:
        """Is the place empty or off the rug?"""
        if row < 1 or row > 8 or column < 1 or column > 8:
            return True
        return self.rug[row, column] is None

    def free(self, row: int, column: int) -> bool:
        """Is there a card with a free narrow end?"""
        if self.rug[row, column] is None:
            return False
        if self.upright(row, column):
            return self.empty_or_off(row - 1, column) or self.empty_or_off(row + 1, column)
        return self.empty_or_off(row, column - 1) or self.empty_or_off(row, column + 1)

    def free_rug_cards(self) -> list[tuple[str, str]]:
        """(place, card) of every free card of the rug."""
        cards: list[tuple[str, str]] = []
        for (row, column), card in self.rug.items():
            if card is not None and self.free(row, column):
                cards.append((f"r{row}c{column}", card))
        return cards

    def available_places(self) -> list[tuple[str, str]]:
        """The free rug cards, the talon top and the card in hand: (place, card)."""
        cards = self.free_rug_cards()
        if self.talon:
            cards.append(("talon", self.talon[-1]))
        if self.hand is not None:
            cards.append(("deal", self.hand))
        return cards

    def standstill(self) -> bool:
        """No available card fits a foundation."""
        return not any(self.fits(card, "^") or self.fits(card, "v") for _place, card in self.available_places())

    def left(self) -> int:
        """Cards not on the foundations."""
        return 104 - sum(len(family) for family in self.foundations.values())

    def won(self) -> bool:
        """ "Won: 104." """
        return self.left() == 0

    def all_cards(self) -> list[str]:
        """Every card there is, sorted."""
        cards = list(self.talon) + list(self.stock)
        if self.hand is not None:
            cards.append(self.hand)
        for family in self.foundations.values():
            cards.extend(family)
        for card in self.rug.values():
            if card is not None:
                cards.append(card)
        return sorted(cards)

    def text(self) -> str:
        """The text whose hash is the digest."""
        text = ""
        for place, family in self.foundations.items():
            text += line(place, [family[-1]])
        for row in range(1, 9):
            text += line(f"r{row}", [self.rug[row, column] or "--" for column in range(1, 9)])
        text += line("talon", self.talon)
        text += line("hand", [] if self.hand is None else [self.hand])
        text += line("stock", self.stock)
        text += line("deal", [str(self.deal)])
        return text

    # -- legal moves

    def actions(self) -> list[Action]:
        """Every legal move."""
        if self.won():  # "Nothing may follow a won position but the result word."
            return []
        # JR9 = optional: held back by nothing, and forces nothing.
        return self._reversals() + self._forward()

    def _reversals(self) -> list[Action]:
        """ "When the two foundations of a suit meet the top card of either, never a base, may be moved"."""
        reversals: list[Action] = []
        for suit in SUITS if self.readings["JR9"] == "optional" else "":
            up, down = self.foundations[suit + "^"], self.foundations[suit + "v"]
            if rank_of(down[-1]) == rank_of(up[-1]) + 1:
                reversals += [("reverse", suit, "^v")] * (len(up) > 1) + [("reverse", suit, "v^")] * (len(down) > 1)
        return reversals

    def _forward(self) -> list[Action]:
        """Every legal move but those between foundations."""
        plays = self._plays()
        # JR8 = forced, "while an available card, the one in the hand included, fits a foundation: no turning up, no
        # marriage, no hand to the talon, no redeal".  Tokens that turn a card up and place it are turnings up.
        if self.readings["JR8"] == "forced" and plays:
            return plays
        marriages = self._marriages()
        plays_and_marriages = plays + marriages
        if self.readings["JR3"] == "required" and marriages:
            return plays_and_marriages  # "while one is possible: no turning up, no hand to the talon, no redeal"
        return plays_and_marriages + self.hand_to_talon() + self._turnings_up() + self._redeals()

    def _plays(self) -> list[Action]:
        plays: list[Action] = []
        for place, card in self.available_places():
            for way in "^v":
                if self.fits(card, way):
                    plays.append(("foundation", place, way))
        return plays

    def _marriages(self) -> list[Action]:
        if not self.talon:  # "No marriage on an empty talon"
            return []
        top = self.talon[-1]
        return [("marry", place) for place, card in self.free_rug_cards() if self._marries(card, top)]

    def _marries(self, card: str, top: str) -> bool:
        """ "In suit, one up or down"; JR4: between ace and king."""
        if suit_of(card) != suit_of(top):
            return False
        if rank_of(card) == rank_of(top) + 1 or rank_of(card) == rank_of(top) - 1:
            return True
        return self.readings["JR4"] == "yes" and sorted([card[0], top[0]]) == ["A", "K"]

    def _turnings_up(self) -> list[Action]:
        if self.hand is not None or not self.stock:
            return []
        turnings: list[Action] = [("turn-up",)]
        turned = self.copy()
        turned.perform(("turn-up",), None)
        for action in turned.actions():
            if action[0] == "to-talon" or action[:2] == ("foundation", "deal"):
                turnings.append(("turn-up", *action))
        return turnings

    def _redeals(self) -> list[Action]:
        """ "Legal when stock and hand are empty and a redeal is left …; not with nothing to redeal"; JR1."""
        if not self.stock and self.hand is None and self.talon and self.deal - 1 < int(self.readings["JR1"]):
            return [("redeal",)]
        return []

    # -- moving

    def perform(self, action: Action, pack: list[str] | None) -> str:
        """Do one move and return its long form; `pack` is the order of a shuffled redeal."""
        if action[0] == "foundation":
            place, way = action[1], action[2]
            card = self._take(place)
            self.foundations[suit_of(card) + way].append(card)
            return f"{place}:{card}{way}"
        if action[0] == "reverse":
            suit, ways = action[1], action[2]
            card = self.foundations[suit + ways[0]].pop()
            self.foundations[suit + ways[1]].append(card)
            return card + ways
        if action[0] == "marry":
            card = self._take(action[1])
            self.talon.append(card)
            return f"{action[1]}:{card}>talon"
        if action[0] == "to-talon":
            card = self._take("deal")
            self.talon.append(card)
            return f"deal:{card}>talon"
        if action[0] == "redeal":
            return self._redeal(pack)
        card = self.stock.pop()
        self.hand = card
        if len(action) == 1:
            return f"deal+{card}"
        return self.perform(action[1:], None)

    def _take(self, place: str) -> str:
        """Take the available card of a place away."""
        if place == "talon":
            return self.talon.pop()
        card: str | None
        if place == "deal":
            card = self.hand
            self.hand = None
        else:
            row, column = int(place[1]), int(place[3])
            card = self.rug[row, column]
            self.rug[row, column] = None  # "Rug places are never refilled."
        if card is None:
            raise ValueError(f"nothing at {place}")
        return card

    def _redeal(self, pack: list[str] | None) -> str:
        if self.shuffled():
            if pack is None or sorted(pack) != sorted(self.talon):
                raise ValueError("the order of a shuffled redeal")
            order = list(pack)
        else:
            order = list(self.talon)  # "the first card laid on the talon comes first"
        self.talon = []
        self.stock = list(reversed(order))
        self.deal += 1
        return "redeal"


def start(seed: str, readings: Mapping[str, str]) -> Table:
    """The dealt position: "r1c1…r1c8, r2c1 …; the other 32 are the stock"."""
    table = Table(complete(readings, READINGS))
    cards = standard_order(2)
    for suit in SUITS:  # the bases, of the first pack
        cards.remove("A" + suit)
        cards.remove("K" + suit)
    cards = shuffled(cards, seed)
    for row in range(1, 9):
        for column in range(1, 9):
            table.rug[row, column] = cards.pop(0)
    table.stock = list(reversed(cards))
    return table


def _weight(token: str) -> float:
    """How much the random player likes a move: plays, then marriages, then the rest."""
    if token.endswith(("^v", "v^")):
        return 2.0
    if token.endswith(("^", "v")):
        return 200.0
    if token == "redeal":
        return 0.3
    if token.startswith("deal+"):
        return 2.0
    if token.startswith("deal:"):
        return 3.0
    return 12.0


def record(seed: str, readings: dict[str, str], rng: random.Random, most: int = 700) -> Record:
    """Deal `seed:<seed>` and play a random legal game."""
    return start(seed, readings).play_and_record(_weight, rng, most)
