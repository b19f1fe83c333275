"""Pages of books read into records: tables, moves said in words, assertions, and what is refused."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

import leoni_replay as lr
from tests.cli.runs import leoni
from tests.prose.said import klondike

ROOT = Path(__file__).parent.parent.parent
LABYRINTH = """\
Tableau Row 1: A of hearts 5 of clubs 7 of diamonds 10 of spades 10 of diamonds 6 of clubs Q of hearts 2 of spades
Tableau

Row 2: K of diamonds—9 of spades Q of clubs A of diamonds 7 of spades 4 of diamonds 8 of clubs

Tableau Row 3:—J of diamonds 10 of clubs 8 of diamonds—2 of diamonds 6 of spades 4 of clubs

Tableau Row 4: 9 of diamonds K of hearts—9 of diamonds—3 of spades 10 of hearts 2 of clubs
"""
MARTHA = """[Game "Martha"]
[Rules "mcneely"]
[Deal "layout"]
[Layout "
C^: 5C
D^: KD
H^: 7H
S^: 6S
1: #JC 9S 8H
2: QH
3: #TC JS TH 9C
4: 7S
5: 7C
6: #6C KC
7: #8S KS
8: #8C KH
9: QC JH TS 9H
10: QS
"]
*
"""


def read(text: str, **how: object) -> list[str]:
    """What the main line has of each part of a page after its table; empty text for one that is not read, or apart."""
    how = how or {"record": MARTHA}
    page = lr.read_prose(text, **how)  # type: ignore[arg-type]
    parts = [part for part in page.parts if part.text and part.kind not in ("table", "aside")]
    return [" ".join(part.read) if part.kind in ("move", "claim") else "" for part in parts]


def layout(text: str, game: str = "Martha", **how: bool) -> list[str]:
    """The lines of the layout that a page prints; the message if it cannot be read."""
    page = lr.read_prose(text, game=game, **how)  # type: ignore[arg-type]
    if page.record is None:
        return [page.unread[-1].why]
    return (page.record.value("Layout") or "").split("\n")[1:-1]


# -- tables -----------------------------------------------------------------------------------------------------------


def test_the_rows_of_a_book() -> None:
    recorded = (ROOT / "transcripts" / "books" / "mcneely-labyrinth.moves").read_text(encoding="utf-8")
    assert layout(LABYRINTH, "Labyrinth") == re.findall(r"^r\d: .*", recorded, re.M)
    lost = LABYRINTH.replace("diamonds—9 of spades Q", "diamonds 9 of spades Q")
    assert layout(lost, "Labyrinth") == [
        "no table: row 2 has 7 cards and 0 gaps, and a row has 8 places: a dash may be lost; write -- for each gap"
    ]


@pytest.mark.parametrize(
    ("page", "lines"),
    [
        ("Pile 1: ?? 9 of spades, the eight of hearts\nPile 2: Q♥", ["1: #?? 9S 8H", "2: QH"]),
        (
            "Foundations: 5♣ K♦\n\nColumn No. 3: [x] J♠ 10♥\n9: -",
            ["C^: 5C", "D^: KD", "3: #?? JS TH"],
        ),
        ("**Pile 1:** the 4, 5 and 6 of hearts\n**Pile 2:** as", ["1: 4H 5H 6H", "2: AS"]),
        ("1: #JC 9S 8H\n2: 10h kd\n3: <7♠> ♥8 ♣7", ["1: #JC 9S 8H", "2: TH KD", "3: #7S 8H 7C"]),
        ("Pile 1: empty\nPile 2: 7♠", ["1: -", "2: 7S"]),
        ("| Pile | Cards |\n|---|---|\n| 1 | 9♠ 8♥ |\n| 2 | 7♠ |", ["1: 9S 8H", "2: 7S"]),
        ("| 1 | 2 | 3 |\n|---|---|---|\n| 9♠ | Q♥ | J♠ |\n| 8♥ | | 10♥ |", ["1: 9S 8H", "2: QH", "3: JS TH"]),
        ("Pile 1,9S,8H,\nPile 2,QH,,\n", ["1: 9S 8H", "2: QH"]),
        (
            "<p>So:</p><table><tr><th>1</th><td>9&spades;</td><td>8&hearts;</td></tr>"
            "<tr><th>2</th><td><img alt='queen of hearts'></td><td></td></tr></table>",
            ["1: 9S 8H", "2: QH"],
        ),
        ("First pile: K. H., 9 S.\n2nd pile – S10, hearts 9", ["1: KH 9S", "2: TS 9H"]),
        ("PILE I. Valet of Spades; Ten of Hearts\nPile two\n🂠 🃁🂮", ["1: JS TH", "2: #?? AD KS"]),
        ("Pile;Cards\n1;9♠ 8♥\n2;(empty)", ["1: 9S 8H", "2: -"]),
        ("1 | 2\n---|---\n\u20669♠\ufe0e\u2069 | Q\u00a0♥\n8♥ | ", ["1: 9S 8H", "2: QH"]),
        ("Pile 1: one card face down, the ﬁve of dia\u00admonds\n\n57\n\nPile 2: none", ["1: #?? 5D", "2: -"]),
        (
            "<p>Ace foundations: A&clubs; 2&hearts;</p><table><tr><td>1<td>7♠<tr><td>2<td></table>",
            ["C^: AC", "H^: 2H", "1: 7S", "2: -"],
        ),
        ("\ufeffPile 1: 1O of hearts,\r\nPik 9, Herz-Bube\r\nPile 2: deuce of clubs", ["1: TH 9S JH", "2: 2C"]),
    ],
)
def test_tables(page: str, lines: list[str]) -> None:
    assert [line for line in layout(page) if line != "9: -"] == lines


@pytest.mark.parametrize(
    "page",
    [
        "{}\n{}", "1. {}\n2. {}", "Row I. {}\nROW II. {}", "<pre>\n{}\n{}\n</pre>", "Row 1 – {}\nRow 2 – {}",
        "First row: {}\n58  GAMES OF PATIENCE\nSecond row: {}", "+----+\n| 1 | {} |\n+----+\n| 2 | {} |\n+----+",
    ],
)  # fmt: skip
def test_rows_without_signs_between_their_cards(page: str) -> None:
    one, two = "A♥ 5♣ 7♦ 10♠ 10♦ 6♣ Q♥ 2♠", "K♦ -- 9♠ Q♣ A♦ 7♠ 4♦ 8♣"
    assert layout(page.format(one, two), "Labyrinth") == ["r1: AH 5C 7D TS TD 6C QH 2S", "r2: KD -- 9S QC AD 7S 4D 8C"]


@pytest.mark.parametrize(
    ("page", "why"),
    [
        ("Pile 1: 9 of spades 8 of harts", "Pile 1: “8” is not a card"),
        ("Pile 1: 9♠ 8♥\n9♦ 7♣", "Pile 1 goes on in the next line: a label may be lost; a pile goes on after a comma"),
        ("Pile 1: 9♠ 8♥\n\n9♦ 7♣\n\nPile 3: 4♣", "these cards stand at no place: “9♦ 7♣”"),
        ("Pile 1: 9♠ 8♥\nPile 1: 7♣", "Pile 1 is printed twice"),
        ("Pile 1: 9♠ — 8♥", "“—” between cards can be a gap"), ("Pile 13: 9♠", "Martha has no “Pile 13:”"),
        ("Pile 1:\nPile 2: 9♠", "Pile 1: no card follows"),
        ("| 9♠ | Q♥ |\n| 8♥ | J♠ |", "write the number of each pile over its column"),
        ("<table></table>A game that is easy to learn.", "write “Pile 1:” before its cards"),
        ("Pile 1: 9♠ 8♥\n\n| 1 | 2 |\n|---|---|\n| 9♠ | Q♥ |", "a second table is printed"),
        (": QS TD\n: 4C", "this is a file for leoni import --from fc-solve"),
        ("Foundations: A♥ 2♥", "write the top card of each foundation alone"),
        ("Pile 1: (9♠) 8♥", "Pile 1: “(9♠)” is not a card"), ("Pile 1: 9♠ 8♥¹", "Pile 1: “8♥¹” is not a card"),
        ("Pile 1: the red 9 of spades", "“the red 9 of spades” is not red"),
        ("Pile 1: J♣ (face down) 9♠", "“(face down)” can be a card, or a word about the card beside it"),
        ("The piles are listed top card first.\n\nPile 1: 8♥ 9♠", "“top card first”: if the first card"),
        ("| Pile | Face down | Face up |\n|---|---|---|\n| 1 | J♣ | 9♠ |\n| 2 | | Q♥ |", "“Face down”: it is not sure"),
        ("| 1 | 2 |\n|---|---|\n| 9♠ | Q♥ | J♠ |", "a row has 3 cells, and 2 columns have names"),
        ("<table><tr><td>1<td>9♠<td><img src=8h.png><tr><td>2<td>Q♥</table>", "1: “[” is not a card"),
        ("| 1 | 2 |\n|---|---|\n| 9♠ | Q♥ |\x0b|", "a row has 3 cells, and 2 columns have names"),
        ("| " + "x" * 140_000 + " | 9♠ |\n| 8♥ | 7♣ |", "no table is printed here"),
        ("| Row 1 | 9♠ 8♥ |\n| Row 2 | Q♥ |", "Martha has no “Row 1:”"),
    ],
)  # fmt: skip
def test_tables_that_are_refused(page: str, why: str) -> None:
    assert why in layout(page)[0]


def test_what_is_not_printed_is_unknown() -> None:
    page = "Pile 1: 9♠ 8♥\nPile 4: 7♠\n\n"
    assert read(page + "Put the 7♠ on the 8♥.", game="Martha") == ["4:7S>1"]
    for sentence in (
        "Put the 7♠ in pile 5.", "Put the 8♥ on its foundation.", "Put the black seven on the 8♥.",
        "You may put the 8♥ on the 9♣.", "You have won.", "Play the 7♠.",
    ):  # fmt: skip
        assert read(page + sentence, game="Martha") == [""], sentence
    assert read(page + "Put the 7♠ in pile 5.", game="Martha", rest_empty=True) == ["4:7S>5"]
    made = lr.read_prose(page, game="Martha")
    assert made.record is not None and read("Put the 7♠ in pile 5.", record=made.record) == [""]
    # If all cards are printed, the other places are empty.
    whole = MARTHA.partition('[Layout "')[2].partition('"]')[0] + "\nMove the K♣ to pile 11."
    assert read(whole, game="Martha") == ["6:KC>11+6C"]
    assert any(part.why.endswith("was misread or mistyped: 8♥, 7♠ and 9♠") for part in made.parts)
    # A card of the stock would follow, which is not printed either.
    assert read(f"{LABYRINTH}\nPlay the 2♠ to its foundation.", game="Labyrinth") == [""]
    # If all else is printed, the rest of the pack is the stock.
    assert read(f"{LABYRINTH}Foundations: A♣ A♦ A♥ A♠\n\nPlay the 2♠.", game="Labyrinth") == ["r1c8:2S^"]


#: The first table of a game of Leoni's Own, without its title, foundations and exiles; its pile 1 is in its line 1.
LEONI_PILES = """Pile 1: Q♣ Q♣ J♣ 7♦ 5♦ 10♦ 4♥ 5♠
Pile 2: 6♣ 9♠ 10♦ 9♦ 4♦ 7♦ 6♠ J♦
Pile 3: 8♥ K♦ 2♣ A♦ 4♠ Q♥ 2♦
Pile 4: 8♣ 3♦ 8♦ 8♣ 9♦ Q♥ A♣
Pile 5: J♥ 8♠ 2♣ 9♣ 8♠ J♥ J♣
Pile 6: 4♦ 10♣ 4♥ A♥ 7♥ 5♣ 10♥
Pile 7: 6♣ 3♣ 3♠ 6♥ 2♥ 6♦ 5♦
Pile 8: 7♠ J♠ 9♠ K♥ 3♠ 9♥ 6♠
Pile 9: 2♥ Q♦ 10♠ 10♥ K♠ 3♣ 7♥
Pile 10: J♠ K♣ 7♠ 4♠ 8♥ 2♠ 3♥
Pile 11: 4♣ 8♦ 3♦ Q♠ 5♣ 6♥ Q♦
Pile 12: 5♥ 2♠ A♠ 7♣ 4♣ J♦ 5♠
Pile 13: 2♦ 10♠ 10♣ 9♣ Q♠ 5♥ 3♥
"""
LEONI_BASES = "Ace foundations: A♣ A♦ A♥ A♠\nKing foundations: K♣ K♦ K♥ K♠\n"
LEONI_FOUNDATIONS = ["C^: AC", "D^: AD", "H^: AH", "S^: AS", "Cv: KC", "Dv: KD", "Hv: KH", "Sv: KS"]


@pytest.mark.parametrize(
    "foundations",
    [
        LEONI_BASES,
        "Foundations: A♣ A♦ A♥ A♠ K♣ K♦ K♥ K♠\n",
        "Foundations: K♠ K♥ K♦ K♣ A♠ A♥ A♦ A♣\n",
        "| Place | Cards |\n|---|---|\n| Foundations | A♣ A♦ A♥ A♠ K♣ K♦ K♥ K♠ |\n| Exile | ?? ?? ?? |\n",
        "<p>Foundations: A&clubs; A&diams; A&hearts; A&spades; K&clubs; K&diams; K&hearts; K&spades;</p>",
    ],
)
def test_first_cards_show_their_foundations(foundations: str) -> None:
    assert layout(f"{foundations}\n{LEONI_PILES}", "Leoni's Own")[:8] == LEONI_FOUNDATIONS


@pytest.mark.parametrize("foundations", ["A♣ A♦ A♥ A♠", "A♣ A♦ A♥ 2♠ K♣ K♦ K♥ K♠", "A♣ A♦ A♥ A♠ K♣ K♦ K♥ A♥"])
def test_other_cards_do_not_show_their_foundations(foundations: str) -> None:
    (why,) = layout(f"Foundations: {foundations}\n\n{LEONI_PILES}", "Leoni's Own")
    assert why.endswith(
        "does not say which foundations these are: write “Ace foundations: …” and “King foundations: …”"
    )


@pytest.mark.parametrize("title", ["LEONI'S OWN\n\n", "Leoni's Own\n", "# Leoni's own\n\n", "<h1>Leoni's Own</h1>"])
def test_a_table_right_under_its_heading(title: str) -> None:
    foundations = LEONI_BASES.replace("\n", "<br>") if "<" in title else LEONI_BASES
    assert layout(title + foundations, "Leoni's Own") == LEONI_FOUNDATIONS
    # In a sentence the word belongs to the foundation, also over the end of a line.
    assert read("Put the 6♠ on its own\nfoundation.") == read("Put the 6♠ on its own foundation.")


@pytest.mark.parametrize(
    "exiles",
    [
        "Exiles: ?? ?? ??", "Exile: three face-down cards", "Exiles: 3 cards face down", "Exiles: 3 cards, face down",
        "Exiles: three unknown cards", "Exiles: 3 cards", "Exiles: [x] [x] [x]",
    ],
)  # fmt: skip
def test_cards_that_nobody_sees(exiles: str) -> None:
    assert layout(f"{LEONI_BASES}{LEONI_PILES}{exiles}", "Leoni's Own")[-1] == "exile: ?? ?? ??"


def test_an_error_of_the_table_names_its_place() -> None:
    page = f"LEONI'S OWN\n\n{LEONI_BASES}{LEONI_PILES}"
    (many,) = lr.read_prose(f"{page}Exiles: 9 cards").unread
    assert many.text == "Exiles: 9 cards" and "has 110 cards, but two packs have 104" in many.why
    (down,) = lr.read_prose(page.replace("K♦ 2♣", "#K♦ 2♣")).unread
    assert down.text.startswith("Pile 3") and down.why.endswith("listed face down: write it as `KD`")
    for exiles in ("3", "(three cards)", "face down", "three that nobody has seen."):
        (number,) = lr.read_prose(f"{page}Exiles: {exiles}").unread
        assert number.why.endswith("is not a card: write the number of cards that nobody sees, as in “6 cards”")


def test_a_misprint_is_located() -> None:
    page = f"LEONI'S OWN\n\n{LEONI_BASES}{LEONI_PILES}".replace("6♠ J♦", "6♠ J♥")
    located = (
        "J♥ is there 3 times (in pile 2 and in pile 5), but two packs hold it only twice: look again, one is probably "
        "another card (pile 2 is in line 6 and pile 5 is in line 9)"
    )
    missing = "4 cards are missing, 7♣, 6♦, J♦ and 9♥; 3 cards there are not known"
    for text, rest_empty in ((f"{page}Exiles: 3 cards", False), (page, True)):
        about_cards = [part for part in lr.read_prose(text, rest_empty=rest_empty).parts if not part.text]
        assert [part.why for part in about_cards[:2]] == [located, missing]
        assert [part.kind for part in about_cards[:2]] == ["wrong", "warning"]
    about_cards = [part.why for part in lr.read_prose(page).parts if not part.text]
    assert located in about_cards and "4 missing: 7♣, 6♦, J♦, 9♥" in about_cards[0]


def test_what_to_do_about_places_that_are_not_printed() -> None:
    piles = f"LEONI'S OWN\n\n{LEONI_PILES}"
    warnings = " ".join(part.why for part in lr.read_prose(piles).parts)
    assert "does not print the foundations and exile, so" in warnings
    assert "if they are empty, or foundations with only their first card, add --rest-empty" in warnings
    assert "all clubs, diamonds and hearts from 2 to 10" in warnings
    warnings = " ".join(part.why for part in lr.read_prose(f"{LEONI_BASES}{LEONI_PILES}", game="Leoni's Own").parts)
    assert "add a line such as “Exile: 3 cards”, or add --rest-empty" in warnings
    # The cards that lie nowhere else are the exiles, with these options too.
    page = lr.read_prose(piles, rest_empty=True)
    assert page.record is not None and "exile: ?? ?? ??" in (page.record.value("Layout") or "")
    assert any("exile has the 3 cards that the page does not print" in part.why for part in page.parts)
    # Where a pile is not printed, they may lie there.
    fewer = lr.read_prose(piles.rpartition("Pile 13")[0], rest_empty=True)
    assert fewer.record is not None and "exile: -" in (fewer.record.value("Layout") or "")


def test_a_page_before_that_of_its_game() -> None:
    first = lr.read_prose(f"Chapter Four\n\nLEONI'S OWN\n\n{LEONI_BASES}").parts[0]
    assert (first.text, first.why) == ("Chapter Four", "it stands before the page of Leoni's Own")


def test_an_exile_that_would_be_woven_is_legal_instead() -> None:
    # Only the next exile can be turned up, and nobody knows yet which cards it would lift.
    table = '[Game "Weaver\'s"]\n[Deal "seed:1"]\n\n*'
    (part,) = lr.read_prose("Play the 3♠ to its foundation.", record=table).unread
    assert part.why.endswith("; legal here: turn up the next exile")


STANDSTILL = (
    "Ace foundations: A♣ A♦ A♥ A♠\nKing foundations: K♣ K♦ K♥ K♠\n\nPile 1: 3♣ 9♦\nPile 2: 3♣\nPile 3: 3♦ 4♥\n"
    "Pile 4: 4♣\nPile 5: 5♣\nPile 6: 4♦ 7♠\nPile 7: 5♣\nPile 8: 7♦ J♥\nPile 9: 9♣ 10♥\nPile 10: K♠ 3♥\nPile 11: 5♦ 2♥\n"
    "Pile 12: 6♣ J♣\nPile 13: 9♠ J♦\nExiles: {exiles}\n\nPlay the 2♥. Play the 3♥. Play the 4♥. "
)


@pytest.mark.parametrize("exiles", ["?? ??", "5♥ 9♣"])
@pytest.mark.parametrize(
    ("words", "read"),
    [
        ("Turn up the next exile, the 9♣.", ["exile:9C~TH~KS"]),
        ("Turn up the next exile, the 9 of clubs, and put it under pile 9.", ["exile:9C~TH~KS"]),
        ("Turn up the next exile. The exile is the 9 of clubs.", ["exile:9C~TH~KS"]),
        ("Turn up the next exile, which is the 9 of clubs.", ["exile:9C~TH~KS"]),
        ("Turn up the next exile. It is the 9 of clubs.", ["exile:9C~TH~KS"]),
        ("Nothing fits. Turn up the next exile: 9♣.", ["{= standstill}", "exile:9C~TH~KS"]),
        ("No move is possible. Turn up the next exile: 9♣.", ["{= standstill}", "exile:9C~TH~KS"]),
        ("Nothing more can be played.", ["{= standstill}"]),
    ],
)
def test_an_exile_that_is_named(words: str, read: list[str], exiles: str) -> None:
    page = lr.read_prose(STANDSTILL.format(exiles=exiles) + words, game="Leoni's Own")
    assert not page.unread and page.record is not None
    assert [word for part in page.parts for word in part.read][3:] == read
    assert lr.replay(page.record).error is None


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("Turn up the next exile.",
         "this exile is unknown: name it, for example “Turn up the next exile, the 9 of clubs.”"),
        ("Turn up the next exile, the 9♣, and put it under pile 8.",
         "9♣ does not go there: by the rules it goes under pile 9"),
        ("No move is possible.",
         "it does not say whether it denies this, too, which is legal here: turn up the next exile"),
    ],
)  # fmt: skip
def test_an_exile_that_cannot_be_read(words: str, why: str) -> None:
    (part,) = lr.read_prose(STANDSTILL.format(exiles="?? ??") + words, game="Leoni's Own").unread
    assert part.why == why


def test_an_exile_before_a_standstill() -> None:
    for words in ("Turn up the next exile.", "Turn up the next exile, the 9♣."):
        text = STANDSTILL.format(exiles="?? ??").removesuffix("Play the 4♥. ") + words
        (part,) = lr.read_prose(text, game="Leoni's Own").unread
        assert "an exile is turned up only at a standstill: 4♥ in pile 3 can be played" in part.why


def test_the_top_card() -> None:
    assert layout("Pile 1: 8♥ 9♠", top_first=True) == ["1: 9S 8H"]
    assert layout("Foundations: K♣ K♣ Q♦ K♦", "Anna") == ["no table: Q♦ cannot be on this foundation"]
    assert layout("This is not difficult:\nPile 1: 8♥ 9♠") == ["1: 8H 9S"]
    assert layout("Each pile is printed from right to left.\nPile 1: 8♥ 9♠", top_first=True) == ["1: 9S 8H"]


@pytest.mark.parametrize(
    ("game", "said"),
    [
        *(("Martha", said) for said in (
            "The exposed cards are at the left.", "Each pile is listed in reverse.",
            "Reading each pile from its top card:", "The first-named card of each pile lies uppermost.",
            "The last card named is the one underneath.", "Only the face-up cards are shown.",
            "The table is not this:", "This isn’t correct:", "Cards in lower case lie face down.",
            "Hidden cards are printed in italics.",
        )),
        *(("Labyrinth", said) for said in (
            "The rows are printed from right to left.", "Each row begins on the right.", "8 7 6 5 4 3 2 1",
            "The rows are given from the bottom up.",
        )),
    ],
)  # fmt: skip
def test_a_table_printed_otherwise_is_refused(game: str, said: str) -> None:
    table = "Pile 1: 9♠ 8♥ jc" if game == "Martha" else "Row 1: 5♣ 7♦ T♠ T♦ 6♣ Q♥ 2♠ K♦"
    assert len(layout(table, game)) == 1
    (why,) = layout(f"{said}\n{table}", game)
    assert why.startswith(("no table: “", "no table: the columns are numbered from the right"))


def test_a_pile_that_breaks_off() -> None:
    assert layout("Pile 1: 9♠ 8♥ ...") == ["no table: Pile 1: “...” is not a card"]


# -- sentences --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Put the jack of spades on the queen of hearts; then move the king of clubs to pile 11.",
         "3:JS>2+TC 6:KC>11+6C"),
        ("(e.g., 7 of spades or 7 of clubs on 8 of hearts)", "{= legal: 7S>8H 7C>8H}"),
        ("You may build in alternating colour (e.g., 7 of spades on 8 of hearts).", "{= legal: 7S>8H}"),
        ("You cannot put the queen of hearts on the 8 of hearts.", "{= illegal: QH>8H}"),
        ("The 7♠ can be put on the 8♥, but not on the 8♠ or the 9♣.", "{= legal: 7S>8H} {= illegal: 7S>8S 7S>9C}"),
        ("A black 7 of spades can be dragged to the top of the 8 of hearts.", "{= legal: 7S>8H}"),
        ("The 7 of clubs or spades may be put on the 8♥.", "{= legal: 7C>8H 7S>8H}"),
        ("The 8 of hearts may be played to its foundation.", "{= legal: 8H^}"),
        ("The 8♥ may be placed on the 7 of hearts.", "{= legal: 8H^}"),
        ("Put the 7♠ and the 8♥ on their foundations.", "4:7S^ 1:8H^"), ("Put the Pik 7 on the Herz 8.", "4:7S>1"),
        ("Put the top card of pile 4 on the 8♥.", "4:7S>1"), ("Take the 7 of spades and put it on the 8♥.", "4:7S>1"),
        ("Put the black queen on the king of hearts from pile 10.", "10:QS>8"),
        ("The 9♣ and the 7♠ are available.", "{= available: 9C 7S}"),
        ("The 10♥ is not available.", "{= not available: TH}"), ("Pile 12 is now empty.", "{= 12: -}"),
        ("You have won.", "{= won}"), ("Upon the queen of hearts place the knave of spades.", "3:JS>2+TC"),
        ("From pile four, move the 7♠ to the 8♥ in pile 1.", "4:7S>1"),
        ("Solution: J♠ → Q♥; K♣ → the empty pile XI.", "3:JS>2+TC 6:KC>11+6C"),
        ("Move the J♠, 10♥ and 9♣ onto the Q♥, which releases the 10♣.", "3:JS>2+TC {= available: TC}"),
        ("Put the 7♠ on the 8♥, leaving pile 4 empty.", "4:7S>1 {= 4: -}"),
        ("The 7♠ fits on the 8♥.", "{= legal: 7S>8H}"), ("The Q♥ won't go on the 8♥.", "{= illegal: QH>8H}"),
        ("Only the 9♣ and the 7♠ are available.", "{= available only: 9C 7S}"),
        ("Piles 11 and 12 are empty.", "{= 11: -} {= 12: -}"), ("No more moves are possible.", "{= legal set: -}"),
        ("Nothing can be moved.", "{= legal set: -}"), ("No card of the table fits now.", "{= legal set: -}"),
        ("Not a single card goes.", "{= legal set: -}"), ("The 9♣ is released.", "{= available: 9C}"),
        ("The top card of pile 3 is the 9 of clubs.", "{= top 3: 9C}"),
        ("The 7♠ on pile 4 can be played.", "{= legal: 4:7S}"),
    ],
)  # fmt: skip
def test_sentences(text: str, said: str) -> None:
    assert read(text) == [said]


@pytest.mark.parametrize(
    "text",
    [
        "Put the black seven on the 8 of hearts.", "Put the 7s on the 8 of hearts.", "Put As on the foundation.",
        "A spade goes on the 8♥.", "Put a black seven on the 8♥.", "Put the 7♠ on it.",
        "Put the two spades on the 8♥.", "Do not put the 7♠ on the 8♥.", "Never put the 7♠ on the 8♥.",
        "If pile 4 is needed, put the 7♠ on the 8♥.", "Put the 7♠ on the 8♥ unless pile 4 is needed.",
        "Put the 7♠ on the 8♥ (if you like).", "Put the Eight (spades) on its foundation.",
        "You are at a standstill.", "Put the 7♠ or the 7♣ on the 8♥.", "Put the 7♠ on the 8♥ or in pile 11.",
        "Put the 7♠ and 7♣ on the 8♥ and the Q♥ respectively.", "Put the 7♠ on the 8♥?",
        "The 7♠ could have been put on the 8♥.", "The 7♠ had been put on the 8♥.",
        "It would be wrong to put the 7♠ on the 8♥.", "The 9♣ was available.", "For example, put the 7♠ on the 8♥.",
        "Building in suit is not allowed (e.g., 7♠ on 8♥).", "7♠ on 8♥", "The 7♠ goes on the 8♥.",
        "The 7♠ is placed on the 8♥.", "Take the 7♠ and the 8♥ and put it on the foundation.",
        "Move the 7♠ from pile 5 to the 8♥.", "Put the red 7 of spades on the 8♥.",
        "After moving the K♣ to pile 11, put the 7♠ on the 8♥.", "Play the 7♠.", "Move the 9♣ into an empty column.",
        "MOVE THE 7S ONTO THE 8H.", "Only the 7♠ may be put on the 8♥.", "The 7♠ and the 7♣ may be put on the 8♥.",
        "Repeat this with the clubs.", "Move the J♠ and the 9♣ onto the Q♥.",
        "Move the K♣ to the empty pile 10.", "Deal.", "You may put the 7♠ on the 8♥ and then the 7♣ on the 8♥.",
        "You may put the 7♠ on the 8♥; put the K♣ in pile 11.",
    ],
)  # fmt: skip
def test_sentences_that_are_refused(text: str) -> None:
    assert read(text) == [""]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Solution:\n7♠ on 8♥, K♣ to pile 11", ["4:7S>1 6:KC>11+6C"]),
        ("First way. Put the 7♠ on the 8♥. Second way. Put the 7♣ on the 8♥.", ["", ""]),
        ("Possible moves:\n1. Put the 7♠ on the 8♥.\n2. Put the 7♣ on the 8♥.", ["", ""]),
        ("## Mistakes\n\nMuch can go wrong.\n\nPut the 7♠ on the 8♥.", [""]),
        ("Suppose pile 11 were full. Put the 7♠ on the 8♥.", ["", ""]),
        ("You can do two things here. Put the 7♠ on the 8♥.", [""]),
        ("Solution:\n1. 7♠ on the 8♥\n2. Q♥ on K♠", ["4:7S>1", "2:QH>7"]),
        ("- Put the 7♠ on the 8♥\n- Move the K♣ to pile 11", ["4:7S>1", "6:KC>11+6C"]),
        ("Put the 7♠ on the 8♥. Move it back. Move the K♣ to pile 11.", ["4:7S>1", "", ""]),
        ("Put the 7♠ on the 8♥. The 6♥ follows. Move the K♣ to pile 11.", ["4:7S>1", "", ""]),
        ("Put the 7♠ on the 8♥. The K♣ goes to pile 11.", ["4:7S>1", "6:KC>11+6C"]),
        ("Put the 7♠ on the 8♥. No! Move the K♣ to pile 11.", ["", "", ""]),
        ("Put the 7♠ on the 8♥.\n\nThis is a misprint.", ["4:7S>1", ""]),
        ("Put the 7♠ on the 8♥.\n\nSOLUTION\n\nPut the K♣ in pile 11.", ["4:7S>1", "6:KC>11+6C"]),
        ("Put the 7♠ on the 8♥.\n\nKLONDIKE\n\nSOLUTION\n\nPut the K♣ in pile 11.", ["4:7S>1", ""]),
        ("Put the 7♠ on the 8♥. Undo this. Move the K♣ to pile 11.", ["", "", ""]),
        ("Build foundations from ace to king. You may put the 7♠ on the 8♥.", ["", "{= legal: 7S>8H}"]),
        ("Play all the cards you can. You may now put the 7♠ on the 8♥. Put the 7♠ on the 8♥.", ["", "", ""]),
        (
            "Put the 7♠\non the 8♥.\nMove the K♣ to pile 11\nMove the K♠ to pile 12",
            ["4:7S>1", "6:KC>11+6C", "7:KS>12+8S"],
        ),
        ("LABYRINTH\n\nPut the 2♠ on the foundation.\n\nMARTHA\n\nPut the 7♠ on the 8♥.\n\nQUILT\n\nDeal.", ["4:7S>1"]),
        ("Put the <del>7♣</del> 7♠ on the 8♥.<br>Move the K♣ to pile 11.", ["4:7S>1", "6:KC>11+6C"]),
    ],
)
def test_sentences_one_after_the_other(text: str, said: list[str]) -> None:
    assert read(text) == said


@pytest.mark.parametrize(
    "text",
    [
        "Two cards can now be played.", "Then only one card can be played.", "There are three plays.",
        "Several cards fit.", "No king is available.", "We cannot play.", "Everything is buried.",
        "Turn up the first exile.", "Turn the first exile.", "Weave the exile.", "Turn the next card.",
        "The exile comes up.", "Gather up the piles.", "Redeal now.", "Take the next card of the stock.",
    ],
)  # fmt: skip
def test_what_names_the_state_is_never_passed_over(text: str) -> None:
    assert read(text) == [""]


def test_what_may_be_about_some_cards_alone() -> None:
    assert read("No card can be played.", record=MARTHA) == ["{= legal set: -}"]
    assert read("The 7♠ can be put on the 8♥. No other move is possible.") == ["{= legal: 7S>8H}", ""]
    assert read("Put the 7♠ on the 8♥. Turn the next card. Put the Q♥ on the K♠.") == ["4:7S>1", "", ""]
    assert read("Put the 7♠ on the 8♥. Two cards can be played, and both are. Put the Q♥ on the K♠.") == [
        "4:7S>1",
        "",
        "",
    ]


def test_a_card_goes_to_its_base() -> None:
    table = "Foundations: A♣, K♦, 7♥, 5♠\n\nPile 1: 9♠ 8♦\nPile 2: 7♠\nPile 3: 2♣\n\n"
    assert read(f"{table}Play the 2♣ from pile 3 to its ace.", game="Martha", rest_empty=True) == ["3:2C^"]
    assert read(f"{table}Play the 2♣ to its king.", game="Martha", rest_empty=True) == [""]
    on_piles = read(f"{table}No card fits.", game="Martha", rest_empty=True)
    assert on_piles == ["{= legal set: -}"]
    table = table.replace("Pile 3: 2♣\n", "")
    # it may be about foundations alone
    assert read(f"{table}No card fits.", game="Martha", rest_empty=True) == [""]


def test_an_exile_and_a_deal() -> None:
    text = (ROOT / "transcripts" / "books" / "gamerules-seven-of-hearts.moves").read_text(encoding="utf-8")
    table = text.partition("{= standstill}")[0] + "*"
    said = "You are at a standstill. Place the exiled 7 of Hearts at the bottom of pile number 7."
    assert read(said, record=table) == ["{= standstill}", "exile:7H~JS"]
    rows = '[Game "Labyrinth"]\n[Rules "pgc"]\n[Deal "seed:1884"]\n*'
    assert read("Deal another row of eight cards.", record=rows) == [""]  # or a rule
    (dealt,) = read("Deal a second row of eight cards.", record=rows)
    assert dealt.startswith("deal+")
    assert read("Solution:\nTurn up the next card.", record=rows) == [""]


def test_a_game_from_outside() -> None:
    table = '[Game "Klondike"]\n[Rules "wikipedia"]\n[Deal "seed:1884"]\n*'
    with klondike():
        (dealt,) = [one for one in lr.legal(lr.replay(table)) if one.move.source == "deal"]
        assert read("Solution:\nDeal.", record=table) == [str(dealt)]


# -- the record, and the command --------------------------------------------------------------------------------------


def test_the_record_has_the_words_of_the_book(tmp_path: Path) -> None:
    page, out = tmp_path / "page.md", tmp_path / "book.moves"
    page.write_text(
        "Pile 1: 9♠ 8♥\nPile 4: 7♠\n\nYou may {now} rest.\n\nPut the 7♠ on the 8♥. The 7♠ waits.\n", encoding="utf-8"
    )
    run = leoni("import", "--from", "prose", "--game", "Martha", str(page), "-o", str(out))
    assert run.code == 1 and "not read “The 7♠ waits.”: leoni stopped at “waits.”\n" in run.err
    body = " ".join(out.read_text(encoding="utf-8").split())
    assert '1. 4:7S>1 {"Put the 7♠ on the 8♥."}' in body and ', not read: "The 7♠ waits."}' in body
    assert leoni("verify", str(out)).code == 0
    said = "You may put the 8♥ on the 9♠.\r\n".encode("utf-8-sig")
    assert leoni("import", "--from", "prose", "--table", str(out), "-", stdin=said).code == 0


def test_options_that_do_not_fit() -> None:
    latin = leoni("import", "--from", "prose", "--game", "Martha", "-", stdin=b"one\nMay\xe9\n")
    assert (latin.code, latin.err) == (2, "leoni: -: cannot be read: line 2 is not text in UTF-8\n")
    assert "does not name its game in a line of its own" in leoni("import", "--from", "prose", "-", stdin="x").err
    assert "did you mean Martha?" in leoni("import", "--from", "prose", "--game", "Marta", "-", stdin="x").err
    assert "add --from prose" in leoni("import", "--game", "Martha", "a.json").err
    with pytest.raises(ValueError, match="does not name its game"):
        lr.read_prose("Put the 7♠ on the 8♥.")
    with pytest.raises(TypeError, match="a page is text"):
        lr.read_prose(b"x", game="Martha")  # type: ignore[arg-type]


@pytest.mark.long
@pytest.mark.parametrize("page", ["\t", "4, ", "[", "*a ", "+-", "7" + " " * 9])
def test_a_page_takes_time_by_its_length(page: str) -> None:
    begun = time.process_time()
    read(page * (20_000 // len(page)), record=MARTHA)
    assert time.process_time() - begun < 6
