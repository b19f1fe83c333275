"""What collections store about a record: its verdict, its tags, what happened in it; and these as fields of queries."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from hashlib import blake2b
from operator import attrgetter
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    NamedTuple,
    cast,
    get_args,
)

from leoni_replay.collecting.positions import RecordPositions, positions_of
from leoni_replay.diagnostics import Diagnostic, with_attributes
from leoni_replay.games.faults import ProgramFault, program_faults
from leoni_replay.leoni_error import LeoniError
from leoni_replay.notation.split import GAME_LIMIT, RawGame
from leoni_replay.notation.tags import READ_TAGS
from leoni_replay.phrases import Label, ResultWord, Status, closest_name
from leoni_replay.record.header import is_read
from leoni_replay.record.judge import Judgement, judge_with_evidence, rejected_for_fault
from leoni_replay.rules.numbers import DEAL_AGAIN, DEAL_ON, DOWN_TO_UP, EXILE, ON_DOWN, UP_TO_DOWN, WOVEN
from leoni_replay.rules.run import TIME

if TYPE_CHECKING:
    from leoni_replay.json_data import FactsData


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts about a record.

    Attributes:
        code: the code of the first error in a rejected record.
        left: cards that are not on the foundations at the end.
        weaves, weave: the number of weaves, and of the cards that the longest lifted.
        exiles: the maximum number of exiles left at a redeal.
        record_digest: the same for two records exactly if they deal the same cards under the same readings, play the
            same moves and have the same result, however they are written; None for a record that is not verified.
        seconds: the last time in an accepted record.
        label: the status in a word for people (*doubtful*).
        at: the first move after which a searched position stood.
    """

    file: str
    number: int
    game: str | None
    rules: str | None
    deal: str | None
    status: Status
    result: ResultWord | None
    code: str | None
    moves: int
    legal_moves: int | None
    left: int | None
    unknown: int | None
    digest: str | None
    weaves: int
    weave: int
    stalemates: int
    reversals: int
    redeals: int
    exiles: int | None
    record_digest: str | None
    seconds: int | None
    label: Label
    tags: tuple[tuple[str, str], ...]
    text: str
    at: int | None = None

    def as_dict(self) -> FactsData:
        """Return the facts without the text, as ``leoni select --format json`` writes them, for ``json.dumps``."""
        data: dict[str, Any] = {name: getattr(self, name) for name in FACT_NAMES if name != "text"}
        data["tags"] = [list(tag) for tag in self.tags]
        return cast("FactsData", data)

    @property
    def book(self) -> str | None:
        """The rule book, without its overrides."""
        return None if self.rules is None else self.rules.partition(";")[0].strip()

    @property
    def unwritable(self) -> str:
        """Why its text cannot be written or stored; empty if it can."""
        if not self.text:
            return f"it is longer than {GAME_LIMIT >> 20} MiB"
        try:
            self.text.encode()
        except UnicodeEncodeError:
            return "it is not text in UTF-8"
        return ""

    @property
    def key(self) -> bytes:
        """The key of its text."""
        return key_of(self.text)

    @property
    def identity(self) -> str | bytes:
        """The identity of its game: its record digest, or its text if it has none."""
        return self.record_digest or self.key


#: The fields of the facts, in their order.
FACT_NAMES: Final = tuple(field.name for field in fields(Facts))
#: Returns the values of the facts, in the order of their fields.
values_of_facts: Final[Callable[[Facts], tuple[Any, ...]]] = attrgetter(*FACT_NAMES)


def key_of(text: str) -> bytes:
    """Return the key of a text: 16 bytes of its BLAKE2b."""
    return blake2b(text.encode("utf-8", "surrogateescape"), digest_size=16).digest()


def text_of(raw: RawGame) -> str:
    """Return the text of a record as written, without white space around it; empty if too long to be stored."""
    return "" if raw.cut else raw.text.strip() + "\n"


def read_facts(raw: RawGame) -> tuple[Facts, RecordPositions | None]:
    """Return the facts about a record, and its positions; None if no cards could be dealt."""
    judgement = judge_with_evidence(raw, hints=False)
    try:
        with program_faults():
            positions = positions_of(judgement)
            return _facts(raw, judgement, positions), positions
    except ProgramFault as fault:
        return _facts(raw, rejected_for_fault(raw, fault), None), None


def identify(raw: RawGame) -> Facts:
    """Return the facts about a record without what happened in it, which takes as long to count as the verdict."""
    return _facts(raw, judge_with_evidence(raw, hints=False), None)


class _Events(NamedTuple):
    """What happened in a record: see the fields of :class:`Facts` with these names."""

    left: int | None = None
    weaves: int = 0
    weave: int = 0
    stalemates: int = 0
    reversals: int = 0
    redeals: int = 0
    exiles: int | None = None


def _count_events(positions: RecordPositions) -> _Events:
    """Count what happened in a record: weaves (moves of an exile that lift cards), reversals and redeals."""
    # Counting sets other positions, so what is read of the last one comes first.
    left = positions.position.table.left
    weaves = longest_weave = stalemates = reversals = redeals = 0
    most_exiles = None
    # The last byte of a move is its destination. Up to ON_DOWN that is a place or a foundation, so nothing to count.
    numbered_moves = enumerate(positions.move_numbers, 1)
    events = [(index, move) for index, move in numbered_moves if move & 255 > ON_DOWN and move != DEAL_ON]
    # The record stands at its end, so it is undone move by move.
    for index, move in reversed(events):
        destination = move & 255
        if destination == WOVEN:
            weaves += 1
            cards_lifted, is_stalemate = positions.measure_weave(index)
            longest_weave = max(longest_weave, cards_lifted)
            if is_stalemate:
                stalemates += 1
        elif destination in (UP_TO_DOWN, DOWN_TO_UP):
            reversals += 1
        elif move == DEAL_AGAIN:
            redeals += 1
            exiles = positions.go_to(index - 1).size[EXILE]
            most_exiles = exiles if most_exiles is None else max(most_exiles, exiles)
    return _Events(
        left=left,
        weaves=weaves,
        weave=longest_weave,
        stalemates=stalemates,
        reversals=reversals,
        redeals=redeals,
        exiles=most_exiles,
    )


def _free_tags(judgement: Judgement) -> tuple[tuple[str, str], ...]:
    """Return the tags that are free text, by name and value."""
    tags: list[tuple[str, str]] = []
    if judgement.replay is not None:
        tags = [(tag.name, tag.value) for tag in judgement.replay.transcript.tags]
    elif judgement.tags is not None:
        tags = [*judgement.tags.items()]
    return tuple([(name, value) for name, value in tags if not is_read(name)])


def _facts(raw: RawGame, judgement: Judgement, positions: RecordPositions | None) -> Facts:
    """Return the facts about a judged record.

    Args:
        raw: the text of the record.
        judgement: its verdict, and what the judge knows of it.
        positions: its positions; None if no events (weaves, redeals …) are to be counted.
    """
    verdict = judgement.verdict
    events = _Events() if positions is None else _count_events(positions)
    error_codes = [diagnostic.code for diagnostic in verdict.diagnostics if diagnostic.severity == "error"]
    return Facts(
        file=verdict.file,
        number=verdict.number,
        game=verdict.game,
        rules=verdict.rules,
        deal=verdict.deal,
        status=verdict.status,
        result=verdict.result,
        code=error_codes[0] if error_codes else None,
        moves=verdict.moves,
        legal_moves=verdict.legal_moves,
        left=events.left,
        unknown=verdict.unknown,
        digest=verdict.digest,
        weaves=events.weaves,
        weave=events.weave,
        stalemates=events.stalemates,
        reversals=events.reversals,
        redeals=events.redeals,
        exiles=events.exiles,
        record_digest=verdict.record_digest,
        seconds=_last_time(raw, judgement),
        label=verdict.label,
        tags=_free_tags(judgement),
        text=text_of(raw),
    )


def _last_time(raw: RawGame, judgement: Judgement) -> int | None:
    """Return the last time in an accepted record (``@2:05``), in seconds; None if it has none."""
    if judgement.verdict.status == "rejected" or "@" not in raw.text:
        return None
    if judgement.numbers is not None:
        # The number of an item has its kind above the lower 24 bits, and for a time the seconds in these.
        times = [number - TIME for number in judgement.numbers if number >> 24 == TIME >> 24]
    else:
        from leoni_replay.notation.transcript import Time

        assert judgement.replay is not None
        transcript = judgement.replay.transcript
        times = [item.seconds for item in (*transcript.items, *transcript.epilogue) if isinstance(item, Time)]
    return times[-1] if times else None


Value = str | int | None


class Field(NamedTuple):
    """A fact about every record that queries can use, or a tag.

    Attributes:
        name: its name in queries. Names of tags begin with a capital letter.
        number: whether it is a number; otherwise it is text.
        values: all possible values, if there are few.
    """

    name: str
    number: bool = False
    values: tuple[str, ...] = ()

    @property
    def column(self) -> str | None:
        """The name of the fact, which is its column in an archive's view ``game``; None for a tag that is no fact."""
        return self.name if self.name in FIELDS else None

    def value(self, facts: Facts) -> Value:
        """Return its value; None if a record has none. Of several tags with its name, the first counts."""
        if self.column is not None:
            value: Value = getattr(facts, self.column)
            return value
        return next((text for name, text in facts.tags if name == self.name), None)


_NUMBERS: Final = (
    "moves",
    "legal_moves",
    "left",
    "weaves",
    "weave",
    "stalemates",
    "reversals",
    "redeals",
    "exiles",
    "seconds",
    "unknown",
)

FIELDS: Final = {
    field.name: field
    for field in (
        Field("game"),
        Field("rules"),
        Field("book"),
        Field("deal"),
        Field("status", values=get_args(Status)),
        Field("label", values=get_args(Label)),
        Field("result", values=get_args(ResultWord)),
        Field("code"),
        *(Field(name, number=True) for name in _NUMBERS),
        Field("digest"),
        Field("record_digest"),
        Field("file"),
        Field("number", number=True),
    )
}


#: a number in a condition, or in the text of a tag
NUMBER: Final = re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,6})?")


def as_number(text: str | None) -> float | None:
    """Return the number in the text of a tag; None if it is not a number."""
    return float(text) if text is not None and NUMBER.fullmatch(text.strip()) else None


class QueryError(LeoniError):
    """Raised for an invalid condition or position pattern; ``diagnostic`` says what is wrong, and where."""

    __reduce__ = with_attributes

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__("; ".join([diagnostic.message, *diagnostic.help]))
        self.diagnostic = diagnostic


class NoField(LeoniError):
    """Raised for an unknown field; ``help`` suggests what may have been meant."""

    __reduce__ = with_attributes

    def __init__(self, message: str, help: tuple[str, ...]) -> None:
        super().__init__(message)
        self.message = message
        self.help = help


def find_field(name: str) -> Field:
    """Look up a field. An unknown name with a capital letter is a tag; ``Game``, ``Rules``, ``Deal`` and ``Result`` are
    the fields of these tags.

    Raises:
        NoField: there is no such field.
    """
    if name in FIELDS or name in ("Game", "Rules", "Deal", "Result"):
        return FIELDS[name.lower()]
    close = closest_name(name, FIELDS)
    guess = (f"did you mean {close}?",) if close else ()
    if name in READ_TAGS:
        raise NoField(f"records cannot be chosen by their tag {name}", ("--layout searches for a position",))
    # Names of tags begin with a capital letter, and records can have any; but a field in capitals is a slip.
    if not name[:1].isupper():
        about_fields = f"the fields are {', '.join(FIELDS)}"
        about_tags = "names of tags begin with a capital: Player, Date, or any other"
        raise NoField(f"there is no field `{name}`", (*guess, about_fields, about_tags))
    if close and close.lower() == name.lower():
        raise NoField(f"there is no field `{name}`", guess)
    return Field(name)
