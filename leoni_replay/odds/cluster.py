"""Deals shared out among the workers of a cluster."""

from __future__ import annotations

from typing import Any

from leoni_replay.files.cluster import Task, connect, workers_of
from leoni_replay.odds.playing import Answer, Batch, play_batch
from leoni_replay.odds.question import Question


class Cluster:
    """The workers of a scheduler of Dask.

    Args:
        question: what they play.
        address: where the scheduler is.

    Raises:
        ClusterError: it cannot be reached, or has no workers.
    """

    def __init__(self, question: Question, address: str) -> None:
        self._client = connect(address)
        self.question = question
        self.slots = 2 * workers_of(self._client)
        from distributed import as_completed

        self._tasks: dict[Any, Task[Answer]] = {}
        self._completed = as_completed()  # type: ignore[no-untyped-call]

    def give(self, batch: Batch) -> None:
        """Give the scheduler a batch."""
        task = Task(self._client, play_batch, self.question, batch)
        self._tasks[task.future] = task
        self._completed.add(task.future)  # type: ignore[no-untyped-call]

    def wait(self) -> Answer:
        """Wait until some batch is done.

        Raises:
            ClusterError: a worker cannot play it.
        """
        answer = self._tasks.pop(next(self._completed)).result()
        # Workers may have come or gone.
        self.slots = 2 * workers_of(self._client)
        return answer

    def close(self) -> None:
        """Let go of the scheduler, and of what is not done."""
        self._client.cancel(list(self._tasks))  # type: ignore[no-untyped-call]
        self._client.close()  # type: ignore[no-untyped-call]
