"""What answers the pages Play and Check: it runs beside them, in Python in the browser.

Requests and replies are JSON. Those of the board are passed on (docs/dev/board-protocol.md). Games are files in a
folder of the worker's memory; what changes in it goes to the page, which stores it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from leoni_replay.diagnostics import UserError
from leoni_replay.games import GAMES
from leoni_replay.play.board_protocol import Board
from leoni_replay.play.checking import BadRequest, Checks, check_record_text
from leoni_replay.play.controller import Controller
from leoni_replay.play.game_file import CannotContinue, new_file, new_path, resume
from leoni_replay.play.move_refused import refusal_lines
from leoni_replay.play.new_game import deal_tags
from leoni_replay.play.session import Session


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
        self._checks = Checks()

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
        if (reply := self._checks.answer(request)) is not None:
            return reply
        if do == "reviewed":
            return {"html": self._asked().review("") or ""}
        before = None if self._board is None else self._board.desk.file.path
        reply = self._open(request) if do == "open" else self._asked().answer(request)
        return reply | {"stored": self._changed({before, self._asked().desk.file.path})}

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
                self._stored[name] = check_record_text(text)
                path.write_text(text, encoding="utf-8")
        return {}

    def _path(self, name: object) -> Path:
        if not isinstance(name, str) or Path(name).name != name or not name.endswith(".moves"):
            raise BadRequest("a game has the name of a file of moves")
        return self.folder / name

    def _changed(self, paths: set[Path | None]) -> dict[str, str | None]:
        """Return the records that are not as the page has them; null for one that is there no more."""
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
            desk = self._desk_of(check_record_text(text))
        elif name is not None:
            desk = _resumed(self._path(name))
        else:
            session = Session(deal_tags(next(iter(GAMES)), None, None))
            desk = Controller(session, new_file(new_path(session.game.name, session.game_in_play.deal, self.folder)))
            desk.save()
        if self._board is None:
            self._board = Board(desk)
        self._board.desk = desk
        return self._board.answer({"do": "start"})

    def _desk_of(self, text: str) -> Controller:
        """Return the desk of a record that comes from elsewhere, in a file of its own."""
        path = self.folder / "the record"
        path.write_text(text, encoding="utf-8")
        try:
            desk = _resumed(path)
            session = desk.session
            desk.file.path = new_path(session.game.name, session.game_in_play.deal, self.folder)
            path.rename(desk.file.path)
        finally:
            path.unlink(missing_ok=True)
        return desk


def _resumed(path: Path) -> Controller:
    try:
        session, saved, said = resume(path)
    except (CannotContinue, UserError, OSError, ValueError) as error:
        against = getattr(error, "diagnostic", None)
        raise BadRequest("\n".join([str(error), *(refusal_lines(against) if against else [])])) from None
    desk = Controller(session, saved)
    desk.first_lines += [said] if said else []
    desk.save()
    return desk
