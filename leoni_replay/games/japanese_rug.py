"""The Japanese Rug: sixty-four cards laid upright and sideways, free where a narrow end is, and a talon to marry on."""

from __future__ import annotations

from typing import ClassVar, Final

from leoni_replay.cards import ACE, KING, PRETTY, RANK, SUIT, SUITS
from leoni_replay.commands import Move
from leoni_replay.games.declare import Declaration
from leoni_replay.games.game import Position
from leoni_replay.games.patience import STAYS, place_and_card
from leoni_replay.games.places import NAMES, NUMBERS, cell
from leoni_replay.games.refusal import Refusal, reversal_refused
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
                reasons.WRONG_PLACE: self._wrong_place,
                reasons.DOES_NOT_TAKE: self._does_not_take,
                reasons.VACANCY: self._vacancy,
            }
        )
        cells = [cell(row, column) for row in range(1, _ROWS + 1) for column in range(1, COLUMNS + 1)]
        #: the places of the rug whose cards lie sideways
        self.longways: frozenset[str] = frozenset(NAMES[place] for place in cells if self.empty_table.longways(place))

    # -- the table ----------------------------------------------------------------------------------------------------

    def zones(self, position: Position) -> tuple[Zone, ...]:
        rug = grid("rug", position.places, _ROWS, COLUMNS, self.longways)
        bases = self.foundation_zone(position)._replace(label="foundations: aces left, kings right")
        return bases, rug, *self.pack_zones(position)

    # -- reasons ------------------------------------------------------------------------------------------------------

    def against_reversal(self, position: Position, command: Move) -> Refusal:
        source, card, dest = command[:3]
        if not self.empty_table.reverses:
            return Refusal("M217", STAYS, self.rules.clause("4", "JR9"))
        if source is not None or card is None:
            return Refusal("M220", "a reversal is written with its card alone, as in 6H^v", self.rules.clause("JR9"))
        code = self.vocabulary.number_of(None, card, dest)
        assert code is not None
        why, plain = reversal_refused(position, code, position.table.why(code))
        bases = tuple(SUITS[SUIT[card]] + way for way in self.ways)
        return Refusal("M217", why, self.rules.clause("JR9"), bases, plain=plain, marks=top_marks(position, *bases))

    def why_wait(self, position: Position) -> Refusal | None:
        table = self.table(position)
        if table.what_comes_first() != MARRIAGES:
            return super().why_wait(position)
        on = position.places["talon"][-1]
        due = [(place, card) for place, card in position.available() if self.row(place) and table.marries(card, on)]
        message = f"{join_words([*dict.fromkeys(PRETTY[card] for _, card in due)])} must be married on the talon first"
        marks = top_marks(position, *(place for place, _ in due), "talon")
        plain = f"first {name_marked_cards(position, marks[:-1])} must go on the talon"
        places = ("talon", *(place for place, _ in due))
        return Refusal("M224", message, self._first_clause(MARRIAGES), places, plain=plain, marks=marks)

    def why_not_available(self, position: Position, place: str, card: int) -> Refusal:
        if place == "talon":
            return self.under_others(position, place, card)
        number = NUMBERS[place]
        ends = [NAMES[end] for end in bytes(self.table(position).ends[2 * number : 2 * number + 2])]
        how = "longways" if place in self.longways else "upright"
        shut = join_words([f"{PRETTY[position.places[end][0]]} in {self.words(end)}" for end in ends])
        message = f"{PRETTY[card]} in {self.words(place)} lies {how}, and its narrow ends are shut in by {shut}"
        rows = tuple(dict.fromkeys(self.line(name) for name in (ends[0], place, ends[1])))
        marks = top_marks(position, *ends)
        plain = f"{PRETTY[card]} is shut in by {name_marked_cards(position, marks)} at its short ends"
        return Refusal("M204", message, self.rules.clause("3"), rows, plain=plain, marks=marks)

    def _wrong_place(self, position: Position, move: Move) -> Refusal:
        place, _ = place_and_card(move)
        clause = self.rules.clause("5")
        if place == "talon":
            return Refusal("M222", "the top card of the talon goes only to a foundation", clause, (place,))
        if place == "hand":
            return Refusal("M222", "the card in hand goes to a foundation or on the talon", clause, (place,))
        on = PRETTY[position.places["talon"][-1]]
        message = f"a card of the rug marries only the top card of the talon, which is {on}"
        return Refusal("M222", message, clause, ("talon",))

    def _vacancy(self, position: Position, move: Move) -> Refusal:
        plain = "only the card that is turned up goes on an empty talon"
        return Refusal(
            "M222", "you cannot marry a card on an empty talon", self.rules.clause("5"), ("talon",), plain=plain
        )

    def _does_not_take(self, position: Position, move: Move) -> Refusal:
        _, card = place_and_card(move)
        on = position.places["talon"][-1]
        ends = {RANK[card], RANK[on]} == {ACE, KING} and SUIT[card] == SUIT[on]
        takes = "an ace and a king do not marry" if ends else "that takes a card of its suit, one rank higher or lower"
        clause = self.rules.clause("5", *(["JR4"] if ends else []))
        message = f"{PRETTY[card]} cannot be married on {PRETTY[on]}: {takes}"
        # The neighbours in rank; the ace and the king are neighbours only under JR4=yes.
        neighbours = [on + step for step in (-1, 1) if 0 <= on + step < 52 and SUIT[on + step] == SUIT[on]]
        if self.rules["JR4"] == "yes" and len(neighbours) < 2:
            neighbours.append(on + (12 if RANK[on] == ACE else -12))
        plain = f"{PRETTY[on]} takes only {join_words([PRETTY[neighbour] for neighbour in neighbours], 'or')}"
        return Refusal("M222", message, clause, ("talon",), plain=plain, marks=top_marks(position, "talon"))


GAME: Final = Declaration(
    "The Japanese Rug",
    ("dick-1898", "wikipedia", "feingames"),
    RugGame,
    unknown="leoni_replay.unknown.patience:RugNames",
    order=7,
    aliases=(("Crazy Quilt", ""), ("Quilt", ""), ("Indian Carpet", "")),
)
