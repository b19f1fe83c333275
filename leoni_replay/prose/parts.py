"""The parts of a page, and what each of them was read as."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from leoni_replay.phrases import PartKind, shorten
from leoni_replay.text import visible_text

if TYPE_CHECKING:
    from leoni_replay.json_data import PartData

#: How many characters of a part are quoted.
_QUOTED: Final = 110
_KINDS_IN_WORDS: Final = {
    "unread": "not read",
    "unchecked": "not in the record",
    "illegal": "breaks a rule",
    "wrong": "wrong",
    "move": "",
    "claim": "",
}

#: The kinds of parts that have to be put right, because they were not read or checked, or are wrong.
TO_PUT_RIGHT: Final = frozenset({"unread", "unchecked", "illegal", "wrong"})


class Part(NamedTuple):
    """A part of a page, and what it was read as.

    Attributes:
        line: the line where it begins.
        text: its words.
        kind: the table, a move or a claim of the main line, moves and claims of another way of playing (``variation``)
            or of what the author calls wrong (``mistake``), an aside, something that could not be read, a claim that
            could not be checked, a move that the rules forbid (``illegal``), what is wrong otherwise (``wrong``: cards
            that the packs do not have, a claim that a search refuted), or a warning about the table.
        read: the moves and claims, as the notation writes them.
        why: how it was read, or why it was not.
    """

    line: int
    text: str
    kind: PartKind
    read: tuple[str, ...] = ()
    why: str = ""

    def __str__(self) -> str:
        """Return the part in one line."""
        words = " ".join(self.text.split())
        quoted = f"“{shorten(words, _QUOTED)}”" if words else ""
        kind = _KINDS_IN_WORDS.get(self.kind, self.kind)
        content = " ".join(filter(None, [kind, *self.read, quoted]))
        return visible_text(f"{self.line}: {': '.join(filter(None, [content, self.why]))}")

    def _as_dict(self) -> PartData:
        """Return the part, as the JSON of its page has it."""
        return {
            "line": self.line,
            "text": self.text,
            "kind": self.kind,
            "read": [*self.read],
            "why": self.why,
        }
