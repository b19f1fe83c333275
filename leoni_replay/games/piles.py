"""What the games share in which runs of cards move from pile to pile: their sentences."""

from __future__ import annotations

from leoni_replay.cards import DOWN, PRETTY, UNKNOWN, from_above, pretty
from leoni_replay.commands import Move
from leoni_replay.games.game import Position, T
from leoni_replay.games.patience import PatienceGame, names_place, place_and_card
from leoni_replay.games.places import card_named
from leoni_replay.games.refusal import Refusal, not_known
from leoni_replay.games.remarks import index_in_pile, marks_above, name_marked_cards, top_marks
from leoni_replay.games.rules import Rules
from leoni_replay.games.steps import Shift
from leoni_replay.rules import reasons


class PilesGame(PatienceGame[T]):
    """A game in which the top cards of a pile move to another together if they are a run.

    ``named_by_top`` lists the piles.
    """

    #: how piles are built, in the words of a refusal
    built = "piles are built down in alternating colours"
    # Most moves build on piles, so that a standstill is nothing special.
    tells_standstill = False

    def __init__(self, name: str, rules: Rules) -> None:
        super().__init__(name, rules)
        self.sentences.update(
            {
                reasons.DOES_NOT_TAKE: self.does_not_take,
                reasons.NO_SEQUENCE: self._no_sequence_refusal,
                reasons.SAME_PLACE: self._same_place_refusal,
            }
        )

    # -- the table ----------------------------------------------------------------------------------------------------

    def available(self, position: Position) -> list[tuple[str, int]]:
        closed_places = position.closed_places
        piles = [(name, position.places[name]) for name in self.order if name not in closed_places]
        return [(name, pile[-1]) for name, pile in piles if pile and pile[-1] < DOWN]

    def arrival_words(self, position: Position, change: Shift) -> tuple[str, str]:
        """Return how a card goes to a pile, in words: ``goes``, and ``on 8♥ in pile 3``. The position is the one before
        the move."""
        if change.dest not in self.named_by_top:
            return super().arrival_words(position, change)
        top = position.table.cards_in(self.places[change.dest])[-1:]
        pile = self.words(change.dest)
        return "goes", f"on {pretty(top)} in {pile}" if top else f"to {pile}, which is empty"

    def run_of(self, position: Position, move: Move) -> list[int]:
        """Return a card with all the cards on it; the one nearest to the top, if a written position has it twice."""
        place, card = place_and_card(move)
        pile = position.places[place]
        return [*pile[index_in_pile(pile, card) :]]

    # -- reasons ------------------------------------------------------------------------------------------------------

    def why_not_available(self, position: Position, place: str, card: int) -> Refusal:
        return self.under_others(position, place, card)

    def no_such_move(self, position: Position, move: Move) -> Refusal:
        """Return why no rules of the game have a move: the card or the pile that it would go to isn't there."""
        if move.source == "deal" or not names_place(move.dest):
            return super().no_such_move(position, move)
        clause = self.rules.clause("5")
        target_card = card_named(move.dest)
        if target_card is not None:
            place, _ = place_and_card(move)
            # What the game calls its piles: the word "pile" of "pile 1".
            kind = self.words(self.named_by_top[0]).rpartition(" ")[0] or "place"
            return Refusal("M222", f"{PRETTY[target_card]} is not on top of any {kind}", clause, (place,))
        message = f"{self.name} has no place `{move.dest[1:]}` that cards go to"
        return Refusal("M201", message, clause)

    def _no_sequence_refusal(self, position: Position, move: Move) -> Refusal:
        """Return why a card may not move together with those on it: they are not a sequence."""
        place, card = place_and_card(move)
        _, *cards_above = self.run_of(position, move)
        names_above = pretty(from_above(cards_above))
        message = f"{PRETTY[card]} cannot move with {names_above} on it: they are not a face-up sequence"
        marks = marks_above(position, place, card)
        plain = f"{PRETTY[card]} lies under {name_marked_cards(position, marks)}, which cannot move with it"
        return Refusal("M204", message, self.rules.clause("5"), (place,), plain=plain, marks=marks)

    def _same_place_refusal(self, position: Position, move: Move) -> Refusal:
        place, card = place_and_card(move)
        return Refusal("M222", f"{PRETTY[card]} is already in {self.words(place)}", self.rules.clause("5"), (place,))

    def does_not_take(self, position: Position, move: Move) -> Refusal:
        """Return the refusal of a card that does not go on the top card of another pile."""
        place, card = place_and_card(move)
        target = self.target(position, move)
        top = pretty(position.places[target][-1:])
        message = f"{PRETTY[card]} does not go on {top}: {self.built}"
        return Refusal("M222", message, self.rules.clause("5"), (place, target), marks=top_marks(position, target))

    def not_known(self, position: Position, move: Move) -> Refusal:
        place, card = place_and_card(move)
        if card != UNKNOWN and place in position.places and UNKNOWN in self.run_of(position, move):
            return not_known(f"what lies on {PRETTY[card]} in {self.words(place)}", self.rules.clause("5"), place)
        return super().not_known(position, move)
