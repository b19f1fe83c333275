"""Anna: eight piles in the shape of an A, eight jacks as foundations in that of an N, and marriages."""

from __future__ import annotations

from typing import ClassVar, Final

from leoni_replay.cards import ACE, PACK, PRETTY, RANK, TEXT, pretty
from leoni_replay.commands import Move
from leoni_replay.games.declare import Declaration
from leoni_replay.games.game import Position, cards_are
from leoni_replay.games.patience import names_place, place_and_card
from leoni_replay.games.places import card_named
from leoni_replay.games.refusal import Refusal
from leoni_replay.games.remarks import top_marks
from leoni_replay.games.rules import Rules
from leoni_replay.games.talon import TalonGame
from leoni_replay.layout import Place, Zone
from leoni_replay.phrases import join_words
from leoni_replay.rules import reasons
from leoni_replay.rules.anna import Anna
from leoni_replay.rules.table import Table

_JACK, _QUEEN = 11, 12
_PILES = tuple(str(number) for number in range(1, 9))

#: where the eight piles of the A and the foundations of the N lie: columns and rows
_LETTER_A = ((3, 0), (2, 1), (4, 1), (1, 2), (3, 2), (5, 2), (0, 3), (6, 3))
_LETTER_N = ((0, 0), (0, 1), (0, 2), (1, 1), (2, 2), (3, 0), (3, 1), (3, 2))


class AnnaGame(TalonGame[Anna]):
    """Anna under the rules of one record."""

    core: ClassVar[type[Table]] = Anna
    order: tuple[str, ...] = (*_PILES, "talon", "hand", "stock")
    named_by_top: tuple[str, ...] = _PILES
    shuffle_point = "AN7"
    plays_first: tuple[str, ...] = ("AN8=forced",)
    draft_hints: tuple[str, ...] = (
        "A jack that went out is written at its foundation (Cv: JC, or Cv: JC JC for both), "
        "and the stock is as many cards lower: take ?? away.",
    )

    def __init__(self, name: str, rules: Rules) -> None:
        super().__init__(name, rules)
        self.sentences.update(
            {
                reasons.WRONG_PLACE: self._wrong_place_refusal,
                reasons.SAME_PLACE: self._same_place_refusal,
                reasons.DOES_NOT_TAKE: self._does_not_take_refusal,
                reasons.VACANCY: self._vacancy_refusal,
                reasons.GOES_OUT: self._goes_out_refusal,
            }
        )

    # -- the table ----------------------------------------------------------------------------------------------------

    def unreachable_cards(self, position: Position) -> list[tuple[str, str]]:
        """Return what no game leads to: places, each with what lies there and cannot, in words."""
        unreachable: list[tuple[str, str]] = []
        for name in self.order:
            # The stock may still hold knaves.
            knaves = [card for card in position.places[name] if RANK[card] == _JACK]
            if knaves and name != "stock":
                unreachable.append((name, f"{pretty(knaves)}, and a jack goes out at once as a foundation"))
        return unreachable + super().unreachable_cards(position)

    def marries(self, card: int, on: int) -> bool:
        """Whether a card may go on another (5, AN1)."""
        return self.empty_table.marries(card, on)

    def why_hold_back(self, position: Position, card: int) -> str:
        followers = self._cards_to_come(position, [follower for follower in PACK if self.marries(follower, card)])
        if followers:
            return f"{join_words([PRETTY[follower] for follower in followers], 'or')} may need it to lie on"
        return super().why_hold_back(position, card)

    def why_not_won(self, position: Position) -> str:
        """Return in words what is missing: cards on the foundations, or queens on the eight piles of the A."""
        full_height = len(self.ranks["v"])
        if all(len(position.places[name]) == full_height for name in self.foundations):
            return "the eight kings are out, but the A is not eight queens"
        # The queens that stay on the A are not missing.
        missing = position.left - self.table(position).stay
        return f"{cards_are(missing)} missing on the foundations, and the A must be eight queens"

    def zones(self, position: Position) -> tuple[Zone, ...]:
        """Return the parts of the table with their cards, for drawing: the letters N and A, and what belongs to the
        pack."""
        places = position.places
        letter_n = tuple(
            Place(name, self.line(name), tuple(places[name][-1:]), "top", at=at)
            for name, at in zip(self.foundations, _LETTER_N, strict=True)
        )
        letter_a = tuple(
            Place(name, name, tuple(places[name]), at=at) for name, at in zip(_PILES, _LETTER_A, strict=True)
        )
        return (
            Zone("foundations", "the letter N, the foundations", letter_n),
            Zone("piles", "the letter A, the piles", letter_a, beside=True),
            *self.pack_zones(position),
        )

    # -- words -------------------------------------------------------------------------------------------------------

    def base_arrival_words(self, base: str) -> tuple[str, str]:
        return "goes", "out to the letter N"

    def refill_words(self, place: str) -> str:
        return f"fills {self.words(place)}"

    def why_won(self, position: Position) -> str:
        return "the letter A is all queens, and the foundations are all kings"

    # -- reasons ------------------------------------------------------------------------------------------------------

    def why_not_available(self, position: Position, place: str, card: int) -> Refusal:
        """Return why a card in a place may not be played: it lies under others."""
        if place in _PILES and self.table(position).runs:
            # A covered card may move with those on it, to another pile.
            return self.under_others(position, place, card, "only the top card goes to a foundation")
        return self.under_others(position, place, card)

    def _goes_out_refusal(self, position: Position, move: Move) -> Refusal:
        _, card = place_and_card(move)
        message = f"{PRETTY[card]} is a jack and goes out at once: {TEXT[card]}v"
        return Refusal("M222", message, self.rules.clause("6"), plain=f"{PRETTY[card]} is a jack and goes to the N")

    def _wrong_place_refusal(self, position: Position, move: Move) -> Refusal:
        place, _ = place_and_card(move)
        return Refusal("M222", "only the card in hand goes to the talon", self.rules.clause("7"), (place,))

    def no_such_move(self, position: Position, move: Move) -> Refusal:
        """Return why no rules of the game have a move: the card or the pile that it would go to isn't there."""
        if not names_place(move.dest):
            return super().no_such_move(position, move)
        clause = self.rules.clause("5")
        target_card = card_named(move.dest)
        if target_card is not None:
            place, _ = place_and_card(move)
            return Refusal("M222", f"{PRETTY[target_card]} is not on top of any pile", clause, (place,))
        message = f"there is no pile `{move.dest[1:]}` in {self.name}: cards marry on piles 1 to 8"
        return Refusal("M201", message, clause, plain="nothing goes there in this game")

    def _same_place_refusal(self, position: Position, move: Move) -> Refusal:
        place, card = place_and_card(move)
        if card_named(move.dest) is not None:
            return self._does_not_take_refusal(position, move)
        return Refusal("M222", f"{PRETTY[card]} is already in {self.words(place)}", self.rules.clause("5"), (place,))

    def _vacancy_refusal(self, position: Position, move: Move) -> Refusal:
        place, _ = place_and_card(move)
        target = self.target(position, move)
        message = f"{self.words(target)} is empty: only the stock fills a gap"
        return Refusal("M222", message, self.rules.clause("6"), (place, target))

    def _other_needs(self, position: Position, place: str, card: int) -> str:
        partners = [PRETTY[on] for on in range(52) if self.marries(card, on)]
        if not partners or (place == "talon" and not self.table(position).talon_marries):
            return ""
        return f"in the A it needs {join_words(partners, 'or')}"

    def _does_not_take_refusal(self, position: Position, move: Move) -> Refusal:
        """Return why a card cannot be married on a pile, that is put on its top card: the top card must be of the same
        suit and one rank lower."""
        place, card = place_and_card(move)
        if place == "talon" and not self.table(position).talon_marries:
            message = "the top card of the talon goes only to a foundation; it cannot be married"
            plain = "the top card of the talon goes only to a foundation"
            return Refusal("M222", message, self.rules.clause("5", "AN2"), ("talon",), plain=plain)
        target = self.target(position, move)
        target_top = position.places[target][-1:]
        name, target_name = PRETTY[card], pretty(target_top)
        clause = self.rules.clause("5")
        # The card on which it could be married, if there is one.
        partner: int | None = card - 1
        rule = "that takes a card of its suit one rank lower"
        if RANK[card] == _QUEEN:
            partner, rule = None, "a queen is never married"
        elif RANK[card] == ACE:
            clause = self.rules.clause("5", "AN1")
            if self.rules["AN1"] == "wrap":
                partner, rule = card + 12, "that takes the king of its suit"
            else:
                partner, rule = None, "an ace is never married"
        plain = f"{name} marries no card"
        if partner is not None:
            plain = f"{name} cannot marry {target_name}, only {PRETTY[partner]}"
        targets: tuple[str, ...] = (target,)
        if card_named(move.dest) is not None:
            # The move names a card, not a pile: every pile with this card on top is shown.
            targets = tuple(pile for pile in _PILES if position.places[pile][-1:] == target_top)
        message = f"{name} cannot be married on {target_name}: {rule}"
        return Refusal("M222", message, clause, (place, *targets), plain=plain, marks=top_marks(position, target))


GAME: Final = Declaration(
    "Anna",
    ("dick-1898",),
    AnnaGame,
    unknown="leoni_replay.unknown.patience:AnnaNames",
    order=5,
)
