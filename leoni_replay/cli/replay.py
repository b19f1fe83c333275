"""``leoni replay``, ``leoni why`` and ``leoni deal``."""

from __future__ import annotations

import json
import os
from errno import ENOENT
from functools import partial
from pathlib import Path
from typing import Annotated, Literal, NoReturn

import typer

from leoni_replay.cli import shell_completion
from leoni_replay.cli.common import (
    OK,
    REJECTED,
    command,
    fail,
    line_reader,
    open_output,
    page_advice,
    point_to,
    terminal_for,
    write_as,
)
from leoni_replay.cli.options import (
    GameOption,
    NoBrowser,
    NumberOfGame,
    OnePath,
    Open,
    Output,
    Paths,
    Plain,
    RulesOfGame,
    RulesOption,
    SimpleFormat,
    Step,
    number,
    option,
)
from leoni_replay.diagnostics import NOT_A_MOVE
from leoni_replay.files.find_games import reason_of
from leoni_replay.files.games import NumberedGame, open_games
from leoni_replay.games.faults import ProgramFault, program_faults
from leoni_replay.notation.grammar import RESULTS
from leoni_replay.notation.problems import quote
from leoni_replay.notation.reader import loads
from leoni_replay.notation.text_files import short_text
from leoni_replay.phrases import pluralize
from leoni_replay.record.deal import deal as make_deal
from leoni_replay.record.legal import Why, legal
from leoni_replay.record.legal import why as ask_why
from leoni_replay.record.playing import play_on
from leoni_replay.record.replay import Replay, fault_diagnostic, faulty_replay
from leoni_replay.record.replay import replay as run_replay
from leoni_replay.show.legal_moves import legal_object, show_legal, show_why
from leoni_replay.show.replayed import show, show_deal
from leoni_replay.show.replayed import step as step_through
from leoni_replay.show.story import make_story
from leoni_replay.show.terminal import Terminal


@command(failure="the game is rejected, or the file has none")
def replay(
    files: Paths,
    game: NumberOfGame = 1,
    at: Annotated[int | None, number(help="Show the position after move N.")] = None,
    every: Annotated[bool, option("Show the position after every move.")] = False,
    step: Step = False,
    web: Annotated[bool, option("Open the replay in your browser, where you can play on from any move.")] = False,
    no_browser: NoBrowser = False,
    legal: Annotated[bool, option("List the legal moves, the outcome and the short form of each.")] = False,
    rules: RulesOption = None,
    open: Open = False,
    plain: Plain = False,
    format: Annotated[
        Literal["text", "json", "layout"], option("Text, JSON (with --legal), or the position for a Layout tag.")
    ] = "text",
    out: Output = Output(),
) -> None:
    """Show a recorded game: its final position or any other.

    --format json is for --legal: `leoni convert` writes a whole replay as JSON. --format layout writes the position as
    a Layout tag takes it, and `leoni solve --deal`.
    """
    if step and out.output is not None:
        fail("--step and --output cannot be used together")
    if legal and (step or every):
        fail(f"--legal and {'--step' if step else '--every'} cannot be used together")
    if format == "json" and not legal:
        fail("--format json belongs to --legal: leoni convert --format json writes the whole replay")
    if plain and format != "text":
        fail(f"--plain and --format {format} cannot be used together")
    if format == "layout" and (step or every or legal):
        other_option = "--step" if step else "--every" if every else "--legal"
        fail(f"--format layout and {other_option} cannot be used together")
    if no_browser and not web:
        fail("--no-browser belongs to --web")
    if web:
        excluded_options = {
            "--step": step,
            "--legal": legal,
            "--every": every,
            "--rules": rules,
            "--plain": plain,
            "--output": out.output,
        }
        for option, value in excluded_options.items():
            if value:
                fail(f"--web and {option} cannot be used together")
        _serve_replay(files, game, at, terminal_for(out), open=open, open_browser=not no_browser)
    numbered = read_game(files, game)
    replayed = run_replay(numbered.transcript, rules=rules)
    if at is not None and at > replayed.moves:
        fail(f"{numbered.transcript.file}: there is no move {at}: the game has {pluralize(replayed.moves, 'move')}")
    if step:
        terminal = terminal_for(out)
        story = make_story(replayed, open=open)
        step_through(story, terminal, line_reader(terminal), at=at, which=numbered.label, plain=plain)
    else:
        with open_output(out) as terminal:
            try:
                with program_faults():
                    if format == "layout":
                        _write_layout(replayed, terminal, replayed.moves if at is None else at)
                    if format == "text":
                        show(replayed, terminal, at=at, every=every, which=numbered.label, open=open, plain=plain)
                    if legal:
                        after = replayed.moves if at is None else at
                        _list_legal_moves(replayed, terminal, after, format, plain=plain)
            except ProgramFault as fault:
                replayed = faulty_replay(replayed.transcript, fault)
                terminal.write_frame(fault_diagnostic(replayed.transcript, fault))
            if (error := replayed.error) is not None:
                point_to(terminal, f"{', '.join(files)}, game {game} is rejected: {error.code}: {error.message}")
    raise typer.Exit(OK if replayed.accepted else REJECTED)


def read_game(paths: list[str], number: int) -> NumberedGame:
    """Read a game of some files and folders, or end the command with an error."""
    try:
        with open_games(*paths) as games:
            numbered = next(games.read(number), None)
    except OSError as error:
        path = error.filename or paths[0]
        container = "folder" if os.path.isdir(path) else "file"
        fail(f"{path}: this {container} cannot be read: {reason_of(error)}")
    if numbered is None:
        fail(f"{', '.join(paths)}: {games.explain_missing(number)}")
    return numbered


def _write_layout(replayed: Replay, terminal: Terminal, at: int) -> None:
    """Write the position after move ``at`` (0: as dealt) as a Layout tag takes it; end the command if none can."""
    if not replayed.dealt:
        return
    position = replayed.at(at)
    if replayed.unknown is None:
        try:
            play_on(position)
        except ValueError:
            where = f"after move {at}" if at else "as dealt"
            reason = "more matters there than how the cards lie"
            fail(f"{replayed.transcript.file}: no layout can describe the position {where}, because {reason}")
    terminal.write(position.text)


def _list_legal_moves(replayed: Replay, terminal: Terminal, at: int, format: str, *, plain: bool) -> None:
    """Write the legal moves after move ``at`` (0: as dealt), in ``plain`` lines for the ear if so. If no cards could be
    dealt, there are none, which only JSON says."""
    moves = legal(replayed, at) if replayed.dealt else []
    if format == "json" or replayed.dealt:
        show_moves = partial(show_legal, replayed, at, moves, plain=plain)
        write_as(format, terminal, partial(legal_object, replayed, at, moves), show_moves)


def _serve_replay(
    paths: list[str], game: int, at: int | None, terminal: Terminal, *, open: bool, open_browser: bool
) -> NoReturn:
    """Serve a replay that can be played on from any move until the player leaves, and end the command.

    Args:
        paths: the files that the user names; there must be one.
        game: the number of the game in it.
        at: the move that the page shows first; None for the beginning.
        terminal: where the address is printed.
        open: whether to show the faces of cards that lie face down.
        open_browser: whether to open the address in a browser.
    """
    from leoni_replay.board.protocol import recorded_board  # start-up time
    from leoni_replay.cli.play import refuse, save_or_fail, serve  # start-up time
    from leoni_replay.play.game_file import CannotContinue, resume  # start-up time

    if len(paths) > 1:
        fail("--web shows one file at a time")
    (file,) = paths
    if file == "-":
        fail("--web needs a file, not standard input")
    if not os.path.isfile(file):
        if os.path.exists(file):
            fail(f"{file}: --web needs the file of a record")
        fail(f"{file}: {reason_of(FileNotFoundError(ENOENT, 'there is no such file', file))}")
    try:
        session, game_file, notice = resume(Path(file), game, open=open)
    except CannotContinue as error:
        refuse(error, terminal)
    if at is not None and at > session.move_number:
        fail(f"{file}: there is no move {at}: the game has {pluralize(session.move_number, 'move')}")
    board = recorded_board(session, game_file)
    terminal.write_lines([session.summary(), *([notice] if notice else [])])
    serve(
        board,
        terminal,
        "replay",
        "Ctrl+C leaves. What you play is a variation; the file changes only when you save it.",
        open_browser=open_browser,
        fragment="" if at is None else f"#m{at}",
    )
    save_or_fail(board.desk)
    raise typer.Exit(OK)


@command()
def deal(
    deal: Annotated[
        str, typer.Argument(metavar="DEAL", help="seed:TEXT or pysol:NUMBER.", autocompletion=shell_completion.deals)
    ],
    game: GameOption = "Leoni's Own",
    rules: RulesOfGame = None,
    format: Annotated[
        Literal["text", "json", "layout"], option("A table, JSON, or the value of a Layout tag.")
    ] = "text",
    open: Open = False,
    plain: Plain = False,
    out: Output = Output(),
) -> None:
    """Show a deal."""
    if plain and format != "text":
        fail(f"--plain and --format {format} cannot be used together")
    try:
        dealt_game = make_deal(deal, game, rules)
    except ValueError as error:
        fail(str(error))
    with open_output(out) as terminal:
        if format == "text":
            show_deal(dealt_game, terminal, open=open, plain=plain)
        else:
            terminal.write(dealt_game.text if format == "layout" else f"{json.dumps(dealt_game.as_dict())}\n")


@command(failure="the move is not legal or is ambiguous, or the file has no game")
def why(
    file: OnePath,
    move: Annotated[
        str,
        typer.Argument(
            metavar="MOVE", help="A move (4:2H^, 2H, exile), or a sentence: 'Put the 2H on the foundation'."
        ),
    ],
    at: Annotated[int | None, number(help="Ask after move N (default: the last).")] = None,
    game: NumberOfGame = 1,
    rules: RulesOption = None,
    format: SimpleFormat = "text",
    out: Output = Output(),
) -> None:
    """Say why a move is not legal, or what it would do.

    FILE can be a page of a book that names its game, as leoni import reads it.
    """
    numbered = read_game([file], game)
    replayed = run_replay(numbered.transcript, rules=rules)
    if not replayed.dealt:
        replayed = _replay_of_page(file, game, rules) or replayed
    if not replayed.dealt:
        error = replayed.error
        fail(f"{file}: no cards could be dealt: {error.message if error else 'leoni verify says why'}")
    try:
        answer = _answer_about(replayed, move, at)
    except IndexError as error:
        fail(f"{file}: {error}")
    with open_output(out) as terminal:
        write_as(format, terminal, answer.as_dict, partial(show_why, answer))
    if not answer.legal:
        point_to(terminal, answer.headline)
    raise typer.Exit(OK if answer.legal else REJECTED)


def _replay_of_page(file: str, game: int, rules: str | None) -> Replay | None:
    """Return the replay of a chapter of a page of a book; None if the file is no such page. A page that can't be read
    ends the command.

    Args:
        file: the file.
        game: the number of the chapter: 1 for the main line.
        rules: the rule book; None for the one that the page names, or the default.
    """
    from leoni_replay.prose.page_game import game_said  # start-up time
    from leoni_replay.prose.reading import read_prose  # start-up time

    advice = page_advice(file)
    if not advice:
        return None
    text = short_text(file)
    if not game_said(text):
        fail(advice)
    page = read_prose(text, rules=rules)
    if page.record is None:
        fail(f"{file}:{page.unread[0]}")
    if game > len(page.chapters):
        fail(f"{file}: there is no game {game} in this file: it holds {pluralize(len(page.chapters), 'game')}")
    transcript = page.chapters[game - 1].record
    transcript.file = file
    return run_replay(transcript)


def _answer_about(replayed: Replay, move: str, at: int | None) -> Why:
    """Return whether a move is legal and why. What is no move of the notation is read as a sentence of a book; the
    command ends if it can't be read.

    Raises:
        IndexError: the record has no move ``at``.
    """
    from leoni_replay.prose.asked_move import asked_move  # start-up time
    from leoni_replay.prose.tokens import Unread  # start-up time

    try:
        return ask_why(replayed, move, at)
    except ValueError:
        # Two words are a move with a space in it.
        if len(move.split()) <= 2:
            _refuse_word(move, replayed.game.name)
    try:
        return ask_why(replayed, asked_move(move, replayed, at), at)
    except Unread as error:
        fail(f"“{move}”: {error.message}")


def _refuse_word(text: str, game: str) -> NoReturn:
    """End with the diagnostic that a record of the game with this word among its moves would get."""
    if text.strip() in RESULTS:
        fail(f"{quote(text)} is a result, not a move: leoni replay shows how a game ends")
    (record, *_) = loads(f'[Game "{game}"]\n\n{text} *')
    problem = record.problem
    if problem is None or problem.code != NOT_A_MOVE:
        fail(f"{quote(text)} is not a move: a move is one word, such as 4:2H^")
    fail("; ".join([problem.message.partition("; expected")[0], *problem.help]))
