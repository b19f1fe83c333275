"""``leoni games``, ``rules`` and ``explain``."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from leoni_replay import explain
from leoni_replay.games import GAMES
from leoni_replay.games.bookcheck import load_book
from leoni_replay.installation import command_to_add
from tests.cli.runs import BOOKS, leoni

ROOT = Path(__file__).parents[2]


def test_games() -> None:
    run = leoni("games", tty=True, COLUMNS="100", NO_COLOR="1")
    assert (run.code, run.err) == (0, "")
    text = run.out
    assert text.startswith(
        "game              packs  rule book            source                       stated  (I)  (D)  odds\n"
        "Leoni's Own       2      wikipedia (default)  Wikipedia, \"Leoni's Own\"     14      16   2\n"
        "                         gamerules            Mark Ball, Leoni's Own       12      20   0\n"
        "                                              (gamerules)\n"
        "                         mcneely              Scott McNeely, Ultimate      11      15   6    1 in 80\n"
    )
    lines = text.splitlines()
    for name, book in BOOKS:
        assert any(line.startswith(name) or f" {book} " in line for line in lines)
    assert [line.split()[-3:] for line in lines if line.endswith(("in 30", "in 2"))] == [
        ["1", "in", "30"],
        ["1", "in", "2"],
        ["1", "in", "2"],
    ]
    # What is left of a game whose rules are lost is for programs.
    assert "unidentified" not in text and text.endswith("odds: the chance of winning that the source claims.\n")


@pytest.mark.parametrize(("name", "book"), BOOKS)
def test_every_book(name: str, book: str) -> None:
    run = leoni("rules", book, "--game", name)
    assert run.code == 0
    text = run.out
    assert text.startswith(f"{name}: {book}\n")
    rule_book = load_book(GAMES[name].slug, book)
    assert all(f"\n{number}. {clause.name}\n" in text for number, clause in rule_book.clauses.items())
    assert all(f"\n{point}={choice.reading}  " in text for point, choice in rule_book.choices.items())
    assert f"\n{book}" in f"\n{leoni('rules', '--game', name).out}"


def test_explain_an_unknown_code() -> None:
    assert leoni("explain", "../M203").code == 2
    unknown_point = leoni("explain", "L99")
    assert unknown_point.code == 2 and unknown_point.err.startswith("leoni: there is nothing called L99: ")


def test_explain() -> None:
    page = leoni("explain", "M203")
    assert (page.code, page.err) == (0, "")
    assert page.out.startswith("M203: the card does not fit\n\nYou may take the card")
    assert "\n    1. 11:2S^ 7:3D^ *\n              ^^^^^\n" in page.out and "```" not in page.out
    assert leoni("explain", "m203") == page
    assert "♦" in page.out and "♦" not in leoni("explain", "M203", "--ascii").out


# -- explaining ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("L4", "L4: stalemate (Leoni's Own) - `L4=ends-deal`: A weave that could go on for ever ends the deal. Taken"),
        ("l4", "L4: stalemate (Leoni's Own) "),
        ("L4=ends-weave", "L4: stalemate (Leoni's Own) - `L4=ends-weave`: "),
        ("mcneely L4=ends-weave", "L4: stalemate (Leoni's Own) - `L4=ends-weave`: "),
        ("AN7", "AN7: "),
        ("wikipedia 7", "wikipedia 7, weave (Leoni's Own) The exile goes under the pile of its rank."),
        ("dick-1898  4", "dick-1898 4, play (Anna) "),
        ("weave", "Weave: to put an exile under the pile of its rank"),
        ("Shuttle", "Loom, shuttle: "),
        ("rule book", "Rule book: one source's version"),
        ("deal hash", "Deal hash: "),
        ("players", "The players `leoni sample --player NAME` lets a program play whole games."),
        ("seed", "Seed: the text after `seed:`"),
        ("record", "Record: a game written down"),
        ("draft", "Draft: a record that isn't finished"),
        ("variation", "Variation: moves in parentheses"),
        ("letter", "Letter: the very words of a source"),
    ],
)
def test_explain_rules_and_words(asked: str, said: str) -> None:
    run = leoni("explain", asked)
    assert (run.code, run.err) == (0, "")
    assert " ".join(run.out.split()).startswith(said)
    assert "**" not in run.out


def test_what_is_explained_refers_to_what_an_installation_has() -> None:
    """The help of every command, the pages of the codes, and the topics name no file of a checkout."""
    manual = (ROOT / "docs" / "man" / "leoni.1").read_text(encoding="utf-8")
    texts = [manual, *map(explain.page, explain.codes()), *map(explain.topic, explain.topics())]
    folders = [path.name for path in ROOT.iterdir() if path.is_dir() and path.name.isalpha()]
    assert {"docs", "transcripts", "editors"} <= {*folders}
    in_checkout = re.compile(rf"`({'|'.join(folders)})/|[`\s]docs/|\b[A-Z]+\.md\b")
    for text in texts:
        assert in_checkout.search(text) is None, text
    topics = {topic for text in texts for topic in re.findall(r"leoni\s+explain\s+([a-z]+)", text)}
    assert {"players", "conditions", "moves"} <= topics
    for topic in topics:
        assert leoni("explain", topic).code == 0, topic


@pytest.mark.parametrize(("asked", "near"), [("wave", "weave"), ("M20", "m20"), ("L444", "")])
def test_explain_what_there_is_not(asked: str, near: str) -> None:
    run = leoni("explain", asked)
    assert (run.code, run.out) == (2, "")
    assert f"there is nothing called {asked}: " in run.err and ("did you mean" in run.err) >= bool(near)
    assert 'a clause with its rule book ("wikipedia 7"' in run.err


def test_the_language_server_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    # None at all, or one of before, which has its server elsewhere.
    for missing in ("pygls", "pygls.lsp.server"):
        with monkeypatch.context() as patch:
            patch.delitem(sys.modules, "leoni_replay.lsp.server", raising=False)
            patch.setitem(sys.modules, missing, None)
            ran = leoni("lsp")
        assert (ran.code, ran.out) == (2, ""), missing
        assert ran.err == f"leoni: the language server needs pygls 2: {command_to_add('lsp')}\n"


@pytest.mark.parametrize(("version", "is_named"), [("0.19.2", True), ("0.7", True), ("0.28.7", False), ("1.0", False)])
def test_a_library_that_does_not_fit_is_named(tmp_path: Path, version: str, is_named: bool) -> None:
    """In one sentence, and only if its version is to blame."""
    (tmp_path / "typer").mkdir()
    (tmp_path / "typer" / "__init__.py").write_text("raise TypeError('an unexpected argument')\n", encoding="utf-8")
    metadata = tmp_path / f"typer-{version}.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: typer\nVersion: {version}\n", encoding="utf-8")
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-m", "leoni_replay", "games"]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if is_named:
        assert run.returncode == 2 and run.stderr.count("\n") == 1
        assert run.stderr.startswith(f"leoni: typer {version} is installed, and leoni needs typer")
    else:
        assert "TypeError: an unexpected argument" in run.stderr
