"""What was measured, in lines and on a page: the docs are what the committed counts come to."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

from leoni_replay.games import GAMES, RuleBook, make_game
from leoni_replay.odds.counts import MOVES, Counts, Row
from leoni_replay.odds.measured import (
    MEASURED,
    Measurement,
    MeasurementError,
    load_measurements,
    measurement_from,
    odds_object,
    save_measurements,
)
from leoni_replay.odds.question import SOLVER, ask
from leoni_replay.odds.results import DealRange
from tests.cli.runs import GOOD, leoni

ROOT = Path(__file__).parent.parent.parent
sys.path.append(str(ROOT / "benchmarks"))

from odds_table import page, pictures, tables  # noqa: E402


def made(
    won: int, lost: int, undecided: int = 0, *, first: int = 1, asked: tuple[str, str, str] | None = None
) -> Measurement:
    kinds = ["won"] * won + ["lost"] * lost + ["undecided"] * undecided
    rows = [
        Row(first + n, kind, n % 40 + 1, 3, n % 3 if kind == "won" else 0)  # type: ignore[arg-type]
        for n, kind in enumerate(kinds)
    ]
    question = ask(*(asked or ("Labyrinth", "wikipedia", "random")))
    if question.player != SOLVER:
        rows = [row._replace(moves=min(60 * n, MOVES[-1])) for n, row in enumerate(rows)]
    return Measurement(question, (DealRange("s", first, first + len(rows) - 1, len(rows)),), Counts(rows))


def many_deals() -> str:
    """A line with more deals than a share can be computed of."""
    most = 10**400
    data = odds_object(made(0, 1)) | {"lost": most, "deals": most, "left": [{"cards": 3, "deals": most}], "moves": []}
    return json.dumps(data)


def test_there_and_back(tmp_path: Path) -> None:
    runs = [made(3, 40), made(5, 6, 7, asked=("Martha", "mcneely", SOLVER))]
    assert [measurement_from(json.loads(json.dumps(odds_object(one)))) for one in runs] == runs
    save_measurements(str(tmp_path / "r.jsonl"), runs[::-1])
    assert load_measurements(str(tmp_path / "r.jsonl")) == runs


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "r.jsonl:2: this line is not an object of `leoni odds`: "),
        ("[]", "r.jsonl:2: "),
        (f'{{"deals": {"9" * 5000}}}', "of `leoni odds`: a number in it has too many figures to be read"),
        ("{}", "there is no 'limits'"),
        (json.dumps(odds_object(made(3, 4)) | {"won": 4}), "its counts do not add up"),
        (json.dumps(odds_object(made(3, 4)) | {"left": 4}), "r.jsonl:2: "),
        (json.dumps(odds_object(made(3, 4)) | {"seeds": [1]}), "of `leoni odds`: a value in it is of another kind"),
        (json.dumps(odds_object(made(3, 4)) | {"won": 1e999}), "of `leoni odds`: a value in it is of another kind"),
        (json.dumps(odds_object(made(3, 4)) | {"won": "x"}), "of `leoni odds`: a value in it is of another kind"),
        (json.dumps(odds_object(made(3, 4)) | {"player": "gready"}), "of `leoni odds`: there is no player `gready`"),
        (many_deals(), "of `leoni odds`: nobody can have played so many deals"),
    ],
)
def test_lines_that_are_wrong(line: str, said: str) -> None:
    Path("r.jsonl").write_text(json.dumps(odds_object(made(1, 1))) + f"\n{line}\n", encoding="utf-8")
    with pytest.raises(MeasurementError) as refused:
        load_measurements("r.jsonl")
    assert said in str(refused.value)
    Path("books").mkdir()
    Path("books/good.moves").write_text(GOOD, encoding="utf-8")
    run = leoni("book-report", "books", "--odds", "r.jsonl")
    assert (run.code, run.out) == (2, "") and said in run.err


def test_the_page_has_every_game_and_claim() -> None:
    runs = [
        made(1, 29),
        made(1, 199, asked=("Labyrinth", "mcneely", "random")),
        made(30, 60, 10, asked=("Labyrinth", "wikipedia", SOLVER)),
        made(2, 998, asked=("Leoni's Own", "mcneely", "random")),
        made(2, 158, asked=("Leoni's Own", "mcneely", "sensible")),
        made(50, 40, 10, asked=("Leoni's Own", "mcneely", SOLVER)),
        made(1, 1, asked=("Leoni's Own", "wikipedia", "sensible")),
    ]
    text = page(runs)
    assert "| Labyrinth | wikipedia | 3.33 | not measured | 30.00 to 40.00 |\n" in text
    # No other rules are searched for what is nearest to a claim, and where nothing can be chosen one count is enough.
    forced = "the same"
    assert f"| Labyrinth | mcneely | 0.50 | {forced} | {forced} |\n" in text
    assert text.index("| Leoni's Own | wiki") < text.index("| Labyrinth | mcneely")
    behind = tables(runs)
    assert f'\nLabyrinth,mcneely,"0.50 %, 0.0883 to 2.7774 %, 200 deals",{forced},{forced}\n' in behind
    assert '"30.00 to 40.00 %, 21.89 to 49.80 %, 100 deals, 10.00 % undecided"' in behind
    assert behind.index("\nLeoni's Own,") < behind.index("\nLabyrinth,")
    claims = text.partition("## Was the book right?")[2].partition("## ")[0].replace("\n  ", " ")
    assert [line for line in claims.split("\n") if line.startswith("- ")] == [
        "- Leoni's Own, `mcneely`: McNeely's 1 in 80 is probably right for somebody who plays sensibly (1 in 80).",
        "- Labyrinth, `mcneely`: McNeely's 1 in 30 is wrong: however you play, you win 1 in 200.",
        "- Labyrinth, `wikipedia`: Wikipedia's 1 in 2 is perhaps right for somebody who knows all cards "
        "(1 in 2.50 to 3.33).",
        "- Martha, `mcneely`: McNeely's 1 in 2 was not measured.",
        "- Martha, `wikipedia`: grokipedia.com's 95 % was not measured.",
        "- Martha, `gemsolitaire`: gemsolitaire.com's 78 % was not measured.",
    ]
    # Nothing but the counts goes into it.
    assert text == page(runs[::-1])
    for won, said in (
        ((20, 180), "lies between somebody who plays at random (1 in 10) and somebody who knows all cards (1 in 1.11)"),
        ((180, 190), "is wrong: even somebody who plays at random wins more often (1 in 1.11)"),
        ((10, 20), "is wrong: even somebody who knows all cards wins less often (1 in 10)"),
    ):
        some = [
            made(number, 200 - number, asked=("Martha", "mcneely", player))
            for player, number in zip(("random", SOLVER), won, strict=True)
        ]
        assert f"Martha, `mcneely`: McNeely's 1 in 2 {said}." in page(some).replace("\n  ", " ")


def test_the_docs_are_what_the_committed_counts_come_to() -> None:
    runs = load_measurements(str(ROOT / MEASURED))
    assert (ROOT / "docs" / "play" / "odds.md").read_text(encoding="utf-8") == page(runs)
    assert (ROOT / "docs" / "odds" / "readings.csv").read_text(encoding="utf-8") == tables(runs)
    for name, picture in pictures(runs).items():
        assert (ROOT / "docs" / "odds" / name).read_text(encoding="utf-8") == picture
    for one in runs:
        # Every rule that was played is one that there is.
        make_game(one.question.game, one.question.rules)


# -- the script -------------------------------------------------------------------------------------------------------


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location("benchmark_odds", ROOT / "benchmarks" / "odds.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def taken(book: RuleBook) -> dict[str, str]:
    return {point: choice.reading for point, choice in book.choices.items()}


def test_all_games_books_and_points_have_their_turn(script: ModuleType) -> None:
    cases = list(script.cases())
    assert len(cases) == len(set(cases))
    rules = {(one.game, one.rules) for one in cases}
    for game, entry in GAMES.items():
        for book in entry.books:
            same = {(game, other) for other in entry.books if taken(entry.book(other)) == taken(entry.book(book))}
            assert same & rules
            for point in script.POINTS.get(game, ()):
                assert point in entry.book(book).points
    assert ("Leoni's Own", "wikipedia; L7=none") in rules and ("The Reversal", "dick-1898; RV5=not-allowed") in rules
