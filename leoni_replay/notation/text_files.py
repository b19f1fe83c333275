"""Transcript files as streams of text. What decompresses is loaded only for a compressed file."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, TextIO, TypeAlias, cast

from leoni_replay.leoni_error import LeoniError
from leoni_replay.text import decode_text

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer


#: where games are read from: the path of a file, or an open file of text or bytes
PathOrFile: TypeAlias = str | os.PathLike[str] | TextIO | BinaryIO

#: the maximum length in bytes of a text that is read as a whole, such as a layout
SHORT_LIMIT: Final = 1 << 20
#: the first bytes of every gzip file
_GZIP: Final = b"\x1f\x8b"


def open_text(path: str | os.PathLike[str]) -> TextIO:
    """Open a file of transcripts for ``read`` or ``split``.

    Bytes that are not UTF-8 do not stop the stream: they become lone surrogates, which the reader reports where they
    stand.

    Args:
        path: a file (compressed with gzip if its name ends in ``.gz``), or ``-`` for standard input.

    Raises:
        OSError: it cannot be opened; also later, while reading, if the compressed data are damaged.
    """
    if os.fspath(path) == "-":
        return _BorrowedStream(open_bytes(path), encoding="utf-8", errors="surrogateescape")
    if is_compressed(path):
        return io.TextIOWrapper(open_bytes(path), encoding="utf-8", errors="surrogateescape")
    return open(path, encoding="utf-8", errors="surrogateescape")


def is_compressed(path: str | os.PathLike[str]) -> bool:
    """Whether a file name ends in ``.gz``."""
    return Path(path).suffix.lower() == ".gz"


def open_bytes(path: str | os.PathLike[str]) -> BinaryIO:
    """Return the decompressed bytes of a file of transcripts, or of standard input, which must not be closed.

    Raises:
        OSError: as ``open_text``.
    """
    if os.fspath(path) == "-":
        if sys.stdin is None:
            raise OSError(errno.EBADF, "the standard input is closed")
        return sys.stdin.buffer
    if is_compressed(path):
        return cast(BinaryIO, io.BufferedReader(_Gzip(path), 1 << 18))
    return open(path, "rb")


def short_text(path: str) -> str:
    """Return the whole text of a file that is not a transcript, such as a layout, or of standard input (``-``): without
    a byte order mark, and with LF for every line end.

    Raises:
        OSError: it cannot be read, it is too long, or it is not text in UTF-8.
    """
    with contextlib.nullcontext(open_bytes(path)) if path == "-" else open_bytes(path) as stream:
        data = stream.read(SHORT_LIMIT + 1)
    if len(data) > SHORT_LIMIT:
        raise OSError(errno.EFBIG, f"it is longer than {SHORT_LIMIT >> 20} MiB")
    try:
        return decode_text(data)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise OSError(errno.EILSEQ, f"line {line} is not text in UTF-8") from None


@contextlib.contextmanager
def open_stream(file: PathOrFile) -> Iterator[tuple[TextIO, str]]:
    """Open a file of transcripts for ``read`` or ``split``, and return the stream and its name. A file that was already
    open stays open.

    Args:
        file: a path as for :func:`open_text`, or an open file of text or bytes.

    Raises:
        OSError: as :func:`open_text`.
    """
    if isinstance(file, str | os.PathLike):
        with open_text(file) as stream:
            yield stream, os.fspath(file)
        return
    name = getattr(file, "name", "")
    # A file that was opened by its number has that as its name.
    name = name if isinstance(name, str) else ""
    if isinstance(file.read(0), str):
        yield cast(TextIO, file), name
    else:
        borrowed = _BorrowedStream(cast(BinaryIO, file), encoding="utf-8", errors="surrogateescape")
        try:
            yield borrowed, name
        finally:
            borrowed.close()


def check_path(path: object, instead: str) -> None:
    """Check that a string is not the text of a record instead of a path.

    Args:
        path: the argument of a function that takes a path.
        instead: what to do with text, as the end of the message.

    Raises:
        LeoniError: it is text.
    """
    if isinstance(path, str) and ("\n" in path or path.startswith("[")) and not os.path.exists(path[:1000]):
        raise LeoniError(f"this is the text of a record, not the name of a file: {instead}")


def check_file(file: PathOrFile) -> None:
    """Check that games can be read from a file, before it is opened.

    Raises:
        TypeError: it is neither a path nor an open file.
        LeoniError: it is the text of a record.
    """
    check_path(file, "loads(text) reads it")
    if not (isinstance(file, str | os.PathLike) or hasattr(file, "read")):
        raise TypeError(f"games are read from a path or an open file, not from {type(file).__name__}")


class _BorrowedStream(io.TextIOWrapper):
    """The text of a file of bytes that belongs to somebody else, such as standard input: closing the stream leaves the
    file open."""

    def close(self) -> None:
        with contextlib.suppress(ValueError):
            self.detach()

    def __del__(self) -> None:
        self.close()


class _Gzip(io.RawIOBase):
    """Decompressed bytes. Any damage becomes an OSError that names the file."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        import gzip

        self._gzip_file = gzip.GzipFile(path, "rb")
        self._path = path

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        """Read decompressed bytes into a buffer, and return how many; 0 at the end.

        Raises:
            OSError: the file is not compressed, or its data are damaged.
        """
        import gzip
        import zlib

        try:
            return self._gzip_file.readinto(buffer)
        except gzip.BadGzipFile as error:
            # It is raised for a file that isn't compressed at all, too.
            with open(self._path, "rb") as file:
                is_gzip = file.read(len(_GZIP)) == _GZIP
            if not is_gzip:
                raise OSError("not a gzipped file, though its name ends in .gz") from error
            raise OSError("the compressed data are damaged") from error
        except EOFError as error:
            raise OSError("the compressed data stop too early") from error
        except zlib.error as error:
            raise OSError(f"the compressed data are damaged ({error})") from error

    def close(self) -> None:
        self._gzip_file.close()
        super().close()
