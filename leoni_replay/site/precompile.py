"""Makes the library and the archive of a page smaller, and quicker to start: a program that runs in Pyodide.

It compiles what a page has imported when its first game is dealt, so that no browser has to. From all else it takes the
docstrings and comments. It leaves out what no page can use, and what only other games than those of the site would.
Everything is packed later, and better as a whole.

``pyodide.py`` gives the text of this module to Pyodide, with its library and the archive of the rules as files in
``/``, and takes two files from there.
"""

from __future__ import annotations

import ast
import contextlib
import json
import marshal
import sys
import types
from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.util import MAGIC_NUMBER, cache_from_source, source_hash
from pathlib import Path
from typing import Final, NamedTuple
from zipfile import ZipFile

#: The library as Pyodide brings it, and the archive of the rules.
_FULL_LIBRARY: Final = Path("/python_stdlib.zip")
_RULES: Final = Path("/rules")
#: What is made of them.
_LIBRARY: Final = Path("/library")
_COMPILED: Final = Path("/compiled")
#: Where a page has them.
_LIBRARY_HOME: Final = "/lib/python314.zip"
_RULES_HOME: Final = "/lib/leoni"

#: What a page asks for at its start. The deal is always the same one, because another may import other modules, and so
#: the same sources would make another site.
_FIRST_REQUEST: Final = '{"do": "open", "deal": "seed:1884"}'

#: The modules of the library that no page needs.
_UNUSED_MODULES: Final = frozenset(
    {"_pyrepl", "bdb", "cmd", "compileall", "doctest", "ensurepip", "idlelib", "modulefinder", "pdb", "pickletools"}
    | {"profile", "pstats", "py_compile", "pydoc", "pydoc_data", "tabnanny", "timeit", "trace", "unittest", "venv"}
    | {"zipapp", "ftplib", "http", "imaplib", "mailbox", "multiprocessing", "netrc", "poplib", "smtplib"}
    | {"socketserver", "webbrowser", "wsgiref", "xmlrpc"}
    # What the program has in another form, or what is for another machine.
    | {"_pyio", "_pydatetime", "_pydecimal", "ctypes", "curses", "dbm", "plistlib", "sqlite3", "ssl", "tkinter"}
    | {"turtle", "turtledemo", "wave", "xml"}
)
_ENCODINGS: Final = frozenset(
    {"__init__", "aliases", "ascii", "cp1252", "cp437", "idna", "latin_1", "punycode", "raw_unicode_escape"}
    | {"unicode_escape", "utf_16", "utf_16_be", "utf_16_le", "utf_8", "utf_8_sig"}
)
#: The packages whose functions lose the types of their parameters: nobody reads them in a page.
_UNTYPED_PACKAGES: Final = ("jinja2/", "lark/", "leoni_replay/")

#: The packages that every page has. All others add games.
_OWN_PACKAGES: Final = (*_UNTYPED_PACKAGES, "markupsafe/")
#: What can have a docstring.
_WITH_BODIES: Final = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


class _Content(NamedTuple):
    """A file as a page has it, and whether it is compiled."""

    data: bytes
    is_compiled: bool


def main() -> None:
    """Write the library and the archive of the rules."""
    rules = dict(_files_of(_RULES.read_bytes()))
    _install(rules)
    _open_game()
    imported = _imported_files()
    _import_all(_modules_of_games(rules))
    _write_library(imported, _imported_files())
    _write_rules(rules, imported)


def _files_of(archive: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the files of an archive (``bundle.archive``) by their names."""
    sizes, _, rest = archive.partition(b"\n")
    start = 0
    for name, size in json.loads(sizes):
        yield name, rest[start : start + size]
        start += size


def _install(rules: dict[str, bytes]) -> None:
    """Put the rules where a page has them."""
    for name, data in rules.items():
        path = Path(_RULES_HOME, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    sys.path.insert(0, _RULES_HOME)


def _open_game() -> None:
    """Do what a page does until its first move."""
    from leoni_replay.site.engine import Engine  # It has just been installed.

    Engine(Path("/tmp")).answer(_FIRST_REQUEST)


def _imported_files() -> set[str]:
    """Return the files of all modules that have been imported."""
    files = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
    return {file for file in files if file is not None}


def _modules_of_games(rules: Mapping[str, bytes]) -> set[str]:
    """Return the modules of the library that the packages import that add games."""
    modules: set[str] = set()
    for name, data in rules.items():
        if not name.endswith(".py") or name.startswith(_OWN_PACKAGES):
            continue
        for node in ast.walk(ast.parse(data)):
            if isinstance(node, ast.Import):
                modules |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                modules |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return {module for module in modules if module.partition(".")[0] in sys.stdlib_module_names}


def _import_all(modules: set[str]) -> None:
    """Import modules, as far as they are there, and so all that they import."""
    for module in sorted(modules):
        # Some names are no modules, and some modules need what no browser has.
        with contextlib.suppress(Exception):
            import_module(module)


def _write_library(imported: set[str], needed: set[str]) -> None:
    """Write the modules of the library that a page may need.

    Args:
        imported: the files of those that every page imports, which are compiled.
        needed: the files of those that are written in any case.
    """
    with ZipFile(_FULL_LIBRARY) as sources, ZipFile(_LIBRARY, "w") as library:
        for file in sources.infolist():
            path = f"{_LIBRARY_HOME}/{file.filename}"
            if path not in needed and _is_unused(file.filename):
                continue
            content = _shrunk(file.filename, sources.read(file), path in imported)
            if content.is_compiled:
                file.filename += "c"
            library.writestr(file, content.data, 0)


def _is_unused(name: str) -> bool:
    """Whether no page needs a file of the library."""
    first, _, rest = name.removesuffix(".py").partition("/")
    return first in _UNUSED_MODULES or (first == "encodings" and rest not in _ENCODINGS)


def _write_rules(rules: dict[str, bytes], imported: set[str]) -> None:
    """Write the archive of the rules; the modules that a page has imported are compiled."""
    compiled: dict[str, bytes] = {}
    for name, data in rules.items():
        content = _shrunk(name, data, f"{_RULES_HOME}/{name}" in imported)
        compiled[name] = content.data
        if content.is_compiled:
            # Beside it lies an empty source: some modules are looked for by their files.
            compiled |= {cache_from_source(name): content.data, name: b""}
    sizes = json.dumps([(name, len(data)) for name, data in compiled.items()]).encode()
    _COMPILED.write_bytes(b"\n".join((sizes, b"".join(compiled.values()))))


def _shrunk(name: str, data: bytes, is_imported: bool) -> _Content:
    """Return a file as a page has it.

    Args:
        name: its path in the archive or in the library.
        data: its content.
        is_imported: whether every page imports it.
    """
    if not name.endswith(".py"):
        return _Content(data, is_compiled=False)
    tree = ast.parse(data)
    _Undressing(loses_types=name.startswith(_UNTYPED_PACKAGES)).visit(tree)
    if not is_imported:
        return _Content(ast.unparse(tree).encode(), is_compiled=False)
    code = _without_lines(compile(ast.fix_missing_locations(tree), name, "exec", dont_inherit=True, optimize=2))
    # The flag says that the source is not looked at.
    flags = (1).to_bytes(4, "little")
    return _Content(MAGIC_NUMBER + flags + source_hash(data) + marshal.dumps(code), is_compiled=True)


class _Undressing(ast.NodeTransformer):
    """Takes the docstrings from a module.

    Args:
        loses_types: whether its functions lose the types of their parameters and results too.
    """

    def __init__(self, loses_types: bool) -> None:
        self.loses_types = loses_types

    def visit(self, node: ast.AST) -> ast.AST:
        """Return a node with all that is in it, without them."""
        self.generic_visit(node)
        if isinstance(node, _WITH_BODIES) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
        if self.loses_types and isinstance(node, ast.arg):
            node.annotation = None
        if self.loses_types and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.returns = None
        return node


def _without_lines(code: types.CodeType) -> types.CodeType:
    """Return compiled code that does not know where in a source it stands: an entry of the table is for at most 8
    steps."""
    inner = [
        _without_lines(constant) if isinstance(constant, types.CodeType) else constant for constant in code.co_consts
    ]
    eights, rest = divmod(len(code.co_code) // 2, 8)
    nowhere = b"\xff" * eights + (bytes([0xF8 | rest - 1]) if rest else b"")
    return code.replace(co_linetable=nowhere, co_consts=tuple(inner))


if __name__ == "__main__":
    main()
