"""What every game has in common: positions, moves that can be taken back, refusals, and the class of a game.

A game knows no text, no files and no screen. It is asked for its legal moves, for the reason against a command, and
to play a move; what it answers is made of cards, places and clauses.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from leoni_replay.cards import UNKNOWN, texts
from leoni_replay.cards import read as read_card
from leoni_replay.commands import Command
from leoni_replay.diagnostics import Clause
from leoni_replay.games.rules import Rules
from leoni_replay.games.steps import Change, Position, Step, undo
from leoni_replay.layout import Layout
from leoni_replay.words import counted, place_words

if TYPE_CHECKING:
    from leoni_replay.unknown.unknowns import Unknowns

#: Said of a table on which cards are not known.
NONE_FITS = "no available card that is known fits a foundation"


class Refusal(NamedTuple):
    """Why a command is no legal move: a diagnostic code, a sentence, the clause, and the places to look at."""

    code: str
    message: str
    clause: Clause | None
    places: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class Refused(Exception):
    """A command that no legal move agrees with."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


class Ambiguous(Exception):
    """A command that legal moves with different outcomes agree with."""

    def __init__(self, moves: list[Command]) -> None:
        super().__init__("ambiguous")
        self.moves = moves


class LayoutError(ValueError):
    """A written position that is none; ``place`` is the line at fault, ``unknown`` says that the game has no such
    place."""

    def __init__(self, place: str, message: str, *, unknown: bool = False) -> None:
        super().__init__(message)
        self.place = place
        self.unknown = unknown


def agrees(command: Command, move: Command) -> bool:
    """Whether a written command can mean a legal move: nothing that is written contradicts the choice."""
    return (
        (command.source is None or command.source == move.source)
        and (command.card is None or command.card == move.card)
        and (command.dest is None or command.dest == move.dest)
    )


def contradicts(command: Command, played: Command) -> bool:
    """Whether a checked part of a written command (path, ``#``, shown cards) is not what the move brought about."""
    woven = command.path is not None and (command.path, command.stalemate) != (played.path or (), played.stalemate)
    if woven or command.shown is None:
        return woven
    shown = played.shown or ()
    if command.card is None and command.source == "deal" and played.card is not None:
        # What a bare `deal` turned up may be written behind it, also if the card had to go on at once.
        return command.shown not in (shown, (played.card, *shown))
    return command.shown != shown


class Game(ABC):
    """A game under the rules of one record.

    Subclasses say what is dealt, what is legal and what a move does. A position is changed in place by :meth:`play`
    and restored by :func:`undo`.
    """

    #: the name in the table of games and in the ``Game`` tag
    name: str
    packs: int
    #: the cards that are taken out of the packs before the shuffle
    bases: tuple[int, ...] = ()
    #: the deals that begin with a shuffle under the rules in force, so that the record writes their order (``Pack2`` …)
    written_redeals: tuple[int, ...] = ()

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    @abstractmethod
    def start(self, stock: Sequence[int]) -> Position:
        """The position after the first deal of a stock (index 0 is dealt first)."""

    @abstractmethod
    def from_layout(self, lines: dict[str, list[int]], deal: int) -> Position:
        """The position that a layout describes; places that are not listed are empty, foundations not listed at
        their bases.

        Raises:
            LayoutError: a line that cannot be.
        """

    def strays(self, position: Position) -> list[tuple[str, str]]:
        """What lies where the rules of the game could never lead: the place, and a sentence that says why not."""
        return []

    @abstractmethod
    def legal_moves(self, position: Position) -> list[Command]:
        """Every legal move: source, card and destination filled in as the long form writes them."""

    @abstractmethod
    def why_not(self, position: Position, command: Command) -> Refusal | None:
        """The reason against a command; None exactly when at least one legal move agrees with it."""

    @abstractmethod
    def play(self, position: Position, move: Command) -> Step:
        """Play a legal move, with all that follows from it by force."""

    @abstractmethod
    def consequence_clause(self, move: Command) -> Clause:
        """The clause that decides what follows from a move by force: its weave path, or the cards it shows."""

    @abstractmethod
    def won(self, position: Position) -> bool:
        """Whether the position is won."""

    def words(self, place: str) -> str:
        """What a place is called in a sentence."""
        return place_words(place)

    def why_not_won(self, position: Position) -> str:
        """What is missing, in words, where a game is not won."""
        return f"{left_words(self.left(position))} not on the foundations"

    @property
    @abstractmethod
    def win_clause(self) -> Clause:
        """The clause that says when the game is won."""

    @abstractmethod
    def why_not_lost(self, position: Position) -> Refusal | None:
        """The reason why ``lost`` may not be written here; None when it may."""

    @abstractmethod
    def standstill(self, position: Position) -> bool:
        """Whether no available card fits a foundation."""

    @abstractmethod
    def available(self, position: Position) -> list[tuple[str, int]]:
        """The available cards, each with its place."""

    @abstractmethod
    def landing(self, position: Position, card: int, way: str) -> str:
        """The foundation on which a card fits going ``^`` or ``v``; empty if it does not."""

    def doubtful(self, position: Position) -> bool:
        """Whether an available card is not known, so that more may be possible than can be told."""
        return position.odd and any(card == UNKNOWN for _, card in self.available(position))

    @abstractmethod
    def playable(self, position: Position) -> list[tuple[str, int]]:
        """The available cards that fit a foundation, each with its place."""

    @abstractmethod
    def situation(self, position: Position) -> str:
        """What is the matter now, in a few words for the help of a diagnostic (``this is a standstill``)."""

    @abstractmethod
    def listing(self, position: Position) -> list[tuple[str, list[int] | int]]:
        """The places in the order of the digest, each with the cards it is listed with (``deal`` with its number)."""

    @abstractmethod
    def layout(self, position: Position) -> Layout:
        """What the position looks like."""

    def gathered(self, position: Position) -> tuple[int, list[int]] | None:
        """The number of the deal that a redeal would begin now, and the cards that it would shuffle; None where no
        redeal is possible, or nothing is shuffled."""
        return None

    def left(self, position: Position) -> int:
        """How many cards are not on the foundations."""
        return self.packs * 52 - sum(len(position.places[name]) for name in self.foundations)

    #: the foundation places, in the order of the digest
    foundations: tuple[str, ...] = ()
    #: the places of which every card is available
    spreads: tuple[str, ...] = ()
    #: whether a game can be lost only where no available card fits a foundation
    lost_at_standstill = False

    def key(self, position: Position) -> Hashable:
        """What tells two positions apart: the table and all that is due."""
        return (position.state, tuple(tuple(pile) for pile in position.places.values()))

    def text(self, position: Position) -> str:
        """The position as the digest hashes it: one line a place."""
        return "".join(
            f"{place}: {held if isinstance(held, int) else texts(held)}\n" for place, held in self.listing(position)
        )

    def digest(self, position: Position) -> str:
        """The first 16 hex digits of SHA-256 over :meth:`text`."""
        return hashlib.sha256(self.text(position).encode()).hexdigest()[:16]

    def meant(self, position: Position, command: Command) -> list[Command]:
        """The legal moves that a command can mean."""
        on = read_card(command.dest[1:]) if command.dest is not None and command.dest[0] == ">" else None
        if on is None:
            return [move for move in self.legal_moves(position) if agrees(command, move)]
        # On a card: to any place where that card is on top.
        loose = command._replace(dest=None)
        tops = {f">{name}" for name, pile in position.places.items() if pile and pile[-1] == on}
        return [move for move in self.legal_moves(position) if move.dest in tops and agrees(loose, move)]

    def read(self, position: Position, command: Command) -> Command:
        """The legal move that a command means.

        Raises:
            Refused: no legal move agrees with it.
            Ambiguous: several do, and they lead to different positions.
        """
        moves = self.meant(position, command)
        if not moves:
            refusal = self.why_not(position, command)
            if refusal is None:
                raise AssertionError(f"no reason against {command}, and no legal move agrees with it")
            raise Refused(refusal)
        if len(moves) > 1:
            outcomes: dict[Hashable, Command] = {}
            for move in moves:
                step = self.play(position, move)
                outcomes.setdefault(self.key(position), step.move)
                undo(position, step)
            if len(outcomes) > 1:
                raise Ambiguous(list(outcomes.values()))
        return moves[0]

    def advance(self, position: Position, command: Command) -> Step:
        """Play what a command means: :meth:`read` and :meth:`play` in one.

        Raises:
            Refused, Ambiguous: as :meth:`read`; nothing has been played then.
        """
        return self.play(position, self.read(position, command))

    # -- unknown cards ------------------------------------------------------------------------------------------------

    def name_cards(self, known: Unknowns, position: Position, command: Command, changes: list[Change]) -> Step | None:
        """Lay open the cards that a written command names where they are not known. A game may also play it, where
        the move lays cards anew that are not known.

        Raises:
            Refused: a card that is named cannot be there (M227), or one that matters is not named (M228).
        """
        return None

    def table_of(self, position: Position) -> int:
        """Which table is played from where cards are dealt again that are not known: the first is 0."""
        return 0

    def learn(self, known: Unknowns, position: Position, step: Step, changes: list[Change]) -> None:
        """Find out what a step that was just played says of unknown cards that it did not name.

        Raises:
            Refused: one of them can be no card at all (M227).
        """
        return

    def unsure(self, known: Unknowns, position: Position, step: Step) -> Refusal | None:
        """Why a step that was just played depends on a card that is not known; None if it does not."""
        return None

    def in_full(self, position: Position, move: Command) -> Command:
        """A legal move in long form, with all that it would bring about."""
        step = self.play(position, move)
        undo(position, step)
        return step.move


def left_words(count: int) -> str:
    """So many cards, with their verb."""
    return f"{counted(count, 'card')} {'is' if count == 1 else 'are'}"
