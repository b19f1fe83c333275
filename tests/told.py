"""Stories as Markdown, plain text and CSV, whole, as ``leoni convert`` writes them piece by piece."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from leoni_replay.show import data, readable
from leoni_replay.show.story import Story


def markdown(stories: Sequence[Story]) -> str:
    """Games in Markdown, with an index before them if there are several."""
    return "".join(readable.markdown(_numbered(stories), len(stories) > 1))


def plain(stories: Sequence[Story], *, ascii: bool = False) -> str:
    """Games in plain text, with an index before them if there are several."""
    return "".join(readable.plain_text(_numbered(stories), len(stories) > 1, ascii=ascii))


def as_csv(stories: Sequence[Story]) -> str:
    """A row for every move."""
    return "".join(data.csv_pieces(stories))


def _numbered(stories: Sequence[Story]) -> Iterator[readable.Which]:
    count = len(stories)
    return ((story, f"game {n} of {count}" if count > 1 else "") for n, story in enumerate(stories, 1))
