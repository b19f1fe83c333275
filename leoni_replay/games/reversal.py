"""The Reversal: four packets and a row of dropped cards, dealt in rounds; deuces go up to aces, aces down to deuces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from leoni_replay.cards import ACE, KING, PRETTY, RANK, SUIT, SUITS, UNKNOWN
from leoni_replay.commands import Command
from leoni_replay.diagnostics import Clause
from leoni_replay.games.base import Refusal
from leoni_replay.games.patience import DEAL, Kind, Patience
from leoni_replay.games.rules import Rules
from leoni_replay.games.steps import Change, Position, Relaid, shift
from leoni_replay.layout import Place, Zone
from leoni_replay.words import counted, listed

_DEUCE = 2
_PACKETS = ("1", "2", "3", "4")


class State(NamedTuple):
    """The number of the deal, how many rounds of it have begun, and which card of the round is due next."""

    deal: int = 1
    rounds: int = 0
    due: int = 0


class Reversal(Patience):
    """The Reversal under the rules of one record."""

    packs = 2
    kinds = (Kind("^", (*range(_DEUCE, KING + 1), ACE), laid=0), Kind("v", (ACE, *range(KING, ACE, -1)), laid=0))
    order = (*_PACKETS, "dropped", "stock")
    spreads = ("dropped",)
    counts_deals = True
    redeals_point = "RV5"
    shuffle_point = "RV4"

    def __init__(self, name: str, rules: Rules) -> None:
        super().__init__(name, rules)
        self.by_card = rules["RV2"] == "card-by-card"

    def count_deals(self) -> int:
        return 4 if self.rules["RV5"] == "allowed" else 3

    def start(self, stock: Sequence[int]) -> Position:
        return Position(self.bare() | {"stock": list(stock[::-1])}, State())

    def state_of(self, places: dict[str, list[int]], rows: int, deal: int) -> State:
        # A layout does not say how many rounds have been dealt: where cards lie, it is taken for two or more.
        return State(deal, 2 if any(places[name] for name in (*_PACKETS, "dropped")) else 0)

    # -- what can be said of a position -------------------------------------------------------------------------------

    def round_of(self, position: Position) -> tuple[str, ...]:
        """The places to which a round is dealt: no cards are dropped in the fourth deal (2)."""
        return _PACKETS if position.state.deal == 4 else (*_PACKETS, "dropped", "dropped")

    def available(self, position: Position) -> list[tuple[str, int]]:
        places = position.places
        tops = [(name, places[name][-1]) for name in _PACKETS if places[name]]
        return tops + [("dropped", card) for card in dict.fromkeys(places["dropped"])]

    def may_land(self, position: Position, card: int, foundation: str) -> bool:
        # The first deuce and the first ace of a suit go to their own row alone (1).
        base = {_DEUCE: "^", ACE: "v"}.get(RANK[card])
        if base is None or foundation[1] == base:
            return True
        return bool(position.places[foundation[0] + base])

    def _is_base(self, position: Position, card: int) -> bool:
        """Whether a card is the first deuce or the first ace of its suit, so that it has to be laid out."""
        return any(not position.places[self.landing(position, card, way)] for way in self.ways(position, card))

    def _bases_due(self, position: Position) -> list[tuple[str, int]]:
        return [(place, card) for place, card in self.available(position) if self._is_base(position, card)]

    def keeps_out(self, position: Position, card: int, way: str) -> Refusal | None:
        if not self._is_base(position, card) or self.landing(position, card, way):
            return None
        row, what = ("deuce row", "deuce") if RANK[card] == _DEUCE else ("ace row", "ace")
        message = f"{PRETTY[card]} is the first {what} of its suit, which goes to the {row} alone"
        return Refusal("M203", message, self.rules.clause("6"), (SUITS[SUIT[card]] + way,))

    def words(self, place: str) -> str:
        return f"packet {place}" if place in _PACKETS else super().words(place)

    def consequence_clause(self, move: Command) -> Clause:
        return self.rules.clause("8") if move.source == "redeal" else self.rules.clause("7", "RV2")

    def play_waits(self, position: Position, card: int) -> Refusal | None:
        state = position.state
        if self.rules["RV1"] == "yes" or state.rounds != 1 or state.due or not position.places["stock"]:
            return None
        if self._is_base(position, card):
            return None
        message = f"{PRETTY[card]} may not be played between rounds 1 and 2: bases alone are laid out there"
        return Refusal("M224", message, self.rules.clause("4", "RV1"))

    # -- moves --------------------------------------------------------------------------------------------------------

    def other_moves(self, position: Position, source: str | None = None) -> list[Command]:
        stock = position.places["stock"]
        if not stock or self._bases_due(position):
            return []
        if not self.by_card:
            return [DEAL]
        card = stock[-1]
        if card == UNKNOWN:
            return []
        dests = [*self.ways(position, card), f">{self.round_of(position)[position.state.due]}"]
        return [Command("deal", card, dest) for dest in dests]

    def bare_deal(self, position: Position) -> list[Command]:
        return [move for move in self.other_moves(position) if move.source == "deal"]

    def perform(self, position: Position, move: Command, changes: list[Change]) -> list[int]:
        source, card, dest = move[:3]
        if source == "redeal":
            self._gather(position, changes)
        elif source != "deal":
            assert source is not None
            self.to_foundation(position, source, move, changes)
        elif card is None:
            return self._deal_round(position, changes)
        else:
            assert dest is not None
            self._deal_card(position, dest[1:] if dest.startswith(">") else self.landing(position, card, dest), changes)
        return []

    def _deal_round(self, position: Position, changes: list[Change]) -> list[int]:
        state = position.state
        places = self.round_of(position)[: len(position.places["stock"])]
        shown = [self._from_stock(position, name, changes) for name in places]
        position.state = state._replace(rounds=state.rounds + 1)
        return shown

    def _deal_card(self, position: Position, place: str, changes: list[Change]) -> None:
        """Deal one card (RV2); one that is played is not replaced, the next goes to the next place."""
        state = position.state
        self._from_stock(position, place, changes)
        due = (state.due + 1) % len(self.round_of(position))
        position.state = state._replace(rounds=state.rounds + (state.due == 0), due=due)

    def _from_stock(self, position: Position, place: str, changes: list[Change]) -> int:
        return shift(position, changes, "stock", len(position.places["stock"]) - 1, place)

    def regather(self, position: Position) -> list[int]:
        return [card for name in (*_PACKETS, "dropped") for card in position.places[name]]

    def _gather(self, position: Position, changes: list[Change]) -> None:
        """Gather packets and dropped cards into a new stock (8, RV4)."""
        places = position.places
        before = {name: places[name] for name in self.order}
        after: dict[str, list[int]] = {name: [] for name in self.order}
        after["stock"] = self.redealt(position)[::-1]
        places.update({name: list(pile) for name, pile in after.items()})
        changes.append(Relaid(before, after))
        position.state = State(position.state.deal + 1)

    def comes_to_light(self, position: Position, command: Command) -> list[tuple[str, int]]:
        cards = len(position.places["stock"]) if command.source == "deal" and command.card is None else 0
        return [("stock", at) for at in reversed(range(cards))]

    # -- reasons ------------------------------------------------------------------------------------------------------

    def comes_first(self, position: Position) -> Refusal | None:
        due = [f"{PRETTY[card]} in {self.words(place)}" for place, card in self._bases_due(position)]
        if not due:
            return None
        verb = "is a base that has" if len(due) == 1 else "are bases that have"
        places = tuple(dict.fromkeys(place for place, _ in self._bases_due(position)))
        return Refusal("M224", f"{listed(due)} {verb} to be laid out first", self.rules.clause("6"), places)

    def no_deal(self, position: Position, card: int | None, dest: str | None) -> Refusal:
        stock = position.places["stock"]
        clause = self.rules.clause("7", "RV2")
        if not stock:
            then = "" if self.reasons.no_redeal(position) else ": what lies on the table is gathered by redeal"
            return Refusal("M225", f"the stock is out{then}", clause)
        if due := self.comes_first(position):
            return due
        if not self.by_card:
            return Refusal("M220", "a round is dealt as a whole, by the word deal alone", clause)
        top = stock[-1]
        if card is not None and card != top:
            return Refusal("M226", f"the next card of the stock is {PRETTY[top]}, not {PRETTY[card]}", clause)
        if dest in ("^", "v"):
            refusal = self.reasons.misfit(position, "stock", top, dest)
            return refusal._replace(places=refusal.places[:-1])
        place = self.round_of(position)[position.state.due]
        played = ", or played to a foundation" if self.ways(position, top) else ""
        message = f"{PRETTY[top]} is dealt to {self.words(place)}, which is next{played}"
        return Refusal("M222", message, clause, (place,))

    def situation(self, position: Position) -> str:
        if not self.won(position) and (due := self.comes_first(position)):
            return due.message
        left = len(position.places["stock"])
        said = super().situation(position)
        return said or (f"{counted(left, 'card')} in the stock" if left else "")

    # -- showing ------------------------------------------------------------------------------------------------------

    def zones(self, position: Position) -> tuple[Zone, ...]:
        places = position.places
        (bases,) = self.foundation_zones(position)
        packets = tuple(Place(name, name, tuple(places[name])) for name in _PACKETS)
        dropped = (Place("dropped", "dropped", tuple(places["dropped"])),)
        return (
            Zone("deuces", "deuce row", bases.places[:4]),
            Zone("packets", "packets", packets),
            Zone("dropped", "dropped", dropped, beside=True),
            Zone("aces", "ace row", bases.places[4:]),
            Zone("stock", "stock", (Place("stock", "stock", tuple(places["stock"]), "squared"),)),
        )
