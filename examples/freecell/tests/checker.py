"""A checker of records of FreeCell on plain lists, which shares no code with the package."""

from __future__ import annotations

import re

RANKS = "A23456789TJQK"
CELLS = ["a", "b", "c", "d"]
MOVE = re.compile(r"([0-9]+|[a-d]):([A2-9TJQK])([CDHS])(?:\^|>([0-9]+|[a-d]))")


def _fits(card: str, on: str) -> bool:
    red = "DH"
    return RANKS.index(card[0]) + 1 == RANKS.index(on[0]) and (card[1] in red) != (on[1] in red)


def first_refused(board: str, moves: list[str], result: str) -> int | None:
    """The number of the first move that cannot be made, or the one after the last if the result is not true; None if
    all is right."""
    piles = {str(n): line.split() for n, line in enumerate(board.split("\n")[:8], 1)}
    piles |= {cell: [] for cell in CELLS}
    built = dict.fromkeys("CDHS", 0)
    for number, move in enumerate(moves, 1):
        if not _make(piles, built, move):
            return number
    won = sum(built.values()) == 52
    return len(moves) + 1 if won != (result == "won") else None


def _make(piles: dict[str, list[str]], built: dict[str, int], move: str) -> bool:
    parts = MOVE.fullmatch(move)
    if parts is None or sum(built.values()) == 52:
        return False
    source, rank, suit, dest = parts.groups()
    card = rank + suit
    if source not in piles or card not in piles[source]:
        return False
    at = piles[source].index(card)
    run = piles[source][at:]
    if dest is None:
        if len(run) > 1 or RANKS.index(rank) != built[suit]:
            return False
        built[suit] += 1
        piles[source].pop()
        return True
    if dest not in piles or dest == source:
        return False
    if dest in CELLS:
        if piles[dest] or len(run) > 1:
            return False
    else:
        if not all(_fits(run[i + 1], run[i]) for i in range(len(run) - 1)):
            return False
        if piles[dest] and not _fits(card, piles[dest][-1]):
            return False
        cells = sum(1 for cell in CELLS if not piles[cell])
        columns = sum(1 for name in piles if name not in CELLS and name != dest and not piles[name])
        if len(run) > (cells + 1) * 2**columns:
            return False
    piles[dest] += run
    del piles[source][at:]
    return True
