"""Records written to a file: :func:`leoni_replay.dump`."""

from __future__ import annotations

import errno
import gzip
import io
import os
import sys
from collections.abc import Iterable
from pathlib import Path

from leoni_replay.files.atomic import output_file
from leoni_replay.notation.text_files import PathOrFile, is_compressed
from leoni_replay.notation.transcript import Record
from leoni_replay.notation.writer import texts_of


def dump(records: Iterable[Record] | Record, file: PathOrFile) -> None:
    """Write records to a file, in canonical form, with an empty line between them. :func:`load` reads them again.

    Args:
        records: one record, or several.
        file: the path of a file (compressed if it ends in ``.gz``), which is replaced once all records are written;
            ``-`` for standard output; or an open file of text or bytes (UTF-8), which stays open.

    Raises:
        TypeError: something is not a record, or contains what no transcript may; or this is no file.
        LeoniError: the notation cannot express a record: it has a problem, lacks a tag or a result, or a tag or comment
            contains characters that would end it.
        OSError: the file cannot be written.
    """
    if not isinstance(file, str | os.PathLike):
        _write(records, file)
    elif os.fspath(file) == "-":
        _write(records, sys.stdout)
    else:
        path = Path(file)
        if not path.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, "there is no such folder", str(path.parent))
        with output_file(path, replace=True) as stream:
            if is_compressed(file):
                # Without a name and a time in it, the same records always make the same file.
                with gzip.GzipFile("", "wb", fileobj=stream.buffer, mtime=0) as compressed:
                    _write(records, compressed)
            else:
                _write(records, stream)


def _write(records: Iterable[Record] | Record, stream: object) -> None:
    """Write records to an open file.

    Raises:
        TypeError, LeoniError, OSError: as :func:`dump`.
    """
    write = getattr(stream, "write", None)
    if write is None:
        raise TypeError(f"dump writes to a path or an open file, not to {type(stream).__name__}")
    for text in texts_of(records):
        write(text if _takes_text(stream) else text.encode())


def _takes_text(stream: object) -> bool:
    """Whether an open file is one of text, not of bytes."""
    if isinstance(stream, io.IOBase):
        return isinstance(stream, io.TextIOBase)
    # Some files are wrapped (tempfile), and only know how they were opened.
    return "b" not in str(getattr(stream, "mode", ""))
