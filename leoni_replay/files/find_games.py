"""Find transcripts and read the texts of their games; what cannot be read becomes a diagnostic."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import TextIO

from leoni_replay.diagnostics import NO_GAME, Diagnostic, Span, UserError
from leoni_replay.files.remote import files_at, is_remote, text_at
from leoni_replay.games import GAMES
from leoni_replay.games.faults import ProgramFault, program_faults
from leoni_replay.notation.split import RawGame, split
from leoni_replay.notation.text_files import open_text

#: The suffixes of transcripts, in lower or upper case; in a folder all other files are ignored.
SUFFIXES = (".moves", ".moves.gz")

#: a text of lines that are comments, as ``leoni solve`` writes it for games that it doesn't win
_ONLY_COMMENTS = re.compile(r"(?:\s*+;[^\n]*+)+\s*+")

#: the first bytes of every SQLite database
DATABASE = b"SQLite format 3\0"

_NOWHERE = Span(0, 0, 0, 0)


class NoGame(UserError):
    """Raised for a file that can be read, but has no game."""

    def __init__(self, file: str) -> None:
        super().__init__(f"{file}: {no_game(file).message}")


def transcripts_in(path: str) -> Iterator[str | OSError]:
    """Find the transcripts of a path, which may be an address (``s3://bucket/games``).

    Yields:
        The path itself if it is a file or ``-``; of a folder, the paths of all records in it and its subfolders,
        sorted, except in hidden folders (``.git``); and an error for each folder that cannot be read. Pipes and devices
        in a folder are skipped, because reading one could take for ever.
    """
    if is_remote(path):
        try:
            yield from files_at(path, SUFFIXES)
        except OSError as error:
            yield error
        return
    if path == "-" or not os.path.isdir(path):
        yield path
        return
    errors: list[OSError] = []
    for folder, subfolders, names in os.walk(path, onerror=errors.append):
        # os.walk goes on with what is left in this list.
        subfolders[:] = sorted(name for name in subfolders if not name.startswith("."))
        files = [os.path.join(folder, name) for name in sorted(names) if name.lower().endswith(SUFFIXES)]
        # A broken link gets a diagnostic: its game is missing.
        yield from (file for file in files if os.path.isfile(file) or not os.path.exists(file))
    yield from errors


def games_in(paths: Iterable[str]) -> Iterator[RawGame | Diagnostic]:
    """Yield every game of some files and folders, and a diagnostic for each path that is unreadable or has none."""
    for file in files_in(paths):
        if isinstance(file, Diagnostic):
            yield file
        else:
            yield from games_in_file(file)


def files_in(paths: Iterable[str]) -> Iterator[str | Diagnostic]:
    """Yield the transcripts of some files and folders, and a diagnostic for each folder without any."""
    for path in paths:
        empty = True
        for file in transcripts_in(path):
            empty = False
            if isinstance(file, OSError):
                kind = "address" if is_remote(path) else "folder"
                yield _problem("F601", f"this {kind} cannot be read: {reason_of(file)}", str(file.filename or path))
            else:
                yield file
        if empty:
            yield no_transcripts(path)


def games_in_file(file: str) -> Iterator[RawGame | Diagnostic]:
    """Yield the text of every game of a file, or a diagnostic if it cannot be read or holds none."""
    try:
        with text_of(file) as stream:
            yield from games_of(stream, file)
    except OSError as error:
        yield unreadable_file(file, error)


def text_of(file: str) -> AbstractContextManager[TextIO]:
    """Return a transcript file, also one at an address, as a stream.

    Raises:
        OSError: it cannot be opened.
    """
    return text_at(file) if is_remote(file) else open_text(file)


def unreadable_file(file: str, error: OSError) -> Diagnostic:
    """Return the diagnostic for a file that cannot be read."""
    return _problem("F601", f"this file cannot be read: {reason_of(error)}", file)


def games_of(stream: TextIO, name: str) -> Iterator[RawGame | Diagnostic]:
    """Yield the text of every game of a stream, or a diagnostic if there is none.

    Raises:
        OSError: as the stream does.
    """
    empty = True
    try:
        with program_faults(ProgramFault):
            for raw in split(stream, name):
                empty = False
                if raw.number == 1 and _ONLY_COMMENTS.fullmatch(raw.text):
                    yield no_game(name, only_comments=True)
                else:
                    yield raw
    except ProgramFault as fault:
        empty = False
        yield replace(_problem(fault.code, fault.message, name), help=(fault.help,))
    if empty:
        yield no_game(name)


def no_game(file: str, *, only_comments: bool = False) -> Diagnostic:
    """Return the diagnostic for a file without a game, or for a text without one (``file`` is empty)."""
    what = ", only comments" if only_comments else ""
    return _problem(NO_GAME, f"there is no game in this {'file' if file else 'text'}{what}", file)


def no_transcripts(folder: str) -> Diagnostic:
    """Return the diagnostic for a folder without a transcript."""
    endings = " or ".join(SUFFIXES)
    return _problem("F602", f"there are no records in this folder (files that end in {endings})", folder)


def is_database(path: str) -> bool:
    """Whether a file begins like an SQLite database. Only regular files are read, no pipes."""
    if not os.path.isfile(path):
        return False
    try:
        with open(path, "rb") as stream:
            return stream.read(len(DATABASE)) == DATABASE
    except OSError:
        return False


def stem_of(path: str) -> str:
    """Return the name of a transcript without its suffix."""
    name = os.path.basename(path)
    for suffix in reversed(SUFFIXES):
        if name.lower().endswith(suffix):
            return name[: -len(suffix)]
    return name


def reason_of(error: OSError) -> str:
    """Return the reason in an error of the system, to be used within a sentence."""
    text = error.strerror or str(error) or type(error).__name__
    # An abbreviation (CRC) keeps its capitals.
    reason = text if text[1:2].isupper() else text[:1].lower() + text[1:]
    if isinstance(error, FileNotFoundError) and error.filename in GAMES:
        return f"{reason} ({error.filename} is a game: name the file of a record)"
    return reason


def _problem(code: str, message: str, path: str) -> Diagnostic:
    return Diagnostic(code, "error", message, path, _NOWHERE)
