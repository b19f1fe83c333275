"""Verify files: a verdict on every game, in one process or many."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from functools import partial
from typing import Final

from leoni_replay.diagnostics import Diagnostic
from leoni_replay.files.find_games import games_in
from leoni_replay.notation.split import RawGame
from leoni_replay.record.judge import judge
from leoni_replay.record.verdict import Verdict

#: The number of rejected games per run that are tried under other rules and deals. In a file in which all games fail
#: for the same reason, more would show nothing new.
MOST_HINTS: Final = 20


def with_hints(check: Callable[..., Verdict], hints_left: int) -> Callable[[RawGame], Verdict]:
    """Return a function that checks games, and tries the first ``hints_left`` rejected ones under other rules and
    deals."""

    def check_with_hints(raw: RawGame) -> Verdict:
        nonlocal hints_left
        verdict = check(raw, hints=hints_left > 0)
        if verdict.status == "rejected":
            hints_left -= 1
        return verdict

    return check_with_hints


def verify_paths(
    paths: Iterable[str],
    *,
    rules: str | None = None,
    jobs: int = 1,
    hints: bool = True,
    cluster: str | None = None,
    log: Callable[[str], None] | None = None,
) -> Generator[Verdict | Diagnostic, None, None]:
    """Check every game of some files and folders, in order.

    Args:
        paths: files, folders, or ``-`` for standard input.
        rules: a rule book and overrides to use instead of each record's own.
        jobs: the number of processes; the verdicts and their order do not depend on it.
        hints: try rejected records (the first of many) under other rules and deals, and add a note if one fits.
        cluster: the address of a Dask scheduler whose workers do the work instead of processes of this machine; they
            must find the files under the same names.
        log: receives a message when a process was ended from outside and its work is repeated.

    Yields:
        One verdict per game, and a diagnostic for each path that could not be read or holds no game.

    Raises:
        ChildProcessError: some games have ended several processes in a row, or the cluster cannot do the work.
    """
    # A partial function costs as much as a move.
    check = partial(judge, rules=rules) if rules is not None else judge
    most_hints = MOST_HINTS if hints else 0
    if jobs == 1 and cluster is None:
        check_with_hints = with_hints(check, most_hints)
        for item in games_in(paths):
            yield item if isinstance(item, Diagnostic) else check_with_hints(item)
        return
    from leoni_replay.files.processes import verify_in_processes  # start-up time

    yield from verify_in_processes(paths, check, jobs, most_hints, log=log, cluster=cluster)
