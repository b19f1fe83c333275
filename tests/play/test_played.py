"""Whole games, typed: each of the seven in lines and on the screen, with moves taken back, tried and commented."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import leoni_replay as lr
from tests.play.games import Script, sampled, script

LEONI = [sys.executable, "-m", "leoni_replay"]


def arguments(game: str, played: Script) -> list[str]:
    (record,) = lr.loads(played.record)
    return ["--game", game, "--rules", record.value("Rules") or "", "--deal", record.value("Deal") or ""]


class Terminal:
    """A real terminal in which something runs (tmux)."""

    def __init__(self, *command: str, size: tuple[int, int] = (110, 34)) -> None:
        self.socket = f"leoni-{time.monotonic_ns()}"
        wide, high = map(str, size)
        self.run("-f", "/dev/null", "new-session", "-d", "-x", wide, "-y", high, *command)
        self.run("set-option", "-g", "remain-on-exit", "on")

    def run(self, *arguments: str) -> str:
        run = subprocess.run(["tmux", "-L", self.socket, *arguments], capture_output=True, encoding="utf-8")
        assert run.returncode == 0, run.stderr
        return run.stdout

    def type(self, *lines: str) -> None:
        """Type some lines, each ended by Enter."""
        for line in lines:
            self.run("send-keys", "-l", line)
            self.run("send-keys", "Enter")

    def press(self, *keys: str) -> None:
        self.run("send-keys", *keys)

    def screen(self) -> str:
        return self.run("capture-pane", "-p")

    def wait(self, wanted: str) -> str:
        """Wait until something is on the screen."""
        until = time.monotonic() + 90
        while wanted not in (shown := self.screen()):
            assert time.monotonic() < until, f"{wanted!r} is not on the screen:\n{shown}"
            time.sleep(0.02)
        return shown

    def wait_for_its_end(self) -> None:
        """Wait until what runs has ended."""
        until = time.monotonic() + 90
        while self.run("display-message", "-p", "#{pane_dead}").strip() != "1":
            assert time.monotonic() < until, self.screen()
            time.sleep(0.02)

    def close(self) -> None:
        subprocess.run(["tmux", "-L", self.socket, "kill-server"], capture_output=True)


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.close()


@pytest.mark.long
@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
@pytest.mark.parametrize(
    "game, plain", [*((game, False) for game in lr.GAMES), ("Leoni's Own", True)], ids=lambda value: str(value)
)
def test_a_whole_game_in_a_terminal(game: str, plain: bool, tmp_path: Path, terminals: list[Terminal]) -> None:
    played = script(sampled(game))
    file = tmp_path / "game.moves"
    option = ["--plain"] if plain else []
    for part, given in ((played.first, arguments(game, played)), (played.then, [])):
        terminal = Terminal(*LEONI, "play", *option, *given, str(file))
        terminals.append(terminal)
        terminal.wait(">")
        terminal.type(*part)
        terminal.type("quit")
        terminal.wait_for_its_end()
        terminal.close()
    assert file.read_text(encoding="utf-8") == played.record
    (verdict,) = lr.verify(file)
    assert verdict.status == "verified"
