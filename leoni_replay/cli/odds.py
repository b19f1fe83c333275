"""``leoni odds``."""

from __future__ import annotations

import contextlib
import sys
import time
from functools import partial
from typing import Annotated

import typer

from leoni_replay.cli.common import (
    INTERRUPTED,
    OK,
    REJECTED,
    app,
    command,
    exit_on_sigterm,
    exits,
    fail,
    grouped,
    note,
    results,
    write_as,
)
from leoni_replay.cli.options import (
    Dask,
    GameOption,
    Jobs,
    Output,
    Player,
    RulesOption,
    Simple,
    SimpleFormat,
    number,
    option,
)
from leoni_replay.cli.progress import telling
from leoni_replay.games import RulesError
from leoni_replay.odds.counts import Counts
from leoni_replay.odds.measured import Measurement, odds_object
from leoni_replay.odds.question import NODES, SOLVER, Question, ask
from leoni_replay.odds.results import DealRange, Results
from leoni_replay.odds.results import merge as put_together
from leoni_replay.odds.running import RefusedWin, Run, run, workers_for
from leoni_replay.phrases import counted
from leoni_replay.show.odds_report import percent
from leoni_replay.show.odds_report import show as show_odds
from leoni_replay.show.terminal import Terminal

#: the maximum number of deals, and the highest number of a deal
_MOST = 10**12

odds_app = typer.Typer(
    invoke_without_command=True,
    rich_markup_mode=None,
    subcommand_metavar="[merge|show] …",
)
app.add_typer(odds_app, name="odds")


@odds_app.callback(epilog=exits("the strict replay refuses a win"))
@grouped
def odds(
    context: typer.Context,
    game: GameOption = "Leoni's Own",
    rules: RulesOption = None,
    player: Player = "solver",
    deals: Annotated[int, number(least=1, most=_MOST, help="Number of deals.")] = 1000,
    first: Annotated[int, number(least=1, most=_MOST, help="Number of the first deal.")] = 1,
    seed: Annotated[str, option("Deals are seed:TEXT-1, seed:TEXT-2 …", "TEXT")] = "leoni",
    margin: Annotated[str | None, option("Stop once the margin (±) is at most this, such as 0.1%.", "PERCENT")] = None,
    db: Annotated[str | None, option("Save verdicts in FILE; run the same command again to continue.", "FILE")] = None,
    audit: Annotated[
        str, option("Replay this share of the wins strictly (all of them if there are fewer than 100).", "PERCENT")
    ] = "0%",
    nodes: Annotated[
        int | None,
        number(help="Search at most N positions per deal (default 1000000; 0: no limit, as in `leoni solve`)."),
    ] = None,
    seconds: Annotated[
        float | None,
        number(kind=float, help="Stop the search of a deal after SECONDS; verdicts then depend on the machine."),
    ] = None,
    memory: Annotated[int | None, number(least=1, most=65536, help="Memory for visited positions, in MB.")] = None,
    jobs: Jobs = 1,
    dask: Dask = None,
    format: SimpleFormat = "text",
    out: Output = Output(),
) -> None:
    """Play many deals and count how often they are won.

    The same arguments give the same verdicts on every machine and with any number of processes, except with --seconds.
    With --db you can continue an interrupted run: run the same command again. `leoni odds merge FILES -o FILE` merges
    files of verdicts, and `leoni odds show FILE` shows their results. docs/play/solving.md describes the players.

    With the default --nodes, the solver decides 97 % of deals of Leoni's Own (`wikipedia`), and more than 99.5 % with
    5000000.
    """
    if context.invoked_subcommand is not None:
        sources = [context.get_parameter_source(name) for name in context.params]
        if any(source is not None and source.name == "COMMANDLINE" for source in sources):
            fail(f"write options after `{context.invoked_subcommand}`, not before it")
        return
    if seed[:1].isspace() or not seed.isprintable():
        fail("--seed: a seed must not begin with a space, and every character must be printable")
    if player != SOLVER:
        for option, given in (("--nodes", nodes), ("--seconds", seconds), ("--memory", memory)):
            if given is not None:
                fail(f"{option} limits only the solver, not the player {player}")
    if dask is not None and jobs != 1:
        fail("--dask and --jobs cannot be used together: the cluster has its own processes")
    asked = Run(
        seed,
        first,
        first + deals - 1,
        _share("--audit", audit, 100),
        0.0 if margin is None else _share("--margin", margin, 50),
    )
    if margin is not None and not asked.until:
        fail("--margin: the interval of a share is never as narrow as 0%")
    try:
        question = ask(game, rules, player, NODES if nodes is None else nodes or None, seconds, memory)
    except RulesError:
        raise
    except ValueError as error:
        fail(f"--player {player}: {error}")
    with results(out) as terminal:
        status = _odds(question, asked, db, jobs, dask, format, terminal)
    raise typer.Exit(status)


def _share(option: str, text: str, most: int) -> float:
    try:
        share = float(text.removesuffix("%"))
    except ValueError:
        share = -1.0
    if not text.endswith("%") or not 0 <= share <= most:
        fail(f"{option}: {text} is not a share from 0% to {most}%, for example 0.1%")
    return share / 100


def _odds(
    question: Question,
    asked: Run,
    file: str | None,
    jobs: int,
    cluster: str | None,
    format: Simple,
    terminal: Terminal,
) -> int:
    """Play the deals, print the result, and return the exit status."""
    counts, status, began, before = Counts(), OK, time.monotonic(), 0
    try:
        with (
            exit_on_sigterm(),
            Results(file, question) as kept,
            contextlib.closing(workers_for(question, jobs, note, cluster)) as workers,
            telling() as tell,
        ):
            try:
                playing = run(asked, kept, workers)
                counts = next(playing)
                before = counts.deals
                for counts in playing:
                    interval = counts.interval
                    estimate = f"{percent((interval.low + interval.high) / 2)} ± {percent(interval.half)}"
                    deals = asked.last - asked.first + 1
                    tell(f"{counts.deals:,} of {deals:,} deals, {estimate}", deals, counts.deals)
            except KeyboardInterrupt:
                status = INTERRUPTED
            except SystemExit as ended:
                status = int(ended.code or OK)
    except RefusedWin as refused:
        sys.stderr.write(f"leoni: the strict replay refuses a win: {refused.reason}\nits record:\n\n{refused.record}")
        return REJECTED
    except MemoryError:
        fail(f"there is no room for {question.memory:,} MB of memory for visited positions (--memory)")
    seeds = (DealRange(asked.seed, asked.first, asked.first + counts.deals - 1, counts.deals),) if counts.deals else ()
    _write(Measurement(question, seeds, counts), format, terminal)
    terminal.stream.flush()
    played, seconds = counts.deals - before, time.monotonic() - began
    there = f"{counted(before, 'deal')} {'was' if before == 1 else 'were'} played before; " if before else ""
    note(f"{there}{played:,} played in {seconds:.1f} s, {played / max(seconds, 1e-3):,.0f} a second")
    if status != OK:
        note(f"stopped: {'run the same command again to continue' if file else 'without --db no verdicts are saved'}")
    return status


def _write(measured: Measurement, format: Simple, terminal: Terminal) -> None:
    write_as(format, terminal, partial(odds_object, measured), partial(show_odds, measured))


@command(into=odds_app)
def merge(
    files: Annotated[list[str], typer.Argument(metavar="FILES...", help="Files made with --db.")],
    output: Annotated[str, option("The file to write, or to add to.", "FILE", names=("-o", "--output"))],
) -> None:
    """Merge several files of verdicts.

    They must answer the same question: the same game, readings, player, limits, and version of the code. A deal in
    several files is counted once.
    """
    put_together(files, output)


@command(into=odds_app)
def show(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file made with --db.")],
    format: SimpleFormat = "text",
    out: Output = Output(),
) -> None:
    """Show the results in a file."""
    with Results(file, create=False) as kept:
        measured = Measurement(kept.question, tuple(kept.seeds()), kept.counts())
    with results(out) as terminal:
        _write(measured, format, terminal)
