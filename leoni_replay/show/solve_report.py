"""Reports on solved games: headlines, and data for other programs."""

from __future__ import annotations

from typing import Any

from leoni_replay.diagnostics import Diagnostic
from leoni_replay.phrases import pluralize
from leoni_replay.record.replay import Replay
from leoni_replay.search.solver import Limits
from leoni_replay.show.story import title_of
from leoni_replay.solving.searcher import Limit
from leoni_replay.solving.solve import Solved
from leoni_replay.text import visible_text


def headline(solution: Solved) -> str:
    """Return the outcome of solving a game, in a line."""
    return f"{game_name(solution.replay)}: {_verdict(solution)}"


def game_name(replay: Replay) -> str:
    """Return the name of a game: its file and number, if it has any, and its title."""
    transcript = replay.transcript
    file = f"{transcript.file}, game {transcript.number}: " if transcript.file else ""
    return f"{file}{title_of(replay)}"


def _verdict(solution: Solved) -> str:
    """Return the outcome of solving a game in words, with how much was searched."""
    if solution.status == "refused":
        return f"refused: {solution.reason}"
    after = f" after move {solution.at}" if solution.at else ""
    condition = ", cards that fit being played first" if solution.must_play else ""
    effort = f"{counted_positions(solution.nodes)} in {time_words(solution.seconds)}"
    if solution.status == "won":
        moves = pluralize(solution.at + len(solution.line), "move")
        recorded_moves = f", {solution.at} of them as recorded" if solution.at else ""
        return f"won in {moves}{recorded_moves}{condition} ({effort})"
    if solution.status == "lost":
        reason = solution.reason or f"the search was complete, {effort}"
        return f"cannot be won{after}{condition}: {reason}"
    fewest = "" if solution.fewest is None else f"; no fewer than {pluralize(solution.fewest, 'card')} were left in any"
    limit = _limit_words(solution.limit, solution.limits)
    return f"undecided{after}{condition}: {limit}; no win in {effort}{fewest}"


def _limit_words(limit: Limit, limits: Limits) -> str:
    """Return which limit a search met."""
    if limit == "interrupt":
        return "the search was stopped"
    if limit == "memory":
        return f"the memory is full (--memory {limits.memory})"
    value = f"{limits.seconds:g}" if limit == "seconds" else str(limits.nodes)
    return f"the limit was met (--{limit} {value})"


def counted_positions(number: int) -> str:
    """Return a number of positions, in words."""
    return f"{number:,} position{'' if number == 1 else 's'}"


def time_words(seconds: float) -> str:
    """Return a duration, in words."""
    return "under a second" if seconds < 1 else f"{seconds:,.1f} seconds"


# -- data -------------------------------------------------------------------------------------------------------------


def solve_problem(problem: Diagnostic) -> dict[str, Any]:
    """Return a path of which no game can be solved, with the keys of a game."""
    keys = ("number", "game", "rules", "deal", "at", "moves", "line", "record", "nodes", "seconds", "fewest", "limit")
    return {
        "file": problem.file,
        **dict.fromkeys(keys),
        "status": "problem",
        "limits": None,
        "prunings": [],
        "must_play": None,
        "reason": None,
        "diagnostics": [problem.as_dict()],
    }


def comment(text: str) -> str:
    """Return a line as a comment of the notation."""
    return f"; {visible_text(text)}\n"
