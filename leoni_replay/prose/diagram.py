"""The table that a page prints: its places with their cards."""

from __future__ import annotations

import itertools
import re
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from leoni_replay.cards import CARD
from leoni_replay.games import Game
from leoni_replay.games.places import is_pile_name, places_in_message, row_name, row_number, way_named
from leoni_replay.message import Message, Option
from leoni_replay.phrases import Direction, join_words, pluralize
from leoni_replay.prose.page import CellTable, Page
from leoni_replay.prose.sentences import Sentence, is_movelike, says_action, sentences, statements
from leoni_replay.prose.tokens import (
    ENTRIES,
    NAMED,
    Unread,
    cards,
    foundation_limits,
    has_phrase,
    kinds,
    listed_places,
    number_in,
    phrases,
    places,
    tokens,
)

if TYPE_CHECKING:
    from lark import Token

#: What labels call the foundations that begin with a card of these ranks.
_BASE_WORDS: Final = {"A": "Ace", "2": "Deuce", "J": "Jack", "K": "King"}
#: The name of a place in a table that is no label by itself.
_BARE: Final = re.compile(r"(?i:[rctp]?[1-9][0-9]?)|[IVX]+")
_GAPS: Final = frozenset({"", "-", "—", "–", "--", "[]", "empty", "(empty)", "[empty]", "[ ]", "()", "( )"})
#: What can stand for cards that nobody sees, and is no card.
_COUNTED: Final = re.compile(r"\W*(?:[0-9]+|[^\W\d]{3,})\W*")
#: What stands for a card that lies face down at the beginning of a pile.
_BACK: Final = re.compile(r"--+|\[\s?\]|[□◻☐]")
#: What stands behind a card that is doubted.
_QUERIED: Final = re.compile(r"(?<=[♣♦♥♠])\?\?")
#: What stands around the words of a label.
_AROUND: Final = ' \t\n\f\v:=.>*_#•·"“”-'
_SIGNS: Final = str.maketrans("♣♦♥♠↑↓", "CDHS^v")
_LEVEL: Final = re.compile(r"(?:upper|top|next|middle|lower|lowest|bottom|last)(?:most)?\s+row")
_FOUNDATIONS: Final = re.compile(r"(?:row\s+of\s+)?(?:ace|deuce|two|king|knave|jack)(?:s|\s+row)")
#: What labels call the places that have no number.
_OTHERS: Final = (
    ("exile|shuttle", "exile"), ("dropped", "dropped"), ("stock", "stock"), ("hand", "hand"),
    ("talon|waste|rubbish|discard", "talon"),
)  # fmt: skip
#: What changes the cards that a printed table shows: when it matters, and what to do.
_PRINTED_OTHERWISE: Final = (
    ("rows", "RIGHT_TO_LEFT FROM_THE_RIGHT", "write the cards of each row from left to right"),
    ("rows", "UPWARDS", "write the rows from the top, the row that was dealt first above the others"),
    ("any", "TYPEFACE", "write # before each card that lies face down"),
    ("any", "TOPS_ONLY", "write ?? for each card that is not shown"),
    (
        "piles",
        "TOP_FIRST RIGHT_TO_LEFT",
        Message("if the first card of a pile is its top card, ", Option("--top-first", advised=True)),
    ),
    ("stock", "IN_ORDER", "write the card that comes next last"),
    ("order", "STOCK_SAID", "if the first card of the stock is dealt first, write “Stock, from the top:” before it"),
)
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
        offsets: where each of its places stands in the text, by the names of the lines.
        vacant: the sentences that say which of its places are empty.
    """

    lines: dict[str, list[str]]
    spans: tuple[tuple[int, int], ...]
    how: str
    offsets: Mapping[str, int]
    vacant: tuple[Sentence, ...] = ()

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

    Args:
        page: the page.
        game: its game.
        top_first: whether piles are printed with their top card first.

    Raises:
        Unread: a card, a label or a row cannot be read, or a second table is printed.
    """
    for pattern, name in _FORMATS:
        if match := pattern.search(page.text):
            raise Unread(f"this is a file for leoni import --from {name}", match.start())
    parts = [_from_table(table, game) for table in page.tables]
    if labelled_lines := _from_labelled_lines(page, game):
        parts.append(labelled_lines)
    if not parts:
        return None
    diagram = _join_parts(parts)
    _check_rows(diagram, game)
    _check_strays(page, diagram, is_grid=bool(game.grid_rows))
    _check_printed_as_read(page, diagram, game, top_first=top_first)
    diagram = _with_unknown_cards(_with_vacant_places(page, diagram, game), game)
    if top_first:
        return _turn_piles_over(diagram, game)
    return _turn_stock_over(diagram) if _is_stock_top_first(page, diagram) else diagram


def _join_parts(parts: list[Diagram]) -> Diagram:
    """Return the table whose parts stand in several places of a page.

    Raises:
        Unread: two parts print the same place.
    """
    first, *others = sorted(parts, key=lambda part: part.start)
    lines, spans, how, offsets = first.lines, [*first.spans], first.how, dict(first.offsets)
    for part in others:
        if lines.keys() & part.lines.keys():
            raise Unread("a second table is printed: one page has one table", part.start)
        lines = lines | part.lines
        spans += part.spans
        offsets |= part.offsets
        if part.how not in how:
            how = f"{how}, {part.how}"
    return Diagram(lines, tuple(sorted(spans)), how, offsets)


def _with_vacant_places(page: Page, diagram: Diagram, game: Game[Any]) -> Diagram:
    """Return a table with the places that sentences beside it say are empty, and that it leaves out. Such a sentence
    stands before any move."""
    lines = dict(diagram.lines)
    vacant = []
    first_line = page.line(diagram.spans[-1][1])
    for sentence in sentences(diagram.without(page.text)):
        if sentence.line >= first_line and is_movelike(sentence) and says_action(sentence):
            break
        names = _places_said_empty(sentence, lines, game)
        if names and lines.keys().isdisjoint(names):
            lines |= {name: [] for name in names}
            vacant.append(sentence)
    return diagram._replace(lines=lines, vacant=tuple(vacant))


def _places_said_empty(sentence: Sentence, lines: Container[str], game: Game[Any]) -> list[str]:
    """Return the places that a sentence says are empty; none if it says something else, or another number of them.

    Args:
        sentence: the sentence.
        lines: the places that the table prints.
        game: the game.
    """
    if match := phrases()["REST_EMPTY"].match(sentence.text):
        names = [name for name in game.order if is_pile_name(name) and name not in lines]
        counts = [number_in(word) for word in (match["count"], match["count_after"]) if word]
        return names if counts in ([], [str(len(names))]) else []
    try:
        (statement,) = statements(sentence)
        names = [*listed_places(statement.place or "", game)] if statement.kind == "vacant" else []
    except (Unread, ValueError):
        return []
    # A row of a grid is printed, or has not been dealt.
    return names if all(name in game.order for name in names) else []


def _with_unknown_cards(diagram: Diagram, game: Game[Any]) -> Diagram:
    """Return a table in which a card that nobody sees is written as unknown, and not as face down, in the places where
    the game lists no card face down."""
    lines = dict(diagram.lines)
    for name, entries in lines.items():
        if name in game.order and not game.lists_face_down(name):
            lines[name] = ["??" if entry == "#??" else entry for entry in entries]
    return diagram._replace(lines=lines)


def _turn_piles_over(diagram: Diagram, game: Game[Any]) -> Diagram:
    """Return a table whose piles are printed with their top card first, with the top card last."""
    not_piles = {*game.lines, *game.cells, "hand"}
    lines = {name: entries if name in not_piles else entries[::-1] for name, entries in diagram.lines.items()}
    how = diagram.how.replace("last", "first").replace("lowest", "highest")
    return diagram._replace(lines=lines, how=how)


def _turn_stock_over(diagram: Diagram) -> Diagram:
    """Return a table whose stock is printed with the card first that is dealt next, with that card last."""
    lines = diagram.lines | {"stock": diagram.lines["stock"][::-1]}
    return diagram._replace(lines=lines, how=f"{diagram.how}, the first card of the stock is dealt first")


def _is_stock_top_first(page: Page, diagram: Diagram) -> bool:
    """Whether the label of the stock, or the words that lead to it, say that its top card is printed first."""
    if "stock" not in diagram.lines:
        return False
    start = diagram.offsets["stock"]
    label, colon, _ = page.text[start:].partition(":")
    lead = [*sentences(re.split(r"\n\s*\n|[\f\v]", page.text[:start].rstrip())[-1])][-1:]
    said = [label] if colon else []
    said += [sentence.text for sentence in lead if not has_phrase(sentence.text, "DENIES")]
    return any(has_phrase(words, "STOCK_TOP_FIRST") for words in said)


def _check_printed_as_read(page: Page, diagram: Diagram, game: Game[Any], *, top_first: bool) -> None:
    """Raise Unread if the page says that its table is printed otherwise than it was read, or that it is not the
    table."""
    several_cards = {name for name, entries in diagram.lines.items() if len(entries) > 1}
    said = {"stock"} if _is_stock_top_first(page, diagram) else set()
    concerns = {
        "any": True,
        "rows": bool(game.grid_rows),
        "piles": not top_first and bool(several_cards - {*game.lines, *game.cells, *said}),
        "stock": bool(several_cards & {"stock", "exile"}),
        "order": not top_first and "stock" in several_cards - said,
    }
    for concern, names, advice in _PRINTED_OTHERWISE:
        for name in names.split() if concerns[concern] else ():
            if match := phrases()[name].search(page.text):
                words = " ".join(match[0].split())
                message = Message(f"“{words}”: ", advice, "; leave these words out if it is not so")
                raise Unread(message, match.start())
    text_before = page.text[max(diagram.start - 400, 0) : diagram.start]
    for sentence in [*sentences(text_before)][-1:]:
        if (sentence.title or sentence.text.endswith(":")) and has_phrase(sentence.text, "DENIES"):
            raise Unread(f"“{sentence.text[-60:]}”: leave these words out if this is the table", diagram.start)


def _check_rows(diagram: Diagram, game: Game[Any]) -> None:
    """Raise Unread if a row of a grid has too many or too few places, or is missing."""
    rows = sorted(filter(None, map(row_number, diagram.lines)))
    for row in rows:
        entries, width = diagram.lines[row_name(row)], len(game.cells[row_name(row)])
        if len(entries) != width:
            gaps = entries.count("--")
            raise Unread(
                f"row {row} has {pluralize(len(entries) - gaps, 'card')} and {pluralize(gaps, 'gap')}, and a row has "
                f"{width} places: a dash may be lost; write -- for each gap",
                diagram.start,
            )
    if rows != list(range(1, len(rows) + 1)):
        missing = next(row for row in range(1, rows[-1]) if row not in rows)
        raise Unread(f"row {missing} is missing: rows {join_words(list(map(str, rows)))} are printed", diagram.start)


def _check_strays(page: Page, diagram: Diagram, *, is_grid: bool) -> None:
    """Raise Unread for cards that stand in a row without a label, and for columns that are numbered from the right."""
    card_types = NAMED - {"ACE"}
    text = diagram.without(page.text)
    first_line = page.line(diagram.start)
    page_sentences = [*sentences(text)]
    lines_of_actions = {
        sentence.line for sentence in page_sentences if sentence.line > first_line and says_action(sentence)
    }
    for number, line in enumerate(text.split("\n"), 1):
        if is_grid:
            _check_columns(line.split(), diagram.start)
        # “Deal the next row: Q♦ 3♣ 7♥” is no row of the table, and “Q♥??” names one card.
        if number in lines_of_actions:
            continue
        types = [token.type for token in tokens(_QUERIED.sub("", line))]
        if any(first in card_types and second in card_types for first, second in itertools.pairwise(types)):
            raise _stray_cards(page, line.strip(), number)
    for sentence in page_sentences:
        kinds_there = sentence.kinds()
        is_queried = sentence.line > first_line and _QUERIED.search(sentence.text)
        if card_types & kinds_there and kinds_there <= ENTRIES | {"STOP"} and not is_queried:
            raise _stray_cards(page, sentence.text, sentence.line)


def _stray_cards(page: Page, text: str, line: int) -> Unread:
    """Return the error for cards without a label: the words and their line."""
    lines_before = page.text.split("\n")[: line - 1]
    offset = sum(len(line_before) + 1 for line_before in lines_before)
    return Unread(f"these cards stand at no place: “{text[:60]}”", offset)


# -- labelled lines ---------------------------------------------------------------------------------------------------


def _from_labelled_lines(page: Page, game: Game[Any]) -> Diagram | None:
    """Return the places whose cards follow a label (``Pile 3:``); None if there is none."""
    page_tokens = tokens(page.text)
    labels = [index for index, token in enumerate(page_tokens) if token.type == "LABEL"]
    ends = [*labels[1:], len(page_tokens)]
    lines: dict[str, list[str]] = {}
    offsets: dict[str, int] = {}
    spans = []
    for index, end in zip(labels, ends, strict=False):
        label, following = page_tokens[index], page_tokens[index + 1 : end]
        try:
            body = _body(page, label, following, game)
            places_listed = [*_places_listed(label, body, game, lines)] if body else []
        except Unread:
            types = [token.type for token in following[:3] if token.type != "SEP"]
            if (_is_weak(label) and not {*types[:2]} <= NAMED) or (
                not _begins_line(page, label) and not {*types[:1]} <= ENTRIES
            ):
                # It is no label, but a word of a sentence.
                continue
            raise
        if not body:
            if _begins_line(page, label):
                raise Unread(f"{label.strip(_AROUND)}: no card follows", label.start_pos)
            continue
        spans.append((label.start_pos or 0, body[-1].end_pos or 0))
        for name, place_entries in places_listed:
            if name in lines:
                raise Unread(f"{label.strip(_AROUND)} is printed twice", label.start_pos)
            lines[name] = place_entries
            offsets[name] = label.start_pos or 0
    how = "each dash is one gap" if game.grid_rows else "the last card of each pile is read as its top card"
    return Diagram(lines, tuple(spans), how, offsets) if lines else None


def _begins_line(page: Page, label: Token) -> bool:
    """Whether a label stands at the beginning of a line, or of a paragraph."""
    return page.text[: label.start_pos].rstrip(" \t*_>#-")[-1:] in ("", "\n", "\f", "\v")


def _is_weak(label: Token) -> bool:
    """Whether a label has no colon: then it is one only if cards follow, and nothing else."""
    return re.search("[:=]", label) is None


def _body(page: Page, label: Token, following: list[Token], game: Game[Any]) -> list[Token]:
    """Return the tokens of a place.

    Args:
        page: the page.
        label: the label of the place.
        following: the tokens after it, up to the next label.
        game: the game.
    """
    body = list(_body_tokens(page, label, following, is_grid=bool(game.grid_rows)))
    begins_with_dash = _is_weak(label) and bool(body) and body[0].type == "DASH" and len(body[0]) == 1
    if not begins_with_dash or len(body) == 1:
        return body
    # In a row the dash after a label can be a gap, unless the row is too long then.
    width = max(map(len, game.cells.values()), default=0)
    return body[1:] if not width or len(entries(body, label, is_grid=True)) > width else body


def _body_tokens(page: Page, label: Token, following: list[Token], *, is_grid: bool) -> Iterator[Token]:
    """Yield the tokens of a place. They end where a paragraph does, or where a line begins with something else. A pile
    goes on in the next line after a comma only, because a label may be lost there."""
    before = label
    for index, token in enumerate(following):
        between = page.text[before.end_pos : token.start_pos]
        if before is not label and re.search(r"\n\s*\n|\f", between):
            return
        is_next_line = before is not label and ("\n" in between or "\v" in between)
        if is_next_line and not _is_line_of_cards(page, following[index:]):
            return
        if token.type not in ENTRIES:
            word = re.match(r"\.+|\S*?(?=[,;.]?(?:\s|\Z))", page.text[token.start_pos :])
            quoted = (word and word[0]) or token
            if is_next_line or (token.type == "STOP" and quoted == token):
                return
            is_hidden_place = re.search("exile|stock", label.lower()) and _COUNTED.fullmatch(quoted)
            advice = ": write the number of cards that nobody sees, as in “6 cards”" if is_hidden_place else ""
            if quoted.startswith("(") and re.match(r"\([^()\n]*\b(?:down|hidden|unseen)", page.text[token.start_pos :]):
                advice = ": write ?? for each card that lies face down, where it lies"
            raise Unread(f"{label.strip(_AROUND)}: “{quoted}” is not a card{advice}", token.start_pos)
        if is_next_line and not is_grid and before.type not in ("SEP", "AND"):
            raise Unread(
                f"{label.strip(_AROUND)} goes on in the next line: a label may be lost; a pile goes on after a comma",
                token.start_pos,
            )
        yield token
        before = token


def _is_line_of_cards(page: Page, following: list[Token]) -> bool:
    """Whether nothing but cards and gaps begins in the line of the first of some tokens."""
    line_end = re.compile(r"[\n\f\v]|\Z").search(page.text, following[0].start_pos or 0)
    assert line_end is not None
    in_line = itertools.takewhile(lambda token: (token.start_pos or 0) < line_end.start(), following)
    return {token.type for token in in_line} <= ENTRIES | {"STOP"}


def _places_listed(
    label: Token, body: list[Token], game: Game[Any], lines_before: Container[str]
) -> Iterator[tuple[str, list[str]]]:
    """Yield the lines of a layout that a labelled line stands for: their names and their cards.

    Args:
        label: the label.
        body: the tokens of the cards.
        game: the game.
        lines_before: the names of the lines printed before it.
    """
    words = re.sub(r"\s*\(.*|^the\s+", "", label.lower().strip(_AROUND))
    if game.grid_rows and _LEVEL.fullmatch(words):
        # The upper row is the first, and any other that its position names the one after those before it.
        rows = [row for row in game.cells if row not in lines_before]
        if not rows or (words.startswith(("upper", "top")) and rows[0] != row_name(1)):
            raise Unread(f"“{label.strip(_AROUND)}”: write the number of each row", label.start_pos)
        yield rows[0], entries(body, label, is_grid=True)
        return
    if "foundation" in words or _FOUNDATIONS.fullmatch(words):
        tops = entries(body, label, is_grid=False)
        ways = _ways_named(label, game)
        if len(ways) > 1 and _are_all_bases(tops, ways, game):
            for way in ways:
                bases = [card for card in tops if card[0] == _base_rank(way, game)]
                yield from _foundations_by_tops(label, [way], bases, game)
            return
        yield from _foundations_by_tops(label, ways, tops, game)
        return
    if _LEVEL.fullmatch(words) and len(game.ways) > 1:
        tops = entries(body, label, is_grid=False)
        yield from _foundations_by_tops(label, _ways_begun(tops, game, lines_before), tops, game)
        return
    name = _line_named(label, words, game)
    known_names = [*game.lines, *game.cells, *game.order]
    if name not in known_names:
        message = Message(
            f"{game.name} has no “{label.strip(_AROUND)}”: its places are ", places_in_message(known_names)
        )
        raise Unread(message, label.start_pos)
    yield name, entries(body, label, is_grid=name in game.cells)


def _line_named(label: Token, words: str, game: Game[Any]) -> str:
    """Return the line of a layout that a label names, whether the game has it or not.

    Args:
        label: the label.
        words: its words in small letters, without what stands around them.
        game: the game.
    """
    if has_phrase(label, "STOCK_TOP_FIRST"):
        # “Stock, top card first” is no first place.
        return "stock"
    bare_label = label.strip(_AROUND)
    sign = bare_label.translate(_SIGNS)
    if sign[-1:] in ("^", "v") and len(sign) == 2:
        return sign[0].upper() + sign[1]
    if bare_name := re.fullmatch(r"(?:no\.?\s*)?([rctp]?)([1-9][0-9]?|[ivx]+)", words):
        letter, number = bare_name[1], number_in(bare_name[2].upper())
        return row_name(int(number)) if letter == "r" or (game.grid_rows and not letter) else number
    if number_in(bare_label) or number_in(words) or "cell" in words:
        return _numbered_line(label, game)
    for pattern, place in _OTHERS:
        if re.search(pattern, words):
            return "waste" if place == "talon" and "talon" not in game.order else place
    return words


def _numbered_line(label: Token, game: Game[Any]) -> str:
    """Return the line that a label such as ``Pile 3`` names."""
    if re.search("row|line", label.lower()) and game.grid_rows:
        return row_name(int(number_in(label) or number_in(label.lower())))
    try:
        (name,) = places(label, game)
    except (ValueError, Unread) as error:
        message = error.message if isinstance(error, Unread) else "a table with rows is printed row by row"
        raise Unread(message, label.start_pos) from None
    return name


def _ways_named(label: Token, game: Game[Any]) -> list[Direction]:
    """Return the ways in which the foundations that a label names can be built."""
    base, _ = foundation_limits(label)
    words = label.lower()
    return [
        way
        for way in game.ways
        if base in ("", _base_rank(way, game))
        and ("descend" not in words or way == "v")
        and ("ascend" not in words or way == "^")
    ]


def _ways_begun(tops: list[str], game: Game[Any], lines_before: Container[str]) -> list[Direction]:
    """Return the ways in which a row of foundations can be built that only its position names: the row shows a base, or
    the other row was printed before it."""
    ways_shown = [way for way in game.ways if any(card[0] == _base_rank(way, game) for card in tops)]
    ways_left = [way for way in game.ways if not any(f"{suit}{way}" in lines_before for suit in "CDHS")]
    return ways_shown or ways_left


def _are_all_bases(tops: list[str], ways: list[Direction], game: Game[Any]) -> bool:
    """Whether some cards are the bases of all foundations that are built in some ways, and each base tells its way."""
    ranks = {way: _base_rank(way, game) for way in ways}
    bases = [ranks[way_named(line)] + line[0] for line, names in game.lines.items() for _ in names]
    return len(set(ranks.values())) == len(ways) == len(game.ways) and sorted(tops) == sorted(bases)


def _base_rank(way: Direction, game: Game[Any]) -> str:
    """Return the rank of the card with which the foundations begin that are built in one way."""
    return "A23456789TJQK"[game.ranks[way][0] - 1]


def _foundations_by_tops(
    label: Token, ways: list[Direction], tops: list[str], game: Game[Any]
) -> Iterator[tuple[str, list[str]]]:
    """Yield the foundations of a line that lists their top cards.

    Args:
        label: the label.
        ways: the ways in which they can be built.
        tops: their top cards.
        game: the game.

    Raises:
        Unread: they can be built in several ways, or the page does not list a whole row of them.
    """
    if len(ways) != 1:
        message = f"write each after its own sign, {join_words([f'{line}:' for line in game.lines])}"
        names_of_ways = [_BASE_WORDS.get(_base_rank(way, game), "") for way in ways]
        if all(names_of_ways) and len(set(names_of_ways)) > 1:
            message = "write " + " and ".join(f"“{name} foundations: …”" for name in names_of_ways)
        raise Unread(f"it does not say which foundations these are: {message}", label.start_pos)
    (way,) = ways
    height_of_rank = {rank: height for height, rank in enumerate(game.ranks[way])}

    def fuller_first(card: str) -> int:
        return -height_of_rank.get(CARD[card] % 13 + 1, 0) if card in CARD else 0

    for line, names in game.lines.items():
        if way_named(line) != way:
            continue
        tops_of_suit = [card for card in tops if card[-1] == line[0]]
        is_begun = len(tops_of_suit) in (0, len(names)) or (len(tops_of_suit) < len(names) and not game.base_count)
        if not is_begun or (not tops and game.base_count):
            advice = "write the top card of each foundation alone"
            raise Unread(advice if len(names) == 1 else f"{advice}, {len(names)} of a suit", label.start_pos)
        # Where the bases are played in the game, the foundations that are not listed have none.
        if tops_of_suit or not tops or not game.base_count:
            yield line, sorted(tops_of_suit, key=fuller_first)


def entries(body: Iterable[Token], label: object, *, is_grid: bool) -> list[str]:
    """Return the cards of a place as a layout writes them; ``--`` for a gap in a row.

    Args:
        body: the tokens of the place.
        label: its label, for messages.
        is_grid: whether it is a row of a grid.

    Raises:
        Unread: at the first thing that is neither a card nor a gap.
    """
    place_entries: list[str] = []
    body = list(body)
    where = str(label).strip(_AROUND)
    # The lowest card of a pile: it cannot be a gap, and separates nothing.
    down = str(body[0]) if not is_grid and len(body) > 1 and _BACK.fullmatch(body[0]) else ""
    for index, token in enumerate(body):
        if token.type in ("CARD", "SHORT", "CARDS", "LOOSE", "ACE"):
            names = cards(token)
            if not names:
                raise Unread(f"{where}: “{token}” is not a card", token.start_pos)
            place_entries += names
        elif token.type == "DOWN":
            place_entries.append(f"#{cards(token)[0]}")
        elif token.type == "UNSEEN":
            place_entries.append("#??")
        elif token.type == "FACE_DOWN":
            beside = [*body[max(index - 1, 0) : index], *body[index + 1 : index + 2]]
            if any(neighbour.type in NAMED for neighbour in beside):
                raise Unread(f"{where}: “{token}” can be a card, or a word about the card beside it", token.start_pos)
            place_entries.append("#??")
        elif token.type == "HOW_MANY":
            card = "#??" if re.search("down|hidden|unseen", token) else "??"
            place_entries += [card] * int(number_in(token.lower()) or 1)
        elif token.type == "DASH" or (is_grid and token.type == "VACANT"):
            if is_grid:
                place_entries.append("--")
            elif token == down:
                place_entries.append("#??")
            elif len(body) > 1:
                raise Unread(
                    f"{where}: “{token}” between cards can be a gap, a separator or a card face down, which is ??",
                    token.start_pos,
                )
        elif (token.type == "VACANT" and len(body) > 1) or token.type not in ENTRIES:
            raise Unread(f"{where}: “{token}” is not a card", token.start_pos)
    return place_entries


# -- tables -----------------------------------------------------------------------------------------------------------


class _Grid(NamedTuple):
    """A table of a page, without its title.

    Attributes:
        head: the names of the columns; empty if they have none.
        side: the names of the rows; empty if they have none.
        cells: the cells of each row, without names.
        start: where the table begins in the text of the page.
    """

    head: list[str]
    side: list[str]
    cells: list[list[str]]
    start: int


def _from_table(table: CellTable, game: Game[Any]) -> Diagram:
    """Return the places of a table: rows of a grid, or piles, whose names stand at the head of the columns or before
    the rows. Each is read as a labelled line is."""
    from lark import Token  # start-up time

    grid = _grid(table)
    columns_are_rows = any(re.match(r"(?i:tableau\s+row|row|r[1-9])", name) for name in grid.head)
    row_names = grid.side or [str(number) for number in range(1, len(grid.cells) + 1)]
    if game.grid_rows and not columns_are_rows:
        _check_columns(grid.head, table.start)
        names, content = row_names, grid.cells
        how = "each row of the table is a row" + ("" if grid.side else ", from the top")
    elif grid.side and not grid.head:
        names, content = row_names, grid.cells
        how = "each row of the table is read as a pile, its last card on top"
    else:
        names, content = _columns(grid, game)
        how = "each column of the table is read as a pile, its lowest card on top"
    lines: dict[str, list[str]] = {}
    try:
        for name, cells in zip(names, content, strict=True):
            label = Token("LABEL", f"{name}:")
            for line, place_entries in _places_listed(label, _cell_tokens(cells, name, game), game, lines):
                if line in lines:
                    raise Unread(f"{name} is printed twice")
                lines[line] = place_entries
    except Unread as error:
        raise Unread(error.message, table.start) from None
    return Diagram(lines, ((table.start, table.end),), how, dict.fromkeys(lines, table.start))


def _grid(table: CellTable) -> _Grid:
    """Return the cells of a table apart from the names of its columns and rows."""
    rows = _rows_without_titles(table)
    corner = rows[0][0]
    has_corner = not _is_name(corner) and not kinds(corner) & NAMED and len(rows[0]) > 1
    head = rows[0][1:] if has_corner else rows[0]
    has_head = len(head) > 1 and all(map(_is_name, head))
    body = rows[1:] if has_head else rows
    has_side = all(_is_name(row[0]) for row in body)
    side = [row[0] for row in body] if has_side else []
    cells = [row[1:] for row in body] if has_side or (has_head and has_corner) else body
    return _Grid(head if has_head else [], side, cells, table.start)


def _columns(grid: _Grid, game: Game[Any]) -> tuple[list[str], list[list[str]]]:
    """Return the names of the columns of a table, which are piles, and the cells of each.

    Raises:
        Unread: the columns have no names and are not as many as the piles, or a row has more or fewer cells than
            columns have names.
    """
    piles = [name for name in game.order if is_pile_name(name)]
    width = max(map(len, grid.cells), default=0)
    if not grid.head and not width == len(piles) != len(grid.cells):
        size = f"{pluralize(len(grid.cells), 'row')} and {pluralize(width, 'column')}"
        raise Unread(
            f"a table of {size}: write the number of each pile over its column, or before its row",
            grid.start,
        )
    for row in grid.cells:
        if grid.head and len(row) != len(grid.head):
            raise Unread(
                f"a row has {pluralize(len(row), 'cell')}, and {pluralize(len(grid.head), 'column')} have names",
                grid.start,
            )
    names = grid.head or piles
    return names, [[row[column] if column < len(row) else "" for row in grid.cells] for column in range(len(names))]


def _check_columns(numbers: list[str], offset: int) -> None:
    """Raise Unread if the columns of a grid are numbered from the right."""
    if len(numbers) > 1 and numbers == [str(number) for number in range(len(numbers), 0, -1)]:
        raise Unread("the columns are numbered from the right: write the cards of each row from left to right", offset)


def _cell_tokens(cells: list[str], name: str, game: Game[Any]) -> list[Token]:
    """Return the tokens of the cells of a place. An empty cell is a gap in a row; in a pile only at the end."""
    if not game.grid_rows:
        while cells and cells[-1] in _GAPS:
            cells = cells[:-1]
        if any(cell in _GAPS for cell in cells):
            raise Unread(f"{name}: an empty cell lies over a card")
    return tokens(" ; ".join("—" if cell in _GAPS else cell for cell in cells))


def _rows_without_titles(table: CellTable) -> list[list[str]]:
    """Return the rows without their titles, empty columns at the right and empty rows at the end."""
    rows = table.rows
    while len(rows) > 1 and not any(rows[-1]):
        rows = rows[:-1]
    titles = [cell for cell in rows[0] if cell and not _is_name(cell) and not kinds(cell) & (NAMED | {"UNSEEN"})]
    for title in titles:
        if has_phrase(phrases()["BOTTOM_FIRST"].sub("", title), "SAYS_ORDER"):
            raise Unread(f"“{title}”: it is not sure how the cards of this table lie", table.start)
    if len(rows) > 1 and titles and len(titles) == len([cell for cell in rows[0] if cell]):
        # A row of titles.
        rows = rows[1:]
    while len(rows[0]) > 1 and not any(row[-1] for row in rows if len(row) == len(rows[0])):
        rows = [row[: len(rows[0]) - 1] for row in rows]
    return rows


def _is_name(cell: str) -> bool:
    """Whether a cell is the name of a place."""
    return bool(_BARE.fullmatch(cell)) or [token.type for token in tokens(f"{cell}:")] == ["LABEL"]


def printed_cards(lines: dict[str, list[str]]) -> list[int]:
    """Return the known cards that a diagram shows, face up or down."""
    names = [entry.lstrip("#") for line_entries in lines.values() for entry in line_entries]
    return [CARD[name] for name in names if name in CARD]


def cards_below_tops(lines: dict[str, list[str]], game: Game[Any]) -> list[int]:
    """Return the cards on the foundations that a diagram prints by their tops, with these tops."""
    built = []
    for line in game.lines:
        ranks = game.ranks[way_named(line)]
        for top in lines.get(line, []):
            if top in CARD:
                suit, rank_index = divmod(CARD[top], 13)
                height = ranks.index(rank_index + 1) + 1 if rank_index + 1 in ranks else 0
                built += [13 * suit + rank - 1 for rank in ranks[:height]]
    return built
