"""``leoni fmt`` and ``leoni sample``: what is written, and what is left alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.runs import BOOKS, GOOD, HEAD, LOOSE, MISFIT, leoni

TIDY = f"""\
{HEAD}
1. 11:2S^ {{the other 2♠ waits}} 11:QCv (4:3S^ {{first}}) 4:3S^! ; enough
*
"""


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8", newline="")
    return path


# -- fmt ------------------------------------------------------------------------------------------------------------


def test_in_place(folder: Path) -> None:
    path = write(folder, "loose.moves", LOOSE)
    assert leoni("fmt", "loose.moves") == (0, "changed loose.moves\n", "")
    assert path.read_text(encoding="utf-8") == TIDY
    assert leoni("fmt", "loose.moves") == (0, "", "")
    assert os.listdir(folder) == ["loose.moves"]


def test_check(folder: Path) -> None:
    path = write(folder, "loose.moves", LOOSE)
    write(folder, "good.moves", GOOD)
    assert leoni("fmt", "--check", "good.moves") == (0, "", "")
    assert leoni("fmt", "--check", "good.moves", "loose.moves") == (1, "would change loose.moves\n", "")
    assert path.read_text(encoding="utf-8") == LOOSE


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (GOOD.replace("\n", "\r\n"), GOOD),
        ("\ufeff" + GOOD, GOOD),
        (f"\n\n{GOOD}\n\n", GOOD),
        (GOOD.rstrip("\n"), GOOD),
        (f"{GOOD}\n\n\n{GOOD}", f"{GOOD}\n{GOOD}"),
    ],
    ids=["CRLF", "BOM", "empty lines", "no line end", "two games"],
)
def test_bytes_around_the_games(before: str, after: str, folder: Path) -> None:
    path = write(folder, "game.moves", before)
    assert leoni("fmt", "game.moves").code == 0
    assert path.read_bytes() == after.encode()


@pytest.mark.parametrize("bad", [MISFIT, GOOD.replace(" lost\n", "\n"), "hello\n", HEAD + "\n1. "])
def test_a_file_with_a_rejected_game_is_left_alone(bad: str, folder: Path) -> None:
    path = write(folder, "mixed.moves", f"{LOOSE}\n{bad}")
    loose = write(folder, "loose.moves", LOOSE)
    for args in ([], ["--check"], ["--diff"], ["--short"]):
        run = leoni("fmt", *args, "mixed.moves")
        assert (run.code, run.out) == (1, "")
        assert run.err.startswith("error[") and " --> mixed.moves:" in run.err
        assert run.err.endswith("\nleoni: mixed.moves is left as it is\n")
        assert path.read_text(encoding="utf-8") == f"{LOOSE}\n{bad}"
    # Others of the same command are written.
    assert leoni("fmt", "mixed.moves", "loose.moves")[:2] == (1, "changed loose.moves\n")
    assert loose.read_text(encoding="utf-8") == TIDY


# -- sample ---------------------------------------------------------------------------------------------------------


@pytest.mark.share(2)
@pytest.mark.parametrize(("name", "book"), BOOKS)
def test_the_same_seed_gives_the_same_games(name: str, book: str) -> None:
    args = ("sample", "--game", name, "--rules", book)
    three = leoni(*args, "--games", "3", "--seed", "one").out
    assert leoni(*args, "--games", "3", "--seed", "one").out == three
    assert three.startswith(leoni(*args, "--seed", "one").out + "\n")
    assert leoni(*args, "--games", "3", "--seed", "two").out != three


def test_results_that_are_wanted() -> None:
    lost = leoni("sample", "--games", "3", "--want", "lost", "--seed", "w").out
    assert leoni("verify", "-q", "-", stdin=lost).out == "3 games verified (3 lost)\n"
    won = leoni("sample", "--rules", "mcneely", "--want", "won", "--seed", "a").out
    assert leoni("verify", "-q", "-", stdin=won).out == "1 game verified (won)\n"


def test_sampling_can_give_up() -> None:
    run = leoni("sample", "--want", "won", "--tries", "3", "--games", "2")
    assert (run.code, run.out) == (1, "")
    assert run.err == "leoni: 0 of 2 games found in 3 deals\n"


@pytest.mark.parametrize("player", ["random", "weighted", "greedy", "greedy-without-reversal", "sensible", "solver"])
def test_every_player_writes_games_that_verify(player: str) -> None:
    args = ("sample", "--game", "Labyrinth", "--rules", "pgc", "--player", player, "--games", "3", "--seed", "p")
    run = leoni(*args)
    assert (run.code, run.err) == (0, "")
    assert leoni(*args) == run
    assert leoni("verify", "-q", "-", stdin=run.out).out.startswith("3 games verified (")
    assert (run.out == leoni(*args[:-6], *args[-4:]).out) is (player == "weighted")
