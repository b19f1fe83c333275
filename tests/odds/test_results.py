"""Verdicts in a file: what is kept, what is refused, and what is left alone."""

from __future__ import annotations

import multiprocessing
import os
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from leoni_replay.files.database import DatabaseError
from leoni_replay.odds.counts import Counts, Row
from leoni_replay.odds.question import Question, ask
from leoni_replay.odds.results import DealRange, Results, merge

ASKED = ask("Labyrinth", "mcneely", "random")


def rows(*numbers: int, **changes: Any) -> list[Row]:
    """Made up verdicts, the same for the same numbers."""
    return [
        Row(n, "won" if n % 7 == 0 else "lost", 0 if n % 7 == 0 else n % 40 + 1, 0)._replace(**changes) for n in numbers
    ]


def made(path: Path, seed: str = "s", *numbers: int, question: Question = ASKED) -> str:
    with Results(str(path), question) as kept:
        kept.add(seed, rows(*numbers))
    return str(path)


def test_what_is_written_is_there(tmp_path: Path) -> None:
    file = made(tmp_path / "r.db", "s", 1, 2, 3, 7)
    with Results(file) as kept:
        assert kept.question == ASKED
        assert kept.seeds() == [DealRange("s", 1, 7, 4)]
        assert list(kept.rows("s")) == rows(1, 2, 3, 7)
        assert list(kept.rows("s", 2, 3)) == rows(2, 3)
        assert list(kept.rows("other")) == []
        assert kept.counts() == Counts(rows(1, 2, 3, 7))
    # Nothing lies beside it once it is closed.
    assert os.listdir(tmp_path) == ["r.db"]


def test_a_deal_is_there_once(tmp_path: Path) -> None:
    file = made(tmp_path / "r.db", "s", *range(1, 50))
    made(tmp_path / "r.db", "s", *range(20, 70))
    with Results(file) as kept:
        assert kept.counts() == Counts(rows(*range(1, 70)))


def test_another_verdict_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    file = made(tmp_path / "r.db", "s", 1, 2, 3)
    with (
        Results(file, ASKED) as kept,
        pytest.raises(DatabaseError, match=r"deal seed:s-3 is stored as lost, 4 cards left.*now is won, 0 cards"),
    ):
        kept.add("s", [*rows(4), *rows(3, verdict="won", left=0)])
    with Results(file) as kept:
        assert kept.counts() == Counts(rows(1, 2, 3))


# -- other questions --------------------------------------------------------------------------------------------------

SOLVED = ask("Labyrinth", "mcneely", "solver")


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        (ASKED, ask("Labyrinth", "mcneely; LB4=stop", "random"), ["LB4: play-on and stop"]),
        (ASKED, ask("Martha", None, "random"), ["the game: Labyrinth and Martha"]),
        (ASKED, SOLVED, ["the player: random and solver", "the limit of positions: none and 1000000"]),
        (SOLVED, ask("Labyrinth", "mcneely", "solver", nodes=5), ["the limit of positions: 1000000 and 5"]),
        (SOLVED, ask("Labyrinth", "mcneely", "solver", seconds=2), ["the limit of seconds: none and 2"]),
        (SOLVED, ask("Labyrinth", "mcneely", "solver", memory=7), ["the limit of memory: 26 and 7"]),
        (SOLVED, SOLVED._replace(prunings=("guess",)), ["the prunings: ", " and guess"]),
        (ASKED, ASKED._replace(code="0.0.1+0"), ["the version of the code: ", " and 0.0.1+0"]),
    ],
)
def test_answers_to_other_questions_are_not_put_together(
    one: Question, other: Question, said: list[str], tmp_path: Path
) -> None:
    file, another = made(tmp_path / "a.db", "s", 1, question=one), made(tmp_path / "b.db", "s", 2, question=other)
    before = Path(file).read_bytes(), Path(another).read_bytes()
    with pytest.raises(DatabaseError) as refused:
        merge([file, another], str(tmp_path / "c.db"))
    for words in said:
        assert words in str(refused.value)
    assert file in str(refused.value) and another in str(refused.value)
    with pytest.raises(DatabaseError, match="this file answers another question"):
        Results(file, other)
    assert sorted(os.listdir(tmp_path)) == ["a.db", "b.db"]
    assert (Path(file).read_bytes(), Path(another).read_bytes()) == before


def test_two_verdicts_on_a_deal_are_not_merged(tmp_path: Path) -> None:
    a, b = made(tmp_path / "a.db", "s", 1, 2, 3), str(tmp_path / "b.db")
    with Results(b, ASKED) as kept:
        kept.add("s", [*rows(4, 5), *rows(3, left=50)])
    with pytest.raises(DatabaseError, match=r"deal seed:s-3 is stored as lost, 4 cards left, .* lost, 50 cards left"):
        merge([a, b], str(tmp_path / "c.db"))
    assert sorted(os.listdir(tmp_path)) == ["a.db", "b.db"]
    before = Path(a).read_bytes()
    with pytest.raises(DatabaseError, match="deal seed:s-3"):
        merge([b], a)
    with Results(a) as kept:
        assert list(kept.rows("s")) == rows(1, 2, 3)
    assert Path(a).read_bytes() == before


# -- files that cannot be used ----------------------------------------------------------------------------------------


def refused(path: Path, question: Question | None = ASKED) -> str:
    """Why a file is refused; it is left as it is."""
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises(DatabaseError) as error, Results(str(path), question) as kept:
        kept.counts()
    assert str(error.value).startswith(f"{path}: ")
    assert not path.is_file() or path.read_bytes() == before
    return str(error.value)


def test_files_that_are_none(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("no database, but a text that goes on for a while\n" * 40, encoding="utf-8")
    assert "this file is not a database of results" in refused(tmp_path / "text.db")
    (tmp_path / "short.db").write_bytes(b"SQLite format 3\0")
    assert "leoni has not changed it" in refused(tmp_path / "short.db")
    other = sqlite3.connect(tmp_path / "other.db")
    other.execute("CREATE TABLE deal (x)")
    other.close()
    assert "this database holds no results of `leoni odds`" in refused(tmp_path / "other.db")
    (tmp_path / "folder").mkdir()
    assert "this is a folder" in refused(tmp_path / "folder")
    assert "there is no such file" in refused(tmp_path / "missing.db", None)
    assert "cannot be opened" in refused(tmp_path / "no" / "folder.db")
    made(tmp_path / "later.db", "s", 1)
    later = sqlite3.connect(tmp_path / "later.db")
    later.execute("PRAGMA user_version = 2")
    later.close()
    assert "its tables are of version 2, and this program reads version 1" in refused(tmp_path / "later.db")
    # What is empty holds nothing that could be lost.
    (tmp_path / "empty.db").write_bytes(b"")
    made(tmp_path / "empty.db", "s", 1)


def _writes(path: str, ready: Any, said: Any) -> None:
    ready.wait()
    try:
        with Results(path, ASKED) as kept:
            for n in range(1, 6):
                kept.add("s", rows(n))
        said.put("")
    except Exception as error:
        said.put(repr(error))


def test_a_file_is_made_by_several_at_once(tmp_path: Path) -> None:
    for n in range(4):
        ready, said = multiprocessing.Barrier(3), multiprocessing.SimpleQueue()
        writers = [multiprocessing.Process(target=_writes, args=(f"{tmp_path}/{n}.db", ready, said)) for _ in range(3)]
        for writer in writers:
            writer.start()
        assert [said.get() for _ in writers] == ["", "", ""]
        for writer in writers:
            writer.join()
        with Results(f"{tmp_path}/{n}.db") as kept:
            assert kept.counts() == Counts(rows(1, 2, 3, 4, 5))
