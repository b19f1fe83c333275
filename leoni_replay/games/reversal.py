"""The Reversal: four packets and a row of dropped cards, dealt in rounds; twos go up to aces, aces down to twos."""

from __future__ import annotations

from typing import ClassVar, Final

from leoni_replay.cards import PACK_SIZE, PRETTY, RANK, SUIT, SUITS
from leoni_replay.commands import Move
from leoni_replay.diagnostics import Clause
from leoni_replay.games.declare import Declaration
from leoni_replay.games.game import Position
from leoni_replay.games.patience import PatienceGame, place_and_card
from leoni_replay.games.places import NAMES
from leoni_replay.games.refusal import Refusal
from leoni_replay.games.remarks import still_fitting_remark, top_marks
from leoni_replay.games.rules import Rules
from leoni_replay.games.steps import Shift
from leoni_replay.layout import Zone
from leoni_replay.phrases import Direction, join_words, pluralize
from leoni_replay.rules import reasons
from leoni_replay.rules.reversal import Reversal
from leoni_replay.rules.table import Table

_DEUCE = 2
_PACKETS = ("1", "2", "3", "4")


class ReversalGame(PatienceGame[Reversal]):
    """The Reversal under the rules of one record."""

    core: ClassVar[type[Table]] = Reversal
    order: tuple[str, ...] = (*_PACKETS, "dropped", "stock")
    fanned_places: tuple[str, ...] = ("dropped",)
    counts_deals = True
    redeals_point = "RV5"
    shuffle_point = "RV4"
    gathers_all = True
    draft_hints: tuple[str, ...] = ("All cards are in the stock: the first round is dealt by the first move, `deal`.",)
    plays_first: tuple[str, ...] = ("RV2=end-of-round", "RV6=at-standstill")

    @property
    def deals(self) -> int:
        return self.empty_table.deals

    def __init__(self, name: str, rules: Rules) -> None:
        super().__init__(name, rules)
        self.sentences.update(
            {
                reasons.COMES_FIRST: self._comes_first_refusal,
                reasons.WAITS: self._waits_refusal,
                reasons.NO_STANDSTILL: self._no_standstill_refusal,
                reasons.WRONG_CARD: self._wrong_card_refusal,
                reasons.WRONG_PLACE: self._wrong_place_refusal,
            }
        )

    # -- the table ----------------------------------------------------------------------------------------------------

    def available(self, position: Position) -> list[tuple[str, int]]:
        places = position.places
        cards: list[tuple[str, int]] = [(name, places[name][-1]) for name in _PACKETS if places[name]]
        # One of two equal cards stands for both, because the one dropped first is taken (4).
        cards += [("dropped", card) for card in dict.fromkeys(places["dropped"])]
        return cards

    def fits(self, position: Position, card: int, way: Direction) -> bool:
        return card < PACK_SIZE and bool(self.table(position).fits(card) & (1 if way == "^" else 2))

    def cards_to_deal_again(self, position: Position) -> list[int]:
        return list(self.table(position).gathered())

    def words(self, place: str) -> str:
        return f"packet {place}" if place in _PACKETS else super().words(place)

    def arrival_words(self, position: Position, change: Shift) -> tuple[str, str]:
        return "is", "dropped" if change.dest == "dropped" else f"dealt to {self.words(change.dest)}"

    def base_arrival_words(self, base: str) -> tuple[str, str]:
        return "is", f"laid out in the row of {'twos' if base.endswith('^') else 'aces'}"

    def situation(self, position: Position) -> str:
        if situation := super().situation(position):
            return situation
        left = len(position.places["stock"])
        return f"{pluralize(left, 'card')} in the stock" if left else ""

    def zones(self, position: Position) -> tuple[Zone, ...]:
        """Return the parts of the table with their cards, for drawing: the row of twos, packets, dropped cards, the
        row of aces, and the stock."""
        foundations = self.foundation_zone(position).places
        return (
            Zone("deuces", "row of twos", foundations[:4]),
            self.zone(position, "packets", _PACKETS),
            self.zone(position, "dropped", ("dropped",))._replace(beside=True),
            Zone("aces", "row of aces", foundations[4:]),
            self.zone(position, "stock", ("stock",), "squared"),
        )

    def consequence_clause(self, move: Move) -> Clause:
        return self.rules.clause("8") if move.source == "redeal" else self.rules.clause("7", "RV2")

    # -- reasons ------------------------------------------------------------------------------------------------------

    def why_not_available(self, position: Position, place: str, card: int) -> Refusal:
        return self.under_others(position, place, card)

    def why_wait(self, position: Position) -> Refusal | None:
        """Return why dealing must wait: a base, the first card of a foundation, must be laid out. None if none must."""
        table = self.table(position)
        if not table.base_due():
            return None
        bases = [(place, card) for place, card in position.available() if table.is_base(card)]
        names = join_words([*dict.fromkeys(PRETTY[card] for _, card in bases)])
        places = tuple(dict.fromkeys(place for place, _ in bases))
        remark = still_fitting_remark(position, bases)
        return Refusal("M224", f"{names} must be laid out first", self.rules.clause("6"), places, **remark)

    def _comes_first_refusal(self, position: Position, move: Move) -> Refusal:
        waiting = self.why_wait(position)
        assert waiting is not None
        return waiting

    def why_kept_out(self, position: Position, card: int, way: Direction) -> Refusal | None:
        """Return why a card may not go to the foundations of its suit that are built in a direction: it is a base, a
        card that begins a foundation of the other direction. None for any other card."""
        if not self.table(position).is_base(card) or position.fits(card, way):
            return None
        kind, own_way = ("two", "^") if RANK[card] == _DEUCE else ("ace", "v")
        suit_letter = SUITS[SUIT[card]]
        message = f"{PRETTY[card]} is the first {kind} of its suit, which goes only to the row of {kind}s"
        plain = f"{PRETTY[card]} is the first of its suit and starts its own foundation"
        marks = top_marks(position, suit_letter + own_way)
        return Refusal("M203", message, self.rules.clause("6"), (suit_letter + way,), plain=plain, marks=marks)

    def _waits_refusal(self, position: Position, move: Move) -> Refusal:
        _, card = place_and_card(move)
        message = f"{PRETTY[card]} may not be played between rounds 1 and 2: only bases are laid out there"
        plain = f"{PRETTY[card]} waits for the second round"
        return Refusal("M224", message, self.rules.clause("4", "RV1"), plain=plain)

    def _no_standstill_refusal(self, position: Position, move: Move) -> Refusal:
        if move.source == "redeal":
            return self.only_at_standstill(position, "the table is gathered", "8", "RV6")
        return self.only_at_standstill(position, "the next round is dealt", "7", "RV6")

    def _no_stock_refusal(self, position: Position, move: Move) -> Refusal:
        advice = ": redeal gathers the cards on the table" if self._redeal_left(position) else ""
        return Refusal("M225", f"the stock is out{advice}", self._deal_clause(), plain="the stock is empty")

    def no_such_move(self, position: Position, move: Move) -> Refusal:
        """Return why the rules have no move such as this one: a single card that is dealt, a weave, and so on."""
        place, card = place_and_card(move)
        if move.source != "deal":
            if move.dest == "~" and (place, card) not in position.available():
                return self.why_not_available(position, place, card)
            return super().no_such_move(position, move)
        if self.table(position).by_card:
            return self._wrong_place_refusal(position, move)
        message = "rounds are dealt whole: write the single word deal"
        return Refusal("M220", message, self._deal_clause(), plain="tap the stock to deal a round")

    def _wrong_card_refusal(self, position: Position, move: Move) -> Refusal:
        top = position.places["stock"][-1]
        message = f"the next card of the stock is {PRETTY[top]}, not {PRETTY[place_and_card(move)[1]]}"
        return Refusal("M226", message, self._deal_clause())

    def _wrong_place_refusal(self, position: Position, move: Move) -> Refusal:
        _, card = place_and_card(move)
        place = NAMES[self.table(position).place_due()]
        alternative = ", or played to a foundation" if position.fitting_ways(card) else ""
        message = f"{PRETTY[card]} is dealt to {self.words(place)}, which is next{alternative}"
        return Refusal("M222", message, self._deal_clause(), (place,))

    def _misfit_refusal(self, position: Position, move: Move) -> Refusal:
        refusal = super()._misfit_refusal(position, move)
        if move.source != "deal":
            return refusal
        # A card being dealt is not in any place yet.
        return refusal._replace(places=refusal.places[:-1])

    def _deal_clause(self) -> Clause:
        """Return the clause by which rounds are dealt."""
        return self.rules.clause("7", "RV2")


GAME: Final = Declaration(
    "The Reversal",
    ("dick-1898",),
    ReversalGame,
    unknown="leoni_replay.unknown.patience:ReversalNames",
    order=6,
)
