"""Play line by line: in a terminal with the table drawn, over a pipe or with a screen reader in plain lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from leoni_replay.notation.writer import token
from leoni_replay.play.advice import Advice, Hint
from leoni_replay.play.controller import Controller
from leoni_replay.show.marks import with_last_move
from leoni_replay.show.move_sentences import move_sentence
from leoni_replay.show.terminal import Terminal, bare_grid
from leoni_replay.show.text_board import Board, legend
from leoni_replay.text import shown

if TYPE_CHECKING:
    from rich.table import Table


def play(desk: Controller, terminal: Terminal, read: Callable[[str], str], *, drawn: bool = False) -> bool:
    """Play until the player leaves.

    Args:
        desk: the game.
        terminal: the terminal.
        read: reads a line, with a prompt; raises EOFError at the end.
        drawn: whether the table is drawn after every move, and lists are tables.

    Returns:
        Whether the player was not interrupted.
    """

    def say(lines: Iterable[str]) -> None:
        terminal.write_lines(lines)
        terminal.stream.flush()

    before = None
    try:
        say([*desk.begin(), *["help lists what can be typed"] * drawn])
        while not desk.has_left:
            now = (desk.session, desk.session.move_number, desk.session.question)
            if drawn and (desk.shows_table or now != before):
                _draw(desk, terminal)
            elif desk.shows_table:
                say(desk.table_lines())
            before = now
            lines = desk.enter(read(shown(desk.prompt, terminal.ascii)))
            if drawn and desk.legal_line_count:
                terminal.print_grid(_legal(desk, terminal))
                lines = lines[desk.legal_line_count :]
            say(lines)
            if desk.hint is not None:
                say(["the solver is looking; Ctrl+C stops it"] * drawn)
                say(desk.advice_lines(_hint_of(desk.hint)))
    except EOFError:
        say(["", *desk.end()])
    except KeyboardInterrupt:
        say(["", *desk.end()])
        return False
    return True


def _draw(desk: Controller, terminal: Terminal) -> None:
    """Draw the table, with the last move marked and the cards that can be played standing out."""
    session = desk.session
    layout = with_last_move(session.layout, session.last_step)
    terminal.say()
    terminal.console().print(Board(layout, ascii=terminal.ascii, numbers=True, lit=session.playable_cards()))
    if not session.move_number:
        terminal.say(legend(layout), "dim")
    terminal.say()


def _legal(desk: Controller, terminal: Terminal) -> Table:
    """Return a grid of the legal moves: a number to play each, the move, and what it does, as far as seen."""
    session, seen = desk.session, desk.session.visible_position
    grid = bare_grid("", "move", "outcome", header_style="dim")
    grid.columns[0].justify = "right"
    for number, (move, step) in enumerate(session.outcomes(), 1):
        prose = "a card is turned up" if step is None else move_sentence(step, seen)
        grid.add_row(f"{number}", shown(token(move), terminal.ascii), shown(prose, terminal.ascii))
    return grid


def _hint_of(ask: Callable[[], Advice]) -> Advice:
    """Return the solver's answer. Ctrl+C interrupts the solver, not the game."""
    try:
        return ask()
    except KeyboardInterrupt:
        return Hint(None, "the solver was interrupted")


def complete_with(desk: Controller) -> None:
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
