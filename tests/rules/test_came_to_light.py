"""Where the cards that a move shows lay before it, for games from outside the package."""

from __future__ import annotations

import pytest

from leoni_replay.rules.python_rules import OpenTable


class Shifting(OpenTable):
    """Every move makes the same shifts, and shows the card of the last."""

    shifts: tuple[tuple[int, int, int, int], ...] = ()

    def why(self, move: int) -> int:
        return 0

    def perform(self, move: int) -> None:
        for shift in self.shifts:
            card = self.shift(*shift)
        self.show(card)


@pytest.mark.parametrize(
    ("shifts", "before"),
    [
        ([(1, 1, 2, 2)], (1, 1)),
        # The card itself has come from elsewhere.
        ([(1, 1, 2, 2), (2, 2, 3, 0)], (1, 1)),
        ([(1, 1, 2, 0), (2, 0, 3, 0), (3, 0, 1, 1)], (1, 1)),
        # One has come under it, or gone from under it.
        ([(1, 1, 2, 0), (2, 2, 3, 0)], (2, 1)),
        ([(2, 0, 3, 0), (2, 0, 3, 1)], (2, 1)),
        # Others have come or gone above it, or elsewhere.
        ([(1, 1, 2, 2), (2, 1, 3, 0)], (2, 1)),
        ([(2, 1, 3, 0), (2, 0, 3, 1)], (2, 0)),
        ([(1, 0, 3, 0), (2, 1, 3, 1)], (2, 1)),
    ],
)
def test_where_a_card_lay_before(shifts: list[tuple[int, int, int, int]], before: tuple[int, int]) -> None:
    table = Shifting({}, (), 0, 4, 4)
    table.set_position({1: bytes([10, 11]), 2: bytes([20, 21])}, 1, 0)
    lying = table.cards_in(before[0])[before[1]]
    table.shifts = tuple(shifts)
    table.play(1 << 16)
    assert table.came_to_light() == [before]
    assert table.consequences()[1] == bytes([lying])
