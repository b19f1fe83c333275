"""Write transcripts in one canonical form.

It writes one tag per line, an empty line, then the moves filled to 100 columns, each line beginning with the number of
its first move. The text of comments and claims is unchanged. Reading the output gives the same transcript, except for
move numbers, which are counted again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Final

from leoni_replay.arguments import check_type
from leoni_replay.commands import Move
from leoni_replay.games import Vocabulary, vocabulary_of
from leoni_replay.leoni_error import LeoniError
from leoni_replay.notation.braces import is_setting
from leoni_replay.notation.claim_syntax import parse_statement
from leoni_replay.notation.scan import NOT_TEXT, TOKEN_LIMIT, scanner, seconds_of
from leoni_replay.notation.transcript import (
    Claim,
    Comment,
    Item,
    MoveItem,
    Note,
    Record,
    Tag,
    Time,
    Transcript,
    Variation,
    transcript_of,
)
from leoni_replay.rules.run import DEPTH_LIMIT
from leoni_replay.text import with_line_ends

#: The maximum length of a line of moves; comments may be longer.
WIDTH: Final = 100

_ESCAPED: Final = str.maketrans({"\\": "\\\\", '"': '\\"'})


@lru_cache(maxsize=1 << 16)
def token(command: Move, mark: str = "", vocabulary: Vocabulary | None = None) -> str:
    """Return a move as the notation writes it, with all the parts that the command has.

    Args:
        command: the move.
        mark: its annotation, such as ``!?``; empty for none.
        vocabulary: the words of the game; None for those of any game that is loaded.

    Raises:
        LeoniError: the notation has no form for the command.
    """
    text = f"{command}{mark}"
    if command.how == "set":
        can_be_read = not mark and is_setting(text, vocabulary)
    else:
        # The only other value of ``how`` is "misplay", a word before the move.
        move_text = text.removeprefix("misplay ") if command.how else text
        can_be_read = scanner(vocabulary).move(move_text) is not None
    if not can_be_read or len(text) > TOKEN_LIMIT:
        raise LeoniError(f"no move is written like this: {text[:60]!r}")
    return text


def dumps(records: Iterable[Record] | Record) -> str:
    """Return the text of records in canonical form, with an empty line between them.

    >>> print(lr.dumps(lr.Transcript.build({"Game": "Martha", "Deal": "seed:1"}, ["3:2C^"])), end="")
    [Game "Martha"]
    [Deal "seed:1"]
    <BLANKLINE>
    1. 3:2C^ *

    Args:
        records: one record, or several.

    Raises:
        TypeError: something is not a record, or contains what no transcript may.
        LeoniError: the notation cannot express a record: it has a problem, lacks a tag or a result, or a tag or comment
            contains characters that would end it.
    """
    return "".join(texts_of(records))


def texts_of(records: Iterable[Record] | Record) -> Iterator[str]:
    """Yield the text of each record, all but the first with an empty line before it.

    Raises:
        TypeError, LeoniError: as :func:`dumps`.
    """
    if isinstance(records, Record):
        records = (records,)
    check_type(records, Iterable, "a record or several are written")
    for index, record in enumerate(records):
        transcript = transcript_of(record, "a record is written")
        yield ("\n" if index else "") + _game_text(transcript, first=not index)


def text_with_claims_apart(transcript: Transcript) -> str:
    """Return the text of a record as :func:`dumps` does, but let each comment that a claim follows begin a line, and
    end this line after its last claim: so a message about a claim shows the words that it was read from.

    Raises:
        TypeError, LeoniError: as :func:`dumps`.
    """
    return _game_text(transcript, first=True, claims_apart=True)


def _game_text(transcript: Transcript, first: bool, *, claims_apart: bool = False) -> str:
    """Return the text of a game: its tags, an empty line, its moves with the result, and what was written after it.

    Args:
        transcript: the game.
        first: whether no other game stands before it in the file.
        claims_apart: whether comments with claims have lines of their own.

    Raises:
        TypeError, LeoniError: as :func:`dumps`.
    """
    if transcript.problem is not None:
        raise LeoniError(f"the game was not read to its end: {transcript.problem.message}")
    transcript.check()
    assert transcript.result is not None
    if not transcript.tags:
        raise LeoniError("the game has no tag")
    # Comments after the last tag would be read as comments of the moves, and comments before the first tag as belonging
    # to the previous game. They go to the moves too, unless there is no previous game.
    head = transcript.head
    tag_indices = [index for index, node in enumerate(head) if isinstance(node, Tag)]
    begin, end = 0 if first else tag_indices[0], tag_indices[-1] + 1
    comments_for_moves = [node for node in (*head[:begin], *head[end:]) if isinstance(node, Comment)]
    lines = [_tag_text(node) if isinstance(node, Tag) else _note_text(node, None) for node in head[begin:end]]
    vocabulary = vocabulary_of(transcript.value("Game"))
    body = _Body(vocabulary, claims_apart=claims_apart)
    body.write([*comments_for_moves, *transcript.items])
    # A draft goes on being one.
    is_draft = transcript.draft is not None and transcript.result.word == "*"
    if not is_draft:
        body.put(transcript.result.word)
    # How long the game took stays beside its result; what else is said of it stands below.
    times = [*takewhile(lambda note: isinstance(note, Time), transcript.epilogue)]
    for time in times:
        body.put(_note_text(time, vocabulary))
    lines += ["", *body.lines()]
    lines += [_note_text(note, vocabulary) for note in transcript.epilogue[len(times) :]]
    return "\n".join(lines) + "\n"


def _tag_text(tag: Tag) -> str:
    """Return a tag as the notation writes it: ``[Name "value"]``.

    Raises:
        LeoniError: its name or its value cannot be written, or it is too long.
    """
    text = f'[{tag.name} "{_clean(tag.value).translate(_ESCAPED)}"]'
    # A name that contains spaces or brackets would be read as another one, or as no tag.
    match = scanner().head_node.fullmatch(text)
    if match is None or match["name"] != tag.name or len(text) > TOKEN_LIMIT:
        raise LeoniError(f"a tag cannot be written: {tag.name[:60]!r}")
    return text


def _note_text(note: Note, vocabulary: Vocabulary | None) -> str:
    """Return a comment, a claim or a time as the notation writes it: ``{text}`` or ``;text``, ``{=text}``, ``@2:05``.

    Args:
        note: the comment, claim or time.
        vocabulary: the words of the game, for claims; None for those of any game that is loaded.

    Raises:
        LeoniError: it cannot be written, or is too long.
    """
    if isinstance(note, Time):
        text = f"@{note.text}"
        if seconds_of(text) != note.seconds:
            raise LeoniError(f"a time cannot be written: {note.seconds} seconds")
        return text
    inside = _clean(note.text)
    if isinstance(note, Claim):
        # It raises an error if the text is not a claim.
        parse_statement(inside, vocabulary)
        text = f"{{={inside}}}"
    elif note.style == ";":
        text = f";{inside}"
        if "\n" in text:
            raise LeoniError("a comment of the style ; cannot have several lines")
    else:
        text = f"{{{inside}}}"
        if inside.startswith("="):
            raise LeoniError("a comment that begins with = would be a claim")
    if len(text) > TOKEN_LIMIT or (text[0] == "{" and scanner().braces.fullmatch(text) is None):
        raise LeoniError(f"a comment or claim cannot be written: {text[:60]!r}")
    return text


def _clean(text: str) -> str:
    """Return the text with the line ends that reading would give it.

    Raises:
        LeoniError: it cannot be written.
    """
    if NOT_TEXT.search(text):
        raise LeoniError("a NUL or a lone surrogate cannot be written")
    return with_line_ends(text)


def _begins_line(items: Sequence[Item], index: int) -> bool:
    """Whether an item begins a line where comments with claims have lines of their own."""
    follows_claim = isinstance(items[max(index - 1, 0)], Claim) and not isinstance(items[index], Claim)
    has_claim = isinstance(items[index], Comment) and any(
        isinstance(item, Claim) for item in items[index + 1 : index + 2]
    )
    return follows_claim or has_claim


class _Body:
    """Fills lines with the items of a game."""

    def __init__(self, vocabulary: Vocabulary | None = None, *, claims_apart: bool = False) -> None:
        self._vocabulary = vocabulary
        self._claims_apart = claims_apart
        self._lines: list[str] = []
        self._line = ""
        #: columns used in the last line of ``_line``, which may be several lines after a comment
        self._column = 0
        self._has_number = False
        #: opening parentheses that wait for the next word
        self._open_parentheses = ""
        #: whether the line ends with a comment that runs to its end
        self._ends_in_line_comment = False

    def write(self, items: Iterable[Item], number: int = 0, depth: int = 0) -> None:
        """Write the items of a line of play, with everything inside them.

        Args:
            items: the items.
            number: the number of the move before them.
            depth: how many variations deep the line is.
        """
        has_moves = False
        items = [*items]
        for index, item in enumerate(items):
            if self._claims_apart and _begins_line(items, index):
                self._end_line()
            if isinstance(item, MoveItem):
                number += 1
                has_moves = True
                self.put(token(item.command, item.mark, self._vocabulary), number)
            elif isinstance(item, Variation):
                if not has_moves:
                    raise LeoniError("a variation needs a move before it")
                if depth == DEPTH_LIMIT:
                    raise LeoniError(f"variations nest more than {DEPTH_LIMIT} deep")
                self._open_parentheses += "("
                self.write(item.items, number - 1, depth + 1)
                self._close_variation()
            elif isinstance(item, Note):
                self.put(_note_text(item, self._vocabulary))
                self._ends_in_line_comment = isinstance(item, Comment) and item.style == ";"
        if depth and not has_moves:
            raise LeoniError("a variation needs at least one move")

    def put(self, text: str, number: int | None = None) -> None:
        """Write one word, on this line if there is room, otherwise on the next.

        Args:
            text: the word: a move, a comment (which may have several lines), a result.
            number: for a move, its number, which is written before it if the line has none yet.
        """
        with_number = text if number is None else f"{number}. {text}"
        if self._line and not self._has_room_for(text if self._has_number else with_number):
            self._end_line()
        gap = " " if self._line else ""
        addition = gap + self._open_parentheses + (text if self._has_number else with_number)
        self._open_parentheses = ""
        self._line += addition
        # Only a comment has a line break in it; the line goes on after its last line, without a number.
        _, line_break, last_line = addition.rpartition("\n")
        self._column = len(last_line) if line_break else self._column + len(addition)
        self._has_number = number is not None or (self._has_number and not line_break)

    def _has_room_for(self, text: str) -> bool:
        """Whether a text, or its first line, goes on this line."""
        width = len(self._open_parentheses) + len(text.partition("\n")[0])
        return not self._ends_in_line_comment and self._column + 1 + width <= WIDTH

    def lines(self) -> list[str]:
        """Return the finished lines."""
        self._end_line()
        return self._lines

    def _close_variation(self) -> None:
        """Write the parenthesis that ends a variation."""
        if self._ends_in_line_comment:
            self._end_line()
        if self._open_parentheses:
            self.put("")
        # On a full line the parenthesis stays with the word before it, one column too far.
        self._line += ")"
        self._column += 1

    def _end_line(self) -> None:
        if self._line:
            self._lines.append(self._line)
        self._line, self._column = "", 0
        self._has_number = self._ends_in_line_comment = False
