"""The games of a file or folder one at a time, each with its number and the total."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from leoni_replay.diagnostics import Diagnostic, UserError
from leoni_replay.files.atomic import open_for_writing
from leoni_replay.files.find_games import NoGame, no_game, no_transcripts, stem_of, transcripts_in
from leoni_replay.notation.reader import parse
from leoni_replay.notation.split import split
from leoni_replay.notation.text_files import open_bytes, open_text
from leoni_replay.notation.transcript import Transcript
from leoni_replay.phrases import pluralize


class CountedFile(NamedTuple):
    """A file of transcripts.

    Attributes:
        path: where it is read.
        name: its name.
        games: its number of games.
        short_name: its name without the folder that was given.
    """

    path: str
    name: str
    games: int
    short_name: str


class NumberedGame(NamedTuple):
    """A game among all those of a file or folder.

    Attributes:
        transcript: the game.
        number: its number among them, from 1.
        total: their number.
        games_in_file: the number of games in its own file.
        in_folder: whether they come from a folder, or from several files.
        short_file: the name of its file without the folder that was given.
    """

    transcript: Transcript
    number: int
    total: int
    games_in_file: int
    in_folder: bool
    short_file: str

    @property
    def label(self) -> str:
        """The label of the game: ``game 2 of 3``, with its file if there can be several; empty for a single game."""
        if not self.in_folder:
            return f"game {self.number} of {self.total}" if self.total > 1 else ""
        file = self.transcript.file
        if self.games_in_file > 1:
            file += f", game {self.transcript.number} of {self.games_in_file}"
        return f"game {self.number} of {self.total} ({file})"


class Games:
    """The games of a path, or of several. They are counted first, so that each can be labelled ``game 2 of 3``.

    Attributes:
        is_folder: whether the path is a folder, or there are several.
        files: the files with games.
        empty: a diagnostic for each file of a folder that contains no game.
        count: the number of games.
    """

    def __init__(self, paths: Sequence[str], files: list[CountedFile], empty: list[Diagnostic]) -> None:
        self.is_folder: bool = len(paths) > 1 or os.path.isdir(paths[0])
        self._container: str = "these files" if len(paths) > 1 else f"this {'folder' if self.is_folder else 'file'}"
        self.files = files
        self.empty = empty
        self.count: int = sum(file.games for file in files)

    def explain_missing(self, number: int | None) -> str:
        """Return why there is no game of that number; empty if there is."""
        if number is None or number <= self.count:
            return ""
        hold = "they hold" if self._container == "these files" else "it holds"
        return f"there is no game {number} in {self._container}: {hold} {pluralize(self.count, 'game')}"

    def read(self, only: int | None = None) -> Iterator[NumberedGame]:
        """Yield the games in order, or only the one with the given number.

        Raises:
            OSError: a file cannot be read; ``filename`` is set.
        """
        games_before = 0
        for file in self.files:
            if only is None or games_before < only <= games_before + file.games:
                with _naming_errors(file.name), open_text(file.path) as stream:
                    for raw in split(stream, file.name):
                        number = games_before + raw.number
                        if only is None or number == only:
                            yield NumberedGame(
                                transcript=parse(raw),
                                number=number,
                                total=self.count,
                                games_in_file=file.games,
                                in_folder=self.is_folder,
                                short_file=file.short_name,
                            )
                        if number == only:
                            return
            games_before += file.games


@contextlib.contextmanager
def open_games(*paths: str) -> Iterator[Games]:
    """Count the games of files, of folders and their subfolders, or of standard input (``-``). Standard input and pipes
    can be read only once, so they are copied to a temporary file.

    Raises:
        OSError: a file or a folder cannot be read; ``filename`` is set.
        NoGame: no file has a game.
        UserError: there is no file in the folder.
    """
    with contextlib.ExitStack() as stack:
        files: list[CountedFile] = []
        empty: list[Diagnostic] = []
        for path in paths:
            for name in transcripts_in(path):
                if isinstance(name, OSError):
                    raise name
                with _naming_errors(name):
                    can_be_read_once = name == "-" or (os.path.exists(name) and not os.path.isfile(name))
                    readable_path = stack.enter_context(_copy(name)) if can_be_read_once else name
                    with open_text(readable_path) as text:
                        count = sum(1 for _ in split(text))
                if count:
                    short_name = _short_name(name, path, alone=len(paths) == 1)
                    files.append(CountedFile(readable_path, name, count, short_name))
                else:
                    empty.append(no_game(name))
        if not files:
            if empty:
                raise NoGame(empty[0].file)
            raise UserError(f"{paths[0]}: {no_transcripts(paths[0]).message}")
        yield Games(paths, files, empty)


def _short_name(file: str, path: str, *, alone: bool) -> str:
    """Return the name of a file without the folder that was given.

    Args:
        file: its name.
        path: what was given: the file itself, or its folder.
        alone: whether only this path was given; otherwise its folder's name stays.
    """
    if not os.path.isdir(path):
        return os.path.basename(file)
    inner_name = os.path.relpath(file, path)
    return inner_name if alone else os.path.join(os.path.basename(os.path.abspath(path)), inner_name)


@contextlib.contextmanager
def _naming_errors(name: str) -> Iterator[None]:
    """Set the file name in errors of the system: the error of a damaged archive lacks it."""
    try:
        yield
    except OSError as error:
        error.filename = error.filename or name
        raise


@contextlib.contextmanager
def _copy(name: str) -> Iterator[str]:
    """Copy standard input (``-``) or a pipe to a temporary file, and give the path of the copy."""
    with tempfile.TemporaryDirectory(prefix="leoni-") as folder:
        path = os.path.join(folder, "kept.moves")
        with contextlib.ExitStack() as stack:
            stream = open_bytes(name)
            # Standard input must stay open.
            if name != "-":
                stack.enter_context(stream)
            copy = stack.enter_context(open_for_writing(path, tempfile.gettempdir()))
            shutil.copyfileobj(stream, copy)
        yield path


def name_for(*paths: str) -> str:
    """Return the name of an output file for a path, or for several, without its suffix."""
    path = paths[0]
    if path == "-" or len(paths) > 1:
        return "games"
    return os.path.basename(os.path.abspath(path)) if os.path.isdir(path) else stem_of(path)
