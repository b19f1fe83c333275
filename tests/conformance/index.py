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


def entries() -> Iterator[dict[str, Any]]:
    """What is expected of every record: under its own rules, under each reading that it refutes, and of whole games."""
    for path in sorted(FOLDER.glob("*.moves")):
        for record in lr.load(path):
            yield _entry(path, record)
            point, _, reading = (record.value("Shows") or "").partition("=")
            book, *overrides = (part.strip() for part in (record.value("Rules") or "").split(";"))
            kept = [part for part in overrides if part.partition("=")[0] != point]
            points = GAMES[record.value("Game") or ""].book(book).points
            for other in points[point].readings if point else ():
                if other != reading:
                    yield _entry(path, record, "; ".join([book, *kept, f"{point}={other}"]))
    for folder in ("conformance/notation", "conformance/refusals", "games", "rejected"):
        for path in sorted((FOLDER.parent / folder).rglob("*.moves")):
            # A book of one's own lies beside its record; a slip in a tag is for each program to find.
            if not path.stem.startswith(("F603", "H110", "H112", "H113", "H114", "tag-slip")):
                yield from (_entry(path, record) for record in lr.load(path))


def _entry(path: Path, record: lr.Transcript, under: str = "") -> dict[str, Any]:
    """What is expected of a record under its own rules, or under others, under which it must fail."""
    entry: dict[str, Any] = {
        "file": Path(os.path.relpath(path, FOLDER)).as_posix(),
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


def index() -> str:
    """The text of the index, a line an entry."""
    return "[\n" + ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in entries()) + "\n]\n"


if __name__ == "__main__":
    (FOLDER / "index.json").write_text(index(), encoding="utf-8")
