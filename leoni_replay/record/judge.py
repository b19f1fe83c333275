"""Judge one game: text in, verdict out.

A record that is right usually takes the fast path (``fast_path.py``), which never builds a transcript. Any other record
is replayed from its transcript, which explains errors. Modules that only this needs are imported inside functions.
"""

from __future__ import annotations

from leoni_replay.games import Rules
from leoni_replay.games.faults import ProgramFault, program_faults
from leoni_replay.notation.split import RawGame
from leoni_replay.record.fast_path import Judgement, forget_prepared_games, verify
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
    """Judge as :func:`judge`, but return the evidence too. A fault of the program becomes the error of the game."""
    try:
        judgement = verify(raw, rules)
    except OSError:
        raise
    except Exception:
        # The fast path only says yes: the replay meets the same fault, and reports it.
        judgement = None
        forget_prepared_games()
    if judgement is not None:
        return judgement
    from leoni_replay.record.replay import replay_text

    try:
        with program_faults(ProgramFault):
            replayed = replay_text(raw, rules, hints=hints)
            return Judgement(verdict(replayed), replay=replayed)
    except ProgramFault as fault:
        return rejected_for_fault(raw, fault)


def rejected_for_fault(raw: RawGame, fault: ProgramFault) -> Judgement:
    """Return the judgement on a game at which the program fails: it is rejected."""
    from leoni_replay.notation.reader import parse
    from leoni_replay.record.replay import faulty_replay

    replayed = faulty_replay(parse(raw), fault)
    return Judgement(verdict(replayed), replay=replayed)
