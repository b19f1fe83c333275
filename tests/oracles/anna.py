"""An independent, literal reference simulator for Anna.

It exists only to be compared with the replay engine: it shares no code with it and does nothing cleverly.
Quoted sentences are those of the rules.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from tests.oracles.common import (
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

NAME = "Anna"

READINGS: dict[str, tuple[str, ...]] = {
    "AN1": ("wrap", "no-wrap"),
    "AN2": ("plays-and-marries", "plays-only"),
    "AN3": ("one-card", "run"),
    "AN7": ("turned-over", "shuffled"),
    "AN8": ("optional", "forced"),
}

BOOKS: dict[str, dict[str, str]] = {"dick-1898": {name: choices[0] for name, choices in READINGS.items()}}

#: "Foundations are built in suit J, 10, 9 … 2, A, K: twelve cards."
FAMILY = "JT98765432AK"

#: A move, not yet spelled out:
#:   ("foundation", place)        an available card to a foundation; place is deal, talon or a pile number
#:   ("marry", place, card, to)   the card (and, from a pile, what lies on it) on pile `to`
#:   ("to-talon",)                the card in hand to the talon
#:   ("turn-up",)                 the next card into the hand; a knave goes out
#:   ("turn-up", *another)        the same, and what is done with the card
#:   ("redeal",)


class Table(TalonTable):
    """A whole position."""

    SHUFFLED = "AN7"

    def __init__(self, readings: Mapping[str, str]) -> None:
        self.readings = dict(readings)
        self.foundations: dict[str, list[list[str]]] = {suit: [] for suit in SUITS}
        self.piles: dict[int, list[str]] = {number: [] for number in range(1, 9)}
        self.talon: list[str] = []
        self.hand: str | None = None
        self.stock: list[str] = []  # the card that comes next is the last
        self.deal = 1

    @classmethod
    def from_text(cls, text: str, readings: Mapping[str, str]) -> Table:
        """The position of a written table, as it is written; what is left out is empty."""
        table = cls(complete(readings, READINGS))
        places = places_of(text)
        for suit in SUITS:
            for top in places.get(suit + "v", []):
                family = FAMILY[: FAMILY.index(top[0]) + 1]
                table.foundations[suit].append([rank + suit for rank in family])
        for number in table.piles:
            table.piles[number] = places.get(str(number), [])
        table.talon = places.get("talon", [])
        for card in places.get("hand", []):
            table.hand = card
        table.stock = places.get("stock", [])
        table.deal = int(places["deal"][0]) if "deal" in places else 1
        return table

    def copy(self) -> Table:
        """An independent copy."""
        other = Table(self.readings)
        other.foundations = {suit: [list(family) for family in both] for suit, both in self.foundations.items()}
        other.piles = {number: list(pile) for number, pile in self.piles.items()}
        other.talon = list(self.talon)
        other.hand = self.hand
        other.stock = list(self.stock)
        other.deal = self.deal
        return other

    # -- looking

    def fits(self, card: str) -> bool:
        """Does the card continue a foundation of its suit?"""
        return any(self._next(family) == card for family in self.foundations[suit_of(card)])

    def _next(self, family: list[str]) -> str | None:
        """The card that a foundation waits for."""
        if len(family) == len(FAMILY):
            return None
        return FAMILY[len(family)] + suit_of(family[0])

    def available_places(self) -> list[tuple[str, str]]:
        """ "The card just dealt, the top of each auxiliary pile, the top of the talon": (place, card)."""
        cards: list[tuple[str, str]] = []
        if self.hand is not None:
            cards.append(("deal", self.hand))
        for number, pile in self.piles.items():
            if pile:
                cards.append((str(number), pile[-1]))
        if self.talon:
            cards.append(("talon", self.talon[-1]))
        return cards

    def standstill(self) -> bool:
        """No available card fits a foundation."""
        return not any(self.fits(card) for _place, card in self.available_places())

    def won(self) -> bool:
        """ "Eight kings on the foundations *and* eight queens in the A"."""
        kings = 0
        for both in self.foundations.values():
            for family in both:
                if family[-1][0] == "K":
                    kings += 1
        queens = 0
        for pile in self.piles.values():
            if len(pile) == 1 and pile[0][0] == "Q":
                queens += 1
        return kings == 8 and queens == 8

    def left(self) -> int:
        """Cards not on the foundations."""
        return 104 - sum(len(family) for both in self.foundations.values() for family in both)

    def all_cards(self) -> list[str]:
        """Every card there is, sorted."""
        cards = list(self.talon) + list(self.stock)
        if self.hand is not None:
            cards.append(self.hand)
        for both in self.foundations.values():
            for family in both:
                cards.extend(family)
        for pile in self.piles.values():
            cards.extend(pile)
        return sorted(cards)

    def text(self) -> str:
        """The text whose hash is the digest."""
        text = ""
        for suit in SUITS:
            fuller_first = sorted(self.foundations[suit], key=len, reverse=True)
            text += line(suit + "v", [family[-1] for family in fuller_first])
        for number, pile in self.piles.items():
            text += line(str(number), pile)
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
        plays = self._plays()
        if self.readings["AN8"] == "forced" and plays:  # "before anything else"
            return plays
        return plays + self._marriages() + self.hand_to_talon() + self._turnings_up() + self._redeals()

    def _plays(self) -> list[Action]:
        return [("foundation", place) for place, card in self.available_places() if self.fits(card)]

    def _marriages(self) -> list[Action]:
        marriages: list[Action] = []
        for to, pile in self.piles.items():
            if not pile:
                continue
            if self.hand is not None and self._marries(self.hand, pile[-1]):
                marriages.append(("marry", "deal", self.hand, str(to)))
            talon_marries = self.readings["AN2"] == "plays-and-marries"
            if self.talon and talon_marries and self._marries(self.talon[-1], pile[-1]):
                marriages.append(("marry", "talon", self.talon[-1], str(to)))
            for number, source in self.piles.items():
                if number == to:
                    continue
                for index in range(len(source)):
                    if index < len(source) - 1 and self.readings["AN3"] == "one-card":
                        continue  # only the top
                    if index == 0 and source[0][0] == "Q":
                        continue  # "A queen in the layout or in a vacancy never leaves"
                    if self._marries(source[index], pile[-1]):
                        marriages.append(("marry", str(number), source[index], str(to)))
        return marriages

    def _marries(self, card: str, auxiliary: str) -> bool:
        """ "An available card goes on an auxiliary of its suit that is one rank lower." """
        if suit_of(card) != suit_of(auxiliary):
            return False
        if rank_of(auxiliary) == rank_of(card) - 1:
            return True
        return self.readings["AN1"] == "wrap" and auxiliary[0] == "K" and card[0] == "A"

    def _turnings_up(self) -> list[Action]:
        if self.hand is not None or not self.stock:
            return []
        turnings: list[Action] = [("turn-up",)]
        if self.stock[-1][0] == "J":  # "A knave turned up goes out … it is never left in the hand"
            return turnings
        turned = self.copy()
        turned.perform(("turn-up",), None)
        for action in turned.actions():
            if action[0] == "to-talon" or action[:2] in (("foundation", "deal"), ("marry", "deal")):
                turnings.append(("turn-up", *action))
        return turnings

    def _redeals(self) -> list[Action]:
        """ "Legal when stock and hand are empty and a redeal is left …; not with nothing to redeal"; two redeals."""
        if not self.stock and self.hand is None and self.deal < 3 and self.talon:
            return [("redeal",)]
        return []

    # -- moving

    def perform(self, action: Action, pack: list[str] | None) -> str:
        """Do one move with all that follows, and return its long form; `pack` is the order of a shuffled redeal."""
        if action[0] == "foundation":
            return self._to_foundation(action[1])
        if action[0] == "marry":
            return self._marry(action[1], action[2], int(action[3]))
        if action[0] == "to-talon":
            return self._place_on_talon()
        if action[0] == "redeal":
            return self._redeal(pack)
        card = self.stock.pop()
        if card[0] == "J":
            self._build(card)
            return f"deal:{card}v"
        self.hand = card
        if len(action) == 1:
            return f"deal+{card}"
        return self.perform(action[1:], None)

    def _build(self, card: str) -> None:
        """Put a card on a foundation: a knave starts one."""
        both = self.foundations[suit_of(card)]
        if card[0] == "J":
            both.append([card])
            return
        for family in both:
            if self._next(family) == card:
                family.append(card)
                return
        raise ValueError(f"{card} fits no foundation")

    def _take(self, place: str) -> str:
        """Take the available card of a place away."""
        if place == "deal":
            card = self.hand
            if card is None:
                raise ValueError("no card in hand")
            self.hand = None
            return card
        if place == "talon":
            return self.talon.pop()
        return self.piles[int(place)].pop()

    def _to_foundation(self, place: str) -> str:
        card = self._take(place)
        self._build(card)
        return f"{place}:{card}v" + self._shown(self._fill())

    def _marry(self, place: str, card: str, to: int) -> str:
        if place in ("deal", "talon"):
            self.piles[to].append(self._take(place))
        else:
            source = self.piles[int(place)]
            index = source.index(card)
            self.piles[to].extend(source[index:])
            del source[index:]
        return f"{place}:{card}>{to}" + self._shown(self._fill())

    def _place_on_talon(self) -> str:
        card = self._take("deal")
        self.talon.append(card)
        return f"deal:{card}>talon" + self._shown(self._fill())

    def _redeal(self, pack: list[str] | None) -> str:
        if self.shuffled():
            if pack is None or sorted(pack) != sorted(self.talon):
                raise ValueError("the order of a shuffled redeal")
            order = list(pack)
        else:
            order = list(self.talon)  # "the first card laid on the talon is dealt first"
        self.talon = []
        self.stock = list(reversed(order))
        self.deal += 1
        return "redeal" + self._shown(self._fill())  # "at the redeal vacancies are filled first, lowest number first"

    def _shown(self, cards: list[str]) -> str:
        return "+" + ",".join(cards) if cards else ""

    def _fill(self) -> list[str]:
        """Fill the vacancies, lowest number first; the cards that move."""
        shown: list[str] = []
        for number in self.piles:
            while not self.piles[number] and self.stock:  # "Vacancies are filled from the pack at once."
                card = self.stock.pop()
                shown.append(card)
                if card[0] == "J":  # goes out, and the next card fills
                    self._build(card)
                else:
                    self.piles[number].append(card)
        return shown


def start(seed: str, readings: Mapping[str, str]) -> Table:
    """The dealt position: "auxiliaries 1–8; a knave goes out and the next card takes its place"."""
    table = Table(complete(readings, READINGS))
    table.stock = list(reversed(shuffled(standard_order(2), seed)))
    table._fill()
    return table


def _weight(token: str) -> float:
    """How much the random player likes a move: plays, then marriages, then the rest."""
    move = token.partition("+")[0]
    if move.endswith("v"):
        return 200.0
    if move == "redeal":
        return 0.3
    if move == "deal":
        return 2.0
    if move.endswith(">talon"):
        return 3.0
    return 12.0


def record(seed: str, readings: dict[str, str], rng: random.Random, most: int = 700) -> Record:
    """Deal `seed:<seed>` and play a random legal game."""
    return start(seed, readings).play_and_record(_weight, rng, most)
