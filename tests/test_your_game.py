"""The page "A game of your own": what it shows is in the example, which is a game, and its commands work."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from types import FunctionType

import pytest

from leoni_replay import own
from tests.cli.runs import command, environment
from tests.test_installed_game import ROOT, install

PAGE = (ROOT / "docs/program/your-game.md").read_text("utf-8")
REFERENCE = (ROOT / "docs/program/your-game-reference.md").read_text("utf-8")
EXAMPLE = ROOT / "examples/bakers-dozen"


@pytest.fixture(autouse=True)
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The example, installed."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(EXAMPLE, tmp_path / "packages")
    (entry,) = re.findall(r'"leoni\.games"\]\n(.*)\n', (EXAMPLE / "pyproject.toml").read_text("utf-8"))
    install(tmp_path / "packages", "bakers-dozen", entry.replace('"', ""))


def leoni(*args: str, stdin: str = "") -> tuple[int, str]:
    env = environment() | {"PYTHONPATH": os.pathsep.join([str(Path("packages").absolute()), str(ROOT)])}
    run = subprocess.run(command(*args), input=stdin, env=env, capture_output=True, text=True, encoding="utf-8")
    return run.returncode, run.stdout + run.stderr


def test_the_page_shows_the_example() -> None:
    shown = re.findall(r'```\w+ title="([^"]+)"\n(.*?)```', PAGE, re.S)
    assert len(shown) == 6
    for name, text in shown:
        assert text in (EXAMPLE / name).read_text("utf-8"), name


@pytest.mark.long
def test_the_commands_of_the_page() -> None:
    (block,) = re.findall(r"```bash\n(.*?)```", PAGE, re.S)
    said = {}
    for line in block.splitlines():
        out = ""
        for part in line.split(" | "):
            status, out = leoni(*shlex.split(part)[1:], stdin=out)
            assert status == 0, (part, out)
        said[line] = out
    dealt, _, solved, rules = said.values()
    assert "Baker's Dozen, wikipedia, pysol:1" in dealt
    assert "won" in solved
    assert "wikipedia  Wikipedia, Baker's Dozen" in rules


def test_the_reference_shows_the_sensible_player() -> None:
    ((name, text),) = re.findall(r'```python title="([^"]+)"\n(.*?)```', REFERENCE, re.S)
    assert text in (EXAMPLE / name).read_text("utf-8")


@pytest.mark.long
def test_the_sensible_player_wins_more_often_than_the_greedy_one() -> None:
    won = {}
    for player in ("greedy", "sensible"):
        status, out = leoni("odds", "--game", "bakers dozen", "--player", player, "--deals", "10", "--format", "json")
        assert status == 0
        won[player] = json.loads(out.partition("\n")[0])["won"]
    assert won["sensible"] > won["greedy"]


def record(moves: str, rules: str = "wikipedia") -> str:
    layout = "C^: JC\nD^: KD\nH^: KH\nS^: QS\n1: KC QC\n2: KS\n3: -"
    return f'[Game "Baker\'s Dozen"]\n[Rules "{rules}"]\n[Deal "layout"]\n[Layout "{layout}"]\n\n{moves}\n'


@pytest.mark.long
def test_the_plan_of_the_page_that_leaves_moves_out() -> None:
    (block,) = re.findall(r"class BakersDozenPlan\(OpenBestPlan\):\n(    PRUNINGS.*?)```", REFERENCE, re.S)
    plan = Path("packages/bakers_dozen/plan.py")
    plan.write_text(f"from leoni_replay.own import ON_UP\n{plan.read_text('utf-8')}\n{block}", "utf-8")
    _, new = leoni("new", "bakers dozen", "--deal", "seed:8")
    for more in ([], ["--without", "alone"]):
        status, out = leoni("solve", "-", "--nodes", "5000", *more, stdin=new)
        assert status == 0 and "won" in out


@pytest.mark.share(1)
@pytest.mark.parametrize(
    ("moves", "rules", "said"),
    [
        ("1:QC^ 1:KC^ 2:KS^ won", "wikipedia", "verified  -  game 1"),
        ("1:QC>KS 2:QC^ kc ks won", "wikipedia", "verified  -  game 1"),
        ("1:QC>3 *", "wikipedia", "a vacant column stays vacant"),
        ("1:QC>3 *", "wikipedia; BD1=any-card", "verified  -  game 1"),
        ("2:KS>3 *", "wikipedia", "K♠ is a king: no card takes it"),
        ("1:KC>2 *", "wikipedia", "K♣ lies in column 1 under Q♣: only the top card can be played"),
        ("cell *", "wikipedia", "`cell` is not a move"),
    ],
)
def test_records_of_it(moves: str, rules: str, said: str) -> None:
    _, out = leoni("verify", "-", stdin=record(moves, rules))
    assert said in out


def test_the_page_lists_the_names_to_import() -> None:
    """The others are classes and functions, which the page of all Python names describes."""
    rows = re.findall(r"^\| (`[^|]*`) \|", REFERENCE.partition("## Names to import")[2], re.M)
    listed = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    others = set(own.__all__) - listed
    assert listed <= set(own.__all__) and all(isinstance(getattr(own, name), type | FunctionType) for name in others)


def test_the_vocabulary_of_the_page() -> None:
    (block,) = re.findall(
        r"class FreeCellGame\(PilesGame\):\n    vocabulary = (Vocabulary\(.*?\n    \))", REFERENCE, re.S
    )
    made = eval(block, {"Vocabulary": own.Vocabulary})
    assert (made.numbers["8"], made.numbers["d"], made.group_named(">cell")) == (8, 12, ("a", "b", "c", "d"))
