"""An independent, literal reference simulator for Labyrinth. "Sentence n" is a numbered one of its rules."""

from __future__ import annotations

import random

from tests.oracles.common import (
    SUITS,
    GameTable,
    Record,
    card_of,
    deal_without_aces,
    line,
    places_of,
    play_and_record,
    rank_of,
    suit_of,
)

NAME = "Labyrinth"

READINGS: dict[str, tuple[str, ...]] = {
    "LB1": ("bottom", "bottom-or-open-top", "open-either-side"),
    "LB2": ("at-once", "deferrable", "until-row-2"),
    "LB3": ("left-to-right",),
    "LB4": ("play-on", "stop"),
    "LB5": ("none", "one-card", "set-aside"),
    "LB6": ("at-standstill", "any-time"),
}

_DEFAULT: dict[str, str] = {name: readings[0] for name, readings in READINGS.items()}

BOOKS: dict[str, dict[str, str]] = {
    "mcneely": dict(_DEFAULT),
    "wikipedia": {**_DEFAULT, "LB1": "bottom-or-open-top", "LB2": "deferrable", "LB5": "one-card"},
    "pgc": {**_DEFAULT, "LB1": "open-either-side", "LB6": "any-time"},
    "aisleriot": {**_DEFAULT, "LB1": "bottom-or-open-top", "LB2": "until-row-2", "LB6": "any-time"},
}

GAP = "--"
COLUMNS = range(8)


class Labyrinth(GameTable):
    """A whole position."""

    def __init__(self, seed: str, readings: dict[str, str]) -> None:
        self.readings = readings
        # Sentence 1: the four aces are the foundations; 48 cards of stock, the next card last.
        self.tops = dict.fromkeys(SUITS, 1)
        self.stock = list(reversed(deal_without_aces(seed)))
        self.rows: list[list[str]] = []
        self.last_resort_taken = False  # LB5, "once in a game"
        self.aside: list[str] = []  # LB5 = set-aside
        # Sentence 2: deal a row of eight face up.
        self.deal_row()

    @classmethod
    def from_text(cls, text: str, readings: dict[str, str]) -> Labyrinth:
        """The position of a written table; what is left out is empty, a foundation its ace; the last resort is left."""
        table = cls("", readings)
        places = places_of(text)
        for suit in SUITS:
            if suit + "^" in places:
                table.tops[suit] = rank_of(places[suit + "^"][0])
        table.stock = places.get("stock", [])
        table.aside = places.get("aside", [])
        table.last_resort_taken = "aside" in places
        table.rows = []
        while f"r{len(table.rows) + 1}" in places:
            row = places[f"r{len(table.rows) + 1}"]
            if len(row) != 8:
                raise ValueError(f"a row has eight places: {row}")
            table.rows.append(row)
        return table

    def deal_row(self) -> list[str]:
        """Columns 1–8; LB3 = left-to-right: places never dealt count as empty."""
        row = [GAP] * 8
        cards = []
        for column in COLUMNS:
            if self.stock:
                row[column] = self.stock.pop()
                cards.append(row[column])
        self.rows.append(row)
        return cards

    def fits(self, card: str) -> bool:
        """Sentence 1: up in suit to the king."""
        return self.tops[suit_of(card)] + 1 == rank_of(card)

    def is_lowest(self, row: int, column: int) -> bool:
        """Is the card the lowest one of its column: nothing lies below it?"""
        return all(self.rows[below][column] == GAP for below in range(row + 1, len(self.rows)))

    def is_highest(self, row: int, column: int) -> bool:
        """Is the card the highest one of its column: nothing lies above it?"""
        return all(self.rows[above][column] == GAP for above in range(row))

    def is_available(self, row: int, column: int) -> bool:
        """Sentence 4 and LB1, for a place with a card in it; rows and columns from 0."""
        # "With one or two rows every card is available."
        if len(self.rows) <= 2:
            return True
        first = row == 0
        last = row == len(self.rows) - 1
        if self.readings["LB1"] == "open-either-side":
            # "an empty place directly above or below; row 1 and the last row are always free"
            if first or last:
                return True
            return self.rows[row - 1][column] == GAP or self.rows[row + 1][column] == GAP
        # "From the third row on, a card is available if it is in row 1 or is the lowest card of its column"
        if first or self.is_lowest(row, column):
            return True
        if self.readings["LB1"] == "bottom-or-open-top":
            # "also the highest card of a column whose row-1 place is open"
            return self.rows[0][column] == GAP and self.is_highest(row, column)
        return False

    def places(self) -> list[tuple[int, int]]:
        """Every place with a card in it."""
        return [(r, c) for r in range(len(self.rows)) for c in COLUMNS if self.rows[r][c] != GAP]

    def available(self) -> list[str]:
        """The available cards; a card of LB5's last resort is not one of them."""
        return [self.rows[r][c] for r, c in self.places() if self.is_available(r, c)] + self.aside

    def standstill(self) -> bool:
        """No available card fits a foundation."""
        return not any(self.fits(card) for card in self.available())

    def left(self) -> int:
        """Cards not on the foundations."""
        return 52 - sum(self.tops.values())

    def won(self) -> bool:
        """Sentence 5: 52 on the foundations."""
        return self.left() == 0

    def playable_places(self) -> list[tuple[int, int]]:
        """The places from which a card may go to its foundation."""
        plays = [(r, c) for r, c in self.places() if self.is_available(r, c) and self.fits(self.rows[r][c])]
        # LB5, "last resort when stuck after the stock is out": "once a game, when no available card fits, any one
        # card of any row may be taken if it fits a foundation".
        # LB5 = set-aside: "a card that fits may be taken and played at once as under one-card".
        if self.resort():
            plays = [(r, c) for r, c in self.places() if self.fits(self.rows[r][c])]
        return plays

    def resort(self) -> bool:
        """May the last resort be taken: "once, when the stock is out and no available card fits"?"""
        return self.readings["LB5"] != "none" and not self.stock and self.standstill() and not self.last_resort_taken

    def play_token(self, row: int, column: int) -> str:
        """`r1c3:7D^+QH`."""
        token = f"r{row + 1}c{column + 1}:{self.rows[row][column]}^"
        if self.refilled_at_once(row):
            token += f"+{self.stock[-1]}"
        return token

    def refilled_at_once(self, row: int) -> bool:
        """Sentence 2: a place of row 1 is refilled from the stock at once (LB2 = at-once), while there is a stock."""
        # LB2 = until-row-2: "while row 1 is the only row, as at-once"; after that never.
        at_once = self.readings["LB2"] == "at-once" or (self.readings["LB2"] == "until-row-2" and len(self.rows) == 1)
        return row == 0 and at_once and bool(self.stock)

    def row_may_be_dealt(self) -> bool:
        """Sentence 3, "When no play is left, deal another row", and LB6."""
        if not self.stock:
            return False
        return self.readings["LB6"] == "any-time" or self.standstill()

    def refill_tokens(self) -> list[str]:
        """LB2 = deferrable: `deal:QH>r1c3`, a move of its own, at any later time."""
        if self.readings["LB2"] != "deferrable" or not self.stock:
            return []
        return [f"deal:{self.stock[-1]}>r1c{c + 1}" for c in COLUMNS if self.rows[0][c] == GAP]

    def legal(self) -> list[str]:
        """Every legal move."""
        if self.won():  # "Nothing may follow a won position but the result word."
            return []
        if self.readings["LB4"] == "stop" and not self.stock:  # "the game is over at once"
            return []
        tokens = [self.play_token(r, c) for r, c in self.playable_places()]
        # LB5 = set-aside: any one card of the rows may be laid aside; it "is available to the foundations at any time".
        if self.readings["LB5"] == "set-aside" and self.resort():
            tokens += [f"r{r + 1}c{c + 1}:{self.rows[r][c]}>aside" for r, c in self.places()]
        tokens += [f"aside:{card}^" for card in self.aside if self.fits(card)]
        tokens += self.refill_tokens()
        if self.row_may_be_dealt():
            tokens.append("deal+" + ",".join(reversed(self.stock[-8:])))
        return tokens

    def do(self, token: str) -> None:
        """Perform one of the legal moves."""
        if token not in self.legal():
            raise ValueError(f"{token} is not legal here")
        if token.startswith("deal+"):
            self.deal_row()
            return
        if token.startswith("aside:"):
            self.tops[suit_of(self.aside.pop())] += 1
            return
        if token.endswith(">aside"):
            row, column = int(token[1]) - 1, int(token[3]) - 1
            self.aside.append(self.rows[row][column])
            self.rows[row][column] = GAP
            self.last_resort_taken = True
            return
        if token.startswith("deal:"):
            for c in COLUMNS:
                if token.endswith(f">r1c{c + 1}"):
                    self.rows[0][c] = self.stock.pop()
            return
        for r, c in self.playable_places():
            if self.play_token(r, c) == token:
                if not self.is_available(r, c):
                    self.last_resort_taken = True
                refilled = self.refilled_at_once(r)
                self.tops[suit_of(self.rows[r][c])] += 1
                self.rows[r][c] = GAP
                if refilled:
                    self.rows[r][c] = self.stock.pop()
                return
        raise ValueError(f"{token} is not legal here")

    def text(self) -> str:
        """`C^ D^ H^ S^`, `r1`… (rows so far, eight places each), `stock`."""
        lines = [line(suit + "^", [card_of(self.tops[suit], suit)]) for suit in SUITS]
        lines += [line(f"r{r + 1}", row) for r, row in enumerate(self.rows)]
        lines.append(line("stock", self.stock))
        if self.last_resort_taken and self.readings["LB5"] == "set-aside":  # "its presence means that it is spent"
            lines.append(line("aside", self.aside))
        return "".join(lines)


def record(seed: str, readings: dict[str, str], rng: random.Random, most: int = 400) -> Record:
    """A random legal game of the deal `seed:<seed>`."""
    row_weight = rng.choice([0.01, 0.1, 1.0])

    def weight(token: str) -> float:
        if token.startswith("deal+"):
            return row_weight
        if token.startswith("deal:"):
            return 2.0
        return 20.0

    return play_and_record(Labyrinth(seed, readings), weight, rng, most)
