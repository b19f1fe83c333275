"""Which code decided: the version of the package with a hash of the sources that a result depends on."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from leoni_replay import __version__
from leoni_replay.games import is_ours

#: what a played deal depends on
PLAYER: Final = ("cards.py", "deals.py", "rules", "search")
#: what the verdict on a record depends on, with the figures that collections keep beside it
JUDGE: Final = (
    "cards.py", "collecting/course.py", "collecting/facts.py", "commands.py", "deals.py", "games", "notation", "record",
    "rules", "unknown",
)  # fmt: skip
#: rule books are data, and decide as much
_DECIDE: Final = (".py", ".toml")


@cache
def code_version(*names: str, more: str = "") -> str:
    """The version of this package, and twelve digits of SHA-256 over some of its sources. Both builds give the same:
    they are made from the same sources.

    Args:
        names: modules, and folders with all that is in them, as paths in the package.
        more: a text that decides as well, and is not in the package.
    """
    package = files("leoni_replay")
    digest = hashlib.sha256()
    sources = [one for name in names for one in _sources(package.joinpath(name), name)]
    for name, source in sorted(sources, key=lambda one: one[0]):
        digest.update(f"{name}\n".encode() + source.read_bytes().replace(b"\r\n", b"\n"))
    digest.update(more.encode())
    return f"{__version__}+{digest.hexdigest()[:12]}"


def _sources(place: Traversable, name: str) -> Iterator[tuple[str, Traversable]]:
    if place.is_dir():
        for inner in place.iterdir():
            yield from _sources(inner, f"{name}/{inner.name}")
    elif name.endswith(_DECIDE):
        yield name, place


def judge_version() -> str:
    """The version of what judges records, which is stored with their verdicts: another one may judge otherwise."""
    from leoni_replay.notation.grammar import source

    return code_version(*JUDGE, more=source())


#: what is said of a game or a rule book that is not there, cannot be read, is not whole, or is another one
_OF_BOOKS: Final = ("H103", "H104", "H112", "H113", "H114")


def outside(game: str | None, rules: str | None, error: str | None) -> bool:
    """Whether a verdict depends on a game of another package or a rule book of the user's, which may change while this
    program does not.

    Args:
        game: the name of the game.
        rules: the rules that it was judged under: a user's book is named with its digest.
        error: the code of what makes the record wrong.
    """
    return "@" in (rules or "") or error in _OF_BOOKS or (game is not None and not is_ours(game))
