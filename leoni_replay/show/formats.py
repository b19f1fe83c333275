"""The formats of ``leoni convert``: how replays become files to read, to look at, or to work with."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pkgutil import resolve_name
from typing import Any, Final, Literal, NamedTuple, TypedDict, Unpack, get_args, overload

from leoni_replay.arguments import check_number, check_options, check_type
from leoni_replay.exchange.boards import fc_solve, solvitaire
from leoni_replay.exchange.errors import CannotImport
from leoni_replay.files.convert import ConvertError, Format, GameToConvert, NoMove, SharedFile, Write
from leoni_replay.games import GAMES, ForeignFormat, foreign_formats
from leoni_replay.layout import Faces, Layout, Theme
from leoni_replay.leoni_error import LeoniError
from leoni_replay.message import Argument, Message
from leoni_replay.notation.transcript import Record
from leoni_replay.record.replay import Replay, records_in, replay_of
from leoni_replay.record.result import view_at
from leoni_replay.show import contents, html, svg
from leoni_replay.show import film as films
from leoni_replay.show.contents import IndexEntry
from leoni_replay.show.data import CSV_HEAD, JsonPositions, as_json, csv_rows
from leoni_replay.show.geometry import NARROW, WIDE, plan
from leoni_replay.show.pdf_and_png import load_renderer, to_pdf, to_png
from leoni_replay.show.readable import Warn, markdown, plain_text
from leoni_replay.show.rendering import module_script, shared_script
from leoni_replay.show.story import Story, deal_of, make_story, outcome_of

#: The formats of :func:`convert` that are text, and those that are bytes.
TextFormat = Literal["html", "svg", "markdown", "text", "json", "jsonl", "csv", "table", "solvitaire", "fc-solve"]
BinaryFormat = Literal["pdf", "png"]
#: What the names of the files of a format end with.
SUFFIXES: Final[dict[TextFormat | BinaryFormat, str]] = {
    "html": ".html",
    "svg": ".svg",
    "pdf": ".pdf",
    "png": ".png",
    "markdown": ".md",
    "text": ".txt",
    "json": ".json",
    "jsonl": ".jsonl",
    "csv": ".csv",
    "table": ".table.json",
    "solvitaire": ".solvitaire.json",
    "fc-solve": ".board",
}

#: The formats that are pictures, and what they are called.
_PICTURES: Final = ("svg", "pdf", "png")
_PICTURE_FORMATS: Final = "pictures (svg, pdf or png)"
#: The formats that an option of ``convert`` is for, by the name of the choice, and what they are called.
_FOR: Final[dict[str, tuple[tuple[str, ...], str]]] = {
    "at": ((*_PICTURES, "solvitaire", "fc-solve"), "pictures and boards"),
    "first": (_PICTURES, _PICTURE_FORMATS),
    "last": (_PICTURES, _PICTURE_FORMATS),
    "strip": (_PICTURES, _PICTURE_FORMATS),
    "four_colours": ((*_PICTURES, "markdown"), _PICTURE_FORMATS),
    "faces": (("html", *_PICTURES, "table", "markdown"), "pages and pictures"),
    "shared": (("html",), "pages (html)"),
    "pictures": (("markdown",), "Markdown"),
    "theme": ((*_PICTURES, "markdown"), f"{_PICTURE_FORMATS}: a page follows the system"),
    "size": ((*_PICTURES, "markdown"), _PICTURE_FORMATS),
    "marks": ((*_PICTURES, "markdown"), _PICTURE_FORMATS),
    "arrow": ((*_PICTURES, "markdown"), _PICTURE_FORMATS),
    "caption": (_PICTURES, _PICTURE_FORMATS),
    "figure": (_PICTURES, _PICTURE_FORMATS),
    "narrow": (_PICTURES, _PICTURE_FORMATS),
    "ascii": (("text",), "plain text (text)"),
    "indent": (("json",), "JSON (json)"),
    "positions": (("json", "jsonl"), "JSON"),
    "open": (("html", *_PICTURES, "markdown", "text", "table"), "tables that people read: all cards are in the others"),
}


_AT: Final = Argument("at")
_FIRST: Final = Argument("first")
_LAST: Final = Argument("last")
_STRIP: Final = Argument("strip")
#: The pictures in which nothing moves, and nothing follows the reader's system.
_STILL: Final = ("pdf", "png")
#: Those that are for Markdown only if its tables are pictures.
_LOOK: Final = ("theme", "size", "marks", "arrow", "four_colours", "faces")


class Choices(NamedTuple):
    """The options of the formats.

    Attributes:
        at: the move of which a picture is made, or a board; by default the last one, and the table as dealt.
        first: the move with which a film of tables begins; 0, as dealt, by default, if it ends somewhere.
        last: the move with which it ends; the last one by default, if it begins somewhere.
        strip: whether the tables of a film are shown side by side and not one after the other.
        four_colours: whether pictures give every suit a colour of its own.
        faces: pips and figures on cards, which is the default but on paper, or one large suit, for small files.
        shared: whether the pages of several games have their style, their cards and their script in a file beside them.
        pictures: whether the tables of a text in Markdown are pictures beside it, in a folder.
        theme: the colours of pictures; light by default, in PDF those for paper. "auto" follows the system of whoever
            sees them, and "paper" is for print.
        size: how wide pictures are to be, in pixels or with a unit; by default a card is 60 pixels wide.
        marks: whether what the last move brought stands out; by default it does, but not on paper.
        arrow: whether arrows show the last move.
        caption: the words under a picture, in place of its own.
        figure: the number of a picture, before its caption.
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
    size: float | str | None = None
    marks: bool | None = None
    arrow: bool = False
    caption: str | None = None
    figure: int | None = None
    narrow: bool = False
    ascii: bool = False
    indent: int | None = None
    positions: JsonPositions | None = None
    open: bool = False

    @property
    def makes_film(self) -> bool:
        """Whether a picture has several tables."""
        return self.first is not None or self.last is not None

    def story(self, game: GameToConvert) -> Story:
        """Return the story of a game, with or without the faces of cards that lie face down."""
        return make_story(game.replay, open=self.open)


def make_format(name: str, *, warn: Warn | None = None, **options: Any) -> Format:
    """Make a format of its name and what is chosen for it.

    Args:
        name: its name.
        warn: receives a sentence for what would be wrong with a picture in print.
        options: those of :class:`Choices`.

    Raises:
        ConvertError: something is chosen that this format cannot heed.
    """
    choices = Choices(**options)
    if name == "pdf" and choices.theme is None:
        choices = choices._replace(theme="paper")
    check_number(0, at=choices.at, first=choices.first, last=choices.last, indent=choices.indent)
    check_number(1, figure=choices.figure)
    _check_options(name, choices)
    if name not in SUFFIXES:
        foreign = foreign_formats()[name]
        return Format(foreign.suffix, partial(_write_foreign, foreign=foreign), apart=True)
    suffix = SUFFIXES[name]
    faces = choices.faces or "figures"
    if name == "html":
        shared = SharedFile(shared_script(faces)) if choices.shared else None
        write_page = partial(_write_page, choices=choices)
        return Format(suffix, write_page, apart=True, entry=_entry, index=_write_index, shared=shared)
    if name == "table":
        # The module with which any page shows a table, and the data of one game for it.
        shared = SharedFile(module_script(faces), "leoni-table.js")
        return Format(
            ".json", partial(_write_table_data, choices=choices), apart=True, shared=shared, pictures=True, alone=""
        )
    if name in _PICTURES:
        draw = _film if choices.makes_film else _picture
        encode = {"svg": None, "pdf": to_pdf, "png": to_png}[name]
        look = _look_of(choices)
        if encode is not None:
            # No file of these needs fonts.
            look = look._replace(flat=True)
        write_svg = partial(_write_svg, draw=draw, choices=choices, look=look, warn=warn)
        return Format(suffix, write_svg, apart=True, encode=encode)
    if name in ("solvitaire", "fc-solve"):
        return Format(suffix, partial(_write_board, name=name, number=choices.at or 0), apart=True)
    if name in ("markdown", "text"):
        write_text = partial(_write_markdown, warn=warn) if name == "markdown" else _write_plain
        return Format(suffix, partial(write_text, choices=choices), pictures=choices.pictures)
    write_data = {"json": _write_json, "jsonl": _write_json_lines, "csv": _write_csv}[name]
    return Format(suffix, partial(write_data, choices=choices), data=True)


def _check_options(name: str, choices: Choices) -> None:
    """Check that a format can heed all options that are chosen.

    Raises:
        ConvertError: it cannot.
    """
    chosen_options = [option for option, value in choices._asdict().items() if value != Choices._field_defaults[option]]
    for option, (names, purpose) in _FOR.items():
        if option in chosen_options and name not in names:
            raise ConvertError(Message(Argument(option), f" is for {purpose}, not for {name}"))
    if choices.positions not in (None, *get_args(JsonPositions)):
        raise ConvertError(f"positions: {' or '.join(get_args(JsonPositions))}, not {choices.positions!r}")
    if choices.makes_film and choices.at is not None:
        message = Message(_AT, " draws one table, ", _FIRST, " and ", _LAST, " several: choose one")
        raise ConvertError(message)
    if choices.strip and not choices.makes_film:
        raise ConvertError(Message(_STRIP, " is for several positions: say ", _FIRST, " or ", _LAST))
    if choices.makes_film and (choices.caption is not None or choices.figure is not None):
        message = Message(Argument("caption"), " and ", Argument("figure"), " are for one position: say ", _AT)
        raise ConvertError(message)
    if choices.makes_film and not choices.strip and (choices.theme == "paper" or name in _STILL):
        raise ConvertError(
            Message("nothing moves on paper: draw the positions side by side (", _STRIP, "), or say ", _AT)
        )
    if name in _STILL and choices.theme == "auto":
        raise ConvertError(f"{name.upper()} has the same colours for all readers: choose another theme than auto")
    if name == "markdown" and not choices.pictures:
        for option in _LOOK:
            if option in chosen_options:
                raise ConvertError(
                    Message(Argument(option), " is for pictures: Markdown has none without ", Argument("pictures"))
                )
    try:
        _look_of(choices)
        if name in _STILL:
            load_renderer()
    except LeoniError as error:
        raise ConvertError(str(error)) from None


def endings() -> dict[str, str]:
    """Return the formats by the ends of file names, those with endings of two parts first."""
    ours = {suffix: name for name, suffix in SUFFIXES.items() if name != "table"}
    foreign = {format.suffix: format.name for format in foreign_formats().values() if format.write}
    return dict(sorted((ours | foreign).items(), key=lambda ending: -ending[0].count(".")))


def formats() -> list[str]:
    """Return the names of the formats that can be written, those of our own first."""
    return [*SUFFIXES, *(format.name for format in foreign_formats().values() if format.write)]


class FormatOptions(TypedDict, total=False):
    """The options of :func:`convert`; each is for some of the formats.

    Attributes:
        at: the move of which a picture is made, or a board; by default the last one, and the position as dealt.
        first: the move with which a film begins; 0, as dealt, by default, if it ends somewhere.
        last: the move with which it ends; the last one by default, if it begins somewhere.
        strip: whether the positions of a film are shown side by side and not one after the other.
        four_colours: whether pictures give every suit a colour of its own.
        faces: pips and figures on cards, or one large suit, for small files.
        theme: the colours of pictures; "auto" follows the system of whoever sees them, "paper" is for print.
        size: the width of pictures in pixels, or with a unit (``"110mm"``); by default a card is 60 pixels wide.
        marks: whether to highlight the cards that the last move brought; by default everywhere but on paper.
        arrow: whether arrows show where the cards of the last move came from.
        caption: the words under a picture.
        figure: the number of a picture, before its caption.
        narrow: whether pictures are for a narrow screen.
        ascii: whether plain text has letters for suits.
        indent: by how many blanks JSON is indented; by default a game is one line.
        positions: which positions JSON has: every one, which is the default, or those with which a chapter begins.
        open: whether the faces of cards that lie face down are shown.
    """

    at: int
    first: int
    last: int
    strip: bool
    four_colours: bool
    faces: Faces
    theme: Theme
    size: float | str
    marks: bool
    arrow: bool
    caption: str
    figure: int
    narrow: bool
    ascii: bool
    indent: int | None
    positions: JsonPositions
    open: bool


@overload
def convert(
    records: Record | str | Iterable[Record], to: TextFormat | ForeignFormat, **options: Unpack[FormatOptions]
) -> str: ...


@overload
def convert(records: Record | str | Iterable[Record], to: BinaryFormat, **options: Unpack[FormatOptions]) -> bytes: ...


def convert(
    records: Record | str | Iterable[Record],
    to: TextFormat | BinaryFormat | ForeignFormat,
    **options: Unpack[FormatOptions],
) -> str | bytes:
    """Convert games to a page, a picture, text or data: a string, or for ``pdf`` and ``png`` bytes.

    Args:
        records: a record, several, or the text of records.
        to: ``html``, ``svg``, ``pdf``, ``png``, ``markdown``, ``text``, ``json``, ``jsonl``, ``csv``, ``table``,
            ``solvitaire``, ``fc-solve``, or a format that an added game brings (one of ``Declaration.formats``, or its
            name).
        options: what :class:`FormatOptions` has, such as ``at=3`` for a picture or ``indent=2`` for JSON.

    Raises:
        LeoniError: there is no such format, an option is not for it, or it holds one game and there are several; or
            there is no game.
        IndexError: the game has no such move.
        TypeError: it is none of these, or an option is of another type.
    """
    name: str = to.name if isinstance(to, ForeignFormat) else to
    check_type(name, str, "the format is a text")
    if name not in SUFFIXES and name not in formats():
        raise LeoniError(f"there is no format `{name}`: the formats are {', '.join(SUFFIXES)}")
    check_options(options, FormatOptions)
    check_type(records, (str, Record, Iterable), "convert takes records or their text")
    if isinstance(records, str):
        records = records_in(records)
    games = [records] if isinstance(records, Record) else list(records)
    if not games:
        raise LeoniError("there is no game to convert")
    replays = [replay_of(game, "convert") for game in games]
    several = len(replays) > 1
    pieces: list[str] = []
    try:
        format = make_format(name, warn=partial(warnings.warn, stacklevel=5), **options)
        if format.apart and several:
            raise ConvertError(f"{name} holds one game, and here are {len(replays)}")
        games_to_write = (
            GameToConvert(game, f"game {number} of {len(replays)}" if several else "", number)
            for number, game in enumerate(replays, 1)
        )
        format.write(games_to_write, several, pieces.append)
        text = "".join(pieces)
        return text if format.encode is None else format.encode(text)
    except NoMove as error:
        raise IndexError(str(error)) from None
    except ConvertError as error:
        raise LeoniError(str(error)) from None


# -- writers: each takes the games, whether there are several, and a function that writes text ------------------------


def _write_board(games: Iterable[GameToConvert], several: bool, write: Write, name: str, number: int) -> None:
    """Write the position of one game after a move as the board of a solver."""
    (game,) = games
    game.check_moves(number)
    board_of = solvitaire if name == "solvitaire" else fc_solve
    try:
        write(game.show(lambda game: board_of(view_at(game.replay, number))))
    except CannotImport as error:
        raise ConvertError(f"{game.label or 'the game'} makes no board: {error}") from None


def _write_foreign(games: Iterable[GameToConvert], several: bool, write: Write, foreign: ForeignFormat) -> None:
    """Write one game in the format of another program."""
    (game,) = games
    try:
        if not game.replay.dealt or foreign not in GAMES[game.replay.game.name].formats:
            raise CannotImport(f"{foreign.name} holds other games")
        write(game.show(lambda game: resolve_name(foreign.write)(game.replay)))
    except CannotImport as error:
        raise ConvertError(f"{game.label or 'the game'} cannot be written: {error}") from None


def _write_markdown(
    games: Iterable[GameToConvert], several: bool, write: Write, choices: Choices, warn: Warn | None
) -> None:
    """Write games in Markdown.

    Args:
        games: the games.
        several: whether there are several.
        write: takes the text.
        choices: the options; with ``pictures``, the tables go into files beside the text.
        warn: receives a sentence for what would be wrong with a picture in print.
    """
    write_picture = None
    if choices.pictures:
        (game,) = games = list(games)
        write_picture = game.write_beside
        if write_picture is None:
            raise ConvertError(Message(Argument("pictures"), " writes files into a folder: it is for the command"))
    look = _look_of(choices)
    for piece in markdown(games, choices.story, several, write_picture, look=look, warn=warn):
        write(piece)


def _write_plain(games: Iterable[GameToConvert], several: bool, write: Write, choices: Choices) -> None:
    """Write games in plain text."""
    for piece in plain_text(games, choices.story, several, ascii=choices.ascii):
        write(piece)


def _write_json(games: Iterable[GameToConvert], several: bool, write: Write, choices: Choices) -> None:
    """Write one array, a game a line if it is not indented."""
    separator = "[\n"
    for game in games:
        write(separator + game.show(partial(_json_text, choices=choices)))
        separator = ",\n"
    write("\n]\n")


def _write_json_lines(games: Iterable[GameToConvert], several: bool, write: Write, choices: Choices) -> None:
    """Write an object a game, each on its line."""
    for game in games:
        write(game.show(partial(_json_text, choices=choices)) + "\n")


def _json_text(game: GameToConvert, choices: Choices) -> str:
    """Return a game as JSON."""
    data = as_json(choices.story(game), game.games_in_file, positions=choices.positions or "every")
    return json.dumps(data, indent=choices.indent, separators=None if choices.indent is not None else (",", ":"))


def _write_csv(games: Iterable[GameToConvert], several: bool, write: Write, choices: Choices) -> None:
    """Write a row a move."""
    head = CSV_HEAD
    for game in games:
        write(head + game.show(lambda game: csv_rows(choices.story(game))))
        head = ""


def _write_table_data(games: Iterable[GameToConvert], several: bool, write: Write, choices: Choices) -> None:
    """Write the data of one game for the element ``<leoni-table>``."""
    (game,) = games
    data = game.show(lambda game: html.table_data(choices.story(game)))
    write(json.dumps(data, separators=(",", ":")) + "\n")


def _write_page(games: Iterable[GameToConvert], several: bool, write: Write, choices: Choices) -> None:
    """Write one game as a page."""
    (game,) = games
    write(game.show(partial(_page_text, choices=choices)))


def _page_text(game: GameToConvert, choices: Choices) -> str:
    """Return a game as a page."""
    faces = choices.faces or "figures"
    return html.page(choices.story(game), game.label, links=game.links, faces=faces, shared=game.shared)


def _entry(game: GameToConvert, link: str) -> IndexEntry:
    """Return the line of a game in the index of a folder; ``link`` leads to its page."""
    replay, transcript = game.replay, game.replay.transcript
    thumbnail = None
    if replay.dealt:
        # The index gives no exercise away.
        shown_move = 0 if transcript.value("Exercise") else replay.moves
        thumbnail = contents.thumbnail(view_at(replay, shown_move).layout.closed())
    # The file only if there are several, the number only if the file has several games.
    file = transcript.file if game.in_folder else ""
    number = f"game {transcript.number}" if game.games_in_file > 1 else ""
    return IndexEntry(
        # As people call it: by its event, else by its game and deal.
        title=transcript.value("Event") or _join(replay.name, deal_of(replay)),
        link=link,
        result=outcome_of(replay),
        moves=replay.moves,
        accepted=replay.accepted,
        which=_join(file, number),
        status=replay.label,
        game=replay.name or "",
        rules=_join(replay.name, replay.rules),
        thumbnail=thumbnail,
    )


def _join(*parts: str | None) -> str:
    """Return those of some texts that aren't empty, with commas between them."""
    return ", ".join(part for part in parts if part)


def _write_index(entries: Iterator[Any], count: int, write: Write) -> None:
    """Write the index of a folder, from the fields of its entries."""
    for piece in contents.index((IndexEntry(*entry) for entry in entries), count):
        write(piece)


def _look_of(choices: Choices) -> svg.Look:
    """Return the look of pictures."""
    return svg.look_of(
        four_colours=choices.four_colours,
        faces=choices.faces,
        theme=choices.theme or "light",
        size=choices.size,
        marks=choices.marks,
        arrow=choices.arrow,
    )


class _Drawing(NamedTuple):
    """An SVG document, and what would be wrong with it in print."""

    svg: str
    flaws: list[str]


def _write_svg(
    games: Iterable[GameToConvert],
    several: bool,
    write: Write,
    draw: Callable[[GameToConvert, Choices, svg.Look], _Drawing],
    choices: Choices,
    look: svg.Look,
    warn: Warn | None,
) -> None:
    """Write the picture of one game.

    Args:
        games: the game alone.
        several: whether there are several, which doesn't matter here.
        write: takes the picture.
        draw: draws the game: one table, or several.
        choices: the options.
        look: how the picture looks.
        warn: receives a sentence for what would be wrong with it in print.
    """
    (game,) = games
    drawing = game.show(lambda game: draw(game, choices, look))
    write(drawing.svg)
    if warn is not None:
        for sentence in drawing.flaws:
            warn(sentence)


def _picture(game: GameToConvert, choices: Choices, look: svg.Look) -> _Drawing:
    """Draw one table of a game: after the move that is chosen, otherwise the last one."""
    number = game.replay.moves if choices.at is None else choices.at
    game.check_moves(number)
    story = choices.story(game)
    if number == len(story.moves):
        title = f"{story.title}: {story.verdict}"
    else:
        title = f"{story.title}, after move {number}" if number else f"{story.title}, as dealt"
    layout = svg.with_caption(story.layout(number), choices.caption, choices.figure, look)
    picture = svg.Picture(layout, plan([layout], NARROW) if choices.narrow else None, look)
    flaws = svg.flaws_in_print([layout], picture.plan, look)
    return _Drawing(picture.document(title, story.text(number)), list(flaws))


#: How many tables a film may have: each of them makes the file larger.
_LONGEST: Final = 120


def _film(game: GameToConvert, choices: Choices, look: svg.Look) -> _Drawing:
    """Draw the tables of a game from one move to another, one after the other as a film, or side by side as a strip.

    Raises:
        ConvertError: there are no such moves, or too many.
    """
    first = choices.first or 0
    last = game.replay.moves if choices.last is None else choices.last
    game.check_moves(max(first, last))
    if first > last:
        raise ConvertError(Message(_FIRST, f" {first} comes after ", _LAST, f" {last}"))
    count = last - first + 1
    if count > _LONGEST:
        raise ConvertError(f"moves {first} to {last} are {count} positions: a picture has room for {_LONGEST}")
    story = choices.story(game)
    layouts: list[Layout] = []
    captions: list[str] = []
    for number in range(first, last + 1):
        layouts.append(story.layout(number))
        captions.append(f"{number}. {story.moves[number - 1].prose}" if number else "as dealt")
    layouts = [layout._replace(caption=caption) for layout, caption in zip(layouts, captions, strict=True)]
    title, text = f"{story.title}, moves {first} to {last}", "\n".join(captions)
    if choices.strip:
        sheet = films.plan_strip(layouts, look, narrow=choices.narrow)
        document = films.strip(layouts, sheet, look, title=title, text=text)
        return _Drawing(document, list(svg.flaws_in_print(layouts, sheet.plan, look, columns=sheet.columns)))
    document = films.film(layouts, plan(layouts, NARROW if choices.narrow else WIDE), look, title=title, text=text)
    return _Drawing(document, [])


def replay_picture(replay: Replay, number: int, **look: Any) -> str:
    """Return the table after a move as SVG: ``Replay.svg``."""
    story = make_story(replay)
    return svg.board(story.layout(number), title=f"{story.title}: {story.verdict}", text=story.text(number), **look)


def replay_page(replay: Replay) -> str:
    """Return the game as a page with a player: ``Replay.html``."""
    return html.page(make_story(replay))
