"""Why no legal move fits what a sentence says, and what is legal instead."""

from __future__ import annotations

import contextlib
import re
from typing import TYPE_CHECKING, Any, Final

from leoni_replay.cards import CARD, DOWN, GAP, PRETTY, SUIT_NAMES, TEXT, UNKNOWN
from leoni_replay.games import Game
from leoni_replay.games.places import suit_named
from leoni_replay.games.steps import Step
from leoni_replay.message import CitedRule, Message, joined
from leoni_replay.prose.game_state import NAMES_BY_SUIT, GameState
from leoni_replay.prose.sentences import Statement, Thing
from leoni_replay.prose.tokens import (
    cards,
    fits,
    foundation_limits,
    places,
)
from leoni_replay.record.legal import Why, why

if TYPE_CHECKING:
    from lark import Token


#: How many candidates are listed.
_MOST: Final = 6


class Misfits:
    """Answers why no legal move fits what a sentence says.

    Args:
        state: how the game stands where it says so.
    """

    def __init__(self, state: GameState) -> None:
        self.game: Game[Any] = state.game
        self._state = state

    def why_none(self, statement: Statement, thing: Thing, card: str | None) -> str:
        """Return why no legal move fits what a sentence says of a card, and what is legal instead: the end of a
        message."""
        sources = self._state.sources(statement, thing) or ()
        card = card or self._card_meant(thing, sources)
        reason = self.absence_from_source(statement, thing, card)
        if not reason and card is not None:
            reason = self._why_not_there(statement, card, sources)
        return Message(": " if reason else "", reason, self.legal_instead(card, sources))

    def _card_meant(self, thing: Thing, sources: tuple[str, ...]) -> str | None:
        """Return the only card on the table that the words for one can mean; None if there are several, or none."""
        position = self._state.position
        if thing.token.type == "RANKED":
            names = [name for name in self.game.places if name not in self.game.foundations]
            in_sight = [card for name in names for card in position.places.get(name, ()) if card < DOWN]
            cards_meant = {TEXT[card] for card in in_sight if card not in (GAP, UNKNOWN)}
            cards_meant = {card for card in cards_meant if fits(thing.token, card)}
        else:
            top_cards = [self._state.top_card(name) for name in sources if len(sources) == 1]
            cards_meant = {TEXT[card] for card in top_cards if card is not None}
        return cards_meant.pop() if len(cards_meant) == 1 else None

    def _why_not_there(self, statement: Statement, card: str, sources: tuple[str, ...]) -> str:
        """Return why a card does not go where a sentence says; empty if leoni cannot say.

        Args:
            statement: what the sentence says.
            card: the card.
            sources: the places where it may lie; none if the sentence names none.
        """
        dest = statement.dests[0] if statement.dests else None
        if self._state.fitting_steps(statement._replace(denied_dests=()), statement.things[0], card):
            return "it says that the card goes there, and that it does not"
        if dest is not None and dest.type in NAMES_BY_SUIT and statement.dest_place is not None:
            absence = self._absence(cards(dest)[0], places(statement.dest_place, self.game), statement.dest_place)
            if absence:
                return absence
        if dest is not None and dest.type == "PLACE" and re.search("empty|vacant", dest, re.I):
            (name, *_) = places(dest, self.game)
            if self._state.position.places[name]:
                return Message(self.game.words(name), " is not empty")
        targets = self._targets_meant(statement, card)
        if targets is None:
            return "" if self._state.unprinted_lines else "no such place is empty"
        replayed = self._state.replayed
        known_cards = {entry & ~DOWN for pile in replayed.position.places.values() for entry in pile}
        if CARD[card] not in known_cards and UNKNOWN not in known_cards:
            table = "the table that the page prints" if self._state.unprinted_lines else "the table"
            return f"there is no {PRETTY[CARD[card]]} on {table}"
        if (
            dest is not None
            and dest.type in NAMES_BY_SUIT
            and (other_suit := self._foundation_of_other_suit(dest, card))
        ):
            return other_suit
        holders = [name for name in sources if CARD[card] in replayed.position.places.get(name, ())]
        source = f"{holders[0]}:" if len(holders) == 1 and holders[0] not in self.game.foundations else ""
        reasons = []
        for target in targets:
            with contextlib.suppress(ValueError):
                answer = why(replayed, f"{source}{card}{target}")
                if not answer.moves:
                    reasons.append(rule_of(answer))
        return joined([*dict.fromkeys(reasons)], "; ")

    def _targets_meant(self, statement: Statement, card: str) -> list[str] | None:
        """Return the destinations that a sentence can mean, as a move writes them: “” for anywhere; None if it asks for
        an empty place and there is none."""
        dest = statement.dests[0] if statement.dests else None
        if dest is None and statement.kind != "out":
            return [""]
        if dest is None or dest.type == "FOUNDATION" or self._state.means_own_foundation(dest, card):
            base, _ = foundation_limits(dest) if dest is not None else ("", "")
            return [way for way in self.game.ways if self._state.has_base(f"{card[1]}{way}", base)]
        match dest.type:
            case "PLACE":
                return [f">{name}" for name in places(dest, self.game)[:1]]
            case "SPACE":
                position, cells = self._state.position, self._state.cells()
                kind = [*cells] if "cell" in dest.lower() else [f">{name}" for name in self.game.places]
                empty_places = [
                    target
                    for target in kind
                    if not position.places.get(target[1:], [GAP]) and target[1:] not in self.game.foundations
                ]
                return sorted(empty_places)[:1] or None
        return [self._target_on(name, card) for name in cards(dest)] if dest.type in NAMES_BY_SUIT else []

    def _target_on(self, target_card: str, card: str) -> str:
        """Return the destination of a card that is said to go on another one, as a move writes it: the foundation of
        its suit if the other card is on top there and on no pile."""
        line = self._state.line_of_top(target_card)
        if line[:1] == card[1] and not self._state.is_on_pile(target_card):
            return line[1:]
        return f">{target_card}"

    def _foundation_of_other_suit(self, dest: Token, card: str) -> str:
        """Return that a card is said to go on the foundation of another suit than its own; empty if it is not."""
        (target_card,) = cards(dest)
        line = self._state.line_of_top(target_card)
        if line[:1] in ("", card[1]) or self._state.is_on_pile(target_card):
            return ""
        suit = SUIT_NAMES[suit_named(line)]
        return f"{PRETTY[CARD[target_card]]} is the top card of a foundation of {suit}, where only {suit} go"

    def absence_from_source(self, statement: Statement, thing: Thing, card: str | None) -> str:
        """Return that a card does not lie where a sentence says it comes from; empty if it lies there, or the sentence
        does not say where."""
        sources = self._state.sources(statement, thing)
        if sources is None:
            return ""
        return self._absence(card, sources, thing.place or statement.source or thing.token)

    def _absence(self, card: str | None, names: tuple[str, ...], words: str) -> str:
        """Return that a card lies in none of some places, and which card is on top there; empty if it lies there, or
        nobody knows.

        Args:
            card: the card; None for any.
            names: the places.
            words: the words of the sentence for them.
        """
        position = self._state.position
        contents = [entry for name in names for entry in position.places.get(name, ()) if entry != GAP]
        if CARD[card] in contents if card is not None else contents:
            return ""
        if len(names) == 1:
            words = self.game.words(names[0])
        if self._state.unprinted(names):
            return "" if contents else Message("the page does not print ", words)
        if not contents:
            return Message(words, " is empty") if len(names) == 1 else Message("there is no card in ", words)
        assert card is not None
        face_up = " face up" if self._state.hides_cards(names) else ""
        top_card = self._state.top_card(names[0]) if len(names) == 1 else None
        is_top = f"; its top card is {PRETTY[top_card]}" if top_card is not None else ""
        return Message(f"there is no {PRETTY[CARD[card]]}{face_up} in ", words, is_top)

    def legal_instead(self, card: str | None = None, sources: tuple[str, ...] = ()) -> str:
        """Return which moves are legal with a card, or from some places; if none is, all moves if they are few: the end
        of a message."""
        steps = self._state.legal_steps()
        with_card = [step for step in steps if card is not None and step.move.card == CARD[card]]
        from_place = [step for step in steps if step.move.card is not None and sources == (self._state.source(step),)]
        answer = ""
        if card is not None and (moves := self._moves_seen(with_card)):
            answer = Message(f"; legal with {PRETTY[CARD[card]]}: ", moves)
        if any(step not in with_card for step in from_place) and (moves := self._moves_seen(from_place)):
            answer = Message(answer, "; legal from ", self.game.words(sources[0]), ": ", moves)
        if answer or self._state.unprinted_lines or len(steps) > _MOST:
            return answer
        position = self._state.position
        if steps:
            here = "legal as far as the cards are known" if position.doubtful() else "legal here"
            return Message(f"; {here}: ", self._moves_seen(steps))
        return "" if position.awaits_order or position.doubtful() else "; no move is legal here"

    def _moves_seen(self, steps: list[Step]) -> str:
        """Return moves as a player knows them before they are played, without the cards that they turn up; without
        those that depend on what the page does not print."""
        moves: list[str] = []
        for step in steps:
            words = self._state.step_words(step)
            if words not in moves and self._state.is_independent(step):
                moves.append(words)
            if len(moves) > _MOST:
                break
        return listed(moves)


def listed(words: list[str]) -> str:
    """Return the first of some words, each after a comma."""
    return ", ".join(words[:_MOST]) + (" …" if len(words) > _MOST else "")


def rule_of(answer: Why) -> str:
    """Return why a move is not legal, with the rule, as ``leoni why`` gives it."""
    if answer.objection is None or answer.moves:
        moves = joined([possible.move for possible in answer.moves], ", ", last=" or ")
        return Message(answer.command, " can be ", moves)
    return Message(answer.objection.message, CitedRule(answer.objection.code, answer.objection.clause))
