"""The rule books as data: which readings each book takes and on what basis, and that every citation says why."""

from __future__ import annotations

import re

import pytest

from leoni_replay.games import GAMES
from leoni_replay.games.bookcheck import load_book
from leoni_replay.games.rules import RuleBook

#: per game and book the readings in the order of the points; (I) is inferred, (D) departs from the letter
TABLE = {
    ("Leoni's Own", "wikipedia"): """
        L1 one-each, L2 chain, L3 stalemate (I), L4 ends-deal, L5 recheck, L6 stops (I), L6a draw-first, L6b
        top, L6c play-first, L6d stays (I), L7 optional (I), L9 top (I), L10 lifo (I), L11 standstill (D), L11a
        no, L12 pile13-first, L13 bottom (I), L14 short (I), L15 2, L16 aces-and-kings, L17 13""",
    ("Leoni's Own", "gamerules"): """
        L1 one-each, L2 rotate-once, L3 weave-stops (I), L4 ends-deal (I), L5 recheck, L6 stops (I), L6a
        draw-first (I), L6b bottom, L6c play-first, L6d whenever, L7 now-or-never (I), L9 top, L10 lifo (I), L11
        standstill (I), L11a yes (I), L12 pile13-first (I), L13 bottom (I), L14 short (I), L15 2, L16
        aces-and-kings, L17 13""",
    ("Leoni's Own", "mcneely"): """
        L1 one-each (D), L2 chain, L3 stalemate (I), L4 ends-weave (D), L5 recheck, L6 continues, L6a
        play-first, L6b top (I), L6c always-13, L6d stays (I), L7 none (I), L9 top (I), L10 lifo (I), L11
        standstill (D), L11a no, L12 pile13-first, L13 bottom (I), L14 short (I), L15 2, L16 aces-and-kings, L17
        13""",
    ("Weaver's", "weavers"): """
        L1 one-each (I), L2 chain (I), L3 stalemate (I), L4 ends-deal (I), L5 recheck (I), L6 stops (I), L6a
        draw-first (I), L6b top (I), L6c play-first (I), L6d stays (I), L7 none (I), L9 top (I), L10 lifo (I),
        L11 standstill (I), L11a no (I), L12 pile13-first (I), L13 bottom (I), L14 short (I), L15 2 (I), L16
        eight-kings, L17 12""",
    ("Labyrinth", "mcneely"): """
        LB1 bottom, LB2 at-once, LB3 left-to-right (I), LB4 play-on (D), LB5 none (I), LB6 at-standstill""",
    ("Labyrinth", "wikipedia"): """
        LB1 bottom-or-open-top, LB2 deferrable (I), LB3 left-to-right (I), LB4 play-on, LB5 one-card (I), LB6
        at-standstill""",
    ("Labyrinth", "pgc"): """
        LB1 open-either-side, LB2 at-once, LB3 left-to-right (I), LB4 play-on, LB5 none, LB6 any-time""",
    ("Labyrinth", "aisleriot"): """
        LB1 bottom-or-open-top, LB2 until-row-2, LB3 left-to-right, LB4 play-on, LB5 none, LB6 any-time (D)""",
    ("Martha", "mcneely"): "MA1 single-card (D), MA2 run, MA4 stay (I)",
    ("Martha", "wikipedia"): "MA1 single-card, MA2 run, MA4 stay (I)",
    ("Martha", "gemsolitaire"): "MA1 any, MA2 run, MA4 stay (I)",
    ("Martha", "pysolfc"): "MA1 single-card, MA2 run, MA4 return (I)",
    ("Martha", "stewart"): "MA1 single-card, MA2 one-card, MA4 stay (I)",
    ("Anna", "dick-1898"): """
        AN1 wrap (I), AN2 plays-and-marries (D), AN3 one-card, AN7 turned-over (I), AN8 optional (D)""",
    ("The Reversal", "dick-1898"): """
        RV1 yes (D), RV2 end-of-round (D), RV4 unshuffled (I), RV5 allowed, RV6 at-standstill""",
    ("The Japanese Rug", "dick-1898"): """
        JR1 2, JR3 optional (D), JR4 no (I), JR8 optional (D), JR7 turned-over (I), JR9 none (I)""",
    ("The Japanese Rug", "wikipedia"): """
        JR1 1, JR3 optional, JR4 no (I), JR8 optional (I), JR7 turned-over, JR9 none (I)""",
    ("The Japanese Rug", "feingames"): """
        JR1 1, JR3 optional, JR4 no (I), JR8 optional (I), JR7 turned-over (I), JR9 optional (I)""",
}
#: the clauses of which the source says nothing or not all
INFERRED = {
    ("Leoni's Own", "wikipedia"): "2 3 4 5 6 7 8 10",
    ("Leoni's Own", "gamerules"): "2 3 4 5 6 7 8 9 10",
    ("Leoni's Own", "mcneely"): "2 3 4 5 6 10 11",
    ("Weaver's", "weavers"): "2 3 4 5 6 7 8 9 10 11",
    ("Labyrinth", "mcneely"): "2 4 5",
    ("Labyrinth", "wikipedia"): "2 4 5 6 8 9",
    ("Labyrinth", "pgc"): "2 4",
    ("Labyrinth", "aisleriot"): "9",
    ("Martha", "mcneely"): "2 3 4 8 9",
    ("Martha", "wikipedia"): "2 3 4 6 8 9",
    ("Martha", "gemsolitaire"): "2 3 4 6 8 9",
    ("Martha", "pysolfc"): "4 9",
    ("Martha", "stewart"): "2 4 6 8 9",
    ("Anna", "dick-1898"): "2 6 7 8 9",
    ("The Reversal", "dick-1898"): "2 4 5 6 8 9",
    ("The Japanese Rug", "dick-1898"): "2 3 6 7 8 9",
    ("The Japanese Rug", "wikipedia"): "2 3 4 6 7 8 9",
    ("The Japanese Rug", "feingames"): "2 3 4 6 7 8 9",
}
#: the clauses that depart from the letter of the source
DEPARTS = {
    ("Leoni's Own", "wikipedia"): "9",
    ("Leoni's Own", "gamerules"): "",
    ("Leoni's Own", "mcneely"): "1 8 9",
    ("Weaver's", "weavers"): "",
    ("Labyrinth", "mcneely"): "9",
    ("Labyrinth", "wikipedia"): "",
    ("Labyrinth", "pgc"): "",
    ("Labyrinth", "aisleriot"): "7",
    ("Martha", "mcneely"): "5 6",
    ("Martha", "wikipedia"): "",
    ("Martha", "gemsolitaire"): "",
    ("Martha", "pysolfc"): "",
    ("Martha", "stewart"): "",
    ("Anna", "dick-1898"): "4 5",
    ("The Reversal", "dick-1898"): "3 7",
    ("The Japanese Rug", "dick-1898"): "4 5",
    ("The Japanese Rug", "wikipedia"): "",
    ("The Japanese Rug", "feingames"): "",
}
MARKS = {"stated": "", "inferred": " (I)", "departs": " (D)"}
BOOKS = list(TABLE)


def book_of(name: str, book: str) -> RuleBook:
    return load_book(GAMES[name].slug, book)


def test_every_book_is_here() -> None:
    assert [(entry.name, book) for entry in GAMES.values() for book in entry.books] == BOOKS == list(INFERRED)


@pytest.mark.parametrize(("name", "book"), BOOKS)
def test_readings(name: str, book: str) -> None:
    readings = [
        f"{point} {choice.reading}{MARKS[choice.basis]}" for point, choice in book_of(name, book).choices.items()
    ]
    assert readings == [" ".join(entry.split()) for entry in TABLE[name, book].split(",")]


@pytest.mark.parametrize(("name", "book"), BOOKS)
def test_clauses_that_are_not_stated(name: str, book: str) -> None:
    clauses = book_of(name, book).clauses
    for basis, numbers in (("inferred", INFERRED), ("departs", DEPARTS)):
        assert [number for number, clause in clauses.items() if clause.basis == basis] == numbers[name, book].split()


@pytest.mark.parametrize(("name", "book"), BOOKS)
def test_what_departs_says_what_the_letter_is(name: str, book: str) -> None:
    """A reading of its point, or in words that no reading has it; never the reading of the book."""
    rule_book = book_of(name, book)
    for point, choice in rule_book.choices.items():
        assert bool(choice.letter) + bool(choice.unread) == (choice.basis == "departs")
        assert not choice.letter or choice.letter in rule_book.points[point].readings.keys() - {choice.reading}
    for number, clause in rule_book.clauses.items():
        if clause.basis == "departs":
            # The point has the letter, or the clause says it itself.
            points = re.findall(r"\(([A-Z]+\d+a?)\)$", clause.citation)
            assert points == [] if number in dict(rule_book.unread) else rule_book.choices[points[0]].basis == "departs"
    bases = rule_book.bases
    assert sum(bases) == len(rule_book.choices) + len(rule_book.clauses)


@pytest.mark.parametrize(("name", "book"), BOOKS)
def test_citations_say_why(name: str, book: str) -> None:
    """What is inferred says so: it is the project's own, or told from the source's part, or from its letter."""
    rule_book = book_of(name, book)
    for entry in (*rule_book.choices.values(), *rule_book.clauses.values()):
        assert "; " not in entry.cite.source + entry.cite.detail + entry.cite.adds + entry.cite.note, entry
        if entry.basis == "inferred":
            assert entry.cite.chosen_by == "book" or entry.cite.is_in_part, entry
        if entry.basis == "departs":
            assert "against the letter" in entry.citation, entry
        else:
            assert "against the letter" not in entry.citation, entry
        if entry.basis == "stated":
            assert entry.cite.chosen_by == "source" and not entry.cite.is_in_part, entry
    for clause in rule_book.clauses.values():
        assert bool(clause.cite.adds) <= (clause.basis == "inferred"), clause


def test_defaults_come_first() -> None:
    """The default book takes the first reading of every point."""
    for entry in GAMES.values():
        rule_book = book_of(entry.name, entry.books[0])
        taken = [
            point
            for point, choice in rule_book.choices.items()
            if choice.reading != next(iter(rule_book.points[point].readings))
        ]
        # Weaver's has the readings in the order of Leoni's Own.
        assert taken == (["L7", "L16", "L17"] if entry.name == "Weaver's" else [])


def test_weavers_has_the_points_of_leonis_own_in_its_own_words() -> None:
    own, weavers = book_of("Leoni's Own", "wikipedia"), book_of("Weaver's", "weavers")
    assert {point.id: list(point.readings) for point in own.points.values()} == {
        point.id: list(point.readings) for point in weavers.points.values()
    }
    wordings = [(point.title, *point.readings.values()) for point in weavers.points.values()]
    wordings += [(clause.name, clause.text) for clause in weavers.clauses.values()]
    for text in (line for lines in wordings for line in lines):
        assert not re.search(r"thirteen piles|pile 13|piles 1 to 13|\baces\b|built up", text), text
    for point in ("L6", "L6a", "L6b", "L6c", "L6d"):
        assert weavers.points[point].title.endswith("(no king is in play)")
    # All else is as the book wikipedia has it.
    assert {p for p, choice in weavers.choices.items() if choice.reading != own.choices[p].reading} == {
        "L7",
        "L16",
        "L17",
    }


@pytest.mark.parametrize(("name", "book"), BOOKS)
def test_overridden_readings_have_a_clause(name: str, book: str) -> None:
    """Every reading of every point can be cited, with what it means."""
    for point in book_of(name, book).points.values():
        assert point.title and all(meaning.endswith(".") for meaning in point.readings.values())
        assert len(set(point.readings.values())) == len(point.readings)
