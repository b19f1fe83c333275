"""What stands between braces: the tokens of claims and settings, and what a setting says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from leoni_replay.cards import CARDS, DOWN, GAP, Card
from leoni_replay.commands import Move
from leoni_replay.games.places import COMMON, Vocabulary
from leoni_replay.leoni_error import LeoniError
from leoni_replay.notation.machine import END, Token, machine
from leoni_replay.notation.scan import card_spelled, scanner
from leoni_replay.rules.run import SYNTAX

#: what reads the word of each terminal that stands for a card or a gap
CARD_READERS: Final[dict[str, Callable[[str], Card]]] = {
    "CARD": card_spelled,
    "DOWN_CARD": lambda word: CARDS[card_spelled(word[1:]) + DOWN],
    "GAP": lambda _: CARDS[GAP],
}
_PLACE_LETTERS: Final = str.maketrans("cdhs♣♦♥♠↑↓", "CDHSCDHS^v")


class ClaimError(LeoniError):
    """Raised for a text that is not a claim.

    ``at`` is the offset of the first wrong token in it (its length if the text ends too early); ``expected`` names the
    terminals that could stand there.
    """

    def __init__(self, at: int, expected: frozenset[str]) -> None:
        super().__init__(f"not a claim, from character {at + 1} on")
        self.at = at
        self.expected = expected


def parse_setting(text: str, vocabulary: Vocabulary | None = COMMON) -> tuple[tuple[str, tuple[Card, ...]], ...]:
    """Parse the inside of a setting: every place with what lies in it, the bottom card first.

    Args:
        text: the inside.
        vocabulary: the words of the game; None for those of any game that is loaded.

    Raises ClaimError if it is not a setting.
    """
    tokens, _ = tokens_of(text, "setting", vocabulary)
    places: list[tuple[str, list[Card]]] = []
    for kind, start, end in tokens:
        word = text[start:end]
        if kind in ("PLACE", "GONE"):
            places.append((place_spelled(word), []))
        elif kind in CARD_READERS:
            places[-1][1].append(CARD_READERS[kind](word))
    return tuple([(place, tuple(cards)) for place, cards in places])


def read_command(text: str, vocabulary: Vocabulary | None = COMMON) -> tuple[Move, str]:
    """Read one move, misplay or setting: its command and its mark. ``writer.token`` is the inverse.

    Args:
        text: the token.
        vocabulary: the words of the game (``Game.vocabulary``), by default those of our own games; None for those of
            any game that is loaded.

    Raises LeoniError if the text is none of these.
    """
    if machine().pattern("SETTING").fullmatch(text) is None:
        return scanner(vocabulary).command(text)
    try:
        return Move(how="set", placed=parse_setting(text[text.index("{") + 1 : -1], vocabulary)), ""
    except ClaimError:
        raise LeoniError(f"not a setting: {text[:60]!r}") from None


def is_setting(text: str, vocabulary: Vocabulary | None = COMMON) -> bool:
    """Whether a text is a setting, with its word and its braces."""
    try:
        return read_command(text, vocabulary)[0].how == "set"
    except ValueError:
        return False


def tokens_of(text: str, start: str, vocabulary: Vocabulary | None) -> tuple[list[Token], int]:
    """Return the tokens of a text that the grammar has a start for, and the last state.

    Args:
        text: the text.
        start: the start: ``game``, ``claim`` or ``setting``.
        vocabulary: the words of the game; None for those of any game that is loaded.

    Raises ClaimError at the first that cannot stand where it does.
    """
    parser = machine()
    state = parser.begin(start)
    tokens: list[Token] = []
    at = parser.skip(text, 0)
    while at < len(text):
        token = parser.token(text, at, state, vocabulary)
        next_state = SYNTAX if token is None else parser.step(state, token.kind)
        if token is None or next_state < 0:
            raise ClaimError(at, parser.accepts(state))
        tokens.append(token)
        state, at = next_state, parser.skip(text, token.end)
    if parser.step(state, END) < 0:
        raise ClaimError(len(text), parser.accepts(state))
    return tokens, state


def place_spelled(text: str) -> str:
    """Return the place as the games spell it: only two-character names that end in a direction have other spellings."""
    is_foundation = len(text) == 2 and text[1] in "^v↑↓"
    return text.translate(_PLACE_LETTERS) if is_foundation else str(text)
