"""Messages for readers who don't know the notation: their moves, foundations and other parts are said as on the
board."""

from __future__ import annotations

from typing import Any, Final

from leoni_replay.cards import CARD, PRETTY, SUIT, SYMBOLS
from leoni_replay.commands import REVERSALS, Move
from leoni_replay.games.game import Game
from leoni_replay.games.places import WAY_SIGNS, suit_named, way_named
from leoni_replay.message import (
    AgainstLetter,
    CitedPoint,
    CitedRule,
    Foundation,
    Message,
    Option,
    WrittenCard,
    WrittenMove,
)
from leoni_replay.phrases import join_words

#: The options of the command line that messages name, and what the page Check has for them.
_TICK_BOXES: Final = {
    "--top-first": "“Piles are printed with their top card first”",
    "--rest-empty": "“Places that the page does not show are empty”",
}


def in_player_words(message: str, game: Game[Any] | None = None) -> str:
    """Return a message with its parts as the board has them: ``11:2S^`` becomes ``2♠ from pile 11 to ♠▲``, and ``C^``
    becomes ``♣▲``. A message without parts stays as it is.

    Args:
        message: the message.
        game: the game that it is about; None if that is not known.
    """
    return message.said(lambda part: _part_in_words(part, game)) if isinstance(message, Message) else message


def _part_in_words(part: object, game: Game[Any] | None) -> str:
    """Return a part of a message in words."""
    match part:
        case Foundation(name):
            return f"{SYMBOLS[suit_named(name)]}{WAY_SIGNS[way_named(name)]}"
        case Move() if game is not None:
            return _move_phrase(part, str(part), game)
        case WrittenMove(text, move) if game is not None:
            return _move_phrase(move, text, game)
        case WrittenCard(text):
            return PRETTY[CARD[text]] if text in CARD else text
        case CitedRule(_, clause):
            return f" (the rule: {clause.name})" if clause else ""
        case CitedPoint():
            # Only whoever reads rule books knows the ids of points.
            return ""
        case AgainstLetter():
            return _against_letter_phrase(part)
        case Option(name, advised):
            # What the page has no box for stands at the end of a message, with its joint.
            return f"{'tick ' if advised else ''}{_TICK_BOXES[name]}" if name in _TICK_BOXES else ""
    return str(part)


def _against_letter_phrase(part: AgainstLetter) -> str:
    """Return that a rule is another one than that of its source, up to what the source says."""
    if part.lead == " is ":
        return " is not what the source says: there, " if part.joint == ", by which " else str(part)
    source = part.where or "the source"
    says_otherwise = {", by which ": " says otherwise: ", ", which ": " ", " for ": " says otherwise for "}
    return f". But {source}{says_otherwise[part.joint]}"


def _move_phrase(move: Move, text: str, game: Game[Any]) -> str:
    """Return a move as somebody says it at the table: ``2♠ from pile 11 to ♠▲``; as its text if it is none of the
    rules, or names a place that the game doesn't have."""
    has_place = move.source in (None, "deal", "redeal") or move.source in game.places
    if move.how or not has_place:
        return text
    consequences = []
    if move.card is None:
        phrase = move.source or text
    elif move.path:
        phrase = f"the exile {PRETTY[move.card]}"
        consequences.append(f"lifts {join_words([PRETTY[card] for card in move.path])}")
    else:
        phrase = _shift_phrase(move, move.card, game)
    if move.stalemate:
        consequences.append("ends in a stalemate")
    if move.shown:
        consequences.append(f"reveals {join_words([PRETTY[card] for card in move.shown])}")
    return f"{phrase} (which {join_words(consequences)})" if consequences else phrase


def _shift_phrase(move: Move, card: int, game: Game[Any]) -> str:
    """Return where a move takes its card from, and where it puts it."""
    symbol, dest = SYMBOLS[SUIT[card]], move.dest or ""
    if dest in REVERSALS:
        return f"{PRETTY[card]} from {symbol}{WAY_SIGNS[dest[0]]} to {symbol}{WAY_SIGNS[dest[1]]}"
    phrase = PRETTY[card]
    if move.source in game.places:
        phrase += f" from {game.words(move.source)}"
    if dest in WAY_SIGNS:
        phrase += f" to {symbol}{WAY_SIGNS[dest]}"
    elif dest.startswith(">"):
        phrase += f" to {_place_phrase(dest[1:], game)}"
    return phrase


def _place_phrase(name: str, game: Game[Any]) -> str:
    """Return the place, or the card in it, that a move goes to."""
    card = CARD.get(name)
    return game.words(name) if card is None else PRETTY[card]
