"""Completions: the legal moves at a place of a record, tags and their values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from leoni_replay.games import GAMES, RulesError
from leoni_replay.games.rules import LETTER
from leoni_replay.lsp.document import CachedGame
from leoni_replay.lsp.points import Point, point_before, word_at
from leoni_replay.notation.grammar import RESULTS
from leoni_replay.notation.tags import READ_TAGS
from leoni_replay.record.legal import legal_at
from leoni_replay.record.result import Replay, result_word
from leoni_replay.show.move_sentences import closing_sentence, move_sentence

Kind = Literal["move", "long move", "result", "tag", "value"]

#: The header of a record up to a place: a tag whose name or value is being written.
_TAG_NAME: Final = re.compile(r"(?:^|\n)[^\S\n]*\[([A-Za-z0-9_]*)\Z")
_TAG_VALUE: Final = re.compile(r"(?:^|\n)[^\S\n]*\[[^\S\n]*([A-Za-z0-9_]+)[^\S\n]*\"([^\"\n]*)\Z")
_REST_OF_NAME: Final = re.compile(r"[A-Za-z0-9_]*")

_DEALS: Final = {
    "seed:": "then any text: seed:1884",
    "pysol:": "then a game number of PySolFC: pysol:12345",
    "pack": "every card that is dealt is in a Pack tag",
    "layout": "the position is in a Layout tag",
}
_RESULTS: Final = {
    "won": "the game is won",
    "lost": "the game is lost",
    "*": "not finished",
    "conceded": "given up while moves were left",
}


class Offer(NamedTuple):
    """One completion: the text, its description, its outcome, its long form, and the span of the game's text that it
    replaces."""

    text: str
    kind: Kind
    description: str
    long_form: str
    start: int
    end: int


def offers(game: CachedGame, offset: int) -> list[Offer]:
    """Return the completions at a place of a game; of moves, the short forms come before the long ones.

    Args:
        game: the game.
        offset: the place in its text.
    """
    text, replay = game.text, game.replay
    text_before = text[:offset]
    tag_value = _TAG_VALUE.search(text_before)
    if tag_value is not None:
        tag, beginning = tag_value[1], tag_value[2]
        return list(_values(replay, tag, offset - len(beginning), _value_end(text, offset)))
    tag_name = _TAG_NAME.search(text_before)
    if tag_name is not None:
        rest = _REST_OF_NAME.match(text, offset)
        return list(_tags(replay, offset - len(tag_name[1]), rest.end() if rest else offset))
    start, end = word_at(text, offset)
    point = point_before(replay, start)
    return [] if point is None else _moves(replay, point, start, end)


def _moves(replay: Replay, point: Point, start: int, end: int) -> list[Offer]:
    """Return the legal moves at a point of a game, and the result word with which it can end there.

    Args:
        replay: the game.
        point: the point.
        start: where the word begins that a completion replaces.
        end: where it ends.
    """
    results: list[Offer] = []
    if not point.in_variation:
        word = result_word(replay, point.position)
        if word != "*":
            results.append(Offer(word, "result", closing_sentence(word, point.position), word, start, end))
    short_moves: list[Offer] = []
    long_moves: list[Offer] = []
    for legal_move in legal_at(replay, point.position):
        sentence = move_sentence(legal_move.step, point.position)
        long, short = str(legal_move.move), str(legal_move.short)
        short_moves.append(Offer(short, "move", sentence, long, start, end))
        if short != long:
            long_moves.append(Offer(long, "long move", sentence, long, start, end))
    return [*results, *short_moves, *long_moves]


def _tags(replay: Replay, start: int, end: int) -> Iterator[Offer]:
    """Yield the names of the known tags that are not written yet."""
    names_in_record = {tag.name for tag in replay.transcript.tags}
    for name in READ_TAGS:
        if name not in names_in_record:
            yield Offer(name, "tag", "", name, start, end)


def _values(replay: Replay, tag: str, start: int, end: int) -> Iterator[Offer]:
    """Yield the possible values of a tag, as far as they are known.

    Args:
        replay: the record, which may name its game already.
        tag: the name of the tag.
        start: where the value begins in the text of the game.
        end: where it ends.
    """
    values: dict[str, str] = {}
    if tag == "Game":
        values = {name: ", ".join(game.books) for name, game in GAMES.items()}
    elif tag == "Rules":
        values = _books(replay)
    elif tag == "Deal":
        values = _DEALS
    elif tag == "Result":
        values = {word: _RESULTS[word] for word in RESULTS}
    for value, description in values.items():
        yield Offer(value, "value", description, value, start, end)


def _books(replay: Replay) -> dict[str, str]:
    """Return the rule books of a record's game, the user's own included, each with its title."""
    name = replay.transcript.value("Game")
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
            # A user's book that cannot be used is offered with its error.
            titles[book] = error.message
    return titles


def _value_end(text: str, offset: int) -> int:
    """Return where the value around an offset ends: before the quotation mark, or at the end of the line or tag."""
    end = offset
    while end < len(text) and text[end] not in '"]\n':
        end += 1
    return end
