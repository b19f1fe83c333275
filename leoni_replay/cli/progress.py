"""A counter on standard error while long work goes on: only on a terminal, and only after a second."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.progress import Progress

    from leoni_replay.search.solver import Solution

T = TypeVar("T")

_PATIENCE = 1.0


@contextmanager
def watched(items: Iterator[T]) -> Iterator[Iterator[T]]:
    """The same items, counted on standard error as they come if a person is watching."""
    if not sys.stderr.isatty() or sys.stdout.isatty():
        # Where results go to the terminal as well, they are the progress.
        yield items
        return
    bar: list[Progress] = []
    try:
        yield _counted(items, bar)
    finally:
        for progress in bar:
            progress.stop()


def _counted(items: Iterator[T], bar: list[Progress]) -> Iterator[T]:
    started = time.monotonic()
    for count, item in enumerate(items, 1):
        yield item
        if count % 256 == 0 or not bar:
            if not bar and time.monotonic() - started > _PATIENCE:
                bar.append(_start())
            if bar:
                bar[0].update(bar[0].tasks[0].id, completed=count)


@contextmanager
def telling() -> Iterator[Callable[[str], None]]:
    """A function that shows how far long work has got, in the words that it is given, if a person is watching."""
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
    """A function that shows how far a search has got, if a person is watching: it takes what is searched, in words, and
    what is known so far."""
    with telling() as tell:

        def show(what: str, solution: Solution) -> None:
            rate = solution.nodes / solution.seconds if solution.seconds else 0
            left = f"{solution.fewest} card{'' if solution.fewest == 1 else 's'} left at the fewest"
            tell(f"{what}{solution.nodes:,} positions, {rate:,.0f} a second, {left}")

        yield show


def _start(text: str = "{task.completed:,.0f} games", words: str = "") -> Progress:
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    progress = Progress(
        SpinnerColumn("line"),
        TextColumn(text),
        TimeElapsedColumn(),
        console=Console(file=sys.stderr),
        transient=True,
        # Standard output carries the results: rich must not take it over. Messages stand above the line.
        redirect_stdout=False,
        redirect_stderr=True,
    )
    progress.add_task(words, total=None)
    progress.start()
    return progress
