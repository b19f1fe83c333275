"""The rule book that a page names."""

from __future__ import annotations

import pytest

from leoni_replay import read_prose
from leoni_replay.board.player_words import in_player_words

TABLE = "\nFoundations: K♣ Q♦ K♥ K♠\nPile 1: K♦\nThe other piles are empty.\n"


def book_taken(words: str, *, rules: str | None = None) -> tuple[str, str, str]:
    """Return the rule book of the record of a page, and what the words that name it are read as, and why."""
    page = read_prose(f"MARTHA\n\n{words}\n{TABLE}", rules=rules)
    assert page.record is not None
    part = next(part for part in page.parts if part.text == words)
    return page.record.value("Rules") or "", part.kind, part.why


@pytest.mark.parametrize(
    ("words", "book"),
    [
        ("Rules: Wikipedia", "wikipedia"),
        ("Rules: Scott McNeely", "mcneely"),
        ("We play Martha as Wikipedia has it.", "wikipedia"),
        ("By the rules of PySolFC.", "pysolfc"),
        ("(Wikipedia's rules.)", "wikipedia"),
    ],
)
def test_the_rule_book_that_a_page_names_is_taken(words: str, book: str) -> None:
    assert book_taken(words) == (book, "aside", f"the rule book is {book}")
    assert book_taken(words, rules="stewart")[:2] == ("stewart", "aside")


@pytest.mark.parametrize("words", ["Rules: Hoyle", "By the rules of Hoyle.", "Not by the rules of Wikipedia."])
def test_a_rule_book_that_is_not_sure_is_not_read(words: str) -> None:
    book, kind, why = book_taken(words)
    assert (book, kind) == ("mcneely", "unread")
    assert why.startswith("it is not sure which rule book this is, and mcneely was taken: write “Rules: ")
    assert why.endswith(", or say --rules NAME")
    assert "--rules" not in in_player_words(why)


@pytest.mark.parametrize("words", ["The rules of the game are simple.", "Rules: none of them is hard."])
def test_other_words_about_rules_name_no_book(words: str) -> None:
    assert book_taken(words) == ("mcneely", "aside", "")
