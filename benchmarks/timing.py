"""Jobs that take turns, and the rows that tell what they took."""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

#: How this Python runs the command: as it is installed, wherever that is called from.
LEONI = (sys.executable, "-P", "-m", "leoni_replay")


@dataclass
class Timed:
    """What a job took each time, in seconds, and how much it did."""

    amount: int = 0
    seconds: list[float] = field(default_factory=list)

    @property
    def best(self) -> float:
        """The seconds of its best round."""
        return min(self.seconds)

    @property
    def rate(self) -> float:
        """How much it did in a second of its best round."""
        return self.amount / self.best


def turns(
    jobs: Mapping[str, Callable[[], int]], rounds: int, clock: Callable[[], float] = time.process_time
) -> dict[str, Timed]:
    """Let jobs take turns (A B C A B C), so that what else the machine does falls on all alike.

    Args:
        jobs: what is done; each returns how much it did.
        rounds: how often each has its turn.
        clock: tells the time; by default the processor time of this process.
    """
    timed = {name: Timed() for name in jobs}
    for _ in range(rounds):
        for name, job in jobs.items():
            started = clock()
            timed[name].amount = job()
            timed[name].seconds.append(clock() - started)
    return timed


def processor_time(arguments: Sequence[str]) -> float:
    """The processor time of a process whose output is thrown away, in seconds.

    Raises:
        subprocess.CalledProcessError: it failed.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


#: Runs a command and tells what it held at most. A process inherits that figure from the one that starts it, so that a
#: small one has to.
_STARTER = """\
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def most_memory(arguments: Sequence[str]) -> float:
    """The largest memory of a process whose output is thrown away, in MB.

    Raises:
        subprocess.CalledProcessError: it failed.
    """
    command = [sys.executable, "-S", "-c", _STARTER, *arguments]
    peak = int(subprocess.run(command, check=True, capture_output=True).stdout)
    # Linux counts in KB, macOS in bytes.
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def title(text: str) -> None:
    """Print what is measured."""
    print(f"\n{text}\n{'-' * len(text)}")


def row(name: str, *cells: str) -> None:
    """Print one row of a table."""
    print(f"{name:24}" + "".join(f"{cell:>16}" for cell in cells), flush=True)
