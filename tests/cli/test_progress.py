"""What is said of long work while it goes on."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import pytest
import typer

from leoni_replay.cli import progress
from leoni_replay.cli.archive import export
from leoni_replay.cli.importing import import_
from leoni_replay.cli.odds import _odds
from leoni_replay.odds.question import ask
from leoni_replay.odds.running import Run
from leoni_replay.search.solver import Solution
from leoni_replay.show.terminal import open_terminal
from tests.cli.runs import GOOD, leoni

GAMES = Path(__file__).parents[2] / "transcripts" / "games"


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


def lines(shown: str) -> list[str]:
    """What stood on the line, one text after the other."""
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown)
    return [line[2:] for line in re.split(r"[\r\n]+", plain) if line]


def test_nothing_is_said_of_what_is_over_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", screen := Screen())
    with progress.telling() as tell:
        tell("1 game")
    assert screen.getvalue() == ""


def test_nothing_is_said_where_nobody_watches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_PATIENCE", -1.0)
    monkeypatch.setattr("sys.stderr", screen := io.StringIO())
    with progress.telling() as tell, progress.searching() as show:
        tell("1 game")
        show("", Solution("undecided", fewest=7))
    assert screen.getvalue() == ""


def test_the_line_says_what_it_is_told_and_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_PATIENCE", -1.0)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stderr", screen := Screen())
    with progress.telling() as tell:
        tell("1,024 games")
    assert lines(screen.getvalue())
    assert all(line.startswith("1,024 games ") for line in lines(screen.getvalue()))
    assert screen.getvalue().endswith("\x1b[2K")


def test_a_search_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_PATIENCE", -1.0)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr("sys.stderr", screen := Screen())
    with progress.searching() as show:
        show("move 3: ", Solution("undecided", nodes=12_345, seconds=2.5, fewest=1))
    assert "move 3: 12,345 positions, 4,938 a second, 1 card left at the fewest" in screen.getvalue()


def test_messages_stand_on_lines_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_PATIENCE", -1.0)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stderr", screen := Screen())
    message = "leoni: [b]x[/b]: cannot be read\n"
    with progress.telling() as tell:
        tell("1,024 games")
        sys.stderr.write(message)
        tell("2,048 games")
    assert f"\x1b[2K{message}" in screen.getvalue()


def test_games_are_counted_up_to_how_many_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_PATIENCE", -1.0)
    monkeypatch.setattr(progress, "_PAUSE", -1.0)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stderr", screen := Screen())
    with progress.watched(iter(range(1024)), 1024) as items:
        assert list(items) == list(range(1024))
    assert "1,024 of 1,024 games" in screen.getvalue()
    assert screen.getvalue().endswith("\x1b[2K")


def test_the_line_gives_way_to_results_on_the_same_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_PAUSE", -1.0)
    monkeypatch.setenv("TERM", "xterm")
    screen = Screen()
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setattr("sys.stdout", screen)
    out = progress.above(screen)
    with progress.watched(iter("abcd")) as items:
        for item in items:
            if item == "c":
                out.write("the third\n")
            # The next line is shown at once, or after a second without results.
            monkeypatch.setattr(progress._line, "due", -1.0 if item in "ab" else progress._line.due)
    assert re.search(r"2 games .*\x1b\[2Kthe third\n$", screen.getvalue(), re.S)


def test_several_files_are_counted_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_PATIENCE", -1.0)
    monkeypatch.setattr(progress, "_PAUSE", -1.0)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stderr", screen := Screen())
    with progress.counting() as counted:
        assert list(counted(iter("abc"), None)) == ["a", "b", "c"]
        assert list(counted(iter("de"), None)) == ["d", "e"]
    assert "5 games" in screen.getvalue()
    # One line for all of them.
    assert screen.getvalue().count("\x1b[?25l") == 1


@pytest.mark.long
def test_an_import_says_what_is_left(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(progress, "_PATIENCE", -1.0)
    monkeypatch.setattr(progress, "_PAUSE", -1.0)
    monkeypatch.setenv("TERM", "xterm")
    record, one, other = tmp_path / "a.moves", tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    record.write_text((GOOD + "\n") * 40, encoding="utf-8")
    assert leoni("convert", str(record), "-o", str(one)).code == 0
    other.write_bytes(one.read_bytes())
    counts: list[tuple[int, int | None]] = []
    monkeypatch.setattr("sys.stderr", Screen())
    monkeypatch.setattr(
        progress._Line, "show", lambda self, words, total, started, completed: counts.append((completed, total))
    )
    with pytest.raises(typer.Exit):
        import_([str(one), str(other)], out=str(tmp_path / "out.moves"))
    size = one.stat().st_size
    assert len(counts) == 80 and {total for _, total in counts} == {2 * size}
    # The line is moved while the file is read, and the second file goes on where the first ended.
    assert 0 < counts[0][0] < size == counts[39][0] < counts[40][0] < counts[79][0] == 2 * size


def test_an_export_of_some_records_says_what_is_left(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(progress, "_PATIENCE", -1.0)
    monkeypatch.setattr(progress, "_PAUSE", -1.0)
    monkeypatch.setenv("TERM", "xterm")
    db = tmp_path / "a.db"
    assert leoni("archive", "add", str(db), str(GAMES)).code == 0
    shown: list[str] = []
    monkeypatch.setattr("sys.stderr", Screen())
    monkeypatch.setattr(progress._Line, "show", lambda self, words, *rest, completed: shown.append(words))
    export(str(db), str(tmp_path / "some.moves"), "moves", where="moves > 60")
    assert shown and shown[-1] == f"{len(shown)} of {len(shown)} games"


@pytest.mark.long
def test_the_odds_so_far(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(progress, "_PATIENCE", -1.0)
    monkeypatch.setattr(progress, "_PAUSE", -1.0)
    shown: list[str] = []
    monkeypatch.setattr("sys.stderr", Screen())
    monkeypatch.setattr(progress._Line, "show", lambda self, words, *rest, completed: shown.append(words))
    asked = Run("leoni", 1, 150)
    assert _odds(ask("Leoni's Own", None, "greedy"), asked, None, 1, None, "full", open_terminal()) == 0
    assert re.fullmatch(r"150 of 150 deals, [\d.]+ % ± [\d.]+ %", shown[-1])
    out = capsys.readouterr().out
    assert "chance" in out and "\x1b" not in out
