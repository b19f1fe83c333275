"""Which default tests reach which lines of the package, as coverage.py sees it.

Tests run a file at a time, in a copy of the checkout and on the plain rules. A process that a test starts counts too,
unless it is killed or has another ``PYTHONPATH``.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from math import inf
from pathlib import Path
from statistics import fmean
from xml.etree import ElementTree

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "leoni_replay"
#: The seconds after which the tests that reach a line go on in another process; and those after which others end.
PORTIONS, OTHERS = (5, 60, inf), (60,)
#: The memory that a process may take, in bytes.
MEMORY = 6 << 30


class Reach:
    """Which tests reach which lines.

    This is noted in the temporary folder until a source or a test changes. If it isn't, all default tests run first.

    Args:
        jobs: how many files of tests run at a time.
    """

    def __init__(self, jobs: int) -> None:
        from coverage import CoverageData

        sources = sorted([*PACKAGE.rglob("*.py"), *ROOT.glob("tests/**/test_*.py")])
        state = hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:16]
        folder = Path(tempfile.gettempdir()) / f"leoni-reach-{state}"
        self.copy = folder / "checkout"
        if not (folder / "seconds.json").exists():
            self._note(folder, jobs)
        #: how long each test takes, by file and function
        self.seconds: dict[str, float] = json.loads((folder / "seconds.json").read_text())
        files: dict[str, list[float]] = {}
        for test, took in self.seconds.items():
            files.setdefault(_file(test), []).append(took)
        #: how long a test of each file takes on average
        self.mean = {file: fmean(took) for file, took in files.items()}
        self.data = CoverageData(str(folder / "reach"))
        self.data.read()

    def _note(self, folder: Path, jobs: int) -> None:
        if not self.copy.exists():
            copy_to(self.copy)
        config = folder / "coveragerc"
        config.write_text(
            f"[run]\ndata_file = {folder}/reach\nparallel = true\ninclude = {self.copy}/leoni_replay/*\n"
            "concurrency = multiprocessing, thread\nsigterm = true\n"
            "dynamic_context = test_function\ncontext = ${PYTEST_CURRENT_TEST-}\n"
        )
        (folder / "sitecustomize.py").write_text("import coverage\n\ncoverage.process_startup()\n")
        traced = {
            "PYTHONPATH": f"{self.copy}:{folder}",
            "COVERAGE_PROCESS_START": str(config),
            "COVERAGE_CORE": "ctrace",
        }
        seconds: dict[str, float] = {}

        def time(file: str) -> None:
            report = folder / f"{file.replace('/', '-')}.xml"
            if not report.exists():
                run(self.copy, [f"--junitxml={report}", file], 3600, PYTEST_CURRENT_TEST=file, **traced)
            for case in ElementTree.parse(report).iter("testcase") if report.exists() else ():
                # A test that fails in the copy cannot notice anything.
                fails = any(part.tag in ("failure", "error") for part in case)
                test = f"{file}::{case.attrib['name'].partition('[')[0]}"
                seconds[test] = seconds.get(test, 0) + (inf if fails else float(case.attrib["time"]))

        files = (file.relative_to(ROOT) for file in ROOT.glob("tests/**/test_*.py"))
        with ThreadPoolExecutor(jobs) as pool:
            list(pool.map(time, sorted(str(file) for file in files if "browser" not in file.parts)))
        subprocess.run([sys.executable, "-m", "coverage", "combine", f"--rcfile={config}"], cwd=folder, check=True)
        (folder / "seconds.json").write_text(json.dumps({test: took for test, took in seconds.items() if took < inf}))

    @cache  # noqa: B019
    def lines(self, file: str) -> dict[int, set[str]]:
        """The tests, or files of tests, that reach each line of a file; 0 stands for all lines outside functions."""
        tree = ast.parse((self.copy / file).read_text(encoding="utf-8"))
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        inside = {line for one in functions for line in range(one.body[0].lineno, (one.end_lineno or 0) + 1)}
        lines: dict[int, set[str]] = {line: set() for line in (0, *inside)}
        for line, contexts in self.data.contexts_by_lineno(str(self.copy / file)).items():
            lines[line if line in inside else 0].update(map(_test, contexts))
        return lines

    def portions(self, file: str, first: int, line: int) -> Iterator[list[str]]:
        """The tests to run if a line has changed, one portion after the other.

        Args:
            file: its file.
            first: the first line of its statement.
            line: its number.
        """
        lines = self.lines(file)
        # What is outside functions runs at import, for all tests. A constant of several lines counts as its first.
        span = range(first, line) if line in lines else lines
        reached = lines.get(line) or set().union(*(lines.get(one, ()) for one in span))
        files = {_file(test) for test in reached}
        others = {test for test in self.seconds if _file(test) in files} - reached
        for tests, ends in ((reached & self.seconds.keys(), PORTIONS), (others, OTHERS)):
            # The files of quick tests come first.
            left = sorted(tests, key=lambda test: (self.mean[_file(test)], self.seconds[test]))
            took = 0.0
            for end in ends:
                portion = []
                while left and took < end:
                    portion.append(left.pop(0))
                    took += self.seconds[portion[-1]]
                yield portion


def _test(context: str) -> str:
    """The test, or the file of tests, of a context. In a process that a test has started, this is its node id."""
    test, _, function = context.partition("|")
    file, _, name = test.partition("::")
    name = re.split(r"\W", name)[0] or function.rpartition(".")[2]
    return f"{file}::{name}" if name else file


def _file(test: str) -> str:
    return test.partition("::")[0]


def copy_to(folder: Path) -> None:
    """Copy the checkout."""
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(".venv*", ".git", "__pycache__", "artifacts"))


def run(copy: Path, arguments: list[str], seconds: int, **env: str) -> subprocess.CompletedProcess[str]:
    """Run tests in a copy of the checkout, each process for at most so many seconds of processor time."""

    def bounded() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))

    # The plugin of hypothesis takes longer to load than most tests run, and is not needed.
    without = ["-p", "no:cacheprovider", "-p", "no:hypothesispytest"]
    command = [sys.executable, "-m", "pytest", "-n0", *without, *arguments]
    environ = {**os.environ, "PYTHONPATH": str(copy), **env}
    return subprocess.run(command, cwd=copy, env=environ, capture_output=True, text=True, preexec_fn=bounded)
