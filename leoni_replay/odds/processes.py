"""Deals shared out among processes. One that is ended from outside is replaced, and its batch is played again."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Final, NamedTuple

from leoni_replay.odds.playing import Answer, Batch, play_batch
from leoni_replay.odds.question import Question

#: how often a batch may end the process that plays it
_TRIES: Final = 3


class _Worker(NamedTuple):
    """A process, the way to it, and what it is playing."""

    process: BaseProcess
    line: Connection


class Processes:
    """So many processes.

    Args:
        question: what they play.
        jobs: how many there are.
        say: is told when one was ended from outside.
    """

    def __init__(self, question: Question, jobs: int, say: Callable[[str], None]) -> None:
        self.question = question
        self.say = say
        # Each has a batch that waits for it, so that none waits for the next one.
        self.slots = 2 * jobs
        self._busy: dict[_Worker, Batch] = {}
        self._waiting: deque[Batch] = deque()
        self._tries: dict[Batch, int] = {}
        self._workers: list[_Worker] = []
        try:
            for _ in range(jobs):
                self._workers.append(self._started())
        except BaseException:
            self.close()
            raise

    def _started(self) -> _Worker:
        mine, line = multiprocessing.Pipe()
        process = multiprocessing.Process(target=_work, args=(self.question, line), daemon=True)
        process.start()
        line.close()
        return _Worker(process, mine)

    def give(self, batch: Batch) -> None:
        """Give a batch to a process that has none, or keep it for the first that is done."""
        self._waiting.append(batch)
        self._hand_out()

    def _hand_out(self) -> None:
        for worker in self._workers:
            if self._waiting and worker not in self._busy:
                batch = self._busy[worker] = self._waiting.popleft()
                try:
                    worker.line.send(batch)
                except OSError:
                    # It is gone: that is seen when its answer is waited for.
                    continue

    def wait(self) -> Answer:
        """Wait until some batch is done.

        Raises:
            ChildProcessError: a batch has ended the processes that played it, again and again.
            Exception: what a process raised.
        """
        while True:
            lines = {worker.line: worker for worker in self._busy}
            for line in wait(list(lines)):
                worker = lines[line]  # type: ignore[index]
                try:
                    answer = worker.line.recv()
                except (EOFError, OSError):
                    self._replace(worker)
                    continue
                del self._busy[worker]
                self._hand_out()
                if isinstance(answer, BaseException):
                    raise answer
                assert isinstance(answer, Answer)
                return answer

    def _replace(self, worker: _Worker) -> None:
        """Put another process in the place of one that is gone."""
        batch = self._busy.pop(worker)
        self._workers.remove(worker)
        worker.process.join()
        worker.line.close()
        deals = f"seed:{batch.seed}-{batch.first} to {batch.last}"
        self._tries[batch] = self._tries.get(batch, 0) + 1
        if self._tries[batch] == _TRIES:
            raise ChildProcessError(f"{_TRIES} processes that played {deals} were ended from outside, one by one")
        self.say(f"a process was ended from outside; its deals are played again: {deals}")
        self._workers.append(self._started())
        self._waiting.appendleft(batch)
        self._hand_out()

    def close(self) -> None:
        """End all processes at once."""
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            worker.process.join()
            worker.line.close()
        self._workers = []


def _work(question: Question, line: Connection) -> None:
    """What a process does: it plays what it is given, until nobody is there to give more."""
    # An interrupt is for the process that the user started, which ends its workers itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    while True:
        try:
            batch = line.recv()
        except (EOFError, OSError):
            return
        answer: Answer | Exception
        try:
            answer = play_batch(question, batch)
        except Exception as error:
            answer = error
        try:
            line.send(answer)
        except OSError:
            return


def _end_with_parent() -> None:
    """End this process when the one that started it has ended, even if it was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
