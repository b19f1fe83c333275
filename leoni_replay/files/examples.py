"""``leoni book-report``: examine the examples of books, which are transcripts in a folder, and find the books whose
claims of odds can be compared."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from leoni_replay.files.find_games import reason_of, transcripts_in
from leoni_replay.games import GAMES, RuleBook
from leoni_replay.notation.reader import load
from leoni_replay.notation.transcript import Comment, Transcript, Variation
from leoni_replay.record.examination import Examination, examine


@dataclass(frozen=True, slots=True)
class Example:
    """One example of a book.

    Attributes:
        book: the book, as its record cites it.
        file, game: the file of the record, and the number of the game in it.
        claims: what the book claims, in a few words.
        words: the book's own words (the comments of the record).
        examination: the findings.
    """

    book: str
    file: str
    game: int
    claims: str
    words: tuple[str, ...]
    examination: Examination


def own_examples() -> str:
    """Return the folder of the examples that come with the program."""
    installed = Path(str(files("leoni_replay"))) / "transcripts" / "books"
    return str(installed if installed.is_dir() else installed.parents[2] / "transcripts" / "books")


def examine_examples(folder: str) -> list[Example]:
    """Return every example of a folder.

    Raises:
        OSError: the folder, or a file of it, cannot be read.
    """
    if not os.path.isdir(folder):
        raise NotADirectoryError(0, "there is no such folder", folder)
    examples = []
    for file in transcripts_in(folder):
        if isinstance(file, OSError):
            raise file
        try:
            examples += [_example(file, transcript) for transcript in load(file)]
        except OSError as error:
            # The error of a damaged archive doesn't name its file.
            raise OSError(0, reason_of(error), error.filename or file) from None
    return examples


def books_with_odds(examples: Sequence[Example], *, all_books: bool) -> list[RuleBook]:
    """Return the rule books that claim a chance of winning, once for each claim: those that the examples are played by,
    those in the user's folders, and with ``all_books`` those of every game.

    Raises:
        RulesError: a rule book of the user, or a folder of them, cannot be read or has errors.
    """
    replays = [example.examination.replay for example in examples]
    books = [replay.game.rules.book for replay in replays if replay.dealt]
    for game in GAMES.values():
        books += [game.book(name) for name in game.all_books if all_books or name not in game.books]
    different_books = {(book.game, book.reference): book for book in books}.values()
    return [claim for book in different_books for claim in book.claims_of_odds()]


def _example(file: str, transcript: Transcript) -> Example:
    """Examine an example."""
    book = transcript.value("Source") or ""
    claims = transcript.value("Title") or transcript.value("Game") or ""
    words = tuple(_comments([*transcript.head, *transcript.items, *transcript.epilogue]))
    return Example(book, file, transcript.number, claims, words, examine(transcript))


def _comments(items: Iterable[object]) -> Iterator[str]:
    """Yield the comments among some items, also those in variations, each on one line."""
    for item in items:
        if isinstance(item, Comment):
            yield " ".join(item.text.split())
        elif isinstance(item, Variation):
            yield from _comments(item.items)
