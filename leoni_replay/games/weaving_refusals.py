"""Why a move of a weaving game is refused: the one check behind ``legal_moves``, ``why_not`` and ``read``.

A method that names a move returns None when nothing forbids it, and else the reason, with its clause. Which clause
is cited follows the record: where it overrides a point that decides the matter, the reading is cited.
"""

from __future__ import annotations

from collections.abc import Callable

from leoni_replay.cards import PRETTY, SUIT, SUIT_NAMES, TEXT, UNKNOWN, pretty
from leoni_replay.commands import Command
from leoni_replay.diagnostics import Clause
from leoni_replay.games.base import Refusal
from leoni_replay.games.steps import Position
from leoni_replay.games.weaving_table import WeavingTable
from leoni_replay.unknown.blanks import not_known


class Reasons:
    """The reasons against moves of one game, under its rules."""

    def __init__(self, game: WeavingTable, in_doubt: Callable[[Position, Command], Refusal | None]) -> None:
        self.game = game
        self.rules = game.rules
        #: why it is not known what turning up an exile does
        self.in_doubt = in_doubt

    # -- the reasons against a kind of move -----------------------------------------------------------------------

    def gate(self, position: Position, kind: str) -> Refusal | None:
        """What is due or over and therefore stands against every move of a kind (play, reversal, exile, redeal)."""
        state = position.state
        if self.game.won(position):
            return Refusal("M214", "the game is won: nothing may follow but the word won", self.rules.clause("11"))
        if due := self.game.combinations(position):
            if kind == "reversal":
                return None
            suit = due[0]
            way = {
                None: "the cards of one must go over to the other",
                "^v": "the cards built up are going over to those built down",
                "v^": "the cards built down are going over to those built up",
            }[state.way]
            message = f"the foundations of {SUIT_NAMES[suit]} meet: {way} before anything else"
            return Refusal("M212", message, self.rules.clause("L7"), self._bases(suit))
        if state.owes_exile and kind != "exile":
            what = "uncovered" if state.owes_exile == "L6d" else "lifted"
            message = f"a king has been {what}: the next exile must be turned up before anything else"
            return Refusal("M211", message, self.rules.clause(state.owes_exile), ("exile",))
        if kind == "redeal":
            return None
        if state.stalemate:
            message = "a stalemate has ended this deal" + self._only_after(position)
            return Refusal("M213", message, self.rules.clause("8", "L4"))
        if self.game.last_exile and not position.places["exile"]:
            message = "the last exile has been dealt with, which ended this deal" + self._only_after(position)
            return Refusal("M213", message, self.rules.clause("9", "L11"))
        return None

    def play(self, position: Position, source: str, card: int, dest: str) -> Refusal | None:
        """The reason against playing a card from a pile to a foundation (3, 4)."""
        if self.game.playable_on(position, source, card, dest):
            return None
        if held := self.gate(position, "play"):
            return held
        pile = position.places[source]
        if not pile or (pile[-1] != card and (source != self.game.spread or card not in pile)):
            return self._not_available(position, source, card)
        return self._misfit(position, source, card, dest)

    def reversal(self, position: Position, card: int, way: str) -> Refusal | None:
        """The reason against moving a card from one foundation of its suit to the other (5, L7)."""
        if self.game.may_reverse(position, card, way):
            return None
        if held := self.gate(position, "reversal"):
            return held
        suit = SUIT[card]
        bases = self._bases(suit)
        of_suit = f"the foundations of {SUIT_NAMES[suit]}"
        if self.rules["L7"] == "none":
            message = "these rules have no reversal: what is on a foundation stays there"
            return Refusal("M217", message, self.rules.clause("L7"), bases)
        clause = self.rules.clause("5", "L7")
        up, down = (position.places[name] for name in bases)
        pile, built = (up, "up") if way == "^v" else (down, "down")
        if pile[-1] != card:
            message = (
                f"{PRETTY[card]} is not the top of the {SUIT_NAMES[suit]} built {built}: that is {PRETTY[pile[-1]]}"
            )
            return Refusal("M217", message, clause, bases)
        if len(pile) == 1:
            return Refusal("M217", f"{PRETTY[card]} is the base of its foundation and never moves", clause, bases)
        if not self.game.meets(position, suit):
            message = f"{of_suit} do not meet: they stand at {PRETTY[up[-1]]} and {PRETTY[down[-1]]}"
            return Refusal("M217", message, clause, bases)
        # What is left is in the way of a combination (L7 = immediate).
        due = self.game.combinations(position)
        if not due:
            return Refusal("M217", f"{of_suit} have been combined once, and that is all", clause, bases)
        how = "being combined, the other way round" if due == [suit] else "to be combined first"
        message = f"the foundations of {SUIT_NAMES[due[0]]} are {how}"
        return Refusal("M217", message, clause, self._bases(due[0]))

    def exile(self, position: Position) -> Refusal | None:
        """The reason against turning up an exile, whichever (6, L8, L7a)."""
        if self.game.may_turn_up(position):
            return None
        if held := self.gate(position, "exile"):
            return held
        if not position.places["exile"]:
            message = "no exile is left to turn up" + self._only_after(position)
            return Refusal("M210", message, self.rules.clause("9"), ("exile",))
        return self._no_standstill(position, "an exile is turned up only at a standstill", self.rules.clause("6", "L8"))

    def redeal(self, position: Position) -> Refusal | None:
        """The reason against a redeal (9, 10, L11, L11a)."""
        if held := self.gate(position, "redeal"):
            return held
        if position.state.deal > self.game.redeals:
            message = f"no redeal is left: this is deal {position.state.deal} of {self.game.redeals + 1}"
            return Refusal("M216", message, self.rules.clause("10", "L15"))
        if self.rules["L11a"] == "yes":
            return None
        return self._goes_on(position, "M215", "there is no redeal yet")

    def lost(self, position: Position) -> Refusal | None:
        """The reason why the game is not lost (11)."""
        if self.game.won(position):
            return Refusal("R502", "the game is not lost but won", self.rules.clause("11"))
        if position.state.deal <= self.game.redeals:
            left = self.game.redeals + 1 - position.state.deal
            message = (
                f"the game is not lost: {left} redeal{'s are' if left > 1 else ' is'} left (giving up is written *)"
            )
            return Refusal("R502", message, self.rules.clause("11"))
        held = self.gate(position, "redeal")
        if held is not None:
            return Refusal("R502", f"the game is not lost: {held.message}", held.clause, held.places)
        return self._goes_on(position, "R502", "the game is not lost")

    def _goes_on(self, position: Position, code: str, what: str) -> Refusal | None:
        """Why the deal is not over; None if it is."""
        if self.game.deal_over(position):
            return None
        if exiles := len(position.places["exile"]):
            message = f"{what}: {exiles} exile{'s are' if exiles > 1 else ' is'} left to turn up"
            return Refusal(code, message, self.rules.clause("9", "L11"), ("exile",))
        return self._no_standstill(position, what, self.rules.clause("9", "L11"))._replace(code=code)

    # -- the most telling reason against a written command ----------------------------------------------------------

    def against(self, position: Position, command: Command) -> Refusal:
        """The reason against a command that no legal move agrees with."""
        source, card, dest = command[:3]
        game = self.game
        if source == "redeal":
            return self.redeal(position) or self._no_such_move("a redeal is written as the word redeal alone")
        if source == "exile":
            return self._against_exile(position, card, dest)
        if source == "deal":
            return self._no_such_move("all cards are dealt at the start; the next deal is written redeal")
        if source is not None and source not in game.piles:
            message = f"there is no place `{source}` in {game.name}: its places are 1 to {game.count} and exile"
            return Refusal("M201", message, self.rules.clause("2"))
        if dest in ("^v", "v^"):
            return self._against_reversal(position, source, card, dest)
        if dest is not None and dest not in ("^", "v", "~", ">13"):
            return self.gate(position, "play") or self._no_such_move(
                "nothing is built between piles: cards go to the foundations", "4"
            )
        if source is not None:
            return self._against_play(position, source, card, dest)
        if dest in ("~", ">13"):
            return self._against_exile(position, card, dest)
        assert card is not None
        return self._against_card(position, card, dest)

    def _against_play(self, position: Position, source: str, card: int | None, dest: str | None) -> Refusal:
        if held := self.gate(position, "play"):
            return held
        if dest in ("~", ">13"):
            return self._no_such_move("only an exile is woven or put in pile 13 by a move", "6")
        pile = position.places[source]
        if card is None:
            if not pile:
                return Refusal("M202", f"pile {source} is empty", self.rules.clause("3"), (source,))
            card = pile[-1]
            if source == self.game.spread:
                return self._nothing_fits(position, source, dest)
        return self.play(position, source, card, dest or "^") or self._misfit(position, source, card, dest)

    def _against_reversal(self, position: Position, source: str | None, card: int | None, way: str) -> Refusal:
        if source is not None:
            return self._no_such_move("a reversal is written with its card alone, as in 9S^v", "5")
        assert card is not None
        if not self.game.ups:
            return self._no_such_move("nothing is built up here, so that there is no reversal", "L16")
        reason = self.reversal(position, card, way)
        assert reason is not None
        return reason

    def _against_exile(self, position: Position, card: int | None, dest: str | None) -> Refusal:
        if reason := self.exile(position):
            return reason
        exiles = position.places["exile"]
        top = exiles[-1]
        if card is not None and card != top:
            if self.rules["L9"] == "top":
                message = f"the exile that is turned up is {PRETTY[top]}, not {PRETTY[card]}"
                return Refusal("M208", message, self.rules.clause("6", "L9", "L10"), ("exile",))
            if card not in exiles:
                return Refusal("M202", f"{PRETTY[card]} is not among the exiles", self.rules.clause("L9"), ("exile",))
        turned = card if card is not None else top
        if turned == UNKNOWN:
            return not_known("the exile that is turned up", self.rules.clause("6"), "exile")
        if position.odd and dest in (None, "~") and self.game.exile_dests(position, turned) == ["~"]:
            return self.in_doubt(position, Command("exile", turned, "~")) or self._wrong_way(position, turned, dest)
        return self._wrong_way(position, turned, dest)

    def _wrong_way(self, position: Position, card: int, dest: str | None) -> Refusal:
        """An exile that may be turned up does not go where the record sends it."""
        suit = SUIT[card]
        name = PRETTY[card]
        left = self.game.exile_dests(position, card)
        bases = self._bases(suit)
        if not left:
            return self._no_such_move(f"{name} has no pile in this game: all kings are bases", "6")
        if left == [">13"]:
            always = self.rules["L6c"] == "always-13"
            message = f"{name} goes to pile 13" + (", whether it fits or not" if always else ": it fits no foundation")
            return Refusal("M209", message, self.rules.clause("6", "L6c"), (*bases, "13"))
        if dest in ("^", "v"):
            return self._misfit(position, "exile", card, dest)
        if left == ["~"]:
            return Refusal(
                "M209", f"{name} fits no foundation and is no king: it is woven", self.rules.clause("6"), bases
            )
        built = " and that ".join({"^": "built up", "v": "built down"}[way] for way in left)
        message = f"{name} fits the foundation {built}: an exile that fits must be played"
        return Refusal("M209", message, self.rules.clause("6"), bases)

    def _against_card(self, position: Position, card: int, dest: str | None) -> Refusal:
        """A card written without its place."""
        if held := self.gate(position, "play"):
            # A card that is the exile to be turned up is refused for the reason against turning it up.
            return held
        game, places = self.game, position.places
        name = PRETTY[card]
        for place, available in game.available(position):
            if available == card:
                return self._misfit(position, place, card, dest)
        held_by = [place for place in game.piles if card in places[place]]
        if held_by:
            return self._not_available(position, held_by[0], card)
        if card in places["exile"]:
            return Refusal(
                "M202",
                f"{name} is an exile",
                self.rules.clause("3"),
                ("exile",),
                (f"{name} comes into play when it is turned up",),
            )
        message = f"{name} is not on the table: both are on the foundations"
        return Refusal("M202", message, self.rules.clause("3"), self._bases(SUIT[card]))

    # -- sentences --------------------------------------------------------------------------------------------------

    def _not_available(self, position: Position, source: str, card: int) -> Refusal:
        """The card is not in its pile, or lies under others."""
        pile = position.places[source]
        name = PRETTY[card]
        if card in pile:
            above = pile[max(i for i, c in enumerate(pile) if c == card) + 1 :]
            message = f"{name} lies in pile {source} under {pretty(above)}: only the top card is available"
            return Refusal("M204", message, self.rules.clause("3"), (source,))
        where = self._whereabouts(position, card)
        message = f"pile {source} is empty" if not pile else f"there is no {name} in pile {source}"
        return Refusal("M202", message, self.rules.clause("3"), (source,), (where,))

    def _whereabouts(self, position: Position, card: int) -> str:
        """Where the copies of a card are."""
        places = []
        for name, pile in position.places.items():
            for i, held in enumerate(pile):
                if held == card:
                    top = i == len(pile) - 1
                    if name == "exile":
                        places.append("among the exiles")
                    elif name in self.game.foundations:
                        places.append(f"on the foundation {name[:2]}")
                    else:
                        places.append(f"in pile {name}" + (" (on top)" if top else ""))
        if not places:
            return f"there is no {PRETTY[card]} on this table"
        twice = len(places) == 2 and places[0] == places[1]
        return f"{PRETTY[card]} is " + (f"twice {places[0]}" if twice else " and ".join(places))

    def _misfit(self, position: Position, source: str, card: int, dest: str | None) -> Refusal:
        """The card fits no foundation, or not the one that is written."""
        if card == UNKNOWN:
            return not_known(f"the card in {self.game.words(source)}", self.rules.clause("4"), source)
        suit = SUIT[card]
        name = PRETTY[card]
        bases = self._bases(suit)
        tops = [PRETTY[position.places[base][-1]] for base in bases]
        places = (source,)
        clause = self.rules.clause("4")
        if not self.game.ups:
            if dest == "^":
                return Refusal(
                    "M203",
                    f"{name} cannot be built up: all foundations are built down from their kings",
                    self.rules.clause("L16"),
                    places,
                )
            return Refusal(
                "M203", f"{name} does not fit: {SUIT_NAMES[suit]} stand at {tops[0]} and {tops[1]}", clause, places
            )
        other = {"^": "v", "v": "^"}.get(dest or "")
        notes: tuple[str, ...] = ()
        if other and self.game.landing(position, card, other):
            notes = (f"it fits the other foundation: {TEXT[card]}{other}",)
        message = f"{name} does not fit: {SUIT_NAMES[suit]} stand at {tops[0]} (built up) and {tops[1]} (built down)"
        return Refusal("M203", message, clause, places, notes)

    def _nothing_fits(self, position: Position, source: str, dest: str | None) -> Refusal:
        where = {"^": " built up", "v": " built down"}.get(dest or "", "")
        return Refusal("M203", f"no card of pile {source} fits a foundation{where}", self.rules.clause("4"), (source,))

    def _no_standstill(self, position: Position, what: str, clause: Clause) -> Refusal:
        playable = self.game.playable(position)
        freed = [] if playable else self.game.freed(position)
        shown = playable or freed
        cards = [f"{PRETTY[card]} in pile {place}" for place, card in shown[:4]]
        if len(shown) > 4:
            cards.append(f"{len(shown) - 4} more")
        listed = cards[0] if len(cards) == 1 else f"{', '.join(cards[:-1])} and {cards[-1]}"
        how = "can be played" if playable else "could be played after a reversal"
        if not playable:
            clause = self.rules.clause("L7a")
        return Refusal("M205", f"{what}: {listed} {how}", clause, tuple(place for place, _ in shown[:4]))

    def _no_such_move(self, message: str, number: str = "2") -> Refusal:
        return Refusal("M220", message, self.rules.clause(number))

    def _only_after(self, position: Position) -> str:
        """What may follow a deal that is over."""
        return ": only redeal may follow" if position.state.deal <= self.game.redeals else ": only lost may follow"

    def _bases(self, suit: int) -> tuple[str, ...]:
        """The two foundations of a suit."""
        return tuple(name for name in self.game.foundations if "CDHS".index(name[0]) == suit)
