"""What the pages of games show beside their text: a replay in a frame, and the rule books word by word.

A hook of MkDocs (``mkdocs.yml``). In a page ``<!-- replay transcripts/games/anna-won.moves 200 -->`` stands for the
page of that game, opened at move 200, and ``<!-- clauses Anna dick-1898 -->`` for the clauses and readings of a book.
Elsewhere they are comments, and nothing is seen of them.
"""

from __future__ import annotations

import re
import shlex
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

import leoni_replay as lr
from leoni_replay.games import GAMES
from leoni_replay.show.html import page as replay_page
from leoni_replay.show.story import Story, tell_story

ROOT: Final = Path(__file__).parents[2]
REPLAY: Final = re.compile(r"^<!-- replay (\S+) (\d+) -->$", re.M)
CLAUSES: Final = re.compile(r"^<!-- clauses (.+) -->$", re.M)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Make the pages of the games that are shown in frames, as ``leoni convert --to html`` does."""
    shown = {match[1] for file in files.documentation_pages() for match in REPLAY.finditer(file.content_string)}
    for record in sorted(shown):
        files.append(File.generated(config, address(record), content=replay_page(story(record))))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files, **_: Any) -> str:
    """Put the frames and the books where the page asks for them."""
    markdown = REPLAY.sub(lambda match: frame(match[1], int(match[2]), page.url), markdown)
    return CLAUSES.sub(lambda match: clauses(*shlex.split(match[1])), markdown)


@cache
def story(record: str) -> Story:
    """A record of this repository, told. It has to be verified: an example that is wrong is none."""
    (transcript,) = lr.load(ROOT / record)
    done = lr.replay(transcript)
    if not done.verified:
        raise PluginError(f"{record} is not verified")
    return tell_story(done)


def address(record: str) -> str:
    """Where the page of a record stands in the site."""
    return f"replays/{Path(record).stem}.html"


def frame(record: str, move: int, page_url: str) -> str:
    """The frame with the replay of a record, opened at a move."""
    done = story(record)
    if move > len(done.moves):
        raise PluginError(f"{record} has no move {move}")
    source = get_relative_url(address(record), page_url)
    title = escape(f"{done.title}, after move {move}")
    return (
        f'<iframe class="replay" src="{source}#m{move}&amp;nowheel" title="{title}" loading="lazy"></iframe>\n'
        f'<p><a href="{source}">The replay in a page of its own</a>: '
        f"{len(done.moves)} moves, from <code>{escape(record)}</code>.</p>\n"
    )


def clauses(game: str, name: str) -> str:
    """The clauses and the readings of a rule book, each with its source, to be unfolded."""
    book = GAMES[game].book(name)
    lines = [f'??? quote "The book `{name}` word by word, with the source of each clause and reading"', ""]
    lines += [f"    {book.title}. {book.about}", "", "    | clause | | source |", "    |---|---|---|"]
    for number, clause in book.clauses.items():
        lines.append(f"    | {number}, {clause.name} | {clause.text} | {clause.citation}; {clause.basis} |")
    lines += ["", "    | point | reading | source |", "    |---|---|---|"]
    for point, choice in book.choices.items():
        title = book.points[point].title
        lines.append(f"    | {point}, {title} | `{choice.reading}` | {choice.citation}; {choice.basis} |")
    return "\n".join(lines) + "\n"
