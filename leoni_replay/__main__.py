"""The entry point of the command ``leoni``: nothing is imported before it is known to be needed."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line."""
    if sys.argv[1:] == ["--version"]:
        # What scripts and editors ask most often should not wait for a command line library.
        from leoni_replay import __version__

        sys.stdout.write(f"leoni-replay {__version__}\n")
        return
    from leoni_replay.cli import run

    run()


if __name__ == "__main__":
    main()
