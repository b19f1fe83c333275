"""The game that a page names, and the chapters of a page that are about other games."""

from __future__ import annotations

import re
from typing import Any

from leoni_replay.games import GAMES, Game
from leoni_replay.phrases import bare_name
from leoni_replay.prose.page import Page, page_of
from leoni_replay.prose.parts import Part
from leoni_replay.prose.tokens import NAMES_CARD, kinds


def game_said(text: str) -> str:
    """Return the game that a page names in a line of its own, or at the beginning of a line; empty if it names none, or
    several."""
    lines = page_of(text).text.split("\n")
    titles = [title for line in lines for title in re.split("[.,:;]", line.lstrip("#* \t"))]
    names = {name for name in map(game_named, titles) if name}
    return names.pop() if len(names) == 1 else ""


def game_named(line: str) -> str:
    """Return the game whose name or alias a line is; empty if it is none of ours."""
    title = bare_name(_without_subtitle(line.partition("(")[0]))
    if not 0 < len(title) < 40:
        return ""
    for name, declaration in GAMES.items():
        if title in [bare_name(name), *(bare_name(alias) for alias, _ in declaration.aliases)]:
            return name
    return ""


def without_other_games(page: Page, game: Game[Any]) -> tuple[Page, list[Part]]:
    """Return a page without the chapters of other games, and a part for each of these chapters. A chapter begins with a
    line that is the name of a game; if one bears the name of ours, what stands before the first name is none of it."""
    lines = page.text.split("\n")
    names = [game_named(line) for line in lines]
    in_our_chapter = game.name not in names
    other_chapters = []
    first_words = next((number for number, line in enumerate(lines) if line.strip()), 0)
    if not in_our_chapter and names[first_words] != game.name:
        line = lines[first_words]
        other_chapters.append(Part(first_words + 1, line, "aside", (), f"it stands before the page of {game.name}"))
    blank_lines = set()
    for number, (line, name) in enumerate(zip(lines, names, strict=True), 1):
        if name:
            if in_our_chapter and name != game.name:
                other_chapters.append(Part(number, line, "aside", (), f"what follows is about {name}"))
            in_our_chapter = name == game.name
        if not in_our_chapter:
            blank_lines.add(number)
            lines[number - 1] = re.sub(r"[^\f\v]", " ", line)
    tables = [table for table in page.tables if table.line not in blank_lines]
    left_out = tuple(words for words in page.left_out if words.line not in blank_lines)
    return Page("\n".join(lines), tables, left_out), other_chapters


def _without_subtitle(title: str) -> str:
    """Return a title without what stands behind a dash: “Martha – an exercise”. A move behind it makes it none."""
    name, *subtitle = re.split(r"\s+[–—-]+\s+", title, maxsplit=1)
    return name if subtitle and not kinds(subtitle[0]) & (NAMES_CARD | {"VERB"}) else title
