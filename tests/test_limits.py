"""Records that list more cards than the packs have, or lift more than a weave can, are refused before a card moves;
misplayed redeals lead up to deal 9."""

from __future__ import annotations

from pathlib import Path

import pytest

import leoni_replay as lr
from leoni_replay.board.protocol import recorded_board
from leoni_replay.cards import texts
from leoni_replay.notation.writer import dumps
from leoni_replay.play.game_file import resume
from tests.cli.runs import leoni
from tests.test_shuffled_redeals import ANNA, RUG

MARTHA = '[Game "Martha"]\n[Rules "mcneely"]\n[Deal "seed:1"]\n\n'
LEONI = '[Game "Leoni\'s Own"]\n[Rules "wikipedia"]\n[Deal "seed:1"]\n\n'


@pytest.mark.parametrize("count", [100, 127, 128, 129, 255, 256, 260, 300, 2000])
@pytest.mark.parametrize(("head", "place"), [(MARTHA, "1"), (LEONI, "13"), (LEONI, "exile")])
def test_a_setting_with_more_cards_than_the_packs_have_is_refused(head: str, place: str, count: int) -> None:
    (verdict,) = lr.verify_text(f"{head}set {{{place}: {'2S ' * count}}} *\n")
    assert verdict.error is not None and verdict.error.code == "M232", verdict


def test_cards_that_come_back_are_no_more_than_the_packs_have() -> None:
    """A layout may have a card too often, but nobody may add to that: the other cards find no room."""
    layout = "\n".join(f"{pile}: {'2S ' * 8}" for pile in range(1, 13))
    head = LEONI.replace("seed:1", "layout").replace("\n\n", f'\n[Layout "{layout}"]\n\n')
    many = " ".join(f"{rank}{suit}" for rank in "3456789TJQ" for suit in "CDHS")
    (verdict,) = lr.verify_text(f"{head}set {{13: {many}}} *\n")
    assert verdict.error is not None and verdict.error.code == "M232"
    assert "136 cards beside the foundations, and two packs have 104" in verdict.error.message


@pytest.mark.parametrize(("count", "code"), [(900, None), (1001, "S009"), (4100, "S009")])
def test_a_misplayed_weave_lifts_a_thousand_cards_at_most(count: int, code: str | None) -> None:
    position = lr.new("Leoni's Own", "seed:1").position
    exile = str(position.places["exile"][-1])
    other = next(card for card in map(str, position.places[str("A23456789TJQK".index(exile[0]) + 1)]))
    cycle = f"~{exile}" * count if code else f"~{other}"
    (verdict, after) = lr.verify_text(f"{LEONI}misplay exile:{exile}{cycle} *\n\n{MARTHA}*\n")
    assert (verdict.error and verdict.error.code) == code and after.status == "verified"


def test_an_order_of_any_length_is_no_fault() -> None:
    record = LEONI.replace("Leoni's Own", "The Reversal").replace("wikipedia", "dick-1898; RV4=shuffled")
    record = record.replace("\n\n", f'\n[Pack2 "{"2S " * 400}"]\n\n')
    (verdict,) = lr.verify_text(f"{record}redeal *\n")
    assert verdict.error is not None and verdict.error.code != "X701"


@pytest.mark.parametrize("redeals", range(1, 9))
def test_every_format_and_the_board_show_deals_beyond_the_last(redeals: int, tmp_path: Path) -> None:
    path = tmp_path / "record.moves"
    path.write_text(f"{LEONI}{'misplay redeal ' * redeals}*\n", "utf-8")
    replay = lr.replay(path.read_text("utf-8"))
    deal = redeals + 1
    words = f"deal {deal} (the rules allow 3)" if deal > 3 else ["second", "third"][deal - 2] + " of 3 deals"
    assert replay.status == "irregular" and words in replay.position.caption
    for format in ("text", "markdown", "json", "svg"):
        text = lr.convert(replay, format)
        assert all(f"deal {beyond} of 3" not in text for beyond in range(4, 10)) and "fourth" not in text
    if redeals in (2, 5, 8):
        assert leoni("examine", str(path)).code == leoni("replay", str(path)).code == 0
        session, game_file, _ = resume(path)
        assert recorded_board(session, game_file).answer({"do": "start"})


def test_there_is_no_tenth_deal() -> None:
    (verdict,) = lr.verify_text(f"{LEONI}{'misplay redeal ' * 9}*\n")
    assert verdict.error is not None and verdict.error.code == "M231" and verdict.error.move == 9


def to_the_ninth_deal(head: str, deal: str) -> str:
    """A record that begins with a head, deals out the stock after each redeal, and has the order of each."""
    redeals = [f"redeal {deal}", f"misplay redeal {deal}"]
    first = lr.replay(f"{head}*\n").position
    cards = texts(first.table.gathered())
    tags = "".join(f'[Pack{number} "{cards}"]\n' for number in range(first.deal + 1, 10))
    legal = first.game.deals - first.deal
    moves = " ".join([redeals[0]] * legal + [redeals[1]] * (9 - first.game.deals)).removesuffix(deal)
    return f"{head.rstrip()}\n{tags}\n{moves}*\n"


@pytest.mark.parametrize("head", [RUG, ANNA])
def test_shuffled_deals_beyond_the_last_go_on_the_board(head: str, tmp_path: Path) -> None:
    """Their orders are tags that nothing but the misplays needs: a game that is taken back to before has none."""
    path = tmp_path / "record.moves"
    text = to_the_ninth_deal(head, "deal:4C>talon deal:6D>talon deal:9H>talon deal:5S>talon")
    path.write_text(text, "utf-8")
    (verdict,) = lr.verify(path)
    assert verdict.status == "irregular", verdict
    assert leoni("examine", str(path)).code == leoni("replay", str(path)).code == 0
    for format in ("text", "markdown", "json", "svg", "html", "csv"):
        assert "ninth" not in lr.convert(text, format)
    session, game_file, _ = resume(path)
    reply = recorded_board(session, game_file).answer({"do": "start"})
    assert reply["steps"][-1]["caption"].startswith("deal 9 (the rules allow 3)")
    session.recorded_end = None
    while session.game_in_play.position.deal > 3:
        session.undo()
    (verdict,) = lr.verify_text(dumps(session.transcript()))
    assert verdict.status == "verified", verdict
