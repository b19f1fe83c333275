"""What stands in pages for something that the site makes. On GitHub these marks are comments, and nothing is seen.

A hook of MkDocs (``mkdocs.yml``).

- ``<!-- replay transcripts/games/anna-won.moves 200 -->``: the page of that game in a frame, opened at move 200;
  ``<!-- replay above -->``: that of the record in the listing above. A picture in the line before gives way to it.
- ``<!-- sheet Anna -->``: the rules of a game on one screen, as the board shows them.
- ``<!-- books Anna -->``: the points of a game, and the clauses of its books.
- ``<!-- table letter.csv -->``: the file beside the page; with ``*`` a table for each first cell, folded up under it.
- ``<!-- play -->[Play now](play.md)`` and ``<!-- check -->[…](…)``: a link to Play or Check if they have been made, or
  else the link as it is written; a button if it stands alone in its line. ``<!-- play Anna -->[…](…)`` leads to the
  guided deal of a game.
- ``<!-- dark pages/board-dark.jpg -->``: in dark mode, this picture takes the place of the one in the line before.
- ``<!-- unpublished -->…<!-- published: … -->``: see ``published`` in ``hatch_build.py``.
- ``<!-- board new=Martha&bare -->``: the board in a frame, with this address, if it has been made.
- ``<!-- element transcripts/games/annotated.moves 57 -->``: that game in ``<leoni-table>``, at move 57.
- ``<!-- pages -->``: links to Play and Check, if ``leoni site -o build/pages`` has made them.
"""

from __future__ import annotations

import csv
import json
import posixpath
import re
import runpy
from collections.abc import Iterable, Sequence
from functools import cache
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

import leoni_replay as lr
from leoni_replay.games import GAMES, make_game
from leoni_replay.games.sheet import sheet_lines
from leoni_replay.installation import sources_address
from leoni_replay.show.html import page as replay_page
from leoni_replay.show.html import table_data
from leoni_replay.show.rendering import module_script
from leoni_replay.show.story import Story, make_story

ROOT: Final = Path(__file__).parents[2]
BUILT: Final = ROOT / "build" / "pages"
LINKS: Final = {"try/play.html": "Play now", "try/check.html": "Check a record"}

#: What pages say where the project is published.
PUBLISHED: Final = runpy.run_path(str(ROOT / "hatch_build.py"))["published"]
REPLAY: Final = re.compile(r"^(?:!\[.*\]\(.*\)\n)?<!-- replay (?:(above)|(\S+) (\d+)) -->$", re.M)
#: A whole record in a listing.
ABOVE: Final = re.compile(r"^```moves\n(\[Game .*?)^```$", re.M | re.S)
BOOKS: Final = re.compile(r"^<!-- books \"?(.+?)\"? -->$", re.M)
SHEET: Final = re.compile(r"^<!-- sheet \"?(.+?)\"? -->$", re.M)
TABLE: Final = re.compile(r"^<!-- table (\S+)( \*)? -->$", re.M)
BOARD: Final = re.compile(r"^<!-- board (\S+) -->$", re.M)
ELEMENT: Final = re.compile(r"^<!-- element (\S+) (\d+) -->$", re.M)
#: The script of the element, beside the games that it shows.
MODULE: Final = "replays/leoni-table.js"
PAGES: Final = "<!-- pages -->"
DOOR: Final = re.compile(r"(^)?<!-- (play|check)(?: \"?([^\"\n]+?)\"?)? -->(\[[^\]]+\])\(([^()\s]+)\)( *$)?", re.M)
#: What a link to Play or Check looks like if it stands alone.
BUTTONS: Final = {"play": "{ .md-button .md-button--primary }", "check": "{ .md-button }"}
DARK: Final = re.compile(r"^(!\[[^\]]*\])\(([^()\s]+)\)\n<!-- dark (\S+) -->$", re.M)


class Shown(NamedTuple):
    """A replay that a page shows: where its own page stands in the site, what it is, and the move shown first."""

    address: str
    story: Story
    move: int
    origin: str


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages of the games that are shown in frames, and Play and Check as they were made."""
    stories: dict[str, Story] = {}
    for file in files.documentation_pages():
        text = file.content_string
        stories |= {one.address: one.story for one in (shown(match, file.src_uri) for match in REPLAY.finditer(text))}
    for address, story in sorted(stories.items()):
        files.append(File.generated(config, address, content=replay_page(story)))
    for file in files.documentation_pages():
        for path, _ in ELEMENT.findall(file.content_string):
            story = story_of((ROOT / path).read_text(encoding="utf-8"), path)
            files.append(File.generated(config, element_address(path), content=json.dumps(table_data(story))))
            if files.get_file_from_path(MODULE) is None:
                files.append(File.generated(config, MODULE, content=module_script("figures")))
    for path in sorted(path for path in BUILT.rglob("*") if path.is_file()):
        files.append(File.generated(config, f"try/{path.relative_to(BUILT).as_posix()}", abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, *, page: Page, **_: Any) -> str:
    """Put everything where the page asks for it."""
    address = sources_address()
    if address:
        markdown = PUBLISHED(markdown, address, lr.__version__)
    folder = (ROOT / "docs" / page.file.src_uri).parent
    markdown = REPLAY.sub(lambda match: frame(shown(match, page.file.src_uri), page.url), markdown)
    markdown = SHEET.sub(lambda match: one_screen(match[1]), markdown)
    markdown = BOOKS.sub(lambda match: books(match[1]), markdown)
    markdown = TABLE.sub(lambda match: file_table(folder / match[1], bool(match[2])), markdown)
    markdown = BOARD.sub(lambda match: board_frame(match[1], page.url), markdown)
    markdown = ELEMENT.sub(lambda match: element(match[1], int(match[2]), page.url), markdown)
    markdown = DOOR.sub(lambda match: door(match, page.file.src_uri), markdown)
    markdown = DARK.sub(r"\1(\2#only-light){ loading=lazy }\n\1(\3#only-dark){ loading=lazy }", markdown)
    if not BUILT.exists():
        return markdown
    links = (f'<a href="{get_relative_url(address, page.url)}">{text}</a>' for address, text in LINKS.items())
    return markdown.replace(PAGES, f"<p><strong>{' · '.join(links)}</strong></p>")


def shown(match: re.Match[str], page: str) -> Shown:
    """Return the replay that a mark in a page asks for."""
    if match[1]:
        above = ABOVE.findall(match.string, 0, match.start())
        if not above:
            raise PluginError(f"{page}: there is no whole record above the replay")
        address = f"replays/{Path(page).stem}-{len(above)}.html"
        return Shown(address, story_of(above[-1], page), 0, "the record above")
    story, move = story_of((ROOT / match[2]).read_text(encoding="utf-8"), match[2]), int(match[3])
    if move > len(story.moves):
        raise PluginError(f"{page}: {match[2]} has no move {move}")
    return Shown(f"replays/{Path(match[2]).stem}.html", story, move, f"<code>{escape(match[2])}</code>")


@cache
def story_of(text: str, name: str) -> Story:
    """Return the story of a record, which has to be verified."""
    (transcript,) = lr.loads(text, name)
    replay = lr.replay(transcript)
    if not replay.verified:
        raise PluginError(f"{name}: a game that is shown is not verified: {replay.error}")
    return make_story(replay)


def frame(one: Shown, page_url: str) -> str:
    """Return the frame with a replay, opened at its move."""
    source = get_relative_url(one.address, page_url)
    title = escape(f"{one.story.title}, after move {one.move}")
    return (
        f'<iframe class="replay" src="{source}#m{one.move}&amp;nowheel" title="{title}" loading="lazy"></iframe>\n'
        f'<p><a href="{source}">The replay in a page of its own</a>: '
        f"{len(one.story.moves)} moves, from {one.origin}.</p>\n"
    )


def board_frame(address: str, page_url: str) -> str:
    """Return the board in a frame with an address; nothing if it has not been made."""
    if not BUILT.exists():
        return ""
    source = get_relative_url("try/play.html", page_url)
    return f'<iframe class="replay" src="{source}#{escape(address)}" title="The board" loading="lazy"></iframe>\n'


def element(path: str, move: int, page_url: str) -> str:
    """Return the element that shows a game, with the script that makes it one."""
    module, data = (get_relative_url(address, page_url) for address in (MODULE, element_address(path)))
    return (
        f'<script type="module" src="{module}"></script>\n'
        f'<leoni-table src="{data}" move="{move}">This game can be stepped through where the page comes from a '
        "server.</leoni-table>\n"
    )


def element_address(path: str) -> str:
    return f"replays/{Path(path).stem}.json"


def door(match: re.Match[str], page: str) -> str:
    """Return a link to Play or Check, or the link that is written if they have not been made."""
    opening, name, game, text, target, ending = match.groups()
    if BUILT.exists():
        target = posixpath.relpath(f"try/{name}.html", posixpath.dirname(page) or ".")
        target += f"#learn={quote(game)}" if game else ""
    alone = opening is not None and ending is not None
    return f"{text}({target}){BUTTONS[name] if alone else ''}"


def one_screen(game: str) -> str:
    """Return the rules of a game on one screen, by its default book."""
    return "\n\n".join(f"**{head}** {text}" for head, text in sheet_lines(make_game(game).rules))


def books(game: str) -> str:
    """Return all points of a game with their readings, and the clauses of each of its books, folded up."""
    head, *rows = read(ROOT / "docs" / "games" / "points.csv")
    points = table(head[1:], (row[1:] for row in rows if row[0] == game))
    parts = [folded("Every point, and how each book reads it", points)]
    for name in GAMES[game].books:
        book = GAMES[game].book(name)
        clauses = (
            (f"{number}, {one.name}", one.text, f"{one.citation}; {one.basis}") for number, one in book.clauses.items()
        )
        readings = (
            (f"{point}, {book.points[point].title}", f"`{one.reading}`", f"{one.citation}; {one.basis}")
            for point, one in book.choices.items()
        )
        tables = table(("clause", "", "source"), clauses), table(("point", "reading", "source"), readings)
        summary = f"The book <code>{name}</code> word by word, with the source of each clause and reading"
        parts.append(folded(summary, f"{book.title}. {book.about}", *tables))
    return "\n\n".join(parts) + "\n"


def folded(summary: str, *parts: str) -> str:
    """Return parts of a page folded up, under a summary in HTML. The search leaves them out."""
    text = "\n\n".join(parts)
    return f'<details class="quote" markdown data-search-exclude>\n<summary>{summary}</summary>\n\n{text}\n\n</details>'


def file_table(path: Path, in_groups: bool) -> str:
    """Return the rows of a file as a table, or as a table for each group."""
    head, *rows = read(path)
    if not in_groups:
        return table(head, rows)
    return "\n\n".join(
        folded(group, table(head[1:], (row[1:] for row in of_group)))
        for group, of_group in groupby(rows, key=lambda row: row[0])
    )


def read(path: Path) -> list[list[str]]:
    """Read a file of values separated by commas."""
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '&#124;') for cell in line)} |" for line in lines)
