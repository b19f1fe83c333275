"""A replay to be read: Markdown to publish, plain text to print. Tables where a chapter begins, at comments and at the
end; between them the moves in notation and in words."""

from __future__ import annotations

import io
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from leoni_replay.cards import to_letters
from leoni_replay.files.atomic import scratch_file
from leoni_replay.show.geometry import NARROW, plan
from leoni_replay.show.story import Branch, Note, Story, StoryMove
from leoni_replay.show.svg import board
from leoni_replay.show.text_board import board_text, legend
from leoni_replay.text import address, visible

WIDTH: Final = 100

_MARKDOWN: Final = re.compile(r"([\\`*_\[\]<>#&|~!$@])")
_LIST: Final = re.compile(r"^(\s*)([-+=]|\d+[.)])")

#: What is said of a claim by whether it holds.
_CLAIMS: Final = {True: "holds", False: "fails", None: "cannot be decided"}


#: A game with the words for which of how many it is (``game 2 of 3``; empty if there is just one).
Which = tuple[Story, str]
Put = Callable[[str, str], str]


def markdown(games: Iterable[Which], several: bool = False, put: Put | None = None) -> Iterator[str]:
    """Yield games in Markdown, piece by piece, with at most one in memory; several have an index before them.

    Args:
        games: the games.
        several: whether there are several.
        put: if tables are to be pictures, writes the file of one, from the end of its name and its text, and returns
            its name.
    """
    return _written(_Markdown(put), games, several)


def plain(games: Iterable[Which], several: bool = False, *, ascii: bool = False) -> Iterator[str]:
    """Yield games in plain text, piece by piece as :func:`markdown`; ``ascii`` has letters for suits."""
    pieces = _written(_Plain(), games, several)
    return map(to_letters, pieces) if ascii else pieces


def _written(writer: _Markdown | _Plain, games: Iterable[Which], several: bool) -> Iterator[str]:
    if not several:
        for story, which in games:
            yield _whole(writer, story, which)
        return
    # The index comes first, and is known last: until then the games wait in a file, not in memory.
    with io.TextIOWrapper(scratch_file(), encoding="utf-8", newline="\n") as waiting:
        yield writer.index_title + "\n"
        for number, (story, which) in enumerate(games, 1):
            yield f"\n{writer.entry(story, number)}"
            waiting.write(f"\n{_whole(writer, story, which)}")
        yield "\n"
        waiting.seek(0)
        yield from waiting


def _whole(writer: _Markdown | _Plain, story: Story, which: str) -> str:
    return "\n\n".join(_parts(writer, story, which)) + "\n"


def _parts(writer: _Markdown | _Plain, story: Story, which: str) -> Iterator[str]:
    """Walk over a story, and write down each part of it."""
    yield writer.heading(f"{which[0].upper()}{which[1:]}: {story.title}" if which else story.title, 1)
    if story.tags:
        yield writer.tags(story.tags)
    yield writer.strong(story.verdict + (f", digest {story.replay.digest}" if story.replay.digest else ""))
    if not story.replay.dealt:
        yield writer.error(_error_lines(story))
        return
    chapters = {chapter.first: chapter.title for chapter in story.chapters}
    shown = -1
    # Moves without a word in between stand line by line.
    run: list[str] = []
    for number in range(len(story.moves) + 1):
        move = story.moves[number - 1] if number else None
        if move is not None:
            run.append(writer.move(move))
            if number not in chapters and not (move.notes and move.notes_without_times) and not move.variations:
                continue
        if run:
            yield "\n".join(run)
            run = []
        if number in chapters:
            yield writer.heading(chapters[number], 2)
        notes = move.notes_without_times if move else story.opening
        if notes:
            yield writer.notes(notes)
        for branch in move.variations if move else ():
            yield writer.branch(branch)
        if number in chapters or any(note.kind == "comment" for note in notes):
            yield from writer.table(story, number, shown < 0)
            shown = number
    if run:
        yield "\n".join(run)
    last = len(story.moves)
    if story.error is not None:
        yield writer.error(_error_lines(story))
    if shown != last:
        yield writer.heading("The end", 2)
        yield from writer.table(story, last)
    yield writer.close(" ".join([story.closing_sentence, *story.doubts, *story.implications]).strip())
    if story.ending:
        yield writer.notes(story.ending)


def _error_lines(story: Story) -> list[str]:
    error = story.error
    assert error is not None
    at = f"at move {error.move}: " if error.move else ""
    refused = f"{story.refused_move} is refused. " if story.refused_move else ""
    lines = [f"{at}{refused}{error.code}: {error.message}"]
    if error.clause is not None:
        lines.append(f"Rule: {error.clause}")
    lines += [f"Table: {line}" for line in error.table_lines]
    lines += [*error.notes, *error.help, *(f"{fix.message}: {fix.line}" for fix in error.fixes)]
    return [visible(line) for line in lines]


class _Markdown:
    index_title = "# Games"

    def __init__(self, put: Put | None) -> None:
        self._put = put

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
        return f"{'?' if note.holds is None else '✓' if note.holds else '✗'} {escaped(note.text)}"

    def branch(self, branch: Branch, depth: int = 0) -> str:
        lead = "> " * (depth + 1)
        parts = [f"{lead}*in its place:*"]
        parts += [f"{lead}{self._note(note)}" for note in branch.notes]
        for move in branch.moves:
            parts.append(f"{lead}{move.number}\\. `{move.token}` {move.prose}")
            parts += [f"{lead}{self._note(note)}" for note in move.notes]
            parts += [self.branch(inner, depth + 1) for inner in move.variations]
        return f"\n{lead.rstrip()}\n".join(parts)

    def table(self, story: Story, number: int, first: bool = False) -> Iterator[str]:
        layout = story.layout(number)
        if self._put is None:
            yield f"```text\n{board_text(layout, WIDTH)}\n```"
            if first:
                yield f"*{escaped(legend(layout))}*"
            return
        title = f"After move {number}" if number else "As dealt"
        picture = board(layout, plan([layout], NARROW), title=title, text=story.text(number))
        yield f"![{title}]({address(self._put(f'-{number}.svg', picture))})"

    def close(self, text: str) -> str:
        return escaped(text)

    def error(self, lines: Sequence[str]) -> str:
        first, *rest = lines
        return "\n>\n".join([f"> **Rejected** {escaped(first)}", *(f"> {escaped(line)}" for line in rest)])


class _Plain:
    index_title = "GAMES"

    def entry(self, story: Story, number: int) -> str:
        return f"{number:>4}  {visible(story.title)}: {story.verdict}"

    def heading(self, text: str, level: int) -> str:
        text = visible(text)
        return f"{text}\n{('=' if level == 1 else '-') * min(len(text), WIDTH)}"

    def tags(self, tags: Sequence[tuple[str, str]]) -> str:
        return "\n".join(_wrapped(f"{visible(name)}: {visible(value)}", "") for name, value in tags)

    def strong(self, text: str) -> str:
        return visible(text)

    def move(self, move: StoryMove) -> str:
        text = f"{move.number}. {move.token}  {move.prose_with_times}"
        return text if len(text) <= WIDTH else _wrapped(text, " " * (len(str(move.number)) + 2), first="")

    def notes(self, notes: Sequence[Note]) -> str:
        return "\n".join(self._note(note, "    ") for note in notes)

    def _note(self, note: Note, indent: str) -> str:
        mark = f"claim, which {_CLAIMS[note.holds]}: " if note.kind == "claim" else ""
        return _wrapped(mark + _one_line(note.label), indent)

    def branch(self, branch: Branch, depth: int = 0) -> str:
        indent = "    " * (depth + 1)
        parts = [f"{indent}in its place:", *(self._note(note, indent) for note in branch.notes)]
        for move in branch.moves:
            parts.append(_wrapped(f"{move.number}. {move.token}  {move.prose}", indent))
            parts += [self._note(note, indent + "    ") for note in move.notes]
            parts += [self.branch(inner, depth + 1) for inner in move.variations]
        return "\n".join(parts)

    def table(self, story: Story, number: int, first: bool = False) -> Iterator[str]:
        layout = story.layout(number)
        yield textwrap.indent(board_text(layout, WIDTH), "    ")
        if first:
            yield _wrapped(legend(layout), "    ")

    def close(self, text: str) -> str:
        return _wrapped(text, "")

    def error(self, lines: Sequence[str]) -> str:
        return "\n".join(_wrapped(line, "  ", first="") for line in (f"REJECTED {lines[0]}", *lines[1:]))


def _one_line(text: str) -> str:
    return visible(" ".join(text.split()))


def escaped(text: str) -> str:
    """Return a stranger's text on one line, with nothing in it that Markdown or HTML would obey."""
    return _LIST.sub(r"\1\\\2", _MARKDOWN.sub(r"\\\1", _one_line(text)).replace("\\<", "&lt;").replace("\\&", "&amp;"))


def _wrapped(text: str, indent: str, *, first: str | None = None) -> str:
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
