"""The counts of ``leoni verify --stats``."""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING

from leoni_replay.text import visible

if TYPE_CHECKING:
    from leoni_replay.diagnostics import Diagnostic
    from leoni_replay.record.verdict import Verdict


class Stats:
    """Counts over a run: games and moves, by game and rules, and diagnostics by code."""

    def __init__(self) -> None:
        self.started = time.perf_counter()
        self.moves = 0
        self.kinds: dict[str, Counter[str]] = {}
        self.codes: Counter[str] = Counter()

    def add(self, verdict: Verdict) -> None:
        """Count a game."""
        self.moves += verdict.moves
        kind = f"{verdict.name or 'unknown game'}, {verdict.rules or 'default rules'}"
        self.kinds.setdefault(kind, Counter())[verdict.result or verdict.status] += 1
        self.codes.update(diagnostic.code for diagnostic in verdict.diagnostics if diagnostic.severity != "conjecture")

    def problem(self, diagnostic: Diagnostic) -> None:
        """Count the diagnostic of a path that was not checked."""
        self.codes[diagnostic.code] += 1

    def text(self) -> str:
        """The counts, one per line."""
        games = sum(count.total() for count in self.kinds.values())
        seconds = time.perf_counter() - self.started
        lines = [f"{_count(games, 'game')}, {_count(self.moves, 'move')} in {seconds:.1f} s"]
        for kind in sorted(self.kinds):
            count = self.kinds[kind]
            parts = [f"{count[word]} {name}" for word, name in _WORDS if count[word]]
            lines.append(f"  {visible(kind)}: {count.total()} ({', '.join(parts)})")
        lines += [f"  {code}: {number}" for code, number in sorted(self.codes.items())]
        return "\n".join(lines) + "\n"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")


_WORDS = (("won", "won"), ("lost", "lost"), ("conceded", "conceded"), ("*", "unfinished"), ("rejected", "rejected"))
