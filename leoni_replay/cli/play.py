"""``leoni play``."""

from __future__ import annotations

import sys
import webbrowser
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, NamedTuple, NoReturn

import typer

from leoni_replay.cli import shell_completion
from leoni_replay.cli.common import (
    INTERRUPTED,
    OK,
    REJECTED,
    check_can_name_book,
    command,
    fail,
    line_reader,
    note,
    print_refusal,
    terminal_for,
)
from leoni_replay.cli.options import Ascii, NewDeal, NoBrowser, Open, Output, Plain, RulesOption, option
from leoni_replay.diagnostics import Fault
from leoni_replay.files.find_games import reason_of
from leoni_replay.games import GAMES
from leoni_replay.notation.text_files import short_text
from leoni_replay.phrases import number_in
from leoni_replay.play.desk import Desk
from leoni_replay.play.game_file import CannotContinue, GameFile, new_file, new_path, resume
from leoni_replay.play.line_mode import complete_with
from leoni_replay.play.line_mode import play as play_in_lines
from leoni_replay.play.move_refused import MoveRefused
from leoni_replay.play.new_game import deal_tags, layout_tags
from leoni_replay.play.physical import PhysicalSession
from leoni_replay.play.session import Session
from leoni_replay.play.typed_lines import TypedLines
from leoni_replay.show.terminal import Terminal, is_terminal

if TYPE_CHECKING:
    from leoni_replay.board.protocol import Board


class PlayOptions(NamedTuple):
    """The game to be played, and its file."""

    file: Annotated[str | None, typer.Argument(metavar="[FILE]", help="The record to continue or to create.")] = None
    game: Annotated[
        str | None,
        option(
            "The game to deal. With a file, which of its games to continue.", "NAME|N", complete=shell_completion.games
        ),
    ] = None
    deal: NewDeal = None
    layout: Annotated[str | None, option("Start from the layout in this file.", "FILE")] = None
    rules: RulesOption = None
    physical: Annotated[bool, option("Follow a game with real cards; leoni asks which ones you see.")] = False
    open: Open = False
    flat: Annotated[bool, option("Forget moves you take back instead of keeping variations.")] = False


@command(failure="the game of the file is rejected, or the file has none")
def play(
    start: PlayOptions = PlayOptions(),
    web: Annotated[bool, option("Play in your browser.")] = False,
    no_browser: NoBrowser = False,
    plain: Plain = False,
    auto: Annotated[bool, option("Play forced moves for me.")] = False,
    times: Annotated[bool, option("Note the time played after each move.")] = False,
    ascii: Ascii = False,
) -> None:
    """Play a game and save its record as you go.

    Without options, leoni deals a game of Leoni's Own in the terminal; --web opens all games in your browser, or a
    board if you name a game or a deal. Every move is saved in FILE, or in a new file named after the game and the deal.
    If FILE exists, you continue its game.
    """
    terminal = terminal_for(Output(ascii=ascii))
    notice = ""
    read_line = None if web else line_reader(terminal)
    if no_browser and not web:
        fail("--no-browser belongs to --web")
    if web and plain:
        fail("--web and --plain cannot be used together")
    if start.file == "-":
        fail("name a file for the record: - is not a file")
    if start.file is not None and Path(start.file).exists():
        for option in ("deal", "layout", "rules", "physical"):
            if getattr(start, option):
                fail(f"{start.file} already exists and would be continued; --{option} starts a new game")
        try:
            session, game_file, notice = resume(
                Path(start.file), _game_number(start.game), open=start.open, flat=start.flat
            )
        except CannotContinue as error:
            refuse(error, terminal)
    else:
        if start.file is not None and start.file in GAMES:
            fail(f"{start.file} is a game: did you mean --game {quote(start.file)}? (A file is ./{start.file})")
        if start.physical and start.deal is not None:
            fail("--physical deals no cards: leave --deal out")
        if start.layout is not None and start.deal is not None:
            fail("--deal and --layout cannot be used together")
        session, game_file = _new_game(start)
    desk = Desk(session, game_file, auto=auto, times=times, by_ear=plain)
    if notice:
        desk.first_lines.append(notice)
    save_or_fail(desk)
    if read_line is None:
        # Without a game or a deal, the page begins with the list of games.
        is_chosen = start.file or start.game or start.deal or start.layout or start.rules or start.physical
        _play_in_browser(desk, terminal, open_browser=not no_browser, fragment="" if is_chosen else "#games")
    typed_lines = TypedLines(desk)
    complete_with(typed_lines)
    draws = not plain and terminal.tty and is_terminal(sys.stdin)
    is_finished = play_in_lines(typed_lines, terminal, read_line, draws=draws)
    save_or_fail(desk)
    raise typer.Exit(OK if is_finished else INTERRUPTED)


def _play_in_browser(desk: Desk, terminal: Terminal, *, open_browser: bool, fragment: str) -> NoReturn:
    """Serve a board until the player leaves, and end the command.

    Args:
        desk: the game in play, and its file.
        terminal: where the address is printed.
        open_browser: whether to open the address in a browser.
        fragment: the end of the address, which names a part of the page: ``#games``.
    """
    from leoni_replay.board.protocol import Board  # start-up time

    terminal.write_lines(desk.begin())
    how_to_leave = "Ctrl+C leaves; the game is saved."
    serve(Board(desk), terminal, "board", how_to_leave, open_browser=open_browser, fragment=fragment)
    terminal.write_lines(desk.end())
    save_or_fail(desk)
    raise typer.Exit(OK)


def serve(
    board: Board, terminal: Terminal, name: str, how_to_leave: str, *, open_browser: bool, fragment: str = ""
) -> None:
    """Serve a board, or a replay with one, until the player leaves.

    Args:
        board: the board.
        terminal: where the address is printed, with its ``name`` and ``how_to_leave``.
        open_browser: whether to open the address in a browser.
        fragment: the end of the address, which names a part of the page: ``#m12``.
    """
    from leoni_replay.board.http_server import BoardServer  # start-up time

    try:
        server = BoardServer(board)
    except OSError as error:
        fail(f"no port of this machine can be opened: {error.strerror}")
    address = server.address + fragment

    def report_saving(message: str) -> None:
        terminal.write_lines([message])
        terminal.stream.flush()

    board.desk.report_saving = report_saving
    terminal.write_lines([f"{name}: {address}", how_to_leave])
    terminal.stream.flush()
    if open_browser:
        webbrowser.open(address)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass
    finally:
        server.server_close()


def save_or_fail(desk: Desk) -> None:
    """Check that the file is saved; try once more if it isn't."""
    for line in desk.save():
        fail(line.partition("; it is tried")[0])


def _game_number(game: str | None) -> int | None:
    """Return the number of a game in its file, as ``--game`` gives it; another text ends the command."""
    if game is None:
        return None
    number = number_in(game)
    if number is None:
        fail(f"--game {game}: the record names its game; with a file, --game takes the number of a game in it")
    return number


def refuse(error: CannotContinue, terminal: Terminal) -> NoReturn:
    """Say why the game of a file cannot be continued, and end."""
    if error.diagnostic is None:
        fail(str(error))
    note(str(error))
    print_refusal(error.diagnostic, terminal)
    raise typer.Exit(REJECTED)


def _new_game(start: PlayOptions) -> tuple[Session, GameFile]:
    """Start a new game and its file, or end the command."""
    if start.file is not None:
        folder = Path(start.file).parent
        if not folder.exists():
            fail(f"{start.file}: there is no folder {folder}: make it first")
    check_can_name_book(start.rules, start.file)
    game = next(iter(GAMES)) if start.game is None else start.game
    try:
        if start.layout is not None:
            try:
                layout_text = short_text(start.layout)
            except OSError as error:
                fail(f"{start.layout}: cannot be read: {reason_of(error)}")
            session: Session = PhysicalSession(
                layout_tags(game, start.rules, layout_text), open=start.open, flat=start.flat
            )
        elif start.physical:
            session = PhysicalSession.begin(game, start.rules, open=start.open, flat=start.flat)
        else:
            session = Session(deal_tags(game, start.rules, start.deal), open=start.open, flat=start.flat)
        path = Path(start.file) if start.file is not None else new_path(session.game.name, session.game_in_play.deal)
        return session, new_file(path)
    except Fault as fault:
        fail("; ".join([fault.message, *fault.help]))
    except (MoveRefused, ValueError) as error:
        fail(str(error))
    except OSError as error:
        fail(f"{error.filename or start.file}: cannot be written: {reason_of(error)}")
