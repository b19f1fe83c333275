"""The weaving games: their places, and why a move is refused.

:mod:`leoni_replay.rules.weaving` decides what is legal. The reason that it gives is looked up here: its sentence, its
clause, and the places to look at. If the record overrides a point that decides the matter, its reading is cited instead
of the clause.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from leoni_replay.cards import DOWN, GAP, KING, PRETTY, RANK, SUIT, SUIT_NAMES, UNKNOWN, pretty
from leoni_replay.commands import REVERSALS, Move
from leoni_replay.diagnostics import CARD_NOT_KNOWN, Clause
from leoni_replay.games.game import LAST_DEAL, Game, Position, Shuffle
from leoni_replay.games.places import NAMES, number_of, suit_named
from leoni_replay.games.refusal import (
    GAME_WON,
    NONE_FITS,
    OTHER_ONE,
    LayoutError,
    Refusal,
    against_reversal,
    face_down,
    not_known,
)
from leoni_replay.games.remarks import (
    index_in_pile,
    marks_above,
    name_marked_cards,
    other_direction_remark,
    still_fitting_remark,
    top_marks,
    waiting_remark,
)
from leoni_replay.games.rules import Rules, RulesError
from leoni_replay.games.shuffles import order_refusal, written_redeals
from leoni_replay.games.steps import Shift
from leoni_replay.layout import Place, Zone
from leoni_replay.message import Message, joined
from leoni_replay.phrases import join_words, pluralize, with_article
from leoni_replay.rules import reasons
from leoni_replay.rules.numbers import DEAL_AGAIN, DOWN_TO_UP, ON_DOWN, ON_UP, PILES, UP_TO_DOWN, WOVEN
from leoni_replay.rules.table import Table
from leoni_replay.rules.weaving import OWED_BY, Weaving

#: what happened to a king that makes an exile due, by the point or the clause that says so
_KING: dict[str, str] = {"L6a": "pushed out", "L6d": "uncovered", "6": "turned up"}
#: where an exile can go, as written: what the rules can still allow while one is due
_EXILE_DESTS = {"^": ON_UP, "v": ON_DOWN, ">13": PILES, "~": WOVEN}
_COMBINATIONS = {
    0: "the cards of one must go over to the other",
    UP_TO_DOWN: "the cards built up are going over to those built down",
    DOWN_TO_UP: "the cards built down are going over to those built up",
}


class WeavingGame(Game[Weaving]):
    """A weaving game under the rules of one record.

    Raises:
        RulesError: the readings cannot be combined.
    """

    core: ClassVar[type[Table]] = Weaving
    counts_deals = True
    use_on_table = "the next weave may need it in its pile"
    hidden_places: tuple[str, ...] = ("exile",)
    deciding_places: ClassVar[Mapping[str, str]] = {"L11": "exile"}
    plays_first: tuple[str, ...] = ("L11a=no",)
    draft_hints: tuple[str, ...] = (
        "Write a card in exile for each that was exiled: ?? or, if you remember it, its name. "
        "The piles are as many cards lower: take ?? away from those that were dealt to last.",
    )

    def __init__(self, name: str, rules: Rules) -> None:
        _check_combination(rules)
        self.count: int = int(rules["L17"])
        self.piles: tuple[str, ...] = tuple(str(number) for number in range(1, self.count + 1))
        self.fanned_places: tuple[str, ...] = self.piles[12:]
        self.order: tuple[str, ...] = (*self.piles, "exile")
        super().__init__(name, rules)
        #: makes the sentence for each reason to refuse a move, from the position and the number of the move; the
        #: methods are called like the reasons
        self.sentences: dict[int, Callable[[Position, int], Refusal]] = {
            reasons.WON: self._won_refusal,
            reasons.COMBINATION_DUE: self._combination_due_refusal,
            reasons.EXILE_DUE: self._exile_due_refusal,
            reasons.STALEMATE: self._stalemate_refusal,
            reasons.NO_EXILES_LEFT: self._no_exiles_left_refusal,
            reasons.NOT_AVAILABLE: self._not_available_refusal,
            reasons.MISFIT: self._misfit_refusal,
            reasons.NO_REVERSAL: self._no_reversal_refusal,
            reasons.NOT_ON_TOP: self._not_on_top_refusal,
            reasons.BASE: self._base_refusal,
            reasons.NO_MEETING: self._no_meeting_refusal,
            reasons.COMBINED: self._combined_refusal,
            reasons.OTHER_COMBINATION: self._other_combination_refusal,
            reasons.NO_EXILE: self._no_exile_refusal,
            reasons.NO_STANDSTILL: self._no_standstill_refusal,
            reasons.WRONG_EXILE: self._wrong_exile_refusal,
            reasons.WRONG_WAY: self._wrong_way_refusal,
            reasons.NO_PILE: self._no_pile_refusal,
            reasons.NOT_KNOWN: self._not_known_refusal,
            reasons.NOT_SEEN: self._not_seen_refusal,
            reasons.NO_ORDER: self._order_refusal,
            reasons.WRONG_ORDER: self._order_refusal,
        }
        if rules["L12"] == "shuffled":
            self.written_redeals: tuple[int, ...] = written_redeals(self.deals)
            self.shuffle_clauses: tuple[str, ...] = ("10", "L12")

    @property
    def deals(self) -> int:
        return int(self.rules["L15"]) + 1

    # -- the table ----------------------------------------------------------------------------------------------------

    def check_line(self, name: str, cards: list[int]) -> None:
        if GAP in cards:
            raise LayoutError(name, "this game has no gaps", help="write - for an empty pile")
        if face_down_cards := [card for card in cards if card >= DOWN]:
            raise face_down(name, "no card of this game is listed face down", face_down_cards[0])

    def lists_face_down(self, name: str) -> bool:
        return False

    def unreachable_cards(self, position: Position) -> list[tuple[str, str]]:
        """Return what no game leads to: places, each with what lies there and cannot, in words."""
        unreachable: list[tuple[str, str]] = []
        if self.table(position).kings_only:
            kings = {name: pretty(card for card in position.places[name] if RANK[card] == KING) for name in self.order}
            message = "and no king is in play in this game: all eight are bases"
            unreachable += [(name, f"{cards}, {message}") for name, cards in kings.items() if cards != "-"]
        if self.rules["L2"] == "chain" and self._exiles_own_ranks:
            # Dealt, they are exiles (2), and a weave puts them under their pile (7). Every card is played from pile 13,
            # and kings may be put on top of it.
            becomes_exile = f"a card of the pile's own rank is dealt as {with_article(self.exile)}"
            message = f"above other cards, but {becomes_exile}, and a weave puts it under the pile"
            for name in self.piles[:12]:
                if cards := _own_ranks_above_others(name, position.places[name]):
                    unreachable.append((name, f"{pretty(cards)} {message}"))
        return unreachable

    def undealt_cards(self, position: Position) -> list[tuple[str, str]]:
        """Return what no deal leads to, in a position that is said to be as dealt: places, each with what lies there
        and cannot, in words."""
        undealt = self.unreachable_cards(position)
        if not self._exiles_own_ranks:
            return undealt
        message = f"and a card of the pile's own rank is dealt as {with_article(self.exile)}"
        for name in self.piles:
            if cards := [card for card in position.places[name] if RANK[card] == int(name)]:
                undealt.append((name, f"{pretty(cards)}, {message}"))
        return undealt

    @property
    def _exiles_own_ranks(self) -> bool:
        """Whether the deal exiles every card that would go to the pile of its own rank (2, L5)."""
        return self.rules["L5"] == "recheck"

    def available(self, position: Position) -> list[tuple[str, int]]:
        """Return the cards that may be played, each after its place: the top cards of piles 1 to 12, and every card of
        pile 13."""
        places = position.places
        cards: list[tuple[str, int]] = [(name, pile[-1]) for name in self.piles[:12] if (pile := places[name])]
        for name in self.fanned_places:
            # One of two equal cards in pile 13 stands for both, because the one nearest the bottom is taken (3).
            cards += [(name, card) for card in dict.fromkeys(places[name])]
        return cards

    def deal_over(self, position: Position) -> bool:
        return self.table(position).deal_over()

    def zones(self, position: Position) -> tuple[Zone, ...]:
        """Return the parts of the table with their cards, for drawing: foundations, piles, and the exiles."""
        exile_pile = Place("exile", self.exile, tuple(position.places["exile"]), "hidden")
        return (
            self.foundation_zone(position),
            self.zone(position, self.tableau, self.piles)._replace(name="piles"),
            Zone("exile", f"{self.exile}s", (exile_pile,)),
        )

    def situation(self, position: Position) -> str:
        """Return the state of the game in a few words, for the help of a diagnostic; empty if nothing is special."""
        table = self.table(position)
        if table.won():
            return GAME_WON
        if table.due():
            return "two foundations have met and must be combined"
        if table.owes:
            return f"{with_article(self.exile)} is due"
        if table.last_exile and not table.size[0]:
            return f"no {self.exile} is left, so the deal is over"
        standstill = table.standstill()
        if standstill and not table.stalemate and position.doubtful():
            return NONE_FITS
        if table.deal_over():
            stuck = "a stalemate: the deal is over"
            return stuck if table.stalemate else f"nothing fits and no {self.exile} is left"
        return f"nothing fits, so {with_article(self.exile)} is next" if standstill else ""

    # -- words -------------------------------------------------------------------------------------------------------

    def arrival_words(self, position: Position, change: Shift) -> tuple[str, str]:
        """Return how an exile, or a card that it lifts, goes to a pile, in words: ``goes``, and ``under pile 3``."""
        # A card goes under its pile, except that a king goes on top of pile 13 (L6b, L6).
        pile = self.words(change.dest)
        # The index at which the card lies afterwards; 0 is the bottom.
        if change.to:
            return "goes", f"to the top of {pile}"
        if not position.table.size[self.places[change.dest]]:
            return "goes", f"to {pile}, which is empty"
        return "goes", f"under {pile}"

    def ends_weave(self, card: int) -> bool:
        """Whether the card ends the weave, as a king does, unless L6 lets it go on or L2 always has one lift."""
        return RANK[card] == KING and self.rules["L6"] == "stops" and self.rules["L2"] == "chain"

    def why_lost(self, position: Position) -> str:
        """Return in words why a lost game is lost."""
        table = self.table(position)
        if table.stalemate:
            return "the last deal ended in a stalemate"
        if table.standstill():
            return f"the last deal came to a standstill with no {self.exile} left"
        return f"the last {self.exile} of the last deal has been placed"

    # -- clauses ------------------------------------------------------------------------------------------------------

    def consequence_clause(self, move: Move) -> Clause:
        if move.source == "exile":
            return self.rules.clause("L6d") if move.shown else self.rules.clause("7", "L2", "L3", "L6")
        return self.rules.clause("10" if move.source == "redeal" else "L6d")

    @property
    def win_clause(self) -> Clause:
        return self.rules.clause("11")

    def _bases(self, suit: int) -> tuple[str, ...]:
        return tuple(name for name in self.foundations if suit_named(name) == suit)

    # -- why a written command is refused ----------------------------------------------------------------------------

    def why(self, position: Position, number: int) -> Refusal | None:
        """Return why a complete move is illegal; None if it is legal."""
        reason = position.table.why(number)
        return self.sentences[reason](position, number) if reason else None

    def refusal(self, position: Position, command: Move) -> Refusal:
        """Return why a written move that agrees with no legal move is refused."""
        source, card, dest = command[:3]
        table = self.table(position)
        if source == "redeal":
            return self._redeal_refusal(position) or self.no_such_move("write a redeal as the single word redeal")
        if source == "exile":
            return self._exile_refusal(position, card, dest)
        if source == "deal":
            return self.no_such_move("all cards are dealt at the start; for the next deal, write redeal")
        if source is not None and source not in self.piles:
            message = f"{self.name} has no place `{source}`: its places are 1 to {self.count} and exile"
            return Refusal("M201", message, self.rules.clause("2"))
        if dest in REVERSALS:
            return self._reversal_refusal(position, source, card, dest)
        if dest in ("~", ">13") and source is None:
            return self._exile_refusal(position, card, dest)
        # The move is a play: something else may be due first, or the deal be over.
        if reason := table.why_blocked():
            return self.sentences[reason](position, 0)
        if dest in ("~", ">13"):
            return self.no_such_move(f"only {with_article(self.exile)} can be woven or put in pile 13", "6")
        if dest not in (None, "^", "v"):
            return self.no_such_move("cards do not move between piles: they go to the foundations", "4")
        if source is not None:
            return self._play_refusal(position, source, card, dest)
        assert card is not None
        return self._card_refusal(position, card, dest)

    def _play_refusal(self, position: Position, source: str, card: int | None, dest: str | None) -> Refusal:
        """Return why a card of a pile may not be played to a foundation; without a card, the top card is meant."""
        pile = position.places[source]
        if card is None:
            if not pile:
                return Refusal("M202", f"pile {source} is empty", self.rules.clause("3"), (source,))
            card = pile[-1]
            if source in self.fanned_places:
                # In pile 13 every card is available, so the move means any of them.
                return self._nothing_fits_refusal(source, dest)
        number = number_of(source, card, dest or "^")
        assert number is not None
        if position.table.why(number) == reasons.NOT_AVAILABLE:
            return self._not_available_refusal(position, number)
        return self._does_not_fit_refusal(position, source, card, dest)

    def _reversal_refusal(self, position: Position, source: str | None, card: int | None, way: str) -> Refusal:
        """Return why a card may not move from one foundation of its suit to the other (a reversal).

        Args:
            position: the position.
            source: the place that the move names, which it must not.
            card: the card.
            way: the reversal as written, ``^v`` or ``v^``.
        """
        if source is not None:
            return self.no_such_move("a reversal is written with its card alone, as in 9S^v", "5")
        if self.table(position).kings_only:
            return self.no_such_move("there is no reversal here: nothing is built up on this foundation", "L16")
        number = number_of(None, card, way)
        assert number is not None
        refusal = self.why(position, number)
        assert refusal is not None
        return refusal

    def _exile_refusal(self, position: Position, card: int | None, dest: str | None) -> Refusal:
        """Return why an exile, a card that the deal put aside, may not be turned up now, or not go where the move says.

        Args:
            position: the position.
            card: the exile; None for the one that is next.
            dest: the destination as written; None if there is none.
        """
        table = self.table(position)
        if reason := table.why_not_turned_up():
            return self.sentences[reason](position, 0)
        if card is None:
            card = position.places["exile"][-1]
        if dest is None:
            dest = "~"
        elif dest not in _EXILE_DESTS:
            # For an exile, a destination that doesn't exist is as wrong as pile 13 is for a woven one.
            dest = ">13"
        number = number_of("exile", card, dest)
        assert number is not None
        return self.why(position, number) or self._wrong_way_refusal(position, number)

    def _card_refusal(self, position: Position, card: int, dest: str | None) -> Refusal:
        """Return why a card written without its place is refused."""
        places = position.places
        name = PRETTY[card]
        if position.odd and dest is None and card in places["exile"]:
            refusal = self._exile_refusal(position, card, dest)
            if refusal.code == CARD_NOT_KNOWN:
                # It could be turned up, if there were no unknown cards under it.
                return refusal
        for place, available_card in position.available():
            if available_card == card:
                return self._does_not_fit_refusal(position, place, card, dest)
        held_by = [place for place in self.piles if card in places[place]]
        if held_by:
            return self._absent_card_refusal(position, held_by[0], card)
        if card in places["exile"]:
            note = f"{name} comes into play when it is turned up"
            return Refusal("M202", f"{name} is {with_article(self.exile)}", self.rules.clause("3"), ("exile",), (note,))
        message = f"{name} is not on the table: both are on the foundations"
        return Refusal("M202", message, self.rules.clause("3"), self._bases(SUIT[card]))

    # -- what is due or over ------------------------------------------------------------------------------------------

    def _combination_due_refusal(self, position: Position, number: int) -> Refusal:
        """Return why nothing else may be done: two foundations of a suit have met and must be combined (point L7 of the
        rules)."""
        table = self.table(position)
        suit = _first(table.due())
        message = f"the foundations of {SUIT_NAMES[suit]} meet: {_COMBINATIONS[table.way]} before anything else"
        bases = self._bases(suit)
        plain = f"first put one foundation of {SUIT_NAMES[suit]} on the other"
        return Refusal("M212", message, self.rules.clause("L7"), bases, plain=plain, marks=top_marks(position, *bases))

    def _exile_due_refusal(self, position: Position, number: int) -> Refusal:
        """Return why nothing else may be done: a king has made an exile due, by one of several points of the rules."""
        point = OWED_BY[self.table(position).owes]
        message = f"a king has been {_KING[point]}: the next {self.exile} must be turned up before anything else"
        plain = f"first turn up the next {self.exile}, because a king has been {_KING[point]}"
        marks = top_marks(position, "exile")
        return Refusal("M211", message, self.rules.clause(point), ("exile",), plain=plain, marks=marks)

    def _stalemate_refusal(self, position: Position, number: int) -> Refusal:
        message = "a stalemate has ended this deal" + self._only_after(position)
        plain = "the deal is over, because the weave got stuck (a stalemate)"
        if position.places["exile"] and position.deal < self.deals:
            plain += f"; the {self.exile}s left are dealt with the piles"
        return Refusal("M213", message, self.rules.clause("8", "L4"), plain=plain)

    def _no_exiles_left_refusal(self, position: Position, number: int) -> Refusal:
        plain = f"the last {self.exile} has been placed, which ended this deal"
        message = plain + self._only_after(position)
        return Refusal("M213", message, self.rules.clause("9", "L11"), plain=plain)

    def _only_after(self, position: Position) -> str:
        """Return what may follow a deal that is over."""
        return f": only {'redeal' if position.deal < self.deals else 'lost'} may follow"

    # -- plays --------------------------------------------------------------------------------------------------------

    def _not_available_refusal(self, position: Position, number: int) -> Refusal:
        # A move is packed into a number: its source, its card, its destination.
        return self._absent_card_refusal(position, NAMES[number >> 16], number >> 8 & 255)

    def _absent_card_refusal(self, position: Position, source: str, card: int) -> Refusal:
        """Return the refusal of a card that is not in its pile, or lies under others there.

        Args:
            position: the position.
            source: the pile that the move names.
            card: the card.
        """
        pile = position.places[source]
        name = PRETTY[card]
        if card in pile:
            cards_above = pile[index_in_pile(pile, card) + 1 :]
            message = f"{name} lies in pile {source} under {pretty(cards_above)}: only the top card can be played"
            marks = marks_above(position, source, card)
            plain = f"{name} lies under {name_marked_cards(position, marks)}"
            return Refusal("M204", message, self.rules.clause("3"), (source,), plain=plain, marks=marks)
        message = f"pile {source} is empty" if not pile else f"there is no {name} in pile {source}"
        return Refusal("M202", message, self.rules.clause("3"), (source,), (self._whereabouts(position, card),))

    def _whereabouts(self, position: Position, card: int) -> str:
        """Return a sentence that says where the copies of a card lie: ``6♥ is in pile 3 and on the foundation H^``."""
        places: list[str] = []
        for name in position.places_with(card):
            # Nobody sees the exiles.
            pile = position.places[name] if name != "exile" else ()
            for index, pile_card in enumerate(pile):
                if pile_card != card:
                    continue
                if name in self.foundations:
                    places.append(Message("on ", self.words(name)))
                elif index == len(pile) - 1:
                    places.append(f"in pile {name} (on top)")
                else:
                    places.append(f"in pile {name}")
        if not places:
            return f"there is no {PRETTY[card]} face up on this table"
        if len(places) == 2 and places[0] == places[1]:
            return Message(f"{PRETTY[card]} is twice ", places[0])
        return Message(f"{PRETTY[card]} is ", joined(places, " and "))

    def _misfit_refusal(self, position: Position, number: int) -> Refusal:
        source, card, dest = NAMES[number >> 16], number >> 8 & 255, number & 255
        return self._does_not_fit_refusal(position, source, card, "^" if dest == ON_UP else "v")

    def _does_not_fit_refusal(self, position: Position, source: str, card: int, dest: str | None) -> Refusal:
        """Return the refusal of a card that fits no foundation, or not the one that is written.

        Args:
            position: the position.
            source: the place of the card.
            card: the card.
            dest: ``^`` or ``v`` if the move says which foundation is meant; None if it doesn't.
        """
        if card == UNKNOWN:
            return not_known(f"the card in {self.words(source)}", self.rules.clause("4"), source)
        suit = SUIT[card]
        name = PRETTY[card]
        tops = [PRETTY[position.places[base][-1]] for base in self._bases(suit)]
        clause = self.rules.clause("4")
        if self.table(position).kings_only:
            if dest == "^":
                message = f"{name} cannot be built up: all foundations are built down from their kings"
                return Refusal("M203", message, self.rules.clause("L16"), (source,))
            message = f"{name} does not fit: {SUIT_NAMES[suit]} stand at {tops[0]} and {tops[1]}"
            return Refusal("M203", message, clause, (source,), **waiting_remark(position, card))
        message, notes = other_direction_remark(position, source, card, dest)
        if message:
            return Refusal("M203", message, clause, (source,), notes, plain=f"{name} {OTHER_ONE}")
        tops_words = f"{SUIT_NAMES[suit]} stand at {tops[0]} (built up) and {tops[1]} (built down)"
        message = f"{name} does not fit: {tops_words}"
        return Refusal("M203", message, clause, (source,), **waiting_remark(position, card))

    def _nothing_fits_refusal(self, source: str, dest: str | None) -> Refusal:
        where = {"^": " built up", "v": " built down"}.get(dest or "", "")
        return Refusal("M203", f"no card of pile {source} fits a foundation{where}", self.rules.clause("4"), (source,))

    # -- reversals ----------------------------------------------------------------------------------------------------

    def _no_reversal_refusal(self, position: Position, number: int) -> Refusal:
        message = "these rules have no reversal: cards on a foundation stay there"
        plain = "cards on a foundation stay there"
        return Refusal("M217", message, self.rules.clause("L7"), self._bases(_suit(number)), plain=plain)

    def _not_on_top_refusal(self, position: Position, number: int) -> Refusal:
        return self._bound_card_refusal(position, number, reasons.NOT_ON_TOP)

    def _base_refusal(self, position: Position, number: int) -> Refusal:
        return self._bound_card_refusal(position, number, reasons.BASE)

    def _bound_card_refusal(self, position: Position, number: int, reason: int) -> Refusal:
        """Return why a card doesn't leave its foundation. Only the top card there is marked."""
        up, down = self._bases(_suit(number))
        place = up if number & 255 == UP_TO_DOWN else down
        refusal = self._make_reversal_refusal(position, number, *against_reversal(position, number, reason))
        return refusal._replace(marks=top_marks(position, place))

    def _no_meeting_refusal(self, position: Position, number: int) -> Refusal:
        return self._make_reversal_refusal(position, number, *against_reversal(position, number, reasons.NO_MEETING))

    def _combined_refusal(self, position: Position, number: int) -> Refusal:
        """Return why the foundations of a suit may not be combined: they have been, or it is too late for it."""
        of_suit = f"the foundations of {SUIT_NAMES[_suit(number)]}"
        if self.table(position).now_or_never:
            message = f"{of_suit} can no longer be combined: only the move after they meet can begin that"
            return self._make_reversal_refusal(position, number, message)
        return self._make_reversal_refusal(
            position, number, f"{of_suit} have already been combined, which is allowed only once"
        )

    def _other_combination_refusal(self, position: Position, number: int) -> Refusal:
        due_suit = _first(self.table(position).due())
        how = "being combined, the other way round" if due_suit == _suit(number) else "to be combined first"
        message = f"the foundations of {SUIT_NAMES[due_suit]} are {how}"
        return Refusal("M217", message, self.rules.clause("5", "L7"), self._bases(due_suit))

    def _make_reversal_refusal(self, position: Position, number: int, message: str, plain: str = "") -> Refusal:
        bases, clause = self._bases(_suit(number)), self.rules.clause("5", "L7")
        return Refusal("M217", message, clause, bases, plain=plain, marks=top_marks(position, *bases))

    # -- exiles -------------------------------------------------------------------------------------------------------

    def _no_exile_refusal(self, position: Position, number: int) -> Refusal:
        """Return why no exile may be turned up: none is left, and perhaps the deal is over."""
        what_follows, plain = "", f"no {self.exile} is left"
        if position.deal_over():
            plain = f"the deal is over, because nothing fits and {plain}"
            what_follows = self._only_after(position)
            if self.table(position).legal_moves_when_lost():
                what_follows = ": the deal is over"
        message = f"no {self.exile} is left to turn up{what_follows}"
        return Refusal("M210", message, self.rules.clause("9"), ("exile",), plain=plain)

    def _no_standstill_refusal(self, position: Position, number: int) -> Refusal:
        what = f"{with_article(self.exile)} is turned up only at a standstill"
        return self._before_standstill_refusal(position, what, self.rules.clause("6"))

    def _wrong_exile_refusal(self, position: Position, number: int) -> Refusal:
        """Return why a card cannot be the exile that is turned up: another one is next, or it isn't among them."""
        card, top = number >> 8 & 255, position.places["exile"][-1]
        if self.rules["L9"] == "any":
            return Refusal(
                "M202", f"{PRETTY[card]} is not among the {self.exile}s", self.rules.clause("L9"), ("exile",)
            )
        message = f"the {self.exile} that is turned up is {PRETTY[top]}, not {PRETTY[card]}"
        return Refusal("M208", message, self.rules.clause("6", "L9", "L10"), ("exile",))

    def _wrong_way_refusal(self, position: Position, number: int) -> Refusal:
        """Return the refusal of an exile that may be turned up but doesn't go where the record sends it."""
        card = number >> 8 & 255
        table = self.table(position)
        if card == UNKNOWN:
            return not_known(f"the {self.exile} that is turned up", self.rules.clause("6"), "exile")
        allowed_dests = [name for name, dest in _EXILE_DESTS.items() if table.leaves(card, dest)]
        name, bases = PRETTY[card], self._bases(SUIT[card])
        if not allowed_dests:
            return self.no_such_move(f"{name} has no pile in this game: all kings are bases", "6")
        if allowed_dests == [">13"]:
            always = self.rules["L6c"] == "always-13"
            why = ", whether it fits or not" if always else ": it fits no foundation"
            message = f"{name} goes to pile 13{why}"
            marks = top_marks(position, "13")
            return Refusal("M209", message, self.rules.clause("6", "L6c"), (*bases, "13"), marks=marks)
        if number & 255 in (ON_UP, ON_DOWN):
            return self._does_not_fit_refusal(position, "exile", card, "^" if number & 255 == ON_UP else "v")
        if allowed_dests == ["~"]:
            message = f"{name} fits no foundation and is not a king: it is woven"
            plain = f"{name} fits no foundation, so it weaves"
            return Refusal("M209", message, self.rules.clause("6"), bases, plain=plain)
        built = " and that ".join({"^": "built up", "v": "built down"}[way] for way in allowed_dests)
        message = f"{name} fits the foundation {built}: {with_article(self.exile)} that fits must be played"
        plain, marks = f"{name} fits a foundation, so that is where it goes", top_marks(position, *bases)
        return Refusal("M209", message, self.rules.clause("6"), bases, plain=plain, marks=marks)

    def _no_pile_refusal(self, position: Position, number: int) -> Refusal:
        table = self.table(position)
        message = f"the weave comes to {PRETTY[table.stopped_card]}, which has no pile in this game"
        return Refusal("M220", message, self.rules.clause("7"), (NAMES[table.stopped_pile],))

    def _not_known_refusal(self, position: Position, number: int) -> Refusal:
        if number >> 8 & 255 == UNKNOWN:
            return not_known(f"the {self.exile} that is turned up", self.rules.clause("6"), "exile")
        pile = NAMES[self.table(position).stopped_pile]
        return not_known(f"the card that is lifted from pile {pile}", self.rules.clause("7"), pile)

    def _not_seen_refusal(self, position: Position, number: int) -> Refusal:
        pile = NAMES[self.table(position).stopped_pile]
        return not_known(f"the card that comes to light on pile {pile}", self.rules.clause("7"), pile)

    # -- shuffled redeals ---------------------------------------------------------------------------------------------

    def next_shuffle(self, position: Position) -> Shuffle | None:
        is_possible = position.awaits_order or not position.table.why(DEAL_AGAIN)
        if not self.written_redeals or not is_possible:
            return None
        return Shuffle(position.deal + 1, list(self.table(position).gathered()))

    def _order_refusal(self, position: Position, number: int) -> Refusal:
        return order_refusal(position, self.table(position).gathered())

    # -- redeals and the end ------------------------------------------------------------------------------------------

    def _redeal_refusal(self, position: Position) -> Refusal | None:
        """Return why no redeal is allowed (9, 10, L11, L11a)."""
        reason = position.table.why(DEAL_AGAIN)
        if reason == reasons.NO_REDEAL:
            message = f"no redeal is left: this is {position.deal_words}"
            return Refusal("M216", message, self.rules.clause("10", "L15"), plain=LAST_DEAL)
        if reason in (reasons.EXILES_LEFT, reasons.NO_STANDSTILL):
            return self._deal_not_over_refusal(position, reason, "M215", "there is no redeal yet")
        return self.sentences[reason](position, 0) if reason else None

    def why_not_lost(self, position: Position) -> Refusal | None:
        """Return why the game is not lost, so that ``lost`` may not be written; None if it is lost."""
        table = self.table(position)
        if table.is_lost():
            return None
        clause = self.rules.clause("11")
        if table.won():
            return Refusal("R502", Message(GAME_WON, ", not lost"), clause)
        # Misplayed redeals may have led beyond the last deal.
        if (left := self.deals - table.deal) > 0:
            redeals = f"{left} redeal{'s are' if left > 1 else ' is'} left"
            return Refusal("R502", f"the game is not lost: {redeals} (if you gave up, write conceded)", clause)
        due_reason = 0
        if table.due():
            due_reason = reasons.COMBINATION_DUE
        elif table.owes:
            due_reason = reasons.EXILE_DUE
        if due_reason:
            refusal = self.sentences[due_reason](position, 0)
            return Refusal("R502", f"the game is not lost yet: {refusal.message}", refusal.clause, refusal.places)
        return self._deal_not_over_refusal(position, table.why_not_over(), "R502", "the game is not lost")

    def _deal_not_over_refusal(self, position: Position, reason: int, code: str, what: str) -> Refusal:
        """Return the refusal of something that is allowed only when the deal is over.

        Args:
            position: the position.
            reason: why the deal is not over: exiles are left, or something fits (``rules/reasons.py``).
            code: the code of the refusal.
            what: what is not allowed yet, as the beginning of the message.
        """
        clause = self.rules.clause("9", "L11")
        if reason == reasons.EXILES_LEFT:
            exiles = len(position.places["exile"])
            left = f"{pluralize(exiles, self.exile)} {'is' if exiles == 1 else 'are'} left to turn up"
            message, marks = f"{what}: {left}", top_marks(position, "exile")
            return Refusal(
                code, message, clause, ("exile",), plain=f"first come the {self.exile}s: {left}", marks=marks
            )
        return self._before_standstill_refusal(position, what, clause)._replace(code=code)

    # -- sentences ----------------------------------------------------------------------------------------------------

    def _before_standstill_refusal(self, position: Position, what: str, clause: Clause) -> Refusal:
        """Return the refusal of something that is done only at a standstill, when no card fits a foundation. The
        message begins with ``what``, and names the first few cards that fit."""
        playable = position.playable()
        cards = [f"{PRETTY[card]} in pile {place}" for place, card in playable[:4]]
        if len(playable) > 4:
            cards.append(f"{len(playable) - 4} more")
        message = f"{what}: {join_words(cards)} can be played"
        places = tuple(place for place, _ in playable[:4])
        return Refusal("M205", message, clause, places, **still_fitting_remark(position, playable))

    def no_such_move(self, message: str, number: str = "2") -> Refusal:
        return Refusal("M220", message, self.rules.clause(number))


def _suit(number: int) -> int:
    """Return the suit of the card of a move."""
    return SUIT[number >> 8 & 255]


def _first(suits: int) -> int:
    """Return the first suit of a set of suits, which has a bit for each."""
    return next(suit for suit in range(4) if suits >> suit & 1)


def _check_combination(rules: Rules) -> None:
    """Raise RulesError for readings that cannot be combined (section 5 of the points)."""
    if rules["L16"] == "eight-kings":
        for point in ("L6", "L6a", "L6b", "L6c", "L6d"):
            if point in rules.overrides:
                raise RulesError("combination", f"{point} means nothing with L16=eight-kings: no king is in play")
        if rules["L7"] != "none":
            raise RulesError(
                "combination", f"L7={rules['L7']} cannot be combined with L16=eight-kings, because nothing is built up"
            )
    elif rules["L17"] == "12":
        raise RulesError("combination", "L17=12 cannot be combined with L16=aces-and-kings, because kings need pile 13")


def _own_ranks_above_others(name: str, pile: Sequence[int]) -> list[int]:
    """Return the cards of a pile's own rank that lie above a card of another rank; an unknown card may be of any."""
    rank = int(name)
    first_other = next((index for index, card in enumerate(pile) if RANK[card] not in (0, rank)), len(pile))
    return [card for card in pile[first_other:] if RANK[card] == rank]
