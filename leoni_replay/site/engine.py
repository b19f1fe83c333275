"""What answers the pages Play and Check: it runs beside them, in Python in the browser.

Requests and replies are JSON. Those of the board are passed on (docs/dev/board-protocol.md). Games are files in a
folder of the worker's memory; what changes in it goes to the page, which stores it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from leoni_replay.board.checking import BadRequest, Checks, check_record_text
from leoni_replay.board.protocol import Board
from leoni_replay.diagnostics import UserError
from leoni_replay.games import GAMES
from leoni_replay.notation.transcript import Comment, Tag
from leoni_replay.play.desk import Desk
from leoni_replay.play.game_file import CannotContinue, new_file, new_path, resume
from leoni_replay.play.move_refused import refusal_lines
from leoni_replay.play.new_game import deal_tags
from leoni_replay.play.session import Session
from leoni_replay.site.all_games import read_all, write_all


class Engine:
    """Answers one page.

    Args:
        folder: where the games are.
        report: told how far a review is, in a sentence, while no other request is answered.
    """

    def __init__(self, folder: Path, report: Callable[[str], None] = lambda text: None) -> None:
        self.folder = folder
        self._report = report
        self._board: Board | None = None
        #: the records that the page has stored, by the names of their files
        self._stored: dict[str, str] = {}
        self._checks = Checks()

    def answer(self, text: str) -> str:
        """Do what a page asks.

        Args:
            text: the request, as JSON.

        Returns:
            The reply, as JSON: that of the board, or ``error``.
        """
        request = json.loads(text)
        try:
            reply = self._answer(request)
        except BadRequest as error:
            reply = {"error": str(error)}
        except ModuleNotFoundError as error:
            # Of a game of somebody's own: all that ours import is there.
            reply = {"error": f"This game needs the Python module {(error.name or '').lstrip('_')}, which no page has."}
        return json.dumps(reply, separators=(",", ":"))

    def _answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Do what a request asks, and return the reply."""
        do = request.get("do")
        if do == "stored":
            return self._take(request)
        if do == "write all":
            return {"text": write_all(self._stored)}
        if do == "read all":
            return self._read_all(request)
        if (reply := self._checks.answer(request)) is not None:
            return reply
        if do == "reviewed":
            return {"html": self._open_board().review("") or ""}
        path_before = None if self._board is None else self._board.desk.file.path
        reply = self._open(request) if do == "open" else self._open_board().answer(request)
        return reply | {"stored": self._store_changes({path_before, self._open_board().desk.file.path})}

    def _open_board(self) -> Board:
        """Return the board on which a game is open.

        Raises:
            BadRequest: there is none.
        """
        if self._board is None:
            raise BadRequest("no game is open")
        return self._board

    # -- games that are stored ----------------------------------------------------------------------------------------

    def _take(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Take the games that the page has stored, each under its name; null for one that is there no more."""
        texts = request.get("games")
        if not isinstance(texts, dict):
            raise BadRequest("`games` are the records by the names of their files")
        # Nothing is written before everything is checked.
        records: dict[Path, str | None] = {}
        for name, text in texts.items():
            records[self._path(name)] = None if text is None else check_record_text(text)
        for path, record_text in records.items():
            if record_text is None:
                path.unlink(missing_ok=True)
                self._stored.pop(path.name, None)
            else:
                path.write_text(record_text, encoding="utf-8")
                self._stored[path.name] = record_text
        return {}

    def _read_all(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Take the games from a file, and return those that the page stores now.

        Raises:
            BadRequest: there are none in it.
        """
        new_games, repeated = read_all(check_record_text(request.get("text")), self._stored)
        for name, record in new_games.items():
            (self.folder / name).write_text(record, encoding="utf-8")
        self._stored |= new_games
        return {"stored": new_games, "taken": len(new_games), "repeated": repeated}

    def _path(self, name: object) -> Path:
        """Return where a game is stored under a name.

        Raises:
            BadRequest: no game can have that name.
        """
        if not isinstance(name, str) or Path(name).name != name or not name.endswith(".moves"):
            raise BadRequest("a game has the name of a file of moves")
        return self.folder / name

    def _store_changes(self, paths: set[Path | None]) -> dict[str, str | None]:
        """Return the records that are not as the page has them, which it stores now; null for one that is there no
        more."""
        changes: dict[str, str | None] = {}
        for path in filter(None, paths):
            text = path.read_text(encoding="utf-8") if path.exists() else None
            if text != self._stored.get(path.name):
                changes[path.name] = text
                if text is None:
                    del self._stored[path.name]
                else:
                    self._stored[path.name] = text
        return changes

    def _open(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Go on with a stored game, or one that comes with its text, or begin one."""
        name, text = request.get("path"), request.get("text")
        if text is not None:
            desk = self._desk_of(check_record_text(text))
        elif name is not None:
            desk = _resume_desk(self._path(name))
        else:
            session = Session(_tags_of_first(request.get("name"), request.get("deal")))
            desk = Desk(session, new_file(new_path(session.game.name, session.game_in_play.deal, self.folder)))
            desk.save()
        desk.hear_progress = self._report
        if self._board is None:
            self._board = Board(desk)
        else:
            self._board.turn_to(desk)
        return self._board.answer({"do": "start"})

    def _desk_of(self, text: str) -> Desk:
        """Return the desk of a record that comes from elsewhere, in a file of its own."""
        path = self.folder / "the record"
        path.write_text(text, encoding="utf-8")
        try:
            desk = _resume_desk(path)
            session = desk.session
            desk.file.path = new_path(session.game.name, session.game_in_play.deal, self.folder)
            path.rename(desk.file.path)
        finally:
            path.unlink(missing_ok=True)
        return desk


def _tags_of_first(name: object, deal: object) -> list[Tag | Comment]:
    """Return the tags of the first game of a page.

    Args:
        name: the game; None for the first that there is.
        deal: the deal; None for any.

    Raises:
        BadRequest: there is no such game or deal.
    """
    if name is not None and name not in GAMES:
        raise BadRequest("`name` is a game")
    if deal is not None and not isinstance(deal, str):
        raise BadRequest("`deal` is the name of a deal")
    try:
        return deal_tags(str(name or next(iter(GAMES))), None, deal)
    except ValueError as error:
        raise BadRequest(str(error)) from None


def _resume_desk(path: Path) -> Desk:
    """Return the desk of a stored game, which goes on.

    Raises:
        BadRequest: it cannot go on; the message says why.
    """
    try:
        session, game_file, notice = resume(path)
    except (CannotContinue, UserError, OSError, ValueError) as error:
        diagnostic = getattr(error, "diagnostic", None)
        lines = refusal_lines(diagnostic) if diagnostic else []
        raise BadRequest("\n".join([str(error), *lines])) from None
    desk = Desk(session, game_file)
    if notice:
        desk.first_lines.append(notice)
    desk.save()
    return desk
