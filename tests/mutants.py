"""Changes one token of what decides verdicts at random, again and again, and sees whether a test notices.

    python -m tests.mutants --count 200 --seed 1 rules record notation unknown

Every mutant runs in a copy of the checkout, on the plain rules: first the tests that are quick to notice, then the
rest. It takes minutes for a hundred that are noticed, and as long as all tests take for each that is not. The survivors
are listed: each shows a test that is missing, or a change that makes no difference.
"""

from __future__ import annotations

import argparse
import io
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import tokenize
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "leoni_replay"
#: What decides nothing about a verdict, or runs compiled alone, by folder.
PASSED_OVER = {
    "rules": {"numbers", "perft", "why", "words"},
    "record": {"canonical", "draft", "legal", "nearest", "playing", "refused", "sample"},
    "notation": {"files", "problems", "writer"},
    "unknown": {"names", "naming"},
}

#: What tests are run, in turn, until one fails: those near the folder, quick ones, and all.
NEAR = {
    "rules": ("tests/rules", "tests/conformance"),
    "record": ("tests/conformance", "tests/test_quick.py", "tests/test_header.py", "tests/test_claims.py"),
    "notation": ("tests/notation", "tests/conformance"),
    "unknown": ("tests/unknown",),
}
STAGES = (
    ("tests/games", "tests/goldens", "tests/test_transcripts.py", "tests/test_verdicts.py", "tests/test_replaying.py"),
    ("tests",),
)
#: The name and the type of a field or variable, which decide nothing.
_FIELD = re.compile(r"\s*\w+: [^=]*(?:=|$)")
#: The processor time after which tests are ended.
SECONDS = 900
SWAPS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "+": "-", "-": "+", "+=": "-=", "-=": "+=",
    "and": "or", "or": "and", "not": "", "True": "False", "False": "True", "&": "|", "|": "&", "<<": ">>", ">>": "<<",
    "in": "not in", "is": "is not", "min": "max", "max": "min", "break": "continue", "any": "all", "all": "any",
}  # fmt: skip


class Mutant(NamedTuple):
    """One token of a file, and what stands in its place."""

    file: str
    line: int
    column: int
    old: str
    new: str

    def text(self) -> str:
        """The text of the changed file."""
        lines = (ROOT / self.file).read_text(encoding="utf-8").split("\n")
        line = lines[self.line - 1]
        lines[self.line - 1] = line[: self.column] + self.new + line[self.column + len(self.old) :]
        return "\n".join(lines)

    def __str__(self) -> str:
        line = (ROOT / self.file).read_text(encoding="utf-8").split("\n")[self.line - 1].strip()
        return f"{self.file}:{self.line}:{self.column + 1}: {self.old} -> {self.new or 'nothing'}    {line}"


def mutants(file: Path) -> Iterator[Mutant]:
    """Every change of one token of a file that can matter."""
    text = file.read_text(encoding="utf-8")
    name = str(file.relative_to(ROOT))
    annotation = False
    before = ""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.string in ("->", "import") or (token.string == ":" and before == ")"):
            annotation = token.string != ":"
        elif token.type in (tokenize.NEWLINE, tokenize.NL):
            annotation = False
        before = token.string
        field = _FIELD.match(token.line)
        if field and token.start[0] == token.end[0] and token.start[1] < field.end():
            continue
        if annotation or token.line.lstrip().startswith(("def ", "class ", "@", "from ", "import ")):
            continue
        if token.type == tokenize.NUMBER and "." not in token.string:
            new = str(int(token.string, 0) + 1)
        elif token.type in (tokenize.OP, tokenize.NAME) and token.string in SWAPS:
            new = SWAPS[token.string]
        else:
            continue
        mutant = Mutant(name, *token.start, token.string, new)
        try:
            compile(mutant.text(), name, "exec")
        except SyntaxError:
            continue
        yield mutant


def survives(mutant: Mutant, copy: Path) -> bool:
    """Whether no test notices a mutant, in a copy of the checkout."""
    target = copy / mutant.file
    original = target.read_bytes()
    target.write_text(mutant.text(), encoding="utf-8")
    env = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        for paths in (NEAR[Path(mutant.file).parent.name], *STAGES):
            command = [sys.executable, "-m", "pytest", "-q", "-x", "-n0", "-p", "no:cacheprovider", *paths]
            # A mutant that goes on for ever is noticed by that, however busy the machine is.
            run = subprocess.run(command, cwd=copy, env=env, capture_output=True, preexec_fn=_bounded)
            if run.returncode:
                return False
        return True
    finally:
        target.write_bytes(original)


def _bounded() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def main() -> None:
    """Run as many mutants as are asked for, and list those that survive."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--count", type=int, default=100, help="how many mutants")
    options.add_argument("--seed", type=int, default=1, help="chooses them")
    options.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many at a time")
    options.add_argument("folders", nargs="*", default=list(NEAR), help="folders of the package; all four by default")
    chosen = options.parse_args()
    files = [
        path
        for folder in chosen.folders
        for path in sorted((PACKAGE / folder).glob("*.py"))
        if path.stem not in PASSED_OVER[folder] | {"__init__"}
    ]
    every = [mutant for file in files for mutant in mutants(file)]
    drawn = random.Random(chosen.seed).sample(every, min(chosen.count, len(every)))
    print(f"{len(drawn)} of {len(every)} changes")
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(chosen.jobs) as pool:
        copies: Queue[Path] = Queue()
        for number in range(chosen.jobs):
            copy = Path(folder) / str(number)
            shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".venv*", ".git", "__pycache__", "artifacts"))
            copies.put(copy)

        def tried(mutant: Mutant) -> Mutant | None:
            copy = copies.get()
            try:
                return mutant if survives(mutant, copy) else None
            finally:
                copies.put(copy)

        left = []
        for mutant in pool.map(tried, drawn):
            if mutant is not None:
                left.append(mutant)
                print(mutant, flush=True)
    print(f"{len(drawn) - len(left)} of {len(drawn)} noticed ({1 - len(left) / len(drawn):.1%})")


if __name__ == "__main__":
    main()
