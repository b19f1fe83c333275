"""Which pages a search finds first: those for players, then those for records, then all others.

A hook of MkDocs (``mkdocs.yml``). For the search, a word in a heading counts as much as a thousand in a text. So pages
of the reference, whose headings have every word, weigh less than a thousandth.
"""

from __future__ import annotations

from typing import Any, Final

from mkdocs.structure.pages import Page

#: By folder.
WEIGHTS: Final = {
    "": 6,
    "games": 3,
    "play": 8,
    "record": 6,
    "program": 3,
    "odds": 0.1,
    "reference": 0.0005,
    "reference/codes": 0.015,
    "reference/command": 0.01,
    "reference/python": 0.0005,
    "dev": 0.0005,
}
#: Pages that weigh more or less than their folder.
PAGES: Final = {
    "play/questions.md": 4,
    "play/what-books-claim.md": 0.5,
    "play/gallery.md": 0.5,
    "program/your-game-reference.md": 0.1,
    "reference/glossary.md": 2,
    "reference/notation.md": 1,
    "contributing.md": 0.1,
    "changelog.md": 0.0005,
}


def on_page_markdown(markdown: str, *, page: Page, **_: Any) -> str:
    """Weigh a page."""
    path = page.file.src_uri
    folder = path.rpartition("/")[0]
    page.meta["search"] = {"boost": PAGES.get(path) or WEIGHTS.get(folder, 1)}
    return markdown
