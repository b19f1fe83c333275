"""The Python interface to verdicts: check the games of files, or of a text, one at a time."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from functools import partial

from leoni_replay.arguments import check_text, check_type
from leoni_replay.diagnostics import Diagnostic
from leoni_replay.files.find_games import games_in, games_of
from leoni_replay.files.verify_paths import MOST_HINTS, with_hints
from leoni_replay.notation.split import RawGame
from leoni_replay.notation.text_files import check_path
from leoni_replay.record.judge import judge
from leoni_replay.record.verdict import Verdict


def verify(*paths: str | os.PathLike[str], rules: str | None = None) -> Iterator[Verdict]:
    """Check the games of files and folders, one at a time as you ask for their verdicts.

    Args:
        paths: files; folders, with all their ``.moves`` and ``.moves.gz`` files; or ``-`` for standard input. A string
            is always a path: :func:`verify_text` checks text, for example what a stranger sends.
        rules: a rule book and overrides to use instead of each record's own.

    Yields:
        The verdict on each game, in order. A file that cannot be read (F601) or has no game, or a folder without a
        transcript, has one verdict: it is rejected, with the number 0.

    Raises:
        TypeError: one of them is not a path, or there is none; or the rules are not text.
        LeoniError: one is the text of a record, and not the name of a file.
    """
    if not paths:
        raise TypeError("verify takes the paths of files or folders: none is given")
    check_text(rules=rules)
    for path in paths:
        check_type(path, (str, os.PathLike), "verify takes paths one by one (replay(record) checks a record)")
        check_path(path, "verify_text(text) checks it")
    return _verdicts(games_in([os.fspath(path) for path in paths]), rules)


def verify_text(text: str, *, rules: str | None = None) -> Iterator[Verdict]:
    """Check the games of a text, one at a time as you ask for their verdicts. No file is opened, whatever the text is.

    Args:
        text: records in the notation.
        rules: as for :func:`verify`.

    Yields:
        The verdict on each game, in order. A text without a game has one verdict: it is rejected, with the number 0.

    Raises:
        TypeError: it is not text, or the rules are none.
    """
    check_type(text, str, "verify_text takes the text of records (verify(path) reads files)")
    check_text(rules=rules)
    return _verdicts(games_of(io.StringIO(text, newline=""), ""), rules)


def _verdicts(games: Iterator[RawGame | Diagnostic], rules: str | None) -> Iterator[Verdict]:
    """Yield the verdict on each game, and a verdict without a game for each diagnostic."""
    check = with_hints(partial(judge, rules=rules), MOST_HINTS)
    for game in games:
        if isinstance(game, Diagnostic):
            yield Verdict(
                file=game.file,
                number=0,
                game=None,
                rules=None,
                deal=None,
                status="rejected",
                result=None,
                moves=0,
                digest=None,
                diagnostics=(game,),
            )
        else:
            yield check(game)
