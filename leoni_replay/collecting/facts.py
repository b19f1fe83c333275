"""The facts that collections store about a record: its verdict, its tags, and what happened in it."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, Final, NamedTuple

from leoni_replay.collecting.course import Course, course_of, is_reversal, is_weave
from leoni_replay.notation.split import GAME_LIMIT, RawGame
from leoni_replay.notation.tree import Time
from leoni_replay.record.header import is_read
from leoni_replay.record.judge import Judged, play_and_judge
from leoni_replay.rules.numbers import DEAL_AGAIN, DEAL_ON, EXILE, ON_DOWN
from leoni_replay.rules.run import TIME
from leoni_replay.words import ResultWord, Status

#: the length in bytes of the key of a text
KEY_BYTES: Final = 16


class Facts(NamedTuple):
    """The facts about a record.

    ``record_digest`` is the same for two records exactly if they deal the same cards under the same readings, play the
    same moves and have the same result, however they are written; None for a record that is not verified. ``at`` is the
    first move after which a searched position stood. ``exiles`` is the maximum number of exiles left at a redeal.
    ``seconds`` is the last time in an accepted record.
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
    tags: tuple[tuple[str, str], ...]
    text: str
    at: int | None = None

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
    def same(self) -> str | bytes:
        """The identity of its game: its record digest, or its text if it has none."""
        return self.record_digest or self.key


def key_of(text: str) -> bytes:
    """The key of a text: 16 bytes of its BLAKE2b."""
    return blake2b(text.encode("utf-8", "surrogateescape"), digest_size=KEY_BYTES).digest()


def text_of(raw: RawGame) -> str:
    """The text of a record as collections store it: as written, without surrounding white space; empty if it is too
    long to be stored."""
    return "" if raw.cut else raw.text.strip() + "\n"


def facts_object(facts: Facts) -> dict[str, Any]:
    """The facts about a record, as JSON."""
    fields = facts._asdict()
    del fields["text"]
    fields["tags"] = [list(tag) for tag in facts.tags]
    return fields


def look(raw: RawGame) -> tuple[Facts, Course | None]:
    """The facts about a record, and its course; None if no cards could be dealt."""
    judged = play_and_judge(raw, hints=False)
    course = course_of(judged)
    return _facts(raw, judged, course), course


def identify(raw: RawGame) -> Facts:
    """The verdict on a record, its tags and its text. What happened in it is not counted, because that takes as long as
    the verdict."""
    return _facts(raw, play_and_judge(raw, hints=False), None)


def _facts(raw: RawGame, judged: Judged, course: Course | None) -> Facts:
    verdict = judged.verdict
    weaves = weave = stalemates = reversals = redeals = 0
    exiles: int | None = None
    left = None
    if course is not None:
        left = course.position.table.left
        codes = course.codes
        rare = [(number, code) for number, code in enumerate(codes, 1) if code & 255 > ON_DOWN and code != DEAL_ON]
        for number, code in reversed(rare):
            if is_weave(code):
                weaves += 1
                lifted, stalemate = course.weave(number)
                weave = max(weave, lifted)
                stalemates += stalemate
            elif is_reversal(code):
                reversals += 1
            elif code == DEAL_AGAIN:
                redeals += 1
                exiles = max(exiles or 0, course.stand(number - 1).size[EXILE])
    named = [*judged.tags.items()] if judged.tags is not None else []
    if judged.replay is not None:
        named = [(tag.name, tag.value) for tag in judged.replay.transcript.tags]
    tags = tuple([(name, value) for name, value in named if not is_read(name)])
    error = next((diagnostic.code for diagnostic in verdict.diagnostics if diagnostic.severity == "error"), None)
    return Facts(
        verdict.file,
        verdict.game,
        verdict.name,
        verdict.rules,
        verdict.deal,
        verdict.status,
        verdict.result,
        error,
        verdict.moves,
        verdict.legal_moves,
        left,
        verdict.unknown,
        verdict.digest,
        weaves,
        weave,
        stalemates,
        reversals,
        redeals,
        exiles,
        verdict.record_digest,
        _seconds(raw, judged),
        tags,
        text_of(raw),
    )


def _seconds(raw: RawGame, judged: Judged) -> int | None:
    """The last time in an accepted record; None if it has none."""
    if judged.verdict.status == "rejected" or "@" not in raw.text:
        return None
    if judged.codes is not None:
        times = [code - TIME for code in judged.codes if code >> 24 == TIME >> 24]
    else:
        assert judged.replay is not None
        transcript = judged.replay.transcript
        times = [item.seconds for item in (*transcript.items, *transcript.epilogue) if isinstance(item, Time)]
    return times[-1] if times else None
