"""The strict replay: the order in which things are found wrong, numbers, variations, claims, results, hints."""

from __future__ import annotations

from pathlib import Path

import pytest

import leoni_replay as lr
from leoni_replay.record.replay import Replay

GAMES = Path(__file__).parent.parent / "transcripts" / "games"
HEAD = '[Game "Leoni\'s Own"]\n[Rules "wikipedia"]\n[Deal "seed:1884"]\n'


def replayed(text: str) -> Replay:
    (transcript,) = lr.loads(text)
    return lr.replay(transcript)


def diagnosed(text: str) -> list[tuple[str, int | None, int, int]]:
    """Code, move, line and column of what is found."""
    return [(d.code, d.move, d.span.line, d.span.column) for d in replayed(text).diagnostics]


@pytest.mark.share(2)
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # The first wrong token counts, be it of rules or of syntax.
        (HEAD + "1. 11:2S^ 8:4C^ zz5 *", [("M204", 2, 4, 11)]),
        (HEAD + "1. 11:2S^ zz5 8:4C^ *", [("S002", 2, 4, 11)]),
        (HEAD + "1. 11:2S^ 3. 11:QCv *", [("M219", 2, 4, 11)]),
        (HEAD + "1. 11:2S^ 2. 11:QCv", [("S007", None, 4, 20)]),
        (HEAD + "1. 11:2S^ 2.", [("S001", 2, 4, 13)]),
        (HEAD + '[Result "won"]\n11:2S^', [("R503", None, 5, 7)]),
        (HEAD + "11:2S^ won", [("R501", None, 4, 8)]),
        (HEAD + "11:2S^ lost", [("R502", None, 4, 8)]),
        (HEAD + '[Result "won"]\n11:2S^ *', [("R503", None, 5, 8)]),
        (HEAD + '[Result "drawn"]\n11:2S^ *', [("R504", None, 4, 1)]),
        (HEAD + "11:2S^ * {= won}", [("C401", None, 4, 10)]),
        (HEAD + "{= won} 11:2S^ *", [("C401", None, 4, 1)]),
        (HEAD + "11:2S^ (11:2S^ 8:4C^) *", [("M204", 2, 4, 16)]),
        (HEAD + "11:2S^ (2. 11:2S^) *", [("M219", 1, 4, 9)]),
        (HEAD + "11:2S^ 11:QCv 4:3S^ (13:JCv) ) *", [("S005", 4, 4, 30)]),
        ('[Game "Leoni"]\n[Deal "seed:1884"]\n*', [("H103", None, 1, 1)]),
        ('[Rules "wikipedia"]\n[Deal "seed:1884"]\n*', [("H101", None, 2, 1)]),
        ('[Game "Leoni\'s Own"]\n[Rules "wikipedia"]\n[DealHash "0"]\n*', [("H101", None, 3, 1)]),
        ('[Game "Leoni\'s Own"]\n[Rules "wikipedia"]\n*', [("H111", None, 1, 1)]),
    ],
)
def test_the_first_wrong_token(text: str, expected: list[tuple[str, int | None, int, int]]) -> None:
    assert diagnosed(text) == expected


def test_positions_before_a_fault_are_kept() -> None:
    replay = replayed(HEAD + "1. 11:2S^ (6:2S^ 6:2H^ 8:4C^) 11:QCv *")
    assert [d.code for d in replay.diagnostics] == ["M204"]
    # The fault is in a variation: the main line stands at the move that it replaces.
    assert len(replay.steps) == 1
    assert replay.digest == replayed(HEAD + "11:2S^ *").digest


def test_variations_are_replayed_and_taken_back() -> None:
    replay = replayed(HEAD + "1. 11:2S^ (6:2S^ 2. 6:2H^ (1. 6:2S^)) 11:QCv *")
    assert [d.code for d in replay.diagnostics] == ["M219"]
    replay = replayed(HEAD + "1. 11:2S^ (6:2S^ 2. 6:2H^) (1. 6:2S^ {= left 95}) 2. 11:QCv *")
    assert replay.verified
    assert [len(line.moves) for line in replay.line.lines] == [2, 1]
    assert replay.digest == replayed(HEAD + "11:2S^ 11:QCv *").digest


@pytest.mark.parametrize(
    ("change", "note"),
    [
        (('"wikipedia"', '"gamerules"'), "the whole game is legal under the rule book wikipedia"),
        (('"wikipedia"', '"wikipedia; L9=any; L2=rotate-once"'), "without its overrides"),
        (('"seed:1884"', '"pysol:1884"'), 'the whole game is legal for [Deal "seed:1884"]'),
    ],
)
def test_hints(change: tuple[str, str], note: str) -> None:
    text = open_text("1884.moves").replace(*change)
    (error,) = [d for d in replayed(text).diagnostics if d.severity == "error"]
    assert any(note in line for line in error.notes)


def open_text(path: str) -> str:
    return (GAMES / path).read_text(encoding="utf-8")
