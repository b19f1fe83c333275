"""Read files of other programs: detect the format, and convert the games to records."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import nullcontext
from pkgutil import resolve_name
from typing import Any, BinaryIO, Final, Literal, NamedTuple, get_args

from leoni_replay.arguments import check_text, check_type
from leoni_replay.exchange.boards import from_fc_solve, from_solvitaire
from leoni_replay.exchange.errors import CannotImport, json_in
from leoni_replay.exchange.pysol import MOST_BYTES, from_pysol
from leoni_replay.exchange.replays import check_against_record, from_replay
from leoni_replay.games import ForeignFormat, foreign_formats
from leoni_replay.leoni_error import LeoniError
from leoni_replay.notation.split import GAME_LIMIT
from leoni_replay.notation.transcript import Transcript
from leoni_replay.notation.writer import dumps
from leoni_replay.text import decode_text

#: The formats of :func:`import_`.
ImportFormat = Literal["pysol", "json", "jsonl", "solvitaire", "fc-solve"]
#: The formats by file name suffix; the first match counts.
ENDINGS: Final[tuple[tuple[str, ImportFormat], ...]] = (
    (".solvitaire.json", "solvitaire"),
    (".pso", "pysol"),
    (".jsonl", "jsonl"),
    (".json", "json"),
    (".board", "fc-solve"),
)
OURS: Final[tuple[ImportFormat, ...]] = get_args(ImportFormat)
#: the maximum length in bytes of a line of JSON lines, or of any other file
_LONGEST: Final = 64 << 20


class ImportedGame(NamedTuple):
    """A game of a file.

    Attributes:
        number: its number in the file, from 1.
        record: its record; None if it is refused.
        losses: what the file has and the record lacks, in words.
        refusal: why there is no record; empty if there is one.
    """

    number: int
    record: Transcript | None
    losses: tuple[str, ...] = ()
    refusal: str = ""


def format_of(path: str) -> str | None:
    """Return the format that a file name indicates."""
    name = os.path.basename(path).lower()
    for ending, kind in ENDINGS:
        if name.endswith(ending):
            return kind
    # All games are loaded for these.
    return next((foreign.name for foreign in read_formats() if name.endswith(foreign.suffix)), None)


def read_formats() -> list[ForeignFormat]:
    """Return the formats that added games bring and that can be read."""
    return [foreign for foreign in foreign_formats().values() if foreign.read]


def formats() -> list[str]:
    """Return the names of the formats that can be read, those of our own first."""
    return [*OURS, *(foreign.name for foreign in read_formats())]


def import_(
    file: str | os.PathLike[str] | BinaryIO,
    format: ImportFormat | ForeignFormat | None = None,
    rules: str | None = None,
) -> Iterator[ImportedGame]:
    """Read the games of another program's file, one at a time. Nothing in the file is ever run.

    Args:
        file: a path, or a file that is open for reading bytes.
        format: ``pysol``, ``json``, ``jsonl``, ``solvitaire``, ``fc-solve``, or one that an added game brings (one of
            ``Declaration.formats``, or its name); by default the file name decides.
        rules: a rule book for games that do not name theirs; None for their default books.

    Yields:
        Each game: its record and what that lacks, or why it is refused.

    Raises:
        LeoniError: there is no such format or rule book.
        TypeError: it is neither a path nor an open file of bytes, or the format or the rules are not text.
        OSError: the file cannot be read.
    """
    read = getattr(file, "read", None)
    if isinstance(file, str | os.PathLike):
        name = os.fspath(file)
    elif read is not None and isinstance(read(0), bytes):
        name = str(getattr(file, "name", "this file"))
    else:
        kind = type(file).__name__
        raise TypeError(f"import_ takes a path or a file opened with open(path, 'rb'), not {kind}")
    check_type(format, (str, ForeignFormat, type(None)), "the format is a text")
    check_text(rules=rules)
    format_name = format.name if isinstance(format, ForeignFormat) else format or format_of(name)
    if format_name is None:
        raise LeoniError(f"{name}: say which format it has: {', '.join(formats())}")
    if format_name not in OURS and format_name not in formats():
        raise LeoniError(f"there is no format `{format_name}` to read: the formats are {', '.join(formats())}")
    return _open_and_import(file, format_name, rules)


def _open_and_import(file: str | os.PathLike[str] | BinaryIO, format: str, rules: str | None) -> Iterator[ImportedGame]:
    """Yield the games of a file, which is opened when the first of them is requested."""
    with open(file, "rb") if isinstance(file, str | os.PathLike) else nullcontext(file) as stream:
        yield from import_games(stream, format, rules)


def import_games(stream: BinaryIO, format: str, rules: str | None = None) -> Iterator[ImportedGame]:
    """Yield the games of a file.

    Args:
        stream: the file.
        format: the format, as :func:`format_of` returns it.
        rules: a rule book for games that do not name theirs; None for their default books.

    Raises:
        OSError: the file cannot be read.
        RulesError: there is no such rule book.
    """
    number = 0
    # The inner errors refuse one game, and the others follow; the outer one refuses the rest of the file.
    try:
        for number, game_data in enumerate(_games_in(stream, format), 1):
            try:
                record, losses = _record(game_data, format, rules)
                _check_writable(record)
                if format in ("json", "jsonl"):
                    check_against_record(game_data, record)
            except CannotImport as error:
                yield ImportedGame(number, None, refusal=str(error))
            else:
                yield ImportedGame(number, record, tuple(losses))
    except CannotImport as error:
        yield ImportedGame(number + 1, None, refusal=str(error))


def _record(game_data: Any, format: str, rules: str | None) -> tuple[Transcript, list[str]]:
    """Convert one game of a file to a record.

    Args:
        game_data: the game, in the form that its format has (:func:`_games_in`).
        format: the format.
        rules: a rule book for games that do not name theirs; None for their default books.

    Returns:
        The record, and what it lacks, in words.

    Raises:
        CannotImport: it is not a game that can be converted.
        RulesError: there is no such rule book.
    """
    match format:
        case "pysol":
            return from_pysol(game_data, rules)
        case "json" | "jsonl":
            return from_replay(game_data)
        case "solvitaire":
            return from_solvitaire(game_data, rules), []
        case "fc-solve":
            return from_fc_solve(game_data, rules), []
        case _:
            return resolve_name(foreign_formats()[format].read)(game_data, rules), []


def _check_writable(record: Transcript) -> None:
    """Check that a record can be written, and is not too large to be read again.

    Raises:
        CannotImport: it cannot.
    """
    try:
        text = dumps(record)
    except (ValueError, TypeError) as error:
        raise CannotImport(f"it makes no record: {error}") from None
    if len(text) > GAME_LIMIT:
        raise CannotImport(f"its record is longer than {GAME_LIMIT >> 20} MiB")


def _games_in(stream: BinaryIO, format: str) -> Iterator[Any]:
    """Yield the data of each game in a file: bytes (``pysol``), the value of its JSON, or text.

    Raises:
        CannotImport: it contains none.
    """
    if format == "pysol":
        yield stream.read(MOST_BYTES + 1)
    elif format == "jsonl":
        while line := stream.readline(_LONGEST + 1):
            if line.strip():
                yield json_in(_text(line))
    elif format == "json":
        data = json_in(_text(stream.read(_LONGEST + 1)))
        yield from data if isinstance(data, list) else [data]
    else:
        yield _text(stream.read(_LONGEST + 1))


def _text(data: bytes) -> str:
    """Return the text of a file or a line.

    Raises:
        CannotImport: it is too long, or not text in UTF-8.
    """
    if len(data) > _LONGEST:
        raise CannotImport(f"it is longer than {_LONGEST >> 20} MiB: JSON lines (jsonl) are read one by one")
    try:
        return decode_text(data)
    except UnicodeDecodeError as error:
        raise CannotImport(f"it is not text in UTF-8, from byte {error.start} on") from None
