"""leoni-replay: the reference tool for recorded games of patience.

In one example:

>>> import leoni_replay as lr
>>> transcript, = lr.loads('''
... [Game "Leoni's Own"]
... [Rules "wikipedia"]
... [Deal "seed:1884"]
...
... 1. 11:2S^ 11:QCv 4:3S^ *
... ''')
>>> replay = lr.replay(transcript)
>>> replay.verified, len(replay.steps), replay.digest
(True, 3, '011d310bf7bcf198')
>>> print(lr.deal("seed:1884").text.splitlines()[8])
1: JC QH 7C 8C 7D 7H TD

Names are loaded when they are first used, so importing the package is fast. No module has the
name of a function here: once imported, it would take its place.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from leoni_replay.drawing import register

__version__ = "0.1.0"

if TYPE_CHECKING:
    from leoni_replay.cards import Card, Suit
    from leoni_replay.collecting.api import Addable, Library, Rows, archive
    from leoni_replay.collecting.archive import AddCounts
    from leoni_replay.collecting.exporting import ExportError, ExportFormat
    from leoni_replay.collecting.record_facts import Facts, QueryError
    from leoni_replay.collecting.statistics import Book, Statistics
    from leoni_replay.commands import Move
    from leoni_replay.deals import DealError
    from leoni_replay.diagnostics import Citation, Clause, Diagnostic, Edit, Fix, Span
    from leoni_replay.examining.findings import Finding
    from leoni_replay.exchange.detect import ImportedGame, ImportFormat, import_
    from leoni_replay.files.atomic import PathExists
    from leoni_replay.files.database import DatabaseError
    from leoni_replay.files.saving import dump
    from leoni_replay.files.verdicts import verify, verify_text
    from leoni_replay.games import (
        GAMES,
        Declaration,
        ForeignFormat,
        Game,
        RuleBook,
        Rules,
        RulesError,
        Vocabulary,
        make_game,
    )
    from leoni_replay.games.game import Position, Shuffle
    from leoni_replay.games.refusal import Ambiguous, LayoutError, Marks, Refusal, Refused
    from leoni_replay.games.steps import Change, Relaid, Revealed, Shift, Step, Turned
    from leoni_replay.json_data import (
        BookData,
        ChangeData,
        ChapterData,
        DealData,
        DiagnosticData,
        DifferenceData,
        EditData,
        ExaminationData,
        FactsData,
        FindingData,
        FixData,
        LimitsData,
        LimitWord,
        Listing,
        MoveData,
        NoteData,
        PageChapterData,
        PartData,
        PlacedCardData,
        PlayedMoveData,
        PositionData,
        PossibleData,
        ProofData,
        ReadPageData,
        RecordKeys,
        RelaidData,
        ReplayData,
        RevealedData,
        ReviewedData,
        ShiftData,
        SolvedData,
        StatisticsData,
        TurnedData,
        VariationData,
        VerdictData,
        WhyData,
    )
    from leoni_replay.layout import Faces, Layout, Lie, PictureOptions, Place, Places, Theme, Way, Zone
    from leoni_replay.leoni_error import LeoniError
    from leoni_replay.notation.reader import load, loads
    from leoni_replay.notation.text_files import PathOrFile
    from leoni_replay.notation.transcript import (
        Claim,
        ClaimKind,
        Comment,
        Item,
        MoveItem,
        Note,
        Number,
        Problem,
        Record,
        Result,
        Statement,
        Tag,
        Time,
        Transcript,
        Variation,
    )
    from leoni_replay.notation.writer import dumps
    from leoni_replay.phrases import ChapterKind, Direction, Label, PartKind, ResultWord, Severity, Status
    from leoni_replay.prose.chapters import PageChapter
    from leoni_replay.prose.parts import Part
    from leoni_replay.prose.reading import ReadPage, read_prose
    from leoni_replay.record.deal import Deal, deal
    from leoni_replay.record.draft import draft
    from leoni_replay.record.examination import Difference, Examination, Proof, examine
    from leoni_replay.record.legal import Possible, Why, legal, why
    from leoni_replay.record.played_items import PlayedItem, PlayedLine
    from leoni_replay.record.playing import GameInPlay, IllegalMove, LegalMoves, new, play_on
    from leoni_replay.record.replay import Replay, replay
    from leoni_replay.record.sample import Want, sample
    from leoni_replay.record.verdict import Verdict
    from leoni_replay.record.walk import Walk
    from leoni_replay.search.players import Player
    from leoni_replay.search.solver import Limits, Solution
    from leoni_replay.show.data import JsonPositions
    from leoni_replay.show.formats import BinaryFormat, FormatOptions, TextFormat, convert
    from leoni_replay.solving.review import Reviewed, review
    from leoni_replay.solving.searcher import Limit, Outlook
    from leoni_replay.solving.solve import Solved, solve

#: The module of every name.
_WHERE = {
    name: module
    for module, names in {
        "cards": ("Card", "Suit"),
        "collecting.api": ("Addable", "Library", "Rows", "archive"),
        "collecting.archive": ("AddCounts",),
        "collecting.exporting": ("ExportError", "ExportFormat"),
        "collecting.record_facts": ("Facts", "QueryError"),
        "collecting.statistics": ("Book", "Statistics"),
        "commands": ("Move",),
        "deals": ("DealError",),
        "diagnostics": ("Citation", "Clause", "Diagnostic", "Edit", "Fix", "Span"),
        "examining.findings": ("Finding",),
        "exchange.detect": ("ImportFormat", "ImportedGame", "import_"),
        "files.atomic": ("PathExists",),
        "files.database": ("DatabaseError",),
        "files.saving": ("dump",),
        "files.verdicts": ("verify", "verify_text"),
        "games": (
            "GAMES",
            "Declaration",
            "ForeignFormat",
            "Game",
            "RuleBook",
            "Rules",
            "RulesError",
            "Vocabulary",
            "make_game",
        ),
        "games.game": ("Position", "Shuffle"),
        "games.refusal": ("Ambiguous", "LayoutError", "Marks", "Refusal", "Refused"),
        "games.steps": ("Change", "Relaid", "Revealed", "Shift", "Step", "Turned"),
        "json_data": (
            "BookData",
            "ChangeData",
            "ChapterData",
            "DealData",
            "DiagnosticData",
            "DifferenceData",
            "EditData",
            "ExaminationData",
            "FactsData",
            "FindingData",
            "FixData",
            "LimitWord",
            "LimitsData",
            "Listing",
            "MoveData",
            "NoteData",
            "PageChapterData",
            "PartData",
            "PlacedCardData",
            "PlayedMoveData",
            "PositionData",
            "PossibleData",
            "ProofData",
            "ReadPageData",
            "RecordKeys",
            "RelaidData",
            "ReplayData",
            "RevealedData",
            "ReviewedData",
            "ShiftData",
            "SolvedData",
            "StatisticsData",
            "TurnedData",
            "VariationData",
            "VerdictData",
            "WhyData",
        ),
        "layout": ("Faces", "Layout", "Lie", "PictureOptions", "Place", "Places", "Theme", "Way", "Zone"),
        "leoni_error": ("LeoniError",),
        "notation.reader": ("load", "loads"),
        "notation.text_files": ("PathOrFile",),
        "notation.transcript": (
            "Claim",
            "ClaimKind",
            "Comment",
            "Item",
            "MoveItem",
            "Note",
            "Number",
            "Problem",
            "Record",
            "Result",
            "Statement",
            "Tag",
            "Time",
            "Transcript",
            "Variation",
        ),
        "notation.writer": ("dumps",),
        "phrases": ("ChapterKind", "Direction", "Label", "PartKind", "ResultWord", "Severity", "Status"),
        "prose.chapters": ("PageChapter",),
        "prose.parts": ("Part",),
        "prose.reading": ("ReadPage", "read_prose"),
        "record.deal": ("Deal", "deal"),
        "record.draft": ("draft",),
        "record.examination": ("Difference", "Examination", "Proof", "examine"),
        "record.legal": ("Possible", "Why", "legal", "why"),
        "record.played_items": ("PlayedItem", "PlayedLine"),
        "record.playing": ("GameInPlay", "IllegalMove", "LegalMoves", "new", "play_on"),
        "record.replay": ("Replay", "replay"),
        "record.sample": ("Want", "sample"),
        "record.walk": ("Walk",),
        "record.verdict": ("Verdict",),
        "search.players": ("Player",),
        "search.solver": ("Limits", "Solution"),
        "show.data": ("JsonPositions",),
        "show.formats": ("BinaryFormat", "FormatOptions", "TextFormat", "convert"),
        "solving.review": ("Reviewed", "review"),
        "solving.searcher": ("Limit", "Outlook"),
        "solving.solve": ("Solved", "solve"),
    }.items()
    for name in names
}

__all__ = [
    "GAMES",
    "AddCounts",
    "Addable",
    "Ambiguous",
    "BinaryFormat",
    "Book",
    "BookData",
    "Card",
    "Change",
    "ChangeData",
    "ChapterData",
    "ChapterKind",
    "Citation",
    "Claim",
    "ClaimKind",
    "Clause",
    "Comment",
    "DatabaseError",
    "Deal",
    "DealData",
    "DealError",
    "Declaration",
    "Diagnostic",
    "DiagnosticData",
    "Difference",
    "DifferenceData",
    "Direction",
    "Edit",
    "EditData",
    "Examination",
    "ExaminationData",
    "ExportError",
    "ExportFormat",
    "Faces",
    "Facts",
    "FactsData",
    "Finding",
    "FindingData",
    "Fix",
    "FixData",
    "ForeignFormat",
    "FormatOptions",
    "Game",
    "GameInPlay",
    "IllegalMove",
    "ImportFormat",
    "ImportedGame",
    "Item",
    "JsonPositions",
    "Label",
    "Layout",
    "LayoutError",
    "LegalMoves",
    "LeoniError",
    "Library",
    "Lie",
    "Limit",
    "LimitWord",
    "Limits",
    "LimitsData",
    "Listing",
    "Marks",
    "Move",
    "MoveData",
    "MoveItem",
    "Note",
    "NoteData",
    "Number",
    "Outlook",
    "PageChapter",
    "PageChapterData",
    "Part",
    "PartData",
    "PartKind",
    "PathExists",
    "PathOrFile",
    "PictureOptions",
    "Place",
    "PlacedCardData",
    "Places",
    "PlayedItem",
    "PlayedLine",
    "PlayedMoveData",
    "Player",
    "Position",
    "PositionData",
    "Possible",
    "PossibleData",
    "Problem",
    "Proof",
    "ProofData",
    "QueryError",
    "ReadPage",
    "ReadPageData",
    "Record",
    "RecordKeys",
    "Refusal",
    "Refused",
    "Relaid",
    "RelaidData",
    "Replay",
    "ReplayData",
    "Result",
    "ResultWord",
    "Revealed",
    "RevealedData",
    "Reviewed",
    "ReviewedData",
    "Rows",
    "RuleBook",
    "Rules",
    "RulesError",
    "Severity",
    "Shift",
    "ShiftData",
    "Shuffle",
    "Solution",
    "Solved",
    "SolvedData",
    "Span",
    "Statement",
    "Statistics",
    "StatisticsData",
    "Status",
    "Step",
    "Suit",
    "Tag",
    "TextFormat",
    "Theme",
    "Time",
    "Transcript",
    "Turned",
    "TurnedData",
    "Variation",
    "VariationData",
    "Verdict",
    "VerdictData",
    "Vocabulary",
    "Walk",
    "Want",
    "Way",
    "Why",
    "WhyData",
    "Zone",
    "archive",
    "convert",
    "deal",
    "draft",
    "dump",
    "dumps",
    "examine",
    "import_",
    "legal",
    "load",
    "loads",
    "make_game",
    "new",
    "play_on",
    "read_prose",
    "replay",
    "review",
    "sample",
    "solve",
    "verify",
    "verify_text",
    "why",
]


register("board", "leoni_replay.show.svg.board")
register("frame", "leoni_replay.report.frame.frame")
register("examination", "leoni_replay.show.notebook.examination_html")
register("review", "leoni_replay.show.notebook.review_html")
register("solution", "leoni_replay.show.notebook.solution_html")
register("statistics", "leoni_replay.show.notebook.statistics_html")
register("transcript", "leoni_replay.show.notebook.transcript_html")
register("moves", "leoni_replay.show.notebook.moves_html")
register("why", "leoni_replay.show.notebook.why_html")
register("answer", "leoni_replay.show.legal_moves.why_object")
register("parsed move", "leoni_replay.notation.braces.read_command")
register("legal move", "leoni_replay.show.legal_moves.move_object")
register("replayed", "leoni_replay.show.data.replay_object")
register("read page", "leoni_replay.show.notebook.page_html")
register("replay", "leoni_replay.show.formats.replay_picture")
register("page", "leoni_replay.show.formats.replay_page")


def version() -> str:
    """Return the version, and whether the rules run compiled."""
    from leoni_replay.rules import compiled  # start-up time

    return f"leoni-replay {__version__} ({'compiled' if compiled() else 'plain'})"


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__", "version"])
