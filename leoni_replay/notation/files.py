"""Transcript files as streams of text."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, TextIO, cast

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer


#: how everything that gzip has compressed begins
_GZIP: Final = b"\x1f\x8b"


def open_text(path: str | os.PathLike[str]) -> TextIO:
    """A file of transcripts, opened for ``read`` or ``split``.

    Bytes that are not UTF-8 do not stop the stream: they come as lone surrogates, which the reader reports where they
    stand.

    Args:
        path: a file, one that gzip has compressed if its name ends in ``.gz``, or ``-`` for the standard input.

    Raises:
        OSError: if it cannot be opened; later, from reading, also if the compressed data are damaged.
    """
    if os.fspath(path) == "-":
        return _Kept(open_bytes(path), encoding="utf-8", errors="surrogateescape")
    if Path(path).suffix == ".gz":
        return io.TextIOWrapper(open_bytes(path), encoding="utf-8", errors="surrogateescape")
    return open(path, encoding="utf-8", errors="surrogateescape")


def open_bytes(path: str | os.PathLike[str]) -> BinaryIO:
    """The bytes of a file of transcripts, decompressed, or those of the standard input, which must not be closed.

    Raises:
        OSError: as ``open_text``.
    """
    if os.fspath(path) == "-":
        if sys.stdin is None:
            raise OSError("the standard input is closed")
        return sys.stdin.buffer
    if Path(path).suffix == ".gz":
        return cast(BinaryIO, io.BufferedReader(_Gzip(path), 1 << 18))
    return open(path, "rb")


class _Kept(io.TextIOWrapper):
    """The standard input as text; closing it leaves the standard input open."""

    def close(self) -> None:
        with contextlib.suppress(ValueError):
            self.detach()

    def __del__(self) -> None:
        self.close()


class _Gzip(io.RawIOBase):
    """Decompressed bytes; damage becomes an OSError that names the file, whatever shape it takes."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        import gzip

        self._source = gzip.GzipFile(path, "rb")
        self._path = path

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        import gzip
        import zlib

        try:
            return self._source.readinto(buffer)
        except gzip.BadGzipFile as error:
            with open(self._path, "rb") as file:
                begins_right = file.read(len(_GZIP)) == _GZIP
            damaged = "the compressed data are damaged"
            raise OSError(damaged if begins_right else "not a gzipped file, though its name ends in .gz") from error
        except EOFError as error:
            raise OSError("the compressed data stop too early") from error
        except zlib.error as error:
            raise OSError(f"the compressed data are damaged ({error})") from error

    def close(self) -> None:
        self._source.close()
        super().close()
