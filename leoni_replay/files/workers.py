"""Executors: this process, others on this machine, or the workers of a Dask cluster.

A process that is ended from outside is replaced, and its work is repeated. Each process has its own pipe. The processes
of `concurrent.futures` share one; if one is killed while it sends a long answer, the others wait for it forever.

Whoever gives the address of a cluster trusts it: the data in both directions are pickled. Its scheduler repeats the
work of a lost worker.
"""

from __future__ import annotations

import contextlib
import gc
import logging
import multiprocessing
import os
import queue
import signal
import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator
from concurrent import futures
from functools import partial
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from leoni_replay.games.faults import fault_in
from leoni_replay.installation import command_to_add

if TYPE_CHECKING:
    from distributed import Client

W = TypeVar("W")
R = TypeVar("R")

#: how often a piece of work may end the process that does it
_TRIES: Final = 3
#: pieces per process: one in progress, and one waiting, so that the process is never idle
_PIECES_PER_PROCESS: Final = 2
#: the signals that end processes
_SIGNALS: Final = frozenset({signal.SIGINT, signal.SIGTERM})


def executor_for(
    task: Callable[[W], R],
    jobs: int,
    log: Callable[[str], None] | None,
    name_of: Callable[[W], str],
    *,
    fresh: bool = False,
    cluster: str | None = None,
) -> Executor[W, R]:
    """Make the executor for a task: this process if ``jobs`` is 1, several processes if it is more, or the workers of a
    cluster if its address is given.

    Args:
        task: a picklable function that does a piece of work.
        jobs: the number of processes.
        log: receives a message when a process was ended from outside.
        name_of: returns the name of a piece of work, for that message.
        fresh: whether processes start with nothing of this one. This is necessary if a database is open in it.
        cluster: the address of a Dask scheduler.

    Raises:
        ChildProcessError: a process cannot be started, or the cluster cannot be reached.
    """
    if cluster is not None:
        return Cluster(task, cluster)
    return ThisProcess(task) if jobs == 1 else Workers(task, jobs, log, name_of, fresh=fresh)


class Executor(ABC, Generic[W, R]):
    """Does pieces of work, and numbers them from 1.

    Attributes:
        slots: the maximum number of pieces in progress.
    """

    slots = 1

    def __init__(self, task: Callable[[W], R]) -> None:
        self._task = task
        self._count = 0

    def submit(self, work: W) -> int:
        """Submit a piece of work; return its number."""
        self._count += 1
        self._submit(self._count, work)
        return self._count

    @abstractmethod
    def _submit(self, number: int, work: W) -> None:
        """Submit a piece of work under a number."""

    @abstractmethod
    def wait(self) -> tuple[int, R]:
        """Wait until some piece of work is done; return its number and its result.

        Raises:
            ChildProcessError: nobody can do it.
            Exception: what the work raised.
        """

    def close(self) -> None:
        """Stop, whatever it is doing."""


class ThisProcess(Executor[W, R]):
    """Does each piece of work in this process when its result is requested."""

    def __init__(self, task: Callable[[W], R]) -> None:
        super().__init__(task)
        self._waiting: deque[tuple[int, W]] = deque()

    def _submit(self, number: int, work: W) -> None:
        self._waiting.append((number, work))

    def wait(self) -> tuple[int, R]:
        number, work = self._waiting.popleft()
        return number, self._task(work)


class _Worker(Generic[W]):
    """A process, its pipe, and its work: the number of every piece, in order."""

    def __init__(self, process: BaseProcess, pipe: Connection) -> None:
        self.process = process
        self.pipe = pipe
        self.pieces: deque[int] = deque()


class Workers(Executor[W, R]):
    """A number of processes that do pieces of work.

    Args:
        task: a picklable function.
        jobs: the number of processes.
        log: receives a message when a process was ended from outside.
        name_of: returns the name of a piece of work.
        fresh: whether they start with nothing of this process. This is necessary if a database is open in it.
    """

    def __init__(
        self,
        task: Callable[[W], R],
        jobs: int,
        log: Callable[[str], None] | None,
        name_of: Callable[[W], str],
        *,
        fresh: bool = False,
    ) -> None:
        super().__init__(task)
        self.slots: int = _PIECES_PER_PROCESS * jobs
        self._log, self._name_of = log, name_of
        self._context: Any = multiprocessing.get_context("spawn" if fresh else None)
        #: the pieces of work that aren't done, by number; the numbers of those that wait for a process; and how often
        #: a piece has ended a process
        self._work: dict[int, W] = {}
        self._waiting: deque[int] = deque()
        self._failures: dict[int, int] = {}
        self._workers: list[_Worker[W]] = []
        try:
            for _ in range(jobs):
                self._workers.append(self._start_worker())
        except BaseException:
            self.close()
            raise

    @property
    def processes(self) -> list[int]:
        """The ids of the processes."""
        return [worker.process.pid or 0 for worker in self._workers]

    def _start_worker(self) -> _Worker[W]:
        """Start a process.

        Raises:
            ChildProcessError: it cannot be started.
        """
        try:
            our_end, its_end = self._context.Pipe()
            process = self._context.Process(target=_run_worker, args=(self._task, its_end), daemon=True)
            with its_end, _signals_blocked():
                process.start()
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise ChildProcessError(f"a process cannot be started: {reason} (one job needs none)") from None
        return _Worker(process, our_end)

    def _submit(self, number: int, work: W) -> None:
        self._work[number] = work
        self._waiting.append(number)
        self._hand_out()

    def _hand_out(self) -> None:
        """Send waiting work to the processes with the least to do, until all have enough."""
        while self._waiting:
            worker = min(self._workers, key=lambda worker: len(worker.pieces))
            if len(worker.pieces) == _PIECES_PER_PROCESS:
                return
            number = self._waiting.popleft()
            worker.pieces.append(number)
            try:
                worker.pipe.send(self._work[number])
            except OSError:
                # The process has ended; that is noticed when its answer is awaited.
                continue

    def wait(self) -> tuple[int, R]:
        """Wait until some process has done a piece of work; return the number of the piece, and its result.

        Raises:
            ChildProcessError: the same piece of work has ended too many processes.
            Exception: what the work raised.
        """
        while True:
            worker_at = {worker.pipe: worker for worker in self._workers if worker.pieces}
            # A pipe is ready if it holds an answer, or if its process has ended.
            for pipe in wait(list(worker_at)):
                worker = worker_at[pipe]  # type: ignore[index]
                try:
                    answer, is_error = worker.pipe.recv()
                except (EOFError, OSError):
                    self._replace(worker)
                    continue
                # A process does its pieces in order, so this answers the first.
                number = worker.pieces.popleft()
                del self._work[number]
                self._hand_out()
                if is_error:
                    raise answer
                return number, answer

    def _replace(self, worker: _Worker[W]) -> None:
        """Replace a process that has ended, and do its work again.

        Raises:
            ChildProcessError: the same piece of work has ended too many processes.
        """
        self._workers.remove(worker)
        worker.process.join()
        worker.pipe.close()
        # The process was working on its first piece.
        number = worker.pieces[0]
        self._failures[number] = self._failures.get(number, 0) + 1
        name = self._name_of(self._work[number])
        if self._failures[number] == _TRIES:
            raise ChildProcessError(f"{_TRIES} processes that worked on {name} were ended from outside, one by one")
        if self._log is not None:
            self._log(f"something outside leoni ended a process; its work is done again: {name}")
        # Its pieces come before all that wait, in their old order.
        self._waiting.extendleft(reversed(worker.pieces))
        self._workers.append(self._start_worker())
        self._hand_out()

    def close(self) -> None:
        """End the processes at once, whatever they are doing."""
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            worker.process.join()
            worker.pipe.close()
        self._workers = []


@contextlib.contextmanager
def _signals_blocked() -> Iterator[None]:
    """Block signals while a process starts: a signal that arrived before the process has set its handlers would be
    lost, and the process would never end."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    old_mask = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, old_mask)


def _run_worker(task: Callable[[W], R], pipe: Connection) -> None:
    """Run the main loop of a process: do the work it is given until the other end closes."""
    # An interrupt is for the process that the user started; it ends its workers itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
    # Objects from the parent are exempt from garbage collection, which would copy every page of them.
    gc.freeze()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    # Work is received at once in another thread, so that the two sides cannot wait for each other to read.
    pieces: queue.SimpleQueue[tuple[W] | None] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(pipe, pieces), daemon=True).start()
    while (piece := pieces.get()) is not None:
        answer: R | Exception
        is_error = False
        try:
            answer = task(*piece)
        except Exception as error:
            # Where in a game from outside it happened is lost on the way.
            answer, is_error = fault_in(error) or error, True
        try:
            pipe.send((answer, is_error))
        except OSError:
            return


def _receive(pipe: Connection, pieces: queue.SimpleQueue[Any]) -> None:
    """Receive work, and queue it for the main thread: each piece as a tuple of one, and None at the end."""
    while True:
        try:
            pieces.put((pipe.recv(),))
        except (EOFError, OSError):
            pieces.put(None)
            return


def _end_with_parent() -> None:
    """End this process when its parent has ended, even if the parent was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


# -- clusters ---------------------------------------------------------------------------------------------------------

#: how many seconds to wait for the scheduler of a cluster to answer, and for workers to appear
_PATIENCE: Final = 10

#: A worker may run several tasks at once in threads, but odds are played on one table in a process.
_lock = threading.Lock()


class ClusterError(ChildProcessError):
    """Raised if a cluster cannot be reached or cannot do the work."""


def connect(address: str) -> Client:
    """Connect to a scheduler.

    Raises:
        ClusterError: Dask is not installed, the scheduler doesn't answer, or there are no workers.
    """
    try:
        from distributed import Client  # an extra
    except ImportError:
        raise ClusterError(f"--dask needs Dask: {command_to_add('cluster')}") from None
    # The scheduler takes care of lost work.
    for name in list(logging.root.manager.loggerDict):
        # Each of Dask's loggers has its own level.
        if name.partition(".")[0] in ("distributed", "tornado", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        client = Client(address, timeout=_PATIENCE)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TypeError) as error:
        reason = str(error).partition("\n")[0]
        raise ClusterError(f"no scheduler of Dask answers at {address}: {reason or type(error).__name__}") from None
    try:
        client.wait_for_workers(1, timeout=_PATIENCE)
    except TimeoutError:
        client.close()  # type: ignore[no-untyped-call]
        raise ClusterError(f"the scheduler at {address} has no workers") from None
    return client


class Cluster(Executor[W, R]):
    """The workers of a Dask scheduler.

    Args:
        task: the function they run, which they must be able to import.
        address: the address of the scheduler.

    Raises:
        ClusterError: it cannot be reached, or has no workers.
    """

    def __init__(self, task: Callable[[W], R], address: str) -> None:
        super().__init__(partial(_run_alone, task))
        self._client = connect(address)
        self._executor: futures.Executor = self._client.get_executor(pure=False)  # type: ignore[no-untyped-call]
        self._futures: dict[futures.Future[R], int] = {}
        self._count_workers()

    def _count_workers(self) -> None:
        """Adapt the number of slots to the number of workers."""
        self.slots: int = 2 * max(1, len(self._client.scheduler_info(n_workers=-1)["workers"]))

    def _submit(self, number: int, work: W) -> None:
        self._futures[self._executor.submit(self._task, work)] = number

    def wait(self) -> tuple[int, R]:
        """Wait until some piece of work is done; return its number and its result.

        Raises:
            ClusterError: the cluster cannot do it.
        """
        future = next(iter(futures.wait(self._futures, return_when=futures.FIRST_COMPLETED).done))
        number = self._futures.pop(future)
        # The number of workers may have changed.
        self._count_workers()
        try:
            return number, future.result()
        except (Exception, futures.CancelledError) as error:
            raise _cluster_error(error) from None

    def close(self) -> None:
        self._executor.shutdown(wait=False)
        self._client.close()  # type: ignore[no-untyped-call]


def _run_alone(task: Callable[[W], R], work: W) -> R:
    """Run a task alone in this process; this is what a worker does."""
    with _lock:
        try:
            return task(work)
        except OSError as error:
            reason = os.strerror(error.errno) if error.errno else str(error)
            name = error.filename or "a file"
            raise ClusterError(f"{name}: a worker of the cluster cannot read it: {reason}") from None


def _cluster_error(error: BaseException) -> ClusterError:
    """Return why a task failed, for the user."""
    if isinstance(error, ClusterError):
        return error
    reason = " ".join(str(error).split())
    kind = type(error).__name__
    if kind == "KilledWorker":
        return ClusterError("the workers of the cluster were ended, one after the other, by the same piece of work")
    if kind == "ModuleNotFoundError":
        return ClusterError(f"the workers of the cluster lack what they need: {reason}")
    if "Cancelled" in kind:
        return ClusterError("the scheduler of the cluster was lost, and with it what it was doing")
    return ClusterError(f"a worker of the cluster failed: {kind}: {reason}")
