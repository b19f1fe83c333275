"""``leoni convert``: recorded games into files to read, to look at, or to work with. Whole files or nothing.

Games are replayed and written one by one, so that a million need no more memory than one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from leoni_replay.diagnostics import Diagnostic
from leoni_replay.files.atomic import Folder, PlaceTaken, Spool, whole_file
from leoni_replay.files.games import Games, Numbered, counted_games, name_for
from leoni_replay.files.reading import stem_of
from leoni_replay.files.shared_assets import Beside, clear
from leoni_replay.record.replay import Replay, replay

Write = Callable[[str], object]


class ConvertError(Exception):
    """A conversion that cannot be made; nothing has been written."""


class Recorded(NamedTuple):
    """A game that is to be converted: its replay, which of how many it is (``game 2 of 3``, empty if there is just
    one), its number among them, and how many games its own file holds. ``links`` are the paths from its file to the
    index of its folder, to the file before and to the next one, each empty if there is none; ``beside`` is the path to
    the file that all of its folder share, if they do."""

    replay: Replay
    which: str = ""
    number: int = 1
    in_file: int = 1
    links: tuple[str, str, str] = ("", "", "")
    beside: str = ""


@dataclass(frozen=True, slots=True)
class Converted:
    """What was written, and how many records were rejected, or files without a game."""

    written: tuple[str, ...]
    rejected: int


@dataclass(frozen=True, slots=True)
class Format:
    """A format to convert to: how replays are rendered, and what the names of its files end with.

    ``write`` writes the games that one file is to hold, as they come; it is told whether there are several. If
    ``apart`` is set, that is one game a file, and several games make a folder. ``index`` then writes the index of such
    a folder, from what ``entry`` says of every game and its file, and their number. ``beside`` is what its files share.
    """

    suffix: str
    write: Callable[[Iterable[Recorded], bool, Write], None]
    apart: bool = False
    entry: Callable[[Recorded, str], Any] | None = None
    index: Callable[[Iterator[Any], int, Write], None] | None = None
    beside: Beside | None = None


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
        out: a path, a folder that exists, or ``-`` for ``output``; by default the name of the file or the folder with
            the format's suffix, in the current folder. Several games make a folder if the format has them apart, else
            one file.
        game: only this game, counted through all of them.
        rules: rules to read the records under, in place of their own.
        force: whether files that exist may be replaced.
        output: takes the text if ``out`` is ``-``.
        wrong: takes what is wrong with a record that is rejected, as soon as it is found.
        suffixes: endings that are those of files, so that no folder is made of such a name.
        counted: takes the games and how many there are, and gives them back as they are asked for: so it can say how
            far the work is.

    Raises:
        OSError: a file cannot be read or written.
        ConvertError: there is nothing to convert, or no place for it.
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
                made = _recorded(one, path, rules)
                if made.replay.error is not None:
                    reject(made.replay.error)
                yield made

        try:
            if to.apart and several:
                folder = _folder_for(path, out, games.count, {*suffixes, to.suffix})
                return Converted(_write_folder(folder, to, recorded(), games, force), rejected)
            if to.beside is not None:
                raise ConvertError("--shared is for several games: the page of one has all in itself")
            if out == "-":
                assert output is not None
                to.write(recorded(), several, output)
                return Converted((), rejected)
            file = Path(name_for(path) + to.suffix)
            if out is not None:
                file = Path(out) / file if Path(out).is_dir() else Path(out)
            with whole_file(file, replace=force) as stream:
                to.write(recorded(), several, stream.write)
            return Converted((str(file),), rejected)
        except PlaceTaken as error:
            raise ConvertError(str(error)) from None


def _recorded(one: Numbered, path: str, rules: str | None) -> Recorded:
    # What is made is to be shared: it names the file, not where it lay. (Where it lay, its rule book may be.)
    file = one.transcript.file
    one.transcript.file = os.path.relpath(file, path) if one.folder else os.path.basename(file)
    return Recorded(replay(one.transcript, rules=rules), one.which, one.number, one.in_file)


def _folder_for(path: str, out: str | None, count: int, suffixes: set[str]) -> Path:
    """Where a folder of files is to be.

    Raises:
        ConvertError: there is no place for it.
    """
    if out == "-":
        raise ConvertError(f"{count} games make {count} files: choose one with --game, or name a folder")
    folder = Path(out) if out is not None else Path(name_for(path))
    if folder.exists() and not folder.is_dir():
        raise ConvertError(f"{folder} is a file: {count} games need a folder")
    if not folder.exists() and folder.suffix.lower() in suffixes and not str(out).endswith(("/", os.sep)):
        raise ConvertError(
            f"{folder} is the name of one file, and {count} games make {count}: choose one with --game, or name a "
            f"folder (-o {folder.with_suffix('')})"
        )
    return folder


def _write_folder(path: Path, to: Format, games: Iterator[Recorded], all_: Games, force: bool) -> tuple[str, ...]:
    """A file a game in a folder, with an index if the format has one; their paths."""
    width = max(3, len(str(all_.count)))
    with Folder(path, replace=force) as folder, Spool() as entries:
        if to.beside is not None:
            to.beside.put_into(folder)
        before, waiting = "", next(games, None)
        while waiting is not None:
            one, waiting = waiting, next(games, None)
            name = _name(one, to, all_, width)
            if to.index is not None:
                after = "" if waiting is None else _name(waiting, to, all_, width)
                beside = "" if to.beside is None else to.beside.name
                index, previous, following, shared = _links(name, f"index{to.suffix}", before, after, beside)
                one = one._replace(links=(index, previous, following), beside=shared)
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
        clear(path, to.beside.name if to.beside else "")
    return written


def _name(one: Recorded, to: Format, all_: Games, width: int) -> str:
    """What the file of a game is called."""
    transcript = one.replay.transcript
    name = f"game-{transcript.number:0{width}}{to.suffix}"
    if not all_.folder:
        return name
    # The folders below are kept. A file with one game has a page of its name.
    stem = os.path.join(os.path.dirname(transcript.file), stem_of(transcript.file))
    return f"{stem}-{name}" if one.in_file > 1 else f"{stem}{to.suffix}"


def _links(name: str, *others: str) -> list[str]:
    """The paths from one file of a folder to others, which may be in folders below."""
    here = os.path.dirname(name) or "."
    return [os.path.relpath(other, here).replace(os.sep, "/") if other else "" for other in others]
