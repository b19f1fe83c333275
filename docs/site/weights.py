"""Which pages a search finds first: those that teach, then those that list everything, then those for developers.

A hook of MkDocs (``mkdocs.yml``, which says how much a heading and a word for the search count beside the text).
"""

from __future__ import annotations

from typing import Any, Final

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
    "reference/compatibility.md": 0.8,
    "reference/glossary.md": 0.4,
    "reference/notation.md": 0.6,
    "contributing.md": 0.2,
    "changelog.md": 0.1,
}
#: Words that people search for, and that a page answers though no heading of it has them. A search finds every word
#: that begins with what somebody types, so no word here begins with a common short one, such as *do*.
WORDS: Final = {
    "index.md": "copyright licence license patience solitaire",
    "install.md": "npm",
    "play/play.md": "hint play save share undo",
    "play/questions.md": "can't colours mobile phone",
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
    "record/writing-a-record.md": "variation",
    "record/real-cards.md": "misplay",
    "record/errors.md": "correct exit illegal status",
    "record/pages.md": "picture replay",
    "record/books.md": "book misprint page proofread thirty",
    "record/editors.md": "code",
    "program/python.md": "api json jupyter python",
    "program/python-tasks.md": "exception transcript",
    "program/web-service.md": "multiprocessing server",
    "program/your-site.md": "embed iframe",
    "program/collections.md": "csv excel export parquet",
    "program/your-rule-book.md": "rule",
    "program/your-game.md": "game klondike own",
    "reference/command.md": "command options",
    "reference/compatibility.md": "breaking compatibility semver upgrade version",
    "reference/notation.md": "digest",
}


def on_page_markdown(markdown: str, *, page: Page, **_: Any) -> str:
    """Weigh a page, and give it its words for the search."""
    path = page.file.src_uri
    folder = path.rpartition("/")[0]
    page.meta["search"] = {"boost": PAGES.get(path) or WEIGHTS.get(folder, 1)}
    if path in WORDS:
        page.meta["tags"] = WORDS[path].split()
    return markdown
