"""Make untrusted text fit to be shown: control characters visible, widths counted in terminal cells."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from unicodedata import category, combining, east_asian_width

from leoni_replay.cards import to_letters

TAB: Final = 4

#: Control characters, invisible format characters (among them those that reverse the reading direction), lone
#: surrogates and Unicode's own line breaks: a terminal or an editor acts on them instead of showing them.
_HIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})

_SHORT: Final = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}

_PLAIN: Final = str.maketrans(
    {
        "…": "...",
        "–": "-",
        "—": "-",
        "‘": "'",
        "’": "'",
        "“": '"',
        "”": '"',
        "→": "->",
        "×": "x",
        "≤": "<=",
        "≥": ">=",
        "▲": "^",
        "▼": "v",
    }
)

_STYLES: Final = {
    "error": "1;31",
    "warning": "1;33",
    "note": "1;36",
    "verified": "1;32",
    "consistent": "1;32",
    "irregular": "1;33",
    "doubtful": "1;33",
    "frame": "1;34",
    "bold": "1",
}


def with_line_ends(text: str) -> str:
    """Return the text with the line ends that it has once it is written and read again."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def one_line(text: str) -> str:
    """Return a text on one line, with one blank between words."""
    return " ".join(text.split())


def decode_text(data: bytes) -> str:
    """Return the text of bytes in UTF-8: without a byte order mark, and with LF for every line end.

    Raises:
        UnicodeDecodeError: they are not UTF-8.
    """
    return with_line_ends(data.decode("utf-8-sig"))


def is_hidden(char: str) -> bool:
    """Whether a terminal acts on the character, or does not show it."""
    return category(char) in _HIDDEN


def as_utf8(text: str) -> str:
    """Return the text as UTF-8 can hold it: bytes of a file name that are not UTF-8 become escapes (``\xe9``)."""
    if text.isascii():
        return text
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def glyph(char: str, ascii: bool = False) -> str:
    """Return the replacement for a hidden character: its control picture (``␛``) or an escape (``\x1b``)."""
    code = ord(char)
    if not ascii and (code < 32 or code == 127):
        return "␡" if code == 127 else chr(0x2400 + code)
    if char in _SHORT:
        return _SHORT[char]
    if 0xDC80 <= code <= 0xDCFF:
        # A byte that is not UTF-8, as it was read.
        return f"\\x{code - 0xDC00:02x}"
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}" if code < 65536 else f"\\U{code:08x}"


def visible_text(text: str, ascii: bool = False) -> str:
    """Return the text on one line, with hidden characters made visible and all others unchanged."""
    if text.isprintable():
        return text
    return "".join([glyph(char, ascii) if is_hidden(char) else char for char in text])


def terminal_text(text: str, ascii: bool = False) -> str:
    """Return the text on one line as a terminal can show it: hidden characters are made visible, and with ``ascii``,
    suit symbols become letters and typographic signs plain ones."""
    if ascii:
        text = to_letters(text).translate(_PLAIN)
    return visible_text(text, ascii)


def csv_line(cells: Iterable[object]) -> str:
    """Return a line of CSV. No spreadsheet takes a text in it for a formula."""
    return ",".join([_cell(cell) for cell in cells]) + "\n"


def _cell(value: object) -> str:
    if not isinstance(value, str):
        return "" if value is None else str(value)
    word = visible_text(value)
    if word.startswith(("=", "+", "-", "@")):
        word = f"'{word}"
    return '"' + word.replace('"', '""') + '"' if "," in word or '"' in word else word


def address(name: str) -> str:
    """Return the name of a file as a link or an address has it, whatever its bytes are."""
    from urllib.parse import quote  # start-up time

    return quote(name.encode("utf-8", "surrogateescape"))


def char_width(char: str) -> int:
    """Return the width of a character in cells: 2 for wide ones, 0 for those that combine with the previous one."""
    if char < "\u0300":
        return 1
    if combining(char) or category(char) in ("Mn", "Me"):
        return 0
    return 2 if east_asian_width(char) in "WF" else 1


def cell_width(text: str) -> int:
    """Return the width in cells of a text without hidden characters."""
    return len(text) if text.isascii() else sum(map(char_width, text))


def ellipsis(ascii: bool) -> str:
    """Return the sign for omitted text."""
    return "..." if ascii else "…"


def wrap(text: str, width: int) -> list[str]:
    """Wrap the text's words into lines of at most ``width`` cells, and break longer words. There is at
    least one line."""
    if cell_width(text) <= width:
        return [text]
    lines: list[str] = []
    line, used = "", 0
    for word in text.split(" "):
        size = cell_width(word)
        if line and used + 1 + size > width:
            lines.append(line)
            line, used = "", 0
        elif line:
            line, used = line + " ", used + 1
        if size <= width:
            line, used = line + word, used + size
            continue
        for char in word:
            step = char_width(char)
            if used + step > width:
                lines.append(line)
                line, used = "", 0
            line, used = line + char, used + step
    if line or not lines:
        lines.append(line)
    return lines


def paint(text: str, style: str, color: bool) -> str:
    """Return the text in an ANSI style (a severity, a status, ``frame``, ``bold``), or as it is."""
    code = _STYLES.get(style) if color and text else None
    return f"\x1b[{code}m{text}\x1b[0m" if code else text


def preformatted(text: str) -> str:
    """Return the text as preformatted HTML, for notebooks."""
    from html import escape

    return f'<pre style="white-space: pre-wrap">{escape(text)}</pre>'
