"""The text and the tables of a page: plain text, Markdown, HTML, or values separated by commas or tabs.

The text has the lines of the page, so that messages can name them. A form feed stands where a paragraph ends within a
line, a vertical tab where an item of a list or a line does.
"""

from __future__ import annotations

import csv
import re
from html.parser import HTMLParser
from typing import Final, NamedTuple

from leoni_replay.prose.tokens import tokens

_HTML: Final = re.compile(
    r"<(?:!doctype|html|body|table|tr|td|p|div|br|ul|ol|li|span|h[1-6]|b|i|em|strong)\b[^>]*>", re.I
)
_PARAGRAPHS: Final = frozenset(
    [
        "p",
        "div",
        "table",
        "ul",
        "ol",
        "section",
        "article",
        "blockquote",
        "figure",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "hr",
        "pre",
    ]
)
_LINES: Final = frozenset(["br", "li", "tr", "td", "th", "dt", "dd", "caption", "figcaption"])
#: What a reader does not see, or sees crossed out.
_UNSEEN: Final = frozenset(["script", "style", "head", "template", "del", "s", "strike"])
_SEPARATORS: Final = (
    ("|", re.compile(r"(?:^[ \t]*\|.*\|[ \t]*(?:\n|\Z)){2,}", re.M)),
    ("\t", re.compile(r"(?:^[^\n]*\t[^\n]*(?:\n|\Z)){2,}", re.M)),
    (",", re.compile(r"(?:^[^,\n]*(?:,[^,\n]*){3,}(?:\n|\Z)){2,}", re.M)),
)
_RULE: Final = re.compile(r":?-+:?")
#: Signs of Markdown around words, headings and links; deleted words go.
_MARKDOWN: Final = (
    (re.compile(r"~~(?:(?!~~)[^\n])*~~"), r""),
    (re.compile(r"!?\[([^\]\n#?xX]{2,})\]\([^)\n]*\)"), r"\1"),
    (re.compile(r"(?<![\w*♣♦♥♠])(\*{1,2}|_{1,2})(?=[^\s*_])([^\n]+?)(?<=[^\s*_])\1(?![\w*])"), r"\2"),
    (re.compile(r"`([^`\n]+)`"), r"\1"),
)
#: The tokens that are cards in a table.
NAMED: Final = frozenset({"CARD", "SHORT", "CARDS", "LOOSE", "ACE", "DOWN", "UNSEEN"})
#: The tokens of a cell, or of the line of a place.
ENTRIES: Final = NAMED | {"DASH", "SEP", "AND", "VACANT", "HOW_MANY"}


class Table(NamedTuple):
    """A table of a page: its line, its rows, and where it begins and ends in the text."""

    line: int
    rows: list[list[str]]
    start: int
    end: int


class Page(NamedTuple):
    """A page: its text without the tables, and the tables that hold cards."""

    text: str
    tables: list[Table]

    def line(self, at: int) -> int:
        """The line of a place in the text."""
        return self.text.count("\n", 0, at) + 1


def page_of(text: str) -> Page:
    """Read a page."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").replace("\u00a0", " ")
    if _HTML.search(text):
        reader = _Html()
        reader.feed(text)
        reader.close()
        return reader.page()
    for pattern, kept in _MARKDOWN:
        text = pattern.sub(kept, text)
    tables = []
    for separator, pattern in _SEPARATORS:
        for match in pattern.finditer(text):
            lines = [line.strip().strip("|") if separator == "|" else line for line in match[0].splitlines()]
            rows = [[cell.strip() for cell in row] for row in csv.reader(lines, delimiter=separator)]
            rows = [row for row in rows if not all(_RULE.fullmatch(cell) for cell in row) or not any(row)]
            if holds_cards(rows):
                tables.append(Table(text.count("\n", 0, match.start()) + 1, rows, *match.span()))
    for table in tables:
        text = text[: table.start] + re.sub(r"[^\n]", " ", text[table.start : table.end]) + text[table.end :]
    return Page(text, sorted(tables, key=lambda table: table.start))


def holds_cards(rows: list[list[str]]) -> bool:
    """Whether the cells of a table are cards, apart from the names in its first row and column."""
    cells = [kinds(cell) for row in rows for cell in row if cell]
    with_cards = [cell for cell in cells if cell & NAMED]
    return 2 * sum(cell <= ENTRIES for cell in with_cards) > len(with_cards) > 1


def kinds(text: str) -> set[str]:
    """The kinds of tokens in a text."""
    return {token.type for token in tokens(text)}


class _Html(HTMLParser):
    """Collects the text of a page line by line, and its tables."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._text: list[str] = []
        self._lines = 1
        self._at = 0
        self._tables: list[Table] = []
        self._rows: list[list[str]] | None = None
        self._begun = (1, 0)
        self._unseen = 0

    def page(self) -> Page:
        """The page that was read."""
        self._end_table()
        return Page("".join(self._text), self._tables)

    def _write(self, text: str) -> None:
        self._text.append(text)
        self._lines += text.count("\n")
        self._at += len(text)

    def _reach(self, line: int) -> None:
        if line > self._lines:
            self._write("\n" * (line - self._lines))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a paragraph, a line or a cell; a picture counts by its description."""
        if tag in _UNSEEN:
            self._unseen += 1
        if tag == "table":
            self._end_table()
            self._reach(self.getpos()[0])
            self._rows, self._begun = [], (self.getpos()[0], self._at)
        elif tag == "tr" and self._rows is not None:
            self._rows.append([])
        elif tag in ("td", "th") and self._rows:
            self._rows[-1].append("")
        elif tag == "img":
            self.handle_data(f" {dict(attrs).get('alt') or ''} ")
        elif tag in _PARAGRAPHS or tag in _LINES:
            self._break(tag)

    def handle_endtag(self, tag: str) -> None:
        """End a paragraph, a line or a table."""
        if tag in _UNSEEN:
            self._unseen = max(self._unseen - 1, 0)
        if tag == "table":
            self._end_table()
        elif tag in _PARAGRAPHS or tag in _LINES:
            self._break(tag)

    def _break(self, tag: str) -> None:
        if self._rows and self._rows[-1]:
            self._rows[-1][-1] += " "
        elif self._rows is None:
            self._reach(self.getpos()[0])
            self._write("\f" if tag in _PARAGRAPHS else "\v")

    def handle_data(self, data: str) -> None:
        """Take words."""
        if self._unseen:
            return
        if self._rows is not None:
            if self._rows and self._rows[-1]:
                self._rows[-1][-1] += data
            elif data.strip():
                self._write(data)
            return
        self._reach(self.getpos()[0])
        self._write(data.replace("\u00a0", " "))

    def _end_table(self) -> None:
        if self._rows is None:
            return
        rows = [[" ".join(cell.split()) for cell in row] for row in self._rows if row]
        line, start = self._begun
        self._rows = None
        if holds_cards(rows):
            self._tables.append(Table(line, rows, start, start))
            self._write("\f")
        else:
            self._write("\f" + "\f".join("\v".join(row) for row in rows) + "\f")
