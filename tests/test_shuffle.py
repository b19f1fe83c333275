"""The shuffle of ``seed:`` deals, beside one that is written out draw by draw."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leoni_replay.cards import texts
from leoni_replay.deals import standard
from leoni_replay.rules.shuffle import shuffle

MASK = (1 << 64) - 1
STEP, MIX_1, MIX_2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
BASES = (0, 12, 13, 25, 26, 38, 39, 51)


def by_the_book(items: list[int], state: int) -> int:
    """The shuffle as docs/dev/formats.md puts it, with numbers that have no end."""
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


def test_the_vector_of_the_notation() -> None:
    stock = bytearray(standard(2, BASES))
    shuffle(stock, int.from_bytes(hashlib.sha256(b"1884").digest()[:8], "big"))
    assert texts(list(stock[:20])) == "JC 3H 6D 2C 3H 6C 7H QS QD AD 3S TH 7D 6D QH TC 5D 4C TS 8D"
    assert hashlib.sha256(texts(list(stock)).encode()).hexdigest().startswith("0d6f9caf6b77cc07")


@given(st.binary(max_size=256), st.integers(0, MASK))
def test_any_cards_from_any_state(cards: bytes, state: int) -> None:
    expected, shuffled = list(cards), bytearray(cards)
    assert shuffle(shuffled, state) == by_the_book(expected, state)
    assert list(shuffled) == expected


def test_what_cannot_be_written_is_refused() -> None:
    with pytest.raises((TypeError, ValueError, BufferError)):
        shuffle(b"abc", 1)  # type: ignore[arg-type]
