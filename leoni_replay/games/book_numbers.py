"""Compare the numbers that the clauses of a rule book state with those of its game under the readings of the book."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from leoni_replay.cards import PACK_SIZE
from leoni_replay.games.bookcheck import BookFault
from leoni_replay.games.game import Game
from leoni_replay.games.places import is_pile_name
from leoni_replay.games.rules import RuleBook
from leoni_replay.phrases import pluralize
from leoni_replay.rules.numbers import COLUMNS

_UNITS: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
_VALUES: Final = {word: number for number, word in enumerate(_UNITS)} | {
    "single": 1, "zero": 0, "once": 1, "twice": 2,
}  # fmt: skip
_NUMBER: Final = rf"\b({'|'.join(_VALUES)}|[0-9]{{1,3}})"
#: The places that a number of piles is compared with are at least so many: *two piles* may be any two of them.
_FEWEST_PILES: Final = 5

#: What a clause may count, each with the words around the number.
_PATTERNS: Final[dict[str, re.Pattern[str]]] = {
    "redeal": re.compile(rf"{_NUMBER} (?:more |further )?redeals?\b|\bredeal (?:{_NUMBER} times|(once|twice))\b", re.I),
    "deal": re.compile(rf"{_NUMBER} deals\b", re.I),
    "pack": re.compile(rf"{_NUMBER} (?:full |whole )?(?:packs?|decks?)\b", re.I),
    "card": re.compile(rf"\ball {_NUMBER} cards", re.I),
    "pile": re.compile(rf"{_NUMBER} piles\b", re.I),
    "row": re.compile(rf"{_NUMBER} rows of\b", re.I),
    "card of a row": re.compile(rf"\brows? of {_NUMBER}", re.I),
}


def number_doubts(book: RuleBook, game: Game[Any]) -> list[BookFault]:
    """Return a warning for every number in a clause that is not that of the game.

    Args:
        book: the rule book.
        game: its game, under the readings of the book.
    """
    numbers = _numbers_of(game)
    doubts: list[BookFault] = []
    for clause_id, clause in book.clauses.items():
        for what, number in numbers.items():
            truth = f"by the readings of this book there {_count_words(what, number)}"
            for words in _other_numbers(clause.text, what, number):
                doubts.append(BookFault(f"clauses.{clause_id}", f"`{words}`, but {truth}"))
    return doubts


def _numbers_of(game: Game[Any]) -> dict[str, int]:
    """Return how many there are in a game of what clauses count. What the game doesn't have isn't compared."""
    numbers = {"pack": game.packs, "card": PACK_SIZE * game.packs}
    if game.counts_deals and game.deals:
        numbers |= {"redeal": game.deals - 1, "deal": game.deals}
    elif not game.counts_deals:
        numbers["redeal"] = 0
    piles = sum(1 for name in game.order if is_pile_name(name))
    if piles >= _FEWEST_PILES:
        numbers["pile"] = piles
    if game.grid_rows:
        numbers |= {"row": game.grid_rows, "card of a row": COLUMNS}
    return numbers


def _other_numbers(text: str, what: str, number: int) -> Iterator[str]:
    """Yield the words of a clause that state another number of something."""
    for match in _PATTERNS[what].finditer(text):
        word = next(group for group in match.groups() if group).lower()
        number_in_text = _VALUES.get(word, int(word) if word.isdigit() else -1)
        is_any_few = what == "pile" and number_in_text < _FEWEST_PILES
        if number_in_text != number and not is_any_few:
            yield match[0]


def _count_words(what: str, number: int) -> str:
    """Return how many there are: ``are 2 redeals``, ``is no redeal``."""
    noun = what.partition(" ")[0]
    if not number:
        return f"is no {noun}"
    rest = what.removeprefix(noun)
    return f"{'is' if number == 1 else 'are'} {pluralize(number, noun)}{rest}"
