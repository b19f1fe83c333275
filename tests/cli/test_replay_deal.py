"""``leoni replay`` and ``leoni deal``: tables on the screen."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import leoni_replay as lr
from tests.cli.runs import GOOD, HEAD, MISFIT, leoni

GAMES = Path(__file__).parents[2] / "transcripts/games"

DEALT = """\
Leoni's Own, wikipedia, seed:1884

C^  D^  H^  S^  Cv  Dv  Hv  Sv
AC  AD  AH  AS  KC  KD  KH  KS

1   2   3   4   5   6   7   8   9   10  11  12  13
JC  3H  6D  2C  3H  7H  QS  QD  AD  3S  10H 7D  6D
QH  10C 5D  10S 8D  QC  9D  AS  6H  4S  9S  JS  3D
7C  5H  4H  10C 8H  AH  8H  5C  JS  4D  9D  7S  10S
8C  8D  9C  5C  QD  8S  5S  KD  KC  4S  9S  2D  9H
7D  9C  2C  2H  9H  AC  3C  6C  5D  6S  5S  4D  7S
7H  7C  6S  JH  KH  2H  2D  4C  10D 8C  QC  3C  JC
10D 5H  10H 3S  4H  2S  3D  JD  8S  KS  2S  JH

exile: 6 cards face down

first of 3 deals

the top card of a place is the last one of its column or line

DealHash 0d6f9caf6b77cc07
digest 04d23900b2766e67
"""


@pytest.fixture(autouse=True)
def files(folder: Path) -> None:
    (folder / "good.moves").write_text(GOOD, encoding="utf-8")
    (folder / "misfit.moves").write_text(MISFIT, encoding="utf-8")
    (folder / "two.moves").write_text(f"{MISFIT}\n{GOOD}", encoding="utf-8")


def test_deal_in_letters_at_60_columns() -> None:
    assert leoni("deal", "seed:1884", "--ascii", COLUMNS="60") == (0, DEALT, "")


def test_a_layout_is_a_deal_again(folder: Path) -> None:
    layout = leoni("deal", "seed:1884", "--format", "layout").out
    head = HEAD.replace("seed:1884", "layout")
    (folder / "again.moves").write_text(f'{head}[Layout "{layout}"]\n\n{{= digest 04d23900b2766e67}} *\n', "utf-8")
    assert leoni("verify", "again.moves").code == 0


def test_the_end() -> None:
    run = leoni("replay", "good.moves")
    assert run.code == 0
    assert "\n56. 5:3Dv  3♦ from pile 5 to the foundation (down)\n" in run.out
    assert run.out.endswith(
        "\n\nthird of 3 deals, nothing fits and no exile is left\n\n"
        "the top card of a place is the last one of its column or line\n\n"
        "The game is lost: the last deal came to a standstill with no exile left; 50 cards are not on the\n"
        "foundations.\nverified: lost after 56 moves; "
        "2 moves (reversals) were still legal, digest 905fddf640080ce5\n"
    )


def test_a_position_as_a_layout() -> None:
    """What a Layout tag takes, and `leoni solve --deal`: the same position, hidden cards included."""
    path = str(GAMES / "martha-won.moves")
    (record,) = lr.load(path)
    for number in (0, 20):
        layout = leoni("replay", path, "--at", str(number), "--format", "layout").out
        position = lr.replay(record).at(number)
        assert lr.new("Martha", layout=layout).position.digest == position.digest and layout == position.text
    solved = leoni("solve", "--deal", leoni("replay", path, "--at", "40", "--format", "layout").out, "--game", "Martha")
    assert solved.code == 0 and ": won in " in solved.out
    last = leoni("replay", path, "--format", "layout").out
    assert lr.new("Martha", layout=last).position.digest == lr.replay(record).digest
    for other in ("--step", "--every", "--legal", "--plain"):
        assert leoni("replay", path, other, "--format", "layout").code == 2


def test_every_position_has_its_digest() -> None:
    path = str(GAMES / "martha-lost.moves")
    (record,) = lr.load(path)
    replay = lr.replay(record)
    digests = [replay.at(number).digest for number in range(replay.moves + 1)]
    every = leoni("replay", path, "--every").out
    assert re.findall("^digest (.*)$", every, re.M) == digests
    stepped = leoni("replay", path, "--step", stdin="2\n\nq\n").out
    assert re.findall("^digest (.*)$", stepped, re.M) == [digests[0], *digests[2:4]]
    assert f"digest {digests[2]}" in leoni("replay", path, "--plain", "--step", stdin="2\ndigest\nq\n").out
