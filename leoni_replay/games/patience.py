"""What the games without weaving have in common: foundations in suit, a table of piles or a grid, a stock.

A game of this kind says which cards are available, what else than playing them to foundations may be done, and what a
move brings about. Numbers in comments are clauses of the rule books; they mean the same in all these games:
1 bases, 2 deal, 3 available cards, 4 play, 5 building, 6 what is forced, 7 dealing on, 8 redeal, 9 end.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from typing import Any, Final, NamedTuple

from leoni_replay.cards import DOWN, GAP, KING, RANK, SUIT, SUITS, UNKNOWN, pretty
from leoni_replay.commands import Command
from leoni_replay.diagnostics import Clause
from leoni_replay.games.base import NONE_FITS, LayoutError, Refusal
from leoni_replay.games.patience_refusals import Reasons
from leoni_replay.games.rules import Rules
from leoni_replay.games.steps import Change, Position, Step, new_tuple, shift
from leoni_replay.layout import Layout, Place, Zone
from leoni_replay.unknown.patience import NamesCards
from leoni_replay.words import counted

DEAL: Final = Command("deal")
REDEAL: Final = Command("redeal")
#: the places of a row of a grid
COLUMNS: Final = 8

_ROW: Final = re.compile(r"r([1-9][0-9]?)")


class Kind(NamedTuple):
    """One kind of foundation: the way it is built, its ranks from the base on, how many of its cards lie there before
    the deal, and how many of the kind each suit has."""

    way: str
    ranks: tuple[int, ...]
    laid: int = 1
    copies: int = 1


UP: Final = Kind("^", tuple(range(1, KING + 1)))
DOWNWARD: Final = Kind("v", tuple(range(KING, 0, -1)))


def cell(row: int, column: int) -> str:
    """The name of a place of a grid."""
    return f"r{row}c{column}"


class Patience(NamesCards):
    """A game without weaving under the rules of one record."""

    kinds: tuple[Kind, ...] = (UP,)
    #: the places besides foundations and grid, in the order of the digest
    order: tuple[str, ...] = ()
    #: how many deals or passes through the stock there are, and whether the digest counts them
    deals = 1
    counts_deals = False
    #: the points that say how many redeals there are, and whether they are shuffled, if there are such points
    redeals_point = ""
    shuffle_point = ""

    def __init__(self, name: str, rules: Rules) -> None:
        super().__init__(rules)
        self.name = name
        self._kind_of: dict[str, Kind] = {}
        #: the cards of each foundation in order, and GAP behind the last
        self._cards: dict[str, tuple[int, ...]] = {}
        #: the foundations of each line of the digest
        self.lines: dict[str, tuple[str, ...]] = {}
        for kind in self.kinds:
            for suit in SUITS:
                line = suit + kind.way
                self.lines[line] = tuple(line + ("2" if copy else "") for copy in range(kind.copies))
                self._kind_of |= dict.fromkeys(self.lines[line], kind)
                self._cards |= dict.fromkeys(self.lines[line], (*(_card(suit, rank) for rank in kind.ranks), GAP))
        self._lines_of = [
            {kind.way: self.lines[SUITS[SUIT[card]] + kind.way] for kind in self.kinds} for card in range(52)
        ]
        # A card that is not known fits nothing.
        self._lines_of += [{}] * (UNKNOWN + 1 - 52)
        self.foundations = tuple(self._kind_of)
        self.bases = tuple(sorted(self._laid(name)[0] for name, kind in self._kind_of.items() if kind.laid))
        self.reasons = Reasons(self)
        self.deals = self.count_deals()
        if self.shuffle_point and rules[self.shuffle_point] == "shuffled":
            self.written_redeals = tuple(range(2, self.deals + 1))

    # -- what a game of this kind says --------------------------------------------------------------------------------

    @abstractmethod
    def available(self, position: Position) -> list[tuple[str, int]]:
        """The available cards, each with its place; of twins in one place only the first."""

    def other_moves(self, position: Position, source: str | None = None) -> list[Command]:
        """The legal moves that are neither plays of available cards to foundations nor redeals; only those from one
        source, if it is given (a game may leave others in all the same)."""
        return []

    @abstractmethod
    def perform(self, position: Position, move: Command, changes: list[Change]) -> list[int]:
        """Do what a legal move says and what follows from it; returns the cards that it shows."""

    def covered(self, position: Position, place: str, card: int) -> Refusal:
        """Why a card that lies in a place is not available."""
        return self.reasons.under_others(position, place, card)

    def no_building(self, position: Position, place: str, card: int, dest: str) -> Refusal:
        """Why an available card does not go to a place that is no foundation."""
        return Refusal("M220", "nothing is built on the table: cards go to the foundations", self.rules.clause("5"))

    def no_deal(self, position: Position, card: int | None, dest: str | None) -> Refusal:
        """Why nothing is dealt, or not this card, or not there."""
        return Refusal("M220", "there is no stock: all cards are on the table", self.rules.clause("7"))

    def comes_first(self, position: Position) -> Refusal | None:
        """What has to be done before anything is dealt, gathered or put elsewhere; None if nothing has to."""
        return None

    def play_waits(self, position: Position, card: int) -> Refusal | None:
        """Why a card that fits a foundation may not be played yet."""
        return None

    def over(self, position: Position) -> Refusal | None:
        """Why nothing is legal any more, though the game is not won."""
        return None

    def may_land(self, position: Position, card: int, foundation: str) -> bool:
        """Whether the next card of a foundation may be this one."""
        return True

    def keeps_out(self, position: Position, card: int, way: str) -> Refusal | None:
        """Why a card that is next on a foundation may not be laid there."""
        return None

    def regather(self, position: Position) -> list[int]:
        """The cards that a redeal deals again, in the order dealt, unshuffled; empty if there are none."""
        return []

    def zones(self, position: Position) -> tuple[Zone, ...]:
        """The table as it lies."""
        return (*self.foundation_zones(position), *self.table(position))

    def table(self, position: Position) -> tuple[Zone, ...]:
        """What lies besides the foundations."""
        return ()

    def count_deals(self) -> int:
        """How many deals the rules in force allow."""
        return self.deals

    # -- the table ----------------------------------------------------------------------------------------------------

    def _laid(self, name: str) -> list[int]:
        """The cards of a foundation before the deal."""
        return list(self._cards[name][: self._kind_of[name].laid or 1])

    def bare(self, rows: int = 0) -> dict[str, list[int]]:
        """Every place: the foundations with nothing but their bases, all others empty."""
        places = {name: self._laid(name) if kind.laid else [] for name, kind in self._kind_of.items()}
        places |= {cell(r, c): [] for r in range(1, rows + 1) for c in range(1, COLUMNS + 1)}
        return places | {name: [] for name in self.order}

    def rows(self, position: Position) -> int:
        """How many rows the grid has; 0 without a grid."""
        return 0

    @property
    def grid_rows(self) -> int:
        """For how many rows there is room."""
        return 0

    def from_layout(self, lines: dict[str, list[int]], deal: int) -> Position:
        places = self.bare(self.grid_rows)
        rows = 0
        for name, held in lines.items():
            row = _ROW.fullmatch(name)
            if row and 1 <= int(row[1]) <= self.grid_rows:
                rows = max(rows, int(row[1]))
                self._read_row(places, int(row[1]), held)
            elif name in self.lines:
                self._read_foundations(places, name, held)
            elif name in places and name in self.order:
                self.check_line(name, held)
                places[name] = list(held)
            else:
                raise LayoutError(name, f"there is no place `{name}` in {self.name}", unknown=True)
        if not 1 <= deal <= self.deals:
            raise LayoutError("deal", f"there is no deal {deal}: a game has {counted(self.deals, 'deal')}")
        return Position(places, self.state_of(places, rows, deal))

    @abstractmethod
    def state_of(self, places: dict[str, list[int]], rows: int, deal: int) -> Any:
        """The state of a position that is written down: what a layout does not say is as harmless as can be."""

    def check_line(self, name: str, held: list[int]) -> None:
        """See whether a place can hold what a layout says.

        Raises:
            LayoutError: it cannot.
        """
        if any(not 0 <= card < DOWN for card in held):
            raise LayoutError(name, f"no gap and no card that lies face down can be in {name}")

    def _read_row(self, places: dict[str, list[int]], row: int, held: list[int]) -> None:
        if held and len(held) != COLUMNS:
            raise LayoutError(f"r{row}", f"a row has {COLUMNS} places (-- is an empty one), not {len(held)}")
        for column, card in enumerate(held, 1):
            if card >= DOWN:
                raise LayoutError(f"r{row}", "no card of a row lies face down")
            places[cell(row, column)] = [] if card == GAP else [card]

    def _read_foundations(self, places: dict[str, list[int]], line: str, tops: list[int]) -> None:
        names = self.lines[line]
        kind = self._kind_of[line]
        wanted = "the top card alone" if len(names) == 1 else "the tops of its foundations, no more than two"
        if len(tops) > len(names) or (kind.laid and len(tops) != len(names)):
            raise LayoutError(line, f"a foundation is written with {wanted}")
        heights = []
        for top in tops:
            if not 0 <= top < 52 or SUITS[SUIT[top]] != line[0] or RANK[top] not in kind.ranks:
                raise LayoutError(line, f"{pretty([top])} cannot be on this foundation")
            heights.append(kind.ranks.index(RANK[top]) + 1)
        for name, height in zip(names, sorted(heights, reverse=True), strict=False):
            places[name] = list(self._cards[name][:height])

    # -- what can be said of a position -------------------------------------------------------------------------------

    def landing(self, position: Position, card: int, way: str) -> str:
        """The foundation on which a card fits going ``^`` or ``v``; empty if it does not."""
        places = position.places
        for name in self._lines_of[card].get(way, ()):
            if self._cards[name][len(places[name])] == card and self.may_land(position, card, name):
                return name
        return ""

    def ways(self, position: Position, card: int) -> list[str]:
        """The destinations (``^``, ``v``) on which a card fits."""
        return [kind.way for kind in self.kinds if self.landing(position, card, kind.way)]

    def playable(self, position: Position) -> list[tuple[str, int]]:
        return [(place, card) for place, card in self.available(position) if self.ways(position, card)]

    def standstill(self, position: Position) -> bool:
        return not any(self.ways(position, card) for _, card in self.available(position))

    def won(self, position: Position) -> bool:
        places = position.places
        return all(len(places[name]) == len(kind.ranks) for name, kind in self._kind_of.items())

    # -- moves --------------------------------------------------------------------------------------------------------

    def legal_moves(self, position: Position) -> list[Command]:
        if self.won(position) or self.over(position):
            return []
        moves = [
            Command(source_of(place), card, way)
            for place, card in self.available(position)
            if not self.play_waits(position, card)
            for way in self.ways(position, card)
        ]
        moves += self.other_moves(position)
        if self.reasons.redeal(position) is None:
            moves.append(REDEAL)
        return moves

    def meant(self, position: Position, command: Command) -> list[Command]:
        if command.source == "deal" and command.card is None and command.dest is None:
            return [] if self.won(position) or self.over(position) else self.bare_deal(position)
        return super().meant(position, command)

    def read(self, position: Position, command: Command) -> Command:
        # A command in long form needs no list of every legal move.
        source, card, dest, _, _, _ = command
        if source is not None and card is not None and dest is not None:
            if self.may_play(position, source, card, dest):
                return command
            move = new_tuple(Command, (source, card, dest, None, False, None))
            if move in self.other_moves(position, source) and not self.over(position) and not self.won(position):
                return move
        elif source == "deal" and card is None and dest is None and not self.over(position) and not self.won(position):
            moves = self.bare_deal(position)
            if len(moves) == 1:
                return moves[0]
        return super().read(position, command)

    def may_play(self, position: Position, source: str, card: int, dest: str) -> bool:
        """Whether a move in long form is a legal play of an available card to a foundation; False if it is not, or is
        another kind of move."""
        if dest not in ("^", "v") or not self.landing(position, card, dest):
            return False
        place = "hand" if source == "deal" else source
        return (
            self.is_available(position, place, card)
            and not self.play_waits(position, card)
            and not self.over(position)
            and not self.won(position)
        )

    def is_available(self, position: Position, place: str, card: int) -> bool:
        """Whether a card in a place is available."""
        return (place, card) in self.available(position)

    def bare_deal(self, position: Position) -> list[Command]:
        """What the word ``deal`` alone means: the action, not a card that is placed."""
        return [move for move in self.other_moves(position, "deal") if move == DEAL]

    def why_not(self, position: Position, command: Command) -> Refusal | None:
        if self.meant(position, command):
            return None
        return self.reasons.against(position, command)

    def play(self, position: Position, move: Command) -> Step:
        before = position.state
        changes: list[Change] = []
        shown = self.perform(position, move, changes)
        position.memo = None
        source, card, dest, _, _, _ = move
        # What is not known cannot be written.
        told = tuple(shown) if shown and UNKNOWN not in shown else None
        played = new_tuple(Command, (source, card, dest, None, False, told))
        return new_tuple(Step, (played, changes, before, position.state))

    def to_foundation(self, position: Position, place: str, move: Command, changes: list[Change]) -> None:
        """Play a card from where it lies to the foundation that it fits (4); of twins the one that has lain there
        longest."""
        assert move.card is not None and move.dest is not None
        pile = position.places[place]
        at = pile.index(move.card) if place in self.spreads else len(pile) - 1
        shift(position, changes, place, at, self.landing(position, move.card, move.dest))

    def gathered(self, position: Position) -> tuple[int, list[int]] | None:
        number = position.state.deal + 1
        if number not in self.written_redeals or self.won(position) or self.reasons.no_redeal(position):
            return None
        return number, self.regather(position)

    def redealt(self, position: Position) -> list[int]:
        """The cards of a legal redeal in the order in which they are dealt (8): as gathered, or as written."""
        number = position.state.deal + 1
        return list(position.orders[number]) if number in self.written_redeals else self.regather(position)

    # -- endings and showing ------------------------------------------------------------------------------------------

    def consequence_clause(self, move: Command) -> Clause:
        if move.source == "redeal":
            return self.rules.clause("8")
        return self.rules.clause("7" if move.source == "deal" and (move.card is None or not move.shown) else "6")

    @property
    def win_clause(self) -> Clause:
        return self.rules.clause("9")

    def why_not_lost(self, position: Position) -> Refusal | None:
        return self.reasons.lost(position)

    def situation(self, position: Position) -> str:
        if self.won(position):
            return "the game is won"
        if over := self.over(position):
            return over.message
        if first := self.comes_first(position):
            return first.message
        if not self.available(position) or not self.standstill(position):
            return ""
        return NONE_FITS if self.doubtful(position) else "no available card fits a foundation"

    def listing(self, position: Position) -> list[tuple[str, list[int] | int]]:
        places = position.places
        lines: list[tuple[str, list[int] | int]] = []
        for line, names in self.lines.items():
            # The fuller one of two first.
            piles = sorted((places[name] for name in names if places[name]), key=len, reverse=True)
            lines.append((line, [pile[-1] for pile in piles]))
        for row in range(1, self.rows(position) + 1):
            lines.append((f"r{row}", [(places[cell(row, c)] or [GAP])[0] for c in range(1, COLUMNS + 1)]))
        lines += [(name, places[name]) for name in self.order]
        return [*lines, ("deal", position.state.deal)] if self.counts_deals else lines

    def layout(self, position: Position) -> Layout:
        caption = f"deal {position.state.deal} of {self.deals}" if self.counts_deals else ""
        if situation := self.situation(position):
            caption += (", " if caption else "") + situation
        return Layout(self.zones(position), caption)

    def foundation_zones(self, position: Position) -> tuple[Zone, ...]:
        """The foundations in one row."""
        tops = tuple(
            Place(name, line, tuple(position.places[name][-1:]), "top")
            for line, names in self.lines.items()
            for name in names
        )
        return (Zone("foundations", "foundations", tops),)


def source_of(place: str) -> str:
    """How a move from a place is written: the card in the hand is one that is dealt."""
    return "deal" if place == "hand" else place


def _card(suit: str, rank: int) -> int:
    return SUITS.index(suit) * 13 + rank - 1
