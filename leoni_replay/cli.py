"""The command line: the only room that prints. Commands import what they need when they run."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from leoni_replay.options import Ascii, Color, ColorOption, DealFormat, Format, GameOption, Paths, RulesOption, Want

if TYPE_CHECKING:
    from leoni_replay.diagnostics import Diagnostic
    from leoni_replay.games import RulesError
    from leoni_replay.terminal import Terminal

app = typer.Typer(
    name="leoni",
    help="Verify and replay recorded games of patience.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

OK, REJECTED, USAGE = 0, 1, 2


def run() -> None:
    """Run the command line.

    Raises:
        OSError: the output cannot be written.
    """
    from leoni_replay.terminal import prepare_streams

    prepare_streams()
    app(prog_name="leoni")


def _fail(message: str) -> NoReturn:
    """End with exit status 2. The message may hold what was typed, so that it is shown and not obeyed."""
    from leoni_replay.report.text import visible

    sys.stderr.write(f"leoni: {visible(message)}\n")
    raise typer.Exit(USAGE)


def _check_rules(rules: str | None) -> None:
    """Rules given on the command line that no game has are a mistake of the command, not of any record."""
    if rules is not None:
        from leoni_replay.games import RulesError, check_rules

        try:
            check_rules(rules)
        except RulesError as error:
            _fail(_with_choices(error))


def _with_choices(error: RulesError) -> str:
    return f"{error}; there are {', '.join(error.choices)}" if error.choices else str(error)


def _terminal(ascii: bool, color: Color) -> Terminal:
    from leoni_replay.terminal import open_terminal

    return open_terminal(ascii, color.value)


def _print_version(asked: bool) -> None:
    if asked:
        from leoni_replay import __version__

        typer.echo(f"leoni-replay {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


# -- verify ---------------------------------------------------------------------------------------------------------


@app.command()
def verify(
    paths: Paths,
    output_format: Annotated[
        Format, typer.Option("--output-format", envvar="LEONI_OUTPUT_FORMAT", help="How to print the verdicts.")
    ] = Format.full,
    rules: RulesOption = None,
    all_rules: Annotated[bool, typer.Option("--all-rules", help="A table: every game under every rule book.")] = False,
    max_errors: Annotated[int, typer.Option("--max-errors", min=0, help="Stop after so many (0: never).")] = 0,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No line for a game that verifies.")] = False,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=0, max=256, help="Processes (0: one a core).")] = 1,
    exit_zero: Annotated[bool, typer.Option("--exit-zero", help="Exit 0 even if games are rejected.")] = False,
    stats: Annotated[bool, typer.Option("--stats", help="Count games, moves and diagnostics at the end.")] = False,
    ascii: Ascii = False,
    color: ColorOption = Color.auto,
) -> None:
    """Check recorded games against the rules.

    Exit status: 0 all games verified, 1 some game rejected, 2 a path could not be read or the command was wrong.
    """
    from leoni_replay.checking import verify_paths
    from leoni_replay.diagnostics import Diagnostic
    from leoni_replay.progress import watched
    from leoni_replay.report import Summary, reporter
    from leoni_replay.stats import Stats

    _check_rules(rules)
    terminal = _terminal(ascii, color)
    jobs = jobs or os.cpu_count() or 1
    if all_rules:
        if rules is not None:
            _fail("--all-rules and --rules exclude each other")
        _all_rules(paths, terminal, exit_zero)
    out = reporter(
        output_format.value,
        terminal.write,
        ascii=terminal.ascii,
        color=terminal.color,
        width=terminal.width,
        quiet=quiet,
    )
    summary, counted = Summary(), Stats()
    unread = stopped = False
    out.begin()
    with watched(verify_paths(paths, rules=rules, jobs=jobs)) as found:
        for item in found:
            if isinstance(item, Diagnostic):
                summary.add_problem(item)
                counted.problem(item)
                unread = unread or item.code != "F603"
                out.file_problem(item)
                continue
            summary.add(item)
            counted.add(item)
            out.verdict(item)
            if max_errors and summary.rejected >= max_errors:
                stopped = True
                break
    out.end(summary)
    if stopped:
        games = "game" if summary.rejected == 1 else "games"
        sys.stderr.write(f"leoni: stopped after {summary.rejected} rejected {games} (--max-errors)\n")
    if stats:
        # Formats for machines keep standard output to themselves.
        human = output_format in (Format.full, Format.concise)
        (sys.stdout if human else sys.stderr).write(counted.text())
    if unread:
        raise typer.Exit(USAGE)
    raise typer.Exit(REJECTED if (summary.rejected or summary.problems) and not exit_zero else OK)


def _all_rules(paths: list[str], terminal: Terminal, exit_zero: bool) -> NoReturn:
    """Print which rule books allow which games. Every game must be legal under one of them."""
    from leoni_replay.allrules import all_rules
    from leoni_replay.diagnostics import Diagnostic
    from leoni_replay.report.text import visible
    from leoni_replay.show.allrules import show_rows

    unread = illegal = False
    rows = []
    for item in all_rules(paths):
        if isinstance(item, Diagnostic):
            sys.stderr.write(f"leoni: {visible(item.file)}: {item.message}\n")
            unread = unread or item.code != "F603"
            illegal = illegal or item.code == "F603"
        else:
            illegal = illegal or not item.legal
            rows.append(item)
    show_rows(rows, terminal)
    raise typer.Exit(USAGE if unread else REJECTED if illegal and not exit_zero else OK)


# -- replay and deal ------------------------------------------------------------------------------------------------


@app.command()
def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A transcript, or - for stdin.")],
    game: Annotated[int, typer.Option("--game", min=1, help="Which game of the file.")] = 1,
    at: Annotated[int | None, typer.Option("--at", min=0, metavar="MOVE", help="The table after a move.")] = None,
    every: Annotated[bool, typer.Option("--every", help="The table after every move.")] = False,
    rules: RulesOption = None,
    ascii: Ascii = False,
    color: ColorOption = Color.auto,
) -> None:
    """Replay a recorded game: the final table, or the table at a move."""
    from itertools import islice

    from leoni_replay.checking import why
    from leoni_replay.notation import load
    from leoni_replay.replaying import replay as run_replay
    from leoni_replay.show.replayed import show

    _check_rules(rules)
    terminal = _terminal(ascii, color)
    try:
        transcript = next(islice(load(file), game - 1, None), None)
    except OSError as error:
        _fail(f"{file}: this file cannot be read: {why(error)}")
    if transcript is None:
        _fail(f"{file}: there is no game {game} in this file")
    done = run_replay(transcript, rules=rules)
    if at is not None and at > len(done.steps):
        _fail(f"{file}: there is no move {at}: the game has {len(done.steps)} moves")
    show(done, terminal, at=at, every=every)
    raise typer.Exit(OK if done.verified else REJECTED)


@app.command()
def deal(
    deal: Annotated[str, typer.Argument(metavar="DEAL", help="seed:TEXT or pysol:NUMBER.")],
    game: GameOption = "Leoni's Own",
    rules: RulesOption = None,
    output_format: Annotated[
        DealFormat, typer.Option("--output-format", help="A table, JSON, or the value of a Layout tag.")
    ] = DealFormat.table,
    ascii: Ascii = False,
    color: ColorOption = Color.auto,
) -> None:
    """Show the table of a deal."""
    from leoni_replay.table import deal as make_deal

    terminal = _terminal(ascii, color)
    try:
        table = make_deal(deal, game, rules)
    except ValueError as error:
        _fail(str(error))
    if output_format is DealFormat.layout:
        terminal.write(table.text)
    elif output_format is DealFormat.json:
        terminal.write(table.json() + "\n")
    else:
        from leoni_replay.show.replayed import show_table

        show_table(table, terminal)


# -- fmt and sample -------------------------------------------------------------------------------------------------


@app.command()
def fmt(
    files: Paths,
    check: Annotated[bool, typer.Option("--check", help="Change nothing; exit 1 if a file would change.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Change nothing; print what would change.")] = False,
    short: Annotated[bool, typer.Option("--short", help="Write every move as short as it can be.")] = False,
    rules: RulesOption = None,
) -> None:
    """Write transcripts in their canonical form: long moves, numbers, even lines. Nothing is lost.

    Files are rewritten in place; standard input goes to standard output. A file with a rejected game is left alone.
    """
    from leoni_replay.checking import transcripts_in, why
    from leoni_replay.report.text import visible
    from leoni_replay.rewriting import rewrite

    _check_rules(rules)
    terminal = _terminal(False, Color.never)
    worst = OK
    for path in files:
        found = list(transcripts_in(path))
        if not found:
            sys.stderr.write(f"leoni: {visible(path)}: there are no transcripts in this folder\n")
            worst = USAGE
        for file in found:
            try:
                if isinstance(file, OSError):
                    raise file
                outcome = rewrite(file, write=not (check or diff), diff=diff, short=short, rules=rules)
            except BrokenPipeError:
                raise
            except OSError as error:
                name = error.filename or file if isinstance(file, OSError) else file
                sys.stderr.write(f"leoni: {visible(str(name))}: cannot be read or written: {visible(why(error))}\n")
                worst = USAGE
                continue
            if outcome.found is not None:
                _print_refusal(outcome.found, terminal)
            elif diff:
                terminal.write("".join(_shown_diff(outcome.diff)))
            elif outcome.status == "changed" and file != "-":
                terminal.write(f"{'would change' if check else 'changed'} {visible(file)}\n")
            if outcome.status == "refused" or (outcome.status == "changed" and (check or diff)):
                worst = max(worst, REJECTED)
    raise typer.Exit(worst)


def _shown_diff(lines: tuple[str, ...]) -> Iterator[str]:
    """A patch as it is; on a terminal, one whose escapes are shown and not obeyed."""
    from leoni_replay.report.text import visible

    for line in lines:
        body, end = (line[:-1], "\n") if line.endswith("\n") else (line, "\n\\ No newline at end of file\n")
        yield (visible(body) if sys.stdout.isatty() else body) + end


def _print_refusal(found: Diagnostic, terminal: Terminal) -> None:
    from leoni_replay.report.base import Options
    from leoni_replay.report.frame import frame
    from leoni_replay.report.text import visible

    text = frame(found, Options(ascii=terminal.ascii, color=False, width=terminal.width))
    sys.stderr.write(f"{text}leoni: {visible(found.file)} is left as it is\n")


@app.command()
def sample(
    game: GameOption = "Leoni's Own",
    rules: RulesOption = None,
    seed: Annotated[str, typer.Option("--seed", metavar="TEXT", help="The same text gives the same games.")] = "leoni",
    games: Annotated[int, typer.Option("--games", min=1, help="How many games to write.")] = 1,
    want: Annotated[Want, typer.Option("--want", help="Which results to keep.")] = Want.any,
    tries: Annotated[int, typer.Option("--tries", min=0, help="Give up after so many deals (0: never).")] = 0,
) -> None:
    """Write the transcripts of random legal games.

    Random play wins seldom: about one game in 300 under wikipedia and mcneely, next to none under the others.
    """
    from leoni_replay.games import GAMES, RulesError
    from leoni_replay.notation import dumps
    from leoni_replay.sampling import sample as play_sample

    if game not in GAMES:
        _fail(f"there is no game `{game}`; the games are {', '.join(GAMES)}")
    terminal = _terminal(False, Color.never)
    found = 0
    try:
        for transcript in play_sample(game, rules, seed, games, want.value, tries=tries or None):
            terminal.write_utf8(("\n" if found else "") + dumps([transcript]))
            found += 1
    except RulesError as error:
        _fail(_with_choices(error))
    except ValueError as error:
        _fail(f"--seed: {error}")
    if found < games:
        sys.stdout.flush()
        sys.stderr.write(f"leoni: {found} of {games} games found in {tries} deals\n")
        raise typer.Exit(REJECTED)


# -- what there is --------------------------------------------------------------------------------------------------


@app.command()
def rules(
    book: Annotated[
        str | None, typer.Argument(metavar="[BOOK]", help="A rule book, with overrides if you like.")
    ] = None,
    game: GameOption = "Leoni's Own",
    diff: Annotated[tuple[str, str] | None, typer.Option("--diff", metavar="A B", help="Where two books part.")] = None,
    ascii: Ascii = False,
    color: ColorOption = Color.auto,
) -> None:
    """Print the clauses and readings of a rule book, with their sources."""
    from leoni_replay.show.books import show_book, show_books, show_diff

    terminal = _terminal(ascii, color)
    try:
        if diff is not None:
            show_diff(terminal, game, *diff)
        elif book is not None:
            show_book(terminal, game, book)
        else:
            show_books(terminal, game)
    except ValueError as error:
        _fail(str(error))


@app.command()
def games(ascii: Ascii = False, color: ColorOption = Color.auto) -> None:
    """Print the table of games with their rule books."""
    from leoni_replay.show.books import show_games

    show_games(_terminal(ascii, color))


@app.command()
def explain(
    code: Annotated[str | None, typer.Argument(metavar="[CODE]", help="A diagnostic code, as in M203.")] = None,
    ascii: Ascii = False,
    color: ColorOption = Color.auto,
) -> None:
    """Explain a diagnostic code; without one, list them all."""
    from leoni_replay.cards import to_letters
    from leoni_replay.explain import codes, page, title

    terminal = _terminal(ascii, color)
    if code is None:
        for each in codes():
            terminal.write(f"{each}  {title(each)}\n")
        return
    if code.upper() not in codes():
        _fail(f"there is no diagnostic {code}; leoni explain lists them all")
    text = page(code.upper())
    terminal.write(to_letters(text) if terminal.ascii else text)
