"""``leoni odds``: what it prints, what it refuses, and how it goes on after it was broken off."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import time
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from leoni_replay.files.database import DatabaseError
from leoni_replay.odds import running
from leoni_replay.odds.counts import Counts, Row
from leoni_replay.odds.measured import Measurement, odds_object
from leoni_replay.odds.question import ask
from leoni_replay.odds.results import DealRange, Results
from leoni_replay.search.solver import Solution
from leoni_replay.show.odds_report import show
from leoni_replay.show.terminal import Terminal
from tests.cli.runs import command, environment, leoni

EASY = ("odds", "--game", "Labyrinth", "--rules", "wikipedia", "--player", "random")


def some(won: int, lost: int, undecided: int = 0) -> Counts:
    kinds = ["won"] * won + ["lost"] * lost + ["undecided"] * undecided
    return Counts(
        Row(
            n,
            kind,
            0 if kind == "won" else n * 7 % 41 + 3,
            9,
            n % 3 if kind == "won" else 0,
            int(n == 1 and kind == "won"),
        )  # type: ignore[arg-type]
        for n, kind in enumerate(kinds, 1)
    )


def printed(player: str, counts: Counts, rules: str = "mcneely", *, ascii: bool = False) -> str:
    out = io.StringIO()
    question = ask("Labyrinth", rules, player)._replace(code="0.1.0+abc")
    seeds = [DealRange("s", 1, counts.deals, counts.deals), DealRange("t", 5, 5, 1)]
    show(Measurement(question, tuple(seeds), counts), Terminal(ascii, False, 100, False, out))
    return out.getvalue()


# -- what it prints ---------------------------------------------------------------------------------------------------


def test_text() -> None:
    assert (
        printed("solver", some(30, 860, 10))
        == """\
Labyrinth, mcneely
player   solver, 1,000,000 positions a deal, 26 MB
deals    seed:s-1 to 900 and seed:t-5
code     0.1.0+abc
claimed  1 in 30, by the book

won                 30      3.33 %
lost               860     95.56 %
undecided           10      1.11 %

chance   3.33 to 4.44 % of 900 deals won: one in 22.5 to 30.0
95 %     2.34 to 6.00 %: one in 16.7 to 42.6
         from the lower end with all undecided deals lost to the upper end with all of them won
limit    a deal is undecided once the search stops at a limit; leoni solve has none unless you set one
audit    1 of 30 wins, accepted by the strict replay
redeals  wins: 10 after 0, 10 after 1, 10 after 2

cards left in deals that were not won, the fewest ever
      0-3          21  ██████████
      4-7          84  ████████████████████████████████████████
     8-11          85  ████████████████████████████████████████
    12-15          85  ████████████████████████████████████████
    16-19          85  ████████████████████████████████████████
    20-23          86  ████████████████████████████████████████
    24-27          84  ████████████████████████████████████████
    28-31          86  ████████████████████████████████████████
    32-35          84  ████████████████████████████████████████
    36-39          85  ████████████████████████████████████████
    40-43          85  ████████████████████████████████████████
"""
    )


SCHEMA = json.loads(files("leoni_replay").joinpath("schemas/odds.schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def valid(text: str) -> Any:
    data = json.loads(text)
    VALIDATOR.validate(data)
    return data


@pytest.mark.long
def test_json_is_as_its_schema_says() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    for player, counts in (("random", some(0, 5)), ("solver", some(3, 4, 2)), ("random", some(0, 0))):
        question = ask("Labyrinth", "mcneely", player)
        odds = odds_object(Measurement(question, (DealRange("s", 1, 9, 9),), counts))
        data = valid(json.dumps(odds))
        assert data["won"] + data["lost"] + data["undecided"] + data["unfinished"] == data["deals"] == counts.deals
        assert sum(row["deals"] for row in data["left"]) == data["deals"] - data["won"]
        assert data["one_in"]["high"] is None or counts.won
        for key in data:
            assert not VALIDATOR.is_valid({name: entry for name, entry in data.items() if name != key})


def test_merge_and_show() -> None:
    args = (*EASY, "--seed", "m", "--format", "json")
    whole = leoni(*args, "--deals", "60")
    assert leoni(*args, "--deals", "40", "--db", "a.db").code == 0
    assert leoni(*args, "--first", "31", "--deals", "30", "--db", "b.db").code == 0
    assert leoni("odds", "merge", "a.db", "b.db", "-o", "c.db") == (0, "", "")
    assert leoni("odds", "show", "c.db", "--format", "json").out == whole.out
    assert leoni("odds", "show", "c.db").out.startswith(
        "Labyrinth, wikipedia\nplayer   random\ndeals    seed:m-1 to 60\n"
    )
    assert leoni(*EASY, "--seed", "n", "--deals", "3", "--rules", "mcneely", "--db", "d.db").code == 0
    refused = leoni("odds", "merge", "c.db", "d.db", "-o", "e.db")
    assert (refused.code, refused.out) == (2, "")
    assert "d.db: this file cannot be added to c.db, which answers another question: LB1: " in refused.err
    assert not Path("e.db").exists()


# -- what it refuses --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", ["a\nb", "\udcff"])
def test_a_seed_can_be_printed(seed: str) -> None:
    run = leoni("odds", "--seed", seed)
    assert (run.code, run.out) == (2, "") and "every character must be printable" in run.err


def test_a_refused_win_is_loud(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "solve", lambda table, *_, **__: Solution("won", (), 1, 0.1, 0))
    run = leoni("odds", "--game", "Labyrinth", "--deals", "3", "--audit", "100%", "--db", "r.db")
    assert (run.code, run.out) == (1, "")
    assert run.err.startswith("leoni: the strict replay refuses a win: ")
    assert '[Deal "seed:leoni-1"]' in run.err and run.err.endswith("won\n")
    with Results("r.db") as kept:
        assert kept.counts().deals == 0


def test_another_question_is_refused() -> None:
    assert leoni(*EASY, "--deals", "2", "--db", "r.db").code == 0
    before = Path("r.db").read_bytes()
    run = leoni(*EASY, "--deals", "2", "--db", "r.db", "--rules", "mcneely")
    assert run.code == 2 and "r.db: this file answers another question: LB1: bottom and bottom-or-open-top" in run.err
    Path("text.db").write_text("no database at all", encoding="utf-8")
    assert "text.db: this file is not a database of results" in leoni(*EASY, "--db", "text.db").err
    assert Path("r.db").read_bytes() == before


# -- broken off -------------------------------------------------------------------------------------------------------


def there(pid: int) -> bool:
    """Whether a process is there, and not only waiting to be looked at."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


# -- who else writes, and what ends a run ------------------------------------------------------------------------------


@pytest.mark.long
def test_two_writers_do_no_harm() -> None:
    args = command(*EASY, "--deals", "60", "--db", "r.db", "--format", "json")
    both = [subprocess.Popen(args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()) for _ in range(2)]
    outs = [one.communicate(timeout=60) for one in both]
    assert [one.returncode for one in both] == [0, 0], outs
    alone = leoni(*EASY, "--deals", "60", "--format", "json").out
    assert [out.decode() for out, _ in outs] == [alone, alone]
    assert leoni("odds", "show", "r.db", "--format", "json").out == alone


@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are ended otherwise there")
def test_killed_and_gone_on_with() -> None:
    args = (*EASY, "--db", "r.db", "--format", "json")
    running = subprocess.Popen(
        command(*args, "--deals", "1000000", "--jobs", "2"), stdout=subprocess.DEVNULL, env=environment()
    )
    for _ in range(600):
        time.sleep(0.1)
        try:
            with Results("r.db") as kept:
                if kept.counts().deals > 100:
                    break
        except DatabaseError:
            pass
    running.kill()
    running.wait()
    with Results("r.db") as kept:
        (stretch,) = kept.seeds()
    deals = stretch.last + 20
    resumed = leoni(*args, "--deals", str(deals))
    there, played = re.findall(r"\d+", resumed.err.replace(",", ""))[:2]
    assert 0 < int(there) == deals - int(played)
    assert resumed.out == leoni(*EASY, "--deals", str(deals), "--format", "json").out
