"""The games of a file or folder one at a time, each with its number and the total."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from typing import NamedTuple

from leoni_replay.diagnostics import Diagnostic, UserError
from leoni_replay.files.atomic import opened
from leoni_replay.files.find_games import NoGame, no_game, no_transcripts, stem_of, transcripts_in
from leoni_replay.notation.reader import parse
from leoni_replay.notation.split import split
from leoni_replay.notation.text_files import open_bytes, open_text
from leoni_replay.notation.transcript import Transcript
from leoni_replay.phrases import counted


class Source(NamedTuple):
    """A file of transcripts: where to read it, its name, and its number of games."""

    path: str
    name: str
    games: int


class Numbered(NamedTuple):
    """A game with its number, the total, and the number of games in its file; ``folder`` is set if they come from a
    folder."""

    transcript: Transcript
    number: int
    total: int
    in_file: int
    folder: bool

    @property
    def which(self) -> str:
        """The label of the game: ``game 2 of 3``, with its file if there can be several; empty for a single game."""
        if self.total == 1 and not self.folder:
            return ""
        file = self.transcript.file
        if self.folder and self.in_file > 1:
            file += f", game {self.transcript.number} of {self.in_file}"
        return f"game {self.number} of {self.total}" + (f" ({file})" if self.folder else "")


class Games:
    """The games of a path. They are counted first, so that each can be labelled ``game 2 of 3``.

    ``empty`` holds diagnostics for files of a folder that contain no game.
    """

    def __init__(self, path: str, sources: list[Source], empty: list[Diagnostic]) -> None:
        self.path = path
        self.folder = os.path.isdir(path)
        self.sources = sources
        self.empty = empty
        self.count = sum(source.games for source in sources)

    def missing(self, number: int | None) -> str:
        """Return why there is no game of that number; empty if there is."""
        place = "folder" if self.folder else "file"
        if number is None or number <= self.count:
            return ""
        return f"there is no game {number} in this {place}: it holds {counted(self.count, 'game')}"

    def read(self, only: int | None = None) -> Iterator[Numbered]:
        """Yield the games in order, or only the one with the given number.

        Raises:
            OSError: a file cannot be read; ``filename`` is set.
        """
        before = 0
        for source in self.sources:
            if only is None or before < only <= before + source.games:
                with _named(source.name), open_text(source.path) as stream:
                    for raw in split(stream, source.name):
                        number = before + raw.number
                        if only is None or number == only:
                            yield Numbered(parse(raw), number, self.count, source.games, self.folder)
                        if number == only:
                            return
            before += source.games


@contextlib.contextmanager
def counted_games(path: str) -> Iterator[Games]:
    """Count the games of a file, of a folder and its subfolders, or of standard input (``-``). Standard input and pipes
    can be read only once, so they are copied to a temporary file.

    Raises:
        OSError: a file or a folder cannot be read; ``filename`` is set.
        NoGame: no file has a game.
        UserError: there is no file in the folder.
    """
    with contextlib.ExitStack() as stack:
        sources: list[Source] = []
        empty: list[Diagnostic] = []
        for file in transcripts_in(path):
            if isinstance(file, OSError):
                raise file
            with _named(file):
                once = file == "-" or (os.path.exists(file) and not os.path.isfile(file))
                place = stack.enter_context(_kept(file)) if once else file
                with open_text(place) as stream:
                    games = sum(1 for _ in split(stream))
            if games:
                sources.append(Source(place, file, games))
            else:
                empty.append(no_game(file))
        if not sources:
            if empty:
                raise NoGame(empty[0].file)
            raise UserError(f"{path}: {no_transcripts(path).message}")
        yield Games(path, sources, empty)


@contextlib.contextmanager
def _named(name: str) -> Iterator[None]:
    """Set the file name in errors of the system: the error of a damaged archive lacks it."""
    try:
        yield
    except OSError as error:
        error.filename = error.filename or name
        raise


@contextlib.contextmanager
def _kept(source: str) -> Iterator[str]:
    """Copy standard input or a pipe to a temporary file, and give its path."""
    with tempfile.TemporaryDirectory(prefix="leoni-") as folder:
        path = os.path.join(folder, "kept.moves")
        # Standard input must stay open.
        stream = open_bytes(source)
        with opened(path, tempfile.gettempdir()) as file, contextlib.nullcontext() if source == "-" else stream:
            shutil.copyfileobj(stream, file)
        yield path


def name_for(path: str) -> str:
    """Return the name of an output file for a path, without its suffix."""
    if path == "-":
        return "games"
    return os.path.basename(os.path.abspath(path)) if os.path.isdir(path) else stem_of(path)
