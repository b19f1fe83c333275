"""What the games without weaving share: the sentences for reasons, redeals, the end of the game.

:mod:`leoni_replay.rules` decides what is legal. The reason that it gives is looked up here or in the game's module: its
sentence, its clause, and the places to look at. Clause numbers mean the same in all these games: 1 bases, 2 deal, 3
available cards, 4 play, 5 building, 6 forced consequences, 7 dealing on, 8 redeal, 9 end.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Final, TypeGuard

from leoni_replay.cards import (
    CARDS,
    DOWN,
    PACK_SIZE,
    PRETTY,
    RANK,
    SUIT,
    SUIT_NAMES,
    SUITS,
    UNKNOWN,
    Card,
    from_above,
    pretty,
)
from leoni_replay.commands import REVERSALS, Move
from leoni_replay.diagnostics import Clause
from leoni_replay.games.game import LAST_DEAL, Game, Position, Shuffle, T, cards_are
from leoni_replay.games.places import card_named
from leoni_replay.games.refusal import GAME_WON, NONE_FITS, OTHER_ONE, Refusal, not_known
from leoni_replay.games.remarks import (
    index_in_pile,
    marks_above,
    name_marked_cards,
    other_direction_remark,
    still_fitting_remark,
    top_marks,
    waiting_remark,
)
from leoni_replay.games.rules import Rules
from leoni_replay.games.shuffles import order_refusal, written_redeals
from leoni_replay.message import Message, joined
from leoni_replay.phrases import Direction, join_words
from leoni_replay.rules import reasons
from leoni_replay.rules.numbers import (
    DEAL,
    DEAL_AGAIN,
    DEAL_ON,
    HAND,
    NO_CARD,
    NOWHERE,
    ON_DOWN,
    ON_UP,
    PLACES,
    REDEAL,
    STOCK,
)
from leoni_replay.rules.python_rules import OpenTable

DEALS_ON: Final = Move("deal")
DEALS_AGAIN: Final = Move("redeal")

#: the sentence for a player who takes a card off a foundation
STAYS: Final = "cards on a foundation stay there"
_RANK_NAMES: Final = {1: "ace", 2: "two", 11: "jack", 12: "queen", 13: "king"}


class PatienceGame(Game[T]):
    """A game without weaving under the rules of one record."""

    #: the point for the number of redeals, and the point for shuffling them, if the game has such points
    redeals_point = ""
    shuffle_point = ""
    #: the piles that a destination can name by their top card
    named_by_top: tuple[str, ...] = ()
    #: whether it is worth saying that no available card fits a foundation
    tells_standstill = True

    def __init__(self, name: str, rules: Rules) -> None:
        super().__init__(name, rules)
        if self.shuffle_point and rules[self.shuffle_point] == "shuffled":
            self.written_redeals: tuple[int, ...] = written_redeals(self.deals)
            self.shuffle_clauses: tuple[str, ...] = (self.shuffle_point,)
        #: makes the sentence for each reason to refuse a move, and is called like the reason. The source and the card
        #: of the move are filled in, its destination is as written.
        self.sentences: dict[int, Callable[[Position, Move], Refusal]] = {
            reasons.NO_SUCH_MOVE: self.no_such_move,
            reasons.NOT_KNOWN: self.not_known,
            reasons.WON: self._won_refusal,
            reasons.NOT_AVAILABLE: self._not_available_refusal,
            reasons.MISFIT: self._misfit_refusal,
            reasons.NO_REDEAL: self._no_redeal_refusal,
            reasons.STOCK_LEFT: self._stock_left_refusal,
            reasons.NO_STOCK: self._no_stock_refusal,
            reasons.NOTHING_GATHERED: self._nothing_gathered_refusal,
            reasons.NO_ORDER: self._order_refusal,
            reasons.WRONG_ORDER: self._order_refusal,
        }

    # -- to be overridden by a game -----------------------------------------------------------------------------------

    @abstractmethod
    def why_not_available(self, position: Position, place: str, card: int) -> Refusal:
        """Return why a card in a place cannot be played."""

    def why_wait(self, position: Position) -> Refusal | None:
        """Return why dealing, gathering or moving cards must wait for something else; None if it need not."""
        return None

    def why_kept_out(self, position: Position, card: int, way: Direction) -> Refusal | None:
        """Return why a card that may be next on a foundation may not go there; None if it may."""
        return None

    def cards_to_deal_again(self, position: Position) -> list[int]:
        """Return the cards that a redeal deals again, in the order dealt and unshuffled; empty if there are none."""
        return []

    def _refusal_with(self, reason: int, position: Position, move: Move) -> Refusal:
        return self.sentences.get(reason, self._unnamed_reason_refusal)(position, move)

    # -- clauses ------------------------------------------------------------------------------------------------------

    def consequence_clause(self, move: Move) -> Clause:
        if move.source == "redeal":
            return self.rules.clause("8")
        return self.rules.clause("7" if move.source == "deal" and (move.card is None or not move.shown) else "6")

    @property
    def win_clause(self) -> Clause:
        return self.rules.clause("9")

    # -- properties of a position -------------------------------------------------------------------------------------

    def situation(self, position: Position) -> str:
        """Return the state of the game in a few words, for the help of a diagnostic; empty if nothing is special."""
        table = self.table(position)
        if table.won():
            return GAME_WON
        if table.why(DEAL_AGAIN) == reasons.OVER:
            return self._refusal_with(reasons.OVER, position, DEALS_AGAIN).message
        if waiting := self.why_wait(position):
            return waiting.message
        if not self.tells_standstill or not table.standstill() or not position.available():
            return ""
        return NONE_FITS if position.doubtful() else "nothing fits a foundation"

    def next_shuffle(self, position: Position) -> Shuffle | None:
        if not self.written_redeals or not self._redeal_left(position):
            return None
        return Shuffle(position.deal + 1, self.cards_to_deal_again(position))

    def _redeal_left(self, position: Position) -> bool:
        """Whether the rules allow a redeal, whatever order the record gives for it (8)."""
        return position.awaits_order or not position.table.why(DEAL_AGAIN)

    def why_not_lost(self, position: Position) -> Refusal | None:
        """Return why the game is not lost, so that ``lost`` may not be written; None if it is lost."""
        table = position.table
        overlooked_move = None
        if table.is_lost():
            if not isinstance(table, OpenTable):
                return None
            # What a game from outside says is checked against everything that decides its moves.
            overlooked_move = self._overlooked_move(position)
            if not self._can_go_on(position, overlooked_move):
                return None
        if table.won():
            return self._not_lost_refusal(Message(GAME_WON, ", not lost"))
        move_count = len([number for number in position.move_numbers() if number != DEAL_AGAIN])
        if move_count:
            moves = "a move is" if move_count == 1 else f"{move_count} moves are"
            return self._not_lost_refusal(f"the game is not lost: {moves} still legal (if you gave up, write conceded)")
        if self._redeal_left(position):
            reservation = ", though its order is not written" if table.why(DEAL_AGAIN) else ""
            message = f"the game is not lost: a redeal is left{reservation} (if you gave up, write conceded)"
            return self._not_lost_refusal(message)
        if overlooked_move is not None:
            message = f"the game is not lost: {overlooked_move} is legal, though {self.name} does not list it"
            return self._not_lost_refusal(message)
        # The next card is unknown, so its destination is unknown too.
        left = cards_are(len(position.places["stock"]))
        return self._not_lost_refusal(
            f"the game is not lost: {left} left in the stock (if you gave up, write conceded)"
        )

    def _can_go_on(self, position: Position, overlooked_move: Move | None) -> bool:
        """Whether anything in a position of a game from outside says that it is not lost."""
        if position.won() or overlooked_move is not None:
            return True
        return bool(position.move_numbers()) or self._redeal_left(position)

    def _overlooked_move(self, position: Position) -> Move | None:
        """Return a move of a game from outside that its ``why`` allows, although its ``moves`` lists none at all; None
        if there is none, or some move is listed."""
        table = position.table
        if table.won() or position.move_numbers():
            return None
        places = [number for number in self.places.values() if number < PLACES]
        next_cards = {table.cards_in(place)[-1] for place in places if place in (HAND, STOCK) and table.size[place]}
        # Try every card in every place, and every action, with every destination.
        sources = [(DEAL, card) for card in next_cards]
        sources += [(place, card) for place in places for card in set(table.cards_in(place))]
        dests = (ON_UP, ON_DOWN, *places)
        numbers = [source << 16 | card << 8 | dest for source, card in sources for dest in dests if card < PACK_SIZE]
        numbers += [action << 16 | NO_CARD << 8 | NOWHERE for action in (DEAL, REDEAL, *self.vocabulary.own_actions)]
        legal_number = next((number for number in numbers if not table.why(number)), None)
        return None if legal_number is None else self.vocabulary.command_of(legal_number)

    def why_lost(self, position: Position) -> str:
        return "no move is left, and the cards cannot be dealt again" if self.deals != 1 else "no legal move is left"

    def _not_lost_refusal(self, message: str) -> Refusal:
        return Refusal("R502", message, self.rules.clause("9"))

    # -- the meaning of a command -------------------------------------------------------------------------------------

    def meanings(self, position: Position, command: Move) -> list[Move]:
        """Return the legal moves that a written move can mean; there are several if it is ambiguous."""
        if command[:3] != DEALS_ON[:3]:
            return super().meanings(position, command)
        # The bare word means the action, not a card being placed, unless the rules leave nothing else.
        reason = position.table.why(DEAL_ON)
        if reason in (reasons.GOES_OUT, reasons.NO_SUCH_MOVE):
            # The dealt card must go to a foundation, or there is no such action in this game.
            return super().meanings(position, command)
        return [] if reason else [DEALS_ON]

    # -- why a written command is refused ----------------------------------------------------------------------------

    def refusal(self, position: Position, command: Move) -> Refusal:
        """Return why a written move that agrees with no legal move is refused."""
        source, card, dest = command[:3]
        reason = position.table.why(DEAL_AGAIN)
        if reason in (reasons.WON, reasons.OVER):
            # After the end, nothing is legal, whatever the move is.
            return self._refusal_with(reason, position, command)
        if dest in REVERSALS:
            return self.against_reversal(position, command)
        if source == "foundation":
            return self.against_return(position, command)
        if source == "redeal":
            if reason:
                return self._refusal_with(reason, position, DEALS_AGAIN)
            return Refusal("M220", "write a redeal as the single word redeal", self.rules.clause("8"))
        if source == "deal":
            return self._deal_refusal(position, card, dest)
        if source is not None:
            # A word alone may be an action that only this game has.
            action = self.vocabulary.number_of(source, None, None)
            if card is None and dest is None and action is not None and source in self.vocabulary.own_actions.values():
                return self._refusal_with(position.table.why(action), position, command)
            return self._place_refusal(position, source, card, dest)
        if card is None:
            return Refusal("M220", "a move needs a card, or the place it comes from", self.rules.clause("4"))
        return self._card_refusal(position, card, dest)

    def against_reversal(self, position: Position, command: Move) -> Refusal:
        """Return why a card may not move from one foundation to another."""
        return Refusal("M217", STAYS, self.rules.clause("4"))

    def against_return(self, position: Position, command: Move) -> Refusal:
        """Return why a card of a foundation may not go back on the table."""
        return Refusal("M217", STAYS, self.rules.clause("4"))

    def _deal_refusal(self, position: Position, card: int | None, dest: str | None) -> Refusal:
        """Return why nothing may be dealt; with a card or a destination, why this card may not be, or not there."""
        if card is None and dest is None:
            reason = position.table.why(DEAL_ON)
            if reason != reasons.NO_SUCH_MOVE:
                return self._refusal_with(reason, position, DEALS_ON)
        next_card = self._next_card(position) if card is None else CARDS[card]
        return self._refusal(position, Move("deal", next_card, dest))

    def _next_card(self, position: Position) -> Card | None:
        """Return the card in the hand, or else the next card of the stock; None if there is neither."""
        places = position.places
        top = places.get("hand", [])[-1:] or places.get("stock", [])[-1:]
        return top[0] if top else None

    def _place_refusal(self, position: Position, place: str, card: int | None, dest: str | None) -> Refusal:
        """Return why a move from a place is refused.

        Args:
            position: the position.
            place: the place as written, which the game may not have.
            card: the card; None if the move doesn't name it.
            dest: the destination as written; None if there is none.
        """
        clause = self.rules.clause("3")
        if place not in self.places or place in self.foundations or place in ("hand", "stock"):
            message = f"{self.name} has no place `{place}` to play a card from"
            return Refusal("M201", message, self.rules.clause("2"))
        if self.row(place) > position.rows:
            return Refusal("M202", f"{self.words(self.line(place))} has not been dealt yet", clause)
        pile = position.places[place]
        if not pile:
            return Refusal("M202", f"{self.words(place)} is empty", clause, (place,))
        if card is None:
            cards_here = [available_card for name, available_card in position.available() if name == place]
            if not cards_here:
                return self.why_not_available(position, place, pile[-1])
            if len(cards_here) > 1 and (dest is None or dest in self.ways):
                built = f" built {_direction_word(dest)}" if dest else ""
                message = f"no card of {self.words(place)} fits a foundation{built}"
                return Refusal("M203", message, self.rules.clause("4"), (place,))
            card = cards_here[0]
        return self._refusal(position, Move(place, CARDS[card], dest))

    def _card_refusal(self, position: Position, card: int, dest: str | None) -> Refusal:
        """Return why a card written without its place is refused."""
        for place, available_card in position.available():
            if available_card == card:
                return self._refusal(position, Move("deal" if place == "hand" else place, CARDS[card], dest))
        for place, pile in position.places.items():
            if place in self.foundations or place in ("stock", "hand"):
                continue
            if card in pile:
                return self._refusal(position, Move(place, CARDS[card], dest))
            if card + DOWN in pile:
                message = f"{PRETTY[card]} does not lie face up on this table"
                return Refusal("M204", message, self.rules.clause("3"))
        # A move is packed into a number: its source, its card, its destination.
        if any(number >> 16 == DEAL and number >> 8 & 255 == card for number in position.move_numbers()):
            return self._deal_refusal(position, card, dest)
        where = self._whereabouts(position, card)
        if not where:
            return Refusal("M202", f"there is no {PRETTY[card]} face up on this table", self.rules.clause("3"))
        on_foundation = any(card in position.places[name] for name in self.foundations)
        plain = f"{PRETTY[card]} lies on a foundation, where it stays" if on_foundation else ""
        message = Message(f"{PRETTY[card]} cannot be played: it is ", where)
        return Refusal("M202", message, self.rules.clause("3"), plain=plain)

    def _refusal(self, position: Position, move: Move) -> Refusal:
        """Return the refusal of a move whose source and card are filled in."""
        table, number = position.table, self._number(position, move)
        reason = table.why(number)
        if isinstance(table, OpenTable) and table.depends_on_unknown(number, reason):
            reason = reasons.NOT_KNOWN
        return self._refusal_with(reason, position, move)

    def _number(self, position: Position, move: Move) -> int:
        """Return the number of a complete move that a refused move can mean. If there are several, take the one that
        shows best why it is refused."""
        source, card, dest = move[:3]
        if dest is None:
            # To a foundation; if possible, to one that the card fits, so that the reason is another one.
            ways = position.fitting_ways(card) if card is not None else []
            dest = ways[0] if ways else self.ways[0]
        elif card_named(dest) is not None:
            dest = f">{self.target(position, move)}"
        elif group := self.vocabulary.group_named(dest):
            # To one of several places that are alike: an empty one, if there is one.
            dest = f">{min(group, key=lambda name: len(position.places[name]))}"
        number = self.vocabulary.number_of(source, card, dest)
        if number is None:
            # The destination is a place that the game does not have.
            source_number, _, _ = self.vocabulary.parts_of(source, None, None)
            return source_number << 16 | (NO_CARD if card is None else card) << 8 | self.vocabulary.no_place
        return number

    def target(self, position: Position, move: Move) -> str:
        """Return the place to which a move would go. If several places show the card that it names, one other than its
        source is preferred. If there is no such place, the word as written."""
        assert move.dest is not None
        target_card = card_named(move.dest)
        targets = [name for name in self.named_by_top if position.places[name][-1:] == [target_card]]
        targets += self.vocabulary.group_named(move.dest)[:1]
        # False sorts before True: the source comes last.
        return min(targets, key=lambda name: name == move.source, default=move.dest[1:])

    # -- sentences ----------------------------------------------------------------------------------------------------

    def no_such_move(self, position: Position, move: Move) -> Refusal:
        """Return the refusal of a move that no position of this game could ever allow."""
        if move.source == "deal":
            message = "there is no stock: all cards are on the table"
            if self.empty_table.why(DEAL_ON) != reasons.NO_SUCH_MOVE:
                message = "to deal, write the single word deal: the rules say which cards come and where they go"
                return Refusal("M220", message, self.rules.clause("7"), plain="tap the stock to deal")
            return Refusal("M220", message, self.rules.clause("7"))
        if names_place(move.dest):
            message = "you cannot build on the table: cards go only to the foundations"
            return Refusal("M220", message, self.rules.clause("5"))
        if move.dest in ("^", "v"):
            message = "no card goes to a foundation in this direction"
            names = [self.words(self.vocabulary.names[place]) for place in self.core.FOUNDATION_PLACES]
            if names:
                message = (
                    "no card goes to a foundation by a sign here: the foundations have names of their own, "
                    f"{join_words(names)}"
                )
            return Refusal("M220", message, self.rules.clause("4"))
        return self._no_weaving_refusal()

    def _no_weaving_refusal(self) -> Refusal:
        message = "there is no weaving in this game"
        return Refusal("M220", message, self.rules.clause("4"), plain="nothing goes there in this game")

    def _not_available_refusal(self, position: Position, move: Move) -> Refusal:
        """Return why the card of a move is not available in its place: it isn't there, or other cards are in the
        way."""
        place, card = place_and_card(move)
        pile = position.places[place]
        if card in pile or card + DOWN in pile:
            return self.why_not_available(position, place, card)
        message = f"there is no {PRETTY[card]} in {self.words(place)}"
        where = self._whereabouts(position, card) or "nowhere face up on this table"
        note = Message(f"{PRETTY[card]} is ", where)
        return Refusal("M202", message, self.rules.clause("3"), (place,), (note,))

    def under_others(
        self, position: Position, place: str, card: int, limit: str = "only the top card can be played"
    ) -> Refusal:
        """Return the refusal of a card that lies under others in its pile, or face down.

        Args:
            position: the position.
            place: the pile.
            card: the card.
            limit: what only the top card may do, in words.
        """
        pile = position.places[place]
        clause = self.rules.clause("3")
        name = PRETTY[card & ~DOWN]
        if card in pile and card < DOWN:
            cards_above = pretty(from_above(pile[index_in_pile(pile, card) + 1 :]))
            message = f"{name} lies in {self.words(place)} under {cards_above}: {limit}"
            marks = marks_above(position, place, card)
            plain = f"{name} lies under {name_marked_cards(position, marks)}"
            return Refusal("M204", message, clause, (place,), plain=plain, marks=marks)
        return Refusal("M204", f"{name} does not lie face up in {self.words(place)}", clause, (place,))

    def _misfit_refusal(self, position: Position, move: Move) -> Refusal:
        """Return the refusal of a card that fits no foundation, or not the one that is written."""
        place, card = place_and_card(move)
        source, _, dest = move[:3]
        assert source is not None
        letter = SUITS[SUIT[card]]
        name = PRETTY[card]
        clause = self.rules.clause("4")
        if dest is not None and dest not in self.ways:
            wrong, right = _direction_word(dest), _direction_word(self.ways[0])
            message = f"{name} cannot be built {wrong}: all foundations are built {right}"
            return Refusal("M203", message, self.rules.clause("1"), (place,))
        if all(RANK[card] not in ranks for ranks in self.ranks.values()):
            return Refusal("M203", f"{name} fits no foundation: no {_RANK_NAMES[RANK[card]]} does", clause, (place,))
        if dest is not None and (refusal := self.why_kept_out(position, card, dest)):
            return refusal
        bases = tuple(letter + way for way in self.ways)
        message, notes = other_direction_remark(position, source, card, dest)
        if message:
            return Refusal("M203", message, clause, (*bases, place), notes, plain=f"{name} {OTHER_ONE}")
        message = f"{name} does not fit: {self._foundation_tops(position, SUIT[card])}"
        remark = waiting_remark(
            position, card, self._other_place(position, source, card), self._other_needs(position, place, card)
        )
        return Refusal("M203", message, clause, (*bases, place), notes, **remark)

    def _remark_on_foundations(self, position: Position, cards: Sequence[int]) -> str:
        """Return the rest of a sentence that names the cards that would go somewhere: that all or some of them can't
        come, because they lie on foundations. Empty if all can come."""
        to_come = self._cards_to_come(position, cards)
        gone = [PRETTY[card] for card in cards if card not in to_come]
        if not gone:
            return ""
        where = "is on its foundation" if len(gone) == 1 else "are on their foundations"
        if to_come:
            return f", and {join_words(gone)} {where}"
        return f"; nothing can come any more, because {join_words(gone)} {where}"

    def _other_needs(self, position: Position, place: str, card: int) -> str:
        """Return in words what a card that fits no foundation needs to go elsewhere (``on the table it needs 9♦ or
        9♥``); empty if cards go only to foundations."""
        return ""

    def _other_place(self, position: Position, source: str, card: int) -> str:
        """Return in words where a card can go besides a foundation (``on 9♥ in pile 9``); empty if nowhere.

        Args:
            position: the position.
            source: where the card comes from, as a move names it.
            card: the card.
        """
        for number in position.move_numbers():
            move = self.vocabulary.command_of(number)
            if (move.source, move.card) != (source, card) or not names_place(move.dest):
                continue
            dest = move.dest[1:]
            top = position.places[dest][-1:]
            if top and dest in self.named_by_top:
                return f"on {pretty(top)} in {self.words(dest)}"
            return f"to {self.words(dest)}"
        return ""

    def _foundation_tops(self, position: Position, suit: int) -> str:
        """Return in words where the foundations of a suit stand, and which bases are not out yet."""
        suit_name = SUIT_NAMES[suit]
        heights: list[str] = []
        missing_bases: list[str] = []
        for way in self.ways:
            piles = [position.places[base] for base in self.lines[SUITS[suit] + way]]
            tops = [PRETTY[pile[-1]] for pile in piles if pile]
            if tops:
                direction = f" (built {_direction_word(way)})" if len(self.ways) > 1 else ""
                heights.append(f"at {join_words(tops)}{direction}")
            else:
                missing_bases.append(_RANK_NAMES[self.ranks[way][0]])
        clauses: list[str] = []
        if heights:
            clauses.append(f"{suit_name} stand {' and '.join(heights)}")
        if missing_bases:
            clauses.append(f"no {' or '.join(missing_bases)} of {suit_name} is out yet")
        return ", and ".join(clauses)

    def not_known(self, position: Position, move: Move) -> Refusal:
        """Return the refusal of a move that depends on an unknown card."""
        place, card = place_and_card(move)
        if move.source == "deal" and self._next_card(position) == UNKNOWN:
            if position.places.get("hand"):
                return not_known("the card in hand", self.rules.clause("7"), place)
            return not_known("the next card of the stock", self.rules.clause("7"))
        if card == UNKNOWN:
            return not_known(f"the card in {self.words(place)}", self.rules.clause("4"), place)
        target = self.target(position, move)
        return not_known(f"the card in {self.words(target)}", self.rules.clause("5"), target)

    def only_at_standstill(self, position: Position, what: str, *clause: str) -> Refusal:
        """Return the refusal of something that is done only when no available card fits a foundation (a standstill).

        Args:
            position: the position, in which some card does fit.
            what: what is done, with its verb: ``the next row is dealt``.
            clause: the clause that says so, or the points.
        """
        playable = position.playable()
        cards = [f"{PRETTY[card]} in {self.words(place)}" for place, card in playable]
        message = f"{what} only at a standstill: {join_words(cards[:4])} can be played"
        places = tuple(dict.fromkeys(self.line(place) for place, _ in playable))
        return Refusal("M205", message, self.rules.clause(*clause), places, **still_fitting_remark(position, playable))

    def _no_redeal_refusal(self, position: Position, move: Move) -> Refusal:
        if self.deals == 1:
            plain = "there is no second deal in this game"
            return Refusal("M216", "there is no redeal in this game", self.rules.clause("8"), plain=plain)
        message = f"no redeal is left: this is {position.deal_words}"
        return Refusal("M216", message, self.rules.clause("8", *filter(None, [self.redeals_point])), plain=LAST_DEAL)

    def _stock_left_refusal(self, position: Position, move: Move) -> Refusal:
        left = cards_are(len(position.places["stock"]))
        message = f"there is no redeal yet: {left} left in the stock"
        plain = f"first the stock must be dealt: {left} left"
        return Refusal("M215", message, self.rules.clause("8"), plain=plain, marks=top_marks(position, "stock"))

    def _no_stock_refusal(self, position: Position, move: Move) -> Refusal:
        places = ("stock",) if "stock" in self.order else ()
        return Refusal("M225", "the stock is out", self.rules.clause("7"), places, plain="the stock is empty")

    def _unnamed_reason_refusal(self, position: Position, move: Move) -> Refusal:
        """Return the refusal for a reason that the game gives no sentence."""
        code = "M220"
        if names_place(move.dest):
            code = "M222"
        elif move.dest in ("^", "v"):
            code = "M203"
        return Refusal(code, f"the rules of {self.name} do not allow it here", None)

    def _nothing_gathered_refusal(self, position: Position, move: Move) -> Refusal:
        return Refusal("M216", "there is nothing to deal again", self.rules.clause("8"))

    def _order_refusal(self, position: Position, move: Move) -> Refusal:
        return order_refusal(position, self.cards_to_deal_again(position))

    def _whereabouts(self, position: Position, card: int) -> str:
        words = position.whereabouts(card, hidden=False)
        if len(words) == 2 and words[0] == words[1]:
            return Message("twice ", words[0])
        return joined(words, " and ")


def place_and_card(move: Move) -> tuple[str, int]:
    """Return the place and the card of a move in which both are filled in; a dealt card is in the hand."""
    source, card = move[:2]
    assert source is not None and card is not None
    return "hand" if source == "deal" else source, card


def names_place(dest: str | None) -> TypeGuard[str]:
    """Whether a destination is a place, or a card on which a card goes."""
    return dest is not None and dest.startswith(">")


def _direction_word(way: str) -> str:
    """Return the direction ``^`` or ``v`` in a word."""
    return "up" if way == "^" else "down"
