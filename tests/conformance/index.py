"""Makes the index of the conformance records: ``python -m tests.conformance.index``."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import leoni_replay as lr
from leoni_replay.games import GAMES

FOLDER = Path(__file__).parents[2] / "transcripts" / "conformance"


def files() -> list[Path]:
    """The files whose records the index lists, in its order."""
    paths = sorted(FOLDER.glob("*.moves"))
    for folder in ("conformance/notation", "conformance/refusals", "games", "rejected"):
        # A book of one's own lies beside its record; a slip in a tag is for each program to find.
        apart = ("F603", "H110", "H112", "H113", "H114", "tag-slip")
        paths += [path for path in sorted((FOLDER.parent / folder).rglob("*.moves")) if not path.stem.startswith(apart)]
    return paths


def name_of(path: Path) -> str:
    """How the index names a file: its path from the folder of the index."""
    return Path(os.path.relpath(path, FOLDER)).as_posix()


def entries(path: Path) -> Iterator[dict[str, Any]]:
    """What is expected of every record of a file: under its own rules, and, if it shows a reading, under each of the
    others, which it refutes."""
    for record in lr.load(path):
        yield _entry(path, record)
        if path.parent != FOLDER:
            continue
        point, _, reading = (record.value("Shows") or "").partition("=")
        book, *overrides = (part.strip() for part in (record.value("Rules") or "").split(";"))
        other_points = [part for part in overrides if part.partition("=")[0] != point]
        points = GAMES[record.value("Game") or ""].book(book).points
        for other_reading in points[point].readings if point else ():
            if other_reading != reading:
                yield _entry(path, record, "; ".join([book, *other_points, f"{point}={other_reading}"]))


def _entry(path: Path, record: lr.Transcript, under: str = "") -> dict[str, Any]:
    """What is expected of a record under its own rules, or under others, under which it must fail."""
    entry: dict[str, Any] = {
        "file": name_of(path),
        "line": record.line,
        "end": record.line + record.text.rstrip("\n").count("\n"),
        "game": record.value("Game"),
        "rules": record.value("Rules"),
        "shows": record.value("Shows"),
        "title": record.value("Title"),
    }
    replayed = lr.replay(record, rules=under or None, hints=False)
    error = replayed.error
    assert replayed.status != "consistent" and (under or path.parent != FOLDER or not replayed.diagnostics)
    entry |= {"under": under or None, "expect": replayed.status}
    if not under:
        entry |= {"digest": replayed.digest, "record_digest": replayed.record_digest}
    if error is not None:
        entry |= {"move": error.move, "code": error.code, "clause": error.clause and error.clause.label}
    elif replayed.irregular:
        entry |= {"irregular": replayed.irregular}
    return {key: value for key, value in entry.items() if value is not None}


def main() -> None:
    """Write the index, a line an entry."""
    lines = ",\n".join(json.dumps(entry, ensure_ascii=False) for path in files() for entry in entries(path))
    (FOLDER / "index.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
