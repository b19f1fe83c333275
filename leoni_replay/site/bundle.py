"""What the pages load: all Python that they run (this package as it is installed here, what it needs to draw, and the
packages that add games), and how it is packed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from importlib import metadata, resources
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from typing import Final

from leoni_replay.diagnostics import UserError
from leoni_replay.games import installed_games
from leoni_replay.installation import command_to_add
from leoni_replay.notation import grammar

#: The folders and modules of the package, of Lark and of Jinja that no page needs. The first two are made below, from a
#: checkout as from a wheel.
LEFT_OUT: Final = frozenset(
    {"grammar", "transcripts", "cli", "collecting", "exchange", "explain", "lsp", "odds", "schemas", "__pyinstaller"}
    | {
        "http_server.py",
        "board_pages.py",
        "page",
        "line_mode.py",
        "draft.py",
        "json_data.py",
        "pages.py",
        "bundle.py",
        "pyodide.py",
        "precompile.py",
        "tools",
        "reconstruct.py",
        "licences.py",
    }
    | {"all_rules.py", "convert.py", "database.py", "examples.py", "github.py", "json_lines.py", "junit.py", "sarif.py"}
    | {"all_rules_table.py", "archived.py", "book_report.py", "chart.py", "checked_book.py", "explained.py", "film.py"}
    | {"legal_moves.py", "objects.py", "odds_report.py", "replayed.py", "rule_books.py"}
    | {"sandbox.py", "nativetypes.py", "ext.py", "meta.py"}
)
#: The other packages that draw the pages of replays, and read the pages of books.
OTHER_PACKAGES: Final = ("jinja2", "markupsafe", "lark")
#: The endings of the files that are data of the package.
_DATA: Final = (".py", ".toml", ".css", ".js", ".j2")
#: How hard Zstandard tries: beyond this level, files that are three times as slow to make are 0.01 % smaller.
_LEVEL: Final = 19
#: The length and the letters of the name of a section.
_SECTION_NAME: Final = b"\5leoni"
#: What is in the name of a file with a licence, or with what has to be said beside one.
_LICENCE_NAME: Final = re.compile(r"LICEN[CS]E|COPYING|NOTICE", re.I)
#: Compiled code, which a browser cannot run.
_COMPILED: Final = (".pyc", ".so", ".pyd")


def archive(files: Mapping[str, bytes]) -> bytes:
    """Return an archive: a line of JSON with the names and sizes of the files, and then the files. The same files make
    the same archive."""
    names = sorted(files)
    sizes = json.dumps([(name, len(files[name])) for name in names]).encode()
    return b"\n".join((sizes, b"".join(files[name] for name in names)))


class NoZstandard(UserError):
    """Zstandard, which packs the files, is not installed."""


def packed(data: bytes) -> bytes:
    """Pack data with Zstandard, into a module of WebAssembly that has nothing but a section of our own, because not
    every server sends a file whose type it does not know. Its first 20 bytes are the same for all
    (``site/page/parts.js``).

    Raises:
        NoZstandard: it is not installed.
    """
    try:
        import zstandard  # Only the site needs it.
    except ImportError:
        raise NoZstandard(f"the pages are packed with Zstandard: {command_to_add('site')}") from None
    content = zstandard.ZstdCompressor(level=_LEVEL, write_checksum=True).compress(data)
    size = len(_SECTION_NAME) + len(content)
    # As LEB128 in five bytes, the last of which has no mark that another follows.
    size_bytes = bytes([*((size >> shift & 127) | 128 for shift in (0, 7, 14, 21)), size >> 28])
    return b"\0asm\1\0\0\0" + b"\0" + size_bytes + _SECTION_NAME + content


def rules_files() -> dict[str, bytes]:
    """Return the files of this package and of those that it needs, by their paths. They are the same from a checkout,
    a plain and a compiled installation."""
    files = dict(_files(resources.files("leoni_replay"), "leoni_replay/"))
    # With the parse table at hand, records need no Lark.
    text = grammar.read_grammar()
    files["leoni_replay/grammar/moves.lark"] = text.encode()
    files["leoni_replay/grammar/prose.lark"] = grammar.read_grammar("prose.lark").encode()
    files["leoni_replay/grammar/moves.json"] = grammar.shipped_text(text).encode()
    for name in OTHER_PACKAGES:
        files |= dict(_files(resources.files(name), f"{name}/"))
        files |= dict(_licences(metadata.distribution(name), name))
    for entry_point in installed_games():
        files |= dict(_game_files(entry_point))
    return files


def _files(folder: Traversable, name: str) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a package that Python reads, by their paths."""
    for entry in folder.iterdir():
        if entry.name in LEFT_OUT:
            continue
        if entry.is_dir():
            yield from _files(entry, f"{name}{entry.name}/")
        elif entry.name.endswith(_DATA):
            yield f"{name}{entry.name}", entry.read_bytes().replace(b"\r\n", b"\n")


def licence_paths(package: metadata.Distribution) -> list[metadata.PackagePath]:
    """Return the files with the licences of an installed package, which go with every copy of it. They lie beside its
    metadata; a module of the package may have such a name too."""
    beside_metadata = (path for path in package.files or () if path.parts[0].endswith(".dist-info"))
    return [path for path in beside_metadata if _LICENCE_NAME.search(path.name)]


def _licences(package: metadata.Distribution, name: str) -> Iterator[tuple[str, bytes]]:
    """Yield the licences of a package as files of a folder."""
    for path in licence_paths(package):
        yield f"{name}/{path.name}", path.read_binary()


def _game_files(entry_point: metadata.EntryPoint) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a package that adds a game, with the metadata by which it is found. A game in a module by
    itself is left out: nothing says where its rule books are."""
    module = entry_point.module.partition(".")[0]
    spec = find_spec(module)
    if spec is None or spec.submodule_search_locations is None or entry_point.dist is None:
        return
    yield from _all_files(resources.files(module), f"{module}/")
    distribution = entry_point.dist
    info = f"{re.sub('[-_.]+', '_', distribution.name)}-{distribution.version}.dist-info"
    for name in ("METADATA", "entry_points.txt"):
        yield f"{info}/{name}", (distribution.read_text(name) or "").encode()
    yield from _licences(distribution, info)


def _all_files(folder: Traversable, name: str) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a package of which nothing is known, by their paths."""
    for entry in folder.iterdir():
        if entry.is_dir():
            if entry.name != "__pycache__":
                yield from _all_files(entry, f"{name}{entry.name}/")
        elif not entry.name.endswith(_COMPILED):
            yield f"{name}{entry.name}", entry.read_bytes()
