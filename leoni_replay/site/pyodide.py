"""Python for browsers: the parts of Pyodide that the pages load, from the npm package of that name."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import tarfile
import tempfile
from importlib import resources
from pathlib import Path
from typing import Any, Final, NamedTuple

from leoni_replay.diagnostics import UserError

#: The release that the pages are tried with, and the SHA-256 of its package.
VERSION: Final = "314.0.7"
_SHA256: Final = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
_LIBRARY: Final = "python_stdlib.zip"
_MODULES: Final = ("pyodide.mjs", "pyodide.asm.mjs")
_FILES: Final = (*_MODULES, "pyodide.asm.wasm", _LIBRARY, "pyodide-lock.json", "package.json")

#: Runs a program in Pyodide, in Node, with its library and an archive.
_NODE: Final = """
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const [folder, program] = process.argv.slice(1);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ env: { PYTHONHASHSEED: "0" } });
for (const name of ["python_stdlib.zip", "rules"]) python.FS.writeFile(`/${name}`, readFileSync(`${folder}/${name}`));
python.runPython(program);
for (const name of ["library", "compiled"]) writeFileSync(`${folder}/${name}`, python.FS.readFile(`/${name}`));
process.exit();
"""
#: The program that runs there.
_PROGRAM: Final = "precompile.py"


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
        program = (resources.files(__package__) / _PROGRAM).read_text(encoding="utf-8")
        command = [node, "--input-type=module", "-e", _NODE, str(folder.resolve()), program]
        run = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        if run.returncode:
            return python, rules
        files = python.files | {_LIBRARY: (folder / "library").read_bytes()}
        return python._replace(files=files), (folder / "compiled").read_bytes()
