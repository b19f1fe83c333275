"""All that a game of your own needs, in one place: ``from leoni_replay.own import OpenTable, PilesGame``."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from leoni_replay.cards import GAP, PRETTY, pretty, read, texts
from leoni_replay.commands import Move
from leoni_replay.deals import DealError, stock_of
from leoni_replay.games import Declaration, ForeignFormat, Vocabulary, add_game, make_game
from leoni_replay.games.declare import Pysol
from leoni_replay.games.game import Position
from leoni_replay.games.patience import PatienceGame, place_and_card
from leoni_replay.games.piles import PilesGame
from leoni_replay.games.refusal import LayoutError, Refusal
from leoni_replay.games.rules import Bases, Choice, Point, Rules
from leoni_replay.games.steps import Shift, Step
from leoni_replay.layout import Place, Zone
from leoni_replay.phrases import join_words, pluralize
from leoni_replay.rules import reasons
from leoni_replay.rules.numbers import (
    DEAL,
    DEAL_AGAIN,
    DEAL_ON,
    DOWN,
    DROPPED,
    EXILE,
    FACE_DOWN,
    FOUNDATIONS,
    HAND,
    NO_CARD,
    NOWHERE,
    ON_DOWN,
    ON_UP,
    RANK,
    REDEAL,
    SECOND,
    STOCK,
    SUIT,
    TALON,
    UNKNOWN,
    UP,
)
from leoni_replay.rules.position_text import TextForm, Writer
from leoni_replay.rules.python_rules import OpenTable
from leoni_replay.rules.table import Room, Table

if TYPE_CHECKING:
    from leoni_replay.examining.findings import Finding, VisiblePosition
    from leoni_replay.exchange.errors import CannotImport
    from leoni_replay.notation.transcript import Transcript
    from leoni_replay.record.replay import Replay
    from leoni_replay.search.python_search import OpenBestPlan, OpenPlan, OpenSensible
    from leoni_replay.unknown.identify_own_games import OpenNames

#: What only searches and formats need is loaded when it is first used.
_WHERE: Final = {
    "Finding": "examining.findings",
    "CannotImport": "exchange.errors",
    "OpenNames": "unknown.identify_own_games",
    "OpenBestPlan": "search.python_search",
    "OpenPlan": "search.python_search",
    "OpenSensible": "search.python_search",
    "Replay": "record.replay",
    "VisiblePosition": "examining.findings",
    "Transcript": "notation.transcript",
}

__all__ = [
    "DEAL",
    "DEAL_AGAIN",
    "DEAL_ON",
    "DOWN",
    "DROPPED",
    "EXILE",
    "FACE_DOWN",
    "FOUNDATIONS",
    "GAP",
    "HAND",
    "NOWHERE",
    "NO_CARD",
    "ON_DOWN",
    "ON_UP",
    "PRETTY",
    "RANK",
    "REDEAL",
    "SECOND",
    "STOCK",
    "SUIT",
    "TALON",
    "UNKNOWN",
    "UP",
    "Bases",
    "CannotImport",
    "Choice",
    "DealError",
    "Declaration",
    "Finding",
    "ForeignFormat",
    "LayoutError",
    "Move",
    "OpenBestPlan",
    "OpenNames",
    "OpenPlan",
    "OpenSensible",
    "OpenTable",
    "PatienceGame",
    "PilesGame",
    "Place",
    "Point",
    "Position",
    "Pysol",
    "Refusal",
    "Replay",
    "Room",
    "Rules",
    "Shift",
    "Step",
    "Table",
    "TextForm",
    "Transcript",
    "VisiblePosition",
    "Vocabulary",
    "Writer",
    "Zone",
    "add_game",
    "join_words",
    "make_game",
    "place_and_card",
    "pluralize",
    "pretty",
    "read",
    "reasons",
    "stock_of",
    "texts",
]


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return globals().setdefault(name, getattr(import_module(f"leoni_replay.{_WHERE[name]}"), name))


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
