"""What came of solving games: headlines, and data for other programs."""

from __future__ import annotations

from typing import Any

from leoni_replay.diagnostics import Diagnostic, diagnostic_object
from leoni_replay.notation import dumps, token
from leoni_replay.players.solver import Limits
from leoni_replay.record.replay import Replay
from leoni_replay.show.story import title_of
from leoni_replay.solving.search import Limit
from leoni_replay.solving.solved import Solved
from leoni_replay.text import visible
from leoni_replay.words import counted


def headline(found: Solved) -> str:
    """What came of solving a game, in a line."""
    return f"{which(found.replay)}: {_verdict(found)}"


def which(replay: Replay) -> str:
    """Which game it is: its file and number, if it has any, and what it is a record of."""
    transcript = replay.transcript
    file = f"{transcript.file}, game {transcript.number}: " if transcript.file else ""
    return f"{file}{title_of(replay)}"


def _verdict(found: Solved) -> str:
    if found.status == "refused":
        return f"refused: {found.reason}"
    after = f" after move {found.at}" if found.at else ""
    held = ", cards that fit being played first" if found.must_play else ""
    used = f"{counted_tables(found.nodes)} in {time_words(found.seconds)}"
    if found.status == "won":
        kept = f", {found.at} of them as recorded" if found.at else ""
        return f"won in {counted(found.at + len(found.line), 'move')}{kept}{held} ({used})"
    if found.status == "lost":
        why = found.reason or f"all that can come of it was looked at, {used}"
        return f"cannot be won{after}{held}: {why}"
    left = "" if found.fewest is None else f"; no fewer than {counted(found.fewest, 'card')} were left in any"
    return f"undecided{after}{held}: {_met(found.limit, found.limits)}; no win among {used}{left}"


def _met(limit: Limit, limits: Limits) -> str:
    """Which limit a search met, in words."""
    if limit == "interrupt":
        return "the search was broken off"
    if limit == "memory":
        return f"the memory is full (--memory {limits.memory})"
    given = f"{limits.seconds:g}" if limit == "seconds" else str(limits.nodes)
    return f"the limit was met (--{limit} {given})"


def counted_tables(number: int) -> str:
    """So many tables, in thousands."""
    return f"{number:,} table{'' if number == 1 else 's'}"


def time_words(seconds: float) -> str:
    """So many seconds."""
    return "under a second" if seconds < 1 else f"{seconds:,.1f} seconds"


# -- data -------------------------------------------------------------------------------------------------------------


def solved_object(found: Solved) -> dict[str, Any]:
    """What came of solving a game: ``leoni solve``."""
    searched = found.status != "refused"
    won = found.transcript
    return {
        **record_keys(found.replay),
        "status": found.status,
        "at": found.at if searched else None,
        "moves": None if won is None else found.at + len(found.line),
        "line": None if won is None else [token(command) for command in found.line],
        "record": None if won is None else dumps(won),
        "nodes": found.nodes if searched else None,
        "seconds": round(found.seconds, 3) if searched else None,
        "fewest": found.fewest,
        "limit": found.limit or None,
        "limits": found.limits._asdict() if searched else None,
        "prunings": list(found.prunings),
        "must_play": found.must_play,
        "reason": found.reason or None,
        "diagnostics": [diagnostic_object(one) for one in found.replay.diagnostics],
    }


def solve_problem(found: Diagnostic) -> dict[str, Any]:
    """A path of which no game can be solved, with the keys of a game."""
    keys = ("game", "name", "rules", "deal", "at", "moves", "line", "record", "nodes", "seconds", "fewest", "limit")
    return {
        "file": found.file,
        **dict.fromkeys(keys),
        "status": "problem",
        "limits": None,
        "prunings": [],
        "must_play": None,
        "reason": None,
        "diagnostics": [diagnostic_object(found)],
    }


def record_keys(replay: Replay) -> dict[str, Any]:
    """Which game it is."""
    transcript = replay.transcript
    return {
        "file": transcript.file or None,
        "game": transcript.number,
        "name": replay.name,
        "rules": replay.rules,
        "deal": transcript.value("Deal"),
    }


def comment(text: str) -> str:
    """A line as a comment of the notation."""
    return f"; {visible(text)}\n"
