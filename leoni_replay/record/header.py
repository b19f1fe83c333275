"""The tags of a record: its game, its rules, and the errors in its header."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from leoni_replay.diagnostics import Fault, Warn
from leoni_replay.games import GAMES, Game, Rules, RulesError, make_game
from leoni_replay.notation.tags import FREE_TAGS, LIKE_A_DEAL, OTHER_NAMES, READ_TAGS, is_wrong_day
from leoni_replay.phrases import bare_name, closest_name

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
#: What people may write for the number of such a tag.
_NUMBERED: Final = re.compile(r"([a-z]+?)0*([0-9]+)[a-z]?")
_NUMBER_WORDS: Final = {
    "two": 2, "second": 2, "ii": 2,
    "three": 3, "third": 3, "iii": 3,
    "four": 4, "fourth": 4, "iv": 4,
}  # fmt: skip
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
    rules_tag = tags.get("Rules")
    if rules is None and rules_tag is not None:
        rules_to_use: str | Rules | None = rules_tag.value
    else:
        rules_to_use = rules
    warnings = []
    for tag in transcript.tags:
        if tag.name == "Date" and is_wrong_day(tag.value):
            message = f"there is no such day as `{tag.value}`"
            warnings.append(Warn.at(tag, "H116", message, help=["write a day as 2026-11-23: year, month, day"]))
    try:
        if rules_to_use is None and name.value in GAMES:
            book = GAMES[name.value].books[0]
            message = f"there is no Rules tag, so the game is read under its default rule book, {book}"
            warnings.append(Warn.at(name, "H108", message, help=[f'write [Rules "{book}"]']))
        if isinstance(rules_to_use, Rules):
            return GAMES[name.value].make(rules_to_use), warnings
        return make_game(name.value, rules_to_use, transcript.record_file if rules is None else None), warnings
    except RulesError as error:
        wrong_tag = name if error.kind == "game" else rules_tag or name
        raise Fault.at(wrong_tag, _CODES.get(error.kind, "H107"), error.message, help=error.help) from None


class TagCorrection(NamedTuple):
    """A span of a record's text among its tags, and what should be written instead."""

    start: int
    end: int
    text: str


def tag_correction(transcript: Transcript) -> TagCorrection | None:
    """Suggest a correction for the first unknown tag name, or for an unknown game, rule book, point or reading. None if
    nothing is similar."""
    misspelled = next(_misspelled_tags(transcript.tags), None)
    if misspelled is not None:
        tag, intended = misspelled
        if intended.startswith("["):
            return TagCorrection(tag.start, tag.end, intended)
        start = transcript.text.index(tag.name, tag.start)
        return TagCorrection(start, start + len(tag.name), intended)
    game, rules = transcript.tag("Game"), transcript.tag("Rules")
    try:
        if game is not None:
            make_game(game.value, rules.value if rules is not None else None, transcript.record_file)
    except RulesError as error:
        wrong_tag = game if error.kind == "game" else rules
        if wrong_tag is not None and error.near_choice is not None and error.word in wrong_tag.value:
            start = wrong_tag.value_start + wrong_tag.value.index(error.word)
            return TagCorrection(start, start + len(error.word), error.near_choice)
    return None


def tags_of(transcript: Transcript) -> dict[str, Tag]:
    """Return the tags that leoni reads, by name.

    Raises:
        Fault: a tag is repeated, or looks like a misspelling of one of these.
    """
    _refuse_misspelled_tags(transcript.tags)
    tags: dict[str, Tag] = {}
    for tag in transcript.tags:
        if is_read(tag.name):
            if tag.name in tags:
                raise Fault.at(tag, "H102", f"the tag {tag.name} is given twice, first as `{tags[tag.name].value}`")
            tags[tag.name] = tag
    return tags


def is_read(name: str) -> bool:
    """Whether a replay uses a tag of this name."""
    return name in READ_TAGS or redeal_number(name) > 0


def redeal_number(name: str) -> int:
    """Return the number of the deal whose order a tag gives (``Pack2`` …); 0 for any other tag."""
    match = _REDEAL.fullmatch(name)
    return int(match[1]) if match else 0


def _refuse_misspelled_tags(tags: list[Tag]) -> None:
    """Raise a fault if a tag looks like a misspelling: its value would be ignored."""
    misspelled_tags = list(_misspelled_tags(tags))
    if misspelled_tags:
        tag, intended = misspelled_tags[0]
        more = ", ".join(f"{tag.name} (did you mean {intended}?)" for tag, intended in misspelled_tags[1:])
        notes = [f"the same goes for {more}"] if more else []
        raise Fault.at(
            tag,
            "H110",
            f"leoni does not know the tag `{tag.name}`, which looks misspelled",
            notes=notes,
            help=[f"did you mean {intended}?"],
        )


def _misspelled_tags(tags: list[Tag]) -> Iterator[tuple[Tag, str]]:
    """Yield the tags that look like misspellings, each with the tag that is intended."""
    has_deal = any(tag.name == "Deal" for tag in tags)
    for tag in tags:
        intended = intended_tag(tag, has_deal)
        if intended:
            yield tag, intended


def intended_tag(tag: Tag, has_deal: bool) -> str | None:
    """Return the name of the tag that this one misspells or renames, or the whole tag if its value must change too;
    None if it is a tag in its own right.

    Args:
        tag: the tag.
        has_deal: whether the record has a ``Deal`` tag, so that no other can be meant for it.
    """
    if is_read(tag.name):
        return None
    name = bare_name(tag.name)
    intended_order = _intended_order(name)
    if intended_order:
        return intended_order
    if name in SCHEMES:
        return f'[Deal "{name}:{tag.value.strip().removeprefix(f"{name}:").strip()}"]'
    if not has_deal and (name in LIKE_A_DEAL or _DEAL_VALUE.match(tag.value)):
        return LIKE_A_DEAL.get(name, "Deal")
    if tag.name in FREE_TAGS:
        return None
    if name in OTHER_NAMES:
        return OTHER_NAMES[name]
    similar_name = closest_name(name, READ_TAGS, _ALIKE)
    if similar_name is not None and similar_name[0].lower() != name[:1]:
        similar_name = closest_name(name, READ_TAGS, _VERY_ALIKE)
    if similar_name is None:
        return None
    # `Packet` is a real word, not a misspelling.
    length_differs = abs(len(similar_name) - len(name)) > max(1, len(similar_name) // 4)
    return None if length_differs else similar_name


def _intended_order(name: str) -> str:
    """Return the tag of a redeal's order (``Pack2`` …) that a name means, in small letters and without signs; empty if
    it means none."""
    for word, number in _NUMBER_WORDS.items():
        if name in (f"pack{word}", f"{word}pack"):
            return f"Pack{number}"
    numbered = _NUMBERED.fullmatch(name)
    if numbered is None:
        return ""
    letters, digits = numbered.groups()
    # A letter missing, doubled or in another place; `Packet2` is a name in its own right.
    if letters not in ("pack", "pak", "pck", "pac", "packs", "ppack", "packk", "pcak", "pakc"):
        return ""
    return f"Pack{int(digits)}" if digits != "0" and len(digits) <= 2 else "Pack2"
