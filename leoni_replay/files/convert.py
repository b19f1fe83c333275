"""``leoni convert``: write recorded games in other formats, completely or not at all.

Games are replayed and written one at a time, so a million need no more memory than one.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

from leoni_replay.diagnostics import Diagnostic
from leoni_replay.files.atomic import Folder, PathExists, Spool, output_file
from leoni_replay.files.find_games import stem_of
from leoni_replay.files.games import Games, Numbered, counted_games, name_for
from leoni_replay.phrases import counted
from leoni_replay.record.replay import Replay, replay

Write = Callable[[str], object]


class ConvertError(Exception):
    """Raised if a conversion is impossible; nothing has been written then."""


class Recorded(NamedTuple):
    """A game to be converted: its replay, its label (``game 2 of 3``, empty for a single game), its number, and the
    number of games in its file. ``links`` are the paths from its file to the index of its folder, to the previous file
    and to the next, each empty if there is none; ``shared`` is the path to the file shared by the folder, if there is
    one. ``put`` writes a file beside that of the game, from the end of its name and its text, and returns its name."""

    replay: Replay
    which: str = ""
    number: int = 1
    in_file: int = 1
    links: tuple[str, str, str] = ("", "", "")
    shared: str = ""
    put: Callable[[str, str], str] | None = None

    def check_moves(self, number: int) -> None:
        """Check that the game has a table, and so many moves.

        Raises:
            ConvertError: it has not.
        """
        replay = self.replay
        if not replay.dealt:
            assert replay.error is not None
            raise ConvertError(f"there is no table to draw: {replay.error.message}")
        if number > replay.moves:
            raise ConvertError(
                f"there is no move {number}: {self.which or 'the game'} has {counted(replay.moves, 'move')}"
            )


@dataclass(frozen=True, slots=True)
class Converted:
    """The files written, and the number of rejected records, or of files without a game."""

    written: tuple[str, ...]
    rejected: int


@dataclass(frozen=True, slots=True)
class Format:
    """An output format: how replays are rendered, and the suffix of its files.

    ``write`` writes the games of one file, one at a time; an argument says whether there are several. If ``apart`` is
    set, each file holds one game, and several games make a folder. ``index`` then writes the index of such a folder,
    from the ``entry`` of every game, its file, and the number of games. ``shared`` is the content shared by its files.
    If ``data`` is set, files are named as they were given, as in the data of other commands, so that both can be
    joined; what people read names them without the folder. If ``pictures`` is set, a game has further files, and even
    one game makes a folder, in which it has the name ``alone``, or that of its record.
    """

    suffix: str
    write: Callable[[Iterable[Recorded], bool, Write], None]
    apart: bool = False
    entry: Callable[[Recorded, str], Any] | None = None
    index: Callable[[Iterator[Any], int, Write], None] | None = None
    shared: SharedFile | None = None
    data: bool = False
    pictures: bool = False
    alone: str = "index"


def convert(
    path: str,
    to: Format,
    out: str | None = None,
    *,
    game: int | None = None,
    rules: str | None = None,
    force: bool = False,
    output: Write | None = None,
    wrong: Callable[[Diagnostic], None] | None = None,
    suffixes: Iterable[str] = (),
    counted: Callable[[Iterator[Any], int | None], Iterator[Any]] | None = None,
) -> Converted:
    """Convert the games of a file or a folder.

    Args:
        path: a transcript, a folder of them, or ``-`` for standard input.
        to: the format.
        out: a path, an existing folder, or ``-`` for ``output``; by default the name of the file or folder with the
            format's suffix, in the current folder. Several games make a folder if the format keeps them apart,
            otherwise one file.
        game: convert only the game with this number, counted across all files.
        rules: rules to use instead of the records' own.
        force: whether existing files may be replaced.
        output: receives the text if ``out`` is ``-``.
        wrong: receives each error of a rejected record as soon as it is found.
        suffixes: suffixes of files; no folder gets a name that ends in one.
        counted: wraps the iterator of games, given their number, so that it can show progress.

    Raises:
        OSError: a file cannot be read or written.
        ConvertError: there is nothing to convert, or no place for the output.
    """
    rejected = 0

    def reject(diagnostic: Diagnostic) -> None:
        nonlocal rejected
        rejected += 1
        if wrong is not None:
            wrong(diagnostic)

    with counted_games(path) as games:
        if said := games.missing(game):
            raise ConvertError(said)
        several = game is None and games.count > 1
        for diagnostic in games.empty:
            reject(diagnostic._replace(file=os.path.relpath(diagnostic.file, path)))

        def recorded() -> Iterator[Recorded]:
            read = games.read(game)
            for one in read if counted is None else counted(read, None if game else games.count):
                made = _recorded(one, None if to.data else path, rules)
                if made.replay.error is not None:
                    reject(made.replay.error)
                yield made

        try:
            if to.pictures or (to.apart and several):
                folder = _folder_for(path, out, games.count, {*suffixes, to.suffix})
                return Converted(_write_folder(folder, to, recorded(), games, force), rejected)
            if to.shared is not None:
                raise ConvertError("--shared is for several games: the page of a single game needs no other file")
            if out == "-":
                assert output is not None
                to.write(recorded(), several, output)
                return Converted((), rejected)
            file = Path(name_for(path) + to.suffix)
            if out is not None:
                file = Path(out) / file if Path(out).is_dir() else Path(out)
            with output_file(file, replace=force) as stream:
                to.write(recorded(), several, stream.write)
            return Converted((str(file),), rejected)
        except PathExists as error:
            raise ConvertError(str(error)) from None


def _recorded(one: Numbered, path: str | None, rules: str | None) -> Recorded:
    """Return a game to be converted, in a file whose name is shown without the path."""
    if path is not None:
        # What is shared names no folder of whoever has made it. (The rule book may be in that folder.)
        file = one.transcript.file
        one.transcript.file = os.path.relpath(file, path) if one.folder else os.path.basename(file)
    return Recorded(replay(one.transcript, rules=rules), one.which, one.number, one.in_file)


#: What is said of one game that makes a folder.
_ONE = "a game and what belongs to it make several files", ""


def _folder_for(path: str, out: str | None, count: int, suffixes: set[str]) -> Path:
    """Return the path for a folder of files.

    Raises:
        ConvertError: there is no place for it.
    """
    what, choose = (f"{count} games make {count} files", "choose one with --game, or ") if count > 1 else _ONE
    if out == "-":
        raise ConvertError(f"{what}: {choose}name a folder")
    folder = Path(out) if out is not None else Path(name_for(path))
    if folder.exists() and not folder.is_dir():
        raise ConvertError(f"{folder} is a file, and {what}: name a folder")
    if not folder.exists() and folder.suffix.lower() in suffixes and not str(out).endswith(("/", os.sep)):
        raise ConvertError(
            f"{folder} is the name of one file, and {what}: {choose}name a folder (-o {folder.with_suffix('')})"
        )
    return folder


def _write_folder(path: Path, to: Format, games: Iterator[Recorded], all_: Games, force: bool) -> tuple[str, ...]:
    """Write one file per game to a folder, with an index if the format has one; return their paths."""
    width = max(3, len(str(all_.count)))
    with Folder(path, replace=force) as folder, Spool() as entries:
        if to.shared is not None:
            to.shared.put_into(folder)
        before, waiting = "", next(games, None)
        while waiting is not None:
            one, waiting = waiting, next(games, None)
            name = _name(one, to, all_, width)
            one = one._replace(put=partial(_put, folder, name))
            if to.index is not None:
                after = "" if waiting is None else _name(waiting, to, all_, width)
                shared_name = "" if to.shared is None else to.shared.name
                index, previous, following, shared = _links(name, f"index{to.suffix}", before, after, shared_name)
                one = one._replace(links=(index, previous, following), shared=shared)
            with folder.open(name) as stream:
                to.write([one], False, stream.write)
            if to.entry is not None:
                entries.add(to.entry(one, name))
            before = name
        if to.index is not None:
            with folder.open(f"index{to.suffix}") as stream:
                to.index(iter(entries), all_.count, stream.write)
        written = tuple(folder.put())
    if to.index is not None:
        clear(path, to.shared.name if to.shared else "")
    return written


def _put(folder: Folder, name: str, end: str, text: str) -> str:
    """Write a file beside that of a game; return its name."""
    other = os.path.splitext(name)[0] + end
    with folder.open(other) as stream:
        stream.write(text)
    return os.path.basename(other)


def _name(one: Recorded, to: Format, all_: Games, width: int) -> str:
    """Return the name of a game's file."""
    transcript = one.replay.transcript
    name = f"game-{transcript.number:0{width}}{to.suffix}"
    if not all_.folder:
        return name if all_.count > 1 else (to.alone or name_for(transcript.file)) + to.suffix
    # Subfolders are kept. A file with one game gives its name to the page.
    stem = os.path.join(os.path.dirname(transcript.file), stem_of(transcript.file))
    return f"{stem}-{name}" if one.in_file > 1 else f"{stem}{to.suffix}"


def _links(name: str, *others: str) -> list[str]:
    """Return the paths from one file of a folder to others, which may be in subfolders."""
    here = os.path.dirname(name) or "."
    return [os.path.relpath(other, here).replace(os.sep, "/") if other else "" for other in others]


_HASHED: Final = re.compile("leoni-[0-9a-f]{16}\\.js")


class SharedFile(NamedTuple):
    """A file that all files of a folder use, such as the script of their pages."""

    text: str
    own: str = ""

    @property
    def name(self) -> str:
        """Its own name, or one that contains the hash of its content."""
        return self.own or _hashed_name(self.text.encode())

    def put_into(self, folder: Folder) -> None:
        """Write it with the files of a folder, unless it exists already.

        Raises:
            PathExists: something else has its name, and may not be replaced.
            OSError: it cannot be written.
        """
        path = folder.path / self.name
        if path.is_file() and path.read_bytes() == self.text.encode():
            return
        with folder.open(self.name) as stream:
            stream.write(self.text)


def clear(folder: Path, used: str = "") -> None:
    """Remove the shared files of earlier conversions of a folder, except ``used`` and those that a page still refers
    to. Only files whose name contains the hash of their content are removed.

    Raises:
        OSError: a file cannot be read or removed.
    """
    old = {path.name: path for path in folder.iterdir() if _HASHED.fullmatch(path.name) and path.name != used}
    old = {name: path for name, path in old.items() if path.is_file() and _hashed_name(path.read_bytes()) == name}
    for page in filter(Path.is_file, folder.rglob("*.html")) if old else ():
        for name in set(_HASHED.findall(page.read_text(encoding="utf-8", errors="replace"))) & set(old):
            del old[name]
    for path in old.values():
        path.unlink()


def _hashed_name(raw: bytes) -> str:
    return f"leoni-{sha256(raw).hexdigest()[:16]}.js"
