"""Words as numbers: the two ways to cut a text into words and look them up come to the same."""

from hypothesis import given, settings
from hypothesis import strategies as st

from leoni_replay.cards import CARD
from leoni_replay.notation.codes import Bytes, Strings, codes, learn
from leoni_replay.rules.numbers import UNREAD
from leoni_replay.rules.run import LIFTED, NUMBER, SHOWN

WORDS = ["4:3H>", "exile:9D^", "redeal", "12.", "11:2S^", "1:KH~", "~9C", "#", "+QH", ",3C", "won", "*", "nonsense"]
LONG = "r10c10:2D>r10c11v"


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from([*WORDS, LONG, " ", " ", "  ", "\n", "\t", "\x0b", "\x1f", "\x7f", "é"]) | st.text()))
def test_bytes_and_strings(pieces: list[str]) -> None:
    text = "".join(piece for piece in pieces if piece.isascii())
    strings, in_bytes = STRINGS.read(text), BYTES.read(text)
    if strings is None or in_bytes is None:
        assert strings is in_bytes is None
        return
    assert in_bytes == strings


def both() -> tuple[Strings, Bytes]:
    strings, in_bytes = Strings(), Bytes()
    for number, word in enumerate(WORDS[:6]):
        strings.remember(word, number)
        in_bytes.remember(word, number)
    # A word of more than 16 bytes is read anew each time.
    in_bytes.remember(LONG, 99)
    return strings, in_bytes


STRINGS, BYTES = both()


def test_many_words_are_remembered_and_then_forgotten() -> None:
    memory = Bytes()
    for number in range(45_000):
        memory.remember(f"w{number}", number)
    coded = memory.read("w44999 w42000 w0 w9000~9C")
    assert coded is not None
    assert [*coded[0]] == [44_999, 42_000, UNREAD, UNREAD, LIFTED | CARD["9C"]]


def test_a_word_is_learned_once() -> None:
    text = "7. 4:3H^+QH won"
    assert learn("7.") == NUMBER + 7
    move = learn("4:3H^")
    coded = codes(text)
    assert coded is not None
    numbers, last = coded
    assert move > 0
    assert [*numbers[:2]] == [NUMBER + 7, move]
    assert numbers[2] >> 24 == SHOWN >> 24
    assert last == "won"
    assert learn("4:3H^+QH") == UNREAD
    assert learn("nonsense") == UNREAD
