"""Somebody at a pseudo-terminal, who sees only the screen."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import select
import signal
import sys
from pathlib import Path
from time import monotonic
from types import TracebackType

#: Colours, titles, and what readline writes around a line.
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\x07")
_PROMPT = re.compile(r"(\d+> |move \d+ of \d+> |[^\n]+\? )\Z")
#: After how many seconds without a prompt a test fails.
_PATIENCE = 120


class Screen:
    """A command of leoni at a pseudo-terminal.

    Args:
        arguments: what follows ``leoni``.
        columns: the width of the terminal.
    """

    def __init__(self, *arguments: str, columns: int = 100, cwd: Path | None = None) -> None:
        self.prompt = ""
        self._pid, self._fd = pty.fork()
        if not self._pid:
            os.environ.update(TERM="xterm-256color", COLUMNS=f"{columns}", LINES="50")
            if cwd is not None:
                os.chdir(cwd)
            os.execv(sys.executable, [sys.executable, "-m", "leoni_replay", *arguments])
        self.first_lines = self._read()

    def __enter__(self) -> Screen:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._fd)
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._pid, signal.SIGHUP)
        os.waitpid(self._pid, 0)

    def type(self, line: str) -> list[str]:
        """Type a line at the prompt; return the lines that follow it."""
        os.write(self._fd, f"{line}\n".encode())
        # The first line is what was typed.
        return self._read()[1:]

    def _read(self) -> list[str]:
        """What is shown up to the next prompt, or the end."""
        text, begin = "", monotonic()
        while monotonic() - begin < _PATIENCE:
            if not select.select([self._fd], [], [], 0.2)[0]:
                continue
            try:
                chunk = os.read(self._fd, 1 << 16)
            except OSError:
                self.prompt = ""
                return text.splitlines()
            text = _ESCAPES.sub("", text + chunk.decode("utf-8", "replace").replace("\r", ""))
            prompt = _PROMPT.search(text)
            if prompt and "\n" in text and not select.select([self._fd], [], [], 0.02)[0]:
                self.prompt = prompt[0].rpartition("\n")[2]
                return text[: prompt.start()].splitlines()
        raise AssertionError(f"no prompt after {text[-500:]!r}")
