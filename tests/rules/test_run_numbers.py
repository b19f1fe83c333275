"""The plain numbers in the loop of the runner are those of the constants that the comments above them name."""

from __future__ import annotations

import re
from pathlib import Path

import leoni_replay
from leoni_replay.rules import run

SOURCE = Path(leoni_replay.__file__).parent.joinpath("rules", "run.py").read_text(encoding="utf-8")
#: The methods of the runner that compare numbers.
LOOP = SOURCE.partition("def run(")[2].partition("\n    def ")[0]
PARTS = SOURCE.partition("def _match_parts(")[2]


def kind_of(name: str) -> int:
    """Return the number of a kind without the 24 bits of a move."""
    number: int = getattr(run, name)
    return number >> 24


def test_kinds() -> None:
    compared: set[int] = set()
    for comment, condition in re.findall(r"^ +# (.*)\n +(?:el)?if (kind == \d+(?: or kind == \d+)*):$", LOOP, re.M):
        numbers = [int(number) for number in re.findall(r"\d+", condition)]
        assert [kind_of(name) for name in re.findall(r"[A-Z]{4,}", comment)] == numbers, comment
        compared.update(numbers)
    assert compared == {int(number) for number in re.findall(r"kind == (\d+)", LOOP)}
    assert len(compared) == 10


def test_kinds_of_parts() -> None:
    named = {name: int(number) for name, number in re.findall(r"([A-Z_]{4,}) \((\d)\)", PARTS)}
    assert named == {name: kind_of(name) for name in ("LIFTED", "STALEMATE", "SHOWN", "ALSO_SHOWN")}


def test_reasons() -> None:
    stops = re.findall(r"^( +)# ([A-Z_]+)\n\1self\.reason = (\d)$", LOOP, re.M)
    assert [getattr(run, name) for _, name, _ in stops] == [int(number) for *_, number in stops]
    assert len(stops) == len(re.findall(r"self\.reason = [1-9]", LOOP))
    assert {int(number) for *_, number in stops} == {*range(run.UNKNOWN_WORD, run.MISTIMED + 1)}


def test_the_cell_of_a_kind_without_a_terminal() -> None:
    (number,) = re.findall(r"if terminal >= 0 else (-\d)$", LOOP, re.M)
    assert int(number) == run.SYNTAX
