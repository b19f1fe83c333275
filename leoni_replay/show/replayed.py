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
    terminal.say(story.title, "bold")
    if which:
        terminal.say(f"{which}; --game chooses another", "dim")
    for name, value in story.tags:
        terminal.say(f"{name}: {value}", "dim")
    if replay.dealt:
        last = replay.moves
        for number in range(last + 1) if every else (last if at is None else at,):
            _show_board(story, number, terminal)
        terminal.say()
        terminal.say(legend(story.layout(0)), "dim")
        if at is None:
            terminal.say()
            terminal.say(story.closing_sentence)
            terminal.say(f"{story.verdict}, digest {replay.digest}", "green" if replay.accepted else "red")
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


def _show_board(story: Story, number: int, terminal: Terminal) -> None:
    move = story.moves[number - 1] if number else None
    console = terminal.console()
    line = Text("\nas dealt" if move is None else f"\n{number}. {move.token}", style="bold")
    if move is not None:
        line.append(f"  {shown(move.prose, terminal.ascii)}", style="not bold")
    console.print(line)
    for note in move.notes if move else story.opening:
        if note.kind != "claim":
            terminal.say(" ".join(note.label.split()), "italic")
    console.print()
    console.print(Board(story.layout(number), ascii=terminal.ascii))
