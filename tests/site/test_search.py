"""What a search of the site finds first, asked of the index and the script that its pages use."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

NODE: Final = shutil.which("node")
pytestmark = [pytest.mark.long, pytest.mark.skipif(NODE is None, reason="node is not installed")]

#: What a card player, an editor and a programmer type, by the page that answers it.
FOUND: Final = {
    "index.html": ["solitaire", "patience", "licence", "copyright"],
    "install.html": ["install", "how to install", "install windows", "npm"],
    "play/play.html": ["undo", "save", "save game", "how to play", "play now", "hint", "share", "offline"],
    "play/questions.html": [
        "why can't I play this card", "why a card can't be played", "phone", "mobile", "keyboard", "screen reader",
        "four colours", "update",
    ],
    "play/rules.html": ["rules"],
    "play/odds.html": ["odds", "chance of winning", "how often do you win"],
    "play/solving.html": ["solve", "could it be won"],
    "games/leonis-own.html": ["leoni's own", "exile", "weave", "stalemate"],
    "games/weavers.html": ["weavers"],
    "games/labyrinth.html": ["labyrinth"],
    "games/martha.html": ["martha", "rules of martha", "stewart"],
    "games/anna.html": ["anna", "anna rules"],
    "games/the-reversal.html": ["reversal"],
    "games/the-japanese-rug.html": ["japanese rug", "crazy quilt"],
    "record/tutorial.html": ["seed"],
    "record/writing-a-record.html": ["variation"],
    "record/real-cards.html": ["real cards", "misplay"],
    "record/errors.html": ["exit status", "correct a record", "illegal move"],
    "record/pages.html": ["picture", "figure", "pdf", "latex", "print", "replay", "spreadsheet"],
    "record/books.html": [
        "check a page of a book", "book is wrong", "book", "proofread", "misprint", "diagram", "once in thirty",
        "paste",
    ],
    "record/editors.html": ["vs code", "vim", "language server"],
    "program/python.html": ["api", "python", "json", "json python", "jupyter"],
    "program/python-tasks.html": ["Transcript", "exception"],
    "program/web-service.html": ["web service", "untrusted", "timeout", "threads", "fastapi", "server"],
    "program/your-site.html": ["iframe", "embed"],
    "program/ci.html": ["github action", "pre-commit"],
    "program/collections.html": ["csv export", "parquet", "sqlite", "excel"],
    "program/exchange.html": ["pysolfc", "freecell"],
    "program/your-rule-book.html": ["rule book"],
    "program/your-game.html": ["own game", "klondike"],
    "reference/compatibility.html": ["next version", "breaking change", "semver", "compatibility"],
    "reference/notation.html": ["notation", "digest"],
    "reference/command.html": ["command line", "options"],
    "reference/command/leoni-verify.html": ["leoni verify"],
    "reference/codes/M203.html": ["M203"],
    "reference/glossary.html": ["glossary"],
    "changelog.html": ["changelog"],
}  # fmt: skip


def test_a_search_finds_the_page_that_answers(site: Path) -> None:
    expected = {query: page for page, queries in FOUND.items() for query in queries}
    script = Path(__file__).with_name("search.mjs")
    run = subprocess.run([str(NODE), str(script), str(site), *expected], capture_output=True, text=True, check=True)
    assert json.loads(run.stdout) == expected
