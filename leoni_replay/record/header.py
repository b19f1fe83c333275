"""The tags of a record: its game, its rules, and the errors in its header."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from leoni_replay.diagnostics import Fault, Warn
from leoni_replay.games import GAMES, Game, Rules, RulesError, make_game
from leoni_replay.notation.tags import FREE_TAGS, LIKE_A_DEAL, OTHER_NAMES, READ_TAGS, is_wrong_day
from leoni_replay.phrases import bare, closest

if TYPE_CHECKING:
    from leoni_replay.notation.transcript import Tag, Transcript

#: How similar a name must be to count as a misspelling: if it begins with the same letter, and if not.
_ALIKE: Final = 0.75
_VERY_ALIKE: Final = 0.85

#: The schemes of a deal: the part before its colon.
SCHEMES: Final = ("seed", "pysol")
#: The form of a value that can only be a deal.
_DEAL_VALUE: Final = re.compile(r"\s*(?:seed|pysol)\s*:", re.I)
_REDEAL: Final = re.compile(r"Pack([1-9][0-9]?)")
_CODES: Final = {
    "game": "H103", "book": "H104", "point": "H105", "reading": "H106",
    "file": "H112", "unsound": "H113", "pin": "H114",
}  # fmt: skip


def make_rules(transcript: Transcript, tags: dict[str, Tag], rules: str | Rules | None) -> tuple[Game[Any], list[Warn]]:
    """Return the game of a record under its rules, or under ``rules`` instead. The tags are those that leoni reads, by
    name.

    Raises:
        Fault: a header diagnostic (H1…).
    """
    name = tags.get("Game")
    if name is None:
        last = transcript.tags[-1] if transcript.tags else None
        start, end = (last.start, last.end) if last else (0, 0)
        message = "the tag Game is missing: a record must say which game it is"
        raise Fault("H101", message, start, end, help=[f'for example [Game "{next(iter(GAMES))}"]'])
    given = tags.get("Rules")
    text = rules if rules is not None else given.value if given is not None else None
    warnings = []
    for tag in transcript.tags:
        if tag.name == "Date" and is_wrong_day(tag.value):
            message = f"there is no such day as `{tag.value}`"
            warnings.append(Warn.at(tag, "H116", message, help=["write a day as 2026-11-23: year, month, day"]))
    try:
        if text is None and name.value in GAMES:
            book = GAMES[name.value].books[0]
            message = f"there is no Rules tag, so the game is read under its default rule book, {book}"
            warnings.append(Warn.at(name, "H108", message, help=[f'write [Rules "{book}"]']))
        if isinstance(text, Rules):
            return GAMES[name.value].make(text), warnings
        return make_game(name.value, text, transcript.record_file if rules is None else None), warnings
    except RulesError as error:
        at = name if error.kind == "game" else given or name
        raise Fault.at(at, _CODES.get(error.kind, "H107"), error.message, help=error.help) from None


def meant_tags(transcript: Transcript) -> tuple[int, int, str] | None:
    """Suggest corrections for unknown tag names and for unknown games, rule books, points or readings: the span in the
    text and its replacement. None if nothing is similar."""
    tags = transcript.tags
    slip = next(_slips(tags), None)
    if slip is not None:
        tag, meant = slip
        at = transcript.text.index(tag.name, tag.start)
        return (tag.start, tag.end, meant) if meant.startswith("[") else (at, at + len(tag.name), meant)
    game, rules = transcript.tag("Game"), transcript.tag("Rules")
    try:
        if game is not None:
            make_game(game.value, rules.value if rules is not None else None, transcript.record_file)
    except RulesError as error:
        wrong, name = game if error.kind == "game" else rules, error.meant
        if wrong is not None and name is not None and error.word in wrong.value:
            start = wrong.value_start + wrong.value.index(error.word)
            return start, start + len(error.word), name
    return None


def tags_of(transcript: Transcript) -> dict[str, Tag]:
    """Return the tags that leoni reads, by name.

    Raises:
        Fault: a tag is repeated, or looks like a misspelling of one of these.
    """
    _no_slips(transcript.tags)
    tags: dict[str, Tag] = {}
    for tag in transcript.tags:
        if is_read(tag.name):
            if tag.name in tags:
                raise Fault.at(tag, "H102", f"the tag {tag.name} is given twice, first as `{tags[tag.name].value}`")
            tags[tag.name] = tag
    return tags


def is_read(name: str) -> bool:
    """Whether a replay uses a tag of this name."""
    return name in READ_TAGS or redeal(name) > 0


def redeal(name: str) -> int:
    """Return the number of the deal whose order a tag gives (``Pack2`` …); 0 for any other tag."""
    match = _REDEAL.fullmatch(name)
    return int(match[1]) if match else 0


def _no_slips(tags: list[Tag]) -> None:
    """Raise a fault if a tag looks like a misspelling: its value would be ignored."""
    slips = list(_slips(tags))
    if slips:
        tag, meant = slips[0]
        others = ", ".join(f"{other.name} (did you mean {name}?)" for other, name in slips[1:])
        notes = [f"the same goes for {others}"] if others else []
        raise Fault.at(
            tag,
            "H110",
            f"leoni does not know the tag `{tag.name}`, which looks misspelled",
            notes=notes,
            help=[f"did you mean {meant}?"],
        )


def _slips(tags: list[Tag]) -> Iterator[tuple[Tag, str]]:
    """Return the tags that look like misspellings, each with the tag that is meant."""
    has_deal = any(tag.name == "Deal" for tag in tags)
    return ((tag, meant) for tag in tags if (meant := meant_tag(tag, has_deal)))


def meant_tag(tag: Tag, has_deal: bool) -> str | None:
    """Return the tag that this one misspells or renames, with a new value if that must change too."""
    if is_read(tag.name):
        return None
    name = bare(tag.name)
    if _REDEAL.fullmatch(name.capitalize()):
        return name.capitalize()
    if name in SCHEMES:
        return f'[Deal "{name}:{tag.value.strip().removeprefix(f"{name}:").strip()}"]'
    if not has_deal and (name in LIKE_A_DEAL or _DEAL_VALUE.match(tag.value)):
        return LIKE_A_DEAL.get(name, "Deal")
    if tag.name in FREE_TAGS:
        return None
    if name in OTHER_NAMES:
        return OTHER_NAMES[name]
    close = closest(name, READ_TAGS, _ALIKE)
    if close is not None and close[0].lower() != name[:1]:
        close = closest(name, READ_TAGS, _VERY_ALIKE)
    # `Packet` is a real word, not a misspelling.
    return close if close is not None and abs(len(close) - len(name)) <= max(1, len(close) // 4) else None
