"""Tables that a page sets without a colon after the name of each place: numbered lines, and columns under their names.

Each is written anew with the labels that ``diagram`` reads, in the lines where it stands.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from leoni_replay.prose.tokens import ENTRIES, NAMED, has_phrase, kinds, number_in, phrases, tokens

_FIGURES: Final = r"(?P<number>[1-9][0-9]?|[IVX]+)"
_KIND: Final = r"(?P<kind>(?i:(?:(?:tableau|auxiliary)\s+)?(?:pile|column|packet|fan|row|heap|depot)|auxiliary))"
#: The name of a place at the beginning of a line: ``1.``, ``(1)``, ``[1]``, ``I.``, ``1``; ``R1``; ``Pile 1 |``,
#: ``Pile 1 -``.
_NAMES: Final = (
    re.compile(rf"[ \t]*[(\[]?{_FIGURES}[.)\]]{{0,2}}(?:[ \t]+|$)"),
    re.compile(rf"[ \t]*(?P<kind>(?i:no\.?[ \t]*|[rctp][ \t]?)){_FIGURES}[.)]?(?:[ \t]+|$)"),
    re.compile(rf"[ \t]*{_KIND}[ \t]+(?i:no\.?[ \t]*)?{_FIGURES}[ \t]*(?P<joint>[|–—-])?(?:[ \t]+|$)"),
)
#: The tokens of a list of cards.
_LISTED: Final = frozenset({"CARD", "SHORT", "CARDS", "LOOSE", "ACE", "SEP", "AND"})
#: How many lines a table has at least, and how many columns.
_FEWEST: Final = 3
_BREAK: Final = re.compile(r"([\n\f\v])")
_FOUNDATION: Final = re.compile(r"[CDHS][\^v]")
_COLUMN: Final = re.compile(r"(?i:[cp]|piles?\s?)?([1-9][0-9]?)")
_ROW: Final = re.compile(r"[rR]([1-9][0-9]?)")
#: The marks of leoni before a card of the Rug: it lies upright, or sideways.
_LIES: Final = re.compile(r"[|=](?=\w)")
#: The names of columns, and the signs of a quotation before them.
_HEAD: Final = re.compile(
    r"(?P<signs>(?:[ \t]*>)*)[ \t]*(?:(?:[CDHS][\^v]|(?i:c|p|piles? ?)?[1-9][0-9]?)(?:[ \t]+|$)){3,}"
)
#: The first and the last line of a position that leoni printed, and a line between them that prints a place.
_TITLE: Final = re.compile(r"[A-Z][\w' ]+, [\w-]+(?:; \S+)*, \S+")
_DIGEST: Final = re.compile(r"(?:after move [0-9]+, |as dealt, )?digest [0-9a-f]{16}")
_PRINTED_PLACE: Final = re.compile(r"(?:[A-Za-z]+(?: [0-9]+)?|[CDHS][\^v]): ")
#: No table of columns, and no position that leoni prints, has more lines.
_HIGHEST: Final = 120
_DOWN: Final = frozenset({"#", "x", "X", "xx", "XX", "*", "**", "##", "?", "??", "[]", "[#]", "[x]", "[X]", "[?]"})
_EMPTY: Final = frozenset({"-", "--", "—", "–", "[]"})


class _Line(NamedTuple):
    """A line that begins with the name of a place: what its number is, the label for it, and its cards."""

    number: int
    label: str
    cards: str


class _Word(NamedTuple):
    """A word of a line, and the columns of the page where it starts and ends."""

    text: str
    start: int
    end: int


def with_foundations_label(text: str) -> str:
    """Return a text in which a sentence that lists the top cards of the foundations, before the piles, has their label:
    “On the foundations lie the 2♥ and the aces of clubs and spades.”"""
    labels = [token for token in tokens(text) if token.type == "LABEL"]
    if not labels or any("foundation" in label.lower() for label in labels):
        return text
    for match in phrases()["LISTS_FOUNDATIONS"].finditer(text, 0, labels[0].start_pos or 0):
        cards = " ".join(phrases()["SEVERAL_SUITS"].sub(_each_suit, match["cards"]).split())
        label, *entries = tokens(f"Foundations: {cards}")
        if label.type != "LABEL" or not {entry.type for entry in entries} <= _LISTED or not NAMED & kinds(cards):
            continue
        base = match["base"] or match["base_after"] or ""
        line_ends = "\n" * match[0].count("\n")
        return f"{text[: match.start()]}\v{base}foundations: {cards}\v{line_ends}{text[match.end() :]}"
    return text


def _each_suit(match: re.Match[str]) -> str:
    """Return a card of each suit: “the aces of clubs and spades” are two."""
    suits = re.findall(r"[a-z]+", match["suits"].lower())
    return ", ".join(f"{match['rank']} of {suit}" for suit in suits if suit != "and")


def with_line_labels(text: str) -> str:
    """Return a text in which numbered lines of cards have the labels of places, if they can be nothing but its table:
    they have all numbers from 1 on, and nothing but cards and gaps, and no other line prints a pile."""
    pieces = _BREAK.split(text)
    lines = pieces[::2]
    if any(token.type == "LABEL" and re.search(r"[:=]", token) and number_in(token) for token in tokens(text)):
        return text
    at = 0
    while at < len(lines):
        numbered = _numbered_lines(lines, at)
        if len(numbered) >= _FEWEST and not has_phrase(_last_words(lines[:at]), "LEADS_TO_MOVES"):
            for number, line in enumerate(numbered, at):
                pieces[2 * number] = f"{line.label}: {line.cards}"
        at += max(len(numbered), 1)
    return "".join(pieces)


def _numbered_lines(lines: list[str], first: int) -> list[_Line]:
    """Return the lines from one on that begin with the numbers from 1 on and hold only cards and gaps."""
    numbered: list[_Line] = []
    for line in lines[first:]:
        parsed = _numbered_line(line)
        if parsed is None or parsed.number != len(numbered) + 1:
            break
        numbered.append(parsed)
    return numbered


def _numbered_line(line: str) -> _Line | None:
    """Return the number, the label and the cards of a line; None if it is not the name of a place with cards alone."""
    name = next((match for pattern in _NAMES if (match := pattern.match(line))), None)
    if name is None:
        return None
    groups = name.groupdict()
    number = number_in(groups["number"]) or number_in(groups["number"].lower())
    cards = line[name.end() :].strip()
    has_dash = groups.get("joint") not in (None, "|")
    if has_dash and groups["kind"].lower() == "row":
        # It can be a gap.
        return None
    if has_dash:
        # “Pile 1 - xx - 3♦ - 10♥”: the signs only stand between the cards.
        cards_between = re.split(rf"\s+{re.escape(groups['joint'])}\s+", cards)
        cards = " , ".join(cards_between) if all(kinds(f": {cell}") & NAMED for cell in cards_between) else cards
    cards = " ".join("xx" if word == "*" else word for word in cards.split()) or "-"
    label, *entries = tokens(f"Pile 1: {cards}")
    if not number or label.type != "LABEL" or not {entry.type for entry in entries} <= ENTRIES:
        return None
    kind = (groups.get("kind") or "").strip().lower()
    if kind in ("r", "c", "t", "p"):
        return _Line(int(number), f"{kind}{number}", cards)
    is_bare = not kind or kind.startswith("no")
    return _Line(int(number), number if is_bare else f"{kind} {number}", cards)


def _last_words(lines: list[str]) -> str:
    """Return the last of some lines that is not blank."""
    return next((line for line in reversed(lines) if line.strip()), "")


def with_column_labels(text: str) -> str:
    """Return a text in which cards in columns, under the names of their places, have the labels of these places. Where
    leoni printed them, its remarks about the table go."""
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        height = 0
        if head := _HEAD.fullmatch(lines[at]):
            signs = head["signs"]
            block = []
            for line in lines[at : at + _HIGHEST]:
                if not line.startswith(signs):
                    break
                block.append(line.removeprefix(signs))
            height, labelled = _columns(block)
            if labelled:
                lines[at : at + height] = [signs + line for line in (*labelled, *[""] * (height - len(labelled)))]
        at += max(height, 1)
    _delete_remarks(lines)
    return "\n".join(lines)


def _delete_remarks(lines: list[str]) -> None:
    """Delete what leoni says of a position that it prints, between its first and its last line."""
    for first, title in enumerate(lines):
        if not _TITLE.fullmatch(title):
            continue
        following = lines[first + 1 : first + _HIGHEST]
        height = next((number for number, line in enumerate(following, 1) if _DIGEST.fullmatch(line)), 0)
        has_place = False
        for number in range(first + 1, first + height):
            line = lines[number]
            types = kinds(line)
            is_place = bool(_PRINTED_PLACE.match(line) or (types & NAMED and types <= ENTRIES))
            has_place |= is_place
            # Somebody can have written a sentence below the table.
            if not is_place and not (has_place and line[:1].isupper()):
                lines[number] = ""


def _columns(lines: list[str]) -> tuple[int, list[str]]:
    """Return how many lines cards in columns fill, with their names in the first line, and the lines with labels that
    stand for them; no lines if they are no such columns, or a table of rows that are all full."""
    head = _words(lines[0])
    is_foundations = bool(head) and all(_FOUNDATION.fullmatch(word.text) for word in head)
    numbers = [match[1] for word in head if (match := _COLUMN.fullmatch(word.text))]
    is_numbered = len(numbers) == len(head) and numbers == [str(number) for number in range(1, len(head) + 1)]
    if len(head) < _FEWEST or not (is_foundations or is_numbered):
        return 0, []
    rows = [*_rows(lines[1:], head)]
    height = len(rows) + 1
    if not rows or not all(row.is_aligned for row in rows):
        return 0, []
    if all(row.name for row in rows):
        return height, ["", *[f"Row {row.name}: {' '.join(cell or '--' for cell in row.cells)}" for row in rows]]
    is_full = all(all(row.cells) for row in rows) and not any(cell in _DOWN for row in rows for cell in row.cells)
    if any(row.name for row in rows) or (is_full and not is_foundations):
        return 0, []
    places: dict[str, list[str]] = {}
    for column, word in enumerate(head):
        label = word.text if is_foundations else f"Pile {numbers[column]}"
        cells = [row.cells[column] for row in rows]
        while cells and (not cells[-1] or (len(cells) > 1 and cells[-1] in _EMPTY)):
            cells.pop()
        if not all(cells):
            return 0, []
        places.setdefault(label, []).extend("xx" if cell in _DOWN and cell != "[]" else cell for cell in cells)
    return height, ["\v".join(f"{label}: {' '.join(cells) or '-'}" for label, cells in places.items())]


class _Row(NamedTuple):
    """A line of cards in columns: its name, its cells, empty where no card stands, and whether each stands in its own
    column."""

    name: str
    cells: list[str]
    is_aligned: bool


def _rows(lines: list[str], head: list[_Word]) -> Iterator[_Row]:
    """Yield the lines of cards under the names of columns, up to the first blank line."""
    for line in lines:
        words = _words(line)
        if not words:
            return
        name = ""
        if match := _ROW.fullmatch(words[0].text):
            name, words = match[1], words[1:]
        columns_by_start = {word.start: column for column, word in enumerate(head)}
        columns_by_end = {word.end: column for column, word in enumerate(head)}
        columns = [columns_by_start.get(word.start, columns_by_end.get(word.end, -1)) for word in words]
        cells = [""] * len(head)
        for column, word in zip(columns, words, strict=True):
            if column >= 0:
                cells[column] = word.text
        in_order = -1 not in columns and all(before < after for before, after in itertools.pairwise(columns))
        yield _Row(name, cells, in_order and all(map(_is_cell, (word.text for word in words))))


def _is_cell(word: str) -> bool:
    """Whether a word is a card, or stands for one or for a gap."""
    return word in _DOWN or word in _EMPTY or bool(kinds(f": {word}") & NAMED)


def _words(line: str) -> list[_Word]:
    return [
        _Word(_LIES.sub("", match[0]), match.start(), match.end()) for match in re.finditer(r"\S+", line.expandtabs())
    ]
