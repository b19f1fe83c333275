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
    describe_exit_statuses,
    exit_on_sigterm,
    fail,
    note,
    open_output,
    with_option_groups,
    write_as,
)
from leoni_replay.cli.options import (
    Dask,
    GameOption,
    Jobs,
    Output,
    Player,
    RulesOfGame,
    RulesOption,
    Simple,
    SimpleFormat,
    deal_option,
    game_of_deal_option,
    number,
    option,
)
from leoni_replay.cli.parameters import SomeCommands
from leoni_replay.cli.progress import progress_line
from leoni_replay.cli.replay import read_game
from leoni_replay.games import RulesError
from leoni_replay.odds.counts import Counts
from leoni_replay.odds.measured import Measurement, odds_object
from leoni_replay.odds.one_position import PositionQuestion, answer
from leoni_replay.odds.question import NODES, SOLVER, Question, ask
from leoni_replay.odds.results import DealRange, Results
from leoni_replay.odds.results import merge as merge_files
from leoni_replay.odds.running import RefusedWin, Run, run, workers_for
from leoni_replay.phrases import number_in, pluralize
from leoni_replay.record.replay import replay as run_replay
from leoni_replay.search.solver import Limits
from leoni_replay.show.odds_report import percent
from leoni_replay.show.odds_report import show as show_odds
from leoni_replay.show.position_odds import position_odds_object, show_position_odds
from leoni_replay.show.terminal import Terminal
from leoni_replay.solving.solve import convert_to_record

#: the maximum number of deals, and the highest number of a deal
_MOST = 10**12

odds_app: typer.Typer = typer.Typer(
    cls=SomeCommands,
    invoke_without_command=True,
    rich_markup_mode=None,
    subcommand_metavar="[position|merge|show] …",
)
app.add_typer(odds_app, name="odds")


@odds_app.callback(epilog=describe_exit_statuses("the strict replay refuses a win"))
@with_option_groups
def odds(
    context: typer.Context,
    game: GameOption = "Leoni's Own",
    rules: RulesOfGame = None,
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
    quiet: Annotated[
        bool, option("Print the result, but not how fast the deals were played.", names=("-q", "--quiet"))
    ] = False,
    out: Output = Output(),
) -> None:
    """Play many deals and count how often they are won.

    The same arguments give the same verdicts on every machine and with any number of processes, except with --seconds.
    With --db you can continue an interrupted run: run the same command again. `leoni odds merge FILES -o FILE` merges
    files of verdicts, and `leoni odds show FILE` shows their results. `leoni odds position` asks about one position.
    `leoni explain players` describes the players.

    With the default --nodes, the solver decides 97 % of deals of Leoni's Own (`wikipedia`), and more than 99.5 % with
    5000000.
    """
    if context.invoked_subcommand is not None:
        for name in context.params:
            origin = context.get_parameter_source(name)
            if origin is not None and origin.name == "COMMANDLINE":
                fail(f"write options after `{context.invoked_subcommand}`, not before it")
        return
    _check_seed(seed)
    if player != SOLVER:
        for option, limit in (("--nodes", nodes), ("--seconds", seconds), ("--memory", memory)):
            if limit is not None:
                fail(f"{option} limits only the solver, not the player {player}")
    if dask is not None and jobs != 1:
        fail("--dask and --jobs cannot be used together: the cluster has its own processes")
    plan = Run(seed, first, first + deals - 1, _share("--audit", audit, 100), _margin_share(margin))
    if nodes is None:
        nodes = NODES
    try:
        # 0 positions means no limit.
        question = ask(game, rules, player, nodes or None, seconds, memory)
    except RulesError:
        raise
    except ValueError as error:
        fail(f"--player {player}: {error}")
    with open_output(out) as terminal:
        status = _play_deals(question, plan, db, jobs=jobs, cluster=dask, format=format, quiet=quiet, terminal=terminal)
    raise typer.Exit(status)


def _check_seed(seed: str) -> None:
    """Check a seed; a wrong one ends the command."""
    if seed[:1].isspace() or not seed.isprintable():
        fail("--seed: a seed must not begin with a space, and every character must be printable")


def _margin_share(margin: str | None) -> float:
    """Return the margin at which to stop, as a share; 0 for never."""
    if margin is None:
        return 0.0
    share = _share("--margin", margin, 50)
    if not share:
        fail("--margin: the interval of a share is never as narrow as 0%")
    return share


def _share(option: str, text: str, most: int) -> float:
    """Return the share that a percentage stands for, from 0 to 1; the command ends if it is more than ``most`` %."""
    try:
        share = float(text.removesuffix("%"))
    except ValueError:
        # It is refused below, as any share under 0.
        share = -1.0
    if not text.endswith("%") or not 0 <= share <= most:
        fail(f"{option}: {text} is not a share from 0% to {most}%, for example 0.1%")
    return share / 100


def _play_deals(
    question: Question,
    plan: Run,
    db: str | None,
    *,
    jobs: int,
    cluster: str | None,
    format: Simple,
    quiet: bool,
    terminal: Terminal,
) -> int:
    """Play the deals of a run, and print how often they were won.

    Args:
        question: what is asked: the game, its rules, the player and the limits.
        plan: the deals, and when to stop.
        db: the file with the verdicts of earlier runs, which gets those of this one; None for none.
        jobs: the number of processes.
        cluster: the address of a Dask scheduler; None for this machine.
        format: how to print the result.
        quiet: whether to leave out how fast the deals were played.
        terminal: where to print it.

    Returns:
        The exit status.
    """
    counts, status, start = Counts(), OK, time.monotonic()
    # The deals that an earlier run has played.
    old_deals = 0
    deal_count = plan.last - plan.first + 1
    try:
        with (
            exit_on_sigterm(),
            Results(db, question) as results,
            contextlib.closing(workers_for(question, jobs, note, cluster)) as workers,
            progress_line() as tell,
        ):
            try:
                counts_so_far = run(plan, results, workers)
                counts = next(counts_so_far)
                old_deals = counts.deals
                for counts in counts_so_far:
                    interval = counts.interval
                    estimate = f"{percent((interval.low + interval.high) / 2)} ± {percent(interval.half)}"
                    tell(f"{counts.deals:,} of {deal_count:,} deals, {estimate}", deal_count, counts.deals)
            except KeyboardInterrupt:
                status = INTERRUPTED
            except SystemExit as error:
                status = int(error.code or OK)
    except RefusedWin as error:
        sys.stderr.write(f"leoni: the strict replay refuses a win: {error.reason}\nits record:\n\n{error.record}")
        return REJECTED
    except MemoryError:
        fail(f"there is no room for {question.memory:,} MB of memory for visited positions (--memory)")
    ranges: tuple[DealRange, ...] = ()
    if counts.deals:
        ranges = (DealRange(plan.seed, plan.first, plan.first + counts.deals - 1, counts.deals),)
    _write(Measurement(question, ranges, counts), format, terminal)
    terminal.stream.flush()
    if not quiet:
        _note_speed(counts.deals - old_deals, old_deals, time.monotonic() - start)
    if status != OK:
        advice = "run the same command again to continue" if db else "without --db no verdicts are saved"
        note(f"stopped: {advice}")
    return status


def _note_speed(new_deals: int, old_deals: int, seconds: float) -> None:
    """Say how many deals were played in this run and in earlier ones, and how fast."""
    before = ""
    if old_deals:
        before = f"{pluralize(old_deals, 'deal')} {'was' if old_deals == 1 else 'were'} played before; "
    note(f"{before}{new_deals:,} played in {seconds:.1f} s, {new_deals / max(seconds, 1e-3):,.0f} a second")


def _write(measured: Measurement, format: Simple, terminal: Terminal) -> None:
    """Write how often deals were won."""
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
    merge_files(files, output)


@command(into=odds_app)
def show(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file made with --db.")],
    format: SimpleFormat = "text",
    out: Output = Output(),
) -> None:
    """Show the results in a file."""
    with Results(file, create=False) as results:
        measured = Measurement(results.question, tuple(results.seeds()), results.counts())
    with open_output(out) as terminal:
        _write(measured, format, terminal)


@command(into=odds_app, failure="the record is rejected, or some of its cards are unknown")
def position(
    file: Annotated[str | None, typer.Argument(metavar="[FILE|-]", help="A record, or - for stdin.")] = None,
    deal: Annotated[str | None, deal_option("Ask about")] = None,
    game: Annotated[str | None, game_of_deal_option("With a file, its Nth game.")] = None,
    rules: RulesOption = None,
    at: Annotated[
        int | None, number(help="Ask about the position after move N (default: the last; 0: as dealt).")
    ] = None,
    player: Player = "sensible",
    samples: Annotated[int, number(least=1, most=_MOST, help="Lay the hidden cards N times.")] = 1000,
    seed: Annotated[str, option("Decides how they lie; the same seed gives the same answer.", "TEXT")] = "leoni",
    nodes: Annotated[int, number(help="Let the solver search N positions for each (0: no limit).")] = NODES,
    format: SimpleFormat = "text",
    out: Output = Output(),
) -> None:
    """Say how likely a position is to be won by somebody who doesn't see its hidden cards.

    leoni lays the hidden cards anew in random orders, and a player plays on from each. It assumes that every order is
    equally likely that the rules allow, and that you know the other cards, but remember none that lie face down again.
    """
    if (file is None) == (deal is None):
        fail("give either a file or --deal" + (", not both" if file is not None else ""))
    _check_seed(seed)
    if deal is not None:
        try:
            record = convert_to_record(deal, game or "Leoni's Own", rules)
        except ValueError as error:
            fail(str(error))
    else:
        if game is not None and number_in(game) is None:
            fail(f"--game {game}: with a file, --game takes a number (the record names its game)")
        record = read_game([file or "-"], number_in(game or "1") or 1).transcript
    replayed = run_replay(record, rules=rules)
    limits = Limits(nodes or None)
    question = PositionQuestion(replayed, replayed.moves if at is None else at, player, seed, limits)
    name = f"{file}: " if file is not None else ""
    try:
        question.check()
    except ValueError as error:
        if replayed.error is None and not replayed.unknown:
            fail(f"{name}{error}")
        note(f"{name}{error}")
        raise typer.Exit(REJECTED) from None
    counts, status = Counts(), OK
    try:
        with progress_line() as tell:
            for counts in answer(question, samples):
                tell(f"{counts.deals:,} of {samples:,} orders of the hidden cards", samples, counts.deals)
    except KeyboardInterrupt:
        status = INTERRUPTED
    except ValueError as error:
        fail(f"{name}{error}")
    with open_output(out) as terminal:
        show = partial(show_position_odds, question, counts)
        write_as(format, terminal, partial(position_odds_object, question, counts), show)
    raise typer.Exit(status)
