"""Recorded games reviewed: after which moves they could still be won, and which move threw them away."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import leoni_replay as lr
from leoni_replay.commands import Move
from leoni_replay.play.new_game import deal_tags
from leoni_replay.play.session import Session
from leoni_replay.search import solver
from leoni_replay.search.depth_first import VisitedPositions
from leoni_replay.search.solver import Solution
from leoni_replay.show.move_sentences import move_subject, move_words
from leoni_replay.show.review_report import line_of, review_page, sentences, spoken_review_lines
from leoni_replay.solving import review as review_module
from leoni_replay.solving import searcher
from leoni_replay.solving.searcher import UnprovedWin
from tests.solving.tables import EARLY, LABYRINTH, dealt_too_early, record

TRANSCRIPTS = Path(__file__).parents[2] / "transcripts"


def body(transcript: lr.Transcript) -> str:
    """The moves of a record as they are written, on one line; it verifies."""
    (read,) = lr.loads(lr.dumps(transcript))
    replay = lr.replay(read)
    assert replay.verified and replay.diagnostics == []
    return lr.dumps(read).rpartition("]\n")[2].replace("\n", " ").strip()


# -- where games are thrown away --------------------------------------------------------------------------------------


def test_the_move_that_threw_it_away() -> None:
    review = lr.review(dealt_too_early())
    assert review.outlooks == ("won", "won", "lost")
    assert (review.last, review.first_lost, review.thrown_away) == (1, 2, 2)
    assert [str(move) for move in review.line] == ["r2c1:JS^", "deal+QS", "r3c1:QS^", "r1c1:KS^"]
    assert body(review.transcript) == (
        "1. r2c2:TS^ {so far so good} deal? {the game could be won before this move, but not after it} (2. "
        "r2c1:JS^ deal+QS r3c1:QS^ r1c1:KS^ {= won}) lost"
    )
    assert list(sentences(review)) == [
        "Move 2, deal+QS, threw the game away: the game could be won before it, but not after it.",
        "Instead, r2c1:JS^ wins in 4 moves.",
    ]
    assert line_of(review) == "2. r2c1:JS^ deal+QS r3c1:QS^ r1c1:KS^"
    unsure = replace(review, outlooks=("won", "won", "undecided"))
    assert next(sentences(unsure)) == "Move 2, deal+QS, may have thrown the game away; that is not known."
    # Whoever plays on the board, or by ear, reads a move as the subject of the sentence.
    thrown_away = "Move 2, dealing from the stock, threw the game away"
    assert thrown_away in review_page(review) and any(thrown_away in line for line in spoken_review_lines(review))


@pytest.mark.parametrize("name, exile", [("Leoni's Own", "exile"), ("Weaver's", "shuttle")])
def test_a_move_is_told_as_a_command_and_as_a_subject(name: str, exile: str) -> None:
    game = Session(deal_tags(name, None, "seed:1884")).game
    turn_up, redeal = Move("exile"), Move("redeal")
    assert move_words(game, turn_up) == f"turn up the next {exile}"
    assert move_subject(game, turn_up) == f"turning up the next {exile}"
    assert move_subject(game, redeal) == "gathering the piles and dealing again"


def test_what_is_written_there_is_kept() -> None:
    """Marks, comments, claims and variations of others stay, and come first."""
    asked = record(
        "Labyrinth", EARLY, LABYRINTH, "1. r2c2:TS^! 2. deal!? {a queen} (2. js {too} ) {= left 3} ; why?\n", "lost"
    )
    review = lr.review(asked)
    assert review.thrown_away == 2
    text = lr.dumps(review.transcript)
    assert body(review.transcript)
    assert "deal!? {a queen} (JS {too}) {= left 3} ; why?\n{the game could be won before this move" in text
    # A second review finds its own line there, and says the same.
    assert lr.review(review.transcript).outlooks == review.outlooks


def test_a_game_that_can_still_be_won() -> None:
    asked = dealt_too_early("1. r2c2:TS^", "*")
    review = lr.review(asked)
    assert (review.outlooks, review.last, review.thrown_away) == (("won", "won"), 1, None)
    assert repr(review).endswith(": could be won until move 1>")
    assert review.transcript == asked and len(review.line) == 4
    first, second = sentences(review)
    assert first == "The game can still be won as it stands: no move threw it away."
    assert second == "From there, r2c1:JS^ wins in 4 moves."


def test_limits_leave_tables_undecided() -> None:
    (lost,) = lr.load(str(TRANSCRIPTS / "games/1884.moves"))
    review = lr.review(lost, nodes=20)
    assert review.outlooks[0] == "undecided" and review.outlooks[-1] == "lost" and review.last is None
    assert review.first_lost is not None and review.outlooks[review.first_lost - 1] == "undecided"
    outcome, undecided = sentences(review)
    assert outcome == f"It was lost at move {review.first_lost} at the latest."
    why = "it searched at most 20 positions from each"
    assert undecided == f"Whether it could be won before is not known: {why}." and review.limit == "nodes"
    none_left = lr.review(lost, seconds=0)
    assert repr(none_left).endswith(": could not be seen to be won>")
    assert none_left.nodes == 0 and set(none_left.outlooks) == {"undecided"} and none_left.limit == "seconds"
    assert [*sentences(none_left)] == ["Whether it could be won is not known: the search had 0 seconds."]


@pytest.mark.parametrize("name", ["labyrinth-aisleriot", "labyrinth-lost"])
def test_what_is_undecided_is_searched_further(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Round by round, from few positions to as many as it takes; the answer is that of one long search from each."""
    (lost,) = lr.load(str(TRANSCRIPTS / f"games/{name}.moves"))
    monkeypatch.setattr(review_module, "_FIRST_NODES", 1_000_000)
    in_one_round = lr.review(lost, seconds=None)
    monkeypatch.setattr(review_module, "_FIRST_NODES", 3)
    monkeypatch.setattr(review_module, "_LONGER", 2)
    in_rounds = lr.review(lost, seconds=None)
    assert in_rounds.outlooks == in_one_round.outlooks and "undecided" not in in_rounds.outlooks
    assert in_rounds.limit == "" and in_rounds.thrown_away == in_one_round.thrown_away


def test_a_full_memory_ends_a_review(monkeypatch: pytest.MonkeyPatch) -> None:
    """Longer searches would fill it too, so they are not tried, even without another limit."""
    (lost,) = lr.load(str(TRANSCRIPTS / "games/1884.moves"))
    monkeypatch.setattr(review_module, "make_memory", lambda limits: VisitedPositions(4))
    review = lr.review(lost, seconds=None)
    assert review.limit == "memory" and "undecided" in review.outlooks
    assert [*sentences(review)][-1].endswith(": its memory of 256 MB was full.")


def test_a_variation_that_does_not_hold_is_never_written(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*given: Any, **options: Any) -> Solution:
        solution = solver.solve(*given, **options)
        return solution._replace(line=solution.line[:-1])

    monkeypatch.setattr(searcher, "solve", wrong)
    with pytest.raises(UnprovedWin, match="does not accept the win that was found"):
        lr.review(dealt_too_early())
