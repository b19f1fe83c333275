"""A game that an installed package adds: `leoni` has it wherever it has its own."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.cli.runs import Run, command, environment

ROOT = Path(__file__).parents[1]
KLONDIKE = ROOT / "examples/klondike"
RULES = "wikipedia; KL2=none"


def install(folder: Path, package: str, points: str) -> None:
    """Put a package among those that are installed: what its metadata say, as pip would write it."""
    info = folder / f"{package}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text(f"[leoni.games]\n{points}\n", "utf-8")


#: A game whose table cannot be shown.
POND = """\
from pathlib import Path
from leoni_klondike.game import GAME as KLONDIKE

class Pond(KLONDIKE.game):
    def zones(self, position):
        return position.places["pond"]

GAME = KLONDIKE._replace(name="Pond", game=Pond, folder=Path("pond"))
"""


@pytest.fixture(autouse=True)
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "packages"
    install(folder, "klondike", "klondike = leoni_klondike.game:GAME")
    return folder


def leoni(*args: str, stdin: str = "") -> Run:
    """The command, with the packages of the test and with nothing added by hand."""
    path = os.pathsep.join([str(Path("packages").absolute()), *map(str, (ROOT, KLONDIKE))])
    env = environment() | {"PYTHONPATH": path}
    run = subprocess.run(command(*args), input=stdin, env=env, capture_output=True, text=True, encoding="utf-8")
    return Run(run.returncode, run.stdout, run.stderr)


@pytest.mark.long
def test_its_records_are_made_and_verified_also_by_other_processes() -> None:
    made = leoni("sample", "--game", "klondike", "--rules", RULES, "--games", "40")
    assert (made.code, made.err) == (0, "") and '[Game "Klondike"]\n[Rules "wikipedia; KL2=none"]' in made.out
    Path("a.moves").write_text(made.out, "utf-8")
    Path("b.moves").write_text(made.out.replace("\n1. ", "\n1. redeal ", 1), "utf-8")
    alone = leoni("verify", "a.moves", "b.moves", "--format", "jsonl")
    assert leoni("verify", "a.moves", "b.moves", "--format", "jsonl", "--jobs", "2") == alone
    verdicts = [json.loads(line) for line in alone.out.splitlines()]
    assert [one["status"] for one in verdicts if "game" in one] == [*["verified"] * 40, "rejected", *["verified"] * 39]


@pytest.mark.long
def test_a_package_that_cannot_be_used_says_so_and_spoils_no_other_game(packages: Path) -> None:
    install(packages, "broken", "duchess = no_such_module:GAME\ncruel = json:loads")
    install(packages, "another-klondike", "klondike = leoni_klondike.game:GAME")
    record = '[Game "Duchess"]\n[Rules "hers"]\n[Deal "seed:1"]\n\n*\n'
    run = leoni("verify", "-", "--format", "concise", stdin=record)
    assert run.code == 1 and "Traceback" not in run.err
    assert (
        "error[H103] the game `duchess` of the package broken cannot be loaded: No module named 'no_such_module'"
        in run.out
    )
    Path("pond.py").write_text(POND, "utf-8")
    install(packages, "pond", "pond = pond:GAME")
    run = leoni("sample", "--game", "Pond")
    assert (
        run.code == 2 and "the rule book wikipedia of Pond of the package pond cannot be used: FileNotFound" in run.err
    )
    Path("pond").mkdir()
    for book in KLONDIKE.glob("leoni_klondike/klondike*.toml"):
        text = book.read_text("utf-8").replace("Klondike", "Pond").replace("klondike", "pond")
        Path("pond", book.name.replace("klondike", "pond")).write_text(text, "utf-8")
    run = leoni("sample", "--game", "Pond")
    fault = "there is no place 'pond': the places are C^, D^, H^, S^, 1, 2, 3, 4, 5, 6, 7, waste, stock"
    said = f'leoni: Pond of the package pond has a fault in zones, pond.py line 6: KeyError: "{fault}"\n'
    assert (run.code, run.err) == (2, said)
    run = leoni("sample", "--game", "Cruel")
    said = "leoni: the package broken adds the game `cruel`, but json:loads is no declaration of a game\n"
    assert (run.code, run.err) == (2, said)
    run = leoni("sample", "--game", "Klondike")
    said = "leoni: the packages another-klondike and klondike both add the game `klondike`: remove one of them\n"
    assert (run.code, "".join(sorted(run.err))) == (2, "".join(sorted(said)))
    assert leoni("games").code == 0
    assert leoni("sample", "--game", "Martha").code == 0
