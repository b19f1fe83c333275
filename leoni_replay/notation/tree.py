"""A recorded game as a tree: what the notation's text says, with the places where it says it.

Nodes come from the reader, or from programs that have a game to write down; then they have no place in a text and
their ``start`` and ``end`` are 0. Two nodes are equal if they say the same, wherever they stand.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from leoni_replay.commands import Command
from leoni_replay.diagnostics import Span

ClaimKind = Literal[
    "standstill",
    "not standstill",
    "place",
    "top",
    "count",
    "left",
    "available",
    "not available",
    "available only",
    "legal",
    "illegal",
    "legal set",
    "deal over",
    "won",
    "lost",
    "digest",
]

#: How many source lines a frame may want, however long the comment is that is at fault.
_FRAME_LINES = 5


@dataclass(slots=True)
class Tag:
    """``[Name "value"]``; the value without its escapes. ``value_start`` is where the value's text begins, after the
    quotation mark."""

    name: str
    value: str
    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)
    value_start: int = field(default=0, compare=False)


@dataclass(slots=True)
class Move:
    """One move as written; ``mark`` is an annotation such as ``!?``, or empty."""

    command: Command
    mark: str = ""
    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)


@dataclass(slots=True)
class Number:
    """A move number, the number of the move that comes next."""

    value: int
    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)


@dataclass(slots=True)
class Comment:
    """A comment without its delimiters; ``style`` is the one that opens it."""

    text: str
    style: Literal["{", ";"] = "{"
    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Statement:
    """What a claim says. Which parts are there depends on the kind:

    ``place``: ``place`` and ``cards`` (or ``number`` for ``deal: 2``); ``top``: ``place`` and one card; ``count``:
    ``place`` and ``number``; ``left``: ``number``; ``available``, ``not available``, ``available only``: ``cards``;
    ``legal``, ``illegal``, ``legal set``: ``commands``; ``digest``: ``digest``; the others: none.
    """

    kind: ClaimKind
    #: a place's name as the games spell it: ``"7"``, ``"C^"``, ``"Hv"``, ``"exile"``, ``"r3"``
    place: str | None = None
    #: as in ``cards.py``, bottom first, with DOWN added for a face-down card and GAP for ``--``
    cards: tuple[int, ...] = ()
    number: int | None = None
    commands: tuple[Command, ...] = ()
    #: 16 hexadecimal digits, in small letters
    digest: str | None = None


@dataclass(slots=True)
class Claim:
    """``{= text}``: a statement about the position, to be proved where it stands."""

    statement: Statement
    text: str
    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)

    @property
    def kind(self) -> ClaimKind:
        """The statement's kind."""
        return self.statement.kind


@dataclass(slots=True)
class Variation:
    """What could have been played instead of the move before it.

    If the game's problem lies inside, the variation ends there and may lack the rest.
    """

    items: list[Item]
    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)


@dataclass(slots=True)
class Result:
    """The game's last word: ``won``, ``lost`` or ``*``."""

    word: str
    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)


Item: TypeAlias = Move | Number | Comment | Claim | Variation


@dataclass(frozen=True, slots=True)
class Problem:
    """The first thing in a game's text that is not the notation. If the text stops too early, ``start`` and ``end``
    are both where it stops."""

    code: str
    message: str
    start: int
    end: int
    help: tuple[str, ...] = ()


@dataclass(slots=True)
class Transcript:
    """One game of a file, or one made by a program.

    With a ``problem``, everything else is what stands before it. Comments between the last tag and the first move are
    items; those before that are in ``head``, with the tags.
    """

    #: the game's own text: places in the tree are offsets into it
    text: str = ""
    file: str = ""
    #: the game in its file, from 1
    number: int = 1
    #: the line of the file on which ``text`` begins (in its first column)
    line: int = 1
    head: list[Tag | Comment] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    result: Result | None = None
    epilogue: list[Comment | Claim] = field(default_factory=list)
    problem: Problem | None = None
    _line_starts: list[int] = field(default_factory=list, init=False, repr=False, compare=False)

    @classmethod
    def build(
        cls,
        tags: Mapping[str, str] | Iterable[tuple[str, str]],
        items: Iterable[Item | Command] = (),
        result: str = "*",
        *,
        epilogue: Iterable[Comment | Claim] = (),
        file: str = "",
        number: int = 1,
    ) -> Transcript:
        """A transcript without a source text. Commands among the items become moves.

        Whether it can be written is told by the writer, which raises ValueError if not.
        """
        pairs = tags.items() if isinstance(tags, Mapping) else tags
        return cls(
            file=file,
            number=number,
            head=[Tag(name, value) for name, value in pairs],
            items=[Move(item) if isinstance(item, Command) else item for item in items],
            result=Result(result),
            epilogue=list(epilogue),
        )

    @property
    def tags(self) -> list[Tag]:
        """The tags in their order, without the comments among them."""
        return [node for node in self.head if isinstance(node, Tag)]

    def tag(self, name: str) -> Tag | None:
        """The first tag of that name."""
        return next((tag for tag in self.tags if tag.name == name), None)

    def value(self, name: str) -> str | None:
        """The value of the first tag of that name."""
        tag = self.tag(name)
        return None if tag is None else tag.value

    def moves(self) -> Iterator[Move]:
        """The moves of the game, without those of its variations."""
        return (item for item in self.items if isinstance(item, Move))

    def span(self, start: int, end: int) -> Span:
        """Lines and columns in the file for two offsets into the text."""
        return Span(*self._place(start), *self._place(max(start, end)))

    def lines(self, span: Span) -> tuple[str, ...]:
        """The source lines that a span touches, the first few of them."""
        starts = self._starts()
        found = []
        for line in range(span.line, min(span.end_line, span.line + _FRAME_LINES - 1) + 1):
            index = line - self.line
            if 0 <= index < len(starts):
                end = starts[index + 1] - 1 if index + 1 < len(starts) else len(self.text)
                found.append(self.text[starts[index] : end])
        return tuple(found)

    def _place(self, offset: int) -> tuple[int, int]:
        starts = self._starts()
        index = bisect_right(starts, offset) - 1
        return self.line + index, offset - starts[index] + 1

    def _starts(self) -> list[int]:
        if not self._line_starts:
            starts, offset = [0], self.text.find("\n")
            while offset >= 0:
                starts.append(offset + 1)
                offset = self.text.find("\n", offset + 1)
            self._line_starts = starts
        return self._line_starts
