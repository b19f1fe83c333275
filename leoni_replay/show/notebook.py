"""What a notebook shows of a replay."""

from __future__ import annotations

from leoni_replay.record.result import Replay
from leoni_replay.show.story import tell_story
from leoni_replay.show.svg import board


def picture(replay: Replay) -> str:
    """The table after the last legal move, as SVG."""
    story, last = tell_story(replay), replay.moves
    return board(story.layout(last), title=f"{story.title}: {story.verdict}", text=story.text(last))
