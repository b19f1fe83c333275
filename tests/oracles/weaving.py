"""An independent, literal reference simulator for Leoni's Own and Weaver's.

It exists only to be compared with the replay engine: it shares no code with it, does nothing cleverly,
and follows the text of the rules sentence by sentence.  "Rule n" is a numbered rule of section 1 of the
rules of Leoni's Own, "Ln" an id of section 2, "settled" a paragraph of section 5.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tests.oracles.common import SUITS, GameTable, card_of, rank_of, shuffled, standard_order, suit_of

KING = 13

# --------------------------------------------------------------------------- rule books (section 2)

READINGS: dict[str, tuple[str, ...]] = {
    "L1": ("one-each",),
    "L2": ("chain", "rotate-once"),
    "L3": ("stalemate", "weave-stops"),
    "L4": ("ends-deal", "ends-weave"),
    "L5": ("recheck", "unchecked"),
    "L6": ("stops", "continues"),
    "L6a": ("draw-first", "play-first"),
    "L6b": ("top", "bottom"),
    "L6c": ("play-first", "always-13"),
    "L6d": ("stays", "whenever"),
    "L7": ("optional", "none", "immediate", "now-or-never"),
    "L9": ("top", "any"),
    "L10": ("lifo", "fifo"),
    "L11": ("standstill", "last-exile"),
    "L11a": ("no", "yes"),
    "L12": ("pile13-first", "pile1-first", "unturned", "shuffled"),
    "L13": ("bottom",),
    "L14": ("short",),
    "L15": ("2", "0", "1", "3"),
    "L16": ("aces-and-kings", "eight-kings"),
    "L17": ("13", "12"),
}

_DEFAULT: dict[str, str] = {name: readings[0] for name, readings in READINGS.items()}

BOOKS: dict[str, dict[str, str]] = {
    "wikipedia": dict(_DEFAULT),
    "gamerules": {
        **_DEFAULT,
        "L2": "rotate-once",
        "L3": "weave-stops",
        "L6b": "bottom",
        "L6d": "whenever",
        "L7": "now-or-never",
        "L11a": "yes",
    },
    "mcneely": {
        **_DEFAULT,
        "L4": "ends-weave",
        "L6": "continues",
        "L6a": "play-first",
        "L6c": "always-13",
        "L7": "none",
    },
    "weavers": {**_DEFAULT, "L16": "eight-kings", "L17": "12", "L7": "none"},  # section 3
}


def readings_for(book: str, overrides: Mapping[str, str]) -> dict[str, str]:
    """The readings of a book with single ids overridden; ValueError for what cannot be (section 2, settled)."""
    if book not in BOOKS:
        raise ValueError(f"unknown rule book {book!r}; there are {', '.join(BOOKS)}")
    readings = dict(BOOKS[book])
    for name, reading in overrides.items():
        if name not in READINGS:
            raise ValueError(f"unknown id {name!r}; there are {', '.join(READINGS)}")
        if reading not in READINGS[name]:
            raise ValueError(f"{name} has no reading {reading!r}; it has {', '.join(READINGS[name])}")
        readings[name] = reading
    if readings["L16"] == "eight-kings":
        for name, reading in overrides.items():
            if name in ("L6", "L6a", "L6b", "L6c", "L6d"):
                raise ValueError(f"{name}={reading} cannot go with L16=eight-kings")
        if readings["L7"] != "none":
            raise ValueError(f"L7={readings['L7']} cannot go with L16=eight-kings")
    elif readings["L17"] == "12":
        raise ValueError("L17=12 cannot go with L16=aces-and-kings")
    return readings


# --------------------------------------------------------------------------- cards and deals


def deal_seed(text: str, eight_kings: bool = False) -> list[str]:
    """The 96 cards of `seed:TEXT` in the order dealt ("Deals, version 1")."""
    cards = standard_order(2)
    if eight_kings:  # section 3: eight Kings are the foundations
        cards = [card for card in cards if rank_of(card) != KING]
    else:  # rule 1: one ace and one king of each suit, those of the first pack
        for suit in SUITS:
            cards.remove("A" + suit)
            cards.remove("K" + suit)
    return shuffled(cards, text)


# --------------------------------------------------------------------------- the table

# What a player may do, before it is spelled out as a token:
#   ("play", place, card, way)   ("reversal", suit, ways)   ("exile", card, how)   ("redeal",)
# where `way` is ^ or v, `ways` is ^v or v^ and `how` is ^, v, >13 or weave.
Action = tuple[str, ...]


class Table(GameTable):
    """A whole position: what lies where, what is due, and whether a stalemate has ended the deal."""

    def __init__(self, readings: Mapping[str, str]) -> None:
        self.readings = dict(readings)
        self.pile_count = int(self.readings["L17"])
        # Ranks of the foundations' top cards; under L16 = eight-kings two a suit, the fuller (lower) first.
        self.tops: dict[str, list[int]] = {}
        if self.readings["L16"] == "eight-kings":
            for suit in SUITS:
                self.tops[suit + "v"] = [KING, KING]
        else:
            for suit in SUITS:
                self.tops[suit + "^"] = [1]
            for suit in SUITS:
                self.tops[suit + "v"] = [KING]
        self.piles: dict[int, list[str]] = {p: [] for p in range(1, self.pile_count + 1)}  # bottom first
        self.exiles: list[str] = []  # the card to be turned up next is the last (settled, "Exiles")
        self.deal = 1
        #: the written order of the next redeal (L12 = shuffled)
        self.pack: list[str] | None = None
        # L6a = draw-first, L6d = whenever, a turned-up king in pile 13: the next exile must be turned up
        self.exile_due = False
        # L7 = immediate or now-or-never: a combination that has been begun, the suit and the way that was chosen
        self.combining: tuple[str, str] | None = None
        # The same readings: suits that have no reversal any more in the game, as they were combined or (now-or-never)
        # their chance has passed.  Nothing of this is in the text, nor is what is due.
        self.closed: set[str] = set()
        self.stalemate = False  # rule 8 with L4 = ends-deal: the deal is over at once

    # -- construction

    @classmethod
    def from_stock(cls, stock: Sequence[str], readings: Mapping[str, str]) -> Table:
        """The first deal of a stock (rule 2)."""
        table = cls(readings)
        table._deal_out(list(stock))
        return table

    @classmethod
    def from_position(
        cls,
        readings: Mapping[str, str],
        foundations: Mapping[str, str] | None = None,
        piles: Mapping[int, Sequence[str]] | None = None,
        exiles: Sequence[str] = (),
        deal: int = 1,
    ) -> Table:
        """An explicit position; foundations by place, `{"H^": "6H"}` or (eight kings) `{"Hv": "9H KH"}`.

        Settled, L7: every suit that meets in a layout has its chance open (now-or-never) or is due (immediate), even
        if it may have been combined before: no suit is closed.  No exile is due, and no stalemate has ended the deal.
        """
        table = cls(readings)
        for place, cards in (foundations or {}).items():
            if place not in table.tops:
                raise ValueError(f"no foundation {place}")
            table.tops[place] = sorted(rank_of(card) for card in cards.split())
        for number, pile in (piles or {}).items():
            if number not in table.piles:
                raise ValueError(f"no pile {number}")
            table.piles[number] = list(pile)
        table.exiles = list(exiles)
        table.deal = deal
        return table

    @classmethod
    def from_text(cls, text: str, readings: Mapping[str, str]) -> Table:
        """The position of a written table; what is left out is as before the deal: bases only, empty, deal 1."""
        lines = [line.split(":", 1) for line in text.strip().splitlines()]
        places = {name.strip(): cards.replace("-", " ").split() for name, cards in lines}
        return cls.from_position(
            readings,
            {name: " ".join(cards) for name, cards in places.items() if name[-1] in "^v"},
            {int(name): cards for name, cards in places.items() if name.isdigit()},
            places.get("exile", []),
            int(places["deal"][0]) if "deal" in places else 1,
        )

    def copy(self) -> Table:
        """An independent copy."""
        return copy.deepcopy(self)

    # -- looking

    def ways(self, card: str) -> list[str]:
        """The foundations (`^`, `v`) that the card fits; two alike count once (rule 4, section 3)."""
        ways = []
        suit, rank = suit_of(card), rank_of(card)
        if suit + "^" in self.tops and self.tops[suit + "^"][0] + 1 == rank:
            ways.append("^")
        if any(top - 1 == rank for top in self.tops[suit + "v"]):
            ways.append("v")
        return ways

    def fits(self, card: str) -> bool:
        """Does the card fit a foundation as things lie, without any reversal?"""
        return bool(self.ways(card))

    def available(self) -> list[str]:
        """The available cards."""
        return [card for _place, card in self.available_places()]

    def available_places(self) -> list[tuple[int, str]]:
        """Rule 3: the top cards of piles 1–12 and every card of pile 13; (pile, card), twins in 13 once."""
        cards: list[tuple[int, str]] = []
        for number, pile in self.piles.items():
            shown = pile if number == 13 else pile[-1:]
            for card in shown:
                if (number, card) not in cards:
                    cards.append((number, card))
        return cards

    def meets(self, suit: str) -> bool:
        """Rule 5: the top of `v` is one above the top of `^`."""
        return suit + "^" in self.tops and self.tops[suit + "v"][0] == self.tops[suit + "^"][0] + 1

    def reversals(self) -> list[tuple[str, str]]:
        """Rule 5: (suit, `^v` or `v^`) that foundations and bases allow, whatever L7 says."""
        reversals = []
        for suit in SUITS:
            if self.meets(suit):
                if self.tops[suit + "^"][0] != 1:  # never a base
                    reversals.append((suit, "^v"))
                if self.tops[suit + "v"][0] != KING:
                    reversals.append((suit, "v^"))
        return reversals

    def combination_due(self) -> list[tuple[str, str]]:
        """The reversals of which one must be the next move; empty when none is due."""
        if self.combining is not None:  # begun: the rest must follow
            return [self.combining]
        if self.readings["L7"] != "immediate":  # under now-or-never only what has been begun is due
            return []
        return [(suit, ways) for suit, ways in self.reversals() if suit not in self.closed]

    def chances(self) -> list[str]:
        """L7 = now-or-never: the suits whose chance is open, which the next move must begin to combine or lose.

        From the move after which the foundations of a suit meet to the next move: `_perform` closes what the move does
        not begin, so that a suit that meets and is not closed has just met.
        """
        if self.readings["L7"] != "now-or-never" or self.combining is not None:
            return []
        return [suit for suit in SUITS if self.meets(suit) and suit not in self.closed]

    def chance_moves(self) -> list[tuple[str, str]]:
        """The reversals that an open chance allows."""
        return [(suit, ways) for suit, ways in self.reversals() if suit in self.chances()]

    def combinable(self) -> list[str]:
        """The suits that may still be combined in this game, now or later, as far as L7 and their past go."""
        if self.readings["L7"] == "none":
            return []
        return [suit for suit in SUITS if suit not in self.closed]

    def sameness(self) -> tuple[object, ...]:
        """Settled: two positions are the same that agree in this.

        The digest, what is due, the stalemate, and the suits that may still be combined.
        """
        return self.digest(), self.exile_due, self.combination_due(), self.stalemate, self.combinable()

    def standstill(self) -> bool:
        """Rule 6: no available card fits a foundation, whatever is due or over."""
        return not any(self.fits(card) for card in self.available())

    def left(self) -> int:
        """Cards not on the foundations."""
        return 104 - self.built_count()

    def won(self) -> bool:
        """Rule 11: thirteen cards on each of the eight foundations."""
        return all(top == (13 if place[1] == "^" else 1) for place, tops in self.tops.items() for top in tops)

    def only_redeal(self) -> bool:
        """Settled: a stalemate (L4 = ends-deal), or L11 = last-exile and none left: only redeal or lost may follow."""
        return self.stalemate or (self.readings["L11"] == "last-exile" and not self.exiles)

    def deal_over(self) -> bool:
        """Rule 9: is this deal over (a win, a combination that is due and a forced exile come first)?

        Settled, "End of a deal": but for a stalemate it is a fact of the position, not of its history.  Under L11 =
        standstill the deal is over when, as the cards lie now, no available card can be played and no exile is left.
        """
        if self.won() or self.combination_due() or self.exile_due:
            return False
        return self.only_redeal() or (not self.exiles and self.standstill())

    def lost_ok(self) -> bool:
        """Rule 11: may `lost` be written now? The third deal must be over as the cards lie when it is written."""
        return self.deal == int(self.readings["L15"]) + 1 and self.deal_over()

    def built_count(self) -> int:
        """The cards on the foundations, bases included."""
        return sum(top if place[1] == "^" else 14 - top for place, tops in self.tops.items() for top in tops)

    def card_count(self) -> int:
        """All the cards there are, bases included."""
        return self.built_count() + sum(len(pile) for pile in self.piles.values()) + len(self.exiles)

    def text(self) -> str:
        """The text whose hash is the digest: one line a place, bottom first, `-` when empty."""
        lines = []
        for place, tops in self.tops.items():
            lines.append(f"{place}: " + " ".join(card_of(top, place[0]) for top in tops))
        for number, pile in self.piles.items():
            lines.append(f"{number}: " + (" ".join(pile) or "-"))
        lines.append("exile: " + (" ".join(self.exiles) or "-"))
        lines.append(f"deal: {self.deal}")
        return "".join(line + "\n" for line in lines)

    # -- moving

    def legal(self) -> list[str]:
        """Every legal move as a token in long form, each once."""
        tokens: list[str] = []
        for action in self._actions():
            token = self.copy()._perform(action)
            if token not in tokens:
                tokens.append(token)
        return tokens

    def do(self, token: str, pack: list[str] | None = None) -> None:
        """Perform one of the legal moves; ValueError if it is none of them. `pack` is the written order of a shuffled
        redeal (L12)."""
        self.pack = pack
        for action in self._actions():
            after = self.copy()
            if after._perform(action) == token:
                self.__dict__ = after.__dict__
                return
        raise ValueError(f"{token} is not legal here: {' '.join(self.legal()) or 'nothing is'}")

    def _actions(self) -> list[Action]:
        """Every legal move, not yet spelled out."""
        if self.won():  # settled: after the winning move nothing is legal
            return []
        due = self.combination_due()
        if due:  # settled, L7: nothing in between, and before any other move, `redeal` included
            return [("reversal", suit, ways) for suit, ways in due]
        chances: list[Action] = [("reversal", suit, ways) for suit, ways in self.chance_moves()]
        if self.exile_due:  # settled, L6a, L6d, rule 6: nothing else is legal until it is turned up,
            return chances + self._exile_actions()  # but a chance may be taken first (settled, now-or-never)
        redeal: list[Action] = []
        if self.deal <= int(self.readings["L15"]) and (
            self.deal_over() or self.readings["L11a"] == "yes"
        ):  # rule 10, L11a
            redeal = [("redeal",)]
        if self.only_redeal():  # a chance does not come first (settled, L11 = last-exile)
            return redeal
        actions: list[Action] = []
        for place, card in self.available_places():  # rule 4
            actions.extend(("play", str(place), card, way) for way in self.ways(card))
        if self.readings["L7"] == "optional":  # rule 5
            actions.extend(("reversal", suit, ways) for suit, ways in self.reversals())
        actions.extend(chances)
        if self.standstill():  # rule 6; a chance prevents no standstill
            actions.extend(self._exile_actions())
        return actions + redeal

    def _exile_actions(self) -> list[Action]:
        """Rule 6: the ways to turn up an exile and to do with it what must be done."""
        candidates = self.exiles[-1:]
        if self.readings["L9"] == "any":
            candidates = sorted(set(self.exiles))
        actions: list[Action] = []
        for card in candidates:
            if rank_of(card) == KING and self.readings["L6c"] == "always-13":
                actions.append(("exile", card, ">13"))
            elif self.fits(card):  # it must be played
                actions.extend(("exile", card, way) for way in self.ways(card))
            elif rank_of(card) == KING:
                actions.append(("exile", card, ">13"))
            else:
                actions.append(("exile", card, "weave"))
        return actions

    def _perform(self, action: Action) -> str:
        """Do one action, with all that follows of itself, and return its long token."""
        chances = self.chances()
        if action[0] == "play":
            token = self._play(int(action[1]), action[2], action[3])
        elif action[0] == "reversal":
            token = self._reverse(action[1], action[2])
        elif action[0] == "exile":
            token = self._turn_up(action[1], action[2])
        else:
            token = self._redeal()
        for suit in chances:  # L7 = now-or-never: any other next move, and that suit can no longer be combined
            if action[:2] != ("reversal", suit):
                self.closed.add(suit)
        return token

    def _build(self, card: str, way: str) -> None:
        """Put a card that fits on the foundation of its suit."""
        step = 1 if way == "^" else -1
        tops = self.tops[suit_of(card) + way]
        tops[tops.index(rank_of(card) - step)] = rank_of(card)
        tops.sort()  # the fuller one first

    def _king_to_13(self, king: str) -> None:
        """L6b: where in pile 13 a king goes."""
        if self.readings["L6b"] == "top":
            self.piles[13].append(king)
        else:
            self.piles[13].insert(0, king)

    def _play(self, place: int, card: str, way: str) -> str:
        """Rule 4, and L6d = whenever for the kings that it uncovers."""
        pile = self.piles[place]
        if place == 13:
            pile.remove(card)  # rule 3: of two equal cards the one nearest the bottom
        else:
            pile.pop()
        self._build(card, way)
        token = f"{place}:{card}{way}"
        if self.readings["L6d"] != "stays" and place != 13:
            token += self._kings_leave([place])
        return token

    def _kings_leave(self, places: Sequence[int]) -> str:
        """L6d: the kings on top of these of piles 1–12 go to pile 13, and one exile is due; `+KH,KD` or nothing."""
        kings = []
        for place in places:
            pile = self.piles[place]
            while pile and rank_of(pile[-1]) == KING:  # a king under it too, one by one
                kings.append(pile.pop())
                self._king_to_13(kings[-1])
        if not kings:
            return ""
        self.exile_due = bool(self.exiles)  # if none is left, nothing is due
        return "+" + ",".join(kings)

    def _reverse(self, suit: str, ways: str) -> str:
        """Rule 5; under L7 = immediate or now-or-never one card of a combination."""
        rank = self.tops[suit + ways[0]][0]
        self.tops[suit + ways[0]] = [rank - 1 if ways[0] == "^" else rank + 1]
        self._build(card_of(rank, suit), ways[1])
        if self.readings["L7"] in ("immediate", "now-or-never"):
            self.combining = (suit, ways)
            base = 1 if ways[0] == "^" else KING
            if self.tops[suit + ways[0]][0] == base:  # every card but the base has gone over
                self.combining = None
                self.closed.add(suit)
        return card_of(rank, suit) + ways

    def _turn_up(self, card: str, how: str) -> str:
        """Rule 6: turn up an exile (of two equal ones the one nearest the top, settled)."""
        index = max(i for i, exile in enumerate(self.exiles) if exile == card)
        del self.exiles[index]
        self.exile_due = False
        if how == "weave":
            lifted_from: list[int] = []
            if self.readings["L2"] == "rotate-once":
                token = self._rotate_once(card, lifted_from)
            else:
                token = self._weave(card, lifted_from)
            if self.readings["L6d"] == "whenever" and not self.stalemate:
                # Settled: when the weave is over and not a stalemate that ends the deal, the kings that it uncovered
                # leave, of the lowest pile first; those in pile 13 stay.
                token += self._kings_leave([place for place in sorted(set(lifted_from)) if place != 13])
            return token
        if how == ">13":
            self._king_to_13(card)
            self.exile_due = bool(self.exiles)
        else:
            self._build(card, how)
        return f"exile:{card}{how}"

    def _weave(self, exile: str, lifted_from: list[int]) -> str:
        """Rules 7 and 8: the chain; notes the piles that a card was lifted from."""
        path = [exile]
        q = rank_of(exile)
        self.piles[q].insert(0, exile)
        while True:  # here a card has just been put under pile q
            pile = self.piles[q]
            if len(pile) == 1:  # it was empty
                if self.fits(pile[0]):  # settled: a playable card that lies alone; over, no #
                    break
                if self.readings["L3"] == "weave-stops":
                    break
            if all(rank_of(card) == q and not self.fits(card) for card in pile):  # rule 8
                return "exile:" + "~".join(path) + self._stalemate()
            if len(path) > 10000:
                raise RuntimeError("a weave does not end: " + "~".join(path[:40]))
            lifted = pile.pop()
            lifted_from.append(q)
            path.append(lifted)
            uncovered = bool(pile) and self.fits(pile[-1])
            if rank_of(lifted) == KING:
                if self.readings["L6"] == "continues":
                    self.piles[13].insert(0, lifted)  # under pile 13 whatever L6b says
                else:
                    self._king_to_13(lifted)
                if uncovered and self.readings["L6a"] == "draw-first":
                    self.exile_due = bool(self.exiles)
                if self.readings["L6"] == "stops":
                    break
            else:
                self.piles[rank_of(lifted)].insert(0, lifted)
            if uncovered:
                break
            q = rank_of(lifted)
        return "exile:" + "~".join(path)

    def _rotate_once(self, exile: str, lifted_from: list[int]) -> str:
        """L2 = rotate-once: the exile under its pile, that pile's top under the same pile, once."""
        pile = self.piles[rank_of(exile)]
        if not pile:
            pile.append(exile)
            return f"exile:{exile}" + (self._stalemate() if self.readings["L3"] == "stalemate" else "")
        pile.insert(0, exile)
        lifted = pile.pop()
        lifted_from.append(rank_of(exile))
        if rank_of(lifted) == KING:
            uncovered = self.fits(pile[-1])
            self._king_to_13(lifted)  # settled: it goes to pile 13 and ends the weave, so that L6 has no say
            if uncovered and self.readings["L6a"] == "draw-first":
                self.exile_due = bool(self.exiles)
        else:
            pile.insert(0, lifted)
        return f"exile:{exile}~{lifted}"

    def _stalemate(self) -> str:
        """L4: a stalemate ends the deal, or only the weave; `#` is written under both."""
        if self.readings["L4"] == "ends-deal":
            self.stalemate = True
        return "#"

    def gathered(self) -> list[str]:
        """The cards of the piles and the unturned exiles, sorted: what is shuffled before a redeal (L12 = shuffled)."""
        return sorted(card for pile in [*self.piles.values(), self.exiles] for card in pile)

    def _redeal(self) -> str:
        """Rule 10, with L12 (the piles) and L13 (the exiles, in the order they would have been turned up)."""
        stock: list[str] = []
        if self.readings["L12"] == "shuffled":
            gathered = self.gathered()
            if self.pack is not None and sorted(self.pack) != gathered:
                raise ValueError("the order of a shuffled redeal")
            self.deal += 1
            self.stalemate = False
            self._deal_out(list(self.pack or gathered))
            self.pack = None
            return "redeal"
        numbers = list(self.piles)
        for number in numbers if self.readings["L12"] == "pile1-first" else reversed(numbers):
            stock.extend(self.piles[number])
        if self.readings["L12"] == "unturned":
            stock.reverse()
        stock.extend(reversed(self.exiles))
        self.deal += 1
        self.stalemate = False
        self._deal_out(stock)
        return "redeal"

    def _deal_out(self, stock: list[str]) -> None:
        """Rule 2, with L5 (the replacement of an exile), L10 and L14."""
        self.piles = {p: [] for p in range(1, self.pile_count + 1)}
        exiles: list[str] = []
        p = 1
        replacement = False  # is the next card the replacement of an exile?
        for card in stock:
            tested = not (replacement and self.readings["L5"] == "unchecked")
            if rank_of(card) == p and tested:
                exiles.append(card)
                replacement = True
            else:
                self.piles[p].append(card)
                p = p % self.pile_count + 1
                replacement = False
        self.exiles = exiles if self.readings["L10"] == "lifo" else exiles[::-1]


# --------------------------------------------------------------------------- random games


class RandomGame(NamedTuple):
    """A random game: its moves, its last position, how it ended (`won`, `lost` or `*`), and by the numbers of the deals
    that they begin the orders of its shuffled redeals."""

    tokens: list[str]
    end: Table
    result: str
    packs: dict[int, list[str]]


def start(seed_text: str, readings: Mapping[str, str]) -> Table:
    """The dealt position of `seed:TEXT`."""
    return Table.from_stock(deal_seed(seed_text, readings["L16"] == "eight-kings"), readings)


def random_game(
    seed_text: str, readings: Mapping[str, str], rng: random.Random, max_reversals: int = 40, max_moves: int = 2000
) -> RandomGame:
    """Random legal moves until the game is won or lost."""
    table = start(seed_text, readings)
    tokens: list[str] = []
    packs: dict[int, list[str]] = {}
    reversals = 0
    while len(tokens) < max_moves:
        if table.won():
            return RandomGame(tokens, table, "won", packs)
        choices = table.legal()
        if table.lost_ok() and (not choices or reversals >= max_reversals or rng.random() < 0.3):
            return RandomGame(tokens, table, "lost", packs)
        early = not table.deal_over() and not table.standstill()
        weights = []
        for token in choices:
            if token[-2:] in ("^v", "v^"):
                weights.append(1.0 if reversals < max_reversals else 1e-9)
            elif token == "redeal":
                weights.append(0.05 if not table.deal_over() else 4.0)
            elif token.startswith("exile"):
                weights.append(0.3 if early else 4.0)
            else:
                weights.append(4.0)
        token = rng.choices(choices, weights)[0]
        reversals += token[-2:] in ("^v", "v^")
        pack: list[str] | None = None
        if token == "redeal" and readings["L12"] == "shuffled":
            pack = packs[table.deal + 1] = table.gathered()
            rng.shuffle(pack)
        table.do(token, pack)
        tokens.append(token)
    return RandomGame(tokens, table, "*", packs)


def record(seed_text: str, rules: str, readings: Mapping[str, str], rng: random.Random) -> dict[str, object]:
    """A random game, played through a second time and written down."""
    tokens, end, result, packs = random_game(seed_text, readings, rng)
    table = start(seed_text, readings)
    digests: list[str] = []  # after each move
    legal: list[list[str]] = []  # before each move
    # All that follow: as dealt and after each move.
    can_lose: list[bool] = []
    deal_over: list[bool] = []
    standstill: list[bool] = []
    available: list[list[str]] = []
    left: list[int] = []
    exile_due: list[bool] = []
    chances: list[list[str]] = []
    combinable: list[list[str]] = []
    same: list[str] = []

    def note() -> None:
        can_lose.append(table.lost_ok())
        deal_over.append(table.deal_over())
        standstill.append(table.standstill())
        available.append(sorted(set(table.available())))
        left.append(table.left())
        exile_due.append(table.exile_due)
        chances.append(table.chances())
        combinable.append(table.combinable())
        same.append(repr(table.sameness()))

    note()
    for token in tokens:
        legal.append(sorted(table.legal()))
        table.do(token, packs.get(table.deal + 1) if token == "redeal" else None)
        digests.append(table.digest())
        note()
    if table.text() != end.text():
        raise RuntimeError("the second playing came out differently")
    return {
        "rules": rules,
        "deal": f"seed:{seed_text}",
        "tokens": tokens,
        "packs": packs,
        "digests": digests,
        "legal": legal,
        "can_lose": can_lose,
        "deal_over": deal_over,
        "standstill": standstill,
        "available": available,
        "left": left,
        "exile_due": exile_due,
        "chances": chances,
        "combinable": combinable,
        "same": same,
        "result": result,
    }
