"""``leoni explain``: the page of a diagnostic, a clause, a point, a word of the glossary; Markdown, rendered."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.text import Text

from leoni_replay.explain import codes, glossary, page
from leoni_replay.games import GAMES, Declaration
from leoni_replay.games.rules import CONJECTURE
from leoni_replay.phrases import listed
from leoni_replay.text import cell_width, shown

if TYPE_CHECKING:
    from leoni_replay.show.terminal import Terminal

_FENCE: Final = "```"
_ITEM: Final = re.compile(r"(\s*)([-*]|\d+\.) +")
_LINK: Final = re.compile(r"\[([^\]]+)\]\([^)]*\)")
_SPAN: Final = re.compile(r"(`+)(.+?)\1|\*\*(.+?)\*\*|\*(.+?)\*")


class Nothing(LookupError):
    """There is nothing of that name; the message says what there is."""


def markdown_for(asked: str) -> str:
    """Return the explanation of a code, a clause, a point or a word, as Markdown.

    Args:
        asked: ``M203``; ``wikipedia 7``; ``L4``, ``L4=ends-weave`` or ``wikipedia L4=ends-weave``; ``weave``.

    Raises:
        Nothing: there is no such thing.
    """
    wanted = " ".join(asked.split())
    if wanted.upper() in codes():
        return page(wanted.upper())
    words = glossary()
    entries = [*_rules(wanted), *([words[wanted.lower()]] if wanted.lower() in words else [])]
    if not entries:
        points = {point for game in GAMES.values() for name in game.all_books for point in game.book(name).points}
        books = {name for game in GAMES.values() for name in game.all_books}
        near = get_close_matches(wanted.lower(), [*(code.lower() for code in codes()), *words, *map(str.lower, points)])
        hint = f"did you mean `{near[0]}`? " if near else ""
        raise Nothing(
            f"there is nothing called {asked}: {hint}explain takes a diagnostic (M203; leoni explain lists them all), "
            f'a point (L4), a clause with its rule book ("wikipedia 7"; there are {", ".join(sorted(books))}), or a '
            "word of the glossary"
        )
    return "\n\n".join(entries)


# -- rules ------------------------------------------------------------------------------------------------------------


def _rules(wanted: str) -> Iterator[str]:
    """Yield the clauses and points of a name in all games; one that says the same in several only once."""
    before, _, last = wanted.rpartition(" ")
    name, _, reading = last.partition("=")
    books = {
        (game.name, book) for game in GAMES.values() for book in game.all_books if not before or book == before.lower()
    }
    points: dict[str, list[str]] = {}
    for game in GAMES.values():
        of_game = [book for book in game.all_books if (game.name, book) in books]
        for book in of_game:
            clause = game.book(book).clauses.get(name)
            if before and clause is not None and not reading:
                title = f"# {clause.label}, {clause.name} ({game.name})"
                yield f"{title}\n\n{clause.text}\n\nSource: {clause.citation}; {clause.basis}."
        if of_game and (text := _point(game, name, reading, of_game)):
            points.setdefault(text, []).append(game.name)
    for text, names in points.items():
        head, _, rest = text.partition("\n")
        yield f"{head} ({listed(names)})\n{rest}"


def _point(game: Declaration, name: str, reading: str, books: list[str]) -> str:
    """Return a point of a game with its readings, and the books that take each; empty if it has none of that name."""
    points = game.book(books[0]).points
    point = next((points[one] for one in points if one.lower() == name.lower()), None)
    if point is None or (reading and reading not in point.readings):
        return ""
    lines = [f"# {point.id}: {point.title}", ""]
    for each, text in point.readings.items():
        if reading in ("", each):
            takers = [(book, game.book(book).choices[point.id]) for book in books]
            taken_by = [
                f"{book} ({choice.citation}; {choice.basis})" for book, choice in takers if choice.reading == each
            ]
            lines.append(f"- `{point.id}={each}`: {text}" + (f" Taken by {listed(taken_by)}." if taken_by else ""))
            if each == point.conjecture:
                lines[-1] += f" This is {CONJECTURE}."
    return "\n".join(lines)


# -- Markdown in the terminal -----------------------------------------------------------------------------------------


class _Block(NamedTuple):
    """A paragraph, a heading, an item of a list (after its mark) or a line of a listing."""

    kind: str
    text: str
    lead: str = ""


def show_markdown(text: str, terminal: Terminal) -> None:
    """Print Markdown as pages of this project are written: headings, paragraphs, lists, listings."""
    console = terminal.console()
    above = ""
    for block in _blocks(text):
        if above and not (above == block.kind and block.kind in ("item", "code")):
            console.print()
        above = block.kind
        if block.kind == "code":
            # A listing stands as it is: a caret that is folded points nowhere.
            console.print(Text(f"    {shown(block.text, terminal.ascii)}"), soft_wrap=True)
            continue
        indent = cell_width(block.lead)
        paragraph = _spans(shown(_LINK.sub(r"\1", block.text), terminal.ascii), terminal.color)
        style = "bold" if block.kind == "heading" else ""
        for number, line in enumerate(paragraph.wrap(console, max(terminal.width - indent, 20))):
            line.rstrip()
            line.stylize(style)
            console.print(Text(block.lead if not number else " " * indent).append_text(line), soft_wrap=True)


def _blocks(text: str) -> Iterator[_Block]:
    lines: list[str] = []
    lead = ""
    fenced = False

    def close() -> Iterator[_Block]:
        nonlocal lead
        if lines:
            yield _Block("item" if lead else "text", " ".join(lines), lead)
            lines.clear()
        lead = ""

    for line in text.splitlines():
        if line.lstrip().startswith(_FENCE):
            yield from close()
            fenced = not fenced
        elif fenced:
            yield _Block("code", line)
        elif line.startswith("#"):
            yield from close()
            yield _Block("heading", line.lstrip("#").strip())
        elif match := _ITEM.match(line):
            yield from close()
            lead = match[0]
            lines.append(line[match.end() :])
        elif line.strip():
            lines.append(line.strip())
        else:
            yield from close()
    yield from close()


def _spans(text: str, color: bool) -> Text:
    """Return a paragraph with what is set off in it: by a style where there is colour, else with its marks."""
    paragraph = Text()
    at = 0
    for match in _SPAN.finditer(text):
        paragraph.append(text[at : match.start()])
        code, strong, weak = match[2], match[3], match[4]
        if code is not None:
            paragraph.append(code if color else match[0], "cyan" if color else "")
        else:
            paragraph.append(strong or weak, "bold" if strong else "italic")
        at = match.end()
    return paragraph.append(text[at:])
