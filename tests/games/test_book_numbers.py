"""The numbers in the clauses of a rule book are those of its readings, or the check says so."""

from __future__ import annotations

import pytest

from leoni_replay.games import GAMES, Rules
from leoni_replay.games.book_numbers import number_doubts

BOOKS = [(name, book) for name in GAMES for book in GAMES[name].books]


@pytest.mark.parametrize(("name", "book"), BOOKS)
def test_our_books_say_what_they_play(name: str, book: str) -> None:
    declaration = GAMES[name]
    assert number_doubts(declaration.book(book), declaration.make(Rules(declaration.book(book)))) == []


@pytest.mark.parametrize(
    ("name", "book", "clause", "text", "words"),
    [
        ("Leoni's Own", "wikipedia", "10", "Three redeals are allowed.", "`Three redeals`, but by the readings"),
        ("Leoni's Own", "wikipedia", "10", "You may redeal once.", "`redeal once`, but by the readings"),
        ("Anna", "dick-1898", "8", "You may redeal three times.", "`redeal three times`, but by the readings"),
        ("Labyrinth", "mcneely", "8", "One redeal is allowed.", "there is no redeal"),
        ("Martha", "mcneely", "2", "Ten piles of four cards are dealt.", "there are 12 piles"),
        ("Martha", "mcneely", "1", "Two packs are shuffled.", "there is 1 pack"),
        ("The Japanese Rug", "dick-1898", "2", "Eight rows of 7 are dealt.", "there are 8 cards of a row"),
        ("The Japanese Rug", "dick-1898", "9", "Won when all 52 cards are out.", "there are 104 cards"),
    ],
)  # fmt: skip
def test_another_number_is_doubted(name: str, book: str, clause: str, text: str, words: str) -> None:
    declaration = GAMES[name]
    own_book = declaration.book(book)
    changed = own_book._replace(clauses=own_book.clauses | {clause: own_book.clauses[clause]._replace(text=text)})
    (doubt,) = number_doubts(changed, declaration.make(Rules(own_book)))
    assert doubt.where == f"clauses.{clause}" and words in doubt.message
