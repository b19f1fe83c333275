"""Messages with parts: which words of a text are a move, a foundation, a rule or an option.

A message is a text, and only a renderer for readers who don't know the notation asks for its parts. Texts made from it
otherwise (by ``f"…"`` or ``str``) have none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from leoni_replay.commands import Move
from leoni_replay.diagnostics import Clause


class Message(str):
    """A text with its parts: plain text, and things whose ``str`` stands in it.

    >>> message = Message(Move.parse("2S"), " can mean ", Move.parse("11:2S^"))
    >>> message
    '2S can mean 11:2S^'
    >>> message.said(lambda part: "a move")
    'a move can mean a move'

    Args:
        parts: plain texts, moves and other things, and messages.
    """

    parts: tuple[object, ...]

    def __new__(cls, *parts: object) -> Message:
        message = super().__new__(cls, "".join(map(str, parts)))
        flat_parts: list[object] = []
        for part in parts:
            flat_parts += part.parts if isinstance(part, Message) else (part,)
        message.parts = tuple(flat_parts)
        return message

    def __reduce__(self) -> tuple[object, ...]:
        return Message, self.parts

    def said(self, words_of: Callable[[object], str]) -> str:
        """Return the text with other words for what is not plain text.

        Args:
            words_of: returns the words for a move or another part.
        """
        return "".join([part if isinstance(part, str) else words_of(part) for part in self.parts])


def joined(parts: Sequence[object], separator: str, last: str | None = None) -> Message:
    """Return parts with a separator between them, as one message.

    Args:
        parts: the parts.
        separator: what stands between two of them.
        last: what stands before the last of them instead; None for the separator.
    """
    with_separators: list[object] = []
    for number, part in enumerate(parts):
        if number:
            with_separators.append(last if last is not None and number == len(parts) - 1 else separator)
        with_separators.append(part)
    return Message(*with_separators)


class WrittenMove(NamedTuple):
    """A move as a record writes it: ``2S!``."""

    text: str
    move: Move

    def __str__(self) -> str:
        return self.text


class Foundation(NamedTuple):
    """A foundation by its name: ``C^``."""

    name: str

    def __str__(self) -> str:
        return self.name


class WrittenCard(NamedTuple):
    """A card as the notation writes it: ``2S``."""

    text: str

    def __str__(self) -> str:
        return self.text


class CitedRule(NamedTuple):
    """The code of a refusal and the rule behind it, in brackets after the sentence: ``(M222; mcneely 5, building)``."""

    code: str
    clause: Clause | None

    def __str__(self) -> str:
        rule = f"; {self.clause.label}, {self.clause.name}" if self.clause else ""
        return f" ({self.code}{rule})"


class CitedPoint(NamedTuple):
    """The id of a point of the rules, in brackets after what is said of it: ``(L11)``."""

    id: str

    def __str__(self) -> str:
        return f" ({self.id})"


class AgainstLetter(NamedTuple):
    """The words between what a rule book says and what the letter of its source says instead: ``, against the letter of
    Rule 2, by which``.

    Attributes:
        lead: the words before it: a comma, or ``is`` if it is the verb of its sentence.
        where: where the letter stands in the source; empty if the citation says so.
        joint: the words after it.
    """

    lead: str
    where: str
    joint: str

    def __str__(self) -> str:
        of_what = f" of {self.where}" if self.where else ""
        return f"{self.lead}against the letter{of_what}{self.joint}"


class Argument(NamedTuple):
    """An argument of a function, by its name in Python. The command line writes it as one of its options."""

    name: str

    def __str__(self) -> str:
        return self.name


class Option(NamedTuple):
    """An option of the command line; ``advised`` if the message says to add it: ``add --rest-empty``."""

    name: str
    advised: bool = False

    def __str__(self) -> str:
        return f"add {self.name}" if self.advised else self.name
