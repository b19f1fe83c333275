"""An independent, literal reference simulator for The Reversal."""

from __future__ import annotations

import random

from tests.oracles.common import (
    SUITS,
    GameTable,
    Record,
    card_of,
    deal_two_packs,
    line,
    places_of,
    play_and_record,
    rank_of,
    suit_of,
)

NAME = "The Reversal"

READINGS: dict[str, tuple[str, ...]] = {
    "RV1": ("yes", "no"),
    "RV2": ("end-of-round", "card-by-card"),
    "RV4": ("unshuffled", "shuffled"),
    "RV5": ("allowed", "not-allowed"),
    "RV6": ("at-standstill", "any-time"),
}

BOOKS: dict[str, dict[str, str]] = {"dick-1898": {name: readings[0] for name, readings in READINGS.items()}}

# "built up 2, 3 … K, A" and "built down A, K, Q … 2"
ORDER: dict[str, list[int]] = {
    "^": [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 1],
    "v": [1, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
}
PACKETS = range(1, 5)


class Reversal(GameTable):
    """A whole position."""

    #: RV1 = no with RV2 = card-by-card: may cards of the first round be played while it is being dealt? RV1 itself
    #: speaks only of plays "between rounds 1 and 2"; RV6 says that "plays before the second round are not possible".
    plays_within_round_1: bool = True

    def __init__(self, seed: str, readings: dict[str, str], rng: random.Random | None = None) -> None:
        self.readings = readings
        self.rng = rng or random.Random(seed)  # RV4 = shuffled
        self.packs: dict[int, list[str]] = {}
        # How many cards lie on each foundation: `C^` … in the deuce row, `Cv` … in the ace row.
        self.built: dict[str, int] = {suit + way: 0 for way in "^v" for suit in SUITS}
        self.packets: dict[int, list[str]] = {packet: [] for packet in PACKETS}
        self.dropped: list[str] = []
        # "The game starts with an empty table and 104 cards in the stock"; the next card is the last.
        self.stock = list(reversed(deal_two_packs(seed)))
        self.deal = 1
        self.dealt = 0  # cards dealt in this deal; not in the text

    @classmethod
    def from_text(cls, text: str, readings: dict[str, str], dealt: int | None = None) -> Reversal:
        """The position of a written table; what is left out is empty.

        How many cards this deal has dealt so far is not written.  In the first deal of 104 cards it can be counted;
        else, unless `dealt` says it, the deal has not begun while nothing lies on the table, and stands at the end of
        a later round than the first when something does.
        """
        table = cls("", readings)
        places = places_of(text)
        for suit in SUITS:
            for way in "^v":
                if tops := places.get(suit + way):
                    table.built[suit + way] = ORDER[way].index(rank_of(tops[0])) + 1
        table.packets = {packet: places.get(str(packet), []) for packet in PACKETS}
        table.dropped = places.get("dropped", [])
        table.stock = places.get("stock", [])
        table.deal = int(places["deal"][0]) if "deal" in places else 1
        on_table = len(table.available_places()) > 0
        if dealt is not None:
            table.dealt = dealt
        elif table.deal == 1 and table.card_count() == 104:
            table.dealt = 104 - len(table.stock)
        else:
            table.dealt = 2 * len(table.round_places()) if on_table else 0
        return table

    def card_count(self) -> int:
        """All the cards there are."""
        lying = sum(len(packet) for packet in self.packets.values()) + len(self.dropped) + len(self.stock)
        return sum(self.built.values()) + lying

    # -- foundations

    def is_base(self, card: str) -> bool:
        """Is it the first deuce or the first ace of its suit?"""
        if rank_of(card) == 2:
            return self.built[suit_of(card) + "^"] == 0
        if rank_of(card) == 1:
            return self.built[suit_of(card) + "v"] == 0
        return False

    def ways(self, card: str) -> list[str]:
        """The rows (`^`, `v`) that the card fits."""
        if self.is_base(card):  # "The first deuce (ace) of a suit goes only to its own row."
            return ["^"] if rank_of(card) == 2 else ["v"]
        ways = []
        for way in "^v":
            built = self.built[suit_of(card) + way]
            # An empty foundation takes only its base, which was dealt with above.
            if 0 < built < 13 and ORDER[way][built] == rank_of(card):
                ways.append(way)
        return ways

    # -- looking

    def available_places(self) -> list[tuple[str, str]]:
        """ "Available: every dropped card and the top of each packet."."""
        places = [(str(packet), self.packets[packet][-1]) for packet in PACKETS if self.packets[packet]]
        return places + [("dropped", card) for card in self.dropped]

    def available(self) -> list[str]:
        return [card for _place, card in self.available_places()]

    def standstill(self) -> bool:
        """No available card fits a foundation."""
        return not any(self.ways(card) for card in self.available())

    def base_available(self) -> bool:
        """Is a first deuce or a first ace of a suit available?"""
        return any(self.is_base(card) for card in self.available())

    def left(self) -> int:
        """Cards not on the foundations."""
        return 104 - sum(self.built.values())

    def won(self) -> bool:
        """ "the rows have changed places (deuces topped by aces, aces by deuces; 13 on each)"."""
        return all(built == 13 for built in self.built.values())

    # -- rounds and deals

    def round_places(self) -> list[str]:
        """ "four cards to packets 1–4, then two dropped"; the fourth deal "without dropped cards"."""
        places = ["1", "2", "3", "4"]
        if self.deal < 4:
            places += ["dropped", "dropped"]
        return places

    def last_deal(self) -> int:
        """ "gathered … and dealt again, twice; a fourth deal is allowed", RV5."""
        return 4 if self.readings["RV5"] == "allowed" else 3

    def place_due(self) -> str:
        """Where the next card of the stock goes; a card that was played straight from the deal had its place too."""
        places = self.round_places()
        return places[self.dealt % len(places)]

    def round_cards(self) -> list[str]:
        """The cards of the next round, in the order dealt; the last round is whatever is left."""
        return list(reversed(self.stock[-len(self.round_places()) :]))

    def plays_forbidden(self) -> bool:
        """RV1 = no: is this a time without plays from the table, before the second round of a deal?"""
        if self.readings["RV1"] != "no":
            return False
        size = len(self.round_places())
        if self.dealt + len(self.stock) <= size:  # "if the stock ends after one round plays are free"
            return False
        if self.dealt < size:  # only with RV2 = card-by-card can anything lie there
            return not self.plays_within_round_1
        return self.dealt == size  # "between rounds 1 and 2"

    def deals_to_foundations_forbidden(self) -> bool:
        """RV1 = no, RV2 = card-by-card: may the next card, if it is no base, not be played straight from the deal?

        "The second round begins with its first card, which may itself be played"; a card of the first round may not.
        """
        return self.plays_forbidden() and self.dealt < len(self.round_places())

    def waits(self) -> bool:
        """RV6: must the next round, or the gathering, wait for plays?"""
        if self.readings["RV6"] == "any-time":
            return False
        if self.plays_forbidden():  # "nothing waits for them"
            return False
        # "asked before the first card of a round and before the gathering"
        between_rounds = self.dealt % len(self.round_places()) == 0
        if self.stock and not between_rounds:
            return False
        return not self.standstill()  # "no available card fits a foundation it may go to"

    def put(self, card: str, place: str) -> None:
        """Lay a card down on a packet or to the right."""
        if place == "dropped":
            self.dropped.append(card)
        else:
            self.packets[int(place)].append(card)

    # -- moving

    def legal(self) -> list[str]:
        """Every legal move."""
        if self.won():  # "Nothing may follow a won position but the result word."
            return []
        tokens = []
        for place, card in self.available_places():
            for way in self.ways(card):
                # RV1 = no: "bases are laid out all the same"
                if self.is_base(card) or not self.plays_forbidden():
                    tokens.append(f"{place}:{card}{way}")
        # "`deal` and `redeal` are refused while a first deuce or a first ace of a suit is available."
        if self.base_available():
            return tokens
        if self.waits():  # "a first card that fits waits too"
            return tokens
        if self.stock:
            if self.readings["RV2"] == "card-by-card":
                # "one token a card, to a foundation it fits or to the place that is due"
                card = self.stock[-1]
                if self.is_base(card) or not self.deals_to_foundations_forbidden():
                    tokens += [f"deal:{card}{way}" for way in self.ways(card)]
                tokens.append(f"deal:{card}>{self.place_due()}")
            else:
                tokens.append("deal+" + ",".join(self.round_cards()))
        # "`redeal` is legal when stock and hand are empty and a redeal is left, even if plays are left (but RV6); not
        # with nothing to redeal."
        elif self.deal < self.last_deal() and (self.dropped or any(self.packets.values())):
            tokens.append("redeal")
        return tokens

    def do(self, token: str, pack: list[str] | None = None) -> None:
        """Perform one of the legal moves; `pack` is the written order of a shuffled redeal, by chance if not given."""
        if token not in self.legal():
            raise ValueError(f"{token} is not legal here")
        if token == "redeal":
            self.redeal(pack)
        elif token.startswith("deal+"):
            for card in self.round_cards():
                self.put(card, self.place_due())
                self.stock.pop()
                self.dealt += 1
        elif token.startswith("deal:"):
            card = self.stock[-1]
            if token[-1] in "^v":
                self.built[suit_of(card) + token[-1]] += 1
            else:
                self.put(card, self.place_due())
            self.stock.pop()
            self.dealt += 1
        else:
            place, _, rest = token.partition(":")
            card, way = rest[:2], rest[2]
            if place == "dropped":
                self.dropped.remove(card)  # of twins the first dropped
            else:
                self.packets[int(place)].pop()
            self.built[suit_of(card) + way] += 1

    def redeal(self, pack: list[str] | None = None) -> None:
        """RV4: "packet 1 bottom→top, 2, 3, 4, then the dropped cards in the order dropped", or shuffled."""
        order: list[str] = []
        for packet in PACKETS:
            order.extend(self.packets[packet])
        order.extend(self.dropped)
        self.deal += 1
        if self.readings["RV4"] == "shuffled":
            if pack is None:
                self.rng.shuffle(order)
            elif sorted(pack) == sorted(order):
                order = list(pack)
            else:
                raise ValueError("the order of a shuffled redeal")
            self.packs[self.deal] = list(order)
        # "`redeal` only gathers."
        self.packets = {packet: [] for packet in PACKETS}
        self.dropped = []
        self.stock = list(reversed(order))
        self.dealt = 0

    def text(self) -> str:
        """`C^ D^ H^ S^ Cv Dv Hv Sv`, `1`…`4`, `dropped`, `stock`, `deal`."""
        lines = []
        for way in "^v":
            for suit in SUITS:
                built = self.built[suit + way]
                lines.append(line(suit + way, [card_of(ORDER[way][built - 1], suit)] if built else []))
        lines += [line(str(packet), self.packets[packet]) for packet in PACKETS]
        lines.append(line("dropped", self.dropped))
        lines.append(line("stock", self.stock))
        lines.append(line("deal", [str(self.deal)]))
        return "".join(lines)


def record(seed: str, readings: dict[str, str], rng: random.Random, most: int = 400) -> Record:
    """A random legal game of the deal `seed:<seed>`."""
    table = Reversal(seed, readings, rng)
    deal_weight = rng.choice([0.01, 0.1, 1.0, 5.0])

    def weight(token: str) -> float:
        if token[-1] in "^v":
            return 20.0
        return deal_weight

    game = play_and_record(table, weight, rng, most)
    game.packs = table.packs
    return game
