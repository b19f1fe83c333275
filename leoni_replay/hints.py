"""Why a record may have failed as a whole: it is right under another rule book, or for another deal of that number."""

from __future__ import annotations

from dataclasses import replace as with_changes
from typing import TYPE_CHECKING

from leoni_replay.games import GAMES
from leoni_replay.setup import other_schemes

if TYPE_CHECKING:
    from leoni_replay.notation.tree import Transcript
    from leoni_replay.replaying import Replay


def hints_for(transcript: Transcript, failed: Replay, rules: str | None) -> list[str]:
    """Notes on what would make the whole record verify: people most often name the wrong rules."""
    from leoni_replay.replaying import replay

    if failed.game is None or transcript.problem is not None:
        return []
    book = failed.game.rules.book.name
    for other in GAMES[failed.game.name].books:
        if other != book and replay(transcript, rules=other, hints=False).verified:
            return [f"the whole game is legal under the rule book {other}"]
    if failed.game.rules.overrides and replay(transcript, rules=book, hints=False).verified:
        return [f"the whole game is legal under the rule book {book} without its overrides"]
    for point in failed.game.rules.book.points.values():
        for reading in point.readings:
            if reading != failed.game.rules[point.id]:
                overrides = failed.game.rules.overrides | {point.id: reading}
                changed = "; ".join([book, *(f"{i}={r}" for i, r in overrides.items())])
                if replay(transcript, rules=changed, hints=False).verified:
                    return [f"the whole game is legal with {point.id}={reading} ({point.title})"]
    return _other_deals(transcript, rules)


def _other_deals(transcript: Transcript, rules: str | None) -> list[str]:
    from leoni_replay.replaying import replay

    deal = transcript.tag("Deal")
    for other in other_schemes(deal.value) if deal else ():
        head = [with_changes(tag, value=other) if tag is deal else tag for tag in transcript.head]
        if replay(with_changes(transcript, head=head), rules=rules, hints=False).verified:
            return [f'the whole game is legal for [Deal "{other}"]']
    return []
