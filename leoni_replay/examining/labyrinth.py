"""What follows from a position of Labyrinth: its gaps are plays, and a row is dealt only at a standstill."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Final, NamedTuple

from leoni_replay.cards import PRETTY, SUIT_NAMES, pretty
from leoni_replay.examining.findings import Finding, VisiblePosition, in_place, missing_cards, narrow_heights, sequence
from leoni_replay.games.labyrinth import LabyrinthGame
from leoni_replay.games.places import NAMES, NUMBERS, cell, column_of
from leoni_replay.phrases import join_words, pluralize
from leoni_replay.rules.numbers import COLUMNS

#: How many cards are dealt: all but the aces.
_CARDS: Final = 48
#: The remainder by 13 of the number of a deuce.
_DEUCE: Final = 1


@dataclass(slots=True)
class Rows:
    """The rows of a position.

    Attributes:
        last: the number of the last row.
        open: the empty places of row 1.
        gaps: the empty places of the other rows.
        gaps_in_last: those of the last row, if it is not row 1.
        trailing: how many of these are at its end, so that they may never have been dealt.
    """

    last: int
    open: list[str] = field(default_factory=list)
    gaps: list[str] = field(default_factory=list)
    gaps_in_last: list[str] = field(default_factory=list)
    trailing: int = 0


class FoundationHeights(NamedTuple):
    """How high the foundations can stand together, in the order of the suits, and how many cards the stock has then."""

    heights: tuple[int, ...]
    stock: int


def labyrinth(sight: VisiblePosition[LabyrinthGame]) -> Iterator[Finding]:
    """Yield the findings about a position of Labyrinth. They need all its rows; if one isn't listed, there are none."""
    last = sight.position.rows
    if any(not sight.sees(_cells(row)[0]) for row in range(1, last + 1)):
        return
    rows = read_rows(sight, last)
    yield from _stock_findings(sight, rows)
    yield from _open_place_findings(sight, rows)
    yield from _last_row_findings(sight, rows)
    yield from _missed_deuce_findings(sight, rows)
    if not sight.sees_foundations:
        yield from _heights_findings(sight, rows)


def read_rows(sight: VisiblePosition[LabyrinthGame], last: int) -> Rows:
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
            rows.gaps_in_last = empty
            columns_with_card = [column for column, name in enumerate(names, 1) if places[name]]
            rows.trailing = COLUMNS - max(columns_with_card, default=0)
    if sight.sees("stock") and places["stock"]:
        # While there is a stock, every row is dealt completely.
        rows.trailing = 0
    return rows


def _stock_findings(sight: VisiblePosition[LabyrinthGame], rows: Rows) -> Iterator[Finding]:
    """Yield a stock that is larger than what the rows leave (E506)."""
    left = max(0, _CARDS - COLUMNS * rows.last)
    stock = len(sight.position.places["stock"])
    if sight.sees("stock") and stock > left:
        leave = f"{pluralize(rows.last, 'row')} {'leaves' if rows.last == 1 else 'leave'}"
        message = f"the stock holds {pluralize(stock, 'card')}, but of {_CARDS} cards {leave} {left}"
        yield Finding("E506", "impossible", message, ("stock",), sight.game.rules.clause("2"))


def _open_place_findings(sight: VisiblePosition[LabyrinthGame], rows: Rows) -> Iterator[Finding]:
    """Yield open places of row 1 that the stock would have filled (E507)."""
    game = sight.game
    stock = sight.position.places["stock"]
    if rows.open and stock and sight.sees("stock") and _is_refilled(game, rows):
        where = join_words([f"column {_column(place)}" for place in rows.open])
        message = f"row 1 is open in {where} though the stock has {pluralize(len(stock), 'card')}"
        yield Finding("E507", "impossible", message, tuple(rows.open), game.rules.clause("6", "LB2"))


def _is_refilled(game: LabyrinthGame, rows: Rows) -> bool:
    """Whether a place that opens in row 1 is refilled at once while so many rows lie there (LB2)."""
    table = game.empty_table
    return not table.refills_later and not (table.until_row_2 and rows.last > 1)


def _last_row_findings(sight: VisiblePosition[LabyrinthGame], rows: Rows) -> Iterator[Finding]:
    """Yield a last row with gaps, which is not as it was dealt (E511)."""
    gaps = rows.gaps_in_last[: len(rows.gaps_in_last) - rows.trailing]
    if gaps:
        where = join_words([str(_column(place)) for place in gaps])
        columns = "column" if len(gaps) == 1 else "columns"
        cards = "a card has" if len(gaps) == 1 else f"{len(gaps)} cards have"
        message = (
            f"row {rows.last} is the last but not as dealt: it has {_gaps_in_words(len(gaps))}, in {columns} {where}, "
            f"so {cards} been played from it since"
        )
        yield Finding("E511", "implied", message, tuple(gaps), sight.game.rules.clause("6"))


def _missed_deuce_findings(sight: VisiblePosition[LabyrinthGame], rows: Rows) -> Iterator[Finding]:
    """Yield deuces that could have been played when a row was dealt (E513). A deuce outside the foundations shows that
    its foundation has always been at the ace. A position doesn't show whether a higher card fitted."""
    if sight.game.empty_table.any_time or rows.last < 2:
        return
    parts: list[str] = []
    places: list[str] = []
    # A card in a row, except the first and the last, lay there before the next row was dealt. Row 1 is refilled, so its
    # cards may have come later.
    for row in range(2, rows.last):
        deuces = _deuces(sight, row)
        if deuces:
            cards = join_words([f"{pretty([card])} {in_place(sight.game, place)}" for place, card in deuces])
            parts.append(f"{cards} could be played when row {row + 1} was dealt, which was too early")
            places += [place for place, _ in deuces]
    deuces = _deuces(sight, 1)
    if deuces:
        fit = "fits its foundation" if len(deuces) == 1 else "fit their foundations"
        came = "it came" if len(deuces) == 1 else "they came"
        cards = join_words([f"{pretty([card])} {in_place(sight.game, place)}" for place, card in deuces])
        parts.append(f"{cards} {fit}: either {came} in after row {rows.last} was dealt, or a row was dealt too early")
        places += [place for place, _ in deuces]
    if parts:
        yield Finding("E513", "doubtful", "; ".join(parts), tuple(places), sight.game.rules.clause("7", "LB6"))


def _deuces(sight: VisiblePosition[LabyrinthGame], row: int) -> list[tuple[str, int]]:
    """Return the deuces of a row, each with its place before it."""
    return [(name, card) for name in _cells(row) for card in sight.cards_in(name) if card % 13 == _DEUCE]


def possible_heights(sight: VisiblePosition[LabyrinthGame], rows: Rows) -> list[FoundationHeights]:
    """Return how high the foundations can stand together, given the gaps and the visible cards, each time with the
    number of cards in the stock."""
    missing = narrow_heights(sight, missing_cards(sight))
    # Each suit has one foundation.
    heights_by_suit = [[height for (height,) in heights_of_suit] for heights_of_suit in missing.heights]
    possible_plays = _possible_plays(sight, rows)
    possible = []
    for heights in product(*heights_by_suit):
        # All cards on the foundations have been played, except the aces, which lie there from the start.
        plays_needed = sum(heights) - len(heights)
        possible += [FoundationHeights(heights, stock) for plays, stock in possible_plays if plays == plays_needed]
    return possible


def _heights_findings(sight: VisiblePosition[LabyrinthGame], rows: Rows) -> Iterator[Finding]:
    """Yield what the foundations and the stock must hold (E512), or gaps that no cards can have left (E507)."""
    game = sight.game
    possible = possible_heights(sight, rows)
    # The gaps that a card must have left: where a row may end early, it may never have been dealt.
    gaps = len(rows.gaps) - rows.trailing
    between = "row 2" if rows.last == 2 else f"rows 2 to {rows.last}"
    means = f"{_gaps_in_words(gaps)} in {between} {'means' if gaps == 1 else 'mean'} {pluralize(gaps, 'play')}"
    if not possible:
        # Each suit has one foundation, with an ace at least.
        highest = [max((height for (height,) in heights), default=1) for heights in missing_cards(sight).heights]
        most_plays = sum(highest) - len(highest)
        if gaps > most_plays:
            message = f"{means}, but the cards that are shown leave room for {most_plays or 'none'}"
            yield Finding("E507", "impossible", message, tuple(rows.gaps), game.rules.clause("6"))
        return
    suits_at_ace, deuces_on_table, suits_above, names_above = [], [], [], []
    for suit, name in enumerate(game.foundations):
        low = min(heights[suit] for heights, _ in possible)
        high = max(heights[suit] for heights, _ in possible)
        if high == 1:
            suits_at_ace.append(SUIT_NAMES[suit])
            deuces_on_table.append(PRETTY[sequence(game, name)[1]])
        else:
            suits_above.append(f"{SUIT_NAMES[suit]} stand {_range_in_words(sight, sequence(game, name), low, high)}")
            names_above.append(name)
    parts = [means] if gaps else []
    if suits_at_ace:
        lie = "lies" if len(suits_at_ace) == 1 else "lie"
        aces = "at the ace" if len(suits_at_ace) == 1 else "at their aces"
        parts.append(f"{join_words(suits_at_ace)} stand {aces}, since {join_words(deuces_on_table)} {lie} on the table")
    if suits_above:
        parts.append(("so " if parts else "") + join_words(suits_above))
    if not sight.sees("stock"):
        low, high = min(stock for _, stock in possible), max(stock for _, stock in possible)
        parts.append(f"the stock holds {pluralize(high, 'card') if low == high else f'{low} to {high} cards'}")
    message = "; ".join(parts)
    yield Finding("E512", "implied", message, (*rows.gaps, *names_above), game.rules.clause("6"))


def _range_in_words(sight: VisiblePosition[LabyrinthGame], cards: tuple[int, ...], low: int, high: int) -> str:
    """Return how high a foundation stands that is above its ace: ``at 5♣ or more and at 9♣ at most``.

    Args:
        sight: the position.
        cards: the cards of the foundation, from the ace on.
        low: the least number of cards that it can hold.
        high: the greatest.
    """
    if low == high:
        return f"at {PRETTY[cards[high - 1]]}"
    words = f"at {PRETTY[cards[low - 1]]} or more and at {PRETTY[cards[high - 1]]} at most"
    if high < 13 and _is_on_table(sight, cards[high]):
        words += f" ({PRETTY[cards[high]]} lies on the table)"
    return words


def _possible_plays(sight: VisiblePosition[LabyrinthGame], rows: Rows) -> list[tuple[int, int]]:
    """Return how many cards can have been played to the foundations, each time with the number of cards that the stock
    has then.

    Of the 48 cards that aren't aces, each was dealt into a row, or is in the stock, or has come from there into row 1
    where a card had been played. So the number of plays is that of the gaps, and of the cards that row 1 has got.
    """
    possible_plays = []
    # The last places of the last row may never have had a card.
    for never_dealt in range(rows.trailing + 1):
        cards_not_in_rows = _CARDS - (COLUMNS * rows.last - never_dealt)
        # A card aside has left a gap, and is not played yet (point LB5 of the rules).
        aside = len(sight.position.places.get("aside", ()))
        plays_from_gaps = len(rows.gaps) - never_dealt + len(rows.open) - aside
        for stock in range(cards_not_in_rows + 1):
            if sight.sees("stock") and stock != len(sight.position.places["stock"]):
                continue
            # Row 1 stays open, and a row is dealt partly, only when the stock is empty.
            if stock and (never_dealt or (rows.open and _is_refilled(sight.game, rows))):
                continue
            refills = cards_not_in_rows - stock
            possible_plays.append((plays_from_gaps + refills, stock))
    return possible_plays


def _is_on_table(sight: VisiblePosition[LabyrinthGame], card: int) -> bool:
    """Whether a card lies outside the foundations."""
    return any(place not in sight.game.foundations for place in sight.places_of.get(card, ()))


def _cells(row: int) -> list[str]:
    """Return the places of a row, from the left."""
    return [NAMES[cell(row, column)] for column in range(1, COLUMNS + 1)]


def _column(place: str) -> int:
    return column_of(NUMBERS[place])


def _gaps_in_words(number: int) -> str:
    return "a gap" if number == 1 else f"{number} gaps"
