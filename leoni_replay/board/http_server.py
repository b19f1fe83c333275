"""The board in a browser: a server for one player, on this machine only.

A request must have the secret token in its address, and come from a page of this server. Other pages in the same
browser are kept out by the token, by `Origin`, and (if they let a name of their own point at this machine) by `Host`.
"""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Callable
from hmac import compare_digest
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final

from leoni_replay.board.board_pages import about_page, board_page, check_page
from leoni_replay.board.checking import LONGEST, BadRequest, examples
from leoni_replay.board.offers import offers
from leoni_replay.board.protocol import Board
from leoni_replay.games import GAMES

#: The maximum size of a request in bytes: a text to check, whose characters may take several bytes.
_LARGEST_REQUEST: Final = 2 * LONGEST
#: How long a connection may stay without a request, in seconds.
_TIMEOUT: Final = 60

#: The usual port: a browser keeps statistics for the address with its port. If it is taken, any free one will do.
PORT: Final = 18840

_JSON: Final = "application/json"
_HEADERS: Final = {
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class BoardServer(ThreadingHTTPServer):
    """A server for one board, on this machine: on the usual port if it is free, or else on any other.

    For a recorded game, the main page is its replay, and the board is at ``board``.

    Args:
        board: the game.

    Raises:
        OSError: no port can be opened.
    """

    daemon_threads = True
    # Windows would let two servers share a port.
    allow_reuse_address: bool = sys.platform != "win32"
    allow_reuse_port = False

    def __init__(self, board: Board) -> None:
        try:
            super().__init__(("127.0.0.1", PORT), _Handler)
        except OSError:
            super().__init__(("127.0.0.1", 0), _Handler)
        self.board = board
        self.host: str = f"127.0.0.1:{self.server_port}"
        self.path: str = f"/{secrets.token_urlsafe(24)}/"
        page_and_policy = board_page(offers())
        # The page of a replay names its policy itself; that of frames has to be in a header.
        frame_policy = "frame-ancestors 'none'"
        is_recorded = board.desk.session.recorded_end is not None
        #: functions that make each page (None if there is none now) and its policy, by its address after the token
        self.pages: dict[str, Callable[[], tuple[str | None, str]]] = {
            "about": about_page,
            "check": lambda: check_page(list(GAMES), examples()),
            "review": lambda: (board.review("board" if is_recorded else "./"), frame_policy),
            "board" if is_recorded else "": lambda: page_and_policy,
        }
        if is_recorded:
            self.pages[""] = lambda: (board.replay(), frame_policy)

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore a broken connection; show any other error."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]

    @property
    def address(self) -> str:
        """The address of the board, with its token."""
        return f"http://{self.host}{self.path}"


class _RequestRefused(Exception):
    """Raised for a request that is refused, with its status."""

    def __init__(self, status: HTTPStatus) -> None:
        self.status = status


class _Handler(BaseHTTPRequestHandler):
    """Answers the requests of one connection."""

    server: BoardServer
    protocol_version = "HTTP/1.1"
    timeout = _TIMEOUT
    # The head and the body of a reply are two writes: the second would wait 40 ms until the first is acknowledged.
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        """Send a page of the board."""
        try:
            make_page = self.server.pages[self._check()]
            html, policy = make_page()
            if html is None:
                raise _RequestRefused(HTTPStatus.NOT_FOUND)
        except _RequestRefused as refused:
            self._refuse(refused.status)
        else:
            self._send(html.encode(), "text/html; charset=utf-8", {"Content-Security-Policy": policy})

    def do_POST(self) -> None:
        """Answer a request of a page; stop serving if the player has left."""
        try:
            self._check()
            request = self._read_request()
            reply = self.server.board.answer(request)
        except _RequestRefused as refused:
            self._refuse(refused.status)
        except BadRequest as error:
            self._send(json.dumps({"error": str(error)}).encode(), _JSON, status=HTTPStatus.BAD_REQUEST)
        else:
            self._send(json.dumps(reply, separators=(",", ":")).encode(), _JSON)
            if self.server.board.desk.has_left:
                self.close_connection = True
                self.server.shutdown()

    def _check(self) -> str:
        """Check that a request comes from a page of this server and has the token; return the page it is about."""
        if self.headers.get_all("Host") != [self.server.host]:
            raise _RequestRefused(HTTPStatus.FORBIDDEN)
        path_length = len(self.server.path)
        path_with_token, page = self.path[:path_length], self.path[path_length:]
        has_token = compare_digest(path_with_token.encode(), self.server.path.encode())
        if not has_token or page not in self.server.pages:
            raise _RequestRefused(HTTPStatus.NOT_FOUND)
        if self.command == "POST" and self.headers.get_all("Origin") != [f"http://{self.server.host}"]:
            raise _RequestRefused(HTTPStatus.FORBIDDEN)
        return page

    def _read_request(self) -> dict[str, object]:
        """Read the JSON object that a page has sent."""
        if self.headers.get("Content-Type") != _JSON:
            raise _RequestRefused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
        length = self.headers.get("Content-Length", "")
        if not (length.isascii() and length.isdigit()):
            raise _RequestRefused(HTTPStatus.LENGTH_REQUIRED)
        if len(length) > 9 or int(length) > _LARGEST_REQUEST:
            raise _RequestRefused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        try:
            request = json.loads(self.rfile.read(int(length)))
        except (ValueError, RecursionError):
            raise _RequestRefused(HTTPStatus.BAD_REQUEST) from None
        if not isinstance(request, dict):
            raise _RequestRefused(HTTPStatus.BAD_REQUEST)
        return request

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuse what ``http.server`` does not accept, in our own words, and check the token first."""
        status = HTTPStatus(code)
        if status is HTTPStatus.NOT_IMPLEMENTED:
            try:
                self._check()
                status = HTTPStatus.METHOD_NOT_ALLOWED
            except _RequestRefused as refused:
                status = refused.status
        self._refuse(status)

    def _send(
        self, body: bytes, content_type: str, headers: dict[str, str] | None = None, status: HTTPStatus = HTTPStatus.OK
    ) -> None:
        """Send a reply with the headers of all replies, its own headers and its body."""
        self.send_response(status)
        for name, value in {**_HEADERS, **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def _refuse(self, status: HTTPStatus) -> None:
        """Send a refusal, and close the connection."""
        # The unread rest of a request must not be taken for the next one.
        self.close_connection = True
        allow = {"Allow": "GET, POST"} if status is HTTPStatus.METHOD_NOT_ALLOWED else None
        self._send(f"{status.value} {status.phrase}\n".encode(), "text/plain; charset=utf-8", allow, status)

    def version_string(self) -> str:
        return "leoni"

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing."""
