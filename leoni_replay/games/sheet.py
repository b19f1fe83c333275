"""What a first-time player needs, from ``sheets/*.toml``: rules on one screen, guided deals, deals that can be won."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any, Final, NamedTuple

from leoni_replay.games import GAMES
from leoni_replay.games.game import Game
from leoni_replay.games.rules import FOLDER, Rules

_SHEETS: Final = FOLDER.parent / "sheets"
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
    done: str


@cache
def _file(name: str) -> dict[str, Any]:
    path = _SHEETS / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def pitch(game: str) -> str:
    """Return the line that makes one want to play a game; empty for a game from outside the package."""
    return str(_file(GAMES[game].slug).get("line", ""))


def sheet(game: Game[Any]) -> tuple[Part, ...]:
    """Return the rules of a game on one screen: the sentences that are true under the rules in force.

    A game from outside the package has no sheet of its own, so its clauses stand in for one.
    """
    parts = _file(GAMES[game.name].slug).get("parts")
    if parts is None:
        return tuple(Part(clause.name.capitalize(), (clause.text,)) for clause in game.rules.book.clauses.values())
    chosen = [
        Part(part["head"], tuple(line["text"] for line in part["lines"] if holds(line.get("when", {}), game.rules)))
        for part in parts
    ]
    return tuple(part for part in chosen if part.lines)


def holds(when: dict[str, list[str]], rules: Rules) -> bool:
    """Whether a sentence is true under some rules: each point that it depends on has one of the listed readings."""
    return all(rules[point] in readings for point, readings in when.items())


def guide(game: str) -> Guide | None:
    """Return the guided deal of a game, which is played by its default book; None if it has none."""
    data = _file(GAMES[game].slug).get("guide")
    if data is None:
        return None
    return Guide(data["deal"], tuple(GuideStep(**step) for step in data["steps"]), data["done"])


def winnable(game: str) -> list[str]:
    """Return the deals of a game that the solver has won under the default book.

    The list only ever grows at its end. It is empty for a game in which next to no deal can be won.
    """
    return [f"seed:w{number}" for number in _file("winnable").get(GAMES[game].slug, ())]
