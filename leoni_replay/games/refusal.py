"""Reasons and exceptions: why a command is not a legal move, or a written position is impossible."""

from __future__ import annotations

from typing import Any, Final, NamedTuple, TypeAlias

from leoni_replay.cards import DOWN, PRETTY, SUIT, SUIT_NAMES, texts
from leoni_replay.commands import Move
from leoni_replay.diagnostics import Clause, with_attributes
from leoni_replay.leoni_error import LeoniError
from leoni_replay.phrases import join_words
from leoni_replay.rules import reasons
from leoni_replay.rules.numbers import FOUNDATIONS, UP_TO_DOWN

#: The situation of a game that is won.
GAME_WON: Final = "the game is won"

#: The remark for a position with unknown cards.
NONE_FITS = "nothing that is known fits a foundation"

#: What a player is told whose card fits the other foundation.
OTHER_ONE: Final = "goes on the other foundation of its suit"

#: Cards that a refusal is about, each a place and the index of a card in it.
Marks: TypeAlias = tuple[tuple[str, int], ...]


class Refusal(NamedTuple):
    """Why a command is not a legal move: a diagnostic code, a sentence, the clause, and the places to look at.

    ``placeless`` is a card that the command names, if nobody knows where it lies. ``plain`` is the sentence for
    somebody who doesn't know the rules, if it is another one, and ``marks`` are the cards that it is about.
    """

    code: str
    message: str
    clause: Clause | None
    places: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    placeless: int | None = None
    plain: str = ""
    marks: Marks = ()

    def __str__(self) -> str:
        """Return the sentence, with the rule in parentheses."""
        return f"{self.message} ({self.clause.label}, {self.clause.name})" if self.clause else self.message

    @property
    def gentle(self) -> str:
        """The sentence for a player at the table."""
        plain = self.plain or self.message
        return f"{plain[:1].upper()}{plain[1:]}."


def against_reversal(position: Any, number: int, reason: int) -> tuple[str, str]:
    """Return why a card may not move from one foundation of its suit to the other.

    Args:
        position: the position.
        number: the move, as the rules number it.
        reason: why it is illegal (``rules/reasons.py``): the card is not the top card, it is a base, which never moves,
            or the two foundations do not meet.

    Returns:
        The message, and the sentence for a player at the table; empty if that is the message.
    """
    # The move is packed into the number: its source, its card, its destination.
    card = number >> 8 & 255
    suit = SUIT[card]
    up = position.table.foundation_top(FOUNDATIONS + suit)
    down = position.table.foundation_top(FOUNDATIONS + 4 + suit)
    if reason == reasons.BASE:
        return f"{PRETTY[card]} is the base of its foundation and never moves", ""
    if reason == reasons.NO_MEETING:
        message = f"the foundations of {SUIT_NAMES[suit]} do not meet: they stand at {PRETTY[up]} and {PRETTY[down]}"
        apart = f"{PRETTY[up]} ▲ and {PRETTY[down]} ▼ are too far apart"
        return message, f"cards cross over only when {SUIT_NAMES[suit]} meet, and {apart}"
    way, top = ("up", up) if number & 255 == UP_TO_DOWN else ("down", down)
    message = f"{PRETTY[card]} is not the top of the {SUIT_NAMES[suit]} built {way}: that is {PRETTY[top]}"
    return message, f"{PRETTY[card]} lies under {PRETTY[top]}"


class Refused(LeoniError):
    """Raised for a command that agrees with no legal move."""

    __reduce__ = with_attributes

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


class Ambiguous(LeoniError):
    """Raised for a command that agrees with several legal moves with different outcomes."""

    __reduce__ = with_attributes

    def __init__(self, moves: list[Move]) -> None:
        super().__init__(f"this can mean {join_words([str(move) for move in moves], 'or')}")
        self.moves = moves


class LayoutError(LeoniError):
    """Raised for an impossible layout. ``place`` is the line at fault, empty for a text that is no
    layout; ``unknown`` is set if the game has no such
    place, ``help`` says what to write instead. ``message`` is its text, with parts."""

    __reduce__ = with_attributes

    def __init__(self, place: str, message: str, *, unknown: bool = False, help: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.place = place
        self.unknown = unknown
        self.help = help


def agrees(command: Move, move: Move) -> bool:
    """Whether a written command can mean a legal move: no written part contradicts it."""
    return (
        (command.source is None or command.source == move.source)
        and (command.card is None or command.card == move.card)
        and (command.dest is None or command.dest == move.dest)
    )


def contradicts(command: Move, move: Move) -> bool:
    """Whether a checked part of a written command (path, ``#``, shown cards) differs from the move as played."""
    weave = (move.path or (), move.stalemate)
    if command.path is not None and (command.path, command.stalemate) != weave:
        return True
    if command.shown is None:
        return False
    shown_cards = move.shown or ()
    if command.card is None and command.source == "deal" and move.card is not None:
        # The card that a bare `deal` turned up may be written after it, even if the card had to be placed at once.
        return command.shown not in (shown_cards, (move.card, *shown_cards))
    return command.shown != shown_cards


def not_known(what: str, clause: Clause | None, *places: str) -> Refusal:
    """Return the refusal of something that depends on an unknown card."""
    message = f"{what} is not known, and the record does not name it here"
    return Refusal("M228", message, clause, places, plain=f"nobody has seen {what} yet")


def place_not_known(card: int, clause: Clause | None) -> Refusal:
    """Return the refusal of a move with a card that can lie in several places."""
    plain = f"nobody knows yet where {PRETTY[card]} lies"
    return not_known(f"the place of {PRETTY[card]}", clause)._replace(placeless=card, plain=plain)


def face_down(place: str, message: str, card: int) -> LayoutError:
    """Return the error for a card written face down where no card lies face down."""
    name = texts([card & ~DOWN])
    return LayoutError(place, message, help=f"write {'an unknown card as' if name == '??' else 'it as'} `{name}`")
