"""What a legal move of a weaving game does: plays, reversals, exiles, weaves and redeals."""

from __future__ import annotations

from typing import Final

from leoni_replay.cards import KING, PRETTY, RANK, SUIT, UNKNOWN
from leoni_replay.commands import Command
from leoni_replay.games.base import Refusal, Refused
from leoni_replay.games.rules import Rules
from leoni_replay.games.steps import Change, Position, Relaid, Shift, Step, new_tuple, shift, undo
from leoni_replay.games.weaving_state import DOWN, UP, State
from leoni_replay.games.weaving_table import WeavingTable
from leoni_replay.unknown.blanks import not_known

REDEAL: Final = Command("redeal")


class WeavingPlay(WeavingTable):
    """A weaving game that can be played: every change is made to the position and written down."""

    def __init__(self, name: str, rules: Rules) -> None:
        super().__init__(name, rules)
        self.kings_leave = rules["L6d"] == "moves"
        self.kings_under = rules["L6b"] == "bottom"
        self.once = rules["L2"] == "rotate-once"
        self.alone_is_stalemate = rules["L3"] == "stalemate"
        self.stalemate_ends_deal = rules["L4"] == "ends-deal"
        self.draw_first = rules["L6a"] == "draw-first"
        self.stops = self.once or rules["L6"] == "stops"

    def play(self, position: Position, move: Command) -> Step:
        """Play a legal move with all that follows from it by force.

        Raises:
            Refused: it depends on a card that is not known; nothing has been played then.
        """
        before = position.state
        changes: list[Change] = []
        source, card, dest, _, _, _ = move
        if source == "redeal":
            changes.append(self._redeal(position))
            position.state = State(before.deal + 1, combined=before.combined)
            played = REDEAL
        else:
            assert card is not None and dest is not None
            if source == "exile":
                try:
                    played = self._turn_up(position, card, dest, changes)
                except Refused:
                    # The weave comes to a card that is not known.
                    undo(position, Step(move, changes, before, before))
                    raise
            elif source is None:
                played = self._reverse(position, card, dest, changes)
            else:
                return self.play_from_pile(position, source, card, dest, self.playable_on(position, source, card, dest))
        if not position.places["exile"]:
            self.settle(position)
        return new_tuple(Step, (played, changes, before, position.state))

    def play_from_pile(self, position: Position, source: str, card: int, dest: str, foundation: str) -> Step:
        """Play an available card of a pile to the foundation that it fits (4), and let the kings go that it uncovers
        (L6d)."""
        # The commonest move by far, and therefore written out.
        before = position.state
        places = position.places
        pile = places[source]
        target = places[foundation]
        if source == self.spread:
            # Of two equal cards in pile 13 the one nearest the bottom is taken (3).
            at = pile.index(card)
            del pile[at]
        else:
            pile.pop()
            at = len(pile)
        changes: list[Change] = [new_tuple(Shift, (source, at, foundation, len(target)))]
        target.append(card)
        position.memo = None
        kings = None
        if self.kings_leave and source != self.spread and pile and RANK[pile[-1]] == KING:
            kings = self._kings_leave(position, source, changes)
        if not places["exile"]:
            self.settle(position)
        return new_tuple(
            Step, (new_tuple(Command, (source, card, dest, None, False, kings)), changes, before, position.state)
        )

    def _reverse(self, position: Position, card: int, way: str, changes: list[Change]) -> Command:
        """Move the top card of one foundation to the other (5); where two are being combined, they have been once
        only the base is left (L7)."""
        suit = SUIT[card]
        source, dest = (UP[suit], DOWN[suit]) if way == "^v" else (DOWN[suit], UP[suit])
        shift(position, changes, source, len(position.places[source]) - 1, dest)
        position.memo = None
        if self.immediate:
            done = len(position.places[source]) == 1
            position.state = position.state._replace(
                combining=None if done else suit,
                way=None if done else way,
                combined=position.state.combined | (1 << suit if done else 0),
            )
        return Command(None, card, way)

    def _kings_leave(self, position: Position, source: str, changes: list[Change]) -> tuple[int, ...]:
        """Kings that a play has uncovered go to pile 13, one by one, and an exile is due (L6d)."""
        pile = position.places[source]
        kings: list[int] = []
        while pile and RANK[pile[-1]] == KING:
            kings.append(pile[-1])
            self._to_13(position, source, len(pile) - 1, changes)
        if position.places["exile"]:
            position.state = position.state._replace(owes_exile="L6d")
        return tuple(kings)

    def _to_13(self, position: Position, source: str, at: int, changes: list[Change]) -> None:
        """Put a king in pile 13, on top or at the bottom (L6b)."""
        shift(position, changes, source, at, "13", 0 if self.kings_under else None)

    def _turn_up(self, position: Position, card: int, dest: str, changes: list[Change]) -> Command:
        """Turn up an exile and do with it what the rules leave (6)."""
        exiles = position.places["exile"]
        # Of two equal exiles the one nearest the top is taken (L9).
        at = len(exiles) - 1
        while exiles[at] != card:
            at -= 1
        if position.state.owes_exile:
            position.state = position.state._replace(owes_exile="")
        path: tuple[int, ...] | None = None
        stalemate = False
        if dest == ">13":
            self._to_13(position, "exile", at, changes)
        elif dest == "~":
            shift(position, changes, "exile", at, str(RANK[card]), 0)
            path, stalemate = self._weave(position, card, changes)
            if stalemate and self.stalemate_ends_deal:
                position.state = position.state._replace(stalemate=True)
        else:
            shift(position, changes, "exile", at, self.landing(position, card, dest))
            position.memo = None
        return new_tuple(Command, ("exile", card, dest, path, stalemate, None))

    def _weave(self, position: Position, card: int, changes: list[Change]) -> tuple[tuple[int, ...], bool]:
        """Weave the exile that has just been put under the pile of its rank (7, 8, L2, L3, L6, L6a).

        Returns:
            The cards lifted, and whether it ends in a stalemate.
        """
        places = position.places
        wanted = self.wanted(position)
        home = RANK[card]
        told = position.told
        lifted: list[int] = []
        while True:
            name = self.piles[home - 1]
            pile = places[name]
            if len(pile) == 1:
                # Put under an empty pile: the smallest endless weave, unless the card itself can be played (L3).
                return tuple(lifted), pile[0] not in wanted and self.alone_is_stalemate
            top = pile[-1]
            rank = RANK[top]
            if told and self._told_stalemate(told, tuple(lifted), home, pile, wanted):
                return tuple(lifted), True
            if not 0 < rank <= self.count:
                raise Refused(self._not_woven(name, top))
            # A full rotation of such a pile uncovers nothing playable (8).
            if rank == home and not self.once and all(RANK[held] == home and held not in wanted for held in pile):
                return tuple(lifted), True
            lifted.append(top)
            ends = self.once
            if rank == KING and self.stops:
                self._to_13(position, name, len(pile) - 1, changes)
                ends = True
            else:
                target = name if self.once else self.piles[rank - 1]
                pile.pop()
                changes.append(new_tuple(Shift, (name, len(pile), target, 0)))
                places[target].insert(0, top)
            if pile and (pile[-1] in wanted or (pile[-1] == UNKNOWN and self._told_playable(position, name, lifted))):
                if rank == KING and self.draw_first and places["exile"]:
                    position.state = position.state._replace(owes_exile="L6a")
                ends = True
            if ends:
                return tuple(lifted), False
            home = rank

    def _told_stalemate(
        self, told: Command, lifted: tuple[int, ...], home: int, pile: list[int], wanted: set[int]
    ) -> bool:
        """Whether the record ends a weave here in a stalemate, and the cards of the pile that are not known are all
        that is needed for it (8)."""
        if not told.stalemate or told.path != lifted or UNKNOWN not in pile or self.once:
            return False
        return all(held == UNKNOWN or (RANK[held] == home and held not in wanted) for held in pile)

    def _told_playable(self, position: Position, name: str, lifted: list[int]) -> bool:
        """Whether an unknown card that a weave uncovers can be played: so it is where the record ends the path there.

        Raises:
            Refused: the record does not write the path.
        """
        if self.once or (self.stops and RANK[lifted[-1]] == KING):
            # The weave is over anyway (L2, L6). If the card can be played, an exile is due (L6a): the next move tells.
            if RANK[lifted[-1]] == KING and self.draw_first:
                state = position.state
                position.state = state._replace(noted=state.noted._replace(under_king=name))
            return False
        told = position.told
        if told is None or told.path is None:
            raise Refused(not_known(f"the card that comes to light on pile {name}", self.rules.clause("7"), name))
        return told.path == tuple(lifted) and not told.stalemate

    def _not_woven(self, name: str, card: int) -> Refusal:
        if card == UNKNOWN:
            return not_known(f"the card that is lifted from pile {name}", self.rules.clause("7"), name)
        message = f"the weave comes to {PRETTY[card]}, which has no pile in this game"
        return Refusal("M220", message, self.rules.clause("7"), (name,))

    def _redeal(self, position: Position) -> Relaid:
        """Pick up the piles, unturned exiles last, and deal again (10, L12, L13)."""
        places = position.places
        piles = self.piles
        before = {name: places[name] for name in (*piles, "exile")}
        order = self.rules["L12"]
        names = piles if order == "pile1-first" else piles[::-1]
        stock = [card for name in names for card in before[name]]
        if order == "unturned":
            stock.reverse()
        # The exile that would have been turned up next is dealt first of them.
        stock += before["exile"][::-1]
        after = self.dealt(stock)
        places.update({name: list(pile) for name, pile in after.items()})
        return Relaid(before, after)
