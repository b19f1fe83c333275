"""Words of records as numbers, for tables that play numbers: a memory of words, which the grammar's own expressions
fill.

What a word means, a game need not be asked for: places and destinations have the same numbers in all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from leoni_replay.commands import Command
from leoni_replay.games.places import number_of
from leoni_replay.notation.scan import SPELLINGS, scanner
from leoni_replay.rules.numbers import EXILE, NO_CARD, NOWHERE
from leoni_replay.rules.run import ALSO_SHOWN, LIFTED, NUMBER, SHOWN, STALEMATE

#: How many words are remembered before the memory is emptied.
_REMEMBERED: Final = 1 << 17
#: The highest number of a move that is read here; others are left to the reader.
_HIGHEST: Final = 1 << 20

_PARTS: Final = {"~": LIFTED, "+": SHOWN, ",": ALSO_SHOWN}
_ALWAYS: Final = {"#": STALEMATE} | {
    sign + text: part | card for sign, part in _PARTS.items() for text, card in SPELLINGS.items()
}
_memory: dict[str, int] = dict(_ALWAYS)


def codes(words: Sequence[str]) -> list[int | None]:
    """The numbers of the words of a record, as far as they are remembered; None for any other. The parts behind a move
    (``~5S``, ``#``, ``+QH``, ``,3C``) are words of their own."""
    return [*map(_memory.get, words)]


def learn(word: str) -> int | None:
    """The number of a word that is not remembered; None if it has none: it is no plain move."""
    code = _read(word)
    if code is not None:
        if len(_memory) >= _REMEMBERED:
            _memory.clear()
            _memory.update(_ALWAYS)
        _memory[word] = code
    return code


def _read(word: str) -> int | None:
    scan = scanner()
    if word[-1] == "." and scan.number.fullmatch(word):
        return NUMBER + int(word[:-1]) if len(word) < 7 else None
    match = scan.move.fullmatch(word)
    if match is None:
        return None
    command, mark = scan.learn(match)
    if mark or command.path is not None or command.stalemate or command.shown is not None:
        return None
    return code_of(command)


def code_of(command: Command) -> int | None:
    """The number of a command that says all that a move needs, what it brings about left out; None if it does not."""
    source, card, dest = command[:3]
    if source == "exile" and dest is None and card is not None:
        # What happens to an exile the rules may leave no choice in.
        return EXILE << 16 | card << 8 | NOWHERE
    if source in ("deal", "redeal") or (card is not None and dest is not None):
        code = number_of(source, card, dest)
        return None if code is not None and code & 255 == NOWHERE and code >> 8 & 255 != NO_CARD else code
    return None


def spelled_out(command: Command) -> list[int | None]:
    """A written command as numbers: the move, and the parts behind it."""
    code = code_of(command._replace(dest=None) if command.dest == "~" and command.source == "exile" else command)
    numbers: list[int | None] = [code]
    if code is None:
        return numbers
    if command.dest == "~" and command.path is None:
        return [None]
    numbers += [LIFTED | card for card in command.path or ()]
    if command.stalemate:
        numbers.append(STALEMATE)
    numbers += [(ALSO_SHOWN if at else SHOWN) | card for at, card in enumerate(command.shown or ())]
    return numbers
