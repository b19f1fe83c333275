"""Position patterns for searches: by digest, or by the cards in certain places."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import partial
from hashlib import sha256
from typing import Final, NamedTuple

from leoni_replay.cards import TEXT, read
from leoni_replay.collecting.positions import RecordPositions
from leoni_replay.collecting.record_facts import QueryError
from leoni_replay.diagnostics import Diagnostic, Span
from leoni_replay.games import GAMES, make_game
from leoni_replay.leoni_error import LeoniError
from leoni_replay.phrases import closest_name

_DIGEST: Final = re.compile(r"[0-9A-Fa-f]{16}")
_PLACE: Final = re.compile(r"[A-Za-z0-9^]{1,8}")
_PLACE_SIGNS: Final = str.maketrans("♣♦♥♠↑↓", "CDHS^v")
#: one unknown card, face up or face down; and any number of cards
_ANY_CARD: Final = "#?(?!--)[^ \n]{2}"
_ANY_CARDS: Final = "(?:[^\n]*)"
#: the expressions for the signs of a pattern
_WILD_CARDS: Final = {"*": _ANY_CARDS, "??": _ANY_CARD, "#??": "#[^ \n]{2}"}


class Pattern(NamedTuple):
    """A position pattern.

    Attributes:
        lines: regular expressions, one per place, that the text of a position must match.
        digests: the possible digests, if the pattern lists every place of some game with all its cards.
    """

    lines: tuple[re.Pattern[str], ...]
    digests: tuple[str, ...]

    def matches(self, text: str) -> bool:
        """Whether the text of a position, as digests are made from it, matches the pattern."""
        return all(line.search(text) for line in self.lines)


def digest(text: str) -> str:
    """Check a digest and return it in lower case.

    Raises:
        LeoniError: it is not a digest.
    """
    if not _DIGEST.fullmatch(text):
        raise LeoniError(f"`{text}` is not a digest: a digest has 16 hexadecimal digits")
    return text.lower()


def pattern(text: str, file: str) -> Pattern:
    """Read a pattern: one place per line (``7: 9S JD 4C``), as in a Layout tag.

    ``??`` is any one card, ``*`` any number of cards, ``-`` none. Places that are not listed may hold anything.

    Raises:
        QueryError: a line is invalid.
    """
    cards_of: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        place, cards = _read_line(line, partial(_error, file, number, line), cards_of)
        cards_of[place] = cards
    if not cards_of:
        help = "write a line as place: cards, for example 7: 9S ?? 4C"
        raise _error(file, 1, "", "", "this has no line of a position", help)
    expressions = tuple(
        re.compile(f"^{re.escape(place)}: {_expression(cards)}$", re.M) for place, cards in cards_of.items()
    )
    is_exact = not any("??" in cards or "*" in cards for cards in cards_of.values())
    return Pattern(expressions, _digests(cards_of) if is_exact else ())


def _read_line(line: str, error: Callable[..., QueryError], earlier_places: Collection[str]) -> tuple[str, str]:
    """Return the place of a line and its cards, as positions write them.

    Args:
        line: the line.
        error: makes an error from a word of the line, a message and lines of help.
        earlier_places: the places of the lines before.

    Raises:
        QueryError: the line is invalid.
    """
    place, colon, cards_text = (part.strip() for part in line.partition(":"))
    place = place.translate(_PLACE_SIGNS)
    if not colon:
        raise error(line.strip(), "this is not a line of a position: write place: cards")
    if not _PLACE.fullmatch(place) or place not in _places():
        close = closest_name(place, _places()) if place else None
        help = (f"did you mean {close}?",) if close else ()
        raise error(place or ":", f"there is no place `{place}`", *help)
    if place in earlier_places:
        raise error(place, f"the place `{place}` is listed twice")
    if not cards_text:
        message = f"the place `{place}` has no cards"
        raise error(place, message, "write - for an empty place", "write * for any number of cards")
    cards: list[str] = []
    for word in cards_text.split():
        card = _read_card(place, word)
        if card is None:
            message = f"`{word}` is not a card"
            raise error(
                word, message, "a card is a rank and a suit, as in 7H or TS; ?? is any card, * any number of them"
            )
        # Several * in a row mean the same as one.
        if card != "*" or cards[-1:] != ["*"]:
            cards.append(card)
    return place, " ".join(cards)


def _read_card(place: str, word: str) -> str | None:
    """Return a card, or a sign for cards, as positions write it; None if it is neither.

    Args:
        place: the place of the line; the line ``deal`` has a number.
        word: the word as written.
    """
    if word in ("-", "--", "*", "??", "#??") or (place == "deal" and word.isdigit()):
        return word
    card = read(word.removeprefix("#"))
    if card is None:
        return None
    return f"#{TEXT[card]}" if word.startswith("#") else TEXT[card]


def _expression(cards: str) -> str:
    """Return the expression that the cards of a place must match."""
    parts = [_WILD_CARDS.get(word) or re.escape(word) for word in cards.split()]
    # Where any number of cards may be, there may be none, and then no space beside them.
    text = " ".join(parts)
    return text.replace(f" {_ANY_CARDS}", f"(?: {_ANY_CARDS})?").replace(f"{_ANY_CARDS} ", f"(?:{_ANY_CARDS} )?")


def _places() -> dict[str, None]:
    """Return the places of all games."""
    places: dict[str, None] = {}
    for entry in GAMES.values():
        places.update(dict.fromkeys(make_game(entry.name).all_lines))
    return places


def _digests(cards_of: dict[str, str]) -> tuple[str, ...]:
    """Return the digests of a complete position, one for every order in which a game lists its places."""
    orders: set[tuple[str, ...]] = set()
    for entry in GAMES.values():
        game = make_game(entry.name)
        # A position with fewer rows lists fewer.
        order = tuple([place for place in game.all_lines if place in cards_of or place not in game.cells])
        if order and set(order) == cards_of.keys():
            orders.add(order)
    return tuple(_digest_of("".join(f"{place}: {cards_of[place]}\n" for place in order)) for order in sorted(orders))


def _digest_of(position_text: str) -> str:
    return sha256(position_text.encode()).hexdigest()[:16]


def find_first_match(positions: RecordPositions, digests: frozenset[str], layout: Pattern | None) -> int | None:
    """Find the first position of a record that is searched for.

    Args:
        positions: the positions of the record.
        digests: the digests of which the position must have one; empty if any will do.
        layout: the pattern that it must match too; None if any will do.

    Returns:
        The number of the move before it (0: as dealt); None if no position is one of these.
    """
    first_move = None
    # The moves come from the last to the first.
    for move, text in positions.texts():
        if digests and _digest_of(text) not in digests:
            continue
        if layout is None or layout.matches(text):
            first_move = move
    return first_move


def _error(file: str, number: int, line: str, word: str, message: str, *help: str) -> QueryError:
    """Return an error about a word of a line.

    Args:
        file: the name of the pattern's file.
        number: the number of the line, from 1.
        line: the line.
        word: the word; empty if it is about the whole line.
        message: what is wrong.
        help: what would be right.
    """
    column = max(line.find(word), 0) + 1 if word else 1
    span = Span(number, column, number, column + len(word))
    return QueryError(Diagnostic("", "error", message, file, span, (line,), help=help))
