"""The pages Play and Check in the site, and the links to them.

A hook of MkDocs (``mkdocs.yml``). ``leoni site -o build/pages`` makes the pages before the site is built; they get the
folder ``try/``. In a page ``<!-- pages -->`` stands for links to them. If they have not been made, there are none.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

MADE: Final = Path(__file__).parents[2] / "build" / "pages"
FOLDER: Final = "try"
MARK: Final = "<!-- pages -->"
PAGES: Final = {"play.html": "Play now", "check.html": "Check a record"}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the files of the two pages as they are."""
    for path in sorted(path for path in MADE.rglob("*") if path.is_file()):
        address = f"{FOLDER}/{path.relative_to(MADE).as_posix()}"
        files.append(File.generated(config, address, abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, *, page: Page, **_: Any) -> str:
    """Put links where a page asks for them."""
    if not (MADE / "play.html").exists():
        return markdown
    links = [f'<a href="{get_relative_url(f"{FOLDER}/{name}", page.url)}">{text}</a>' for name, text in PAGES.items()]
    return markdown.replace(MARK, f"<p><strong>{' · '.join(links)}</strong></p>")
