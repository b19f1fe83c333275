"""What ``leoni explain`` can print: the pages of the diagnostics, one Markdown file a code, and the glossary."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

_PAGE = re.compile(r"([A-Z]\d{3})\.md")


def codes() -> list[str]:
    """Every diagnostic code there is, in order."""
    pages = (files(__name__) / "").iterdir()
    return sorted(match[1] for entry in pages if (match := _PAGE.fullmatch(entry.name)))


def page(code: str) -> str:
    """The page of a code, as Markdown.

    Raises:
        FileNotFoundError: there is no such code.
    """
    return (files(__name__) / f"{code}.md").read_text(encoding="utf-8")


def title(code: str) -> str:
    """The heading of a page, without its code."""
    return page(code).split("\n", 1)[0].removeprefix("# ").removeprefix(f"{code}: ")


def glossary() -> dict[str, str]:
    """The entries of the glossary as Markdown, by their words in small letters; words that share one share its text."""
    # Beside the pages in an installed package, in the documentation of a checkout.
    installed = files(__name__) / "glossary.md"
    source = installed if installed.is_file() else Path(__file__).parents[2] / "docs" / "glossary.md"
    entries: dict[str, str] = {}
    for entry in source.read_text(encoding="utf-8").split("\n\n"):
        if entry.startswith("**"):
            words = entry[2:].partition("**")[0]
            entries.update((word.strip().lower(), entry.strip()) for word in [words, *words.split(",")])
    return entries
