"""When files and folders change: at each save of a transcript, for those who write one in an editor."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from leoni_replay.files.reading import transcripts_in

#: How long nothing is heard before the files are looked at all the same, in milliseconds: a change that came between
#: two watches, or on a drive that tells of none, is seen then.
_LOOK_AGAIN = 1000

#: What tells one state of a file from another: when it was written, its size, and which file it is.
_State = tuple[int, int, int]


def saves(paths: Iterable[str]) -> Iterator[list[str]]:
    """The transcripts that have changed, whenever some have; first, at once, none.

    Args:
        paths: files and folders. A file need not be there yet.

    Raises:
        ImportError: watchfiles is not installed (the extra ``watch``).
        OSError: a folder is not there, or cannot be watched.
    """
    from watchfiles import watch

    paths = list(paths)
    for folder in _folders(paths):
        os.stat(folder)
    # What is read after this was noted is at least as new.
    seen = _states(paths)
    yield []
    while True:
        folders = _folders(paths)
        # Folders are watched, not files: an editor that puts a new file in place of the old would leave no trace.
        waiting = watch(
            *folders, watch_filter=None, recursive=False, rust_timeout=_LOOK_AGAIN, yield_on_timeout=True, debounce=200
        )
        for _ in waiting:
            now = _states(paths)
            if now != seen:
                changed = sorted(name for name, _ in now.items() ^ seen.items())
                seen = now
                yield list(dict.fromkeys(changed))
            if _folders(paths) != folders:
                break


def _states(paths: list[str]) -> dict[str, _State | None]:
    """The state of every transcript; None of one that cannot be looked at."""
    states: dict[str, _State | None] = {}
    for path in paths:
        for file in transcripts_in(path):
            name = str(file.filename or path) if isinstance(file, OSError) else file
            try:
                state = os.stat(name)
                states[name] = state.st_mtime_ns, state.st_size, state.st_ino
            except OSError:
                states[name] = None
    return states


def _folders(paths: list[str]) -> list[str]:
    """The folders in which transcripts are, or may come to be: those given with all below, and those of the files."""
    watched = set()
    for path in paths:
        if os.path.isdir(path):
            for folder, folders, _ in os.walk(path):
                folders[:] = [name for name in folders if not name.startswith(".")]
                watched.add(folder)
        else:
            # A link is watched where it leads to: there a save is seen.
            watched |= {os.path.dirname(place) or "." for place in (path, os.path.realpath(path))}
    return sorted(watched)
