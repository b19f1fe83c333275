"""What people paste besides records: records inside a mail or a web page, and texts that are something else."""

from __future__ import annotations

import re
from typing import Final

from leoni_replay.cards import SYMBOLS

#: Signs that nobody sees: marks of direction and of width, and byte order marks.
_INVISIBLE: Final = re.compile("[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
_QUOTED_LINE: Final = re.compile(r"^[^\S\n]*>[^\S\n]?", re.MULTILINE)
#: A line that begins like a tag: with a name that tags have, or with any name and then a value or what should be one.
_TAG_LIKE_LINE: Final = re.compile(
    r"^[^\S\n]*\[\s*(?:(?:Game|Rules|Deal|Pack\d*|Layout|Result)\b|[A-Za-z]\w*\s*[\"'“”„:=])", re.MULTILINE
)
_TAG_LINE: Final = re.compile(r"[^\S\n]*\[\s*[A-Za-z]\w*\s")
#: Words before the first tag, in its line.
_TAG_AFTER_WORDS: Final = re.compile(r'[^\S\n]*[^\W\d_][^\[{;]*(?=\[Game\s+")')
_MOVE: Final = re.compile(r"(?:^|\s)(?:[a-z0-9]+:)?(?:10|[2-9TJQKA])[CDHS](?:[\^v](?:\s|\Z)|>\w)")
_PROSE: Final = re.compile(r"\S+://|[^\W\d_]+[,.!?:]?[^\S\n]+[^\W\d_]+")
_MARKUP: Final = re.compile(r"<(?:!doctype|html|body|pre|p|div|br|span|code)\b", re.IGNORECASE)

_NO_RECORD: Final = (
    'This is no recorded game. A recorded game begins with a line such as [Game "Labyrinth"]. To get one, open Menu '
    "while you play: Send my game makes a link, and Save as a file has the text. A page of a book must show its table, "
    "for example “Pile 1: 9♠ 8♥”."
)
#: What a text is by a part of it, and what to do then; the first that fits.
_KINDS: Final = (
    (
        re.compile(r'\A\s*(?:\{\s*"|\[\s*(?:[\[{"]|[0-9]+\s*,))'),
        "This is data (JSON), and Check reads records. Paste the record itself, or turn the data into records with "
        "leoni import in a terminal.",
    ),
    (
        re.compile(r'^\[(?:Event|White|Black|FEN|ECO) "', re.MULTILINE),
        "This is a game of chess, and Check reads games of patience.",
    ),
    (re.compile(r"\A\{\\rtf"), "This is a formatted document (RTF). Open it, and copy its text."),
    (re.compile(r"\A%PDF"), "This is a PDF. Open it, and copy the text of the page."),
    (re.compile(r"\A\s*<\?xml"), "This is a file of another program. leoni import reads saved games of PySolFC."),
    (
        re.compile(r"\A\s*\S*://\S+\s*\Z"),
        "This link has no game in it. To get one, open Menu while you play, and choose Send my game.",
    ),
    (
        _MOVE,
        "These moves don't say which cards were dealt. Put lines such as [Game \"Leoni's Own\"] and "
        '[Deal "seed:1884"] before them.',
    ),
    (
        re.compile(
            rf"[{SYMBOLS}]|\b(?:hearts?|spades?|clubs?|diamonds?|Pik|Herz|Karo|Kreuz|cœur|pique|trèfle)\b", re.I
        ),
        "This text names cards, but shows no table that leoni can read. Pages must be in English, with one pile in a "
        "line, for example “Pile 1: 9♠ 8♥”. If the page goes on with a game that you have as a record, open For a page "
        "of a book, and paste that record there.",
    ),
)


def without_wrapping(text: str) -> str:
    """Return a text without what a mail, a web page or a chat has put around its lines: signs that nobody sees, the
    signs of a quotation, and markup. The lines stay."""
    text = _INVISIBLE.sub("", text)
    lines = [line for line in text.split("\n") if line.strip()]
    if lines and all(line.lstrip().startswith(">") for line in lines):
        text = _QUOTED_LINE.sub("", text)
    if "[Game" in text and _MARKUP.search(text):
        from leoni_replay.prose.page import page_of  # start-up time

        text = page_of(text).text
    return text


def may_have_tags(text: str) -> bool:
    """Whether a line of a text begins like a tag: one without any is something else than a record, such as a result
    that somebody shared."""
    return _TAG_LIKE_LINE.search(text) is not None


def only_records(text: str) -> tuple[str, tuple[str, ...]]:
    """Return a text with empty lines for those that stand around its records, and these lines: what comes before the
    first tag, and what is outside the fences of Markdown. Words before a tag in its line become blanks."""
    lines = text.split("\n")
    old_lines = lines.copy()
    fences = [number for number, line in enumerate(lines) if line.lstrip().startswith("```")]
    first_tag = next((number for number, line in enumerate(lines) if _TAG_LINE.match(line)), 0)
    if any(start < first_tag < end for start, end in zip(fences[::2], fences[1::2], strict=False)):
        inside = False
        for number, line in enumerate(lines):
            is_fence = line.lstrip().startswith("```")
            inside ^= is_fence
            if is_fence or not inside:
                lines[number] = ""
    else:
        tag_in_line = next(filter(None, map(_TAG_AFTER_WORDS.match, lines[: first_tag + 1])), None)
        if tag_in_line is not None:
            first_tag = old_lines.index(tag_in_line.string)
            lines[first_tag] = " " * tag_in_line.end() + tag_in_line.string[tag_in_line.end() :]
        if any(line.strip()[:1].isalpha() for line in lines[:first_tag]):
            lines[:first_tag] = [""] * first_tag
    changes = [old[: len(old) - len(new.strip())] for old, new in zip(old_lines, lines, strict=True) if old != new]
    return "\n".join(lines), tuple(line.strip() for line in changes if line.strip() and "```" not in line)


def is_beside_record(text: str, *, has_result: bool, begins_line: bool) -> bool:
    """Whether a text in which a record can't be read on stands beside it: a link, or words without any move. Before the
    result a word may be a move that was written wrong, so there it takes a link or several words in a line of their
    own.

    Args:
        text: from where the record can't be read on, to the end of the game.
        has_result: whether the record has ended before.
        begins_line: whether a line begins there.
    """
    if _MOVE.search(text):
        return False
    return has_result or (begins_line and _PROSE.match(text) is not None)


def kind_of_text(text: str) -> str:
    """Return what a text is that is neither a record nor a page, and what to do, in a sentence or two; empty if it may
    be a record."""
    for pattern, advice in _KINDS[:2]:
        if "[Game" not in text and pattern.search(text):
            return advice
    return ""


def advice_for(text: str) -> str:
    """Return what somebody can do whose text has neither a record nor a table."""
    return next((advice for pattern, advice in _KINDS if pattern.search(text)), _NO_RECORD)
