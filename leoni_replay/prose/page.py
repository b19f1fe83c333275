"""The text and the tables of a page: plain text, Markdown, HTML, or values separated by commas or tabs.

The text has the lines of the page, so that messages can name them. A form feed stands where a paragraph ends within a
line, a vertical tab where an item of a list or a line does.
"""

from __future__ import annotations

import csv
import html
import re
import unicodedata
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Final, NamedTuple

from leoni_replay.prose.tokens import tokens

_HTML: Final = re.compile(
    r"<(?:!doctype|html|body|table|tr|td|p|div|br|hr|[uod]l|li|d[td]|span|h[1-6]|[biua]|em|strong|center|font|pre|su[bp]|img"
    r"|section|article|main|figure|blockquote)\b[^>]*>",
    re.I,
)
_PARAGRAPHS: Final = frozenset({
    "p", "div", "table", "ul", "ol", "section", "article", "blockquote", "figure", "h1", "h2", "h3", "h4", "h5", "h6",
    "hr", "pre",
})  # fmt: skip
_LINES: Final = frozenset(["br", "li", "tr", "td", "th", "dt", "dd", "caption", "figcaption"])
#: What a reader does not see, or sees crossed out.
_UNSEEN: Final = frozenset(["script", "style", "head", "template", "del", "s", "strike"])
_SEPARATORS: Final = (
    ("|", re.compile(r"(?:^[ \t]*\|.*\|[ \t]*(?:\n|\Z)){2,}", re.M)),
    (
        "|",
        re.compile(
            r"^[^|\n]*\|[^\n]*\n[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\n(?:[^|\n]*\|[^\n]*(?:\n|\Z))+", re.M
        ),
    ),
    *((sign, re.compile(rf"(?:^[^{sign}\n]*{sign}[^\n]*(?:\n|\Z)){{2,}}", re.M)) for sign in "\t,;"),
)
_NUMBERED: Final = re.compile(r"(?:\w+ )?(?:[1-9][0-9]?|[IVX]+)")
_RULE: Final = re.compile(r":?-+:?")
#: Signs of Markdown around words, headings and links; deleted words go.
_MARKDOWN: Final = (
    (re.compile(r"~~(?:(?!~~)[^\n])*~~"), r""),
    (re.compile(r"!?\[([^\[\]\n#?xX]{2,})\]\([^()\n]*\)"), r"\1"),
    *(
        (re.compile(rf"(?<![\w*♣♦♥♠])({sign}{{1,2}})(?=[^\s*_])([^{sign}\n]*[^\s*_])\1(?![\w*])"), r"\2")
        for sign in (r"\*", "_")
    ),
    (re.compile(r"`([^`\n]+)`"), r"\1"),
)
#: The tokens that are cards in a table.
NAMED: Final = frozenset({"CARD", "SHORT", "CARDS", "LOOSE", "ACE", "DOWN", "UNSEEN"})
#: The tokens of a cell, or of the line of a place.
ENTRIES: Final = NAMED | {"DASH", "SEP", "AND", "BAR", "VACANT", "HOW_MANY", "FACE_DOWN"}
#: What has no meaning of its own: joints of words, marks of direction, and how a sign is to be drawn.
_INVISIBLE: Final = re.compile("[\u00ad\u200b-\u200f\u202a\u202c\u202d\u2060\u2066\u2068\u2069\ufe0e\ufe0f\ufeff]")
_COMPATIBLE: Final = frozenset({"<compat>", "<noBreak>", "<wide>", "<circle>", "<font>"})
_JOINED: Final = re.compile(r"(?<![\w♣♦♥♠])(?:(?:10|[2-9AKQJT])[♣♦♥♠]){2,}(?![\w♣♦♥♠])")
#: More white space than any page needs: to try what may stand around it would take as long as it is wide, squared.
_WIDE: Final = re.compile(r"([ \t]{40})[ \t]+")
_REFERENCE: Final = re.compile(r"(?<=[\w♣♦♥♠][.!?])(?:\[(?:[0-9]{1,3}|citation needed)\]|[¹²³⁰⁴-⁹])+")
_BOXED: Final = re.compile(r"\[((?:10|[2-9AKQJT])[♣♦♥♠CDHS])\]")
_BOX_RULE: Final = re.compile(r"^[ \t]*[+|](?=[=+| \t]*-)[-=+| \t]*[+|][ \t]*$", re.M)


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
        """Return the line of a place in the text."""
        return self.text.count("\n", 0, at) + 1


def page_of(text: str) -> Page:
    """Read a page."""
    text = _plain(text)
    if _HTML.search(text):
        reader = _Html()
        reader.feed(text)
        reader.close()
        page = reader.page()
        return Page(page.text, sorted([*page.tables, *_blocks(page.text)], key=lambda table: table.start))
    for pattern, kept in _MARKDOWN:
        text = pattern.sub(kept, text)
    tables: list[Table] = []
    for separator, pattern in _SEPARATORS:
        for match in pattern.finditer(text):
            lines = [_bare_row(line) if separator == "|" else line for line in match[0].rstrip("\n").split("\n")]
            if max(map(len, lines)) > csv.field_size_limit():
                continue
            # A quotation mark that is left open ends with its line.
            cells = (next(csv.reader([line], delimiter=separator)) or [""] for line in lines)
            rows = [[cell.strip() for cell in row] for row in cells]
            rules = [any(row) and all(map(_RULE.fullmatch, row)) for row in rows]
            # Markdown asks for a row of titles, also if there are none.
            rows = [
                row for at, row in enumerate(rows) if not rules[at] and (any(row) or rules[at + 1 : at + 2] != [True])
            ]
            # In prose there are commas, too: then a line has several, or begins with the name of a place.
            sure = separator in "|\t" or all(len(row) > 3 or _NUMBERED.fullmatch(row[0]) for row in rows[1:])
            if sure and holds_cards(rows) and "LABEL" not in kinds(match[0]):
                tables.append(Table(text.count("\n", 0, match.start()) + 1, rows, *match.span()))
                text = text[: match.start()] + re.sub(r"[^\n]", " ", match[0]) + text[match.end() :]
    return Page(text, sorted([*tables, *_blocks(text)], key=lambda table: table.start))


def _bare_row(line: str) -> str:
    """Return a row of Markdown without the signs around it."""
    line = line.strip()
    return line[1:].removesuffix("|") if line.startswith("|") else line


def _plain(text: str) -> str:
    """Return a text without what pages are set with: ligatures, signs of cards, boxes, words cut at line ends."""
    text = re.sub("&(?:spades|clubs|hearts|diams|nbsp);", lambda match: html.unescape(match[0]), text)
    text = _INVISIBLE.sub("", unicodedata.normalize("NFC", text.replace("\r\n", "\n")))
    text = re.sub("[\r\u0085\u2028\u2029]", "\n", "".join(map(_plain_sign, text)))
    text = re.sub(r"([a-z])[-‐]\n[ \t]*([a-z]+\S*)[ \t]?", r"\1\2\n", text)
    text = _REFERENCE.sub("", _WIDE.sub(r"\1", text))
    text = _JOINED.sub(lambda match: re.sub("([♣♦♥♠])", r"\1 ", match[0]).strip(), text)
    lines = text.split("\n")
    for at, line in enumerate(lines):
        bare = _BOXED.sub("", line)
        if len(line) - len(bare) > 6 and not re.search("[♣♦♥♠]", bare):
            lines[at] = _BOXED.sub(r"\1", line)
        elif line.strip().startswith("```"):
            lines[at] = ""
    return _BOX_RULE.sub("|-|", "\n".join(lines))


def _plain_sign(sign: str) -> str:
    if sign < "\u0080":
        return sign
    number = ord(sign)
    if 0x2500 <= number < 0x2580:
        return "|" if sign in "│┃║" else "-" if sign in "─━═" else "+"
    if number == 0x1F0A0:
        return " [x] "
    if 0x1F0A1 <= number <= 0x1F0DE and 1 <= number % 16 <= 14 and number % 16 != 12:
        return f" {'0A23456789TJCQK'[number % 16]}{'♠♥♦♣'[(number - 0x1F0A0) // 16]} "
    if sign != "…" and unicodedata.decomposition(sign).partition(" ")[0] in _COMPATIBLE:
        return unicodedata.normalize("NFKC", sign)
    return " " if unicodedata.category(sign) == "Zs" else sign


def _blocks(text: str) -> Iterator[Table]:
    """Return tables without signs between their cells: lines that hold nothing but cards and gaps, equally many;
    perhaps with the numbers of the columns above, or of the rows before them."""
    rows: list[list[str]] = []
    at = begun = 0
    labelled = False
    for line in [*re.split("[\n\f\v]", text), "."]:
        row = [] if labelled and line.strip() else _block_row(line)
        if row:
            begun = begun if rows else at
            rows.append(row)
        else:
            head = rows[:1] if rows and rows[0][-1].isdigit() else []
            body = rows[len(head) :]
            if head and len(body) > 1 and len(head[0]) == len(body[0]) - 1:
                head = [["", *head[0]]]
            if len(body) > 1 and len({*map(len, [*head, *body])}) == 1:
                yield Table(text.count("\n", 0, begun) + 1, [*head, *body], begun, at)
            rows = []
            # What follows a place in the next line belongs to it.
            labelled = bool(kinds(line) & (NAMED | {"LABEL"}))
        at += len(line) + 1


def _block_row(line: str) -> list[str]:
    """Return the cells of a line that holds only cards and gaps, or numbers; none if it holds anything else."""
    mark = re.match(r"[ \t>]*\(?([1-9][0-9]?|[IVX]+)[.)][ \t]+", line)
    words = line.split()
    if len(words) > 2 and words == [str(number) for number in range(1, len(words) + 1)]:
        return words
    cells = [token for token in tokens(line[mark.end() if mark else 0 :]) if token.type not in ("SEP", "BAR", "AND")]
    if len(cells) < 3 or not {token.type for token in cells} <= NAMED - {"CARDS"} | {"DASH"}:
        return []
    return [*([mark[1]] if mark else []), *map(str, cells)]


def holds_cards(rows: list[list[str]]) -> bool:
    """Whether the cells of a table are cards, apart from the names in its first row and column."""
    cells = [kinds(cell) for row in rows for cell in row if cell]
    with_cards = [cell for cell in cells if cell & NAMED]
    first = [row[0] for row in rows if row[0]]
    named = any(names and all(map(_NUMBERED.fullmatch, names)) for names in (rows[0], first, first[1:]))
    return 2 * sum(cell <= ENTRIES for cell in with_cards) > len(with_cards) > (0 if named else 1)


def kinds(text: str) -> set[str]:
    """Return the kinds of tokens in a text."""
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
        self._spans: dict[tuple[int, int], int] = {}

    def page(self) -> Page:
        """Return the page that was read."""
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
            self._rows, self._begun, self._spans = [], (self.getpos()[0], self._at), {}
        elif tag == "tr" and self._rows is not None:
            self._rows.append([])
        elif tag in ("td", "th") and self._rows:
            given = {name: (value or "").strip() for name, value in attrs}
            self._rows[-1].append("" if given.get("rowspan", "1") == "1" else "[rowspan] ")
            if (span := given.get("colspan", "1")).isdigit() and 1 < int(span) < 100:
                self._spans[len(self._rows) - 1, len(self._rows[-1]) - 1] = int(span)
        elif tag == "img":
            given = {name: (value or "").strip() for name, value in attrs}
            # In a table a picture that nothing describes may be a card.
            self.handle_data(f" {given.get('alt') or given.get('title') or ('[picture]' if self._rows else '')} ")
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
        rows = []
        for at, row in enumerate(self._rows):
            cells = [" ".join(cell.split()) for cell in row]
            # Of a gap several columns wide each is one.
            wide = [
                [cell, *["[colspan]" if cell else ""] * (self._spans.get((at, n), 1) - 1)]
                for n, cell in enumerate(cells)
            ]
            rows += [[cell for span in wide for cell in span]] if row else []
        line, start = self._begun
        self._rows = None
        if rows and holds_cards(rows):
            self._tables.append(Table(line, rows, start, start))
            self._write("\f")
        else:
            self._write("\f" + "\f".join("\v".join(row) for row in rows) + "\f")
