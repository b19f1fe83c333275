"""What a shell offers when Tab is pressed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.main import get_command

from leoni_replay.cli.common import MODULES, app
from leoni_replay.explain import codes
from leoni_replay.games import GAMES
from leoni_replay.search.players import PLAYERS
from tests.cli.runs import leoni, process


def offered(line: str, **env: str) -> list[str]:
    """What is offered for the last word of a line, as bash asks for it."""
    words = str(len(line.split(" ")) - 1)
    return leoni(_LEONI_COMPLETE="complete_bash", COMP_WORDS=line, COMP_CWORD=words, **env).out.split()


def test_games() -> None:
    # In the spelling that no shell has to quote, and that means the same.
    assert offered("leoni sample --game ") == [game.slug for game in GAMES.values()]
    assert offered("leoni rules --game j") == ["japanese-rug"]
    assert [GAMES[slug].name for slug in offered("leoni odds --game lab")] == ["Labyrinth"]
    # As they are begun, so they go on.
    assert offered("leoni odds --game L") == ["Leonis-own", "Labyrinth"]
    assert offered("leoni odds --game The") == ["The-reversal", "The-japanese-rug"]
    assert all(name in GAMES for name in offered("leoni sample --game T"))


#: the options that take a game, a deal or a rule book, and what each offers first
_OFFERS = {"--game": "leonis-own", "--deal": "seed:", "--rules": "wikipedia", "--player": "random"}


@pytest.mark.share(2)
@pytest.mark.parametrize("command", MODULES)
def test_every_option_that_takes_a_name_offers_names(command: str) -> None:
    for option in get_command(app).commands[command].params:
        name = option.opts[-1]
        if name in _OFFERS and option.type.name in ("text", "choice"):
            assert _OFFERS[name] in offered(f"leoni {command} {name} "), name
    assert offered("leoni new Weav") == ["Weavers"]


def test_rule_books(folder: Path) -> None:
    every = list(dict.fromkeys(book for game in GAMES.values() for book in game.books))
    assert offered("leoni verify --rules ") == every
    assert offered("leoni rules ") == every
    assert offered("leoni rules --game labyrinth m") == ["mcneely"]
    assert offered("leoni sample --game anna --rules ") == ["dick-1898"]
    # The game that a command takes by itself counts as well.
    assert offered("leoni sample --rules ") == list(next(iter(GAMES.values())).books)
    assert offered("leoni rules --diff wikipedia g") == ["gamerules"]
    (folder / "leonis-own.clara.toml").write_text("")
    assert offered("leoni verify --rules cl", LEONI_RULES=str(folder)) == ["clara"]
    (folder / "wrong name.toml").write_text("")
    # A folder that is not in order is no reason to say anything now.
    assert offered("leoni verify --rules cl", LEONI_RULES=str(folder)) == []


def test_codes_deals_and_players() -> None:
    assert offered("leoni verify --select H11") == [code for code in codes() if code.startswith("H11")]
    assert offered("leoni verify --ignore M203,H103") == ["M203,H103"]
    assert offered("leoni deal ") == ["seed:", "pysol:"]
    assert offered("leoni solve --deal s") == ["seed:"]
    assert offered("leoni odds --player ") == list(PLAYERS)


def test_what_can_be_explained() -> None:
    assert offered("leoni explain M21")[0] == "M210"
    assert offered("leoni explain L6") == ["L6", "L6a", "L6b", "L6c", "L6d", "L6e"]
    assert "weave" in offered("leoni explain we")
    assert set(codes()) <= set(offered("leoni explain "))


@pytest.mark.long
@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not there")
def test_bash_itself(tmp_path: Path) -> None:
    """The script that --show-completion prints, in bash."""
    script = process("--show-completion", "bash", _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1").stdout.decode()
    asks = """
COMP_WORDS=(leoni sample --game lab)
COMP_CWORD=3
_leoni_completion leoni
printf '%s\\n' "${COMPREPLY[@]}"
"""
    (tmp_path / "leoni").write_text(f'#!/bin/sh\nexec {sys.executable} -m leoni_replay "$@"\n')
    (tmp_path / "leoni").chmod(0o755)
    # It asks the command by the name by which it was called.
    env = os.environ | {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    run = subprocess.run(
        ["bash", "--noprofile", "--norc"],
        input=f"set -- leoni\n{script}\n{asks}",
        env=env,
        capture_output=True,
        text=True,
    )
    assert run.stdout == "labyrinth\n", run
