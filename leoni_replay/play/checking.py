"""Checking a text of records for a page: what ``leoni verify`` says, game by game (docs/dev/board-protocol.md)."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping
from threading import Lock
from typing import Any, Final

from leoni_replay.diagnostics import Diagnostic, Fix
from leoni_replay.files.rewrite import apply_edits
from leoni_replay.files.verify_paths import MOST_HINTS, with_hints
from leoni_replay.games import GAMES
from leoni_replay.notation.reader import parse
from leoni_replay.notation.split import RawGame, split
from leoni_replay.notation.writer import dumps
from leoni_replay.phrases import RESULT_WORDS, counted, still_legal
from leoni_replay.play.offers import clause_data
from leoni_replay.record.judge import judge
from leoni_replay.record.replay import replay
from leoni_replay.record.sample import SampleOptions, sample_texts
from leoni_replay.record.verdict import Verdict
from leoni_replay.report import reporter
from leoni_replay.show.html import page
from leoni_replay.show.story import make_story

#: The maximum length of a text from a page, in characters.
LONGEST: Final = 5_000_000
#: The possible widths of a report, in characters.
_WIDTHS: Final = range(24, 201)


#: A game with an illegal move, which the page Check shows beside one that is right.
_WRONG: Final = """\
[Game "Leoni's Own"]
[Rules "wikipedia"]
[Deal "seed:1884"]

1. 11:QCv *
"""


def example_text() -> str:
    """Return the text that the page Check has as its example."""
    (right,) = sample_texts(next(iter(GAMES)), None, SampleOptions("example", player="sensible"))
    return f"{right}\n{_WRONG}"


class BadRequest(ValueError):
    """Raised for a request that is not part of the protocol."""


class Checks:
    """Answers a page's requests about the text of its last ``check``."""

    def __init__(self) -> None:
        self._lock = Lock()
        #: the text, its games, and their corrections by their numbers
        self._text = ""
        self._games: list[RawGame] = []
        self._fixes: dict[int, Fix] = {}
        self._judge: Callable[[RawGame], Verdict] = judge

    def answer(self, request: Mapping[str, Any]) -> dict[str, Any] | None:
        """Carry out a request of a page; return None if it is about something else.

        Raises:
            BadRequest: it is not a request of the protocol.
        """
        do = request.get("do")
        if do == "read":
            return _read(request)
        if do not in ("check", "verdict", "correct", "replay"):
            return None
        with self._lock:
            if do == "check":
                return self._check(request)
            game = self._game(request)
            if do == "verdict":
                return self._verdict(game, _width(request.get("width")))
            if do == "correct":
                return self._correct(game)
        return {"html": page(make_story(replay(parse(game))))}

    def _check(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Split a text into its games, which are judged one at a time."""
        self._text, self._fixes = check_record_text(request.get("text")), {}
        games = split(io.StringIO(self._text, newline=""), str(request.get("name", "")))
        # A text without a tag is something else than a record, such as a result that somebody shared.
        self._games = list(games) if re.search(r"^\s*\[", self._text, re.MULTILINE) else []
        self._judge = with_hints(judge, MOST_HINTS)
        return {"games": len(self._games)}

    def _game(self, request: Mapping[str, Any]) -> RawGame:
        number = request.get("number")
        if not isinstance(number, int) or not 1 <= number <= len(self._games):
            raise BadRequest("there is no game of this number")
        return self._games[number - 1]

    def _verdict(self, game: RawGame, width: int) -> dict[str, Any]:
        """Return the verdict of ``leoni verify`` on a game: its facts, and the report of its errors."""
        verdict = self._judge(game)
        lines: list[str] = []
        report = reporter("text", lines.append, ascii=False, color=False, width=width, quiet=True)
        report.verdict(verdict)
        fixes = [fix for diagnostic in verdict.diagnostics for fix in diagnostic.fixes if fix.only]
        if fixes:
            self._fixes[game.number] = fixes[0]
        return {
            "number": game.number,
            "status": verdict.label,
            "game": verdict.game,
            "rules": verdict.rules,
            "result": RESULT_WORDS.get(verdict.result or "", "") + still_legal(verdict.legal_moves, verdict.result),
            "empty": not verdict.moves,
            "moves": counted(verdict.moves, "move"),
            "unknown": counted(verdict.unknown, "card") if verdict.unknown else "",
            "digest": verdict.digest,
            "record_digest": verdict.record_digest,
            "findings": [_finding(one) for one in verdict.diagnostics if one.severity != "note"],
            "report": "".join(lines),
            "correction": fixes[0].message if fixes else "",
            "dealt": verdict.status != "rejected" or replay(parse(game)).dealt,
            "record": game.text,
        }

    def _correct(self, game: RawGame) -> dict[str, Any]:
        """Return the text with the one correction that makes a game right, as ``leoni verify --fix`` writes it."""
        if (fix := self._fixes.get(game.number)) is None:
            raise BadRequest("this game has no correction, or several")
        return {"text": "".join(apply_edits(io.StringIO(self._text, newline=""), fix.edits))}


def _finding(one: Diagnostic) -> dict[str, Any]:
    """Return a diagnostic in plain words, with its place."""
    return {
        "text": one.message,
        "line": one.span.line,
        "move": one.move,
        "rule": one.clause and clause_data(one.clause),
        "help": "" if one.clause else "; ".join(one.help[:1]),
    }


def _read(request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the record of a page of a book, and every part of the page with what it was read as. The page prints its
    table, or goes on at the end of a record."""
    from leoni_replay.prose.reading import read_prose  # start-up time

    text, begun = check_record_text(request.get("text")), check_record_text(request.get("table", ""))
    raws = list(split(io.StringIO(begun, newline=""), "table.moves")) if begun.strip() else []
    if len(raws) > 1:
        raise BadRequest("the record of the table must have one game")
    table = parse(raws[0]) if raws else None
    game = None if table else str(request.get("name", ""))
    rest_empty, top_first = (request.get(name) is True for name in ("rest_empty", "top_first"))
    try:
        page = read_prose(text, game=game, record=table, rest_empty=rest_empty, top_first=top_first)
    except ValueError as error:
        raise BadRequest(str(error)) from None
    parts = [part._asdict() | {"read": " ".join(part.read)} for part in page.parts]
    return {"record": None if page.record is None else dumps(page.record), "parts": parts}


def _width(width: object) -> int:
    if not isinstance(width, int) or width not in _WIDTHS:
        raise BadRequest(f"a report must be {_WIDTHS[0]} to {_WIDTHS[-1]} characters wide")
    return width


def check_record_text(text: object) -> str:
    """Check that what a page has sent can be the text of a record, and return it.

    Raises:
        BadRequest: it is not text, or too long.
    """
    if not isinstance(text, str) or len(text) > LONGEST:
        raise BadRequest("a record is a text of at most 5,000,000 characters")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadRequest("a record is a text in Unicode: half of a character is none") from None
    return text
