"""The project does what it did when it was frozen: a small part by default, all of it among the long tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.goldens import freeze

#: Transcripts that are shown in every format also by default.
FEW = (
    "../tests/records/games/overrides.moves",
    "../tests/records/games/rug-overrides.moves",
    "rejected/M216.moves",
    "books/mcneely-labyrinth.moves",
)


def frozen(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


GAMES = frozen(freeze.GAMES_FILE)
COMMANDS = frozen(freeze.COMMANDS_FILE)
TRANSCRIPTS = frozen(freeze.TRANSCRIPTS_FILE)
NAMES = sorted({freeze.RuleSet.parse(label).game for label in GAMES})
BOOKS = [label for label in GAMES if not freeze.RuleSet.parse(label).change]


def same(changed: list[str]) -> None:
    """Nothing has changed; else where, and how to see what."""
    how = "python -m tests.goldens.freeze --details FILE --only"
    assert not changed, f'{len(changed)} changed, among them\n{how} "{changed[0]}"\n' + "\n".join(changed[:20])


def test_the_same_rules() -> None:
    assert COMMANDS.keys() == GAMES.keys()


@pytest.mark.parametrize("name", NAMES)
def test_games_begin(name: str) -> None:
    """Under all rules the first moves of one game."""
    labels = [label for label in GAMES if freeze.RuleSet.parse(label).game == name]
    same([freeze.game_label(label, 1) for label in labels if freeze.begin_hash(label) != GAMES[label]["begin"]])


@pytest.mark.parametrize("label", BOOKS)
def test_one_game_of_every_book(label: str) -> None:
    """A whole game, and what is said against commands in one position of it."""
    number = 3
    played = freeze.short_hash(freeze.play_game(freeze.RuleSet.parse(label).make(), number).lines)
    changed = [] if played == GAMES[label]["games"].split()[number - 1] else [freeze.game_label(label, number)]
    name, lines = next(freeze.command_lines(label, f"golden-{number}, position 2"))
    place = (number - 1) * freeze.ASKED_POSITIONS[0] + 1
    changed += [] if freeze.short_hash(lines) == COMMANDS[label].split()[place] else [name]
    same(changed)


@pytest.mark.parametrize("name", FEW)
def test_few_transcripts(name: str) -> None:
    same(changed_formats(name))


def test_transcripts_are_the_frozen_ones() -> None:
    """Whoever edits a record, or adds one, is told so at once, and not by the long tests."""
    now = {name: freeze.own_hash(name) for name in freeze.transcripts()}
    assert now == {name: hashes["moves"] for name, hashes in TRANSCRIPTS.items()}, "freeze anew: --part transcripts"


def changed_formats(name: str) -> list[str]:
    """The formats in which a transcript does not look as it did."""
    made = freeze.transcript_hashes(name)
    return [f"transcripts: {name}: {form}" for form, digest in TRANSCRIPTS[name].items() if made[form] != digest]


@pytest.mark.long
@pytest.mark.parametrize("label", GAMES)
def test_games(label: str) -> None:
    made = freeze.game_hashes(label)["games"].split()
    hashes = GAMES[label]["games"].split()
    pairs = enumerate(zip(made, hashes, strict=True), 1)
    same([freeze.game_label(label, number) for number, (new, old) in pairs if new != old])


@pytest.mark.long
@pytest.mark.parametrize("label", COMMANDS)
def test_commands(label: str) -> None:
    made = [(name, freeze.short_hash(lines)) for name, lines in freeze.command_lines(label)]
    same([name for (name, new), old in zip(made, COMMANDS[label].split(), strict=True) if new != old])


@pytest.mark.long
def test_transcripts() -> None:
    same([changed for name in TRANSCRIPTS for changed in changed_formats(name)])
