"""Links that leave ``docs/``: on GitHub they lead to files of the repository, in the site to its pages.

A hook of MkDocs (``mkdocs.yml``). What has no page keeps its text, without the link.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any, Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

ROOT: Final = Path(__file__).parents[2]
#: The pages that are made of files outside of ``docs/`` (``pages.py``).
MADE: Final = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
SOURCE: Final = {page: file for file, page in MADE.items()}
LINK: Final = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^()\s:#]+)(#[^()\s]*)?\)")


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files, **_: Any) -> str:
    """Turn the links of a page to files outside of the folder of pages, and those of a page that comes from there."""
    here = page.file.src_uri
    stands = SOURCE.get(here, f"docs/{here}")
    if stands.startswith("docs/") and "](../" not in markdown:
        return markdown

    def turned(match: re.Match[str]) -> str:
        text, path, anchor = match[1], match[2], match[3] or ""
        file = posixpath.normpath(posixpath.join(posixpath.dirname(stands), path))
        target = MADE.get(file) or (file.removeprefix("docs/") if file.startswith("docs/") else "")
        if target:
            return f"[{text}]({posixpath.relpath(target, posixpath.dirname(here) or '.')}{anchor})"
        if files.get_file_from_path(posixpath.relpath(file, "docs")) is None and not (ROOT / file).exists():
            # One of the pages that are made, if it is anything: MkDocs looks for it.
            if stands.startswith("docs/"):
                return match[0]
            raise PluginError(f"{stands} links to {path}, which does not exist")
        return text

    return LINK.sub(turned, markdown)
