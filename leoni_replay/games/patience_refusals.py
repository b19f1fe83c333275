"""Why a move of a game without weaving is refused, with the clause that forbids it.

The checks of what is legal are in the games; here is what their refusals say, and the two questions that are answered
by a reason alone: whether a redeal is possible, and whether the game is lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeGuard

from leoni_replay.cards import DOWN, PRETTY, RANK, SUIT, SUIT_NAMES, SUITS, TEXT, UNKNOWN, pretty
from leoni_replay.commands import Command
from leoni_replay.deals import difference
from leoni_replay.games.base import Refusal, left_words
from leoni_replay.games.steps import Position
from leoni_replay.unknown.blanks import not_known
from leoni_replay.words import listed

if TYPE_CHECKING:
    from leoni_replay.games.patience import Patience


_RANK_NAMES: Final = {1: "ace", 2: "deuce", 11: "knave", 12: "queen", 13: "king"}


class Reasons:
    """The reasons against moves of one game, under its rules."""

    def __init__(self, game: Patience) -> None:
        self.game = game
        self.rules = game.rules

    # -- redeals and the end ------------------------------------------------------------------------------------------

    def no_redeal(self, position: Position) -> Refusal | None:
        """The reason against a redeal by the rules, whatever the record has written for it (8)."""
        game, places = self.game, position.places
        clause = self.rules.clause("8")
        if over := game.over(position):
            return over
        if game.deals == 1:
            return Refusal("M216", "there is no redeal in this game", clause)
        if places["stock"]:
            left = left_words(len(places["stock"]))
            return Refusal("M215", f"there is no redeal yet: {left} left in the stock", clause)
        if hand := places.get("hand"):
            return self.in_hand(hand[-1])
        if first := game.comes_first(position):
            return first
        if position.state.deal >= game.deals:
            clause = self.rules.clause("8", *filter(None, [game.redeals_point]))
            return Refusal("M216", f"no redeal is left: this is deal {position.state.deal} of {game.deals}", clause)
        if not game.regather(position):
            return Refusal("M216", "there is nothing to deal again", clause)
        return None

    def redeal(self, position: Position) -> Refusal | None:
        """The reason against a redeal, the written order of a shuffled one included (8)."""
        if reason := self.no_redeal(position):
            return reason
        number = position.state.deal + 1
        if number not in self.game.written_redeals:
            return None
        clause = self.rules.clause(self.game.shuffle_point)
        gathered = pretty(self.game.regather(position))
        notes = (f"the cards that are dealt again are, unshuffled, {gathered}",)
        if number not in position.orders:
            message = f"the cards are shuffled before deal {number}, but there is no Pack{number} tag with their order"
            return Refusal("M221", message, clause, (), notes)
        known = [card for card in self.game.regather(position) if card != UNKNOWN]
        extra, missing = difference(position.orders[number], known)
        # Cards that are not known are those that are too many.
        if not missing and len(extra) == len(self.game.regather(position)) - len(known):
            return None
        parts = [f"{what}: {pretty(cards)}" for cards, what in ((extra, "too many"), (missing, "missing")) if cards]
        message = f"Pack{number} does not hold just the cards that are dealt again ({'; '.join(parts)})"
        return Refusal("M221", message, clause, (), notes)

    def lost(self, position: Position) -> Refusal | None:
        """The reason why the game is not lost (9): it is won, or a legal move is left."""
        clause = self.rules.clause("9")
        if self.game.won(position):
            return Refusal("R502", "the game is not lost but won", clause)
        if self.game.over(position):
            return None
        moves = [move for move in self.game.legal_moves(position) if move.source != "redeal"]
        if moves:
            left = "a move is" if len(moves) == 1 else f"{len(moves)} moves are"
            return Refusal("R502", f"the game is not lost: {left} still legal (giving up is written *)", clause)
        if self.no_redeal(position) is None:
            written = ", though its order is not written" if self.redeal(position) else ""
            return Refusal("R502", f"the game is not lost: a redeal is left{written} (giving up is written *)", clause)
        return None

    # -- the most telling reason against a written command ------------------------------------------------------------

    def against(self, position: Position, command: Command) -> Refusal:
        """The reason against a command that no legal move agrees with."""
        game = self.game
        source, card, dest = command[:3]
        if game.won(position):
            return Refusal("M214", "the game is won: nothing may follow but the word won", self.rules.clause("9"))
        if over := game.over(position):
            return over
        if dest in ("^v", "v^"):
            return Refusal("M217", "nothing comes back from a foundation, nor goes to another", self.rules.clause("4"))
        if source == "redeal":
            return self.redeal(position) or Refusal(
                "M220", "a redeal is written as the word redeal alone", self.rules.clause("8")
            )
        if source == "deal":
            return game.no_deal(position, card, dest)
        if source is not None:
            return self._against_place(position, source, card, dest)
        if card is None:
            return Refusal("M220", "a move names a card or the place it comes from", self.rules.clause("4"))
        return self._against_card(position, card, dest)

    def _against_place(self, position: Position, place: str, card: int | None, dest: str | None) -> Refusal:
        game, places = self.game, position.places
        if place not in places or place in game.foundations or place in ("hand", "stock"):
            message = f"there is no place `{place}` in {game.name} from which a card is played"
            return Refusal("M201", message, self.rules.clause("2"))
        pile = places[place]
        if place.startswith("r") and int(place[1:].partition("c")[0]) > game.rows(position):
            row = place.partition("c")[0]
            return Refusal("M202", f"{game.words(row)} has not been dealt", self.rules.clause("3"))
        if not pile:
            return Refusal("M202", f"{self.game.words(place)} is empty", self.rules.clause("3"), (place,))
        here = [held for where, held in game.available(position) if where == place]
        if card is None:
            if not here:
                return game.covered(position, place, pile[-1])
            if len(here) > 1:
                message = f"no card of {game.words(place)} fits a foundation"
                return Refusal("M203", message, self.rules.clause("4"), (place,))
            card = here[0]
        elif card in here:
            pass
        elif card in pile or card + DOWN in pile:
            return (
                game.no_building(position, place, card, dest)
                if _to_place(dest)
                else game.covered(position, place, card)
            )
        else:
            message = f"there is no {PRETTY[card]} in {self.game.words(place)}"
            note = f"{PRETTY[card]} is {self._whereabouts(position, card) or 'nowhere on this table'}"
            return Refusal("M202", message, self.rules.clause("3"), (place,), (note,))
        return self.misplaced(position, place, card, dest)

    def _against_card(self, position: Position, card: int, dest: str | None) -> Refusal:
        """A card written without its place."""
        game = self.game
        for place, available in game.available(position):
            if available == card:
                return self.misplaced(position, place, card, dest)
        for place, pile in position.places.items():
            if place in game.foundations or place in ("stock", "hand"):
                continue
            if card in pile or card + DOWN in pile:
                if _to_place(dest):
                    return game.no_building(position, place, card, dest)
                return game.covered(position, place, card)
        if any(move.source == "deal" and move.card == card for move in game.other_moves(position, "deal")):
            return game.no_deal(position, card, dest)
        where = self._whereabouts(position, card)
        if not where:
            return Refusal("M202", f"there is no {PRETTY[card]} on this table", self.rules.clause("3"))
        return Refusal("M202", f"{PRETTY[card]} cannot be played: it is {where}", self.rules.clause("3"))

    def misplaced(self, position: Position, place: str, card: int, dest: str | None) -> Refusal:
        """An available card cannot go where it is sent."""
        game = self.game
        if dest == "~":
            return Refusal("M220", "nothing is woven in this game", self.rules.clause("4"))
        if _to_place(dest):
            return game.no_building(position, place, card, dest)
        if (dest is None or game.landing(position, card, dest)) and (waits := game.play_waits(position, card)):
            return waits
        return self.misfit(position, place, card, dest)

    # -- sentences ----------------------------------------------------------------------------------------------------

    def misfit(self, position: Position, place: str, card: int, dest: str | None) -> Refusal:
        """A card fits no foundation, or not the one that is written."""
        game = self.game
        if card == UNKNOWN:
            return not_known(f"the card in {game.words(place)}", self.rules.clause("4"), place)
        letter = SUITS[SUIT[card]]
        ways = [kind.way for kind in game.kinds]
        name = PRETTY[card]
        clause = self.rules.clause("4")
        if dest is not None and dest not in ways:
            message = f"{name} cannot be built {_built(dest)}: all foundations are built {_built(ways[0])}"
            return Refusal("M203", message, self.rules.clause("1"), (place,))
        suit = SUIT_NAMES[SUIT[card]]
        if all(RANK[card] not in kind.ranks for kind in game.kinds):
            return Refusal("M203", f"{name} fits no foundation: no {_RANK_NAMES[RANK[card]]} does", clause, (place,))
        if dest is not None and (reason := game.keeps_out(position, card, dest)):
            return reason
        stands: list[str] = []
        lacking: list[str] = []
        for kind in game.kinds:
            piles = [position.places[base] for base in game.lines[letter + kind.way]]
            tops = [PRETTY[pile[-1]] for pile in piles if pile]
            built = f" (built {_built(kind.way)})" if len(ways) > 1 else ""
            if tops:
                stands.append(f"{' and' if stands else f'{suit} stand'} at {listed(tops)}{built}")
            else:
                lacking.append(f"{'nor' if lacking else 'no'} {_RANK_NAMES[kind.ranks[0]]}")
        parts = ["".join(stands)] if stands else []
        parts += [f"{' '.join(lacking)} of {suit} is out yet"] if lacking else []
        notes: tuple[str, ...] = ()
        other = [way for way in game.ways(position, card) if way != dest]
        if other:
            notes = (f"it fits the other foundation: {TEXT[card]}{other[0]}",)
        message = f"{name} does not fit: {', and '.join(parts)}"
        bases = tuple(letter + way for way in ways)
        return Refusal("M203", message, clause, (*bases, place), notes)

    def under_others(self, position: Position, place: str, card: int) -> Refusal:
        """A card of a pile lies under others, or face down."""
        pile = position.places[place]
        clause = self.rules.clause("3")
        name = PRETTY[card & ~DOWN]
        if card in pile and card < DOWN:
            above = pile[max(i for i, held in enumerate(pile) if held == card) + 1 :]
            message = f"{name} lies in {self.game.words(place)} under {pretty(above)}: only the top card is available"
            return Refusal("M204", message, clause, (place,))
        return Refusal("M204", f"{name} lies face down in {self.game.words(place)}", clause, (place,))

    def in_hand(self, card: int) -> Refusal:
        """Something waits for the card in the hand to be placed."""
        message = f"{PRETTY[card]} is in hand: it has to be placed first"
        return Refusal("M223", message, self.rules.clause("7"), ("hand",))

    def _whereabouts(self, position: Position, card: int) -> str:
        """Where the copies of a card are; empty if there is none."""
        found = []
        for place, pile in position.places.items():
            on = "on" if place in self.game.foundations else "in"
            found += [f"{on} {self.game.words(place)}"] * pile.count(card)
            found += [f"face down in {self.game.words(place)}"] * pile.count(card + DOWN)
        if len(found) == 2 and found[0] == found[1]:
            return f"twice {found[0]}"
        return " and ".join(found)


def _to_place(dest: str | None) -> TypeGuard[str]:
    return dest is not None and dest.startswith(">")


def _built(way: str) -> str:
    return "up" if way == "^" else "down"
