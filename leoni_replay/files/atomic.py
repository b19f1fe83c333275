"""Files that are written whole or not at all."""

from __future__ import annotations

import contextlib
import io
import json
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from leoni_replay.files.reading import why


class PlaceTaken(Exception):
    """Something is there already that may not be replaced."""


class CannotWrite(OSError):
    """A file cannot be written; ``filename`` says which, and not which one was being read meanwhile."""

    def __str__(self) -> str:
        return f"{self.filename}: cannot be written: {why(self)}"


@contextlib.contextmanager
def writing(path: str | Path) -> Iterator[None]:
    """Whatever the system refuses here is said of the file that is to be written.

    Raises:
        CannotWrite: in place of any other error of the system.
    """
    try:
        yield
    except OSError as error:
        raise CannotWrite(error.errno, error.strerror or str(error), os.fspath(path)) from None


class _Raw(io.FileIO):
    """An open file of which it is known for which path it is written."""

    def __init__(self, file: int | str | Path, mode: str, path: str | Path) -> None:
        super().__init__(file, mode)
        self._path = path

    def write(self, data: Any) -> int:
        with writing(self._path):
            return super().write(data) or 0


def opened(file: int | str | Path, path: str | Path, mode: str = "w") -> io.BufferedWriter:
    """A file to write whose failures are said of a path.

    Raises:
        CannotWrite: it cannot be written, now or later.
    """
    with writing(path):
        return io.BufferedWriter(_Raw(file, mode, path))


def _text(file: int | Path, path: Path, mode: str = "w") -> TextIO:
    return io.TextIOWrapper(opened(file, path, mode), encoding="utf-8", newline="\n")


def scratch() -> io.BufferedRandom:
    """A file for the time being, without a name, to be written and read again.

    Raises:
        CannotWrite: there is no room for it, now or as it is written.
    """
    folder = tempfile.gettempdir()
    with writing(folder), tempfile.TemporaryFile(buffering=0) as made:
        return io.BufferedRandom(_Raw(os.dup(made.fileno()), "r+", folder))


@contextlib.contextmanager
def whole_file(path: Path, *, replace: bool) -> Iterator[TextIO]:
    """A file to write, which takes its place in one step when all is written; after an error it is as it was.

    Args:
        path: where it goes. A link is followed, so that what it leads to is replaced and not the link.
        replace: whether a file that is there may be replaced.

    Raises:
        PlaceTaken: it is there and may not be replaced, or is no file.
        CannotWrite: it cannot be written.
    """
    with writing(path):
        see_free(path, replace)
    target = Path(os.path.realpath(path))
    with _folder(target.parent, path):
        with writing(path):
            handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=".leoni-")
        try:
            with _text(handle, path) as stream:
                yield stream
            with writing(path):
                os.chmod(temporary, 0o666 & ~_umask())
                os.replace(temporary, target)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
            raise


class Folder:
    """Files of one folder, which take their places together when all are written (a context manager).

    Args:
        path: the folder; it is made if it is not there.
        replace: whether files that are there may be replaced.
    """

    def __init__(self, path: Path, *, replace: bool) -> None:
        self.path = path
        self._replace = replace
        self._stack = contextlib.ExitStack()
        self._names = Spool()

    def __enter__(self) -> Folder:
        with contextlib.ExitStack() as stack:
            stack.enter_context(_folder(self.path, self.path))
            with writing(self.path):
                self._temporary = Path(tempfile.mkdtemp(dir=self.path, prefix=".leoni-"))
            stack.callback(shutil.rmtree, self._temporary, ignore_errors=True)
            stack.enter_context(self._names)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *error: Any) -> None:
        self._stack.__exit__(*error)

    def open(self, name: str, more: bool = False) -> TextIO:
        """A file to write, by its path in the folder; ``more`` goes on with one that has been begun.

        Raises:
            PlaceTaken: it is there and may not be replaced, or is no file.
            CannotWrite: it cannot be written.
        """
        path, target = self._temporary / name, self.path / name
        with writing(target):
            if not more:
                see_free(target, self._replace)
                self._names.add(name)
                path.parent.mkdir(parents=True, exist_ok=True)
            return _text(path, target, "a" if more else "w")

    def place(self, name: str) -> Path:
        """Where a file that has been opened lies until all are put into their places."""
        return self._temporary / name

    def put(self) -> Iterator[str]:
        """Put all files into their places; the path of each."""
        for name in self._names:
            path = self.path / name
            with writing(path):
                path.parent.mkdir(parents=True, exist_ok=True)
                # A link may lead to another disk, where nothing can be put in one step.
                shutil.move(self._temporary / name, os.path.realpath(path))
            yield str(path)


class Spool:
    """A list that is kept in a file and not in memory, of what JSON can hold (a context manager)."""

    def __enter__(self) -> Spool:
        self._file = io.TextIOWrapper(scratch(), encoding="utf-8")
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def add(self, value: Any) -> None:
        """Put a value at the end."""
        self._file.write(json.dumps(value) + "\n")

    def __iter__(self) -> Iterator[Any]:
        self._file.seek(0)
        for line in self._file:
            yield json.loads(line)


def see_free(path: Path, replace: bool) -> None:
    """See that a file can be put at a path.

    Raises:
        PlaceTaken: something is there that may not be replaced.
    """
    try:
        state = path.stat()
    except FileNotFoundError:
        return
    if not stat.S_ISREG(state.st_mode):
        raise PlaceTaken(f"{path} is no file that can be replaced (-o - writes to standard output)")
    if not replace:
        raise PlaceTaken(f"{path} exists already (--force replaces it)")


@contextlib.contextmanager
def _folder(path: Path, file: Path) -> Iterator[None]:
    """A folder, which is made for a file if it is not there, with those above it; after an error those that were made
    go again."""
    made = []
    for folder in (path, *path.parents):
        if folder.exists():
            break
        made.append(folder)
    with writing(file):
        path.mkdir(parents=True, exist_ok=True)
    try:
        yield
    except BaseException:
        with contextlib.suppress(OSError):
            for folder in made:
                folder.rmdir()
        raise


def _umask() -> int:
    """The permissions that new files are not to have: it can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
