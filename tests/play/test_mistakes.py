"""Mistakes at a real table: what was answered wrongly is asked again, and nothing that was right is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

import leoni_replay as lr
from leoni_replay.cards import DOWN, texts
from leoni_replay.play.game_file import GameFile, resume
from leoni_replay.play.physical import PhysicalSession
from tests.play.games import Dealer, TypingDesk, sampled, typed

ROW = "8D 6S 4C 4S 7C 4D 5H 5C"
#: A deal of Leoni's Own with seven exiles: the cards of each pile.
PILES = """\
6S TD 9D TD TH 4D 2D|4H 8D AD QH 3H TH 3H|7S 2H 4C 2D TC 5S 5C|QD QS KH JD 6H 7D 6D|AH 6C QC 9C 3D 4H JH|\
9S 8C KD 4D 8S JC 2C|9H 4S 3D 8D 3S 2C 6S|5C QH QD TS 6D JH QC|7C JS 7D QS 8S 6H 7S|2S 5D 5D 3S JS AC 5S|\
KC 7H 3C 3C 7C 5H KS|AS 9D 8H 8C 4S JC|JD 9H TS 2S 5H 8H""".split("|")


def real_table(game: str, path: Path) -> TypingDesk:
    return TypingDesk(PhysicalSession.begin(game, None), GameFile(path))


@pytest.fixture
def labyrinth(tmp_path: Path) -> TypingDesk:
    desk = real_table("Labyrinth", tmp_path / "l.moves")
    desk.enter(ROW)
    return desk


@pytest.fixture
def leonis_own(tmp_path: Path) -> TypingDesk:
    desk = real_table("Leoni's Own", tmp_path / "o.moves")
    for text in ("7", *PILES):
        desk.enter(text)
    assert desk.session.choices()
    return desk


def pile(desk: TypingDesk, name: str) -> str:
    return texts(desk.session.game_in_play.position.places[name])


def test_undo_takes_back_the_last_answer(labyrinth: TypingDesk) -> None:
    desk, question = labyrinth, "the 8 cards that were turned up, in order"
    for text in ("deal", "QD QC 9S 2D 6D KS 2S 3C"):
        desk.enter(text)
    assert desk.enter("undo") == ["the answer before is taken back"] and desk.session.question == question
    # The move can be typed once more; it asks again as well.
    assert desk.enter("deal") == [] and desk.session.question == question
    # Part of an answer is forgotten with the move.
    desk.enter("QD QC")
    assert desk.enter("undo") == ["the move is cancelled"] and pile(desk, "r1c1") == "8D"
    assert desk.session.move_number == 0 and not desk.session.question
    for text in ("deal", "QD QC 9S 2C 6D KS 2S 3C"):
        desk.enter(text)
    assert pile(desk, "r2c4") == "2C" and lr.replay(desk.file.path.read_text(encoding="utf-8")).status == "consistent"
    # Whoever goes back several moves keeps what the cards are.
    desk.enter("2C")
    desk.enter("undo 2")
    assert not desk.session.question and desk.enter("deal")[0] == "1. deal+QD,QC,9S,2C,6D,KS,2S,3C"


@pytest.mark.long
@pytest.mark.parametrize("game", lr.GAMES)
def test_every_answer_can_be_taken_back(game: str, tmp_path: Path) -> None:
    """After each answer undo asks the same question, and the game is the same in the end."""
    record = sampled(game)
    desk, dealer = real_table(game, tmp_path / "g.moves"), Dealer(record)
    words = list(typed(record))
    while (played := desk.session.move_number) < min(len(words), 40):
        question = desk.session.question
        if not question:
            desk.enter(words[played])
            continue
        answered = dict(dealer.answered)
        answer = dealer.answer(question, dealer.replay.at(played), played)
        desk.enter(answer)
        if desk.session.question == question or (desk.session.move_number == played and desk.outcome.meanings):
            continue
        if desk.session.move_number > played:
            assert desk.enter("undo") == ["the answer before is taken back"], question
            assert desk.session.question == question and desk.session.move_number == played
            dealer.answered = answered
            desk.enter(dealer.answer(question, dealer.replay.at(played), played))
            assert desk.session.move_number > played
    moves = [str(step.move) for step in lr.replay(record).steps]
    assert [str(move) for move in desk.session.game_in_play.moves] == moves[: desk.session.move_number]


def test_of_two_copies_the_misread_one_is_asked_for(leonis_own: TypingDesk) -> None:
    desk = leonis_own
    said = desk.enter("correct 3H 8H")
    assert said[0] == "both 8♥ of the packs are known already: in pile 12 and in pile 13"
    said = desk.enter("correct QC QD, QD QC")
    assert said[0] == "there are two of Q♣ and Q♦: which one was it?"
    before = desk.session.game_in_play.digest
    corrections = [line.removeprefix("  help: ") for line in said[1:]]
    assert "correct QC QD 5, QD QC 4" in corrections
    for correction in corrections:
        assert desk.enter(correction)[0] == "that was Q♦, not Q♣ and Q♣, not Q♦"
        assert desk.enter("undo")[0] == "the correction is taken back" and desk.session.game_in_play.digest == before
    # Two in one pile are told apart by their numbers.
    assert desk.enter("correct 3H 4H 2 7, 4H 3H 5")[0].startswith("that was") and pile(desk, "2").endswith("TH 4H")


def test_a_wrong_number_of_exiles_keeps_the_piles(tmp_path: Path) -> None:
    desk = real_table("Leoni's Own", tmp_path / "o.moves")
    for text in ("8", *PILES[:10]):
        desk.enter(text)
    said = desk.enter(PILES[10])
    assert said[0] == "these are 7 cards, not 6" and any("number of exiles is wrong: exile N" in line for line in said)
    assert desk.enter("exile 7")[0] == "there are 7 exiles" and desk.session.question.startswith("pile 11: 7 cards")
    for text in PILES[10:]:
        desk.enter(text)
    assert desk.session.choices() and [pile(desk, f"{n}") for n in range(1, 14)] == PILES
    # A pile that was named wrongly can be named again, until a move is played.
    assert desk.enter("undo")[0] == "the answer before is taken back"
    assert desk.enter("4: QD QS KH JD 6H 6D 7D")[0] == "pile 4 is QD QS KH JD 6H 6D 7D"
    for line, message in [
        ("4: QD QS", "these are 2 cards, not 7"),
        ("4: QD QS KH JD 6H 6D 8D", "both 8♦ of the packs are known already"),
        ("40: QD QS", "`40` is no place of cards that lie face up"),
        ("exile 300", "there cannot be 300 exiles"),
    ]:
        assert desk.enter(line)[0].startswith(message), line
        assert pile(desk, "4") == "QD QS KH JD 6H 6D 7D" and desk.session.question.startswith("pile 13")


@pytest.mark.long
def test_a_game_that_was_given_up_is_completed(tmp_path: Path) -> None:
    """The rest of the cards is named when the game is over, and it can be reviewed then."""
    (record,) = lr.sample("Martha", None, "x", 1, player="greedy")
    desk, dealer = real_table("Martha", tmp_path / "m.moves"), Dealer(record)
    words = list(typed(record))
    while (played := desk.session.move_number) < len(words):
        question = desk.session.question
        desk.enter(dealer.answer(question, dealer.replay.at(played), played) if question else words[played])
    assert desk.enter("rest")[0].startswith("the game is not over") and desk.session.has_unknown_cards
    desk.enter("concede")
    assert desk.enter("review")[1] == "  help: rest asks for them"
    assert desk.enter("rest") == [] and desk.enter("undo") == ["the other cards stay unknown"]
    desk.enter("rest")
    while desk.session.question:
        cells = desk.session.cells_to_name
        assert f"{len(cells)} card" in desk.session.question
        desk.enter(texts(dealer.first.places[place][index] & ~DOWN for place, index in cells))
    assert desk.session.result == "conceded" and not desk.session.has_unknown_cards
    assert desk.session.game_in_play.digest == dealer.replay.digest
    desk.enter("review")
    assert desk.outcome.errand is not None and "??" not in desk.file.path.read_text(encoding="utf-8")
    assert desk.enter("rest") == ["all cards are known"]
    assert resume(desk.file.path).session.game_in_play.digest == dealer.replay.digest
