"""What a page has beside its author's own words: quotations, text that is struck out, and text that nobody sees."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final, Literal, NamedTuple

from leoni_replay.prose.tokens import kinds

#: Why words of a page are no part of its text.
Reason = Literal["quotation", "reply", "aside", "footer", "struck out", "hidden", "picture"]

#: The signs of a quotation before a line of a letter, or of Markdown.
_QUOTED_LINE: Final = re.compile(r"[ \t]*((?:>[ \t]?)+)")
#: The tokens of a move: a word for what is done, and one for a card.
_DONE: Final = frozenset({"VERB", "DOES", "PUTS", "OUT"})
_CARDS: Final = frozenset({"CARD", "SHORT", "CARDS", "EITHER", "RANKED"})
#: The tokens of a line of a table.
_CARDS_OF_TABLE: Final = _CARDS | {"LOOSE", "ACE", "DOWN", "UNSEEN"}
_STRUCK_OUT: Final = re.compile(r"~~(?=\S)((?:(?!~~|\n[ \t>]*\n).)+)~~", re.S)


class LeftOut(NamedTuple):
    """Words that were taken out of the text of a page: their line, the words, and the reason."""

    line: int
    text: str
    reason: Reason


class Segment(NamedTuple):
    """A part of a text: where it starts and ends, in how many quotations it stands, and what the innermost is."""

    start: int
    end: int
    depth: int
    reason: Reason = "quotation"


def says_move(text: str) -> bool:
    """Whether words say, or may say, that a card is moved."""
    types = kinds(text)
    return bool(types & _DONE and types & _CARDS)


def without_struck_out(text: str) -> tuple[str, list[LeftOut]]:
    """Return a text in Markdown without what is struck out in it, and what that was."""
    left_out = [
        LeftOut(text.count("\n", 0, match.start()) + 1, " ".join(match[1].split()), "struck out")
        for match in _STRUCK_OUT.finditer(text)
    ]
    return _STRUCK_OUT.sub(lambda match: "\n" * match[0].count("\n"), text), left_out


def without_quotations(text: str) -> tuple[str, list[LeftOut]]:
    """Return a text without the lines that are quoted with ``>``, and what they were; without the signs alone if all of
    the text is quoted, or its table."""
    segments: list[Segment] = []
    lines: list[str] = []
    start = 0
    for line in text.split("\n"):
        signs = _QUOTED_LINE.match(line)
        lines.append(line[signs.end() :] if signs else line)
        end = start + len(lines[-1]) + 1
        depth = signs[1].count(">") if signs else 0
        if segments and segments[-1].depth == depth:
            segments[-1] = segments[-1]._replace(end=end)
        else:
            segments.append(Segment(start, end, depth))
        start = end
    return own_words("\n".join(lines), segments, [])


def own_words(text: str, segments: list[Segment], table_starts: list[int]) -> tuple[str, list[LeftOut]]:
    """Return a text in which blanks stand for what is not its author's own, and what that was.

    The text that has the table is its author's own. Where all of that is quoted, as in an answer to a letter, the
    moves around it are those of somebody else.

    Args:
        text: the text.
        segments: its parts, in order.
        table_starts: where tables stand that are no part of the text any more.
    """
    segments = [segment for segment in segments if text[segment.start : segment.end].strip()]
    if all(segment.depth == 0 for segment in segments):
        return text, []
    own_depth = _depth_of_table(text, segments, table_starts)
    has_moves = any(
        says_move(line)
        for segment in segments
        if segment.depth == own_depth
        for line in re.split("[\n\f\v]", text[segment.start : segment.end])
        if "LABEL" not in kinds(line)
    )
    left_out: list[LeftOut] = []
    pieces: list[str] = []
    end_before = line_before = 0
    for segment in segments:
        words = text[segment.start : segment.end]
        is_inside = segment.depth > own_depth
        is_reply = segment.depth < own_depth and has_moves and says_move(words)
        if is_inside or is_reply:
            first_word = segment.start + len(words) - len(words.lstrip())
            line_before += text.count("\n", end_before, first_word)
            pieces += [text[end_before : segment.start], re.sub("[^\n\f\v]", " ", words)]
            reason = segment.reason if is_inside else "reply"
            left_out.append(LeftOut(line_before + 1, " ".join(words.split()), reason))
            line_before += text.count("\n", first_word, segment.end)
            end_before = segment.end
    return "".join([*pieces, text[end_before:]]), left_out


def _depth_of_table(text: str, segments: list[Segment], table_starts: list[int]) -> int:
    """Return in how many quotations the table stands; if there is none, the least that any words stand in."""
    depths: Counter[int] = Counter()
    for segment in segments:
        depths[segment.depth] += sum(segment.start <= start <= segment.end for start in table_starts)
        for line in re.split("[\n\f\v]", text[segment.start : segment.end]):
            types = kinds(line)
            depths[segment.depth] += "LABEL" in types or (bool(types & _CARDS_OF_TABLE) and "WORD" not in types)
    least = min(segment.depth for segment in segments)
    depth, lines = max(depths.items(), key=lambda item: (item[1], -item[0]))
    return depth if lines else least
