"""Transcripts in a bucket or at another address, through fsspec (an extra)."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import re
from collections.abc import Iterator
from typing import Any, BinaryIO, Final, TextIO, cast

from leoni_replay.installation import command_to_add

#: ``s3://bucket/games``; the scheme has at least two letters, because one letter is a drive on Windows
_ADDRESS: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://|[a-z]+::")


def is_remote(path: str) -> bool:
    """Whether a path is an address."""
    return _ADDRESS.match(path) is not None


def files_at(path: str, suffixes: tuple[str, ...]) -> list[str]:
    """Return the transcripts at an address: itself, or all those below it, sorted, except in hidden folders.

    Raises:
        OSError: it cannot be reached.
    """
    with _system_errors(path):
        file_system, root = _connect(path)
        if not file_system.isdir(root):
            return [path]
        addresses: list[str] = []
        for name in map(str, file_system.find(root)):
            *folders, last = name[len(root.rstrip("/")) :].strip("/").split("/")
            is_hidden = any(folder.startswith(".") for folder in folders)
            if last.lower().endswith(suffixes) and not is_hidden:
                addresses.append(str(file_system.unstrip_protocol(name)))
        return sorted(addresses)


def size_at(path: str) -> int:
    """Return the size in bytes of a file at an address.

    Raises:
        OSError: it cannot be reached.
    """
    with _system_errors(path):
        file_system, name = _connect(path)
        return int(file_system.size(name) or 0)


@contextlib.contextmanager
def bytes_at(path: str) -> Iterator[BinaryIO]:
    """Open the bytes of a file at an address.

    Raises:
        OSError: it cannot be read.
    """
    with _system_errors(path):
        file_system, name = _connect(path)
        with file_system.open(name, "rb") as stream:
            yield cast(BinaryIO, stream)


@contextlib.contextmanager
def text_at(path: str) -> Iterator[TextIO]:
    """Open the text of a transcript at an address, decompressed if its name ends in ``.gz``.

    Raises:
        OSError: it cannot be read.
    """
    import gzip  # start-up time
    import zlib  # start-up time

    with bytes_at(path) as stream:
        content: Any = gzip.GzipFile(fileobj=stream) if path.lower().endswith(".gz") else stream
        with io.TextIOWrapper(content, encoding="utf-8", errors="surrogateescape") as text:
            try:
                yield text
            except (EOFError, zlib.error) as error:
                raise OSError(f"the compressed data are damaged ({error})") from error


def _connect(path: str) -> tuple[Any, str]:
    """Return the file system of an address, and the name in it.

    Raises:
        OSError: fsspec is not installed.
    """
    try:
        from fsspec.core import url_to_fs  # an extra
    except ImportError:
        raise OSError(errno.ENOSYS, f"addresses need fsspec: {command_to_add('remote')}", path) from None
    file_system, name = url_to_fs(path)
    return file_system, str(name)


@contextlib.contextmanager
def _system_errors(path: str) -> Iterator[None]:
    """Turn any exception of the library in this block into an OSError."""
    try:
        yield
    except FileNotFoundError:
        raise OSError(errno.ENOENT, os.strerror(errno.ENOENT), path) from None
    except Exception as error:
        # An error of the system that says its reason is good as it is.
        if isinstance(error, OSError) and error.strerror:
            raise
        reason = " ".join(str(error).split())[:200]
        raise OSError(errno.EIO, reason or type(error).__name__, path) from None
