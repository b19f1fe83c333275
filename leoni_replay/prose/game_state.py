"""How a game stands after the moves that a page says, as far as the page prints its places, and which legal moves fit
what a sentence says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from leoni_replay.cards import CARD, DOWN, GAP, PRETTY, RANK, TEXT, UNKNOWN
from leoni_replay.games import Game
from leoni_replay.games.game import Position
from leoni_replay.games.places import places_in_message, way_named
from leoni_replay.games.steps import Relaid, Shift, Step
from leoni_replay.message import Message, Option
from leoni_replay.prose.sentences import Statement, Thing
from leoni_replay.prose.tokens import (
    Unread,
    cards,
    company,
    fits,
    foundation_limits,
    is_dropped,
    is_indefinite,
    names_exile,
    places,
)
from leoni_replay.record.replay import replay
from leoni_replay.record.result import Replay, last_view

if TYPE_CHECKING:
    from lark import Token


#: The tokens that name cards by rank and suit.
NAMES_BY_SUIT: Final = frozenset({"CARD", "SHORT"})
#: The moves that name no card, and the bases of foundations, as authors say them.
ACTIONS_IN_WORDS: Final = {"deal": "deal from the stock", "exile": "turn up the next exile", "redeal": "deal again"}
_BASES_IN_WORDS: Final = {"A": "ace", "2": "deuce", "J": "jack", "K": "king"}


class GameState:
    """How a game stands after some moves, by these moves alone: a claim of the book that fails does not end the play.

    Args:
        game: the game.
        head: the text of the record at its beginning, without its result word.
        moves: the moves after those of that record.
        unprinted_lines: the lines of a layout that the page does not print.
        printed_copies: the cards that the page prints, each with the number of its copies.

    Attributes:
        replayed: the record with these moves.
    """

    def __init__(
        self,
        game: Game[Any],
        head: str,
        moves: tuple[str, ...],
        unprinted_lines: tuple[str, ...],
        printed_copies: Counter[int],
    ) -> None:
        self.game = game
        self.head = head
        self.moves = moves
        self.unprinted_lines = unprinted_lines
        self.printed_copies = printed_copies
        self.replayed: Replay = replay(f"{head}\n{' '.join(moves)} *", hints=False)

    @property
    def position(self) -> Position:
        """The position."""
        return self.replayed.position

    def legal_steps(self) -> list[Step]:
        """Return the legal moves, each with what it does."""
        return _legal_steps(self.replayed)

    def is_any_foundation(self, dest: Token | None) -> bool:
        """Whether a destination is the foundation of each card, whichever it is; or there is none."""
        return dest is None or (dest.type == "FOUNDATION" and foundation_limits(dest) == ("", ""))

    def is_foundation(self, dest: Token | None) -> bool:
        """Whether a destination is a foundation, or the top card of one."""
        if dest is None:
            return False
        if dest.type == "FOUNDATION":
            return True
        return dest.type in NAMES_BY_SUIT and self.line_of_top(cards(dest)[0]) != ""

    def fitting_steps(self, statement: Statement, thing: Thing, card: str | None) -> list[Step]:
        """Return the legal moves that fit all that a sentence says of a card."""
        position = self.position
        sources = self.sources(statement, thing)
        dest = statement.dests[0] if statement.dests else None
        if card is None or (dest is None and statement.kind == "move" and not statement.follows_card):
            self.check_all_printed()
        elif sources is None and self.unprinted_lines and self.printed_copies[CARD[card]] < self.game.packs != 1:
            raise Unread(
                f"the other {PRETTY[CARD[card]]} may lie where the page prints nothing: say where it comes from"
            )
        dest_places = places(statement.dest_place, self.game) if statement.dest_place is not None else None

        last_dest = self.destination(self.replayed.steps[-1]) if self.replayed.steps else ""

        def fits_statement(step: Step) -> bool:
            move = step.move
            if move.card is None or (sources is not None and self.source(step) not in sources):
                return False
            if card is not None and TEXT[move.card] != card:
                return False
            if card is None and not _moves_thing(step, thing, position):
                return False
            if statement.kind == "out" and self.destination(step) not in self.game.foundations:
                return False
            if statement.follows_card and self.destination(step) != last_dest:
                return False
            if dest_places is not None and self.destination(step) not in dest_places:
                return False
            if thing.company is not None and not self._takes_company(step, thing.company):
                return False
            if any(self.goes_to(denied, step, position) for denied in statement.denied_dests):
                return False
            if dest is None and statement.says_play and self.destination(step) == "talon":
                return False
            return dest is None or self.goes_to(dest, step, position)

        return [step for step in self.legal_steps() if fits_statement(step)]

    def lies_at(self, dest: Token, step: Step) -> bool:
        """Whether the card of a move lies already where words say that a card goes: in a place, or on a card."""
        source = self.source(step)
        if dest.type == "PLACE":
            return source in places(dest, self.game)
        pile = [card for card in self.position.places.get(source, []) if card != GAP]
        below = pile[: pile.index(step.move.card)][-1:] if step.move.card in pile else []
        names_card = dest.type in NAMES_BY_SUIT or dest.type == "RANKED"
        return names_card and any(card < DOWN and card != UNKNOWN and fits(dest, TEXT[card]) for card in below)

    def cards_taken(self, step: Step) -> Sequence[int]:
        """Return the cards that a move takes to its destination, the lowest in its pile first."""
        shifts = [change for change in step.changes if isinstance(change, Shift)]
        shifts_to_dest = [shift for shift in shifts if shift.dest == self.destination(step)]
        return self.position.places[shifts_to_dest[0].source][-len(shifts_to_dest) :]

    def _takes_company(self, step: Step, words: Token) -> bool:
        """Whether the cards go with the card of a move that words after it name."""
        others_named = company(words)
        others = [TEXT[card] for card in self.cards_taken(step) if card != step.move.card]
        return (
            others_named.cards in (None, frozenset(others))
            and others_named.number in (None, len(others))
            and others_named.last in ("", *others[-1:])
            and others_named.absent.isdisjoint(others)
        )

    def cards_above(self, card: str | None) -> int:
        """Return how many cards lie on a card; 0 if it is in no pile."""
        piles = self.position.places.values()
        return max((len(pile) - 1 - pile.index(CARD[card]) for pile in piles if card and CARD[card] in pile), default=0)

    def means_own_foundation(self, dest: Token, card: str) -> bool:
        """Whether words such as “its ace” can only mean a foundation: no pile has that card on top."""
        if dest.type != "OWN_BASE":
            return False
        base = foundation_limits(dest)[0] + card[1]
        return not self.is_on_pile(base) and any(self._base(line) == base[0] for line in self.game.lines)

    def is_on_pile(self, card: str) -> bool:
        """Whether a card is the top card of a place that is no foundation, or may be one on a place that the page does
        not print."""
        places_of_table = [name for name in self.game.places if name not in self.game.foundations]
        if self.unprinted(places_of_table) and self.printed_copies[CARD[card]] < self.game.packs:
            return True
        return any(self.top_card(name) == CARD[card] for name in places_of_table)

    def hides_cards(self, names: tuple[str, ...]) -> bool:
        """Whether a card of some places is unknown, lies face down, or is not printed."""
        position = self.position
        contents = [card for name in names for card in position.places.get(name, ()) if card != GAP]
        return bool(self.unprinted(names)) or any(card == UNKNOWN or card >= DOWN for card in contents)

    def top_card(self, name: str) -> int | None:
        """Return the top card of a place; None if it has none, or if nobody sees it."""
        position = self.position
        top_cards = [] if name in position.closed_places else position.places.get(name, [])[-1:]
        return next((card for card in top_cards if card < DOWN and card not in (GAP, UNKNOWN)), None)

    def step_words(self, step: Step) -> str:
        """Return a move as an author says it: ``2♠ from pile 11 to the ace foundation``."""
        move = step.move
        if move.card is None or move.source in self.position.closed_places:
            return ACTIONS_IN_WORDS.get(move.source or "", str(move))
        source, dest = self.source(step), self.destination(step)
        source_words = f" from {self.place_words(source)}" if source in self.game.places else ""
        dest_words = f" to {self.place_words(dest)}" if dest else ""
        return f"{PRETTY[move.card]}{source_words}{dest_words}"

    def place_words(self, name: str) -> str:
        """Return a place as an author says it; a foundation by its base if there are two for each suit."""
        if name not in self.game.foundations:
            return self.game.words(name)
        base = _BASES_IN_WORDS.get(self._base(self.game.line(name)), "")
        return f"the {base} foundation" if base and len(self.game.ways) > 1 else "the foundation"

    def sources(self, statement: Statement, thing: Thing) -> tuple[str, ...] | None:
        """Return the places that a sentence says a card comes from; None if it says none."""
        token = thing.place or statement.source
        if token is not None and token.type == "FOUNDATION":
            base, suit = foundation_limits(token)
            lines = [line for line in self.game.lines if self.has_base(line, base) and suit in ("", line[0])]
            if not base and len(self.game.ways) > 1:
                raise Unread("it does not say from which foundation to which")
            return tuple(name for line in lines for name in self.game.lines[line])
        if token is not None and token.type == "SAME_PLACE":
            return self._places_of_last_move(token)
        if token is not None:
            return places(token, self.game)
        if is_dropped(thing.token):
            return places(thing.token, self.game)
        return ("exile",) if names_exile(thing.token) else None

    def _places_of_last_move(self, token: Token) -> tuple[str, ...]:
        """Return the place from which the last move took its card, or the places of its row: “from the same row”."""
        place = self.source(self.replayed.steps[-1]) if self.moves else ""
        if place not in self.game.places:
            raise Unread(f"“{token}”: no move comes before it that took a card from one")
        if "row" not in token.lower():
            return (place,)
        return next((tuple(row) for row in self.game.cells.values() if place in row), (place,))

    def _base(self, line: str) -> str:
        """Return the rank of the first card of a foundation, by its line in a layout."""
        return "A23456789TJQK"[self.game.ranks[way_named(line)][0] - 1]

    def has_base(self, line: str, base: str) -> bool:
        """Whether a foundation, by its line, has a base, or is built the way (``^``), that is said; or none is said."""
        return base in ("", way_named(line), self._base(line))

    def cells(self) -> frozenset[str]:
        """Return the destinations of moves that go to a free cell."""
        return frozenset(f">{place}" for place in self.game.vocabulary.group_named(">cell"))

    def source(self, step: Step) -> str:
        """Return the place from which a move takes its card; empty if it takes none."""
        if step.move.source is not None:
            return step.move.source
        shifts = [change for change in step.changes if isinstance(change, Shift)]
        return shifts[0].source if shifts else ""

    def destination(self, step: Step) -> str:
        """Return the place to which a move takes its card; empty if it takes none there."""
        shifts = [change for change in step.changes if isinstance(change, Shift)]
        for shift in shifts:
            if shift.source == step.move.source:
                return shift.dest
        return shifts[0].dest if shifts else ""

    def goes_to(self, dest: Token, step: Step, position: Position) -> bool:
        """Whether a move goes where a sentence says."""
        move, place = step.move, self.destination(step)
        assert move.card is not None
        if move.dest == "~":
            # A woven exile goes under the pile of its rank.
            return dest.type == "PLACE" and places(dest, self.game) == (str(RANK[move.card]),)
        pile = [card for card in position.places.get(place, []) if card != GAP]
        is_foundation = place in self.game.foundations
        match dest.type:
            case "PLACE":
                must_be_empty = re.search("empty|vacant", dest, re.I)
                return not is_foundation and place in places(dest, self.game) and not (must_be_empty and pile)
            case "FOUNDATION":
                base, suit = foundation_limits(dest)
                has_base = is_foundation and self.has_base(self.game.line(place), base)
                return has_base and suit in ("", TEXT[move.card][1])
            case "OWN_BASE":
                # A card of its suit on a pile can be meant as well.
                base = foundation_limits(dest)[0]
                is_base_on_pile = [TEXT[card] for card in pile[-1:] if card < DOWN] == [base + TEXT[move.card][1]]
                return is_base_on_pile or (is_foundation and self._base(self.game.line(place)) == base)
            case "SPACE":
                is_cell = f">{place}" in self.cells()
                return not is_foundation and not pile and is_cell == ("cell" in dest.lower())
            case "EITHER":
                raise Unread(f"“{dest}” are two cards, and it does not say which")
            case "RANKED" if is_indefinite(dest):
                raise Unread(f"“{dest}” is any card of this rank: a move goes on one")
        return bool(pile) and pile[-1] < DOWN and pile[-1] != UNKNOWN and fits(dest, TEXT[pile[-1]])

    def line_of_top(self, card: str) -> str:
        """Return the line (``C^``) of the foundation that a card is the top of; empty if it is not on one."""
        position = self.position
        for line, names in self.game.lines.items():
            if line not in self.unprinted_lines and any(position.places[name][-1:] == [CARD[card]] for name in names):
                return line
        return ""

    def check_printed(self, names: tuple[str, ...] | list[str]) -> None:
        """Raise Unread if the page does not print one of some places."""
        if missing := self.unprinted(names):
            verb = "is" if len(missing) == 1 else "are"
            not_printed = Message(places_in_message(missing), f" {verb} not printed on the page: ")
            raise Unread(Message(not_printed, Option("--rest-empty"), " takes it for empty, or at its base"))

    def unprinted(self, names: tuple[str, ...] | list[str]) -> list[str]:
        """Return the lines of some places that the page does not print."""
        lines = {self.game.line(name) for name in names}
        return [line for line in self.unprinted_lines if line in lines]

    def check_all_printed(self) -> None:
        """Raise Unread if the page does not print all places."""
        if self.unprinted_lines:
            unprinted = places_in_message(self.unprinted_lines)
            raise Unread(Message("it depends on places that the page does not print: ", unprinted))

    def check_card(self, card: str) -> None:
        """Raise Unread for a card that the page does not print, as long as no move can have brought it there."""
        if self.unprinted_lines and not self.moves and not self.printed_copies[CARD[card]]:
            raise Unread(f"{PRETTY[CARD[card]]} is not on the table that the page prints")

    def check_independent(self, step: Step) -> None:
        """Raise Unread if a move touches a place that is not printed, or would take a card from one nobody sees."""
        if not self.unprinted_lines:
            return
        if any(isinstance(change, Relaid) for change in step.changes):
            self.check_all_printed()
        shifts = [change for change in step.changes if isinstance(change, Shift)]
        touched = [name for shift in shifts for name in (shift.source, shift.dest)]
        self.check_printed([name for name in touched if name in self.game.places])
        for hidden in self.game.hidden_places:
            if hidden in self.unprinted_lines and self._takes_from(hidden, step):
                raise Unread(f"a card of the {hidden} follows this move, and the page does not print the {hidden}")

    def is_independent(self, step: Step) -> bool:
        """Whether a move is legal whatever lies in the places that the page does not print."""
        try:
            self.check_independent(step)
        except Unread:
            return False
        return True

    def _takes_from(self, hidden: str, step: Step) -> bool:
        """Whether a move would bring a card out of a place that nobody sees if one lay there."""
        head = self.head.replace('[Layout "', f'[Layout "\n{hidden}: ??', 1)
        trial = replay(f"{head}\n{' '.join(self.moves)} *", hints=False)
        if trial.error is not None:
            return True
        same_moves = [trial_step for trial_step in _legal_steps(trial) if trial_step.move[:3] == step.move[:3]]
        return len(same_moves) != 1 or same_moves[0].changes != step.changes


def _legal_steps(replayed: Replay) -> list[Step]:
    """Return the legal moves at the end of a record, each with what it does."""
    return last_view(replayed).legal_steps()


def claimed_cards(thing: Thing) -> list[str]:
    """Return the cards of a thing that names them by rank and suit, as a claim must."""
    if thing.token.type in ("RANKED", "TOP"):
        raise Unread(f"“{thing}”: a claim names a card by rank and suit")
    return cards(thing.token)


def _moves_thing(step: Step, thing: Thing, position: Position) -> bool:
    """Whether a move is one of a card that is named by its rank, or by its place."""
    card = step.move.card
    assert card is not None
    if thing.token.type == "RANKED":
        return fits(thing.token, TEXT[card])
    return position.places.get(step.move.source or "", [])[-1:] == [card]
