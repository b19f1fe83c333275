"""What may have been meant by a rejected record: corrections of a slip, other rules, another deal."""

from __future__ import annotations

from dataclasses import replace

from leoni_replay.diagnostics import AMBIGUOUS, Diagnostic, is_about_move, is_about_play
from leoni_replay.games import GAMES, Rules
from leoni_replay.games.rules import LETTER
from leoni_replay.notation.split import RawGame
from leoni_replay.record.diagnose.fixes import ReplayText, fixes, is_right, words_for_right
from leoni_replay.record.result import Replay
from leoni_replay.record.setup import other_schemes


def explain(raw: RawGame, replay: Replay, rules: str | Rules | None, replay_text: ReplayText) -> Diagnostic:
    """Return the error of a rejected record, with what would have made the record right.

    Args:
        raw: the text of the record.
        replay: its replay up to the error.
        rules: the rules to use instead of its own, if any.
        replay_text: a function that replays another text without hints.
    """
    error = replay.error
    assert error is not None
    # A record without a deal would need every possible deal to be tried again: too slow for a hint.
    if replay.tried_several_deals or (replay.dealt and replay.transcript.tag("Deal") is None):
        return error
    corrections, certain, notes = fixes(raw, replay, rules, replay_text)
    hint = ""
    # Other rules would only reduce the meanings of an incomplete move.
    if replay.dealt and is_about_play(error.code) and error.code != AMBIGUOUS:
        hint = _other_tags(raw, replay, rules, replay_text)
        slip_is_likelier = bool(corrections) and is_about_move(error.code)
        if not hint and (certain or not slip_is_likelier):
            reading = _other_reading(raw, replay, replay_text)
            certain = certain and not reading
            # A slip is likelier than a player who follows another reading of one point and doesn't say so. If the
            # result is not proved, the result itself may be wrong.
            if not slip_is_likelier:
                hint = reading
        certain = certain and not hint
    hints = [hint] if hint else []
    if certain and corrections:
        corrections = [corrections[0]._replace(only=True), *corrections[1:]]
    return replace(error, notes=(*error.notes, *hints, *notes), fixes=tuple(corrections))


def _other_tags(raw: RawGame, replay: Replay, rules: str | Rules | None, replay_text: ReplayText) -> str:
    """Find one tag to change so that the whole record is right: most often people name the wrong rules.

    Args:
        raw: the text of the record.
        replay: its replay up to the error.
        rules: the rules to use instead of its own, if any; they stay when the deal changes.
        replay_text: a function that replays another text without hints.

    Returns:
        The hint in words; empty if no single change helps.
    """
    rules_in_force, lead = replay.game.rules, words_for_right(replay.transcript)
    book = rules_in_force.book.name
    for other_book in GAMES[replay.game.name].all_books:
        if other_book != book and is_right(raw, other_book, replay_text):
            return f"{lead} under the rule book {other_book}"
    if rules_in_force.own_readings and is_right(raw, Rules(rules_in_force.book), replay_text):
        without = "its overrides" if rules_in_force.overrides else f"`{LETTER}`"
        return f"{lead} under the rule book {book} without {without}"
    tag = replay.transcript.tag("Deal")
    if tag is None:
        return ""
    for deal in other_schemes(tag.value):
        start = tag.value_start
        text = raw.text[:start] + deal + raw.text[start + len(tag.value) :]
        if is_right(raw._replace(text=text), rules, replay_text):
            return f'{lead} for [Deal "{deal}"]'
    return ""


def _other_reading(raw: RawGame, replay: Replay, replay_text: ReplayText) -> str:
    """Return the reading, or the letter of the source, that makes the whole record right; empty if none."""
    rules, lead = replay.game.rules, words_for_right(replay.transcript)
    for point in rules.book.points.values():
        for reading in point.readings:
            other_rules = Rules(rules.book, rules.overrides | {point.id: reading}, rules.letter)
            if reading != rules[point.id] and is_right(raw, other_rules, replay_text):
                return f"{lead} with {point.id}={reading} ({point.title})"
    to_the_letter = replace(rules, letter=True)
    if to_the_letter.readings != rules.readings and is_right(raw, to_the_letter, replay_text):
        return f"{lead} to the letter of its source, `{to_the_letter}`"
    return ""
