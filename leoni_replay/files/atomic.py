"""Atomic writes: a file is written completely or not at all."""

from __future__ import annotations

import contextlib
import io
import json
import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, TextIO

from leoni_replay.diagnostics import UserError
from leoni_replay.files.find_games import reason_of


class PathExists(UserError):
    """Raised if something already exists at a path and may not be replaced."""


class NotReplaceable(PathExists):
    """Raised if it is no file, so that nothing can replace it."""


class NoFolder(UserError):
    """Raised if a file shall go into a folder that does not exist and may not be created."""


class CannotWrite(OSError, UserError):
    """Raised if a file cannot be written; ``filename`` is that file, even if another one was being read."""

    def __str__(self) -> str:
        return f"{self.filename}: cannot be written: {reason_of(self)}"


@contextlib.contextmanager
def naming_errors(path: str | Path) -> Iterator[None]:
    """Attribute every error of the system in this block to the file being written.

    Raises:
        CannotWrite: instead of any other error of the system.
    """
    try:
        yield
    except OSError as error:
        raise CannotWrite(error.errno, error.strerror or str(error), os.fspath(path)) from None


class _RawFile(io.FileIO):
    """An open file that knows for which path it is written."""

    def __init__(self, file: int | str | Path, mode: str, path: str | Path) -> None:
        super().__init__(file, mode)
        self._path = path

    def write(self, data: Any) -> int:
        with naming_errors(self._path):
            return super().write(data) or 0


def open_for_writing(file: int | str | Path, path: str | Path, mode: str = "w") -> io.BufferedWriter:
    """Open a file for writing, with errors attributed to ``path``.

    Raises:
        CannotWrite: it cannot be written, now or later.
    """
    with naming_errors(path):
        return io.BufferedWriter(_RawFile(file, mode, path))


def _open_text(file: int | Path, path: Path, mode: str = "w") -> TextIO:
    """Open a file for writing text in UTF-8, with errors attributed to ``path``."""
    return io.TextIOWrapper(open_for_writing(file, path, mode), encoding="utf-8", newline="\n")


def scratch_file() -> io.BufferedRandom:
    """Return a temporary file without a name, to be written and read again.

    Raises:
        CannotWrite: there is no room for it, now or while it is written.
    """
    import tempfile  # start-up time

    folder = tempfile.gettempdir()
    with naming_errors(folder), tempfile.TemporaryFile(buffering=0) as file:
        return io.BufferedRandom(_RawFile(os.dup(file.fileno()), "r+", folder))


@contextlib.contextmanager
def whole_file(path: Path, *, replace: bool) -> Iterator[TextIO]:
    """Open a file for writing that replaces the old one in one step when it is complete. After an error the old file is
    unchanged.

    Args:
        path: where it goes. A link is followed: its target is replaced, not the link.
        replace: whether an existing file may be replaced, and a missing folder created.

    Raises:
        PathExists: the file exists and may not be replaced, or is not a regular file.
        NoFolder: its folder does not exist, and nothing may be replaced or created.
        CannotWrite: it cannot be written.
    """
    with naming_errors(path):
        check_can_write(path, replace)
    target = Path(os.path.realpath(path))
    if not replace:
        check_folder_exists(path)
    with _create_folder(target.parent, path):
        with naming_errors(path):
            handle, temporary = _create_in(target.parent)
        try:
            with _open_text(handle, path) as stream:
                yield stream
            with naming_errors(path):
                os.replace(temporary, target)
        except BaseException:
            # An interrupt, too, must leave nothing behind.
            with contextlib.suppress(OSError):
                os.unlink(temporary)
            raise


def output_file(path: Path, *, replace: bool) -> AbstractContextManager[TextIO]:
    """Open the file that a command writes (``-o``): a whole file; or a device or a pipe, which is not replaced.

    Raises:
        PathExists, NoFolder, CannotWrite: as :func:`whole_file`.
    """
    is_device = path.exists() and not path.is_file() and not path.is_dir()
    return _open_text(path, path) if is_device else whole_file(path, replace=replace)


class Folder:
    """A context manager for files of one folder, which are put into place together when all are written.

    Args:
        path: the folder; it is created if necessary.
        replace: whether existing files may be replaced, and the folders above created.
    """

    def __init__(self, path: Path, *, replace: bool) -> None:
        self.path = path
        self._replace = replace
        self._stack = contextlib.ExitStack()
        self._names = Spool()

    def __enter__(self) -> Folder:
        """Create the folder if necessary, and in it a hidden one, where files are written first.

        Raises:
            NoFolder: the folder above does not exist and may not be created.
            CannotWrite: nothing can be created there.
        """
        if not self._replace:
            check_folder_exists(self.path)
        # If a step fails, those before it are undone here; otherwise that is left to ``__exit__``.
        with contextlib.ExitStack() as stack:
            stack.enter_context(_create_folder(self.path, self.path))
            with naming_errors(self.path):
                import tempfile  # start-up time

                self._temporary_folder = Path(tempfile.mkdtemp(dir=self.path, prefix=".leoni-"))
            stack.callback(shutil.rmtree, self._temporary_folder, ignore_errors=True)
            stack.enter_context(self._names)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *error: Any) -> None:
        self._stack.__exit__(*error)

    def open(self, name: str, append: bool = False) -> TextIO:
        """Open a file for writing, by its path in the folder; ``append`` goes on with one that has been opened before.

        Raises:
            PathExists: the file exists and may not be replaced, or is not a regular file.
            CannotWrite: it cannot be written.
        """
        temporary_path, target = self._temporary_folder / name, self.path / name
        with naming_errors(target):
            if append:
                return _open_text(temporary_path, target, "a")
            check_can_write(target, self._replace)
            self._names.add(name)
            temporary_path.parent.mkdir(parents=True, exist_ok=True)
            return _open_text(temporary_path, target)

    def temporary_path(self, name: str) -> Path:
        """Return the temporary path of an opened file, until all are put into place."""
        return self._temporary_folder / name

    def put_into_place(self) -> Iterator[str]:
        """Put all files into place, one after another, and yield their paths."""
        for name in self._names:
            path = self.path / name
            with naming_errors(path):
                path.parent.mkdir(parents=True, exist_ok=True)
                # A link may lead to another disk, where a file cannot be replaced in one step.
                shutil.move(self._temporary_folder / name, os.path.realpath(path))
            yield str(path)


class Spool:
    """A context manager for a list of JSON values that is stored in a file instead of memory."""

    def __enter__(self) -> Spool:
        self._file = io.TextIOWrapper(scratch_file(), encoding="utf-8")
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def add(self, value: Any) -> None:
        """Append a value."""
        self._file.write(json.dumps(value) + "\n")

    def __iter__(self) -> Iterator[Any]:
        self._file.seek(0)
        for line in self._file:
            yield json.loads(line)


def check_can_write(path: Path, replace: bool) -> None:
    """Check that a file can be written at a path.

    Raises:
        PathExists: a file exists there and may not be replaced.
        NotReplaceable: something else is there.
    """
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISREG(mode):
        raise NotReplaceable(f"{path} is not a file that can be replaced")
    if not replace:
        raise PathExists(f"{path} exists already")


def check_folder_exists(path: Path) -> None:
    """Check that the folder of a path exists.

    Raises:
        NoFolder: it does not.
    """
    if not path.parent.exists():
        raise NoFolder(f"{path}: there is no folder {path.parent}")


@contextlib.contextmanager
def _create_folder(path: Path, file: Path) -> Iterator[None]:
    """Create the folder of a file with its parents, if necessary; after an error, remove what was created."""
    new_folders: list[Path] = []
    for folder in (path, *path.parents):
        if folder.exists():
            break
        new_folders.append(folder)
    with naming_errors(file):
        path.mkdir(parents=True, exist_ok=True)
    try:
        yield
    except BaseException:
        # The innermost folder comes first. One that isn't empty stays, and so do those above it.
        with contextlib.suppress(OSError):
            for folder in new_folders:
                folder.rmdir()
        raise


def _create_in(folder: Path) -> tuple[int, str]:
    """Create a file with a new name, and return its handle and its path.

    ``tempfile.mkstemp`` would make a file that only its owner can read. Which permissions a new file is to have could
    only be read by setting the umask, for all threads; so the system gives them.
    """
    import secrets  # start-up time

    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    while True:
        path = folder / f".leoni-{secrets.token_hex(8)}"
        with contextlib.suppress(FileExistsError):
            return os.open(path, flags, 0o666), str(path)
