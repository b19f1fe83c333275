"""Transcripts look as they did when they were frozen: a few by default, all of them among the long tests."""

from __future__ import annotations

import json

import pytest

from tests.goldens import freeze

#: Transcripts that are shown in every format also by default.
FEW = (
    "../tests/records/games/overrides.moves",
    "../tests/records/games/rug-overrides.moves",
    "rejected/M216.moves",
    "books/mcneely-labyrinth.moves",
)


TRANSCRIPTS: dict[str, dict[str, str]] = json.loads(freeze.TRANSCRIPTS_FILE.read_text(encoding="utf-8"))


def same(changed: list[str]) -> None:
    """Nothing has changed; else where, and how to see what."""
    how = "python -m tests.goldens.freeze --details FILE --only"
    assert not changed, f'{len(changed)} changed, among them\n{how} "{changed[0]}"\n' + "\n".join(changed[:20])


@pytest.mark.parametrize("name", FEW)
def test_few_transcripts(name: str) -> None:
    same(changed_formats(name))


def test_transcripts_are_the_frozen_ones() -> None:
    """Whoever edits a record, or adds one, is told so at once, and not by the long tests."""
    now = {name: freeze.own_hash(name) for name in freeze.transcripts()}
    assert now == {name: hashes["moves"] for name, hashes in TRANSCRIPTS.items()}, "freeze anew"


def changed_formats(name: str) -> list[str]:
    """The formats in which a transcript does not look as it did."""
    made = freeze.transcript_hashes(name)
    return [f"transcripts: {name}: {form}" for form, digest in TRANSCRIPTS[name].items() if made[form] != digest]


@pytest.mark.long
def test_transcripts() -> None:
    same([changed for name in TRANSCRIPTS for changed in changed_formats(name)])
