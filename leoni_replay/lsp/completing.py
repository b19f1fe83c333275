"""What may be written at a place of a record: the legal moves there, tags and their values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from leoni_replay.games import GAMES, RulesError
from leoni_replay.games.rules import LETTER
from leoni_replay.lsp.kept import Kept
from leoni_replay.lsp.points import Point, point_before, word_at
from leoni_replay.notation.grammar import RESULTS
from leoni_replay.notation.tags import READ_TAGS
from leoni_replay.record.legal import legal_at
from leoni_replay.record.result import Replay
from leoni_replay.show.prose import close, tell

Kind = Literal["move", "long move", "result", "tag", "value"]

#: The head of a record up to a place: a tag whose name is being written, or whose value is.
_NAME: Final = re.compile(r"(?:^|\n)[^\S\n]*\[([A-Za-z0-9_]*)\Z")
_VALUE: Final = re.compile(r"(?:^|\n)[^\S\n]*\[[^\S\n]*([A-Za-z0-9_]+)[^\S\n]*\"([^\"\n]*)\Z")
_REST: Final = re.compile(r"[A-Za-z0-9_]*")

_DEALS: Final = {
    "seed:": "any text behind it: seed:1884",
    "pysol:": "a game number of PySolFC behind it: pysol:12345",
    "pack": "every card that is dealt stands in a tag Pack",
    "layout": "a table stands in a tag Layout",
}
_RESULTS: Final = {"won": "the game is won", "lost": "the game is lost", "*": "not finished, or given up"}


class Offer(NamedTuple):
    """What may be written: the text, what it is, its outcome, what stands for it in long form, and the stretch of
    the game's text in whose place it goes."""

    text: str
    kind: Kind
    about: str
    long: str
    start: int
    end: int


def offers(kept: Kept, offset: int) -> list[Offer]:
    """What may be written at a place of a game: of moves the short forms first, then the long ones.

    Args:
        kept: the game.
        offset: the place in its text.
    """
    head = kept.text[:offset]
    if (value := _VALUE.search(head)) is not None:
        return list(_values(kept.replay, value[1], offset - len(value[2]), _value_end(kept.text, offset)))
    if (name := _NAME.search(head)) is not None:
        rest = _REST.match(kept.text, offset)
        return list(_tags(kept.replay, offset - len(name[1]), rest.end() if rest else offset))
    start, end = word_at(kept.text, offset)
    point = point_before(kept.replay, start)
    return [] if point is None else _moves(kept.replay, point, start, end)


def _moves(replay: Replay, point: Point, start: int, end: int) -> list[Offer]:
    """The legal moves, and the words with which the game can end here."""
    game = replay.game
    assert game is not None
    short: list[Offer] = []
    long: list[Offer] = []
    for possible in legal_at(replay, point.position):
        prose = tell(possible.step, game, point.position)
        full, brief = str(possible.move), str(possible.short)
        short.append(Offer(brief, "move", prose, full, start, end))
        if brief != full:
            long.append(Offer(full, "long move", prose, full, start, end))
    ends: list[Offer] = []
    if not point.inside:
        word = "won" if game.won(point.position) else None
        if word is None and replay.unknown is None and game.why_not_lost(point.position) is None:
            word = "lost"
        if word is not None:
            ends.append(Offer(word, "result", close(word, game, point.position), word, start, end))
    return [*ends, *short, *long]


def _tags(replay: Replay, start: int, end: int) -> Iterator[Offer]:
    """The names of tags that are read and are not written yet."""
    written = {tag.name for tag in replay.transcript.tags}
    for name in READ_TAGS:
        if name not in written:
            yield Offer(name, "tag", "", name, start, end)


def _values(replay: Replay, tag: str, start: int, end: int) -> Iterator[Offer]:
    """The values that a tag can have, as far as they are known."""
    values: dict[str, str] = {}
    if tag == "Game":
        values = {name: ", ".join(game.books) for name, game in GAMES.items()}
    elif tag == "Rules":
        values = _books(replay)
    elif tag == "Deal":
        values = _DEALS
    elif tag == "Result":
        values = {word: _RESULTS[word] for word in RESULTS}
    for value, about in values.items():
        yield Offer(value, "value", about, value, start, end)


def _books(replay: Replay) -> dict[str, str]:
    """The rule books of the game of a record, those of users included."""
    name = next((tag.value for tag in replay.transcript.tags if tag.name == "Game"), None)
    if name is None or name not in GAMES:
        return {}
    game = GAMES[name]
    try:
        names = game.all_books
    except RulesError:
        names = game.books
    titles = {}
    for book in names:
        try:
            titles[book] = game.book(book).title
            if game.book(book).letters:
                titles[f"{book}; {LETTER}"] = "to the letter of the source"
        except RulesError as error:
            # One of the user's own that cannot be used is offered with what is wrong with it.
            titles[book] = error.message
    return titles


def _value_end(text: str, offset: int) -> int:
    """Where the value ends that an offset is in: before the quotation mark, or where the line ends or its tag does."""
    end = offset
    while end < len(text) and text[end] not in '"]\n':
        end += 1
    return end
