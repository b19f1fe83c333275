"""Progress on standard error during long work: only on a terminal, and only after a second."""

from __future__ import annotations

import itertools
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from rich.progress import Progress

    from leoni_replay.search.solver import Solution

T = TypeVar("T")

#: seconds until something is shown, and between two updates
_PATIENCE = 1.0
_PAUSE = 0.1


@contextmanager
def watched(items: Iterator[T], total: int | None = None) -> Iterator[Iterator[T]]:
    """Pass items on and count them on standard error, out of ``total`` if that is known, if a person is watching. If
    the results go to the terminal too, they show the progress themselves."""
    with counting(results=True) as counted:
        yield counted(items, total)


@contextmanager
def counting(*, results: bool = False) -> Iterator[Callable[[Iterator[Any], int | None], Iterator[Any]]]:
    """A function that counts items on standard error, if a person is watching. ``results`` is set if they also go to
    standard output."""
    bar: list[Progress] = []
    numbers = itertools.count(1)

    def count(items: Iterator[T], total: int | None) -> Iterator[T]:
        return _counted(items, total, bar, numbers) if shown else items

    shown = sys.stderr.isatty() and not (results and sys.stdout.isatty())
    try:
        yield count
    finally:
        for progress in bar:
            progress.stop()


def _counted(items: Iterator[T], total: int | None, bar: list[Progress], numbers: Iterator[int]) -> Iterator[T]:
    started = time.monotonic()
    due = started + _PATIENCE
    for item in items:
        yield item
        # The items of one file after the other are counted on.
        count = next(numbers)
        if (now := time.monotonic()) >= due:
            due = now + _PAUSE
            if not bar:
                of = "" if total is None else " of {task.total:,.0f}"
                bar.append(_start(f"{{task.completed:,.0f}}{of} games", total=total))
                bar[0].tasks[0].start_time = started
            bar[0].update(bar[0].tasks[0].id, completed=count)


@contextmanager
def telling() -> Iterator[Callable[[str], None]]:
    """A function that shows a progress text, if a person is watching."""
    started = time.monotonic()
    bar: list[Progress] = []

    def tell(words: str) -> None:
        if not sys.stderr.isatty() or time.monotonic() - started < _PATIENCE:
            return
        if not bar:
            bar.append(_start("{task.description}", words))
            bar[0].tasks[0].start_time = started
        bar[0].update(bar[0].tasks[0].id, description=words)

    try:
        yield tell
    finally:
        for progress in bar:
            progress.stop()


@contextmanager
def searching() -> Iterator[Callable[[str, Solution], None]]:
    """A function that shows the progress of a search, if a person is watching. It takes the name of what is searched,
    and the result so far."""
    with telling() as tell:

        def show(what: str, solution: Solution) -> None:
            rate = solution.nodes / solution.seconds if solution.seconds else 0
            left = f"{solution.fewest} card{'' if solution.fewest == 1 else 's'} left at the fewest"
            tell(f"{what}{solution.nodes:,} positions, {rate:,.0f} a second, {left}")

        yield show


def _start(text: str, words: str = "", total: int | None = None) -> Progress:
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    progress = Progress(
        SpinnerColumn("line"),
        TextColumn(text),
        *([TimeElapsedColumn()] if total is None else [TimeRemainingColumn(), TextColumn("left")]),
        console=Console(file=sys.stderr),
        transient=True,
        # rich must not capture standard output, which carries the results. Messages appear above the progress line.
        redirect_stdout=False,
        redirect_stderr=True,
    )
    progress.add_task(words, total=total)
    progress.start()
    return progress
