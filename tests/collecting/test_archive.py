"""Archives: what goes in is in, once, verified or marked; and whatever ends the program, they are whole."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import sqlite3
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from leoni_replay.collecting import adding
from leoni_replay.collecting.adding import add, add_games, index
from leoni_replay.collecting.archive import AddCounts, Archive
from leoni_replay.collecting.finding import Criteria, find_in_archive
from leoni_replay.collecting.position_patterns import pattern
from leoni_replay.collecting.record_facts import read_facts
from leoni_replay.collecting.schema import ARCHIVE
from leoni_replay.collecting.statistics import statistics
from leoni_replay.collecting.where import Sql, where
from leoni_replay.diagnostics import Diagnostic
from leoni_replay.files.database import DatabaseError
from leoni_replay.files.processes import batches
from leoni_replay.notation.split import RawGame
from tests.collecting.records import GAMES, ROOT, SMALL, raws


def added(archive: Archive, *paths: Path, **how: Any) -> AddCounts:
    """What comes of adding files."""
    counts = AddCounts()
    for item in add(archive, map(str, paths), **how):
        if isinstance(item, AddCounts):
            counts = item
    return counts


def content(path: Path) -> list[str]:
    """All that is in a file, which is whole."""
    opened = sqlite3.connect(path)
    try:
        assert opened.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert opened.execute("PRAGMA foreign_key_check").fetchall() == []
        for (table,) in opened.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
            assert table.startswith("sqlite_") or table.isidentifier()
        return list(opened.iterdump())
    finally:
        opened.close()


def variants(count: int) -> list[str]:
    """So many short records that are all different plays: beginnings of sampled games."""
    from leoni_replay.notation.writer import dumps
    from leoni_replay.record.sample import sample

    made: list[str] = []
    for number, transcript in enumerate(sample("Labyrinth", "mcneely", "archive", count)):
        head, body = dumps(transcript).split("\n\n", 1)
        words = body.split()
        head = head.replace('"lost"', '"*"').replace('"won"', '"*"')
        for end in range(2, min(len(words), 12)):
            if words[end - 1].endswith("."):
                continue
            made.append(f"{head}\n\n{' '.join(words[:end])} *\n")
            if len(made) == count:
                return made
        assert number < count
    raise AssertionError("there are more than enough")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with short records."""
    path = tmp_path / "small.moves"
    path.write_text(SMALL, encoding="utf-8")
    return path


def test_what_is_added_is_there_once_and_says_what_it_is(tmp_path: Path, file: Path) -> None:
    path = tmp_path / "a.db"
    with Archive(str(path), write=True) as archive:
        assert added(archive, file) == AddCounts(6, 2, 0)
        # Nobody knows the game of one of them: a package may have brought it by now.
        assert added(archive, file) == AddCounts(0, 0, 5, 1)
        kept = [facts for _, facts in archive.facts()]
        assert kept == [read_facts(raw)[0] for raw in raws(SMALL, str(file))]
        assert [facts.status for facts in kept].count("rejected") == 2
    before = content(path)
    with Archive(str(path), write=True) as archive:
        # Another spelling of its white space is the same text; another comment is not.
        (tmp_path / "again.moves").write_text(f"\n\n{SMALL.replace('{the two}', '{two}')}\n\n", encoding="utf-8")
        assert added(archive, tmp_path / "again.moves") == AddCounts(1, 0, 4, 1)
        digests = [facts.record_digest for _, facts in archive.facts() if facts.record_digest]
        assert sorted(Counter(digests).values()) == [1, 3]
    assert set(before) < set(content(path))
    assert sorted(os.listdir(tmp_path)) == ["a.db", "again.moves", "small.moves"]


def test_nothing_else_is_put_in(tmp_path: Path) -> None:
    (tmp_path / "latin.moves").write_bytes('[Game "Labyrinth"]\n[Player "Müller"]\n\n*\n'.encode("latin-1"))
    (tmp_path / "none.moves").write_text("nothing", encoding="utf-8")
    with Archive(str(tmp_path / "a.db"), write=True) as archive:
        said = [item for item in add(archive, [str(tmp_path), str(tmp_path / "no")]) if isinstance(item, Diagnostic)]
        assert [(Path(diagnostic.file).name, diagnostic.message) for diagnostic in said] == [
            ("latin.moves", "game 1 is not added: it is not text in UTF-8"),
            ("no", "this file cannot be read: no such file or directory"),
        ]
        # Words that are no record are one all the same, and are marked.
        assert [(facts.status, facts.code) for _, facts in archive.facts()] == [("rejected", "S006")]


def test_a_table_is_found_in_just_the_games_that_came_to_it(tmp_path: Path) -> None:
    """Against a walk through all of them."""
    path = tmp_path / "a.db"
    expected: dict[str, dict[int, int]] = {}
    number = 0
    chosen = [GAMES / f"{name}.moves" for name in ("1884", "annotated", "labyrinth-won", "reversal-won")]
    (tmp_path / "small.moves").write_text(SMALL, encoding="utf-8")
    with Archive(str(path), write=True) as archive:
        for file in (*chosen, tmp_path / "small.moves"):
            added(archive, file)
            for raw in raws(file.read_text(encoding="utf-8")):
                number += 1
                _, course = read_facts(raw)
                if course is not None:
                    for digest, move in course.digests().items():
                        expected.setdefault(digest, {})[number] = move
        archive.create_position_index()
        assert archive.records_reaching(expected) == {}
        assert index(archive) == number
        for digest, games in expected.items():
            assert archive.records_reaching([digest]) == games
        assert max(map(len, expected.values())) == 5
        assert archive.records_reaching(["0" * 16]) == {}
        opening = "04d23900b2766e67"
        assert archive.records_reaching([opening]) == expected[opening]
        assert archive.unindexed_records(9) == []
        copy = tmp_path / "copy.moves"
        copy.write_text(chosen[0].read_text(encoding="utf-8").replace("11:2S^", "{again} 11:2S^", 1), encoding="utf-8")
        added(archive, copy)
        assert archive.unindexed_records(9) == [number + 1]
        # What is not in the index yet is walked through.
        matches = find_in_archive(archive, Criteria(digests=frozenset([opening])))
        assert [facts.at for facts in matches] == [*expected[opening].values(), 0]
        assert index(archive) == 1
        assert archive.records_reaching([opening]) == {**expected[opening], number + 1: 0}
    content(path)


# -- the file ---------------------------------------------------------------------------------------------------------


def test_tables_are_strict_and_kept_together(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with Archive(str(path), write=True) as archive:
        kinds = {row[1]: row[5] for row in archive.file.execute("PRAGMA table_list") if row[2] == "table"}
        assert {name for name, strict in kinds.items() if strict} == {
            "source", "book", "judge", "record", "written", "tag",
        }  # fmt: skip
        assert archive.file.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
            archive.file.execute("INSERT INTO written VALUES (7, 'x')")


def test_nothing_is_accepted_without_a_play(tmp_path: Path, file: Path) -> None:
    """The tables themselves refuse a record that is neither verified nor marked."""
    with Archive(str(tmp_path / "a.db"), write=True) as archive:
        facts = read_facts(raws(SMALL)[3])[0]
        for wrong in (replace(facts, status="verified"), replace(facts, code=None), replace(facts, status="fine")):
            with pytest.raises(DatabaseError, match="CHECK constraint failed"):
                archive.add([wrong])
        assert archive.count() == 0


def test_an_archive_of_another_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with Archive(str(path), write=True) as archive:
        archive.file.execute("PRAGMA user_version = 4")
    for write in (False, True):
        with pytest.raises(DatabaseError, match="of version 4, and this program reads version 2: make an archive anew"):
            Archive(str(path), write=write)


def test_the_time_of_a_game(tmp_path: Path) -> None:
    timed = tmp_path / "timed.moves"
    head = '[Game "Leoni\'s Own"]\n[Rules "wikipedia"]\n[Deal "seed:1884"]\n\n'
    timed.write_text("\n".join(f"{head}11:2S^{time} *\n" for time in ("", " @0:40", " @2:05")), encoding="utf-8")
    with Archive(str(tmp_path / "a.db"), write=True) as archive:
        added(archive, timed)
        assert [facts.seconds for _, facts in archive.facts(where("seconds < 60 or not seconds").sql)] == [None, 40]


@pytest.mark.long
def test_no_damage_is_a_crash(tmp_path: Path, file: Path) -> None:
    path, draw = tmp_path / "a.db", random.Random(15)
    with Archive(str(path), write=True) as archive:
        added(archive, file)
        archive.create_position_index()
        index(archive)
    whole = path.read_bytes()
    refused = 0
    for _ in range(25):
        hurt = bytearray(whole)
        for _ in range(draw.choice((1, 8, 64))):
            hurt[draw.randrange(16, len(whole))] = draw.randrange(256)
        path.write_bytes(hurt)
        try:
            with Archive(str(path)) as archive:
                list(archive.facts(Sql("fold_case(file) <> ''")))
                statistics(archive, Sql("1"))
                archive.records_reaching(["04d23900b2766e67", "edba8b7894e9635f"])
                list(find_in_archive(archive, Criteria(begins="deal")))
        except DatabaseError as error:
            refused += 1
            assert str(error).startswith(f"{path}: ")
    assert refused > 5


# -- what ends the program, and who else writes -----------------------------------------------------------------------


def in_a_process(work: Callable[[], None]) -> int:
    """Do something in a process of its own; how it ended."""
    process = multiprocessing.get_context("fork").Process(target=work)
    process.start()
    process.join()
    assert process.exitcode is not None
    return process.exitcode


@pytest.mark.long
def test_killed_at_any_moment_and_gone_on(tmp_path: Path) -> None:
    """A process is ended in the midst of what it does, 200 times, each time somewhere else: after so many steps of
    SQLite, or after a while, wherever it is then. The file is whole each time, and in the end it holds what it holds
    without."""
    (tmp_path / "v.moves").write_text("\n".join(variants(120)), encoding="utf-8")
    draw = random.Random(15)

    def work(path: Path, steps: int | None) -> None:
        archive = Archive(str(path), write=True)
        left = steps or 0
        if steps is not None:

            def count() -> None:
                nonlocal left
                left -= 1
                if left <= 0:
                    os.kill(os.getpid(), signal.SIGKILL)

            archive.file.set_progress_handler(count, 7)
            if steps % 2:
                # An alarm that nobody heeds ends a process as abruptly.
                left = 1 << 60
                signal.signal(signal.SIGALRM, signal.SIG_DFL)
                signal.setitimer(signal.ITIMER_REAL, steps / 50_000)
        added(archive, tmp_path / "v.moves", at_once=4)
        archive.create_position_index()
        index(archive)
        archive.close()

    assert in_a_process(partial(work, tmp_path / "whole.db", None)) == 0
    path = tmp_path / "killed.db"
    killed = 0
    seen = []
    while killed < 200:
        ended = in_a_process(partial(work, path, draw.randrange(1, 40 + 10 * killed)))
        assert ended in (0, -signal.SIGKILL, -signal.SIGALRM)
        if ended == 0:
            # It is done: begin with a new one.
            assert content(path) == content(tmp_path / "whole.db")
            path.unlink()
            continue
        killed += 1
        if path.exists() and path.stat().st_size:
            opened = sqlite3.connect(path)
            assert opened.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            assert opened.execute("PRAGMA foreign_key_check").fetchall() == []
            if opened.execute("PRAGMA user_version").fetchone() == (ARCHIVE.version,):
                (records,) = opened.execute("SELECT count(*) FROM record").fetchone()
                assert opened.execute("SELECT count(*) FROM written").fetchone() == (records,)
                seen.append(records)
            opened.close()
    assert in_a_process(partial(work, path, None)) == 0
    assert content(path) == content(tmp_path / "whole.db")
    # It was killed before anything was written, in the midst, and when all was.
    assert {0, 120} < set(seen)


def test_an_interrupt_keeps_what_is_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever it comes: while games are judged, or while the counts so far are shown."""
    games = [RawGame(text, number, 1, "v.moves") for number, text in enumerate(variants(12), 1)]
    monkeypatch.setattr(adding, "batches", partial(batches, size=4))
    judge = adding._read_new_facts
    calls = []

    def interrupted(*arguments: Any) -> Any:
        calls.append(arguments)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return judge(*arguments)

    with Archive(str(tmp_path / "judging.db"), write=True) as archive:
        monkeypatch.setattr(adding, "_read_new_facts", interrupted)
        with pytest.raises(KeyboardInterrupt):
            list(add_games(archive, games))
        assert archive.count() == 8
        # The same again goes on.
        assert [*add_games(archive, games)][-1] == AddCounts(new=4, repeated=8)
    monkeypatch.setattr(adding, "_read_new_facts", judge)
    # Written after every batch.
    monkeypatch.setattr(adding, "_WRITING_PAUSE", 0.0)
    with Archive(str(tmp_path / "showing.db"), write=True) as archive:
        reports = add_games(archive, games)
        assert next(reports) == AddCounts(new=4)
        del reports
        assert archive.count() == 4


@pytest.mark.long
def test_two_who_write_at_once(tmp_path: Path) -> None:
    """Both add all of it, one from the front and one from the back: each record is there once."""
    texts = variants(60)
    for number, text in enumerate(texts):
        (tmp_path / f"{number:03}.moves").write_text(text, encoding="utf-8")
    paths = sorted(tmp_path.glob("*.moves"))
    path = tmp_path / "a.db"
    ready = multiprocessing.get_context("fork").Barrier(2)

    def work(order: list[Path]) -> None:
        ready.wait()
        with Archive(str(path), write=True) as archive:
            added(archive, *order, at_once=3)
            archive.create_position_index()
            index(archive)

    context = multiprocessing.get_context("fork")
    writers = [context.Process(target=work, args=(order,)) for order in (paths, paths[::-1])]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert [writer.exitcode for writer in writers] == [0, 0]
    with Archive(str(path)) as archive:
        kept = {facts.text: number for number, facts in archive.facts()}
        assert sorted(kept) == sorted(texts)
        assert archive.count() == len(texts)
        for text in texts[::7]:
            (raw,) = raws(text)
            digest = read_facts(raw)[0].digest
            assert digest is not None
            assert kept[text] in archive.records_reaching([digest])
    content(path)


def test_text_of_a_game_that_is_too_long(tmp_path: Path) -> None:
    cut = RawGame(SMALL.split("\n\n[Game")[0], 1, 1, "x", cut=True)
    facts, _ = read_facts(cut)
    assert facts.unwritable == "it is longer than 8 MiB"
    assert ROOT.exists()


def test_a_layout_from_the_table_of_a_deal(tmp_path: Path, file: Path) -> None:
    from leoni_replay.record.deal import deal

    with Archive(str(tmp_path / "a.db"), write=True) as archive:
        added(archive, file)
        archive.create_position_index()
        index(archive)
        layout = pattern(deal("seed:1884").text, "x")
        assert layout.digests == ("04d23900b2766e67",)
        assert archive.records_reaching(layout.digests) == {2: 0, 3: 0, 4: 0}
