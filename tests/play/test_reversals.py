"""A game is over only when nothing can change it: where the rules end it, a reversal may still free a card."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import leoni_replay as lr
from leoni_replay.board.protocol import Board
from leoni_replay.play.game_file import resume
from tests.play.boards import Page
from tests.play.games import TypingDesk

#: One move before the last deal comes to a standstill, at which two reversals are legal. The game can still be won.
RECORD = Path(__file__).with_name("reversals_left.moves")


@pytest.fixture
def desk(tmp_path: Path) -> TypingDesk:
    shutil.copy(RECORD, tmp_path / "game.moves")
    session, file, _ = resume(tmp_path / "game.moves")
    return TypingDesk(session, file)


def test_the_board_lights_reversals_that_free_a_card(desk: TypingDesk) -> None:
    page = Page(Board(desk))
    reply = page.play("13:3Hv")
    assert (reply["result"], reply["ended_by_rules"]) == ("*", True)
    assert [move["move"] for move in reply["legal"]] == ["7C^v", "8Cv^"]
    assert reply["state"].startswith("nothing fits, but clubs can be moved over") and "Give up" in reply["state"]
    # One may not be enough.
    for _ in range(13):
        if not reply["ended_by_rules"]:
            break
        reply = page.play(reply["legal"][-1]["move"])
    assert any(move["move"][-2:] not in ("^v", "v^") for move in reply["legal"])


def test_a_page_speaks_of_dealing_again_as_its_button_does(tmp_path: Path) -> None:
    text = RECORD.read_text(encoding="utf-8").replace('[Rules "wikipedia"]', '[Rules "wikipedia; L15=3"]')
    (tmp_path / "game.moves").write_text(text, encoding="utf-8")
    session, file, _ = resume(tmp_path / "game.moves")
    page = Page(Board(TypingDesk(session, file)))
    assert page.play("13:3Hv")["state"] == "nothing fits, but a reversal in clubs frees a card; or deal again"


def test_the_player_may_end_the_game(desk: TypingDesk) -> None:
    """It is lost then, as the rules say, also when it is opened again; undo goes on with it."""
    page = Page(Board(desk))
    page.play("13:3Hv")
    reply = page.ask("concede")
    assert (reply["result"], reply["ended_by_rules"]) == ("lost", False)
    assert lr.replay(desk.file.path.read_text(encoding="utf-8")).result == "lost"
    session = resume(desk.file.path).session
    assert session.result == "lost"
    assert page.ask("undo")["result"] == "*" and len(page.now["steps"]) == 0
    page.ask("concede")
    assert page.play("8Cv^")["result"] == "*"


def test_the_terminal_says_so_too(desk: TypingDesk) -> None:
    desk.auto = True
    assert desk.enter("13:3Hv")[-1].endswith("by the rules, the game ends here and is lost: concede ends it")
    assert desk.session.move_number == 85 and desk.end()[0].startswith("The game is not over: nothing fits, but")


def test_reversals_that_free_nothing_leave_a_game_lost(desk: TypingDesk) -> None:
    """Only what can change the end keeps a game open."""
    session = desk.session
    session.move("13:3Hv")
    freeing = session.freeing_reversals()
    assert freeing
    for reversal in freeing:
        session.push(reversal)
        assert any(move.dest not in ("^v", "v^") for move in session.choices()) or session.freeing_reversals()
        session.undo()
