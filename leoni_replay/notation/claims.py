"""The inside of a claim, ``{= ...}``."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, cast

from leoni_replay.cards import DOWN, GAP
from leoni_replay.notation import grammar
from leoni_replay.notation.scan import SPELLINGS, scanner
from leoni_replay.notation.tree import Claim, ClaimKind, Statement

if TYPE_CHECKING:
    from lark import Token

#: Every kind with an example, for messages.
KINDS: Final = (
    "standstill",
    "not standstill",
    "7: 9S JD 4C",
    "top 7: 4C",
    "exile 5",
    "left 43",
    "available: TC AD",
    "not available: 9S",
    "available only: TC AD",
    "legal: 7H^",
    "illegal: 7Hv",
    "legal set: 4:3S^ 11:QCv",
    "deal over",
    "won",
    "lost",
    "*",
    "digest 905fddf640080ce5",
)

#: the kinds that the grammar calls by another name
_OTHERWISE: Final = {"deal": "place", "open": "*"}

_PLACE_LETTERS: Final = str.maketrans("cdhs♣♦♥♠↑↓", "CDHSCDHS^v")


class ClaimError(ValueError):
    """The text is no claim.

    ``at`` is the offset of the first wrong token in it (its length if the text ends too early), ``expected`` the names
    of the terminals that could stand there.
    """

    def __init__(self, at: int, expected: frozenset[str]) -> None:
        super().__init__(f"not a claim, from character {at + 1} on")
        self.at = at
        self.expected = expected


@lru_cache(maxsize=4096)
def statement(text: str) -> Statement:
    """What the inside of a claim says.

    Raises ClaimError if it is no claim.
    """
    from lark import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

    try:
        tree = grammar.parser().parse(text, start="claim")
    except UnexpectedInput as error:
        at = len(text)
        expected: set[str] = set()
        if isinstance(error, UnexpectedCharacters):
            at, expected = error.pos_in_stream or 0, set(error.allowed or ())
        elif isinstance(error, UnexpectedToken):
            expected = set(error.accepts or error.expected)
            if error.token.type != "$END":
                at = error.token.start_pos or 0
        raise ClaimError(at, frozenset(expected)) from None
    return _statement(str(tree.data), cast("list[Token]", tree.children))


def claim(text: str) -> Claim:
    """A claim from its inside, for programs: ``claim("left 43")`` is written ``{= left 43}``.

    Raises ClaimError, a ValueError, if it is none.
    """
    return Claim(statement(text), text if text[0].isspace() else f" {text}")


def _statement(data: str, tokens: list[Token]) -> Statement:
    kind = cast(ClaimKind, _OTHERWISE.get(data) or data.replace("_", " "))
    place: str | None = None
    number: int | None = None
    digest: str | None = None
    cards: list[int] = []
    commands = []
    for token in tokens:
        match token.type:
            case "PLACE":
                place = _place(token)
            case "DEAL":
                place = "deal"
            case "COUNT":
                number = int(token)
            case "HEX":
                digest = token.lower()
            case "CARD":
                cards.append(SPELLINGS[token])
            case "DOWN_CARD":
                cards.append(SPELLINGS[token[1:]] + DOWN)
            case "GAP":
                cards.append(GAP)
            case "MOVE":
                commands.append(scanner().command(str(token))[0])
    return Statement(kind, place, tuple(cards), number, tuple(commands), digest)


def _place(text: str) -> str:
    """The place as the games spell it: only those of two characters that end in a direction have other spellings."""
    return text.translate(_PLACE_LETTERS) if len(text) == 2 and text[1] in "^v↑↓" else str(text)
