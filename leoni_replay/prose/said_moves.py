"""Statements as moves and claims: the one legal move that fits all that a sentence says, or why there is none."""

from __future__ import annotations

import contextlib
import re
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from leoni_replay.cards import CARD, DOWN, GAP, PRETTY, RANK, TEXT, UNKNOWN
from leoni_replay.games import Game
from leoni_replay.games.places import row_named
from leoni_replay.games.steps import Position, Relaid, Shift, Step
from leoni_replay.phrases import counted, listed
from leoni_replay.prose.sentences import Statement, Thing
from leoni_replay.prose.tokens import Unread, cards, fits, foundation_limits, indefinite, names_exile, number_in, places
from leoni_replay.record.legal import why
from leoni_replay.record.replay import replay
from leoni_replay.record.result import Replay

if TYPE_CHECKING:
    from lark import Token

#: The statements that move cards.
MOVES: Final = frozenset({"move", "out", "turn", "exile", "redeal"})
_ACTIONS: Final = {"turn": "deal", "exile": "exile", "redeal": "redeal"}
_NUMBERS: Final = {"eight": 8, "ten": 10, "four": 4, "six": 6}
#: How many candidates are listed.
_MOST: Final = 6
#: The tokens that name cards by rank and suit.
_CARD: Final = frozenset({"CARD", "SHORT"})


class Play:
    """A game that is played as a page says.

    Attributes:
        moves: the moves so far, after those of the record at its beginning.
    """

    def __init__(
        self, game: Game[Any], head: str, unprinted: tuple[str, ...] = (), printed: Counter[int] | None = None
    ):
        self.game = game
        self.moves: list[str] = []
        self._head = head
        self._unprinted = unprinted
        self._printed = printed or Counter()
        self._reached: tuple[int, Replay] | None = None

    def state(self, stated: Statement) -> list[str]:
        """Return the moves or the claim of a statement, as the notation writes them; play the moves.

        Raises:
            Unread: no legal move fits, or several do; or a claim is about nothing that it can name.
        """
        match stated.says:
            case "move" | "out":
                return self._move(stated)
            case "turn" | "redeal" | "exile":
                return [self._act(stated)]
            case "may":
                return [f"{{= legal: {' '.join(self._claimed(stated))}}}"]
            case "may_not":
                return [f"{{= illegal: {' '.join(self._claimed(stated))}}}"]
            case "available" | "not_available" | "available_only":
                named = [card for thing in stated.things for card in _named(thing)]
                for card in named:
                    self._check_card(card)
                if stated.says == "available_only":
                    self._check_all_printed()
                return [f"{{= {stated.says.replace('_', ' ')}: {' '.join(named)}}}"]
            case "vacant":
                assert stated.place is not None
                words = re.findall("[0-9]+", stated.place) if stated.place.type == "PLACES" else [stated.place]
                named_places = [place for word in words for place in places(word, self.game)]
                self._check_printed(named_places)
                return [f"{{= {place}: -}}" for place in named_places]
            case _:
                self._check_all_printed()
                if stated.says == "standstill":
                    self._check_no_others()
                return [f"{{= {stated.says}}}"]

    # -- moves --------------------------------------------------------------------------------------------------------

    def _replayed(self) -> Replay:
        """Return the game by its moves alone: a claim of the book that fails does not end the play."""
        if self._reached is None or self._reached[0] != len(self.moves):
            self._reached = len(self.moves), replay(f"{self._head}\n{' '.join(self.moves)} *", hints=False)
        return self._reached[1]

    def take_back(self, moves: int) -> None:
        """Go back to the position after some moves."""
        del self.moves[moves:]
        self._reached = None

    def _move(self, stated: Statement) -> list[str]:
        if stated.either or len(stated.to) > 1:
            raise Unread("it says two moves, and not which of them is played")
        to = stated.to[0] if stated.to else None
        wanted = [(thing, card) for thing in stated.things for card in _each(thing)]
        if len(wanted) > 1 and stated.says == "move":
            onto = to is not None and to.type in _CARD and self._top_of_foundation(cards(to)[0])
            if to is not None and not onto and to.type != "FOUNDATION" and None not in [card for _, card in wanted]:
                return [self._play_run(stated, wanted)]
            if not onto and (to is None or to.type != "FOUNDATION"):
                raise Unread("it does not say where each card goes")
        played = []
        for number, (thing, card) in enumerate(wanted):
            one = stated if number == 0 else stated._replace(says="out", to=())
            played.append(self._play_one(one, thing, card))
        return played

    def _play_run(self, stated: Statement, wanted: list[tuple[Thing, str | None]]) -> str:
        """Play the move that takes just these cards, and all of them together."""
        words = " ".join(PRETTY[CARD[card]] for _, card in wanted if card) + f" to {stated.to[0]}"
        candidates = []
        for thing, card in wanted:
            for one in self._fitting(stated, thing, card):
                moved = [change for change in one.changes if isinstance(change, Shift)]
                taken = [change for change in moved if change.dest == self._destination(one)]
                lying = self._replayed().position.places[taken[0].source][-len(taken) :]
                if len(taken) == len(moved) and sorted(lying) == sorted(CARD[card] for _, card in wanted if card):
                    candidates.append(one)
        if not candidates:
            raise Unread(f"no legal move takes {words}, and these cards alone")
        return self._play(candidates, words)

    def _play_one(self, stated: Statement, thing: Thing, card: str | None) -> str:
        to = stated.to[0] if stated.to else None
        candidates = self._fitting(stated, thing, card)
        cells = self._cells()
        if to is not None and to.type == "SPACE" and all(one.move.dest in cells for one in candidates):
            # The notation has one word for all these places (`>cell`).
            candidates = candidates[:1]
        words = " ".join(filter(None, [PRETTY[CARD[card]] if card else str(thing), f"to {to}" if to else ""]))
        if not candidates:
            raise Unread(f"no legal move fits “{words}”{self._why_none(card, to)}")
        return self._play(candidates, words)

    def _fitting(self, stated: Statement, thing: Thing, card: str | None) -> list[Step]:
        """Return the legal moves that fit all that a sentence says of a card."""
        replayed = self._replayed()
        position = replayed.position
        source = self._source(stated, thing)
        to = stated.to[0] if stated.to else None
        if card is None or (to is None and stated.says == "move"):
            self._check_all_printed()
        elif source is None and self._unprinted and self._printed[CARD[card]] < self.game.packs != 1:
            raise Unread(
                f"the other {PRETTY[CARD[card]]} may lie where the page prints nothing: say where it comes from"
            )
        where = places(stated.where, self.game) if stated.where is not None else None

        def fit(one: Step) -> bool:
            move = one.move
            if move.card is None or (source is not None and move.source not in source):
                return False
            if card is not None and TEXT[move.card] != card:
                return False
            if card is None and not _is_thing(thing, one, position):
                return False
            if stated.says == "out" and self._destination(one) not in self.game.foundations:
                return False
            if where is not None and self._destination(one) not in where:
                return False
            return to is None or self._goes_to(to, one, position)

        return [one for one in _legal(replayed) if fit(one)]

    def _why_none(self, card: str | None, to: Token | None) -> str:
        """Return why a card does not go where a sentence says, and where it goes."""
        if card is None:
            return ""
        replayed = self._replayed()
        target = ""
        if to is not None and to.type in _CARD:
            target = f">{cards(to)[0]}"
        elif to is not None and to.type == "PLACE":
            target = f">{places(to, self.game)[0]}"
        elif to is not None and to.type == "FOUNDATION" and len(self.game.ways) == 1:
            target = self.game.ways[0]
        refused = None
        if target:
            with contextlib.suppress(ValueError):
                refused = why(replayed, card + target).objection
        others = [str(one) for one in _legal(replayed) if one.move.card == CARD[card]][:_MOST]
        instead = f"; legal with {PRETTY[CARD[card]]}: {', '.join(others)}" if others else ""
        return (f": {refused.message}" if refused is not None else "") + instead

    def _play(self, candidates: list[Step], words: str) -> str:
        if len(candidates) != 1:
            moves = ", ".join(map(str, candidates[:_MOST])) + (" …" if len(candidates) > _MOST else "")
            raise Unread(f"{counted(len(candidates), 'legal move')} fit “{words}”: {moves}")
        (one,) = candidates
        self._check_independent(one)
        self.moves.append(str(one))
        return str(one)

    def _act(self, stated: Statement) -> str:
        """Deal, turn up an exile, or deal again."""
        self._check_all_printed()
        replayed, word = self._replayed(), _ACTIONS[stated.says]
        candidates = [
            one for one in _legal(replayed) if one.move.source == word and (one.move.card is None or word == "exile")
        ]
        if not candidates:
            refused = why(replayed, word).objection
            raise Unread(f"{word} is not legal: {refused.message if refused else 'a card has to be named'}")
        if stated.place is not None:
            self._check_count(stated.place, candidates[0])
        return self._play(candidates, word)

    def _check_count(self, words: Token, one: Step) -> None:
        """Check that a deal turns up as many cards as a sentence says."""
        dealt = sum(isinstance(change, Shift) and change.source in self.game.hidden_places for change in one.changes)
        said = re.findall(r"[a-z]+", words.lower())
        count = next((_NUMBERS[word] for word in said if word in _NUMBERS), 1 if "card" in said else dealt)
        dests = [change.dest for change in one.changes if isinstance(change, Shift)]
        ordinal = re.search("second|third|fourth|fifth|sixth", words.lower())
        row = self.game.cells.get(row_named(int(number_in(ordinal[0]))), ()) if ordinal else dests
        if not {*row} & {*dests}:
            raise Unread(f"“{words}”: this deal does not begin it")
        if count != dealt or ("row" in said and not self.game.grid_rows):
            raise Unread(f"“{words}”: a deal turns up {counted(dealt, 'card')} here")

    # -- what fits ----------------------------------------------------------------------------------------------------

    def _source(self, stated: Statement, thing: Thing) -> tuple[str, ...] | None:
        """Return the places that a sentence says a card comes from; None if it says none."""
        token = thing.place or stated.source
        if token is not None and token.type == "FOUNDATION":
            raise Unread("it does not say from which foundation to which")
        if token is not None:
            return places(token, self.game)
        return ("exile",) if names_exile(thing.token) else None

    def _cells(self) -> frozenset[str]:
        return frozenset(f">{place}" for place in self.game.vocabulary.group_named(">cell"))

    def _destination(self, one: Step) -> str:
        """Return the place to which a move takes its card; empty if it takes none there."""
        shifts = [change for change in one.changes if isinstance(change, Shift)]
        return next(
            (shift.dest for shift in shifts if shift.source == one.move.source), shifts[0].dest if shifts else ""
        )

    def _goes_to(self, to: Token, one: Step, position: Position) -> bool:
        """Whether a move goes where a sentence says."""
        move, place = one.move, self._destination(one)
        assert move.card is not None
        if move.dest == "~":
            # A woven exile goes under the pile of its rank.
            return to.type == "PLACE" and places(to, self.game) == (str(RANK[move.card]),)
        lying = [card for card in position.places.get(place, []) if card != GAP]
        founded = place in self.game.foundations
        match to.type:
            case "PLACE":
                empty = re.search("empty|vacant", to, re.I)
                return not founded and place in places(to, self.game) and not (empty and lying)
            case "FOUNDATION":
                base, suit = foundation_limits(to)
                based = not base or (bool(lying) and TEXT[lying[0]][0] == base)
                return founded and based and suit in ("", TEXT[move.card][1])
            case "SPACE":
                return not founded and not lying and (f">{place}" in self._cells()) == ("cell" in to.lower())
            case "EITHER":
                raise Unread(f"“{to}” are two cards, and it does not say which")
            case "RANKED" if indefinite(to):
                raise Unread(f"“{to}” is any card of this rank: a move goes on one")
        return bool(lying) and lying[-1] < DOWN and lying[-1] != UNKNOWN and fits(to, TEXT[lying[-1]])

    # -- claims -------------------------------------------------------------------------------------------------------

    def _claimed(self, stated: Statement) -> list[str]:
        """Return the moves that a sentence says are legal, or are not."""
        if any(thing.token.type == "CARDS" for thing in stated.things) or (
            len(stated.things) > 1 and not stated.either
        ):
            raise Unread("it does not say whether the cards go together")
        moves = []
        for thing in stated.things:
            source = self._source(stated, thing)
            if source is not None and len(source) != 1:
                raise Unread(f"“{stated.source}” is not one place")
            self._check_printed(source or ())
            for card in _named(thing):
                self._check_card(card)
                place = f"{source[0]}:" if source is not None else ""
                moves += [f"{place}{card}{target}" for to in stated.to or (None,) for target in self._targets(to, card)]
        return moves

    def _targets(self, to: Token | None, card: str) -> Iterator[str]:
        """Yield the destinations that a claim about a card names."""
        if to is None:
            self._check_all_printed()
            yield ""
        elif to.type in _CARD or to.type == "EITHER":
            for target in cards(to):
                line = self._top_of_foundation(target)
                if line[:1] != card[1]:
                    self._check_card(target)
                yield line[1:] if line[:1] == card[1] else f">{target}"
        elif to.type == "FOUNDATION":
            base, suit = foundation_limits(to)
            lines = [line for line in self.game.lines if line[0] == card[1] == (suit or card[1])]
            if base or len(lines) != 1:
                raise Unread(f"“{to}”: a claim needs one foundation")
            self._check_printed(self.game.lines[lines[0]])
            yield lines[0][1:]
        elif to.type == "PLACE":
            named = places(to, self.game)
            self._check_printed(named)
            yield from (f">{place}" for place in named)
        else:
            raise Unread(f"“{to}”: a claim needs one place, or a card by rank and suit")

    def _top_of_foundation(self, card: str) -> str:
        """Return the line of the foundation that a card is the top of; empty if it is not on one."""
        position = self._replayed().position
        for line, names in self.game.lines.items():
            if line not in self._unprinted and any(position.places[name][-1:] == [CARD[card]] for name in names):
                return line
        return ""

    def _check_no_others(self) -> None:
        """Raise Unread if a card can go elsewhere than to a foundation: the claim of a standstill does not deny it."""
        replayed = self._replayed()
        seen = {*self.game.places} - self.game.shut(replayed.position) - {"hand"}
        for one in _legal(replayed):
            place = self._destination(one)
            if one.move.source in seen and place and place not in self.game.foundations:
                raise Unread(f"the claim of a standstill is about foundations alone, and {one} is legal here")

    # -- what the page does not print ---------------------------------------------------------------------------------

    def _check_printed(self, names: tuple[str, ...] | list[str]) -> None:
        lines = {self.game.line(name) for name in names}
        if missing := [line for line in self._unprinted if line in lines]:
            verb = "is" if len(missing) == 1 else "are"
            raise Unread(
                f"{listed(missing)} {verb} not printed on the page: --rest-empty takes it for empty, or at its base"
            )

    def _check_all_printed(self) -> None:
        if self._unprinted:
            raise Unread(f"it depends on places that the page does not print: {listed(self._unprinted)}")

    def _check_card(self, card: str) -> None:
        if self._unprinted and not self.moves and not self._printed[CARD[card]]:
            raise Unread(f"{PRETTY[CARD[card]]} is not on the table that the page prints")

    def _check_independent(self, one: Step) -> None:
        """Raise Unread if a move touches a place that is not printed, or would take a card from one nobody sees."""
        if not self._unprinted:
            return
        if any(isinstance(change, Relaid) for change in one.changes):
            self._check_all_printed()
        shifts = [change for change in one.changes if isinstance(change, Shift)]
        touched = [name for shift in shifts for name in (shift.source, shift.dest)]
        self._check_printed([name for name in touched if name in self.game.places])
        for hidden in self.game.hidden_places:
            if hidden in self._unprinted and self._takes_from(hidden, one):
                raise Unread(f"a card of the {hidden} follows this move, and the page does not print the {hidden}")

    def _takes_from(self, hidden: str, one: Step) -> bool:
        """Whether a move would bring a card out of a place that nobody sees if one lay there."""
        text = self._head.replace('[Layout "', f'[Layout "\n{hidden}: ??', 1)
        tried = replay(f"{text}\n{' '.join(self.moves)} *", hints=False)
        if tried.error is not None:
            return True
        same = [other for other in _legal(tried) if other.move[:3] == one.move[:3]]
        return len(same) != 1 or same[0].changes != one.changes


def _legal(replayed: Replay) -> list[Step]:
    """Return the legal moves at the end of a record, each with what it does."""
    position = replayed.position
    return [position.preview(code) for code in replayed.game.codes(position)]


def _each(thing: Thing) -> list[str | None]:
    """Return the cards of a thing, one move each; None if it is not named by rank and suit."""
    token = thing.token
    if token.type == "EITHER":
        raise Unread("it says two cards, and not which of them is played")
    if token.type == "RANKED" and indefinite(token):
        raise Unread(f"“{token}” is any card of this rank: a move is about one")
    return [*cards(token)] if token.type in _CARD or token.type == "CARDS" else [None]


def _named(thing: Thing) -> list[str]:
    """Return the cards of a thing that names them by rank and suit."""
    if thing.token.type in ("RANKED", "TOP"):
        raise Unread(f"“{thing}”: a claim names a card by rank and suit")
    return cards(thing.token)


def _is_thing(thing: Thing, one: Step, position: Position) -> bool:
    """Whether a move is one of a card that is named by its rank, or by its place."""
    card = one.move.card
    assert card is not None
    if thing.token.type == "RANKED":
        return fits(thing.token, TEXT[card])
    return position.places.get(one.move.source or "", [])[-1:] == [card]
