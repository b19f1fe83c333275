"""The strict replay: check a record against the rules, from its tags to its result, up to the first error.

What explains an error is loaded only when there is one to explain.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from pkgutil import resolve_name
from typing import Literal

from leoni_replay.arguments import check_type
from leoni_replay.diagnostics import PROGRAM_FAULT, Diagnostic, Fault
from leoni_replay.games import GAMES, Rules
from leoni_replay.games.faults import ProgramFault, program_faults
from leoni_replay.leoni_error import LeoniError
from leoni_replay.notation.reader import loads, parse
from leoni_replay.notation.split import RawGame
from leoni_replay.notation.transcript import Record, Transcript, transcript_of
from leoni_replay.notation.writer import dumps
from leoni_replay.record.checker import RecordReader, WrongTranscript
from leoni_replay.record.move_faults import diagnostic
from leoni_replay.record.result import Replay
from leoni_replay.record.setup import set_up

__all__ = ["Replay", "replay"]


def replay(transcript: Record | str, *, rules: str | Rules | None = None, hints: bool = True) -> Replay:
    """Replay one record strictly, up to its first error. A wrong record raises nothing: the replay is rejected.

    Args:
        transcript: the record, or its text. A string is never a path.
        rules: a rule book and overrides to use instead of its ``Rules`` tag, as text or as the rules of a game.
        hints: try a rejected record under other rules and deals, and add a note if one fits.

    Returns:
        The replay: every legal move with the position after it, and in ``diagnostics`` what is wrong, each with the
        clause of the rule book and its source.

    Raises:
        TypeError: the argument is not a record, or contains what no transcript may; or the rules are not text.
        LeoniError: the text is not one record; or the transcript has no valid result, which is possible only if a
            program made it.
    """
    transcript = one_record(transcript, "replay")
    check_type(rules, (str, Rules, type(None)), "rules are text, or the rules of a game")
    transcript.check()
    replayed = _replay(transcript, rules)
    if not hints or replayed.error is None:
        return replayed
    if _has_own_text(transcript):
        return _add_hints(replayed, _raw_game(transcript, transcript.text), rules)
    # A program made or changed the record: other rules may fit, but there is no text to correct.
    with suppress(ValueError):
        replay_of_text = replay_text(_raw_game(transcript, dumps(transcript)), rules, hints=True)
        notes = () if replay_of_text.error is None else replay_of_text.error.notes
        replayed.diagnostics[-1] = replace(replayed.error, notes=notes)
    return replayed


def raw_game_of(transcript: Transcript) -> RawGame:
    """Return the text of a record: its own, if it was read and has not been changed since.

    Raises:
        TypeError, LeoniError: it was made or changed by a program, and cannot be written.
    """
    return _raw_game(transcript, transcript.text if _has_own_text(transcript) else dumps(transcript))


def _raw_game(transcript: Transcript, text: str) -> RawGame:
    return RawGame(text, transcript.number, transcript.line, transcript.record_file or transcript.file)


def _has_own_text(transcript: Transcript) -> bool:
    """Whether a record was read from a text, and says the same still."""
    read_again = parse(_raw_game(transcript, transcript.text))
    parts = read_again.head, read_again.items, read_again.result, read_again.epilogue
    return parts == (transcript.head, transcript.items, transcript.result, transcript.epilogue)


def replay_text(raw: RawGame, rules: str | Rules | None, *, hints: bool) -> Replay:
    """As :func:`replay`, of the text of one game."""
    replayed = _replay(parse(raw), rules)
    return _add_hints(replayed, raw, rules) if hints and replayed.error is not None else replayed


def _replay(transcript: Transcript, rules: str | Rules | None) -> Replay:
    """Replay a record without hints. A fault of the program becomes the error of the record."""
    try:
        with program_faults(WrongTranscript):
            return _replay_to_first_error(transcript, rules)
    except ProgramFault as fault:
        return faulty_replay(transcript, fault)


def faulty_replay(transcript: Transcript, fault: ProgramFault) -> Replay:
    """Return the replay of a record that the program cannot replay, or cannot show: it is rejected, and has no
    position."""
    replayed = Replay(transcript)
    replayed.diagnostics.append(fault_diagnostic(transcript, fault))
    return replayed


def fault_diagnostic(
    transcript: Transcript, fault: ProgramFault, severity: Literal["error", "warning"] = "error"
) -> Diagnostic:
    """Return the diagnostic of a record for a fault of the program."""
    tag = transcript.tag("Game")
    start, end = (tag.start, tag.end) if tag is not None else (0, 0)
    return diagnostic(transcript, Fault(fault.code, fault.message, start, end, help=[fault.help]), severity, None)


def _replay_to_first_error(transcript: Transcript, rules: str | Rules | None) -> Replay:
    """Replay a record without hints."""
    replayed = Replay(transcript)
    try:
        setup = set_up(transcript, rules)
    except Fault as fault:
        return _finish_replay(replayed, fault, None, rules)
    reader = RecordReader(transcript, setup)
    #: where the code is that works out unknown cards of this game; empty if there is none
    completer = GAMES[setup.game.name].unknown
    if not setup.has_unknown_cards:
        assert setup.position is not None
        result = reader.read(setup.position)
    elif completer:
        result = resolve_name(completer).complete(reader)
        result.replay.is_deal_derived = True
        result.replay.tried_several_deals = result.tried_several_deals
    else:
        tag = transcript.tag("Layout") or transcript.tag("Game")
        assert tag is not None
        message = f"leoni cannot work out unknown cards in {setup.game.name}: a record must name all its cards"
        replayed.diagnostics.append(diagnostic(transcript, Fault.at(tag, "H101", message), "error", None))
        return replayed
    return _finish_replay(result.replay, result.fault, result.number, rules)


def _add_hints(replayed: Replay, raw: RawGame, rules: str | Rules | None) -> Replay:
    """Return a rejected replay with what would have made the record right."""
    assert replayed.error is not None
    if replayed.error.code == PROGRAM_FAULT:
        return replayed
    from leoni_replay.record.diagnose.other_rules import explain

    # One text is replayed under many rules.
    parse_once = lru_cache(1)(parse)

    def replay_under(text: RawGame, other_rules: str | Rules | None) -> Replay:
        return _replay(parse_once(text), other_rules)

    try:
        with program_faults():
            replayed.diagnostics[-1] = explain(raw, replayed, rules, replay_under)
    except ProgramFault as fault:
        # The error is right; only nobody knows what would put it right.
        replayed.diagnostics.insert(-1, fault_diagnostic(replayed.transcript, fault, "warning"))
    return replayed


def records_in(text: str) -> list[Transcript]:
    """Return the records of a text.

    Raises:
        LeoniError: it has none, and no tag of one.
    """
    records = loads(text) if "[" in text else []
    if not records:
        raise LeoniError("this is not the text of a record: load(path) reads files")
    return records


def one_record(record: Record | str, function: str) -> Transcript:
    """Return the record that a public function, whose name a message tells, was given, also as text.

    Raises:
        TypeError: it is neither a record nor a text.
        LeoniError: the text is not one record.
    """
    if isinstance(record, str):
        records = records_in(record)
        if len(records) != 1:
            raise LeoniError(f"this text has {len(records)} records: loads(text) reads several")
        return records[0]
    return transcript_of(record, f"{function} takes a record or its text")


def replay_of(record: Record | str, function: str) -> Replay:
    """As :func:`one_record`, but return the replay of the record: it is replayed unless it is one.

    Raises:
        TypeError, LeoniError: as :func:`one_record`.
    """
    return record if isinstance(record, Replay) else replay(one_record(record, function))


def _finish_replay(replayed: Replay, fault: Fault | None, number: int | None, rules: str | Rules | None) -> Replay:
    """Return a replay with the fault that ended it, or with a wrong record digest."""
    if fault is None and rules is None:
        # Under other rules the digest would differ.
        fault = _wrong_digest(replayed)
    if fault is not None:
        replayed.diagnostics.append(diagnostic(replayed.transcript, fault, "error", number))
    return replayed


def _wrong_digest(replayed: Replay) -> Fault | None:
    """Return the fault of a wrong ``RecordDigest`` tag in an otherwise correct record; None if there is none."""
    tag = replayed.transcript.tag("RecordDigest")
    if tag is None:
        return None
    digest = replayed.record_digest
    if digest is None:
        message = "some cards of this record are unknown, so it has no record digest"
        return Fault.at(tag, "H115", message, help=["leave the tag out"])
    if tag.value == digest:
        return None
    if tag.value.lower() == digest:
        message = "the record digest is right, but must be in small letters"
        return Fault.at(tag, "H115", message, help=[f'write [RecordDigest "{digest}"]'])
    notes = ["the digest stands for the rules, the deal, the moves and the result: one of them or the tag has changed"]
    help = [f'if the record is right, write [RecordDigest "{digest}"]']
    return Fault.at(tag, "H115", f"the record digest is {digest}, not {tag.value}", notes=notes, help=help)
