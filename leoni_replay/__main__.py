"""The entry point of the command ``leoni``. It imports only what is needed, and turns every failure into a line on
standard error and an exit status."""

from __future__ import annotations

import errno
import gc
import io
import os
import sys
from typing import BinaryIO, TextIO, cast

#: The exit status of a program that writes into a closed pipe, by the convention of shells.
_BROKEN_PIPE = 128 + 13


def main() -> None:
    """Run the command line."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 (for the life of the process)
    else:
        sys.stderr = _with_own_errors(sys.stderr)
    if sys.stdout is None:
        sys.stderr.write("leoni: standard output is closed\n")
        sys.exit(2)
    sys.stdout = _with_own_errors(sys.stdout)
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(_ClosedInput())
    # Importing creates many permanent objects; collecting garbage among them takes a tenth of the start.
    gc.set_threshold(40_000, 20, 50)
    try:
        try:
            _run()
        finally:
            sys.stdout.flush()
            gc.freeze()
    except _OutputFailed as failed:
        # What is still buffered cannot be written. The reader of a closed pipe has seen enough.
        _forget_output()
        if isinstance(failed.error, BrokenPipeError):
            sys.exit(_BROKEN_PIPE)
        sys.stderr.write(f"leoni: cannot write the output: {failed.error.strerror or failed.error}\n")
        sys.exit(2)
    except ChildProcessError as error:
        sys.stderr.write(f"leoni: {error}\n")
        sys.exit(2)
    except OSError as error:
        from leoni_replay.files.find_games import reason_of  # start-up time

        file_prefix = f"{error.filename}: " if error.filename else ""
        sys.stderr.write(f"leoni: {file_prefix}{reason_of(error)}\n")
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)


class _OutputFailed(Exception):
    """Raised if a standard stream cannot be written. It is not an OSError, so no command mistakes it for an error of
    its files."""

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        self.error = error


class _ClosedInput(io.BufferedIOBase):
    """Standard input that is closed: reading it fails as reading a file does. It is missed only where it is read."""

    def readable(self) -> bool:
        return True

    def read(self, size: int | None = -1, /) -> bytes:
        raise OSError(errno.EBADF, "the standard input is closed")

    read1 = read


class _Out(io.FileIO):
    """A standard stream whose errors can be distinguished from those of files."""

    def write(self, data: object) -> int | None:  # type: ignore[override]
        try:
            return super().write(data)  # type: ignore[arg-type]
        except OSError as error:
            raise _OutputFailed(error) from None


def _with_own_errors(stream: TextIO) -> TextIO:
    """Return the stream, with its errors marked as its own."""
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    stream.flush()
    raw = _Out(stream.fileno(), "w", closefd=False)
    return io.TextIOWrapper(
        # Without a buffer (PYTHONUNBUFFERED) text is written at once.
        cast(BinaryIO, raw) if stream.write_through else io.BufferedWriter(raw),
        encoding=stream.encoding,
        errors=stream.errors,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )


def _run() -> None:
    if sys.argv[1:] == ["--version"]:
        # What scripts and editors request most often shouldn't wait for a command line library.
        from leoni_replay import version

        sys.stdout.write(f"{version()}\n")
        return
    try:
        from leoni_replay.cli import run  # start-up time

        run()
    except (ImportError, AttributeError, TypeError):
        from leoni_replay.installation import unmet_requirement  # start-up time

        # A library that is missing, or too new, fails in ways of its own.
        unmet = unmet_requirement()
        if not unmet:
            raise
        sys.stderr.write(f"leoni: {unmet}\n")
        sys.exit(2)


def _forget_output() -> None:
    """Discard what is still buffered, so that the interpreter doesn't fail on it again at its end."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except _OutputFailed:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


if __name__ == "__main__":
    main()
