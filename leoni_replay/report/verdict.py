"""What every format prints: the record of one checked game, and the count of them all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from leoni_replay.diagnostics import Diagnostic

Status = Literal["verified", "rejected"]
Result = Literal["won", "lost", "*"]

#: The words for a game's result; ``*`` is the notation's own sign.
RESULT_WORDS = {"won": "won", "lost": "lost", "*": "unfinished"}


@dataclass(frozen=True, slots=True)
class Verdict:
    """One checked game.

    ``game`` is its number in ``file`` from 1, ``name`` the game it is a record of, ``rules`` the rule book and
    ``deal`` the deal, each ``None`` where the record does not get as far as naming them. ``moves`` counts the moves
    that were replayed, ``digest`` names the final position. A verified game may carry warnings and notes.
    """

    file: str
    game: int
    name: str | None
    rules: str | None
    deal: str | None
    status: Status
    result: Result | None
    moves: int
    digest: str | None
    diagnostics: tuple[Diagnostic, ...] = ()


@dataclass(slots=True)
class Summary:
    """How many games came out which way; the caller feeds it and takes its exit code from it."""

    verified: int = 0
    rejected: int = 0
    won: int = 0
    lost: int = 0
    unfinished: int = 0
    warnings: int = 0
    problems: int = 0

    def add(self, verdict: Verdict) -> None:
        """Count a checked game and its warnings."""
        if verdict.status == "rejected":
            self.rejected += 1
        else:
            self.verified += 1
            if verdict.result == "won":
                self.won += 1
            elif verdict.result == "lost":
                self.lost += 1
            elif verdict.result == "*":
                self.unfinished += 1
        for found in verdict.diagnostics:
            if found.severity == "warning":
                self.warnings += 1

    def add_problem(self, diagnostic: Diagnostic) -> None:
        """Count a finding about a file or folder as a whole: an error is a path that was not checked."""
        if diagnostic.severity == "error":
            self.problems += 1
        elif diagnostic.severity == "warning":
            self.warnings += 1

    @property
    def games(self) -> int:
        """How many games were checked."""
        return self.verified + self.rejected

    def parts(self) -> list[tuple[str, str]]:
        """The pieces of the summary line, each with the style it is painted in."""
        out = []
        if self.rejected:
            out.append(("error", f"{_count(self.rejected, 'game')} rejected"))
        if self.verified:
            number = str(self.verified) if out else _count(self.verified, "game")
            results = [
                f"{count} {word}"
                for count, word in ((self.won, "won"), (self.lost, "lost"), (self.unfinished, "unfinished"))
                if count
            ]
            if self.games == 1 and results:
                results = [results[0].split()[1]]
            out.append(("verified", f"{number} verified" + (f" ({', '.join(results)})" if results else "")))
        if not out:
            out.append(("", "no games"))
        if self.problems:
            out.append(("error", f"{_count(self.problems, 'path')} not checked"))
        if self.warnings:
            out.append(("warning", _count(self.warnings, "warning")))
        return out

    def text(self) -> str:
        """The summary line, such as ``3 games rejected, 10 verified (2 won, 7 lost, 1 unfinished)``."""
        return ", ".join([text for _, text in self.parts()])


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")
