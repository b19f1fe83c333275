"""What answers the pages Play and Check: it runs beside them, in Python in the browser.

Requests and replies are JSON. Those of the board are passed on (docs/board.md). Games are files in a folder of the
worker's memory; what changes in it goes to the page, which stores it.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from leoni_replay.diagnostics import Fix
from leoni_replay.files.fixing import corrected
from leoni_replay.files.verify import MOST_HINTS, with_hints
from leoni_replay.games import GAMES
from leoni_replay.notation import parse
from leoni_replay.notation.split import RawGame, split
from leoni_replay.play.board import BadRequest, Board
from leoni_replay.play.controller import Desk
from leoni_replay.play.new_game import dealt
from leoni_replay.play.refused import refusal
from leoni_replay.play.saved import NotResumed, begin, new_path, resume
from leoni_replay.play.session import Session
from leoni_replay.record.judge import judge
from leoni_replay.record.replay import replay
from leoni_replay.record.verdict import Verdict
from leoni_replay.report import reporter
from leoni_replay.show.html import page
from leoni_replay.show.story import tell_story
from leoni_replay.words import RESULT_WORDS, counted, still_legal

#: How long a record may be that a page hands over, in characters.
LONGEST: Final = 5_000_000
#: How wide a report can be, in characters.
_WIDTHS: Final = range(24, 201)


class Engine:
    """Answers one page.

    Args:
        folder: where the games are.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._board: Board | None = None
        #: the records that the page has stored, by the names of their files
        self._stored: dict[str, str] = {}
        #: the text that is checked, its games, and their corrections by their numbers
        self._text = ""
        self._games: list[RawGame] = []
        self._fixes: dict[int, Fix] = {}
        self._judge: Callable[[RawGame], Verdict] = judge

    def answer(self, text: str) -> str:
        """Do what a page asks.

        Args:
            text: the request, as JSON.

        Returns:
            The reply, as JSON: that of the board, or ``error`` and nothing has been done.
        """
        request = json.loads(text)
        try:
            reply = self._answer(request)
        except BadRequest as error:
            reply = {"error": str(error)}
        return json.dumps(reply, separators=(",", ":"))

    def _answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        do = request.get("do")
        if do == "stored":
            return self._take(request)
        if do == "check":
            return self._check(request)
        if do == "verdict":
            return self._verdict(self._game(request), _width(request.get("width")))
        if do == "correct":
            return self._correct(self._game(request))
        if do == "reviewed":
            return {"html": self._asked().review("") or ""}
        if do == "replay":
            return {"html": page(tell_story(replay(parse(self._game(request)))))}
        before = None if self._board is None else self._board.desk.saved.path
        reply = self._open(request) if do == "open" else self._asked().answer(request)
        return reply | {"stored": self._changed({before, self._asked().desk.saved.path})}

    def _asked(self) -> Board:
        if self._board is None:
            raise BadRequest("no game is open")
        return self._board

    # -- games that are stored ----------------------------------------------------------------------------------------

    def _take(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Take the games that the page has stored, each under its name; null for one that is there no more."""
        texts = request.get("games")
        if not isinstance(texts, dict):
            raise BadRequest("`games` are the records by the names of their files")
        for name, text in texts.items():
            path = self._path(name)
            if text is None:
                path.unlink(missing_ok=True)
                self._stored.pop(name, None)
            else:
                self._stored[name] = _record(text)
                path.write_text(text, encoding="utf-8")
        return {}

    def _path(self, name: object) -> Path:
        if not isinstance(name, str) or Path(name).name != name or not name.endswith(".moves"):
            raise BadRequest("a game has the name of a file of moves")
        return self.folder / name

    def _changed(self, paths: set[Path | None]) -> dict[str, str | None]:
        """The records that are not as the page has them; null for one that is there no more."""
        changed: dict[str, str | None] = {}
        for path in filter(None, paths):
            text = path.read_text(encoding="utf-8") if path.exists() else None
            if text != self._stored.get(path.name):
                changed[path.name] = text
                if text is None:
                    del self._stored[path.name]
                else:
                    self._stored[path.name] = text
        return changed

    def _open(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Go on with a stored game, or one that comes with its text, or deal the first."""
        name, text = request.get("path"), request.get("text")
        if text is not None:
            desk = self._desk_of(_record(text))
        elif name is not None:
            desk = _resumed(self._path(name))
        else:
            session = Session(dealt(next(iter(GAMES)), None, None))
            desk = Desk(session, begin(new_path(session.game.name, session.play.deal, self.folder)))
            desk.save()
        if self._board is None:
            self._board = Board(desk)
        self._board.desk = desk
        return self._board.answer({"do": "start"})

    def _desk_of(self, text: str) -> Desk:
        """The desk of a record that comes from elsewhere, in a file of its own."""
        path = self.folder / "the record"
        path.write_text(text, encoding="utf-8")
        try:
            desk = _resumed(path)
            session = desk.session
            desk.saved.path = new_path(session.game.name, session.play.deal, self.folder)
            path.rename(desk.saved.path)
        finally:
            path.unlink(missing_ok=True)
        return desk

    # -- records that are checked -------------------------------------------------------------------------------------

    def _check(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Take a text apart into its games, which are judged one at a time."""
        self._text, self._fixes = _record(request.get("text")), {}
        self._games = list(split(io.StringIO(self._text, newline=""), str(request.get("name", ""))))
        self._judge = with_hints(judge, MOST_HINTS)
        return {"games": len(self._games)}

    def _game(self, request: Mapping[str, Any]) -> RawGame:
        number = request.get("number")
        if not isinstance(number, int) or not 1 <= number <= len(self._games):
            raise BadRequest("there is no game of this number")
        return self._games[number - 1]

    def _verdict(self, game: RawGame, width: int) -> dict[str, Any]:
        """What ``leoni verify`` says of a game: its facts, and the report on what is wrong with it."""
        verdict = self._judge(game)
        lines: list[str] = []
        report = reporter("full", lines.append, ascii=False, color=False, width=width, quiet=True)
        report.verdict(verdict)
        fixes = [fix for diagnostic in verdict.diagnostics for fix in diagnostic.fixes if fix.only]
        if fixes:
            self._fixes[game.number] = fixes[0]
        return {
            "number": game.number,
            "status": verdict.status,
            "title": ", ".join(filter(None, (verdict.name, verdict.rules))),
            "result": RESULT_WORDS.get(verdict.result or "", "") + still_legal(verdict.legal_moves, verdict.result),
            "moves": counted(verdict.moves, "move"),
            "unknown": counted(verdict.unknown, "card") if verdict.unknown else "",
            "digest": verdict.digest,
            "record_digest": verdict.record_digest,
            "report": "".join(lines),
            "correction": bool(fixes),
            "record": game.text,
        }

    def _correct(self, game: RawGame) -> dict[str, Any]:
        """The text with the one correction that makes a game right, as ``leoni verify --fix`` writes it."""
        if (fix := self._fixes.get(game.number)) is None:
            raise BadRequest("this game has no correction, or several")
        return {"text": "".join(corrected(io.StringIO(self._text, newline=""), fix.edits))}


def _resumed(path: Path) -> Desk:
    try:
        session, saved, said = resume(path)
    except (NotResumed, OSError, ValueError) as error:
        against = getattr(error, "diagnostic", None)
        raise BadRequest("\n".join([str(error), *(refusal(against) if against else [])])) from None
    desk = Desk(session, saved)
    desk.first += [said] if said else []
    desk.save()
    return desk


def _width(width: object) -> int:
    if not isinstance(width, int) or width not in _WIDTHS:
        raise BadRequest(f"a report is {_WIDTHS[0]} to {_WIDTHS[-1]} characters wide")
    return width


def _record(text: object) -> str:
    if not isinstance(text, str) or len(text) > LONGEST:
        raise BadRequest("a record is a text of at most 5,000,000 characters")
    return text
