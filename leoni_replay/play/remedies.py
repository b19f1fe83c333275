"""What a player can do about a move that was refused: say what happened before it, correct a card, or record it as it
was made."""

from __future__ import annotations

from dataclasses import replace

from leoni_replay.cards import PRETTY, TEXT
from leoni_replay.play.misnamed_search import doubtful_cards
from leoni_replay.play.outcome import Outcome
from leoni_replay.play.physical import PhysicalSession
from leoni_replay.play.session import Session
from leoni_replay.play.slip_search import Suggestion, suggest


def with_remedies(outcome: Outcome, session: Session) -> Outcome:
    """Return the outcome of a refused move with what can be done about it; any other outcome as it is.

    Args:
        outcome: the outcome.
        session: the game, which stays as it is.
    """
    refused_move = outcome.refused_move
    if refused_move is None:
        return outcome
    suggestions: list[Suggestion] = []
    lines = []
    if outcome.was_made:
        if outcome.refusal is not None and session.recorded_end is None:
            suggestions = suggest(session, refused_move)
        lines += [f"  help: {suggestion.question} {suggestion.text}" for suggestion in suggestions]
        if isinstance(session, PhysicalSession):
            for card, _, place, _ in doubtful_cards(session, refused_move):
                where = session.game.words(place)
                lines.append(f"  help: if {PRETTY[card]} in {where} is another card: correct {TEXT[card]} … {place}")
    forms = session.irregular_forms(refused_move)
    if forms.misplay:
        lines.append(f"  help: if it was played all the same: {forms.misplay}")
    return replace(
        outcome,
        lines=[*outcome.lines, *lines],
        misplay=forms.misplay,
        setting=forms.setting,
        suggestions=tuple(suggestions),
    )
