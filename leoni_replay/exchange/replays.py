"""Convert the JSON of ``leoni convert`` back into records.

It contains tags, moves in long form, comments, claims, times and variations, but not the spelling of the record: short
moves, the style and the spaces of comments, and comments among the tags. Of a rejected record it contains only what
comes before the error.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeVar

from leoni_replay.cards import texts
from leoni_replay.diagnostics import PROGRAM_FAULT, RESULT_MISSING, RULE_BOOK_ERRORS
from leoni_replay.exchange.errors import CannotImport
from leoni_replay.games import Vocabulary, vocabulary_of
from leoni_replay.notation.braces import read_command
from leoni_replay.notation.claim_syntax import claim
from leoni_replay.notation.grammar import RESULTS
from leoni_replay.notation.problems import draft
from leoni_replay.notation.scan import seconds_of
from leoni_replay.notation.transcript import Comment, Item, MoveItem, Note, Time, Transcript, Variation
from leoni_replay.record.replay import replay
from leoni_replay.record.result import view_at
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
    tags = [_tag(pair, f"tags[{index}]") for index, pair in enumerate(_expect(list, data["tags"], "tags"))]
    result = data.get("result")
    losses = []
    if result is None:
        losses.append("what came after its error: it was rejected")
        # These tags are not true of a game that breaks off.
        tags = [(name, value) for name, value in tags if name not in ("Result", "RecordDigest")]
    elif result not in RESULTS:
        raise CannotImport(f"result is {_short(result)}: it is never that")
    vocabulary = vocabulary_of(dict(tags).get("Game"))
    opening = _notes(data.get("opening", []), "opening", vocabulary)
    items = [*opening, *_moves(data["moves"], "moves", 0, vocabulary)]
    epilogue = list(_notes(data.get("ending", []), "ending", vocabulary))
    record = Transcript.build(tags, items, result or "*", epilogue=epilogue)
    if RESULT_MISSING in _codes(data):
        record.draft = draft(record)
    return record, losses


def _codes(data: dict[str, Any]) -> list[str]:
    """Return the codes of the diagnostics in the object."""
    return [str(diagnostic.get("code")) for diagnostic in data.get("diagnostics", [])]


def check_against_record(data: dict[str, Any], record: Transcript) -> None:
    """Check that what an object says of its game is true of the record that it was converted to.

    Raises:
        CannotImport: it isn't: somebody has changed it.
    """
    replayed = replay(record, hints=False)
    if "deal" in data and data["deal"] != record.value("Deal"):
        raise CannotImport(f"its deal is {_short(data['deal'])}, but its tag says {_short(record.value('Deal'))}")
    error = replayed.error
    if error is not None and (error.code in RULE_BOOK_ERRORS or error.code == PROGRAM_FAULT):
        # Its rule book is in another folder.
        return
    for key, value in (("game", replayed.name), ("rules", replayed.rules)):
        if key in data and data[key] != value:
            raise CannotImport(f"its {key} is {_short(data[key])}, but its tags say {_short(value)}")
    was_rejected = data.get("result") is None
    if error is not None and not was_rejected:
        raise CannotImport(f"it is called accepted, but its record is rejected: {error.code}: {error.message}")
    if not replayed.dealt or (was_rejected and replayed.is_deal_derived):
        # What a rejected record proves of unknown cards depends on its error.
        return
    facts: dict[str, object] = {
        "start": {name: _card_names(pile) for name, pile in view_at(replayed, 0).places.items()},
        "digest": replayed.digest,
    }
    if not was_rejected:
        facts |= {
            "status": replayed.status,
            "unknown": replayed.unknown,
            "legal_moves": replayed.still_legal,
            "record_digest": replayed.record_digest,
        }
    for key, fact in facts.items():
        if key not in data or data[key] is None or data[key] == fact:
            continue
        if key == "start":
            raise CannotImport("its start is another position than that of its deal")
        raise CannotImport(f"its {key} is {_short(data[key])}: by its tags and moves it is {_short(fact)}")


def _card_names(cards: Sequence[int]) -> list[str]:
    """Return the names of cards, as the JSON lists them."""
    return texts(cards).split() if cards else []


def _check_verdict(data: dict[str, Any]) -> None:
    """Check that the verdict in the object, if there is one, is possible.

    Raises:
        CannotImport: it contradicts itself: somebody has changed it.
    """
    error_code = None
    for index, diagnostic in enumerate(_expect(list, data.get("diagnostics", []), "diagnostics")):
        _expect(dict, diagnostic, f"diagnostics[{index}]")
        if error_code is None and diagnostic.get("severity") == "error":
            error_code = str(diagnostic.get("code"))
    verified = data.get("verified", False)
    status = data.get("status", "verified" if verified else "rejected")
    if status != "rejected":
        reason = contradiction(status, data.get("result"), data.get("unknown"), error_code)
        if reason:
            raise CannotImport(reason)
    if "verified" in data and verified is not (status == "verified"):
        raise CannotImport(f"its status is `{status}`, and verified is {_short(verified)}")


def _tag(pair: Any, where: str) -> tuple[str, str]:
    """Return the name and the value of a tag.

    Args:
        pair: what should be a list of both.
        where: where it stands in the JSON, for messages, as for the functions below.

    Raises:
        CannotImport: it is something else.
    """
    if not (isinstance(pair, list) and len(pair) == 2 and all(isinstance(part, str) for part in pair)):
        raise CannotImport(f"{where} is not a name with its value")
    return pair[0], pair[1]


def _moves(moves: Any, where: str, depth: int, vocabulary: Vocabulary) -> Iterator[Item]:
    """Yield the moves of a line of play, each with its notes and variations.

    Args:
        moves: what should be a list of moves.
        where: where it stands in the JSON.
        depth: how many variations deep the line is.
        vocabulary: the words of the game.

    Raises:
        CannotImport: it is something else.
    """
    if depth > DEPTH_LIMIT:
        raise CannotImport(f"{where}: variations nest more than {DEPTH_LIMIT} deep")
    for index, move in enumerate(_expect(list, moves, where)):
        place = f"{where}[{index}]"
        token = _expect(str, _expect(dict, move, place).get("token"), f"{place}.token")
        try:
            yield MoveItem(*read_command(token, vocabulary))
        except ValueError:
            raise CannotImport(f"{place}.token is {_short(token)}: that is not a move of the notation") from None
        notes = _expect(list, move.get("notes", []), f"{place}.notes")
        notes_before = 0
        variations = _expect(list, move.get("variations", []), f"{place}.variations")
        for variation_index, variation in enumerate(variations):
            variation_place = f"{place}.variations[{variation_index}]"
            # ``after`` is the number of notes before the variation. An older version doesn't write it.
            after = _expect(dict, variation, variation_place).get("after", len(notes))
            after = max(notes_before, _expect(int, after, f"{variation_place}.after"))
            yield from _notes(notes[notes_before:after], f"{place}.notes", vocabulary)
            notes_before = after
            yield from _variation(variation, variation_place, depth + 1, vocabulary)
        yield from _notes(notes[notes_before:], f"{place}.notes", vocabulary)


def _variation(variation: dict[str, Any], where: str, depth: int, vocabulary: Vocabulary) -> Iterator[Item]:
    """Yield a variation. If it was wrong at its first move, the JSON has no moves of it, so yield only its notes.

    Args:
        variation: its object in the JSON.
        where: where that stands, for messages.
        depth: how many variations deep it is.
        vocabulary: the words of the game.
    """
    moves = list(_moves(variation.get("moves"), f"{where}.moves", depth, vocabulary))
    notes = list(_notes(variation.get("notes", []), f"{where}.notes", vocabulary))
    if moves:
        yield Variation([*notes, *moves])
    else:
        yield from notes


def _notes(notes: Any, where: str, vocabulary: Vocabulary) -> Iterator[Note]:
    """Yield the notes beside a move. Notes of the kind ``rule``, which say which rule a move follows, are left out,
    because a replay of the record makes them again.

    Raises:
        CannotImport: one is not a note.
    """
    for index, note in enumerate(_expect(list, notes, where)):
        place = f"{where}[{index}]"
        kind, content = (_expect(dict, note, place).get(key) for key in ("kind", "text"))
        if kind == "rule":
            continue
        if kind not in ("claim", "comment", "time"):
            raise CannotImport(f"{place}.kind is {_short(kind)}: a note is a comment, a claim, a time or a rule")
        text = _expect(str, content, f"{place}.text")
        if kind == "claim":
            try:
                yield claim(f" {text}", vocabulary)
            except ValueError:
                raise CannotImport(f"{place}.text is {_short(text)}: that is not a claim") from None
        elif kind == "comment":
            yield _comment(text)
        else:
            seconds = seconds_of(f"@{text}")
            if seconds is None:
                raise CannotImport(f"{place}.text is {_short(text)}: that is not a time")
            yield Time(seconds)


def _comment(text: str) -> Comment:
    """Return a comment in a style that can hold its text."""
    if "}" in text:
        # A line comment can contain a brace, a comment in braces cannot.
        return Comment(f" {text}", ";")
    # A comment in braces that begins with = would be a claim.
    return Comment(f" {text}" if text.startswith("=") else text)


def _expect(kind: type[T], value: Any, where: str) -> T:
    """Return a value of the JSON, whose type is now certain.

    Raises:
        CannotImport: it has another type.
    """
    if not isinstance(value, kind):
        raise CannotImport(f"{where} is {_short(value)}: {_KINDS[kind]} is expected")
    return value


_KINDS: Final[dict[type, str]] = {list: "a list", dict: "an object", str: "text", int: "a number"}


def _short(value: Any) -> str:
    """Return a value as Python writes it, cut to 60 characters."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
