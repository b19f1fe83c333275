"""The Python interface to verdicts: check the games of a file, a text or transcripts one at a time."""

from __future__ import annotations

import io
import itertools
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, cast

from leoni_replay.files.verify import MOST_HINTS, with_hints
from leoni_replay.notation.files import Source, check_source, is_text, opened
from leoni_replay.notation.split import RawGame, split
from leoni_replay.notation.tree import Transcript
from leoni_replay.notation.writer import dumps
from leoni_replay.record.judge import judge
from leoni_replay.record.verdict import Verdict


def verify(
    source: Source | Transcript | Iterable[Transcript], *, rules: str | None = None, keep_going: bool = False
) -> Iterator[Verdict]:
    """Check games one at a time, when their verdicts are requested: a loop over a large file holds one game in memory.

    Args:
        source: a path, ``-`` for standard input, an open file, the lines of one, the text of records, a transcript, or
            several transcripts.
        rules: a rule book and overrides to use instead of each record's own.
        keep_going: read rejected records on after their error and report likely further errors, with severity
            ``conjecture``.

    Yields:
        The verdict on each game, in order.

    Raises:
        OSError: the file cannot be read; raised when the first verdict is requested.
        TypeError: games cannot be read from this.
    """
    check = with_hints(partial(judge, rules=rules, keep_going=keep_going), MOST_HINTS)
    if isinstance(source, Transcript):
        return map(check, [_raw(source)])
    if is_text(source):
        return map(check, split(io.StringIO(source, newline=""), ""))
    if isinstance(source, Iterable) and not isinstance(source, str | bytes) and not hasattr(source, "read"):
        items: Iterator[Any] = iter(source)
        first = list(itertools.islice(items, 1))
        items = itertools.chain(first, items)
        if first and isinstance(first[0], Transcript):
            return map(check, map(_raw, items))
        return _from_source(items, check)
    opens = cast(Source, source)
    check_source(opens)
    return _from_source(opens, check)


def _from_source(source: Source, check: Callable[[RawGame], Verdict]) -> Iterator[Verdict]:
    with opened(source) as (stream, name):
        yield from map(check, split(stream, name))


def _raw(transcript: Transcript) -> RawGame:
    """The text of a transcript: its source, or what ``dump`` would write."""
    if not isinstance(transcript, Transcript):
        raise TypeError(f"among transcripts there is {transcript!r}")
    beside = transcript.beside or ""
    return RawGame(transcript.text or dumps(transcript), transcript.number, transcript.line, beside)
