"""The Python interface to verdicts: check the games of a file, a text or transcripts one at a time."""

from __future__ import annotations

import io
import itertools
import os
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, cast

from leoni_replay.files.reading import SUFFIXES, text_of, transcripts_in
from leoni_replay.files.verify import MOST_HINTS, with_hints
from leoni_replay.notation.files import Source, check_source, is_text, opened
from leoni_replay.notation.split import RawGame, split
from leoni_replay.notation.tree import Transcript
from leoni_replay.notation.writer import dumps
from leoni_replay.record.judge import judge
from leoni_replay.record.verdict import Verdict


def verify(
    source: Source | Transcript | Iterable[Transcript] | Iterable[str | os.PathLike[str]],
    *,
    rules: str | None = None,
) -> Iterator[Verdict]:
    """Check games one at a time, when their verdicts are requested: a loop over a large file holds one game in memory.

    Args:
        source: a path (a file, or a folder with all its ``.moves`` and ``.moves.gz`` files), ``-`` for standard input,
            an open file, the lines of one, the text of records, a transcript; or several paths or transcripts. Several
            strings are paths if the first one ends in ``.moves`` or ``.moves.gz``, otherwise lines.
        rules: a rule book and overrides to use instead of each record's own.

    Yields:
        The verdict on each game, in order.

    Raises:
        OSError: a file or folder cannot be read; raised when its first verdict is requested.
        TypeError: games cannot be read from this.
    """
    check = with_hints(partial(judge, rules=rules), MOST_HINTS)
    if isinstance(source, Transcript):
        return map(check, [_raw(source)])
    if is_text(source):
        return map(check, split(io.StringIO(source, newline=""), ""))
    if isinstance(source, str | os.PathLike):
        return map(check, _in_paths([source]))
    if isinstance(source, Iterable) and not isinstance(source, bytes) and not hasattr(source, "read"):
        items: Iterator[Any] = iter(source)
        first = list(itertools.islice(items, 1))
        items = itertools.chain(first, items)
        if first and isinstance(first[0], Transcript):
            return map(check, map(_raw, items))
        if first and _is_path(first[0]):
            return map(check, _in_paths(items))
        return map(check, _in_source(items))
    opens = cast(Source, source)
    check_source(opens)
    return map(check, _in_source(opens))


def _is_path(item: object) -> bool:
    """Whether the first of several strings is a path: a line of a record may end like one, in a comment."""
    if isinstance(item, str):
        return item.lower().endswith(SUFFIXES) and not any(char in item for char in "\n;{[")
    return isinstance(item, os.PathLike)


def _in_paths(paths: Iterable[str | os.PathLike[str]]) -> Iterator[RawGame]:
    for path in paths:
        if not isinstance(path, str | os.PathLike):
            raise TypeError(f"among paths there is {path!r}")
        for file in transcripts_in(os.fspath(path)):
            if isinstance(file, OSError):
                raise file
            with text_of(file) as stream:
                yield from split(stream, file)


def _in_source(source: Source) -> Iterator[RawGame]:
    with opened(source) as (stream, name):
        yield from split(stream, name)


def _raw(transcript: Transcript) -> RawGame:
    """The text of a transcript: its source, or what ``dump`` would write."""
    if not isinstance(transcript, Transcript):
        raise TypeError(f"among transcripts there is {transcript!r}")
    beside = transcript.beside or ""
    return RawGame(transcript.text or dumps(transcript), transcript.number, transcript.line, beside)
