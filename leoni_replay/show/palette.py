"""The colours of tables and cards, in light, in dark and on paper: the same for pictures and for pages.

A picture has the colours themselves in it. In a page the same drawings ask for variables of its style sheet, which
:func:`variables` declares, so that they follow the reader's choice of light or dark.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from leoni_replay.layout import Theme

LIGHT: Final[Mapping[str, str]] = {
    # The table: felt, lighter in the middle; what is written on it; the outline of an empty place.
    "felt": "#30705a",
    "rim": "#1f5443",
    "felt-ink": "#ffffff",
    "felt-line": "#a5cfbc",
    "shadow": "#0b2018",
    # Cards, and what stands on them; `known` is one that lies face down and is shown all the same.
    "paper": "#fffefa",
    "edge": "#5f6b64",
    "known": "#e3eaf2",
    "black": "#16191c",
    "red": "#b8102b",
    "grey": "#545c57",
    "club-green": "#00622c",
    "diamond-blue": "#0a4bad",
    # The back.
    "back": "#23487a",
    "back-line": "#a9c4e8",
    "back-edge": "#15305a",
    # What a move brought, and from where.
    "lit": "#ffc928",
    "new": "#fff0b3",
    "trail": "#ffd75e",
    "badge": "#7a3b00",
    # Court cards.
    "field": "#fbf5e4",
    "cloth-red": "#c62a3a",
    "cloth-blue": "#2b4f9e",
    "cloth-black": "#2a2d38",
    "gold": "#eab02f",
    "skin": "#fbe3cd",
    "outline": "#23201f",
    "hair-fair": "#d99a2b",
    "hair-brown": "#7d4b27",
    "hair-grey": "#a9adb5",
    "hair-dark": "#3a2f2b",
    "linen": "#ffffff",
}

DARK: Final[Mapping[str, str]] = {
    **LIGHT,
    "felt": "#1d4a3a",
    "rim": "#102c22",
    "felt-ink": "#eef3ef",
    "felt-line": "#6c9c86",
    "shadow": "#000000",
    "paper": "#ebe7dc",
    "edge": "#2b302d",
    "known": "#cfd8e2",
    "red": "#a80f26",
    "back": "#27456f",
    "back-line": "#86a3cc",
    "back-edge": "#101f38",
    "new": "#f4df9c",
    "field": "#e6ddc6",
    "cloth-red": "#b02634",
    "cloth-blue": "#284787",
    "gold": "#d9a22a",
    "skin": "#f0d6be",
    "linen": "#f6f2e8",
}

#: In greys, for print: without felt and shadows. Red suits are outlines.
PAPER: Final[Mapping[str, str]] = {
    **dict.fromkeys(LIGHT, "#ffffff"),
    "felt-ink": "#000000",
    "felt-line": "#000000",
    "edge": "#000000",
    "known": "#e4e4e4",
    "black": "#000000",
    "red": "#000000",
    "grey": "#555555",
    "back-line": "#777777",
    "back-edge": "#777777",
    "lit": "#000000",
    # Names and ranks can be read where an arrow crosses them.
    "trail": "#666666",
    "badge": "#000000",
    "cloth-red": "#d6d6d6",
    "cloth-blue": "#8e8e8e",
    "cloth-black": "#555555",
    "gold": "#f0f0f0",
    "outline": "#000000",
    "hair-fair": "#e2e2e2",
    "hair-brown": "#a0a0a0",
    "hair-grey": "#c8c8c8",
    "hair-dark": "#6a6a6a",
}

#: In place of every colour, the variable of a style sheet that has it.
VARIABLES: Final[Mapping[str, str]] = {name: f"var(--{name})" for name in LIGHT}

THEMES: Final[Mapping[Theme, Mapping[str, str]]] = {"light": LIGHT, "dark": DARK, "auto": VARIABLES, "paper": PAPER}

#: The colours of clubs, diamonds, hearts and spades, and of an unknown card.
TWO_COLOURS: Final = ("black", "red", "red", "black", "grey")
FOUR_COLOURS: Final = ("club-green", "diamond-blue", "red", "black", "grey")


def variables() -> str:
    """Return the colours as variables of a style sheet; what is dark differs where it is asked for."""
    light = ";".join(f"--{name}:{value}" for name, value in LIGHT.items())
    dark = ";".join(f"--{name}:{value}" for name, value in DARK.items() if value != LIGHT[name])
    return f":root{{{light}}}\n@media (prefers-color-scheme:dark){{:root{{{dark}}}}}\n"
