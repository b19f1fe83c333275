"""Position patterns for searches: by digest, or by the cards in certain places."""

from __future__ import annotations

import re
from functools import partial
from hashlib import sha256
from typing import Final, NamedTuple

from leoni_replay.cards import TEXT, read
from leoni_replay.collecting.positions import RecordPositions
from leoni_replay.collecting.record_facts import QueryError
from leoni_replay.diagnostics import Diagnostic, Span
from leoni_replay.games import GAMES, make_game
from leoni_replay.leoni_error import LeoniError
from leoni_replay.phrases import closest

_DIGEST: Final = re.compile(r"[0-9A-Fa-f]{16}")
_PLACE: Final = re.compile(r"[A-Za-z0-9^]{1,8}")
_PLACE_SIGNS: Final = str.maketrans("♣♦♥♠↑↓", "CDHS^v")
#: one unknown card, face up or face down; and any number of cards
_ANY_CARD: Final = "#?(?!--)[^ \n]{2}"
_ANY_CARDS: Final = "(?:[^\n]*)"


class Pattern(NamedTuple):
    """A position pattern.

    ``lines`` are regular expressions, one per place, that the text of a position must match. ``digests`` are the
    possible digests, if the pattern lists every place of some game.
    """

    lines: tuple[re.Pattern[str], ...]
    digests: tuple[str, ...]

    def matches(self, text: str) -> bool:
        """Whether the text of a position, as digests are made from it, matches the pattern."""
        return all(line.search(text) for line in self.lines)


def digest(text: str) -> str:
    """Check a digest and return it in lower case.

    Raises:
        ValueError: it is not a digest.
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
    lines: dict[str, str] = {}
    wild = False
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        wrong = partial(_error, file, number, line)
        place, colon, lying = (part.strip() for part in line.partition(":"))
        place = place.translate(_PLACE_SIGNS)
        if not colon:
            raise wrong(line.strip(), "this is not a line of a position: write place: cards")
        if not _PLACE.fullmatch(place) or place not in _places():
            close = closest(place, _places()) if place else None
            help = (f"did you mean {close}?",) if close else ()
            raise wrong(place or ":", f"there is no place `{place}`", *help)
        if place in lines:
            raise wrong(place, f"the place `{place}` is listed twice")
        if not lying:
            none = "write - for an empty place", "write * for any number of cards"
            raise wrong(place, f"the place `{place}` has no cards", *none)
        cards: list[str] = []
        for word in lying.split():
            if (card := _card(place, word)) is None:
                help = ("a card is a rank and a suit, as in 7H or TS; ?? is any card, * any number of them",)
                raise wrong(word, f"`{word}` is not a card", *help)
            if card != "*" or cards[-1:] != ["*"]:
                cards.append(card)
        wild = wild or "??" in lying or "*" in cards
        lines[place] = " ".join(cards)
    if not lines:
        help = ("write a line as place: cards, for example 7: 9S ?? 4C",)
        raise _error(file, 1, "", "", "this has no line of a position", *help)
    expressions = tuple(
        re.compile(f"^{re.escape(place)}: {_expression(lying)}$", re.M) for place, lying in lines.items()
    )
    return Pattern(expressions, () if wild else _digests(lines))


def _card(place: str, word: str) -> str | None:
    """Return a card, or a sign for cards, as positions write it; None if it is neither."""
    if word in ("-", "--", "*", "??", "#??") or (place == "deal" and word.isdigit()):
        return word
    card = read(word.removeprefix("#"))
    return None if card is None else ("#" if word.startswith("#") else "") + TEXT[card]


def _expression(cards: str) -> str:
    """Return the expression that the cards of a place must match."""
    parts = []
    for word in cards.split():
        if word == "*":
            parts.append(_ANY_CARDS)
        else:
            parts.append(_ANY_CARD if word == "??" else "#[^ \n]{2}" if word == "#??" else re.escape(word))
    # Where any number of cards may be, there may be none, and then no space beside them.
    text = " ".join(parts)
    return text.replace(f" {_ANY_CARDS}", f"(?: {_ANY_CARDS})?").replace(f"{_ANY_CARDS} ", f"(?:{_ANY_CARDS} )?")


def _places() -> dict[str, None]:
    """Return the places of all games."""
    places: dict[str, None] = {}
    for entry in GAMES.values():
        places.update(dict.fromkeys(make_game(entry.name).all_lines))
    return places


def _digests(lines: dict[str, str]) -> tuple[str, ...]:
    """Return the digests of a complete position, one for every order in which a game lists its places."""
    orders = set()
    for entry in GAMES.values():
        game = make_game(entry.name)
        # A position with fewer rows lists fewer.
        order = tuple([line for line in game.all_lines if line in lines or line not in game.cells])
        if order and set(order) == lines.keys():
            orders.add(order)
    texts = ("".join(f"{place}: {lines[place]}\n" for place in order) for order in sorted(orders))
    return tuple(sha256(text.encode()).hexdigest()[:16] for text in texts)


def first_reached(course: RecordPositions, digests: frozenset[str], layout: Pattern | None) -> int | None:
    """Return the number of the first move after which the position was one that is searched for (0: as dealt): it has
    one of the digests, if any are given, and matches the layout. None if there is no such move."""
    first = None
    for move, text in course.texts():
        if digests and sha256(text.encode()).hexdigest()[:16] not in digests:
            continue
        if layout is None or layout.matches(text):
            first = move
    return first


def _error(file: str, number: int, line: str, word: str, message: str, *help: str) -> QueryError:
    at = max(line.find(word), 0) if word else 0
    span = Span(number, at + 1, number, at + 1 + len(word))
    return QueryError(Diagnostic("", "error", message, file, span, (line,), help=help))
