"""Martha: twelve piles, half of their cards face down, built down in alternating colours."""

from __future__ import annotations

from typing import ClassVar, Final

from leoni_replay.cards import CARDS, DOWN, GAP, PACK, PRETTY, RANK, SUIT, SUITS, pretty
from leoni_replay.commands import Move
from leoni_replay.games.declare import Declaration, Pysol
from leoni_replay.games.game import Position
from leoni_replay.games.patience import names_place, place_and_card
from leoni_replay.games.piles import PilesGame
from leoni_replay.games.refusal import LayoutError, Refusal
from leoni_replay.games.rules import Rules
from leoni_replay.layout import Zone
from leoni_replay.phrases import join_words
from leoni_replay.rules import reasons
from leoni_replay.rules.martha import Martha
from leoni_replay.rules.table import Table


class MarthaGame(PilesGame[Martha]):
    """Martha under the rules of one record."""

    core: ClassVar[type[Table]] = Martha
    tells_standstill = True
    order: tuple[str, ...] = tuple(str(number) for number in range(1, Martha.PILES + 1))
    named_by_top: tuple[str, ...] = order

    def __init__(self, name: str, rules: Rules) -> None:
        super().__init__(name, rules)
        self.sentences.update({reasons.GROUP: self._group_refusal})

    # -- the table ----------------------------------------------------------------------------------------------------

    def check_line(self, name: str, cards: list[int]) -> None:
        if GAP in cards:
            raise LayoutError(name, "a pile has no gaps")

    def unreachable_cards(self, position: Position) -> list[tuple[str, str]]:
        message = "a top card face down, which is turned up at once"
        piles = [(name, position.places[name]) for name in self.order]
        return [(name, message) for name, pile in piles if pile and pile[-1] >= DOWN]

    def follows(self, card: int, on: int) -> bool:
        """Whether a card may lie on another (5)."""
        return self.empty_table.follows(card, on)

    def zones(self, position: Position) -> tuple[Zone, ...]:
        return self.foundation_zone(position), self.zone(position, "piles", self.order)

    def why_hold_back(self, position: Position, card: int) -> str:
        followers = self._cards_to_come(position, [follower for follower in PACK if self.follows(follower, card)])
        if followers:
            return f"{join_words([PRETTY[follower] for follower in followers], 'or')} may need it to lie on"
        return super().why_hold_back(position, card)

    # -- reasons ------------------------------------------------------------------------------------------------------

    def against_return(self, position: Position, command: Move) -> Refusal:
        """Return why a card of a foundation may not go back to a pile. If the record doesn't name a pile, no pile takes
        the card."""
        table = self.table(position)
        card, dest = command[1:3]
        if not table.returns or not (dest is None or names_place(dest)):
            return super().against_return(position, command)
        clause = self.rules.clause("4", "MA4")
        if card is None:
            return Refusal("M222", "this card cannot be on top of a foundation", clause)
        name, base = PRETTY[card], f"{SUITS[SUIT[card]]}^"
        if RANK[card] == 1:
            return Refusal("M217", f"{name} is the base of its foundation and never moves", clause, (base,))
        foundation = position.places[base]
        if foundation[-1] != card:
            if card in foundation:
                cards_above = pretty(foundation[foundation.index(card) + 1 :])
                return Refusal("M204", f"{name} lies on its foundation under {cards_above}", clause, (base,))
            return Refusal("M202", f"{name} is not on its foundation", clause, (base,))
        if dest is None:
            return Refusal("M222", f"no pile takes {name}", clause, (base,))
        reason = table.why(self._number(position, command))
        if reason == reasons.DOES_NOT_TAKE:
            target = self.target(position, command)
            message = f"{name} does not go on {pretty(position.places[target][-1:])}: {self.built}"
            return Refusal("M222", message, self.rules.clause("5"), (base, target))
        return self._refusal_with(reason, position, command)

    def _card_refusal(self, position: Position, card: int, dest: str | None) -> Refusal:
        may_return = self.table(position).returns and card in position.places[f"{SUITS[SUIT[card]]}^"]
        if may_return and (dest is None or names_place(dest)):
            return self.against_return(position, Move("foundation", CARDS[card], dest))
        return super()._card_refusal(position, card, dest)

    def _group_refusal(self, position: Position, move: Move) -> Refusal:
        message = f"{pretty(self.run_of(position, move))} is a group: an empty pile takes a single card"
        place, _ = place_and_card(move)
        places = (place, self.target(position, move))
        plain = "an empty pile takes a single card"
        return Refusal("M222", message, self.rules.clause("5", "MA1"), places, plain=plain)

    def _other_needs(self, position: Position, place: str, card: int) -> str:
        cards_below = position.places[place][:-1][-1:]
        cards_in_piles = {pile_card & ~DOWN for name in self.order for pile_card in position.places[name]}
        takers = [on for on in range(52) if self.follows(card, on) and on in cards_in_piles and on not in cards_below]
        needs = [PRETTY[on] for on in takers]
        if not self.table(position).why_not_in_vacancy(card, False):
            needs.append("an empty pile")
        return f"on the table it needs {join_words(needs, 'or')}" if needs else ""

    def does_not_take(self, position: Position, move: Move) -> Refusal:
        """Return the refusal of a card that does not go on the top card of another pile, with the cards that would."""
        top = position.places[self.target(position, move)][-1]
        followers = [card for card in PACK if self.follows(card, top)]
        plain = f"{pretty([top])} takes no card"
        if followers:
            plain = f"{PRETTY[top]} takes only {join_words([PRETTY[card] for card in followers], 'or')}"
            if not self.table(position).returns:
                plain += self._remark_on_foundations(position, followers)
        return super().does_not_take(position, move)._replace(plain=plain)


GAME: Final = Declaration(
    "Martha",
    ("mcneely", "wikipedia", "gemsolitaire", "pysolfc", "stewart"),
    MarthaGame,
    unknown="leoni_replay.unknown.patience:MarthaNames",
    order=4,
    pysol=Pysol((84, 907), ("", "C^", "S^", "H^", "D^", *MarthaGame.order, ""), "pysolfc"),
    aliases=(("Stewart", "stewart"),),
)
