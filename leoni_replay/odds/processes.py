"""Deals shared out among processes. One that is ended from outside is replaced, and its batch is played again."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from leoni_replay.files.workers import Workers
from leoni_replay.odds.playing import Answer, Batch, play_batch
from leoni_replay.odds.question import Question


class Processes:
    """So many processes.

    Args:
        question: what they play.
        jobs: how many there are.
        say: is told when one was ended from outside.
    """

    def __init__(self, question: Question, jobs: int, say: Callable[[str], None]) -> None:
        self._workers: Workers[Batch, Answer] = Workers(partial(_play, question), jobs, say, _called)
        self.slots = self._workers.slots

    @property
    def processes(self) -> list[int]:
        """Their numbers."""
        return self._workers.processes

    def give(self, batch: Batch) -> None:
        """Give a batch to a process that has none, or keep it for the first that is done."""
        self._workers.give(batch)

    def wait(self) -> Answer:
        """Wait until some batch is done.

        Raises:
            ChildProcessError: a batch has ended the processes that played it, again and again.
            Exception: what a process raised.
        """
        return self._workers.wait()[1]

    def close(self) -> None:
        """End all processes at once."""
        self._workers.close()


def _play(question: Question, batch: Batch) -> Answer:
    return play_batch(question, batch)


def _called(batch: Batch) -> str:
    return f"seed:{batch.seed}-{batch.first} to {batch.last}"
