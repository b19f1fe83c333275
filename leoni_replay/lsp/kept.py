"""A game of a document with its cached results, which are valid until the game is changed."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from leoni_replay.notation import RawGame, dumps, parse
from leoni_replay.record.canonical import respelled
from leoni_replay.record.judge import judge
from leoni_replay.record.replay import replay
from leoni_replay.record.result import Replay
from leoni_replay.record.verdict import Verdict
from leoni_replay.show.story import Chapter, chapters


class Kept:
    """The text of a game, wherever it stands in its file, and cached results about it.

    Offsets and the places of diagnostics are relative to a file with this game alone.
    """

    def __init__(self, raw: RawGame) -> None:
        self.text = raw.text
        self.raw = raw._replace(number=1, line=1)
        #: cached answers by request, with the place of the game at that time
        self.made: dict[str, tuple[tuple[int, ...], Any]] = {}
        self._quick: Verdict | None = None
        self._full: Verdict | None = None

    def judged(self, hints: bool) -> bool:
        """Whether the result of :meth:`verdict` is cached."""
        return self._full is not None or (not hints and self._quick is not None)

    def verdict(self, hints: bool = False) -> Verdict:
        """The verdict of ``leoni verify``; unless ``hints`` is set, without what would make a rejected game right."""
        if self._full is None and (hints or self._quick is None):
            quick = judge(self.raw, hints=False) if self._quick is None else self._quick
            # Only rejected games have hints.
            if quick.status != "rejected":
                self._full = quick
            elif hints:
                self._full = judge(self.raw)
            self._quick = quick
        best = self._full or self._quick
        assert best is not None
        return best

    @property
    def verdict_so_far(self) -> Verdict:
        """The cached part of the verdict."""
        return self.verdict(hints=self._full is not None)

    @cached_property
    def replay(self) -> Replay:
        """The game, replayed up to its first error."""
        return replay(parse(self.raw), hints=False)

    @cached_property
    def formatted(self) -> str | None:
        """The game as ``leoni fmt`` writes it; None if it is rejected."""
        return dumps([respelled(self.replay)]) if self.replay.accepted else None

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
