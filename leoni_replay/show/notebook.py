"""The picture of a replay and its page, for notebooks and programs."""

from __future__ import annotations

from typing import Any

from leoni_replay.record.result import Replay
from leoni_replay.show import html
from leoni_replay.show.story import tell_story
from leoni_replay.show.svg import board


def picture(replay: Replay, number: int, **look: Any) -> str:
    """The table after a move, as SVG."""
    story = tell_story(replay)
    return board(story.layout(number), title=f"{story.title}: {story.verdict}", text=story.text(number), **look)


def page(replay: Replay) -> str:
    """The game as a page with a player."""
    return html.page(tell_story(replay))
