"""The grammar's terminals put to work: one expression that finds all tokens, and the one that splits a move."""

from __future__ import annotations

import re
from functools import cache, cached_property
from typing import Final

from leoni_replay.cards import CARD, SUITS, SYMBOLS, TEXT
from leoni_replay.commands import Command
from leoni_replay.notation import grammar

#: The longest token (comment, value, move) in characters.
TOKEN_LIMIT: Final = 1 << 20

#: The depth to which variations may nest.
DEPTH_LIMIT: Final = 64

#: How many distinct move tokens are remembered before the memory is emptied, and the longest that is.
_REMEMBERED: Final = 1 << 16
_REMEMBERED_LENGTH: Final = 64

#: The tags of a game that has no more than it needs, in the order in which they are written.
PLAIN_TAGS: Final = ("Game", "Rules", "Deal", "Result")

_ARROWS: Final = str.maketrans("↑↓", "^v")


def _spellings() -> dict[str, int]:
    """Every accepted spelling of every card."""
    spellings: dict[str, int] = {}
    for text, card in CARD.items():
        rank, suit = text[0], text[1]
        for r in {rank, rank.lower()} | ({"10"} if rank == "T" else set()):
            for s in (suit, suit.lower(), SYMBOLS[SUITS.index(suit)]):
                spellings[r + s] = card
    return spellings


#: Card by any spelling of it that the notation accepts.
SPELLINGS: Final = _spellings()


class Scanner:
    """The compiled expressions of the grammar, and the memory of the moves they have split. Use ``scanner()``."""

    def __init__(self) -> None:
        terminals = grammar.terminals()
        t = {name: _ungrouped(pattern) for name, pattern in terminals.items()}
        self._space = f"(?:{t['WS']})?"
        self.space = re.compile(self._space)
        #: the head that most games have: these tags on a line each and no others, with values that are plain text
        lines = [rf'\[{name} "([^"\\\n]*+)"\]\n' for name in PLAIN_TAGS]
        self.plain_tags = re.compile("".join(lines) + r"\n+(?!\[)")
        #: what decides where a game's body ends: a comment to be passed over, or a line that begins with a tag
        self.event = re.compile(rf"[{{;]|\n[^\S\n]*+{t['LSQB']}[^\S\n]*+{t['NAME']}")
        self.move = re.compile(terminals["MOVE"])
        self.number = re.compile(t["NUMBER"])
        self.white = re.compile(t["WS"])
        #: commands and marks by the token that was read for them
        self.moves: dict[str, tuple[Command, str]] = {}
        self._terminals = t

    # What most games do not need is compiled when it is first needed: to compile an expression takes longer than to
    # read a game.

    @cached_property
    def head(self) -> re.Pattern[str]:
        """One tag or comment of a game's head, and the white space after it."""
        t, space = self._terminals, self._space
        tag = rf"{t['LSQB']}{space}(?P<name>{t['NAME']}){space}(?P<value>{t['VALUE']}){space}{t['RSQB']}"
        return re.compile(
            f"(?:(?P<TAG>{tag})|(?P<COMMENT>{t['COMMENT']})|(?P<LINE_COMMENT>{t['LINE_COMMENT']})){space}"
        )

    @cached_property
    def tags(self) -> re.Pattern[str]:
        """The tags with which a game begins, and the white space after them."""
        t, space = self._terminals, self._space
        return re.compile(f"(?:{t['LSQB']}{space}{t['NAME']}{space}{t['VALUE']}{space}{t['RSQB']}{space})++")

    @cached_property
    def tag(self) -> re.Pattern[str]:
        """One tag with its name and its value."""
        t, space = self._terminals, self._space
        return re.compile(f"{t['LSQB']}{space}({t['NAME']}){space}({t['VALUE']}){space}{t['RSQB']}")

    @cached_property
    def body(self) -> re.Pattern[str]:
        """One token of a game's body and the white space after it; WRONG is a character that begins none."""
        names = ("MOVE", "NUMBER", "COMMENT", "CLAIM", "RESULT", "LPAR", "RPAR", "LINE_COMMENT")
        tokens = "|".join(f"(?P<{name}>{self._terminals[name]})" for name in names)
        return re.compile(f"(?:{tokens}|(?P<WRONG>.)){self._space}", re.S)

    @cached_property
    def opening(self) -> re.Pattern[str]:
        """The opening of a tag, which ends every value that is still open, at the start of a line."""
        return re.compile(rf"^[^\S\n]*+{self._terminals['LSQB']}[^\S\n]*+{self._terminals['NAME']}[^\S\n]*+\"", re.M)

    @cached_property
    def opened(self) -> re.Pattern[str]:
        """The opening of a tag, wherever it stands."""
        t, space = self._terminals, self._space
        return re.compile(rf"{t['LSQB']}{space}(?P<name>{t['NAME']}){space}\"")

    @cached_property
    def braces(self) -> re.Pattern[str]:
        """A comment or a claim in braces."""
        return re.compile(f"{self._terminals['COMMENT']}|{self._terminals['CLAIM']}")

    @cached_property
    def game_opening(self) -> re.Pattern[str]:
        """The opening of the tag that ends every comment that is still open, at the start of a line."""
        return re.compile(rf"^[^\S\n]*+{self._terminals['LSQB']}[^\S\n]*+Game[^\S\n]*+\"", re.M)

    @cached_property
    def valued(self) -> re.Pattern[str]:
        """A tag whose value is whole, whatever comes after."""
        t, space = self._terminals, self.space.pattern
        return re.compile(f"{t['LSQB']}{space}{t['NAME']}{space}{t['VALUE']}")

    @cached_property
    def result(self) -> re.Pattern[str]:
        """A result word."""
        return re.compile(self._terminals["RESULT"])

    def command(self, token: str) -> tuple[Command, str]:
        """The command and the mark that a move token spells.

        Raises ValueError if the token is not a move.
        """
        match = self.move.fullmatch(token)
        if match is None:
            raise ValueError(f"not a move: {token[:_REMEMBERED_LENGTH]!r}")
        return self.learn(match)

    def woven(self, token: str) -> tuple[Command, str] | None:
        """The command of a card and its weave path, put together from the card's token and the lifts; None if it has
        to be matched as a whole.

        Paths are many and hardly ever come twice, so that to match and to remember them is most of reading them.
        """
        head, *lifts = token.split("~")
        move = self.moves.get(head)
        if move is None:
            match = self.move.fullmatch(head)
            if match is None:
                return None
            move = self.learn(match)
        command, mark = move
        if not lifts or mark or command.card is None or command[2:] != (None, None, False, None):
            return None
        stalemate = lifts[-1][-1:] == "#"
        if stalemate:
            lifts[-1] = lifts[-1][:-1]
        path = tuple([SPELLINGS.get(lift, -1) for lift in lifts])
        if -1 in path:
            return None
        return tuple.__new__(Command, (command.source, command.card, "~", path, stalemate, None)), ""

    def learn(self, match: re.Match[str]) -> tuple[Command, str]:
        """The command and the mark of a move that has been matched as a whole; remembered by its token."""
        alone, source, card, path, dest, shown, mark = match.group(
            "alone", "source", "card", "path", "dest", "shown", "mark"
        )
        lifted: tuple[int, ...] | None = None
        if path is not None:
            lifted = tuple([SPELLINGS[text] for text in path.rstrip("#").split("~")[1:]])
            dest_text: str | None = "~"
        else:
            dest_text = None if dest is None else _destination(dest)
        command = Command(
            source=alone or source,
            card=None if card is None else SPELLINGS[card],
            dest=dest_text,
            path=lifted,
            stalemate=path is not None and path.endswith("#"),
            shown=None if shown is None else tuple([SPELLINGS[text] for text in shown.split(",")]),
        )
        move = command, mark or ""
        token = match[0]
        if len(token) <= _REMEMBERED_LENGTH:
            if len(self.moves) >= _REMEMBERED:
                self.moves.clear()
            self.moves[token] = move
        return move


@cache
def scanner() -> Scanner:
    """The one scanner, made when the first text is read."""
    return Scanner()


def _destination(text: str) -> str:
    if text.startswith(">"):
        card = SPELLINGS.get(text[1:])
        return text if card is None else ">" + TEXT[card]
    return text.translate(_ARROWS)


def _ungrouped(pattern: str) -> str:
    """The pattern without the names of its groups: fewer groups match faster, and a name may be used only once."""
    return re.sub(r"\(\?P<\w+>", "(?:", pattern)
