"""Which tests reach which functions of the package.

All tests run once, in a copy of the checkout in which every function notes which test calls it first; also in a process
that a test starts. A test that fails in the copy cannot notice anything and is left out.
"""

from __future__ import annotations

import ast
import hashlib
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "leoni_replay"
#: The memory that a process may take, in bytes.
MEMORY = 6 << 30

#: What the functions of the copy call, and a plugin of pytest.
PROBE = """
import os

_seen = set()
_test = os.environ.get("PYTEST_CURRENT_TEST", "").partition(" (")[0]
_file = os.open({log!r}, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

def reached(name):
    if name not in _seen:
        _seen.add(name)
        os.write(_file, f"{{name}}\\t{{_test}}\\n".encode())

def pytest_runtest_logstart(nodeid, location):
    global _test
    _test = nodeid
    _seen.clear()

def pytest_runtest_logreport(report):
    if "PYTEST_XDIST_WORKER" in os.environ and (report.when == "call" or report.failed):
        seconds = report.duration if report.passed else -1
        os.write(_file, f"\\t{{report.nodeid}}\\t{{seconds}}\\n".encode())
"""


class ReachingTests:
    """Which tests reach which functions.

    This is noted in the temporary folder until a source or a test changes.

    Args:
        marks: which tests, as after ``-m``.
        jobs: how many run at a time.
    """

    def __init__(self, marks: str, jobs: int) -> None:
        sources = sorted([*PACKAGE.rglob("*.py"), *ROOT.glob("tests/**/*.py")])
        state = hashlib.sha256(b"".join([marks.encode(), *(source.read_bytes() for source in sources)])).hexdigest()
        log = Path(tempfile.gettempdir()) / f"leoni-reach-{state[:16]}"
        if not log.exists():
            with tempfile.TemporaryDirectory() as folder:
                copy = Path(folder) / "checkout"
                copy_to(copy)
                part = log.with_suffix(".part")
                part.unlink(missing_ok=True)
                (copy / "leoni_reached.py").write_text(PROBE.format(log=str(part)), encoding="utf-8")
                for path in (copy / "leoni_replay").rglob("*.py"):
                    path.write_text(_probed(path, str(path.relative_to(copy))), encoding="utf-8")
                run(copy, ["-p", "leoni_reached", f"-n{jobs}", "-m", marks], 7200)
                part.rename(log)
        #: how long each test takes, by file and function
        self.seconds: dict[str, float] = defaultdict(float)
        self._tests: dict[str, set[str]] = defaultdict(set)
        #: the tests that fail in the copy
        self.failing: set[str] = set()
        for line in log.read_text(encoding="utf-8", errors="replace").splitlines():
            name, test, *seconds = line.split("\t")
            test = test.partition("[")[0]
            if not seconds:
                self._tests[name].add(test)
            elif float(seconds[0]) < 0:
                self.failing.add(test)
            else:
                self.seconds[test] += float(seconds[0])
        for test in self.failing:
            self.seconds.pop(test, None)

    def tests(self, file: str, line: int) -> list[str]:
        """The tests that reach the function in which a line is, or else its file, the quickest first."""
        tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
        around = [one for one in _functions(tree) if one.body[0].lineno <= line <= (one.end_lineno or 0)]
        if around:
            reaching = self._tests[_name(file, around[-1])]
        else:
            reaching = set().union(*(tests for name, tests in self._tests.items() if name.startswith(f"{file}:")))
        return sorted(reaching & self.seconds.keys(), key=lambda test: self.seconds[test])


def _functions(tree: ast.Module) -> list[ast.FunctionDef]:
    """The functions of a module, the outer ones first."""
    return [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef)]


def _name(file: str, function: ast.FunctionDef) -> str:
    return f"{file}:{function.lineno}"


def _first(body: list[ast.stmt]) -> ast.stmt:
    """What comes after the text that says what a module or function does."""
    documented = isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
    return body[documented and len(body) > 1]


def _probed(path: Path, name: str) -> str:
    """The text of a module whose functions note that they are called."""
    text = path.read_text(encoding="utf-8")
    lines, tree = text.split("\n"), ast.parse(text)
    added = {}
    for one in _functions(tree):
        first = _first(one.body)
        at = min([first.lineno, *(decorator.lineno for decorator in getattr(first, "decorator_list", ()))])
        # A function on one line has no room.
        if not lines[at - 1][: first.col_offset].strip():
            added[at] = f"{' ' * first.col_offset}_reached_by_test({_name(name, one)!r})"
    if added:
        first = _first(tree.body)
        futures = [one.lineno for one in tree.body if isinstance(one, ast.ImportFrom) and one.module == "__future__"]
        added[futures[0] + 1 if futures else first.lineno] = "from leoni_reached import reached as _reached_by_test"
    for at in sorted(added, reverse=True):
        lines.insert(at - 1, added[at])
    return "\n".join(lines)


def copy_to(folder: Path) -> None:
    """Copy the checkout."""
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(".venv*", ".git", "__pycache__", "artifacts"))


def run(copy: Path, arguments: list[str], seconds: int) -> subprocess.CompletedProcess[str]:
    """Run tests in a copy of the checkout, each process for at most so many seconds of processor time."""

    def bounded() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))

    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments]
    environ = {**os.environ, "PYTHONPATH": str(copy)}
    return subprocess.run(command, cwd=copy, env=environ, capture_output=True, text=True, preexec_fn=bounded)
