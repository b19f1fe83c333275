"""Which pages a search finds first: those that teach, then those that list everything, then those for developers.

A hook of MkDocs (``mkdocs.yml``, which says how much a heading and a word for the search count beside the text).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.pages import Page

#: By folder.
WEIGHTS: Final = {
    "": 1,
    "games": 1.2,
    "play": 1.5,
    "record": 1.2,
    "program": 1,
    "odds": 0.2,
    "reference": 0.3,
    "reference/codes": 0.3,
    "reference/command": 0.4,
    "reference/python": 0.1,
    "dev": 0.1,
}
#: Pages that weigh more or less than their folder.
PAGES: Final = {
    "games/weavers.md": 0.4,
    "play/gallery.md": 0.3,
    "play/odds.md": 1.1,
    "play/play.md": 1.6,
    "play/questions.md": 1.3,
    "play/what-books-claim.md": 0.4,
    "program/your-game.md": 1.2,
    "program/your-game-reference.md": 0.3,
    "program/your-rule-book.md": 0.7,
    "record/booklet.md": 0.2,
    "reference/compatibility.md": 0.8,
    "reference/glossary.md": 0.4,
    "reference/notation.md": 0.6,
    "contributing.md": 0.2,
    "changelog.md": 0.1,
}
#: Words that people search for, and that a page or a section answers though its heading doesn't have them. A search
#: finds every word that begins with what somebody types, so no word here begins with a common short one, such as *do*.
WORDS: Final = {
    "index.md": "copyright licence license patience solitaire",
    "install.md": "npm",
    "play/play.md": "play",
    "play/play.md#the-board": "hint undo",
    "play/play.md#what-is-saved": "save",
    "play/play.md#without-installing-anything": "share",
    "play/questions.md#why-cant-i-play-this-card": "can't",
    "play/questions.md#is-anything-sent-anywhere": "privacy",
    "play/questions.md#i-cant-tell-the-suits-apart": "colours",
    "play/questions.md#do-i-need-python-does-it-run-on-windows-or-on-a-phone": "mobile phone",
    "play/odds.md": "chance odds often probability",
    "play/solving.md": "solve",
    "play/rules.md": "rules",
    "games/leonis-own.md": "exile stalemate weave",
    "games/weavers.md": "weavers",
    "games/martha.md": "martha stewart",
    "games/anna.md": "anna",
    "games/the-reversal.md": "reversal",
    "games/the-japanese-rug.md": "crazy quilt",
    "record/tutorial.md": "seed",
    "record/writing-a-record.md#around-the-moves": "variation",
    "record/real-cards.md#somebody-broke-a-rule": "misplay",
    "record/errors.md": "illegal",
    "record/errors.md#let-leoni-correct-it": "correct",
    "record/errors.md#exit-status": "exit status",
    "record/pages.md": "picture replay",
    "record/pages.md#for-a-book-or-an-article": "exercise figure latex pdf print",
    "record/books.md": "book misprint page proofread",
    "record/books.md#how-often-a-game-is-won": "comes once thirty",
    "record/booklet.md": "author booklet",
    "record/editors.md": "code",
    "program/python.md": "api json jupyter python",
    "program/python-tasks.md#catch-errors": "exception",
    "program/python-tasks.md#take-a-record-apart": "transcript",
    "program/web-service.md": "multiprocessing server",
    "program/web-service.md#limits-for-untrusted-text": "timeout untrusted",
    "program/your-site.md": "embed iframe",
    "program/your-site.md#a-board-in-a-frame": "caching nginx sandbox",
    "program/your-site.md#what-to-tell-a-privacy-officer": "cookies gdpr",
    "program/collections.md#columns": "csv excel export parquet",
    "program/your-rule-book.md": "rule",
    "program/your-game.md": "game klondike own",
    "reference/command.md": "command options",
    "reference/compatibility.md": "breaking compatibility semver upgrade version",
    "reference/notation.md#the-digest": "digest",
}


def on_page_markdown(markdown: str, *, page: Page, **_: Any) -> str:
    """Weigh a page, and give it its words for the search."""
    path = page.file.src_uri
    folder = path.rpartition("/")[0]
    page.meta["search"] = {"boost": PAGES.get(path) or WEIGHTS.get(folder, 1)}
    if path in WORDS:
        page.meta["tags"] = WORDS[path].split()
    return markdown


def on_post_build(*, config: MkDocsConfig, **_: Any) -> None:
    """Give sections their words, so that a search shows them before their page, with their text.

    The plugin ``offline`` makes a script of the index after this.
    """
    index = Path(config.site_dir, "search/search_index.json")
    content = json.loads(index.read_text(encoding="utf-8"))
    sections = {entry["location"]: entry for entry in content["docs"]}
    for path, words in WORDS.items():
        if "#" in path:
            section = sections.get(path.replace(".md#", ".html#"))
            if section is None:
                raise PluginError(f"docs/site/weights.py: there is no section {path}")
            section["tags"] = words.split()
    index.write_text(json.dumps(content, separators=(",", ":")), encoding="utf-8")
