"""Python for browsers: the parts of Pyodide that the pages load, from the npm package of that name."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path
from typing import Any, Final, NamedTuple

from leoni_replay.diagnostics import UserError

#: The release that the pages are tried with, and the SHA-256 of its package.
VERSION: Final = "314.0.7"
_SHA256: Final = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
_LIBRARY: Final = "python_stdlib.zip"
_MODULES: Final = ("pyodide.mjs", "pyodide.asm.mjs")
_FILES: Final = (*_MODULES, "pyodide.asm.wasm", _LIBRARY, "pyodide-lock.json", "package.json")

#: Runs Python in Node, with its library and an archive, and the commands below.
_NODE: Final = """
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const [folder, commands] = process.argv.slice(1);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ env: { PYTHONHASHSEED: "0" } });
for (const name of ["python_stdlib.zip", "rules"]) python.FS.writeFile(`/${name}`, readFileSync(`${folder}/${name}`));
python.runPython(commands);
for (const name of ["library", "compiled"]) writeFileSync(`${folder}/${name}`, python.FS.readFile(`/${name}`));
process.exit();
"""
#: Compiles what a page has imported when its first game is dealt, so that no browser has to. From all else it takes the
#: docstrings and comments, and it leaves out what no page can use. Everything is packed later, and better as a whole.
_COMPILE: Final = """
import ast, io, json, marshal, os, sys, types
from importlib.util import MAGIC_NUMBER, cache_from_source, source_hash
from pathlib import Path
from zipfile import ZipFile

LEFT_OUT = set((
    "_pyrepl bdb cmd compileall doctest ensurepip idlelib modulefinder pdb pickletools profile pstats py_compile pydoc "
    "pydoc_data tabnanny timeit trace unittest venv zipapp "
    "ftplib http imaplib mailbox multiprocessing netrc poplib smtplib socketserver webbrowser wsgiref xmlrpc "
    # What the program has in another form, or what is for another machine.
    "_pyio _pydatetime _pydecimal ctypes curses dbm plistlib sqlite3 ssl tkinter turtle turtledemo wave xml"
).split())
ENCODINGS = {"__init__", "aliases", "ascii", "cp1252", "cp437", "idna", "latin_1", "punycode", "raw_unicode_escape",
             "unicode_escape", "utf_16", "utf_16_be", "utf_16_le", "utf_8", "utf_8_sig"}

def files_of(path):
    line, _, rest = Path(path).read_bytes().partition(b"\\n")
    at = 0
    for name, size in json.loads(line):
        yield name, rest[at:at + size]
        at += size

rules = dict(files_of("/rules"))
for name, data in rules.items():
    path = Path("/lib/leoni", name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
sys.path.insert(0, "/lib/leoni")
from leoni_replay.site.engine import Engine
Engine(Path("/tmp")).answer('{"do":"open"}')
imported = {getattr(module, "__file__", None) for module in list(sys.modules.values())}

def without_lines(code):
    # No step says where in a source it stands: an entry of the table is for at most 8 of them.
    inner = [without_lines(one) if isinstance(one, types.CodeType) else one for one in code.co_consts]
    eights, left = divmod(len(code.co_code) // 2, 8)
    nowhere = b"\\xff" * eights + (bytes([0xf8 | left - 1]) if left else b"")
    return code.replace(co_linetable=nowhere, co_consts=tuple(inner))

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)

class Bare(ast.NodeTransformer):
    # Takes the docstrings, and of our own functions the types: nobody reads them in a page.
    def __init__(self, is_ours):
        self.is_ours = is_ours

    def visit(self, node):
        self.generic_visit(node)
        if isinstance(node, (ast.Module, ast.ClassDef, *FUNCTIONS)) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
        if self.is_ours and isinstance(node, ast.arg):
            node.annotation = None
        if self.is_ours and isinstance(node, FUNCTIONS):
            node.returns = None
        return node

def smaller(name, data, path):
    # A content as the page has it, and whether it is compiled.
    if not name.endswith(".py"):
        return data, False
    tree = Bare(name.startswith(("jinja2/", "lark/", "leoni_replay/"))).visit(ast.parse(data))
    if path not in imported:
        return ast.unparse(tree).encode(), False
    tree = ast.fix_missing_locations(tree)
    code = without_lines(compile(tree, name, "exec", dont_inherit=True, optimize=2))
    # The flag says that the source is not looked at.
    return MAGIC_NUMBER + (1).to_bytes(4, "little") + source_hash(data) + marshal.dumps(code), True

with ZipFile("/python_stdlib.zip") as sources, ZipFile("/library", "w") as library:
    for file in sources.infolist():
        path = f"/lib/python314.zip/{file.filename}"
        first, _, rest = file.filename.removesuffix(".py").partition("/")
        unused = first in LEFT_OUT or (first == "encodings" and rest not in ENCODINGS)
        if path in imported or not unused:
            data, is_compiled = smaller(file.filename, sources.read(file), path)
            file.filename += "c" * is_compiled
            library.writestr(file, data, 0)
compiled = {}
for name, source in rules.items():
    compiled[name], is_compiled = smaller(name, source, f"/lib/leoni/{name}")
    if is_compiled:
        # Beside it lies an empty source: some modules are looked for by their files.
        compiled |= {cache_from_source(name): compiled[name], name: b""}
sizes = json.dumps([(name, len(data)) for name, data in compiled.items()]).encode()
Path("/compiled").write_bytes(b"\\n".join((sizes, b"".join(compiled.values()))))
"""


class NoPyodide(UserError):
    """Pyodide is not here, and cannot be had."""


class Pyodide(NamedTuple):
    """Python as the pages load it.

    Attributes:
        program: Python itself, in WebAssembly.
        files: its scripts, and its library, by their names.
        lock: the list of packages that Pyodide asks for: an empty one.
    """

    version: str
    program: bytes
    files: dict[str, bytes]
    lock: dict[str, Any]


def pyodide(folder: Path | None = None) -> Pyodide:
    """Read Pyodide from the unpacked npm package in a folder; without one, npm fetches the package.

    Raises:
        NoPyodide: there is no such package, or npm is not installed or cannot fetch it.
    """
    if folder is not None:
        return _read(folder)
    with tempfile.TemporaryDirectory() as scratch:
        return _read(_fetch(Path(scratch)))


def _fetch(scratch: Path) -> Path:
    """Fetch the npm package with npm, and unpack it.

    Args:
        scratch: an empty folder.

    Returns:
        The folder of the package.

    Raises:
        NoPyodide: npm is not installed, or cannot fetch the package.
    """
    npm = shutil.which("npm")
    if npm is None:
        raise NoPyodide("the pages need Pyodide: install npm, or name a folder with the npm package with --pyodide")
    package = f"pyodide@{VERSION}"
    run = subprocess.run(
        [npm, "pack", "--silent", "--prefer-offline", package], cwd=scratch, capture_output=True, text=True, check=False
    )
    archive_path = scratch / f"pyodide-{VERSION}.tgz"
    if run.returncode or not archive_path.exists():
        messages = [line.strip() for line in run.stderr.splitlines() if line.strip()]
        reason = messages[-1] if messages else f"exit status {run.returncode}"
        raise NoPyodide(f"npm cannot fetch {package}: {reason[:200]}")
    if hashlib.sha256(archive_path.read_bytes()).hexdigest() != _SHA256:
        raise NoPyodide(f"npm fetched another {package} than the one that is known")
    with tarfile.open(archive_path) as archive:
        archive.extractall(scratch, filter="data")
    return scratch / "package"


def _read(folder: Path) -> Pyodide:
    """Read Pyodide from the unpacked npm package.

    Raises:
        NoPyodide: the folder has no such package.
    """
    try:
        files = {name: (folder / name).read_bytes() for name in _FILES}
        version = str(json.loads(files["package.json"])["version"])
        lock = {"info": json.loads(files["pyodide-lock.json"])["info"], "packages": {}}
    except (OSError, ValueError, KeyError) as error:
        missing = getattr(error, "filename", None) or folder
        raise NoPyodide(f"{missing}: this is not a folder with the npm package pyodide") from None
    site_files = {name: files[name] for name in (*_MODULES, _LIBRARY)}
    return Pyodide(version, files["pyodide.asm.wasm"], site_files, lock)


def precompiled(python: Pyodide, rules: bytes) -> tuple[Pyodide, bytes]:
    """Return Python with a library, and an archive, that a page starts with sooner: what it imports at its start is
    compiled, and what no page can use is left out. Without Node they stay as they are.

    Args:
        python: as its makers publish it.
        rules: the archive with the rules (``bundle.archive``).
    """
    node = shutil.which("node")
    if node is None:
        return python, rules
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        sources = {**python.files, "pyodide.asm.wasm": python.program, "rules": rules}
        sources["pyodide-lock.json"] = json.dumps(python.lock).encode()
        for name, data in sources.items():
            (folder / name).write_bytes(data)
        command = [node, "--input-type=module", "-e", _NODE, str(folder.resolve()), _COMPILE]
        run = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        if run.returncode:
            return python, rules
        files = python.files | {_LIBRARY: (folder / "library").read_bytes()}
        return python._replace(files=files), (folder / "compiled").read_bytes()
