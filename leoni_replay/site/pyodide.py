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

#: Runs Python in Node, with its library, a place for another, and the commands below.
_NODE: Final = """
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const [folder, library, commands] = process.argv.slice(1);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ env: { PYTHONHASHSEED: "0" } });
python.FS.writeFile("/sources.zip", readFileSync(`${folder}/python_stdlib.zip`));
python.runPython(commands);
writeFileSync(library, python.FS.readFile("/compiled.zip"));
process.exit();
"""
#: Compiles what has been imported by now, so that no browser has to, and leaves out what no page can use.
_COMPILE: Final = """
import marshal, sys
from importlib.util import MAGIC_NUMBER, source_hash
from zipfile import ZIP_DEFLATED, ZipFile
tools = {"_pyrepl", "doctest.py", "pdb.py", "pydoc.py", "pydoc_data", "unittest"}
servers = {"imaplib.py", "mailbox.py", "multiprocessing", "smtplib.py", "wsgiref", "xmlrpc"}
imported = {getattr(module, "__file__", None) for module in list(sys.modules.values())}
with ZipFile("/sources.zip") as sources, ZipFile("/compiled.zip", "w") as compiled:
    for file in sources.infolist():
        data, path = sources.read(file), f"/lib/python314.zip/{file.filename}"
        if path in imported:
            code = compile(data, path, "exec", dont_inherit=True, optimize=2)
            # The flag says that the source is not looked at.
            data = MAGIC_NUMBER + (1).to_bytes(4, "little") + source_hash(data) + marshal.dumps(code)
            file.filename += "c"
        if file.filename.partition("/")[0] not in tools | servers:
            compiled.writestr(file, data, ZIP_DEFLATED, 9)
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
    site_files = {name: files[name] for name in _MODULES}
    site_files[_LIBRARY] = _compile_library(folder) or files[_LIBRARY]
    return Pyodide(version, files["pyodide.asm.wasm"], site_files, lock)


def _compile_library(folder: Path) -> bytes | None:
    """Return the library of Python with what is imported at its start compiled; None without Node."""
    node = shutil.which("node")
    if node is None:
        return None
    with tempfile.TemporaryDirectory() as scratch:
        library = Path(scratch, _LIBRARY)
        command = [node, "--input-type=module", "-e", _NODE, str(folder.resolve()), str(library), _COMPILE]
        run = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        return None if run.returncode else library.read_bytes()
