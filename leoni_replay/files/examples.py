"""``leoni book-report``: examine the examples of books, which are transcripts in a folder."""

from __future__ import annotations

import os
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from leoni_replay.examining.examination import Examination, examine
from leoni_replay.files.reading import transcripts_in, why
from leoni_replay.notation import load
from leoni_replay.notation.tree import Transcript


@dataclass(frozen=True, slots=True)
class Example:
    """One example of a book: its work, its file and game, its claims, and the findings."""

    book: str
    file: str
    game: int
    claims: str
    examination: Examination


def own_examples() -> str:
    """The folder of the examples that come with the program."""
    installed = Path(str(files("leoni_replay"))) / "transcripts" / "books"
    return str(installed if installed.is_dir() else installed.parents[2] / "transcripts" / "books")


def examine_examples(folder: str) -> list[Example]:
    """Every example of a folder.

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
            raise OSError(0, why(error), error.filename or file) from None
    return examples


def _example(file: str, transcript: Transcript) -> Example:
    book = transcript.value("Source") or ""
    claims = transcript.value("Title") or transcript.value("Game") or ""
    return Example(book, file, transcript.number, claims, examine(transcript))
