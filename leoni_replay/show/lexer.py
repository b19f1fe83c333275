"""A lexer for Pygments, so that Markdown, Sphinx, notebooks and terminals show transcripts in colour.

Its expressions are the terminals of the grammar, as the reader has them. What is no token is an error as far as the
next white space; the lexer continues after it, because a page may show a wrong record.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, ClassVar, Final

from pygments.lexer import Lexer
from pygments.token import (
    Comment,
    Error,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Text,
    _TokenType,
)

from leoni_replay.games import Vocabulary, vocabulary_of
from leoni_replay.games.places import COMMON
from leoni_replay.notation import grammar
from leoni_replay.notation.machine import is_admitted

Piece = tuple[int, _TokenType, str]

#: what the terminals of a game are to Pygments
GAME: Final = {
    "NUMBER": Name.Label,
    "COMMENT": Comment.Multiline,
    "LINE_COMMENT": Comment.Single,
    "RESULT": Keyword,
    "CONCEDED": Keyword,
    "MISPLAY": Keyword,
    "SETTING": Keyword,
    "TIME": Number,
    "LPAR": Punctuation,
    "RPAR": Punctuation,
}
#: what the parts of a move are to Pygments; the signs between them are punctuation
MOVE: Final = {
    "alone": Keyword.Reserved,
    "source": Name.Variable,
    "card": Name.Constant,
    "path": Name.Decorator,
    "dest": Operator,
    "shown": Name.Property,
    "mark": Keyword.Pseudo,
}
#: what the terminals of a claim are to Pygments; all others are words
CLAIM: Final = {
    "PLACE": Name.Variable,
    "DEAL": Name.Variable,
    "COLON": Punctuation,
    "CARD": Name.Constant,
    "DOWN_CARD": Name.Constant,
    "GAP": Operator,
    "EMPTY": Operator,
    "COUNT": Number.Integer,
    "HEX": Number.Hex,
}
WORD: Final = Keyword.Type

_TAG: Final = (("LSQB", Punctuation), ("NAME", Name.Tag), ("VALUE", String), ("RSQB", Punctuation))
#: the words of a claim after which moves come, and those after which a count may come
_OF_MOVES: Final = ("LEGAL", "ILLEGAL", "LEGAL_SET")
_BEFORE_COUNT: Final = ("PLACE", "LEFT")


class MovesLexer(Lexer):  # type: ignore[misc]
    """Recorded games of patience."""

    name = "Patience moves"
    aliases: ClassVar[list[str]] = ["moves", "leoni"]
    filenames: ClassVar[list[str]] = ["*.moves"]
    mimetypes: ClassVar[list[str]] = ["text/x-patience-moves"]

    def get_tokens_unprocessed(self, text: str) -> Iterator[Piece]:
        """Yield the tokens of a text: where each begins, what it is, and what it says."""
        expressions, at = _expressions(), 0
        vocabulary: Vocabulary | None = None
        while at < len(text):
            tag = expressions.tag.match(text, at)
            match = tag or expressions.body.match(text, at)
            assert match is not None
            if tag is not None:
                yield from _parts(tag, dict(_TAG), Text.Whitespace)
                if tag["NAME"] == "Game":
                    vocabulary = vocabulary_of(tag["VALUE"][1:-1])
            elif match.lastgroup == "MOVE":
                yield from _move(match[0], at, vocabulary)
            elif match.lastgroup == "CLAIM":
                yield from _claim(match[0], at, vocabulary)
            else:
                kind = match.lastgroup or ""
                yield at, GAME.get(kind, Text.Whitespace if kind == "WS" else Error), match[0]
            at = match.end()

    @staticmethod
    def analyse_text(text: str) -> float:
        """Return how certain it is that a text is a transcript."""
        heads = (r'^\s*\[Game\s+"', r'^\s*\[(?:Deal|Layout|Rules)\s+"')
        return 0.9 if all(re.search(head, text, re.M) for head in heads) else 0.0


class _Expressions:
    """The expressions that cut a text into tokens, made of the terminals of the grammar.

    Attributes:
        tag: a tag with its parts.
        body: anything else that may stand outside tags.
        move: a move with its parts.
        claim: a terminal that may stand in a claim.
        count: a count of cards in a claim.
    """

    def __init__(self) -> None:
        terminals = grammar.tables().terminals
        # Without the names of their groups: several terminals are put into one expression.
        plain = {name: re.sub(r"\(\?P<\w+>", "(?:", pattern) for name, pattern in terminals.items()}
        self.tag = re.compile(f"(?:{plain['WS']})?".join(f"(?P<{name}>{plain[name]})" for name, _ in _TAG))
        names = (*GAME, "MOVE", "CLAIM", "WS")
        body = "|".join(f"(?P<{name}>{plain[name]})" for name in names)
        # As far as the reader would go on: to white space, or to what stands on its own.
        self.body = re.compile(rf"{body}|(?P<WRONG>[^\s(){{}};\[\]]++|.)", re.S)
        self.move = re.compile(terminals["MOVE"])
        outside_claims = {*names, *(name for name, _ in _TAG)}
        in_claims = [name for name in plain if name not in outside_claims]
        # A terminal of two words comes before one that is its first word alone.
        in_claims.sort(key=lambda name: (name == "COUNT", r"\s++" not in plain[name]))
        self.claim = re.compile("|".join(f"(?P<{name}>{plain[name]})" for name in [*in_claims, "WS"]))
        self.count = re.compile(plain["COUNT"])


@cache
def _expressions() -> _Expressions:
    return _Expressions()


def _parts(match: re.Match[str], kinds: dict[str, Any], between: _TokenType, offset: int = 0) -> Iterator[Piece]:
    """Yield the groups of a match in their order, and what stands between them.

    Args:
        match: the match.
        kinds: what the groups are to Pygments, by their names.
        between: what the text between them is.
        offset: where the text of the match begins in the whole.
    """
    text, at = match.string, match.start()
    spans = sorted((match.span(name), name) for name in kinds if match[name] is not None)
    for (start, end), name in spans:
        if at < start:
            yield offset + at, between, text[at:start]
        yield offset + start, kinds[name], text[start:end]
        at = end
    if at < match.end():
        yield offset + at, between, text[at : match.end()]


def _move(text: str, offset: int, vocabulary: Vocabulary | None) -> Iterator[Piece]:
    """Yield the parts of a move; one with a place that its game doesn't have is an error as a whole."""
    match = _expressions().move.fullmatch(text)
    assert match is not None
    if not is_admitted("MOVE", match, vocabulary):
        yield offset, Error, text
        return
    yield from _parts(match, MOVE, Punctuation, offset)


def _claim(text: str, offset: int, vocabulary: Vocabulary | None) -> Iterator[Piece]:
    """Yield the parts of a claim, as Pygments takes them: where each begins, what it is, and what it says.

    Args:
        text: the claim, from ``{=`` to ``}``.
        offset: where it begins in the whole text.
        vocabulary: the words of the game; None if no game is named.
    """
    expressions = _expressions()
    yield offset, Punctuation, text[:2]
    at, end = 2, len(text) - 1
    inside = text[:end]
    lists_moves = False  # whether moves may come
    last_kind = ""  # the kind of the terminal before; a colon after the number of a deal has one of its own
    while at < end:
        match = expressions.move.match(inside, at) if lists_moves else None
        if match is not None:
            yield from _move(match[0], offset + at, vocabulary)
            at = match.end()
            continue
        match, kind = None, "COUNT"
        if last_kind in (*_BEFORE_COUNT, "DEAL:"):
            # A number after a place, or after the number of the deal, counts.
            match = expressions.count.match(inside, at)
        if match is None:
            match = expressions.claim.match(inside, at)
            kind = "" if match is None else match.lastgroup or ""
        if match is None or not is_admitted(kind, match, vocabulary or COMMON):
            word = re.compile(r"\S+").match(inside, at)
            assert word is not None
            yield offset + at, Error, word[0]
            at = word.end()
            continue
        yield offset + at, Text.Whitespace if kind == "WS" else CLAIM.get(kind, WORD), match[0]
        if kind != "WS":
            last_kind = "DEAL:" if (last_kind, kind) == ("DEAL", "COLON") else kind
            lists_moves = lists_moves or kind in _OF_MOVES
        at = match.end()
    yield offset + end, Punctuation, text[end:]
