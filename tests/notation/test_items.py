"""Words as numbers: the two ways to cut a text into words give the same, and a word is what the grammar says."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leoni_replay.cards import CARD
from leoni_replay.notation.items import Items, _Bytes, _Strings, items, learn
from leoni_replay.rules.numbers import DEAL, DEAL_ON, ON_CARD, ON_UP, OPEN, UNREAD
from leoni_replay.rules.run import (
    ALSO_SHOWN,
    CLAIM,
    CLOSING,
    LIFTED,
    LINE_NOTE,
    MARKED,
    NOTE,
    NUMBER,
    OPENING,
    OTHER,
    PATTERN,
    RESULT,
    SHOWN,
    STALEMATE,
)

WORDS = ["4:3H>", "exile:9D^", "redeal", "12.", "11:2S^", "1:KH~", "~9C", "#", "+QH", ",3C", "won", "*", "(", ")", "♠"]
LONG = "r10c10:2D>r10c11v"
HEAD = '[Game "Leoni\'s Own"]\n[Rules "wikipedia"]\n[Deal "seed:1"]\n[Result "*"]\n\n'


def both() -> tuple[_Strings, _Bytes]:
    strings, in_bytes = _Strings(), _Bytes()
    for number, word in enumerate(WORDS):
        strings.remember(word, number)
        in_bytes.remember(word, number)
    # A word of more than 16 bytes is read again each time.
    in_bytes.remember(LONG, 99)
    return strings, in_bytes


STRINGS, BYTES = both()
GAPS = [" ", " ", "  ", "\n", "\t", "\x0b", "\x1f", "}", "."]
NOTES = {"{note}": NOTE, "{a ~9C\n}": NOTE, "{= left 3}": CLAIM, ";({ é\n": LINE_NOTE}


@settings(max_examples=80, deadline=None)
@given(st.lists(st.sampled_from([*WORDS, LONG, *GAPS, *NOTES, "\x7f", "é"])))
def test_bytes_and_strings(pieces: list[str]) -> None:
    text = "".join(pieces)
    strings, in_bytes = STRINGS.read(text), BYTES.read(text)
    if strings is None or in_bytes is None:
        assert strings is in_bytes is None
        return
    assert [*in_bytes[0]] == [*strings[0]] and [*in_bytes[1]] == [*strings[1]]


def test_many_words_are_remembered_and_then_forgotten() -> None:
    memory = _Bytes()
    for number in range(45_000):
        memory.remember(f"w{number}", number)
    coded = memory.read("w44999 w42000 w0 w9000")
    assert coded is not None
    assert [*coded[0]] == [44_999, 42_000, UNREAD, UNREAD]


@pytest.mark.parametrize(
    ("word", "number"),
    [
        ("7.", NUMBER + 7),
        ("9999999.", NUMBER + 9_999_999),
        ("4:3H^", 4 << 16 | CARD["3H"] << 8 | ON_UP),
        ("4:3♥↑", 4 << 16 | CARD["3H"] << 8 | ON_UP),
        ("4:3H^!?", MARKED | 4 << 16 | CARD["3H"] << 8 | ON_UP),
        ("3H", PATTERN | OPEN << 16 | CARD["3H"] << 8 | OPEN),
        ("4:^", PATTERN | 4 << 16 | OPEN << 8 | ON_UP),
        ("4:3H>8S", PATTERN | 4 << 16 | CARD["3H"] << 8 | ON_CARD + CARD["8S"]),
        ("deal", DEAL_ON),
        ("deal:QS", PATTERN | DEAL << 16 | CARD["QS"] << 8 | OPEN),
        ("dropped:>4", PATTERN | 83 << 16 | OPEN << 8 | 4),
        ("~5S", LIFTED | CARD["5S"]),
        ("~5S?!", MARKED | LIFTED | CARD["5S"]),
        ("#", STALEMATE),
        ("+10h", SHOWN | CARD["TH"]),
        (",3C", ALSO_SHOWN | CARD["3C"]),
        ("won", RESULT),
        ("lost", RESULT + 1),
        ("*", RESULT + 2),
        ("(", OPENING),
        (")", CLOSING),
        ("7", UNREAD),
        ("01.", UNREAD),
        ("4:3H^.", UNREAD),
        ("nonsense", UNREAD),
        ("~5S#", UNREAD),
        ("{", UNREAD),
    ],
)
def test_words(word: str, number: int) -> None:
    assert learn(word) == number


def read(body: str, head: str = HEAD) -> Items:
    record = items(head + body)
    assert record is not None
    return record


def test_a_body() -> None:
    body = "1.11:2S^{x}({= left 3}3S!) ; to the end\n♠ exile:7H~4C#+QH,3C won"
    record = read(body)
    kinds = [code if code < 0 else code & ~MARKED & 15 << 24 for code in record.numbers]
    assert kinds == [
        *(NUMBER, 0, NOTE, OPENING, CLAIM, PATTERN, CLOSING, LINE_NOTE, UNREAD),
        *(0, LIFTED, STALEMATE, SHOWN, ALSO_SHOWN, RESULT),
    ]
    assert record.claims == [" left 3"]
    assert record.names == ("Game", "Rules", "Deal", "Result")
    assert record.tags == {"Game": "Leoni's Own", "Rules": "wikipedia", "Deal": "seed:1", "Result": "*"}


@pytest.mark.parametrize(
    "body", ["+QH *", "1.+QH *", "exile:7H ~4C *", "{c}#*", "\0 *", "2S^ \udcff *", "{\udcff} *", "(~5S)", "2S^ {c *"]
)
def test_bodies_that_are_read_with_the_grammars_table(body: str) -> None:
    assert items(HEAD + body) is None


def test_more_tags() -> None:
    assert read("*", '[Game "Anna"] [Player "A. B."]\n').names == ("Game", "Player")
    assert read("*", '[Game "Anna"] [Title "\\"A\\" \\\\"]\n').tags["Title"] == '"A" \\'
    assert items('{c} [Game "Anna"] *') is None


def test_a_move_that_names_no_place_of_any_game() -> None:
    assert learn("exile:^v") == PATTERN | OPEN << 8 | 114
    assert learn("r20c1:7H") == OTHER
