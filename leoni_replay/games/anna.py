"""Anna: eight auxiliary piles in the shape of an A, eight knaves as foundations in that of an N, and marriages."""

from __future__ import annotations

from leoni_replay.cards import ACE, KING, PRETTY, RANK, SUIT, SUITS, TEXT, pretty
from leoni_replay.cards import read as read_card
from leoni_replay.commands import Command
from leoni_replay.games.base import Refusal, left_words
from leoni_replay.games.patience import Kind
from leoni_replay.games.rules import Rules
from leoni_replay.games.steps import Change, Position, Shift, Step, shift
from leoni_replay.games.talon import Talon
from leoni_replay.layout import Place, Zone
from leoni_replay.unknown.blanks import bits, not_known
from leoni_replay.unknown.unknowns import Unknowns
from leoni_replay.words import listed, place_words

_JACK, _QUEEN = 11, 12
_PILES = tuple(str(n) for n in range(1, 9))

#: where the eight piles lie in the A, and the foundations in the N: columns and rows
_LETTER_A = ((3, 0), (2, 1), (4, 1), (1, 2), (3, 2), (5, 2), (0, 3), (6, 3))
_LETTER_N = ((0, 0), (0, 1), (0, 2), (1, 1), (2, 2), (3, 0), (3, 1), (3, 2))


class Anna(Talon):
    """Anna under the rules of one record."""

    kinds = (Kind("v", (*range(_JACK, ACE - 1, -1), KING), laid=0, copies=2),)
    order = (*_PILES, "talon", "hand", "stock")
    built = _PILES
    deals = 3
    shuffle_point = "AN7"

    def __init__(self, name: str, rules: Rules) -> None:
        super().__init__(name, rules)
        self.wraps = rules["AN1"] == "wrap"
        self.talon_marries = rules["AN2"] == "plays-and-marries"
        self.runs = rules["AN3"] == "run"
        self.talon_fills = rules["AN4"] == "from-talon"
        self.forced = rules["AN8"] == "forced"

    def lay_out(self, position: Position) -> None:
        self._fill(position, [])

    def strays(self, position: Position) -> list[tuple[str, str]]:
        knaves = {
            name: pretty(card for card in position.places[name] if RANK[card] == _JACK) for name in self.order[:-1]
        }
        message = "and a knave goes out at once as a foundation"
        return [(name, f"{cards}, {message}") for name, cards in knaves.items() if cards != "-"] + super().strays(
            position
        )

    def covered(self, position: Position, place: str, card: int) -> Refusal:
        refusal = super().covered(position, place, card)
        only = "only the top card goes to a foundation" if self.runs and place in _PILES else "only the top card is"
        return refusal._replace(message=refusal.message.replace("only the top card is", only))

    # -- what can be said of a position -------------------------------------------------------------------------------

    def table_available(self, position: Position) -> list[tuple[str, int]]:
        return [(name, position.places[name][-1]) for name in _PILES if position.places[name]]

    def won(self, position: Position) -> bool:
        # Eight kings are not enough: the A must be eight queens (9). With the rest on the foundations, a card that is
        # not known can be nothing else.
        return super().won(position) and all(
            [RANK[card] or _QUEEN for card in position.places[name]] == [_QUEEN] for name in _PILES
        )

    def why_not_won(self, position: Position) -> str:
        if super().won(position):
            return "the eight kings are out, but the A is not eight queens"
        belong = 96 - (104 - self.left(position))
        return f"{left_words(belong)} missing on the foundations, and the A must be eight queens"

    def marries(self, card: int, on: int) -> bool:
        """Whether a card may go on another: in suit, one rank higher (5, AN1)."""
        if SUIT[card] != SUIT[on] or RANK[on] == _JACK:
            return False
        return RANK[card] == RANK[on] + 1 or (self.wraps and RANK[card] == ACE and RANK[on] == KING)

    def comes_first(self, position: Position) -> Refusal | None:
        due = self.playable(position) if self.forced else []
        if not due:
            return None
        plays = listed([f"{PRETTY[card]} in {place_words(place)}" for place, card in due[:4]])
        message = f"{plays} {'has' if len(due) == 1 else 'have'} to be played first"
        return Refusal("M224", message, self.rules.clause("AN8"), tuple(place for place, _ in due))

    def goes_out(self, position: Position, card: int) -> bool:
        return RANK[card] == _JACK and bool(self.landing(position, card, "v"))

    # -- moves --------------------------------------------------------------------------------------------------------

    def other_moves(self, position: Position, source: str | None = None) -> list[Command]:
        if self.comes_first(position):
            return []
        moves = self._marriages(position, "talon", position.places["talon"][-1:]) if self.talon_marries else []
        for name in (source,) if source in _PILES else () if source == "deal" else _PILES:
            pile = position.places[name]
            moves += self._marriages(position, name, pile if self.runs else pile[-1:])
        return moves + self.hand_moves(position)

    def _marriages(self, position: Position, place: str, cards: list[int]) -> list[Command]:
        return [Command(place, card, dest) for card in cards for dest in self._weddings(position, place, card)]

    def _weddings(self, position: Position, place: str, card: int) -> list[str]:
        """The piles on which a card may be married, as destinations (5)."""
        piles = position.places
        return [f">{name}" for name in _PILES if name != place and piles[name] and self.marries(card, piles[name][-1])]

    def hand_dests(self, position: Position, card: int) -> list[str]:
        ways = self.ways(position, card)
        if self.goes_out(position, card) or (self.forced and ways):
            return ways
        return [*ways, *self._weddings(position, "hand", card), ">talon"]

    def after(self, position: Position, changes: list[Change]) -> list[int]:
        return self._fill(position, changes)

    def _fill(self, position: Position, changes: list[Change]) -> list[int]:
        """Fill the vacancies from the stock, or from the talon when the stock is out (6, AN4); knaves go out."""
        places = position.places
        shown: list[int] = []
        for name in _PILES:
            while not places[name] and places["stock"]:
                card = places["stock"][-1]
                dest = self.landing(position, card, "v") if self.goes_out(position, card) else name
                shown.append(shift(position, changes, "stock", len(places["stock"]) - 1, dest))
            if not places[name] and self.talon_fills and places["talon"]:
                shown.append(shift(position, changes, "talon", len(places["talon"]) - 1, name))
        return shown

    # -- unknown cards ------------------------------------------------------------------------------------------------

    def reach(self, position: Position, place: str, card: int | None, dest: str | None) -> list[int]:
        if self.runs and place in _PILES and dest is not None and dest.startswith(">"):
            return list(range(len(position.places[place])))
        return super().reach(position, place, card, dest)

    def bearing(self, command: Command) -> int:
        return bits(on for on in range(52) if self.marries(command.card or 0, on))

    def comes_to_light(self, position: Position, command: Command) -> list[tuple[str, int]]:
        places = position.places
        if self.talon_fills and not places["stock"] and command.source in (*_PILES, "talon"):
            return [("talon", at) for at in reversed(range(len(places["talon"]) - (command.source == "talon")))]
        return super().comes_to_light(position, command)

    def unsure(self, known: Unknowns, position: Position, step: Step) -> Refusal | None:
        # Where a knave goes out, another card comes in its place.
        filled = [change.dest for change in step.changes if isinstance(change, Shift) and change.source == "stock"]
        for name in filled:
            pile = position.places[name]
            if (
                name in (*_PILES, "hand")
                and pile
                and any(self._may_go_out(known, position, pile[-1], s) for s in SUITS)
            ):
                what = "the next card of the stock" if name == "hand" else f"the card that fills {place_words(name)}"
                return not_known(what, self.rules.clause("6"))
        return None

    def _may_go_out(self, known: Unknowns, position: Position, card: int, suit: str) -> bool:
        knave = self._cards[self.lines[f"{suit}v"][0]][0]
        return self.goes_out(position, knave) and known.may_be(position, card, knave)

    # -- reasons ------------------------------------------------------------------------------------------------------

    def no_building(self, position: Position, place: str, card: int, dest: str) -> Refusal:
        pile = position.places[place]
        if card in pile and card != pile[-1] and not self.runs:
            return self.covered(position, place, card)
        if self.goes_out(position, card):
            message = f"{PRETTY[card]} is a knave and goes out at once: {TEXT[card]}v"
            return Refusal("M222", message, self.rules.clause("6"))
        if first := self.comes_first(position):
            return first
        if self.forced and place == "hand" and self.ways(position, card):
            return Refusal("M224", f"{PRETTY[card]} fits and has to be played", self.rules.clause("AN8"), ("hand",))
        if place == "talon" and not self.talon_marries:
            message = "the top of the talon is played to foundations alone, not married"
            return Refusal("M222", message, self.rules.clause("5", "AN2"), ("talon",))
        return self._no_marriage(position, place, card, dest[1:])

    def _no_marriage(self, position: Position, place: str, card: int, name: str) -> Refusal:
        clause = self.rules.clause("5")
        on = read_card(name)
        if name in ("talon", "hand"):
            return Refusal("M222", "only the card in hand goes to the talon", self.rules.clause("7"), (place,))
        if on is None and name not in _PILES:
            message = f"there is no pile `{name}` in {self.name}: cards are married on piles 1 to 8"
            return Refusal("M201", message, clause)
        if on is not None and all(position.places[pile][-1:] != [on] for pile in _PILES):
            return Refusal("M222", f"{PRETTY[on]} is not on top of any pile", clause, (place,))
        if name == place:
            return Refusal("M222", f"{PRETTY[card]} lies in {place_words(place)} already", clause, (place,))
        top = position.places[name][-1:] if on is None else [on]
        if not top:
            message = f"pile {name} is vacant: a vacancy is not filled by a marriage"
            return Refusal("M222", message, self.rules.clause("6", "AN4"), (place, name))
        takes = "that takes a card of its suit one rank lower"
        if RANK[card] == _QUEEN:
            takes = "a queen is never married"
        elif RANK[card] == ACE:
            takes = "that takes the king of its suit" if self.wraps else "an ace is never married"
            clause = self.rules.clause("5", "AN1")
        message = f"{PRETTY[card]} cannot be married on {pretty(top)}: {takes}"
        tops = tuple(pile for pile in _PILES if position.places[pile][-1:] == top)
        return Refusal("M222", message, clause, (place, *((name,) if on is None else tops)))

    # -- showing ------------------------------------------------------------------------------------------------------

    def zones(self, position: Position) -> tuple[Zone, ...]:
        places = position.places
        tops = [(name, places[name][-1:]) for names in self.lines.values() for name in names]
        knaves = tuple(
            Place(name, name[:2], tuple(top), "top", at=at) for (name, top), at in zip(tops, _LETTER_N, strict=True)
        )
        piles = tuple(Place(name, name, tuple(places[name]), at=at) for name, at in zip(_PILES, _LETTER_A, strict=True))
        return (
            Zone("foundations", "the N", knaves),
            Zone("piles", "the A", piles, beside=True),
            *self.pack_zones(position),
        )
