# cython: cdivision=True
"""Fisher and Yates with SplitMix64: the shuffle of ``seed:`` deals."""

from __future__ import annotations

# 2 to the 64 fits no C type, so it is written as its predecessor, plus one where that matters.
_MASK = 0xFFFFFFFFFFFFFFFF
#: the last multiple of a number of cards is never lower
_NEARLY_ALL = 0xFFFFFFFFFFFF0000
_STEP = 0x9E3779B97F4A7C15
_MIX_1 = 0xBF58476D1CE4E5B9
_MIX_2 = 0x94D049BB133111EB


def step(state: int) -> int:
    """Return the next state of SplitMix64 after a state."""
    return (state + _STEP) & _MASK


def mix(state: int) -> int:
    """Return the 64 random bits that a state of SplitMix64 stands for."""
    state = ((state ^ (state >> 30)) * _MIX_1) & _MASK
    state = ((state ^ (state >> 27)) * _MIX_2) & _MASK
    return state ^ (state >> 31)


def shuffle(cards: bytearray | memoryview, state: int) -> int:
    """Shuffle cards in place, from the last to the second.

    Args:
        cards: the cards.
        state: the state of SplitMix64, which draws the random numbers (as ``step`` and ``mix`` do).

    Returns:
        The state after the last number drawn.
    """
    # The number of cards that are still to be shuffled.
    n = len(cards)
    while n > 1:
        state = (state + _STEP) & _MASK
        number = ((state ^ (state >> 30)) * _MIX_1) & _MASK
        number = ((number ^ (number >> 27)) * _MIX_2) & _MASK
        number ^= number >> 31
        # Numbers from the last multiple of n on are drawn again, or low results would be more frequent.
        if number > _NEARLY_ALL and number > _MASK - (_MASK % n + 1) % n:
            continue
        i = number % n
        n -= 1
        card = cards[n]
        cards[n] = cards[i]
        cards[i] = card
    return state
