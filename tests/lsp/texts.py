"""Texts in which one place is pointed at: ``|`` stands there, and is no part of the text."""

from __future__ import annotations

from leoni_replay.lsp.completion import Offer, offers
from leoni_replay.lsp.document import CachedGame, Document
from leoni_replay.lsp.hover import HoverText, Style, hover
from leoni_replay.lsp.quick_fixes import Change
from leoni_replay.notation.split import RawGame

HEAD = '[Game "Leoni\'s Own"]\n[Rules "wikipedia"]\n[Deal "seed:1884"]\n\n'


def kept(text: str, file: str = "") -> CachedGame:
    """A game that stands alone."""
    return CachedGame(RawGame(text, 1, 1, file))


def pointed(text: str, file: str = "") -> tuple[CachedGame, int]:
    """A game, and the place that is pointed at."""
    assert text.count("|") == 1
    return kept(text.replace("|", ""), file), text.index("|")


def shown(text: str, style: Style | None = None) -> HoverText | None:
    """What is shown of the place that is pointed at."""
    return hover(*pointed(text), style or Style())


def offered(text: str, file: str = "") -> list[Offer]:
    """What may be written at the place that is pointed at."""
    return offers(*pointed(text, file))


def changed(text: str, changes: tuple[Change, ...]) -> str:
    """A text with changes made, which do not overlap."""
    for change in sorted(changes, reverse=True):
        text = text[: change.start] + change.text + text[change.end :]
    return text


def document(text: str, file: str = "") -> Document:
    """A document whose editor counts as the reader does."""
    return Document(file, text, "utf-32")
