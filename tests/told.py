"""Stories as Markdown, plain text and CSV, whole, as ``leoni convert`` writes them piece by piece."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from leoni_replay.files.convert import GameToConvert
from leoni_replay.show import data, readable
from leoni_replay.show.story import Story


def markdown(stories: Sequence[Story]) -> str:
    """Games in Markdown, with an index before them if there are several."""
    return "".join(readable.markdown(_games(stories), _story_of(stories), len(stories) > 1))


def plain(stories: Sequence[Story], *, ascii: bool = False) -> str:
    """Games in plain text, with an index before them if there are several."""
    return "".join(readable.plain_text(_games(stories), _story_of(stories), len(stories) > 1, ascii=ascii))


def as_csv(stories: Sequence[Story]) -> str:
    """A row for every move."""
    return data.CSV_HEAD + "".join(map(data.csv_rows, stories))


def _games(stories: Sequence[Story]) -> Iterator[GameToConvert]:
    count = len(stories)
    for number, story in enumerate(stories, 1):
        yield GameToConvert(story.replay, f"game {number} of {count}" if count > 1 else "", number)


def _story_of(stories: Sequence[Story]) -> readable.MakeStory:
    return lambda game: stories[game.number - 1]
