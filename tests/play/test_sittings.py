"""Undo and redo: the same in one sitting and in two, whatever is taken back; and a game that is only opened stays as it
is."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import leoni_replay as lr
from leoni_replay.notation.writer import dumps
from leoni_replay.play.game_file import GameFile, resume
from leoni_replay.play.new_game import deal_tags
from leoni_replay.play.session import Session
from tests.cli.runs import leoni
from tests.play.games import TypingDesk

HEAD = '[Game "Leoni\'s Own"]\n[Rules "wikipedia"]\n[Deal "seed:1884"]\n\n'
#: An order that nobody but the player knows.
RUG = """\
[Game "The Japanese Rug"]
[Rules "dick-1898; JR7=shuffled"]
[Deal "layout"]
[Layout "C^: TC
D^: KD
H^: KH
S^: KS
r1: -- -- -- -- -- -- -- 3C
talon: QC 5C KC
stock: -
deal: 1"]
[Pack2 "KC 5C QC"]

1. redeal deal+KC *
"""
#: A redeal in another order than the text of the deal gives.
SEEDED = """\
[Game "The Japanese Rug"]
[Rules "dick-1898; JR7=shuffled"]
[Deal "seed:undo-1"]
[Result "*"]
[Pack2 "AD QS 7H 3C 4H 2C 8H 5S 9C JH 6H 6S 7H 5H 8H QH 8C 5H KD 8S 3C 4C 8D AH KS 4S 9H 4H 6H TH 6C QD 3H 3H"]

1. r2c1:QHv deal:QCv r6c1:QDv r8c4:JHv r8c2:QSv deal:3H>talon deal:8H>talon r1c1:7H>talon r1c2:JCv
10. r8c3:TCv r7c3:JDv r5c8:TDv r7c2:2D^ r2c2:9Dv r8c8:8Dv r7c1:7Dv deal+QD r1c3:6Dv r8c7:5Dv
20. r7c7:8H>talon r1c8:9H>talon deal:QD>talon r8c6:KD>talon deal:3C>talon deal:9Cv r7c8:8Cv
27. r3c8:4C>talon r7c6:3C>talon deal+QH deal:QH>talon deal:8C>talon deal:7Cv deal+5S deal:5S>talon
35. r6c2:4S>talon deal:6S>talon deal:2C^ r7c4:7S>talon r3c1:8S>talon deal+3S r5c1:9S>talon r5c2:JSv
43. r1c7:TS>talon talon:TSv talon:9Sv talon:8Sv talon:7Sv r2c8:6Sv r2c7:2S^ deal:3S^ r3c7:4Dv
52. deal:6H>talon r8c1:5H>talon r1c6:4H>talon r4c1:3H>talon deal+6H deal:6H>talon deal+AH
59. deal:AH>talon deal+9C deal:9C>talon deal:7H>talon deal:3D^ deal:3D>talon talon:3Dv deal+QS
67. deal:QS>talon r6c6:KS>talon deal+2C deal:2C>talon deal:8S>talon deal+AD deal:AD>talon
74. deal:TH>talon talon:THv deal:4H>talon deal:6C>talon deal:8D>talon deal:TH>talon r8c5:JH>talon
81. r7c5:2H^ deal+5H deal:5H>talon deal:4S^ deal:4D^ r6c8:5D^ r6c3:6D^ r2c3:7D^ r5c3:6Cv r4c8:5Cv
91. r3c6:4Cv redeal *
"""
SHUFFLED = [("Anna", "dick-1898; AN7=shuffled"), ("The Japanese Rug", "dick-1898; JR7=shuffled")]


def again(path: Path) -> TypingDesk:
    session, saved, said = resume(path)
    assert said == ""
    return TypingDesk(session, saved)


def lines(desk: TypingDesk) -> list[str]:
    """The lines of the record, whatever the order of its tags."""
    return sorted(dumps(desk.session.transcript()).splitlines())


def without_names(messages: list[str]) -> list[str]:
    """Messages without the names of their files: only who stays goes back to the file of a win that is won again."""
    return [re.sub(r"\b(?:one|two)(?:-\d+)?(?=\.\w+)", "FILE", message) for message in messages]


@pytest.mark.share(5)
@pytest.mark.parametrize("game, rules", [*((name, None) for name in lr.GAMES), *SHUFFLED])
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 4))])
def test_one_sitting_and_many(game: str, rules: str | None, seed: int, tmp_path: Path) -> None:
    """A player who leaves after every line sees what a player sees who stays."""
    draw = random.Random(f"{game} {seed}")
    one, two = (
        TypingDesk(Session(deal_tags(game, rules, f"seed:{seed}")), GameFile(tmp_path / f"{name}.moves"))
        for name in ("one", "two")
    )
    first = one.begin()[2:]
    assert first == two.begin()[2:]
    for _ in range(120 if seed else 8):
        legal = [str(move) for move in one.session.choices()] or ["undo"]
        redeal = [move for move in legal if move == "redeal"]
        back = ["undo", "undo 2", "undo 7", "redo", "redo 3", "comment here", "mark !", "finish", "auto"]
        text = draw.choice([*(redeal or [draw.choice(legal)]) * 4, draw.choice(legal), draw.choice(back)])
        before = two.file.path.read_bytes()
        two = again(two.file.path)
        two.auto = one.auto
        assert two.file.path.read_bytes() == before
        assert without_names(one.enter(text)) == without_names(two.enter(text)), text
        assert not one.session.omissions
        assert lines(one) == lines(two)
        (verdict,) = lr.verify(two.file.path)
        assert verdict.status == "verified" and verdict.digest == two.session.game_in_play.digest


def test_an_order_that_was_written_down_stays(tmp_path: Path) -> None:
    path = tmp_path / "rug.moves"
    path.write_text(RUG, encoding="utf-8")
    end = again(path).session.game_in_play.digest
    again(path).enter("undo 2")
    assert '[Pack2 "KC 5C QC"]' in path.read_text(encoding="utf-8")
    desk = again(path)
    assert desk.enter("redo 2") and desk.session.game_in_play.digest == end
    # Also if it is not the order that the text of the deal gives.
    path.write_text(SEEDED, encoding="utf-8")
    digest = again(path).session.game_in_play.digest
    for texts in (["undo", "redo"], ["undo", "redeal"], ["undo 3", "redo 3"]):
        for text in texts:
            desk = again(path)
            desk.enter(text)
        assert desk.session.game_in_play.digest == digest


def test_what_is_only_opened_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "game.moves"
    for text in (f"{HEAD}11:2S^  (6:2S^)\n*", RUG, '[Game "Labyrinth"]\n\ndeal+QD,QC,9S,2C,6D,KS,2S,3C r2c4:2C^ *'):
        path.write_text(text, encoding="utf-8")
        path.chmod(0o400)
        run = leoni("play", "--plain", str(path), stdin="table\nlegal\nwhy 9:KS\nquit\n")
        assert run.code == 0 and path.read_text(encoding="utf-8") == text
        path.chmod(0o600)


@pytest.mark.long
def test_what_is_taken_back_may_be_long(tmp_path: Path) -> None:
    """More than a tag holds, with everything that stands in it."""
    path = tmp_path / "heavy.moves"
    notes = [f'{n} "\\\n[Event "x"] ' + '"é\\' * 20_000 for n in range(20)]
    moves = " ".join(["11:2S^ 11:QCv", *(f"{{{note}}}" for note in notes), "(4:3S^ {there}) 4:3S^"])
    path.write_text(f"{HEAD}{moves} *\n", encoding="utf-8")
    again(path).enter("mark !")
    whole = path.read_text(encoding="utf-8")
    assert again(path).enter("undo 3")[0] == "3 moves taken back: 0 moves played"
    assert len(next(iter(lr.load(path))).tags) > 5 and next(iter(lr.verify(path))).moves == 0
    again(path).enter("redo 3")
    assert path.read_text(encoding="utf-8") == whole


def test_a_misplay_that_is_replaced_does_not_go_without_a_word(tmp_path: Path) -> None:
    path = tmp_path / "game.moves"
    path.write_text(f"{HEAD}11:2S^ misplay 1:TD>2 *\n", encoding="utf-8")
    desk = again(path)
    assert "not in the record" not in "".join(desk.enter("undo"))
    assert again(path).enter("redo")[0] == "2. misplay 1:TD>2"
    desk = again(path)
    desk.enter("undo")
    said = desk.enter("11:QCv")[-1]
    assert said.startswith("misplay 1:TD>2 is not in the record, like everything played after it: misplays and cards")
    assert desk.enter("4:3S^")[-1] != said
    # Nor does a move that a misplay replaces.
    assert desk.enter("undo 2") and "11:QCv is not in the record" in desk.enter("misplay 1:TD>2")[-1]
