"""Ten files that show what ``convert`` and ``verify`` make of ten transcripts, each in another game or format.

``python -m tests.goldens.looks`` writes them anew beside this file; ``test_goldens.py`` compares, and shows the lines
that differ.
"""

from __future__ import annotations

import contextlib
import json
import re
import tempfile
from pathlib import Path
from typing import Final

from leoni_replay.files.convert import convert
from leoni_replay.show.formats import make_format
from tests.cli.runs import leoni

FOLDER: Final = Path(__file__).parent
ROOT: Final = FOLDER.parents[1]

#: The golden files: the transcript that each shows, and the format.
LOOKS: Final = {
    "leonis-own.txt": ("transcripts/games/1884.moves", "text"),
    "annotated.md": ("transcripts/games/annotated.moves", "markdown"),
    "weavers.svg": ("transcripts/books/wikipedia-weavers.moves", "svg"),
    "labyrinth.json": ("transcripts/games/labyrinth-lost.moves", "json"),
    "labyrinth.csv": ("transcripts/games/labyrinth-won.moves", "csv"),
    "martha.txt": ("transcripts/games/martha-lost.moves", "text"),
    "anna.md": ("transcripts/books/dick-anna-families.moves", "markdown"),
    "reversal.html": ("transcripts/books/dick-reversal-end.moves", "html"),
    "rug.txt": ("tests/records/games/rug-overrides.moves", "text"),
    "overrides.verify.txt": ("tests/records/games/overrides.moves", "verify"),
}

#: What all pages share: styles with the policy that lists their digests, scripts but for what they read, and the shapes
#: of cards. How pages look and work is left to tests that look at them.
_SHARED: Final = re.compile(
    r"<style>.*?</style>|<script(?! type=\"application/json\")[^>]*>.*?</script>"
    r"|<meta http-equiv=\"Content-Security-Policy\"[^>]*>|<defs>.*?</defs>",
    re.S,
)


def look(name: str) -> str:
    """What the program makes now of the transcript of a golden file."""
    transcript, form = LOOKS[name]
    path = ROOT / transcript
    with contextlib.chdir(path.parent):
        if form == "verify":
            return leoni("verify", "--color", "never", path.name, COLUMNS="100").out
        # Messages name files as they were given: by their own names, whatever folder the checkout is in.
        with tempfile.TemporaryDirectory() as folder:
            convert(path.name, make_format(form), folder)
            (file,) = Path(folder).iterdir()
            text = file.read_text(encoding="utf-8")
    if form == "json":
        # A game is one line: with a line for each value one sees what differs.
        return f"{json.dumps(json.loads(text), ensure_ascii=False, indent=1)}\n"
    return _SHARED.sub("", text)


def main() -> None:
    """Write the files."""
    for name in LOOKS:
        (FOLDER / name).write_text(look(name), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
