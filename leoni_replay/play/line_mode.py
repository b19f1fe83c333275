"""Play line by line: in a terminal with the table drawn, over a pipe or with a screen reader in plain lines."""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from leoni_replay.notation.writer import token
from leoni_replay.play.advice import Advice, Hint
from leoni_replay.play.desk import Desk
from leoni_replay.play.outcome import Errand, Outcome
from leoni_replay.play.session import Session
from leoni_replay.play.typed_lines import TypedLines
from leoni_replay.show.aloud import SpokenTable, spell_cards
from leoni_replay.show.marks import with_last_move
from leoni_replay.show.move_sentences import move_sentence
from leoni_replay.show.terminal import Terminal, bare_grid
from leoni_replay.show.text_board import Board, legend
from leoni_replay.text import terminal_text

if TYPE_CHECKING:
    from rich.table import Table


def play(typed_lines: TypedLines, terminal: Terminal, read_line: Callable[[str], str], *, draws: bool = False) -> bool:
    """Play until the player leaves.

    Args:
        typed_lines: the game, and what is typed there.
        terminal: the terminal.
        read_line: reads a line, with a prompt; raises EOFError at the end.
        draws: whether the table is drawn after every move, and legal moves are listed in a grid.

    Returns:
        Whether the player was not interrupted.
    """

    def say(lines: Iterable[str]) -> None:
        if typed_lines.desk.by_ear:
            lines = map(spell_cards, lines)
        elif draws:
            lines = itertools.chain.from_iterable(_fold(line, terminal.width) for line in lines)
        terminal.write_lines(lines)
        terminal.stream.flush()

    desk = typed_lines.desk
    last_shown: tuple[Session, int, str] | None = None
    spoken_table = SpokenTable(open=desk.session.open)
    outcome = Outcome(shows_table=True)
    try:
        say(desk.begin())
        if draws:
            say(["help lists what can be typed"])
        while not desk.has_left:
            to_show = (desk.session, desk.session.move_number, desk.session.question)
            if draws and (outcome.shows_table or to_show != last_shown):
                _draw(desk, terminal)
            elif outcome.shows_table and desk.by_ear:
                # Whoever is asked for cards has the table before them.
                if not desk.session.question:
                    is_new = last_shown is None or last_shown[0] is not desk.session
                    tell = spoken_table.tell if is_new else spoken_table.tell_changes
                    say(tell(desk.session.visible_position))
            elif outcome.shows_table:
                say(desk.table_lines())
            if desk.by_ear:
                spoken_table.note(desk.session.visible_position)
            last_shown = to_show
            outcome = typed_lines.enter(read_line(terminal_text(typed_lines.prompt, terminal.ascii)))
            lines = outcome.lines
            if draws and outcome.listed_moves:
                terminal.print_grid(_grid_of_legal_moves(desk, terminal))
                lines = lines[len(outcome.listed_moves) :]
            say(lines)
            if outcome.advice is not None:
                say(desk.advice_lines(outcome.advice))
            if outcome.errand is not None:
                if draws:
                    say(["the solver is looking; Ctrl+C stops it"])
                say(desk.advice_lines(_advice_of(outcome.errand)))
    except EOFError:
        say(["", *desk.end()])
    except KeyboardInterrupt:
        say(["", *desk.end()])
        return False
    return True


def _fold(line: str, width: int) -> list[str]:
    """Return a line in lines that fit the screen, each with its indent, and no card or word broken. A line with a
    command stays whole, because it may be copied."""
    if len(line) <= width or ": leoni " in line:
        return [line]
    indent = " " * (len(line) - len(line.lstrip()))
    return textwrap.wrap(line, width, subsequent_indent=f"{indent}  ", break_long_words=False, break_on_hyphens=False)


def _draw(desk: Desk, terminal: Terminal) -> None:
    """Draw the table, with the last move marked and the cards that can be played standing out."""
    session = desk.session
    layout = with_last_move(session.layout, session.last_step)
    terminal.say()
    terminal.console().print(Board(layout, ascii=terminal.ascii, numbers=True, lit=session.playable_cards()))
    if not session.move_number:
        terminal.say(legend(layout), "dim")
    terminal.say()


def _grid_of_legal_moves(desk: Desk, terminal: Terminal) -> Table:
    """Return the legal moves in a grid: the number to play each, the move, and what it does as far as it is seen."""
    session, position = desk.session, desk.session.visible_position
    grid = bare_grid("", "move", "outcome", header_style="dim")
    grid.columns[0].justify = "right"
    for number, (move, step) in enumerate(session.outcomes(), 1):
        sentence = "a card is turned up" if step is None else move_sentence(step, position)
        grid.add_row(f"{number}", terminal_text(token(move), terminal.ascii), terminal_text(sentence, terminal.ascii))
    return grid


def _advice_of(errand: Errand) -> Advice:
    """Return the solver's answer. Ctrl+C interrupts the solver, not the game."""
    try:
        return errand()
    except KeyboardInterrupt:
        return Hint(None, "the solver was interrupted")


def complete_with(typed_lines: TypedLines) -> None:
    """Let the tab key complete moves and words, if the system has readline."""
    try:
        import readline  # not on every system
    except ImportError:
        return

    def complete(text: str, number: int) -> str | None:
        completions = typed_lines.completions(text)
        return completions[number] if number < len(completions) else None

    readline.set_completer_delims("")
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")
