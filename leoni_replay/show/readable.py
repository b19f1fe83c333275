"""A replay to be read: Markdown to publish, plain text to print. Tables where a chapter begins, at comments and at the
end; between them the moves in notation and in words."""

from __future__ import annotations

import io
import re
import textwrap
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from leoni_replay.cards import to_letters
from leoni_replay.files.atomic import scratch_file
from leoni_replay.show.geometry import NARROW, plan
from leoni_replay.show.story import Branch, Note, Story, StoryMove
from leoni_replay.show.svg import Look, Picture, flaws_in_print, look_of, with_caption
from leoni_replay.show.text_board import board_text, legend
from leoni_replay.text import address, visible_text

if TYPE_CHECKING:
    # The pages of a site have no such module.
    from leoni_replay.files.convert import GameToConvert

WIDTH: Final = 100

_MARKDOWN: Final = re.compile(r"([\\`*_\[\]<>#&|~!$@])")
_LIST: Final = re.compile(r"^(\s*)([-+=]|\d+[.)])")

#: What a text says about a claim, by whether it holds.
_CLAIMS: Final = {True: "holds", False: "fails", None: "cannot be decided"}
_CLAIM_SIGNS: Final = {True: "✓", False: "✗", None: "?"}


#: Makes the story of a game.
MakeStory: TypeAlias = "Callable[[GameToConvert], Story]"
#: Writes a file beside a text, from the end of its name and its text, and returns its name.
WriteFile = Callable[[str, str], str]
#: Receives a sentence about what would be wrong with a picture in print.
Warn = Callable[[str], object]


def markdown(
    games: Iterable[GameToConvert],
    make_story: MakeStory,
    several: bool = False,
    write_picture: WriteFile | None = None,
    *,
    look: Look | None = None,
    warn: Warn | None = None,
) -> Iterator[str]:
    """Yield games in Markdown, piece by piece, with at most one in memory; several have an index before them.

    Args:
        games: the games.
        make_story: makes the story of one.
        several: whether there are several.
        write_picture: if tables are to be pictures, writes the file of one.
        look: how these pictures look; light by default.
        warn: receives a sentence for what would be wrong with a picture in print.
    """
    return _pieces(_Markdown(write_picture, look or look_of(), warn), games, make_story, several)


def plain_text(
    games: Iterable[GameToConvert], make_story: MakeStory, several: bool = False, *, ascii: bool = False
) -> Iterator[str]:
    """Yield games in plain text, piece by piece as :func:`markdown`; ``ascii`` has letters for suits."""
    pieces = _pieces(_Plain(), games, make_story, several)
    return map(to_letters, pieces) if ascii else pieces


def _pieces(
    writer: _Markdown | _Plain, games: Iterable[GameToConvert], make_story: MakeStory, several: bool
) -> Iterator[str]:
    """Yield games piece by piece; several have an index before them.

    Args:
        writer: writes the parts of a game, in Markdown or as plain text.
        games: the games.
        make_story: makes the story of one.
        several: whether there are several.
    """

    def game_text(game: GameToConvert) -> str:
        return _game_text(writer, make_story(game), game.label)

    if not several:
        for game in games:
            yield game.show(game_text)
        return
    # The index comes first, and is known last: until then the games wait in a file, not in memory.
    with io.TextIOWrapper(scratch_file(), encoding="utf-8", newline="\n") as games_file:
        yield writer.index_title + "\n"
        for number, game in enumerate(games, 1):
            games_file.write(f"\n{game.show(game_text)}")
            yield f"\n{writer.entry(make_story(game), number)}"
        yield "\n"
        games_file.seek(0)
        yield from games_file


def _game_text(writer: _Markdown | _Plain, story: Story, which: str) -> str:
    """Return a game as a text. ``which`` says which of how many it is; it is empty if there is just one."""
    return "\n\n".join(_parts(writer, story, which)) + "\n"


def _parts(writer: _Markdown | _Plain, story: Story, which: str) -> Iterator[str]:
    """Yield the parts of a game: its heading, its moves with their notes and tables, and its end.

    Args:
        writer: writes these parts, in Markdown or as plain text.
        story: the game.
        which: the words for which of how many games it is (``game 2 of 3``); empty if there is only one.
    """
    yield writer.heading(f"{which[0].upper()}{which[1:]}: {story.title}" if which else story.title, 1)
    if story.tags:
        yield writer.tags(story.tags)
    digest = f", digest {story.replay.digest}" if story.replay.digest else ""
    yield writer.strong(story.verdict + digest)
    if not story.replay.dealt:
        yield writer.error(_error_lines(story))
        return
    last_table = yield from _move_parts(writer, story)
    if story.error is not None:
        yield writer.error(_error_lines(story))
    if last_table != len(story.moves):
        yield writer.heading("The end", 2)
        yield from writer.board(story, len(story.moves))
    yield writer.close(" ".join([story.closing_sentence, *story.doubts, *story.implications]).strip())
    if story.ending:
        yield writer.notes(story.ending)


def _move_parts(writer: _Markdown | _Plain, story: Story) -> Generator[str, None, int]:
    """Yield the deal and the moves, with notes, variations, the headings of chapters and tables.

    Returns:
        The number of the move after which the last table is shown.
    """
    chapter_titles = {chapter.first: chapter.title for chapter in story.chapters}
    last_table = -1
    # Moves without a word in between stand line by line.
    move_lines: list[str] = []
    for number in range(len(story.moves) + 1):
        move = story.moves[number - 1] if number else None
        notes = move.notes_without_times if move else story.opening
        variations = move.variations if move else ()
        begins_chapter = number in chapter_titles
        if move is not None:
            move_lines.append(writer.move(move))
            if not (begins_chapter or notes or variations):
                continue
        if move_lines:
            yield "\n".join(move_lines)
            move_lines = []
        if begins_chapter:
            yield writer.heading(chapter_titles[number], 2)
        if notes:
            yield writer.notes(notes)
        for branch in variations:
            yield writer.branch(branch)
        if begins_chapter or any(note.kind == "comment" for note in notes):
            yield from writer.board(story, number, first=last_table < 0)
            last_table = number
    if move_lines:
        yield "\n".join(move_lines)
    return last_table


def _error_lines(story: Story) -> list[str]:
    """Return what a record is rejected for, line by line."""
    error = story.error
    assert error is not None
    where = f"at move {error.move}: " if error.move else ""
    refused_move = f"{story.refused_move} is refused. " if story.refused_move else ""
    lines = [f"{where}{refused_move}{error.code}: {error.message}"]
    if error.clause is not None:
        lines.append(f"Rule: {error.clause}")
    lines += [f"Table: {line}" for line in error.table_lines]
    lines += [*error.notes, *error.help, *(f"{fix.message}: {fix.line}" for fix in error.fixes)]
    return [visible_text(line) for line in lines]


class _Markdown:
    """Writes the parts of a game in Markdown."""

    index_title = "# Games"

    def __init__(self, write_picture: WriteFile | None, look: Look, warn: Warn | None) -> None:
        self._write_picture = write_picture
        self._look = look
        self._warn = warn
        self._warnings: set[str] = set()

    def entry(self, story: Story, number: int) -> str:
        return f"{number}. {escaped(story.title)}: {story.verdict}"

    def heading(self, text: str, level: int) -> str:
        return f"{'#' * level} {escaped(text)}"

    def tags(self, tags: Sequence[tuple[str, str]]) -> str:
        return "\n".join(["| | |", "|---|---|", *(f"| {escaped(name)} | {escaped(value)} |" for name, value in tags)])

    def strong(self, text: str) -> str:
        return f"**{escaped(text)}**"

    def move(self, move: StoryMove) -> str:
        return f"{move.number}. `{move.token}` {move.prose_with_times}"

    def notes(self, notes: Sequence[Note]) -> str:
        return "\n>\n".join("> " + self._note(note) for note in notes)

    def _note(self, note: Note) -> str:
        if note.kind != "claim":
            return escaped(note.label)
        return f"{_CLAIM_SIGNS[note.holds]} {escaped(note.text)}"

    def branch(self, branch: Branch, depth: int = 0) -> str:
        """Return a variation with those in it; ``depth`` says in how many others it is."""
        lead = "> " * (depth + 1)
        parts = [f"{lead}*in its place:*"]
        parts += [f"{lead}{self._note(note)}" for note in branch.notes]
        for move in branch.moves:
            parts.append(f"{lead}{move.number}\\. `{move.token}` {move.prose}")
            parts += [f"{lead}{self._note(note)}" for note in move.notes]
            parts += [self.branch(inner, depth + 1) for inner in move.variations]
        return f"\n{lead.rstrip()}\n".join(parts)

    def board(self, story: Story, number: int, first: bool = False) -> Iterator[str]:
        """Yield the table after a move; after the first one the meaning of its signs."""
        layout = story.layout(number)
        if self._write_picture is None:
            yield f"```text\n{board_text(layout, WIDTH)}\n```"
            if first:
                yield f"*{escaped(legend(layout))}*"
            return
        title = f"After move {number}" if number else "As dealt"
        layout = with_caption(layout, None, None, self._look)
        sheet = plan([layout], NARROW)
        picture = Picture(layout, sheet, self._look).document(title, story.text(number))
        self._pass_on(flaws_in_print([layout], sheet, self._look))
        yield f"![{title}]({address(self._write_picture(f'-{number}.svg', picture))})"

    def _pass_on(self, sentences: Iterable[str]) -> None:
        """Pass on what would be wrong with pictures in print, each sentence once."""
        for sentence in sentences:
            if self._warn is not None and sentence not in self._warnings:
                self._warnings.add(sentence)
                self._warn(sentence)

    def close(self, text: str) -> str:
        return escaped(text)

    def error(self, lines: Sequence[str]) -> str:
        first, *rest = lines
        return "\n>\n".join([f"> **Rejected** {escaped(first)}", *(f"> {escaped(line)}" for line in rest)])


class _Plain:
    """Writes the parts of a game in plain text."""

    index_title = "GAMES"

    def entry(self, story: Story, number: int) -> str:
        return f"{number:>4}  {visible_text(story.title)}: {story.verdict}"

    def heading(self, text: str, level: int) -> str:
        text = visible_text(text)
        return f"{text}\n{('=' if level == 1 else '-') * min(len(text), WIDTH)}"

    def tags(self, tags: Sequence[tuple[str, str]]) -> str:
        return "\n".join(_wrap(f"{visible_text(name)}: {visible_text(value)}", "") for name, value in tags)

    def strong(self, text: str) -> str:
        return visible_text(text)

    def move(self, move: StoryMove) -> str:
        text = f"{move.number}. {move.token}  {move.prose_with_times}"
        return text if len(text) <= WIDTH else _wrap(text, " " * (len(str(move.number)) + 2), first="")

    def notes(self, notes: Sequence[Note]) -> str:
        return "\n".join(self._note(note, "    ") for note in notes)

    def _note(self, note: Note, indent: str) -> str:
        mark = f"claim, which {_CLAIMS[note.holds]}: " if note.kind == "claim" else ""
        return _wrap(mark + _one_line(note.label), indent)

    def branch(self, branch: Branch, depth: int = 0) -> str:
        """Return a variation with those in it; ``depth`` says in how many others it is."""
        indent = "    " * (depth + 1)
        parts = [f"{indent}in its place:", *(self._note(note, indent) for note in branch.notes)]
        for move in branch.moves:
            parts.append(_wrap(f"{move.number}. {move.token}  {move.prose}", indent))
            parts += [self._note(note, indent + "    ") for note in move.notes]
            parts += [self.branch(inner, depth + 1) for inner in move.variations]
        return "\n".join(parts)

    def board(self, story: Story, number: int, first: bool = False) -> Iterator[str]:
        """Yield the table after a move; after the first one the meaning of its signs."""
        layout = story.layout(number)
        yield textwrap.indent(board_text(layout, WIDTH), "    ")
        if first:
            yield _wrap(legend(layout), "    ")

    def close(self, text: str) -> str:
        return _wrap(text, "")

    def error(self, lines: Sequence[str]) -> str:
        return "\n".join(_wrap(line, "  ", first="") for line in (f"REJECTED {lines[0]}", *lines[1:]))


def _one_line(text: str) -> str:
    return visible_text(" ".join(text.split()))


def escaped(text: str) -> str:
    """Return a stranger's text on one line, with nothing in it that Markdown or HTML would obey."""
    line = _MARKDOWN.sub(r"\\\1", _one_line(text))
    line = line.replace("\\<", "&lt;").replace("\\&", "&amp;")
    return _LIST.sub(r"\1\\\2", line)


def _wrap(text: str, indent: str, *, first: str | None = None) -> str:
    """Return a text folded to the width, with an indent before each line; ``first`` is that of the first line, if it
    differs."""
    lead = indent if first is None else first
    text = text.lstrip(" ")
    lines: list[str] = []
    while len(lead) + len(text) > WIDTH:
        cut = text.rfind(" ", 0, max(WIDTH - len(lead) + 1, 0))
        # A word that is longer than a line has one for itself.
        cut = text.find(" ") if cut < 0 else cut
        if cut < 0:
            break
        lines.append((lead + text[:cut]).rstrip())
        lead, text = indent, text[cut:].lstrip(" ")
    return "\n".join([*lines, (lead + text).rstrip() if text else ""])
