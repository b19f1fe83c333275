"""Who does the work: this process, or others on this machine. A process that is ended from outside is replaced, and its
work is done again.

Each process has a pipe of its own. Those of `concurrent.futures` share one, and where one of them is killed while it
sends a long answer, the others wait for it forever.
"""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import os
import queue
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Final, Generic, Protocol, TypeVar

W = TypeVar("W")
R = TypeVar("R")
W_contra = TypeVar("W_contra", contravariant=True)
R_co = TypeVar("R_co", covariant=True)

#: how often a piece of work may end the process that does it
_TRIES: Final = 3
#: how many pieces a process has: one that it does, and one that waits for it, so that it waits for none
_EACH: Final = 2
#: the signals by which processes are ended
_SIGNALS: Final = frozenset({signal.SIGINT, signal.SIGTERM})


class Executor(Protocol[W_contra, R_co]):
    """Does pieces of work: here, in processes of this machine (``Workers``), or on a cluster (``files/cluster.py``)."""

    #: how many pieces it can have under way
    slots: int

    def give(self, work: W_contra) -> int:
        """Give it a piece of work; the number of the piece."""

    def wait(self) -> tuple[int, R_co]:
        """Wait until some piece of work is done: its number, and the result.

        Raises:
            ChildProcessError: nobody can do it.
            Exception: what the work raised.
        """

    def close(self) -> None:
        """End it, whatever it is doing."""


def executor_for(
    task: Callable[[W], R],
    jobs: int,
    say: Callable[[str], None],
    called: Callable[[W], str],
    *,
    fresh: bool = False,
    cluster: str | None = None,
) -> Executor[W, R]:
    """Who does a task: this process, several (``Workers``), or the workers of a cluster, if an address is given.

    Raises:
        ChildProcessError: a process cannot be started, or the cluster cannot be reached.
    """
    if cluster is not None:
        # Who has no cluster loads nothing for it.
        from leoni_replay.files.cluster import Cluster

        return Cluster(task, cluster)
    return Here(task) if jobs == 1 else Workers(task, jobs, say, called, fresh=fresh)


class Here(Generic[W, R]):
    """This process, which does each piece of work when its result is waited for."""

    slots = 1

    def __init__(self, task: Callable[[W], R]) -> None:
        self._task = task
        self._count = 0
        self._waiting: deque[tuple[int, W]] = deque()

    def give(self, work: W) -> int:
        """Keep a piece of work for later; its number."""
        self._count += 1
        self._waiting.append((self._count, work))
        return self._count

    def wait(self) -> tuple[int, R]:
        """Do the piece that was given first."""
        number, work = self._waiting.popleft()
        return number, self._task(work)

    def close(self) -> None:
        """There is nothing to end."""


class _Worker(Generic[W]):
    """A process, the way to it, and what it was given: the number of every piece, in order."""

    def __init__(self, process: BaseProcess, line: Connection) -> None:
        self.process = process
        self.line = line
        self.given: deque[int] = deque()


class Workers(Generic[W, R]):
    """So many processes that do something with pieces of work.

    Args:
        task: what they do; it can be pickled.
        jobs: how many there are.
        say: is told when one was ended from outside.
        called: what a piece of work is called.
        fresh: whether they begin with nothing of this process: so they must where a database is open in it.
    """

    def __init__(
        self,
        task: Callable[[W], R],
        jobs: int,
        say: Callable[[str], None],
        called: Callable[[W], str],
        *,
        fresh: bool = False,
    ) -> None:
        self.slots = _EACH * jobs
        self._task, self._say, self._called = task, say, called
        self._context: Any = multiprocessing.get_context("spawn" if fresh else None)
        self._count = 0
        self._work: dict[int, W] = {}
        self._waiting: deque[int] = deque()
        self._tries: dict[int, int] = {}
        self._workers: list[_Worker[W]] = []
        try:
            for _ in range(jobs):
                self._workers.append(self._started())
        except BaseException:
            self.close()
            raise

    @property
    def processes(self) -> list[int]:
        """The numbers of the processes."""
        return [worker.process.pid or 0 for worker in self._workers]

    def _started(self) -> _Worker[W]:
        try:
            mine, line = self._context.Pipe()
            process = self._context.Process(target=_work, args=(self._task, line), daemon=True)
            with line, _signals_held():
                process.start()
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise ChildProcessError(f"a process cannot be started: {reason} (--jobs 1 needs none)") from None
        return _Worker(process, mine)

    def give(self, work: W) -> int:
        """Give a piece of work to a process that has room for it, or keep it for the first that has; its number."""
        self._count += 1
        self._work[self._count] = work
        self._waiting.append(self._count)
        self._hand_out()
        return self._count

    def _hand_out(self) -> None:
        while self._waiting:
            worker = min(self._workers, key=lambda worker: len(worker.given))
            if len(worker.given) == _EACH:
                return
            number = self._waiting.popleft()
            worker.given.append(number)
            try:
                worker.line.send(self._work[number])
            except OSError:
                # It is gone: that is seen when its answer is waited for.
                continue

    def wait(self) -> tuple[int, R]:
        """Wait until some piece of work is done: its number, and what came of it.

        Raises:
            ChildProcessError: a piece of work has ended the processes that did it, again and again.
            Exception: what a process raised.
        """
        while True:
            lines = {worker.line: worker for worker in self._workers if worker.given}
            for line in wait(list(lines)):
                worker = lines[line]  # type: ignore[index]
                try:
                    answer, failed = worker.line.recv()
                except (EOFError, OSError):
                    self._replace(worker)
                    continue
                number = worker.given.popleft()
                del self._work[number]
                self._hand_out()
                if failed:
                    raise answer
                return number, answer

    def _replace(self, worker: _Worker[W]) -> None:
        """Put another process in the place of one that is gone."""
        self._workers.remove(worker)
        worker.process.join()
        worker.line.close()
        first = worker.given[0]
        self._tries[first] = self._tries.get(first, 0) + 1
        called = self._called(self._work[first])
        if self._tries[first] == _TRIES:
            raise ChildProcessError(f"{_TRIES} processes that worked on {called} were ended from outside, one by one")
        self._say(f"a process was ended from outside; its work is done again: {called}")
        self._waiting.extendleft(reversed(worker.given))
        self._workers.append(self._started())
        self._hand_out()

    def close(self) -> None:
        """End all processes at once, whatever they are doing."""
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            worker.process.join()
            worker.line.close()
        self._workers = []


@contextlib.contextmanager
def _signals_held() -> Iterator[None]:
    """Keep signals back while a process begins: one that came to it before it has set its own ways of taking them
    would be lost, and the process would never end."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(task: Callable[[W], R], line: Connection) -> None:
    """What a process does: what it is given, until nobody is there to give more."""
    # An interrupt is for the process that the user started, which ends its workers itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
    # What this process was born with is not looked through for garbage: every page of it would be copied.
    gc.freeze()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    # What is given is taken at once: nobody waits for room on the way while the other side waits as well.
    given: queue.SimpleQueue[tuple[W] | None] = queue.SimpleQueue()
    threading.Thread(target=_take, args=(line, given), daemon=True).start()
    while (taken := given.get()) is not None:
        answer: R | Exception
        failed = False
        try:
            answer = task(*taken)
        except Exception as error:
            answer, failed = error, True
        try:
            line.send((answer, failed))
        except OSError:
            return


def _take(line: Connection, given: queue.SimpleQueue[Any]) -> None:
    """Take what is given, for the one that does it."""
    while True:
        try:
            given.put((line.recv(),))
        except (EOFError, OSError):
            given.put(None)
            return


def _end_with_parent() -> None:
    """End this process when the one that started it has ended, even if it was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
