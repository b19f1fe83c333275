"""The formats of ``leoni convert``: how replays become files to read, to look at, or to work with."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import partial
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from leoni_replay.arguments import check_number, check_type
from leoni_replay.exchange.boards import fc_solve, solvitaire
from leoni_replay.exchange.errors import CannotImport
from leoni_replay.files.convert import ConvertError, Format, GameToConvert, SharedFile, Write
from leoni_replay.games import GAMES, ForeignFormat, foreign_formats
from leoni_replay.leoni_error import LeoniError
from leoni_replay.notation.transcript import Transcript
from leoni_replay.record.replay import Replay, records_in, replay
from leoni_replay.show import contents, html, svg
from leoni_replay.show import film as films
from leoni_replay.show.contents import IndexEntry
from leoni_replay.show.data import Positions, as_json, csv_pieces
from leoni_replay.show.geometry import NARROW, WIDE, plan
from leoni_replay.show.readable import markdown, plain
from leoni_replay.show.rendering import module_script, shared_script
from leoni_replay.show.story import Story, deal_of, make_story, outcome_of

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

#: The formats that an option of ``convert`` is for, by the name of the choice, and what they are called.
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


class Choices(NamedTuple):
    """The options of the formats.

    Attributes:
        at: the move of which a picture is made, or a board; by default the last one, and the table as dealt.
        first: the move with which a film of tables begins; 0, as dealt, by default, if it ends somewhere.
        last: the move with which it ends; the last one by default, if it begins somewhere.
        strip: whether the tables of a film are shown side by side and not one after the other.
        four_colours: whether pictures give every suit a colour of its own.
        faces: pips and figures on cards, which is the default, or one large suit, for small files.
        shared: whether the pages of several games have their style, their cards and their script in a file beside them.
        pictures: whether the tables of a text in Markdown are pictures beside it, in a folder.
        theme: the colours of pictures; light by default, and "auto" follows the system of whoever sees them.
        size: how wide pictures are to be, in pixels; by default a card is 60 pixels wide.
        narrow: whether pictures are for a narrow screen.
        ascii: whether plain text has letters for suits.
        indent: by how many blanks JSON is indented; by default a game is one line.
        positions: which positions JSON has: every one, which is the default, or those with which a chapter begins.
        open: whether tables show the faces of cards that lie face down.
    """

    at: int | None = None
    first: int | None = None
    last: int | None = None
    strip: bool = False
    four_colours: bool = False
    faces: Faces | None = None
    shared: bool = False
    pictures: bool = False
    theme: Theme | None = None
    size: int | None = None
    narrow: bool = False
    ascii: bool = False
    indent: int | None = None
    positions: Positions | None = None
    open: bool = False

    def story(self, one: GameToConvert) -> Story:
        """Return the story of a game, with or without the faces of cards that lie face down."""
        return make_story(one.replay, open=self.open)


def make_format(name: str, **options: Any) -> Format:
    """Return a format by its name.

    Args:
        name: its name.
        options: those of :class:`Choices`.

    Raises:
        ConvertError: something is chosen that this format cannot heed.
    """
    chosen = Choices(**options)
    check_number(0, at=chosen.at, first=chosen.first, last=chosen.last, indent=chosen.indent)
    for argument, (names, which) in _FOR.items():
        value = getattr(chosen, argument)
        if value is not None and value is not False and name not in names:
            raise ConvertError(f"--{argument.replace('_', '-')} is for {which}, not for {name}")
    if name not in SUFFIXES:
        foreign = foreign_formats()[name]
        return Format(foreign.suffix, partial(_foreign, foreign=foreign), True)
    suffix = SUFFIXES[name]
    faces = chosen.faces or "figures"
    if name == "html":
        shared = SharedFile(shared_script(faces)) if chosen.shared else None
        return Format(suffix, partial(_page, chosen=chosen), True, _entry, _index, shared)
    if name == "table":
        # The module with which any page shows a table, and the data of one game for it.
        shared = SharedFile(module_script(faces), "leoni-table.js")
        return Format(".json", partial(_table, chosen=chosen), True, shared=shared, pictures=True, alone="")
    if name == "svg":
        moving = chosen.first is not None or chosen.last is not None
        if moving and chosen.at is not None:
            raise ConvertError("--at draws one table, --first and --last several: choose one")
        if chosen.strip and not moving:
            raise ConvertError("--strip is for several positions: say --first or --last")
        return Format(suffix, partial(_film if moving else _picture, chosen=chosen), True)
    if name in ("solvitaire", "fc-solve"):
        return Format(suffix, partial(_board, name=name, number=chosen.at or 0), True)
    if name in ("markdown", "text"):
        write = _markdown if name == "markdown" else _plain
        return Format(suffix, partial(write, chosen=chosen), pictures=chosen.pictures)
    write = {"json": _json, "jsonl": _json_lines, "csv": _csv}[name]
    return Format(suffix, partial(write, chosen=chosen), data=True)


def endings() -> dict[str, str]:
    """Return the formats by the ends of file names, those with endings of two parts first."""
    ours = {suffix: name for name, suffix in SUFFIXES.items() if name != "table"}
    foreign = {one.suffix: one.name for one in foreign_formats().values() if one.write}
    return dict(sorted((ours | foreign).items(), key=lambda one: -one[0].count(".")))


def formats() -> list[str]:
    """Return the names of the formats that can be written, those of our own first."""
    return [*SUFFIXES, *(one.name for one in foreign_formats().values() if one.write)]


def convert(source: Replay | Transcript | str | Iterable[Replay | Transcript], to: str, **options: Any) -> str:
    """Convert games to a page, a picture, text or data.

    Args:
        source: a replay, a transcript, the text of records, or several replays or transcripts.
        to: ``html``, ``svg``, ``markdown``, ``text``, ``json``, ``jsonl``, ``csv``, ``table``, ``solvitaire`` or
            ``fc-solve``.
        options: what :class:`Choices` has, such as ``at=3`` for a picture or ``indent=2`` for JSON.

    Raises:
        ValueError: there is no such format, an option is not for it, or it holds one game and there are several; or
            there is no game.
        TypeError: it is none of these.
    """
    if to not in SUFFIXES and to not in formats():
        raise LeoniError(f"there is no format `{to}`: the formats are {', '.join(SUFFIXES)}")
    check_type(source, (str, Replay, Transcript, Iterable), "convert takes replays, transcripts or the text of records")
    if isinstance(source, str):
        source = records_in(source)
    games = [source] if isinstance(source, Replay | Transcript) else list(source)
    if not games:
        raise LeoniError("there is no game to convert")
    replays = [game if isinstance(game, Replay) else replay(game) for game in games]
    several = len(replays) > 1
    pieces: list[str] = []
    try:
        made = make_format(to, **options)
        if made.apart and len(replays) != 1:
            raise ConvertError(f"{to} holds one game, and here are {len(replays)}")
        which = "game {} of " + str(len(replays)) if several else ""
        records = (GameToConvert(one, which.format(number), number) for number, one in enumerate(replays, 1))
        made.write(records, several, pieces.append)
    except ConvertError as error:
        raise LeoniError(str(error)) from None
    return "".join(pieces)


def _board(games: Iterable[GameToConvert], several: bool, out: Write, name: str, number: int) -> None:
    (one,) = games
    one.check_moves(number)
    board = solvitaire if name == "solvitaire" else fc_solve
    try:
        out(board(one.replay.view_at(number)))
    except CannotImport as refused:
        raise ConvertError(f"{one.label or 'the game'} makes no board: {refused}") from None


def _foreign(games: Iterable[GameToConvert], several: bool, out: Write, foreign: ForeignFormat) -> None:
    (one,) = games
    try:
        if not one.replay.dealt or foreign not in GAMES[one.replay.game.name].formats:
            raise CannotImport(f"{foreign.name} holds other games")
        out(resolve_name(foreign.write)(one.replay))
    except CannotImport as refused:
        raise ConvertError(f"{one.label or 'the game'} cannot be written: {refused}") from None


def _markdown(games: Iterable[GameToConvert], several: bool, out: Write, chosen: Choices) -> None:
    put = None
    if chosen.pictures:
        (one,) = games = list(games)
        put = one.write_beside
        if put is None:
            raise ConvertError("--pictures writes files into a folder: it is for the command")
    for piece in markdown(((chosen.story(one), one.label) for one in games), several, put):
        out(piece)


def _plain(games: Iterable[GameToConvert], several: bool, out: Write, chosen: Choices) -> None:
    for piece in plain(((chosen.story(one), one.label) for one in games), several, ascii=chosen.ascii):
        out(piece)


def _json(games: Iterable[GameToConvert], several: bool, out: Write, chosen: Choices) -> None:
    """Write one array, a game a line if it is not indented."""
    between = "[\n"
    for one in games:
        out(between + _text(one, chosen))
        between = ",\n"
    out("\n]\n")


def _json_lines(games: Iterable[GameToConvert], several: bool, out: Write, chosen: Choices) -> None:
    for one in games:
        out(_text(one, chosen) + "\n")


def _text(one: GameToConvert, chosen: Choices) -> str:
    data = as_json(chosen.story(one), one.games_in_file, positions=chosen.positions or "every")
    return json.dumps(data, indent=chosen.indent, separators=None if chosen.indent is not None else (",", ":"))


def _csv(games: Iterable[GameToConvert], several: bool, out: Write, chosen: Choices) -> None:
    for rows in csv_pieces(map(chosen.story, games)):
        out(rows)


def _table(games: Iterable[GameToConvert], several: bool, out: Write, chosen: Choices) -> None:
    (one,) = games
    out(json.dumps(html.table(chosen.story(one)), separators=(",", ":")) + "\n")


def _page(games: Iterable[GameToConvert], several: bool, out: Write, chosen: Choices) -> None:
    (one,) = games
    faces = chosen.faces or "figures"
    out(html.page(chosen.story(one), one.label, links=one.links, faces=faces, shared=one.shared))


def _entry(one: GameToConvert, name: str) -> IndexEntry:
    """Return the line of a game in the index of a folder; ``name`` is its page."""
    replay, transcript = one.replay, one.replay.transcript
    # The file only if there are several, the number only if the file has several games.
    parts = (transcript.file if "(" in one.label else "", f"game {transcript.number}" if one.games_in_file > 1 else "")
    which = ", ".join(part for part in parts if part)
    rules = ", ".join(part for part in (replay.name, replay.rules) if part)
    small = None
    if replay.dealt:
        small = contents.thumbnail(replay.view_at(replay.moves).layout.closed())
    result, status = outcome_of(replay), replay.label
    # As people call it: by its event, else by its game and deal.
    title = transcript.value("Event") or ", ".join(part for part in (replay.name, deal_of(replay)) if part)
    return IndexEntry(
        title, name, result, replay.moves, replay.accepted, which, status, replay.name or "", rules, small
    )


def _index(entries: Iterator[Any], count: int, out: Write) -> None:
    for part in contents.index((IndexEntry(*entry) for entry in entries), count):
        out(part)


def _look(chosen: Choices) -> dict[str, Any]:
    """Return the look of pictures, as :func:`svg.look_of` takes it."""
    theme = chosen.theme or "light"
    return {
        "four_colours": chosen.four_colours,
        "faces": chosen.faces or "figures",
        "theme": theme,
        "size": chosen.size,
    }


def _picture(games: Iterable[GameToConvert], several: bool, out: Write, chosen: Choices) -> None:
    """Write the picture of one table of a game; the last one without ``at``."""
    (one,) = games
    number = one.replay.moves if chosen.at is None else chosen.at
    one.check_moves(number)
    story = chosen.story(one)
    title = f"{story.title}, after move {number}" if number else f"{story.title}, as dealt"
    if number == len(story.moves):
        title = f"{story.title}: {story.verdict}"
    layout = story.layout(number)
    shape = plan([layout], NARROW) if chosen.narrow else None
    out(svg.board(layout, shape, title=title, text=story.text(number), **_look(chosen)))


#: How many tables a film may have: each of them makes the file larger.
_LONGEST: Final = 120


def _film(games: Iterable[GameToConvert], several: bool, out: Write, chosen: Choices) -> None:
    """Write the tables of a game from one move to another, side by side or one after the other."""
    (one,) = games
    first, end = chosen.first or 0, one.replay.moves if chosen.last is None else chosen.last
    one.check_moves(max(first, end))
    if first > end:
        raise ConvertError(f"--first {first} comes after --last {end}")
    if end - first >= _LONGEST:
        raise ConvertError(f"moves {first} to {end} are {end - first + 1} positions: a picture has room for {_LONGEST}")
    story = chosen.story(one)
    layouts = [story.layout(number) for number in range(first, end + 1)]
    captions = [
        "as dealt" if not number else f"{number}. {story.moves[number - 1].prose}" for number in range(first, end + 1)
    ]
    captioned = [layout._replace(caption=words) for layout, words in zip(layouts, captions, strict=True)]
    make = films.strip if chosen.strip else films.film
    title = f"{story.title}, moves {first} to {end}"
    shape = plan(layouts, NARROW if chosen.narrow else WIDE)
    out(make(captioned, shape, svg.look_of(**_look(chosen)), title=title, text="\n".join(captions)))


def replay_picture(replay: Replay, number: int, **look: Any) -> str:
    """Return the table after a move as SVG: ``Replay.svg``."""
    story = make_story(replay)
    return svg.board(story.layout(number), title=f"{story.title}: {story.verdict}", text=story.text(number), **look)


def replay_page(replay: Replay) -> str:
    """Return the game as a page with a player: ``Replay.html``."""
    return html.page(make_story(replay))
