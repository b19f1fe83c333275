"""``leoni solve``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Annotated, Literal, NamedTuple

import typer

from leoni_replay.cli.common import (
    INTERRUPTED,
    OK,
    PLAIN,
    REJECTED,
    check_can_name_book,
    command,
    fail,
    note,
    open_output,
    point_to,
    print_refusal,
    report_unread,
)
from leoni_replay.cli.options import (
    Ascii,
    Into,
    RulesOption,
    SearchDatabase,
    deal_option,
    game_of_deal_option,
    number,
    option,
)
from leoni_replay.cli.progress import search_progress
from leoni_replay.diagnostics import Diagnostic
from leoni_replay.files.find_games import games_in
from leoni_replay.files.search_results import SearchResults
from leoni_replay.games.faults import ProgramFault, program_faults
from leoni_replay.notation.reader import parse
from leoni_replay.notation.transcript import Transcript
from leoni_replay.notation.writer import dumps
from leoni_replay.phrases import number_in, pluralize
from leoni_replay.report.json_lines import Objects
from leoni_replay.search.depth_first import VisitedPositions
from leoni_replay.search.solver import Limits, Solution, make_memory
from leoni_replay.show.solve_report import comment, headline, solve_problem
from leoni_replay.show.terminal import Terminal
from leoni_replay.solving.searcher import CannotSearch, cannot_search_for_fault, make_searcher
from leoni_replay.solving.solve import (
    Solved,
    check_move_number,
    convert_to_record,
    report_interruption,
    report_refusal,
    solve_from,
)


class Search(NamedTuple):
    """The limits of a search for a win."""

    nodes: Annotated[int, number(help="Give up after N positions (0: never).")] = 0
    seconds: Annotated[float, number(kind=float, help="Give up after SECONDS (0: never).")] = 0
    memory: Annotated[int, number(least=1, most=1 << 20, help="Remember positions in at most N MB.")] = 256
    without: Annotated[list[str] | None, option("Turn off prunings: bound,crossing or all.", "NAMES")] = None

    @property
    def limits(self) -> Limits:
        """The limits; 0 is none."""
        return Limits(self.nodes or None, self.seconds or None, self.memory)

    @property
    def prunings_off(self) -> tuple[str, ...]:
        """The prunings to turn off, which are given one by one or separated by commas."""
        return tuple(name.strip() for text in self.without or () for name in text.split(",") if name.strip())


@command(failure="a game is undecided or refused, or a file has none")
def solve(
    paths: Annotated[
        list[str] | None, typer.Argument(metavar="[FILES|DIRS|-...]", help="Records, folders, or - for stdin.")
    ] = None,
    deals: Annotated[list[str] | None, deal_option("Solve")] = None,
    game: Annotated[str | None, game_of_deal_option("With files, solve only the Nth game.")] = None,
    rules: RulesOption = None,
    at: Annotated[int, number(help="Start after move N.")] = 0,
    search: Search = Search(),
    must_play: Annotated[bool, option("Forbid holding back a card that fits a foundation.")] = False,
    db: SearchDatabase = None,
    format: Annotated[Literal["moves", "json", "jsonl"], option("Print records or JSON.")] = "moves",
    into: Into = Into(),
    ascii: Ascii = False,
) -> None:
    """Find out whether games can be won.

    The solver sees every card. It prints each game as a record, with the answer in a comment: won, with a winning line;
    cannot be won; or undecided, if the search hit a limit. It starts from the deal, or with --at from a later move.
    With --db you can continue an interrupted command: run it again.
    """
    if bool(paths) == bool(deals):
        fail("give either files or --deal" + (", not both" if paths else ""))
    number = _game_number(game) if paths else None
    if deals and at:
        fail("--at needs a record: a deal has no moves")
    if format == "moves" and into.output not in (None, "-"):
        check_can_name_book(rules, into.output)
    status = OK
    with (
        open_results(db) as store,
        open_output(PLAIN._replace(ascii=ascii, **into._asdict())) as terminal,
    ):
        objects = None if format == "moves" else Objects(terminal.write, terminal.ascii, format)
        visited = make_memory(search.limits)
        is_first = True
        for record in _records_of_deals(deals, game, rules) if deals else records_in(paths or [], number):
            if isinstance(record, Diagnostic):
                status = max(status, report_unread(record))
                if objects is not None:
                    objects.add(solve_problem(record))
                continue
            solved = _solve(
                record, rules=rules, at=at, search=search, must_play=must_play, visited=visited, store=store
            )
            if solved.status in ("undecided", "refused"):
                status = max(status, REJECTED)
            if objects is not None:
                objects.add(solved.as_dict())
            else:
                _print(solved, terminal, is_first)
            is_first = False
            if solved.limit == "interrupt":
                status = INTERRUPTED
                note_interruption(db)
                break
            # The diagnostic of a refused game has been printed, unless the output is JSON.
            is_explained = solved.diagnostic is not None and objects is None
            if solved.status == "undecided" or (solved.status == "refused" and not is_explained):
                point_to(terminal, headline(solved))
        if objects is not None:
            objects.end()
    raise typer.Exit(status)


def open_results(db: str | None) -> AbstractContextManager[SearchResults | None]:
    """Open the file of ``--db``, or nothing if there is none."""
    return nullcontext() if db is None else SearchResults(db)


def note_interruption(db: str | None) -> None:
    """Say how to go on after an interruption, if results are stored."""
    if db is not None:
        note("stopped: run the same command again to continue")


def _game_number(game: str | None) -> int | None:
    """Return the number that ``--game`` gives with files; another text ends the command."""
    number = None if game is None else number_in(game)
    if game is not None and number is None:
        fail(f"--game {game}: with files, --game takes a number (each record already names its game)")
    return number


def records_in(paths: list[str], number: int | None) -> Iterator[Transcript | Diagnostic]:
    """Yield the games of some files and folders, or only the one with the given number across all files; and a
    diagnostic for each path that cannot be read."""
    count = 0
    has_problem = False
    for raw in games_in(paths):
        if isinstance(raw, Diagnostic):
            has_problem = True
            yield raw
            continue
        count += 1
        if number is None or count == number:
            yield parse(raw)
        if count == number:
            return
    if number is not None and not has_problem:
        hold = "holds" if len(paths) == 1 else "hold"
        fail(f"there is no game {number}: {', '.join(paths)} {hold} {pluralize(count, 'game')}")


def _records_of_deals(deals: list[str], game: str | None, rules: str | None) -> Iterator[Transcript]:
    """Yield a record without moves for each deal; an impossible deal ends the command."""
    for deal in deals:
        try:
            yield convert_to_record(deal, game or "Leoni's Own", rules)
        except ValueError as error:
            fail(str(error))


def _solve(
    record: Transcript,
    *,
    rules: str | None,
    at: int,
    search: Search,
    must_play: bool,
    visited: VisitedPositions,
    store: SearchResults | None,
) -> Solved:
    """Search for a win, with the progress on standard error; a wrong argument ends the command.

    Args:
        record: the game.
        rules: rules to use instead of its own.
        at: the number of the move after which the search starts; 0 for the deal.
        search: the limits of the search.
        must_play: whether a card that fits a foundation may not be held back.
        visited: memory for the positions visited, which games share one after another.
        store: where results are stored; None if they are not.
    """
    game = f"{record.file}, game {record.number}: " if record.file else ""
    try:
        with program_faults():
            searcher = make_searcher(
                record,
                rules=rules,
                limits=search.limits,
                without=search.prunings_off,
                must_play=must_play,
                visited=visited,
                store=store,
            )
        check_move_number(searcher, at)
    except ProgramFault as fault:
        return report_refusal(cannot_search_for_fault(record, fault), at)
    except CannotSearch as error:
        return report_refusal(error, at)
    except (ValueError, IndexError) as error:
        fail(f"{game}{error}")
    solution_so_far: Solution | None = None

    def tell(solution: Solution) -> None:
        nonlocal solution_so_far
        solution_so_far = solution
        show("", solution)

    try:
        with search_progress() as show, program_faults():
            return solve_from(searcher, at, tell)
    except KeyboardInterrupt:
        return report_interruption(searcher, at, solution_so_far)
    except ProgramFault as fault:
        return report_refusal(cannot_search_for_fault(record, fault), at)


def _print(solved: Solved, terminal: Terminal, is_first: bool) -> None:
    """Print the result for a game in a comment, followed by the record of a won game."""
    space = "" if is_first else "\n"
    record_text = dumps(solved.transcript) if solved.won else ""
    terminal.write_utf8(space + comment(headline(solved)) + record_text)
    terminal.stream.flush()
    if solved.diagnostic is not None:
        print_refusal(solved.diagnostic, terminal)
