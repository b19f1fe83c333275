"""A replay in the terminal: what it is a record of, boards, moves in words, and the verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from leoni_replay.cards import to_letters
from leoni_replay.record.replay import Replay
from leoni_replay.report.base import Options
from leoni_replay.report.frame import frame
from leoni_replay.show.board import Board, legend
from leoni_replay.show.story import Story, tell_story
from leoni_replay.text import visible, wrap

if TYPE_CHECKING:
    from rich.console import Console

    from leoni_replay.record.deal import Table
    from leoni_replay.show.terminal import Terminal


def show(
    replay: Replay,
    terminal: Terminal,
    *,
    at: int | None = None,
    every: bool = False,
    which: str = "",
    open: bool = False,
) -> None:
    """Print a replay: the table at a move, at every move, or (by default) at the end; ``open`` shows the faces of cards
    that lie face down.

    ``which`` are the words for which of how many games it is (``game 2 of 3``), if there are several. A rejected record
    is shown up to its last legal move, with what is wrong after it.
    """
    console = terminal.console()
    _Shown(tell_story(replay, open=open), console, terminal, which).print(at, every)
    if replay.diagnostics:
        options = Options(ascii=terminal.ascii, color=terminal.color, width=terminal.width)
        for diagnostic in replay.diagnostics:
            console.print()
            terminal.write(frame(diagnostic, options))


def show_table(table: Table, terminal: Terminal, *, open: bool = False) -> None:
    """Print the table of a deal; ``open`` shows the faces of cards that lie face down."""
    console = terminal.console()
    ascii = terminal.ascii
    console.print(Text(_spelled(f"{table.game.name}, {table.game.rules}, {visible(table.deal)}", ascii), style="bold"))
    console.print()
    layout = table.game.layout(table.position) if open else table.layout
    console.print(Board(layout, ascii=ascii))
    console.print()
    _wrapped(console, legend(layout), "dim")
    console.print()
    console.print(Text(f"DealHash {table.hash}\ndigest {table.digest}", style="dim"))


class _Shown:
    def __init__(self, story: Story, console: Console, terminal: Terminal, which: str) -> None:
        self.replay = story.replay
        self.which = which
        self.story = story
        self.console = console
        self.ascii = terminal.ascii

    def print(self, at: int | None, every: bool) -> None:
        self._head()
        if not self.replay.dealt:
            return
        last = self.replay.moves
        for number in range(last + 1) if every else (last if at is None else at,):
            self._board(number)
        self.console.print()
        _wrapped(self.console, legend(self.story.layout(0)), "dim")
        if at is None:
            self._verdict()

    def _head(self) -> None:
        self.console.print(Text(_spelled(visible(self.story.title), self.ascii), style="bold"))
        if self.which:
            self.console.print(Text(f"{visible(self.which)}; --game chooses another", style="dim"))
        for name, value in self.story.tags:
            self.console.print(Text(f"{visible(name)}: {visible(value)}", style="dim"))

    def _board(self, number: int) -> None:
        move = self.story.moves[number - 1] if number else None
        line = Text("\n")
        if move is None:
            line.append("as dealt", style="bold")
        else:
            line.append(f"{number}. {move.token}", style="bold")
            line.append(f"  {_spelled(move.prose, self.ascii)}")
        self.console.print(line)
        for note in move.notes if move else self.story.opening:
            if note.kind != "claim":
                comment = visible(" ".join(note.said.split()))
                self.console.print(Text(_spelled(comment, self.ascii), style="italic"))
        self.console.print()
        self.console.print(Board(self.story.layout(number), ascii=self.ascii))

    def _verdict(self) -> None:
        self.console.print()
        _wrapped(self.console, _spelled(self.story.close, self.ascii))
        style = "green" if self.replay.accepted else "red"
        self.console.print(Text(f"{self.story.verdict}, digest {self.replay.digest}", style=style))


def _wrapped(console: Console, text: str, style: str = "") -> None:
    """Print a text of our own, without spaces at the ends of its lines."""
    console.print(Text("\n".join(wrap(text, console.width)), style=style))


def _spelled(text: str, ascii: bool) -> str:
    return to_letters(text) if ascii else text
