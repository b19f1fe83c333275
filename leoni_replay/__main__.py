"""The entry point of the command ``leoni``: nothing is imported before it is known to be needed, and every failure
becomes a line on standard error and an exit status."""

from __future__ import annotations

import gc
import os
import sys


def main() -> None:
    """Run the command line."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 (for the life of the process)
    if sys.stdout is None:
        sys.stderr.write("leoni: standard output is closed\n")
        sys.exit(2)
    # Importing makes many objects that stay: to look through them is a tenth of a start.
    gc.set_threshold(100_000, 20, 50)
    try:
        try:
            _run()
        finally:
            sys.stdout.flush()
            gc.freeze()
    except BrokenPipeError:
        # The reader of the pipe has seen enough. What is still buffered has nowhere to go.
        _forget_output()
        sys.exit(128 + 13)
    except ChildProcessError as error:
        sys.stderr.write(f"leoni: {error}\n")
        sys.exit(2)
    except OSError as error:
        _forget_output()
        sys.stderr.write(f"leoni: cannot write the output: {error.strerror or error}\n")
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)


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
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
