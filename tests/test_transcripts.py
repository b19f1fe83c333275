"""The transcripts that come with the project: the good ones verify, each bad one is refused as written beside it."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

import leoni_replay as lr
from leoni_replay.explain import codes, page, title
from leoni_replay.files.verify_paths import verify_paths
from leoni_replay.games import GAMES
from leoni_replay.notation.split import RawGame
from leoni_replay.record.judge import judge
from leoni_replay.record.verdict import Verdict
from tests.cli.runs import HEAD, leoni

ROOT = Path(__file__).parent.parent
TRANSCRIPTS = ROOT / "transcripts"

#: codes that a small file cannot show: paths that are not there, texts that are too long
ELSEWHERE = {"F601", "F602", "F604", "S009", "X701"}


def verdicts(folder: str) -> list[Verdict]:
    items = list(verify_paths([str(TRANSCRIPTS / folder)]))
    assert all(isinstance(item, Verdict) for item in items)
    return [item for item in items if isinstance(item, Verdict)]


def test_real_games_verify() -> None:
    of_games = verdicts("games")
    assert {verdict.status for verdict in of_games} == {"verified"}
    for entry in GAMES.values():
        own = [verdict for verdict in of_games if verdict.game == entry.name]
        # Every game is there, lost, and won under each of its rule books as it stands.
        assert "lost" in {verdict.result for verdict in own}
        assert set(entry.books) == {str(verdict.rules) for verdict in own if verdict.result == "won"} & set(entry.books)


#: the games that a player or the solver made
MADE = [
    path
    for path in sorted((TRANSCRIPTS / "games").glob("*.moves"))
    if '[Source "leoni' in path.read_text(encoding="utf-8")
]


@pytest.mark.long
@pytest.mark.parametrize("path", MADE, ids=lambda path: path.stem)
def test_a_game_is_made_again_by_the_command_that_it_names(path: Path) -> None:
    (game,) = lr.load(path)
    command = (game.value("Source") or "").removesuffix(", the last of them")
    *_, made = lr.loads(leoni(*shlex.split(command)[1:]).out)
    assert lr.replay(made).record_digest == lr.replay(game).record_digest


def test_random_games_verify() -> None:
    """Random play does what good play avoids: cards go to and fro, weaves end in stalemates, exiles are left."""
    items = list(verify_paths([str(ROOT / "tests" / "records")]))
    assert len(items) > 10 and {isinstance(item, Verdict) and item.status for item in items} == {"verified"}


#: what `verify` prints, and what `examine` does
EXPECTED = sorted(path for path in TRANSCRIPTS.rglob("*.expected") if path.parent.name not in ("books", "examined"))
EXAMINED = sorted(path for folder in ("books", "examined") for path in (TRANSCRIPTS / folder).glob("*.expected"))


@pytest.mark.parametrize("expected", EXPECTED, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_rejected_and_warned(expected: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(expected.parent)
    run = leoni("verify", "--color", "never", f"{expected.stem}.moves")
    assert run.out == expected.read_text(encoding="utf-8")
    assert f"[{expected.stem}]" in run.out
    assert run.code == (0 if expected.parent.name == "warned" else 1)


@pytest.mark.parametrize("folder", [pytest.param("rejected", marks=pytest.mark.long), "warned"])
def test_json_says_what_the_terminal_says(folder: str) -> None:
    """To the letter, in every diagnostic: message, rule, source, position, notes, help and the first correction."""
    for item in verify_paths([str(TRANSCRIPTS / folder)]):
        for diagnostic in item.diagnostics if isinstance(item, Verdict) else [item]:
            frame, data = " ".join(diagnostic.render(width=5000).split()), diagnostic.as_dict()
            texts = [f"{data['severity']}[{data['code']}]", data["message"], data["clause"], data["source"]]
            texts += [*data["notes"], *data["help"], *data["table"], *(fix["message"] for fix in data["fixes"][:1])]
            assert [text for text in texts if text and " ".join(text.split()) not in frame] == [], frame


@pytest.mark.parametrize("expected", EXAMINED, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_examined(expected: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(expected.parent)
    run = leoni("examine", "--color", "never", f"{expected.stem}.moves")
    assert run.out == expected.read_text(encoding="utf-8")
    wrong = "\nimpossible\n" in run.out or "✗" in run.out
    assert run.code == wrong
    if expected.parent.name == "examined":
        assert f"\n  {expected.stem}  " in run.out


def test_every_example_is_examined() -> None:
    for folder in ("books", "examined"):
        names = {path.stem for path in (TRANSCRIPTS / folder).glob("*.moves")}
        assert names == {path.stem for path in EXAMINED if path.parent.name == folder}


def test_books_verify_but_for_what_is_wrong_in_them() -> None:
    """Of the books' examples two are rejected, each at a claim that its book makes and that does not hold."""
    refused = [verdict for verdict in verdicts("books") if verdict.status != "verified"]
    assert [(Path(verdict.file).stem, verdict.diagnostics[-1].code) for verdict in refused] == [
        ("mcneely-labyrinth", "C401"),
        ("mcneely-leoni-counts", "C401"),
    ]


def test_every_code_is_shown_and_explained() -> None:
    examined = "".join(path.read_text(encoding="utf-8") for path in EXAMINED)
    shown = {path.stem for path in EXPECTED} | set(re.findall(r"^  (E\d{3})  ", examined, re.M))
    assert shown | ELSEWHERE == set(codes())
    assert not shown & ELSEWHERE
    source = "".join(path.read_text(encoding="utf-8") for path in Path(lr.__file__).parent.rglob("*.py"))
    assert set(re.findall(r'"([SHDMCREFX]\d{3})"', source)) == set(codes())
    for code in codes():
        assert page(code).startswith(f"# {code}: ")
        assert title(code) and not title(code).endswith(".")


#: Examples that need a rule book, or would be too large to print.
NOT_WHOLE = {"H113", "H114", "S008", "S009", "S011"}


@pytest.mark.long
def test_the_examples_of_the_pages_are_true() -> None:
    """An example is refused with the code of its page, at the place that is marked; without tags it is of seed:1884."""
    for code in set(codes()) - NOT_WHOLE:
        for example in re.findall(r"^```moves\n(.*?)^```$", page(code), re.M | re.S):
            lines = example.splitlines()
            marks = [number for number, line in enumerate(lines) if line and not line.strip("^ ")]
            text = "\n".join(line for number, line in enumerate(lines) if number not in marks)
            if code.startswith("E"):
                (game,) = lr.loads(text)
                assert code in {finding.code for finding in lr.examine(game).findings}
                continue
            head = "" if text.startswith("[") else HEAD + "\n"
            verdict = judge(RawGame(head + text, 1, 1, ""), hints=False)
            (span,) = {one.span for one in verdict.diagnostics if one.code == code}
            (mark,) = marks
            assert (span.line, span.column) == (mark + head.count("\n"), lines[mark].index("^") + 1), code
