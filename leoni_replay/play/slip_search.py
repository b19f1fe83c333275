"""What may have happened before a move that is refused: the search for slips of ``leoni verify``, as far as the player
has seen the cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from leoni_replay.cards import DOWN, UNKNOWN
from leoni_replay.commands import Move
from leoni_replay.diagnostics import CARD_NOT_KNOWN, is_about_move
from leoni_replay.games import Game
from leoni_replay.games.game import Position
from leoni_replay.games.places import is_foundation_name
from leoni_replay.games.steps import Relaid
from leoni_replay.notation.transcript import MoveItem, Transcript
from leoni_replay.play.amendment import Amendment
from leoni_replay.play.player_view import WORDS, can_turn_up, origin_of
from leoni_replay.play.session import Session
from leoni_replay.play.tree_replay import without_consequences
from leoni_replay.record.checker import RecordReader
from leoni_replay.record.diagnose.slips import Slip, slips
from leoni_replay.record.setup import set_up
from leoni_replay.show.move_sentences import move_words

#: How many changes are suggested.
_MOST_SUGGESTIONS: Final = 3


class Suggestion(NamedTuple):
    """What may have happened before a move that was refused.

    Attributes:
        text: what is typed to have it so.
        question: the question whether it happened, for a page.
        amendment: the change of earlier moves.
        refused_move: the refused move, which is legal after the change.
    """

    text: str
    question: str
    amendment: Amendment
    refused_move: Move


def suggest(session: Session, refused_move: Move) -> list[Suggestion]:
    """Return what may have happened before a move that was refused, the likeliest first."""
    suggestions = []
    for amendment in _find_amendments(session, refused_move):
        text = amendment.text
        # What happened last needs no number.
        if amendment.kind == "insert" and amendment.number == session.move_number + 1:
            text = text.rpartition(" ")[0]
        elif amendment.kind == "swap" and amendment.number == session.move_number:
            text = "swap"
        suggestions.append(Suggestion(text, _question(amendment, session.game), amendment, refused_move))
    return suggestions


def _question(amendment: Amendment, game: Game[Any]) -> str:
    """Return the question whether a change is what happened."""
    number = amendment.number
    if amendment.command is None:
        return f"Were moves {number} and {number + 1} made the other way round?"
    words = move_words(game, amendment.command)
    if amendment.kind == "insert":
        # What turns up or deals cards is told with a verb.
        words = f"to {words}" if amendment.command.card is None else words
        return f"Did you forget {words}, before move {number}?"
    return f"Was move {number} {words}?"


def _find_amendments(session: Session, refused_move: Move) -> list[Amendment]:
    """Return the changes of earlier moves with which a refused move is legal, the likeliest first."""
    first_move, position = _seen_position(session)
    if position is None:
        return []
    commands = [without_consequences(move) for move in session.game_in_play.moves[first_move:]]
    commands.append(without_consequences(refused_move))
    record = session.game_in_play.record("*")
    tags = {tag.name: tag.value for tag in record.tags}
    transcript = Transcript.build(tags, [MoveItem(command) for command in commands], "*")
    result = RecordReader(transcript, set_up(transcript, None)).read(position)
    is_last_move_refused = result.replay.moves == len(commands) - 1
    if result.fault is None or not is_last_move_refused or not is_about_move(result.fault.code):
        return []
    moves = [item for item in transcript.items if isinstance(item, MoveItem)]
    search = slips(result.replay, moves, result.fault.code, lambda slip: 0)
    found_slips = [slip for slip in search.slips if slip.reach == search.end]
    found_slips.sort(key=lambda slip: -max(slip.places))
    amendments = [_amendment(slip, first_move, len(commands)) for slip in found_slips]
    return [
        *(amendment for amendment in amendments if amendment is not None),
        *_revealing_insertions(result.replay.at(len(commands) - 1), commands[-1], session.move_number + 1),
    ][:_MOST_SUGGESTIONS]


def _revealing_insertions(position: Position, refused_move: Move, number: int) -> Iterator[Amendment]:
    """Yield the moves before a refused one that turn up a card which nobody has seen, if the refused move may depend
    on it alone.

    Args:
        position: the position with the cards that the player has seen.
        refused_move: the refused move.
        number: its number.
    """
    for move in position.legal_moves():
        if move.card is None or move.source in WORDS:
            continue
        step = position.play_command(move)
        refusal = position.why_not(refused_move)
        pile = position.places.get(refused_move.source or "", [])
        depends_on_unseen_card = refusal is not None and refusal.code == CARD_NOT_KNOWN
        if depends_on_unseen_card or (move.source == refused_move.source and pile and pile[-1] == UNKNOWN):
            yield Amendment("insert", number, without_consequences(move))
        position.undo(step)
    for word in WORDS:
        may_be_missing = word != "deal" or not _is_seen(position, refused_move)
        if may_be_missing and (position.why_not(Move(word)) is None or can_turn_up(position, word)):
            yield Amendment("insert", number, Move(word))


def _is_seen(position: Position, move: Move) -> bool:
    """Whether the card of a move lies where the move takes it from, so far as the player has seen."""
    if move.card is None:
        return True
    places = position.places
    piles = places.values() if move.source is None else [places.get(move.source, [])]
    return any(move.card in pile for pile in piles)


def _amendment(slip: Slip, first_move: int, move_count: int) -> Amendment | None:
    """Return the change that corrects a slip; None if the refused move itself is to be another one."""
    number = first_move + max(slip.places) + 1
    if slip.kind == "swapped":
        return Amendment("swap", number)
    assert slip.command is not None
    command = without_consequences(slip.command)
    if slip.kind == "left out":
        if command.source in WORDS and command.card == UNKNOWN:
            command = Move(command.source)
        return Amendment("insert", number, command)
    if slip.at == move_count - 1:
        return None
    return Amendment("replace", number, command)


def _seen_position(session: Session) -> tuple[int, Position | None]:
    """Return the last position from which every move can be played again with the cards that the player has seen by
    now, and the number of moves before it. The position is None if that cannot be said."""
    steps = session.game_in_play.steps
    first_move = 0
    for number, step in enumerate(steps, 1):
        if any(isinstance(change, Relaid) for change in step.changes):
            first_move = number
    position = session.game_in_play.at(first_move)
    if session.open and not session.has_unknown_cards:
        return first_move, position
    later_steps = steps[first_move:]
    for name, pile in session.visible_position.places.items():
        if is_foundation_name(name):
            continue
        for index, card in enumerate(pile):
            if card & ~DOWN != UNKNOWN:
                continue
            place, index_before = origin_of(later_steps, name, index)
            if index_before < 0:
                return first_move, None
            down = position.places[place][index_before] & DOWN
            position.table.set_card(session.game.places[place], index_before, UNKNOWN | down)
    position.table.odd = True
    return first_move, position
