"""The grammar file, the parser that Lark makes of it, and its terminals for readers that need no parser.

Importing Lark and compiling the grammar takes longer than reading a game. So the terminals' regular expressions are
kept in the user's cache folder as JSON, and a text without a fault is read with them alone; Lark is imported for what
is rare: claims, and the wording of what could have stood in place of a wrong token.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from lark import Lark

#: Changes when what is kept in the cache folder changes its form.
_FORMAT: Final = 1

_STARTS: Final = ("game", "claim")


@cache
def source(name: str = "moves.lark") -> str:
    """The text of a grammar: beside the modules in an installed package, beside the package in a checkout.

    Raises FileNotFoundError if the installation lacks it.
    """
    package = Path(__file__).parent.parent
    for folder in (package, package.parent):
        try:
            return (folder / "grammar" / name).read_text(encoding="utf-8")
        except OSError:
            continue
    # A package that is not a folder, such as a zip file, has its own way to its files.
    from importlib import resources

    return (resources.files("leoni_replay") / "grammar" / name).read_text(encoding="utf-8")


@cache
def parser() -> Lark:
    """The LALR parser of the grammar, with the starts ``game`` and ``claim``."""
    import lark

    name = f"parser-{lark.__version__}-{_digest(source())}.lark"
    folder = _cache_folder()
    if folder is None:
        return _compiled(None)
    path = folder / name
    if path.exists():
        return _compiled(path)
    # Lark writes the file in place. A name of our own, and a rename, spare other processes half a file.
    own = folder / f"{name}.{os.getpid()}"
    try:
        made = _compiled(own)
        os.replace(own, path)
    except OSError:
        own.unlink(missing_ok=True)
        return _compiled(None)
    return made


@cache
def terminals() -> Mapping[str, str]:
    """The regular expression of every terminal, by name."""
    digest = _digest(source())
    folder = _cache_folder()
    path = None if folder is None else folder / f"terminals-{_FORMAT}-{digest}.json"
    if path is not None and (kept := _read(path, digest)) is not None:
        return kept
    patterns = {terminal.name: terminal.pattern.to_regexp() for terminal in parser().terminals}
    if path is not None:
        _write(path, digest, patterns)
    return patterns


def _compiled(cache_file: Path | None) -> Lark:
    from lark import Lark

    return Lark(
        source(),
        parser="lalr",
        lexer="contextual",
        start=list(_STARTS),
        cache=False if cache_file is None else str(cache_file),
    )


@cache
def _cache_folder() -> Path | None:
    """The folder, made if need be; None if it cannot be made or written to."""
    folder = _user_cache() / "leoni-replay"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK | os.X_OK) else None


def _user_cache() -> Path:
    """The user's folder for caches, as platformdirs has it."""
    if sys.platform == "linux":
        # What it would say, without the ten milliseconds that importing it takes of a start.
        named = os.environ.get("XDG_CACHE_HOME", "")
        return Path(named) if named.strip() else Path.home() / ".cache"
    from platformdirs import user_cache_path

    return user_cache_path(appauthor=False)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _read(path: Path, digest: str) -> dict[str, str] | None:
    """What the file holds, if it is whole and made from this grammar: its own digest must fit its content."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        patterns = kept["terminals"]
        if kept["grammar"] != digest or kept["check"] != _check(patterns):
            return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    return dict(patterns)


def _write(path: Path, digest: str, patterns: dict[str, str]) -> None:
    import tempfile

    text = json.dumps({"grammar": digest, "check": _check(patterns), "terminals": patterns}, indent=1)
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    except OSError:
        return
    try:
        with open(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(name, path)
    except OSError:
        Path(name).unlink(missing_ok=True)


def _check(patterns: dict[str, str]) -> str:
    return _digest(json.dumps(patterns, sort_keys=True))
