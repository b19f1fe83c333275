"""Claims that sentences make, as the notation writes them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from leoni_replay.cards import CARD, PRETTY, TEXT
from leoni_replay.games import Game
from leoni_replay.games.steps import Step
from leoni_replay.phrases import pluralize
from leoni_replay.prose.game_state import ACTIONS_IN_WORDS, NAMES_BY_SUIT, GameState, claimed_cards
from leoni_replay.prose.sentences import Statement, Thing
from leoni_replay.prose.tokens import (
    Company,
    Unread,
    cards,
    company,
    foundation_limits,
    is_dropped,
    listed_places,
    number_in,
    phrases,
    places,
    quantity_in,
)
from leoni_replay.record.legal import why
from leoni_replay.record.result import last_view, result_word

if TYPE_CHECKING:
    from lark import Token


class ClaimWriter:
    """Writes the claims of statements.

    Args:
        state: how the game stands where they are made.
    """

    def __init__(self, state: GameState) -> None:
        self.game: Game[Any] = state.game
        self._state = state

    def claims(self, statement: Statement) -> list[str]:
        """Return the claims of a statement that moves no card."""
        match statement.kind:
            case "may":
                return [f"{{= legal: {' '.join(self.claimed_moves(statement))}}}"]
            case "may_not":
                return [f"{{= illegal: {' '.join(self.claimed_moves(statement))}}}"]
            case "available" | "not_available" | "available_only":
                return [self.availability_claim(statement)]
            case "may_only":
                return self._only_claims(statement)
            case "vacant":
                return self._vacancy_claims(statement)
            case "topmost":
                return [self._top_claim(statement)]
            case "holds":
                return [self._number_claim(statement)]
        self._state.check_all_printed()
        match statement.kind:
            case "standstill":
                self._check_only_foundation_moves()
            case "no_card_fits":
                self._check_any_foundation_move()
                if self._only_deals_are_legal():
                    # A card that is turned up is not played.
                    return ["{= standstill}"]
                return ["{= legal set: -}"]
            case "stuck":
                self._check_no_deal()
                return ["{= legal set: -}"]
            case "over":
                return [f"{{= {self._end_of_game()}}}"]
            case "count":
                assert statement.place is not None
                return [f"{{= legal {number_in(statement.place.lower())}}}"]
        return [f"{{= {statement.kind}}}"]

    def _end_of_game(self) -> str:
        """Return the result of the game that is over.

        Raises:
            Unread: it is not over, so that it is not sure what is claimed.
        """
        replayed = self._state.replayed
        word = result_word(replayed, last_view(replayed))
        if word == "*":
            raise Unread("it does not say whether the game is won or lost, and by the rules it can go on")
        return word

    def availability_claim(self, statement: Statement) -> str:
        """Return the claim that cards are available, are not, or are the only ones that are."""
        names = []
        for thing in statement.things:
            says_place = statement.source is not None or is_dropped(thing.token)
            for name in claimed_cards(thing):
                self._state.check_card(name)
                names.append(f"{self._place_of(name, statement, thing)}:{name}" if says_place else name)
        if statement.kind == "available_only":
            self._state.check_all_printed()
        return f"{{= {statement.kind.replace('_', ' ')}: {' '.join(names)}}}"

    def _only_claims(self, statement: Statement) -> list[str]:
        """Return the claims that cards can be played: one that each of them can, and that no other can if one can.

        Raises:
            Unread: it does not say whether it denies moves from pile to pile.
        """
        self._state.check_all_printed()
        dest = statement.dests[0] if statement.dests else None
        names = [name for thing in statement.things for name in claimed_cards(thing)]
        number = number_in(statement.place.lower()) if statement.place is not None else ""
        if number and int(number) != len(names):
            raise Unread(f"it says {pluralize(int(number), 'card')} and names {len(names)}")
        others = [
            step
            for step in self._state.legal_steps()
            if step.move.card is not None and TEXT[step.move.card] not in names and not self._is_deal(step)
        ]
        position = self._state.position
        others_to_foundations = [
            step
            for step in others
            if self._state.destination(step) in self.game.foundations
            and (dest is None or self._state.goes_to(dest, step, position))
        ]
        if dest is None and others and not others_to_foundations:
            raise Unread(
                "it does not say whether it denies moves to the foundations alone, and this is legal here: "
                f"{self._state.step_words(others[0])}"
            )
        moves = []
        for thing in statement.things:
            either = self.claimed_moves(statement._replace(things=(thing,)), on_each_foundation=True)
            moves += [move for move in either if why(self._state.replayed, move).moves] or either
        denied = [f"{{= illegal: {step.move}}}" for step in others_to_foundations[:1]]
        return [f"{{= legal: {' '.join(moves)}}}", *denied]

    def _vacancy_claims(self, statement: Statement) -> list[str]:
        """Return the claims that places are empty, one for each."""
        assert statement.place is not None
        names = listed_places(statement.place, self.game)
        self._state.check_printed(names)
        return [f"{{= {name}: -}}" for name in names]

    def _number_claim(self, statement: Statement) -> str:
        """Return the claim how many cards lie in a place."""
        assert statement.place is not None
        words = statement.place.lower()
        if "exile" in words or "shuttle" in words:
            names: tuple[str, ...] = ("exile",) if "exile" in self.game.order else ()
        elif "stock" in words:
            names = ("stock",) if "stock" in self.game.order else ()
        else:
            names = places(statement.place, self.game)
        if len(names) != 1:
            raise Unread(f"“{statement.place}”: it is not sure which place of {self.game.name} this is")
        self._state.check_printed(names)
        quantity = phrases()["QUANTITY"].search(words)
        return f"{{= {names[0]} {quantity_in(quantity['quantity']) if quantity else 0}}}"

    def _top_claim(self, statement: Statement) -> str:
        """Return the claim that a card is the top card of a place."""
        place = statement.things[0].place
        if place is None or len(statement.things) > 1:
            raise Unread("it does not say of which place this is the top card")
        names = places(place, self.game)
        if len(names) != 1:
            raise Unread(f"“{place}” is not one place")
        self._state.check_printed(names)
        (card,) = cards(statement.dests[0])
        return f"{{= top {names[0]}: {card}}}"

    def claimed_moves(self, statement: Statement, *, on_each_foundation: bool = False) -> list[str]:
        """Return the moves that a sentence says are legal, or are not.

        Args:
            statement: what the sentence says.
            on_each_foundation: whether “the foundation” stands for each one of the suit of the card, as where the rules
                refuse the move to all of them.
        """
        together = len(statement.things) > 1 and not statement.either
        if together or any(thing.token.type == "CARDS" for thing in statement.things):
            raise Unread("it does not say whether the cards go together")
        if any(thing.company is not None and company(thing.company) != Company() for thing in statement.things):
            raise Unread("a claim is about one card, and not about those that go with it")
        moves = []
        for thing in statement.things:
            for card in claimed_cards(thing):
                self._state.check_card(card)
                source = self._place_of(card, statement, thing)
                prefix = f"{source}:" if source else ""
                for dest in statement.dests or (None,):
                    targets = self.targets(dest, card, on_each_foundation=on_each_foundation)
                    moves += [f"{prefix}{card}{target}" for target in targets]
        return moves

    def _place_of(self, card: str, statement: Statement, thing: Thing | None = None) -> str:
        """Return the place where a card lies of which a claim is, if it says the place, its row or its column; empty if
        it says none.

        Raises:
            Unread: the card lies in none of the places that it says, or in several.
        """
        sources = self._state.sources(statement, thing or statement.things[0])
        if sources is None:
            return ""
        self._state.check_printed(sources)
        if len(sources) > 1:
            position = self._state.position
            sources = tuple(name for name in sources if CARD[card] in position.places.get(name, []))
        if len(sources) != 1:
            raise Unread(f"“{statement.source}” is not one place where {PRETTY[CARD[card]]} lies")
        return sources[0]

    def targets(self, dest: Token | None, card: str, *, on_each_foundation: bool = False) -> Iterator[str]:
        """Yield the destinations that a claim about a card names, as a move writes them."""
        if dest is None:
            self._state.check_all_printed()
            yield ""
        elif dest.type in NAMES_BY_SUIT or dest.type == "EITHER":
            for target_card in cards(dest):
                line = self._state.line_of_top(target_card)
                if line[:1] == card[1]:
                    # The card goes to the foundation of its suit.
                    yield line[1:]
                else:
                    self._state.check_card(target_card)
                    yield f">{target_card}"
        elif dest.type == "FOUNDATION" or self._state.means_own_foundation(dest, card):
            base, suit = foundation_limits(dest)
            lines = [
                line
                for line in self.game.lines
                if line[0] == card[1] and suit in ("", card[1]) and self._state.has_base(line, base)
            ]
            if not lines or (len(lines) != 1 and not on_each_foundation):
                raise Unread(f"“{dest}”: a claim needs one foundation")
            for line in lines:
                self._state.check_printed(self.game.lines[line])
                yield line[1:]
        elif dest.type == "PLACE":
            names = places(dest, self.game)
            self._state.check_printed(names)
            yield from (f">{name}" for name in names)
        else:
            raise Unread(f"“{dest}”: a claim needs one place, or a card by rank and suit")

    def _check_only_foundation_moves(self) -> None:
        """Raise Unread if a card can go elsewhere than to a foundation: the claim of a standstill does not deny it."""
        replayed = self._state.replayed
        open_places = {*self.game.places} - replayed.position.closed_places - {"hand"}
        for step in self._state.legal_steps():
            dest = self._state.destination(step)
            if step.move.source in open_places and dest and dest not in self.game.foundations:
                raise Unread(
                    f"the claim of a standstill is about foundations alone, and this is legal here: "
                    f"{self._state.step_words(step)}"
                )

    def _check_any_foundation_move(self) -> None:
        """Raise Unread if cards can go to piles alone: who says that no card can be played may mean the foundations."""
        steps = [step for step in self._state.legal_steps() if not self._is_deal(step)]
        if steps and all(self._state.destination(step) not in self.game.foundations for step in steps):
            raise Unread(
                "it does not say whether it denies moves to the foundations alone, and this is legal here: "
                f"{self._state.step_words(steps[0])}"
            )

    def _check_no_deal(self) -> None:
        """Raise Unread if only a deal is legal: who says that no move is possible may not mean a deal."""
        if self._only_deals_are_legal():
            deal = ACTIONS_IN_WORDS["exile" if "exile" in self._closed_places_with_cards() else "deal"]
            raise Unread(f"it does not say whether it denies this, too, which is legal here: {deal}")

    def _only_deals_are_legal(self) -> bool:
        """Whether no card of the table can be moved, and one that nobody sees can be turned up, known or not."""
        steps = self._state.legal_steps()
        return all(map(self._is_deal, steps)) and bool(steps or self._closed_places_with_cards())

    @staticmethod
    def _is_deal(step: Step) -> bool:
        """Whether a move deals, deals again, or turns up an exile."""
        return step.move.card is None or step.move.source in ACTIONS_IN_WORDS

    def _closed_places_with_cards(self) -> list[str]:
        """Return the places that nobody sees into and where cards lie."""
        position = self._state.position
        return [name for name in position.closed_places if position.places.get(name)]
