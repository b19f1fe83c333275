"""Packs, shuffles and deal numbers: from the value of a ``Deal`` tag to the cards in the order dealt.

Version 1 of the deals: a pack in standard order, the game's bases taken out, shuffled by Fisher and Yates with
SplitMix64 (``seed:``), or the order that PySolFC gives a game number (``pysol:``), bases taken out afterwards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache

from leoni_replay import cards
from leoni_replay.cards import PACK, PACK_SIZE
from leoni_replay.leoni_error import LeoniError
from leoni_replay.rules.position_text import digest_of
from leoni_replay.rules.shuffle import mix, shuffle, step

_RANGE = 1 << 64

#: Longest game number that is read; PySolFC has no limit, but nobody types more.
MAX_DIGITS = 100


class DealError(LeoniError):
    """A deal that cannot be made; the message says why."""


class NoDeal(DealError):
    """A text that is no name of a deal."""


class SplitMix64:
    """The generator of ``seed:`` deals: its state is the first 8 bytes, big-endian, of the text's SHA-256."""

    __slots__ = ("state",)

    def __init__(self, text: str) -> None:
        self.state: int = _first_state(text)

    def next(self) -> int:
        """Return the next 64 bits."""
        self.state = step(self.state)
        return mix(self.state)

    def below(self, n: int) -> int:
        """Return a number from 0 to n-1, each equally likely: draws at the ragged end of the range are rejected."""
        number = self.next()
        while number >= _RANGE - _RANGE % n:
            number = self.next()
        return number % n

    def shuffle(self, items: list[int]) -> None:
        """Shuffle in place (Fisher and Yates), from the last place to the second. The items are cards, or other
        bytes."""
        shuffled = bytearray(items)
        self.state = shuffle(shuffled, self.state)
        items[:] = shuffled


def _first_state(text: str) -> int:
    return int(digest_of(text.encode("utf-8", "surrogatepass")), 16)


def without(pack: Iterable[int], bases: Iterable[int]) -> list[int]:
    """Return the pack in its order, less the first copy of each of the bases."""
    bases_left = Counter(bases)
    rest = []
    for card in pack:
        if bases_left[card]:
            bases_left[card] -= 1
        else:
            rest.append(card)
    return rest


def standard(packs: int, bases: Iterable[int] = ()) -> list[int]:
    """Return the packs in standard order (C D H S, A…K each), less the bases."""
    return list(_standard(packs, tuple(bases)))


@lru_cache(maxsize=64)
def _standard(packs: int, bases: tuple[int, ...]) -> bytes:
    return bytes(without(list(PACK) * packs, bases))


def from_seed(text: str, packs: int, bases: Iterable[int] = ()) -> list[int]:
    """Return the stock of ``seed:TEXT``: index 0 is dealt first."""
    return list(stock_of_seed(text, packs, tuple(bases)))


def stock_of_seed(text: str, packs: int, bases: tuple[int, ...]) -> bytearray:
    """As :func:`from_seed`, in bytes."""
    stock = bytearray(_standard(packs, bases))
    shuffle(stock, _first_state(text))
    return stock


def stock_of(deal: str, packs: int, bases: tuple[int, ...]) -> bytes | bytearray:
    """Return the stock of a deal by its name, ``seed:TEXT`` or ``pysol:NUMBER``: index 0 is dealt first.

    Raises:
        NoDeal: it is no name of a deal.
        DealError: there is no such deal.
    """
    scheme, _, text = deal.partition(":")
    if not text or text != text.strip():
        raise NoDeal(deal)
    if scheme == "seed":
        return stock_of_seed(text, packs, bases)
    if scheme == "pysol":
        return bytes(from_pysol(text, packs, bases))
    raise NoDeal(deal)


def shuffled_order(text: str, number: int, cards: Iterable[int]) -> bytes:
    """Return the order of the cards of a shuffled redeal, in a game on the deal ``seed:TEXT``.

    Args:
        text: the text of the deal.
        number: the number of the deal that the redeal begins, from 2 on.
        cards: the cards that are dealt again, in any order.
    """
    order = bytearray(sorted(cards))
    shuffle(order, _first_state(f"{text} {number}"))
    return bytes(order)


def _lcrandom31(seed: int) -> Callable[[int], int]:
    """Return PySolFC's LCRandom31 as a draw from 0 to n-1."""
    x = seed if seed < 1 << 32 else seed - (1 << 32)

    def below(n: int) -> int:
        nonlocal x
        x = (x * 214013 + 2531011) & ((1 << 33) - 1)
        if seed >= 1 << 32:
            v = ((x >> 16) & 0xFFFF) + 1
        else:
            v = (x >> 16) & 0x7FFF
            if seed >= 1 << 31:
                v |= 0x8000
        return v % n

    return below


def _mt19937(seed: int) -> Callable[[int], int]:
    """Return PySolFC's MTRandom as a draw from 0 to n-1, with its own scaling, not that of :mod:`random`."""
    import random

    draw = random.Random(seed).random
    return lambda n: int(draw() * n)


#: PySolFC numbers its suits C S H D; here they are C D H S.
_PYSOL_SUITS = (0, 3, 2, 1)


def from_pysol(number: str, packs: int, bases: Iterable[int] = ()) -> list[int]:
    """Return the stock of ``pysol:NUMBER``: the pack order of PySolFC's game of that number, bases taken out
    afterwards.

    Args:
        number: digits (1–31999 by LCRandom31, 32000 and up by MT19937), or ``ms`` and digits (LCRandom31).
        packs: one or two.
        bases: the cards taken out, the first pack's copies.

    Raises:
        DealError: PySolFC has no game of that number.
    """
    microsoft = number.startswith("ms")
    digits = number[2:] if microsoft else number
    if not (digits.isascii() and digits.isdigit()):
        raise DealError(f"`{number}` is no PySolFC game number: digits are needed, or ms and digits")
    if len(digits) > MAX_DIGITS:
        raise DealError(f"a PySolFC game number of {len(digits)} digits is too long: at most {MAX_DIGITS} are read")
    seed = int(digits)
    if seed == 0:
        raise DealError("PySolFC has no game number 0: they begin at 1")
    if microsoft and seed >= 1 << 33:
        raise DealError(f"PySolFC's ms numbers end at {(1 << 33) - 1}")
    linear = microsoft or seed < 32000
    below = _lcrandom31(seed) if linear else _mt19937(seed)

    ids = list(range(PACK_SIZE * packs))
    if linear and packs == 1:
        ids = [rank + suit * 13 for rank in range(13) for suit in (0, 3, 2, 1)]
    for i in range(len(ids) - 1, 0, -1):
        j = below(i + 1)
        ids[i], ids[j] = ids[j], ids[i]

    # The first pack's copies are the bases, wherever the shuffle put them.
    base_cards = set(bases)
    stock = []
    for card_id in reversed(ids):
        card = _PYSOL_SUITS[card_id % PACK_SIZE // 13] * 13 + card_id % 13
        if card in base_cards and card_id < PACK_SIZE:
            continue
        stock.append(card)
    # The bases beyond one of each card: Weaver's takes both kings of a suit.
    return without(stock, [card for card, count in Counter(bases).items() for _ in range(count - 1)])


def deal_hash(stock: Iterable[int]) -> str:
    """Return the ``DealHash`` of a stock: 16 hex digits of SHA-256 over its cards in the order dealt."""
    return digest_of(" ".join([cards.TEXT[card] for card in stock]).encode())


def difference(cards_there: Iterable[int], whole_pack: Iterable[int]) -> tuple[list[int], list[int]]:
    """Return the cards that are too many and those that are missing from a pack, in standard order."""
    counts, pack_counts = Counter(cards_there), Counter(whole_pack)
    return sorted((counts - pack_counts).elements()), sorted((pack_counts - counts).elements())
