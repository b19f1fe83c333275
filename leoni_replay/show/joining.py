"""One script from the modules of a page: its policy names the script by the hash of its text, and nothing is loaded."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from pathlib import PurePosixPath
from typing import Final

#: An import: what is imported, on one line or several, and from which module.
_IMPORT: Final = re.compile(r'^import (?:\{[^}]*\} from )?"([^"]+)";\n', re.MULTILINE)
#: What only the checker of types reads.
_TYPES: Final = re.compile(r"^ */\*\*(?:[^*]|\*(?!/))*\*/\n", re.MULTILINE)
_EXPORT: Final = re.compile("^export (?=async |class |const |function |let )", re.MULTILINE)


@cache
def joined_script(entry: str) -> str:
    """Join a module with all that it imports into one script in which each module stands after those it needs.

    The modules share the scope of the script, so no name stands in two of them (``tests/test_scripts.py``).

    Args:
        entry: the path of the module in the package.

    Raises:
        ValueError: modules import each other in a circle.
    """
    texts: dict[str, str] = {}
    _add_module(entry, texts, importers=())
    return "\n".join(('"use strict";', *texts.values()))


def _add_module(path: str, texts: dict[str, str], importers: tuple[str, ...]) -> None:
    """Add a module after those that it imports.

    Args:
        path: the path of the module in the package.
        texts: the modules that have been added, by their paths, without imports, exports and types.
        importers: the modules that led here.
    """
    if path in importers:
        raise ValueError(f"modules import each other: {' -> '.join((*importers, path))}")
    if path in texts:
        return
    text = read_module(path)
    for imported in imported_modules(path):
        _add_module(imported, texts, (*importers, path))
    script = _EXPORT.sub("", _TYPES.sub("", _IMPORT.sub("", text)))
    texts[path] = re.sub(r"\n{3,}", "\n\n", script).strip("\n") + "\n"


def read_module(path: str) -> str:
    """Return the text of a module by its path in the package."""
    text = resources.files("leoni_replay").joinpath(path).read_text(encoding="utf-8")
    return text.replace("\r\n", "\n")


def imported_modules(path: str) -> list[str]:
    """Return the paths of the modules that a module imports, in its order."""
    return [_resolved(path, address) for address in _IMPORT.findall(read_module(path))]


def _resolved(path: str, address: str) -> str:
    """Return the path of a module that another names by an address such as ``../table/cards.js``."""
    parts = list(PurePosixPath(path).parent.parts)
    for part in PurePosixPath(address).parts:
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts)
