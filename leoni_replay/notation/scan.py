"""Regular expressions made from the grammar's terminals: they find where a game begins and ends, and the parts of a
move."""

from __future__ import annotations

import re
from functools import cache, cached_property, lru_cache
from typing import Final

from leoni_replay.cards import CARD, CARDS, SUITS, SYMBOLS, TEXT, Card
from leoni_replay.commands import Move
from leoni_replay.games.places import COMMON, Vocabulary
from leoni_replay.leoni_error import LeoniError
from leoni_replay.notation.machine import is_admitted, machine

#: The maximum length of a token (comment, value, move), in characters.
TOKEN_LIMIT: Final = 1 << 20
#: A NUL, or a byte that is not UTF-8, as ``open_text`` passes it on.
NOT_TEXT: Final = re.compile("[\x00\ud800-\udfff]")

#: The maximum number of cached move tokens (then the cache is emptied), and the longest token that is cached.
_REMEMBERED: Final = 1 << 16
_REMEMBERED_LENGTH: Final = 64

#: The tags of a minimal game, in the order in which they are written.
PLAIN_TAGS: Final = ("Game", "Rules", "Deal", "Result")

#: What other programs put where files begin and end: a byte order mark, and Ctrl-Z. Joined files have it in the middle.
JUNK: Final = "[\ufeff\x1a]*+"

_ESCAPE: Final = re.compile(r"\\(.)")
_ARROWS: Final = str.maketrans("↑↓", "^v")


def _spellings() -> dict[str, int]:
    """Return every accepted spelling of every card."""
    spellings: dict[str, int] = {}
    for text, card in CARD.items():
        rank, suit = text[0], text[1]
        ranks = {rank, rank.lower()} | ({"10"} if rank == "T" else set())
        suits = (suit, suit.lower(), SYMBOLS[SUITS.index(suit)])
        spellings |= {rank_text + suit_text: card for rank_text in ranks for suit_text in suits}
    return spellings


#: A card by any spelling that the notation accepts.
SPELLINGS: Final = _spellings()


class Scanner:
    """The compiled expressions of the grammar, and the cache of parsed moves. Use ``scanner()``.

    Args:
        vocabulary: the words of the game whose moves are read; None for those of any game that is loaded.
    """

    def __init__(self, vocabulary: Vocabulary | None = COMMON) -> None:
        tables = machine().tables
        # The expressions of the terminals, without named groups: fewer groups match faster, and a name can be used only
        # once.
        t = {name: re.sub(r"\(\?P<\w+>", "(?:", text) for name, text in tables.terminals.items()}
        self._space = f"(?:{'|'.join([t[name] for name in tables.ignored])})*+"
        self.space: re.Pattern[str] = re.compile(self._space)
        self.junk: re.Pattern[str] = re.compile(JUNK)
        self.game_tag: re.Pattern[str] = re.compile(rf"{t['LSQB']}{self._space}Game{self._space}\"")
        #: the header that most games have: only these tags, one per line, with values that are plain text
        lines = [rf'\[{name} "(?P<{name}>[^"\\\n]*+)"\]\n' for name in PLAIN_TAGS]
        self.plain_tags: re.Pattern[str] = re.compile("".join(lines) + r"\n+(?!\[)")
        #: what decides where a game's body ends: a comment to skip, or a line that begins with a tag
        next_tag = rf"\n{JUNK}[^\S\n]*+{t['LSQB']}[^\S\n]*+{t['NAME']}"
        self.event: re.Pattern[str] = re.compile(rf"[{{;]|{next_tag}|{self.game_tag.pattern}")
        self.next_tag: re.Pattern[str] = re.compile(next_tag)
        self._vocabulary = vocabulary
        #: cached commands and marks by token
        self.moves: dict[str, tuple[Move, str]] = {}
        self._terminals = t

    # Expressions that most games don't need are compiled on first use: compiling one takes longer than reading a game.

    @cached_property
    def misplay(self) -> re.Pattern[str]:
        """The word before a move that was against the rules, and the white space after it."""
        return re.compile(f"(?:{self._terminals['MISPLAY']}){self.space.pattern}")

    @cached_property
    def number(self) -> re.Pattern[str]:
        """The number before a move."""
        return machine().pattern("NUMBER")

    @cached_property
    def time(self) -> re.Pattern[str]:
        """The time at which a move was played."""
        return machine().pattern("TIME")

    @cached_property
    def result(self) -> re.Pattern[str]:
        """A result, the word ``conceded`` included."""
        return re.compile(f"{self._terminals['RESULT']}|{self._terminals['CONCEDED']}")

    @cached_property
    def _move(self) -> re.Pattern[str]:
        """A move without the white space after it."""
        return machine().pattern("MOVE")

    @cached_property
    def next_move(self) -> re.Pattern[str]:
        """A move, and the white space after it."""
        return re.compile(f"({self._terminals['MOVE']}){self._space}")

    @cached_property
    def head_node(self) -> re.Pattern[str]:
        """One tag or comment of a game's header, and the white space after it."""
        t, space = self._terminals, self._space
        tag = rf"{t['LSQB']}{space}(?P<name>{t['NAME']}){space}(?P<value>{t['VALUE']}){space}{t['RSQB']}"
        return re.compile(
            f"(?:(?P<TAG>{tag})|(?P<COMMENT>{t['COMMENT']})|(?P<LINE_COMMENT>{t['LINE_COMMENT']})){space}"
        )

    @cached_property
    def tags(self) -> re.Pattern[str]:
        """The tags at the beginning of a game, and the white space after them."""
        t, space = self._terminals, self._space
        return re.compile(f"(?:{t['LSQB']}{space}{t['NAME']}{space}{t['VALUE']}{space}{t['RSQB']}{space})++")

    @cached_property
    def tag(self) -> re.Pattern[str]:
        """One tag with its name and its value."""
        t, space = self._terminals, self._space
        return re.compile(f"{t['LSQB']}{space}({t['NAME']}){space}({t['VALUE']}){space}{t['RSQB']}")

    @cached_property
    def note(self) -> re.Pattern[str]:
        """A comment or a claim."""
        t = self._terminals
        return re.compile(rf"{t['COMMENT']}|{t['CLAIM']}|{t['LINE_COMMENT']}(?![^\n])")

    @cached_property
    def with_whole_notes(self) -> re.Pattern[str]:
        """A text in which every comment and every claim is whole."""
        return re.compile(rf"[^{{;]*+(?:(?:{self.note.pattern})[^{{;]*+)*+")

    @cached_property
    def tag_at_line_start(self) -> re.Pattern[str]:
        """The opening of a tag at the start of a line, which ends every value that is still open."""
        return re.compile(rf"^[^\S\n]*+{self._terminals['LSQB']}[^\S\n]*+{self._terminals['NAME']}[^\S\n]*+\"", re.M)

    @cached_property
    def tag_opening(self) -> re.Pattern[str]:
        """The opening of a tag, anywhere."""
        t, space = self._terminals, self._space
        return re.compile(rf"{t['LSQB']}{space}(?P<name>{t['NAME']}){space}\"")

    @cached_property
    def braces(self) -> re.Pattern[str]:
        """A comment or a claim in braces."""
        return re.compile(f"{self._terminals['COMMENT']}|{self._terminals['CLAIM']}")

    @cached_property
    def game_tag_at_line_start(self) -> re.Pattern[str]:
        """The opening of a ``Game`` tag at the start of a line, which ends every comment that is still open."""
        return re.compile(rf"^[^\S\n]*+{self._terminals['LSQB']}[^\S\n]*+Game[^\S\n]*+\"", re.M)

    @cached_property
    def tag_with_value(self) -> re.Pattern[str]:
        """A tag whose value is complete, whatever follows."""
        t, space = self._terminals, self.space.pattern
        return re.compile(f"{t['LSQB']}{space}{t['NAME']}{space}{t['VALUE']}")

    def move(self, text: str) -> re.Match[str] | None:
        """Return the match of a text that is a move; None if it isn't one, or has words that the game lacks."""
        match = self._move.fullmatch(text)
        return match if match is not None and is_admitted("MOVE", match, self._vocabulary) else None

    def read_move(self, token: str) -> tuple[Move, str] | None:
        """Return the command and mark of a move token; None if it is no move, or has the word ``misplay`` before it."""
        match = self.move(token) if len(token) <= TOKEN_LIMIT else None
        return None if match is None else self.learn(match)

    def command(self, token: str) -> tuple[Move, str]:
        """Return the command and mark of a move token.

        Raises LeoniError if the token is not a move.
        """
        if move := self.moves.get(token) or self.read_move(token):
            return move
        if misplay := self.misplay.match(token):
            command, mark = self.command(token[misplay.end() :])
            if not command.how:
                return command._replace(how="misplay"), mark
        raise LeoniError(f"not a move: {token[:_REMEMBERED_LENGTH]!r}; moves are, for example, 2S^ and 11:QC>KC")

    def learn(self, match: re.Match[str]) -> tuple[Move, str]:
        """Return the command and the mark (``!?``; empty for none) of a move that the grammar has matched, and cache
        them."""
        alone, source, card, path, dest, shown_cards, mark = match.group(
            "alone", "source", "card", "path", "dest", "shown", "mark"
        )
        if path is not None:
            dest = "~"
        elif dest is not None:
            dest = _destination(dest)
        command = Move(
            alone or source,
            None if card is None else card_spelled(card),
            dest,
            None if path is None else _lifted_cards(path),
            path is not None and path.endswith("#"),
            None if shown_cards is None else tuple([card_spelled(text) for text in shown_cards.split(",")]),
        )
        move = command, mark or ""
        token = match[0]
        # There are many weave paths, and hardly any occurs twice.
        if path is None and len(token) <= _REMEMBERED_LENGTH:
            if len(self.moves) >= _REMEMBERED:
                self.moves.clear()
            self.moves[token] = move
        return move


@cache
def scanner(vocabulary: Vocabulary | None = COMMON) -> Scanner:
    """Return the shared scanner for the words of a game, made when the first text is read."""
    return Scanner(vocabulary)


def card_spelled(text: str) -> Card:
    """Return a card by its name, which the grammar has already matched."""
    return CARDS[SPELLINGS[text]]


def unescaped(value: str) -> str:
    """Return a tag's value without the escapes with which it is written."""
    return _ESCAPE.sub(r"\1", value) if "\\" in value else value


def number_of(text: str) -> int:
    """Return the number of a NUMBER or a COUNT that the grammar has matched; no game has twenty digits."""
    return int(text.rstrip(".").lstrip("0")[:20] or "0")


def seconds_of(text: str) -> int | None:
    """Return the seconds of a time token (``@2:05``); None if the text is not one."""
    if machine().pattern("TIME").fullmatch(text) is None:
        return None
    # A time without hours gets 0 hours.
    hours, minutes, seconds = map(int, f"0:{text[1:]}".split(":")[-3:])
    return (hours * 60 + minutes) * 60 + seconds


def _lifted_cards(path: str) -> tuple[Card, ...]:
    """Return the cards of a weave path as written (``~4C~JD#``)."""
    return tuple([card_spelled(text) for text in path.removesuffix("#").split("~")[1:]])


@lru_cache(maxsize=1 << 10)
def _destination(text: str) -> str:
    """Return a destination as commands spell it."""
    if text[0] != ">":
        return text.translate(_ARROWS)
    card = SPELLINGS.get(text[1:])
    return text if card is None else ">" + TEXT[card]
