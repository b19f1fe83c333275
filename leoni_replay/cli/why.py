"""``leoni why``."""

from __future__ import annotations

from typing import Annotated, NoReturn

import typer

from leoni_replay.cli.common import OK, REJECTED, app, check_rules, fail, results
from leoni_replay.cli.options import (
    Ascii,
    Color,
    ColorOption,
    OnePath,
    OutputFile,
    RulesOption,
    Simple,
    SimpleFormat,
    number,
)
from leoni_replay.cli.replay import read_game
from leoni_replay.notation import loads
from leoni_replay.notation.grammar import RESULTS
from leoni_replay.notation.problems import quote
from leoni_replay.notation.writer import plain_game
from leoni_replay.record.legal import why as ask
from leoni_replay.record.replay import replay
from leoni_replay.report.json_lines import encoder
from leoni_replay.show.legal_moves import show_why, why_object


@app.command()
def why(
    file: OnePath,
    move: Annotated[str, typer.Argument(metavar="MOVE", help="A move, long or short: 4:2H^, 2H, exile.")],
    at: Annotated[int | None, number("--at", help="Ask after move N (default: the last).")] = None,
    game: Annotated[int, number("--game", least=1, help="The number of the game in the file or folder.")] = 1,
    rules: RulesOption = None,
    output_format: SimpleFormat = Simple.full,
    output_file: OutputFile = None,
    ascii: Ascii = False,
    color: ColorOption = Color.auto,
) -> None:
    """Say why a move is not legal, or what it would do.

    Exit status: 0 the move is legal, 1 it is not legal or is ambiguous, 2 the file could not be read or the command was
    wrong.
    """
    check_rules(rules)
    chosen = read_game(file, game)
    replayed = replay(chosen.transcript, rules=rules)
    if not replayed.dealt:
        error = replayed.error
        fail(f"{file}: no cards could be dealt: {error.message if error else 'leoni verify says why'}")
    try:
        answer = ask(replayed, move, at)
    except IndexError as error:
        fail(f"{file}: {error}")
    except ValueError:
        _no_move(move, replayed.game.name)
    with results(ascii, color, output_file) as terminal:
        if output_format is Simple.json:
            terminal.write(encoder(terminal.ascii)(why_object(replayed, answer)) + "\n")
        else:
            show_why(replayed, answer, terminal)
    raise typer.Exit(OK if answer.legal else REJECTED)


def _no_move(text: str, game: str) -> NoReturn:
    """End with the diagnostic that a record of the game with this word among its moves would get."""
    if text.strip() in RESULTS:
        fail(f"{quote(text)} is a result, not a move: leoni replay shows how a game ends")
    (record, *_) = loads(plain_game({"Game": game}, (), f"{text} *"))
    problem = record.problem
    if problem is None or problem.code != "S002":
        fail(f"{quote(text)} is not a move: a move is one word, such as 4:2H^")
    fail("; ".join([problem.message.partition("; expected")[0], *problem.help]))
