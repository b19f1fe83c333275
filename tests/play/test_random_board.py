"""Whatever is done on a board, and whatever is refused: the page has the table of the engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from leoni_replay.play.desk import Desk
from tests.play.boards import Page, board_for
from tests.play.random_board import VARIANTS, RandomPage, play_at_random


@pytest.mark.parametrize("seed", ["1", *(pytest.param(f"{n}", marks=pytest.mark.long) for n in range(2, 12))])
@pytest.mark.parametrize(("name", "rules"), VARIANTS)
def test_the_page_has_the_table_of_the_engine(name: str, rules: str | None, seed: str, tmp_path: Path) -> None:
    play_at_random(name, rules, seed, 16 if seed == "1" else 60, tmp_path)


@pytest.mark.parametrize("refused", ["comment a}", "comment = standstill", "mark #", "set {1: QH}", "9:KS"])
def test_a_misplay_is_shown_after_a_refusal_as_before_it(refused: str, tmp_path: Path) -> None:
    page = Page(board_for("Leoni's Own", tmp_path / "game.moves", "wikipedia"))
    table, steps = page.now["table"], [*page.ask("enter", text="misplay 1:TD>2")["steps"]]
    for text in (refused, "misplay 2:TD>3"):
        reply = page.ask("enter", text=text)
        steps[reply["kept"] :] = reply["steps"]
    for do, moves in (("follow", ["9:KS"]), ("follow", ["11:2S^", "sing"])):
        assert page.ask(do, moves=moves)["kept"] == 2
    random_page = RandomPage(page.board, None)  # type: ignore[arg-type]  # nothing is drawn
    random_page.table, random_page.steps = table, steps
    random_page.compare()


def test_cards_put_right_by_hand_take_no_mark(tmp_path: Path) -> None:
    """No record could be written with one."""
    desk = board_for("Martha", tmp_path / "game.moves").desk
    assert isinstance(desk, Desk)
    pile = " ".join(str(card) for card in reversed(desk.session.game_in_play.position.places["1"]))
    assert desk.play(f"set {{1: {pile}}}").diagnostic is None
    outcome = desk.mark("!")
    assert outcome.lines == ["cards put right by hand take no mark: write a comment"]
