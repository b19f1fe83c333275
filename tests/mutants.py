"""Changes one token of the package at random, again and again, and sees whether a test notices.

    .venv/bin/python -m tests.mutants --count 200 --seed 1

Every mutant runs in a copy of the checkout, on the plain rules: first the default tests that reach its function
(``tests/reach.py`` finds out once which do), and if none fails, the long ones. What is outside functions counts as
reached by all tests of its module.

A survivor shows a test that is missing, or a change that makes no difference.
"""

from __future__ import annotations

import argparse
import ast
import io
import os
import random
import re
import tempfile
import tokenize
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from math import inf
from pathlib import Path
from queue import Queue
from typing import NamedTuple

from tests.reach import PACKAGE, ROOT, ReachingTests, copy_to, run

#: What runs compiled alone, or decides nothing.
PASSED_OVER = {"rules/numbers.py", "rules/why.py", "rules/word_table.py"}
#: Which tests notice a mutant, as after ``-m``.
SUITES = {"default": "not (long or browser)", "long": "long and not browser"}
#: The name and the type of a field or variable, which decide nothing.
_FIELD = re.compile(r"\s*[\w.]+: [^=]*(?:=|$)")
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

    def compiles(self) -> bool:
        """Whether the changed file is a program."""
        try:
            compile(self.text(), self.file, "exec")
        except SyntaxError:
            return False
        return True

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
        if token.type == tokenize.NUMBER and isinstance(ast.literal_eval(token.string), int):
            new = str(int(token.string, 0) + 1)
        elif token.type in (tokenize.OP, tokenize.NAME) and token.string in SWAPS:
            new = SWAPS[token.string]
        else:
            continue
        yield Mutant(name, *token.start, token.string, new)


def notices(mutant: Mutant, reaches: dict[str, ReachingTests], copy: Path) -> tuple[str, str]:
    """The suite and the test that notice a mutant, in a copy of the checkout; empty texts if none does."""
    target = copy / mutant.file
    original = target.read_bytes()
    target.write_text(mutant.text(), encoding="utf-8")
    try:
        for suite, reach in reaches.items():
            left, took = reach.tests(mutant.file, mutant.line), 0.0
            # Quick tests go first, for one of them notices most mutants.
            for until in (5.0, 60.0, inf):
                portion: list[str] = []
                while left and took < until:
                    portion.append(left.pop(0))
                    took += reach.seconds[portion[-1]]
                if not portion:
                    break
                # A mutant that goes on for ever is noticed by that, however busy the machine is.
                done = run(copy, ["-n0", "-x", "-m", SUITES[suite], *portion], 60 + 5 * int(took))
                if done.returncode not in (0, 5):
                    failed = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
                    return suite, failed[1] if failed else f"exit code {done.returncode}"
        return "", ""
    finally:
        target.write_bytes(original)


def main() -> None:
    """Run as many mutants as are asked for, and list those that survive."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--count", type=int, default=100, help="how many mutants")
    options.add_argument("--seed", type=int, default=1, help="chooses them")
    options.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many at a time")
    options.add_argument("--suites", nargs="*", choices=SUITES, default=list(SUITES), help="which tests")
    options.add_argument("folders", nargs="*", default=["."], help="folders of the package; all by default")
    chosen = options.parse_args()
    files = [path for folder in chosen.folders for path in sorted((PACKAGE / folder).rglob("*.py"))]
    files = [path for path in files if str(path.relative_to(PACKAGE)) not in PASSED_OVER]
    every = [mutant for file in files for mutant in mutants(file)]
    random.Random(chosen.seed).shuffle(every)
    drawn = list(islice(filter(Mutant.compiles, every), chosen.count))
    reaches = {suite: ReachingTests(SUITES[suite], chosen.jobs) for suite in chosen.suites}
    for suite, reach in reaches.items():
        if reach.failing:
            print(f"left out of the {suite} tests, for they fail unchanged:", *sorted(reach.failing))
    print(f"{len(drawn)} of {len(every)} changes", flush=True)
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(chosen.jobs) as pool:
        copies: Queue[Path] = Queue()
        for number in range(chosen.jobs):
            copy_to(Path(folder) / str(number))
            copies.put(Path(folder) / str(number))

        def noticed(mutant: Mutant) -> tuple[str, str]:
            copy = copies.get()
            try:
                return notices(mutant, reaches, copy)
            finally:
                copies.put(copy)

        counted: Counter[str] = Counter()
        for mutant, (suite, test) in zip(drawn, pool.map(noticed, drawn), strict=True):
            counted[suite] += 1
            print(f"{mutant}    {suite} {test}" if suite else f"{mutant}    SURVIVES", flush=True)
    print(*(f"{counted[suite]} noticed by the {suite} tests," for suite in reaches), f"{counted['']} by none")


if __name__ == "__main__":
    main()
