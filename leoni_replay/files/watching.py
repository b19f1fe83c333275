"""Watch files and folders: report each save of a transcript, for people who write records in an editor."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from leoni_replay.files.reading import transcripts_in

#: After this many milliseconds without an event the files are checked anyway, to find a change between two watches, or
#: on a drive that reports none.
_LOOK_AGAIN = 1000

#: What identifies the state of a file: its modification time, its size, and its inode.
_State = tuple[int, int, int]


def saves(paths: Iterable[str]) -> Iterator[list[str]]:
    """The transcripts that have changed, each time some have; the first item is empty and comes at once.

    Args:
        paths: files and folders. A file need not exist yet.

    Raises:
        ImportError: watchfiles is not installed (the extra ``watch``).
        OSError: a folder doesn't exist, or cannot be watched.
    """
    from watchfiles import watch  # an extra

    paths = list(paths)
    for folder in _folders(paths):
        os.stat(folder)
    # Anything read after this point is at least as new.
    seen = _states(paths)
    yield []
    while True:
        folders = _folders(paths)
        # Folders are watched instead of files: an editor may replace a file with a new one, which ends a watch on the
        # file.
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
    """The state of every transcript; None for one that cannot be read."""
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
    """The folders that hold transcripts or may do so: the given ones with their subfolders, and those of the files."""
    watched = set()
    for path in paths:
        if os.path.isdir(path):
            for folder, folders, _ in os.walk(path):
                folders[:] = [name for name in folders if not name.startswith(".")]
                watched.add(folder)
        else:
            # The target of a link is watched: saves are visible there.
            watched |= {os.path.dirname(place) or "." for place in (path, os.path.realpath(path))}
    return sorted(watched)
