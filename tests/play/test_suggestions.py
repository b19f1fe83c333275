"""What was left out or swapped is suggested at once, and the game is then the one that was played."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import leoni_replay as lr
from leoni_replay.board.protocol import Board
from leoni_replay.play.game_file import GameFile
from leoni_replay.play.new_game import layout_tags
from leoni_replay.play.physical import PhysicalSession
from leoni_replay.play.slip_search import Suggestion
from tests.play.boards import Page, board_for
from tests.play.games import TypingDesk, desk_for, main_line, sampled, typed


def put_right(desk: TypingDesk, refused: str, later: list[str], digest: str) -> bool:
    """Whether one of the suggestions after a refused move leads to the game that was played."""
    for suggestion in desk.outcome.suggestions:
        desk.enter(refused)
        desk.enter(suggestion.text)
        if desk.outcome.diagnostic is not None:
            continue
        number = desk.session.move_number
        for text in later:
            desk.enter(text)
        if desk.session.game_in_play.digest == digest:
            return True
        if desk.session.move_number > number:
            desk.enter(f"undo {desk.session.move_number - number}")
        assert desk.enter("undo")[0] == "the correction is taken back"
    return False


@pytest.mark.parametrize("kind", ["omitted", "swapped"])
@pytest.mark.parametrize(
    ("game", "seed"),
    [
        pytest.param(game, seed, marks=[] if (game, seed) == ("Labyrinth", 3) else pytest.mark.long)
        for game in lr.GAMES
        for seed in range(6)
    ],
)
def test_a_mistake_is_put_right_with_the_words_that_are_suggested(
    game: str, seed: int, kind: str, tmp_path: Path
) -> None:
    record = sampled(game, f"s{seed}")
    texts = list(typed(record))
    at = random.Random(f"{game}{seed}{kind}").randrange(2, len(texts) - 3)
    mistaken = [*texts[:at], *texts[at + 1 :]]
    if kind == "swapped":
        mistaken.insert(at + 1, texts[at])
    desk = desk_for(record, tmp_path / "game.moves")
    for number, text in enumerate(mistaken, 1):
        desk.enter(text)
        if desk.outcome.diagnostic is not None or desk.outcome.meanings:
            assert put_right(desk, text, mistaken[number:], lr.replay(record).digest)
            saved = lr.loads(desk.file.path.read_text(encoding="utf-8"))
            assert lr.replay(saved[0]).status == "verified"
            return


def test_a_move_is_inserted_replaced_and_swapped(tmp_path: Path) -> None:
    """What follows is played again, or it is said where that is no longer possible; undo takes the change back."""
    path = tmp_path / "game.moves"
    desk = board_for("Leoni's Own", path, "wikipedia").desk
    assert isinstance(desk, TypingDesk)
    for text in ("11:2S", "comment the first", "QC!", "undo", "3S", "QC"):
        desk.enter(text)
    assert main_line(path.read_text(encoding="utf-8")) == ["11:2S^", "4:3S^", "11:QCv"]
    assert desk.enter("swap")[0] == "moves 2 and 3 are swapped"
    text = path.read_text(encoding="utf-8")
    assert main_line(text) == ["11:2S^", "11:QCv", "4:3S^"] and "{the first}" in text
    assert desk.enter("undo")[0] == "the correction is taken back"
    assert main_line(path.read_text(encoding="utf-8")) == ["11:2S^", "4:3S^", "11:QCv"]
    assert desk.enter("correct 1 6:2S^")[0].endswith("Q♣ lies in pile 11 under 2♠: only the top card can be played")
    assert desk.enter("insert 13:JCv")[0] == "move 4 is 13:JCv now"
    for line, said in [
        ("swap 9", "there is no move 9 to change: 4 were played"),
        ("insert", "say which move was left out"),
        ("insert 9:KS", "not played [M20"),
        ("insert 11:2S^ 99", "there is no move 99 to change"),
        ("correct 3S 9S", "no move of 3♠ can have been one of 9♠"),
        ("correct 0 9S", "`0` is not the number of a move"),
    ]:
        before = path.read_text(encoding="utf-8")
        assert desk.enter(line)[0].startswith(said), line
        assert path.read_text(encoding="utf-8") == before
    (verdict,) = lr.verify(path)
    assert (verdict.status, verdict.moves) == ("verified", 4)


def test_a_correction_is_taken_back_where_it_was_made(tmp_path: Path) -> None:
    """Once the moves after it are taken back, undo takes it back as one step; not after a comment or a mark."""
    path = tmp_path / "game.moves"
    desk = board_for("Leoni's Own", path, "wikipedia").desk
    assert isinstance(desk, TypingDesk)
    for text in ("11:2S", "3S", "QC"):
        desk.enter(text)
    before = desk.session.game_in_play.digest
    assert desk.enter("swap")[0] == "moves 2 and 3 are swapped"
    desk.enter("13:JCv")
    assert desk.enter("undo")[0] == "1 move taken back: 3 moves played"
    desk.enter("concede")
    assert desk.enter("undo")[0] == "the game goes on"
    assert desk.enter("undo")[0] == "the correction is taken back"
    assert desk.session.game_in_play.digest == before
    assert main_line(path.read_text(encoding="utf-8")) == ["11:2S^", "4:3S^", "11:QCv"]
    desk.enter("swap")
    desk.enter("comment as it was")
    assert desk.enter("undo")[0] == "1 move taken back: 2 moves played"


def test_the_board_asks_what_was_forgotten(tmp_path: Path) -> None:
    record = sampled("Labyrinth", "s3")
    texts = list(typed(record))
    page = Page(Board(desk_for(record, tmp_path / "game.moves")))
    deal = texts.index("deal", 1)
    for text in texts[:deal]:
        page.play(text)
    reply = page.play(texts[deal + 1])
    (suggestion,) = (one for one in reply["suggestions"] if one["text"] == "insert deal")
    assert suggestion["question"].startswith("Did you forget ")
    assert len(page.ask("enter", text=suggestion["text"])["steps"]) == 2 and not page.now["suggestions"]


def test_what_is_dragged_at_a_real_table_is_searched_for_too(tmp_path: Path) -> None:
    """A card goes to a place where it fits once another card has left it, which was forgotten on the board."""
    layout = "C^: AC\nD^: AD\nH^: AH\nS^: AS\n1: 9H 2C\n2: 8S\n3: KD\n4: QH"
    desk = TypingDesk(PhysicalSession(layout_tags("Martha", None, layout)), GameFile(tmp_path / "game.moves"))
    page = Page(Board(desk))
    names = list(desk.session.game_in_play.position.places)
    reply = page.ask("why", **{"from": [names.index("2"), 0], "to": names.index("1")})
    assert reply["suggestions"][0]["question"].startswith("Did you forget 2♣ from pile 1 to the ")
    assert len(page.ask("enter", text=reply["suggestions"][0]["text"])["steps"]) == 2
    assert [str(move) for move in desk.session.game_in_play.moves] == ["1:2C^", "2:8S>1"]


def misread_table(path: Path) -> TypingDesk:
    """A real table of Labyrinth, on which the deuce of clubs was taken for that of diamonds."""
    desk = TypingDesk(PhysicalSession.begin("Labyrinth", None), GameFile(path))
    for text in ("8D 6S 4C 4S 7C 4D 5H 5C", "deal", "QD QC 9S 2D 6D KS 2S 3C"):
        desk.enter(text)
    return desk


def test_a_card_that_was_misread_is_suggested(tmp_path: Path) -> None:
    """The card that a refused move would take, with its place; and the card that a word is refused for."""
    desk = misread_table(tmp_path / "game.moves")
    assert "  help: if 2♦ in row 2, column 4 is another card: correct 2D … r2c4" in desk.enter("deal")
    said = desk.enter("2C")
    assert "  help: Is the 2♦ in row 2, column 4 really 2♣? correct 2D 2C r2c4" in said
    assert desk.enter("correct 2D 2C r2c4")[:2] == ["that was 2♣, not 2♦", "2. r2c4:2C^"]
    assert desk.enter("undo")[0] == "the correction is taken back" and desk.session.move_number == 1


@pytest.mark.long
def test_two_cards_that_were_mixed_up_are_suggested(tmp_path: Path) -> None:
    desk = misread_table(tmp_path / "game.moves")
    desk.enter("correct 2D 6D, 6D 2D")
    assert "correct 6D 2D r2c4, 2D 6D r2c5" in [one.text for one in suggestions_after(desk, "r2c4:2D")]


def suggestions_after(desk: TypingDesk, text: str) -> tuple[Suggestion, ...]:
    """What is suggested after a refused move."""
    desk.enter(text)
    return desk.outcome.suggestions
