"""What a first-time player needs, from ``sheets/*.toml``: rules on one screen, guided deals, deals that can be won."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from leoni_replay.games import GAMES
from leoni_replay.games.declare import SHEETS, Declaration, is_built_in_class
from leoni_replay.games.faults import bad_sheet, package_of
from leoni_replay.games.rules import Rules

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
    """A guided deal, which is played by the default book of its game.

    Attributes:
        deal: the deal.
        steps: the steps.
        closing: the last word.
        win: the moves that win after the last step; empty if nobody has found them.
    """

    deal: str
    steps: tuple[GuideStep, ...]
    closing: str
    win: tuple[str, ...] = ()

    @property
    def winning_line(self) -> list[str]:
        """The moves from the deal to the win; empty if nobody has found them."""
        return [*[step.move for step in self.steps], *self.win] if self.win else []


class _Sentence(NamedTuple):
    """A sentence of a sheet, with the readings under which it is true: some for each point that it depends on."""

    text: str
    when: Mapping[str, Sequence[str]]

    def is_true(self, rules: Rules) -> bool:
        return all(rules[point] in readings for point, readings in self.when.items())


class Sheet(NamedTuple):
    """The content of the file of a sheet.

    Attributes:
        pitch: the line that makes one want to play the game.
        parts: the headings, each with its sentences under all rules.
        silent: the readings and points that no sentence depends on, on purpose.
        guide: the guided deal, if the game has one.
    """

    pitch: str
    parts: tuple[tuple[str, tuple[_Sentence, ...]], ...]
    silent: tuple[str, ...]
    guide: Guide | None


def pitch(game: str) -> str:
    """Return the line that makes one want to play a game; empty for a game without a sheet."""
    own_sheet = load_sheet(GAMES[game])
    return own_sheet.pitch if own_sheet is not None else ""


def sheet(rules: Rules) -> tuple[Part, ...]:
    """Return the rules of a game on one screen: the sentences that are true under the rules in force.

    The clauses of the rule book stand in for the sheet of a game that has none.

    Raises:
        RulesError: the sheet of a game from outside the package has errors.
    """
    own_sheet = load_sheet(GAMES[rules.book.game])
    if own_sheet is None:
        return tuple(Part(clause.name.capitalize(), (clause.text,)) for clause in rules.book.clauses.values())
    parts: list[Part] = []
    for head, sentences in own_sheet.parts:
        lines = tuple([sentence.text for sentence in sentences if sentence.is_true(rules)])
        if lines:
            parts.append(Part(head, lines))
    return tuple(parts)


def sheet_lines(rules: Rules) -> Iterator[tuple[str, str]]:
    """Return the rules on one screen, part by part: the heading, and its sentences."""
    for part in sheet(rules):
        yield part.head if part.head[-1:] in "?!." else f"{part.head}.", " ".join(part.lines)


def mentioned_readings(game: str) -> set[str]:
    """Return the readings (``L4=ends-deal``) that a sentence of a game's sheet depends on, and the readings and points
    that the sheet is silent about on purpose."""
    own_sheet = load_sheet(GAMES[game])
    if own_sheet is None:
        return set()
    mentioned = set(own_sheet.silent)
    for _, sentences in own_sheet.parts:
        for sentence in sentences:
            for point, readings in sentence.when.items():
                mentioned.update(f"{point}={reading}" for reading in readings)
    return mentioned


def guide(game: str) -> Guide | None:
    """Return the guided deal of a game, which is played by its default book; None if it has none."""
    own_sheet = load_sheet(GAMES[game])
    return None if own_sheet is None else own_sheet.guide


def winnable(game: str) -> list[str]:
    """Return the deals of a game that the solver has won under the default book.

    The list only ever grows at its end. It is empty for a game in which next to no deal can be won.
    """
    return [f"seed:w{number}" for number in _data(SHEETS / "winnable.toml").get(GAMES[game].slug, ())]


def load_sheet(declaration: Declaration) -> Sheet | None:
    """Return the sheet of a game; None if it has none.

    Raises:
        RulesError: the sheet of a game from outside the package has errors.
    """
    try:
        return _read_sheet(declaration)
    # The file of another package may be wrong in any way.
    except Exception as error:
        if is_built_in_class(declaration.game):
            raise
        raise bad_sheet(declaration.name, package_of(declaration.game.__module__), error) from error


@cache
def _read_sheet(declaration: Declaration) -> Sheet | None:
    """Read the file of a sheet: ``line``, ``[[parts]]`` with a ``head`` and ``[[parts.lines]]``, ``[guide]``.

    A sheet that is ``like`` another game's has the parts of that game, with some ``words`` replaced.

    Raises:
        ValueError, KeyError: it has errors.
    """
    data = _data(declaration.sheets / f"{declaration.slug}.toml")
    if not data:
        return None
    source = _data(declaration.sheets / f"{data['like']}.toml") if "like" in data else data
    parts = []
    for part in source["parts"]:
        sentences = tuple(_sentence(line, data.get("words", {}), declaration) for line in part["lines"])
        parts.append((part["head"], sentences))
    guided_deal = None
    if guide_data := data.get("guide"):
        steps = tuple(GuideStep(**step) for step in guide_data["steps"])
        guided_deal = Guide(guide_data["deal"], steps, guide_data["closing"], tuple(guide_data.get("win", "").split()))
    return Sheet(str(data.get("line", "")), tuple(parts), tuple(source.get("silent", ())), guided_deal)


def _sentence(line: Mapping[str, Any], words: Mapping[str, str], declaration: Declaration) -> _Sentence:
    """Return a sentence of a sheet, with some words replaced by others.

    Raises:
        ValueError: it depends on a reading that the game does not have.
    """
    when: Mapping[str, Sequence[str]] = line.get("when", {})
    for point, readings in when.items():
        for reading in readings:
            if reading not in declaration.game.core.READINGS.get(point, ()):
                raise ValueError(f"a line depends on {point}={reading}, and the game has no such reading")
    text = str(line["text"])
    for word, replacement in words.items():
        text = text.replace(word, replacement)
    return _Sentence(text, when)


@cache
def _data(file: Path) -> dict[str, Any]:
    """Return the content of a file; nothing if there is none."""
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
