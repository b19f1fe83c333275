"""The inside of a claim, ``{= ...}``."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, cast

from leoni_replay.games.places import COMMON, Vocabulary
from leoni_replay.notation.braces import CARD_READERS, place_spelled, tokens_of
from leoni_replay.notation.grammar import CLAIMS
from leoni_replay.notation.machine import Token, machine
from leoni_replay.notation.scan import number_of, scanner
from leoni_replay.notation.transcript import Claim, ClaimKind, Statement

#: Every kind of claim with an example, for messages.
KINDS: Final = tuple([example for alias, (_, example) in CLAIMS.items() if alias != "deal"])


@lru_cache(maxsize=4096)
def parse_statement(text: str, vocabulary: Vocabulary | None = COMMON) -> Statement:
    """Parse the inside of a claim.

    Args:
        text: the inside.
        vocabulary: the words of the game; None for those of any game that is loaded.

    Raises ClaimError if it is not a claim.
    """
    tokens, state = tokens_of(text, "claim", vocabulary)
    return _statement(text, tokens, machine().alternative(state), vocabulary)


def claim(text: str, vocabulary: Vocabulary | None = COMMON) -> Claim:
    """Make a claim from its inside, for programs: ``claim("left 43")`` is written ``{= left 43}``.

    Raises ClaimError, a ValueError, if it is not a claim.
    """
    return Claim(parse_statement(text, vocabulary), text if text[0].isspace() else f" {text}")


def _statement(text: str, tokens: list[Token], alias: str, vocabulary: Vocabulary | None) -> Statement:
    """Make the content of a claim from its tokens.

    Args:
        text: the inside of the claim.
        tokens: its tokens.
        alias: the name of its kind in the grammar.
        vocabulary: the words of the game; None for those of any game that is loaded.
    """
    kind, _ = CLAIMS[alias]
    place: str | None = None
    number: int | None = None
    digest: str | None = None
    cards: list[int] = []
    places: list[str | None] = []
    commands = []
    for terminal, start, end in tokens:
        word = text[start:end]
        match terminal:
            case "PLACE":
                place = place_spelled(word)
            case "DEAL":
                place = "deal"
            case "COUNT":
                number = number_of(word)
            case "HEX":
                digest = word.lower()
            case "CARD" | "DOWN_CARD" | "GAP":
                cards.append(CARD_READERS[terminal](word))
                if alias in ("available", "not_available"):
                    places.append(place)
                    place = None
            case "MOVE":
                commands.append(scanner(vocabulary).command(word)[0])
            case _:
                # EMPTY says that there is nothing, and the rest only tells one claim from another.
                pass
    return Statement(
        kind=cast(ClaimKind, kind),
        place=place,
        cards=tuple(cards),
        number=number,
        commands=tuple(commands),
        digest=digest,
        places=tuple(places) if any(places) else (),
    )
