"""Boards that are served for tests, and what a hostile page would send them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from typing import Any
from unittest.mock import patch

from leoni_replay.board import http_server
from leoni_replay.board.http_server import BoardServer
from leoni_replay.board.protocol import Board, recorded_board
from leoni_replay.notation.transcript import Transcript
from leoni_replay.notation.writer import dumps
from leoni_replay.play.game_file import GameFile, resume
from leoni_replay.play.new_game import deal_tags
from leoni_replay.play.session import Session
from tests.play.games import TypingDesk


def board_for(game: str, path: Path, rules: str | None = None, deal: str = "seed:1884", **options: bool) -> Board:
    """A board on which a deal is to be played."""
    desk = TypingDesk(Session(deal_tags(game, rules, deal), **options), GameFile(path))
    assert desk.save() == []
    return Board(desk)


def board_of(record: Transcript, path: Path) -> Board:
    """A board on which the deal of a record is to be played."""
    return board_for(record.value("Game") or "", path, record.value("Rules"), record.value("Deal") or "")


def study_of(record: Transcript, path: Path) -> Board:
    """A board on which a record, written to a file, is played on."""
    path.write_text(dumps(record), encoding="utf-8")
    session, saved, said = resume(path)
    assert said == ""
    return recorded_board(session, saved)


@contextmanager
def served(board: Board) -> Iterator[BoardServer]:
    """A board that is served until the block ends, on a port of its own: a browser keeps connections to a usual one."""
    with patch.object(http_server, "PORT", 0), BoardServer(board) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


class Page:
    """A page of a board, without a browser: it knows what the last reply said."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.now: dict[str, Any] = board.answer({"do": "start"})

    def ask(self, do: str, **more: Any) -> dict[str, Any]:
        reply = self.board.answer({"do": do, "game": self.now["game"], "version": self.now["version"], **more})
        if "legal" in reply:
            self.now = reply
        return reply

    def play(self, move: str) -> dict[str, Any]:
        return self.ask("play", move=move)


def sent(
    server: BoardServer,
    method: str = "POST",
    path: str | None = None,
    body: object = None,
    **headers: str | None,
) -> tuple[int, bytes]:
    """What a server answers to a request: that of its own page, but for what is given. A header that is None is left
    out."""
    given = {
        "Host": server.host,
        "Origin": f"http://{server.host}",
        "Content-Type": "application/json",
    } | {name.replace("_", "-"): value for name, value in headers.items()}
    raw = body if isinstance(body, bytes) else json.dumps({"do": "start"} if body is None else body).encode()
    connection = HTTPConnection("127.0.0.1", server.server_port, timeout=20)
    try:
        connection.putrequest(method, server.path if path is None else path, skip_host=True, skip_accept_encoding=True)
        for name, value in {"Content-Length": str(len(raw)), **given}.items():
            if value is not None:
                connection.putheader(name, value)
        connection.endheaders(raw if method == "POST" else None)
        reply = connection.getresponse()
        return reply.status, reply.read()
    finally:
        connection.close()


def board_after(record: Transcript, path: Path, texts: Iterable[str]) -> Board:
    """A board with the deal of a record on which some moves were made."""
    board = board_of(record, path)
    for text in texts:
        board.desk.enter(text)
    return Board(board.desk)
