"""A player who hears the table once, and after each move only what it changed, finishes every game, and knows at any
time how the table stands."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import leoni_replay as lr
from leoni_replay.play.game_file import GameFile
from leoni_replay.play.line_mode import play
from leoni_replay.play.new_game import deal_tags
from leoni_replay.play.session import Session
from leoni_replay.show.aloud import place_phrases
from leoni_replay.show.terminal import Terminal
from tests.play.games import TypingDesk

#: After how many moves without a card for the foundations or a new one from the stock the player gives up.
PATIENCE = 12


class Listener:
    """A player who knows what is said, and nothing else.

    Args:
        seed: what chance decides among moves that put nothing on the foundations.
    """

    def __init__(self, seed: str) -> None:
        self.random = random.Random(seed)
        #: what was said last of each place, by what it is called
        self.table: dict[str, str] = {}
        self.moves_without_play = 0
        self.words: set[str] = set()
        self._conversation = self._play()
        self._is_begun = False

    def type(self, said: list[str]) -> str | None:
        """What is typed after some lines; None at the end."""
        try:
            line = self._conversation.send(said) if self._is_begun else next(self._conversation)
            if not self._is_begun:
                self._is_begun = True
                line = self._conversation.send(said)
        except StopIteration:
            return None
        self.words.add(re.sub(r"\d+", "N", line))
        return line

    def _play(self) -> Iterator[str]:
        """The lines that are typed, each after what was said to the one before."""
        said = yield ""
        self._hear(said)
        while not any(re.match(r"The game is (won|lost)|Conceded", line) for line in said):
            said = yield "legal"
            moves = dict(re.findall(r"^(\d+)\. (.*)$", "\n".join(said), re.M))
            plays = [number for number, move in moves.items() if "to the foundation" in move]
            goes_on = any(move.startswith(("deal", "turn up", "gather")) for move in moves.values())
            self.moves_without_play = 0 if plays or goes_on else self.moves_without_play + 1
            if not moves or self.moves_without_play > PATIENCE:
                said = yield "concede"
                continue
            said = yield self.random.choice(plays or [*moves])
            while choice := re.search(r": type (\S+?),? ", said[0] + " "):
                said = yield choice[1]
            self._hear((yield "last"))

    def _hear(self, said: list[str]) -> None:
        """Note what is said of places."""
        for line in said:
            place, colon, rest = line.partition(": ")
            if colon and not re.match(r"\d+\. |record|The |Conceded|as a page|to step", line):
                self.table[place] = rest


def heard(game: str, seed: str, path: Path) -> tuple[Listener, TypingDesk]:
    """A game that is played by ear to its end."""
    out, desk = io.StringIO(), TypingDesk(Session(deal_tags(game, None, seed)), GameFile(path), by_ear=True)
    listener, heard_so_far = Listener(seed), 0

    def read(prompt: str) -> str:
        nonlocal heard_so_far
        said = out.getvalue()[heard_so_far:].splitlines()
        heard_so_far += len(out.getvalue()) - heard_so_far
        line = listener.type(said)
        if line in (None, "legal"):
            phrases = place_phrases(desk.session.visible_position).values()
            assert listener.table == dict(phrase.split(": ", 1) for phrase in phrases)
        if line is None:
            raise EOFError
        return line

    assert play(desk.typed_lines, Terminal(False, False, 100, False, out), read)
    assert not re.search("[♣♦♥♠]", out.getvalue())
    return listener, desk


@pytest.mark.parametrize(
    ("game", "number"),
    [
        pytest.param(game, number, marks=[] if (game, number) == ("Labyrinth", 0) else pytest.mark.long)
        for game in lr.GAMES
        for number in range(10)
    ],
)
def test_every_game_is_played_to_its_end_by_ear(game: str, number: int, tmp_path: Path) -> None:
    listener, desk = heard(game, f"seed:by-ear-{number}", tmp_path / "game.moves")
    assert desk.session.result in ("won", "lost", "conceded")
    # Nothing but what changed, and what can be played, was asked for.
    assert listener.words - {"", "N"} <= {"legal", "last", "concede", *desk.session.game.ways, "^", "v"}, listener.words
    (verdict,) = lr.verify(desk.file.path)
    assert verdict.status == "verified" and verdict.moves == desk.session.move_number > 0
