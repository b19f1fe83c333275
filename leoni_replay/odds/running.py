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
    """The tools of a worker: one game, its table, and the solver's memory."""

    game: Game[Any]
    table: Table
    visited: VisitedPositions | None


@lru_cache(maxsize=1)
def _desk(question: Question) -> _WorkerState:
    game = game_of(question)
    visited = None if question.memory is None else make_memory(question.limits)
    return _WorkerState(game, game.new_table(), visited)


def play_batch(question: Question, batch: Batch) -> Answer:
    """Play some deals.

    Raises:
        RuntimeError: the code here differs from the question's (on another machine).
    """
    if question.code != code_version():
        raise RuntimeError(f"the deals are to be played by {question.code}, and here is {code_version()}")
    begun = time.perf_counter()
    desk = _desk(question)
    rows: list[Row] = []
    refused: list[tuple[str, str]] = []
    for number in range(batch.first, batch.last + 1):
        text = f"{batch.seed}-{number}"
        row, line = _play(desk, question, number, text)
        if row.verdict == "won" and is_audited(text, batch.audit):
            record, reason = audit(desk.game, text, line)
            row = row._replace(audited=1)
            if reason:
                refused.append((record, reason))
        rows.append(row)
    return Answer(batch, rows, refused, time.perf_counter() - begun)


def _play(desk: _WorkerState, question: Question, number: int, text: str) -> tuple[Row, tuple[int, ...]]:
    """Return the result of one deal, and the moves that were played, or that win."""
    game, table, visited = desk
    table.orders.clear()
    table.start(stock_of_seed(text, game.packs, game.bases))
    shuffle = partial(shuffled_order, text) if game.written_redeals else None
    if question.player == SOLVER:
        solution = solve(table, question.limits, prunings=question.prunings, visited=visited, shuffle=shuffle)
        line = solution.line
        return Row(number, solution.status, solution.fewest, solution.nodes, line.count(DEAL_AGAIN)), line
    played = play(table, question.player, text, shuffle=shuffle)
    row = Row(number, played.status, played.left, 0, played.line.count(DEAL_AGAIN), moves=len(played.line))
    return row, played.line


# -- the audit --------------------------------------------------------------------------------------------------------


def is_audited(text: str, share: float) -> bool:
    """Whether a win is to be audited; this depends on the deal alone."""
    return share > 0 and SplitMix64(f"{text} audit").below(_SHARES) < share * _SHARES


def audit(game: Game[Any], text: str, line: tuple[int, ...]) -> tuple[str, str]:
    """Return the record of a win, and the reason why the strict replay rejects it; empty if it accepts it.

    Args:
        game: the game.
        text: the deal is ``seed:<text>``.
        line: the winning moves, as complete numbers.
    """
    position = game.start(list(stock_of_seed(text, game.packs, game.bases)))
    tags = {"Game": game.name, "Rules": str(game.rules), "Deal": f"seed:{text}"}
    moves = []
    for move in line:
        command = game.vocabulary.command_of(move)
        if command.source == "redeal" and (gathered := position.gathered()):
            number, cards = gathered
            ordered = shuffled_order(text, number, cards)
            position.orders[number] = ordered
            tags[f"Pack{number}"] = texts(ordered)
        try:
            moves.append(position.play_command(command).move)
        except (Refused, Ambiguous) as error:
            return dumps([Transcript.build(tags, [*moves, command])]), str(error)
    record = dumps([Transcript.build(tags | {"Result": "won"}, moves, "won")])
    # It is read again from its text, which is what others will get.
    (transcript,) = loads(record)
    # The user who asked for the odds named the rules.
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
    return executor_for(partial(play_batch, question), jobs, log, _called, cluster=cluster)


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
        DatabaseError: a file cannot be written, or has other verdicts.
    """
    tally = _Resequencer(asked)
    missing = deque(_gaps(asked, tally, results))
    yield tally.counts
    size, under_way = 1, 0
    while not tally.enough:
        while missing and under_way < workers.slots:
            first, last = missing.popleft()
            end = min(last, first + size - 1)
            if end < last:
                missing.appendleft((end + 1, last))
            workers.submit(Batch(asked.seed, first, end, asked.audit))
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


def _audited(asked: Run, tally: _Resequencer, results: Results, workers: Executor[Batch, Answer]) -> Iterator[Counts]:
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
            workers.submit(Batch(asked.seed, wins[0], wins.popleft(), audit=1.0))
        for row in _answer(asked, results, workers).rows:
            # Other wins are from batches of deals that turned out not to be needed.
            if row.number in under_way:
                under_way.remove(row.number)
                tally.counts.audited += row.audited
                yield tally.counts


def _gaps(asked: Run, tally: _Resequencer, results: Results) -> Iterator[tuple[int, int]]:
    """Yield the first and last of every range of missing deals; stored ones are counted."""
    expected = asked.first
    for row in results.rows(asked.seed, asked.first, asked.last):
        if row.number > expected:
            yield expected, row.number - 1
        expected = row.number + 1
        tally.add(row)
    if expected <= asked.last:
        yield expected, asked.last


def _size(answer: Answer) -> int:
    """Return the number of deals that take the intended time, judging by a finished batch."""
    deals = len(answer.rows)
    wanted = int(_BATCH * deals / max(answer.seconds, 1e-6))
    # The first deals are slower than the rest, and one long search is no reason to play single deals.
    return max(1, min(wanted, 8 * deals, _MOST))


class _Resequencer:
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
