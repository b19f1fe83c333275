"""What may have happened before a move that is refused: the search for slips of ``leoni verify``, as far as the player
has seen the cards."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from leoni_replay.cards import DOWN, PRETTY, UNKNOWN
from leoni_replay.commands import Move
from leoni_replay.diagnostics import CARD_NOT_KNOWN, is_about_move
from leoni_replay.games import Game
from leoni_replay.games.game import Position
from leoni_replay.games.misplays import do_by_hand
from leoni_replay.games.places import is_foundation_name
from leoni_replay.games.refusal import Ambiguous, Refused
from leoni_replay.games.steps import Relaid, Step
from leoni_replay.notation.transcript import MoveItem, Transcript
from leoni_replay.phrases import join_words
from leoni_replay.play.amendment import Amendment, Correction, corrections_text
from leoni_replay.play.misnamed_search import find_misnamed_cards
from leoni_replay.play.physical import PhysicalSession
from leoni_replay.play.player_view import WORDS, can_turn_up, origin_of
from leoni_replay.play.session import Session
from leoni_replay.play.tree_replay import without_consequences
from leoni_replay.record.checker import RecordReader
from leoni_replay.record.diagnose.slips import Slip, slips
from leoni_replay.record.setup import set_up
from leoni_replay.show.move_sentences import move_subject, move_words

#: How many changes are suggested.
_MOST_SUGGESTIONS: Final = 3
#: How many moves back a move is looked for that turns up a card.
_MOST_MOVES_BACK: Final = 30


class Suggestion(NamedTuple):
    """What may have happened before a move that was refused.

    Attributes:
        text: what is typed to have it so.
        question: the question whether it happened, for a page.
        change: the change of earlier moves, or of cards of a real table that were misnamed.
        refused_move: the refused move, which is legal after the change.
    """

    text: str
    question: str
    change: Amendment | tuple[Correction, ...]
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
    if isinstance(session, PhysicalSession):
        for corrections in itertools.islice(find_misnamed_cards(session, refused_move), _MOST_SUGGESTIONS):
            question = _question_about_cards(corrections, session.game)
            suggestions.append(Suggestion(corrections_text(corrections), question, tuple(corrections), refused_move))
    return suggestions


def _question_about_cards(corrections: Sequence[Correction], game: Game[Any]) -> str:
    """Return the question whether cards were misnamed."""
    parts = []
    for old, new, place, _ in corrections:
        where = "" if not place or is_foundation_name(place) else f" in {game.words(place)}"
        parts.append(f"the {PRETTY[old]}{where} really {PRETTY[new]}")
    return f"{'Is' if len(parts) == 1 else 'Are'} {join_words(parts)}?"


def _question(amendment: Amendment, game: Game[Any]) -> str:
    """Return the question whether a change is what happened."""
    number = amendment.number
    if amendment.command is None:
        return f"Were moves {number} and {number + 1} made the other way round?"
    if amendment.kind == "insert":
        words = move_words(game, amendment.command)
        # What turns up or deals cards is told with a verb.
        words = f"to {words}" if amendment.command.card is None else words
        return f"Did you forget {words}, before move {number}?"
    return f"Was move {number} {move_subject(game, amendment.command)}?"


def _find_amendments(session: Session, refused_move: Move) -> list[Amendment]:
    """Return the changes of earlier moves with which a refused move is legal, the likeliest first."""
    first_move, position = _seen_position(session)
    if position is None:
        return []
    commands = [_command_of(move) for move in (*session.game_in_play.moves[first_move:], refused_move)]
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
    found_amendments = [amendment for amendment in amendments if amendment is not None]
    found_amendments += _revealing_insertions(result.replay.at(0), commands, first_move)
    return list(dict.fromkeys(found_amendments))[:_MOST_SUGGESTIONS]


def _command_of(move: Move) -> Move:
    """Return a move without its consequences, but with the foundation of an exile, which may fit two."""
    dest = move.dest if move.dest in ("^", "v") else None
    return without_consequences(move)._replace(dest=dest) if move.source == "exile" else without_consequences(move)


def _revealing_insertions(position: Position, commands: Sequence[Move], first_move: int) -> Iterator[Amendment]:
    """Yield the moves that may have been left out and turn up a card which nobody has seen, if the refused move may
    depend on that card; those nearest to the refused move first.

    Args:
        position: the position before the first command, with the cards that the player has seen. It is played in.
        commands: the moves from there on; the last is the refused one.
        first_move: the number of moves before them.
    """
    *earlier_commands, refused_move = commands
    steps = [_play(position, command) for command in earlier_commands]
    # One that was possible later has been yielded already.
    moves_tried: set[Move] = set()
    for index in range(len(steps), max(-1, len(steps) - _MOST_MOVES_BACK), -1):
        for move in _revealing_moves(position, is_any=refused_move.source in WORDS):
            if move not in moves_tried and _reaches(position, move, earlier_commands[index:], refused_move):
                moves_tried.add(move)
                yield Amendment("insert", first_move + index + 1, move)
        if index == len(steps):
            for word in WORDS:
                may_be_missing = word != "deal" or not _is_seen(position, refused_move)
                if may_be_missing and (position.why_not(Move(word)) is None or can_turn_up(position, word)):
                    yield Amendment("insert", first_move + index + 1, Move(word))
        if index:
            position.undo(steps[index - 1])


def _revealing_moves(position: Position, *, is_any: bool) -> list[Move]:
    """Return the legal moves of a card that turn up a card which nobody has seen.

    Args:
        position: the position; it stays as it is.
        is_any: whether to return those too that turn up none, because the refused move itself turns up a card.
    """
    moves = []
    for move in position.legal_moves():
        if move.card is None or move.source is None or move.source in WORDS:
            continue
        step = position.play_command(move)
        pile = position.places.get(move.source, [])
        if is_any or (pile and pile[-1] == UNKNOWN):
            moves.append(without_consequences(move))
        position.undo(step)
    return moves


def _reaches(position: Position, move: Move, commands: Sequence[Move], refused_move: Move) -> bool:
    """Whether the later moves can be played after one that turns up an unseen card, and the refused move may depend on
    that card alone."""
    steps = []
    try:
        for command in (move, *commands):
            steps.append(_play(position, command))
        refusal = position.why_not(refused_move)
        source_pile = position.places.get(refused_move.source or "", [])
        is_source_unseen = bool(source_pile) and source_pile[-1] == UNKNOWN and move.source == refused_move.source
        return is_source_unseen or (refusal is not None and refusal.code == CARD_NOT_KNOWN)
    except (Ambiguous, Refused):
        return False
    finally:
        for step in reversed(steps):
            position.undo(step)


def _play(position: Position, command: Move) -> Step:
    """Play a move, which may be a misplay or cards put right by hand.

    Raises:
        Refused, Ambiguous: it is not legal, or can mean several moves.
    """
    return do_by_hand(position, command) or position.play_command(command)


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
