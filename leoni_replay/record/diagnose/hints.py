"""Hints about a whole record: would it verify under another rule book, or for another deal of the same number?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from leoni_replay.games import GAMES, Game, Rules
from leoni_replay.games.rules import LETTER
from leoni_replay.notation.tree import Transcript
from leoni_replay.record.setup import other_schemes

#: Whether a transcript verifies under some rules (None: its own).
Verifies = Callable[[Transcript, str | Rules | None], bool]


def other_tags(transcript: Transcript, game: Game[Any], given: str | Rules | None, verifies: Verifies) -> str:
    """Find one tag to change so that the whole record verifies: most often people name the wrong rules.

    Args:
        transcript: a rejected record.
        game: its game, under the rules that rejected it.
        given: the rules that were given instead of its own, if any.
        verifies: a function that tries the record under other rules.

    Returns:
        The hint in words; empty if no single change helps.
    """
    rules, book = game.rules, game.rules.book.name
    for other in GAMES[game.name].all_books:
        if other != book and verifies(transcript, other):
            return f"the whole game is legal under the rule book {other}"
    if rules.taken and verifies(transcript, Rules(rules.book)):
        without = "its overrides" if rules.overrides else f"`{LETTER}`"
        return f"the whole game is legal under the rule book {book} without {without}"
    deal = transcript.tag("Deal")
    for scheme in other_schemes(deal.value) if deal else ():
        head = [replace(tag, value=scheme) if tag is deal else tag for tag in transcript.head]
        if verifies(replace(transcript, head=head), given):
            return f'the whole game is legal for [Deal "{scheme}"]'
    return ""


def other_reading(transcript: Transcript, rules: Rules, verifies: Verifies) -> str:
    """The reading of one point, or the letter of the source, under which the whole record verifies; empty if there is
    none."""
    for point in rules.book.points.values():
        for reading in point.readings:
            changed = Rules(rules.book, rules.overrides | {point.id: reading}, rules.letter)
            if reading != rules[point.id] and verifies(transcript, changed):
                return f"the whole game is legal with {point.id}={reading} ({point.title})"
    to_the_letter = replace(rules, letter=True)
    if to_the_letter.readings != rules.readings and verifies(transcript, to_the_letter):
        return f"the whole game is legal to the letter of its source, `{to_the_letter}`"
    return ""
