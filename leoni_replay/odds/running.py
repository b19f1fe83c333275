"""A run: play deals, batch after batch, until there are enough."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, NamedTuple

from leoni_replay.files.workers import Executor, executor_for
from leoni_replay.odds.counts import Counts, Row
from leoni_replay.odds.playing import Answer, Batch, is_audited, play_batch
from leoni_replay.odds.question import Question
from leoni_replay.odds.results import Results

#: The intended duration of a batch in seconds, and its maximum number of deals.
_BATCH: Final = 0.25
_MOST: Final = 2000
#: After each group of this many deals, check whether the interval is narrow enough. This doesn't depend on the sizes of
#: batches.
STEP: Final = 100
#: If fewer deals than this are won, an audit of a share takes every win.
FEW: Final = 100


class RefusedWin(Exception):
    """Raised for a win that the strict replay rejects."""

    def __init__(self, record: str, reason: str) -> None:
        super().__init__(reason)
        self.record = record
        self.reason = reason


def workers_for(
    question: Question, jobs: int = 1, say: Callable[[str], None] = print, cluster: str | None = None
) -> Executor[Batch, Answer]:
    """The executor for the deals of a question: this process, several, or the workers of a cluster.

    Args:
        question: the question.
        jobs: the number of processes.
        say: receives a message when a process was ended from outside and its batch is played again.
        cluster: the address of a Dask scheduler.

    Raises:
        ChildProcessError: a process cannot be started, or the cluster cannot be reached.
    """
    return executor_for(partial(play_batch, question), jobs, say, _called, cluster=cluster)


def _called(batch: Batch) -> str:
    return f"seed:{batch.seed}-{batch.first} to {batch.last}"


class Run(NamedTuple):
    """The deals of a run: the first and last of a seed; the share of the wins to audit (all of them if there are fewer
    than ``FEW``); and the half width of the interval at which to stop, 0 for never."""

    seed: str
    first: int
    last: int
    audit: float = 0.0
    until: float = 0.0


def run(asked: Run, results: Results, workers: Executor[Batch, Answer]) -> Iterator[Counts]:
    """Play the deals that are missing from the results, and store them there.

    Args:
        asked: the deals.
        results: the stored verdicts.
        workers: the executor.

    Yields:
        The counts so far, from the first deal on without a gap, after every batch; the last of them is the answer. It
        doesn't depend on who plays, on the batches, or on interruptions.

    Raises:
        RefusedWin: the strict replay rejects a win.
        ResultsError: a file cannot be written, or has other verdicts.
    """
    tally = _InOrder(asked)
    missing = deque(_gaps(asked, tally, results))
    yield tally.counts
    size, under_way = 1, 0
    while not tally.enough:
        while missing and under_way < workers.slots:
            first, last = missing.popleft()
            end = min(last, first + size - 1)
            if end < last:
                missing.appendleft((end + 1, last))
            workers.give(Batch(asked.seed, first, end, asked.audit))
            under_way += 1
        answer = _answer(asked, results, workers)
        under_way -= 1
        for row in answer.rows:
            tally.add(row)
        size = _size(answer)
        yield tally.counts
    if asked.audit:
        yield from _audited(asked, tally, results, workers)


def _answer(asked: Run, results: Results, workers: Executor[Batch, Answer]) -> Answer:
    """Wait for a batch, and store its results."""
    _, answer = workers.wait()
    if answer.refused:
        raise RefusedWin(*answer.refused[0])
    results.add(asked.seed, answer.rows)
    return answer


def _audited(asked: Run, tally: _InOrder, results: Results, workers: Executor[Batch, Answer]) -> Iterator[Counts]:
    """Play stored wins that are to be audited and have not been, or every win if there are few, and audit them."""
    share = asked.audit if tally.counts.won >= FEW else 1.0
    wins = deque(
        row.number
        for row in results.rows(asked.seed, asked.first, tally.next - 1)
        if row.verdict == "won" and not row.audited and is_audited(f"{asked.seed}-{row.number}", share)
    )
    under_way: set[int] = set()
    while wins or under_way:
        while wins and len(under_way) < workers.slots:
            under_way.add(wins[0])
            workers.give(Batch(asked.seed, wins[0], wins.popleft(), audit=1.0))
        for row in _answer(asked, results, workers).rows:
            # Other wins are from batches of deals that turned out not to be needed.
            if row.number in under_way:
                under_way.remove(row.number)
                tally.counts.audited += row.audited
                yield tally.counts


def _gaps(asked: Run, tally: _InOrder, results: Results) -> Iterator[tuple[int, int]]:
    """The first and last of every range of missing deals; stored ones are counted."""
    expected = asked.first
    for row in results.rows(asked.seed, asked.first, asked.last):
        if row.number > expected:
            yield expected, row.number - 1
        expected = row.number + 1
        tally.add(row)
    if expected <= asked.last:
        yield expected, asked.last


def _size(answer: Answer) -> int:
    """The number of deals that take the intended time, judging by a finished batch."""
    deals = len(answer.rows)
    wanted = int(_BATCH * deals / max(answer.seconds, 1e-6))
    # The first deals are slower than the rest, and one long search is no reason to play single deals.
    return max(1, min(wanted, 8 * deals, _MOST))


class _InOrder:
    """Counts deals in the order of their numbers, whatever the order of arrival, until there are enough."""

    def __init__(self, asked: Run) -> None:
        self.asked = asked
        self.counts = Counts()
        self.next = asked.first
        self.ahead: dict[int, Row] = {}
        self.enough = asked.first > asked.last

    def add(self, row: Row) -> None:
        self.ahead[row.number] = row
        while not self.enough and self.next in self.ahead:
            self.counts.add(self.ahead.pop(self.next))
            self.next += 1
            self.enough = self.next > self.asked.last or (
                self.asked.until > 0 and self.counts.deals % STEP == 0 and self.counts.interval.half <= self.asked.until
            )
