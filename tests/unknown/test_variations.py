"""Records with variations and true claims, whose deal has been taken away or in part: they are consistent."""

from __future__ import annotations

import pytest

from leoni_replay.notation import loads
from leoni_replay.record.replay import replay


@pytest.mark.parametrize(
    ("game", "rules", "body", "at"),
    [
        ("Labyrinth", "mcneely", "1. r1c3:2D^+QH (r1c2:2D^) *", 17),
        ("Labyrinth", "mcneely", "1. r1c3:2D^+QH (r1c2:2D^+2C) *", 17),
        ("Labyrinth", "mcneely", "1. r1c2:2D^+2C (r1c3:2D^+QH) *", 17),
        ("Leoni's Own", "wikipedia", "1. 4:2H^ (5:2H^) (6:2H^) *", 19),
    ],
)
def test_a_variation_names_no_card_that_lies_elsewhere(game: str, rules: str, body: str, at: int) -> None:
    """What it is a variation of was played with the same deal, though its moves come later."""
    (record,) = loads(f'[Game "{game}"]\n[Rules "{rules}"]\n\n{body}\n')
    replayed = replay(record, hints=False)
    assert replayed.error is not None
    assert (replayed.error.code, replayed.error.span.column) == ("M227", at), replayed.error
