"""The shuffle of ``seed:`` deals, beside one that is written out draw by draw."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leoni_replay.cards import texts
from leoni_replay.deals import from_seed, standard
from leoni_replay.rules.shuffle import mixed, shuffle, step

MASK = (1 << 64) - 1
STEP, MIX_1, MIX_2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
BASES = (0, 12, 13, 25, 26, 38, 39, 51)


def by_the_book(items: list[int], state: int) -> int:
    """The shuffle as docs/notation.md puts it, with numbers that have no end."""
    for i in range(len(items) - 1, 0, -1):
        n = i + 1
        while True:
            state = (state + STEP) % 2**64
            x = state
            x = (x ^ x >> 30) * MIX_1 % 2**64
            x = (x ^ x >> 27) * MIX_2 % 2**64
            x ^= x >> 31
            if x < 2**64 - 2**64 % n:
                break
        items[i], items[x % n] = items[x % n], items[i]
    return state


def before(drawn: int) -> int:
    """The state whose first draw is this number."""
    z = drawn
    z ^= z >> 31 ^ z >> 62
    z = z * pow(MIX_2, -1, 1 << 64) & MASK
    z ^= z >> 27 ^ z >> 54
    z = z * pow(MIX_1, -1, 1 << 64) & MASK
    z ^= z >> 30 ^ z >> 60
    return (z - STEP) & MASK


def test_the_vector_of_the_notation() -> None:
    stock = bytearray(standard(2, BASES))
    shuffle(stock, int.from_bytes(hashlib.sha256(b"1884").digest()[:8], "big"))
    assert texts(list(stock[:20])) == "JC 3H 6D 2C 3H 6C 7H QS QD AD 3S TH 7D 6D QH TC 5D 4C TS 8D"
    assert hashlib.sha256(texts(list(stock)).encode()).hexdigest().startswith("0d6f9caf6b77cc07")


@pytest.mark.long
@pytest.mark.parametrize(("packs", "bases"), [(1, (0, 13, 26, 39)), (2, BASES), (2, ())])
def test_many_seeds(packs: int, bases: tuple[int, ...]) -> None:
    for number in range(2000):
        expected = standard(packs, bases)
        by_the_book(expected, int.from_bytes(hashlib.sha256(str(number).encode()).digest()[:8], "big"))
        assert from_seed(str(number), packs, bases) == expected


@given(st.binary(max_size=256), st.integers(0, MASK))
def test_any_cards_from_any_state(cards: bytes, state: int) -> None:
    expected, shuffled = list(cards), bytearray(cards)
    assert shuffle(shuffled, state) == by_the_book(expected, state)
    assert list(shuffled) == expected


@given(st.integers(2, 200), st.integers(0, 300))
def test_the_ragged_end_of_a_range_is_drawn_again(size: int, short: int) -> None:
    """The first draw is among the last numbers that there are."""
    state = before(MASK - short)
    assert mixed(step(state)) == MASK - short
    expected, shuffled = list(range(size)), bytearray(range(size))
    after = shuffle(shuffled, state)
    assert after == by_the_book(expected, state)
    assert list(shuffled) == expected
    draws = (after - state) * pow(STEP, -1, 1 << 64) & MASK
    assert draws == size - 1 + (short < 2**64 % size)


def test_a_part_is_shuffled_in_place() -> None:
    cards = bytearray(range(10))
    shuffle(memoryview(cards)[2:8], 1)
    assert cards[:2] == bytes([0, 1]) and cards[8:] == bytes([8, 9])
    assert sorted(cards) == list(range(10)) and cards != bytearray(range(10))


def test_what_cannot_be_written_is_refused() -> None:
    with pytest.raises((TypeError, ValueError, BufferError)):
        shuffle(b"abc", 1)  # type: ignore[arg-type]
