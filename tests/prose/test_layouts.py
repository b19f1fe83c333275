"""Tables in other layouts: numbered lines, columns, what leoni prints, and piles printed with their top card first."""

from __future__ import annotations

import re

import pytest

import leoni_replay as lr
from leoni_replay.notation.writer import dumps
from tests.cli.runs import leoni

FOUNDATIONS = "Foundations: A♣ A♦ A♥ A♠\n\n"
PILES = ["xx 3♦ 10♥ 9♣", "xx 4♠", "xx K♥ 6♠", "10♦"]
LINES = {"1": "#?? 3D TH 9C", "2": "#?? 4S", "3": "#?? KH 6S", "4": "TD"}
PLAY = "\n\nPut the 9♣ on the 10♦."
WITH_COLON = "Pile {n}: {c}"
DOWN = ("*", "--", "face-down card", "[back]")
ROMAN = ("I", "II", "III", "IV")


def lines_read(page: str, game: str = "Martha") -> dict[str, str]:
    """The places of the table of a page, with their cards; none if it has no table."""
    record = lr.read_prose(page, game=game).record
    return {} if record is None else dict(re.findall(r"(?m)^([CDHS][v^]|r?\d+|exile|stock): (.*)$", dumps(record)))


def numbered(pattern: str, piles: list[str] = PILES) -> str:
    """A page whose piles are printed line by line: {n} stands for the number, {r} for the Roman one, {c} for the
    cards."""
    rows = [pattern.format(n=number, r=ROMAN[number - 1], c=cards) for number, cards in enumerate(piles, 1)]
    return FOUNDATIONS + "\n".join(rows) + PLAY


@pytest.mark.parametrize(
    "page",
    [
        *map(numbered, ("{n}. {c}", "{n}) {c}", "({n}) {c}", "[{n}] {c}", "{r}. {c}", "{n}  {c}", "No. {n} {c}")),
        *map(numbered, ("Pile {n} | {c}", "P{n}  {c}", "P {n} {c}")),
        numbered("Pile {n} - {c}", [cards.replace(" ", " - ") for cards in PILES]),
        numbered("[{n}] {c}", [cards.replace("xx", "[]") for cards in PILES]),
        *(numbered(WITH_COLON, [cards.replace("xx", down) for cards in PILES]) for down in DOWN),
        numbered(WITH_COLON, [cards.replace("xx", "face down,").replace("♦ ", "♦, ") for cards in PILES]),
        f"{FOUNDATIONS}1    2    3    4\nxx   xx   xx   10♦\n3♦   4♠   K♥\n10♥       6♠\n9♣{PLAY}",
        f"> {FOUNDATIONS}> P1   P2   P3   P4\n> xx   xx   xx   10♦\n> 3♦   4♠   K♥\n> 10♥       6♠\n> 9♣{PLAY}",
    ],
)  # fmt: skip
def test_tables_without_colons(page: str) -> None:
    lines = lines_read(page)
    assert {name: lines.get(name) for name in LINES} == LINES
    assert [part.read for part in lr.read_prose(page, game="Martha").parts if part.kind == "move"] == [("1:9C>4",)]


@pytest.mark.parametrize(
    "page",
    [
        f"{numbered(WITH_COLON)}\n\nSolution:\n\n1. 9♣\n2. 4♠\n3. 6♠",
        f"{FOUNDATIONS}2. xx 3♦\n3. xx 4♠\n4. xx K♥{PLAY}",
        f"{FOUNDATIONS}1. Put the 3♦ away.\n2. xx 4♠\n3. xx K♥{PLAY}",
        f"{FOUNDATIONS}The winning moves:\n1. 9♣\n2. 4♠\n3. 6♠",
    ],
)
def test_other_lists_are_no_table(page: str) -> None:
    lines = lines_read(page)
    assert lines.get("1") in (None, LINES["1"]) and lines.get("2") in (None, LINES["2"])


@pytest.mark.parametrize("game", ["Martha", "Leoni's Own", "Labyrinth", "Weaver's"])
def test_what_leoni_prints_is_read(game: str) -> None:
    printed = leoni("deal", "seed:1", "--game", game).out
    written = leoni("deal", "seed:1", "--game", game, "--format", "layout").out
    want = dict(re.findall(r"(?m)^([CDHS][v^]|r?\d+): (.*)$", written))
    lines = lines_read(printed, game)
    assert want
    for name, cards in want.items():
        assert re.sub(r"#\S+", "#??", lines[name]) == re.sub(r"#\S+", "#??", cards)
    assert not lr.read_prose(printed, game=game).unread


def test_cards_face_down_without_their_place() -> None:
    (part,) = lr.read_prose(numbered("Pile {n}: {c} (and 1 face down)"), game="Martha").unread
    assert part.why.endswith("write ?? for each card that lies face down, where it lies")


TOP_FIRST = numbered(WITH_COLON, [" ".join(reversed(cards.split())) for cards in PILES])


@pytest.mark.parametrize(
    "words",
    [
        "The top card of each pile is printed first.",
        "Tops first.",
        "The available card stands first in each line.",
        "The card that may be played is the first.",
        "The first named is the uppermost.",
        "The bottom card is the last.",
    ],
)
def test_a_page_says_that_the_top_card_stands_first(words: str) -> None:
    (part,) = lr.read_prose(f"{words}\n\n{TOP_FIRST}", game="Martha").unread
    assert "if the first card of a pile is its top card, add --top-first" in part.why
    turned = lr.read_prose(f"{words}\n\n{TOP_FIRST}\n{words}", game="Martha", top_first=True)
    assert "unread" not in {part.kind for part in turned.parts}
    assert [part.read for part in turned.parts if part.kind == "move"] == [("1:9C>4",)]


def test_moves_that_fit_only_the_other_direction() -> None:
    warning = "read from the top card of each pile, the moves fit: if it is printed first, add --top-first"
    assert warning in [part.why for part in lr.read_prose(TOP_FIRST, game="Martha").parts]
    assert warning not in [part.why for part in lr.read_prose(numbered(WITH_COLON), game="Martha").parts]
    wrong = TOP_FIRST.replace("Put the 9♣", "Put the K♥")
    assert warning not in [part.why for part in lr.read_prose(wrong, game="Martha").parts]


@pytest.mark.parametrize(
    "words",
    [
        "The foundations are the ace of clubs, the ace of diamonds, the two of hearts and the ace of spades.",
        "On the foundations lie the 2♥ and the aces of clubs, diamonds and spades.",
        "It rained. The foundations show A♣, A♦,\n2♥, A♠. What a day.",
    ],
)
def test_a_sentence_that_lists_the_foundations(words: str) -> None:
    page = f"{words}\n\n{numbered(WITH_COLON).removeprefix(FOUNDATIONS)}"
    lines = lines_read(page)
    assert [lines[f"{suit}^"] for suit in "CDHS"] == ["AC", "AD", "2H", "AS"]
    assert not lr.read_prose(page, game="Martha").unread


LABYRINTH = "Foundations: 2♣ A♦ A♥ A♠\n\nRow 1: 5♣ K♦ 9♠ J♥ 7♦ Q♠ 8♣ 10♥\nStock: 39 cards\n\n"


def test_cards_in_a_sentence_below_the_table_are_no_row_of_it() -> None:
    named = lr.read_prose(f"{LABYRINTH}Deal the next row: Q♦ 4♣ 7♥ 4♥ 6♣ 5♦ K♣ 4♦.", game="Labyrinth")
    assert [part.read for part in named.parts if part.kind == "move"] == [("deal+QD,4C,7H,4H,6C,5D,KC,4D",)]
    for queried in ("K♥??", "Play the K♥??"):
        page = lr.read_prose(numbered(WITH_COLON) + f"\n\n{queried}", game="Martha")
        assert page.record is not None and [part.text for part in page.unread] == [queried]


def test_a_row_that_is_said_to_be_empty_is_a_claim() -> None:
    rug = "Ace foundations: A♣ A♦ A♥ A♠\nKing foundations: K♣ K♦ K♥ K♠\n\nRow 1: 3♣ 5♦ J♥ 4♦ — 7♦ 8♦ 5♣\n"
    page = lr.read_prose(f"{rug}Row 2: — — — — — — — —\n\nThe second row is empty.", game="The Japanese Rug")
    assert page.record is not None and page.parts[-1].read[0] == "{= r2c1: -}"


@pytest.mark.parametrize(
    ("words", "kinds"),
    [
        ("👍 Put the 9♣ on the 10♦. 🎉", ["move"]),
        ("1️⃣ Put the 9♣ on the 10♦.", ["move"]),
        ("❌ Put the 9♣ on the 10♦.", ["mistake"]),
        ("- ✗ Put the 9♣ on the 10♦.\n- ✅ Put the 4♠ on the K♥.", ["mistake", "illegal"]),
        ("Put the 9♣ on the 10♦. ❌", ["move", "aside", "mistake"]),
        ("🚫 Oops\n\nPut the 9♣ on the 10♦.\n\n✅ Back on track\n\nPut the 9♣ on the 10♦.",
         ["aside", "mistake", "aside", "move"]),
        ("🤔 Put the 9♣ on the 10♦.", ["unread"]),
    ],
)  # fmt: skip
def test_pictures_say_nothing_but_crosses_say_that_a_move_is_wrong(words: str, kinds: list[str]) -> None:
    page = "# 🧵 Martha, first steps\n\n" + numbered(WITH_COLON).replace(PLAY, f"\n\n{words}")
    parts = [part for part in lr.read_prose(page, game="Martha").parts if part.kind not in ("table", "warning")]
    assert [part.kind for part in parts[1:]] == kinds


@pytest.mark.parametrize(
    ("label", "dealt"),
    [
        ("Stock:", "6D"), ("Stock, from the top:", "8D"), ("Stock, top card first:", "8D"),
        ("Stock (from top to bottom):", "8D"), ("Stock (top first):", "8D"),
        ("and the stock, from the top, ran\n\nStock:", "8D"), ("The stock runs from the top:\n\nStock:", "8D"),
        ("The stock, top card first, is as follows.\n\nStock:", "8D"), ("The stock from the bottom:\n\nStock:", "6D"),
        ("Deal a row from the top of the stock.\n\nStock:", "6D"),
        ("The stock does not run from the top:\n\nStock:", ""),
        ("The stock, as I said, went down from the top and up again.\n\nStock:", ""),
    ],
)  # fmt: skip
def test_which_end_of_a_printed_stock_is_dealt_first(label: str, dealt: str) -> None:
    page_text = f"""Foundations: A♣ A♦ A♥ A♠
Row 1: 6♠ J♥ 7♦ 10♥ Q♦ 7♥ 8♣ 2♠

{label} 8♦ 2♥ 9♣ 7♠ 5♣ 4♦ K♥ 10♠ 8♠ J♣ 10♦ 4♠ J♠ 4♥ 6♣ 8♥ K♦ Q♥ 6♥ K♠ 9♠ 3♦ 9♦ Q♣ 3♥ 5♦ 3♣ 2♦ 4♣ K♣ 10♣ J♦ 9♥ 2♣ 7♣ 3♠
5♥ Q♠ 5♠ 6♦

Play the 2♠ to its foundation.
"""
    page = lr.read_prose(page_text, game="Labyrinth")
    moves = [word for part in page.parts if part.kind == "move" for word in part.read]
    assert moves == ([f"r1c8:2S^+{dealt}"] if dealt else [])
    if not dealt:
        assert any("if the first card of the stock is dealt first" in part.why for part in page.parts)
        return
    turned = lr.read_prose(page_text, game="Labyrinth", top_first=True)
    assert [word for part in turned.parts if part.kind == "move" for word in part.read] == ["r1c8:2S^+8D"]
