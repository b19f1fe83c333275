"""A layout that no game by the rules leads to is doubtful; no position that play reaches is called so."""

from __future__ import annotations

import os
import random
import time

import pytest

import leoni_replay as lr
from leoni_replay.examining.findings import findings
from tests.random_records import random_rules

SECONDS = float(os.environ.get("LEONI_SECONDS", "0.2"))
SEED = os.environ.get("LEONI_SEED", "unreachable")


def test_no_position_that_play_reaches_is_called_unreachable() -> None:
    draw = random.Random(SEED)
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        name = draw.choice([*lr.GAMES])
        game = lr.new(name, f"seed:{draw.randrange(10**9)}", random_rules(draw, name))
        assert not game.position.game.undealt_cards(game.position), game
        for _ in range(draw.randint(0, 120)):
            moves = game.legal()
            if not moves:
                break
            game.push(draw.choice(list(moves)))
        found = [finding for finding in findings(game.position) if finding.severity == "impossible"]
        assert not game.position.unreachable_cards() and not found, (game, found, str(game))


def layout_record(game: str, rules: str, layout: str) -> str:
    return f'[Game "{game}"]\n[Rules "{rules}"]\n[Deal "layout"]\n[Layout "{layout}"]\n\n*\n'


UNREACHABLE = {
    "Leoni's Own": ("wikipedia", "5: 7C 5H 9D", "5♥ above other cards"),
    "Weaver's": ("weavers", "12: QH 3C QC", "Q♣ above other cards"),
}


@pytest.mark.parametrize("game", UNREACHABLE)
def test_a_layout_that_no_game_leads_to_is_doubtful_and_examine_says_why(game: str) -> None:
    rules, layout, words = UNREACHABLE[game]
    record = layout_record(game, rules, layout)
    (verdict,) = lr.verify_text(record)
    assert verdict.label == "doubtful"
    assert any(problem.code == "D306" and words in problem.message for problem in verdict.diagnostics)
    found = [finding for finding in lr.examine(record).findings if finding.severity == "impossible"]
    assert any(words in finding.message for finding in found)


@pytest.mark.parametrize(
    ("game", "rules", "layout"),
    [
        ("Leoni's Own", "wikipedia", "5: 5C 5H 9D\n13: 2C KD KH 3C"),
        ("Leoni's Own", "wikipedia", "5: ?? 5H 9D"),
        ("Leoni's Own", "wikipedia; L5=unchecked", "5: 7C 5H"),
        ("Leoni's Own", "wikipedia; L2=rotate-once", "5: 7C 5H"),
        ("Weaver's", "weavers; L5=unchecked", "12: 3C QC"),
    ],
)
def test_what_play_leads_to_is_not_doubted(game: str, rules: str, layout: str) -> None:
    (verdict,) = lr.verify_text(layout_record(game, rules, layout))
    assert "D306" not in [problem.code for problem in verdict.diagnostics]
