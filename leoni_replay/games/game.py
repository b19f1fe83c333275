"""Games and their positions: names of places, layouts, and the meaning of written commands.

The game's table in ``leoni_replay.rules`` decides what is legal and what a move does. This module gives its
numbers names, and makes a sentence with a clause of the reason why a move is illegal.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from copy import copy
from functools import cached_property, partial
from typing import Any, ClassVar, Final, Generic, NamedTuple, Self, TypeVar, Unpack

from leoni_replay.cards import DOWN, GAP, PACK_SIZE, RANK, SUIT, UNKNOWN, Card, pretty
from leoni_replay.commands import NO_PLACE, Move
from leoni_replay.deals import standard
from leoni_replay.diagnostics import Clause
from leoni_replay.games.places import (
    COMMON,
    Vocabulary,
    card_named,
    cell,
    load,
    row_name,
    row_number,
    suit_named,
    suit_of,
    way_named,
)
from leoni_replay.games.refusal import GAME_WON, Ambiguous, LayoutError, Refusal, Refused, agrees, face_down
from leoni_replay.games.rules import Rules
from leoni_replay.games.steps import PositionPlaces, Shift, Step, cards_of, changes_of, move_as_played
from leoni_replay.layout import LIES, Layout, Lie, PictureOptions, Place, Places, Zone
from leoni_replay.leoni_error import LeoniError
from leoni_replay.message import Foundation, Message
from leoni_replay.phrases import Direction, join_words, pluralize
from leoni_replay.rules.irregular import IrregularAction
from leoni_replay.rules.numbers import COLUMNS, DEAL, DEAL_AGAIN, DEAL_ON, FOUNDATIONS, IRREGULAR, KINDS, ROOM
from leoni_replay.rules.position_text import TextForm, Writer
from leoni_replay.rules.reasons import NO_ORDER, WRONG_ORDER
from leoni_replay.rules.table import Room, Table
from leoni_replay.sharing import Spares

T = TypeVar("T", bound=Table)


class Shuffle(NamedTuple):
    """A shuffle before a redeal: the number of the deal that it begins, and the cards to be shuffled."""

    deal: int
    cards: list[int]


#: the sentence for a player who has had the cards dealt again as often as the rules allow
LAST_DEAL: Final = "this was the last deal"
#: the direction in which each kind of foundation is built
_KIND_WAYS: Final[tuple[Direction, ...]] = ("^", "v", "v")
#: rooms in which positions list the numbers of their legal moves, and writers of their texts
_rooms: Final = Spares[Room](partial(array, "I", bytes(4 * 4096)))
_writers: Final = Spares(Writer)
_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth")


class Game(ABC, Generic[T]):
    """A game under the rules of one record. It holds no position, so records may share it.

    Args:
        name: the name in the list of games and in the ``Game`` tag.
        rules: the rules in force.

    Raises:
        RulesError: the readings cannot be combined.
    """

    #: the class of the game's positions, which decides what is legal
    core: ClassVar[type[Table]]
    #: kinds of deals of the game's own (``[Deal "kind:text"]``): from the text to the cards in the order dealt, without
    #: the bases. They raise ``deals.DealError`` for a text that names no deal.
    deal_kinds: ClassVar[Mapping[str, Callable[[str], Sequence[int]]]] = {}
    #: the places other than foundations and grid, in the order of the digest
    order: tuple[str, ...] = ()
    #: the maximum number of rows in the grid
    grid_rows = 0
    #: whether positions, their digest and layouts count the deals; by default if there are several
    counts_deals: bool
    #: the deals that begin with a shuffle under the rules in force, so that the record gives their order (``Pack2`` …)
    written_redeals: tuple[int, ...] = ()
    #: the clause and the point of the rules by which these cards are shuffled
    shuffle_clauses: tuple[str, ...] = ()
    #: what a card that fits a foundation may still be good for where it lies, in words
    use_on_table: ClassVar[str] = "it may still be of use where it lies"
    #: whether a redeal gathers every card that is not on a foundation, and deals none of them immediately
    gathers_all = False
    #: the places whose cards nobody sees, so that people forget them when they write a layout
    hidden_places: tuple[str, ...] = ("stock",)
    #: the places where every card is available
    fanned_places: tuple[str, ...] = ()
    #: the readings that together allow only plays and reversals while a card fits a foundation
    plays_first: tuple[str, ...] = ()
    #: of points that matter only if a certain place is empty, or isn't: the point, and the place
    deciding_places: ClassVar[Mapping[str, str]] = {}
    #: the names of its places
    vocabulary: ClassVar[Vocabulary] = COMMON
    #: the word for a card that the deal puts aside, and the words for all the piles together
    exile = "exile"
    tableau = "the piles"
    #: what must be known to record the deal of a real table, one sentence per point
    draft_hints: tuple[str, ...] = ()
    #: what everybody saw of it
    open_at_start = "the table"

    def __repr__(self) -> str:
        return f"<{self.name}, {self.rules}>"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.name, self.rules)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        # It holds no position, so copies can share it, as records do.
        return self

    def __init__(self, name: str, rules: Rules) -> None:
        self.name = name
        self.rules = rules
        load(self.vocabulary)
        #: a table with nothing dealt, for rules that don't depend on the cards
        self.empty_table = table = self.new_table()
        if not hasattr(self, "counts_deals"):
            self.counts_deals = self.deals > 1
        self._check_vocabulary()
        self.packs: int = table.cards // PACK_SIZE
        kinds = [kind for kind in range(KINDS) if table.full[kind]]
        #: the directions in which foundations are built, ``^`` and ``v``
        self.ways: tuple[Direction, ...] = tuple(dict.fromkeys(_KIND_WAYS[kind] for kind in kinds))
        #: the foundations of each line of the digest
        self.lines: dict[str, tuple[str, ...]] = _foundation_lines(kinds)
        self.foundations: tuple[str, ...] = tuple(name for names in self.lines.values() for name in names)
        #: the ranks of the foundations of each direction, from the base on
        self.ranks: dict[Direction, tuple[int, ...]] = {
            _KIND_WAYS[kind]: tuple(bytes(table.ranks[16 * kind : 16 * kind + table.full[kind]]))
            for kind in reversed(kinds)
        }
        #: how many cards lie on every foundation before the deal, 0 or 1
        self.base_count: int = table.base_count
        #: the cards taken out of the packs before the shuffle
        self.bases: tuple[int, ...] = ()
        if self.base_count:
            self.bases = tuple(sorted(map(self._lowest_card, self.foundations)))
        #: the places of each line of the grid
        self.cells: dict[str, tuple[str, ...]] = {
            row_name(row): tuple([COMMON.names[cell(row, column)] for column in range(1, COLUMNS + 1)])
            for row in range(1, self.grid_rows + 1)
        }
        names = (*self.foundations, *[name for row in self.cells.values() for name in row], *self.order)
        #: every place by its name
        self.places: dict[str, int] = {name: self.vocabulary.numbers[name] for name in names}
        #: the lines of a position, by its number of rows
        self._line_names = [self._line_names_with(rows) for rows in range(self.grid_rows + 1)]
        #: every line that a position may have, in listing order
        self.all_lines: tuple[str, ...] = self._line_names[-1]
        #: the closed places of a position, by its number of rows
        self._closed_places: dict[int, frozenset[str]] = {}
        self._text_form = TextForm(self._digest_lines(), self.vocabulary.in_bytes, "hand" in self.order)

    def _check_vocabulary(self) -> None:
        """Check that the vocabulary has the places of ``order``, and the groups of places that are alike.

        Raises:
            LeoniError: it does not.
        """
        for name in self.order:
            if name not in self.vocabulary.numbers:
                raise LeoniError(f"`order` names the place `{name}`, which the vocabulary of the game does not have")
        groups = tuple(self.vocabulary.groups.values())
        if groups != self.empty_table.ALIKE[: len(groups)]:
            names = join_words([*self.vocabulary.groups])
            raise LeoniError(f"the groups {names} are not the first places that are alike")

    def _lowest_card(self, foundation: str) -> int:
        """Return the card at the bottom of a foundation."""
        lowest_rank = self.ranks[way_named(foundation)][0]
        return 13 * suit_named(foundation) + lowest_rank - 1

    def _line_names_with(self, rows: int) -> tuple[str, ...]:
        """Return the lines of a position with a number of rows, in listing order."""
        names = (*self.lines, *list(self.cells)[:rows], *self.order)
        return (*names, "deal") if self.counts_deals else names

    # -- to be overridden by a game -----------------------------------------------------------------------------------

    @abstractmethod
    def refusal(self, position: Position, command: Move) -> Refusal:
        """Return why a command that agrees with no legal move is refused."""

    @abstractmethod
    def why_not_lost(self, position: Position) -> Refusal | None:
        """Return why ``lost`` may not be written here; None if it may."""

    @abstractmethod
    def consequence_clause(self, move: Move) -> Clause:
        """Return the clause that decides the forced consequences of a move: its weave path, or the cards it shows."""

    @property
    @abstractmethod
    def win_clause(self) -> Clause:
        """The clause that defines when the game is won."""

    @abstractmethod
    def available(self, position: Position) -> list[tuple[str, int]]:
        """Return the available cards, each with its place; of twins in one place only the first."""

    @abstractmethod
    def situation(self, position: Position) -> str:
        """Return the state of the game in a few words, for the help of a diagnostic (``an exile is due``)."""

    @abstractmethod
    def zones(self, position: Position) -> tuple[Zone, ...]:
        """Return the zones in which the places lie on the table. The cards of a place lie in the same way in all
        positions with the same rows."""

    @abstractmethod
    def why_lost(self, position: Position) -> str:
        """Return why a lost game is lost, in words."""

    @property
    def deals(self) -> int:
        """How many deals the rules in force allow, the first one included; 0 if there is no limit."""
        return 1

    def table(self, position: Position) -> T:
        """Return the position's ``Table`` object, with the type that the game has."""
        return position.table  # type: ignore[return-value]

    def new_table(self) -> T:
        """Return a ``Table`` under the rules of the game, with nothing dealt."""
        return self.core(self.rules.readings)  # type: ignore[call-arg,return-value]

    def rows(self, position: Position) -> int:
        """Return how many rows of the grid have been dealt; 0 without a grid."""
        return self.grid_rows

    def unreachable_cards(self, position: Position) -> list[tuple[str, str]]:
        """Find cards that the rules could never have put where they are. Returns each place with the reason."""
        return []

    def undealt_cards(self, position: Position) -> list[tuple[str, str]]:
        """Find cards that the deal could never have put where they are, as :meth:`unreachable_cards`. The position is
        as dealt."""
        return self.unreachable_cards(position)

    def check_line(self, name: str, cards: list[int]) -> None:
        """Check that a place can hold what a layout lists for it.

        By default cards lie face down only in games that deal some face down, and not in the stock.

        Raises:
            LayoutError: it cannot.
        """
        if GAP in cards:
            raise LayoutError(
                name, Message("there are no gaps in ", self.words(name)), help="write - for an empty place"
            )
        face_down_cards = [card for card in cards if card >= DOWN]
        if face_down_cards and not self.lists_face_down(name):
            message = Message("no card is listed face down in ", self.words(name))
            raise face_down(name, message, face_down_cards[0])

    def lists_face_down(self, name: str) -> bool:
        """Whether a layout can list a card face down in a place; where it can't, a card that nobody sees is unknown."""
        return name not in self.hidden_places and self._deals_face_down

    @cached_property
    def _deals_face_down(self) -> bool:
        """Whether the deal lays cards face down."""
        position = self.start(standard(self.packs, self.bases))
        return any(card >= DOWN for name in self.order for card in position.places[name])

    def why_not_won(self, position: Position) -> str:
        """Return in words what is missing if a game isn't won."""
        return f"{cards_are(position.left)} not on the foundations"

    def next_shuffle(self, position: Position) -> Shuffle | None:
        """Return the shuffle that a redeal would begin with now; None if no redeal is possible, or nothing is
        shuffled."""
        return None

    # -- words: show/move_sentences.py makes the sentences of replays ------------------------------------------------

    def words(self, place: str) -> str:
        """Return the name of a place in a sentence."""
        return self.vocabulary.place_words(place)

    def arrival_words(self, position: Position, change: Shift) -> tuple[str, str]:
        """Return how a card goes to a place, in words: a verb and the rest, such as ``goes``, ``to pile 3`` or ``is``,
        ``laid on the talon``. The position is the one before the move."""
        return "goes", f"to {self.words(change.dest)}"

    def action_words(self, step: Step) -> str:
        """Return the words for a move of the game's own that is written as a word alone; by default this word."""
        return str(step.move)

    def base_arrival_words(self, base: str) -> tuple[str, str]:
        """Return how a base goes to its foundation during the game, in words: see :meth:`arrival_words`."""
        return "goes", "out as a base"

    def refill_words(self, place: str) -> str:
        """Return how a card fills an empty place by force, in words."""
        return f"fills {self.words(place)}"

    def why_hold_back(self, position: Position, card: int) -> str:
        """Return what a card that fits a foundation may still be wanted for, in words."""
        if self._count_on_foundations(position, card) < self.packs - 1:
            return f"the other {pretty([card])} may be the better one"
        return self.use_on_table

    def _cards_to_come(self, position: Position, cards: Iterable[int]) -> list[int]:
        """Return those of some cards of which not every copy lies on a foundation."""
        return [card for card in cards if self._count_on_foundations(position, card) < self.packs]

    def _count_on_foundations(self, position: Position, card: int) -> int:
        """Return how many copies of a card lie on foundations."""
        cards = [int(card) for name in self.foundations for card in position.places[name]]
        return cards.count(card)

    def ends_weave(self, card: int) -> bool:
        """Whether a weave ends because a card was lifted, whatever that uncovers."""
        return False

    def why_won(self, position: Position) -> str:
        """Return why a won game is won, in words."""
        if position.table.left:
            return "the rules of the game say so"
        return f"all {position.table.cards} cards are on the foundations"

    @property
    def packs_have(self) -> str:
        """How many cards the packs have, in words: ``the pack has 52``."""
        return f"{'the pack has' if self.packs == 1 else 'two packs have'} {PACK_SIZE * self.packs}"

    # -- positions ----------------------------------------------------------------------------------------------------

    def start(self, stock: Sequence[int]) -> Position:
        """Return the position after the first deal of a stock (index 0 is dealt first)."""
        table = self.new_table()
        table.start(bytes(stock))
        return Position(table, self)

    def from_layout(self, lines: dict[str, list[int]], deal: int) -> Position:
        """Return the position that a layout describes. Places that are not listed are empty, foundations that are not
        listed are at their bases.

        Raises:
            LayoutError: a line is impossible.
        """
        places: dict[int, bytes | int] = {}
        rows = 0
        for name, cards in lines.items():
            row = row_number(name)
            if 1 <= row <= self.grid_rows:
                rows = max(rows, row)
                self._read_row(places, row, cards)
            elif name in self.lines:
                self._read_foundations(places, name, cards)
            elif name in self.order:
                if len(cards) > PACK_SIZE * self.packs:
                    message = f"{pluralize(len(cards), 'card')} cannot lie in one place: {self.packs_have}"
                    raise LayoutError(name, message)
                self.check_line(name, cards)
                places[self.places[name]] = bytes(cards)
            else:
                raise LayoutError(name, f"{self.name} has no place `{name}`", unknown=True)
        if deal < 1 or (self.deals and deal > self.deals):
            raise LayoutError("deal", f"there is no deal {deal}: a game has {pluralize(self.deals, 'deal')}")
        table = self.new_table()
        table.set_position(places, deal, rows)
        return Position(table, self)

    def _read_row(self, places: dict[int, bytes | int], row: int, cards: list[int]) -> None:
        """Put the cards of a row of a layout into places, a gap as an empty one.

        Raises:
            LayoutError: it has another number of cards than places, or one face down.
        """
        if cards and len(cards) != COLUMNS:
            raise LayoutError(row_name(row), f"a row has {COLUMNS} places (-- is an empty one), not {len(cards)}")
        for column, card in enumerate(cards, 1):
            if card >= DOWN:
                raise face_down(row_name(row), "no card of a row lies face down", card)
            places[cell(row, column)] = b"" if card == GAP else bytes([card])

    def _read_foundations(self, places: dict[int, bytes | int], line: str, tops: list[int]) -> None:
        """Put the heights of foundations into places. A layout has the top cards of the foundations of one suit and
        direction in one line; of two, the higher one is the first.

        Raises:
            LayoutError: there are too many or too few cards, or one of another suit or rank.
        """
        names, ranks = self.lines[line], self.ranks[way_named(line)]
        if len(tops) > len(names) or (self.base_count and len(tops) != len(names)):
            wording = "one card, the top of its foundation"
            if len(names) > 1:
                at_most = "" if self.base_count else "at most "
                wording = f"{at_most}two cards, the tops of its two foundations"
            raise LayoutError(line, Message(Foundation(line), f" shows {wording} ({len(tops)} given)"))
        heights = []
        for top in tops:
            if not 0 <= top < PACK_SIZE or SUIT[top] != suit_named(line) or RANK[top] not in ranks:
                raise LayoutError(line, f"{pretty([top])} cannot be on this foundation")
            heights.append(ranks.index(RANK[top]) + 1)
        for name, height in zip(names, sorted(heights, reverse=True), strict=False):
            places[self.places[name]] = height

    # -- legal moves --------------------------------------------------------------------------------------------------

    @property
    def plays_come_first(self) -> tuple[str, ...]:
        """The readings in force by which a card that fits a foundation must be played before anything else
        (``AN8=forced``); none if it may be held back."""
        in_force = {f"{point}={reading}" for point, reading in self.rules.readings.items()}
        return self.plays_first if in_force.issuperset(self.plays_first) else ()

    def number_of(self, command: Move) -> int | None:
        """Return the number of a complete move; None if the command is not a complete move."""
        return self.vocabulary.number_of(*command[:3])

    def meanings(self, position: Position, command: Move) -> list[Move]:
        """Return the legal moves that a command can mean."""
        number = self.number_of(command)
        if number is not None and command.card is not None and command.dest is not None:
            return [] if position.table.why(number) else [self.vocabulary.command_of(number)]
        target_card, group = card_named(command.dest), self.vocabulary.group_named(command.dest)
        if target_card is None and not group:
            return [move for move in position.legal_moves() if agrees(command, move)]
        # On a card: to any place where that card is on top. To a group: to any of its places.
        anywhere = command._replace(dest=None)
        targets = group or [name for name, pile in position.places.items() if pile and pile[-1] == target_card]
        dests = {f">{name}" for name in targets}
        return [move for move in position.legal_moves() if move.dest in dests and agrees(anywhere, move)]

    # -- properties of a position -------------------------------------------------------------------------------------

    def deal_over(self, position: Position) -> bool:
        """Whether this deal is over: no move is legal except to deal again."""
        return not position.won() and all(number == DEAL_AGAIN for number in position.move_numbers())

    def fits(self, position: Position, card: int, way: Direction) -> bool:
        """Whether a card fits a foundation in direction ``^`` or ``v``."""
        return card < PACK_SIZE and bool(self.table(position).want[card] & (1 if way == "^" else 6))

    # -- showing ------------------------------------------------------------------------------------------------------

    def _digest_lines(self) -> list[tuple[str, bytes]]:
        """Return the lines of the digest: their beginnings, and the numbers of the places that share them."""
        lines = [(f"{line}: ", bytes(self.places[name] for name in names)) for line, names in self.lines.items()]
        lines += [(f"{row}: ", bytes(self.places[name] for name in names)) for row, names in self.cells.items()]
        lines += [(f"{name}: ", bytes([self.places[name]])) for name in self.order]
        return [*lines, ("deal: ", b"")] if self.counts_deals else lines

    def line_names(self, position: Position) -> tuple[str, ...]:
        """Return the lines of the position, in the order of the digest."""
        return self._line_names[self.rows(position)]

    def text_form(self, position: Position) -> TextForm:
        """Return the form of the position's text."""
        return self._text_form

    def written_moves(self, table: Table, result: str, writer: Writer) -> bytes:
        """Return two lines, as the record digest hashes them: the moves played on a table, each with its source, card
        and destination; and the result. A card that was turned up into the hand and placed at once is one move.

        Args:
            table: the table.
            result: the result word.
            writer: writes them.
        """
        numbers = table.moves_played() if table.irregular_actions else []
        if not numbers or max(numbers) < IRREGULAR:
            return writer.moves(self._text_form, table, result.encode())
        words = []
        for number, next_number in zip(numbers, [*numbers[1:], 0], strict=True):
            places_next = next_number >> 16 == DEAL and next_number != DEAL_ON
            if number == DEAL_ON and "hand" in self.order and places_next:
                continue
            command: object
            if number < IRREGULAR:
                command = self.vocabulary.command_of(number)
            else:
                command = table.irregular_actions[number - IRREGULAR].command
            assert isinstance(command, Move)
            path = "~" if command.dest == "~" and command.path is None else ""
            words.append(f"{command}{path}")
        return f"moves: {' '.join(words)}\nresult: {result}\n".encode()

    def closed_places(self, position: Position) -> frozenset[str]:
        """Return the places that show players only the number of their cards: the same for the same rows."""
        rows = self.rows(position)
        if rows not in self._closed_places:
            self._closed_places[rows] = frozenset(Layout(self.zones(position)).shut)
        return self._closed_places[rows]

    def foundation_zone(self, position: Position) -> Zone:
        """Return the zone of the foundations, of which only the top cards show."""
        places = position.places
        foundations = tuple(
            [Place(name, line, tuple(places[name][-1:]), "top") for line, names in self.lines.items() for name in names]
        )
        return Zone("foundations", "foundations", foundations)

    def zone(self, position: Position, label: str, names: Iterable[str], lie: Lie = "fan") -> Zone:
        """Return places that belong together, in one row, each with its name.

        Args:
            position: the position.
            label: what people call the places together.
            names: the names of the places.
            lie: how their cards lie: ``fan`` (all show), ``top`` (only the top card shows), ``squared`` (face down,
                only their number shows) or ``hidden`` (the same, but known to those who ask).

        Raises:
            LeoniError: cards cannot lie like this.
        """
        if lie not in LIES:
            raise LeoniError(f"`{lie}` does not say how cards lie: that is {join_words([*LIES], 'or')}")
        piles = position.places
        return Zone(label, label, tuple([Place(name, name, tuple(piles[name]), lie) for name in names]))

    # -- sentences ----------------------------------------------------------------------------------------------------

    def _won_refusal(self, position: Position, move: object) -> Refusal:
        message = Message(GAME_WON, ": only the word won may follow")
        return Refusal("M214", message, self.win_clause, plain="you have won, so nothing is left to play")

    def line(self, place: str) -> str:
        """Return the line of a position that lists a place."""
        return self.vocabulary.lines.get(place, place)

    def row(self, place: str) -> int:
        """Return the row of a place of the grid, from 1; 0 for any other place."""
        return self.vocabulary.row_of(self.vocabulary.numbers.get(place, -1))


class Position:
    """A position of a game: the table of the rules, with its places and moves by name.

    Args:
        table: the table, which the position plays on.
        game: the game under the rules of the record, which describes the position.

    Attributes:
        table: as above.
        game: as above. What differs from game to game, the position asks its game.
    """

    __slots__ = ("game", "table")

    def __init__(self, table: Table, game: Game[Any]) -> None:
        self.table: Table = table
        self.game: Game[Any] = game

    def __str__(self) -> str:
        """Return the position, one line per place, as the digest hashes it and a ``Layout`` tag lists it."""
        return self.text

    def __repr__(self) -> str:
        """Return the position as a table, under the name of its game."""
        return f"{self.game.name}, {self.game.rules}\n{self}".rstrip("\n")

    def __eq__(self, other: object) -> bool:
        """Whether two positions of a game under the same rules have the same legal future, as far as the rules tell
        positions apart: two piles that may change places are not told apart."""
        if not isinstance(other, Position):
            return NotImplemented
        same_game = self.game.name == other.game.name and str(self.game.rules) == str(other.game.rules)
        return same_game and self.key == other.key

    def __hash__(self) -> int:
        """Return the hash of a position as it is now: put a copy into a set, and play on in another."""
        return hash(self.key)

    def __copy__(self) -> Position:
        return self.copy()

    def copy(self, *, with_moves: bool = False) -> Position:
        """Return an independent copy.

        Args:
            with_moves: whether the moves that led here can be taken back on the copy too.
        """
        return Position(copy(self.table) if with_moves else self.table.copy(), self.game)

    # -- the cards ----------------------------------------------------------------------------------------------------

    @property
    def places(self) -> Places[list[Card]]:
        """The cards of every place by name, bottom first."""
        return PositionPlaces(self.table, self.game.places)

    @property
    def sizes(self) -> bytes:
        """The number of cards in every place and on every foundation, by its number."""
        return bytes(self.table.size)

    @property
    def left(self) -> int:
        """The number of cards not on the foundations."""
        return self.table.left

    @property
    def rows(self) -> int:
        """How many rows of the grid have been dealt; 0 without a grid."""
        return self.game.rows(self)

    @property
    def state(self) -> int:
        """The state besides the cards: the number of the deal, what is due or over."""
        return self.table.registers()

    @property
    def key(self) -> int:
        """A 64-bit key that identifies the position: its cards and all that is due."""
        return self.table.key()

    @property
    def deal(self) -> int:
        """The number of the deal, or of the pass through the stock."""
        return self.table.deal

    @property
    def odd(self) -> bool:
        """Whether cards are unknown, or lie where the rules could not have led."""
        return self.table.odd

    @property
    def orders(self) -> dict[int, bytes]:
        """The recorded orders of shuffled redeals, by the number of the deal that they begin (``Pack2`` …)."""
        return self.table.orders

    def next_shuffle(self) -> Shuffle | None:
        """Return the shuffle that a redeal would begin with now; None if no redeal is possible, or nothing is
        shuffled."""
        return self.game.next_shuffle(self)

    def unreachable_cards(self) -> list[tuple[str, str]]:
        """Find cards that the rules could never have put where they are. Returns each place with the reason."""
        return self.game.unreachable_cards(self)

    def places_with(self, card: int) -> list[str]:
        """Return the names of the places that hold a card, face up or face down."""
        table, places = self.table, self.game.places
        cells, sizes = bytes(table.cells), self.sizes
        names: list[str] = []
        # There is one copy of each card per pack, but any number of unknown cards.
        most_places = table.cards // PACK_SIZE if card < UNKNOWN else len(places)
        for name, place in places.items():
            count = sizes[place]
            if not count:
                continue
            if place >= FOUNDATIONS:
                has_card = suit_of(place) == SUIT[card] and card in cards_of(table, place)
            else:
                first = ROOM * place
                end = first + count
                has_card = cells.find(card, first, end) >= 0 or cells.find(card + DOWN, first, end) >= 0
            if has_card:
                names.append(name)
                if len(names) == most_places:
                    break
        return names

    def whereabouts(self, card: int, *, hidden: bool = True) -> list[str]:
        """Return where the copies of a card lie, in words: ``in pile 7``, ``face down in pile 3``, ``on the talon``.

        Args:
            card: the card.
            hidden: whether to include copies that nobody sees.
        """
        words: list[str] = []
        closed_places = frozenset[str]() if hidden else self.closed_places
        for name in self.places_with(card):
            if name in closed_places:
                continue
            pile: Sequence[int] = self.places[name]
            preposition = "on " if name in self.game.foundations else "in "
            words += [Message(preposition, self.game.words(name))] * pile.count(card)
            if hidden:
                words += [f"face down in {self.game.words(name)}"] * pile.count(card + DOWN)
        return words

    # -- what can be played -------------------------------------------------------------------------------------------

    def available(self) -> list[tuple[str, int]]:
        """Return the available cards, each with its place; of twins in one place only the first."""
        return self.game.available(self)

    def fits(self, card: int, way: Direction) -> bool:
        """Whether a card fits a foundation in direction ``^`` or ``v``."""
        return self.game.fits(self, card, way)

    def fitting_ways(self, card: int) -> list[Direction]:
        """Return the directions (``^``, ``v``) of the foundations that a card fits."""
        return [way for way in self.game.ways if self.game.fits(self, card, way)]

    def playable(self) -> list[tuple[str, int]]:
        """Return the available cards that fit a foundation, each with its place."""
        return [(place, card) for place, card in self.available() if self.fitting_ways(card)]

    def doubtful(self) -> bool:
        """Whether an available card is unknown, so that more may be possible than the known cards show."""
        return self.odd and any(card == UNKNOWN for _, card in self.available())

    def move_numbers(self) -> list[int]:
        """Return every legal move by its number."""
        room = _rooms.take()
        numbers = list(room[: self.table.moves(room)])
        _rooms.give(room)
        return numbers

    def legal_moves(self) -> list[Move]:
        """Return every legal move, with source, card and destination as in the long form."""
        return [self.game.vocabulary.command_of(number) for number in self.move_numbers()]

    def legal(self) -> list[Move]:
        """Return every legal move in long form, with all that it would bring about; of a shuffled redeal whose order is
        not known, only the word."""
        moves = self._in_full(self.move_numbers())
        return [*moves, self.game.vocabulary.command_of(DEAL_AGAIN)] if self.awaits_order else moves

    def legal_steps(self) -> list[Step]:
        """Return the step of every legal move that can be played, in the order of :meth:`legal`; the position stays as
        it is."""
        return [self.preview(number) for number in self.move_numbers()]

    def count_legal(self) -> int:
        """Return how many moves are legal, a shuffled redeal included whose order is not known."""
        count = len(self.move_numbers())
        return count + 1 if self.awaits_order else count

    @property
    def awaits_order(self) -> bool:
        """Whether a shuffled redeal is legal, but cannot be played, because no order is given for its cards."""
        return self.table.why(DEAL_AGAIN) in (NO_ORDER, WRONG_ORDER)

    def meanings(self, command: Move) -> list[Move]:
        """Return the legal moves that a command can mean."""
        return self.game.meanings(self, command)

    def read(self, command: Move) -> Move:
        """Return the legal move that a command means.

        Raises:
            Refused: it agrees with no legal move.
            Ambiguous: it agrees with several that lead to different positions.
            TypeError: it is not a command.
        """
        moves = self.meanings(_check_command(command))
        if not moves:
            raise Refused(self._refuse(command))
        if len(moves) > 1:
            move_to: dict[int, Move] = {}
            for move in moves:
                key, long_move = self.outcome(self._number_of(move))
                move_to.setdefault(key, long_move)
            if len(move_to) > 1:
                # Without what comes to light: it may lie face down until then.
                raise Ambiguous([move._replace(shown=None) for move in move_to.values()])
        return moves[0]

    def why_not(self, command: Move) -> Refusal | None:
        """Return why a command is refused; None exactly if at least one legal move agrees with it."""
        return None if self.meanings(_check_command(command)) else self._refuse(command)

    def _refuse(self, command: Move) -> Refusal:
        """Return why a command is refused, with the places of a row in place of the row."""
        if command.dest == NO_PLACE:
            message = Message("`", command, "` has no destination after `>`")
            return Refusal(
                "M201", message, self.game.rules.clause("2"), plain="the move doesn't say where the card goes"
            )
        refusal = self.game.refusal(self, command)
        places = [place for name in refusal.places for place in self.game.cells.get(name, (name,))]
        return refusal._replace(places=tuple(dict.fromkeys(places)))

    def won(self) -> bool:
        """Whether the position is won."""
        return self.table.won()

    def standstill(self) -> bool:
        """Whether no available card fits a foundation."""
        return self.table.standstill()

    def deal_over(self) -> bool:
        """Whether this deal is over: no move is legal except to deal again."""
        return self.game.deal_over(self)

    def why_not_lost(self) -> Refusal | None:
        """Return why ``lost`` may not be written here; None if it may."""
        return self.game.why_not_lost(self)

    def why_not_won(self) -> str:
        """Return in words what is missing if a game isn't won."""
        return self.game.why_not_won(self)

    def why_won(self) -> str:
        """Return why a won game is won, in words."""
        return self.game.why_won(self)

    def why_lost(self) -> str:
        """Return why the game is lost, in words; empty if it is not."""
        return self.game.why_lost(self) if self.table.is_lost() else ""

    # -- playing ------------------------------------------------------------------------------------------------------

    def play(self, number: int) -> Step:
        """Play a legal move by its number, and return its step."""
        self.table.play(number)
        return self._step(number)

    def play_command(self, command: Move) -> Step:
        """Play the move that a command means, with its forced consequences. Omitted parts are filled in.

        Raises:
            Refused, Ambiguous, TypeError: as :meth:`read`; nothing has been played then.
        """
        return self.play(self._number_of(self.read(command)))

    def undo(self, step: Step) -> None:
        """Take back the last step.

        Raises:
            IndexError: no move has been played here. The moves that led to a copied position don't count.
        """
        if not self.table.plies:
            raise IndexError(f"{step.move} cannot be taken back: no move has been played on this position")
        self.table.unplay()

    def redo(self, step: Step) -> None:
        """Replay a step that was taken back."""
        self.table.play(self._number_here(step))

    def _number_here(self, step: Step) -> int:
        """Return the number of a step on the table of this position, which learns of an irregular action that was
        done on the table of another."""
        action, known_actions = step.irregular, self.table.irregular_actions
        if not isinstance(action, IrregularAction):
            return step.number
        for index, known_action in enumerate(known_actions):
            if known_action is action:
                return IRREGULAR + index
        known_actions.append(action)
        return IRREGULAR + len(known_actions) - 1

    # Others may read this position at the same time, so what is only tried is played on a copy.

    def outcome(self, number: int) -> tuple[int, Move]:
        """Return the key of the position that a legal move would lead to, and the move in long form."""
        twin = self.copy()
        twin.table.play(number)
        return twin.key, twin.as_played(number)

    def preview(self, number: int) -> Step:
        """Return the step that a legal move would make; the position stays as it is."""
        return self.copy().play(number)

    def in_full(self, number: int) -> Move:
        """Return a legal move in long form, with all that it would bring about."""
        return self._in_full([number])[0]

    def _in_full(self, numbers: Iterable[int]) -> list[Move]:
        """Return legal moves in long form, given as numbers."""
        twin = self.copy()
        moves: list[Move] = []
        for number in numbers:
            twin.table.play(number)
            moves.append(twin.as_played(number))
            twin.table.unplay()
        return moves

    def long_form(self, move: Move) -> Move:
        """Return a legal move in long form: as :meth:`in_full`, of a move with source, card and destination."""
        return self.in_full(self._number_of(move))

    def as_played(self, number: int) -> Move:
        """Return the move just played in long form, with all that it brought about."""
        return move_as_played(self.table, self.game.vocabulary, number)

    def _step(self, number: int) -> Step:
        """Return the step of the move that was just played."""
        game = self.game
        changes = changes_of(self.table, game.places, game.vocabulary, number)
        action = self.table.irregular_actions[number - IRREGULAR] if number >= IRREGULAR else None
        return Step(self.as_played(number), changes, number, action)

    def _number_of(self, move: Move) -> int:
        number = self.game.number_of(move)
        assert number is not None
        return number

    # -- showing ------------------------------------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """The position as the digest hashes it, one place per line."""
        return self.text_bytes.decode()

    @property
    def text_bytes(self) -> bytes:
        """The same as :attr:`text`, in bytes."""
        writer = _writers.take()
        text = self.written_by(writer)
        _writers.give(writer)
        return text

    def written_by(self, writer: Writer) -> bytes:
        """Return the same as :attr:`text_bytes`, written by a writer."""
        return writer.text(self.game.text_form(self), self.table, self.game.rows(self))

    @property
    def digest(self) -> str:
        """The digest: 16 hexadecimal digits of the SHA-256 hash of the text (docs/dev/formats.md, The digest)."""
        writer = _writers.take()
        digest = writer.digest(self.game.text_form(self), self.table, self.game.rows(self))
        _writers.give(writer)
        return digest

    @property
    def line_names(self) -> tuple[str, ...]:
        """The names of the lines of the text, in order: places, foundations of a suit, rows, and perhaps ``deal``."""
        return self.game.line_names(self)

    def listing(self, only: Container[str] | None = None) -> list[tuple[str, Sequence[int] | int]]:
        """Return the lines of the text, each with its cards as listed (``deal`` with its number).

        Args:
            only: the lines to return; None for all.
        """
        places = self.places
        return [(line, self._cards_of_line(line, places)) for line in self.line_names if only is None or line in only]

    def _cards_of_line(self, line: str, places: Mapping[str, Sequence[int]]) -> Sequence[int] | int:
        """Return the cards that a line lists: the top cards of foundations, the cards of a row, or those of a place."""
        game = self.game
        if line in game.lines:
            piles = [places[name] for name in game.lines[line]]
            # The fuller of two comes first.
            return [pile[-1] for pile in sorted(piles, key=len, reverse=True) if pile]
        if line in game.cells:
            piles = [places[name] for name in game.cells[line]]
            return [pile[0] if pile else GAP for pile in piles]
        return self.deal if line == "deal" else places[line]

    @property
    def layout(self) -> Layout:
        """The position as it looks on the table."""
        return Layout(self.game.zones(self), self.caption)

    @property
    def closed_places(self) -> frozenset[str]:
        """The places that show players only the number of their cards."""
        return self.game.closed_places(self)

    @property
    def deal_words(self) -> str:
        """The number of the deal among those that the rules allow: ``deal 2 of 3``. Misplayed redeals can lead beyond
        the last one: ``deal 6 (the rules allow 3)``."""
        allowed = self.game.deals
        if not allowed:
            return f"deal {self.deal}"
        if self.deal > allowed:
            return f"deal {self.deal} (the rules allow {allowed})"
        return f"deal {self.deal} of {allowed}"

    @property
    def caption(self) -> str:
        """A caption: the number of the deal, and the state of the game."""
        captions = [self.situation]
        if self.game.counts_deals:
            deals = self.game.deals
            is_ordinal = 1 < deals <= len(_ORDINALS) and self.deal <= deals
            captions.insert(0, f"{_ORDINALS[self.deal - 1]} of {deals} deals" if is_ordinal else self.deal_words)
        return ", ".join(filter(None, captions))

    @property
    def situation(self) -> str:
        """The state of the game in a few words, for the help of a diagnostic (``an exile is due``)."""
        return self.game.situation(self)

    def arrival_words(self, change: Shift) -> tuple[str, str]:
        """Return how a card goes to a place by the next move, in words: a verb and the rest, such as ``goes``,
        ``to pile 3`` or ``is``, ``laid on the talon``."""
        return self.game.arrival_words(self, change)

    def svg(self, **options: Unpack[PictureOptions]) -> str:
        """Draw the position as a player at the table sees it.

        Args:
            options: what :class:`PictureOptions` has, such as ``size=400``.
        """
        return self.layout.closed().svg(**options)

    def _repr_svg_(self) -> str:
        """Return the position as a picture, for notebooks."""
        return self.svg()


def _foundation_lines(kinds: Iterable[int]) -> dict[str, tuple[str, ...]]:
    """Return the foundations of each line of the digest, for a game with these kinds of foundations. Two foundations of
    a suit with the same direction share a line."""
    lines: dict[str, tuple[str, ...]] = {}
    for kind in kinds:
        for suit in range(4):
            foundation = COMMON.names[FOUNDATIONS + 4 * kind + suit]
            line = COMMON.lines[foundation]
            lines[line] = (*lines.get(line, ()), foundation)
    return lines


def check_game(game: Game[Any]) -> None:
    """Check what a game from outside says of itself, on the first position of a deal.

    Raises:
        LeoniError: something is wrong.
    """
    if unknown := [name for name in getattr(game, "named_by_top", ()) if name not in game.places]:
        raise LeoniError(f"`named_by_top` names the place `{unknown[0]}`, which is not in `order`")
    position = game.start(standard(game.packs, game.bases))
    places = [place for zone in game.zones(position) for place in zone.places]
    for place in places:
        if place.name not in game.places:
            raise LeoniError(f"`zones` has the place `{place.name}`, which is not in `order`")
        if place.lie not in LIES:
            raise LeoniError(f"`{place.lie}` does not say how cards lie: that is {join_words([*LIES], 'or')}")
    names = {place.name for place in places}
    if missing := [name for name in game.order if name not in names]:
        raise LeoniError(f"`zones` leaves out the place `{missing[0]}`")


def cards_are(count: int) -> str:
    """Return a number of cards with its verb: ``1 card is``, ``3 cards are``."""
    return f"{pluralize(count, 'card')} {'is' if count == 1 else 'are'}"


def _check_command(command: object) -> Move:
    """Check that something is a command, not something that resembles one."""
    if isinstance(command, Move):
        command.check()
        return command
    raise TypeError(f"{command!r} is not a Move: Move.parse(text) makes one from the text of a move")
