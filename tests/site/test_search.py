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

#: What a card player, an editor, a programmer and the owner of a site type, by the page that answers it, or by the
#: section.
FOUND: Final = {
    "index.html": ["solitaire", "patience", "licence", "copyright"],
    "install.html": ["install", "how to install", "install windows", "npm"],
    "play/play.html": ["how to play", "play now", "offline"],
    "play/play.html#the-board": ["undo", "hint"],
    "play/play.html#what-is-saved": ["save"],
    "play/play.html#without-installing-anything": ["share"],
    "play/questions.html": ["keyboard", "screen reader", "update"],
    "play/questions.html#where-are-my-games": ["save game"],
    "play/questions.html#why-cant-i-play-this-card": ["why can't I play this card", "why a card can't be played"],
    "play/questions.html#i-cant-tell-the-suits-apart": ["four colours"],
    "play/questions.html#do-i-need-python-does-it-run-on-windows-or-on-a-phone": ["phone", "mobile"],
    "play/questions.html#is-anything-sent-anywhere": ["privacy"],
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
    "record/writing-a-record.html#around-the-moves": ["variation"],
    "record/real-cards.html": ["real cards"],
    "record/real-cards.html#somebody-broke-a-rule": ["misplay"],
    "record/errors.html": ["correct a record", "illegal move"],
    "record/errors.html#exit-status": ["exit status"],
    "record/pages.html": ["picture", "replay", "spreadsheet"],
    "record/pages.html#for-a-book-or-an-article": ["figure", "print figure", "pdf", "latex", "print", "exercise"],
    "record/books.html": [
        "check a page of a book", "book is wrong", "book", "proofread", "misprint", "diagram", "paste",
    ],
    "record/books.html#how-often-a-game-is-won": ["once in thirty", "comes out once", "comes out"],
    "record/booklet.html": ["booklet", "author"],
    "record/editors.html": ["vs code", "vim", "language server"],
    "program/python.html": ["api", "python", "json", "json python", "jupyter"],
    "program/python-tasks.html#take-a-record-apart": ["Transcript"],
    "program/python-tasks.html#catch-errors": ["exception"],
    "program/web-service.html": ["web service", "threads", "fastapi", "server"],
    "program/web-service.html#limits-for-untrusted-text": ["untrusted", "timeout"],
    "program/your-site.html": ["iframe", "embed", "own site"],
    "program/your-site.html#a-board-in-a-frame": ["nginx", "caching"],
    "program/your-site.html#what-to-tell-a-privacy-officer": ["gdpr", "cookies"],
    "program/ci.html": ["github action", "pre-commit"],
    "program/collections.html": ["sqlite"],
    "program/collections.html#columns": ["csv export", "parquet", "excel"],
    "program/exchange.html": ["pysolfc", "freecell"],
    "program/your-rule-book.html": ["rule book"],
    "program/your-game.html": ["own game", "klondike"],
    "reference/compatibility.html": ["next version", "breaking change", "semver", "compatibility"],
    "reference/notation.html": ["notation"],
    "reference/notation.html#the-digest": ["digest"],
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
    found = json.loads(run.stdout)
    first = {
        query: address if "#" in page else address.partition("#")[0]
        for query, page in expected.items()
        if (address := found[query])
    }
    assert first == expected
