"""Words, signs and colours for won, lost and undecided."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from leoni_replay.solving.searcher import Outlook

WORDS: Final[dict[Outlook, str]] = {"won": "can be won", "undecided": "undecided", "lost": "cannot be won"}
SIGNS: Final[dict[Outlook, str]] = {"won": "+", "undecided": "?", "lost": "-"}
#: the styles of terminals, and the classes of pages
STYLES: Final[dict[Outlook, str]] = {"won": "green", "undecided": "yellow", "lost": "red"}
CLASSES: Final[dict[Outlook, str]] = {"won": "can", "undecided": "unsure", "lost": "cannot"}
