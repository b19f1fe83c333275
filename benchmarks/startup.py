"""How long the command takes to start: ``leoni --version`` and ``leoni verify`` of one game, beside bare Python."""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import median

from timing import LEONI, processor_time, row, title

GAME = Path(__file__).parent.parent / "transcripts" / "games" / "1884.moves"

COMMANDS = {
    "python -c pass": (sys.executable, "-c", "pass"),
    "leoni --version": (*LEONI, "--version"),
    "leoni verify, one game": (*LEONI, "verify", str(GAME)),
}


def commands(runs: int) -> None:
    """Print the processor time of whole commands. The first run is not counted: it writes the scanner's cache."""
    title(f"commands: ms of processor time, {runs} runs in turn")
    taken: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for run in range(runs + 1):
        for name, arguments in COMMANDS.items():
            milliseconds = 1000 * processor_time(arguments)
            if run:
                taken[name].append(milliseconds)
    row("", "min", "median", "max", "× bare Python")
    bare = median(taken["python -c pass"])
    for name, times in taken.items():
        cells = [f"{one:.0f}" for one in (min(times), median(times), max(times))]
        row(name, *cells, f"{median(times) / bare:.1f}")
