"""The inside of a claim, ``{= ...}``."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, cast

from leoni_replay.cards import DOWN, GAP
from leoni_replay.notation.grammar import CLAIMS
from leoni_replay.notation.machine import END, Token, machine
from leoni_replay.notation.scan import card_spelled, scanner
from leoni_replay.notation.tree import Claim, ClaimKind, Statement

#: Every kind of claim with an example, for messages.
KINDS: Final = tuple([example for alias, (_, example) in CLAIMS.items() if alias != "deal"])

_PLACE_LETTERS: Final = str.maketrans("cdhs♣♦♥♠↑↓", "CDHSCDHS^v")


class ClaimError(ValueError):
    """Raised for a text that is not a claim.

    ``at`` is the offset of the first wrong token in it (its length if the text ends too early); ``expected`` names the
    terminals that could stand there.
    """

    def __init__(self, at: int, expected: frozenset[str]) -> None:
        super().__init__(f"not a claim, from character {at + 1} on")
        self.at = at
        self.expected = expected


@lru_cache(maxsize=4096)
def statement(text: str) -> Statement:
    """Parse the inside of a claim.

    Raises ClaimError if it is not a claim.
    """
    shared = machine()
    state = shared.begin("claim")
    tokens: list[Token] = []
    at = shared.skip(text, 0)
    while at < len(text):
        token = shared.token(text, at, state)
        if token is None:
            raise ClaimError(at, shared.listed(state))
        after = shared.step(state, token.kind)
        if after < 0:
            raise ClaimError(at, shared.accepts(state))
        tokens.append(token)
        state, at = after, shared.skip(text, token.end)
    if shared.step(state, END) < 0:
        raise ClaimError(len(text), shared.accepts(state))
    return _statement(text, shared.alternative(state), tokens)


def claim(text: str) -> Claim:
    """Make a claim from its inside, for programs: ``claim("left 43")`` is written ``{= left 43}``.

    Raises ClaimError, a ValueError, if it is not a claim.
    """
    return Claim(statement(text), text if text[0].isspace() else f" {text}")


def _statement(text: str, alias: str, tokens: list[Token]) -> Statement:
    place: str | None = None
    number: int | None = None
    digest: str | None = None
    cards: list[int] = []
    commands = []
    for kind, start, end in tokens:
        word = text[start:end]
        match kind:
            case "PLACE":
                place = _place(word)
            case "DEAL":
                place = "deal"
            case "COUNT":
                number = int(word)
            case "HEX":
                digest = word.lower()
            case "CARD":
                cards.append(card_spelled(word))
            case "DOWN_CARD":
                cards.append(card_spelled(word[1:]) + DOWN)
            case "GAP":
                cards.append(GAP)
            case "MOVE":
                commands.append(scanner().command(word)[0])
            case _:
                # The other terminals only tell one claim from another: grammar.py refuses a grammar in which they carry
                # more.
                pass
    return Statement(cast(ClaimKind, CLAIMS[alias][0]), place, tuple(cards), number, tuple(commands), digest)


def _place(text: str) -> str:
    """The place as the games spell it: only two-character names that end in a direction have other spellings."""
    return text.translate(_PLACE_LETTERS) if len(text) == 2 and text[1] in "^v↑↓" else str(text)
