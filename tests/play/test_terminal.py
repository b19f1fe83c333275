"""What somebody at a terminal sees: the table drawn after every move, lists as tables, and replays step by step."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import leoni_replay as lr
from leoni_replay.play.game_file import GameFile
from leoni_replay.play.line_mode import play
from leoni_replay.play.new_game import deal_tags
from leoni_replay.play.session import Session
from leoni_replay.show.replayed import step
from leoni_replay.show.story import make_story
from leoni_replay.show.terminal import Terminal
from tests.cli.runs import leoni
from tests.play.games import TypingDesk

RECORDS = Path(__file__).parents[2] / "transcripts"
#: Terminal escapes, a change of the reading direction, markup of rich.
HOSTILE = "\x1b[2J\x1b]0;owned\x07 \x9b31m \u202e [bold red]x[/]"


def typed(*lines: str) -> Iterator[str]:
    yield from lines
    raise EOFError


def drawn(game: str, path: Path, *lines: str, ascii: bool = False, color: bool = False, width: int = 80) -> str:
    """What a terminal shows while some lines are typed, with their prompts."""
    out, left = io.StringIO(), iter(lines)

    def read(prompt: str) -> str:
        line = next(left, None)
        out.write(f"{prompt}{line}\n")
        if line is None:
            raise EOFError
        return line

    desk = TypingDesk(Session(deal_tags(game, None, "seed:1884")), GameFile(path))
    assert play(desk.typed_lines, Terminal(ascii, color, width, True, out), read, draws=True)
    return out.getvalue()


@pytest.mark.share(3)
@pytest.mark.parametrize("game", lr.GAMES)
def test_every_game_is_drawn_after_every_move(game: str, tmp_path: Path) -> None:
    said = drawn(game, tmp_path / "a.moves", "legal", "1", "legal", "1", "undo", "redo", "?", ascii=True)
    assert said.isascii() and "not played" not in said
    assert said.count("outcome") == 2 and "help lists what can be typed" in said
    (verdict,) = lr.verify(tmp_path / "a.moves")
    assert (verdict.status, verdict.moves) == ("verified", 2)


#: A card, a move, or a place with its card in a drawn table.
TOKEN = re.compile(r"(?:10|[2-9AJQK])[♣♦♥♠]|\b[\w^]+:[\w^>~,]+")


@pytest.mark.long
@pytest.mark.parametrize("game", lr.GAMES)
def test_no_card_is_broken_at_the_edge_of_the_screen(game: str, tmp_path: Path) -> None:
    """At any width the same cards and moves are there, and only a word that is wider reaches beyond the edge."""
    lines = ["legal", "1", "legal", "1", "KS^", "why KS^", "top", "undo", "help"]
    wanted: Counter[str] = Counter()
    for width in (400, *range(100, 29, -1)):
        path = tmp_path / f"{width}.moves"
        said = drawn(game, path, *lines, width=width)
        wanted = wanted or Counter(TOKEN.findall(said))
        assert Counter(TOKEN.findall(said)) == wanted, width
        too_long = [line for line in said.splitlines() if len(line) > width]
        assert all(": leoni " in line or str(path) in line or len(line.split()) == 1 for line in too_long), too_long


def test_cards_that_can_be_played_stand_out(tmp_path: Path) -> None:
    said = drawn("Leoni's Own", tmp_path / "a.moves", "11:2S", "7:3D", color=True)
    # Both deuces of spades; then the queen under one of them, and the three.
    first, second = said.split("1> ")[0], said.split("1> ")[1].partition("2> ")[0]
    assert [part.count("\x1b[7m") + part.count(";7m") for part in (first, second)] == [2, 2]
    # A refusal leaves the table where it was.
    assert "3♦ does not fit" in said and "A♣" not in said.split("2> ")[1]


def test_hostile_text_is_drawn_and_not_obeyed(tmp_path: Path) -> None:
    said = drawn("Martha", tmp_path / "a.moves", "comment [bold red]x[/]", "moves", HOSTILE)
    assert said.count("[bold red]x[/]") >= 2 and "\x1b[2J" not in said.replace(HOSTILE, "")


def test_a_replay_step_by_step() -> None:
    run = leoni("replay", "--step", str(RECORDS / "games/annotated.moves"), stdin="\n\nb\n18\n0\nb\n99\nx\n56\n\nq\n\n")
    shown = [match[0] for match in re.finditer(r"^(?:\d+(?=\. )|as dealt)", run.out, re.M)]
    assert run.code == 0 and shown == ["as dealt", "1", "2", "1", "18", "as dealt", "56"]
    for said in (
        "These are the cards as dealt.",
        "There is no move 99: the game has 56 moves.",
        "This is the last move.",
        "verified: lost after 56 moves",
    ):
        assert run.out.count(said) == 1
    assert run.out.count("Enter shows the next move") == 2
    assert leoni("replay", "--step", "--at", "55", str(RECORDS / "games/annotated.moves")).out.count("\nas dealt") == 0


@pytest.mark.parametrize("code", ["M203", "C401", "S003", "H103"])
def test_a_rejected_record_is_shown_up_to_its_error(code: str) -> None:
    run = leoni("replay", "--step", "--ascii", str(RECORDS / f"rejected/{code}.moves"))
    assert run.code == 1 and f"error[{code}]" in run.out and run.out.isascii()


def test_a_weave_is_numbered_and_told_in_full() -> None:
    out = io.StringIO()
    story = make_story(lr.replay(next(iter(lr.load(RECORDS / "games/wikipedia-won.moves")))))
    longest = max(story.moves, key=lambda move: len(move.prose))
    step(story, Terminal(True, False, 100, True, out), lambda prompt: next(typed()), at=longest.number)
    lifted = [longest.step.move.card, *(longest.step.move.path or ())]
    assert len(lifted) > 9
    assert all(f"'{turn}" in out.getvalue() for turn in range(1, len(lifted) + 1))
    assert longest.prose.split()[-1] in out.getvalue()


def test_a_review_step_by_step() -> None:
    run = leoni("review", "--step", str(RECORDS / "games/martha-lost.moves"), stdin="b\nq\n")
    assert run.code == 0 and "- cannot be won" in run.out and "+ can be won" in run.out
