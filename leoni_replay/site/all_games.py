"""All games of a browser as one file, out and in again.

The file is a collection of records that ``leoni verify`` reads too. A comment before each record says which of them it
is, and the name under which the browser stores it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from leoni_replay.board.checking import BadRequest

#: The comment before a record: which of the records it is, how many there are, and its name. Numbers tell it from a
#: comment in a record that looks alike.
_HEADING: Final = re.compile(r"^; game (\d+) of (\d+): ([a-z0-9][a-z0-9._-]{0,120}\.moves)\n", re.M)
#: Where a record begins in a file without such comments.
_GAME: Final = re.compile(r"^(?=\[Game \")", re.M)
#: The name of a record that comes without one.
_UNNAMED: Final = "game.moves"
#: How many games a file may bring.
_MOST: Final = 10_000


class Taken(NamedTuple):
    """What a file has brought.

    Attributes:
        games: the new records, by the names under which they are stored.
        repeated: how many of its records are stored already.
    """

    games: dict[str, str]
    repeated: int


def write_all(games: Mapping[str, str]) -> str:
    """Return all games as the text of one file.

    Args:
        games: the records by their names.
    """
    parts: list[str] = []
    for number, name in enumerate(sorted(games), 1):
        parts.append(f"; game {number} of {len(games)}: {name}\n{_ended(games[name])}")
    return "\n".join(parts)


def read_all(text: str, games: Mapping[str, str]) -> Taken:
    """Take the games from the text of a file.

    A record that is stored already is left out, whatever its name is. A name that another record has is given a number.

    Args:
        text: the text, as :func:`write_all` returned it, or any other with records.
        games: the records that are stored, by their names.

    Raises:
        BadRequest: the text has no records, or too many.
    """
    known_texts = {_ended(record) for record in games.values()}
    new_games: dict[str, str] = {}
    repeated = 0
    for name, record in _records(text.replace("\r\n", "\n").removeprefix("\ufeff")):
        if record in known_texts:
            repeated += 1
            continue
        known_texts.add(record)
        new_games[_free_name(name, games.keys() | new_games.keys())] = record
        if len(new_games) > _MOST:
            raise BadRequest(f"this file has more than {_MOST:,} games, which no browser stores")
    if not new_games and not repeated:
        raise BadRequest("there are no games in this file: take one that Save all games has written, or any records")
    return Taken(new_games, repeated)


def _records(text: str) -> Iterator[tuple[str, str]]:
    """Yield the records of a text, each with its name."""
    headings = _headings(text)
    if not headings:
        for record in _GAME.split(text):
            if _GAME.match(record):
                yield _UNNAMED, _ended(record)
        return
    ends = [*(heading.start() for heading in headings[1:]), len(text)]
    for heading, end in zip(headings, ends, strict=True):
        record = text[heading.end() : end]
        if _GAME.search(record):
            yield heading[3], _ended(record)


def _headings(text: str) -> list[re.Match[str]]:
    """Return the comments before the records, in their order."""
    headings: list[re.Match[str]] = []
    for heading in _HEADING.finditer(text):
        first = headings[0] if headings else heading
        if int(heading[1]) == len(headings) + 1 and heading[2] == first[2]:
            headings.append(heading)
    return headings


def _ended(record: str) -> str:
    """Return a record with one line end after it."""
    return record.strip("\n") + "\n"


def _free_name(name: str, names: set[str]) -> str:
    """Return a name that is not among some names: this one, or the same with a number."""
    stem = name.removesuffix(".moves")
    number = 1
    while name in names:
        number += 1
        name = f"{stem}-{number}.moves"
    return name
