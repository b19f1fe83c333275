"""What Anna and The Japanese Rug share: the stock is turned up card by card into the hand; unused cards go to a talon,
which is dealt again."""

from __future__ import annotations

from typing import Final, TypeVar

from leoni_replay.cards import PRETTY, pretty
from leoni_replay.commands import Move
from leoni_replay.diagnostics import Clause
from leoni_replay.games.game import Position
from leoni_replay.games.patience import PatienceGame, place_and_card
from leoni_replay.games.places import NAMES
from leoni_replay.games.refusal import Refusal
from leoni_replay.games.remarks import still_fitting_remark, top_marks
from leoni_replay.games.rules import Rules
from leoni_replay.games.steps import Shift
from leoni_replay.layout import Zone
from leoni_replay.phrases import join_words, pluralize
from leoni_replay.rules import reasons
from leoni_replay.rules.talon import Talon

#: what must be done first, as the tables of these games number it
PLAYS: Final = 1
MARRIAGES: Final = 2

TalonT = TypeVar("TalonT", bound=Talon)


class TalonGame(PatienceGame[TalonT]):
    """A game with a hand and a talon under the rules of one record."""

    counts_deals = True

    @property
    def deals(self) -> int:
        return self.empty_table.redeals + 1

    def __init__(self, name: str, rules: Rules) -> None:
        super().__init__(name, rules)
        self.sentences.update(
            {
                reasons.COMES_FIRST: self._comes_first_refusal,
                reasons.IN_HAND: self._in_hand_refusal,
                reasons.WRONG_CARD: self._wrong_card_refusal,
            }
        )

    # -- the table ----------------------------------------------------------------------------------------------------

    def available(self, position: Position) -> list[tuple[str, int]]:
        """Return the cards that may be played, each after its place: the free ones on the table, and the top cards of
        the talon and the hand."""
        table = self.table(position)
        free_places = [place for place in range(table.low, table.high + 1) if table.size[place] and table.free(place)]
        cards = [(NAMES[place], table.cards_in(place)[-1]) for place in free_places]
        cards += [(name, position.places[name][-1]) for name in ("talon", "hand") if position.places[name]]
        return cards

    def unreachable_cards(self, position: Position) -> list[tuple[str, str]]:
        hand = position.places["hand"]
        if len(hand) <= 1:
            return []
        return [("hand", f"{pluralize(len(hand), 'card')}, and only one is ever turned up")]

    def cards_to_deal_again(self, position: Position) -> list[int]:
        return list(self.table(position).gathered())

    def pack_zones(self, position: Position) -> tuple[Zone, ...]:
        talon, hand = (self.zone(position, name, (name,)) for name in ("talon", "hand"))
        return talon, hand, self.zone(position, "stock", ("stock",), "squared")

    # -- words -------------------------------------------------------------------------------------------------------

    def arrival_words(self, position: Position, change: Shift) -> tuple[str, str]:
        """Return how a card goes to its place, in words: ``is``, and ``laid on the talon`` or ``married on 8♥ ...``."""
        # A dealt card goes to the talon; any other move is a marriage.
        if change.source == "hand" and change.dest == "talon":
            return "is", "laid on the talon"
        top = position.table.cards_in(self.places[change.dest])[-1:]
        preposition = "on" if change.dest == "talon" else "in"
        return "is", f"married on {pretty(top)} {preposition} {self.words(change.dest)}"

    # -- reasons ------------------------------------------------------------------------------------------------------

    def why_wait(self, position: Position) -> Refusal | None:
        """Return why no card may be turned up yet: cards that fit a foundation must be played first. None if none
        must."""
        if not self.table(position).what_comes_first():
            return None
        playable = position.playable()
        names = [*dict.fromkeys(PRETTY[card] for _, card in playable)]
        message = f"{join_words(names)} must be played first"
        remark = still_fitting_remark(position, playable)
        return Refusal("M224", message, self._first_clause(PLAYS), tuple(place for place, _ in playable), **remark)

    def _first_clause(self, kind: int) -> Clause:
        """Return the clause by which moves of a kind come first: ``PLAYS`` or ``MARRIAGES``."""
        return self.rules.clause(self.empty_table.FIRST_BY[kind])

    def _comes_first_refusal(self, position: Position, move: Move) -> Refusal:
        waiting = self.why_wait(position)
        if waiting is not None:
            return waiting
        message = f"{PRETTY[place_and_card(move)[1]]} fits and has to be played"
        return Refusal("M224", message, self._first_clause(PLAYS))

    def _in_hand_refusal(self, position: Position, move: Move) -> Refusal:
        (card,) = position.places["hand"][-1:]
        message = f"{PRETTY[card]} is in hand: it has to be placed first"
        plain, marks = f"first find a place for {PRETTY[card]}", top_marks(position, "hand")
        return Refusal("M223", message, self.rules.clause("7"), ("hand",), plain=plain, marks=marks)

    def _no_stock_refusal(self, position: Position, move: Move) -> Refusal:
        message = "the stock is out: no card can be turned up"
        return Refusal("M225", message, self.rules.clause("7"), ("stock",), plain="the stock is empty")

    def _wrong_card_refusal(self, position: Position, move: Move) -> Refusal:
        """Return why a card cannot come from the stock: another one is in the hand, or is next."""
        _, card = place_and_card(move)
        clause = self.rules.clause("7")
        if hand := position.places["hand"]:
            return Refusal("M226", f"the card in hand is {PRETTY[hand[-1]]}, not {PRETTY[card]}", clause, ("hand",))
        top = position.places["stock"][-1]
        return Refusal("M226", f"the card that is turned up is {PRETTY[top]}, not {PRETTY[card]}", clause)

    def _refusal(self, position: Position, move: Move) -> Refusal:
        refusal = super()._refusal(position, move)
        if move.source != "deal" or position.places["hand"]:
            return refusal
        # The card is still in the stock, not in the hand.
        return refusal._replace(places=tuple(place for place in refusal.places if place != "hand"))

    def no_such_move(self, position: Position, move: Move) -> Refusal:
        return self._no_weaving_refusal()
