"""What was measured, in lines and on a page: the docs are what the committed counts come to."""

from __future__ import annotations

import importlib.util
import json
import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from types import ModuleType

import pytest

from leoni_replay.games import GAMES, make_game
from leoni_replay.odds.counts import Counts, Row
from leoni_replay.odds.measured import (
    MEASURED,
    Measured,
    MeasuredError,
    distance,
    load_measured,
    measured_from,
    odds_object,
    odds_of,
    put_together,
    save_measured,
)
from leoni_replay.odds.question import SOLVER, ask
from leoni_replay.odds.results import Stretch
from leoni_replay.show.chart import Line, Panel, chart
from leoni_replay.show.odds_table import page, pictures
from tests.cli.runs import GOOD, leoni

ROOT = Path(__file__).parent.parent.parent


def made(
    won: int, lost: int, undecided: int = 0, *, first: int = 1, asked: tuple[str, str, str] | None = None
) -> Measured:
    kinds = ["won"] * won + ["lost"] * lost + ["undecided"] * undecided
    rows = [
        Row(first + n, kind, n % 40 + 1, 3, n % 3 if kind == "won" else 0)  # type: ignore[arg-type]
        for n, kind in enumerate(kinds)
    ]
    question = ask(*(asked or ("Labyrinth", "mcneely", "random")))
    return Measured(question, (Stretch("s", first, first + len(rows) - 1, len(rows)),), Counts(rows))


def test_there_and_back(tmp_path: Path) -> None:
    runs = [made(3, 40), made(5, 6, 7, asked=("Martha", "mcneely", SOLVER))]
    assert [measured_from(json.loads(json.dumps(odds_object(one)))) for one in runs] == runs
    save_measured(str(tmp_path / "r.jsonl"), runs[::-1])
    assert load_measured(str(tmp_path / "r.jsonl")) == runs


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "r.jsonl:2: this line is no object of `leoni odds`: "),
        ("[]", "r.jsonl:2: "),
        (f'{{"deals": {"9" * 5000}}}', "of `leoni odds`: a number in it has too many figures to be read"),
        ("{}", "there is no 'limits'"),
        (json.dumps(odds_object(made(3, 4)) | {"won": 4}), "its counts do not add up"),
        (json.dumps(odds_object(made(3, 4)) | {"left": 4}), "r.jsonl:2: "),
        (json.dumps(odds_object(made(3, 4)) | {"seeds": [1]}), "r.jsonl:2: "),
    ],
)
def test_lines_that_are_wrong(line: str, said: str) -> None:
    Path("r.jsonl").write_text(json.dumps(odds_object(made(1, 1))) + f"\n{line}\n", encoding="utf-8")
    with pytest.raises(MeasuredError) as refused:
        load_measured("r.jsonl")
    assert said in str(refused.value)
    Path("books").mkdir()
    Path("books/good.moves").write_text(GOOD, encoding="utf-8")
    run = leoni("book-report", "books", "--odds", "r.jsonl")
    assert (run.code, run.out) == (2, "") and said in run.err


def test_runs_of_different_deals_are_put_together() -> None:
    whole = put_together(made(2, 8), made(3, 7, first=11))
    assert whole.seeds == (Stretch("s", 1, 20, 20),)
    assert (whole.counts.deals, whole.counts.won, whole.counts.left.total()) == (20, 5, 15)
    assert put_together(made(2, 8), made(3, 7, first=15)).seeds == (Stretch("s", 1, 10, 10), Stretch("s", 15, 24, 10))
    with pytest.raises(ValueError, match="deal seed:s-10 is in both runs"):
        put_together(made(2, 8), made(3, 7, first=10))
    with pytest.raises(ValueError, match="the player: random and solver"):
        put_together(made(2, 8), made(3, 7, first=11, asked=("Labyrinth", "mcneely", SOLVER)))


def test_what_a_book_claims() -> None:
    assert (odds_of("1 in 80"), odds_of("2 in 5"), odds_of(""), odds_of("often")) == (0.0125, 0.4, 0.0, 0.0)
    assert distance(made(1, 39), 1 / 80) == pytest.approx(2)
    assert distance(made(1, 159), 1 / 80) == pytest.approx(2)
    assert distance(made(0, 159), 1 / 80) == float("inf")
    assert distance(made(0, 6, 4), 0.2) == pytest.approx(1)


def test_the_page_has_every_game_and_claim() -> None:
    runs = [
        made(1, 29),
        made(1, 199, asked=("Labyrinth", "mcneely; LB5=one-card", "random")),
        made(30, 60, 10, asked=("Labyrinth", "mcneely", SOLVER)),
        made(2, 98, asked=("Leoni's Own", "mcneely", "random")),
    ]
    text = page(runs)
    assert (
        "| mcneely | **3.33 %**<br>one in 30.0<br>95 %: 0.59 to 16.67 %<br>30 deals | not measured "
        "| **30.00 to 40.00 %**<br>one in 2.50 to 3.33<br>95 %: 21.89 to 49.80 %<br>100 deals, 10.00 % undecided |\n"
    ) in text
    nearest = "random, mcneely: one in 30.0 (95 %: 0.59 to 16.67 %; the claim lies inside; 1.00 times off)"
    assert f"| Labyrinth, mcneely | 1 in 30 | {nearest} | {nearest} |" in text
    assert "| Martha, mcneely | 1 in 2 | not measured | not measured |" in text
    assert "| mcneely; LB5=one-card | **0.50 %**" in text
    assert text.index("## Leoni's Own") < text.index("## Labyrinth")
    assert "| Labyrinth | mcneely | random | seed:s-1 to 30 | 0 of 1 |" in text
    # Nothing but the counts goes into it.
    assert text == page(runs[::-1])


def test_charts_are_pictures_with_words() -> None:
    runs = [made(10, 29), made(2, 98, asked=("Leoni's Own", "mcneely", "random"))]
    drawn = pictures(runs)
    assert set(drawn) == {"redeals.svg", "left.svg"}
    for picture in drawn.values():
        root = ET.fromstring(picture)
        assert root.tag.endswith("svg") and "script" not in picture
    assert "Leoni's Own, mcneely, at random: 0 redeals: 1 %, 1 redeals: 2 %, 2 redeals: 2 %" in drawn["redeals.svg"]
    assert "Labyrinth" not in drawn["redeals.svg"] and "Labyrinth, mcneely" in drawn["left.svg"]
    hostile = chart("<b>&", "\x1b", [Panel("]]><script>", (Line("&amp;", ((0, 0.5), (1, 1.0))),))])
    assert "script" not in {one.tag.rpartition("}")[2] for one in ET.fromstring(hostile).iter()}
    assert ET.fromstring(chart("nothing", "at all", [])) is not None
    flat = chart("t", "x", [Panel("p", (Line("l", ((0, 0.0), (1, 0.0))),))])
    assert "e-0" not in flat and "0.1 %" in flat


def test_the_docs_are_what_the_committed_counts_come_to() -> None:
    runs = load_measured(str(ROOT / MEASURED))
    assert (ROOT / "docs" / "odds.md").read_text(encoding="utf-8") == page(runs)
    for name, picture in pictures(runs).items():
        assert (ROOT / "docs" / "odds" / name).read_text(encoding="utf-8") == picture
    for one in runs:
        # Every rule that was played is one that there is.
        make_game(one.question.game, one.question.rules)


# -- the report on the books ------------------------------------------------------------------------------------------


def test_what_was_measured_stands_beside_what_a_book_claims() -> None:
    save_measured("r.jsonl", [made(1, 29), made(1, 9, asked=("Labyrinth", "mcneely; LB5=one-card", "random"))])
    Path("books").mkdir()
    Path("books/good.moves").write_text(GOOD, encoding="utf-8")
    books = "books"
    text = leoni("book-report", books, "--odds", "r.jsonl", "--to", "markdown").out
    assert (
        "| the odds of winning Labyrinth are 1 in 30 | **measured**<br>random: one in 30.0, 3.33 % of 30 deals "
        "(95 %: 0.59 to 16.67 %) |"
    ) in text
    assert text.count("**not checked**") == 2 and "not checked, but odds are measured." in text
    assert '<strong class="measured">' in leoni("book-report", books, "--odds", "r.jsonl", "--to", "html").out
    assert "random: one in 30.0" in " ".join(leoni("book-report", books, "--odds", "r.jsonl").out.split())
    # Here is no copy of the sources.
    without = leoni("book-report", books)
    assert without.code == 0 and "measured" not in without.out
    assert leoni("book-report", books, "--odds", "none.jsonl").err == "leoni: none.jsonl: there is no such file\n"


# -- the script -------------------------------------------------------------------------------------------------------


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location("benchmark_odds", ROOT / "benchmarks" / "odds.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def called(script: ModuleType, monkeypatch: pytest.MonkeyPatch, *args: str) -> None:
    monkeypatch.setattr(sys, "argv", ["odds.py", *args, "--file", "r.jsonl"])
    script.main()


def test_all_games_books_and_points_have_their_turn(script: ModuleType) -> None:
    cases = list(script.cases())
    assert len(cases) == len(set(cases))
    rules = {(one.game, one.rules) for one in cases}
    for game, entry in GAMES.items():
        for book in entry.books:
            assert (game, book) in rules
            for point in script.POINTS.get(game, ()):
                assert point in entry.book(book).points
    assert ("Leoni's Own", "wikipedia; L7=none") in rules and ("The Reversal", "dick-1898; RV5=not-allowed") in rules


@pytest.mark.long
def test_slices_go_on_where_the_last_one_ended(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    only = ("--only", "Labyrinth, wikipedia, random", "--audit", "1")
    called(script, monkeypatch, "play", *only, "--seconds", "0.1")
    (one,) = load_measured("r.jsonl")
    called(script, monkeypatch, "play", *only, "--seconds", "0.1")
    (two,) = load_measured("r.jsonl")
    assert two.counts.deals > one.counts.deals > 0
    (part,) = two.seeds
    assert (part.seed, part.first, part.last) == ("public-1", 1, two.counts.deals)
    # The same deals at one go come to the same.
    ran = leoni(
        "odds", "--game", "Labyrinth", "--rules", "wikipedia", "--player", "random", "--seed", "public-1",
        "--deals", str(part.last), "--audit", "100%", "--output-format", "json",
    )  # fmt: skip
    assert json.loads(ran.out) == odds_object(two)
    assert len(re.findall(r"^Labyrinth, wikipedia, random: .* of .* deals, ", capsys.readouterr().out, re.M)) == 2
    # Enough is enough, and another version of the code begins anew.
    called(script, monkeypatch, "play", *only, "--until", "0.5")
    assert load_measured("r.jsonl") == [two]
    save_measured("r.jsonl", [two._replace(question=two.question._replace(code="0+0"))])
    called(script, monkeypatch, "play", *only, "--deals", "10")
    assert [run.counts.deals for run in load_measured("r.jsonl")] in ([10, part.last], [part.last, 10])
    called(script, monkeypatch, "play", *only, "--deals", "12", "--fresh")
    assert [run.counts.deals for run in load_measured("r.jsonl")] == [12]
