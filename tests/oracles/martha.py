"""An independent, literal reference simulator for Martha."""

from __future__ import annotations

import random

from tests.oracles.common import (
    SUITS,
    GameTable,
    Record,
    card_of,
    deal_without_aces,
    is_red,
    line,
    places_of,
    play_and_record,
    rank_of,
    suit_of,
)

NAME = "Martha"

READINGS: dict[str, tuple[str, ...]] = {
    "MA1": ("single-card", "any"),
    "MA2": ("run", "one-card"),
    "MA4": ("stay", "return"),
}

_DEFAULT: dict[str, str] = {name: readings[0] for name, readings in READINGS.items()}

BOOKS: dict[str, dict[str, str]] = {
    "mcneely": _DEFAULT,
    "wikipedia": _DEFAULT,
    "gemsolitaire": {**_DEFAULT, "MA1": "any"},
    "pysolfc": {**_DEFAULT, "MA4": "return"},
    "stewart": {**_DEFAULT, "MA2": "one-card"},
}

PILES = range(1, 13)
DOWN = "#"  # before a face-down card, as in the position's text


class Martha(GameTable):
    """A whole position; piles bottom first, `#` before a face-down card."""

    def __init__(self, seed: str, readings: dict[str, str]) -> None:
        self.readings = readings
        # "Aces are the foundations."
        self.tops = dict.fromkeys(SUITS, 1)
        # "A card to each of piles 1–12, four times over"; "bottom→top: face down, up, down, up".
        cards = deal_without_aces(seed)
        self.piles: dict[int, list[str]] = {pile: [] for pile in PILES}
        for face in (DOWN, "", DOWN, ""):
            for pile in PILES:
                self.piles[pile].append(face + cards.pop(0))

    @classmethod
    def from_text(cls, text: str, readings: dict[str, str]) -> Martha:
        """The position of a written table; what is left out is empty, a foundation its ace."""
        table = cls("", readings)
        places = places_of(text)
        for suit in SUITS:
            if suit + "^" in places:
                table.tops[suit] = rank_of(places[suit + "^"][0])
        for pile in PILES:
            table.piles[pile] = places.get(str(pile), [])
            # "A face-down card that becomes the top is turned up at once (forced)": none lies on top.
            if table.piles[pile] and table.piles[pile][-1].startswith(DOWN):
                raise ValueError(f"the top of pile {pile} is face down")
        return table

    def fits(self, card: str) -> bool:
        """ "up in suit"."""
        return self.tops[suit_of(card)] + 1 == rank_of(card)

    def goes_on(self, card: str, under: str) -> bool:
        """ "Piles are built down in alternating colours"."""
        return rank_of(card) + 1 == rank_of(under) and is_red(card) != is_red(under)

    def groups(self, pile: int) -> list[list[str]]:
        """ "a group moves if all of it is face up and in sequence"; "Any tail of a sequence may move as a group."."""
        cards = self.piles[pile]
        groups = []
        for start in range(len(cards)):
            tail = cards[start:]
            face_up = not any(card.startswith(DOWN) for card in tail)
            if len(tail) > 1 and self.readings["MA2"] == "one-card":  # "only the top card of a pile moves"
                continue
            if face_up and all(self.goes_on(tail[i + 1], tail[i]) for i in range(len(tail) - 1)):
                groups.append(tail)
        return groups

    def may_go(self, group: list[str], source: int, target: int) -> bool:
        """May the group of one pile be put on another pile?"""
        if source == target:
            return False
        if not self.piles[target]:
            # "A vacant pile takes any *single* card."; MA1. "A lone card may move from its pile to another vacancy."
            # MA1 = any: "a vacant pile takes any card or any group".
            return len(group) == 1 or self.readings["MA1"] == "any"
        return self.goes_on(group[0], self.piles[target][-1])

    def shown(self, pile: int, group: list[str]) -> str:
        """`+QD` when the group's leaving turns a card up."""
        rest = self.piles[pile][: len(self.piles[pile]) - len(group)]
        if rest and rest[-1].startswith(DOWN):
            return "+" + rest[-1].removeprefix(DOWN)
        return ""

    def moves(self) -> dict[str, tuple[int, list[str], int | None]]:
        """Token -> pile, group, the pile it goes to (None: the foundation)."""
        moves: dict[str, tuple[int, list[str], int | None]] = {}
        if self.won():  # "Nothing may follow a won position but the result word."
            return moves
        for pile in PILES:
            # "Top cards may go to the foundations at any time."
            if self.piles[pile]:
                top = self.piles[pile][-1]
                if self.fits(top):
                    moves[f"{pile}:{top}^{self.shown(pile, [top])}"] = (pile, [top], None)
            for group in self.groups(pile):
                for target in PILES:
                    if self.may_go(group, pile, target):
                        token = f"{pile}:{group[0]}>{target}{self.shown(pile, group)}"
                        moves[token] = (pile, group, target)
        # MA4 = return: "the top card of a foundation, the ace excepted, may be put on the top card of a pile that takes
        # it by the rule for piles, or in a vacancy".
        for suit in SUITS:
            top = card_of(self.tops[suit], suit)
            if self.readings["MA4"] == "return" and self.tops[suit] > 1:
                for target in PILES:
                    if not self.piles[target] or self.goes_on(top, self.piles[target][-1]):
                        moves[f"foundation:{top}>{target}"] = (0, [top], target)
        return moves

    def legal(self) -> list[str]:
        """Every legal move."""
        return list(self.moves())

    def do(self, token: str) -> None:
        """Perform one of the legal moves."""
        pile, group, target = self.moves()[token]
        if not pile:
            assert target is not None
            self.tops[suit_of(group[0])] -= 1
            self.piles[target].append(group[0])
            return
        for _card in group:
            self.piles[pile].pop()
        if target is None:
            self.tops[suit_of(group[0])] += 1
        else:
            self.piles[target].extend(group)
        # "A face-down card that becomes the top is turned up at once (forced)."
        if self.piles[pile]:
            self.piles[pile][-1] = self.piles[pile][-1].removeprefix(DOWN)

    def available(self) -> list[str]:
        """The top cards, which may go to the foundations."""
        return [self.piles[pile][-1] for pile in PILES if self.piles[pile]]

    def standstill(self) -> bool:
        """No available card fits a foundation."""
        return not any(self.fits(card) for card in self.available())

    def left(self) -> int:
        """Cards not on the foundations."""
        return 52 - sum(self.tops.values())

    def won(self) -> bool:
        """ "Won: 52."."""
        return self.left() == 0

    def text(self) -> str:
        """`C^ D^ H^ S^`, `1`…`12`."""
        lines = [line(suit + "^", [card_of(self.tops[suit], suit)]) for suit in SUITS]
        lines += [line(str(pile), self.piles[pile]) for pile in PILES]
        return "".join(lines)


def record(seed: str, readings: dict[str, str], rng: random.Random, most: int = 400) -> Record:
    """A random legal game of the deal `seed:<seed>`."""
    table = Martha(seed, readings)

    def weight(token: str) -> float:
        if "^" in token:
            return 200.0
        if "+" in token:  # a card is turned up
            return 20.0
        return 1.0

    return play_and_record(table, weight, rng, most)
