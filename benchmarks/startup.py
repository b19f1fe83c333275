"""How long the command takes to start: ``leoni --version`` and ``leoni verify`` of one game, beside bare Python.

    python benchmarks/startup.py [--runs 20]

Whole processes, user and system time. The first ``verify`` is not counted: it writes the scanner's cache.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
from pathlib import Path

GAME = Path(__file__).parent.parent / "transcripts" / "games" / "1884.moves"

COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "leoni --version": ["-m", "leoni_replay", "--version"],
    "leoni verify one game": ["-m", "leoni_replay", "verify", str(GAME)],
}


def cpu(arguments: list[str]) -> float:
    """The processor time of one run, in milliseconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)


def main() -> None:
    """Print a row a command: minimum, median and maximum, in turn A B C A B C …"""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--runs", type=int, default=20)
    chosen = options.parse_args()
    taken: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for run in range(chosen.runs + 1):
        for name, arguments in COMMANDS.items():
            milliseconds = cpu(arguments)
            if run:
                taken[name].append(milliseconds)
    print(f"{'':24} {'min':>6} {'median':>7} {'max':>6}  ms of processor time, {chosen.runs} runs")
    for name, times in taken.items():
        print(f"{name:24} {min(times):6.0f} {statistics.median(times):7.0f} {max(times):6.0f}")


if __name__ == "__main__":
    main()
