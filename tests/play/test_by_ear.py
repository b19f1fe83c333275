"""A game that is heard: every word answers in phrases, and after a change only what changed is said."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

import leoni_replay as lr
from leoni_replay.play.game_file import GameFile
from leoni_replay.play.line_mode import play
from leoni_replay.play.new_game import deal_tags
from leoni_replay.play.session import Session
from leoni_replay.show.terminal import Terminal
from tests.play.games import TypingDesk


def heard(game: str, path: Path, *lines: str) -> list[str]:
    """What is said to each of some lines."""
    out, left = io.StringIO(), iter(lines)

    def read(prompt: str) -> str:
        line = next(left, None)
        out.write("\f")
        if line is None:
            raise EOFError
        return line

    desk = TypingDesk(Session(deal_tags(game, None, "seed:1884")), GameFile(path), by_ear=True)
    assert play(desk.typed_lines, Terminal(False, False, 100, False, out), read)
    return out.getvalue().split("\f")


def test_what_is_asked_is_answered_in_phrases(tmp_path: Path) -> None:
    words = ["top", "free", "pile 4", "where 2S", "legal", "2", "last", "left"]
    _, top, free, pile, where, legal, played, last, left, _ = heard("Leoni's Own", tmp_path / "a.moves", *words)
    assert "pile 4: 3 of spades, on 6 cards\n" in top and "clubs" not in top.split("pile 1:")[0]
    assert free == "2 of spades in pile 6\n2 of spades in pile 11\n"
    assert pile.startswith("pile 4: 3 of spades, jack of hearts, 2 of hearts, ")
    assert where == "2 of spades: pile 6\n2 of spades: pile 11\n"
    assert legal.splitlines()[1] == "2. 2 of spades from pile 11 to the foundation (up)"
    assert played.splitlines()[0] == last.splitlines()[0] == "1. 2 of spades from pile 11 to the foundation (up)"
    assert last.splitlines()[1:] == ["spades up: 2 of spades, then 3 of spades", "pile 11: queen of clubs, on 5 cards"]
    assert left.startswith("95 cards not on the foundations\n") and "spades up: 2 of spades, then 3 of spades" in left


def test_a_rule_is_said_when_it_is_asked_for(tmp_path: Path) -> None:
    _, refused, why, other, *_ = heard("Leoni's Own", tmp_path / "a.moves", "7:3D", "why", "pile 99", "where XX")
    assert "rule:" not in refused and "3 of diamonds does not fit" in refused
    assert "  rule: wikipedia 4, play" in why and "pile 7: 3 of diamonds, 2 of diamonds, " in why
    assert other.startswith("there is no place `99`: there are 1, 2, ")


def test_a_place_is_called_as_it_is_written_or_said(tmp_path: Path) -> None:
    words = ["pile r1c3", "pile row 1, column 3", "pile r1", "pile the stock", "pile S^", "pile r5c1"]
    _, written, said, row, stock, foundation, undealt, _ = heard("Labyrinth", tmp_path / "a.moves", *words)
    assert written == said == "row 1, column 3: 4 of clubs\n" and len(row.splitlines()) == 8
    assert (stock, foundation) == ("the stock: 40 cards, face down\n", "spades up: ace of spades, then 2 of spades\n")
    # A row that isn't dealt yet has no places.
    assert undealt == "there is no place `r5c1`: there are r1 and stock\n"


@pytest.mark.share(2)
@pytest.mark.parametrize("game", lr.GAMES)
def test_after_undo_only_what_changed_is_said(game: str, tmp_path: Path) -> None:
    begin, _, _, undone, again, table, _ = heard(game, tmp_path / "a.moves", "legal", "1", "undo", "redo", "table")
    assert 0 < len(undone.splitlines()) < len(begin.splitlines()) - 4
    assert len(table.splitlines()) > len(again.splitlines())
    # A card has one name.
    assert not re.search(r"[♣♦♥♠]", begin + undone + again + table)


def test_a_rug_says_how_a_card_lies(tmp_path: Path) -> None:
    (begin, _) = heard("The Japanese Rug", tmp_path / "a.moves")
    sideways = [line for line in begin.splitlines() if line.endswith(", sideways")]
    assert 0 < len(sideways) < 64
