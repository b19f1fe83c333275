"""Deals played: the same verdicts whoever plays them, every win a record that the strict replay accepts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from leoni_replay.files.database import DatabaseError
from leoni_replay.files.workers import Workers
from leoni_replay.games import make_game
from leoni_replay.notation.reader import loads
from leoni_replay.odds import running
from leoni_replay.odds.counts import Counts
from leoni_replay.odds.question import Question, ask, code_version
from leoni_replay.odds.results import Results
from leoni_replay.odds.running import (
    FEW,
    Answer,
    Batch,
    RefusedWin,
    Run,
    audit,
    play_batch,
    run,
    workers_for,
)
from leoni_replay.record.replay import replay
from leoni_replay.search.solver import Solution
from tests.cli.runs import BOOKS

EASY = ask("Labyrinth", "wikipedia", "random")


@contextmanager
def processes(question: Question, jobs: int, said: list[str]) -> Iterator[Workers[Batch, Answer]]:
    workers = Workers(partial(running.play_batch, question), jobs, said.append, running._name_of)
    try:
        yield workers
    finally:
        workers.close()


def answer(asked: Run, question: Question = EASY) -> Counts:
    with Results(None, question) as kept:
        *_, counts = run(asked, kept, workers_for(question))
    return counts


# -- what is asked ----------------------------------------------------------------------------------------------------


def test_a_question_says_all_that_a_verdict_depends_on() -> None:
    asked = ask("labyrinth", None, "solver")
    assert (asked.game, asked.rules, asked.nodes, asked.seconds) == ("Labyrinth", "mcneely", 1_000_000, None)
    assert dict(asked.readings) == make_game("Labyrinth").rules.readings
    assert (EASY.nodes, EASY.memory, EASY.prunings) == (None, None, ())
    # The memory is never what ends a search that has a limit of tables.
    for nodes in (1, 1000, 100_000, 10_000_000):
        limits = ask("Martha", None, "solver", nodes=nodes).limits
        bits = (
            running.make_memory(limits._replace(memory=min(limits.memory, 60))).capacity if nodes < 10**6 else nodes + 1
        )
        assert bits > nodes
    assert ask("Martha", None, "solver", nodes=None).limits == (None, None, 256)


def test_the_version_of_the_code_is_that_of_its_sources() -> None:
    version, _, digest = code_version().partition("+")
    assert version and len(digest) == 12
    with pytest.raises(RuntimeError, match=r"to be played by 0\+0, and here is"):
        play_batch(EASY._replace(code="0+0"), Batch("x", 1, 1))


# -- audits -----------------------------------------------------------------------------------------------------------

SOME = {("Labyrinth", "wikipedia"), ("The Reversal", "dick-1898"), ("Leoni's Own", "mcneely")}


@pytest.mark.share(1)
@pytest.mark.parametrize(
    ("game", "book"), [one if one in SOME else pytest.param(*one, marks=pytest.mark.long) for one in BOOKS]
)
def test_every_win_is_a_record_that_the_strict_replay_accepts(game: str, book: str) -> None:
    for player, deals in (("random", 25), ("solver", 4)):
        played = play_batch(ask(game, book, player, nodes=4000), Batch("audit", 1, deals, 1.0))
        assert not played.refused
        assert [row.number for row in played.rows] == list(range(1, deals + 1))
        assert all(row.audited == (row.verdict == "won") for row in played.rows)
        assert all(row.nodes == 0 for row in played.rows) == (player == "random")


def test_a_record_of_a_win_is_one() -> None:
    game = make_game("The Reversal")
    table = game.new_table()
    table.start(running.stock_of_seed("x-1", game.packs, game.bases))
    line = running.solve(table, running.Question(*ask("The Reversal", None, "solver")).limits).line
    record, reason = audit(game, "x-1", line)
    assert reason == ""
    (transcript,) = loads(record)
    replayed = replay(transcript)
    assert replayed.verified and replayed.result == "won" and replayed.transcript.value("Deal") == "seed:x-1"
    record, reason = audit(game, "x-1", line[:-1])
    assert "not on the foundations" in reason and record.endswith("won\n")
    record, reason = audit(game, "x-1", (line[0], line[0], *line[1:]))
    assert reason and loads(record)
    record, reason = audit(game, "x-2", line)
    assert reason and 'Deal "seed:x-2"' in record


def test_a_player_who_lies_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "solve", lambda table, *_, **__: Solution("won", (), 1, 0.1, 0))
    with pytest.raises(RefusedWin) as refused:
        answer(Run("x", 1, 5, audit=1.0), ask("Labyrinth", None, "solver"))
    assert "not on the foundations" in refused.value.reason and '[Deal "seed:x-1"]' in refused.value.record


def test_few_wins_are_all_audited() -> None:
    some = answer(Run("x", 1, 60, audit=0.02))
    assert 0 < some.won == some.audited < FEW
    assert some == answer(Run("x", 1, 60, audit=1.0))
    assert answer(Run("x", 1, 60)).audited == 0
    said: list[str] = []
    with Results(None, EASY) as kept, processes(EASY, 2, said) as workers:
        *_, shared = run(Run("x", 1, 60, audit=0.02), kept, workers)
        assert shared == some == kept.counts() and not said
        # What has been audited is not audited again.
        assert [counts.audited for counts in run(Run("x", 1, 60, audit=0.02), kept, workers_for(EASY))] == [
            some.audited
        ]


@pytest.mark.parametrize("seconds", [None, 60])
def test_a_stored_win_that_is_none_is_found(tmp_path: Path, seconds: int | None) -> None:
    asked = ask("Labyrinth", "wikipedia; LB1=open-either-side", "solver", nodes=20_000, seconds=seconds)
    with Results(str(tmp_path / "r.db"), asked) as stored:
        *_, counts = run(Run("x", 1, 12), stored, workers_for(asked))
        assert counts.verdicts["lost"]
        with stored.transaction():
            stored.file.execute("UPDATE deal SET verdict = 'won'")
        with pytest.raises(DatabaseError, match=r"is stored as won, .* and now is lost"):
            list(run(Run("x", 1, 12, audit=1.0), stored, workers_for(asked)))


# -- runs -------------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_run_goes_on_where_it_was(tmp_path: Path) -> None:
    whole = answer(Run("x", 1, 200))
    file = str(tmp_path / "r.db")
    with Results(file, EASY) as kept:
        # Here and there some are done already.
        for first, last in ((5, 9), (100, 140), (199, 210)):
            kept.add("x", play_batch(EASY, Batch("x", first, last)).rows)
    for stop in (20, 100, None):
        with Results(file, EASY) as kept:
            for counts in run(Run("x", 1, 200), kept, workers_for(EASY)):
                if stop is not None and counts.deals > stop:
                    break
    assert counts == whole
    with Results(file) as kept:
        assert kept.counts().deals == 210
    # And then nothing is left to do.
    with Results(file, EASY) as kept:
        assert [counts.deals for counts in run(Run("x", 1, 200), kept, workers_for(EASY))] == [200]


# -- the truth --------------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "rules", "deals", "lost"),
    [("Labyrinth", "wikipedia", 15, [5, 7, 9, 10, 13, 14]), ("The Reversal", "dick-1898", 8, [1])],
)
def test_verdicts_are_the_same_on_every_build(game: str, rules: str, deals: int, lost: list[int]) -> None:
    """What can be won is no matter of the build, the version, or of what a search leaves out."""
    rows = play_batch(ask(game, rules, "solver", nodes=None), Batch("build", 1, deals)).rows
    assert [row.number for row in rows if row.verdict != "won"] == lost
    assert {row.verdict for row in rows} == {"won", "lost"}
