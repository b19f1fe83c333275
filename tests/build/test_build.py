"""Wheels built from the sources: with the rules compiled, plain, and where compiling fails."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

from leoni_replay import explain

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "leoni_replay"
#: what is compiled: ``rules/table``
MODULES = {f"{folder}/{path.stem}" for folder in ("rules", "search") for path in (PACKAGE / folder).glob("*.pxd")}
HEADERS = Path(sysconfig.get_path("include")) / "Python.h"

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not PACKAGE.exists(), reason="needs the sources"),
]


def wheel(folder: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Build a wheel as an installation does, in an environment that holds what the build asks for."""
    kept = {name: value for name, value in os.environ.items() if name not in ("LEONI_COMPILE", "CC", "CFLAGS")}
    command = [sys.executable, "-m", "pip", "wheel", "--verbose", "--no-deps", "--wheel-dir", str(folder), str(ROOT)]
    return subprocess.run(command, capture_output=True, encoding="utf-8", env=kept | env)


def built(folder: Path, **env: str) -> tuple[str, set[str], str]:
    """The name of a wheel, the files in it, and what was said meanwhile."""
    run = wheel(folder, **env)
    assert run.returncode == 0, run.stdout + run.stderr
    (path,) = folder.glob("*.whl")
    with zipfile.ZipFile(path) as archive:
        return path.name, set(archive.namelist()), run.stdout + run.stderr


def binaries(files: set[str]) -> set[str]:
    """The compiled modules among the files of a wheel."""
    paths = [Path(file) for file in files if file.endswith((".so", ".pyd"))]
    return {f"{path.parent.name}/{path.name.partition('.')[0]}" for path in paths}


def sources() -> set[str]:
    return {path.name for folder in ("rules", "search") for path in (PACKAGE / folder).glob("*.*")}


@pytest.mark.skipif(not HEADERS.exists(), reason="needs Python's headers")
def test_a_compiled_wheel(tmp_path: Path) -> None:
    before = sources()
    name, files, _ = built(tmp_path, LEONI_COMPILE="1")
    assert "-cp311-abi3-" in name
    assert binaries(files) == MODULES | {"rules/_memory"}
    assert {f"leoni_replay/{module}.py" for module in MODULES} <= files
    assert sources() == before
    with zipfile.ZipFile(tmp_path / name) as archive:
        metadata = next(file for file in files if file.endswith("/WHEEL"))
        assert "Root-Is-Purelib: false" in archive.read(metadata).decode()
        for file in files:
            assert os.fsencode(ROOT) not in archive.read(file), file


def test_a_plain_wheel(tmp_path: Path) -> None:
    name, files, _ = built(tmp_path, LEONI_COMPILE="0")
    assert name.endswith("-py3-none-any.whl")
    assert not binaries(files)
    # What lies elsewhere in a checkout.
    assert {"leoni_replay/grammar/moves.lark", "leoni_replay/explain/glossary.md"} <= set(files)
    guides = {f"leoni_replay/explain/{path.rpartition('/')[2]}" for path, _ in explain._TOPICS.values()}
    assert guides <= set(files)
    examples = {path.name for path in (ROOT / "transcripts/books").glob("*.moves")}
    folder = "leoni_replay/transcripts/books/"
    assert examples and {file.removeprefix(folder) for file in files if file.startswith(folder)} == examples


def test_environments_that_are_listed_get_a_plain_wheel(tmp_path: Path) -> None:
    """Those of pre-commit's hooks, unless a setting says otherwise."""
    name, _, said = built(tmp_path, VIRTUAL_ENV="/home/clara/.cache/pre-commit/repo1/py_env-python3.13")
    assert name.endswith("-py3-none-any.whl") and "without compiled rules" not in said


def test_where_compiling_fails_the_wheel_is_plain_and_one_line_says_so(tmp_path: Path) -> None:
    name, files, said = built(tmp_path, CC="false")
    assert name.endswith("-py3-none-any.whl")
    assert not binaries(files)
    notices = [line for line in said.splitlines() if "without compiled rules" in line]
    assert len(notices) == 1
    assert "false" in notices[0]


@pytest.mark.skipif(os.name != "posix", reason="programs are found by PATH")
def test_without_a_compiler_the_wheel_is_plain(tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    name, files, said = built(tmp_path / "wheel", PATH=str(tmp_path / "bin"))
    assert name.endswith("-py3-none-any.whl")
    assert not binaries(files)
    assert "leoni-replay is built without compiled rules: " in said


def test_a_failure_to_compile_can_be_made_an_error(tmp_path: Path) -> None:
    run = wheel(tmp_path, CC="false", LEONI_COMPILE="1")
    assert run.returncode != 0
    assert "the rules cannot be compiled: " in run.stdout + run.stderr
    assert not list(tmp_path.iterdir())


def test_a_source_distribution_holds_what_compiling_needs(tmp_path: Path) -> None:
    program = "import sys; from hatchling.build import build_sdist; build_sdist(sys.argv[1])"
    subprocess.run([sys.executable, "-c", program, tmp_path], cwd=ROOT, check=True)
    (path,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        files = {name.partition("/")[2] for name in archive.getnames()}
    needed = {f"leoni_replay/{module}{ending}" for module in MODULES for ending in (".py", ".pxd")}
    assert needed | {"hatch_build.py", "pyproject.toml"} <= files
    assert not binaries(files)
