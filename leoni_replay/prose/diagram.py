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
from leoni_replay.prose.tokens import Unread, cards, foundation_limits, number_in, phrases, places, tokens

if TYPE_CHECKING:
    from lark import Token

#: The name of a place in a table that is no label by itself.
_BARE: Final = re.compile(r"(?i:[rctp]?[1-9][0-9]?)|[IVX]+")
_GAPS: Final = frozenset({"", "-", "—", "–", "--", "[]", "empty", "(empty)", "[empty]", "[ ]", "()", "( )"})
#: What stands around the words of a label.
_AROUND: Final = ' \t\n\f\v:=.>*_#•·"“”-'
_SIGNS: Final = str.maketrans("♣♦♥♠↑↓", "CDHS^v")
#: What labels call the places that have no number.
_OTHERS: Final = (
    ("exile", "exile"), ("dropped", "dropped"), ("stock", "stock"), ("hand", "hand"),
    ("talon|waste|rubbish|discard", "talon"),
)  # fmt: skip
#: What changes the cards that a printed table shows: when it matters, and what to do.
_PRINTED_OTHERWISE: Final = (
    ("rows", "RIGHT_TO_LEFT FROM_THE_RIGHT", "write the cards of each row from left to right"),
    ("rows", "UPWARDS", "write the rows from the top, the row that was dealt first above the others"),
    ("any", "TYPEFACE", "write # before each card that lies face down"),
    ("any", "TOPS_ONLY", "write ?? for each card that is not shown"),
    ("piles", "TOP_FIRST RIGHT_TO_LEFT", "if the first card of a pile is its top card, add --top-first"),
    ("stock", "IN_ORDER", "write the card that comes next last"),
)
_BOTTOM_FIRST: Final = re.compile(r"bottom(?:\s+card)?\s+(?:first|to\s+top)", re.I)
_TITLES: Final = re.compile(r"down|hidden|covered|\btop|first|order|revers|under|bottom", re.I)
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
        """Return the text of the page without the table: a paragraph ends where a part of it stands."""
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
    parts = [_from_table(table, game) for table in page.tables]
    if labelled := _labelled(page, game):
        parts.append(labelled)
    if not parts:
        return None
    parts.sort(key=lambda part: part.start)
    diagram = parts[0]
    for part in parts[1:]:
        if diagram.lines.keys() & part.lines.keys():
            raise Unread("a second table is printed: one page has one table", part.start)
        how = diagram.how if part.how in diagram.how else f"{diagram.how}, {part.how}"
        diagram = Diagram(diagram.lines | part.lines, (*diagram.spans, *part.spans), how)
    diagram = diagram._replace(spans=tuple(sorted(diagram.spans)))
    _check(diagram, game)
    _check_strays(page, diagram, grid=bool(game.grid_rows))
    deep = {name for name, listed_cards in diagram.lines.items() if len(listed_cards) > 1}
    matters = {
        "any": True,
        "rows": bool(game.grid_rows),
        "piles": bool(not top_first and deep - {*game.lines, *game.cells}),
        "stock": bool(deep & {"stock", "exile"}),
    }
    for when, names, advice in _PRINTED_OTHERWISE:
        for said in filter(None, (phrases()[name].search(page.text) for name in names.split() if matters[when])):
            words = " ".join(said[0].split())
            raise Unread(f"“{words}”: {advice}; leave these words out if it is not so", said.start())
    for before in [*sentences(page.text[max(diagram.start - 400, 0) : diagram.start])][-1:]:
        if (before.title or before.text.endswith(":")) and phrases()["DENIES"].search(before.text):
            raise Unread(f"“{before.text[-60:]}”: leave these words out if this is the table", diagram.start)
    if top_first:
        beside = {*game.lines, *game.cells, "hand"}
        turned = {name: entries if name in beside else entries[::-1] for name, entries in diagram.lines.items()}
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


def _check_strays(page: Page, diagram: Diagram, *, grid: bool) -> None:
    """Raise Unread for cards that stand in a row without a label, and for columns that are numbered from the right."""
    sure = NAMED - {"ACE"}
    text = diagram.without(page.text)
    for number, line in enumerate(text.split("\n"), 1):
        if grid:
            _check_columns(line.split(), diagram.start)
        types = [token.type for token in tokens(line)]
        if any(one in sure and other in sure for one, other in itertools.pairwise(types)):
            raise _stray(page, line.strip(), number)
    for sentence in sentences(text):
        types = [token.type for token in tokens(sentence.text)]
        if sure & {*types} and {*types} <= ENTRIES | {"STOP"}:
            raise _stray(page, sentence.text, sentence.line)


def _stray(page: Page, text: str, line: int) -> Unread:
    at = sum(len(one) + 1 for one in page.text.split("\n")[: line - 1])
    return Unread(f"these cards stand at no place: “{text[:60]}”", at)


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
        # Without a colon it is a label only if cards follow, and nothing else.
        weak = not re.search("[:=]", label)
        try:
            body = list(_body(page, label, all_tokens[at + 1 : following], bool(game.grid_rows)))
            if weak and body and body[0].type == "DASH" and len(body[0]) == 1:
                body = _without_dash(body, label, game)
            named = [*_named(label, body, game)] if body else []
        except Unread:
            types = [token.type for token in all_tokens[at + 1 : following][:3] if token.type != "SEP"]
            if weak and not {*types[:2]} <= NAMED:
                continue
            raise
        if not body:
            if page.text[: label.start_pos].rstrip(" \t*_>#-")[-1:] in ("", "\n", "\f", "\v"):
                raise Unread(f"{label.strip(_AROUND)}: no card follows", label.start_pos)
            continue
        spans.append((label.start_pos or 0, body[-1].end_pos or 0))
        for name, cards_there in named:
            if name in lines:
                raise Unread(f"{label.strip(_AROUND)} is printed twice", label.start_pos)
            lines[name] = cards_there
    how = "each dash is one gap" if game.grid_rows else "the last card of each pile is read as its top card"
    return Diagram(lines, tuple(spans), how) if lines else None


def _without_dash(body: list[Token], label: Token, game: Game[Any]) -> list[Token]:
    """Remove the dash after a label. In a row it stays if it can be a gap and the row isn't too long."""
    width = max(map(len, game.cells.values()), default=0)
    return body[1:] if len(body) > 1 and (not width or len(entries(body, label, grid=True)) > width) else body


def _body(page: Page, label: Token, following: list[Token], grid: bool) -> Iterator[Token]:
    """Yield the tokens of a place. They end where a paragraph does, or where a line begins with something else. A pile
    goes on in the next line after a comma only, because a label may be lost there."""
    before = label
    for at, token in enumerate(following):
        between = page.text[before.end_pos : token.start_pos]
        if before is not label and re.search(r"\n\s*\n|\f", between):
            return
        new_line = "\n" in between or "\v" in between
        if new_line and before is not label and not _is_of_cards(page, following[at:]):
            return
        if token.type not in ENTRIES:
            word = re.match(r"\.+|\S*?(?=[,;.]?(?:\s|\Z))", page.text[token.start_pos :])
            shown = (word and word[0]) or token
            if (new_line and before is not label) or (token.type == "STOP" and shown == token):
                return
            raise Unread(f"{label.strip(_AROUND)}: “{shown}” is not a card", token.start_pos)
        if new_line and before is not label and not grid and before.type not in ("SEP", "AND"):
            raise Unread(
                f"{label.strip(_AROUND)} goes on in the next line: a label may be lost; a pile goes on after a comma",
                token.start_pos,
            )
        yield token
        before = token


def _is_of_cards(page: Page, tokens_left: list[Token]) -> bool:
    """Whether nothing but cards and gaps begins in the line of the first of some tokens."""
    end = re.compile(r"[\n\f\v]|\Z").search(page.text, tokens_left[0].start_pos or 0)
    assert end is not None
    begun = itertools.takewhile(lambda token: (token.start_pos or 0) < end.start(), tokens_left)
    return {token.type for token in begun} <= ENTRIES | {"STOP"}


def _named(label: Token, body: list[Token], game: Game[Any]) -> Iterator[tuple[str, list[str]]]:
    """Yield the lines of a layout that a labelled line stands for."""
    words = re.sub(r"\s*\(.*|^the\s+", "", label.lower().strip(_AROUND))
    sign = label.strip(_AROUND).translate(_SIGNS)
    if "foundation" in words or re.fullmatch(r"(?:ace|deuce)\s+row", words):
        yield from _tops(label, entries(body, label, grid=False), game)
        return
    if sign[-1:] in ("^", "v") and len(sign) == 2:
        name = sign[0].upper() + sign[1]
    elif bare := re.fullmatch(r"(?:no\.?\s*)?([rctp]?)([1-9][0-9]?|[ivx]+)", words):
        name = number_in(bare[2].upper())
        name = row_named(int(name)) if bare[1] == "r" or (game.grid_rows and not bare[1]) else name
    elif number_in(label.strip(_AROUND)) or number_in(words) or "cell" in words:
        name = _place(label, game)
    else:
        name = next((place for pattern, place in _OTHERS if re.search(pattern, words)), words)
        name = "waste" if name == "talon" and "talon" not in game.order else name
    known_names = {*game.lines, *game.cells, *game.order}
    if name not in known_names:
        written = listed([*game.lines, *game.cells, *game.order])
        raise Unread(f"{game.name} has no “{label.strip(_AROUND)}”: its places are {written}", label.start_pos)
    yield name, entries(body, label, grid=name in game.cells)


def _place(label: Token, game: Game[Any]) -> str:
    """Return the line that a label such as ``Pile 3`` names."""
    if re.search("row|line", label.lower()) and game.grid_rows:
        return row_named(int(number_in(label) or number_in(label.lower())))
    try:
        (name,) = places(label, game)
    except (ValueError, Unread) as error:
        message = str(error) if isinstance(error, Unread) else "a table with rows is printed row by row"
        raise Unread(message, label.start_pos) from None
    return name


def _tops(label: Token, listed_cards: list[str], game: Game[Any]) -> Iterator[tuple[str, list[str]]]:
    """Yield the foundations of a line that lists their top cards."""
    base, _ = foundation_limits(label)
    words = label.lower()
    ways = [
        way
        for way in game.ways
        if (not base or "A23456789TJQK"[game.ranks[way][0] - 1] == base)
        and ("descend" not in words or way == "v")
        and ("ascend" not in words or way == "^")
    ]
    lines = {line: names for line, names in game.lines.items() if way_named(line) in ways}
    if len(ways) != 1:
        message = f"write each after its own sign, {listed([f'{line}:' for line in game.lines])}"
        raise Unread(f"it does not say which foundations these are: {message}", label.start_pos)
    for line, names in lines.items():
        tops = [card for card in listed_cards if card[-1] == line[0]]
        if len(tops) not in (0, len(names)) or (not listed_cards and game.base_count):
            each = "write the top card of each foundation alone"
            raise Unread(each if len(names) == 1 else f"{each}, {len(names)} of a suit", label.start_pos)
        if tops or not listed_cards:
            order = {rank: -height for height, rank in enumerate(game.ranks[way_named(line)])}
            yield line, sorted(tops, key=lambda card: order.get(CARD[card] % 13 + 1, 0) if card in CARD else 0)


def entries(body: Iterable[Token], place: object, *, grid: bool) -> list[str]:
    """Return the cards of a place as a layout writes them; ``--`` for a gap in a row.

    Raises:
        Unread: at the first thing that is neither a card nor a gap.
    """
    listed_cards: list[str] = []
    body = list(body)
    where = str(place).strip(_AROUND)
    for at, token in enumerate(body):
        if token.type in ("CARD", "SHORT", "CARDS", "LOOSE", "ACE"):
            named = cards(token)
            if not named:
                raise Unread(f"{where}: “{token}” is not a card", token.start_pos)
            listed_cards += named
        elif token.type == "DOWN":
            listed_cards.append(f"#{cards(token)[0]}")
        elif token.type == "UNSEEN":
            listed_cards.append("#??")
        elif token.type == "FACE_DOWN":
            around = {one.type for one in [*body[max(at - 1, 0) : at], *body[at + 1 : at + 2]]}
            if around & NAMED:
                raise Unread(f"{where}: “{token}” can be a card, or a word about the card beside it", token.start_pos)
            listed_cards.append("#??")
        elif token.type == "HOW_MANY":
            card = "#??" if re.search("down|hidden|unseen", token) else "??"
            listed_cards += [card] * int(number_in(token.lower()) or 1)
        elif token.type == "DASH" or (grid and token.type == "VACANT"):
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
    """Return the places of a table: rows of a grid, or piles, whose names stand at the head of the columns or before
    the rows. Each is read as a labelled line is."""
    from lark import Token  # start-up time

    rows = _trimmed(table)
    titled = not _is_name(rows[0][0]) and not kinds(rows[0][0]) & NAMED and len(rows[0]) > 1
    head = rows[0][1:] if titled else rows[0]
    across = len(head) > 1 and all(map(_is_name, head))
    body = rows[1:] if across else rows
    side = all(_is_name(row[0]) for row in body)
    names = [row[0] for row in body] if side else [str(number) for number in range(1, len(body) + 1)]
    content = [row[1:] if side or (across and titled) else row for row in body]
    turned = across and any(re.match(r"(?i:tableau\s+row|row|r[1-9])", name) for name in head)
    if game.grid_rows and not turned:
        _check_columns(head if across else [], table.start)
        how = "each row of the table is a row" + ("" if side else ", from the top")
    elif side and not across:
        how = "each row of the table is read as a pile, its last card on top"
    else:
        piles = [name for name in game.order if is_pile_name(name)]
        width = max(map(len, content))
        if not across and not width == len(piles) != len(content):
            raise Unread(
                f"a table of {len(content)} rows and {width} columns: write the number of each pile over its column, "
                "or before its row",
                table.start,
            )
        if odd := next((row for row in content if across and len(row) != len(head)), None):
            raise Unread(
                f"a row has {counted(len(odd), 'cell')}, and {counted(len(head), 'column')} have names", table.start
            )
        names = head if across else piles
        content = [[row[at] if at < len(row) else "" for row in content] for at in range(len(names))]
        how = "each column of the table is read as a pile, its lowest card on top"
    lines: dict[str, list[str]] = {}
    try:
        for name, cells in zip(names, content, strict=True):
            for line, listed_cards in _named(Token("LABEL", f"{name}:"), _cells(cells, name, game), game):
                if line in lines:
                    raise Unread(f"{name} is printed twice")
                lines[line] = listed_cards
    except Unread as error:
        raise Unread(str(error), table.start) from None
    return Diagram(lines, ((table.start, table.end),), how)


def _check_columns(numbers: list[str], at: int) -> None:
    """Raise Unread if the columns of a grid are numbered from the right."""
    if len(numbers) > 1 and numbers == [str(number) for number in range(len(numbers), 0, -1)]:
        raise Unread("the columns are numbered from the right: write the cards of each row from left to right", at)


def _cells(cells: list[str], name: str, game: Game[Any]) -> list[Token]:
    """Return the tokens of the cells of a place. An empty cell is a gap in a row; in a pile only at the end."""
    if not game.grid_rows:
        while cells and cells[-1] in _GAPS:
            cells = cells[:-1]
        if any(cell in _GAPS for cell in cells):
            raise Unread(f"{name}: an empty cell lies over a card")
    return tokens(" ; ".join("—" if cell in _GAPS else cell for cell in cells))


def _trimmed(table: Table) -> list[list[str]]:
    """Return the rows without their titles, empty columns at the right and empty rows at the end."""
    rows = table.rows
    while len(rows) > 1 and not any(rows[-1]):
        rows = rows[:-1]
    titles = [cell for cell in rows[0] if cell and not _is_name(cell) and not kinds(cell) & (NAMED | {"UNSEEN"})]
    if odd := next((title for title in titles if _TITLES.search(_BOTTOM_FIRST.sub("", title))), None):
        raise Unread(f"“{odd}”: it is not sure how the cards of this table lie", table.start)
    if len(rows) > 1 and titles and len(titles) == sum(map(bool, rows[0])):
        # A row of titles.
        rows = rows[1:]
    while len(rows[0]) > 1 and not any(row[-1] for row in rows if len(row) == len(rows[0])):
        rows = [row[: len(rows[0]) - 1] for row in rows]
    return rows


def _is_name(cell: str) -> bool:
    """Whether a cell is the name of a place."""
    return bool(_BARE.fullmatch(cell)) or [token.type for token in tokens(f"{cell}:")] == ["LABEL"]


def printed_cards(lines: dict[str, list[str]]) -> list[int]:
    """Return the cards that a diagram shows."""
    return [CARD[bare] for entries_ in lines.values() for one in entries_ if (bare := one.lstrip("#")) in CARD]


def builds(lines: dict[str, list[str]], game: Game[Any]) -> list[int]:
    """Return the cards on the foundations that a diagram prints by their tops."""
    built = []
    for line in game.lines:
        ranks = game.ranks[way_named(line)]
        for top in lines.get(line, []):
            if top in CARD:
                suit, rank = divmod(CARD[top], 13)
                height = ranks.index(rank + 1) + 1 if rank + 1 in ranks else 0
                built += [13 * suit + one - 1 for one in ranks[:height]]
    return built
