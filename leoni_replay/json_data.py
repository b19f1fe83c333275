"""The forms of what ``as_dict()`` returns, for type checkers: the keys of JSON with their types.

The schemas in ``leoni_replay/schemas/`` say what each key means. No other module loads this one when it runs.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, TypedDict

from leoni_replay.phrases import ChapterKind, Label, PartKind, ResultWord, Severity, Status

#: Why a search stopped before it knew.
LimitWord: TypeAlias = Literal["nodes", "seconds", "memory", "interrupt"]
#: The cards of a place, the bottom card first, or the number of the deal.
Listing: TypeAlias = list[str] | int


class EditData(TypedDict):
    """A change of the text, part of a correction."""

    line: int
    column: int
    end_line: int
    end_column: int
    text: str


class FixData(TypedDict):
    """A correction: ``Fix``."""

    message: str
    line: str
    moves: int
    only: bool
    edits: list[EditData]


class DiagnosticData(TypedDict):
    """A finding about a record: ``Diagnostic.as_dict()``."""

    code: str
    severity: Severity
    message: str
    line: int | None
    column: int | None
    end_line: int | None
    end_column: int | None
    move: int | None
    clause: str | None
    source: str | None
    table: list[str]
    notes: list[str]
    help: list[str]
    fixes: list[FixData]


class _JudgedData(TypedDict):
    """What a verdict and the facts about a record have in common."""

    file: str
    number: int
    game: str | None
    rules: str | None
    deal: str | None
    status: Status
    label: Label
    result: ResultWord | None
    moves: int
    legal_moves: int | None
    unknown: int | None
    digest: str | None
    record_digest: str | None


class VerdictData(_JudgedData):
    """A verdict: ``Verdict.as_dict()``."""

    irregular: int
    diagnostics: list[DiagnosticData]


class DealData(TypedDict):
    """A deal: ``Deal.as_dict()``."""

    game: str
    rules: str
    deal: str
    hash: str
    stock: list[str]
    places: dict[str, Listing]
    digest: str


class FindingData(TypedDict):
    """A finding from a position alone: ``Finding.as_dict()``."""

    code: str
    severity: Literal["impossible", "doubtful", "implied"]
    message: str
    places: list[str]
    clause: str | None
    source: str | None


class ProofData(TypedDict):
    """A claim and whether it is true: ``Proof.as_dict()``."""

    text: str
    line: int
    column: int
    move: int
    variation: bool
    holds: bool | None
    truth: str | None


class PlacedCardData(TypedDict):
    """A card with its place."""

    place: str
    card: str


class DifferenceData(TypedDict):
    """The effect of one other reading: ``Difference.as_dict()``."""

    reading: str
    title: str
    also_available: list[PlacedCardData]
    not_available: list[PlacedCardData]
    also_legal: list[str]
    not_legal: list[str]


class ExaminationData(TypedDict):
    """An examination: ``Examination.as_dict()``."""

    file: str
    number: int
    game: str | None
    rules: str | None
    deal: str | None
    sound: bool
    move: int | None
    table: list[str] | None
    not_listed: list[str]
    findings: list[FindingData]
    diagnostics: list[DiagnosticData]
    claims: list[ProofData]
    available: list[PlacedCardData]
    legal: list[str]
    readings: list[DifferenceData]


class MoveData(TypedDict):
    """The parts of a move."""

    token: str
    source: str | None
    card: str | None
    destination: str | None
    path: list[str] | None
    stalemate: bool
    shown: list[str]
    prose: str


class PossibleData(MoveData):
    """A legal move: ``Possible.as_dict()``."""

    short: str


class WhyData(TypedDict):
    """The answer whether a move is legal, and why: ``Why.as_dict()``."""

    file: str
    number: int
    game: str | None
    rules: str | None
    deal: str | None
    after: int
    asked: str
    legal: bool
    moves: list[PossibleData]
    refused: DiagnosticData | None


class NoteData(TypedDict):
    """A note between moves."""

    kind: Literal["comment", "claim", "time", "rule"]
    text: str
    holds: bool | None


class ShiftData(TypedDict):
    """A card that goes from one place to another."""

    kind: Literal["shift"]
    source: str
    at: int
    dest: str
    to: int


class TurnedData(TypedDict):
    """A card that is turned up."""

    kind: Literal["turned"]
    place: str
    at: int


class RelaidData(TypedDict):
    """Places that are laid again, with their cards."""

    kind: Literal["relaid"]
    after: dict[str, list[str]]


class RevealedData(TypedDict):
    """A card that becomes known where it lies."""

    kind: Literal["revealed"]
    place: str
    at: int
    card: str


ChangeData: TypeAlias = ShiftData | TurnedData | RelaidData | RevealedData


class VariationData(TypedDict):
    """Moves that might have been played instead."""

    after: int
    notes: list[NoteData]
    moves: list[PlayedMoveData]


class PlayedMoveData(MoveData):
    """A move that was played, with what it changes."""

    move: int
    changes: list[ChangeData]
    notes: list[NoteData]
    variations: list[VariationData]


class PositionData(TypedDict):
    """The position after a move."""

    move: int
    places: dict[str, Listing]
    left: int
    digest: str


class ChapterData(TypedDict):
    """A deal or another part of a game, with the number of its first position."""

    first: int
    title: str


class ReplayData(TypedDict):
    """A whole replay: ``Replay.as_dict()``."""

    version: Literal[1]
    game: str | None
    rules: str | None
    deal: str | None
    file: str
    number: int
    games: int | None
    tags: list[list[str]]
    verified: bool
    status: Status
    label: Label
    unknown: int | None
    result: ResultWord | None
    legal_moves: int | None
    verdict: str
    digest: str | None
    record_digest: str | None
    chapters: list[ChapterData]
    start: dict[str, list[str]] | None
    opening: list[NoteData]
    moves: list[PlayedMoveData]
    ending: list[NoteData]
    positions: list[PositionData]
    refused: str | None
    diagnostics: list[DiagnosticData]


class PageChapterData(TypedDict):
    """A chapter of a page, with its record in the notation."""

    line: int
    title: str
    kind: ChapterKind
    record: str
    verdict: str


class PartData(TypedDict):
    """A part of a page, with the moves and claims that it was read as."""

    line: int
    text: str
    kind: PartKind
    read: list[str]
    why: str


class ReadPageData(TypedDict):
    """A page of a book that was read: ``ReadPage.as_dict()``."""

    file: str
    complete: bool
    chapters: list[PageChapterData]
    parts: list[PartData]


class FactsData(_JudgedData):
    """The facts about a record: ``Facts.as_dict()``."""

    code: str | None
    left: int | None
    weaves: int
    weave: int
    stalemates: int
    reversals: int
    redeals: int
    exiles: int | None
    seconds: int | None
    tags: list[list[str]]
    at: int | None


class BookData(TypedDict):
    """The records of one game under one rule book, counted."""

    game: str | None
    rules: str | None
    records: int
    won: int
    lost: int
    conceded: int
    unfinished: int
    rejected: int
    lengths: list[list[int]]
    weaves: list[list[int]]


class StatisticsData(TypedDict):
    """The counts of an archive: ``Statistics.as_dict()``."""

    records: int
    plays: int
    repeated: int
    positions: bool
    bytes: int
    books: list[BookData]


class LimitsData(TypedDict):
    """The limits of a search."""

    nodes: int | None
    seconds: float | None
    memory: int


class RecordKeys(TypedDict):
    """The keys that name the game of a search."""

    file: str | None
    number: int | None
    game: str | None
    rules: str | None
    deal: str | None


class SolvedData(RecordKeys):
    """The outcome of a search for a win: ``Solved.as_dict()``."""

    status: Literal["won", "lost", "undecided", "refused"]
    at: int | None
    moves: int | None
    line: list[str] | None
    record: str | None
    nodes: int | None
    seconds: float | None
    fewest: int | None
    limit: LimitWord | None
    limits: LimitsData | None
    prunings: list[str]
    must_play: bool | None
    reason: str | None
    diagnostics: list[DiagnosticData]


class ReviewedData(RecordKeys):
    """A review, the outlook after each move: ``Reviewed.as_dict()``."""

    status: Literal["reviewed", "refused"]
    result: ResultWord | None
    moves: int | None
    outlooks: list[Literal["won", "lost", "undecided"]]
    last_won: int | None
    first_lost: int | None
    thrown_away: int | None
    played: str | None
    line: list[str]
    record: str | None
    nodes: int | None
    seconds: float | None
    limit: LimitWord | None
    limits: LimitsData | None
    prunings: list[str]
    reason: str | None
    diagnostics: list[DiagnosticData]
