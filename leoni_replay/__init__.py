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
    from leoni_replay.cards import Card
    from leoni_replay.collecting.api import archive
    from leoni_replay.commands import Move
    from leoni_replay.diagnostics import Clause, Diagnostic, Span
    from leoni_replay.exchange.detect import import_
    from leoni_replay.files.verdicts import verify, verify_text
    from leoni_replay.games import GAMES, make_game
    from leoni_replay.games.game import Position
    from leoni_replay.games.steps import Step
    from leoni_replay.leoni_error import LeoniError
    from leoni_replay.notation.reader import load, loads
    from leoni_replay.notation.transcript import Transcript
    from leoni_replay.notation.writer import dump, dumps
    from leoni_replay.phrases import Direction, ResultWord, Status
    from leoni_replay.prose.reading import Part, ReadPage, read_prose
    from leoni_replay.record.deal import Deal, deal
    from leoni_replay.record.draft import draft
    from leoni_replay.record.examination import Examination, examine
    from leoni_replay.record.legal import Possible, Why, legal, why
    from leoni_replay.record.playing import GameInPlay, IllegalMove, new, play_on
    from leoni_replay.record.replay import Replay, replay
    from leoni_replay.record.sample import sample
    from leoni_replay.record.verdict import Verdict
    from leoni_replay.show.formats import convert
    from leoni_replay.solving.review import Reviewed, review
    from leoni_replay.solving.solve import Solved, solve

#: The module of every name.
_WHERE = {
    name: module
    for module, names in {
        "cards": ("Card",),
        "collecting.api": ("archive",),
        "commands": ("Move",),
        "diagnostics": ("Clause", "Diagnostic", "Span"),
        "record.examination": ("Examination", "examine"),
        "leoni_error": ("LeoniError",),
        "exchange.detect": ("import_",),
        "files.verdicts": ("verify", "verify_text"),
        "games": ("GAMES", "make_game"),
        "games.game": ("Position",),
        "games.steps": ("Step",),
        "notation.reader": ("load", "loads"),
        "notation.transcript": ("Transcript",),
        "notation.writer": ("dump", "dumps"),
        "prose.reading": ("Part", "ReadPage", "read_prose"),
        "record.deal": ("Deal", "deal"),
        "record.draft": ("draft",),
        "record.legal": ("Possible", "Why", "legal", "why"),
        "record.playing": ("GameInPlay", "IllegalMove", "new", "play_on"),
        "record.replay": ("Replay", "replay"),
        "record.sample": ("sample",),
        "record.verdict": ("Verdict",),
        "show.formats": ("convert",),
        "solving.review": ("Reviewed", "review"),
        "solving.solve": ("Solved", "solve"),
        "phrases": ("Direction", "ResultWord", "Status"),
    }.items()
    for name in names
}

__all__ = [
    "GAMES",
    "Card",
    "Clause",
    "Deal",
    "Diagnostic",
    "Direction",
    "Examination",
    "GameInPlay",
    "IllegalMove",
    "LeoniError",
    "Move",
    "Part",
    "Position",
    "Possible",
    "ReadPage",
    "Replay",
    "ResultWord",
    "Reviewed",
    "Solved",
    "Span",
    "Status",
    "Step",
    "Transcript",
    "Verdict",
    "Why",
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
register("examination", "leoni_replay.show.examined.examination_text")
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
