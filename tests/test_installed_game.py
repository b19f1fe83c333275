"""A game that an installed package adds: `leoni` has it wherever it has its own."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.cli.runs import Run, command, environment

ROOT = Path(__file__).parents[1]


def install(folder: Path, package: str, points: str) -> None:
    """Put a package among those that are installed: what its metadata say, as pip would write it."""
    info = folder / f"{package}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text(f"[leoni.games]\n{points}\n", "utf-8")


#: A game whose table cannot be shown.
POND = """\
from pathlib import Path
from tests.eighth_game.telling import GAME as TOLL_GATE

class Pond(TOLL_GATE.game):
    def zones(self, position):
        return position.places["pond"]

GAME = TOLL_GATE._replace(name="Toll Pond", game=Pond, folder=Path("pond"))
"""


@pytest.fixture(autouse=True)
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "packages"
    install(folder, "toll-gate", "toll-gate = tests.eighth_game.telling:GAME")
    return folder


def leoni(*args: str, stdin: str = "") -> Run:
    """The command, with the packages of the test and with nothing added by hand."""
    path = os.pathsep.join([str(Path("packages").absolute()), str(ROOT)])
    env = environment() | {"PYTHONPATH": path}
    run = subprocess.run(command(*args), input=stdin, env=env, capture_output=True, text=True, encoding="utf-8")
    return Run(run.returncode, run.stdout, run.stderr)


@pytest.mark.long
def test_its_records_are_made_and_verified_also_by_other_processes() -> None:
    made = leoni("sample", "--game", "toll gate", "--games", "40")
    assert (made.code, made.err) == (0, "") and '[Game "The Toll Gate"]\n[Rules "inn"]' in made.out
    Path("a.moves").write_text(made.out, "utf-8")
    Path("b.moves").write_text(made.out.replace("lost", "won", 1), "utf-8")
    alone = leoni("verify", "a.moves", "b.moves", "--output-format", "jsonl")
    assert leoni("verify", "a.moves", "b.moves", "--output-format", "jsonl", "--jobs", "2") == alone
    verdicts = [json.loads(line) for line in alone.out.splitlines()]
    assert [one["status"] for one in verdicts if "game" in one] == [*["verified"] * 40, "rejected", *["verified"] * 39]


@pytest.mark.long
def test_it_is_listed_after_the_others_and_offered() -> None:
    rows = leoni("games").out.splitlines()
    games = [row.partition("  ")[0] for row in rows if "  " in row and row[:1].strip()]
    assert games.index("The Toll Gate") > games.index("Martha")
    assert leoni("rules", "inn").out.startswith("The Toll Gate: inn\n")
    made = leoni("sample", "--game", "toll gate").out
    assert leoni("verify", "-", "--rules", "inn", stdin=made).code == 0


@pytest.mark.long
def test_a_package_that_cannot_be_used_says_so_and_spoils_no_other_game(packages: Path) -> None:
    install(packages, "broken", "duchess = no_such_module:GAME\ncruel = json:loads")
    install(packages, "another-toll-gate", "toll-gate = tests.eighth_game.telling:GAME")
    record = '[Game "Duchess"]\n[Rules "hers"]\n[Deal "seed:1"]\n\n*\n'
    run = leoni("verify", "-", "--output-format", "concise", stdin=record)
    assert run.code == 1 and "Traceback" not in run.err
    assert (
        "error[H103] the game `duchess` of the package broken cannot be loaded: No module named 'no_such_module'"
        in run.out
    )
    Path("pond.py").write_text(POND, "utf-8")
    install(packages, "pond", "toll-pond = pond:GAME")
    run = leoni("sample", "--game", "Toll Pond")
    assert (
        run.code == 2 and "the rule book inn of Toll Pond of the package pond cannot be used: FileNotFound" in run.err
    )
    for book in ROOT.glob("tests/eighth_game/toll-gate*.toml"):
        copy = Path("pond") / book.name.replace("gate", "pond")
        copy.parent.mkdir(exist_ok=True)
        copy.write_text(
            book.read_text("utf-8").replace("Toll Gate", "Toll Pond").replace("toll-gate", "toll-pond"), "utf-8"
        )
    run = leoni("sample", "--game", "Toll Pond")
    said = "leoni: Toll Pond of the package pond has a fault in zones, pond.py line 6: KeyError: 'pond'\n"
    assert (run.code, run.err) == (2, said)
    run = leoni("sample", "--game", "Cruel")
    said = "leoni: the package broken adds the game `cruel`, but json:loads is no declaration of a game\n"
    assert (run.code, run.err) == (2, said)
    run = leoni("sample", "--game", "Toll Gate")
    said = "leoni: the packages another-toll-gate and toll-gate both add the game `toll-gate`: remove one of them\n"
    assert (run.code, "".join(sorted(run.err))) == (2, "".join(sorted(said)))
    assert leoni("games").code == 0
    assert leoni("sample", "--game", "Martha").code == 0
