"""What Anna and The Japanese Rug have in common: the stock is turned up card by card into the hand, and what is not
used goes on a talon, which is dealt again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from leoni_replay.cards import PRETTY, UNKNOWN
from leoni_replay.commands import Command
from leoni_replay.games.base import Refusal
from leoni_replay.games.patience import DEAL, Patience
from leoni_replay.games.steps import Change, Position, Relaid, shift
from leoni_replay.layout import Place, Zone
from leoni_replay.words import counted


class State(NamedTuple):
    """The number of the pass through the stock."""

    deal: int = 1


class Talon(Patience):
    """A game with a hand and a talon under the rules of one record."""

    packs = 2
    counts_deals = True

    def start(self, stock: Sequence[int]) -> Position:
        places = self.bare(self.grid_rows)
        places["stock"] = list(stock[::-1])
        position = Position(places, State())
        self.lay_out(position)
        return position

    def lay_out(self, position: Position) -> None:
        """Deal the table from the stock (2)."""
        raise NotImplementedError

    def strays(self, position: Position) -> list[tuple[str, str]]:
        hand = position.places["hand"]
        return [("hand", f"{counted(len(hand), 'card')}, and only one is ever turned up")] if len(hand) > 1 else []

    def state_of(self, places: dict[str, list[int]], rows: int, deal: int) -> State:
        return State(deal)

    def table_available(self, position: Position) -> list[tuple[str, int]]:
        """The available cards of the table."""
        raise NotImplementedError

    def available(self, position: Position) -> list[tuple[str, int]]:
        tops = [(name, position.places[name][-1]) for name in ("talon", "hand") if position.places[name]]
        return self.table_available(position) + tops

    # -- what is turned up --------------------------------------------------------------------------------------------

    def hand_dests(self, position: Position, card: int) -> list[str]:
        """Where a card that is turned up may go (7)."""
        return [*self.ways(position, card), ">talon"]

    def goes_out(self, position: Position, card: int) -> bool:
        """Whether a card may not stay in the hand, because it is laid out at once (6)."""
        return False

    def may_turn_up(self, position: Position) -> bool:
        """Whether the next card may be turned up (7)."""
        places = position.places
        return bool(places["stock"]) and not places["hand"] and self.comes_first(position) is None

    def hand_moves(self, position: Position) -> list[Command]:
        """Turning a card up, and placing it, in one move or in two; plays of a card in the hand apart."""
        places = position.places
        if places["hand"]:
            card = places["hand"][-1]
            dests = self.hand_dests(position, card) if card != UNKNOWN else []
            return [Command("deal", card, dest) for dest in dests if dest.startswith(">")]
        if not self.may_turn_up(position):
            return []
        card = places["stock"][-1]
        if card == UNKNOWN:
            return [DEAL]
        placed = [Command("deal", card, dest) for dest in self.hand_dests(position, card)]
        return placed if self.goes_out(position, card) else [DEAL, *placed]

    def bare_deal(self, position: Position) -> list[Command]:
        if not self.may_turn_up(position):
            return []
        moves = self.hand_moves(position)
        return moves[:1] if moves[0] == DEAL else moves

    def perform(self, position: Position, move: Command, changes: list[Change]) -> list[int]:
        source, card, dest = move[:3]
        assert source is not None
        if source == "redeal":
            self._turn_over(position, changes)
            return self.after(position, changes)
        if source == "deal":
            if not position.places["hand"]:
                up = shift(position, changes, "stock", len(position.places["stock"]) - 1, "hand")
                if card is None:
                    return [up]
            source = "hand"
        assert card is not None and dest is not None
        if dest.startswith(">"):
            pile = position.places[source]
            at = len(pile) - 1 - pile[::-1].index(card)
            for _ in range(len(pile) - at):
                shift(position, changes, source, at, dest[1:])
        else:
            self.to_foundation(position, source, move, changes)
        return self.after(position, changes)

    def after(self, position: Position, changes: list[Change]) -> list[int]:
        """What follows from a move by force; returns the cards that it shows (6)."""
        return []

    def comes_to_light(self, position: Position, command: Command) -> list[tuple[str, int]]:
        places = position.places
        if command.source == "redeal":
            return [
                ("talon", at)
                for at in range(len(places["talon"]))
                if position.state.deal + 1 not in self.written_redeals
            ]
        stock = len(places["stock"])
        if command.source == "deal" and not places["hand"] and command.card is not None:
            stock -= 1
        return [("stock", at) for at in reversed(range(stock))]

    # -- redeals ------------------------------------------------------------------------------------------------------

    def regather(self, position: Position) -> list[int]:
        return position.places["talon"]

    def _turn_over(self, position: Position, changes: list[Change]) -> None:
        """Make the talon the stock again: the card that was laid on it first is dealt first, unless shuffled (8)."""
        places = position.places
        after: dict[str, list[int]] = {"talon": [], "stock": list(self.redealt(position))[::-1]}
        changes.append(Relaid({"talon": places["talon"], "stock": places["stock"]}, after))
        places.update({name: list(pile) for name, pile in after.items()})
        position.state = State(position.state.deal + 1)

    # -- reasons ------------------------------------------------------------------------------------------------------

    def no_deal(self, position: Position, card: int | None, dest: str | None) -> Refusal:
        places = position.places
        clause = self.rules.clause("7")
        if hand := places["hand"]:
            if card is None and dest is None:
                return self.reasons.in_hand(hand[-1])
            if card is not None and card != hand[-1]:
                message = f"the card in hand is {PRETTY[hand[-1]]}, not {PRETTY[card]}"
                return Refusal("M226", message, clause, ("hand",))
            return self.reasons.misplaced(position, "hand", hand[-1], dest)
        if not places["stock"]:
            return Refusal("M225", "the stock is out: no card can be turned up", clause, ("stock",))
        if first := self.comes_first(position):
            return first
        top = places["stock"][-1]
        if card is not None and card != top:
            return Refusal("M226", f"the card that is turned up is {PRETTY[top]}, not {PRETTY[card]}", clause)
        refusal = self.reasons.misplaced(position, "hand", top, dest)
        return refusal._replace(places=tuple(place for place in refusal.places if place != "hand"))

    # -- showing ------------------------------------------------------------------------------------------------------

    def pack_zones(self, position: Position) -> tuple[Zone, ...]:
        """Talon, hand and stock."""
        places = position.places
        return (
            Zone("talon", "talon", (Place("talon", "talon", tuple(places["talon"])),)),
            Zone("hand", "hand", (Place("hand", "hand", tuple(places["hand"])),)),
            Zone("stock", "stock", (Place("stock", "stock", tuple(places["stock"]), "squared"),)),
        )
