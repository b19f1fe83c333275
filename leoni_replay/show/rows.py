"""The list of moves beside a table: headings, moves, comments, claims, variations and the verdict, row by row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.text import Text

from leoni_replay.cards import to_letters
from leoni_replay.show.outlooks import SIGNS
from leoni_replay.show.story import Branch, Note, Story, StoryMove
from leoni_replay.text import cell_width, shown, wrap

if TYPE_CHECKING:
    from leoni_replay.solving.search import Outlook


@dataclass(frozen=True, slots=True)
class Row:
    """An entry of the list of moves.

    ``move`` is the move of the main line that it belongs to. ``lead`` is a number or a sign, ``head`` what stands out
    (a token, the title of a chapter), ``text`` what is said; ``depth`` is how deep in variations it is. ``main`` says
    that it is a move of the main line.
    """

    move: int
    lead: str
    head: str
    text: str = ""
    style: str = ""
    depth: int = 0
    main: bool = False

    def draw(self, width: int) -> Text:
        """The entry in so many columns: on one line if there is room, else what is said below what stands out."""
        lead = " " * min(2 * self.depth, width // 3) + self.lead
        room = max(width - len(lead), 8)
        heads = wrap(self.head, room) if self.head else []
        texts = wrap(self.text, room) if self.text else []
        below = "\n" + " " * len(lead)
        gap = "  " if len(heads) == len(texts) == 1 and cell_width(heads[0] + texts[0]) + 2 <= room else below
        drawn = Text().append(lead).append(below.join(heads), "bold")
        drawn.append(gap * bool(heads and texts) + below.join(texts))
        # As a span: Textual takes the colours of a base style for those of the web, not of the terminal.
        drawn.stylize(self.style)
        return drawn

    def has(self, wanted: str) -> bool:
        """Whether a text stands in it, in whatever case, and suits as symbols or letters."""
        return _folded(wanted) in _folded(f"{self.head} {self.text}")


class _Rows:
    """The list of moves of a story, made row by row."""

    def __init__(self, story: Story, ascii: bool, outlooks: Sequence[Outlook]) -> None:
        self.ascii = ascii
        self.outlooks = outlooks
        self.wide = len(str(len(story.moves) + 1)) + 1
        self.rows: list[Row] = []
        chapters = {chapter.first: chapter.title for chapter in story.chapters}
        self._chapter(chapters, 0)
        self.rows.append(Row(0, f"{self._sign(0)}{0:{self.wide}}. ", "as dealt", main=True))
        self._notes(story.opening, 0, 0)
        for story_move in story.moves:
            self._chapter(chapters, story_move.number)
            self._move(story_move, story_move.number, 0)
        last = len(story.moves)
        self._notes(story.ending, last, 0)
        if story.error is not None:
            number = f"{last + 1:{self.wide}}. " if story.refused else self._lead("no" if ascii else "✗")
            message = f"{story.error.code}: {self._shown(story.error.message)}"
            self.rows.append(Row(last, number, self._shown(story.refused or ""), message, "red"))
        if story.close:
            self.rows.append(Row(last, self._lead(), "", self._shown(story.close)))
        style = "green" if story.replay.accepted else "red"
        self.rows.append(Row(last, self._lead(), "", self._shown(story.verdict), style))

    def _shown(self, text: str) -> str:
        return line(text, self.ascii)

    def _sign(self, move: int) -> str:
        """The sign for what can be made of the table after a move, if the game was reviewed."""
        return f"{SIGNS[self.outlooks[move]]} " if self.outlooks else ""

    def _lead(self, sign: str = "") -> str:
        return f"{sign:>{self.wide + 1}} "

    def _chapter(self, chapters: dict[int, str], number: int) -> None:
        if number in chapters:
            rule = ("-" if self.ascii else "─") * 2
            self.rows.append(Row(number, "", f"{rule} {self._shown(chapters[number])} {rule}"))

    def _move(self, story_move: StoryMove, move: int, depth: int) -> None:
        number = f"{self._sign(move) if not depth else ''}{story_move.number:{self.wide}}. "
        self.rows.append(Row(move, number, story_move.token, self._shown(story_move.prose), "", depth, not depth))
        self._notes(story_move.notes, move, depth)
        for branch in story_move.lines:
            self._branch(branch, story_move.number, move, depth + 1)

    def _branch(self, branch: Branch, number: int, move: int, depth: int) -> None:
        self.rows.append(Row(move, self._lead(), "", f"in place of move {number}:", "dim", depth))
        self._notes(branch.notes, move, depth)
        for story_move in branch.moves:
            self._move(story_move, move, depth)

    def _notes(self, notes: Sequence[Note], move: int, depth: int) -> None:
        for note in notes:
            sign, text, style = note_parts(note, self.ascii)
            self.rows.append(Row(move, self._lead(sign), "", text, style, depth))


def rows(story: Story, ascii: bool = False, outlooks: Sequence[Outlook] = ()) -> list[Row]:
    """The list of moves: headings, moves, comments, claims, variations, and the verdict; of a game that was reviewed
    with the signs for what can be made of its tables."""
    return _Rows(story, ascii, outlooks).rows


def note_parts(note: Note, ascii: bool) -> tuple[str, str, str]:
    """The sign of a note, its text, and its style."""
    text = line(note.said, ascii)
    if note.kind == "time":
        return "", text, "dim"
    if note.kind == "rule":
        return "!", text, "red"
    if note.kind == "comment":
        return "", text, "italic"
    if note.holds is None:
        return "?", text, "dim"
    if note.holds:
        return ("ok" if ascii else "✓"), text, "green"
    return ("no" if ascii else "✗"), text, "red"


def line(text: str, ascii: bool) -> str:
    """A text from the record on one line, with nothing in it that a terminal obeys."""
    return shown(" ".join(text.split()), ascii)


def _folded(text: str) -> str:
    return to_letters(text).casefold()
