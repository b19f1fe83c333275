"""Makes the outlines of letters that pictures for print are drawn with (leoni_replay/show/letters/letters.json).

python docs/gallery/letters.py REGULAR.ttf BOLD.ttf

The fonts are DejaVuSansCondensed.ttf and DejaVuSansCondensed-Bold.ttf (Debian: fonts-dejavu-extra). Needs fonttools.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont

TARGET = Path(__file__).parents[2] / "leoni_replay" / "show" / "letters" / "letters.json"
#: How many units an em has.
EM = 1000

#: Labels have the letters of Western Europe, captions those of all Europe.
ASCII = range(0x20, 0x7F)
LATIN_1 = range(0xA0, 0x100)
EUROPEAN = (range(0x100, 0x180), range(0x218, 0x21C), range(0x386, 0x3CF), range(0x400, 0x460), range(0x490, 0x492))
#: The J of the font reaches below its line, where the next card lies: this one stands on it.
BOLD_J = (500, "m268-729l172 0l0 490q0 253-222 253q-110 0-178-48l0-150q62 58 142 58q86 0 86-113z")
SIGNS = "–—‘’‚“”„…•‹›×·−½¼¾€№←↑→↓▲▼✓✗♠♣♥♦♡♢"


class _RelativePath(BasePen):
    """Writes an outline as a path of SVG, downward, with steps relative to the point before."""

    def __init__(self, glyphs: object, units: int) -> None:
        super().__init__(glyphs)
        self.path = ""
        self._scale = EM / units
        self._here = (0, 0)

    def _step(self, *points: tuple[float, float]) -> str:
        """Return points relative to the one before, and go to the last of them."""
        x, y = self._here
        places = [(round(point[0] * self._scale), round(-point[1] * self._scale)) for point in points]
        self._here = places[-1]
        return " ".join(f"{place_x - x} {place_y - y}" for place_x, place_y in places).replace(" -", "-")

    def _moveTo(self, point: tuple[float, float]) -> None:
        self._start = point
        self.path += "m" + self._step(point)

    def _lineTo(self, point: tuple[float, float]) -> None:
        self.path += "l" + self._step(point)

    def _qCurveToOne(self, control: tuple[float, float], point: tuple[float, float]) -> None:
        self.path += "q" + self._step(control, point)

    def _closePath(self) -> None:
        self.path += "z"
        x, y = self._start
        self._here = (round(x * self._scale), round(-y * self._scale))


def outlines(font_path: str, letters: str) -> dict[str, tuple[int, str]]:
    """Return the width and the outline of each letter that a font has."""
    font = TTFont(font_path)
    glyphs, names, units = font.getGlyphSet(), font.getBestCmap(), font["head"].unitsPerEm
    drawn: dict[str, tuple[int, str]] = {}
    for letter in letters:
        if ord(letter) in names:
            glyph = glyphs[names[ord(letter)]]
            pen = _RelativePath(glyphs, units)
            glyph.draw(pen)
            drawn[letter] = (round(glyph.width * EM / units), pen.path)
    return drawn


def text_of(*ranges: range) -> str:
    """Return the letters with the numbers of some ranges."""
    return "".join(chr(number) for numbers in ranges for number in numbers if chr(number).isprintable())


if __name__ == "__main__":
    regular, bold = sys.argv[1:]
    weights = {
        "regular": outlines(regular, text_of(ASCII, LATIN_1, *EUROPEAN) + SIGNS),
        "bold": outlines(bold, text_of(ASCII, LATIN_1)),
    }
    weights["bold"]["J"] = BOLD_J
    lines = []
    for weight, drawn in weights.items():
        letters = ",\n".join(f"{json.dumps(letter, ensure_ascii=False)}:{json.dumps(outline, separators=(',', ':'))}"
                             for letter, outline in drawn.items())  # fmt: skip
        lines.append(f'"{weight}":{{\n{letters}\n}}')
    TARGET.write_text("{" + ",\n".join(lines) + "}\n", encoding="utf-8")
