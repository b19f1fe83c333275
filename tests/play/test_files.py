"""The file of a game in play: begun, gone on with, and whole at every moment."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import leoni_replay as lr
from leoni_replay.play.game_file import CannotContinue, resume
from leoni_replay.play.new_game import layout_tags
from leoni_replay.play.physical import PhysicalSession
from tests.cli import runs
from tests.play.boards import Page, board_for
from tests.play.games import TypingDesk, desk_for, sampled, typed

#: Games in play are saved in the working directory.
pytestmark = pytest.mark.usefixtures("folder")

HEAD = '[Game "Leoni\'s Own"]\n[Rules "wikipedia"]\n[Deal "seed:1884"]\n'

#: Plays over a pipe, and kills itself with signal 9 at one of the times at which the file is written: before any of it
#: is, in the midst of it, before it takes its place, or after.
KILLED = """
import os, signal, sys
from leoni_replay.files import atomic
when, at = sys.argv[1], int(sys.argv[2])
written = 0
replace, open_file = os.replace, atomic._open_text

def die(now):
    if (when, at) == (now, written):
        sys.stdout.flush()
        os.kill(os.getpid(), signal.SIGKILL)

class Half:
    def __init__(self, file): self.file = file
    def __enter__(self): return self
    def __exit__(self, *error): self.file.close()
    def write(self, text):
        die("begun")
        self.file.write(text[: len(text) // 2])
        self.file.flush()
        die("half")
        self.file.write(text[len(text) // 2 :])

def put(source, target):
    global written
    die("before")
    replace(source, target)
    die("after")
    written += 1

atomic.os.replace = put
atomic._open_text = lambda *given: Half(open_file(*given))
sys.argv = ["leoni", "play", "--plain", *sys.argv[3:]]
from leoni_replay.cli import run
run()
"""


def killed(when: str, at: int, file: Path) -> None:
    """Play a game whose player is killed at one of the times at which the file is written (the first is number 0)."""
    record = sampled("Labyrinth")
    arguments = [] if file.exists() else ["--game", "Labyrinth", "--deal", record.value("Deal") or ""]
    text = "".join(f"{move}\n" for move in typed(record))
    run = subprocess.run(
        [sys.executable, "-c", KILLED, when, str(at), *arguments, str(file)],
        input=text,
        capture_output=True,
        encoding="utf-8",
    )
    assert run.returncode == -signal.SIGKILL, run.stderr


@pytest.mark.parametrize(
    "when, at, moves",
    [
        pytest.param("begun", 0, None, marks=pytest.mark.long),
        pytest.param("before", 0, None, marks=pytest.mark.long),
        pytest.param("after", 0, 0, marks=pytest.mark.long),
        pytest.param("begun", 5, 4, marks=pytest.mark.long),
        ("half", 5, 4),
        pytest.param("before", 5, 4, marks=pytest.mark.long),
        pytest.param("after", 5, 5, marks=pytest.mark.long),
        pytest.param("half", 16, 15, marks=pytest.mark.long),
    ],
)
def test_killed(when: str, at: int, moves: int | None, tmp_path: Path) -> None:
    """Nothing is lost but the move that was being written; the game goes on from there to the same end."""
    file = tmp_path / "game.moves"
    killed(when, at, file)
    record = sampled("Labyrinth")
    if moves is None:
        assert not file.exists()
        return
    (verdict,) = lr.verify(file)
    assert (verdict.status, verdict.moves) == ("verified", moves)
    session, saved, _ = resume(file)
    desk = TypingDesk(session, saved)
    for text in list(typed(record))[moves:]:
        desk.enter(text)
    (verdict,) = lr.verify(file)
    assert verdict.digest == lr.replay(record).digest and verdict.result == record.value("Result")


# -- the command ------------------------------------------------------------------------------------------------------


def leoni(*arguments: str, typed: str = "") -> tuple[int, str, str]:
    run = runs.leoni("play", "--plain", *arguments, stdin=typed)
    return run.code, run.out, run.err


def test_a_new_game_has_a_seed_and_a_file() -> None:
    code, said, _ = leoni(typed="comment a new game\nquit\n")
    (file,) = Path().glob("leonis-own-seed-*.moves")
    (record,) = lr.load(file)
    assert code == 0 and f"record: {file}" in said
    assert (record.value("Deal") or "").startswith("seed:") and (record.value("Deal") or "") in said
    assert leoni(str(file), typed="")[0] == 0


@pytest.mark.parametrize("typed", ["", "quit\n", "legal\nwhy 2S\n", "new\nrestart\nquit\n"])
def test_where_no_move_is_played_no_record_is_left(typed: str) -> None:
    code, said, _ = leoni("--game", "anna", "--deal", "pysol:7", "new.moves", typed=typed)
    assert code == 0 and said.splitlines()[-1].startswith("no move was played: there is no record ")
    assert not list(Path().glob("*.moves"))


def test_a_record_that_was_there_stays() -> None:
    Path("old.moves").write_text(f"{HEAD}\n*\n", encoding="utf-8")
    code, said, _ = leoni("old.moves", typed="quit\n")
    assert code == 0 and said.rstrip().endswith("to continue: leoni play old.moves")
    assert Path("old.moves").exists()


def test_an_interrupt_stops_the_solver_and_not_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    from leoni_replay.play import advice

    def interrupted(*given: object, **named: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(advice, "solve", interrupted)
    code, said, _ = leoni("--deal", "seed:1884", "game.moves", typed="hint\n11:2S\n")
    assert code == 0 and "no hint: the solver was interrupted\nlegal: 6:2S^, 11:2S^" in said
    assert [verdict.moves for verdict in lr.verify("game.moves")] == [1]


def test_a_layout() -> None:
    table = lr.new("Martha", "seed:3")
    Path("table.txt").write_text(str(table), encoding="utf-8")
    code, _, _ = leoni("--game", "martha", "--layout", "table.txt", "game.moves", typed=f"{table.legal()[0]}\n")
    (verdict,) = lr.verify("game.moves")
    assert (code, verdict.status, verdict.moves) == (0, "verified", 1)


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["--game", "Klondike"], "there is no game `Klondike`"),
        (["--deal", "1884"], "did you mean seed:1884 or pysol:1884?"),
        (["--rules", "nobody"], "there is no rule book `nobody`"),
        (["--physical", "--deal", "seed:1"], "--physical deals no cards: leave --deal out"),
        (["--layout", "none.txt"], "none.txt: cannot be read"),
        (["--layout", "bad.txt"], "`nonsense` is not a line of a layout"),
        (["folder"], "folder: this file cannot be read: is a directory"),
        (["two.moves/one.moves"], "two.moves/one.moves: cannot be written: not a directory"),
        (["nowhere/x.moves"], "nowhere/x.moves: there is no folder nowhere: make it first"),
        (["two.moves"], "two.moves holds 2 games: say which one with --game N"),
        (["two.moves", "--game", "3"], "there is no game 3: two.moves holds 2 games"),
        (["two.moves", "--game", "Martha"], "with a file, --game takes the number of a game in it"),
        (["two.moves", "--game", "1", "--deal", "seed:1"], "--deal starts a new game"),
        (["packed.moves.gz"], "is compressed"),
        (["-"], "name a file for the record"),
    ],
)
def test_what_cannot_be_begun(arguments: list[str], said: str) -> None:
    Path("folder").mkdir()
    Path("bad.txt").write_text("nonsense\n", encoding="utf-8")
    Path("two.moves").write_text(f"{HEAD}\n*\n\n{HEAD}\n*\n", encoding="utf-8")
    Path("packed.moves.gz").write_bytes(b"")
    before = sorted(path.name for path in Path().iterdir())
    code, _, error = leoni(*arguments)
    assert code == 2 and said in error and error.startswith("leoni: ")
    assert sorted(path.name for path in Path().iterdir()) == before


def test_a_record_that_is_refused() -> None:
    Path("wrong.moves").write_text(f"{HEAD}\n11:2S^ 7:3D^ *\n", encoding="utf-8")
    code, _, error = leoni("wrong.moves")
    assert code == 1
    assert error.startswith("leoni: wrong.moves: game 1 cannot be continued: it is rejected\nerror[M203]: 3♦")


def test_one_game_of_several() -> None:
    text = f"{{the first}}\n{HEAD}\n6:2S^ * ; one\n\n{HEAD}\n11:2S^ *\n\n{HEAD}\n11:2S^   11:QCv *\n"
    Path("three.moves").write_text(text, encoding="utf-8")
    assert leoni("three.moves", "--game", "2", typed="3S\n")[0] == 0
    after = Path("three.moves").read_text(encoding="utf-8")
    assert after.startswith(f"{{the first}}\n{HEAD}\n6:2S^ * ; one\n\n")
    assert after.endswith(f"\n\n{HEAD}\n11:2S^   11:QCv *\n")
    assert [verdict.moves for verdict in lr.verify("three.moves")] == [1, 2, 2]


def test_a_file_that_cannot_be_written_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is tried again with the next move, and nothing is lost meanwhile."""
    from leoni_replay.files import atomic

    desk = desk_for(sampled("Labyrinth"), Path("game.moves"))
    desk.begin()
    before = Path("game.moves").read_text(encoding="utf-8")
    first, second = list(typed(sampled("Labyrinth")))[:2]

    def full(*given: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(atomic.os, "replace", full)
        assert "the record cannot be written (game.moves: no space left on device)" in desk.enter(first)[-1]
    assert desk.is_unsaved and Path("game.moves").read_text(encoding="utf-8") == before
    desk.enter(second)
    assert not desk.is_unsaved
    assert [verdict.moves for verdict in lr.verify("game.moves")] == [2]


def test_a_file_that_another_program_has_changed() -> None:
    """Each of two programs has a file with all its moves, and what somebody else has written stays."""
    Path("game.moves").write_text(f"{HEAD}\n*\n\n{HEAD}\n11:2S^ *\n", encoding="utf-8")
    first, second = (TypingDesk(*resume(Path("game.moves"), 1)[:2]) for _ in range(2))
    first.enter("11:2S^")
    said = second.enter("6:2S^")
    assert said[-1] == (
        "game.moves was changed by another program, so leoni leaves it alone; this game is now recorded in game-2.moves"
    )
    first.enter("11:QCv")
    second.enter("undo")
    assert [verdict.moves for verdict in lr.verify("game.moves")] == [2, 1]
    assert [verdict.moves for verdict in lr.verify("game-2.moves")] == [second.session.move_number]


def test_what_was_taken_back_may_be_nonsense() -> None:
    Path("game.moves").write_text(f'{HEAD}[TakenBack "7:3D^"]\n\n11:2S^ *\n', encoding="utf-8")
    session, _, said = resume(Path("game.moves"))
    assert said.startswith("of the moves that were taken back, those from move 2 on are not legal")
    assert session.move_number == 1
    Path("game.moves").write_text(f'{HEAD}[TakenBack "(((  [x"]\n\n11:2S^ *\n', encoding="utf-8")
    session, _, said = resume(Path("game.moves"))
    assert said.startswith("the moves that were taken back cannot be read") and session.move_number == 1


def test_what_is_no_file() -> None:
    with pytest.raises(CannotContinue, match="cannot be read"):
        resume(Path("nothing.moves"))


def test_a_new_game_that_another_program_has_changed_is_not_removed() -> None:
    desk = desk_for(sampled("Labyrinth"), Path("game.moves"))
    desk.begin()
    Path("game.moves").write_text("mine\n", encoding="utf-8")
    desk.end()
    assert Path("game.moves").read_text(encoding="utf-8") == "mine\n"
    gone = desk_for(sampled("Labyrinth"), Path("gone.moves"))
    gone.begin()
    Path("gone.moves").unlink()
    gone.end()
    assert not Path("gone.moves").exists()


def test_a_folder_that_is_gone(tmp_path: Path) -> None:
    """The reply and the terminal say that nothing is saved, until it is; the record can be had, and nothing is lost."""
    folder, messages = tmp_path / "games", list[str]()
    folder.mkdir()
    board = board_for("Labyrinth", folder / "game.moves")
    board.desk.report_saving = messages.append
    page = Page(board)
    assert page.play("deal")["unsaved"] == "" and not messages
    shutil.rmtree(folder)
    folder.write_text("", encoding="utf-8")
    reply = page.play("2C")
    assert reply["unsaved"].endswith("game.moves: not a directory") and not reply["saved"]
    assert reply["said"][-1].startswith("the record cannot be written")
    for do in ("restart", "new", "begin"):
        assert "the game so far would be lost" in page.ask(do)["said"][0], do
    assert page.play("2S")["unsaved"] and "r2c4:2C^ r2c7:2S^" in page.ask("record")["record"]
    assert len(messages) == 1 and messages[0].startswith("not saved: ")
    folder.unlink()
    assert page.ask("undo")["unsaved"] == "" and page.now["saved"]
    assert messages[1:] == [f"saved again: {folder / 'game.moves'}"]
    # A new game whose folder goes before anything is written.
    shutil.rmtree(folder)
    for do in ("restart", "new", "begin"):
        reply = page.ask(do)
        assert "table" not in reply or reply["unsaved"], do
    folder.mkdir(exist_ok=True)
    assert page.play("deal")["saved"]
    # A game of which nothing is lost gives way to none that could not be saved.
    shutil.rmtree(folder)
    folder.write_text("", encoding="utf-8")
    for do in ("restart", "new", "begin"):
        assert "another game could not be saved" in page.ask(do)["said"][0], do


def test_the_same_deal_has_the_same_key_in_any_file(tmp_path: Path) -> None:
    """Two files of the same name have games of their own."""
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    keys = [
        Page(board_for(game, tmp_path / folder / f"{game}.moves", deal=deal)).now["deal_key"]
        for game, folder, deal in [
            ("Martha", "one", "seed:1"),
            ("Martha", "two", "seed:1"),
            ("Weaver's", "one", "seed:1"),
            ("Anna", "one", "seed:1"),
        ]
    ]
    assert keys[0] == keys[1] and len({*keys}) == 3
    table = lr.deal("seed:1", "Martha").text
    laid = [PhysicalSession(layout_tags("Martha", None, text)).deal_key for text in (table, f"{table}\n", "1: 2S KH")]
    assert laid[0] == laid[1] != laid[2]
