"""What is said of long work while it goes on."""

from __future__ import annotations

import io
import re

import pytest

from leoni_replay.cli import progress
from leoni_replay.search.solver import Solution


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


def lines(shown: str) -> list[str]:
    """What stood on the line, one text after the other."""
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown)
    return [line[2:] for line in re.split(r"[\r\n]+", plain) if line]


def test_nothing_is_said_where_nobody_watches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_PATIENCE", -1.0)
    monkeypatch.setattr("sys.stderr", screen := io.StringIO())
    with progress.progress_line() as tell, progress.search_progress() as show:
        tell("1 game")
        show("", Solution("undecided", fewest=7))
    assert screen.getvalue() == ""


def test_the_line_says_what_it_is_told_and_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_PATIENCE", -1.0)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stderr", screen := Screen())
    with progress.progress_line() as tell:
        tell("1,024 games")
    assert lines(screen.getvalue())
    assert all(line.startswith("1,024 games ") for line in lines(screen.getvalue()))
    assert screen.getvalue().endswith("\x1b[2K")


def test_a_search_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_PATIENCE", -1.0)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr("sys.stderr", screen := Screen())
    with progress.search_progress() as show:
        show("move 3: ", Solution("undecided", nodes=12_345, seconds=2.5, fewest=1))
    assert "move 3: 12,345 positions, 4,938 a second, 1 card left at the fewest" in screen.getvalue()


def test_games_are_counted_up_to_how_many_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_PATIENCE", -1.0)
    monkeypatch.setattr(progress, "_PAUSE", -1.0)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stderr", screen := Screen())
    with progress.show_progress(iter(range(1024)), 1024) as items:
        assert list(items) == list(range(1024))
    assert "1,024 of 1,024 games" in screen.getvalue()
    assert screen.getvalue().endswith("\x1b[2K")
