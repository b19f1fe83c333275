"""Deals by number: test vectors, and what cannot be dealt."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable

import pytest

import leoni_replay as lr
from leoni_replay.cards import texts
from leoni_replay.deals import SplitMix64, deal_hash, difference, from_pysol, from_seed, standard
from leoni_replay.record.setup import other_schemes

BASES = (0, 12, 13, 25, 26, 38, 39, 51)


def test_seed_vector() -> None:
    stock = from_seed("1884", 2, BASES)
    assert texts(stock[:20]) == "JC 3H 6D 2C 3H 6C 7H QS QD AD 3S TH 7D 6D QH TC 5D 4C TS 8D"
    assert hashlib.sha256(texts(stock).encode()).hexdigest().startswith("0d6f9caf6b77cc07")
    assert deal_hash(stock) == "0d6f9caf6b77cc07"
    table = lr.deal("seed:1884")
    assert (table.digest, table.hash) == ("04d23900b2766e67", "0d6f9caf6b77cc07")


def test_split_mix_is_that_of_its_authors() -> None:
    generator = SplitMix64("")
    generator.state = 1234567
    # The first outputs for this state are in the reference code's own test.
    assert [generator.next() for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@pytest.mark.parametrize("size", [0, 1, 2, 52, 96, 104])
def test_a_shuffle_is_fisher_and_yates_draw_by_draw(size: int) -> None:
    for seed in ("a", "b", "1884"):
        plain, fast = SplitMix64(seed), SplitMix64(seed)
        expected, items = list(range(size)), list(range(size))
        for i in range(size - 1, 0, -1):
            j = plain.below(i + 1)
            expected[i], expected[j] = expected[j], expected[i]
        fast.shuffle(items)
        assert items == expected and fast.state == plain.state


@pytest.mark.parametrize(
    ("number", "first"),
    [
        # The well-known deals of the Microsoft numbers, row 1.
        ("1", "JD 2D 9H JC 5D 7H 7C 5H"),
        ("617", "7D AD 5C 3S 5S 8C 2D AH"),
        ("ms1", "JD 2D 9H JC 5D 7H 7C 5H"),
    ],
)
def test_pysol_numbers_of_one_pack(number: str, first: str) -> None:
    assert texts(from_pysol(number, 1)[:8]) == first


@pytest.mark.parametrize("bases", [BASES, (12, 12, 25, 25, 38, 38, 51, 51), ()])
def test_bases_are_taken_out_of_pysol_deals_in_place(bases: tuple[int, ...]) -> None:
    whole, stock = from_pysol("12345", 2), from_pysol("12345", 2, bases)
    assert difference(stock, standard(2, bases)) == ([], [])
    rest = iter(whole)
    assert all(card in rest for card in stock)


@pytest.mark.parametrize(
    ("deal", "others"),
    [
        ("seed:12", ["pysol:12", "pysol:ms12"]),
        ("pysol:12", ["seed:12", "pysol:ms12"]),
        ("pysol:ms12", ["seed:ms12", "seed:12", "pysol:12"]),
        ("seed:summer", []),
        ("seed:\u0661\u0662", []),
        (f"seed:{'1' * 101}", []),
        ("layout", []),
    ],
)
def test_what_people_mean_by_a_number(deal: str, others: list[str]) -> None:
    """The same number under another scheme, if that has such numbers."""
    assert other_schemes(deal) == others


def linear(seed: int) -> Callable[[int], int]:
    """A number from 0 to n, as the generator of the Microsoft numbers draws it."""
    state = seed

    def draw(n: int) -> int:
        nonlocal state
        state = (state * 214013 + 2531011) % 2**33
        return (state // 65536 % 32768) % (n + 1)

    return draw


@pytest.mark.parametrize("number", ["12345", "31999", "ms32000", "32000"])
def test_deals_of_pysolfc(number: str) -> None:
    """Martha's twelve piles as PySolFC deals them, worked out card by card."""
    microsoft = number != "32000"
    draw = linear(int(number.removeprefix("ms"))) if microsoft else None
    generator = random.Random(32000)
    # Of Microsoft's packs ranks first, suits in the order C D H S.
    pack = [rank + suit for suit in "CSHD" for rank in "A23456789TJQK"]
    pack = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"] if microsoft else pack
    for n in range(51, 0, -1):
        other = draw(n) if draw else int(generator.random() * (n + 1))
        pack[n], pack[other] = pack[other], pack[n]
    stock = [card for card in reversed(pack) if card[0] != "A"]
    piles = [f"{p + 1}: #{stock[p]} {stock[p + 12]} #{stock[p + 24]} {stock[p + 36]}" for p in range(12)]
    assert lr.deal(f"pysol:{number}", "Martha").text.splitlines() == ["C^: AC", "D^: AD", "H^: AH", "S^: AS", *piles]
