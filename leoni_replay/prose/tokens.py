"""The tokens of a page, and the cards and places that they name. The grammar is ``grammar/prose.lark``."""

from __future__ import annotations

import itertools
import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from leoni_replay.games import Game
from leoni_replay.games.places import places_in_message, row_name
from leoni_replay.message import Message
from leoni_replay.notation import grammar
from leoni_replay.phrases import shorten

if TYPE_CHECKING:
    from lark import Lark, Token, Tree


class Unread(Exception):
    """Raised for words that cannot be read; the message says why. ``offset`` is where they stand in the page."""

    def __init__(self, message: str, offset: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset


#: The tokens that name a card.
NAMES_CARD: Final = frozenset({"CARD", "SHORT", "CARDS", "EITHER", "RANKED", "LOOSE", "DOWN", "LABEL"})
#: The tokens that are cards in a table.
NAMED: Final = frozenset({"CARD", "SHORT", "CARDS", "LOOSE", "ACE", "DOWN", "UNSEEN"})
#: The tokens of a cell, or of the line of a place.
ENTRIES: Final = NAMED | {"DASH", "SEP", "AND", "BAR", "VACANT", "HOW_MANY", "FACE_DOWN"}
_WORDS: Final = {
    "A": "a ace as ass", "2": "two deuce", "3": "three trey", "4": "four", "5": "five", "6": "six", "7": "seven",
    "8": "eight", "9": "nine", "T": "t ten 10 1o io l0 i0", "J": "j jack knave valet bube kn kt",
    "Q": "q queen dame", "K": "k king roi könig",
    "C": "c club clubs ♣ ♧ kreuz treff trèfle trefle", "D": "d diamond diamonds ♦ ♢ carreau karo",
    "H": "h heart hearts ♥ ♡ cœur coeur herz", "S": "s spade spades ♠ ♤ pique pik",
}  # fmt: skip
_RANKS: Final = {word: rank for rank in "A23456789TJQK" for word in [rank, *_WORDS.get(rank, "").split()]}
_SUITS: Final = {word: suit for suit in "CDHS" for word in _WORDS[suit].split()}
_SUIT_WORDS: Final = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
_COLOURS: Final = {"red": "DH", "black": "CS"}
_PARTS: Final = re.compile(r"10|1o|io|l0|i0|[♣♦♥♠♧♢♡♤]|[0-9]|[^\W\d_]+")
_SHORT: Final = re.compile(r"(10|[1i][o0]|[2-9akqjt])[.\s-]*([cdhs♣♦♥♠])\.?|([cdhs♣♦♥♠])\s?(10|[2-9akqjt])")
#: The numbers of places in words, as ordinals, and in Roman figures.
_NUMBERS: Final = {
    word: str(number)
    for words in (
        "one two three four five six seven eight nine ten eleven twelve thirteen",
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth",
        "I II III IV V VI VII VIII IX X XI XII XIII",
    )
    for number, word in enumerate(words.split(), 1)
}
#: The numbers of cards in words.
_QUANTITIES: Final = {
    word: number
    for words, first, step in (
        ("no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen", 0, 1),
        ("sixteen seventeen eighteen nineteen", 16, 1),
        ("twenty thirty forty fifty sixty seventy eighty ninety", 20, 10),
    )
    for number, word in zip(itertools.count(first, step), words.split(), strict=False)
}
#: How many characters of a sentence are quoted at which the parser stopped.
_QUOTED: Final = 60
#: The words of a base, or of a way of building, for its foundation.
_BASES: Final = {
    "ace": "A", "king": "K", "deuce": "2", "two": "2", "knave": "J", "jack": "J", "ascending": "^",
    "descending": "v",
}  # fmt: skip


@cache
def parser(*starts: str) -> Lark:
    """Return the parser of the grammar with these starts, whose terminals are those of its lexer."""
    from lark import Lark  # start-up time

    text = grammar.read_grammar("prose.lark")
    return Lark(text, parser="lalr", lexer="basic", start=list(starts), propagate_positions=True)


def tokens(text: str) -> list[Token]:
    """Return the tokens of a text."""
    return [*_cached_tokens(text)]


@lru_cache(maxsize=4096)
def _cached_tokens(text: str) -> tuple[Token, ...]:
    return tuple(parser("sentence", "words").lex(text))


def kinds(text: str) -> set[str]:
    """Return the kinds of tokens in a text."""
    return {token.type for token in tokens(text)}


@cache
def phrases() -> dict[str, re.Pattern[str]]:
    """Return the phrases that say how a table is printed, or that something else than the main line follows, and other
    words that decide how a sentence is read, by their names in the grammar."""
    terminals = parser("printed", "chapters", "wordings").terminals
    return {terminal.name: re.compile(terminal.pattern.to_regexp()) for terminal in terminals}


def has_phrase(text: str, *names: str) -> bool:
    """Whether a text has one of the phrases (:func:`phrases`) that are named."""
    return any(phrases()[name].search(text) is not None for name in names)


def parse(text: str) -> Tree[Token]:
    """Parse one sentence.

    Raises:
        Unread: it contains a word that no rule takes, or breaks off.
    """
    from lark import UnexpectedToken  # start-up time

    try:
        return parser("sentence", "words").parse(text, start="sentence")
    except UnexpectedToken as error:
        if error.token.type == "$END":
            raise Unread("it breaks off") from None
        if error.expected == {"OR"}:
            either = text[: error.token.start_pos].lower().rindex("either")
            words = " ".join(text[either : error.token.start_pos].split())
            raise Unread(f"leoni stopped at “{words}”: after “either” come two cards, with “or” between them") from None
        if not text[: error.token.start_pos].strip():
            raise Unread("leoni knows no such sentence") from None
        rest = " ".join(text[error.token.start_pos :].split())
        if error.token.type == "STOP":
            words = " ".join(text[: error.token.start_pos].split()[-3:])
            raise Unread(f"it breaks off after “{words}”: {_missing(error.expected)}") from None
        raise Unread(f"leoni stopped at “{shorten(rest, _QUOTED)}”") from None


def _missing(expected: set[str]) -> str:
    """Return what a sentence lacks, by the tokens that could stand where it ends."""
    if "PLACE" in expected:
        return "a card or a place is missing"
    if "CARD" in expected:
        return "a card is missing"
    if expected & {"ON", "TO"}:
        return "it does not say where the card goes"
    return "it does not say what is done"


def cards(token: Token) -> list[str]:
    """Return the cards that a token names, in the spelling of the notation: one, or several of one suit or one rank.

    Raises:
        Unread: its colour is not that of its suit.
    """
    text = token.lower().strip("<>#*.()")
    without_article = re.sub(r"^(?:the|an?)\s+(?!of\b|[♣♦♥♠♧♢♡♤])", "", text)
    if short := _SHORT.fullmatch(without_article):
        # The rank stands before the suit or after it.
        return [_RANKS[short[1] or short[4]] + _SUITS[short[2] or short[3]]]
    words = _PARTS.findall(without_article)
    if len(words) == 3 and words[1] == "of" and len(words[2]) == 1:
        words[2] = _SUIT_WORDS.get(words[2], words[2])
    suits = [_SUITS[word] for word in words if (word in _SUITS and len(word) != 1) or word in "♣♦♥♠♧♢♡♤"]
    ranks = [_RANKS[word] for word in words if word in _RANKS]
    names = [rank + suit for rank in ranks for suit in suits]
    for colour in _COLOURS.keys() & words:
        if any(name[1] not in _COLOURS[colour] for name in names):
            raise Unread(f"“{token}” is not {colour}")
    return names


class Company(NamedTuple):
    """The cards that go with a card.

    Attributes:
        cards: those that are named, in the spelling of the notation; None if they are not.
        number: how many they are; None if that is not said.
        last: the last of them (``3D``); empty if it is not said.
        absent: cards that stay behind.
    """

    cards: frozenset[str] | None = None
    number: int | None = None
    last: str = ""
    absent: frozenset[str] = frozenset()


def company(token: Token) -> Company:
    """Return which cards go with a card, as words after it say."""
    # The words that lead to the cards would make the whole a company again.
    card_words = phrases()["LEADS_TO_COMPANY"].sub("", token)
    names = [card for part in tokens(card_words) if part.type in ("CARD", "SHORT") for card in cards(part)]
    if re.search(r"\bwithout\b", token, re.I):
        return Company(absent=frozenset(names))
    if re.search(r"\bdown\b", token, re.I):
        return Company(last=names[0])
    if names:
        return Company(cards=frozenset(names))
    if re.search(r"\b(?:alone|itself)\b", token, re.I):
        return Company(number=0)
    number = number_in(token)
    return Company(number=int(number) if number else None)


def names_exile(token: Token) -> bool:
    """Whether a token says that its card is an exile."""
    return "exiled" in token.lower()


def is_dropped(token: Token) -> bool:
    """Whether a token says that its card is one of the dropped cards."""
    return "dropped" in token.lower()


def is_indefinite(token: Token) -> bool:
    """Whether a token names any card of a rank: ``a red 6``, where ``the red 6`` is one."""
    return not token.lower().startswith("the ")


def fits(token: Token, card: str) -> bool:
    """Whether a card (``7S``) is one that a token can mean."""
    if token.type != "RANKED":
        return card in cards(token)
    *before, rank = token.lower().split()
    colours = [_COLOURS[word] for word in before if word in _COLOURS]
    return card[0] == _RANKS[rank] and all(card[1] in colour for colour in colours)


def number_in(text: str) -> str:
    """Return the number in the name of a place, in figures (``Pile IV``, ``the fourth pile``); empty if it has none."""
    words: list[str] = re.findall(r"[0-9]+|[^\W\d_]+", text)
    for word in words:
        if word.isdigit():
            return word
        if word in _NUMBERS:
            return _NUMBERS[word]
    return ""


def quantity_in(words: str) -> int:
    """Return the number of cards that words say, in figures or as ``twenty-three``; 0 for “no”."""
    if words.isdigit():
        return int(words)
    tens, _, ones = words.partition("-")
    return _QUANTITIES[tens] + (_QUANTITIES[ones] if ones else 0)


def places(token: str, game: Game[Any]) -> tuple[str, ...]:
    """Return the places of a game that a token names: one, or those of a row or a column of a grid.

    Raises:
        Unread: the game has no such place.
    """
    words = token.lower()
    number = number_in(token) or number_in(words)
    if re.search("row|line", words) and number and game.grid_rows:
        names: tuple[str, ...] = tuple(game.cells.get(row_name(int(number)), ()))
    elif "column" in words and game.grid_rows:
        names = tuple(row[int(number) - 1] for row in game.cells.values() if 0 < int(number) <= len(row))
    elif "cell" in words:
        cells = game.vocabulary.kinds.get("cell", ())
        last_word = re.split(r"[\s*_:]+", words.strip("*_: "))[-1]
        names = tuple(name for cell_number, name in enumerate(cells, 1) if last_word in (name, str(cell_number)))
    elif re.search("talon|waste|rubbish|discard", words):
        names = tuple(name for name in ("talon", "waste") if name in game.order)
    elif "dropped" in words:
        names = ("dropped",) if "dropped" in game.order else ()
    else:
        names = (number,) if "row" not in words and number in game.order else ()
    if not names:
        names_known = places_in_message([*game.lines, *game.cells, *game.order])
        raise Unread(Message(f"{game.name} has no “{token}”: its places are ", names_known))
    return names


def listed_places(token: str, game: Game[Any]) -> tuple[str, ...]:
    """Return the places of a game that a token names, which can be several: “piles 3, 5 and 7”, “piles 6 to 12”.

    Raises:
        Unread: the game has no such place.
    """
    numbers = [number for word in re.findall(r"[0-9]+|[^\W\d_]+", token) if (number := number_in(word))]
    if len(numbers) < 2:
        return places(token, game)
    if not re.search(r",|\band\b", token):
        numbers = [str(number) for number in range(int(numbers[0]), int(numbers[1]) + 1)]
    return tuple(name for number in numbers for name in places(number, game))


def foundation_limits(token: Token) -> tuple[str, str]:
    """Return the rank of the base, or the way of building (``^``), and the suit, that a foundation is said to have;
    empty if neither is said."""
    words = re.findall(r"[a-z]+", token.lower())
    bases = [_BASES[word.rstrip("s")] for word in words if word.rstrip("s") in _BASES]
    suits = [_SUITS[word] for word in words if word in _SUITS and len(word) > 1]
    return bases[0] if bases else "", suits[0] if suits else ""
