"""Archives and selections: games added a second, positions looked up, memory, and pgn-extract on as many plies."""

from __future__ import annotations

import random
import re
import shutil
import time
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from statistics import median

from corpus import Corpus, write_pgn
from timing import LEONI, most_memory, processor_time, row, title

from leoni_replay.collecting.archive import Archive
from leoni_replay.collecting.record_facts import read_facts
from leoni_replay.notation.split import split
from leoni_replay.notation.text_files import open_text

#: of so many games one is there again, in another spelling
_AGAIN = 100
#: how many tables are looked up
_TABLES = 200
_NUMBER = re.compile(r"\b\d+\. ")


def mixed(path: Path, corpora: Sequence[Corpus], games: int) -> int:
    """Write so many different games of all kinds: the sampled ones, and each given up earlier and earlier; of a hundred
    one more is the same without its numbers. How many are written."""
    heads: list[tuple[str, list[str]]] = []
    for corpus in corpora:
        with open_text(corpus.right) as stream:
            for raw in split(stream):
                head, _, body = raw.text.partition("\n\n")
                heads.append((re.sub(r'\[Result "[^"]*"\]', '[Result "*"]', head), _NUMBER.sub("", body).split()[:-1]))
    written = again = 0
    with path.open("w", encoding="utf-8") as out:
        cut = 0
        while written < games and any(len(words) > cut for _, words in heads):
            for head, words in heads:
                if len(words) > cut and written < games:
                    moves = " ".join(words[: len(words) - cut])
                    out.write(f"{head}\n\n1. {moves} *\n\n")
                    written += 1
                    if written % _AGAIN == 0:
                        out.write(f"{head}\n\n{moves} *\n\n")
                        again += 1
            cut += 1
    return written + again


def collections(corpora: Sequence[Corpus], folder: Path, games: int) -> None:
    """Print what it takes to add games to an archive, to look tables up, and to find what is there twice."""
    path, db = folder / "mixed.moves", folder / "mixed.db"
    count = mixed(path, corpora, games)
    title(f"collections: {count:,} games of all kinds, 1 % of them twice, whole processes")
    row("", "s on the clock", "games a second", "processor s", "µs a game")
    for jobs in (1, 2):
        db.unlink(missing_ok=True)
        _clocked(f"archive add -j{jobs}", count, "archive", "add", str(db), str(path), "-j", str(jobs))
    bare = db.stat().st_size
    _clocked("add again (all known)", count, "archive", "add", str(db), str(path), "-j", "2")
    _clocked("--positions -j2", count, "archive", "add", str(db), "--index", "-j", "2")
    _clocked("select --duplicates -j2", count, "select", str(path), "--duplicates", "-j", "2")
    _clocked("find --where", count, "archive", "find", str(db), "--where", "moves > 1000")
    with Archive(str(db)) as archive:
        digests = [facts.record_digest for _, facts in archive.facts() if facts.moves and facts.record_digest]
        twice = len(digests) - len(set(digests))
        size = db.stat().st_size
        print(f"{twice:,} games are there twice; {bare / count:,.0f} bytes a game, {size / count:,.0f} with positions")
        _look_up(archive, path, count)
    for what, command in (("add", ("archive", "add", str(folder / "m.db"), str(path))), ("select", _select(path))):
        print(f"memory of {what}: {most_memory([*LEONI, *command]):,.0f} MB")
    _pgn_extract(corpora, folder, path)


def _select(path: Path) -> tuple[str, ...]:
    return ("select", str(path), "--where", 'moves > 100 and status = "verified"')


def _clocked(name: str, games: int, *arguments: str) -> None:
    """Run a command, and print how long it took by the clock on the wall."""
    began = time.perf_counter()
    busy = processor_time([*LEONI, *arguments])
    seconds = time.perf_counter() - began
    row(name, f"{seconds:.2f}", f"{games / seconds:,.0f}", f"{busy:.2f}", f"{1e6 * busy / games:,.0f}")


def _look_up(archive: Archive, path: Path, count: int) -> None:
    """Print how long it takes to find in which games a table occurred."""
    draw, sought = random.Random(15), list[str]()
    with open_text(path) as stream:
        for raw in split(stream):
            if draw.random() < 3 * _TABLES / count and len(sought) < _TABLES:
                course = read_facts(raw)[1]
                assert course is not None
                sought.append(draw.choice(list(course.digests())))
    took = []
    for digest in sought:
        began = time.perf_counter()
        facts = list(archive.facts(ids=archive.records_reaching([digest])))
        took.append(time.perf_counter() - began)
        assert facts
    print(f"a table looked up: {1000 * median(took):.1f} ms, at the most {1000 * max(took):.1f} ms")


def _pgn_extract(corpora: Sequence[Corpus], folder: Path, ours: Path) -> None:
    """Print the processor time of finding duplicates, beside pgn-extract on about as many plies of chess."""
    title("duplicates: whole processes, start included, processor time")
    path = shutil.which("pgn-extract") or shutil.which("pgn-extract", path="/usr/games")
    if path is None or find_spec("chess") is None:
        print("pgn-extract or python-chess, which makes the games for it, is not installed")
        return
    pgn = folder / "mixed.pgn"
    lengths = tuple(length for corpus in corpora for length in corpus.lengths)
    write_pgn(pgn, lengths)
    words = sum(len(line.split()) for line in ours.read_text(encoding="utf-8").splitlines() if not line.startswith("["))
    times = max(1, words // sum(lengths))
    pgn.write_text(pgn.read_text(encoding="utf-8") * times, encoding="utf-8")
    row("", "s", "moves a second")
    for name, arguments, moves in (
        ("leoni select", (*LEONI, "select", str(ours), "--unique", "-o", str(folder / "out.moves"), "--force"), words),
        ("pgn-extract -D", (path, "-s", "-D", f"-o{folder / 'out.pgn'}", str(pgn)), times * sum(lengths)),
    ):
        seconds = processor_time(arguments)
        row(name, f"{seconds:.2f}", f"{moves / seconds:,.0f}")
