"""A run: play deals, batch after batch, until there are enough."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import Any, Final, NamedTuple

from leoni_replay.cards import texts
from leoni_replay.deals import SplitMix64, shuffled_order, stock_of_seed
from leoni_replay.files.workers import Executor, executor_for
from leoni_replay.games import Game
from leoni_replay.games.refusal import Ambiguous, Refused
from leoni_replay.notation.reader import loads
from leoni_replay.notation.transcript import Transcript
from leoni_replay.notation.writer import dumps
from leoni_replay.odds.counts import Counts, Row
from leoni_replay.odds.question import SOLVER, Question, code_version, game_of
from leoni_replay.odds.results import Results
from leoni_replay.record.replay import replay
from leoni_replay.rules.numbers import DEAL_AGAIN
from leoni_replay.rules.table import Table
from leoni_replay.search.depth_first import VisitedPositions
from leoni_replay.search.players import play
from leoni_replay.search.solver import make_memory, solve

#: the resolution of the share of wins that are audited
_SHARES = 1_000_000


class Batch(NamedTuple):
    """Deals to play: ``seed:<seed>-<first>`` to ``seed:<seed>-<last>``. ``audit`` is the share of the wins to audit,
    from 0 to 1."""

    seed: str
    first: int
    last: int
    audit: float = 0.0


class Answer(NamedTuple):
    """The results of a batch.

    ``refused`` holds the records of wins that the strict replay rejected, each with the reason. ``seconds`` is the time
    that the batch took.
    """

    batch: Batch
    rows: list[Row]
    refused: list[tuple[str, str]]
    seconds: float


class _WorkerState(NamedTuple):
    """What a worker plays with: one game, its table, and the solver's memory."""

    game: Game[Any]
    table: Table
    visited: VisitedPositions | None


@lru_cache(maxsize=1)
def _worker_state(question: Question) -> _WorkerState:
    """Return what this process plays the deals of a question with; it stays the same until another question comes."""
    game = game_of(question)
    visited = None if question.memory is None else make_memory(question.limits)
    return _WorkerState(game, game.new_table(), visited)


def play_batch(question: Question, batch: Batch) -> Answer:
    """Play the deals of a batch, and audit some of the wins.

    Raises:
        RuntimeError: the code of this process differs from the question's, because it runs on another machine.
    """
    if question.code != code_version():
        raise RuntimeError(f"the deals are to be played by {question.code}, and here is {code_version()}")
    start_time = time.perf_counter()
    worker_state = _worker_state(question)
    rows: list[Row] = []
    refused: list[tuple[str, str]] = []
    for number in range(batch.first, batch.last + 1):
        deal_seed = f"{batch.seed}-{number}"
        row, line = _play(worker_state, question, number, deal_seed)
        if row.verdict == "won" and is_audited(deal_seed, batch.audit):
            record, reason = audit(worker_state.game, deal_seed, line)
            row = row._replace(audited=1)
            if reason:
                refused.append((record, reason))
        rows.append(row)
    return Answer(batch, rows, refused, time.perf_counter() - start_time)


def _play(worker_state: _WorkerState, question: Question, number: int, deal_seed: str) -> tuple[Row, tuple[int, ...]]:
    """Play one deal.

    Args:
        worker_state: what to play with.
        question: who plays, and with which limits.
        number: the number of the deal, for its result.
        deal_seed: the deal is ``seed:<deal_seed>``.

    Returns:
        The result of the deal, and the moves that the player made, or that the solver found to win; as full numbers.
    """
    game, table, visited = worker_state
    table.orders.clear()
    table.start(stock_of_seed(deal_seed, game.packs, game.bases))
    shuffle = partial(shuffled_order, deal_seed) if game.written_redeals else None
    if question.player == SOLVER:
        solution = solve(table, question.limits, prunings=question.prunings, visited=visited, shuffle=shuffle)
        line = solution.line
        return Row(number, solution.status, solution.fewest, solution.nodes, line.count(DEAL_AGAIN)), line
    game_played = play(table, question.player, deal_seed, shuffle=shuffle)
    line = game_played.line
    return Row(number, game_played.status, game_played.left, 0, line.count(DEAL_AGAIN), moves=len(line)), line


# -- the audit --------------------------------------------------------------------------------------------------------


def is_audited(deal_seed: str, share: float) -> bool:
    """Whether a win is to be audited: a share of all wins is, from 0 to 1. Which ones depends on the deal alone
    (``seed:<deal_seed>``), whoever plays it."""
    return share > 0 and SplitMix64(f"{deal_seed} audit").below(_SHARES) < share * _SHARES


def audit(game: Game[Any], deal_seed: str, line: tuple[int, ...]) -> tuple[str, str]:
    """Write the record of a win, and check it with the strict replay.

    Args:
        game: the game.
        deal_seed: the deal is ``seed:<deal_seed>``.
        line: the winning moves, as full numbers.

    Returns:
        The text of the record; and the reason why the strict replay rejects it, empty if it accepts it.
    """
    position = game.start(list(stock_of_seed(deal_seed, game.packs, game.bases)))
    tags = {"Game": game.name, "Rules": str(game.rules), "Deal": f"seed:{deal_seed}"}
    moves = []
    for move in line:
        command = game.vocabulary.command_of(move)
        shuffle = position.next_shuffle() if command.source == "redeal" else None
        if shuffle:
            number, cards = shuffle
            order = shuffled_order(deal_seed, number, cards)
            position.orders[number] = order
            tags[f"Pack{number}"] = texts(order)
        try:
            moves.append(position.play_command(command).move)
        except (Refused, Ambiguous) as error:
            return dumps([Transcript.build(tags, [*moves, command])]), str(error)
    record = dumps([Transcript.build(tags | {"Result": "won"}, moves, "won")])
    # It is read again from its text, which is what others will get.
    (transcript,) = loads(record)
    # A text that was read may name no rule book in a file here. This one may: the user who asked for the odds named it.
    transcript.record_file = None
    replayed = replay(transcript, hints=False)
    return record, "" if replayed.verified else replayed.diagnostics[0].message


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
    question: Question, jobs: int = 1, log: Callable[[str], None] = print, cluster: str | None = None
) -> Executor[Batch, Answer]:
    """Return the executor for the deals of a question: this process, several, or the workers of a cluster.

    Args:
        question: the question.
        jobs: the number of processes.
        log: receives a message when a process was ended from outside and its batch is played again.
        cluster: the address of a Dask scheduler.

    Raises:
        ChildProcessError: a process cannot be started, or the cluster cannot be reached.
    """
    return executor_for(partial(play_batch, question), jobs, log, _name_of, cluster=cluster)


def _name_of(batch: Batch) -> str:
    """Return what messages call a batch."""
    return f"seed:{batch.seed}-{batch.first} to {batch.last}"


class Run(NamedTuple):
    """The deals of a run: the first and last of a seed; the share of the wins to audit (all of them if there are fewer
    than ``FEW``); and the half width of the interval at which to stop, 0 for never."""

    seed: str
    first: int
    last: int
    audit: float = 0.0
    until: float = 0.0


def run(task: Run, results: Results, workers: Executor[Batch, Answer]) -> Iterator[Counts]:
    """Play the deals that are missing from the results, and store them there.

    Args:
        task: the deals to play, and when to stop.
        results: the stored verdicts.
        workers: the executor.

    Yields:
        The counts so far, from the first deal on without a gap, after every batch; the last of them is the answer. It
        doesn't depend on who plays, on the batches, or on interruptions.

    Raises:
        RefusedWin: the strict replay rejects a win.
        DatabaseError: a file cannot be written, or has other verdicts.
    """
    tally = _Tally(task)
    missing_ranges = deque(_missing_ranges(task, tally, results))
    yield tally.counts
    batch_size = 1
    batches_under_way = 0
    while not tally.has_enough:
        while missing_ranges and batches_under_way < workers.slots:
            first, last = missing_ranges.popleft()
            last_of_batch = min(last, first + batch_size - 1)
            if last_of_batch < last:
                missing_ranges.appendleft((last_of_batch + 1, last))
            workers.submit(Batch(task.seed, first, last_of_batch, task.audit))
            batches_under_way += 1
        answer = _wait_for_answer(task, results, workers)
        batches_under_way -= 1
        for row in answer.rows:
            tally.add(row)
        batch_size = _next_batch_size(answer)
        yield tally.counts
    if task.audit:
        yield from _audit_stored_wins(task, tally, results, workers)


def _wait_for_answer(task: Run, results: Results, workers: Executor[Batch, Answer]) -> Answer:
    """Wait for the next batch that a worker has finished, store its results, and return them.

    Raises:
        RefusedWin: the strict replay rejects a win in it.
        DatabaseError: the results cannot be stored.
    """
    _, answer = workers.wait()
    if answer.refused:
        raise RefusedWin(*answer.refused[0])
    results.add(task.seed, answer.rows)
    return answer


def _audit_stored_wins(
    task: Run, tally: _Tally, results: Results, workers: Executor[Batch, Answer]
) -> Iterator[Counts]:
    """Play stored wins that are to be audited and have not been, or every win if there are few, and audit them.

    Yields:
        The counts after each of them.
    """
    share = task.audit if tally.counts.won >= FEW else 1.0
    wins = deque(
        row.number
        for row in results.rows(task.seed, task.first, tally.next - 1)
        if row.verdict == "won" and not row.audited and is_audited(f"{task.seed}-{row.number}", share)
    )
    wins_under_way: set[int] = set()
    while wins or wins_under_way:
        while wins and len(wins_under_way) < workers.slots:
            number = wins.popleft()
            wins_under_way.add(number)
            workers.submit(Batch(task.seed, number, number, audit=1.0))
        for row in _wait_for_answer(task, results, workers).rows:
            # Other wins are from batches of deals that turned out not to be needed.
            if row.number in wins_under_way:
                wins_under_way.remove(row.number)
                tally.counts.audited += row.audited
                yield tally.counts


def _missing_ranges(task: Run, tally: _Tally, results: Results) -> Iterator[tuple[int, int]]:
    """Yield the first and last number of every range of deals that have not been played, and add the stored ones to the
    tally."""
    expected = task.first
    for row in results.rows(task.seed, task.first, task.last):
        if row.number > expected:
            yield expected, row.number - 1
        expected = row.number + 1
        tally.add(row)
    if expected <= task.last:
        yield expected, task.last


def _next_batch_size(answer: Answer) -> int:
    """Return the number of deals that take the intended time, judging by a finished batch."""
    deals = len(answer.rows)
    ideal_size = int(_BATCH * deals / max(answer.seconds, 1e-6))
    # The first deals are slower than the rest, and one long search is no reason to play single deals.
    return max(1, min(ideal_size, 8 * deals, _MOST))


class _Tally:
    """Counts deals in the order of their numbers, whatever the order of arrival, until there are enough."""

    def __init__(self, task: Run) -> None:
        self.task = task
        self.counts = Counts()
        #: the number of the next deal to count, and the deals after it that have arrived already
        self.next = task.first
        self.rows_ahead: dict[int, Row] = {}
        self.has_enough = task.first > task.last

    def add(self, row: Row) -> None:
        """Add a deal, and count those whose turn has come."""
        self.rows_ahead[row.number] = row
        while not self.has_enough and self.next in self.rows_ahead:
            self.counts.add(self.rows_ahead.pop(self.next))
            self.next += 1
            self.has_enough = self.next > self.task.last or self._is_narrow_enough()

    def _is_narrow_enough(self) -> bool:
        """Whether the interval is to be checked now, and is as narrow as it need be."""
        until = self.task.until
        return until > 0 and self.counts.deals % STEP == 0 and self.counts.interval.half <= until
