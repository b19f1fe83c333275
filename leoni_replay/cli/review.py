"""``leoni review``."""

from __future__ import annotations

import contextlib
import itertools
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from leoni_replay.cli.common import INTERRUPTED, OK, REJECTED, USAGE, app, check_rules, fail, results
from leoni_replay.cli.options import (
    Ascii,
    Color,
    ColorOption,
    Memory,
    Nodes,
    OneGame,
    OnePath,
    Open,
    OutputFile,
    ReviewFormat,
    RulesOption,
    Seconds,
    Without,
)
from leoni_replay.cli.progress import searching
from leoni_replay.cli.replay import see_steppable
from leoni_replay.cli.solve import names_of, print_refusal, records
from leoni_replay.diagnostics import Diagnostic
from leoni_replay.notation import dumps
from leoni_replay.report.json_lines import Objects
from leoni_replay.search.solver import Limits
from leoni_replay.show.reviewed import (
    review_markdown,
    review_page,
    review_problem,
    review_story,
    reviewed_object,
    show_review,
)
from leoni_replay.show.stepper import step
from leoni_replay.solving.reviewed import Review, refused
from leoni_replay.solving.search import NotSearched, Unproved, searcher
from leoni_replay.text import visible

if TYPE_CHECKING:
    from leoni_replay.notation.tree import Transcript
    from leoni_replay.search.solver import Solution
    from leoni_replay.show.terminal import Terminal
    from leoni_replay.solving.reviewed import Reviewed

_ONE_PAGE = "a page holds one game: choose it with --game"
#: The same as in ``solving/reviewed.py``, which is loaded only when a game is reviewed.
_NODES = 20_000


@app.command()
def review(
    file: OnePath,
    game: OneGame = None,
    rules: RulesOption = None,
    write: Annotated[
        str | None,
        typer.Option(
            "--write", "-o", metavar="PATH", help="Write the records to PATH, with the better line as a variation."
        ),
    ] = None,
    nodes: Nodes = _NODES,
    seconds: Seconds = 0,
    memory: Memory = 256,
    without: Without = None,
    step: Annotated[
        bool, typer.Option("--step", help="Step through the game with the keyboard (needs the extra tui).")
    ] = False,
    output_format: Annotated[
        ReviewFormat, typer.Option("--output-format", help="Plain text, Markdown, a page, or JSON.")
    ] = ReviewFormat.full,
    output_file: OutputFile = None,
    open: Open = False,
    ascii: Ascii = False,
    color: ColorOption = Color.auto,
) -> None:
    """Find the move after which a game could not be won.

    The solver, which knows all cards, searches the position after every move for a win, from the last move back.
    --nodes and --seconds limit each search; a position is undecided if its search meets a limit.

    Exit status: 0 every game was reviewed, 1 a game was refused, 2 a path could not be read or the command was wrong.
    """
    check_rules(rules)
    limits = Limits(nodes or None, seconds or None, memory)
    status = OK
    games = records([file], game)
    if step:
        if output_file is not None or output_format is not ReviewFormat.full:
            other = "--output-file" if output_file is not None else "--output-format"
            fail(f"--step and {other} cannot be used together")
        see_steppable()
    if step or output_format is ReviewFormat.html:
        shown = list(itertools.islice(games, 2))
        if len(shown) > 1:
            fail("one game is stepped through at a time: choose it with --game" if step else _ONE_PAGE)
        games = iter(shown)
    with contextlib.ExitStack() as stack:
        kept = stack.enter_context(results(False, Color.never, write)) if write is not None else None
        out = _Writer(stack.enter_context(results(ascii, color, output_file)), output_format, open)
        written = 0
        for record in games:
            if isinstance(record, Diagnostic):
                status = max(status, USAGE if record.code != "F603" else REJECTED)
                sys.stderr.write(f"leoni: {visible(record.file)}: {record.message}\n")
                out.problem(record)
                continue
            reviewed = _review(record, rules, limits, names_of(without))
            if step and reviewed.transcript is not None:
                _step(reviewed, out.terminal, open)
            else:
                out.put(reviewed)
            if reviewed.transcript is None:
                status = max(status, REJECTED)
            elif kept is not None:
                kept.write_utf8(("\n" if written else "") + dumps([reviewed.transcript]))
                written += 1
            if reviewed.limit == "interrupt":
                status = INTERRUPTED
                break
        out.end()
    raise typer.Exit(status)


def _review(record: Transcript, rules: str | None, limits: Limits, without: tuple[str, ...]) -> Reviewed:
    where = f"{record.file}, game {record.number}: " if record.file else ""
    try:
        reviewing = Review(searcher(record, rules=rules, limits=limits, without=without))
    except NotSearched as error:
        return refused(error)
    except ValueError as error:
        fail(f"{where}{error}")
    moves = reviewing.made.replay.moves
    try:
        try:
            with searching() as show:

                def tell(move: int, solution: Solution) -> None:
                    show(f"after move {move} of {moves}: ", solution)

                reviewing.go(tell)
        except KeyboardInterrupt:
            return reviewing.reviewed("interrupt")
        return reviewing.reviewed()
    except Unproved as error:
        fail(f"{where}this is a mistake of leoni, and nothing is said of the game: {error}")


def _step(reviewed: Reviewed, terminal: Terminal, open: bool) -> None:
    """Open the stepper, at the move that threw the game away."""
    at = reviewed.thrown_away or reviewed.last or 0
    step(review_story(reviewed, open=open), ascii=terminal.ascii, at=at, outlooks=reviewed.outlooks)


class _Writer:
    """Writes the reviews of games, one after another, in a format."""

    def __init__(self, terminal: Terminal, format: ReviewFormat, open: bool) -> None:
        self.terminal = terminal
        self.format = format
        self.open = open
        self.games = 0
        lists = format in (ReviewFormat.json, ReviewFormat.jsonl)
        self.objects = Objects(terminal.write, terminal.ascii, format.value) if lists else None

    def put(self, reviewed: Reviewed) -> None:
        self.games += 1
        if self.objects is not None:
            self.objects.add(reviewed_object(reviewed))
        elif self.format is ReviewFormat.html:
            self.terminal.write_utf8(review_page(reviewed, open=self.open))
        elif self.format is ReviewFormat.markdown:
            self.terminal.write_utf8(("\n" if self.games > 1 else "") + review_markdown(reviewed))
        else:
            self.terminal.write("\n\n" if self.games > 1 else "")
            show_review(reviewed, self.terminal)
        if reviewed.diagnostic is not None and self.objects is None:
            print_refusal(reviewed.diagnostic, self.terminal)

    def problem(self, diagnostic: Diagnostic) -> None:
        if self.objects is not None:
            self.objects.add(review_problem(diagnostic))

    def end(self) -> None:
        if self.objects is not None:
            self.objects.end()
