"""A recorded game as a tree: what the text says, and where it says it.

Nodes come from the reader, or from programs that write games; then they have no place in a text and their ``start`` and
``end`` are 0. Two nodes are equal if they say the same, wherever they stand.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Literal, TypeAlias

from leoni_replay.arguments import check_type
from leoni_replay.commands import Move
from leoni_replay.diagnostics import Span, lines_in
from leoni_replay.drawing import draw
from leoni_replay.games import Vocabulary, vocabulary_of
from leoni_replay.leoni_error import LeoniError
from leoni_replay.notation.grammar import RESULTS
from leoni_replay.phrases import ResultWord, pluralize

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
    "legal count",
    "legal set",
    "deal over",
    "won",
    "lost",
    "*",
    "digest",
]


@dataclass(slots=True)
class Tag:
    """``[Name "value"]``; the value is unescaped. ``value_start`` is where the text of the value begins, after the
    quotation mark."""

    name: str
    value: str
    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)
    value_start: int = field(default=0, compare=False)


@dataclass(slots=True)
class MoveItem:
    """One move as written; ``mark`` is an annotation such as ``!?``, or empty."""

    command: Move
    mark: str = ""
    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)


@dataclass(slots=True)
class Number:
    """A move number: the number of the next move."""

    value: int
    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)


@dataclass(slots=True)
class Comment:
    """A comment without its delimiters; ``style`` is the opening delimiter."""

    text: str
    style: Literal["{", ";"] = "{"
    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Statement:
    """The content of a claim. Which fields are set depends on the kind:

    ``place``: ``place`` and ``cards`` (or ``number`` for ``deal: 2``); ``top``: ``place`` and one card; ``count``:
    ``place`` and ``number``; ``left`` and ``legal count``: ``number``; ``available only``: ``cards``; ``available``
    and ``not available``: ``cards``, and ``places`` if one is said to lie somewhere;
    ``legal``, ``illegal``, ``legal set``: ``commands``; ``digest``: ``digest``; the others: none.
    """

    kind: ClaimKind
    #: a place's name as the games spell it: ``"7"``, ``"C^"``, ``"Hv"``, ``"exile"``, ``"r3"``
    place: str | None = None
    #: as in ``cards.py``, bottom first, with DOWN added for a face-down card and GAP for ``--``
    cards: tuple[int, ...] = ()
    number: int | None = None
    commands: tuple[Move, ...] = ()
    #: 16 hexadecimal digits, in lower case
    digest: str | None = None
    #: the place where each of the cards is said to lie; None for a card without one
    places: tuple[str | None, ...] = ()


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
class Time:
    """``@2:05``: how long the game had been played when it came to this point, in seconds."""

    seconds: int
    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)

    @property
    def text(self) -> str:
        """The time as the notation writes it, without its sign."""
        minutes, seconds = divmod(self.seconds, 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


@dataclass(slots=True)
class Variation:
    """Moves that could have been played instead of the move before it.

    If the game's problem lies inside, the variation ends there and may be incomplete.
    """

    items: list[Item]
    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)


@dataclass(slots=True)
class Result:
    """The result word of a game: ``won``, ``lost``, ``conceded`` or ``*``."""

    word: ResultWord
    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)


#: what may stand beside moves and after the result
Note: TypeAlias = Comment | Claim | Time
Item: TypeAlias = MoveItem | Number | Note | Variation


@dataclass(frozen=True, slots=True)
class Problem:
    """The first syntax error in a game's text. If the text stops too early, ``start`` and ``end`` are both where it
    stops."""

    code: str
    message: str
    start: int = field(compare=False)
    end: int = field(compare=False)
    help: tuple[str, ...] = ()


class Record:
    """A record as a program has it: a :class:`Transcript`, its :class:`Replay`, a :class:`GameInPlay` with the moves
    played so far, or a :class:`Deal`, of which no move has been played yet. Functions that take a record take any."""

    __slots__ = ()

    def _as_transcript(self) -> Transcript:
        """Return the record as a transcript."""
        raise NotImplementedError


def transcript_of(record: object, takes: str) -> Transcript:
    """Return a record as a transcript.

    Args:
        record: what the caller of a public function gave.
        takes: what the function takes, as a clause: ``legal takes a record``.

    Raises:
        TypeError: it is not a record.
    """
    check_type(record, Record, takes)
    assert isinstance(record, Record)
    return record._as_transcript()


@dataclass(slots=True, repr=False)
class Transcript(Record):
    """One game of a file, or one made by a program.

    Two transcripts are equal if they say the same, wherever they stand: tags, moves as they are written, notes and
    result. The same game written in other words has the same record digest (:attr:`Replay.record_digest`).

    If there is a ``problem``, everything else is what stands before it. Comments between the last tag and the first
    move are items; earlier ones are in ``head``, with the tags.
    """

    #: the game's own text; places in the tree are offsets into it
    text: str = field(default="", compare=False)
    file: str = field(default="", compare=False)
    #: the number of the game in its file, from 1
    number: int = field(default=1, compare=False)
    #: the line of the file where ``text`` begins (in its first column)
    line: int = field(default=1, compare=False)
    head: list[Tag | Comment] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    result: Result | None = None
    epilogue: list[Note] = field(default_factory=list)
    problem: Problem | None = None
    #: the warning for a text that stops without its result word: it is a draft, and its result is ``*``
    draft: Problem | None = field(default=None, compare=False)
    #: the file beside which its rule books are, empty for a text without a file; None for a transcript that was not
    #: read
    record_file: str | None = field(default=None, compare=False)
    _line_starts: list[int] = field(default_factory=list, init=False, repr=False, compare=False)

    @classmethod
    def build(
        cls,
        tags: Mapping[str, str] | Iterable[tuple[str, str]],
        items: Iterable[Item | Move | str] = (),
        result: ResultWord = "*",
        *,
        epilogue: Iterable[Note] = (),
    ) -> Transcript:
        """Make a transcript that no text was read for.

        Args:
            tags: names and values.
            items: moves, each as a command or in the notation (``"11:2S^"``), and any other items.
            result: ``won``, ``lost``, ``conceded`` or ``*``.
            epilogue: what follows the result.

        Raises:
            TypeError: something is not a tag, item or note.
            LeoniError: a text is not a move, or a word is not a result.
        """
        if isinstance(items, str | Move):
            raise TypeError(f"items are a list of moves, not one: {items!r}")
        check_type(tags, Iterable, "tags are a mapping, or pairs of a name and a value")
        check_type(items, Iterable, "items are a list of moves")
        check_type(epilogue, Iterable, "an epilogue is a list of notes")
        pairs = list(tags.items() if isinstance(tags, Mapping) else tags)
        for pair in pairs:
            if not (isinstance(pair, tuple | list) and len(pair) == 2 and all(isinstance(part, str) for part in pair)):
                raise TypeError(f"a tag is a name and a value, both text, not {_short(pair)}")
        vocabulary = vocabulary_of(next((value for name, value in pairs if name == "Game"), None))
        transcript = cls(
            head=[Tag(name, value) for name, value in pairs],
            items=[_item(item, f"item {at}", vocabulary) for at, item in enumerate(items, 1)],
            result=Result(result),
            epilogue=list(epilogue),
        )
        transcript.check()
        return transcript

    def _as_transcript(self) -> Transcript:
        return self

    def check(self) -> None:
        """Check that every part of the transcript is valid. A reader makes only valid ones, but a program may not.

        Raises:
            TypeError: something is not a tag, item or note.
            LeoniError: a word is not a result, or is missing although there is no problem.
        """
        for node in self.head:
            if not isinstance(node, Tag | Comment):
                raise TypeError(f"the head of a transcript holds tags and comments, not {_short(node)}")
        _check_items(self.items)
        for note in self.epilogue:
            if not isinstance(note, Note):
                raise TypeError(f"only comments, claims and times can follow the result, not {_short(note)}")
        if self.result is None and self.problem is None:
            raise LeoniError("the transcript has no result: it must be one of won, lost, conceded and *")
        if self.result is not None and self.result.word not in RESULTS:
            raise LeoniError(f"{_short(self.result.word)} is not a result: it must be one of won, lost, conceded and *")

    def __repr__(self) -> str:
        """Return the game in short: ``<Transcript of Labyrinth, mcneely, seed:1884: 60 moves, won>``."""
        values = [self.value(name) for name in ("Game", "Rules", "Deal")]
        game = ", ".join(value[:60] for value in values if value) or "nothing"
        moves = pluralize(sum(1 for _ in self.moves()), "move")
        end: str = self.result.word if self.result else "no result"
        if self.problem:
            end = f"broken off ({self.problem.code})"
        return f"<Transcript of {game}: {moves}, {end}>"

    def _repr_html_(self) -> str:
        """Return the record, for notebooks."""
        return draw("transcript", self)

    @property
    def tags(self) -> list[Tag]:
        """The tags in order, without the comments among them."""
        return [node for node in self.head if isinstance(node, Tag)]

    def tag(self, name: str) -> Tag | None:
        """Return the first tag of that name."""
        return next((tag for tag in self.tags if tag.name == name), None)

    def value(self, name: str) -> str | None:
        """Return the value of the first tag of that name."""
        tag = self.tag(name)
        return None if tag is None else tag.value

    def moves(self) -> Iterator[MoveItem]:
        """Return the moves of the main line."""
        return (item for item in self.items if isinstance(item, MoveItem))

    def span(self, start: int, end: int) -> Span:
        """Return lines and columns in the file for two offsets into the text."""
        return Span(*self._place(start), *self._place(max(start, end)))

    def offset(self, line: int, column: int) -> int:
        """Return the offset into the text of a line and column of the file."""
        return self._starts()[line - self.line] + column - 1

    def lines(self, span: Span) -> tuple[str, ...]:
        """Return the first few lines of the file that a span touches."""
        return lines_in(self.text, self.line, span)

    def _place(self, offset: int) -> tuple[int, int]:
        """Return the line and the column in the file of an offset into the text."""
        starts = self._starts()
        index = bisect_right(starts, offset) - 1
        return self.line + index, offset - starts[index] + 1

    def _starts(self) -> list[int]:
        """Return the offset of each line of the text."""
        if not self._line_starts:
            lengths = [len(line) + 1 for line in self.text.split("\n")]
            # The last line ends where the text does.
            self._line_starts = list(accumulate(lengths[:-1], initial=0))
        return self._line_starts


def _item(value: object, where: str, vocabulary: Vocabulary) -> Item:
    """Make an item from what a program hands over: a command or a text becomes a move.

    Args:
        value: the command, the text, or an item.
        where: which one it is, for messages.
        vocabulary: the words of the game.
    """
    # The scanner is loaded only when a text has to be read.
    if isinstance(value, Move):
        return MoveItem(value)
    if isinstance(value, str):
        from leoni_replay.notation.braces import read_command

        try:
            return MoveItem(*read_command(value, vocabulary))
        except ValueError:
            raise LeoniError(f"{where}, {_short(value)}, is not a move of the notation") from None
    if isinstance(value, Item):
        return value
    raise TypeError(f"{where}, {_short(value)}, is not an item: moves are commands or text")


def _check_items(items: Iterable[object]) -> None:
    """Check that everything is an item, inside variations too (which may be nested to any depth)."""
    lists_to_check = [items]
    while lists_to_check:
        for item in lists_to_check.pop():
            if isinstance(item, MoveItem):
                if not isinstance(item.command, Move):
                    raise TypeError(f"a move holds a command, not {_short(item.command)}")
                item.command.check()
            elif isinstance(item, Variation):
                lists_to_check.append(item.items)
            elif not isinstance(item, Item):
                raise TypeError(f"{_short(item)} is not an item of a transcript")


def _short(value: object) -> str:
    """Return a value as Python writes it, cut to 60 characters."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
