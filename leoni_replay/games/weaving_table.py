"""The table of the weaving games: Leoni's Own and Weaver's, as dealt under every reading of their points.

Numbers in comments are the clauses of the rule books, ids are the points of ``rulebooks/leonis-own.toml``.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import Final

from leoni_replay.cards import ACE, GAP, KING, RANK, SUIT, SUITS, UNKNOWN, pretty
from leoni_replay.games.base import NONE_FITS, Game, LayoutError
from leoni_replay.games.rules import Rules, RulesError
from leoni_replay.games.steps import Position
from leoni_replay.games.weaving_state import DOWN, DOWN_OF, SECOND, SECOND_OF, UP, UP_OF, State
from leoni_replay.layout import Layout, Place, Zone

#: the card that goes next on a foundation with this top; GAP when the foundation is complete
_NEXT_UP: Final = tuple(card + 1 if RANK[card] < KING else GAP for card in range(52))
_NEXT_DOWN: Final = tuple(card - 1 if RANK[card] > ACE else GAP for card in range(52))


class WeavingTable(Game):
    """The table of a weaving game under the rules of one record: how it is dealt, and what can be said of it.

    Raises:
        RulesError: readings that cannot work together.
    """

    packs = 2

    def __init__(self, name: str, rules: Rules) -> None:
        super().__init__(rules)
        _check_combination(rules)
        self.name = name
        self.kings_only = rules["L16"] == "eight-kings"
        self.count = int(rules["L17"])
        self.redeals = int(rules["L15"])
        self.ups = () if self.kings_only else UP
        self.downs = tuple(n for pair in zip(DOWN, SECOND, strict=True) for n in pair) if self.kings_only else DOWN
        self.foundations = self.ups + self.downs
        self._base_of = {name: _base(name) for name in self.foundations}
        self.bases = tuple(sorted(self._base_of.values()))
        self.piles = tuple(str(n) for n in range(1, self.count + 1))
        #: piles of which only the top is available, and the one that is spread out (3)
        self.topped = self.piles[:12]
        self.spread = self.piles[12] if self.count == 13 else None
        self.spreads = self.piles[12:]
        self.immediate = rules["L7"] == "immediate"
        self.any_exile = rules["L9"] == "any"
        self.always_13 = rules["L6c"] == "always-13"
        self.any_time = rules["L8"] == "any-time"
        self.frees = rules["L7a"] == "yes" and rules["L7"] == "optional"
        self.last_exile = rules["L11"] == "last-exile"
        self.pile_names = frozenset(self.piles)
        self._following = tuple(_NEXT_UP if name in UP else _NEXT_DOWN for name in self.foundations)
        # The lists of many places at once, for what is asked before nearly every move.
        self._foundations_of = itemgetter(*self.foundations)
        self._topped_of = itemgetter(*self.topped)

    # -- the deal -----------------------------------------------------------------------------------------------

    def start(self, stock: Sequence[int]) -> Position:
        return self._settled(self._bare() | self.dealt(stock), 1)

    def _bare(self) -> dict[str, list[int]]:
        """The foundations with nothing but their bases."""
        return {name: [base] for name, base in self._base_of.items()}

    def _settled(self, places: dict[str, list[int]], deal: int) -> Position:
        position = Position(places, State(deal))
        self.settle(position)
        return position

    def strays(self, position: Position) -> list[tuple[str, str]]:
        if not self.kings_only:
            return []
        kings = {
            name: pretty(card for card in position.places[name] if RANK[card] == KING)
            for name in (*self.piles, "exile")
        }
        message = "and no king is in play in this game: all eight are bases"
        return [(name, f"{cards}, {message}") for name, cards in kings.items() if cards != "-"]

    def dealt(self, stock: Sequence[int]) -> dict[str, list[int]]:
        """Deal to the piles in turn, exiling the cards that meet the pile of their rank (2, L5)."""
        count, unchecked = self.count, self.rules["L5"] == "unchecked"
        # The cards in the order in which they land: every count-th of them lies on the same pile.
        landed: list[int] = []
        exiles: list[int] = []
        untested = False
        p = 1
        for card in stock:
            if RANK[card] != p or untested:
                landed.append(card)
                untested = False
                p = p + 1 if p < count else 1
            else:
                exiles.append(card)
                untested = unchecked
        piles = [landed[first::count] for first in range(count)]
        if self.rules["L10"] == "fifo":
            exiles.reverse()
        return dict(zip(self.piles, piles, strict=True)) | {"exile": exiles}

    def from_layout(self, lines: dict[str, list[int]], deal: int) -> Position:
        places = self._bare()
        places |= {name: [] for name in (*self.piles, "exile")}
        for name, held in lines.items():
            if any(not 0 <= card <= UNKNOWN for card in held):
                raise LayoutError(name, "this game has no gaps, and no cards that are listed face down")
            if name in DOWN + self.ups:
                tops = sorted(held)
                names = (name, name + "2") if self.kings_only else (name,)
                if len(tops) != len(names):
                    wanted = "the tops of both foundations" if self.kings_only else "the top card alone"
                    raise LayoutError(name, f"a foundation is written with {wanted}")
                for place, top in zip(names, tops, strict=True):
                    places[place] = _foundation(place, top)
            elif name in places:
                places[name] = list(held)
            else:
                raise LayoutError(name, f"there is no place `{name}` in {self.name}", unknown=True)
        if not 1 <= deal <= self.redeals + 1:
            raise LayoutError("deal", f"there is no deal {deal}: a game has {self.redeals + 1}")
        return self._settled(places, deal)

    # -- what can be said of a position -------------------------------------------------------------------------

    def wanted(self, position: Position) -> set[int]:
        """The cards that fit a foundation now."""
        wanted: set[int] | None = position.memo
        if wanted is None:
            wanted = {
                following[pile[-1]]
                for following, pile in zip(self._following, self._foundations_of(position.places), strict=True)
            }
            position.memo = wanted
        return wanted

    def fitting(self, position: Position, card: int) -> list[str]:
        """The destinations (``^``, ``v``) on which a card fits."""
        return [dest for dest in ("^", "v") if self.landing(position, card, dest)]

    def landing(self, position: Position, card: int, way: str) -> str:
        places = position.places
        # A foundation holds one suit, so that the neighbour of an ace or a king in another suit is never its top.
        if way == "^":
            name = UP_OF[card]
            return name if self.ups and places[name][-1] == card - 1 else ""
        name = DOWN_OF[card]
        if places[name][-1] == card + 1:
            return name
        if self.kings_only and places[SECOND_OF[card]][-1] == card + 1:
            return SECOND_OF[card]
        return ""

    def playable_on(self, position: Position, source: str, card: int, dest: str) -> str:
        """The foundation to which a card of a pile may be played (3, 4); empty if it may not."""
        places = position.places
        pile = places[source]
        if not pile or (pile[-1] != card and (source != self.spread or card not in pile)):
            return ""
        state = position.state
        if state.stalemate or state.owes_exile or (self.immediate and self.combinations(position)):
            return ""
        if self.last_exile and not places["exile"]:
            return ""
        return self.landing(position, card, dest)

    def may_reverse(self, position: Position, card: int, way: str) -> bool:
        """Whether a card may go from one foundation of its suit to the other (5, L7)."""
        if not self.ups or self.rules["L7"] == "none":
            return False
        places, state, suit = position.places, position.state, SUIT[card]
        pile = places[UP[suit] if way == "^v" else DOWN[suit]]
        if pile[-1] != card or len(pile) == 1 or not self.meets(position, suit):
            return False
        if self.immediate:
            return suit in self.combinations(position) and state.way in (None, way)
        return not (state.stalemate or state.owes_exile or (self.last_exile and not places["exile"]))

    def may_turn_up(self, position: Position) -> bool:
        """Whether an exile may be turned up, whichever (6, L8)."""
        if not position.places["exile"] or (self.immediate and self.combinations(position)):
            return False
        state = position.state
        if state.owes_exile:
            return True
        return not state.stalemate and (self.any_time or self.standstill(position))

    def exile_dests(self, position: Position, card: int) -> list[str]:
        """What the rules leave for an exile that is turned up (6, L6c)."""
        king = RANK[card] == KING
        if king and self.always_13 and self.spread:
            return [">13"]
        if card in self.wanted(position):
            return self.fitting(position, card)
        if king:
            return [">13"] if self.spread else []
        return ["~"] if card != UNKNOWN else []

    def available(self, position: Position) -> list[tuple[str, int]]:
        places = position.places
        cards = [(name, places[name][-1]) for name in self.topped if places[name]]
        if self.spread:
            # Of two equal cards in pile 13 the one nearest the bottom is taken, so one stands for both (3).
            cards += [(self.spread, card) for card in dict.fromkeys(places[self.spread])]
        return cards

    def meets(self, position: Position, suit: int) -> bool:
        """Whether the ascending and the descending foundation of a suit meet (5)."""
        return bool(self.ups) and _NEXT_UP[position.places[UP[suit]][-1]] == position.places[DOWN[suit]][-1]

    def combinations(self, position: Position) -> list[int]:
        """The suits of which a combination is due before anything else (L7)."""
        if not self.immediate:
            return []
        state = position.state
        if state.combining is not None:
            return [state.combining]
        return [suit for suit in range(4) if not state.combined >> suit & 1 and self.meets(position, suit)]

    def playable(self, position: Position) -> list[tuple[str, int]]:
        """The available cards that fit a foundation, with their places."""
        wanted = self.wanted(position)
        return [(name, card) for name, card in self.available(position) if card in wanted]

    def freed(self, position: Position) -> list[tuple[str, int]]:
        """The available cards that reversals could make playable, where that prevents a standstill (L7a)."""
        if not self.frees:
            return []
        # With any number of reversals the foundations of a suit that meet can take every rank.
        cards = [(name, card) for name, card in self.available(position) if card != UNKNOWN]
        return [(name, card) for name, card in cards if self.meets(position, SUIT[card])]

    def standstill(self, position: Position) -> bool:
        places = position.places
        wanted = self.wanted(position)
        for pile in self._topped_of(places):
            if pile and pile[-1] in wanted:
                return False
        if self.spread and not wanted.isdisjoint(places[self.spread]):
            return False
        return not (self.frees and self.freed(position))

    def won(self, position: Position) -> bool:
        places = position.places
        # The first foundation alone tells nearly always, and this is asked before every move.
        return len(places[self.foundations[0]]) == 13 and all(len(places[name]) == 13 for name in self.foundations)

    def deal_over(self, position: Position) -> bool:
        """Whether the deal has ended (8, 9, L4, L11); never while something is due."""
        state = position.state
        if state.owes_exile or self.combinations(position):
            return False
        return state.stalemate or state.played_out or (self.last_exile and not position.places["exile"])

    def settle(self, position: Position) -> None:
        """See whether the deal has come to its end by a standstill (9); not before what is due has been done."""
        state = position.state
        if position.places["exile"] or state.played_out or self.combinations(position):
            return
        if self.standstill(position) and not self.won(position):
            position.state = state._replace(played_out=True)

    # -- showing ------------------------------------------------------------------------------------------------

    def listing(self, position: Position) -> list[tuple[str, list[int] | int]]:
        places = position.places
        lines: list[tuple[str, list[int] | int]] = []
        for name in self.ups + DOWN:
            tops = [places[name][-1]]
            if self.kings_only:
                tops = sorted((places[name][-1], places[name + "2"][-1]))
            lines.append((name, tops))
        lines += [(name, places[name]) for name in self.piles]
        return [*lines, ("exile", places["exile"]), ("deal", position.state.deal)]

    def situation(self, position: Position) -> str:
        state = position.state
        if self.won(position):
            return "the game is won"
        if self.combinations(position):
            return "two foundations have met and must be combined"
        if state.owes_exile:
            return "an exile is due"
        if self.last_exile and not position.places["exile"]:
            return "the deal is over"
        if not state.stalemate and self.doubtful(position) and self.standstill(position):
            return NONE_FITS
        if self.deal_over(position):
            return "the deal is over"
        return "this is a standstill" if self.standstill(position) else ""

    def layout(self, position: Position) -> Layout:
        places = position.places
        bases = tuple(Place(name, name[:2], tuple(places[name][-1:]), "top") for name in self.foundations)
        piles = tuple(Place(name, name, tuple(places[name])) for name in self.piles)
        exile = Place("exile", "exile", tuple(places["exile"]), "hidden")
        caption = f"deal {position.state.deal} of {self.redeals + 1}"
        if situation := self.situation(position):
            caption += f", {situation}"
        return Layout(
            (
                Zone("foundations", "foundations", bases),
                Zone("piles", "piles", piles),
                Zone("exile", "exiles", (exile,)),
            ),
            caption,
        )


def _base(name: str) -> int:
    return SUITS.index(name[0]) * 13 + (0 if name[1] == "^" else KING - 1)


def _foundation(name: str, top: int) -> list[int]:
    """The cards of a foundation with this top."""
    base = _base(name)
    if SUIT[top] != SUIT[base]:
        raise LayoutError(name[:2], "the card is of another suit")
    return list(range(base, top + 1)) if name[1] == "^" else list(range(base, top - 1, -1))


def _check_combination(rules: Rules) -> None:
    """Raise RulesError for readings that cannot work together (section 5 of the points)."""
    if rules["L16"] == "eight-kings":
        for point in ("L6", "L6a", "L6b", "L6c", "L6d", "L7a"):
            if point in rules.overrides:
                raise RulesError("combination", f"{point} means nothing with L16=eight-kings: no king is in play")
        if rules["L7"] != "none":
            raise RulesError("combination", f"L7={rules['L7']} cannot be with L16=eight-kings: nothing is built up")
    elif rules["L17"] == "12":
        raise RulesError("combination", "L17=12 cannot be with L16=aces-and-kings: there would be no pile for kings")
