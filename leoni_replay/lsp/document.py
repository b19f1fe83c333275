"""An open file: its text, cut into games. Games that did not change are kept with their results."""

from __future__ import annotations

import contextlib
import io
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from typing import Any, Final, NamedTuple

from leoni_replay.games.faults import ProgramFault, program_faults
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
_FORMER_GAMES: Final = 64


class CachedGame:
    """The text of a game, wherever it stands in its file, and cached results about it.

    Offsets and the places of diagnostics are relative to a file with this game alone.
    """

    def __init__(self, raw: RawGame) -> None:
        self.text: str = raw.text
        self.raw: RawGame = raw._replace(number=1, line=1)
        #: cached answers by request, each with the place of the game at that time
        self.answers: dict[str, tuple[tuple[int, ...], Any]] = {}
        self._verdict: Verdict | None = None
        #: whether the verdict has hints; only rejected games can have any
        self._has_hints = False

    def has_verdict(self, hints: bool) -> bool:
        """Whether the result of :meth:`verdict` is cached, if ``hints`` is set with its corrections."""
        return self._verdict is not None and (self._has_hints or not hints)

    def verdict(self, hints: bool = False) -> Verdict:
        """Return the verdict of ``leoni verify``.

        Args:
            hints: whether corrections are needed, which take long to find; otherwise the verdict has them only if they
                were found before.
        """
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
    def formatted_text(self) -> str | None:
        """The game as ``leoni fmt`` writes it; None if it is rejected, or the program fails to write it."""
        if not self.replay.accepted:
            return None
        with contextlib.suppress(ProgramFault), program_faults():
            return dumps([respell(self.replay)])
        return None

    @cached_property
    def chapters(self) -> list[tuple[Chapter, int]]:
        """The chapters of the game, each with its offset in the text; none if no cards are dealt, or the program fails
        to find them."""
        with contextlib.suppress(ProgramFault), program_faults():
            return self._find_chapters()
        return []

    def _find_chapters(self) -> list[tuple[Chapter, int]]:
        """Return the chapters of the game, each with its offset in the text; none if no cards are dealt."""
        replayed = self.replay
        if not replayed.dealt:
            return []
        moves = list(replayed.transcript.moves())
        # A chapter before the first move begins with that move, or after the tags if there is none.
        tags_end = max((tag.end for tag in replayed.transcript.tags), default=0)
        start_of_moves = moves[0].start if moves else tags_end
        return [
            (chapter, moves[chapter.first - 1].start if chapter.first else start_of_moves)
            for chapter in chapters(replayed)
        ]


class Section(NamedTuple):
    """The part of a text with one game: the offsets where it begins and ends, the number of the game from 1, and the
    game."""

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
        self.lines: Lines = Lines(text, units)
        self.sections: list[Section] = []
        #: the games by their texts, and the last ones that are gone: if you undo a change, they needn't be judged again
        self._known: dict[str, CachedGame] = {}
        self._cut()

    def change(self, start: Place | None, end: Place | None, text: str) -> None:
        """Apply a change: replace the text between two places, or all of it."""
        if start is None or end is None:
            self.lines = Lines(text, self.lines.units)
        else:
            self.lines = self.lines.replace(start, end, text)
        self._cut()

    def reread(self) -> bool:
        """Forget what depends on users' rule books, which may have changed; return whether anything does."""
        all_may_depend = bool(folders())
        sections_before = self.sections
        self.sections = []
        for section in sections_before:
            if all_may_depend or SCHEME in section.game.text:
                section = section._replace(game=CachedGame(section.game.raw))
            self.sections.append(section)
        self._known = {section.game.text: section.game for section in self.sections}
        return self.sections != sections_before

    def around(self, start: int, end: int) -> Iterator[Section]:
        """Yield the sections that overlap a span of the text."""
        first = max(bisect_right(self.sections, start, key=lambda section: section.start) - 1, 0)
        for section in self.sections[first:]:
            if section.start > end:
                return
            yield section

    def at(self, offset: int) -> Section | None:
        """Return the section at an offset into the text; None if there is none."""
        for section in self.around(offset, offset):
            if offset <= section.end:
                return section
        return None

    def _cut(self) -> None:
        """Cut the text into games. A game that was there before keeps its results."""
        # The reader passes over one byte order mark; the text here has lost its own.
        raw_games = split(io.StringIO(f"\ufeff{self.lines.plain}", newline=""), self.file, chunk=_CHUNK)
        self.sections = []
        for raw in raw_games:
            game = self._known.pop(raw.text, None) or CachedGame(raw)
            # It goes to the end: the games that have been gone for longest are forgotten first.
            self._known[raw.text] = game
            start = self.lines.starts[raw.line - 1]
            self.sections.append(Section(start, start + len(raw.text), raw.number, game))
        # Before the games of this text come those that are gone; the last of them are kept.
        for text in list(self._known)[: -len(self.sections) - _FORMER_GAMES]:
            del self._known[text]
