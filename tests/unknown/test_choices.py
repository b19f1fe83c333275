"""Where a move can be read in several ways, the record is read in all of them, one combination after the other."""

from __future__ import annotations

from leoni_replay.unknown.proofs import Choices


def test_every_combination_is_read_once() -> None:
    read = []
    wanted: dict[int, int] | None = {}
    while wanted is not None:
        choices = Choices(wanted)
        choices.begin()
        made = []
        for move, ways in enumerate(([1, 2], [1], [1, 2, 3])):
            choices.read = move
            made.append(choices.choose(ways))
        read.append(tuple(made))
        wanted = choices.next()
    assert read == [(1, 1, 1), (1, 1, 2), (1, 1, 3), (2, 1, 1), (2, 1, 2), (2, 1, 3)]
