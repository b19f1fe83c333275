"""Messages about records for readers who don't know the notation: moves and foundations that a message names are said
as on the board. What a message quotes (``between these signs``) stays as it was written."""

from __future__ import annotations

import re
from typing import Any, Final

from leoni_replay.cards import CARD, PRETTY, SUIT, SYMBOLS
from leoni_replay.commands import REVERSALS, Move
from leoni_replay.games.game import Game
from leoni_replay.games.places import WAY_SIGNS, suit_named, way_named
from leoni_replay.leoni_error import LeoniError
from leoni_replay.notation.scan import scanner
from leoni_replay.phrases import join_words

#: What a message quotes, or a word that can be a move or a foundation, without the signs that end a clause.
_QUOTE_OR_WORD: Final = re.compile(r"`[^`]*`|\{[^}]*\}|\[[^\]]*\]|[^\s`\"“”(),;{\[]*[^\s`\"“”(),;:.?{\[]")
_FOUNDATION: Final = re.compile(r"[CDHS][\^v]")
#: A word that is said in full if it names a card; ``deal`` and ``exile`` are words of the language, too.
_NAMES_CARD: Final = re.compile(r"[2-9TJQKA][CDHS]")


def in_reader_words(text: str, game: Game[Any] | None) -> str:
    """Return a message with its moves and foundations as the board has them: ``11:2S^`` becomes ``2♠ from pile 11 to
    ♠▲``, and ``C^`` becomes ``♣▲``.

    Args:
        text: the message.
        game: the game that it is about; None if that is not known.
    """
    return _QUOTE_OR_WORD.sub(lambda match: _word(match[0], game), text)


def _word(word: str, game: Game[Any] | None) -> str:
    """Return a word of a message, or what it means if it is a move or a foundation."""
    if _FOUNDATION.fullmatch(word):
        return f"{SYMBOLS[suit_named(word)]}{WAY_SIGNS[way_named(word)]}"
    if game is None or not _NAMES_CARD.search(word):
        return word
    try:
        move, _ = scanner(game.vocabulary).command(word)
    except LeoniError:
        return word
    return _move_phrase(move, game)


def _move_phrase(move: Move, game: Game[Any]) -> str:
    """Return a move as somebody says it at the table: ``2♠ from pile 11 to ♠▲``."""
    # A place that the game doesn't have can only be quoted.
    has_place = move.source in (None, "deal") or move.source in game.places
    if move.card is None or move.how or not has_place:
        return str(move)
    if move.path:
        return f"the exile {PRETTY[move.card]}, which lifts {join_words([PRETTY[card] for card in move.path])}"
    dest = move.dest or ""
    symbol = SYMBOLS[SUIT[move.card]]
    if dest in REVERSALS:
        way_from, way_to = WAY_SIGNS[dest[0]], WAY_SIGNS[dest[1]]
        phrase = f"{PRETTY[move.card]} from {symbol}{way_from} to {symbol}{way_to}"
    else:
        phrase = PRETTY[move.card]
        if move.source in game.places:
            phrase += f" from {game.words(move.source)}"
        if dest in WAY_SIGNS:
            phrase += f" to {symbol}{WAY_SIGNS[dest]}"
        elif dest.startswith(">"):
            phrase += f" to {_place_phrase(dest[1:], game)}"
    if move.shown:
        phrase += f", which reveals {' '.join([PRETTY[card] for card in move.shown])}"
    return phrase


def _place_phrase(name: str, game: Game[Any]) -> str:
    """Return the place, or the card in it, that a move goes to."""
    card = CARD.get(name)
    return game.words(name) if card is None else PRETTY[card]
