"""Workers: this process, or others on this machine. A process that is ended from outside is replaced, and its work is
repeated.

Each process has its own pipe. The processes of `concurrent.futures` share one; if one of them is killed while it sends
a long answer, the others wait for it forever.
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
#: pieces per process: one in progress, and one waiting, so that the process is never idle
_EACH: Final = 2
#: the signals that end processes
_SIGNALS: Final = frozenset({signal.SIGINT, signal.SIGTERM})


class Executor(Protocol[W_contra, R_co]):
    """Does pieces of work: here, in processes of this machine (``Workers``), or on a cluster (``files/cluster.py``)."""

    #: the maximum number of pieces in progress
    slots: int

    def give(self, work: W_contra) -> int:
        """Submit a piece of work; return its number."""

    def wait(self) -> tuple[int, R_co]:
        """Wait until some piece of work is done; return its number and its result.

        Raises:
            ChildProcessError: nobody can do it.
            Exception: what the work raised.
        """

    def close(self) -> None:
        """Stop, whatever it is doing."""


def executor_for(
    task: Callable[[W], R],
    jobs: int,
    say: Callable[[str], None],
    called: Callable[[W], str],
    *,
    fresh: bool = False,
    cluster: str | None = None,
) -> Executor[W, R]:
    """The executor for a task: this process, several (``Workers``), or the workers of a cluster, if an address is
    given.

    Raises:
        ChildProcessError: a process cannot be started, or the cluster cannot be reached.
    """
    if cluster is not None:
        # Loaded only if a cluster is used.
        from leoni_replay.files.cluster import Cluster

        return Cluster(task, cluster)
    return Here(task) if jobs == 1 else Workers(task, jobs, say, called, fresh=fresh)


class Here(Generic[W, R]):
    """Does each piece of work in this process when its result is requested."""

    slots = 1

    def __init__(self, task: Callable[[W], R]) -> None:
        self._task = task
        self._count = 0
        self._waiting: deque[tuple[int, W]] = deque()

    def give(self, work: W) -> int:
        """Store a piece of work for later; return its number."""
        self._count += 1
        self._waiting.append((self._count, work))
        return self._count

    def wait(self) -> tuple[int, R]:
        """Do the oldest piece."""
        number, work = self._waiting.popleft()
        return number, self._task(work)

    def close(self) -> None:
        """Do nothing: there is nothing to stop."""


class _Worker(Generic[W]):
    """A process, its pipe, and its work: the number of every piece, in order."""

    def __init__(self, process: BaseProcess, line: Connection) -> None:
        self.process = process
        self.line = line
        self.given: deque[int] = deque()


class Workers(Generic[W, R]):
    """A number of processes that do pieces of work.

    Args:
        task: a picklable function.
        jobs: the number of processes.
        say: receives a message when a process was ended from outside.
        called: returns the name of a piece of work.
        fresh: whether they start with nothing of this process. This is necessary if a database is open in it.
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
        """The ids of the processes."""
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
        """Give a piece of work to a process that has room for it, or queue it; return its number."""
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
                # The process has ended; that is noticed when its answer is awaited.
                continue

    def wait(self) -> tuple[int, R]:
        """Wait until some piece of work is done; return its number and its result.

        Raises:
            ChildProcessError: a piece of work has ended its process too often.
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
        """Replace a process that has ended."""
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
    """Block signals while a process starts: a signal that arrived before the process has set its handlers would be
    lost, and the process would never end."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(task: Callable[[W], R], line: Connection) -> None:
    """The main loop of a process: do the work it is given until the other end closes."""
    # An interrupt is for the process that the user started; it ends its workers itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
    # Objects from the parent are exempt from garbage collection, which would copy every page of them.
    gc.freeze()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    # Work is received at once in another thread, so that the two sides cannot wait for each other to read.
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
    """Receive work, and queue it for the main thread."""
    while True:
        try:
            given.put((line.recv(),))
        except (EOFError, OSError):
            given.put(None)
            return


def _end_with_parent() -> None:
    """End this process when its parent has ended, even if the parent was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
