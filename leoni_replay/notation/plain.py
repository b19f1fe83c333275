"""The text of a plain game cut into its tags and words, without building a transcript: most games are nothing but tags,
moves and numbers, and are played as fast as they are read.

A text that is not plain loses nothing: its words are numbers up to the first that is no plain move, and from there on
the reader takes over.
"""

from __future__ import annotations

from typing import NamedTuple

from leoni_replay.notation.codes import PARTS, codes, words_of
from leoni_replay.notation.scan import PLAIN_TAGS, TOKEN_LIMIT, scanner
from leoni_replay.notation.tags import FREE_TAGS
from leoni_replay.rules.table import Numbers

#: the tags that a plain game has, each once, besides free text
_NEEDED = frozenset(PLAIN_TAGS)
_ALLOWED = _NEEDED | set(FREE_TAGS)
#: The longest body that is read in this way, in characters.
_LONGEST = 1 << 18


class Plain(NamedTuple):
    """A game's game, rules, deal and result as its tags have them; its words as numbers, as far as they are remembered;
    its last word; and the text of its words."""

    tags: tuple[str, ...]
    codes: Numbers
    result: str
    text: str

    def words(self) -> list[str]:
        """The words that the numbers stand for, and the last one."""
        return words_of(self.text) or []


def plain(text: str) -> Plain | None:
    """The tags and words of a game's text; None if it does not begin with the tags of a plain game, or holds what no
    plain game does."""
    if not text.isascii() or "\0" in text:
        return None
    scan = scanner()
    head = scan.plain_tags.match(text)
    values: tuple[str, ...]
    if head is not None:
        values = head.groups()
    else:
        head = scan.tags.match(text)
        if head is None or "\\" in head[0]:
            return None
        pairs = scan.tag.findall(head[0])
        tags = dict(pairs)
        if len(tags) != len(pairs) or not (tags.keys() >= _NEEDED and tags.keys() <= _ALLOWED):
            return None
        values = tuple([tags[name][1:-1] for name in PLAIN_TAGS])
    body = text[head.end() :]
    if head.end() > TOKEN_LIMIT or len(body) > _LONGEST:
        return None
    words = codes(body)
    if words is None:
        return None
    numbers, result = words
    if any(sign in result for sign in PARTS):
        # The text stops with a part of a move, without a result: that part would go unread.
        return None
    # The last word is the result.
    numbers.pop()
    return Plain(values, numbers, result, body)


def more_tags(text: str) -> tuple[tuple[str, str], ...]:
    """The names and values of the tags of a plain game that it need not have, in their order."""
    scan = scanner()
    if scan.plain_tags.match(text):
        return ()
    head = scan.tags.match(text)
    pairs = scan.tag.findall(head[0]) if head is not None else []
    return tuple([(name, value[1:-1]) for name, value in pairs if name not in _NEEDED])
