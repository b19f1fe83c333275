"""The entry point of the command ``leoni``: nothing is imported before it is known to be needed, and every failure
becomes a line on standard error and an exit status."""

from __future__ import annotations

import gc
import io
import os
import sys
from typing import BinaryIO, TextIO, cast

#: What a shell says of a program that wrote into a pipe which nobody reads any more.
_BROKEN_PIPE = 128 + 13


def main() -> None:
    """Run the command line."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 (for the life of the process)
    else:
        sys.stderr = _told(sys.stderr)
    if sys.stdout is None:
        sys.stderr.write("leoni: standard output is closed\n")
        sys.exit(2)
    sys.stdout = _told(sys.stdout)
    # Importing makes many objects that stay: to look through them is a tenth of a start.
    gc.set_threshold(40_000, 20, 50)
    try:
        try:
            _run()
        finally:
            sys.stdout.flush()
            gc.freeze()
    except _OutputFailed as failed:
        # What is still buffered has nowhere to go. A reader of a pipe that is gone has seen enough.
        _forget_output()
        if isinstance(failed.error, BrokenPipeError):
            sys.exit(_BROKEN_PIPE)
        sys.stderr.write(f"leoni: cannot write the output: {failed.error.strerror or failed.error}\n")
        sys.exit(2)
    except ChildProcessError as error:
        sys.stderr.write(f"leoni: {error}\n")
        sys.exit(2)
    except OSError as error:
        from leoni_replay.files.reading import why

        named = f"{error.filename}: " if error.filename else ""
        sys.stderr.write(f"leoni: {named}{why(error)}\n")
        sys.exit(2)
    except RuntimeError as error:
        from leoni_replay.notation.grammar import GrammarError

        if not isinstance(error, GrammarError):
            raise
        sys.stderr.write(f"leoni: {error}\n")
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)


class _OutputFailed(Exception):
    """A standard stream cannot be written. It is no OSError, so that no command takes it for one of its files."""

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        self.error = error


class _Out(io.FileIO):
    """A standard stream whose failures are told from those of files."""

    def write(self, data: object) -> int | None:  # type: ignore[override]
        try:
            return super().write(data)  # type: ignore[arg-type]
        except OSError as error:
            raise _OutputFailed(error) from None


def _told(stream: TextIO) -> TextIO:
    """The stream, its failures told apart."""
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    stream.flush()
    raw = _Out(stream.fileno(), "w", closefd=False)
    return io.TextIOWrapper(
        # Without a buffer (PYTHONUNBUFFERED) text is written as it comes.
        cast(BinaryIO, raw) if stream.write_through else io.BufferedWriter(raw),
        encoding=stream.encoding,
        errors=stream.errors,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )


def _run() -> None:
    if sys.argv[1:] == ["--version"]:
        # What scripts and editors ask most often should not wait for a command line library.
        from leoni_replay import version

        sys.stdout.write(f"{version()}\n")
        return
    from leoni_replay.cli import run

    run()


def _forget_output() -> None:
    """Let what is still buffered go nowhere, so that the interpreter does not fail on it once more at its end."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except _OutputFailed:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


if __name__ == "__main__":
    main()
