"""A document under edits: cut into games as the reader cuts it, and no game is read again that has not changed."""

from __future__ import annotations

import io
import random

from leoni_replay.lsp.document import Document
from leoni_replay.notation.split import split
from tests.cli.runs import GOOD, LOOSE, MISFIT

#: What is typed that moves the ends of games, or does not.
PIECES = [
    "[", "{", "}", '"', ";", "\n", "\n\n", "\r\n", "(", ")", "lost", "* ", "won\n", "2S", "😀", "\ufeff", "\u2028",
    '[Game "Martha"]\n', '\n[Game "Anna"]', '[Deal "seed:1"]\n', 'won\n[Game "Anna"]\n', "{never closed [Game \"",
]  # fmt: skip


def hundred() -> str:
    return "\n".join(GOOD.replace("[Result", f'[Event "{number}"]\n[Result') for number in range(100))


def edited(document: Document, start: int, end: int, text: str) -> None:
    """Put a text in place of a stretch."""
    document.change(document.lines.place(start), document.lines.place(end), text)


def check(document: Document) -> None:
    """A document is cut as the reader cuts its text."""
    raw = document.lines.raw
    games = list(split(io.StringIO(raw, newline="")))
    assert [section.game.text for section in document.sections] == [game.text for game in games]
    assert [section.number for section in document.sections] == [game.number for game in games]
    assert [document.lines.line_of(section.start) + 1 for section in document.sections] == [game.line for game in games]
    for section in document.sections:
        assert document.lines.plain[section.start : section.end] == section.game.text


def typed_on(draw: random.Random, texts: list[str], edits: int) -> None:
    raw = "\n".join(draw.sample(texts, 4))
    document = Document("", raw.replace("\n", draw.choice(["\n", "\r\n"])))
    for _ in range(edits):
        length = len(document.lines.plain)
        start = draw.randrange(length + 1)
        if draw.random() < 0.3:
            # Where games meet.
            start = max(draw.choice(document.sections).start - draw.randrange(3), 0) if document.sections else 0
        edited(document, start, min(start + draw.choice([0, 0, 1, 5, 200]), length), draw.choice(PIECES))
        check(document)


def test_any_edit_leaves_the_games_that_the_reader_finds() -> None:
    draw = random.Random(1)
    for _ in range(25):
        typed_on(draw, [GOOD, LOOSE, MISFIT, "; nothing\n", "{a comment}\n" + GOOD, "no game\n"], 6)


def test_one_byte_order_mark_is_passed_over() -> None:
    for text in ("\ufeff" + GOOD, "\ufeff\ufeff" + GOOD, GOOD + "\ufeff" + GOOD):
        document = Document("", text)
        check(document)
        edited(document, 0, 1, "")
        check(document)


def test_one_game_of_a_hundred_is_read_again() -> None:
    document = Document("", hundred())
    before = [section.game for section in document.sections]
    assert len(before) == 100
    for game in before:
        game.verdict(hints=True)
    at = document.sections[50].end - 3
    edited(document, at, at, " {here}")
    check(document)
    after = [section.game for section in document.sections]
    assert [number for number in range(100) if after[number] is not before[number]] == [50]
    assert [number for number in range(100) if not after[number].has_verdict(hints=True)] == [50]
    # What is undone is known.
    edited(document, at, at + len(" {here}"), "")
    assert [section.game for section in document.sections] == before


def test_the_game_at_a_place() -> None:
    document = Document("", f"{GOOD}\n{MISFIT}")
    second = document.sections[1].start
    assert [document.at(at).number for at in (0, second - 1, second, len(document.lines.plain))] == [1, 1, 2, 2]  # type: ignore[union-attr]
    assert [section.number for section in document.around(3, second)] == [1, 2]
    assert Document("", " \n").at(0) is None
