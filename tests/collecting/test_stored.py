"""Verdicts that an archive has stored: who judged them is known, and `leoni verify` proves them again."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from leoni_replay.collecting import archive as archives
from tests.cli.runs import leoni
from tests.collecting.records import ROOT, SMALL

#: what somebody does who wants the rejected record 4 to be a win
WON = (
    "UPDATE record SET status = 'verified', code = NULL, result = 'won', moves = 56, "
    "record_digest = '0000000000000000' WHERE id = 4"
)


@pytest.fixture(autouse=True)
def somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An archive of short records, in the folder in which the commands run."""
    monkeypatch.chdir(tmp_path)
    Path("small.moves").write_text(SMALL, encoding="utf-8")
    assert leoni("archive", "add", "a.db", "small.moves").code == 1


def change(sql: str, *values: Any) -> None:
    """Write into the archive, as anybody can."""
    opened = sqlite3.connect("a.db")
    opened.execute("PRAGMA ignore_check_constraints = ON")
    assert opened.execute(sql, values).rowcount > 0
    opened.commit()
    opened.close()


def as_stored() -> str:
    """All that is known of the records."""
    return leoni("archive", "find", "a.db", "--format", "jsonl").out


@pytest.mark.long
@pytest.mark.parametrize(
    ("sql", "number", "differs"),
    [
        (WON, 4, "status: verified in the archive, rejected when it is judged again"),
        ("UPDATE record SET result = 'won' WHERE id = 2", 2, "result: won in the archive, * when it is judged again"),
        ("UPDATE record SET moves = 3 WHERE id = 3", 3, "moves: 3 in the archive, 2 when it is judged again"),
        ("UPDATE record SET digest = NULL WHERE id = 1", 1, "digest: none in the archive, "),
        ("UPDATE record SET code = 'M999' WHERE id = 5", 5, "code: M999 in the archive, H103 when"),
        # Verified beside an error, and a result beside it: what no verdict says.
        ("UPDATE record SET status = 'verified' WHERE id = 4", 4, "status: verified in the archive, rejected when"),
        ("UPDATE record SET result = 'won' WHERE id = 4", 4, "result: won in the archive, none when"),
        ("UPDATE book SET rules = 'gamerules' WHERE game = 'Leoni''s Own'", 2, "rules: gamerules in the archive"),
        ("UPDATE written SET text = replace(text, '7:3D^ ', '') WHERE record = 4", 4, "its text differs from"),
    ],
)
def test_one_update_is_found(sql: str, number: int, differs: str) -> None:
    right = as_stored()
    change(sql)
    run = leoni("verify", "a.db")
    assert run.code == 1
    assert f"error[F604]: the stored verdict on record {number} (small.moves, game {number}) is wrong\n" in run.out
    assert differs in run.out
    # Nothing was written; now it is.
    assert leoni("verify", "a.db") == run
    run = leoni("verify", "a.db", "--fix")
    assert (run.code, run.err) == (0, "")
    assert f"warning[F604]: the stored verdict on record {number} (small.moves, game {number}) was wrong" in run.out
    if "written" not in sql:
        assert as_stored() == right
    run = leoni("verify", "a.db")
    assert (run.code, run.err) == (0, "")
    assert run.out.endswith(", every stored verdict is right\n")


@pytest.mark.long
def test_verdicts_of_another_version_are_told_and_judged_again(monkeypatch: pytest.MonkeyPatch) -> None:
    right = as_stored()
    with monkeypatch.context() as patched:
        patched.setattr(archives, "judge_version", lambda: "0.0.9+000000000000")
        Path("more.moves").write_text(SMALL.replace("{the two}", "{two}"), encoding="utf-8")
        assert leoni("archive", "add", "b.db", "small.moves", "more.moves").out.startswith("7 records added")
    said = (
        "leoni: b.db: 7 records were judged by another version of leoni, and their verdicts are shown as stored; "
        "`leoni verify b.db --fix` judges again\n"
    )
    for command in (("archive", "find"), ("archive", "stats"), ("select",),
                    ("archive", "export", "-o", "x.moves", "--format", "moves")):  # fmt: skip
        run = leoni(*command, "b.db")
        assert (run.code, run.err) == (0, said), command
    run = leoni("archive", "add", "b.db", "small.moves")
    assert run.out == "0 records added, 6 judged again (no verdict changed); the archive has 7\n"
    assert leoni("archive", "find", "b.db").err.startswith("leoni: b.db: 1 record was judged by another version")
    assert leoni("verify", "b.db").out.endswith("every stored verdict is right\n")
    assert leoni("verify", "b.db", "--fix").out.endswith("every stored verdict is right\n")
    run = leoni("archive", "find", "b.db", "--limit", "6", "--format", "jsonl")
    assert (run.err, run.out) == ("", right)
    opened = sqlite3.connect("b.db")
    assert [code for (code,) in opened.execute("SELECT code FROM judge WHERE id IN (SELECT judge FROM record)")] == [
        archives.judge_version()
    ]
    opened.close()


def test_a_record_under_a_book_of_the_users_is_judged_whenever_it_is_added() -> None:
    for name in ("clara.toml", "clara.moves"):
        shutil.copy(ROOT / "transcripts" / "own-books" / name, ".")
    leoni("archive", "add", "a.db", "clara.moves")
    again = "0 records added, 1 judged again ({}); the archive has 7\n"
    assert leoni("archive", "add", "a.db", "clara.moves").out == again.format("no verdict changed")
    book = Path("clara.toml").read_text(encoding="utf-8")
    Path("clara.toml").write_text(book + "\n", encoding="utf-8")
    assert leoni("archive", "add", "a.db", "clara.moves").out == again.format("1 verdict changed")
    assert '"H114"' in leoni("archive", "find", "a.db", "--where", 'file ~ "clara"', "--format", "jsonl").out
    Path("clara.toml").write_text(book, encoding="utf-8")
    assert "code: H114 in the archive, none when it is judged again" in leoni("verify", "a.db").out


def test_the_tables_refuse_what_no_verdict_says() -> None:
    opened = sqlite3.connect("a.db")
    for wrong in (
        "status = 'verified' WHERE id = 4",
        "result = 'won' WHERE id = 4",
        "result = NULL WHERE id = 2",
        "unknown = 3 WHERE id = 2",
        "unknown = NULL WHERE id = 6",
    ):
        with pytest.raises(sqlite3.IntegrityError, match="CHECK constraint failed"):
            opened.execute(f"UPDATE record SET {wrong}")
    opened.close()
