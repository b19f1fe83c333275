"""Text and transcripts: the move notation, which knows no game's rules.

``load`` and ``loads`` read, ``dump`` and ``dumps`` write; ``split`` and ``parse`` are the two halves of reading, for
those who want to do the second elsewhere. What is wrong with a game's text is told by its ``problem``, not raised.

>>> game, = loads('[Game "Martha"] [Deal "seed:1"]  1. 5:7S>3 *')
>>> [token(move.command) for move in game.moves()]
['5:7S>3']
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator

from leoni_replay.commands import Command
from leoni_replay.notation.claims import ClaimError, claim
from leoni_replay.notation.files import open_bytes, open_text
from leoni_replay.notation.reader import parse, read
from leoni_replay.notation.scan import scanner
from leoni_replay.notation.split import RawGame, split
from leoni_replay.notation.tree import (
    Claim,
    Comment,
    Item,
    Move,
    Number,
    Problem,
    Result,
    Statement,
    Tag,
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


def load(path: str | os.PathLike[str]) -> Iterator[Transcript]:
    """The games of a file (``.gz`` or ``-`` as in ``open_text``), read as they are asked for.

    Raises OSError if the file cannot be read.
    """
    with open_text(path) as stream:
        yield from read(stream, os.fspath(path))


def loads(text: str, file: str = "") -> list[Transcript]:
    """The games of a text; ``file`` is its name for diagnostics."""
    return list(read(io.StringIO(text, newline=""), file))


def command(text: str) -> tuple[Command, str]:
    """The command and the mark that one move token spells: the inverse of ``token``.

    Raises ValueError if the text is not one move.
    """
    return scanner().command(text)
