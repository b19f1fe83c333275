"""The fields that a query can use: the tags of a record, and the facts about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from leoni_replay.collecting.facts import Facts
from leoni_replay.diagnostics import with_attributes
from leoni_replay.notation.tags import READ_TAGS
from leoni_replay.words import closest

Value = str | int | None


class Field(NamedTuple):
    """A fact about every record.

    Attributes:
        name: its name in queries.
        number: whether it is a number; otherwise it is text.
        about: its meaning, in a few words.
        value: its value; None if a record has none.
        values: all possible values, if there are few.
    """

    name: str
    number: bool
    about: str
    value: Callable[[Facts], Value]
    values: tuple[str, ...] = ()


#: the results of records
_RESULTS: Final = ("won", "lost", "conceded", "*")
#: the verdicts on them
_STATUSES: Final = ("verified", "consistent", "irregular", "rejected")

FIELDS: Final = {
    field.name: field
    for field in (
        Field("Game", False, "the game, as `leoni games` prints it", lambda facts: facts.game),
        Field("Rules", False, "the rule book, with what overrides it", lambda facts: facts.rules),
        Field("Deal", False, "the tag of that name", lambda facts: facts.deal),
        Field("Result", False, "the same as `result`", lambda facts: facts.result, _RESULTS),
        Field("book", False, "the rule book alone", lambda facts: facts.book),
        Field("status", False, "the verdict", lambda facts: facts.status, _STATUSES),
        Field("result", False, "the result that was proved", lambda facts: facts.result, _RESULTS),
        Field("code", False, "the code of what makes a rejected record wrong", lambda facts: facts.code),
        Field("moves", True, "how many moves were played", lambda facts: facts.moves),
        Field(
            "legal_moves",
            True,
            "how many moves were legal where it was lost or conceded",
            lambda facts: facts.legal_moves,
        ),
        Field("left", True, "how many cards are not on the foundations at the end", lambda facts: facts.left),
        Field("weaves", True, "how many exiles were woven", lambda facts: facts.weaves),
        Field("weave", True, "how many cards the longest weave lifted", lambda facts: facts.weave),
        Field("stalemates", True, "how many weaves ended in a stalemate", lambda facts: facts.stalemates),
        Field("reversals", True, "how many reversals were played", lambda facts: facts.reversals),
        Field("redeals", True, "how many redeals were played", lambda facts: facts.redeals),
        Field("exiles", True, "the most exiles that were left at a redeal", lambda facts: facts.exiles),
        Field("seconds", True, "how many seconds the game took: its last time", lambda facts: facts.seconds),
        Field("unknown", True, "how many cards of a consistent record stay unknown", lambda facts: facts.unknown),
        Field("digest", False, "the digest of the last table", lambda facts: facts.digest),
        Field("record_digest", False, "the record digest of a verified record", lambda facts: facts.record_digest),
        Field("file", False, "the file", lambda facts: facts.file),
        Field("number", True, "the number of the game in its file", lambda facts: facts.number),
    )
}


def tag(name: str) -> Field:
    """The field of a tag: the text of the first one of that name."""

    def value(facts: Facts) -> Value:
        return next((text for other, text in facts.tags if other == name), None)

    return Field(name, False, f"the tag {name}", value)


class NoField(ValueError):
    """Raised for an unknown field; ``help`` suggests what may have been meant."""

    __reduce__ = with_attributes

    def __init__(self, message: str, help: tuple[str, ...]) -> None:
        super().__init__(message)
        self.message = message
        self.help = help


def field(name: str) -> Field:
    """Look up a field. An unknown name with a capital letter is a tag.

    Raises:
        NoField: there is no such field.
    """
    if name in FIELDS:
        return FIELDS[name]
    meant = closest(name, FIELDS)
    guess = (f"did you mean {meant}?",) if meant else ()
    if name in READ_TAGS:
        raise NoField(f"records cannot be chosen by their tag {name}", ("--layout searches for a position",))
    if not name[0].isupper():
        own = tuple(one for one in FIELDS if one[0].islower())
        tags = "names of tags begin with a capital: Game, Player, Date, or any other"
        raise NoField(f"there is no field `{name}`", (*guess, f"the fields are {', '.join(own)}", tags))
    if meant and meant.lower() == name.lower():
        raise NoField(f"there is no field `{name}`", guess)
    return tag(name)
