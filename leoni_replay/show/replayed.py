"""A replay in the terminal: what it is a record of, boards, moves in words, and the verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from leoni_replay.cards import to_letters
from leoni_replay.games.base import Step
from leoni_replay.notation import Comment, Move, Transcript, token
from leoni_replay.replaying import Replay
from leoni_replay.report.text import visible
from leoni_replay.show.board import Board
from leoni_replay.show.marks import with_last_move
from leoni_replay.show.prose import tell

if TYPE_CHECKING:
    from rich.console import Console

    from leoni_replay.table import Table
    from leoni_replay.terminal import Terminal

#: The tags that stand in the first line; others follow, one a line.
_TITLE = ("Game", "Rules", "Deal")
_HIDDEN = (*_TITLE, "Result", "Pack", "Layout", "DealHash")


def show(done: Replay, terminal: Terminal, *, at: int | None = None, every: bool = False) -> None:
    """Print a replay: the table at a move, at every move, or (by default) at the end.

    A rejected record is shown up to its last legal move, with what is wrong after it.
    """
    console = terminal.console()
    _Shown(done, console, terminal).print(at, every)
    if done.diagnostics:
        from leoni_replay.report.base import Options
        from leoni_replay.report.frame import frame

        options = Options(ascii=terminal.ascii, color=terminal.color, width=terminal.width)
        for found in done.diagnostics:
            console.print()
            terminal.write(frame(found, options))


def show_table(table: Table, terminal: Terminal) -> None:
    """Print the table of a deal."""
    console = terminal.console()
    ascii = terminal.ascii
    console.print(Text(_spelled(f"{table.game.name}, {table.game.rules}, {visible(table.deal)}", ascii), style="bold"))
    console.print()
    console.print(Board(table.layout, ascii=ascii))
    console.print()
    console.print(Text(f"DealHash {table.hash}\ndigest {table.digest}", style="dim"))


class _Shown:
    def __init__(self, done: Replay, console: Console, terminal: Terminal) -> None:
        self.done = done
        self.console = console
        self.ascii = terminal.ascii
        self.comments = _comments(done.transcript)

    def print(self, at: int | None, every: bool) -> None:
        done = self.done
        self._head()
        if done.game is None:
            return
        last = len(done.steps)
        if every:
            for number, step, _ in done.walk():
                self._board(number, step)
        else:
            number = last if at is None else at
            self._board(number, done.steps[number - 1] if number else None)
        if at is None:
            self._verdict()

    def _head(self) -> None:
        values = [self.done.transcript.value(name) for name in _TITLE]
        values[1] = self.done.rules
        title = ", ".join(visible(value) for value in values if value)
        self.console.print(Text(_spelled(title, self.ascii) or "a record without tags", style="bold"))
        for tag in self.done.transcript.tags:
            if tag.name not in _HIDDEN:
                self.console.print(Text(f"{visible(tag.name)}: {visible(tag.value)}", style="dim"))

    def _board(self, number: int, step: Step | None) -> None:
        game = self.done.game
        assert game is not None
        position = self.done.at(number)
        line = Text("\n")
        if step is None:
            line.append("as dealt", style="bold")
        else:
            line.append(f"{number}. {token(step.move)}", style="bold")
            line.append(f"  {_spelled(tell(step), self.ascii)}")
        self.console.print(line)
        for comment in self.comments.get(number, ()):
            self.console.print(Text(_spelled(visible(comment), self.ascii), style="italic"))
        self.console.print()
        self.console.print(Board(with_last_move(game.layout(position), step), ascii=self.ascii))

    def _verdict(self) -> None:
        done = self.done
        self.console.print()
        moves = f"{len(done.steps)} move{'s' if len(done.steps) != 1 else ''}"
        if done.verified:
            result = {"won": "won", "lost": "lost", "*": "unfinished"}[done.result or "*"]
            self.console.print(Text(f"verified: {result} after {moves}, digest {done.digest}", style="green"))
        else:
            self.console.print(Text(f"rejected after {moves}, digest {done.digest}", style="red"))


def _comments(transcript: Transcript) -> dict[int, list[str]]:
    """The comments of the main line by the move that they follow (0: before the first)."""
    comments: dict[int, list[str]] = {}
    number = 0
    for item in transcript.items:
        if isinstance(item, Move):
            number += 1
        elif isinstance(item, Comment) and item.text.strip():
            comments.setdefault(number, []).append(" ".join(item.text.split()))
    return comments


def _spelled(text: str, ascii: bool) -> str:
    return to_letters(text) if ascii else text
