"""Replays as pages and pictures: the formats of ``leoni convert`` that are drawn, and those of notebooks."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final

from leoni_replay.files.convert import Beside, ConvertError, Recorded, Write
from leoni_replay.record.result import Replay
from leoni_replay.show import contents, html, svg
from leoni_replay.show import film as films
from leoni_replay.show.card_faces import Faces
from leoni_replay.show.contents import IndexEntry
from leoni_replay.show.geometry import NARROW, WIDE, plan
from leoni_replay.show.rendering import module_script, shared_script
from leoni_replay.show.story import deal_of, label_of_replay, make_story, outcome_of


def shared(faces: Faces) -> Beside:
    """What the pages of several games share: their style, their cards and their script."""
    return Beside(shared_script(faces))


def module(faces: Faces) -> Beside:
    """The module with which any page shows a table."""
    return Beside(module_script(faces), "leoni-table.js")


def table(games: Iterable[Recorded], out: Write, open: bool) -> None:
    """Write the data of one game for that module."""
    (one,) = games
    out(json.dumps(html.table(make_story(one.replay, open=open)), separators=(",", ":")) + "\n")


def page(games: Iterable[Recorded], out: Write, faces: Faces, open: bool) -> None:
    """Write the page of one game."""
    (one,) = games
    out(html.page(make_story(one.replay, open=open), one.which, links=one.links, faces=faces, shared=one.beside))


def entry(one: Recorded, name: str) -> IndexEntry:
    """The line of a game in the index of a folder; ``name`` is its page."""
    replay, transcript = one.replay, one.replay.transcript
    # The file only if there are several, the number only if the file has several games.
    parts = (transcript.file if "(" in one.which else "", f"game {transcript.number}" if one.in_file > 1 else "")
    which = ", ".join(part for part in parts if part)
    rules = ", ".join(part for part in (replay.name, replay.rules) if part)
    small = None
    if replay.dealt:
        small = contents.thumbnail(replay.game.layout(replay.standing(replay.moves)).closed())
    result, status = outcome_of(replay), label_of_replay(replay)
    # As people call it: by its event, else by its game and deal.
    title = transcript.value("Event") or ", ".join(part for part in (replay.name, deal_of(replay)) if part)
    return IndexEntry(
        title, name, result, replay.moves, replay.accepted, which, status, replay.name or "", rules, small
    )


def index(entries: Iterator[Any], count: int, out: Write) -> None:
    """Write the index of a folder from the entries of its games."""
    for part in contents.index((IndexEntry(*entry) for entry in entries), count):
        out(part)


def picture(games: Iterable[Recorded], out: Write, at: int | None, narrow: bool, look: Any, open: bool) -> None:
    """Write the picture of one table of a game; the last one without ``at``."""
    (one,) = games
    number = one.replay.moves if at is None else at
    one.see_moves(number)
    story = make_story(one.replay, open=open)
    title = f"{story.title}, after move {number}" if number else f"{story.title}, as dealt"
    if number == len(story.moves):
        title = f"{story.title}: {story.verdict}"
    layout = story.layout(number)
    out(svg.board(layout, plan([layout], NARROW) if narrow else None, title=title, text=story.text(number), **look))


#: How many tables a film may have: each of them makes the file larger.
_LONGEST: Final = 120


def film(
    games: Iterable[Recorded],
    out: Write,
    first: int,
    last: int | None,
    strip: bool,
    narrow: bool,
    look: Any,
    open: bool,
) -> None:
    """Write the tables of a game from one move to another, side by side or one after the other."""
    (one,) = games
    end = one.replay.moves if last is None else last
    one.see_moves(max(first, end))
    if first > end:
        raise ConvertError(f"--first {first} comes after --last {end}")
    if end - first >= _LONGEST:
        raise ConvertError(f"moves {first} to {end} are {end - first + 1} positions: a picture has room for {_LONGEST}")
    story = make_story(one.replay, open=open)
    layouts = [story.layout(number) for number in range(first, end + 1)]
    captions = [
        "as dealt" if not number else f"{number}. {story.moves[number - 1].prose}" for number in range(first, end + 1)
    ]
    captioned = [layout._replace(caption=words) for layout, words in zip(layouts, captions, strict=True)]
    make = films.strip if strip else films.film
    title = f"{story.title}, moves {first} to {end}"
    shape = plan(layouts, NARROW if narrow else WIDE)
    out(make(captioned, shape, svg.look_of(**look), title=title, text="\n".join(captions)))


def replay_picture(replay: Replay, number: int, **look: Any) -> str:
    """The table after a move as SVG: ``Replay.svg``."""
    story = make_story(replay)
    return svg.board(story.layout(number), title=f"{story.title}: {story.verdict}", text=story.text(number), **look)


def replay_page(replay: Replay) -> str:
    """The game as a page with a player: ``Replay.html``."""
    return html.page(make_story(replay))
