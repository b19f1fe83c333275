"""The text and the tables of a page: plain text, Markdown, HTML, or values separated by commas or tabs.

The text has the lines of the page, so that messages can name them. A form feed stands where a paragraph ends within a
line, a vertical tab where an item of a list or a line does.
"""

from __future__ import annotations

import csv
import html
import itertools
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Final, Literal, NamedTuple

from leoni_replay.prose.layouts import with_column_labels, with_foundations_label, with_line_labels
from leoni_replay.prose.left_out import (
    LeftOut,
    Reason,
    Segment,
    own_words,
    says_move,
    without_quotations,
    without_struck_out,
)
from leoni_replay.prose.tokens import ENTRIES, NAMED, kinds, tokens

_HTML: Final = re.compile(
    r"<(?:!doctype|html|body|table|tr|td|p|div|br|hr|[uod]l|li|d[td]|span|h[1-6]|[biua]|em|strong|center|font|pre|su[bp]|img"
    r"|section|article|main|figure|blockquote|aside|footer|q|s|del|strike)\b[^>]*>",
    re.I,
)
_PARAGRAPHS: Final = frozenset({
    "p", "div", "table", "ul", "ol", "section", "article", "blockquote", "figure", "h1", "h2", "h3", "h4", "h5", "h6",
    "hr", "pre", "aside", "footer",
})  # fmt: skip
_LINES: Final = frozenset(["br", "li", "tr", "td", "th", "dt", "dd", "caption", "figcaption"])
#: What a reader does not see.
_UNSEEN: Final = frozenset(["script", "style", "head", "template"])
#: Elements that are no part of their author's own text.
_APART: Final[dict[str, Reason]] = {
    "blockquote": "quotation",
    "q": "quotation",
    "aside": "aside",
    "footer": "footer",
    "del": "struck out",
    "s": "struck out",
    "strike": "struck out",
}
#: The reasons of what is read if the table stands in it, too.
_QUOTATIONS: Final = frozenset(["quotation", "aside", "footer"])
#: Styles of what a reader does not see, and of what is struck out.
_STYLES: Final[tuple[tuple[re.Pattern[str], Reason], ...]] = (
    (re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I), "hidden"),
    (re.compile(r"text-decoration(?:-line)?\s*:[^;]*line-through", re.I), "struck out"),
)
#: Elements without an end, and those that another of their kind, or a paragraph, ends.
_VOID: Final = frozenset(["br", "hr", "img", "input", "link", "meta", "wbr", "col", "area", "base", "source"])
_ENDED_BY_NEXT: Final = frozenset(["p", "li", "dt", "dd", "td", "th", "tr"])
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
#: Signs of Markdown around words, headings and links.
_MARKDOWN: Final = (
    (re.compile(r"!?\[([^\[\]\n#?xX]{2,})\]\([^()\n]*\)"), r"\1"),
    *(
        (re.compile(rf"(?<![\w*♣♦♥♠])({sign}{{1,2}})(?=[^\s*_])([^{sign}\n]*[^\s*_])\1(?![\w*])"), r"\2")
        for sign in (r"\*", "_")
    ),
    (re.compile(r"`([^`\n]+)`"), r"\1"),
)
#: How much of a text is looked at to find out whether it is a page, in characters.
_BEGINNING: Final = 20_000
#: No row of a table is longer, in characters.
_LONGEST_ROW: Final = 1_000
#: How many pieces of text a few words are.
_FEW: Final = 20
#: What has no meaning of its own: joints of words, marks of direction, and how a sign is to be drawn.
_INVISIBLE: Final = re.compile("[\u00ad\u200b-\u200f\u202a\u202c\u202d\u2060\u2066\u2068\u2069\ufe0e\ufe0f\ufeff]")
#: Pictures that say nothing. Crosses, signs of doubt, arrows and numbers have a meaning.
_EMOJI: Final = re.compile(
    "(?![⚠⛔☠❌❎❓❔❕❗🚫👎🤔🤷🤦🙅🙈💀🛑✋])[☀-☏☔-♟♨-⛿✀-✒✓-✕✙-❵⌚⌛⏩-⏺⬛⬜⭐⭕🌀-🙏🚀-🛿🤀-🧿🩰-🫿🇦-🇿🃏]"
)
_CROSS: Final = re.compile(r"(?<=[.!])([ \t]+[❌✗✘✖🚫⛔])(?=[ \t]+[^\W\d_])")
_COMPATIBLE: Final = frozenset({"<compat>", "<noBreak>", "<wide>", "<circle>", "<font>"})
_JOINED: Final = re.compile(r"(?<![\w♣♦♥♠])(?:(?:10|[2-9AKQJT])[♣♦♥♠]){2,}(?![\w♣♦♥♠])")
#: More white space than any page needs: to try what may stand around it would take as long as it is wide, squared.
_WIDE: Final = re.compile(r"([ \t]{40})[ \t]+")
_REFERENCE: Final = re.compile(r"(?<=[\w♣♦♥♠][.!?])(?:\[(?:\^?[0-9]{1,3}|citation needed)\]|[¹²³⁰⁴-⁹])+")
_BOXED: Final = re.compile(r"\[((?:10|[2-9AKQJT])[♣♦♥♠CDHS])\]")
#: The beginning of a line that prints a pile.
_PILE: Final = re.compile(r"[ \t>*-]*(?:pile|column|packet|fan|heap|depot|auxiliary)\b[^:\n]{0,12}:", re.I)
_BOX_RULE: Final = re.compile(r"^[ \t]*[+|](?=[=+| \t]*-)[-=+| \t]*[+|][ \t]*$", re.M)


class CellTable(NamedTuple):
    """A table of a page: its line, its rows of cells, and where it begins and ends in the text."""

    line: int
    rows: list[list[str]]
    start: int
    end: int


class Page(NamedTuple):
    """A page: its text without the tables, the tables that hold cards, and what was left out of the text."""

    text: str
    tables: list[CellTable]
    left_out: tuple[LeftOut, ...] = ()

    def line(self, offset: int) -> int:
        """Return the line of a place in the text."""
        return self.text.count("\n", 0, offset) + 1


def looks_like_page(text: str) -> bool:
    """Whether a text looks like a page of a book that prints a table, and not like a record: it has no tag, and two
    places with cards after their names, or a table of cards."""
    if re.search(r"^[^\S\n]*\[[^\S\n]*[A-Za-z]\w*[^\S\n]+\"", text, re.M):
        return False
    page = page_of("\n".join([line[:_LONGEST_ROW] for line in text[:_BEGINNING].split("\n")]))
    if page.tables:
        return True
    page_tokens = tokens(page.text)
    is_place = [label.type == "LABEL" and card.type in NAMED for label, card in itertools.pairwise(page_tokens)]
    return sum(is_place) > 1


def page_of(text: str) -> Page:
    """Read a page."""
    text = _plain(text)
    if _HTML.search(text):
        reader = _Html()
        reader.feed(text)
        reader.close()
        page = reader.page()
    else:
        text, struck_out = without_struck_out(text)
        text, quotations = without_quotations(text)
        for pattern, replacement in _MARKDOWN:
            text = pattern.sub(replacement, text)
        page = _without_tables(text)._replace(left_out=(*struck_out, *quotations))
    tables = [*page.tables, *_blocks(page.text)]
    return Page(
        page.text if tables else with_line_labels(page.text),
        sorted(tables, key=lambda table: table.start),
        tuple(sorted(page.left_out, key=lambda words: words.line)),
    )


def _without_tables(text: str) -> Page:
    """Return a text in which blanks stand for its tables of cards, whose cells are separated by signs; and the
    tables."""
    tables: list[CellTable] = []
    for separator, pattern in _SEPARATORS:
        for match in pattern.finditer(text):
            rows = _separated_rows(match[0], separator)
            if not rows:
                continue
            # In prose there are commas, too: then a line has several, or begins with the name of a place.
            is_table = separator in "|\t" or all(len(row) > 3 or _NUMBERED.fullmatch(row[0]) for row in rows[1:])
            if is_table and holds_cards(rows) and "LABEL" not in kinds(match[0]):
                tables.append(CellTable(text.count("\n", 0, match.start()) + 1, rows, *match.span()))
                blanks = re.sub(r"[^\n]", " ", match[0])
                text = text[: match.start()] + blanks + text[match.end() :]
    return Page(text, tables)


def _separated_rows(text: str, separator: str) -> list[list[str]]:
    """Return the cells of lines in which a sign separates them, without the rules that Markdown draws between rows; no
    rows if a line is too long."""
    lines = text.rstrip("\n").split("\n")
    if separator == "|":
        lines = [_bare_row(line) for line in lines]
    if max(map(len, lines)) > csv.field_size_limit():
        return []
    rows = []
    for line in lines:
        # A quotation mark that is left open ends with its line: each line is read by itself.
        cells = next(csv.reader([line], delimiter=separator)) or [""]
        rows.append([cell.strip() for cell in cells])
    is_rule = [any(row) and all(map(_RULE.fullmatch, row)) for row in rows]
    # Markdown asks for a row of titles over a rule, also if there are none: then the row is empty.
    is_over_rule = [*is_rule[1:], False]
    return [row for at, row in enumerate(rows) if not is_rule[at] and (any(row) or not is_over_rule[at])]


def _bare_row(line: str) -> str:
    """Return a row of Markdown without the signs around it."""
    line = line.strip()
    return line[1:].removesuffix("|") if line.startswith("|") else line


def _plain(text: str) -> str:
    """Return a text without what pages are set with: ligatures, signs of cards, boxes, words cut at line ends."""
    text = re.sub("&(?:spades|clubs|hearts|diams|nbsp);", lambda match: html.unescape(match[0]), text)
    text = _INVISIBLE.sub("", unicodedata.normalize("NFC", text.replace("\r\n", "\n")))
    # It is not sure whether a cross between two sentences is about the first or the second.
    text = _CROSS.sub(r"\1.", text.replace("\u20e3", "."))
    text = re.sub("[\r\u0085\u2028\u2029]", "\n", "".join(map(_plain_sign, text)))
    text = re.sub(r"([a-z])[-‐]\n[ \t]*([a-z]+\S*)[ \t]?", r"\1\2\n", text)
    text = _REFERENCE.sub("", _WIDE.sub(r"\1", with_foundations_label(with_column_labels(text))))
    text = _JOINED.sub(lambda match: re.sub("([♣♦♥♠])", r"\1 ", match[0]).strip(), text)
    lines = text.split("\n")
    for index, line in enumerate(lines):
        outside_boxes = _BOXED.sub("", line)
        # Several cards, each in brackets: then the brackets are boxes.
        if len(line) - len(outside_boxes) > 6 and not re.search("[♣♦♥♠]", outside_boxes):
            lines[index] = _BOXED.sub(r"\1", line)
        if _PILE.match(line):
            lines[index] = re.sub(r"(?<=[:\s,;|])\*(?=[\s,;|]|$)", "xx", lines[index])
        elif line.strip().startswith("```"):
            lines[index] = ""
    return _BOX_RULE.sub("|-|", "\n".join(lines))


def _plain_sign(sign: str) -> str:
    """Return what stands in a plain text for one sign of a page: a card of Unicode becomes its two letters."""
    if sign < "\u0080":
        return sign
    number = ord(sign)
    if 0x2500 <= number < 0x2580:
        # A line of a box.
        if sign in "│┃║":
            return "|"
        return "-" if sign in "─━═" else "+"
    if number == 0x1F0A0:
        # The back of a card.
        return " [x] "
    if 0x1F0A1 <= number <= 0x1F0DE and 1 <= number % 16 <= 14 and number % 16 != 12:
        return f" {'0A23456789TJCQK'[number % 16]}{'♠♥♦♣'[(number - 0x1F0A0) // 16]} "
    if _EMOJI.match(sign):
        return ""
    if sign != "…" and unicodedata.decomposition(sign).partition(" ")[0] in _COMPATIBLE:
        return unicodedata.normalize("NFKC", sign)
    return " " if unicodedata.category(sign) == "Zs" else sign


def _blocks(text: str) -> Iterator[CellTable]:
    """Yield tables without signs between their cells: lines that hold nothing but cards and gaps, equally many; perhaps
    with the numbers of the columns above, or of the rows before them."""
    rows: list[list[str]] = []
    offset = block_start = 0
    follows_place = False
    # The full stop at the end ends the last table.
    for line in [*re.split("[\n\f\v]", text), "."]:
        row = [] if follows_place and line.strip() else _block_row(line)
        if row:
            if not rows:
                block_start = offset
            rows.append(row)
        else:
            table_rows = _block_rows(rows)
            if table_rows:
                yield CellTable(text.count("\n", 0, block_start) + 1, table_rows, block_start, offset)
            rows = []
            # What follows a place in the next line belongs to it.
            follows_place = bool(kinds(line) & (NAMED | {"LABEL"}))
        offset += len(line) + 1


def _block_rows(rows: list[list[str]]) -> list[list[str]]:
    """Return lines of cells as a table, with an empty cell before the numbers of its columns if the rows have numbers;
    no rows if the lines are no table."""
    head = rows[:1] if rows and rows[0][-1].isdigit() else []
    body = rows[len(head) :]
    if head and len(body) > 1 and len(head[0]) == len(body[0]) - 1:
        head = [["", *head[0]]]
    widths = {len(row) for row in (*head, *body)}
    return [*head, *body] if len(body) > 1 and len(widths) == 1 else []


def _block_row(line: str) -> list[str]:
    """Return the cells of a line that holds only cards and gaps, or numbers; none if it holds anything else."""
    if len(line) > _LONGEST_ROW:
        return []
    row_number = re.match(r"[ \t>]*\(?([1-9][0-9]?|[IVX]+)[.)][ \t]+", line)
    words = line.split()
    if len(words) > 2 and words == [str(number) for number in range(1, len(words) + 1)]:
        return words
    rest = line[row_number.end() :] if row_number else line
    cells = [token for token in tokens(rest) if token.type not in ("SEP", "BAR", "AND")]
    if len(cells) < 3 or not {token.type for token in cells} <= NAMED - {"CARDS"} | {"DASH"}:
        return []
    return [*([row_number[1]] if row_number else []), *map(str, cells)]


def holds_cards(rows: list[list[str]]) -> bool:
    """Whether the cells of a table are cards, apart from the names in its first row and column."""
    cell_kinds = [kinds(cell) for row in rows for cell in row if cell]
    with_cards = [types for types in cell_kinds if types & NAMED]
    only_cards = [types for types in with_cards if types <= ENTRIES]
    first_column = [row[0] for row in rows if row[0]]
    has_names = any(
        names and all(map(_NUMBERED.fullmatch, names)) for names in (rows[0], first_column, first_column[1:])
    )
    # One card is enough where the places have names.
    return len(with_cards) >= (1 if has_names else 2) and 2 * len(only_cards) > len(with_cards)


class _Element(NamedTuple):
    """An open element of a page.

    Attributes:
        tag: its name.
        reason: why its text is not its author's own, or is not seen; None if it is the author's.
        line: its line.
        start: how many pieces the text had before it.
    """

    tag: str
    reason: Reason | Literal["unseen"] | None
    line: int
    start: int


class _Html(HTMLParser):
    """Collects the text of a page line by line, and its tables."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        #: the text so far, how many lines it has, and how many characters
        self._text: list[str] = []
        self._lines = 1
        self._length = 0
        self._tables: list[CellTable] = []
        #: the cells of the table that is being read, None outside tables; and in which line and where in the text it
        #: begins
        self._rows: list[list[str]] | None = None
        self._table_line = 1
        self._table_start = 0
        #: how many columns a cell fills, by its row and its index there, if it fills several
        self._widths: dict[tuple[int, int], int] = {}
        #: the open elements, the outermost first; how many there are of each tag, how many have words that are left
        #: out, and what the quotations among them are
        self._elements: list[_Element] = []
        self._open_tags: Counter[str] = Counter()
        self._elements_left_out = 0
        self._quotations: list[Reason] = []
        #: the words that are hidden or struck out, in the elements that are open
        self._words_left_out: list[str] = []
        #: what was left out, and the parts of the text in quotations and outside
        self._left_out: list[LeftOut] = []
        self._segments: list[Segment] = []

    def page(self) -> Page:
        """Return the page that was read."""
        while self._elements:
            self._end_element()
        self._end_table()
        self._end_segment()
        table_starts = [table.start for table in self._tables]
        text, quotations = own_words("".join(self._text), self._segments, table_starts)
        return Page(text, self._tables, (*self._left_out, *quotations))

    def _write(self, text: str) -> None:
        self._text.append(text)
        self._lines += text.count("\n")
        self._length += len(text)

    def _reach(self, line: int) -> None:
        """Write ends of lines until the text has as many lines as the page has here."""
        if line > self._lines:
            self._write("\n" * (line - self._lines))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a paragraph, a line or a cell; a picture counts by its description."""
        attributes = {name: (value or "").strip() for name, value in attrs}
        self._begin_element(tag, attributes)
        if tag == "table":
            self._end_table()
            self._begin_table()
        elif tag == "tr" and self._rows is not None:
            self._rows.append([])
        elif tag in ("td", "th") and self._rows:
            self._rows[-1].append("" if attributes.get("rowspan", "1") == "1" else "[rowspan] ")
            width = attributes.get("colspan", "1")
            if width.isdigit() and 1 < int(width) < 100:
                self._widths[len(self._rows) - 1, len(self._rows[-1]) - 1] = int(width)
        elif tag == "img":
            description = attributes.get("alt") or attributes.get("title")
            if not description:
                # In a table a picture that nothing describes may be a card.
                description = "[picture]" if self._rows else ""
            if says_move(description):
                self._left_out.append(LeftOut(self.getpos()[0], description, "picture"))
            else:
                self.handle_data(f" {description} ")
        elif tag in _PARAGRAPHS or tag in _LINES:
            self._break(tag)

    def handle_endtag(self, tag: str) -> None:
        """End a paragraph, a line or a table."""
        if self._open_tags[tag]:
            while self._elements[-1].tag != tag:
                self._end_element()
            self._end_element()
        if tag == "table":
            self._end_table()
        elif tag in _PARAGRAPHS or tag in _LINES:
            self._break(tag)

    def _begin_element(self, tag: str, attributes: dict[str, str]) -> None:
        """Open an element, and end the one that it ends."""
        if self._elements and (tag in _PARAGRAPHS or tag in _LINES):
            last_tag = self._elements[-1].tag
            if last_tag == "p" or (last_tag == tag and tag in _ENDED_BY_NEXT):
                self._end_element()
        if tag == "body" and self._open_tags["head"]:
            self.handle_endtag("head")
        if tag in _VOID:
            return
        reason: Reason | Literal["unseen"] | None = "unseen" if tag in _UNSEEN else _APART.get(tag)
        if reason is None or reason in _QUOTATIONS:
            style = attributes.get("style", "")
            reason = next((meaning for pattern, meaning in _STYLES if pattern.search(style)), reason)
            reason = "hidden" if "hidden" in attributes else reason
        if reason is not None and reason != "unseen" and reason in _QUOTATIONS:
            self._end_segment()
            self._quotations.append(reason)
        elif reason is not None:
            self._elements_left_out += 1
        self._open_tags[tag] += 1
        self._elements.append(_Element(tag, reason, self.getpos()[0], len(self._text)))

    def _end_element(self) -> None:
        """End the innermost element."""
        element = self._elements.pop()
        self._open_tags[element.tag] -= 1
        if element.reason in _QUOTATIONS:
            # A few words that say no move are quoted only to stress them.
            is_long = element.tag != "q" or len(self._text) - element.start > _FEW
            if is_long or says_move("".join(self._text[element.start :])):
                self._end_segment()
            self._quotations.pop()
        elif element.reason is not None:
            self._elements_left_out -= 1
        if element.reason in ("hidden", "struck out") and not self._elements_left_out:
            words = " ".join("".join(self._words_left_out).split())
            self._words_left_out = []
            if words and (element.reason == "struck out" or says_move(words)):
                self._left_out.append(LeftOut(element.line, words, element.reason))

    def _end_segment(self) -> None:
        """End a part of the text, because a quotation begins or ends here."""
        start = self._segments[-1].end if self._segments else 0
        if self._length > start:
            reason = self._quotations[-1] if self._quotations else "quotation"
            self._segments.append(Segment(start, self._length, len(self._quotations), reason))

    def _break(self, tag: str) -> None:
        """Write the break that an element makes before and after itself; in a cell, a space."""
        if self._rows and self._rows[-1]:
            self._rows[-1][-1] += " "
        elif self._rows is None:
            self._reach(self.getpos()[0])
            self._write("\f" if tag in _PARAGRAPHS else "\v")

    def handle_data(self, data: str) -> None:
        """Take words: into the last cell of a table, or into the text."""
        if self._elements_left_out:
            if self._elements[-1].reason != "unseen":
                self._words_left_out.append(data)
            return
        if self._rows is not None:
            if self._rows and self._rows[-1]:
                self._rows[-1][-1] += data
            elif data.strip():
                self._write(data)
            return
        self._reach(self.getpos()[0])
        self._write(data.replace("\u00a0", " "))

    def _begin_table(self) -> None:
        self._table_line = self.getpos()[0]
        self._reach(self._table_line)
        self._table_start = self._length
        self._rows = []
        self._widths = {}

    def _end_table(self) -> None:
        """Put the table that is being read among the tables, or into the text if it holds no cards."""
        if self._rows is None:
            return
        rows = [self._whole_row(number) for number, row in enumerate(self._rows) if row]
        self._rows = None
        if rows and holds_cards(rows):
            self._tables.append(CellTable(self._table_line, rows, self._table_start, self._table_start))
            self._write("\f")
        else:
            self._write("\f" + "\f".join("\v".join(row) for row in rows) + "\f")

    def _whole_row(self, number: int) -> list[str]:
        """Return a row of the table that is being read with a cell for every column. A gap that is several columns wide
        is several gaps."""
        assert self._rows is not None
        cells = []
        for column, cell in enumerate(self._rows[number]):
            words = " ".join(cell.split())
            filler = "[colspan]" if words else ""
            cells += [words, *[filler] * (self._widths.get((number, column), 1) - 1)]
        return cells
