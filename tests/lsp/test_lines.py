"""Places as editors count them, held to a plain way of counting: by encoded units, line by line."""

from __future__ import annotations

import random
import re

import pytest

from leoni_replay.lsp.offsets import Lines, Place, Units

CODECS: dict[Units, tuple[str, int]] = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}

#: Signs that somebody counts otherwise: two units of UTF-16, line ends of Python alone, halves of a pair, a mark.
SIGNS = ["a", "^", " ", "é", "♠", "😀", "\x0c", "\x85", "\u2028", "\ud800", "\udc80", "\ufeff", "\n", "\r\n", "\r"]

TEXTS = ["", "\ufeff", "\n", "\r\n", "😀", "\ufeff[Game\r\n😀 x\ry\n", "a\x0cb\u2028c\n😀😀 2♠^\r\n\r\r\n"]


def units(text: str, kind: Units) -> int:
    codec, size = CODECS[kind]
    return len(text.encode(codec, "surrogatepass")) // size


def places(raw: str, kind: Units) -> list[tuple[Place, int]]:
    """Every place of a text between two characters, with the offset into the text as the editor has it."""
    pairs, at = [], 0
    for number, line in enumerate(re.split(r"\r\n|\r|\n", raw)):
        pairs += [(Place(number, units(line[:column], kind)), at + column) for column in range(len(line) + 1)]
        at += len(line)
        at += 2 if raw[at : at + 2] == "\r\n" else 1
    return pairs


def made_up(draw: random.Random, count: int) -> list[str]:
    return ["".join(draw.choices(SIGNS, k=draw.randrange(30))) for _ in range(count)]


def as_read(raw: str) -> str:
    return re.sub(r"\r\n|\r", "\n", raw.removeprefix("\ufeff"))


@pytest.mark.parametrize("kind", CODECS)
def test_every_place_has_its_offset_and_every_offset_its_place(kind: Units) -> None:
    for raw in [*TEXTS, *made_up(random.Random(1), 150)]:
        lines = Lines(raw, kind)
        assert lines.plain == as_read(raw)
        mark = raw.startswith("\ufeff")
        for place, at in places(raw, kind):
            offset = len(as_read(raw[:at]))
            assert lines.offset(place) == offset
            # Before a byte order mark there is nothing: its two sides are one place.
            if not (mark and at == 0):
                assert lines.place(offset) == place


@pytest.mark.parametrize("kind", CODECS)
def test_a_change_is_what_it_is_to_the_editor(kind: Units) -> None:
    draw = random.Random(2)
    for raw in [*TEXTS, *made_up(draw, 100)]:
        pairs = places(raw, kind)
        (start, first), (end, last) = sorted(draw.choices(pairs, k=2), key=lambda one: one[1])
        text = "".join(draw.choices(SIGNS, k=3))
        assert Lines(raw, kind).replace(start, end, text).raw == raw[:first] + text + raw[last:]
