"""The table that a page prints: its places with their cards."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from leoni_replay.cards import CARD
from leoni_replay.games import Game
from leoni_replay.games.places import is_pile_name, row_named, row_number, way_named
from leoni_replay.phrases import counted, listed
from leoni_replay.prose.page import ENTRIES, NAMED, Page, Table, kinds
from leoni_replay.prose.sentences import sentences
from leoni_replay.prose.tokens import Unread, cards, places, tokens

if TYPE_CHECKING:
    from lark import Token

_NAME: Final = re.compile(
    r"(?:(?:tableau\s+)?(?P<kind>row|pile|column|packet|fan|heap|depot|r|c)\s*(?:no\.?\s*|number\s+)?)?(?P<n>[1-9][0-9]?)",
    re.I,
)
_GAPS: Final = frozenset({"", "-", "—", "–", "--", "[]", "empty"})
#: What stands around the words of a label.
_AROUND: Final = " \t:>*_#•-"
_SIGNS: Final = str.maketrans("♣♦♥♠↑↓", "CDHS^v")
#: Labels that are the name of one place, and other words for it.
_OTHERS: Final = {"exiles": "exile", "waste": "talon", "waste pile": "talon"}
#: How other programs' files begin, which have a format of their own.
_FORMATS: Final = (
    (re.compile(r"^: ?(?:10|[2-9ATJQK])[CDHS]\b", re.M), "fc-solve"),
    (re.compile(r'"tableau piles"'), "solvitaire"),
)


class Diagram(NamedTuple):
    """A table as a page prints it.

    Attributes:
        lines: the cards of its places as a layout writes them, by the names of the lines.
        spans: where its parts stand in the text of the page.
        how: how its places were read, in words.
    """

    lines: dict[str, list[str]]
    spans: tuple[tuple[int, int], ...]
    how: str

    @property
    def start(self) -> int:
        """Where it begins."""
        return self.spans[0][0]

    def without(self, text: str) -> str:
        """The text of the page without the table: a paragraph ends where a part of it stands."""
        for start, end in reversed(self.spans):
            text = text[:start] + "\f" + "\n" * text.count("\n", start, end) + "\f" + text[end:]
        return text


def find_diagram(page: Page, game: Game[Any], *, top_first: bool = False) -> Diagram | None:
    """Read the table of a page; return None if it prints none.

    Raises:
        Unread: a card, a label or a row cannot be read, or a second table is printed.
    """
    for pattern, name in _FORMATS:
        if match := pattern.search(page.text):
            raise Unread(f"this is a file for leoni import --from {name}", match.start())
    labelled = _labelled(page, game)
    starts = sorted([*(table.start for table in page.tables), *([labelled.start] if labelled else [])])
    if not starts:
        return None
    if len(starts) > 1:
        raise Unread("a second table is printed: one page has one table", starts[1])
    diagram = labelled or _from_table(page.tables[0], game)
    _check(diagram, game)
    _check_strays(page, diagram)
    if top_first:
        turned = {name: entries[::-1] if is_pile_name(name) else entries for name, entries in diagram.lines.items()}
        how = diagram.how.replace("last", "first").replace("lowest", "highest")
        diagram = diagram._replace(lines=turned, how=how)
    return diagram


def _check(diagram: Diagram, game: Game[Any]) -> None:
    rows = sorted(filter(None, map(row_number, diagram.lines)))
    for row in rows:
        entries, width = diagram.lines[row_named(row)], len(game.cells[row_named(row)])
        if len(entries) != width:
            gaps = entries.count("--")
            raise Unread(
                f"row {row} has {counted(len(entries) - gaps, 'card')} and {counted(gaps, 'gap')}, and a row has "
                f"{width} places: a dash may be lost; write -- for each gap",
                diagram.start,
            )
    if rows != list(range(1, len(rows) + 1)):
        missing = next(row for row in range(1, rows[-1]) if row not in rows)
        raise Unread(f"row {missing} is missing: rows {listed(list(map(str, rows)))} are printed", diagram.start)


def _check_strays(page: Page, diagram: Diagram) -> None:
    """Raise Unread for cards that stand in a row without a label."""
    for sentence in sentences(diagram.without(page.text)):
        types = [token.type for token in tokens(sentence.text)]
        sure = NAMED - {"ACE"}
        in_a_row = any(one in sure and other in sure for one, other in itertools.pairwise(types))
        if in_a_row or (sure & {*types} and {*types} <= ENTRIES | {"STOP"}):
            at = sum(len(line) + 1 for line in page.text.split("\n")[: sentence.line - 1])
            raise Unread(f"these cards stand at no place: “{sentence.text[:60]}”", at)


# -- labelled lines ---------------------------------------------------------------------------------------------------


def _labelled(page: Page, game: Game[Any]) -> Diagram | None:
    lines: dict[str, list[str]] = {}
    all_tokens = tokens(page.text)
    labels = [at for at, token in enumerate(all_tokens) if token.type == "LABEL"]
    if not labels:
        return None
    spans = []
    for at, following in zip(labels, [*labels[1:], len(all_tokens)], strict=True):
        label = all_tokens[at]
        body = list(_body(page, label, all_tokens[at + 1 : following], bool(game.grid_rows)))
        if not body:
            if page.text[: label.start_pos].rstrip(" \t*_>#-")[-1:] in ("", "\n", "\f", "\v"):
                raise Unread(f"{label.strip(_AROUND)}: no card follows", label.start_pos)
            continue
        spans.append((label.start_pos or 0, body[-1].end_pos or 0))
        for name, cards_there in _named(label, body, game):
            if name in lines:
                raise Unread(f"{label.strip(_AROUND)} is printed twice", label.start_pos)
            lines[name] = cards_there
    how = "each dash is one gap" if game.grid_rows else "the last card of each pile is the exposed one"
    return Diagram(lines, tuple(spans), how) if lines else None


def _body(page: Page, label: Token, following: list[Token], grid: bool) -> Iterator[Token]:
    """The tokens of a place. They end where a paragraph does, or where a line begins with something else. A pile goes
    on in the next line after a comma only, because a label may be lost there."""
    before = label
    for token in following:
        between = page.text[before.end_pos : token.start_pos]
        if before is not label and re.search(r"\n\s*\n|\f", between):
            return
        new_line = "\n" in between or "\v" in between
        if token.type not in ENTRIES:
            if (new_line and before is not label) or token.type == "STOP":
                return
            raise Unread(f"{label.strip(_AROUND)}: “{token}” is not a card", token.start_pos)
        if new_line and before is not label and not grid and before.type not in ("SEP", "AND"):
            raise Unread(
                f"{label.strip(_AROUND)} goes on in the next line: a label may be lost; a pile goes on after a comma",
                token.start_pos,
            )
        yield token
        before = token


def _named(label: Token, body: list[Token], game: Game[Any]) -> Iterator[tuple[str, list[str]]]:
    """The lines of a layout that a labelled line stands for."""
    words = label.lower().strip(_AROUND).removeprefix("the ")
    if words.startswith("foundation"):
        yield from _tops(label, entries(body, label, grid=False), game)
        return
    sign = label.strip(_AROUND).translate(_SIGNS)
    if sign[-1:] in ("^", "v") and len(sign) == 2:
        name = sign[0].upper() + sign[1]
    elif re.fullmatch(r"r?[1-9][0-9]?", words):
        name = words
    elif re.search(r"[0-9]|cell", words):
        name = _place(label, game)
    else:
        name = _OTHERS.get(words, words)
        name = "waste" if name == "talon" and "talon" not in game.order else name
    known_names = {*game.lines, *game.cells, *game.order}
    if name not in known_names:
        written = listed([*game.lines, *game.cells, *game.order])
        raise Unread(f"{game.name} has no “{label.strip(_AROUND)}”: its places are {written}", label.start_pos)
    yield name, entries(body, label, grid=name in game.cells)


def _place(label: Token, game: Game[Any]) -> str:
    """The line that a label such as ``Pile 3`` names."""
    if "row" in label.lower() and game.grid_rows:
        return row_named(int(re.findall(r"[0-9]+", label)[0]))
    try:
        (name,) = places(label, game)
    except (ValueError, Unread) as error:
        message = str(error) if isinstance(error, Unread) else "a table with rows is printed row by row"
        raise Unread(message, label.start_pos) from None
    return name


def _tops(label: Token, listed_cards: list[str], game: Game[Any]) -> Iterator[tuple[str, list[str]]]:
    """The foundations of a line that lists their top cards."""
    if len(game.ways) != 1 or any(len(names) > 1 for names in game.lines.values()):
        raise Unread(
            f"two foundations of a suit: write each after its own sign, {listed([f'{line}:' for line in game.lines])}",
            label.start_pos,
        )
    suits = [card[-1] for card in listed_cards]
    if any(suits.count(suit) > 1 for suit in suits):
        raise Unread("write the top card of each foundation alone", label.start_pos)
    for line in game.lines:
        if line[0] in suits or not suits:
            yield line, [card for card in listed_cards if card[-1] == line[0]]


def entries(body: Iterable[Token], place: object, *, grid: bool) -> list[str]:
    """The cards of a place as a layout writes them; ``--`` for a gap in a row.

    Raises:
        Unread: at the first thing that is neither a card nor a gap.
    """
    listed_cards: list[str] = []
    body = list(body)
    where = str(place).strip(_AROUND)
    for token in body:
        if token.type in ("CARD", "SHORT", "CARDS", "LOOSE", "ACE"):
            named = cards(token)
            if not named:
                raise Unread(f"{where}: “{token}” is not a card", token.start_pos)
            listed_cards += named
        elif token.type == "DOWN":
            listed_cards.append(f"#{cards(token)[0]}")
        elif token.type == "UNSEEN":
            listed_cards.append("#??")
        elif token.type == "HOW_MANY":
            listed_cards += ["??"] * int(re.findall("[0-9]+", token)[0])
        elif token.type == "DASH":
            if grid:
                listed_cards.append("--")
            elif len(body) > 1:
                raise Unread(
                    f"{where}: “{token}” between cards can be a gap, a separator or a card face down, which is ??",
                    token.start_pos,
                )
        elif (token.type == "VACANT" and len(body) > 1) or token.type not in ENTRIES:
            raise Unread(f"{where}: “{token}” is not a card", token.start_pos)
    return listed_cards


# -- tables -----------------------------------------------------------------------------------------------------------


def _from_table(table: Table, game: Game[Any]) -> Diagram:
    """The places of a table: rows of a grid, or piles, whose numbers stand at the head of the columns or before the
    rows."""
    rows = _trimmed(table.rows)
    head = rows[0][1:] if not rows[0][0] else rows[0]
    names = [_name(cell) for cell in head]
    across = len(head) > 1 and all(names)
    beside = [_name(row[0]) for row in (rows[1:] if across else rows)]
    side = all(beside) and len(beside) > 0
    body = [row[1:] if side or (across and not rows[0][0]) else row for row in (rows[1:] if across else rows)]
    try:
        if game.grid_rows:
            numbers = [_NAME.fullmatch(name)["n"] for name in beside] if side else map(str, range(1, len(body) + 1))  # type: ignore[index]
            lines = {
                row_named(int(n)): [one for cell in row for one in _cell(cell, n, grid=True)]
                for n, row in zip(numbers, body, strict=True)
            }
            how = "each row of the table is a row" + ("" if side else ", from the top")
        elif side and not across:
            lines = {
                _NAME.fullmatch(name)["n"]: [one for cell in row if cell not in _GAPS for one in _cell(cell, name)]  # type: ignore[index]
                for name, row in zip(beside, body, strict=True)
            }
            how = "each row of the table is a pile, its last card the exposed one"
        else:
            lines = _columns(names if across else [], body, game)
            how = "each column of the table is a pile, its lowest card the exposed one"
    except Unread as error:
        raise Unread(str(error), table.start) from None
    if strange := [name for name in lines if name not in game.order and name not in game.cells]:
        raise Unread(f"{game.name} has no place {strange[0]}", table.start)
    return Diagram(lines, ((table.start, table.end),), how)


def _trimmed(rows: list[list[str]]) -> list[list[str]]:
    """The rows without their titles, empty columns at the right and empty rows at the end."""
    while len(rows) > 1 and not any(rows[-1]):
        rows = rows[:-1]
    words = [kinds(cell) for cell in rows[0] if cell and not _name(cell)]
    if len(rows) > 1 and not any(map(_name, rows[0])) and any(words) and not any(one & ENTRIES for one in words):
        # A row of titles.
        rows = rows[1:]
    while len(rows[0]) > 1 and not any(row[-1] for row in rows if len(row) == len(rows[0])):
        rows = [row[: len(rows[0]) - 1] for row in rows]
    return rows


def _name(cell: str) -> str:
    return cell if _NAME.fullmatch(cell) else ""


def _cell(cell: str, place: str, *, grid: bool = False) -> list[str]:
    if cell in _GAPS:
        return ["--"] if grid else []
    return entries(tokens(cell), place, grid=grid)


def _columns(names: list[str], body: list[list[str]], game: Game[Any]) -> dict[str, list[str]]:
    """The piles of a table whose columns they are."""
    piles = [name for name in game.order if is_pile_name(name)]
    width = max(map(len, body))
    kinds = {(_NAME.fullmatch(name)["kind"] or "").lower() for name in names}  # type: ignore[index]
    if names and kinds <= {"", "pile", "column", "c", "fan", "packet", "heap", "depot"}:
        numbers = [_NAME.fullmatch(name)["n"] for name in names]  # type: ignore[index]
    elif not names and width == len(piles) != len(body):
        numbers = piles
    else:
        raise Unread(
            f"a table of {len(body)} rows and {width} columns: write the number of each pile over its column, "
            "or before its row"
        )
    lines = {}
    for at, name in enumerate(numbers):
        column = [row[at] if at < len(row) else "" for row in body]
        while column and column[-1] in _GAPS:
            column.pop()
        if any(cell in _GAPS for cell in column):
            raise Unread(f"pile {name}: an empty cell lies over a card")
        lines[name] = [one for cell in column for one in _cell(cell, f"pile {name}")]
    return lines


def printed_cards(lines: dict[str, list[str]]) -> list[int]:
    """The cards that a diagram shows."""
    return [CARD[bare] for entries_ in lines.values() for one in entries_ if (bare := one.lstrip("#")) in CARD]


def builds(lines: dict[str, list[str]], game: Game[Any]) -> list[int]:
    """The cards on the foundations that a diagram prints by their tops."""
    built = []
    for line in game.lines:
        ranks = game.ranks[way_named(line)]
        for top in lines.get(line, []):
            if top in CARD:
                suit, rank = divmod(CARD[top], 13)
                height = ranks.index(rank + 1) + 1 if rank + 1 in ranks else 0
                built += [13 * suit + one - 1 for one in ranks[:height]]
    return built
