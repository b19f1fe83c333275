"""``leoni new`` and ``lr.draft``: records to begin with, of every game, which are right as they stand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import leoni_replay as lr
from leoni_replay.games import GAMES
from tests.cli.runs import BOOKS, leoni


@pytest.mark.parametrize(("name", "book"), BOOKS)
def test_a_deal(name: str, book: str, folder: Path) -> None:
    run = leoni("new", name, "--rules", book, "--deal", "seed:1884", "-o", "game.moves")
    assert run == (0, "", "")
    text = (folder / "game.moves").read_text()
    assert leoni("new", name, "--rules", book, "--deal", "seed:1884").out == text
    assert text.endswith('}\n[Deal "seed:1884"]\n\n*\n')
    # It is in canonical form, and right as it stands.
    assert leoni("fmt", "--check", "game.moves").code == 0
    assert leoni("verify", "--strict", "game.moves").code == 0
    (record,) = lr.loads(text)
    assert (record.value("Game"), record.value("Rules")) == (name, book)
    # The table in the comment is that of the deal; what nobody sees is not in it, unless it is asked for.
    table = lr.deal("seed:1884", name, book)
    closed = table.layout.text(table.position.listing())
    assert f"{{The table as dealt:\n{closed}}}" in text
    opened = leoni("new", name, "--rules", book, "--deal", "seed:1884", "--open").out
    assert f"{{The table as dealt:\n{table.text}}}" in opened
    assert closed != table.text


@pytest.mark.parametrize("name", GAMES)
def test_a_real_table(name: str, folder: Path) -> None:
    """A layout in which no card is known: with the cards of a deal filled in, it is the table of that deal."""
    text = leoni("new", name, "--physical").out
    (folder / "game.moves").write_text(text)
    assert leoni("fmt", "--check", "game.moves").code == 0
    run = leoni("verify", "game.moves")
    assert (run.code, run.err) == (0, "")
    assert "warning" not in run.out
    packs = lr.make_game(name).packs
    assert re.search(rf"^consistent .* {52 * packs - len(lr.make_game(name).bases)} cards unknown", run.out)
    (record,) = lr.loads(text)
    layout = record.value("Layout") or ""
    table = lr.deal("seed:1884", name)
    # Every place of the table is there, in the order of the digest.
    places = [line.partition(":")[0] for line in table.text.splitlines()]
    assert [line.partition(":")[0] for line in layout.strip().splitlines()] == places
    (folder / "game.moves").write_text(text.replace(layout, "\n" + table.text.rstrip("\n")))
    run = leoni("verify", "game.moves")
    assert run.code == 0
    assert re.search(rf"^verified .* {table.digest} ", run.out), run.out
