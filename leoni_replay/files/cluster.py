"""Sharing work among the processes of a Dask cluster, on one machine or many.

Whoever gives the address of a cluster trusts it: the data in both directions are pickled. The scheduler makes sure that
the work of a lost worker is done by another one.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from functools import partial
from typing import TYPE_CHECKING, Final, Generic, TypeVar

if TYPE_CHECKING:
    from distributed import Client

W = TypeVar("W")
R = TypeVar("R")

#: how many seconds to wait for the scheduler to answer, and for workers to appear
_PATIENCE: Final = 10

#: A worker may run several tasks at once in threads, but a process has only one position to play on.
_lock = threading.Lock()


class ClusterError(ChildProcessError):
    """Raised if a cluster cannot be reached or cannot do the work."""


def connect(address: str) -> Client:
    """Connect to a scheduler.

    Raises:
        ClusterError: Dask is not installed, the scheduler doesn't answer, or there are no workers.
    """
    try:
        from distributed import Client
    except ImportError:
        raise ClusterError("--dask needs Dask: pip install 'leoni-replay[cluster]'") from None
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


class Cluster(Generic[W, R]):
    """The workers of a Dask scheduler.

    Args:
        task: the function they run, which they must be able to import.
        address: the address of the scheduler.

    Raises:
        ClusterError: it cannot be reached, or has no workers.
    """

    def __init__(self, task: Callable[[W], R], address: str) -> None:
        self._client = connect(address)
        self._executor: Executor = self._client.get_executor(pure=False)  # type: ignore[no-untyped-call]
        self._task = partial(_alone, task)
        self._count = 0
        self._futures: dict[Future[R], int] = {}
        self._see_workers()

    def _see_workers(self) -> None:
        self.slots = 2 * max(1, len(self._client.scheduler_info(n_workers=-1)["workers"]))

    def give(self, work: W) -> int:
        """Submit a piece of work; return its number."""
        self._count += 1
        self._futures[self._executor.submit(self._task, work)] = self._count
        return self._count

    def wait(self) -> tuple[int, R]:
        """Wait until some piece of work is done; return its number and its result.

        Raises:
            ClusterError: a worker cannot do it.
        """
        future = next(iter(wait(self._futures, return_when=FIRST_COMPLETED).done))
        number = self._futures.pop(future)
        # The number of workers may have changed.
        self._see_workers()
        try:
            return number, future.result()
        except (Exception, CancelledError) as error:
            raise _failed(error) from None

    def close(self) -> None:
        """Disconnect from the scheduler and drop unfinished work."""
        self._executor.shutdown(wait=False)
        self._client.close()  # type: ignore[no-untyped-call]


def _alone(task: Callable[[W], R], work: W) -> R:
    """Run a task alone in this process; this is what a worker does."""
    with _lock:
        try:
            return task(work)
        except OSError as error:
            reason = os.strerror(error.errno) if error.errno else str(error)
            name = error.filename or "a file"
            raise ClusterError(f"{name}: a worker of the cluster cannot read it: {reason}") from None


def _failed(error: BaseException) -> ClusterError:
    """Why a task failed, for the user."""
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
