"""``leoni review``."""

from __future__ import annotations

import contextlib
import itertools
from typing import Annotated, Literal

import typer

from leoni_replay.cli.common import (
    INTERRUPTED,
    OK,
    REJECTED,
    command,
    fail,
    line_reader,
    note,
    open_output,
    point_to,
    print_refusal,
    report_unread,
    terminal_for,
)
from leoni_replay.cli.options import OneGame, OnePath, Open, Output, Plain, RulesOption, SearchDatabase, Step, option
from leoni_replay.cli.progress import search_progress
from leoni_replay.cli.solve import Search, note_interruption, open_results, records_in
from leoni_replay.diagnostics import Diagnostic
from leoni_replay.files.search_results import SearchResults
from leoni_replay.games.faults import ProgramFault, program_faults
from leoni_replay.notation.transcript import Transcript
from leoni_replay.notation.writer import dumps
from leoni_replay.phrases import pluralize
from leoni_replay.report.json_lines import Objects
from leoni_replay.search.solver import Solution
from leoni_replay.show.replayed import step as step_through
from leoni_replay.show.review_report import (
    review_markdown,
    review_page,
    review_problem,
    review_story,
    show_review,
)
from leoni_replay.show.terminal import Terminal
from leoni_replay.solving.review import SECONDS, Review, Reviewed, report_refusal
from leoni_replay.solving.searcher import CannotSearch, cannot_search_for_fault, make_searcher

_ONE_PAGE = "a page holds one game: choose it with --game"
_ONE_STEPPED = "one game is stepped through at a time: choose it with --game"


Format = Literal["text", "moves", "markdown", "html", "json", "jsonl"]


@command(failure="a game is refused, or a file has none")
def review(
    file: OnePath,
    game: OneGame = None,
    rules: RulesOption = None,
    search: Search = Search(seconds=SECONDS),
    db: SearchDatabase = None,
    step: Step = False,
    format: Annotated[
        Format, option("Text, a page, data, or records with the better line as a variation (moves).")
    ] = "text",
    open: Open = False,
    plain: Plain = False,
    out: Output = Output(),
) -> None:
    """Find the move that threw a game away.

    The solver sees every card. It looks for the last position that could be won, and goes back to undecided positions
    to search further, until it knows or --seconds are over. --seconds limits the whole review of a game, --nodes the
    search from each position. With --db you can continue an interrupted command: run it again.
    """
    status = OK
    games = records_in([file], game)
    if plain and format != "text":
        fail(f"--plain and --format {format} cannot be used together")
    if step:
        if out.output is not None or format != "text":
            other_option = "format" if out.output is None else "output"
            fail(f"--step and --{other_option} cannot be used together")
        read = line_reader(terminal_for(out))
    if step or format == "html":
        # There must be one game: two are read to see whether there are more.
        first_games = list(itertools.islice(games, 2))
        if len(first_games) > 1:
            fail(_ONE_STEPPED if step else _ONE_PAGE)
        games = iter(first_games)
    with contextlib.ExitStack() as stack:
        store = stack.enter_context(open_results(db))
        writer = _Writer(stack.enter_context(open_output(out)), format, open=open, plain=plain)
        for record in games:
            if isinstance(record, Diagnostic):
                status = max(status, report_unread(record))
                if writer.objects is not None:
                    writer.objects.add(review_problem(record))
                continue
            reviewed = _review(record, rules, search, store)
            if step and reviewed.outlooks:
                # From the move that threw the game away on.
                at = reviewed.thrown_away or reviewed.last or 0
                story = review_story(reviewed, open=open)
                step_through(story, writer.terminal, read, at=at, outlooks=reviewed.outlooks, plain=plain)
            else:
                writer.write(reviewed)
            if not reviewed.outlooks:
                status = max(status, REJECTED)
            if reviewed.limit == "interrupt":
                status = INTERRUPTED
                note_interruption(db)
                break
        if writer.objects is not None:
            writer.objects.end()
    raise typer.Exit(status)


def _review(record: Transcript, rules: str | None, search: Search, store: SearchResults | None) -> Reviewed:
    """Review a game, with the progress on standard error; a wrong argument ends the command.

    Args:
        record: the game.
        rules: rules to use instead of its own.
        search: the limits of the review.
        store: where results are stored; None if they are not.

    Returns:
        The review; of an interrupted one, what was found out by then.
    """
    game = f"{record.file}, game {record.number}: " if record.file else ""
    try:
        with program_faults():
            searcher = make_searcher(
                record, rules=rules, limits=search.limits, without=search.prunings_off, store=store
            )
        review = Review(searcher)
    except ProgramFault as fault:
        return report_refusal(cannot_search_for_fault(record, fault))
    except CannotSearch as error:
        return report_refusal(error)
    except ValueError as error:
        fail(f"{game}{error}")
    moves = review.searcher.replay.moves
    try:
        try:
            with search_progress() as show, program_faults():

                def tell(move: int, solution: Solution) -> None:
                    undecided = len(review.undecided())
                    positions = pluralize(undecided, "position")
                    show(f"{positions} of {moves + 1} undecided; after move {move}: ", solution)

                review.run(tell)
        except KeyboardInterrupt:
            return review.result(is_interrupted=True)
        with program_faults():
            return review.result()
    except ProgramFault as fault:
        return report_refusal(cannot_search_for_fault(record, fault))


class _Writer:
    """Writes the reviews of games, one after another, in a format."""

    def __init__(self, terminal: Terminal, format: Format, *, open: bool, plain: bool) -> None:
        self.terminal = terminal
        self.format = format
        self.open = open
        self.plain = plain
        self.games = 0
        self.objects = Objects(terminal.write, terminal.ascii, format) if format in ("json", "jsonl") else None

    def write(self, reviewed: Reviewed) -> None:
        """Write a review, and why a game was refused."""
        if self.format != "moves" or reviewed.outlooks:
            self.games += 1
            space = "\n" if self.games > 1 else ""
            if self.format == "moves":
                self.terminal.write_utf8(space + dumps([reviewed.transcript]))
            elif self.objects is not None:
                self.objects.add(reviewed.as_dict())
            elif self.format == "html":
                self.terminal.write_utf8(review_page(reviewed, open=self.open))
            elif self.format == "markdown":
                self.terminal.write_utf8(space + review_markdown(reviewed))
            else:
                self.terminal.write("" if self.plain else 2 * space)
                show_review(reviewed, self.terminal, plain=self.plain)
        if reviewed.diagnostic is not None and self.objects is None:
            print_refusal(reviewed.diagnostic, self.terminal)
        elif not reviewed.outlooks:
            refusal = f"{reviewed.transcript.file}, game {reviewed.transcript.number}: {reviewed.reason}"
            if self.format == "moves":
                note(refusal)
            else:
                point_to(self.terminal, refusal)
