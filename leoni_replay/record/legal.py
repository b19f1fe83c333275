"""The legal moves at a point of a record, and why a given move is legal there or not."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import (
    TYPE_CHECKING,
)

from leoni_replay.arguments import check_type
from leoni_replay.cards import UNKNOWN
from leoni_replay.commands import Move
from leoni_replay.diagnostics import CARD_IMPOSSIBLE, Diagnostic, Span
from leoni_replay.drawing import describe, draw
from leoni_replay.games.game import Position
from leoni_replay.games.places import Vocabulary
from leoni_replay.games.refusal import Ambiguous, Refused
from leoni_replay.games.steps import Step
from leoni_replay.notation.reader import loads
from leoni_replay.notation.scan import scanner
from leoni_replay.notation.transcript import Item, MoveItem, Record, Transcript, Variation
from leoni_replay.notation.writer import dumps
from leoni_replay.phrases import join_words
from leoni_replay.record.canonical import short_form
from leoni_replay.record.played_items import every_item
from leoni_replay.record.replay import replay, replay_of
from leoni_replay.record.result import Replay, view_at
from leoni_replay.record.setup import has_unknown_cards
from leoni_replay.rules.numbers import DEAL_AGAIN
from leoni_replay.text import visible_text

if TYPE_CHECKING:
    from leoni_replay.json_data import PossibleData, WhyData


@dataclass(frozen=True, slots=True)
class Possible:
    """A legal move at a point of a record: its long form with all that it brings about, the short form that means it
    there, and what it does."""

    move: Move
    short: Move
    step: Step
    #: the position in which it is legal
    _position: Position = field(repr=False, compare=False)

    def __str__(self) -> str:
        """Return the move in long form."""
        return str(self.move)

    def as_dict(self) -> PossibleData:
        """Return the move as ``leoni replay --legal --format json`` writes it, for ``json.dumps``."""
        data: PossibleData = describe("legal move", self, self._position)
        return data


@dataclass(frozen=True, slots=True)
class Why:
    """The answer whether a move is legal at a point of a record, and why.

    ``command`` is the move in question, ``at`` the move after which it would come. ``moves`` is what it can mean: one
    legal move, several if it is ambiguous, or none. ``objection`` is the diagnostic that ``leoni verify`` would give;
    None if the move is legal, or a misplay or setting that a record may have. ``replay`` is the record, replayed.
    """

    command: Move
    at: int
    moves: tuple[Possible, ...]
    objection: Diagnostic | None
    replay: Replay = field(repr=False, compare=False)

    @property
    def legal(self) -> bool:
        """Whether the move can be played as written. A misplay is never legal, though a record may have it."""
        return self.objection is None and not self.command.how

    def __str__(self) -> str:
        """Return the answer in one line."""
        headline = f"{self.headline} after move {self.at}"
        if self.objection is None:
            return f"{headline}: {join_words([str(move) for move in self.moves], 'or')}"
        if self.moves:
            return visible_text(f"{headline}: {self.objection.message}")
        clause = self.objection.clause
        by_rule = f" ({clause.label}, {clause.name})" if clause else ""
        help = "; ".join(["", *self.objection.help])
        return visible_text(f"{headline}: {self.objection.message}{by_rule}{help}")

    def as_dict(self) -> WhyData:
        """Return the answer as ``leoni why --format json`` writes it, for ``json.dumps``."""
        data: WhyData = describe("answer", self)
        return data

    def _repr_html_(self) -> str:
        """Return the answer, for notebooks."""
        return draw("why", self)

    @property
    def headline(self) -> str:
        """The answer in a few words: ``4:3S^ is legal``."""
        if self.command.how:
            return f"{self.command} {'cannot' if self.objection else 'can'} be recorded"
        if self.legal:
            return f"{self.command} is legal"
        return f"{self.command} says too little" if self.moves else f"{self.command} is not legal"


def legal(record: Record | str, at: int | None = None) -> list[Possible]:
    """Return every legal move at a point of a record.

    Args:
        record: the record, or its text. One that is asked about often is best given as its replay.
        at: the move after which to look; None for the last legal one.

    Returns:
        The moves. Where cards are unknown, these are the moves that are legal as far as the cards are known, and they
        are not shortened, because only the long form names the cards.

    Raises:
        IndexError: there is no such move or position.
        TypeError: it is neither a record nor a text.
        LeoniError: the text is not one record.
    """
    replayed = replay_of(record, "legal")
    return legal_at(replayed, _position(replayed, at))


def legal_at(replayed: Replay, position: Position) -> list[Possible]:
    """As :func:`legal`, in a position of the record (a copy; it may be from a variation)."""
    moves = [_possible(replayed, position, number) for number in position.move_numbers()]
    return [*moves, _redeal_without_order(position)] if position.awaits_order else moves


def why(record: Record | str, move: str | Move, at: int | None = None) -> Why:
    """Explain why a move is legal at a point of a record, or is not.

    Args:
        record: the record, or its text. One that is asked about often is best given as its replay.
        move: in the notation, in long form or short, or as a command.
        at: the move after which it would come; None for the last legal one.

    Raises:
        IndexError: there is no such move or position.
        LeoniError: the text is not a move of the notation, or not one record.
        TypeError: it is neither text nor a command, or no record.
    """
    replayed = replay_of(record, "why")
    command = _command(move, replayed.vocabulary)
    position = _position(replayed, at)
    after = replayed.moves if at is None else at
    # It is judged as a variation of the record, so that there is one judge, who knows all that the record shows of
    # cards.
    trial = replay(_insert_move(replayed, command, after), rules=replayed.rules, hints=False)
    objection = _objection_to_cards(replayed, position, command) or _objection(trial)
    if objection is None:
        move_item = _inserted_move(trial.transcript)
        (step,) = [node.step for node in every_item(trial.played_items) if node.item is move_item and node.step]
        return Why(command, after, (_with_short_form(replayed, position, step),), None, replayed)
    # The move stands in no file: only the record has a place, and the move its number.
    transcript = replayed.transcript
    nowhere = Span(0, 0, 0, 0)
    objection = replace(
        objection, file=transcript.file, number=transcript.number, move=after + 1, span=nowhere, lines=()
    )
    return Why(command, after, tuple(_meanings(replayed, position, command)), objection, replayed)


def _command(move: str | Move, vocabulary: Vocabulary) -> Move:
    """Return a move as a command, whether it comes as text or as a command.

    Raises:
        LeoniError: the text is not a move.
        TypeError: it is neither.
    """
    check_type(move, (str, Move), "a move is a text or a Move")
    if isinstance(move, str):
        return scanner(vocabulary).command(move.strip())[0]
    move.check()
    return move


def _objection(trial: Replay) -> Diagnostic | None:
    """Return why a record with one more move is rejected; None if it is accepted. If a later move is refused, the new
    move is to blame: it must have named an unknown card that the later move knows to lie elsewhere."""
    error, move_item = trial.error, _inserted_move(trial.transcript)
    if error is None or error.span == trial.transcript.span(move_item.start, move_item.end):
        return error
    contradicted = f"move {error.move}" if error.move else "the end"
    message = f"this move names unknown cards in a way that contradicts {contradicted} of the record: {error.message}"
    return replace(error, code="M227", message=message, table_lines=(), notes=(), help=())


def _objection_to_cards(replayed: Replay, position: Position, command: Move) -> Diagnostic | None:
    """Return the objection to cards that a move names where they are unknown. All that the record shows about its cards
    is used here, even what it shows later."""
    game = replayed.game
    if _all_known(replayed):
        return None
    tags = {"Game": game.name, "Rules": str(game.rules), "Deal": "layout", "Layout": position.text}
    error = replay(Transcript.build(tags, [command]), hints=False).error
    return error if error is not None and error.code == CARD_IMPOSSIBLE else None


def _all_known(replayed: Replay) -> bool:
    """Whether all cards of a record were known from the start, even if the record is rejected."""
    if replayed.line.steps:
        return False
    return not has_unknown_cards(view_at(replayed, 0))


def _meanings(replayed: Replay, position: Position, command: Move) -> list[Possible]:
    """Return the legal moves that a refused command can mean in a position."""
    game = replayed.game
    try:
        position.read(command)
    except Ambiguous as error:
        codes = [game.number_of(move) for move in error.moves]
        return [_possible(replayed, position, code) for code in codes if code is not None]
    except Refused:
        pass
    return []


def _possible(replayed: Replay, position: Position, number: int) -> Possible:
    """Return a legal move, given as a number."""
    return _with_short_form(replayed, position, position.preview(number))


def _redeal_without_order(position: Position) -> Possible:
    """Return a shuffled redeal whose order is not known, so that the cards that it deals are unknown."""
    twin = position.copy()
    shuffle = twin.next_shuffle()
    assert shuffle is not None
    twin.orders[shuffle.deal] = bytes([UNKNOWN]) * len(shuffle.cards)
    step = twin.preview(DEAL_AGAIN)
    step = step._replace(move=step.move._replace(shown=None))
    return Possible(step.move, step.move, step, position)


def _with_short_form(replayed: Replay, position: Position, step: Step) -> Possible:
    """Return a step with both forms of its move. Where cards are unknown, only the long form names them."""
    short = short_form(position, step.move) if _all_known(replayed) else step.move
    return Possible(step.move, short, step, position)


def _position(replayed: Replay, at: int | None) -> Position:
    """Return the position after a move, as a copy."""
    after = replayed.moves if at is None else at
    if not replayed.dealt:
        raise IndexError("the record has no table: no cards could be dealt")
    return replayed.at(after)


def _insert_move(replayed: Replay, command: Move, after: int) -> Transcript:
    """Return the moves of a record with one more: in place of the move that follows a point, or at the end."""
    transcript = replayed.transcript
    items: list[Item] = []
    for number, move_item in enumerate(transcript.moves()):
        if number >= replayed.moves:
            break
        if number == after and move_item.command.how:
            # A misplay or a setting can have no variation.
            return _rebuild(transcript, [*items, MoveItem(command)])
        items.append(move_item)
        if number == after:
            items.append(Variation([MoveItem(command)]))
    if after == replayed.moves:
        items.append(MoveItem(command))
    return _rebuild(transcript, items)


def _rebuild(transcript: Transcript, items: list[Item]) -> Transcript:
    """Return a record with other moves."""
    # The rules are given to the replay; the result and the digest don't apply to other moves.
    left_out = ("Rules", "Result", "RecordDigest")
    tags = [(tag.name, tag.value) for tag in transcript.tags if tag.name not in left_out]
    # Parsed again, so that the message can show where it is refused.
    (rebuilt,) = loads(dumps(Transcript.build(tags, items)))
    return rebuilt


def _inserted_move(transcript: Transcript) -> MoveItem:
    """Return the move that :func:`_insert_move` put into a record: the last one of its variation, or of the record."""
    variations = [item for item in transcript.items if isinstance(item, Variation)]
    line = variations[0].items if variations else transcript.items
    return [item for item in line if isinstance(item, MoveItem)][-1]
