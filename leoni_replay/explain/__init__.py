"""What ``leoni explain`` can print: the pages of the diagnostics, one Markdown file a code, the glossary, and topics.

This package isn't public: programs use what ``leoni_replay`` exports (docs/program/python.md).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from leoni_replay.installation import sources_address

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_PAGE = re.compile(r"([A-Z]\d{3})\.md")
#: Where each topic of the help is explained: a page of the documentation, and its heading there.
_TOPICS: Final = {
    "players": ("play/solving.md", "The players"),
    "conditions": ("program/collections.md", "Conditions"),
    "moves": ("record/writing-a-record.md", "Write the moves"),
}


def _folder() -> Traversable:
    """Return the folder of the pages, which can also be in a zip file."""
    from importlib.resources import files  # start-up time

    return files(__name__)


def codes() -> list[str]:
    """Return every diagnostic code there is, in order."""
    pages = (_folder() / "").iterdir()
    return sorted(match[1] for entry in pages if (match := _PAGE.fullmatch(entry.name)))


def page(code: str) -> str:
    """Return the page of a code, as Markdown.

    Raises:
        FileNotFoundError: there is no such code.
    """
    return (_folder() / f"{code}.md").read_text(encoding="utf-8")


def address(code: str) -> str | None:
    """Return the address of the page of a code; None for an installation that was built without the address of its
    sources (``LEONI_ADDRESS``), or for a code without a page."""
    if not sources_address() or code not in codes():
        return None
    return f"{sources_address()}/blob/HEAD/leoni_replay/explain/{code}.md"


def title(code: str) -> str:
    """Return the heading of a page, without its code."""
    return page(code).split("\n", 1)[0].removeprefix("# ").removeprefix(f"{code}: ")


def topics() -> list[str]:
    """Return the topics that the help of commands refers to."""
    return list(_TOPICS)


def topic(name: str) -> str:
    """Return the section of the guides about a topic, as Markdown.

    Raises:
        KeyError: there is no such topic.
    """
    guide, heading = _TOPICS[name]
    text = _guide(guide)
    beginning = re.search(rf"^(#+) {heading}$", text, re.M)
    assert beginning is not None, heading
    # Up to the next heading that is as high, or higher.
    rest = text[beginning.end() :]
    end = re.search(rf"^#{{1,{len(beginning[1])}}} ", rest, re.M)
    return beginning[0] + (rest[: end.start()] if end else rest)


def _guide(path: str) -> str:
    """Return a page of the documentation, given by its path there."""
    # Beside the pages in an installed package, in the documentation of a checkout.
    installed = _folder() / path.rpartition("/")[2]
    in_checkout = Path(__file__).parents[2] / "docs" / path
    return (installed if installed.is_file() else in_checkout).read_text(encoding="utf-8")


def glossary() -> dict[str, str]:
    """Return the entries of the glossary as Markdown, by their words in small letters."""
    entries: dict[str, str] = {}
    for entry in _guide("reference/glossary.md").split("\n\n"):
        if entry.startswith("**"):
            # `**card, cards**: …` is found by both words, and by all of them together.
            heading = entry[2:].partition("**")[0]
            for words in [heading, *heading.split(",")]:
                entries[words.strip().lower()] = entry.strip()
    return entries
