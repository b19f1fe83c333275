"""The result of a replay: the legal moves, the position at each of them, and the errors and warnings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal, Unpack

from leoni_replay.arguments import check_move, check_options
from leoni_replay.commands import Move
from leoni_replay.diagnostics import Diagnostic, label_of
from leoni_replay.drawing import describe, draw
from leoni_replay.games import Game
from leoni_replay.games.game import Position
from leoni_replay.games.places import COMMON, Vocabulary
from leoni_replay.games.steps import Step
from leoni_replay.layout import PictureOptions
from leoni_replay.leoni_error import LeoniError
from leoni_replay.notation.transcript import Record, Transcript
from leoni_replay.phrases import (
    RESULT_WORDS,
    Label,
    ResultWord,
    Status,
    irregular_moves_remark,
    pluralize,
    still_legal_remark,
)
from leoni_replay.record.played_items import PlayedItem, PlayedLine, play_items
from leoni_replay.record.record_digest import record_text
from leoni_replay.record.walk import Walk
from leoni_replay.rules.numbers import IRREGULAR
from leoni_replay.rules.position_text import Writer, digest_of

if TYPE_CHECKING:
    from leoni_replay.json_data import RecordKeys, ReplayData

_NOT_DEALT: Final = "no cards could be dealt: the record's diagnostics say why"


@dataclass(slots=True, repr=False, eq=False)
class Replay(Record):
    """A record replayed up to its first error.

    Two replays are equal if their transcripts are, and were replayed under the same rules.

    ``moves`` is the number of legal moves in the main line, and ``steps`` is what they did. ``diagnostics`` holds the
    findings: at most one error, which is where the replay stopped. ``position`` is the position after the last legal
    move; :meth:`at` gives any other. ``unknown`` is None for a record that names all its cards. For a record without a
    ``Deal`` tag, or with unknown cards in its layout, it is the number of cards of the first position that are still
    unknown at the end, and None if all of them are proved. Positions that are returned are copies, which you may keep
    and play on.
    """

    transcript: Transcript
    _game: Game[Any] | None = None
    diagnostics: list[Diagnostic] = field(default_factory=list)
    result: ResultWord | None = None
    unknown: int | None = None
    #: whether the cards dealt had to be derived from the moves
    is_deal_derived: bool = False
    #: whether several deals of the unknown cards were possible and had to be tried
    tried_several_deals: bool = False
    #: the numbers of the misplays, and of the settings by hand
    irregular: list[int] = field(default_factory=list)
    #: the moves of the main line, with its variations
    line: PlayedLine = field(default_factory=PlayedLine)
    #: the position after the last legal move, which stays there once the record has been read
    _position: Position | None = None
    #: what is made when it is first requested. Two threads may make it at the same time: each of them is right.
    _first_position: Position | None = None
    _played_items: list[PlayedItem] | None = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Replay):
            return NotImplemented
        return (self.transcript, self.name, self.rules) == (other.transcript, other.name, other.rules)

    def __repr__(self) -> str:
        identity = [self.name, self.rules, self.transcript.value("Deal")]
        return f"<Replay of {', '.join(part for part in identity if part) or 'nothing'}: {self.outcome}>"

    def _as_transcript(self) -> Transcript:
        return self.transcript

    @property
    def dealt(self) -> bool:
        """Whether cards could be dealt. If not, there is no game and no position; the error says what is wrong."""
        return self._position is not None

    @property
    def game(self) -> Game[Any]:
        """The game, under its rules.

        Raises:
            LeoniError: no cards could be dealt (:attr:`dealt`).
        """
        if self._game is None:
            raise LeoniError(_NOT_DEALT)
        return self._game

    @property
    def outcome(self) -> str:
        """The outcome in words: ``verified, lost after 56 moves``."""
        result = f"{RESULT_WORDS[self.result]} " if self.result is not None and self.accepted else ""
        error = f" ({self.error.code})" if self.error else ""
        legal = still_legal_remark(self.still_legal, self.result) + irregular_moves_remark(len(self.irregular))
        return f"{self.label}{error}, {result}after {pluralize(self.moves, 'move')}{legal}"

    @property
    def moves(self) -> int:
        """The number of moves replayed in the main line."""
        return len(self.line.steps) or len(self.line.moves)

    @property
    def still_legal(self) -> int | None:
        """The number of legal moves at the end of a lost game (all of them reversals) or of a conceded one. None for
        any other, and for a conceded game whose cards are not all known."""
        if not self.accepted or self.result not in ("lost", "conceded"):
            return None
        position = view_at(self, self.moves)
        if self.result == "lost":
            return position.table.legal_moves_when_lost()
        return None if self.unknown is not None else position.count_legal()

    @property
    def vocabulary(self) -> Vocabulary:
        """The names of the game's places."""
        return COMMON if self._game is None else self._game.vocabulary

    @property
    def accepted(self) -> bool:
        """Whether nothing is wrong as far as the cards are known: the moves are legal, the claims true, the result
        proved."""
        return not any(diagnostic.severity == "error" for diagnostic in self.diagnostics)

    @property
    def verified(self) -> bool:
        """Whether nothing is wrong and every card is known, from the start or because the moves prove it."""
        return self.status == "verified"

    @property
    def status(self) -> Status:
        """The status of the record. ``consistent`` means that it is accepted, but not all its cards are known;
        ``irregular`` that it is accepted with misplays, or with cards put right by hand."""
        if not self.accepted:
            return "rejected"
        if self.irregular:
            return "irregular"
        return "verified" if self.unknown is None else "consistent"

    @property
    def label(self) -> Label:
        """The status in a word for people: *doubtful*, not *verified*, if no game by the rules leads to its layout."""
        return label_of(self.status, self.diagnostics)

    @property
    def error(self) -> Diagnostic | None:
        """The error that makes the record wrong; None if there is none."""
        return next((diagnostic for diagnostic in self.diagnostics if diagnostic.severity == "error"), None)

    @property
    def name(self) -> str | None:
        """The name of the game; if there is no such game, the value of the tag."""
        return self._game.name if self._game else self.transcript.value("Game")

    @property
    def rules(self) -> str | None:
        """The rules under which it was replayed: book and overrides."""
        return str(self._game.rules) if self._game else self.transcript.value("Rules")

    @property
    def position(self) -> Position:
        """The position after the last legal move.

        Raises:
            LeoniError: no cards could be dealt (:attr:`dealt`).
        """
        return self.at(self.moves)

    @property
    def digest(self) -> str | None:
        """The digest of :attr:`position`; None if no cards could be dealt."""
        return None if self._position is None else view_at(self, self.moves).digest

    @property
    def record_text(self) -> str | None:
        """The text that :attr:`record_digest` hashes; None for a record that is neither verified nor irregular, or has
        unknown cards."""
        if (
            self.status not in ("verified", "irregular")
            or self.unknown is not None
            or self.result is None
            or self._position is None
        ):
            return None
        first_position = view_at(self, 0).text_bytes
        last_table = view_at(self, self.moves).table
        return record_text(self.game, first_position, last_table, self.result, Writer()).decode()

    @property
    def record_digest(self) -> str | None:
        """An identifier of the game, however its record is written: 16 digits that stand for its rules, deal, moves and
        result; None for a record that is neither verified nor irregular."""
        text = self.record_text
        return None if text is None else digest_of(text.encode())

    @property
    def played_items(self) -> list[PlayedItem]:
        """The items of the record, each move with its step."""
        items = self._played_items
        if items is None:
            if self._position is None:
                items = play_items(self.transcript.items, PlayedLine(), Position.__new__(Position))
            else:
                items = play_items(self.transcript.items, self.line, self.walk().go_to(0))
            self._played_items = items
        return items

    @property
    def steps(self) -> list[Step]:
        """What each legal move of the main line did."""
        return self.line.steps or [node.step for node in self.played_items if node.step is not None]

    def walk(self) -> Walk:
        """Return a walk along the main line, with a position of its own, which stands at the end.

        Raises:
            LeoniError: no cards could be dealt (:attr:`dealt`).
        """
        return Walk(last_view(self).copy(with_moves=True), self.line, self.moves)

    def at(self, move: int) -> Position:
        """Return the position after a move (0: as dealt), as a copy that you may keep and play on.

        Raises:
            IndexError: there is no such move.
            LeoniError: no cards could be dealt (:attr:`dealt`).
        """
        return view_at(self, move).copy()

    def positions(self) -> Iterator[tuple[int, Step | None, Position]]:
        """Yield every position from the deal on: the number of the move, its step, and the position after it."""
        steps, walk = self.steps, self.walk()
        for number in range(len(steps) + 1):
            yield number, steps[number - 1] if number else None, walk.go_to(number).copy()

    def svg(self, at: int | None = None, **options: Unpack[PictureOptions]) -> str:
        """Draw the position after a move, with the changes of that move marked.

        Args:
            at: the number of the move (0: as dealt); by default the last legal one.
            options: what :class:`PictureOptions` has, such as ``size=400``.

        Raises:
            IndexError: there is no such move.
            LeoniError: no cards could be dealt.
        """
        number = self.moves if at is None else at
        check_move(number, self.moves)
        check_options(options, PictureOptions)
        return draw("replay", self, number, **options)

    def html(self) -> str:
        """Return the game as a self-contained HTML page with a player."""
        return draw("page", self)

    def as_dict(self) -> ReplayData:
        """Return the whole replay as ``leoni convert --format json`` writes it, for ``json.dumps``. How many games its
        file holds (``games``), a replay does not know."""
        data: ReplayData = describe("replayed", self)
        return data

    def _repr_svg_(self) -> str | None:
        """Return the last legal position as a picture, for notebooks; None if no cards could be dealt."""
        return None if self._position is None else self.svg()


def result_word(replay: Replay, position: Position) -> Literal["won", "lost", "*"]:
    """Return the result word with which the game of a replay can end in one of its positions."""
    if position.won():
        return "won"
    return "lost" if replay.unknown is None and position.why_not_lost() is None else "*"


def last_view(replay: Replay) -> Position:
    """Return the position after the last legal move of a replay, for reading only: it is the replay's own.

    Raises:
        LeoniError: no cards could be dealt (:attr:`Replay.dealt`).
    """
    if replay._position is None:
        raise LeoniError(_NOT_DEALT)
    return replay._position


def command_of(replay: Replay, number: int) -> Move:
    """Return a move of the main line of a replay, given as the rules number it, as far as its source, card and
    destination."""
    if number < IRREGULAR:
        return replay.vocabulary.command_of(number)
    command = last_view(replay).table.irregular_actions[number - IRREGULAR].command
    assert isinstance(command, Move)
    return command


def view_at(replay: Replay, move: int) -> Position:
    """As :meth:`Replay.at`, but return a position for reading only, which may be the replay's own. To read many of
    them, go for a :meth:`Replay.walk`.

    Raises:
        IndexError, LeoniError: as :meth:`Replay.at`.
    """
    check_move(move, replay.moves)
    if move == replay.moves:
        return last_view(replay)
    if move:
        return replay.walk().go_to(move)
    position = replay._first_position
    if position is None:
        position = replay._first_position = replay.walk().go_to(0)
    return position


def record_keys(replay: Replay) -> RecordKeys:
    """Return the keys that name a game in the JSON of what was found out about it."""
    transcript = replay.transcript
    return {
        "file": transcript.file or None,
        "number": transcript.number,
        "game": replay.name,
        "rules": replay.rules,
        "deal": transcript.value("Deal"),
    }
