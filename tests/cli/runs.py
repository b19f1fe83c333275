"""The command line, run in this process or in one of its own, and the records that its tests share."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from typer.main import get_command
from typer.testing import CliRunner

import leoni_replay
from leoni_replay.cli.common import app, load
from leoni_replay.games import GAMES
from leoni_replay.notation.writer import dumps
from leoni_replay.record.sample import sample

load()

#: What a user's environment may say about output. Tests begin without it.
LOOKS = (
    "COLUMNS",
    "FORCE_COLOR",
    "LEONI_FORMAT",
    "LEONI_RULES",
    "NO_COLOR",
    "PYTHONIOENCODING",
    "PYTHONUTF8",
    "PYTHONWARNINGS",
    "TERM",
)

FORMATS = ("text", "concise", "json", "jsonl", "github", "sarif", "junit")

HEAD = """\
[Game "Leoni's Own"]
[Rules "wikipedia"]
[Deal "seed:1884"]
"""

#: A whole game, in canonical form.
GOOD = f"""\
{HEAD}[Result "lost"]

1. 11:2S^ 11:QCv 4:3S^ 13:JCv exile:QSv exile:JD~5S~4H~JH 4:2H^ exile:6H~2S~5H~KH exile:QHv 12:JHv
11. 3:THv 5:9Hv 5:QDv 8:JDv 1:TDv 5:8Hv 1:7Hv exile:4C~5C 4:TCv exile:6C~2H~7C 2:9Cv redeal 1:2C^
24. 13:6Hv 5:3H^ 11:8Cv 10:7Cv 7:5Hv 7:4Hv 7:6Cv 1:5Cv 1:9Dv 5:8Dv 5:2D^ 12:7Dv 1:JSv 10:6Dv 11:5Dv
39. 12:4H^ exile:8D~JC~AH 11:4Cv exile:7D~AS 7:4Dv redeal 10:3D^ 1:5H^ 1:3Cv exile:2D~6S 2:3Hv 9:2Hv
51. 4:AHv 4:TSv 11:9Sv 10:8Sv exile:7C~5S~6D~TH~5C~9D 5:3Dv lost
"""

#: A game as a person may type it: short moves, suit symbols, a comment, a variation.
LOOSE = f"""\
{HEAD}
11:2♠^ {{the other 2♠ waits}}
  11:qc ( 3s {{first}} ) 3. 3S! ; enough
*
"""

#: Its third move does not fit.
MISFIT = f"""\
{HEAD}
1. 11:2S^ 11:QCv 1:TDv 13:JCv *
"""

#: Every rule book, with its game.
BOOKS = tuple((entry.name, book) for entry in GAMES.values() for book in entry.books)

#: Terminal escapes, rich's markup, reading-direction marks, HTML, a workflow command: whatever a stranger may write.
HOSTILE = "\x1b[31mR\x9b2J\x07\t [bold red]x[/] \u202eabc\u202c\u2028 </script><b>&amp; ::error::z %0A é ♣ \ufffe"


class Run(NamedTuple):
    """What a command did."""

    code: int
    out: str
    err: str


def leoni(*args: str, stdin: str | bytes = "", tty: bool = False, **env: str) -> Run:
    """Run a command in this process, in a pipe or on a terminal; ``env`` are variables to set."""
    looks: dict[str, str | None] = dict.fromkeys(LOOKS)
    # Typer's runner makes the commands anew each time, which takes longer than running one.
    with (
        patch("typer.testing._get_command", _commands),
        patch("leoni_replay.show.terminal.is_terminal", lambda stream: tty),
    ):
        run = CliRunner().invoke(
            app, list(args), input=stdin, env=looks | env, prog_name="leoni", catch_exceptions=False
        )
    return Run(run.exit_code, run.stdout, run.stderr)


_commands = cache(get_command)


def environment(**env: str) -> dict[str, str]:
    """The environment of a process of its own, in which ``python -m leoni_replay`` is the package under test."""
    package = str(Path(leoni_replay.__file__).parent.parent)
    path = os.pathsep.join(filter(None, [package, os.environ.get("PYTHONPATH")]))
    # Without bytecode every start would compile the package anew.
    unwanted = {*LOOKS, "PYTHONDONTWRITEBYTECODE"}
    plain = {name: value for name, value in os.environ.items() if name not in unwanted}
    return plain | {"PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"} | env


def command(*args: str) -> list[str]:
    """The command line of a process of its own."""
    return [sys.executable, "-m", "leoni_replay", *args]


def process(*args: str, stdin: bytes = b"", **env: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command in a process of its own."""
    return subprocess.run(command(*args), input=stdin, capture_output=True, env=environment(**env), timeout=60)


@cache
def sampled(name: str, book: str, games: int, seed: str = "cli") -> tuple[str, ...]:
    """The texts of some random games."""
    return tuple([dumps(transcript) for transcript in sample(name, book, seed, games)])
