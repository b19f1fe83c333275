"""How fast the language server answers: one game of a hundred is typed on, and all is asked for that editors ask."""

from __future__ import annotations

import asyncio
import json
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from corpus import Corpus
from timing import LEONI, row, title

#: How many games the file has, and which of them is edited.
GAMES, EDITED = 100, 50
#: How many signs are typed a round.
_TYPED = 60
#: The longest message.
_LONGEST = 1 << 26


def answers(corpora: list[Corpus], folder: Path, rounds: int) -> None:
    """Print how long answers take from asking to having them, over standard input and output, in milliseconds.

    Args:
        corpora: games of every kind; they take turns in the file.
        folder: where the file goes.
        rounds: how often the game is typed on.
    """
    title(f"language server: ms to an answer, {GAMES} games of which one is edited")
    if find_spec("pygls") is None:
        print("pygls is not there: pip install 'leoni-replay[lsp]'")
        return
    taken = asyncio.run(_typed(_file(corpora, folder), rounds))
    opened = taken.pop("file opened")
    row("", "answers", "median", "95 %", "max")
    for name, times in taken.items():
        _row(name, times)
    _row("all", [one for times in taken.values() for one in times])
    _row("file opened", opened)


def _row(name: str, times: list[float]) -> None:
    in_order = sorted(times)
    cells = [in_order[len(in_order) // 2], in_order[int(0.95 * (len(in_order) - 1))], in_order[-1]]
    row(name, str(len(in_order)), *(f"{one:.1f}" for one in cells))


def _file(corpora: list[Corpus], folder: Path) -> Path:
    """A file of games that take turns; the one that is edited is of the first kind."""
    games = [corpus.right.read_text(encoding="utf-8").split("\n\n[Game") for corpus in corpora]
    turns = [games[at % len(games)][at // len(games) % len(games[at % len(games)])] for at in range(GAMES)]
    turns[EDITED] = games[0][0]
    path = folder / "hundred.moves"
    path.write_text("\n\n".join(one if one.startswith("[") else f"[Game{one}" for one in turns), encoding="utf-8")
    return path


class _Editor:
    """An editor that does nothing with what it gets but to read it, so that its own time hardly counts."""

    def __init__(self) -> None:
        self.taken: dict[str, list[float]] = {}
        self._waiting: dict[int, tuple[str, float, asyncio.Future[None]]] = {}
        self._published: asyncio.Queue[tuple[int, float]] = asyncio.Queue()
        self._asked = 0

    async def start(self) -> None:
        """Start the server."""
        pipe = asyncio.subprocess.PIPE
        self._server = await asyncio.create_subprocess_exec(*LEONI, "lsp", stdin=pipe, stdout=pipe, limit=_LONGEST)
        self._reading = asyncio.create_task(self._read())

    async def end(self) -> None:
        """End the server."""
        await self.ask("", "shutdown", None)
        self.tell("exit", None)
        await self._server.wait()
        await self._reading

    def tell(self, method: str, params: Any) -> None:
        """Send a message to which there is no answer."""
        self._send({"method": method, "params": params})

    async def ask(self, name: str, method: str, params: Any) -> None:
        """Ask, and take down under a name how long the answer takes; under none, take down nothing."""
        self._asked += 1
        answered = asyncio.get_running_loop().create_future()
        self._waiting[self._asked] = name, time.perf_counter(), answered
        self._send({"id": self._asked, "method": method, "params": params})
        await answered

    async def diagnosed(self, name: str, version: int, begun: float) -> None:
        """Wait for the diagnostics of a version."""
        latest, at = 0, 0.0
        while latest != version:
            latest, at = await self._published.get()
        self.taken.setdefault(name, []).append(1000 * (at - begun))

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0"} | message).encode()
        assert self._server.stdin is not None
        self._server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

    async def _read(self) -> None:
        stream = self._server.stdout
        assert stream is not None
        size = 0
        while line := await stream.readline():
            if line.startswith(b"Content-Length:"):
                size = int(line.split(b":")[1])
            elif not line.strip():
                body = await stream.readexactly(size)
                self._take(json.loads(body), time.perf_counter())

    def _take(self, message: dict[str, Any], now: float) -> None:
        if message.get("method") == "textDocument/publishDiagnostics":
            self._published.put_nowait((message["params"].get("version") or 0, now))
        elif "method" not in message:
            name, begun, answered = self._waiting.pop(message["id"])
            if "error" in message:
                answered.set_exception(RuntimeError(message["error"]["message"]))
                return
            if name:
                self.taken.setdefault(name, []).append(1000 * (now - begun))
            answered.set_result(None)


async def _typed(path: Path, rounds: int) -> dict[str, list[float]]:
    """Type on, and ask."""
    editor = _Editor()
    await editor.start()
    hover = {"contentFormat": ["markdown"]}
    capabilities = {"textDocument": {"hover": hover}}
    options = {"pictures": True}
    await editor.ask(
        "", "initialize", {"processId": None, "rootUri": None, "capabilities": capabilities,
                           "initializationOptions": options},
    )  # fmt: skip
    editor.tell("initialized", {})
    text, uri, version = path.read_text(encoding="utf-8"), path.as_uri(), 1
    file = {"textDocument": {"uri": uri}}
    begun = time.perf_counter()
    editor.tell(
        "textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "moves", "version": 1, "text": text}}
    )
    # What is asked for first reads all games.
    await editor.ask("", "textDocument/documentSymbol", file)
    await editor.diagnosed("file opened", 1, begun)
    await editor.ask("", "textDocument/formatting", file | {"options": {"tabSize": 4, "insertSpaces": True}})
    for at, sign in _signs(text, rounds):
        version += 1
        line, column = text.count("\n", 0, at), at - text.rfind("\n", 0, at) - 1
        typed = _range(line, column, line, column + (not sign))
        text = text[:at] + sign + text[at + (not sign) :]
        begun = time.perf_counter()
        editor.tell(
            "textDocument/didChange",
            {"textDocument": {"uri": uri, "version": version}, "contentChanges": [{"range": typed, "text": sign}]},
        )
        cursor = {"line": line, "character": column + len(sign)}
        # An editor asks for all of it at once.
        await asyncio.gather(
            editor.ask("completion", "textDocument/completion", file | {"position": cursor}),
            editor.ask(
                "inlay hints", "textDocument/inlayHint", file | {"range": _range(max(line - 30, 0), 0, line + 30, 0)}
            ),
            editor.ask("symbols", "textDocument/documentSymbol", file),
            editor.ask("folding", "textDocument/foldingRange", file),
            editor.diagnosed("diagnostics", version, begun),
        )
        await editor.ask("hover", "textDocument/hover", file | {"position": {"line": line, "character": 5}})
        around = {"range": _range(line, 0, line, column + len(sign)), "context": {"diagnostics": []}}
        await editor.ask("code actions", "textDocument/codeAction", file | around)
        layout = {"options": {"tabSize": 4, "insertSpaces": True}}
        await editor.ask("formatting", "textDocument/formatting", file | layout)
    await editor.end()
    return editor.taken


def _range(line: int, column: int, end_line: int, end_column: int) -> dict[str, dict[str, int]]:
    start, end = {"line": line, "character": column}, {"line": end_line, "character": end_column}
    return {"start": start, "end": end}


def _signs(text: str, rounds: int) -> list[tuple[int, str]]:
    """What is typed in the edited game: signs are taken away from its end, one by one, and written again; and in its
    middle a card is changed, and changed back. Each is a place and a sign, which is empty for one that goes away."""
    begins = [0]
    while (begin := text.find("\n[Game", begins[-1] + 1)) >= 0:
        begins.append(begin + 1)
    end = len(text[: begins[EDITED + 1]].rstrip())
    middle = text.index("\n1. ", begins[EDITED]) + 1
    middle = text.index(" ", (middle + end) // 2) + 1
    gone = list(range(end - _TYPED, end))
    strokes: list[tuple[int, str]] = []
    for _ in range(rounds):
        strokes += [(at, "") for at in reversed(gone)]
        strokes += [(at, text[at]) for at in gone]
        strokes += [(middle, "x"), (middle, ""), (middle, "9"), (middle, "")]
    return strokes
