"""What the pages of games show beside their text: a replay in a frame, and the rule books word by word.

A hook of MkDocs (``mkdocs.yml``). In a page ``<!-- replay transcripts/games/anna-won.moves 200 -->`` stands for the
page of that game, opened at move 200, ``<!-- replay above -->`` for that of the record in the listing above, and
``<!-- clauses Anna dick-1898 -->`` for the clauses and readings of a book. Elsewhere they are comments, and nothing is
seen of them. A replay replaces a picture in the line before it, which is for where there are no frames.
"""

from __future__ import annotations

import re
import shlex
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, Final, NamedTuple

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

import leoni_replay as lr
from leoni_replay.games import GAMES
from leoni_replay.show.html import page as replay_page
from leoni_replay.show.story import Story, make_story

ROOT: Final = Path(__file__).parents[2]
#: A record, and the move that is shown first; or the whole record that stands above.
REPLAY: Final = re.compile(r"^(?:!\[.*\]\(.*\)\n)?<!-- replay (?:(above)|(\S+) (\d+)) -->$", re.M)
ABOVE: Final = re.compile(r"^```moves\n(\[Game .*?)^```$", re.M | re.S)
CLAUSES: Final = re.compile(r"^<!-- clauses (.+) -->$", re.M)


class Shown(NamedTuple):
    """A replay that a page shows: where its own page stands in the site, what it is, and the move shown first."""

    address: str
    story: Story
    move: int
    origin: str


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Make the pages of the games that are shown in frames, as ``leoni convert --format html`` does."""
    stories: dict[str, Story] = {}
    for file in files.documentation_pages():
        text = file.content_string
        stories |= {one.address: one.story for one in (shown(match, file.src_uri) for match in REPLAY.finditer(text))}
    for address, story in sorted(stories.items()):
        files.append(File.generated(config, address, content=replay_page(story)))
    return files


def on_page_markdown(markdown: str, *, page: Page, **_: Any) -> str:
    """Put the frames and the books where the page asks for them."""
    markdown = REPLAY.sub(lambda match: frame(shown(match, page.file.src_uri), page.url), markdown)
    return CLAUSES.sub(lambda match: clauses(*shlex.split(match[1])), markdown)


def shown(match: re.Match[str], page: str) -> Shown:
    """The replay that a mark in a page asks for."""
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
    """A record, told. It has to be verified: an example that is wrong is none."""
    (transcript,) = lr.loads(text, name)
    replay = lr.replay(transcript)
    if not replay.verified:
        raise PluginError(f"{name}: a game that is shown is not verified: {replay.error}")
    return make_story(replay)


def frame(one: Shown, page_url: str) -> str:
    """The frame with a replay, opened at its move."""
    source = get_relative_url(one.address, page_url)
    title = escape(f"{one.story.title}, after move {one.move}")
    return (
        f'<iframe class="replay" src="{source}#m{one.move}&amp;nowheel" title="{title}" loading="lazy"></iframe>\n'
        f'<p><a href="{source}">The replay in a page of its own</a>: '
        f"{len(one.story.moves)} moves, from {one.origin}.</p>\n"
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
