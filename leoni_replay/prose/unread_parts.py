"""What of a page was not read, as its author is shown it: each cause once, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from leoni_replay.cards import CARD, PRETTY
from leoni_replay.message import Message
from leoni_replay.phrases import join_words, pluralize
from leoni_replay.prose.parts import Part
from leoni_replay.prose.tokens import Unread, cards, tokens

#: How many lines are named one by one.
_FEW: Final = 6


def with_each_cause_once(parts: Iterable[Part]) -> list[Part]:
    """Return the parts of a page with only the first of those that were not read for the same reason. It says in which
    lines the others stand."""
    parts_by_cause: dict[object, list[Part]] = {}
    for number, part in enumerate(parts):
        # Any other part stands for itself.
        cause = part.why if part.kind == "unread" and part.why else number
        parts_by_cause.setdefault(cause, []).append(part)
    return [_with_lines_of_others(*same) for same in parts_by_cause.values()]


def _with_lines_of_others(part: Part, *others: Part) -> Part:
    """Return a part whose reason also says where the other sentences are that were not read for it."""
    if not others:
        return part
    lines = [*dict.fromkeys(other.line for other in others)]
    place = f"line {lines[0]}"
    if len(lines) > _FEW:
        place = f"lines {lines[0]} to {lines[-1]}"
    elif len(lines) > 1:
        place = f"lines {join_words([*map(str, lines)])}"
    more = pluralize(len(others), "more sentence")
    return part._replace(why=Message(part.why, f" (the same goes for {more} in {place})"))


def how_to_be_read(parts: Iterable[Part]) -> str:
    """Return what the author of a page can do about the sentences that were not read: how the first of them could be
    written, as a move and as a claim, or how to leave it out. Empty if all were read."""
    unread = [part for part in parts if part.kind == "unread"]
    if not unread:
        return ""
    # Where a card can go, the words alone do not say.
    card = next(filter(None, (_first_card_named(part.text) for part in unread)), "7♠")
    forms = f"“Play the {card}.” or “The {card} can be played.”"
    return (
        f"reword what is not read, for example as {forms}; what says nothing of the play, delete or write ~~ around it"
    )


def _first_card_named(text: str) -> str:
    """Return the first card that a text names by rank and suit; empty if there is none."""
    for token in tokens(text):
        if token.type in ("CARD", "SHORT"):
            try:
                return PRETTY[CARD[cards(token)[0]]]
            except Unread:
                continue
    return ""
