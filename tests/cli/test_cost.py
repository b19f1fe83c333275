"""What a command may load, and how much memory it may take."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.runs import GOOD, environment, sampled

HEAVY = {"jinja2", "lark", "pydantic", "rich", "typer"}

MEMORY_IS_TOLD = pytest.mark.skipif(sys.platform != "linux", reason="memory is told in /proc")

#: Runs a command, then tells on standard error which modules it loaded and the most memory it held, in kilobytes.
PROBE = r"""
import json, sys
sys.argv[0] = "leoni"
from leoni_replay.__main__ import main
try:
    main()
finally:
    sys.stdout.flush()
    # Not getrusage: what that tells of a new process begins with the memory of the one that started it.
    most = 0
    if sys.platform == "linux":
        with open("/proc/self/status") as status:
            most = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
    loaded = sorted({name.partition(".")[0] for name in sys.modules})
    sys.stderr.write(json.dumps({"loaded": loaded, "most": most}))
"""


def probed(folder: Path, *args: str) -> tuple[int, set[str], int]:
    """The exit status of a command, the top-level modules it loaded, and its peak of memory."""
    home = str(folder / "home")
    env = environment(HOME=home, XDG_CACHE_HOME=str(folder / "home" / "cache"))
    run = subprocess.run([sys.executable, "-c", PROBE, *args], capture_output=True, env=env)
    cost = json.loads(run.stderr)
    return run.returncode, set(cost["loaded"]), cost["most"]


def test_the_version_loads_nothing(folder: Path) -> None:
    status, loaded, _ = probed(folder, "--version")
    assert status == 0
    assert not loaded & HEAVY


#: A program that reads, plays, asks, checks, solves, draws and studies games.
PROGRAM = """
import sys
import leoni_replay as lr
imported = {*sys.modules}
(record,) = lr.sample("Labyrinth", seed="1")
(record,) = lr.loads(lr.dumps(record))
replay = lr.replay(record)
lr.play_on(replay, 3).push(replay.steps[3].move)
lr.why(replay, "2C", 1), lr.legal(replay, 1), lr.examine(record), replay.svg(), replay.as_dict()
lr.solve("seed:1", "Labyrinth", nodes=10), lr.review(record, nodes=10), lr.convert(replay, "text")
for verdict in lr.verify_text('[Game "Martha"]\\n\\n1. QQ *'):
    print(verdict.diagnostics[-1].render(), file=sys.stderr)
print(sorted({name.partition(".")[0] for name in imported}), sorted({name.partition(".")[0] for name in sys.modules}))
"""


@pytest.mark.long
def test_a_program_needs_no_command_line() -> None:
    """The package is imported without any other, and a program needs neither typer nor rich."""
    run = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, env=environment())
    assert run.returncode == 0, run.stderr
    imported, loaded = (set(re.findall(r"'(\w+)'", part)) for part in run.stdout.split("] ["))
    assert not imported & (HEAVY | {"pygments"})
    assert not loaded & (HEAVY - {"lark"})


@pytest.mark.long
def test_a_clean_game_needs_no_parser(folder: Path) -> None:
    (folder / "good.moves").write_text(GOOD, encoding="utf-8")
    (folder / "home").mkdir()
    assert probed(folder, "verify", "good.moves")[0] == 0
    # The cache is warm now.
    status, loaded, _ = probed(folder, "verify", "good.moves")
    assert status == 0
    assert loaded & HEAVY == {"typer"}


@pytest.mark.long
@MEMORY_IS_TOLD
@pytest.mark.parametrize("format", ["text", "jsonl", "sarif"])
def test_a_big_file_takes_no_more_memory(format: str, folder: Path) -> None:
    games = "\n".join(sampled("Leoni's Own", "wikipedia", 200)) + "\n"
    (folder / "small.moves").write_text(games, encoding="utf-8")
    with open("big.moves", "w", encoding="utf-8") as file:
        for _ in range(20_000_000 // len(games) + 1):
            file.write(games)
    args = ("verify", "--format", format)
    small = probed(folder, *args, "small.moves")
    big = probed(folder, *args, "big.moves")
    assert (small[0], big[0]) == (0, 0)
    assert (folder / "big.moves").stat().st_size >= 20_000_000
    assert big[2] - small[2] < 16_000
