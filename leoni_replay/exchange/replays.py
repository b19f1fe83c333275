"""Convert the JSON of ``leoni convert`` back into records.

It contains tags, moves in long form, comments, claims, times and variations, but not the spelling of the record: short
moves, the style and the spaces of comments, and comments among the tags. Of a rejected record it contains only what
comes before the error.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, TypeVar

from leoni_replay.exchange.errors import CannotImport
from leoni_replay.games import Vocabulary, vocabulary_of
from leoni_replay.notation.braces import read_command
from leoni_replay.notation.claim_syntax import claim
from leoni_replay.notation.grammar import RESULTS
from leoni_replay.notation.scan import seconds_of
from leoni_replay.notation.transcript import Comment, Item, MoveItem, Note, Time, Transcript, Variation
from leoni_replay.record.verdict import contradiction
from leoni_replay.rules.run import DEPTH_LIMIT

#: the JSON version that can be read
_VERSION: Final = 1

T = TypeVar("T")


def from_replay(data: Any) -> tuple[Transcript, list[str]]:
    """Convert a replay back to its record.

    Args:
        data: one object of ``leoni convert --format json``.

    Returns:
        The record, and remarks on what it lacks.

    Raises:
        CannotImport: it is not such an object.
    """
    if not isinstance(data, dict) or not {"version", "tags", "moves", "positions"} <= data.keys():
        raise CannotImport("it is not a replay that leoni convert has written")
    if data["version"] != _VERSION:
        raise CannotImport(f"it is of version {data['version']!r}; version {_VERSION} is read")
    _check_verdict(data)
    tags = [_tag(pair, f"tags[{at}]") for at, pair in enumerate(_a(list, data["tags"], "tags"))]
    result = data.get("result")
    lost = []
    if result is None:
        lost.append("what came after its error: it was rejected")
        # These tags are not true of a game that breaks off.
        tags = [(name, value) for name, value in tags if name not in ("Result", "RecordDigest")]
    elif result not in RESULTS:
        raise CannotImport(f"result is {_short(result)}: it is never that")
    words = vocabulary_of(dict(tags).get("Game"))
    items = [*_notes(data.get("opening", []), "opening", words), *_moves(data["moves"], "moves", 0, words)]
    ending = list(_notes(data.get("ending", []), "ending", words))
    return Transcript.build(tags, items, result or "*", epilogue=ending), lost


def _check_verdict(data: dict[str, Any]) -> None:
    """Check that the verdict in the object, if there is one, is possible.

    Raises:
        CannotImport: it contradicts itself: somebody has changed it.
    """
    listed = _a(list, data.get("diagnostics", []), "diagnostics")
    diagnostics = [_a(dict, one, f"diagnostics[{at}]") for at, one in enumerate(listed)]
    error = next((str(one.get("code")) for one in diagnostics if one.get("severity") == "error"), None)
    verified = data.get("verified", False)
    status = data.get("status", "verified" if verified else "rejected")
    if status != "rejected" and (wrong := contradiction(status, data.get("result"), data.get("unknown"), error)):
        raise CannotImport(wrong)
    if "verified" in data and verified is not (status == "verified"):
        raise CannotImport(f"its status is `{status}`, and verified is {_short(verified)}")


def _tag(pair: Any, where: str) -> tuple[str, str]:
    if not (isinstance(pair, list) and len(pair) == 2 and all(isinstance(part, str) for part in pair)):
        raise CannotImport(f"{where} is not a name with its value")
    return pair[0], pair[1]


def _moves(moves: Any, where: str, depth: int, words: Vocabulary) -> Iterator[Item]:
    if depth > DEPTH_LIMIT:
        raise CannotImport(f"{where}: variations nest more than {DEPTH_LIMIT} deep")
    for at, move in enumerate(_a(list, moves, where)):
        here = f"{where}[{at}]"
        token = _a(str, _a(dict, move, here).get("token"), f"{here}.token")
        try:
            yield MoveItem(*read_command(token, words))
        except ValueError:
            raise CannotImport(f"{here}.token is {_short(token)}: that is not a move of the notation") from None
        listed = _a(list, move.get("notes", []), f"{here}.notes")
        begin = 0
        for line, branch in enumerate(_a(list, move.get("variations", []), f"{here}.variations")):
            inside = f"{here}.variations[{line}]"
            # A replay of an older version does not say where its variations stand.
            after = max(begin, _a(int, _a(dict, branch, inside).get("after", len(listed)), f"{inside}.after"))
            yield from _notes(listed[begin:after], f"{here}.notes", words)
            begin = after
            notes = _notes(_a(dict, branch, inside).get("notes", []), f"{inside}.notes", words)
            legal = list(_moves(branch.get("moves"), f"{inside}.moves", depth + 1, words))
            # A variation that is wrong at its first move has none.
            yield from [Variation([*notes, *legal])] if legal else notes
        yield from _notes(listed[begin:], f"{here}.notes", words)


def _notes(notes: Any, where: str, words: Vocabulary) -> Iterator[Note]:
    for at, note in enumerate(_a(list, notes, where)):
        here = f"{where}[{at}]"
        kind, text = (_a(dict, note, here).get(key) for key in ("kind", "text"))
        if kind == "claim":
            try:
                yield claim(f" {_a(str, text, f'{here}.text')}", words)
            except ValueError:
                raise CannotImport(f"{here}.text is {_short(text)}: that is not a claim") from None
        elif kind == "comment":
            # A line comment can contain a brace, a comment in braces cannot.
            said = _a(str, text, f"{here}.text")
            yield Comment(f" {said}", ";") if "}" in said else Comment(f" {said}" if said.startswith("=") else said)
        elif kind == "time":
            if (seconds := seconds_of(f"@{_a(str, text, f'{here}.text')}")) is None:
                raise CannotImport(f"{here}.text is {_short(text)}: that is not a time")
            yield Time(seconds)
        elif kind != "rule":  # which the replay names again
            raise CannotImport(f"{here}.kind is {_short(kind)}: a note is a comment, a claim, a time or a rule")


def _a(kind: type[T], value: Any, where: str) -> T:
    if not isinstance(value, kind):
        raise CannotImport(f"{where} is {_short(value)}: {_KINDS[kind]} is expected")
    return value


_KINDS: Final[dict[type, str]] = {list: "a list", dict: "an object", str: "text", int: "a number"}


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
