"""What a first-time player needs, from ``sheets/*.toml``: rules on one screen, guided deals, deals that can be won."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Any, Final, NamedTuple

from leoni_replay.games import GAMES
from leoni_replay.games.rules import FOLDER, Rules

#: The files of the sheets.
SHEETS: Final = FOLDER.parent / "sheets"
#: How many of the deals that can be won take their turn as the deal of the day. The lists grow, this number doesn't: a
#: date keeps its deal.
DAYS: Final = 366


class Part(NamedTuple):
    """A part of a sheet: its heading, and its sentences."""

    head: str
    lines: tuple[str, ...]


class GuideStep(NamedTuple):
    """A step of a guided deal: the move to make, in long form, and what to say before it."""

    move: str
    text: str


class Guide(NamedTuple):
    """A guided deal: the deal, its steps, and the last word."""

    deal: str
    steps: tuple[GuideStep, ...]
    closing: str


@cache
def _file(name: str) -> dict[str, Any]:
    path = SHEETS / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def pitch(game: str) -> str:
    """Return the line that makes one want to play a game; empty for a game from outside the package."""
    return str(_file(GAMES[game].slug).get("line", ""))


def sheet(rules: Rules) -> tuple[Part, ...]:
    """Return the rules of a game on one screen: the sentences that are true under the rules in force.

    A game from outside the package has no sheet of its own, so its clauses stand in for one.
    """
    own = _file(GAMES[rules.book.game].slug)
    if not own:
        return tuple(Part(clause.name.capitalize(), (clause.text,)) for clause in rules.book.clauses.values())
    parts = [(part["head"], [line["text"] for line in part["lines"] if _holds(line, rules)]) for part in _parts(own)]
    for word, other in own.get("words", {}).items():
        parts = [(head, [line.replace(word, other) for line in lines]) for head, lines in parts]
    return tuple(Part(head, tuple(lines)) for head, lines in parts if lines)


def sheet_lines(rules: Rules) -> Iterator[tuple[str, str]]:
    """Return the rules on one screen, part by part: the heading, and its sentences."""
    for part in sheet(rules):
        yield part.head if part.head[-1:] in "?!." else f"{part.head}.", " ".join(part.lines)


def mentioned(game: str) -> set[str]:
    """Return the readings (``L4=ends-deal``) that a sentence of a game's sheet depends on, and the readings and points
    that the sheet is silent about on purpose."""
    own = _file(GAMES[game].slug)
    whens = [line.get("when", {}) for part in _parts(own) for line in part["lines"]]
    named = {f"{point}={reading}" for when in whens for point, readings in when.items() for reading in readings}
    return named.union(_source(own).get("silent", ()))


def _source(own: dict[str, Any]) -> dict[str, Any]:
    return _file(own["like"]) if "like" in own else own


def _parts(own: dict[str, Any]) -> list[dict[str, Any]]:
    parts: list[dict[str, Any]] = _source(own)["parts"]
    return parts


def _holds(line: dict[str, Any], rules: Rules) -> bool:
    """Whether a sentence is true under some rules: each point that it depends on has one of its readings."""
    return all(rules[point] in readings for point, readings in line.get("when", {}).items())


def guide(game: str) -> Guide | None:
    """Return the guided deal of a game, which is played by its default book; None if it has none."""
    data = _file(GAMES[game].slug).get("guide")
    if data is None:
        return None
    return Guide(data["deal"], tuple(GuideStep(**step) for step in data["steps"]), data["closing"])


def winnable(game: str) -> list[str]:
    """Return the deals of a game that the solver has won under the default book.

    The list only ever grows at its end. It is empty for a game in which next to no deal can be won.
    """
    return [f"seed:w{number}" for number in _file("winnable").get(GAMES[game].slug, ())]
