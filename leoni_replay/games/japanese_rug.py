"""The Japanese Rug: sixty-four cards laid upright and sideways, free where a short end is, and a talon to marry on."""

from __future__ import annotations

from typing import ClassVar, Final

from leoni_replay.cards import ACE, KING, PRETTY, RANK, SUIT, SUITS
from leoni_replay.commands import Move
from leoni_replay.games.declare import Declaration
from leoni_replay.games.game import Position
from leoni_replay.games.patience import STAYS, place_and_card
from leoni_replay.games.places import NAMES, NUMBERS, cell
from leoni_replay.games.refusal import Refusal, against_reversal
from leoni_replay.games.remarks import name_marked_cards, top_marks
from leoni_replay.games.rules import Rules
from leoni_replay.games.talon import MARRIAGES, TalonGame
from leoni_replay.layout import Zone, grid
from leoni_replay.phrases import join_words
from leoni_replay.rules import reasons
from leoni_replay.rules.numbers import COLUMNS
from leoni_replay.rules.rug import Rug
from leoni_replay.rules.table import Table

_ROWS = 8


class RugGame(TalonGame[Rug]):
    """The Japanese Rug under the rules of one record."""

    core: ClassVar[type[Table]] = Rug
    order: tuple[str, ...] = ("talon", "hand", "stock")
    grid_rows = _ROWS
    redeals_point = "JR1"
    shuffle_point = "JR7"
    plays_first: tuple[str, ...] = ("JR8=forced",)

    def __init__(self, name: str, rules: Rules) -> None:
        super().__init__(name, rules)
        self.sentences.update(
            {
                reasons.WRONG_PLACE: self._wrong_place_refusal,
                reasons.DOES_NOT_TAKE: self._does_not_take_refusal,
                reasons.VACANCY: self._vacancy_refusal,
            }
        )
        cells = [cell(row, column) for row in range(1, _ROWS + 1) for column in range(1, COLUMNS + 1)]
        #: the places of the rug whose cards lie sideways
        self.longways: frozenset[str] = frozenset(NAMES[place] for place in cells if self.empty_table.longways(place))

    # -- the table ----------------------------------------------------------------------------------------------------

    def zones(self, position: Position) -> tuple[Zone, ...]:
        rug = grid("rug", position.places, _ROWS, COLUMNS, self.longways)
        foundations = self.foundation_zone(position)._replace(label="foundations: aces left, kings right")
        return foundations, rug, *self.pack_zones(position)

    # -- reasons ------------------------------------------------------------------------------------------------------

    def against_reversal(self, position: Position, command: Move) -> Refusal:
        """Return why a card may not move from one foundation of its suit to the other (a reversal)."""
        source, card, dest = command[:3]
        if not self.empty_table.reverses:
            return Refusal("M217", STAYS, self.rules.clause("4", "JR9"))
        if source is not None or card is None:
            return Refusal("M220", "a reversal is written with its card alone, as in 6H^v", self.rules.clause("JR9"))
        number = self.vocabulary.number_of(None, card, dest)
        assert number is not None
        message, plain = against_reversal(position, number, position.table.why(number))
        bases = tuple(SUITS[SUIT[card]] + way for way in self.ways)
        return Refusal("M217", message, self.rules.clause("JR9"), bases, plain=plain, marks=top_marks(position, *bases))

    def why_wait(self, position: Position) -> Refusal | None:
        """Return why no card may be turned up yet: cards of the rug must be married first, that is put on the talon, or
        played. None if nothing comes first."""
        table = self.table(position)
        if table.what_comes_first() != MARRIAGES:
            return super().why_wait(position)
        talon_top = position.places["talon"][-1]
        suitors = [
            (place, card) for place, card in position.available() if self.row(place) and table.marries(card, talon_top)
        ]
        names = [*dict.fromkeys(PRETTY[card] for _, card in suitors)]
        message = f"{join_words(names)} must be married on the talon first"
        places = [place for place, _ in suitors]
        suitor_marks = top_marks(position, *places)
        marks = (*suitor_marks, *top_marks(position, "talon"))
        plain = f"first {name_marked_cards(position, suitor_marks)} must go on the talon"
        return Refusal("M224", message, self._first_clause(MARRIAGES), ("talon", *places), plain=plain, marks=marks)

    def why_not_available(self, position: Position, place: str, card: int) -> Refusal:
        """Return why a card may not be played: on the talon it lies under others; on the rug, cards lie at both of its
        short ends."""
        if place == "talon":
            return self.under_others(position, place, card)
        number = NUMBERS[place]
        # The places next to its two short ends, of which the table has two for each place.
        ends = [NAMES[end] for end in bytes(self.table(position).ends[2 * number : 2 * number + 2])]
        lie = "sideways" if place in self.longways else "upright"
        neighbours = join_words([f"{PRETTY[position.places[end][0]]} in {self.words(end)}" for end in ends])
        message = f"{PRETTY[card]} in {self.words(place)} lies {lie}, and its short ends are shut in by {neighbours}"
        rows = tuple(dict.fromkeys(self.line(name) for name in (ends[0], place, ends[1])))
        marks = top_marks(position, *ends)
        plain = f"{PRETTY[card]} is shut in by {name_marked_cards(position, marks)} at its short ends"
        return Refusal("M204", message, self.rules.clause("3"), rows, plain=plain, marks=marks)

    def _wrong_place_refusal(self, position: Position, move: Move) -> Refusal:
        """Return why a card cannot go where the move says, and where it could go."""
        place, _ = place_and_card(move)
        clause = self.rules.clause("5")
        if place == "talon":
            return Refusal("M222", "the top card of the talon goes only to a foundation", clause, (place,))
        if place == "hand":
            return Refusal("M222", "the card in hand goes to a foundation or on the talon", clause, (place,))
        talon_top = PRETTY[position.places["talon"][-1]]
        message = f"a card of the rug marries only the top card of the talon, which is {talon_top}"
        return Refusal("M222", message, clause, ("talon",))

    def why_hold_back(self, position: Position, card: int) -> str:
        partners = self._cards_to_come(position, self._partners(card))
        if partners:
            return f"{join_words([PRETTY[partner] for partner in partners], 'or')} may need it on the talon"
        return super().why_hold_back(position, card)

    def _vacancy_refusal(self, position: Position, move: Move) -> Refusal:
        plain = "only the card that is turned up goes on an empty talon"
        return Refusal(
            "M222", "you cannot marry a card on an empty talon", self.rules.clause("5"), ("talon",), plain=plain
        )

    def _other_needs(self, position: Position, place: str, card: int) -> str:
        if place == "talon":
            return ""
        return f"on the talon it needs {join_words([PRETTY[partner] for partner in self._partners(card)], 'or')}"

    def _does_not_take_refusal(self, position: Position, move: Move) -> Refusal:
        """Return why a card of the rug cannot be married on the talon, that is put on its top card: they are not
        neighbours in their suit."""
        _, card = place_and_card(move)
        talon_top = position.places["talon"][-1]
        clause, rule = self.rules.clause("5"), "that takes a card of its suit, one rank higher or lower"
        if SUIT[card] == SUIT[talon_top] and {RANK[card], RANK[talon_top]} == {ACE, KING}:
            clause, rule = self.rules.clause("5", "JR4"), "an ace and a king do not marry"
        message = f"{PRETTY[card]} cannot be married on {PRETTY[talon_top]}: {rule}"
        names = [PRETTY[partner] for partner in self._partners(talon_top)]
        plain = f"{PRETTY[talon_top]} takes only {join_words(names, 'or')}"
        plain += self._remark_on_foundations(position, self._partners(talon_top))
        return Refusal("M222", message, clause, ("talon",), plain=plain, marks=top_marks(position, "talon"))

    def _partners(self, card: int) -> list[int]:
        """Return the cards that marry a card: the neighbours in rank of its suit. The ace and the king are neighbours
        only under JR4=yes."""
        if RANK[card] == ACE:
            return [card + 1, card + 12] if self.rules["JR4"] == "yes" else [card + 1]
        if RANK[card] == KING:
            return [card - 1, card - 12] if self.rules["JR4"] == "yes" else [card - 1]
        return [card - 1, card + 1]


GAME: Final = Declaration(
    "The Japanese Rug",
    ("dick-1898", "wikipedia", "feingames"),
    RugGame,
    unknown="leoni_replay.unknown.patience:RugNames",
    order=7,
    aliases=(("Crazy Quilt", ""), ("Quilt", ""), ("Indian Carpet", ""), ("Turkish Rug", "")),
)
