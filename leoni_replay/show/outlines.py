"""Texts as outlines, for pictures that look the same in every program, whatever fonts it has.

The letters are those of DejaVu Sans Condensed (``letters/LICENSE``); ``docs/gallery/letters.py`` makes
the file of them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

#: How many units of an outline are the size of a letter.
EM: Final = 1000

#: Red suits are outlines on paper, in words as well.
_HOLLOW: Final = str.maketrans("♥♦", "♡♢")
#: After a suit: it is shown as text, not as a little picture (emoji).
_TEXT: Final = "\ufe0e"


class Outline(NamedTuple):
    """A letter or a text as the ``d`` of a path, with its width; its foot begins at 0, 0."""

    width: int
    path: str


def outline(text: str, *, bold: bool) -> Outline | None:
    """Return a text as one outline; None if it has letters without an outline (:func:`missing_letters`)."""
    letters = _letters(bold)
    width = 0
    paths: list[str] = []
    for sign in text.replace(_TEXT, ""):
        letter = letters.get(sign)
        if letter is None:
            return None
        if letter.path:
            paths.append(f"M{width} 0{letter.path}")
        width += letter.width
    return Outline(width, "".join(paths))


def missing_letters(text: str) -> str:
    """Return the letters of a text that have no outline, each once: its reader's fonts draw them."""
    return "".join(sign for sign in dict.fromkeys(text.replace(_TEXT, "")) if sign not in _letters(bold=False))


def with_hollow_suits(text: str) -> str:
    """Return a text in which red suits are told from black ones without colours."""
    return text.translate(_HOLLOW)


@cache
def _letters(bold: bool) -> Mapping[str, Outline]:
    """Return the outlines of all letters; those that are not drawn bold are regular."""
    text = (files("leoni_replay") / "show" / "letters" / "letters.json").read_text(encoding="utf-8")
    weights = json.loads(text)
    letters = weights["regular"] | (weights["bold"] if bold else {})
    return {letter: Outline(width, path) for letter, (width, path) in letters.items()}
