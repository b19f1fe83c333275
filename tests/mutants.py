"""Changes one token of what decides verdicts at random, again and again, and sees whether a default test notices.

    .venv/bin/pip install --group mutants
    .venv/bin/python -m tests.mutants --count 200 --seed 1 rules record notation unknown

Every mutant runs in a copy of the checkout, on the plain rules: the default tests that reach its line, until one fails,
then others of their files for a minute, which may use what those have made (a fixture, a cached result).
``tests/reach.py`` finds out once which tests reach which line. What is outside functions counts as reached by all tests
of its module.

A survivor shows a test that is missing, or a change that makes no difference.
"""

from __future__ import annotations

import argparse
import io
import os
import random
import re
import tempfile
import tokenize
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from queue import Queue
from typing import NamedTuple

from tests.reach import PACKAGE, ROOT, Reach, copy_to, run

#: What decides nothing about a verdict, or runs compiled alone, by folder.
PASSED_OVER = {
    "rules": {"numbers", "perft", "why", "words"},
    "record": {"canonical", "draft", "legal", "nearest", "playing", "refused", "sample"},
    "notation": {"exercise", "files", "problems", "writer"},
    "unknown": {"names", "naming"},
}
#: The name and the type of a field or variable, which decide nothing.
_FIELD = re.compile(r"\s*[\w.]+: [^=]*(?:=|$)")
SWAPS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "+": "-", "-": "+", "+=": "-=", "-=": "+=",
    "and": "or", "or": "and", "not": "", "True": "False", "False": "True", "&": "|", "|": "&", "<<": ">>", ">>": "<<",
    "in": "not in", "is": "is not", "min": "max", "max": "min", "break": "continue", "any": "all", "all": "any",
}  # fmt: skip


class Mutant(NamedTuple):
    """One token of a file, what stands in its place, and the first line of its statement."""

    file: str
    line: int
    column: int
    old: str
    new: str
    first: int

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
    first = 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.string in ("->", "import") or (token.string == ":" and before == ")"):
            annotation = token.string != ":"
        elif token.type in (tokenize.NEWLINE, tokenize.NL):
            annotation = False
        before = token.string
        first = 0 if token.type == tokenize.NEWLINE else first or token.start[0]
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
        yield Mutant(name, *token.start, token.string, new, first)


def notices(mutant: Mutant, reach: Reach, copy: Path) -> str:
    """The test that notices a mutant, in a copy of the checkout; an empty text if none does."""
    target = copy / mutant.file
    original = target.read_bytes()
    target.write_text(mutant.text(), encoding="utf-8")
    try:
        for tests in filter(None, reach.portions(mutant.file, mutant.first, mutant.line)):
            # A mutant that goes on for ever is noticed by that, however busy the machine is.
            done = run(copy, ["-x", *tests], 60 + 5 * int(sum(reach.seconds[test] for test in tests)))
            if done.returncode:
                failed = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
                return failed[1] if failed else f"exit code {done.returncode}"
        return ""
    finally:
        target.write_bytes(original)


def main() -> None:
    """Run as many mutants as are asked for, and list those that survive."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--count", type=int, default=100, help="how many mutants")
    options.add_argument("--seed", type=int, default=1, help="chooses them")
    options.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many at a time")
    options.add_argument(
        "folders", nargs="*", default=list(PASSED_OVER), help="folders of the package; all four by default"
    )
    chosen = options.parse_args()
    files = [
        path
        for folder in chosen.folders
        for path in sorted((PACKAGE / folder).glob("*.py"))
        if path.stem not in PASSED_OVER[folder] | {"__init__"}
    ]
    every = [mutant for file in files for mutant in mutants(file)]
    random.Random(chosen.seed).shuffle(every)
    drawn = list(islice(filter(Mutant.compiles, every), chosen.count))
    reach = Reach(chosen.jobs)
    print(f"{len(drawn)} of {len(every)} changes")
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(chosen.jobs) as pool:
        copies: Queue[Path] = Queue()
        for number in range(chosen.jobs):
            copy_to(Path(folder) / str(number))
            copies.put(Path(folder) / str(number))

        def noticed(mutant: Mutant) -> str:
            copy = copies.get()
            try:
                return notices(mutant, reach, copy)
            finally:
                copies.put(copy)

        left = 0
        for mutant, test in zip(drawn, pool.map(noticed, drawn), strict=True):
            left += not test
            print(f"{mutant}    {test or 'SURVIVES'}", flush=True)
    print(f"{len(drawn) - left} of {len(drawn)} noticed ({1 - left / len(drawn):.1%})")


if __name__ == "__main__":
    main()
