"""The formats of ``leoni convert``: how replays become files to read, to look at, or to work with."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Final, Literal

from leoni_replay.files.convert import ConvertError, Format
from leoni_replay.record.replay import Replay
from leoni_replay.show.story import outcome_of, tell_story, title_of

Name = Literal["html", "svg", "markdown", "text", "json", "csv"]

#: What the names of the files of a format end with.
SUFFIXES: Final[dict[Name, str]] = {
    "html": ".html",
    "svg": ".svg",
    "markdown": ".md",
    "text": ".txt",
    "json": ".json",
    "csv": ".csv",
}


def format_called(
    name: Name, *, at: int | None = None, four_colours: bool = False, ascii: bool = False, open: bool = False
) -> Format:
    """A format by its name.

    Args:
        name: its name.
        at: the move of which a picture is made; the last one by default.
        four_colours: whether pictures give every suit a colour of its own.
        ascii: whether plain text has letters for suits.
        open: whether tables show the faces of cards that lie face down.

    Raises:
        ConvertError: a move is chosen for a format that shows them all, or open tables for one that shows none.
    """
    if open and name in ("json", "csv"):
        raise ConvertError(f"--open is for tables that people read; {name} has all cards anyway")
    if at is not None and name != "svg":
        raise ConvertError(f"--at is for pictures (--to svg); a whole replay goes into {name}")
    suffix = SUFFIXES[name]
    if name == "html":
        return Format(suffix, lambda replays: _page(replays, open), apart=True, index=_index)
    if name == "svg":
        return Format(suffix, lambda replays: _picture(replays, at, four_colours, open), apart=True)
    texts: dict[Name, Callable[[Sequence[Replay]], str]] = {
        "markdown": lambda replays: _markdown(replays, open),
        "text": lambda replays: _plain(replays, ascii, open),
        "json": _json,
        "csv": _csv,
    }
    return Format(suffix, texts[name])


def _page(replays: Sequence[Replay], open: bool) -> str:
    from leoni_replay.show.html import page

    (done,) = replays
    return page(tell_story(done, open=open))


def _index(replays: Sequence[Replay], names: Sequence[str]) -> str:
    from leoni_replay.show.html import IndexEntry, index

    return index(
        [
            IndexEntry(title_of(done), name, outcome_of(done), done.moves, done.accepted)
            for done, name in zip(replays, names, strict=True)
        ]
    )


def _picture(replays: Sequence[Replay], at: int | None, four_colours: bool, open: bool) -> str:
    from leoni_replay.show.svg import board

    (done,) = replays
    if done.table is None:
        assert done.error is not None
        raise ConvertError(f"there is no table to draw: {done.error.message}")
    number = done.moves if at is None else at
    if number > done.moves:
        raise ConvertError(f"there is no move {at}: the game has {done.moves} moves")
    story = tell_story(done, open=open)
    title = f"{story.title}, after move {number}" if number else f"{story.title}, as dealt"
    return board(story.layout(number), title=title, text=story.text(number), four_colours=four_colours)


def _markdown(replays: Sequence[Replay], open: bool) -> str:
    from leoni_replay.show.written import markdown

    return markdown([tell_story(done, open=open) for done in replays])


def _plain(replays: Sequence[Replay], ascii: bool, open: bool) -> str:
    from leoni_replay.show.written import plain

    return plain([tell_story(done, open=open) for done in replays], ascii=ascii)


def _json(replays: Sequence[Replay]) -> str:
    from leoni_replay.show.data import as_json

    return json.dumps([as_json(tell_story(done)) for done in replays], indent=1) + "\n"


def _csv(replays: Sequence[Replay]) -> str:
    from leoni_replay.show.data import as_csv

    return as_csv([tell_story(done) for done in replays])
