"""The pages of the diagnostics: one Markdown file a code, shown by ``leoni explain CODE``."""

from __future__ import annotations

from importlib.resources import files


def codes() -> list[str]:
    """Every diagnostic code there is, in order."""
    pages = (files(__name__) / "").iterdir()
    return sorted(entry.name.removesuffix(".md") for entry in pages if entry.name.endswith(".md"))


def page(code: str) -> str:
    """The page of a code, as Markdown.

    Raises:
        FileNotFoundError: there is no such code.
    """
    return (files(__name__) / f"{code}.md").read_text(encoding="utf-8")


def title(code: str) -> str:
    """The heading of a page, without its code."""
    return page(code).split("\n", 1)[0].removeprefix("# ").removeprefix(f"{code}: ")
