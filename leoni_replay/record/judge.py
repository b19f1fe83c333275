"""Judge one game: text in, verdict out.

A record that is right usually takes the fast path (``fast_path.py``), which never builds a transcript. Any other record
is replayed from its transcript, which explains errors. Modules that only this needs are imported inside functions.
"""

from __future__ import annotations

from leoni_replay.games import Rules
from leoni_replay.notation.split import RawGame
from leoni_replay.record.fast_path import Judgement, verify
from leoni_replay.record.verdict import Verdict, verdict

__all__ = ["Judgement", "judge", "judge_with_evidence"]


def judge(raw: RawGame, rules: str | Rules | None = None, *, hints: bool = True) -> Verdict:
    """Judge the text of one game.

    Args:
        raw: the text.
        rules: use this rule book, with its overrides, instead of the ``Rules`` tag.
        hints: if the record is rejected, look for corrections, and for rules and deals that fit.
    """
    return judge_with_evidence(raw, rules, hints=hints).verdict


def judge_with_evidence(raw: RawGame, rules: str | Rules | None = None, *, hints: bool = True) -> Judgement:
    """Judge as :func:`judge`, but return the evidence too."""
    judgement = verify(raw, rules)
    if judgement is not None:
        return judgement
    from leoni_replay.record.replay import replay_text

    replayed = replay_text(raw, rules, hints=hints)
    return Judgement(verdict(replayed), replay=replayed)
