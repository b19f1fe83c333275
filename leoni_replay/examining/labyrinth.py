"""What follows from a position of Labyrinth: its gaps are plays, and a row is dealt only at a standstill."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Final

from leoni_replay.cards import PRETTY, SUIT_NAMES, pretty
from leoni_replay.examining.findings import Finding, VisiblePosition, at, missing, narrowed, sequence
from leoni_replay.games.labyrinth import LabyrinthGame
from leoni_replay.games.places import NAMES, NUMBERS, cell, column_of
from leoni_replay.phrases import counted, listed
from leoni_replay.rules.numbers import COLUMNS

_DEALT: Final = 48
_DEUCE: Final = 1


@dataclass(slots=True)
class Rows:
    """The rows of a position: which of their places are open; in the last row, those that may never have been dealt."""

    last: int
    open: list[str] = field(default_factory=list)
    gaps: list[str] = field(default_factory=list)
    in_last: list[str] = field(default_factory=list)
    trailing: int = 0


def labyrinth(sight: VisiblePosition[LabyrinthGame]) -> Iterator[Finding]:
    """Yield the findings about a position of Labyrinth."""
    last = sight.position.rows
    if any(not sight.sees(_cells(row)[0]) for row in range(1, last + 1)):
        return
    rows = read(sight, last)
    yield from _stock(sight, rows)
    yield from _open_places(sight, rows)
    yield from _last_row(sight, rows)
    yield from _missed(sight, rows)
    if not sight.sees_foundations:
        yield from _must_stand(sight, rows)


def read(sight: VisiblePosition[LabyrinthGame], last: int) -> Rows:
    """Return the rows of a position down to the last."""
    places = sight.position.places
    rows = Rows(last)
    for row in range(1, last + 1):
        names = _cells(row)
        empty = [name for name in names if not places[name]]
        if row == 1:
            rows.open = empty
        else:
            rows.gaps += empty
        if row == last > 1:
            rows.in_last = empty
            taken = [column for column, name in enumerate(names, 1) if places[name]]
            rows.trailing = COLUMNS - max(taken, default=0)
    if sight.sees("stock") and places["stock"]:
        # While there is a stock, every row is dealt completely.
        rows.trailing = 0
    return rows


def _stock(sight: VisiblePosition[LabyrinthGame], rows: Rows) -> Iterator[Finding]:
    """Yield a stock that is larger than what the rows leave (E506)."""
    left = max(0, _DEALT - COLUMNS * rows.last)
    stock = len(sight.position.places["stock"])
    if sight.sees("stock") and stock > left:
        leave = f"{counted(rows.last, 'row')} {'leaves' if rows.last == 1 else 'leave'}"
        message = f"the stock holds {counted(stock, 'card')}, but of {_DEALT} cards {leave} {left}"
        yield Finding("E506", "impossible", message, ("stock",), sight.game.rules.clause("2"))


def _open_places(sight: VisiblePosition[LabyrinthGame], rows: Rows) -> Iterator[Finding]:
    """Open places of row 1 that the stock would have filled (E507)."""
    game = sight.game
    if _is_refilled(game, rows) and sight.sees("stock") and sight.position.places["stock"] and rows.open:
        where = listed([f"column {_column(place)}" for place in rows.open])
        message = (
            f"row 1 is open in {where} though the stock has {counted(len(sight.position.places['stock']), 'card')}"
        )
        yield Finding("E507", "impossible", message, tuple(rows.open), game.rules.clause("6", "LB2"))


def _is_refilled(game: LabyrinthGame, rows: Rows) -> bool:
    """Whether a place that opens in row 1 is refilled at once while so many rows lie there (LB2)."""
    table = game.empty_table
    return not table.refills_later and not (table.until_row_2 and rows.last > 1)


def _last_row(sight: VisiblePosition[LabyrinthGame], rows: Rows) -> Iterator[Finding]:
    """Yield a last row with gaps, which is not as it was dealt (E511)."""
    sure = rows.in_last[: len(rows.in_last) - rows.trailing]
    if sure:
        where = listed([str(_column(place)) for place in sure])
        columns = "column" if len(sure) == 1 else "columns"
        cards = "a card has" if len(sure) == 1 else f"{len(sure)} cards have"
        has = f"has {_gaps(len(sure))}, in {columns} {where}"
        message = f"row {rows.last} is the last but not as dealt: it {has}, so {cards} been played from it since"
        yield Finding("E511", "implied", message, tuple(sure), sight.game.rules.clause("6"))


def _missed(sight: VisiblePosition[LabyrinthGame], rows: Rows) -> Iterator[Finding]:
    """Return deuces that could have been played when a row was dealt (E513). A deuce outside the foundations shows that
    its foundation has always been at the ace. A position doesn't show whether a higher card fitted."""
    if sight.game.empty_table.any_time or rows.last < 2:
        return
    parts: list[str] = []
    places: list[str] = []
    for row in range(2, rows.last):
        early = _deuces(sight, row)
        if early:
            fitted = listed([f"{pretty([card])} {at(sight.game, place)}" for place, card in early])
            parts.append(f"{fitted} could be played when row {row + 1} was dealt, which was too early")
            places += [place for place, _ in early]
    first = _deuces(sight, 1)
    if first:
        fit = "fits its foundation" if len(first) == 1 else "fit their foundations"
        came = "it came" if len(first) == 1 else "they came"
        cards = listed([f"{pretty([card])} {at(sight.game, place)}" for place, card in first])
        parts.append(f"{cards} {fit}: either {came} in after row {rows.last} was dealt, or a row was dealt too early")
        places += [place for place, _ in first]
    if parts:
        yield Finding("E513", "doubtful", "; ".join(parts), tuple(places), sight.game.rules.clause("7", "LB6"))


def _deuces(sight: VisiblePosition[LabyrinthGame], row: int) -> list[tuple[str, int]]:
    return [(name, card) for name in _cells(row) for card in sight.cards_in(name) if card % 13 == _DEUCE]


def possible(sight: VisiblePosition[LabyrinthGame], rows: Rows) -> list[tuple[tuple[int, ...], int]]:
    """Return how high the foundations can stand together, given the gaps and the visible cards, each time with the
    number of cards in the stock."""
    heights = [[tops[0] for tops in suit] for suit in narrowed(sight, missing(sight)).heights]
    stocks = _stocks(sight, rows)
    return [(tops, stock) for tops in product(*heights) for plays, stock in stocks if sum(tops) - len(tops) == plays]


def _must_stand(sight: VisiblePosition[LabyrinthGame], rows: Rows) -> Iterator[Finding]:
    """Yield what the foundations and the stock must hold (E512), or gaps that no cards can have left (E507)."""
    game = sight.game
    ways = possible(sight, rows)
    gaps = len(rows.gaps) - rows.trailing
    between = "row 2" if rows.last == 2 else f"rows 2 to {rows.last}"
    means = f"{_gaps(gaps)} in {between} {'means' if gaps == 1 else 'mean'} {counted(gaps, 'play')}"
    if not ways:
        room = sum(max((tops[0] for tops in suit), default=1) - 1 for suit in missing(sight).heights)
        if gaps > room:
            message = f"{means}, but the cards that are shown leave room for {room or 'none'}"
            yield Finding("E507", "impossible", message, tuple(rows.gaps), game.rules.clause("6"))
        return
    still, moved, names, blocks = [], [], [], []
    for suit, name in enumerate(game.foundations):
        low, high = min(tops[suit] for tops, _ in ways), max(tops[suit] for tops, _ in ways)
        cards = sequence(game, name)
        if high == 1:
            still.append(SUIT_NAMES[suit])
            blocks.append(PRETTY[cards[1]])
            continue
        by = f" ({PRETTY[cards[high]]} lies on the table)" if high < 13 and _lies(sight, cards[high]) else ""
        stand = f"at {PRETTY[cards[high - 1]]}" if low == high else f"at {PRETTY[cards[low - 1]]} or more"
        most = "" if low == high else f" and at {PRETTY[cards[high - 1]]} at most{by}"
        moved.append(f"{SUIT_NAMES[suit]} stand {stand}{most}")
        names.append(name)
    parts = [means] if gaps else []
    if still:
        lie = "lies" if len(still) == 1 else "lie"
        aces = "at the ace" if len(still) == 1 else "at their aces"
        parts.append(f"{listed(still)} stand {aces}, since {listed(blocks)} {lie} on the table")
    if moved:
        parts.append(("so " if parts else "") + listed(moved))
    if not sight.sees("stock"):
        low, high = min(stock for _, stock in ways), max(stock for _, stock in ways)
        parts.append(f"the stock holds {counted(high, 'card') if low == high else f'{low} to {high} cards'}")
    message = "; ".join(parts)
    yield Finding("E512", "implied", message, (*rows.gaps, *names), game.rules.clause("6"))


def _stocks(sight: VisiblePosition[LabyrinthGame], rows: Rows) -> list[tuple[int, int]]:
    """Return the possible numbers of plays, each with the resulting stock: 48 cards are dealt, and a card of the stock
    is in a row, has refilled row 1 or is still there."""
    made = []
    for never in range(rows.trailing + 1):
        left = _DEALT - (COLUMNS * rows.last - never)
        # A card aside has left a gap, and is not played yet (LB5).
        aside = len(sight.position.places.get("aside", ()))
        plays = len(rows.gaps) - never + len(rows.open) - aside
        for stock in range(left + 1):
            if sight.sees("stock") and stock != len(sight.position.places["stock"]):
                continue
            # Row 1 stays open, and a row is dealt partly, only when the stock is empty.
            if stock and (never or (rows.open and _is_refilled(sight.game, rows))):
                continue
            made.append((plays + left - stock, stock))
    return made


def _lies(sight: VisiblePosition[LabyrinthGame], card: int) -> bool:
    return any(place not in sight.game.foundations for place in sight.copies.get(card, ()))


def _cells(row: int) -> list[str]:
    """Return the places of a row, from the left."""
    return [NAMES[cell(row, column)] for column in range(1, COLUMNS + 1)]


def _column(place: str) -> int:
    return column_of(NUMBERS[place])


def _gaps(number: int) -> str:
    return "a gap" if number == 1 else f"{number} gaps"
