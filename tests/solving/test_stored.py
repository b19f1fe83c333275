"""``--db``: an interrupted ``leoni solve`` or ``leoni review`` goes on where it was, and says what it says without."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

import leoni_replay as lr
from leoni_replay.files.search_results import SearchResults
from leoni_replay.search.solver import Limits, Solution, solve
from leoni_replay.solving import searcher
from tests.cli.runs import leoni

ROOT = Path(__file__).parents[2] / "transcripts/games"
LOST = ("labyrinth-lost", "labyrinth-aisleriot", "labyrinth-wikipedia")


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A folder with some lost games."""
    folder = tmp_path / "games"
    folder.mkdir()
    for name in LOST:
        (folder / f"{name}.moves").write_text((ROOT / f"{name}.moves").read_text("utf-8"), "utf-8")
    return folder


class Searches:
    """Counts searches, and interrupts one of them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        self.interrupted_at = 0
        monkeypatch.setattr(searcher, "solve", self.solve)

    def solve(self, *arguments: Any, **options: Any) -> Solution:
        self.count += 1
        if self.count == self.interrupted_at:
            raise KeyboardInterrupt
        return solve(*arguments, **options)


def answers(text: str) -> list[dict[str, Any]]:
    """What JSON says, without the effort."""
    effort = ("seconds", "nodes")
    return [{name: answer[name] for name in answer if name not in effort} for answer in json.loads(text)]


@pytest.mark.parametrize("command", ["solve", "review"])
def test_an_interrupted_command_goes_on(
    command: str, games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    searches = Searches(monkeypatch)
    arguments = (command, str(games), "--format", "json", "--seconds", "0")
    whole = leoni(*arguments)
    needed = searches.count
    assert needed >= 3
    stored = (*arguments, "--db", str(tmp_path / "searches.db"))
    searches.count, searches.interrupted_at = 0, needed - 1
    stopped = leoni(*stored)
    assert stopped.code == 130 and stopped.err == "leoni: stopped: run the same command again to continue\n"
    searches.count = searches.interrupted_at = 0
    assert answers(leoni(*stored).out) == answers(whole.out)
    # Only the searches that were not over.
    assert searches.count == 2
    searches.count = 0
    assert answers(leoni(*stored).out) == answers(whole.out) and not searches.count


def test_larger_limits_search_further(games: Path, tmp_path: Path) -> None:
    """What is decided stays; what is undecided is searched again only with a larger limit."""
    stored = ("solve", str(games), "--format", "json", "--db", str(tmp_path / "searches.db"))
    few = [answer["status"] for answer in json.loads(leoni(*stored, "--nodes", "3").out)]
    more = [answer["status"] for answer in json.loads(leoni(*stored).out)]
    assert "undecided" in few and "undecided" not in more
    assert [answer["status"] for answer in json.loads(leoni(*stored, "--nodes", "3").out)] == more


@pytest.mark.parametrize(
    ("met", "asked", "found"),
    [
        (("nodes", Limits(nodes=100)), Limits(nodes=100), True),
        (("nodes", Limits(nodes=100)), Limits(nodes=99), True),
        (("nodes", Limits(nodes=100)), Limits(nodes=101), False),
        (("nodes", Limits(nodes=100)), Limits(), False),
        (("seconds", Limits(seconds=2.0)), Limits(seconds=2.0), True),
        (("seconds", Limits(seconds=2.0)), Limits(seconds=3.0), False),
        (("seconds", Limits(seconds=2.0)), Limits(nodes=5), False),
        (("memory", Limits(memory=16)), Limits(memory=16), True),
        (("memory", Limits(memory=16)), Limits(memory=17), False),
    ],
)
def test_which_searches_went_as_far(tmp_path: Path, met: tuple[Any, Limits], asked: Limits, found: bool) -> None:
    limit, limits = met
    with SearchResults(str(tmp_path / "searches.db")) as results:
        results.save("a game", 3, limits, Solution("undecided", (), 90, 2.0, 40, limit))
        assert (results.find("a game", 3, asked) is not None) is found
        assert results.find("a game", 2, asked) is None and results.find("another", 3, asked) is None
        results.save("a game", 3, Limits(nodes=7), Solution("lost", (), 7, 0.1, 30))
        decided = results.find("a game", 3, asked)
        assert decided is not None and decided.status == "lost"


def test_a_line_that_does_not_win_is_not_believed(games: Path, tmp_path: Path) -> None:
    path = tmp_path / "searches.db"
    deal = ("solve", "--deal", "seed:4", "--game", "Labyrinth", "--rules", "wikipedia", "--db", str(path))
    first = leoni(*deal)
    assert "won in" in first.out
    with sqlite3.connect(path) as file:
        file.execute("UPDATE search SET line = '[1, 2]'")
    again = leoni(*deal)
    assert again.code == 0 and again.out.split("(")[0] == first.out.split("(")[0]
    with sqlite3.connect(path) as file:
        file.execute("UPDATE search SET line = 'x'")
    damaged = leoni(*deal)
    assert damaged.code == 2 and "this file is damaged" in damaged.err


def test_a_file_of_another_kind(games: Path) -> None:
    lr.archive(games / "games.db").close()
    run = leoni("review", str(games / "labyrinth-lost.moves"), "--db", str(games / "games.db"))
    assert run.code == 2 and "holds no results of `leoni solve` or `leoni review`" in run.err
