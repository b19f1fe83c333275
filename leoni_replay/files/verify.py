"""Verifying files: a verdict on every game, by one process or many."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from functools import partial
from typing import TYPE_CHECKING, Final

from leoni_replay.diagnostics import Diagnostic
from leoni_replay.files.reading import games_in
from leoni_replay.record.judge import judge
from leoni_replay.record.verdict import Verdict

if TYPE_CHECKING:
    from leoni_replay.files.resume import Kept

#: So many rejected games of a run are tried under other rules and deals: in a file in which all are wrong for the same
#: reason, more would say nothing new.
MOST_HINTS: Final = 20


def verify_paths(
    paths: Iterable[str],
    *,
    rules: str | None = None,
    jobs: int = 1,
    hints: bool = True,
    cluster: str | None = None,
    keep_going: bool = False,
    say: Callable[[str], None] | None = None,
    kept: Kept | None = None,
) -> Generator[Verdict | Diagnostic, None, None]:
    """Check every game of some files and folders, in order.

    Args:
        paths: files, folders, or ``-`` for standard input.
        rules: a rule book and overrides to use in place of each record's own.
        jobs: how many processes share the work; the verdicts and their order do not depend on it.
        hints: whether rejected records, the first of many, are tried under other rules and deals, for a note that says
            so.
        cluster: the address of a scheduler of Dask, whose workers share the work in place of processes of this machine;
            they have to find the files under the same names.
        keep_going: whether rejected records are read on behind their error, for what else may be wrong.
        kept: what has been checked before, and takes what is checked now.
        say: is told when a process was ended from outside and its work is done again.

    Yields:
        A verdict a game, and a diagnostic for each path that could not be read or holds no game.

    Raises:
        ChildProcessError: some games ended one process after the other, or the cluster cannot do the work.
    """
    check = partial(judge, rules=rules, keep_going=keep_going)
    left = MOST_HINTS if hints else 0
    if jobs == 1 and kept is None and cluster is None:
        for item in games_in(paths):
            if isinstance(item, Diagnostic):
                yield item
                continue
            verdict = check(item, hints=left > 0)
            left -= verdict.status == "rejected"
            yield verdict
        return
    from leoni_replay.files.processes import say_nothing, verify_in_processes

    yield from verify_in_processes(paths, check, jobs, left, say or say_nothing, kept, cluster)
