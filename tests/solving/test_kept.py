"""The memory of searches: what is kept of it when the rest is forgotten."""

from __future__ import annotations

import random

import leoni_replay as lr
from leoni_replay.search.depth_first import VisitedPositions
from leoni_replay.search.solver import Limits, make_memory, solve


def test_the_first_keys_are_kept() -> None:
    """Nearly full, so that keys make way for one another."""
    draw = random.Random("kept")
    seen = VisitedPositions(10)
    keys = [draw.getrandbits(64) for _ in range(seen.capacity)]
    assert [seen.add(key) for key in keys] == [1] * len(keys) and seen.add(draw.getrandbits(64)) == -1
    for kept in (700, 699, 300, 0):
        seen.clear(kept)
        assert seen.key_count == kept
        assert all(seen.add(key) == 0 for key in keys[:kept])
        rest = keys[kept:]
        draw.shuffle(rest)
        assert all(seen.add(key) == 1 for key in rest)


def test_what_is_known_to_be_lost_is_not_looked_at_again() -> None:
    table = lr.deal("seed:0", "Leoni's Own", "mcneely").position.table
    limits = Limits(nodes=100_000, memory=4)
    seen = make_memory(limits)
    first = solve(table, limits, visited=seen)
    assert first.status == "lost" and seen.key_count > 10
    again = solve(table, limits, visited=seen, kept_count=seen.key_count)
    assert again.status == "lost" and again.nodes < first.nodes / 10
    assert solve(table, limits, visited=seen).nodes == first.nodes


def test_a_memory_is_no_larger_than_it_need_be() -> None:
    assert make_memory(Limits(nodes=1000)).capacity >= 1000 > make_memory(Limits(nodes=1000)).capacity / 4
    assert make_memory(Limits(nodes=10**9, memory=1)).capacity == make_memory(Limits(memory=1)).capacity
