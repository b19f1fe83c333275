"""Links that leave ``docs/``, turned into what the site needs.

A hook of MkDocs (``mkdocs.yml``). On GitHub such links lead to files of the repository, here to pages; what has no page
leads to where the sources are published, or keeps its text without a link.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any, Final

from mkdocs.structure.pages import Page

from leoni_replay.installation import sources_address

ROOT: Final = Path(__file__).parents[2]
#: The pages that are made of files outside of ``docs/`` (``pages.py``).
MADE: Final = {"README.md": "install.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
SOURCE: Final = {page: file for file, page in MADE.items()}
LINK: Final = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^()\s:#]+)(#[^()\s]*)?\)")


def on_page_markdown(markdown: str, *, page: Page, **_: Any) -> str:
    """Turn the links of a page, before it becomes HTML."""
    here = page.file.src_uri
    stands = SOURCE.get(here, f"docs/{here}")
    if stands.startswith("docs/") and "](../" not in markdown:
        return markdown

    def turned(match: re.Match[str]) -> str:
        picture, text, path, anchor = match[1], match[2], match[3], match[4] or ""
        file = posixpath.normpath(posixpath.join(posixpath.dirname(stands), path))
        target = MADE.get(file) or (file.removeprefix("docs/") if file.startswith("docs/") else "")
        if target:
            return f"{picture}[{text}]({posixpath.relpath(target, posixpath.dirname(here) or '.')}{anchor})"
        # What there is not is left for MkDocs to find.
        if picture or not (ROOT / file).exists():
            return match[0]
        address = sources_address()
        return f"[{text}]({address}/blob/HEAD/{file}{anchor})" if address else text

    return LINK.sub(turned, markdown)


def on_post_page(output: str, **_: Any) -> str:
    """Name the dialog of the search for screen readers: the theme leaves it without a name."""
    dialog = 'data-md-component="search" role="dialog"'
    return output.replace(dialog, f'{dialog} aria-label="Search"')
