"""``leoni convert``: write recorded games in other formats, completely or not at all.

Games are replayed and written one at a time, so a million need no more memory than one.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from leoni_replay.diagnostics import Diagnostic, UserError
from leoni_replay.files.atomic import Folder, PathExists, Spool, output_file
from leoni_replay.files.find_games import stem_of
from leoni_replay.files.games import Games, name_for, open_games
from leoni_replay.games.faults import ProgramFault, program_faults
from leoni_replay.message import Argument, Message
from leoni_replay.phrases import pluralize
from leoni_replay.record.replay import Replay, faulty_replay, replay

T = TypeVar("T")
Write = Callable[[str], object]
WriteBytes = Callable[[bytes], object]


class ConvertError(UserError):
    """Raised if a conversion is impossible; nothing has been written then."""


class NoMove(ConvertError):
    """Raised if a game has no such move."""


class NoTable(ConvertError):
    """Raised if a game has no table to draw, because no cards could be dealt."""


class Links(NamedTuple):
    """The paths from a file to the index of its folder, to the previous file and to the next, each empty if there is
    none."""

    index_page: str = ""
    previous_page: str = ""
    next_page: str = ""


@dataclass(slots=True)
class GameToConvert:
    """A game to be converted.

    Attributes:
        replay: its replay.
        label: ``game 2 of 3``; empty for a single game.
        number: its number, from 1.
        games_in_file: the number of games in the file that it comes from.
        in_folder: whether it comes from a folder, or from one of several files.
        links: the paths from its page to others of the folder.
        shared: the path from its page to the file that the folder shares; empty if there is none.
        write_beside: writes a file beside that of the game, from the end of its name and its text, and returns its
            name; None if the game goes into no folder.
        report: receives the error of a game that the program failed to show; None if nobody asks for it.
    """

    replay: Replay
    label: str = ""
    number: int = 1
    games_in_file: int = 1
    in_folder: bool = False
    links: Links = field(default_factory=Links)
    shared: str = ""
    write_beside: Callable[[str, str], str] | None = None
    report: Callable[[Diagnostic], None] | None = None

    def show(self, make: Callable[[GameToConvert], T]) -> T:
        """Return what a function makes of the game. If the program fails at that, the game counts as rejected, and the
        function gets it without a table."""
        try:
            with program_faults():
                return make(self)
        except ProgramFault as fault:
            self.replay = faulty_replay(self.replay.transcript, fault)
        if self.report is not None and self.replay.error is not None:
            self.report(self.replay.error)
        return make(self)

    def check_moves(self, number: int) -> None:
        """Check that the game has a table, and so many moves.

        Raises:
            NoMove: it has not.
            NoTable: it has no table.
        """
        replay = self.replay
        if not replay.dealt:
            assert replay.error is not None
            raise NoTable(f"there is no table to draw: {replay.error.message}")
        if number > replay.moves:
            game = self.label or "the game"
            raise NoMove(f"there is no move {number}: {game} has {pluralize(replay.moves, 'move')}")


@dataclass(frozen=True, slots=True)
class Conversion:
    """The result of a conversion.

    Attributes:
        files: the paths of the files written.
        rejections: the number of rejected records, and of files without a game.
    """

    files: tuple[str, ...]
    rejections: int


@dataclass(frozen=True, slots=True)
class Format:
    """An output format: how replays are rendered, and the suffix of its files.

    Attributes:
        suffix: the suffix of its files.
        write: writes the games of one file, one at a time; the second argument says whether there are several.
        apart: whether each file holds one game, so that several games make a folder.
        entry: returns the entry of a game in the index of a folder, given the ``link`` to its file; None if there is
            no index.
        index: writes the index of a folder from the entries and their number; None if there is none.
        shared: the file that all files of a folder use.
        data: whether files are named as they were given, as in the data of other commands, so that both can be joined;
            what people read names them without the folder.
        pictures: whether a game has further files, so that even one game makes a folder.
        alone: the name of the only game in its folder; if empty, it has that of its record.
        encode: makes the content of a file from the text that was written; by default it is that text.
    """

    suffix: str
    write: Callable[[Iterable[GameToConvert], bool, Write], None]
    apart: bool = False
    entry: Callable[..., Any] | None = None
    index: Callable[[Iterator[Any], int, Write], None] | None = None
    shared: SharedFile | None = None
    data: bool = False
    pictures: bool = False
    alone: str = "index"
    encode: Callable[[str], bytes] | None = None

    def write_file(self, games: Iterable[GameToConvert], several: bool, write_bytes: WriteBytes) -> None:
        """Write the content of a file; the arguments are those of ``write``."""
        encode = self.encode
        if encode is None:
            self.write(games, several, lambda text: write_bytes(text.encode()))
            return
        texts: list[str] = []
        self.write(games, several, texts.append)
        write_bytes(encode("".join(texts)))


def convert(
    paths: str | Sequence[str],
    to: Format,
    out: str | None = None,
    *,
    game: int | None = None,
    rules: str | None = None,
    force: bool = False,
    output: WriteBytes | None = None,
    on_error: Callable[[Diagnostic], None] | None = None,
    suffixes: Iterable[str] = (),
    show_progress: Callable[[Iterator[Any], int | None], Iterator[Any]] | None = None,
) -> Conversion:
    """Convert the games of files and folders.

    Args:
        paths: a transcript, a folder of them, or ``-`` for standard input; or several of these.
        to: the format.
        out: a path, an existing folder, or ``-`` for ``output``; by default the name of the file or folder with the
            format's suffix, in the current folder, and ``output`` for text and data from standard input. Several games
            make a folder if the format keeps them apart, otherwise one file.
        game: convert only the game with this number, counted across all files.
        rules: rules to use instead of the records' own.
        force: whether existing files may be replaced.
        output: receives the content of the file if ``out`` is ``-``.
        on_error: receives each error of a rejected record as soon as it is found.
        suffixes: suffixes of files; no folder gets a name that ends in one.
        show_progress: wraps the iterator of games, given their number (None if there is only one).

    Returns:
        The files written, and how many records were rejected.

    Raises:
        OSError: a file cannot be read or written.
        ConvertError: there is nothing to convert, or no place for the output.
    """
    rejections = 0

    def reject(diagnostic: Diagnostic) -> None:
        """Count a rejected record, and report its error."""
        nonlocal rejections
        rejections += 1
        if on_error is not None:
            on_error(diagnostic)

    if isinstance(paths, str):
        paths = [paths]
    if out is None and list(paths) == ["-"] and not (to.apart or to.pictures) and output is not None:
        out = "-"
    with open_games(*paths) as games:
        if problem := games.explain_missing(game):
            raise ConvertError(problem)
        several = game is None and games.count > 1
        for diagnostic in games.empty:
            reject(
                diagnostic if len(paths) > 1 else replace(diagnostic, file=os.path.relpath(diagnostic.file, paths[0]))
            )

        def games_to_convert() -> Iterator[GameToConvert]:
            """Replay the games one at a time, and count and report those that are rejected."""
            numbered_games = games.read(game)
            if show_progress is not None:
                numbered_games = show_progress(numbered_games, None if game else games.count)
            for numbered in numbered_games:
                if not to.data:
                    # What is shared names no folder of whoever has made it. (The rule book may be in that folder.)
                    numbered.transcript.file = numbered.short_file
                replayed = replay(numbered.transcript, rules=rules)
                to_convert = GameToConvert(
                    replayed,
                    numbered.label,
                    numbered.number,
                    games_in_file=numbered.games_in_file,
                    in_folder=numbered.in_folder,
                    report=reject,
                )
                if to_convert.replay.error is not None:
                    reject(to_convert.replay.error)
                yield to_convert

        try:
            if to.pictures or (to.apart and several):
                folder = _folder_for(name_for(*paths), out, games.count, {*suffixes, to.suffix})
                if several:
                    _check_names(to, games)
                files = _write_folder(folder, to, games_to_convert(), games, replace=force)
                return Conversion(files=files, rejections=rejections)
            if to.shared is not None:
                raise ConvertError(
                    Message(Argument("shared"), " is for several games: the page of a single game needs no other file")
                )
            if out == "-":
                assert output is not None
                to.write_file(games_to_convert(), several, output)
                return Conversion(files=(), rejections=rejections)
            file = _output_path(name_for(*paths) + to.suffix, out)
            with output_file(file, replace=force) as stream:
                to.write_file(games_to_convert(), several, stream.buffer.write)
            return Conversion(files=(str(file),), rejections=rejections)
        except PathExists as error:
            # The command says which option helps.
            raise ConvertError(str(error)) from error


def _check_names(to: Format, games: Games) -> None:
    """Check that each game of a folder gets a file of its own.

    Raises:
        ConvertError: two files have the same name, but for their suffixes.
    """
    if not games.is_folder:
        return
    # what each name of a file stands for already, by the name
    owners = {} if to.index is None else {f"index{to.suffix}": "the list of the games"}
    for file in games.files:
        stem = _stem(file.short_name)
        for number in range(1, file.games + 1):
            name = _name_in_folder(stem, number, file.games, games.count, to.suffix)
            if name in owners:
                raise ConvertError(f"{owners[name]} and {file.name} would both become {name}: give one another name")
            owners[name] = file.name


def _output_path(name: str, out: str | None) -> Path:
    """Return the path of the file to write: ``out``, or in it if it is a folder; by default in the current folder."""
    if out is None:
        return Path(name)
    return Path(out, name) if Path(out).is_dir() else Path(out)


def _folder_for(name: str, out: str | None, count: int, suffixes: set[str]) -> Path:
    """Return the path of the folder to write.

    Args:
        name: its name, unless the user gives one.
        out: the path that the user gives; None if there is none.
        count: the number of games.
        suffixes: suffixes of files; a new folder must not have one.

    Raises:
        ConvertError: there is no place for it.
    """
    if count > 1:
        cause, alternative = f"{count} games make {count} files", "choose one with --game, or "
    else:
        cause, alternative = "a game and what belongs to it make several files", ""
    if out == "-":
        raise ConvertError(f"{cause}: {alternative}name a folder")
    folder = Path(out) if out is not None else Path(name)
    if folder.exists() and not folder.is_dir():
        raise ConvertError(f"{folder} is a file, and {cause}: name a folder")
    if not folder.exists() and folder.suffix.lower() in suffixes and not str(out).endswith(("/", os.sep)):
        # A folder has no ending that shows the format.
        format = folder.suffix.lower().removeprefix(".")
        format_option = f" --format {format}" if format in ("html", "svg", "pdf", "png") else ""
        suggestion = f"{alternative}name a folder (-o {folder.with_suffix('')}{format_option})"
        raise ConvertError(f"{folder} is the name of one file, and {cause}: {suggestion}")
    return folder


def _write_folder(
    path: Path, to: Format, games: Iterator[GameToConvert], all_games: Games, *, replace: bool
) -> tuple[str, ...]:
    """Write one file per game to a folder, with an index if the format has one.

    Args:
        path: the folder.
        to: the format.
        games: the games, replayed one at a time.
        all_games: the same games as they were counted, for the names of the files.
        replace: whether existing files may be replaced.

    Returns:
        The paths of the files.
    """
    index_name = f"index{to.suffix}"
    shared_name = "" if to.shared is None else to.shared.name
    with Folder(path, replace=replace) as folder, Spool() as entries:
        if to.shared is not None:
            to.shared.put_into(folder)
        # A page has links to the previous game and to the next, so the next one is always read already.
        previous_name, next_game = "", next(games, None)
        while next_game is not None:
            game, next_game = next_game, next(games, None)
            name = _file_name(game, to, all_games)
            game.write_beside = partial(_write_beside, folder, name)
            if to.index is not None:
                next_name = "" if next_game is None else _file_name(next_game, to, all_games)
                game.links = Links(_link(name, index_name), _link(name, previous_name), _link(name, next_name))
                game.shared = _link(name, shared_name)
            pieces: list[bytes] = []
            try:
                to.write_file([game], False, pieces.append)
            except NoTable:
                # Its error has been reported. The other games have their files.
                continue
            with folder.open(name) as stream:
                stream.buffer.writelines(pieces)
            if to.entry is not None:
                entry_of = partial(to.entry, link=name)
                entries.add(game.show(entry_of))
            previous_name = name
        if to.index is not None:
            with folder.open(index_name) as stream:
                to.index(iter(entries), all_games.count, stream.write)
        paths = tuple(folder.put_into_place())
    if to.index is not None:
        clear(path, shared_name)
    return paths


def _write_beside(folder: Folder, game_file: str, end: str, text: str) -> str:
    """Write a file beside that of a game.

    Args:
        folder: the folder.
        game_file: the path of the game's file in the folder.
        end: the end of the new file's name, which takes the place of the suffix: ``-12.svg``.
        text: its content.

    Returns:
        The name of the new file, without folders.
    """
    path = os.path.splitext(game_file)[0] + end
    with folder.open(path) as stream:
        stream.write(text)
    return os.path.basename(path)


def _file_name(game: GameToConvert, to: Format, all_games: Games) -> str:
    """Return the name of the file that a game is written to, by its path in the folder: ``game-001.html`` for a game of
    one file, ``1884.html`` or ``1884-game-001.html`` for one of a folder."""
    transcript = game.replay.transcript
    if all_games.is_folder:
        stem = _stem(transcript.file)
        return _name_in_folder(stem, transcript.number, game.games_in_file, all_games.count, to.suffix)
    if all_games.count > 1:
        return _numbered_name(transcript.number, all_games.count, to.suffix)
    return (to.alone or name_for(transcript.file)) + to.suffix


def _stem(file: str) -> str:
    """Return the name of a transcript without its suffix, but with its subfolders."""
    return os.path.join(os.path.dirname(file), stem_of(file))


def _name_in_folder(stem: str, number: int, games_in_file: int, count: int, suffix: str) -> str:
    """Return the name of a game's file among those of a folder. A file with one game gives its name to it."""
    return f"{stem}-{_numbered_name(number, count, suffix)}" if games_in_file > 1 else f"{stem}{suffix}"


def _numbered_name(number: int, count: int, suffix: str) -> str:
    """Return the name of a game's file by its number; the names of all files sort in the order of the games."""
    width = max(3, len(str(count)))
    return f"game-{number:0{width}}{suffix}"


def _link(name: str, target: str) -> str:
    """Return the path from one file of a folder to another, which may be in a subfolder; empty if there is none."""
    return os.path.relpath(target, os.path.dirname(name) or ".").replace(os.sep, "/") if target else ""


_HASHED_NAME: Final = re.compile("leoni-[0-9a-f]{16}\\.js")


class SharedFile(NamedTuple):
    """A file that all files of a folder use, such as the script of their pages.

    Attributes:
        text: its content.
        fixed_name: its name; if empty, its name contains the hash of its content.
    """

    text: str
    fixed_name: str = ""

    @property
    def name(self) -> str:
        """Its name in the folder."""
        return self.fixed_name or _hashed_name(self.text.encode())

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
    """Remove the shared files of earlier conversions of a folder that no page refers to any more. Only files whose name
    contains the hash of their content are removed.

    Args:
        folder: the folder.
        used: the name of the shared file of this conversion, which stays.

    Raises:
        OSError: a file cannot be read or removed.
    """
    unused: dict[str, Path] = {}
    for path in folder.iterdir():
        may_be_shared = path.name != used and _HASHED_NAME.fullmatch(path.name) and path.is_file()
        if may_be_shared and _hashed_name(path.read_bytes()) == path.name:
            unused[path.name] = path
    if not unused:
        return
    for page in filter(Path.is_file, folder.rglob("*.html")):
        for name in _HASHED_NAME.findall(page.read_text(encoding="utf-8", errors="replace")):
            unused.pop(name, None)
    for path in unused.values():
        path.unlink()


def _hashed_name(content: bytes) -> str:
    return f"leoni-{sha256(content).hexdigest()[:16]}.js"
