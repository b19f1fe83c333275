"""Progress on standard error during long work: only on a terminal, and only after a second."""

from __future__ import annotations

import itertools
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol, TextIO, TypeVar, cast

from leoni_replay import phrases

if TYPE_CHECKING:
    from rich.progress import Progress

    from leoni_replay.search.solver import Solution

T = TypeVar("T")

#: seconds until something is shown, and between two updates
_PATIENCE = 1.0
_PAUSE = 0.1


class _Line:
    """The line on standard error: at most one is shown. It disappears as soon as results are written to the same
    terminal, and returns when none have been for a second.

    Attributes:
        bar: the line while it is shown.
        next_update: when it may be shown or changed next, in seconds.
    """

    def __init__(self) -> None:
        self.bar: Progress | None = None
        self.next_update = 0.0

    def show(self, words: str, total: int | None, start: float, completed: int = 0) -> None:
        """Show a text, with the time that is left, or the time since the start if the total is unknown."""
        if self.bar is None:
            # What has been written already stands above the line.
            sys.stdout.flush()
            self.bar = _start_bar(words, total, start)
        self.bar.update(self.bar.tasks[0].id, description=words, completed=completed)

    def hide(self) -> None:
        """Take the line away."""
        self.next_update = time.monotonic() + _PATIENCE
        if self.bar is not None:
            self.bar.stop()
            self.bar = None


_line = _Line()


class _ResultStream:
    """Standard output on the terminal on which the line of progress stands too."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        _line.hide()
        return self._stream.write(text)

    def flush(self) -> None:
        # Whoever writes bytes flushes first.
        _line.hide()
        self._stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def result_stream(stream: TextIO) -> TextIO:
    """Return a stream for results before which the line of progress gives way, if both go to terminals."""
    return cast(TextIO, _ResultStream(stream)) if stream.isatty() and sys.stderr.isatty() else stream


class Count(Protocol):
    """Passes items on and counts them, out of ``total`` if that is known. If ``completed`` is given, ``total`` is not
    the number of items but what ``completed`` returns at the end, such as bytes."""

    def __call__(
        self, items: Iterator[T], total: int | None = None, completed: Callable[[], int] | None = None
    ) -> Iterator[T]: ...


class Tell(Protocol):
    """Shows a progress text, with the time that is left if the total is known."""

    def __call__(self, words: str, total: int | None = None, completed: int = 0) -> None: ...


@contextmanager
def progress_line() -> Iterator[Tell]:
    """Make a function that shows progress, if a person is watching."""
    start = time.monotonic()
    _line.hide()

    def tell(words: str, total: int | None = None, completed: int = 0) -> None:
        now = time.monotonic()
        if now >= _line.next_update and sys.stderr.isatty():
            _line.next_update = now + _PAUSE
            _line.show(words, total, start, completed=completed)

    try:
        yield tell
    finally:
        _line.hide()


@contextmanager
def item_counter() -> Iterator[Count]:
    """Make a function that counts items on standard error, if a person is watching. The items of one file after the
    other are counted on."""
    numbers = itertools.count(1)
    with progress_line() as tell:

        def count_items(items: Iterator[T], total: int | None, completed: Callable[[], int] | None) -> Iterator[T]:
            """Pass items on, and show after each how many there have been."""
            for item in items:
                yield item
                number = next(numbers)
                if completed is not None:
                    tell(phrases.pluralize(number, "game"), total, completed())
                elif total is None:
                    tell(phrases.pluralize(number, "game"), total, number)
                else:
                    tell(f"{number:,} of {total:,} games", total, number)

        def count(
            items: Iterator[T], total: int | None = None, completed: Callable[[], int] | None = None
        ) -> Iterator[T]:
            return count_items(items, total, completed) if sys.stderr.isatty() else items

        yield count


@contextmanager
def show_progress(
    items: Iterator[T], total: int | None = None, completed: Callable[[], int] | None = None
) -> Iterator[Iterator[T]]:
    """Count the items of one iterator on standard error, as :class:`Count` does, and give the iterator to go through.

    Args:
        items: the items.
        total: their number; None if it isn't known.
        completed: returns how much is done, if ``total`` isn't the number of items.
    """

    def count_and_hide() -> Iterator[T]:
        yield from count(items, total, completed)
        # The result of all items, such as a table, is printed next.
        _line.hide()

    with item_counter() as count:
        yield count_and_hide()


@contextmanager
def search_progress() -> Iterator[Callable[[str, Solution], None]]:
    """Make a function that shows the progress of a search, if a person is watching. It takes the name of the search,
    and the result so far."""
    with progress_line() as tell:

        def show(name: str, solution: Solution) -> None:
            rate = solution.nodes / solution.seconds if solution.seconds else 0
            cards_left = f"{phrases.pluralize(solution.fewest, 'card')} left at the fewest"
            tell(f"{name}{phrases.pluralize(solution.nodes, 'position')}, {rate:,.0f} a second, {cards_left}")

        yield show


def _start_bar(words: str, total: int | None, start: float) -> Progress:
    """Start a line of progress.

    Args:
        words: its text.
        total: how much there is to do; None if that isn't known.
        start: when the work began, in seconds of the monotonic clock.
    """
    from rich.console import Console  # start-up time
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    progress = Progress(
        SpinnerColumn("line"),
        TextColumn("{task.description}", markup=False),
        *([TimeElapsedColumn()] if total is None else [TimeRemainingColumn(), TextColumn("left")]),
        console=Console(file=sys.stderr),
        transient=True,
        # rich must not capture standard output, which carries the results. Messages appear above the progress line.
        redirect_stdout=False,
        redirect_stderr=True,
    )
    progress.add_task(words, total=total)
    progress.tasks[0].start_time = start
    progress.start()
    return progress
