"""A replay in the terminal: what it is a record of, boards, moves in words, and the verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from leoni_replay.record.replay import Replay
from leoni_replay.show.story import Story, make_story
from leoni_replay.show.text_board import Board, legend
from leoni_replay.text import shown

if TYPE_CHECKING:
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
    story = make_story(replay, open=open)
    _Shown(story, terminal, which).print(at, every)
    for diagnostic in story.diagnostics:
        terminal.say()
        terminal.write_frame(diagnostic)


def show_table(table: Table, terminal: Terminal, *, open: bool = False) -> None:
    """Print the table of a deal; ``open`` shows the faces of cards that lie face down."""
    terminal.say(f"{table.game.name}, {table.game.rules}, {table.deal}", "bold")
    terminal.say()
    layout = table.game.layout(table.position) if open else table.layout
    terminal.console().print(Board(layout, ascii=terminal.ascii))
    for line in ("", legend(layout), "", f"DealHash {table.hash}", f"digest {table.digest}"):
        terminal.say(line, "dim")


class _Shown:
    def __init__(self, story: Story, terminal: Terminal, which: str) -> None:
        self.replay = story.replay
        self.which = which
        self.story = story
        self.terminal = terminal

    def print(self, at: int | None, every: bool) -> None:
        say = self.terminal.say
        say(self.story.title, "bold")
        if self.which:
            say(f"{self.which}; --game chooses another", "dim")
        for name, value in self.story.tags:
            say(f"{name}: {value}", "dim")
        if not self.replay.dealt:
            return
        last = self.replay.moves
        for number in range(last + 1) if every else (last if at is None else at,):
            self._board(number)
        say()
        say(legend(self.story.layout(0)), "dim")
        if at is None:
            say()
            say(self.story.close)
            say(f"{self.story.verdict}, digest {self.replay.digest}", "green" if self.replay.accepted else "red")

    def _board(self, number: int) -> None:
        move = self.story.moves[number - 1] if number else None
        ascii, console = self.terminal.ascii, self.terminal.console()
        line = Text("\nas dealt" if move is None else f"\n{number}. {move.token}", style="bold")
        if move is not None:
            line.append(f"  {shown(move.prose, ascii)}", style="not bold")
        console.print(line)
        for note in move.notes if move else self.story.opening:
            if note.kind != "claim":
                self.terminal.say(" ".join(note.said.split()), "italic")
        console.print()
        console.print(Board(self.story.layout(number), ascii=ascii))
