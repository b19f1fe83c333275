"""Code versions: the version of the package with a hash of the sources that a result depends on."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from leoni_replay import __version__
from leoni_replay.diagnostics import RULE_BOOK_ERRORS
from leoni_replay.games import is_built_in

#: the sources that a played deal depends on
PLAYER: Final = ("cards.py", "deals.py", "rules", "search")
#: the sources that the verdict on a record depends on, and the figures that collections store with it
JUDGE: Final = (
    "cards.py", "collecting/positions.py", "collecting/record_facts.py", "commands.py", "deals.py", "games", "notation",
    "record", "rules", "unknown",
)  # fmt: skip
#: rule books are data files that matter as much
_DECIDE: Final = (".py", ".toml")


@cache
def code_version(*names: str, more: str = "") -> str:
    """Return the version of this package, and twelve digits of SHA-256 over some of its sources. Both builds give the
    same version, because they are made from the same sources.

    Args:
        names: modules, and folders with everything in them, as paths in the package.
        more: another text that matters and is not in the package.
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
    """Return the version of the judge, which is stored with verdicts: another version may judge differently."""
    from leoni_replay.notation.grammar import read_grammar

    return code_version(*JUDGE, more=read_grammar())


def outside(game: str | None, rules: str | None, error: str | None) -> bool:
    """Whether a verdict depends on a game from another package or a user's rule book, which may change while this
    program does not.

    Args:
        game: the name of the game.
        rules: the rules under which it was judged; a user's book is named with its digest.
        error: the code of the record's error.
    """
    return "@" in (rules or "") or error in RULE_BOOK_ERRORS or (game is not None and not is_built_in(game))
