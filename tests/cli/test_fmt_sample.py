"""``leoni fmt`` and ``leoni sample``: what is written, and what is left alone."""

from __future__ import annotations

import gzip
import os
import stat
import sys
from pathlib import Path

import pytest

from tests.cli.runs import BOOKS, GOOD, HEAD, LOOSE, MISFIT, leoni, process, sampled

SHORT = """\
[Game "Leoni's Own"]
[Rules "wikipedia"]
[Deal "seed:1884"]
[Result "lost"]

1. 11:2S QC 3S JC exile:QS exile:JD 2H exile:6H exile:QH JH TH 5:9H QD JD TD 8H 7H exile:4C TC
20. exile:6C 9C redeal 2C 6H 3H 8C 7C 5H 4Hv 6C 5C 9D 8D 2D 7D JS 6D 5D 4H^ exile:8D 4C exile:7D 4D
44. redeal 3D^ 5H 3Cv exile:2D 3H 2H AH TS 9S 8S exile:7C 3Dv lost
"""

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


@pytest.mark.long
def test_as_a_filter() -> None:
    for text in (LOOSE, TIDY):
        run = process("fmt", "-", stdin=text.encode())
        assert (run.returncode, run.stdout, run.stderr) == (0, TIDY.encode(), b"")
    run = process("fmt", "-", stdin=f"{LOOSE}\n{MISFIT}".encode())
    assert (run.returncode, run.stdout) == (1, b"")
    assert run.stderr.endswith(b"\nleoni: <stdin> is left as it is\n")
    assert leoni("fmt", "--check", "-", stdin=LOOSE).code == 1


def test_check(folder: Path) -> None:
    path = write(folder, "loose.moves", LOOSE)
    write(folder, "good.moves", GOOD)
    assert leoni("fmt", "--check", "good.moves") == (0, "", "")
    assert leoni("fmt", "--check", "good.moves", "loose.moves") == (1, "would change loose.moves\n", "")
    assert path.read_text(encoding="utf-8") == LOOSE


def test_diff(folder: Path) -> None:
    path = write(folder, "loose.moves", LOOSE)
    assert leoni("fmt", "--diff", "loose.moves") == (
        1,
        "--- loose.moves\n"
        "+++ loose.moves (formatted)\n"
        "@@ -2,6 +2,5 @@\n"
        ' [Rules "wikipedia"]\n'
        ' [Deal "seed:1884"]\n'
        " \n"
        "-11:2♠^ {the other 2♠ waits}\n"
        "-  11:qc ( 3s {first} ) 3. 3S! ; enough\n"
        "+1. 11:2S^ {the other 2♠ waits} 11:QCv (4:3S^ {first}) 4:3S^! ; enough\n"
        " *\n",
        "",
    )
    assert path.read_text(encoding="utf-8") == LOOSE
    write(folder, "good.moves", GOOD)
    assert leoni("fmt", "--diff", "good.moves") == (0, "", "")


def test_short_and_back(folder: Path) -> None:
    path = write(folder, "game.moves", GOOD)
    assert leoni("fmt", "--short", "game.moves").out == "changed game.moves\n"
    assert path.read_text(encoding="utf-8") == SHORT
    assert leoni("verify", "game.moves").out.startswith(
        "verified  game.moves  game 1  lost   56 moves  905fddf640080ce5  "
    )
    assert leoni("fmt", "--short", "--check", "game.moves").code == 0
    assert leoni("fmt", "game.moves").out == "changed game.moves\n"
    assert path.read_text(encoding="utf-8") == GOOD


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


@pytest.mark.share(2)
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


def test_the_whole_refusal(folder: Path) -> None:
    write(folder, "misfit.moves", MISFIT)
    assert leoni("fmt", "misfit.moves").err == (
        "error[M203]: 10♦ does not fit: diamonds stand at A♦ (built up) and K♦ (built down)\n"
        " --> misfit.moves:5:18   game 1, move 3\n"
        "  |\n"
        "5 | 1. 11:2S^ 11:QCv 1:TDv 13:JCv *\n"
        "  |                  ^^^^^\n"
        '  = rule: wikipedia 4, play (Wikipedia, "Leoni\'s Own", Rules; inferred in part)\n'
        "  = table: 1: J♣ Q♥ 7♣ 8♣ 7♦ 7♥ 10♦\n"
        "  = help: the legal moves are 13:JCv and 4:3S^\n"
        "leoni: misfit.moves is left as it is\n"
    )


def test_quietly_a_refusal_is_one_line(folder: Path) -> None:
    write(folder, "misfit.moves", MISFIT)
    run = leoni("fmt", "--quiet", "misfit.moves")
    assert (run.code, run.out) == (1, "")
    assert run.err == "leoni: misfit.moves is left as it is (M203: leoni verify says why)\n"
    assert (folder / "misfit.moves").read_text(encoding="utf-8") == MISFIT


def test_compressed(folder: Path) -> None:
    path = folder / "loose.moves.gz"
    path.write_bytes(gzip.compress(LOOSE.encode()))
    assert leoni("fmt", "--check", "loose.moves.gz") == (1, "would change loose.moves.gz\n", "")
    assert leoni("fmt", "loose.moves.gz") == (0, "changed loose.moves.gz\n", "")
    assert gzip.decompress(path.read_bytes()) == TIDY.encode()
    written = path.read_bytes()
    assert leoni("fmt", "loose.moves.gz") == (0, "", "")
    assert path.read_bytes() == written


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_through_a_link(folder: Path) -> None:
    (folder / "deep").mkdir()
    path = write(folder, "deep/loose.moves", LOOSE)
    (folder / "link.moves").symlink_to("deep/loose.moves")
    assert leoni("fmt", "link.moves") == (0, "changed link.moves\n", "")
    assert (folder / "link.moves").is_symlink()
    assert path.read_text(encoding="utf-8") == TIDY


@pytest.mark.skipif(sys.platform == "win32", reason="no such permissions there")
def test_permissions_stay(folder: Path) -> None:
    path = write(folder, "loose.moves", LOOSE)
    path.chmod(0o640)
    assert leoni("fmt", "loose.moves").code == 0
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everything")
def test_a_read_only_file(folder: Path) -> None:
    path = write(folder, "loose.moves", LOOSE)
    path.chmod(0o444)
    run = leoni("fmt", "loose.moves")
    assert (run.code, run.out, run.err) == (2, "", "leoni: loose.moves: this file is read-only\n")
    assert path.read_text(encoding="utf-8") == LOOSE
    assert leoni("fmt", "--check", "loose.moves").code == 1


def test_folders(folder: Path) -> None:
    (folder / "a").mkdir()
    write(folder, "a/2.moves", LOOSE)
    write(folder, "a/1.moves", LOOSE)
    write(folder, "a/3.moves", GOOD)
    write(folder, "a/4.txt", LOOSE)
    first, second = os.path.join("a", "1.moves"), os.path.join("a", "2.moves")
    assert leoni("fmt", "a") == (0, f"changed {first}\nchanged {second}\n", "")
    assert (folder / "a" / "4.txt").read_text(encoding="utf-8") == LOOSE


def test_what_cannot_be_read(folder: Path) -> None:
    write(folder, "loose.moves", LOOSE)
    run = leoni("fmt", "missing.moves", "loose.moves")
    assert (run.code, run.out) == (2, "changed loose.moves\n")
    assert run.err.startswith("leoni: missing.moves: ") and "no such file or directory" in run.err
    assert leoni("fmt", "--rules", "hoyle", "loose.moves").code == 2
    assert leoni("fmt").code == 2


@pytest.mark.long
@pytest.mark.parametrize(("name", "book"), BOOKS)
def test_round_trip_of_every_book(name: str, book: str, folder: Path) -> None:
    text = "\n".join(sampled(name, book, 5))
    path = write(folder, "games.moves", text)
    assert leoni("fmt", "games.moves") == (0, "", "")
    assert leoni("fmt", "--short", "games.moves").code == 0
    assert len(path.read_text(encoding="utf-8")) < 0.8 * len(text)
    assert leoni("fmt", "--short", "games.moves") == (0, "", "")
    assert leoni("fmt", "games.moves").code == 0
    assert path.read_text(encoding="utf-8") == text


# -- sample ---------------------------------------------------------------------------------------------------------


def check_samples(name: str, book: str, games: int) -> None:
    args = ("sample", "--game", name, "--rules", book, "--games", str(games), "--seed", "check")
    run = leoni(*args)
    assert (run.code, run.err) == (0, "")
    assert run.out.count("[Game ") == games
    checked = leoni("verify", "-q", "-", stdin=run.out)
    assert checked.code == 0
    assert checked.out.startswith(f"{games} games verified (")
    assert leoni("fmt", "--check", "-", stdin=run.out).code == 0


@pytest.mark.share(2)
@pytest.mark.parametrize(("name", "book"), BOOKS)
def test_samples_verify(name: str, book: str) -> None:
    check_samples(name, book, 5)


@pytest.mark.long
@pytest.mark.parametrize(("name", "book"), BOOKS)
def test_many_samples_verify(name: str, book: str) -> None:
    check_samples(name, book, 150)


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


def test_the_default_book_is_named() -> None:
    assert leoni("sample").out.startswith('[Game "Leoni\'s Own"]\n[Rules "wikipedia"]\n[Deal "seed:leoni-1"]\n[Result ')


@pytest.mark.parametrize("seed", ['quote " and \\', "two\nlines", "", "{", "é♣", "\x1b[31m"])
def test_any_text_is_a_seed(seed: str) -> None:
    run = leoni("sample", "--seed", seed)
    assert run.code == 0
    assert leoni("verify", "-", stdin=run.out).code == 0


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--game", "Klondike"], "there is no game `Klondike`"),
        (["--rules", "hoyle"], "there is no rule book `hoyle`"),
        (["--games", "0"], "`0` is too small: it must be at least 1"),
        (["--want", "draw"], "'draw' is not one of 'any', 'won', 'lost'"),
        (
            ["--player", "clever"],
            "'clever' is not one of 'random', 'weighted', 'greedy', 'greedy-without-reversal', 's",
        ),
    ],
)
def test_wrong_arguments(args: list[str], said: str) -> None:
    run = leoni("sample", *args)
    assert (run.code, run.out) == (2, "")
    assert said in run.err


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


def test_won_games_of_the_solver() -> None:
    args = ("sample", "--game", "Labyrinth", "--rules", "pgc", "--player", "solver", "--want", "won")
    won = leoni(*args, "--games", "2").out
    assert leoni("verify", "-q", "-", stdin=won).out == "2 games verified (2 won)\n"
