"""The formats of ``leoni convert``: how replays become files to read, to look at, or to work with."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final, Literal

from leoni_replay.files.convert import ConvertError, Format, Recorded, Write
from leoni_replay.files.shared_assets import Beside
from leoni_replay.notation import loads
from leoni_replay.notation.tree import Transcript
from leoni_replay.record.replay import Replay, replay
from leoni_replay.show.story import heading, outcome_of, tell_story

if TYPE_CHECKING:
    from leoni_replay.show.data import Positions
    from leoni_replay.show.faces import Faces
    from leoni_replay.show.palette import Theme

Name = Literal["html", "svg", "markdown", "text", "json", "jsonl", "csv", "solvitaire", "fc-solve"]

#: What the names of the files of a format end with.
SUFFIXES: Final[dict[Name, str]] = {
    "html": ".html",
    "svg": ".svg",
    "markdown": ".md",
    "text": ".txt",
    "json": ".json",
    "jsonl": ".jsonl",
    "csv": ".csv",
    "solvitaire": ".solvitaire.json",
    "fc-solve": ".board",
}

#: Which formats an option of ``convert`` is for, and what these formats are.
_FOR: Final[dict[str, tuple[tuple[Name, ...], str]]] = {
    "--at": (("svg", "solvitaire", "fc-solve"), "pictures and boards"),
    "--from": (("svg",), "pictures (--to svg)"),
    "--until": (("svg",), "pictures (--to svg)"),
    "--strip": (("svg",), "pictures (--to svg)"),
    "--four-colours": (("svg",), "pictures (--to svg)"),
    "--faces": (("html", "svg"), "pages and pictures"),
    "--shared": (("html",), "pages (--to html)"),
    "--theme": (("svg",), "pictures (--to svg): a page follows the system"),
    "--size": (("svg",), "pictures (--to svg)"),
    "--ascii": (("text",), "plain text (--to text)"),
    "--indent": (("json",), "JSON (--to json)"),
    "--positions": (("json", "jsonl"), "JSON"),
    "--open": (("html", "svg", "markdown", "text"), "tables that people read: all cards are in the others"),
}


def format_called(
    name: Name,
    *,
    at: int | None = None,
    first: int | None = None,
    until: int | None = None,
    strip: bool = False,
    four_colours: bool = False,
    faces: Faces | None = None,
    theme: Theme | None = None,
    size: int | None = None,
    ascii: bool = False,
    indent: int | None = None,
    positions: Positions | None = None,
    open: bool = False,
    shared: bool = False,
) -> Format:
    """A format by its name.

    Args:
        name: its name.
        at: the move of which a picture is made, or a board; by default the last one, and the table as dealt.
        first: the move with which a film of tables begins; 0, as dealt, by default, if it ends somewhere.
        until: the move with which it ends; the last one by default, if it begins somewhere.
        strip: whether the tables of a film are shown side by side and not one after the other.
        four_colours: whether pictures give every suit a colour of its own.
        faces: pips and figures on cards, which is the default, or one large suit, for small files.
        theme: the colours of pictures; light by default.
        size: how wide pictures are to be, in pixels; by default a card is 60 pixels wide.
        ascii: whether plain text has letters for suits.
        indent: by how many blanks JSON is indented; by default a game is one line.
        positions: which positions JSON has: every one, which is the default, or those with which a chapter begins.
        open: whether tables show the faces of cards that lie face down.
        shared: whether the pages of several games have their style, their cards and their script in a file beside them.

    Raises:
        ConvertError: something is chosen that this format cannot heed.
    """
    asked = {
        "--at": at is not None,
        "--from": first is not None,
        "--until": until is not None,
        "--strip": strip,
        "--four-colours": four_colours,
        "--faces": faces is not None,
        "--theme": theme is not None,
        "--size": size is not None,
        "--ascii": ascii,
        "--indent": indent is not None,
        "--positions": positions is not None,
        "--open": open,
        "--shared": shared,
    }
    for option, (names, which) in _FOR.items():
        if asked[option] and name not in names:
            raise ConvertError(f"{option} is for {which}, not for {name}")
    suffix = SUFFIXES[name]
    if name == "html":
        look = faces or "figures"
        beside = _beside(look) if shared else None
        return Format(suffix, lambda games, _, out: _page(games, out, look, open), True, _entry, _index, beside)
    if name == "svg":
        moving = first is not None or until is not None
        if moving and at is not None:
            raise ConvertError("--at draws one table, --from and --until several: choose one")
        if strip and not moving:
            raise ConvertError("--strip is for several positions: say --from or --until")
        drawn = {"four_colours": four_colours, "faces": faces or "figures", "theme": theme or "light", "size": size}
        if moving:
            return Format(suffix, lambda games, _, out: _film(games, out, first or 0, until, strip, drawn, open), True)
        return Format(suffix, lambda games, _, out: _picture(games, out, at, drawn, open), True)
    if name == "json":
        return Format(suffix, lambda games, _, out: _json(games, out, indent, positions or "every"))
    if name == "jsonl":
        return Format(suffix, lambda games, _, out: _json_lines(games, out, positions or "every"))
    if name == "csv":
        return Format(suffix, _csv)
    if name in ("solvitaire", "fc-solve"):
        return Format(suffix, lambda games, _, out: _board(games, out, at or 0, name), True)
    if name == "text":
        return Format(suffix, lambda games, several, out: _plain(games, several, out, ascii, open))
    return Format(suffix, lambda games, several, out: _markdown(games, several, out, open))


def convert(source: Replay | Transcript | str | Iterable[Replay | Transcript], to: Name, **options: Any) -> str:
    """Games as a page, a picture, text or data.

    Args:
        source: a replay, a transcript, the text of records, or several replays or transcripts.
        to: ``html``, ``svg``, ``markdown``, ``text``, ``json``, ``jsonl``, ``csv``, ``solvitaire`` or ``fc-solve``.
        options: what :func:`format_called` takes, such as ``at=3`` for a picture or ``indent=2`` for JSON.

    Raises:
        ValueError: there is no such format, an option is not for it, or it holds one game and there are others.
    """
    if to not in SUFFIXES:
        raise ValueError(f"there is no format `{to}`: the formats are {', '.join(SUFFIXES)}")
    if isinstance(source, str):
        source = loads(source)
    games = [source] if isinstance(source, Replay | Transcript) else list(source)
    replays = [game if isinstance(game, Replay) else replay(game) for game in games]
    several = len(replays) > 1
    pieces: list[str] = []
    try:
        made = format_called(to, **options)
        if made.apart and len(replays) != 1:
            raise ConvertError(f"{to} holds one game, and here are {len(replays)}")
        which = "game {} of " + str(len(replays)) if several else ""
        records = (Recorded(one, which.format(number), number) for number, one in enumerate(replays, 1))
        made.write(records, several, pieces.append)
    except ConvertError as error:
        raise ValueError(str(error)) from None
    return "".join(pieces)


def _beside(faces: Faces) -> Beside:
    from leoni_replay.show.rendering import shared_script

    return Beside(shared_script(faces))


def _page(games: Iterable[Recorded], out: Write, faces: Faces, open: bool) -> None:
    from leoni_replay.show.html import page

    (one,) = games
    out(page(tell_story(one.replay, open=open), one.which, links=one.links, faces=faces, shared=one.beside))


def _entry(one: Recorded, name: str) -> Any:
    from leoni_replay.show.contents import IndexEntry, thumbnail

    replay = one.replay
    rules = ", ".join(part for part in (replay.name, replay.rules) if part)
    small = None
    if replay.game is not None and replay.table is not None:
        small = thumbnail(replay.game.layout(replay.standing(replay.moves)).closed())
    result, status = outcome_of(replay), replay.status
    return IndexEntry(
        heading(replay), name, result, replay.moves, replay.accepted, one.which, status, replay.name or "", rules, small
    )


def _index(entries: Iterator[Any], count: int, out: Write) -> None:
    from leoni_replay.show.contents import IndexEntry, index

    for part in index((IndexEntry(*entry) for entry in entries), count):
        out(part)


def _picture(games: Iterable[Recorded], out: Write, at: int | None, look: Any, open: bool) -> None:
    from leoni_replay.show.svg import board

    (one,) = games
    number = one.replay.moves if at is None else at
    _see_moves(one, number)
    story = tell_story(one.replay, open=open)
    title = f"{story.title}, after move {number}" if number else f"{story.title}, as dealt"
    out(board(story.layout(number), title=title, text=story.text(number), **look))


def _board(games: Iterable[Recorded], out: Write, number: int, name: Name) -> None:
    from leoni_replay.exchange.boards import fc_solve, solvitaire
    from leoni_replay.exchange.refused import NotTaken

    (one,) = games
    _see_moves(one, number)
    assert one.replay.game is not None
    board = solvitaire if name == "solvitaire" else fc_solve
    try:
        out(board(one.replay.game, one.replay.standing(number)))
    except NotTaken as refused:
        raise ConvertError(f"{one.which or 'the game'} makes no board: {refused}") from None


#: How many tables a film may have: each of them makes the file larger.
_LONGEST: Final = 120


def _film(
    games: Iterable[Recorded], out: Write, first: int, until: int | None, strip: bool, look: Any, open: bool
) -> None:
    from leoni_replay.show import film
    from leoni_replay.show.geometry import plan
    from leoni_replay.show.svg import look_of

    (one,) = games
    end = one.replay.moves if until is None else until
    _see_moves(one, max(first, end))
    if first > end:
        raise ConvertError(f"--from {first} comes after --until {end}")
    if end - first >= _LONGEST:
        raise ConvertError(f"moves {first} to {end} are {end - first + 1} positions: a picture has room for {_LONGEST}")
    story = tell_story(one.replay, open=open)
    layouts = [story.layout(number) for number in range(first, end + 1)]
    captions = [
        "as dealt" if not number else f"{number}. {story.moves[number - 1].prose}" for number in range(first, end + 1)
    ]
    captioned = [layout._replace(caption=words) for layout, words in zip(layouts, captions, strict=True)]
    make = film.strip if strip else film.film
    title = f"{story.title}, moves {first} to {end}"
    out(make(captioned, plan(layouts), look_of(**look), title=title, text="\n".join(captions)))


def _see_moves(one: Recorded, number: int) -> None:
    """See that a game has a table, and such a move.

    Raises:
        ConvertError: it has not.
    """
    replay = one.replay
    if replay.table is None:
        assert replay.error is not None
        raise ConvertError(f"there is no table to draw: {replay.error.message}")
    if number > replay.moves:
        raise ConvertError(f"there is no move {number}: {one.which or 'the game'} has {replay.moves} moves")


def _markdown(games: Iterable[Recorded], several: bool, out: Write, open: bool) -> None:
    from leoni_replay.show.text import markdown_of

    for piece in markdown_of(((tell_story(one.replay, open=open), one.which) for one in games), several):
        out(piece)


def _plain(games: Iterable[Recorded], several: bool, out: Write, ascii: bool, open: bool) -> None:
    from leoni_replay.show.text import plain_of

    for piece in plain_of(((tell_story(one.replay, open=open), one.which) for one in games), several, ascii=ascii):
        out(piece)


def _json(games: Iterable[Recorded], out: Write, indent: int | None, positions: Positions) -> None:
    """One array, a game a line if it is not indented."""
    between = "[\n"
    for one in games:
        text = _text(one, positions)
        out(between + (text if indent is None else json.dumps(json.loads(text), indent=indent)))
        between = ",\n"
    out("\n]\n")


def _json_lines(games: Iterable[Recorded], out: Write, positions: Positions) -> None:
    for one in games:
        out(_text(one, positions) + "\n")


def _text(one: Recorded, positions: Positions) -> str:
    from leoni_replay.show.data import json_text

    return json_text(tell_story(one.replay), one.in_file, positions=positions)


def _csv(games: Iterable[Recorded], several: bool, out: Write) -> None:
    from leoni_replay.show.data import csv_pieces

    for rows in csv_pieces(tell_story(one.replay) for one in games):
        out(rows)
