"""An open file: its text, cut into games. Games that did not change are kept with their results."""

from __future__ import annotations

import io
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from typing import Any, Final, NamedTuple

from leoni_replay.games.user_books import SCHEME, folders
from leoni_replay.lsp.offsets import Lines, Place, Units
from leoni_replay.notation.reader import parse
from leoni_replay.notation.split import RawGame, split
from leoni_replay.notation.writer import dumps
from leoni_replay.record.canonical import respell
from leoni_replay.record.judge import judge
from leoni_replay.record.replay import replay
from leoni_replay.record.result import Replay
from leoni_replay.record.verdict import Verdict
from leoni_replay.show.story import Chapter, chapters

#: how many characters are read at a time when the text is cut into games again
_CHUNK: Final = 1 << 16
#: how many games that are no longer in the text are kept, so that an undone change needn't be read again
_LATELY: Final = 64


class CachedGame:
    """The text of a game, wherever it stands in its file, and cached results about it.

    Offsets and the places of diagnostics are relative to a file with this game alone.
    """

    def __init__(self, raw: RawGame) -> None:
        self.text = raw.text
        self.raw = raw._replace(number=1, line=1)
        #: cached answers by request, with the place of the game at that time
        self.made: dict[str, tuple[tuple[int, ...], Any]] = {}
        self._verdict: Verdict | None = None
        #: whether the verdict has hints; only rejected games can have any
        self._has_hints = False

    def judged(self, hints: bool) -> bool:
        """Whether the result of :meth:`verdict` is cached."""
        return self._verdict is not None and (self._has_hints or not hints)

    def verdict(self, hints: bool = False) -> Verdict:
        """Return the verdict of ``leoni verify``; without ``hints`` perhaps without corrections."""
        if self._verdict is None:
            self._verdict = judge(self.raw, hints=False)
            self._has_hints = self._verdict.status != "rejected"
        if hints and not self._has_hints:
            self._verdict, self._has_hints = judge(self.raw), True
        return self._verdict

    @cached_property
    def replay(self) -> Replay:
        """The game, replayed up to its first error."""
        return replay(parse(self.raw), hints=False)

    @cached_property
    def formatted(self) -> str | None:
        """The game as ``leoni fmt`` writes it; None if it is rejected."""
        return dumps([respell(self.replay)]) if self.replay.accepted else None

    @cached_property
    def chapters(self) -> list[tuple[Chapter, int]]:
        """The chapters of the game, each with its offset in the text; none if no cards are dealt."""
        replayed = self.replay
        if not replayed.dealt:
            return []
        begin = max((tag.end for tag in replayed.transcript.tags), default=0)
        moves = list(replayed.transcript.moves())
        starts = [begin, *(move.start for move in moves[:1])]
        return [
            (chapter, starts[-1] if not chapter.first else moves[chapter.first - 1].start)
            for chapter in chapters(replayed)
        ]


class GameInText(NamedTuple):
    """A game in its text: the offsets where it begins and ends, and its number from 1."""

    start: int
    end: int
    number: int
    game: CachedGame


class Document:
    """An open file. A shallow copy of it doesn't change with it.

    Args:
        file: its path, beside which its rule books are; empty for a text without a file.
        text: its text as the editor has it.
        units: the units in which the editor counts the characters of a line.
    """

    def __init__(self, file: str, text: str, units: Units = "utf-16") -> None:
        self.file = file
        self.lines = Lines(text, units)
        self.games: list[GameInText] = []
        #: the games by their texts, and the last ones that are gone: if you undo a change, they needn't be judged again
        self._known: dict[str, CachedGame] = {}
        self._cut()

    def change(self, start: Place | None, end: Place | None, text: str) -> None:
        """Apply a change: replace the text between two places, or all of it."""
        old = self.lines
        self.lines = Lines(text, old.units) if start is None or end is None else old.changed(start, end, text)
        self._cut()

    def reread(self) -> bool:
        """Forget what depends on users' rule books, which may have changed; return whether anything does."""
        everything = bool(folders())
        before = self.games
        self.games = [
            placed._replace(game=CachedGame(placed.game.raw)) if everything or SCHEME in placed.game.text else placed
            for placed in before
        ]
        self._known = {placed.game.text: placed.game for placed in self.games}
        return self.games != before

    def around(self, start: int, end: int) -> Iterator[GameInText]:
        """Yield the games that overlap a span of the text."""
        at = max(bisect_right(self.games, start, key=lambda placed: placed.start) - 1, 0)
        for placed in self.games[at:]:
            if placed.start > end:
                return
            yield placed

    def at(self, offset: int) -> GameInText | None:
        """Return the game at an offset into the text."""
        return next((placed for placed in self.around(offset, offset) if offset <= placed.end), None)

    def _cut(self) -> None:
        """Cut the text into games. A game that was there before keeps its results."""
        # The reader passes over one byte order mark; the text here has lost its own.
        raws = split(io.StringIO(f"\ufeff{self.lines.plain}", newline=""), self.file, chunk=_CHUNK)
        self.games = []
        for raw in raws:
            game = self._known.pop(raw.text, None) or CachedGame(raw)
            self._known[raw.text] = game
            start = self.lines.starts[raw.line - 1]
            self.games.append(GameInText(start, start + len(raw.text), raw.number, game))
        for text in list(self._known)[: -len(self.games) - _LATELY]:
            del self._known[text]
