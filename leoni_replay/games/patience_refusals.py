"""Why a move of a game without weaving is refused, with the clause that forbids it.

The checks of what is legal are in the games; here is what their refusals say, and the two questions that are answered
by a reason alone: whether a redeal is possible, and whether the game is lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from leoni_replay.cards import DOWN, PRETTY, SUIT, SUIT_NAMES, SUITS, TEXT, pretty
from leoni_replay.commands import Command
from leoni_replay.deals import difference
from leoni_replay.games.base import Position, Refusal
from leoni_replay.wording import counted, listed, place_words

if TYPE_CHECKING:
    from leoni_replay.games.patience import Patience


class Reasons:
    """The reasons against moves of one game, under its rules."""

    def __init__(self, game: Patience) -> None:
        self.game = game
        self.rules = game.rules

    # -- redeals and the end ------------------------------------------------------------------------------------------

    def no_redeal(self, position: Position) -> Refusal | None:
        """The reason against a redeal by the rules, whatever the record has written for it (8)."""
        game, places = self.game, position.places
        clause = self.rules.clause("8", *game.redeal_points)
        if over := game.over(position):
            return over
        if game.deals == 1:
            return Refusal("M216", "there is no redeal in this game", clause)
        if places["stock"]:
            left = counted(len(places["stock"]), "card")
            return Refusal("M215", f"there is no redeal yet: {left} of the stock are to be dealt", clause, ("stock",))
        if hand := places.get("hand"):
            return self.in_hand(hand[-1])
        if first := game.comes_first(position):
            return first
        if position.state.deal >= game.deals:
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
        clause = self.rules.clause("8", *self.game.redeal_points)
        if number not in position.orders:
            message = f"the cards are shuffled before deal {number}, but there is no Pack{number} tag with their order"
            return Refusal("M221", message, clause)
        extra, missing = difference(position.orders[number], self.game.regather(position))
        if not extra and not missing:
            return None
        parts = [f"{what}: {pretty(cards)}" for cards, what in ((extra, "too many"), (missing, "missing")) if cards]
        message = f"Pack{number} does not hold just the cards that are dealt again ({'; '.join(parts)})"
        return Refusal("M221", message, clause)

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
            return Refusal("R502", "the game is not lost: a redeal is left (giving up is written *)", clause)
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
        if not pile:
            return Refusal("M202", f"{place_words(place)} is empty", self.rules.clause("2"), (shown_as(place),))
        here = [held for where, held in game.available(position) if where == place]
        if card is None:
            if not here:
                return game.covered(position, place, pile[-1])
            if len(here) > 1:
                message = f"no card of {place_words(place)} can go there"
                return Refusal("M203", message, self.rules.clause("4"), (shown_as(place),))
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
            message = f"there is no {PRETTY[card]} in {place_words(place)}"
            return Refusal(
                "M202", message, self.rules.clause("3"), (shown_as(place),), (self._whereabouts(position, card),)
            )
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
                return game.covered(position, place, card)
        message = f"{PRETTY[card]} is not on the table"
        return Refusal("M202", message, self.rules.clause("3"), (), (self._whereabouts(position, card),))

    def misplaced(self, position: Position, place: str, card: int, dest: str | None) -> Refusal:
        """An available card cannot go where it is sent."""
        game = self.game
        if dest in ("^v", "v^"):
            return Refusal("M217", "nothing comes back from a foundation, nor goes to another", self.rules.clause("4"))
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
        letter = SUITS[SUIT[card]]
        ways = [kind.way for kind in game.kinds]
        name = PRETTY[card]
        clause = self.rules.clause("4")
        if dest is not None and dest not in ways:
            message = f"{name} cannot be built {_built(dest)}: all foundations are built {_built(ways[0])}"
            return Refusal("M203", message, self.rules.clause("1"), (shown_as(place),))
        stands = []
        for way in ways:
            tops = [position.places[base][-1:] for base in game.lines[letter + way]]
            laid = [PRETTY[top[0]] for top in tops if top]
            where = f"at {listed(laid)}" if laid else "at nothing yet"
            stands.append(f"{where} (built {_built(way)})" if len(ways) > 1 else where)
        notes: tuple[str, ...] = ()
        other = [way for way in game.ways(position, card) if way != dest]
        if other:
            notes = (f"it fits the other foundation: {TEXT[card]}{other[0]}",)
        message = f"{name} does not fit: {SUIT_NAMES[SUIT[card]]} stand {' and '.join(stands)}"
        bases = tuple(letter + way for way in ways)
        return Refusal("M203", message, clause, (*bases, shown_as(place)), notes)

    def under_others(self, position: Position, place: str, card: int) -> Refusal:
        """A card of a pile lies under others, or face down."""
        pile = position.places[place]
        clause = self.rules.clause("3")
        name = PRETTY[card]
        if card in pile:
            above = pile[max(i for i, held in enumerate(pile) if held == card) + 1 :]
            message = f"{name} lies in {place_words(place)} under {pretty(above)}: only the top card is available"
            return Refusal("M204", message, clause, (place,))
        return Refusal("M204", f"{name} lies face down in {place_words(place)}", clause, (place,))

    def in_hand(self, card: int) -> Refusal:
        """Something waits for the card in the hand to be placed."""
        message = f"{PRETTY[card]} is in hand: it has to be placed first"
        return Refusal("M223", message, self.rules.clause("7"), ("hand",))

    def _whereabouts(self, position: Position, card: int) -> str:
        """Where the copies of a card are."""
        found = []
        for place, pile in position.places.items():
            found += [place_words(place)] * pile.count(card)
            found += [f"{place_words(place)}, face down"] * pile.count(card + DOWN)
        if not found:
            return f"there is no {PRETTY[card]} on this table"
        if len(found) == 2 and found[0] == found[1]:
            return f"{PRETTY[card]} is twice in {found[0]}"
        return f"{PRETTY[card]} is in " + " and in ".join(found)


def shown_as(place: str) -> str:
    """The line of the position in which a place is listed: a place of a grid is in that of its row."""
    return place.partition("c")[0] if place.startswith("r") else place


def _to_place(dest: str | None) -> TypeGuard[str]:
    return dest is not None and dest.startswith(">")


def _built(way: str) -> str:
    return "up" if way == "^" else "down"
