"""Read and write the move notation. This package knows no game's rules.

``load`` and ``loads`` read, ``dump`` and ``dumps`` write. ``split`` and ``parse`` are the two halves of reading, for
programs that parse elsewhere, such as in another process. Errors in a game's text are not raised: they are in its
``problem``. Reading a plain game needs only a few of these modules; the others are loaded on first use.

>>> game, = loads('[Game "Martha"] [Deal "seed:1"]  1. 5:7S>3 *')
>>> [token(move.command) for move in game.moves()]
['5:7S>3']
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any

from leoni_replay.arguments import check_text, check_type
from leoni_replay.games.places import COMMON, Vocabulary

# The module has the same name as this function, and would hide it.
from leoni_replay.notation.split import RawGame, split

if TYPE_CHECKING:
    from leoni_replay.commands import Command
    from leoni_replay.notation.claim_syntax import ClaimError, claim
    from leoni_replay.notation.reader import parse, read
    from leoni_replay.notation.text_files import Source, open_bytes, open_text
    from leoni_replay.notation.transcript import (
        Claim,
        Comment,
        Item,
        Move,
        Number,
        Problem,
        Result,
        Statement,
        Tag,
        Time,
        Transcript,
        Variation,
    )
    from leoni_replay.notation.writer import dump, dumps, token

__all__ = [
    "Claim",
    "ClaimError",
    "Comment",
    "Item",
    "Move",
    "Number",
    "Problem",
    "RawGame",
    "Result",
    "Statement",
    "Tag",
    "Time",
    "Transcript",
    "Variation",
    "claim",
    "command",
    "dump",
    "dumps",
    "load",
    "loads",
    "open_bytes",
    "open_text",
    "parse",
    "read",
    "split",
    "token",
]

_WHERE = {name: "transcript" for name in __all__ if name[0].isupper() and name not in ("ClaimError", "RawGame")} | {
    "ClaimError": "claim_syntax",
    "claim": "claim_syntax",
    "dump": "writer",
    "dumps": "writer",
    "open_bytes": "text_files",
    "open_text": "text_files",
    "parse": "reader",
    "read": "reader",
    "token": "writer",
}


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)
    globals()[name] = value
    return value


def load(source: Source) -> Iterator[Transcript]:
    """Read the games of a file, one at a time.

    Args:
        source: the path of a file (decompressed if it ends in ``.gz``), ``-`` for standard input, or an open file of
            text or bytes (UTF-8).

    Yields:
        A transcript for each game, in order. Errors in its text are in its ``problem``.

    Raises:
        TypeError: it is neither a path nor an open file.
        ValueError: it is the text of a record.
        OSError: the file cannot be read; raised when the first game is requested.
    """
    from leoni_replay.notation.reader import read
    from leoni_replay.notation.text_files import check_source, opened

    def games() -> Iterator[Transcript]:
        with opened(source) as (stream, name):
            yield from read(stream, name)

    check_source(source)
    return games()


def loads(text: str, file: str = "") -> list[Transcript]:
    """Read the games of a text. No file is opened, whatever the text is.

    Args:
        text: records in the notation (docs/reference/notation.md).
        file: the name in diagnostics; no rule books are looked for beside it.

    Returns:
        A transcript for each game, in order. Errors in its text are in its ``problem``.

    Raises:
        TypeError: it is not text.
    """
    check_type(text, str, "a record is text (load(path) reads files)")
    check_text(file=file)
    from leoni_replay.notation.reader import read

    transcripts = list(read(io.StringIO(text, newline=""), file))
    for transcript in transcripts:
        transcript.beside = ""
    return transcripts


def command(text: str, vocabulary: Vocabulary | None = COMMON) -> tuple[Command, str]:
    """The command and mark of one move token: the inverse of ``token``.

    Args:
        text: the token.
        vocabulary: the words of the game (``Game.vocabulary``), by default those of our own games; None for those of
            any game that is loaded.

    Raises ValueError if the text is not one move.
    """
    from leoni_replay.notation.braces import written

    return written(text, vocabulary)
