"""Freeze what ``convert`` and ``verify`` make of every transcript.

``python -m tests.goldens.freeze`` writes ``transcripts.json`` beside this file, one hash a format, and
``test_goldens.py`` compares with it. A hash says that something differs, not what. ``--details FILE`` writes all that
goes into the hashes, under its label (``transcripts: games/1884.moves: json``), so that the files of two checkouts can
be compared with ``diff``; ``--only TEXT`` leaves out what does not have the text in its label.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final

from leoni_replay.diagnostics import UserError
from leoni_replay.files.convert import ConvertError, convert
from leoni_replay.show.formats import format_called
from tests.cli.runs import leoni

HERE: Final = Path(__file__).parent
TRANSCRIPTS: Final = HERE.parent.parent / "transcripts"
RECORDS: Final = HERE.parent / "records" / "games"
TRANSCRIPTS_FILE: Final = HERE / "transcripts.json"

#: Hex digits of a hash.
DIGITS: Final = 8


def transcripts() -> list[str]:
    """The transcripts that come with the project, and the random games of the tests, by their paths from the first.

    Not those of which only the error matters.
    """
    own = sorted(path.relative_to(TRANSCRIPTS).as_posix() for path in TRANSCRIPTS.rglob("*.moves"))
    own = [name for name in own if "/refusals/" not in name]
    return own + sorted(f"../tests/records/games/{path.name}" for path in RECORDS.glob("*.moves"))


FORMATS: Final = ("html", "svg", "markdown", "text", "json", "csv", "verify")


def shown(name: str, form: str) -> str:
    """What a format makes of a transcript; of many games in files of their own, all of these one after another."""
    path = TRANSCRIPTS / name
    if form == "verify":
        with contextlib.chdir(path.parent):
            return leoni("verify", "--color", "never", "--format", "text", path.name, COLUMNS="100").out
    # Messages name files as they were given: by their own names, whatever folder the checkout is in.
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(path.parent):
        try:
            convert(path.name, format_called(form), folder)
        except (ConvertError, UserError, OSError) as error:
            return f"{type(error).__name__}: {error}"
        made = sorted(file for file in Path(folder).rglob("*") if file.is_file())
        return "".join(
            f"{file.relative_to(folder)}\n{of_the_game(file.read_text(encoding='utf-8'))}\n" for file in made
        )


#: what all pages have: styles, with the policy that lists their digests, and scripts, but for what they read
SHARED: Final = re.compile(
    r"<style>.*?</style>|<script(?! type=\"application/json\")[^>]*>.*?</script>"
    r"|<meta http-equiv=\"Content-Security-Policy\"[^>]*>",
    re.S,
)


def of_the_game(page: str) -> str:
    """What a page says of its game. How pages look and work in general is left to tests that look at them."""
    return SHARED.sub("", page)


def short_hash(text: str) -> str:
    """The first digits of SHA-256 over a text and the end of its line."""
    return hashlib.sha256(f"{text}\n".encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]


def own_hash(name: str) -> str:
    """The hash of a transcript itself."""
    return hashlib.sha256((TRANSCRIPTS / name).read_bytes()).hexdigest()[:DIGITS]


def transcript_hashes(name: str) -> dict[str, str]:
    """The hashes of what every format makes of a transcript, and of the transcript itself."""
    return {"moves": own_hash(name)} | {form: short_hash(shown(name, form)) for form in FORMATS}


def details(only: str = "") -> Iterator[str]:
    """All that goes into the hashes, of what has a text in its label."""
    for transcript in transcripts():
        for form in FORMATS:
            name = f"transcripts: {transcript}: {form}"
            if only in name:
                yield from (name, shown(transcript, form), "")


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the file, or the details."""
    parser = argparse.ArgumentParser(prog="python -m tests.goldens.freeze", description="Freeze what the project does.")
    parser.add_argument("--details", metavar="FILE", help="write what goes into the hashes, and no hash")
    parser.add_argument("--only", metavar="TEXT", default="", help="details only of what has this text in its label")
    parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
    chosen = parser.parse_args(arguments)
    if chosen.details:
        with open(chosen.details, "w", encoding="utf-8", newline="\n") as file:
            file.writelines(f"{line}\n" for line in details(chosen.only))
        return
    names = transcripts()
    with ProcessPoolExecutor(chosen.jobs) as pool:
        data = dict(zip(names, pool.map(transcript_hashes, names), strict=True))
    # A line an entry, so that a change shows as small as it is.
    lines = ",\n".join(f"{json.dumps(name, ensure_ascii=False)}: {json.dumps(entry)}" for name, entry in data.items())
    TRANSCRIPTS_FILE.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
    sys.stdout.write(f"{TRANSCRIPTS_FILE.name}: {len(data)} entries, {TRANSCRIPTS_FILE.stat().st_size} bytes\n")


if __name__ == "__main__":
    main()
