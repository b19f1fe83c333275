"""Verdicts: what none of them can say, whoever makes it."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

import leoni_replay as lr
from leoni_replay.diagnostics import Diagnostic, Span

WRONG = Diagnostic("M203", "error", "3♦ does not fit", "a.moves", Span(6, 11, 6, 16))
DOUBT = WRONG._replace(code="H108", severity="warning")


def verdict(status: Any, result: Any, *diagnostics: Diagnostic, unknown: int | None = None) -> lr.Verdict:
    """A verdict with some fields."""
    return lr.Verdict(
        "a.moves", 1, "Anna", "dick-1898", "seed:1", status, result, 3, "00ff00ff00ff00ff", diagnostics, unknown
    )


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        (("verified", "won", WRONG), "it says `verified` beside the error M203"),
        (("verified", "won", DOUBT, WRONG), "it says `verified` beside the error M203"),
        (("consistent", "*", WRONG), "it says `consistent` beside the error M203"),
        (("rejected", "won", WRONG), "a rejected game has no result, and this one is `won`"),
        (("verified", None), "it says `verified` without a result"),
        (("verified", "drawn"), "there is no result `drawn`"),
        (("proved", "won"), "there is no status `proved`"),
        (("consistent", "won"), "it says `consistent`, and no number of unknown cards"),
    ],
)
def test_what_no_verdict_says(fields: tuple[Any, ...], said: str) -> None:
    with pytest.raises(ValueError, match=f"^this is not a verdict: {said}$"):
        verdict(*fields)


def test_what_verdicts_say() -> None:
    for made in (
        verdict("verified", "won"),
        verdict("verified", "lost", DOUBT),
        verdict("consistent", "*", DOUBT, unknown=0),
        verdict("rejected", None, DOUBT, WRONG),
        # An error may be one that the user does not want to hear of.
        verdict("rejected", None),
    ):
        assert pickle.loads(pickle.dumps(made)) == made
    with pytest.raises(ValueError, match="it says `verified`, and a number of unknown cards"):
        verdict("verified", "won", unknown=3)
