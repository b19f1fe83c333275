"""``leoni new`` and ``leoni sample``."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from leoni_replay.cli import shell_completion
from leoni_replay.cli.common import PLAIN, REJECTED, check_can_name_book, command, fail, note, open_output
from leoni_replay.cli.options import GameOption, Into, NewDeal, Open, Player, RulesOfGame, number, option
from leoni_replay.cli.progress import show_progress
from leoni_replay.games import RulesError
from leoni_replay.notation.scan import NOT_TEXT
from leoni_replay.notation.writer import dumps
from leoni_replay.record.draft import draft
from leoni_replay.record.sample import SampleOptions, Want, sample_texts


@command()
def new(
    game: Annotated[
        str,
        typer.Argument(
            metavar="[GAME]", help="The game; `leoni games` lists them.", autocompletion=shell_completion.games
        ),
    ] = "Leoni's Own",
    deal: NewDeal = None,
    physical: Annotated[
        bool, option("For a game on a real table: write a layout to fill in, with ?? for every card.")
    ] = False,
    rules: RulesOfGame = None,
    open: Open = False,
    into: Into = Into(),
) -> None:
    """Write the beginning of a record: its tags and its deal."""
    if physical and deal is not None:
        fail("--physical and --deal cannot be used together: a deal on a real table has no name")
    check_can_name_book(rules, into.output)
    try:
        text = dumps(draft(game, deal, rules, physical=physical, open=open))
    except ValueError as error:
        fail(str(error))
    with open_output(PLAIN._replace(**into._asdict())) as terminal:
        terminal.write_utf8(text)


@command(failure="there are fewer games than asked for")
def sample(
    game: GameOption = "Leoni's Own",
    rules: RulesOfGame = None,
    seed: Annotated[str, option("The same text gives the same games.", "TEXT")] = "leoni",
    games: Annotated[int, number(least=1, help="Number of games.")] = 1,
    player: Player = "weighted",
    want: Annotated[Want, option("Keep only games with this result.")] = "any",
    tries: Annotated[int, number(help="Give up after N deals (0: never).")] = 0,
    into: Into = Into(),
) -> None:
    """Write records of sample games.

    random makes every legal move with the same chance, and stops after 5,000 moves. weighted prefers plays, so that
    its games are short; it wins about one game of Leoni's Own in 300. sensible plays as a careful person would.
    solver knows all cards. `leoni explain players` describes all of them.
    """
    if NOT_TEXT.search(seed):
        fail("--seed: a seed is text in UTF-8")
    check_can_name_book(rules, into.output)
    count = 0
    try:
        samples = sample_texts(game, rules, SampleOptions(seed, games, want, tries or None, player))
    except RulesError:
        raise
    except ValueError as error:
        fail(f"--seed: {error}" if seed[:1].isspace() else f"--player {player}: {error}")
    # Not every game that is played has the result that is wanted.
    completed = None if want == "any" else lambda: count
    with open_output(PLAIN._replace(**into._asdict())) as terminal, show_progress(samples, games, completed) as texts:
        for text in filter(None, texts):
            terminal.write_utf8(("\n" if count else "") + text)
            count += 1
    if count < games:
        sys.stdout.flush()
        note(f"{count} of {games} games found in {tries} deals")
        raise typer.Exit(REJECTED)
