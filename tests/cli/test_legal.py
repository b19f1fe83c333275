"""``leoni replay --legal`` and ``leoni why``: what is legal at a point of a record, and why a move is or is not."""

from __future__ import annotations

from pathlib import Path

import pytest

import leoni_replay as lr
from tests.cli.runs import BOOKS, GOOD, leoni, sampled

TRANSCRIPTS = Path(__file__).parent.parent.parent / "transcripts"


def every_answer_is_right(replay: lr.Replay, at: int) -> None:
    """The legal moves at a point, each asked for in its long form and in its short one."""
    game, moves = replay.game, lr.legal(replay, at)
    assert game is not None
    assert [one.move[:3] for one in moves] == [move[:3] for move in replay.at(at).legal_moves()]
    if at < replay.moves and not replay.line.steps and not replay.steps[at].move.how:
        # The move that was played by the rules is among them, with what it did.
        assert [one.step for one in moves if one.move == replay.steps[at].move] == [replay.steps[at]]
    for one in moves:
        for asked in (one.move, str(one.short)):
            answer = lr.why(replay, asked, at)
            assert (answer.legal, answer.objection, answer.at) == (True, None, at), str(answer)
            assert answer.moves[0].move == one.move
        assert len(str(one.short)) <= len(str(one.move))


@pytest.mark.share(2)
@pytest.mark.parametrize(("name", "book"), BOOKS)
def test_every_legal_move_is_legal(name: str, book: str) -> None:
    (record,) = lr.loads(sampled(name, book, 1)[0])
    replay = lr.replay(record)
    every_answer_is_right(replay, replay.moves // 2)


@pytest.mark.long
@pytest.mark.parametrize("folder", ["games", "warned", "rejected", "books"])
def test_every_legal_move_of_every_transcript(folder: str) -> None:
    """Whatever is wrong with a record, and whatever is unknown of its cards."""
    for path in sorted((TRANSCRIPTS / folder).glob("*.moves")):
        for record in lr.load(str(path)):
            replay = lr.replay(record)
            if replay.dealt:
                for at in {0, replay.moves // 2, replay.moves}:
                    every_answer_is_right(replay, at)


@pytest.mark.parametrize("path", sorted((TRANSCRIPTS / "rejected").glob("M2*.moves")), ids=lambda path: path.stem)
def test_the_reason_is_that_of_verify(path: Path) -> None:
    """Asked about the move at which a record is refused, `why` says what `verify` says of it."""
    for record in lr.load(str(path)):
        replay = lr.replay(record)
        refused = list(record.moves())[replay.moves :][:1]
        # What is refused may be a number, or stand in a variation or before the first move.
        if not refused or replay.error is None or replay.error.span != record.span(refused[0].start, refused[0].end):
            continue
        answer = lr.why(replay, refused[0].command)
        assert answer.objection is not None
        assert not answer.legal
        shown = ("code", "message", "clause", "table_lines", "help", "move", "file", "number")
        assert [getattr(answer.objection, key) for key in shown] == [getattr(replay.error, key) for key in shown]


def test_what_says_too_little(folder: Path) -> None:
    (folder / "good.moves").write_text(GOOD)
    run = leoni("why", "good.moves", "2S", "--at", "0")
    assert run.code == 1
    assert run.out.startswith("2S says too little before the first move\nerror[M207]: 2S can mean 6:2S^ or 11:2S^\n")
    assert [line.split()[0] for line in run.out.splitlines()[-2:]] == ["6:2S^", "11:2S^"]


SENTENCES = """\
MARTHA

Foundations: 8♣ 8♦ 8♥ 8♠
Pile 1: K♠ Q♥
Pile 2: 9♣ J♠
Pile 3: 9♦ K♥
Pile 4: 9♥ J♥
Pile 5: 9♠ Q♣
Pile 6: 10♣ K♣
Pile 7: 10♦ Q♠
Pile 8: 10♥ K♦
Pile 9: 10♠
Pile 10: J♦
Pile 11: J♣
Pile 12: Q♦

Put the J♠ on the Q♥.
"""


@pytest.mark.parametrize(
    ("words", "at", "code", "answer"),
    [
        ("put the jack of spades on the queen of hearts", "0", 0, "2:JS>1 is legal before the first move"),
        ("The 9♣ can be played.", "0", 1, "error[M204]: 9♣ lies in pile 2 under J♠: only the top card can be played"),
        ("Play the queen of clubs from pile 7.", "1", 1, "error[M202]: there is no Q♣ in pile 7"),
        ("put the 9♣ on the foundation", "1", 0, "2:9C^ is legal after move 1"),
        ("put it there", "1", 2, "leoni: “put it there”: leoni stopped at “it there.”\n"),
        ("Put the J♠ on the Q♥ and play the 9♣.", "0", 2, "it says several moves: ask about one at a time"),
        ("It is a fine day.", "0", 2, "leoni finds no move in it"),
        ("put the 9♣ on the foundation", "7", 2, "there is no move 7: the game has 1 move"),
    ],
)
def test_a_sentence_is_asked_about(words: str, at: str, code: int, answer: str, tmp_path: Path) -> None:
    """The words of a book, about a page and about its record."""
    page, record = tmp_path / "page.txt", tmp_path / "page.moves"
    page.write_text(SENTENCES, encoding="utf-8")
    assert leoni("import", "-q", "--from", "prose", str(page), "-o", str(record)).code == 0
    for file in (page, record):
        run = leoni("why", str(file), words, "--at", at)
        assert run.code == code and answer in run.out + run.err, run
