"""``leoni replay --legal`` and ``leoni why``: what is legal at a point of a record, and why a move is or is not."""

from __future__ import annotations

from pathlib import Path

import pytest

import leoni_replay as lr
from leoni_replay.commands import Command
from tests.cli.runs import BOOKS, GOOD, LOOSE, MISFIT, leoni, sampled

TRANSCRIPTS = Path(__file__).parent.parent.parent / "transcripts"


def every_answer_is_right(replay: lr.Replay, at: int) -> None:
    """The legal moves at a point, each asked for in its long form and in its short one."""
    game, moves = replay.game, lr.legal(replay, at)
    assert game is not None
    assert [one.move[:3] for one in moves] == [move[:3] for move in game.legal_moves(replay.at(at))]
    if at < replay.moves and not replay.line.steps and not replay.steps[at].move.how:
        # The move that was played by the rules is among them, with what it did.
        assert [one.step for one in moves if one.move == replay.steps[at].move] == [replay.steps[at]]
    for one in moves:
        for asked in (one.move, str(one.short)):
            answer = lr.why(replay, asked, at)
            assert (answer.legal, answer.refused, answer.at) == (True, None, at), str(answer)
            assert answer.moves[0].move == one.move
        assert len(str(one.short)) <= len(str(one.move))


@pytest.mark.share(2)
@pytest.mark.parametrize(("name", "book"), BOOKS)
def test_every_legal_move_is_legal(name: str, book: str) -> None:
    (record,) = lr.loads(sampled(name, book, 1)[0])
    replay = lr.replay(record)
    every_answer_is_right(replay, replay.moves // 2)


def test_every_legal_move_among_unknown_cards_is_legal() -> None:
    (record,) = lr.load(TRANSCRIPTS / "warned" / "C403.moves")
    every_answer_is_right(lr.replay(record), 0)


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


@pytest.mark.share(2)
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
        assert answer.refused is not None
        assert not answer.legal
        shown = ("code", "message", "clause", "table", "help", "move", "file", "number")
        assert [getattr(answer.refused, key) for key in shown] == [getattr(replay.error, key) for key in shown]


def test_at_a_record_that_is_refused(folder: Path) -> None:
    """Without --at the move would come where the record is refused."""
    (folder / "misfit.moves").write_text(MISFIT)
    run = leoni("why", "misfit.moves", "1:TDv")
    assert run.code == 1
    assert run.out.startswith("1:TDv is not legal after move 2\nerror[M203]: 10♦ does not fit")
    assert "  = rule: wikipedia 4, play (Wikipedia" in run.out
    assert "  = note: the rule: An available card may be played" in run.out
    assert "  = help: the legal moves are 13:JCv and 4:3S^\n" in run.out
    run = leoni("why", "misfit.moves", "3S", "--ascii")
    assert (run.code, run.err) == (0, "")
    assert run.out.splitlines() == [
        "3S is legal after move 2",
        "move   short  outcome",
        "4:3S^  3S     3S from pile 4 to the foundation (up)",
    ]


def test_a_weave_is_told_to_its_end(folder: Path) -> None:
    (folder / "good.moves").write_text(GOOD)
    run = leoni("replay", "good.moves", "--at", "5", "--legal")
    assert run.code == 0
    line = run.out.splitlines()[-1]
    assert line.startswith("exile:JD~5S~4H~JH  exile:JD  the exile J♦ is turned up, fits nothing and goes under")
    assert line.endswith("the top card of pile 4, J♥, goes under pile 11 and uncovers 2♥, which can be played")
    # At its end a reversal is all that the rules still allow.
    assert "2 moves are legal after move 56: the deal is over\n" in leoni("replay", "good.moves", "--legal").out


def test_what_says_too_little(folder: Path) -> None:
    (folder / "good.moves").write_text(GOOD)
    run = leoni("why", "good.moves", "2S", "--at", "0")
    assert run.code == 1
    assert run.out.startswith("2S says too little before the first move\nerror[M207]: 2S can mean 6:2S^ or 11:2S^\n")
    assert [line.split()[0] for line in run.out.splitlines()[-2:]] == ["6:2S^", "11:2S^"]


def test_unknown_cards() -> None:
    """What the record finds out later of its cards is known; what it does not is not guessed."""
    (record,) = lr.load(str(TRANSCRIPTS / "warned" / "H111.moves"))
    replay = lr.replay(record)
    assert [str(one.move) for one in lr.legal(replay, 0)] == ["r1c3:2D^+QH"]
    assert lr.why(replay, "r1c3:2D^+QH", at=0).legal
    # It may be the two of clubs; there is one two of diamonds, and the record says where.
    assert lr.why(replay, "r1c2:2C^", at=0).legal
    for move, said in {
        "r1c2:2D^": "2♦",
        "r1c2:2C^+4S": "what this move names of unknown cards is against move 1 of the record: what comes to light",
        "r1c2:3C^": "3♣ does not fit: clubs stand at A♣",
    }.items():
        answer = lr.why(replay, move, at=0)
        assert answer.refused is not None and not answer.legal
        assert said in answer.refused.message, answer.refused


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["why", "good.moves", "exile", "--at", "57"], "good.moves: there is no move 57: the game has 56 moves"),
        (
            ["why", "good.moves", "2S V"],
            "`2S V` is not a move: a move is one word, without spaces; did you mean `2Sv`?",
        ),
        (["why", "good.moves", "42H^"], "`42H^` is not a move; did you mean `4:2H^`?"),
        (["why", "good.moves", "4:2H^ exile"], "`4:2H^ exile` is not a move: a move is one word"),
        (["why", "good.moves", "lost"], "`lost` is a result, not a move"),
        (["why", "none.moves", "exile"], "none.moves: this file cannot be read"),
        (["why", "good.moves", "exile", "--game", "2"], "there is no game 2 in this file"),
        (["why", "bad.moves", "exile"], "bad.moves: no cards could be dealt: there is no game `x`"),
        (["replay", "good.moves", "--legal", "--every"], "--legal and --every cannot be used together"),
        (["replay", "good.moves", "--output-format", "json"], "--output-format json belongs to --legal"),
    ],
)
def test_what_cannot_be_answered(arguments: list[str], said: str, folder: Path) -> None:
    (folder / "good.moves").write_text(GOOD)
    (folder / "bad.moves").write_text('[Game "x"]\n\n*')
    run = leoni(*arguments)
    assert (run.code, run.out) == (2, "")
    assert said in run.err


def test_from_python() -> None:
    (record,) = lr.loads(LOOSE)
    replay = lr.replay(record)
    assert [str(one) for one in lr.legal(replay)] == [str(move.move) for move in lr.legal(replay, 3)]
    with pytest.raises(IndexError, match="there is no move 4: the game has 3 moves"):
        lr.legal(replay, 4)
    with pytest.raises(ValueError):
        lr.why(replay, "nonsense")
    with pytest.raises(ValueError, match="is not a card"):
        lr.why(replay, Command("4", 77, "^"))
    with pytest.raises(TypeError):
        lr.why(replay, 7)  # type: ignore[arg-type]
    (broken,) = lr.loads('[Game "x"] *')
    with pytest.raises(IndexError, match="no cards could be dealt"):
        lr.legal(lr.replay(broken))
