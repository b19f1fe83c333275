"""Why a hint proposes its move: what the move frees, and what it leads to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from leoni_replay.cards import DOWN, PRETTY, UNKNOWN
from leoni_replay.commands import Move
from leoni_replay.games.game import Position
from leoni_replay.games.places import is_pile_name
from leoni_replay.phrases import join_words, pluralize
from leoni_replay.play.player_view import WORDS, hide_face_down_cards

#: How many moves after a hint a play is still told as what the hint leads to.
_FAR: Final = 8


def hint_reasons(position: Position, moves: Sequence[Move]) -> list[str]:
    """Return in sentences what a player sees that a move is good for; none if nothing is seen.

    Args:
        position: the position before the move, which stays as it is. All its cards are known.
        moves: the move, and those that follow it on the way to a win, as far as they are known.
    """
    move, *later_moves = moves
    plays = _plays(position)
    if move.card is None or move.source in WORDS:
        return [] if plays else ["no card fits a foundation now"]
    visible_position = hide_face_down_cards(position)
    trial = position.copy()
    trial.play_command(move)
    new_plays = [play for play in _plays(trial) if play not in plays]
    cards = list(dict.fromkeys(PRETTY[card] for _, card in new_plays if _is_in_sight(visible_position, card)))
    if cards:
        return [f"then {join_words(cards)} {'fits' if len(cards) == 1 else 'fit'} a foundation"]
    near_moves = later_moves[:_FAR]
    reasons = [_later_play_words(position, visible_position, near_moves)]
    if move.source is not None and is_pile_name(move.source):
        words = _uncovering_words(visible_position, trial, move.source, move.card, near_moves)
        reasons.insert(0, words)
    return [reason for reason in reasons if reason]


def _plays(position: Position) -> list[tuple[str | None, int]]:
    """Return the cards that can go to a foundation, each with its place."""
    moves = position.legal_moves()
    return [(move.source, move.card) for move in moves if move.dest in ("^", "v") and move.card is not None]


def _is_in_sight(visible_position: Position, card: int) -> bool:
    """Whether a player sees a card, wherever it lies."""
    return any(card in pile for pile in visible_position.places.values())


def _is_of_use(pile: str, later_moves: Sequence[Move]) -> bool:
    """Whether what a move frees in a pile is used by one of the moves that follow; yes if none of them is known."""
    return not later_moves or any(move.source == pile or move.dest == f">{pile}" for move in later_moves)


def _uncovering_words(
    visible_position: Position, position_after: Position, source: str, card: int, later_moves: Sequence[Move]
) -> str:
    """Return in words which card a move frees that takes a card from a pile; empty if it frees none.

    Args:
        visible_position: the position before the move, as the player sees it.
        position_after: the position after it.
        source: the pile.
        card: the card, which may take others along.
        later_moves: the moves that follow: a card that they do nothing with is not said.
    """
    height = len(position_after.places[source])
    if visible_position.places[source][height : height + 1] != [card]:
        # The pile has been filled again, or the card lay under others.
        return ""
    if not height:
        return f"it empties {position_after.game.words(source)}"
    next_card = visible_position.places[source][height - 1]
    if next_card >= DOWN or next_card == UNKNOWN:
        return "it turns up a card"
    return f"it frees {PRETTY[next_card]}" if _is_of_use(source, later_moves) else ""


def _later_play_words(position: Position, visible_position: Position, moves: Sequence[Move]) -> str:
    """Return in words which of some moves first plays a card in sight to a foundation and could not be played without
    the move before them; empty if there is none before a card is turned up.

    Args:
        position: the position before a move.
        visible_position: the same, as the player sees it.
        moves: the moves that follow that one.
    """
    without_move = position.copy()
    for number, move in enumerate(moves, 1):
        if move.card is None or move.source in WORDS:
            break
        if without_move.game.meanings(without_move, move) == [move]:
            without_move.play_command(move)
            continue
        if move.dest in ("^", "v") and _is_in_sight(visible_position, move.card):
            return f"{pluralize(number, 'move')} later, {PRETTY[move.card]} goes to its foundation"
    return ""
