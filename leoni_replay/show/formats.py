"""The formats of ``leoni convert``: how replays become files to read, to look at, or to work with."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Final

from leoni_replay.arguments import check_number, check_type
from leoni_replay.exchange.boards import fc_solve, solvitaire
from leoni_replay.exchange.errors import CannotImport
from leoni_replay.files.convert import ConvertError, Format, Recorded, Write
from leoni_replay.games import GAMES, ForeignFormat, foreign_formats
from leoni_replay.notation.transcript import Transcript
from leoni_replay.record.replay import Replay, records_in, replay
from leoni_replay.show.data import Positions, csv_pieces, json_text
from leoni_replay.show.readable import markdown, plain
from leoni_replay.show.story import make_story

if TYPE_CHECKING:
    from leoni_replay.show.card_faces import Faces
    from leoni_replay.show.palette import Theme

#: What the names of the files of a format end with.
SUFFIXES: Final[dict[str, str]] = {
    "html": ".html",
    "svg": ".svg",
    "markdown": ".md",
    "text": ".txt",
    "json": ".json",
    "jsonl": ".jsonl",
    "csv": ".csv",
    "table": ".table.json",
    "solvitaire": ".solvitaire.json",
    "fc-solve": ".board",
}

#: The formats that an option of ``convert`` is for, by the argument of :func:`format_called`, and what they are called.
_FOR: Final[dict[str, tuple[tuple[str, ...], str]]] = {
    "at": (("svg", "solvitaire", "fc-solve"), "pictures and boards"),
    "first": (("svg",), "pictures (--format svg)"),
    "last": (("svg",), "pictures (--format svg)"),
    "strip": (("svg",), "pictures (--format svg)"),
    "four_colours": (("svg",), "pictures (--format svg)"),
    "faces": (("html", "svg", "table"), "pages and pictures"),
    "shared": (("html",), "pages (--format html)"),
    "pictures": (("markdown",), "Markdown (--format markdown)"),
    "theme": (("svg",), "pictures (--format svg): a page follows the system"),
    "size": (("svg",), "pictures (--format svg)"),
    "narrow": (("svg",), "pictures (--format svg)"),
    "ascii": (("text",), "plain text (--format text)"),
    "indent": (("json",), "JSON (--format json)"),
    "positions": (("json", "jsonl"), "JSON"),
    "open": (("html", "svg", "markdown", "text", "table"), "tables that people read: all cards are in the others"),
}


def format_called(
    name: str,
    *,
    at: int | None = None,
    first: int | None = None,
    last: int | None = None,
    strip: bool = False,
    four_colours: bool = False,
    faces: Faces | None = None,
    theme: Theme | None = None,
    size: int | None = None,
    narrow: bool = False,
    ascii: bool = False,
    indent: int | None = None,
    positions: Positions | None = None,
    open: bool = False,
    shared: bool = False,
    pictures: bool = False,
) -> Format:
    """A format by its name.

    Args:
        name: its name.
        at: the move of which a picture is made, or a board; by default the last one, and the table as dealt.
        first: the move with which a film of tables begins; 0, as dealt, by default, if it ends somewhere.
        last: the move with which it ends; the last one by default, if it begins somewhere.
        strip: whether the tables of a film are shown side by side and not one after the other.
        four_colours: whether pictures give every suit a colour of its own.
        faces: pips and figures on cards, which is the default, or one large suit, for small files.
        theme: the colours of pictures; light by default, and "auto" follows the system of whoever sees them.
        size: how wide pictures are to be, in pixels; by default a card is 60 pixels wide.
        narrow: whether pictures are for a narrow screen.
        ascii: whether plain text has letters for suits.
        indent: by how many blanks JSON is indented; by default a game is one line.
        positions: which positions JSON has: every one, which is the default, or those with which a chapter begins.
        open: whether tables show the faces of cards that lie face down.
        shared: whether the pages of several games have their style, their cards and their script in a file beside them.
        pictures: whether the tables of a text in Markdown are pictures beside it, in a folder.

    Raises:
        ConvertError: something is chosen that this format cannot heed.
    """
    asked = locals()
    check_number(0, at=at, first=first, last=last, indent=indent)
    for argument, (names, which) in _FOR.items():
        if asked[argument] is not None and asked[argument] is not False and name not in names:
            raise ConvertError(f"--{argument.replace('_', '-')} is for {which}, not for {name}")
    if name not in SUFFIXES:
        foreign = foreign_formats()[name]
        return Format(foreign.suffix, lambda games, _, out: _foreign(games, out, foreign), True)
    suffix = SUFFIXES[name]
    if name in ("html", "svg", "table"):
        # What draws takes longer to load than all other formats together.
        from leoni_replay.show import drawn_formats
    if name == "html":
        shown = faces or "figures"
        beside = drawn_formats.shared(shown) if shared else None
        return Format(
            suffix,
            lambda games, _, out: drawn_formats.page(games, out, shown, open),
            True,
            drawn_formats.entry,
            drawn_formats.index,
            beside,
        )
    if name == "table":
        put = drawn_formats.module(faces or "figures")
        return Format(
            ".json",
            lambda games, _, out: drawn_formats.table(games, out, open),
            True,
            beside=put,
            pictures=True,
            alone="",
        )
    if name == "svg":
        moving = first is not None or last is not None
        if moving and at is not None:
            raise ConvertError("--at draws one table, --first and --last several: choose one")
        if strip and not moving:
            raise ConvertError("--strip is for several positions: say --first or --last")
        look = {"four_colours": four_colours, "faces": faces or "figures", "theme": theme or "light", "size": size}
        if moving:
            return Format(
                suffix,
                lambda games, _, out: drawn_formats.film(games, out, first or 0, last, strip, narrow, look, open),
                True,
            )
        return Format(suffix, lambda games, _, out: drawn_formats.picture(games, out, at, narrow, look, open), True)
    if name == "json":
        return Format(suffix, lambda games, _, out: _json(games, out, indent, positions or "every"), data=True)
    if name == "jsonl":
        return Format(suffix, lambda games, _, out: _json_lines(games, out, positions or "every"), data=True)
    if name == "csv":
        return Format(suffix, _csv, data=True)
    if name in ("solvitaire", "fc-solve"):
        return Format(suffix, lambda games, _, out: _board(games, out, at or 0, name), True)
    if name == "text":
        return Format(suffix, lambda games, several, out: _plain(games, several, out, ascii, open))
    return Format(suffix, lambda games, several, out: _markdown(games, several, out, open, pictures), pictures=pictures)


def endings() -> dict[str, str]:
    """The formats by what the names of their files end with, those of files with an ending of two parts first."""
    ours = {suffix: name for name, suffix in SUFFIXES.items() if name != "table"}
    foreign = {one.suffix: one.name for one in foreign_formats().values() if one.write}
    return dict(sorted((ours | foreign).items(), key=lambda one: -one[0].count(".")))


def formats() -> list[str]:
    """The names of the formats that can be written, those of our own first."""
    return [*SUFFIXES, *(one.name for one in foreign_formats().values() if one.write)]


def convert(source: Replay | Transcript | str | Iterable[Replay | Transcript], to: str, **options: Any) -> str:
    """Convert games to a page, a picture, text or data.

    Args:
        source: a replay, a transcript, the text of records, or several replays or transcripts.
        to: ``html``, ``svg``, ``markdown``, ``text``, ``json``, ``jsonl``, ``csv``, ``table``, ``solvitaire`` or
            ``fc-solve``.
        options: what :func:`format_called` takes, such as ``at=3`` for a picture or ``indent=2`` for JSON.

    Raises:
        ValueError: there is no such format, an option is not for it, or it holds one game and there are several; or
            there is no game.
        TypeError: it is none of these.
    """
    if to not in SUFFIXES and to not in formats():
        raise ValueError(f"there is no format `{to}`: the formats are {', '.join(SUFFIXES)}")
    check_type(source, (str, Replay, Transcript, Iterable), "convert takes replays, transcripts or the text of records")
    if isinstance(source, str):
        source = records_in(source)
    games = [source] if isinstance(source, Replay | Transcript) else list(source)
    if not games:
        raise ValueError("there is no game to convert")
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


def _board(games: Iterable[Recorded], out: Write, number: int, name: str) -> None:
    (one,) = games
    one.see_moves(number)
    board = solvitaire if name == "solvitaire" else fc_solve
    try:
        out(board(one.replay.game, one.replay.standing(number)))
    except CannotImport as refused:
        raise ConvertError(f"{one.which or 'the game'} makes no board: {refused}") from None


def _foreign(games: Iterable[Recorded], out: Write, foreign: ForeignFormat) -> None:
    (one,) = games
    try:
        if not one.replay.dealt or foreign not in GAMES[one.replay.game.name].formats:
            raise CannotImport(f"{foreign.name} holds other games")
        out(resolve_name(foreign.write)(one.replay))
    except CannotImport as refused:
        raise ConvertError(f"{one.which or 'the game'} cannot be written: {refused}") from None


def _markdown(games: Iterable[Recorded], several: bool, out: Write, open: bool, pictures: bool) -> None:
    put = None
    if pictures:
        (one,) = games = list(games)
        put = one.put
        if put is None:
            raise ConvertError("--pictures writes files into a folder: it is for the command")
    for piece in markdown(((make_story(one.replay, open=open), one.which) for one in games), several, put):
        out(piece)


def _plain(games: Iterable[Recorded], several: bool, out: Write, ascii: bool, open: bool) -> None:
    for piece in plain(((make_story(one.replay, open=open), one.which) for one in games), several, ascii=ascii):
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
    return json_text(make_story(one.replay), one.in_file, positions=positions)


def _csv(games: Iterable[Recorded], several: bool, out: Write) -> None:
    for rows in csv_pieces(make_story(one.replay) for one in games):
        out(rows)
