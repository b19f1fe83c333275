"""``leoni verify --watch``: verify again whenever a file is saved."""

from __future__ import annotations

import importlib.util
import io
import os
import shutil
from collections.abc import Callable
from typing import NoReturn

from leoni_replay.cli.common import fail
from leoni_replay.files.reading import why
from leoni_replay.files.watching import saves
from leoni_replay.show.terminal import Terminal
from leoni_replay.text import visible

#: Clears a terminal and its scrollback.
_CLEAR = "\x1b[H\x1b[2J\x1b[3J"
_WATCHING = "watching: files are checked again whenever they are saved; Ctrl-C stops\n"


def watch(paths: list[str], terminal: Terminal, verify: Callable[[list[str], Terminal], object]) -> NoReturn:
    """Verify now and whenever a file is saved, until the user interrupts it.

    Args:
        paths: files and folders.
        terminal: where the verdicts are printed.
        verify: prints the verdicts.
    """
    try:
        for changed in saves(paths):
            page = io.StringIO()
            there = [path for path in paths if os.path.lexists(path)]
            if there:
                verify(there, terminal._replace(stream=page))
            awaited = [visible(path, terminal.ascii) for path in paths if path not in there]
            text = page.getvalue() + "".join(f"waiting for {path}: this file does not exist yet\n" for path in awaited)
            if terminal.tty:
                height = shutil.get_terminal_size().lines
                terminal.write(_CLEAR + fitted(text, height - 3) + "\n" + _WATCHING)
            else:
                names = ", ".join(visible(name, terminal.ascii) for name in changed)
                terminal.write((f"\nchanged: {names}\n" if changed else "") + text)
            terminal.stream.flush()
    except OSError as error:
        fail(f"{error.filename or ', '.join(paths)}: cannot be watched: {why(error)}")
    raise AssertionError("watching has no end of its own")


def fitted(text: str, height: int) -> str:
    """As much of the output as fits on a screen: the beginning, with the first error, and the last line, which has the
    counts."""
    lines = text.splitlines(keepends=True)
    if len(lines) <= height:
        return text
    shown = max(height - 2, 1)
    left = len(lines) - shown - 1
    return "".join([*lines[:shown], f"({left} more lines: leoni verify prints them)\n", lines[-1]])


def see_watchable(paths: list[str]) -> None:
    """Check that files can be watched, or say what is missing."""
    if importlib.util.find_spec("watchfiles") is None:
        fail("--watch needs watchfiles: pip install 'leoni-replay[watch]'")
    if "-" in paths:
        fail("--watch needs files: standard input can be read only once")
