"""The verdict on the text of one game: up to its first error, or with what may be wrong behind it as well."""

from __future__ import annotations

from leoni_replay.notation.split import RawGame
from leoni_replay.record.quick import check
from leoni_replay.record.verdict import Verdict


def judge(raw: RawGame, rules: str | None = None, *, hints: bool = True, keep_going: bool = False) -> Verdict:
    """The verdict on the text of one game.

    Args:
        raw: the text.
        rules: a rule book and overrides to use in place of its ``Rules`` tag.
        hints: whether a rejected record is tried under other rules and deals, for a note that says so.
        keep_going: whether a rejected record is read on behind its error. What is found there are conjectures.
    """
    verdict = check(raw, rules, hints=hints)
    if not keep_going or verdict.status != "rejected":
        return verdict
    # Few runs read on: the others do without the reader.
    from leoni_replay.notation.reader import parse
    from leoni_replay.record.going_on import read_on
    from leoni_replay.record.replay import replay

    return read_on(replay(parse(raw), rules=rules, hints=hints), rules)
