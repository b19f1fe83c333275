"""``leoni explain``: the page of a diagnostic, a rule, a topic or a word of the glossary; Markdown, rendered."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.text import Text

from leoni_replay.explain import codes, glossary, page, topic, topics
from leoni_replay.games import GAMES, Declaration
from leoni_replay.games.rules import CONJECTURE
from leoni_replay.phrases import join_words
from leoni_replay.text import cell_width, terminal_text

if TYPE_CHECKING:
    from leoni_replay.show.terminal import Terminal

_FENCE: Final = "```"
_ITEM: Final = re.compile(r"(\s*)([-*]|\d+\.) +")
_LINK: Final = re.compile(r"\[([^\]]+)\]\([^)]*\)")
_SPAN: Final = re.compile(r"(`+)(.+?)\1|\*\*(.+?)\*\*|\*(.+?)\*")


class Nothing(LookupError):
    """There is nothing of that name; the message says what there is."""


def markdown_for(name: str) -> str:
    """Return the explanation of a code, a clause, a point, a topic of the help or a word, as Markdown.

    Args:
        name: ``M203``; ``wikipedia 7``; ``L4``, ``L4=ends-weave`` or ``wikipedia L4=ends-weave``; ``players``;
            ``weave``.

    Raises:
        Nothing: there is no such thing.
    """
    phrase = " ".join(name.split())
    if phrase.upper() in codes():
        return page(phrase.upper())
    entries = list(_rules(phrase))
    if phrase.lower() in topics():
        entries.append(topic(phrase.lower()))
    if phrase.lower() in glossary():
        entries.append(glossary()[phrase.lower()])
    if not entries:
        books = sorted({book for game in GAMES.values() for book in game.all_books})
        raise Nothing(
            f"there is nothing called {name}: {_hint(phrase)}explain takes a diagnostic (M203; leoni explain lists "
            f'them all), a point (L4), a clause with its rule book ("wikipedia 7"; there are {", ".join(books)}), '
            f"{join_words(topics())}, or a word of the glossary"
        )
    return "\n\n".join(entries)


def _hint(phrase: str) -> str:
    """Return the question whether something else was meant; empty if nothing has a similar name."""
    points = {point for game in GAMES.values() for book in game.all_books for point in game.book(book).points}
    names = [*(code.lower() for code in codes()), *topics(), *glossary(), *map(str.lower, points)]
    similar = get_close_matches(phrase.lower(), names)
    return f"did you mean `{similar[0]}`? " if similar else ""


# -- rules ------------------------------------------------------------------------------------------------------------


def _rules(phrase: str) -> Iterator[str]:
    """Yield the clauses and points of a name in all games; one that says the same in several only once.

    Args:
        phrase: the name, perhaps with a book before it and a reading after it: ``wikipedia L4=ends-weave``.
    """
    book_name, _, last_word = phrase.rpartition(" ")
    name, _, reading = last_word.partition("=")
    games_of_text: dict[str, list[str]] = {}
    for game in GAMES.values():
        books = [book for book in game.all_books if not book_name or book == book_name.lower()]
        for book in books:
            clause = game.book(book).clauses.get(name)
            if book_name and clause is not None and not reading:
                title = f"# {clause.label}, {clause.name} ({game.name})"
                yield f"{title}\n\n{clause.text}\n\nSource: {clause.citation}; {clause.basis}."
        point_text = _point(game, name, reading, books) if books else ""
        if point_text:
            games_of_text.setdefault(point_text, []).append(game.name)
    for text, games in games_of_text.items():
        title, _, rest = text.partition("\n")
        yield f"{title} ({join_words(games)})\n{rest}"


def _point(game: Declaration, name: str, reading: str, books: list[str]) -> str:
    """Return a point of a game with its readings, and the books that take each; empty if it has none of that name.

    Args:
        game: the game.
        name: the name of the point, in upper or lower case.
        reading: the only reading to return; empty for all.
        books: the books to look at.
    """
    points = game.book(books[0]).points
    point = next((point for point_name, point in points.items() if point_name.lower() == name.lower()), None)
    if point is None or (reading and reading not in point.readings):
        return ""
    choices = {book: game.book(book).choices[point.id] for book in books}
    lines = [f"# {point.id}: {point.title}", ""]
    for name_of_reading, text in point.readings.items():
        if reading not in ("", name_of_reading):
            continue
        line = f"- `{point.id}={name_of_reading}`: {text}"
        takers = [
            f"{book} ({choice.citation}; {choice.basis})"
            for book, choice in choices.items()
            if choice.reading == name_of_reading
        ]
        if takers:
            line += f" Taken by {join_words(takers)}."
        if name_of_reading == point.conjecture:
            line += f" This is {CONJECTURE}."
        lines.append(line)
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
    kind_above = ""
    for block in _blocks(text):
        if kind_above and not (kind_above == block.kind and block.kind in ("item", "code")):
            console.print()
        kind_above = block.kind
        if block.kind == "code":
            # A listing stands as it is: a caret that is folded points nowhere.
            console.print(Text(f"    {terminal_text(block.text, terminal.ascii)}"), soft_wrap=True)
            continue
        indent = cell_width(block.lead)
        paragraph = _spans(terminal_text(_LINK.sub(r"\1", block.text), terminal.ascii), terminal.color)
        style = "bold" if block.kind == "heading" else ""
        for number, line in enumerate(paragraph.wrap(console, max(terminal.width - indent, 20))):
            line.rstrip()
            line.stylize(style)
            lead = " " * indent if number else block.lead
            console.print(Text(lead).append_text(line), soft_wrap=True)


def _blocks(text: str) -> Iterator[_Block]:
    """Cut Markdown into its blocks."""
    lines: list[str] = []
    lead = ""
    fenced = False

    def close() -> Iterator[_Block]:
        """Yield the paragraph or the item whose lines have been read."""
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
