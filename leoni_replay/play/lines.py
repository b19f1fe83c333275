"""Play line by line: over a pipe, with a screen reader, in any terminal."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterable

from leoni_replay.play.advice import Advice, Hint
from leoni_replay.play.controller import Desk
from leoni_replay.show.terminal import Terminal, is_terminal
from leoni_replay.text import shown


def play(desk: Desk, terminal: Terminal, read: Callable[[str], str]) -> bool:
    """Play until the player leaves.

    Args:
        desk: the game.
        terminal: the terminal.
        read: reads a line, with a prompt; raises EOFError at the end.

    Returns:
        Whether the player was not interrupted.
    """

    def say(lines: Iterable[str]) -> None:
        terminal.write_lines(lines)
        terminal.stream.flush()

    try:
        say(desk.beginning())
        while not desk.over:
            if desk.shows_table:
                say(desk.table())
            say(desk.enter(read(shown(desk.prompt, terminal.ascii))))
            if desk.hint is not None:
                say(desk.hinted(_hint_of(desk.hint)))
    except EOFError:
        say(["", *desk.ending()])
    except KeyboardInterrupt:
        say(["", *desk.ending()])
        return False
    return True


def _hint_of(ask: Callable[[], Advice]) -> Advice:
    """The solver's answer. Ctrl+C interrupts the solver, not the game."""
    try:
        return ask()
    except KeyboardInterrupt:
        return Hint(None, "the solver was interrupted")


def reader(terminal: Terminal) -> Callable[[str], str]:
    """A function that reads lines from standard input, a terminal (with its history) or a pipe. Call this before
    anything is read."""
    stdin = sys.stdin
    if isinstance(stdin, io.TextIOWrapper):
        stdin.reconfigure(errors="replace")
    if is_terminal(stdin) and terminal.tty:
        return input

    def read(prompt: str) -> str:
        terminal.write(prompt)
        terminal.stream.flush()
        line = stdin.readline()
        # A pipe does not echo the line.
        terminal.write("\n")
        if not line:
            raise EOFError
        return line

    return read


def complete_with(desk: Desk) -> None:
    """Let the tab key complete moves and words, if the system has readline."""
    try:
        import readline  # not on every system
    except ImportError:
        return

    def complete(text: str, number: int) -> str | None:
        completions = desk.completions(text)
        return completions[number] if number < len(completions) else None

    readline.set_completer_delims("")
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")
