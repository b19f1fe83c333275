"""``leoni why``."""

from __future__ import annotations

from typing import Annotated, NoReturn

import typer

from leoni_replay.cli.common import OK, REJECTED, check_rules, command, fail, results, write_object
from leoni_replay.cli.options import NumberOfGame, OnePath, Output, RulesOption, SimpleFormat, number
from leoni_replay.cli.replay import read_game
from leoni_replay.notation import loads
from leoni_replay.notation.grammar import RESULTS
from leoni_replay.notation.problems import quote
from leoni_replay.notation.writer import plain_game
from leoni_replay.record.legal import why as ask
from leoni_replay.record.replay import replay
from leoni_replay.show.legal_moves import show_why, why_object


@command()
def why(
    file: OnePath,
    move: Annotated[str, typer.Argument(metavar="MOVE", help="A move, long or short: 4:2H^, 2H, exile.")],
    at: Annotated[int | None, number("--at", help="Ask after move N (default: the last).")] = None,
    game: NumberOfGame = 1,
    rules: RulesOption = None,
    output_format: SimpleFormat = "full",
    out: Output = Output(),
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
    with results(out) as terminal:
        if output_format == "json":
            write_object(terminal, why_object(replayed, answer))
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
