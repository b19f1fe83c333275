"""``leoni odds position``: how likely a position is to be won, and what that assumes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from leoni_replay.odds.counts import VERDICTS, Counts
from leoni_replay.odds.one_position import PositionQuestion, hidden_cards
from leoni_replay.odds.question import SOLVER
from leoni_replay.phrases import pluralize
from leoni_replay.record.result import record_keys
from leoni_replay.show.odds_report import one_in_words, percent, span
from leoni_replay.show.solve_report import game_name
from leoni_replay.text import wrap

if TYPE_CHECKING:
    from leoni_replay.show.terminal import Terminal


def assumption(question: PositionQuestion) -> str:
    """Return what the odds of a position assume, in a sentence."""
    hidden = len(hidden_cards(question.position))
    if not hidden:
        return "No card is hidden."
    if hidden == 1:
        return "One card is hidden, and it can only be the one that is missing."
    return (
        f"This assumes that every order of the {hidden} hidden cards is equally likely, except those that the rules "
        "could not have led to, and that nobody remembers cards that lie face down again."
    )


def show_position_odds(question: PositionQuestion, counts: Counts, terminal: Terminal) -> None:
    """Print what was asked about a position, what came of it, and what it assumes."""
    limit = f", {question.limits.nodes:,} positions for each order" if question.limits.nodes is not None else ""
    lines = [
        f"{game_name(question.replay)}, {'as dealt' if not question.at else f'after move {question.at}'}",
        f"player   {question.player}{limit if question.player == SOLVER else ''}",
        "",
    ]
    if not counts.deals:
        terminal.write_lines([*lines, "no game has been played"])
        return
    for verdict in VERDICTS:
        number = counts.verdicts[verdict]
        if number or verdict in ("won", "lost"):
            lines.append(f"{verdict:10}{number:12,}{percent(number / counts.deals):>12}")
    games = pluralize(counts.deals, "game")
    lines += ["", f"chance   {span(counts.share)} of {games} won: {one_in_words(counts.share)}"]
    lines.append(f"95 %     {span(counts.interval)}: {one_in_words(counts.interval)}")
    terminal.write_lines([*lines, "", *wrap(assumption(question), terminal.width)])


def position_odds_object(question: PositionQuestion, counts: Counts) -> dict[str, Any]:
    """Return the odds of a position as JSON: ``leoni odds position``."""
    is_solver = question.player == SOLVER
    return {
        **record_keys(question.replay),
        "at": question.at,
        "player": question.player,
        "limits": question.limits._asdict() if is_solver else None,
        "seed": question.seed,
        "hidden": len(hidden_cards(question.position)),
        "games": counts.deals,
        **{verdict: counts.verdicts[verdict] for verdict in VERDICTS},
        "nodes": counts.nodes if is_solver else None,
        "rate": list(counts.share),
        "interval": list(counts.interval),
        "assumption": assumption(question),
    }
