"""Firefox, spoken to in its own protocol (WebDriver BiDi), since playwright brings its own build of it and no driver
comes with the system's."""

from __future__ import annotations

import asyncio
import json
import shutil
import socket
import subprocess
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tests.chromium import missing


class Tab:
    """A tab of Firefox: it opens files, changes its size and evaluates expressions."""

    def __init__(self, port: int) -> None:
        # In a thread of its own: other browsers leave an event loop running in the one that all tests share.
        self._alone = ThreadPoolExecutor(1)
        self._loop = asyncio.new_event_loop()
        self._number = 0
        self._events: list[dict[str, Any]] = []
        self._socket = self._run(_connect(port))
        self.ask("session.new", capabilities={"alwaysMatch": {"acceptInsecureCerts": False}})
        self.ask("session.subscribe", events=["log.entryAdded", "network.beforeRequestSent"])
        self._context = self.ask("browsingContext.getTree")["contexts"][0]["context"]

    def ask(self, method: str, *, patience: float = 60, **parameters: Any) -> Any:
        """Send a command; what it answers within so many seconds."""
        return self._run(asyncio.wait_for(self._ask(method, parameters), patience))

    def _run(self, task: Coroutine[Any, Any, Any]) -> Any:
        return self._alone.submit(self._loop.run_until_complete, task).result()

    async def _ask(self, method: str, parameters: dict[str, Any]) -> Any:
        self._number += 1
        await self._socket.write_message(json.dumps({"id": self._number, "method": method, "params": parameters}))
        while True:
            message = json.loads(await self._socket.read_message())
            if message.get("type") == "event":
                self._events.append(message)
            elif message["id"] == self._number:
                assert message["type"] == "success", message
                return message["result"]

    def open(self, file: Path | str, address: str = "") -> None:
        """Open a file or what is at an address, and wait until it is loaded."""
        url = file if isinstance(file, str) else file.as_uri()
        self._navigate("about:blank")
        self._navigate(url + address)

    def _navigate(self, url: str) -> None:
        # Now and then Firefox never says that a page is loaded, and is asked anew.
        for patience in (20, 20, 60):
            with suppress(TimeoutError):
                self.ask("browsingContext.navigate", patience=patience, context=self._context, url=url, wait="complete")
                return
        raise TimeoutError(f"Firefox does not load {url}")

    def resize(self, width: int, height: int) -> None:
        """The size of the page; what is opened afterwards has it from the start."""
        self.ask("browsingContext.setViewport", context=self._context, viewport={"width": width, "height": height})
        see = f"const see = () => (innerWidth === {width} ? done(1) : setTimeout(see, 20)); see();"
        self.evaluate(f"new Promise((done) => {{ {see} }})")

    def evaluate(self, expression: str) -> Any:
        """The value of an expression, as JSON has it. A promise is waited for."""
        wrapped = f"Promise.resolve({expression}).then((value) => JSON.stringify(value ?? null))"
        target = {"context": self._context}
        answer = self.ask("script.evaluate", expression=wrapped, target=target, awaitPromise=True)
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])

    def tap(self, x: float, y: float) -> None:
        """Touch a point of the window with a finger."""
        self._perform("touch", [_to(x, y), {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}])

    def drag(self, start: tuple[float, float], end: tuple[float, float] | None = None, kind: str = "mouse") -> None:
        """Press at a point, and let go at another; without one, click there."""
        way = [] if end is None else [_to(start[0] + 20, start[1] + 5), _to(*end)]
        down, up = ({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp"))
        self._perform(kind, [_to(*start), down, *way, up])

    def _perform(self, kind: str, actions: list[dict[str, Any]]) -> None:
        source = {"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": actions}
        self.ask("input.performActions", context=self._context, actions=[source])

    def faults(self, server: str = "file:") -> list[str]:
        """What the console has said since, and what was asked of a network besides a server of ours."""
        self.evaluate("1")
        events, self._events = self._events, []
        said = [event["params"].get("text") or "" for event in events if event["method"] == "log.entryAdded"]
        asked = [event["params"]["request"]["url"] for event in events if event["method"].startswith("network")]
        return said + [url for url in asked if not url.startswith((server, "file:", "about:", "blob:", "data:"))]

    def picture(self, path: Path) -> None:
        """A picture of what is seen, as PNG."""
        from base64 import b64decode

        path.write_bytes(b64decode(self.ask("browsingContext.captureScreenshot", context=self._context)["data"]))

    def print(self, path: Path, width: float, height: float) -> None:
        """Print on paper of a size in centimetres, as PDF; the page has its own margins."""
        from base64 import b64decode

        page = {"width": width, "height": height}
        path.write_bytes(b64decode(self.ask("browsingContext.print", context=self._context, page=page)["data"]))

    async def _end(self) -> None:
        self._socket.close()

    def close(self) -> None:
        """End the session."""
        self._run(self._end())
        self._alone.submit(self._loop.close).result()
        self._alone.shutdown()


def _to(x: float, y: float) -> dict[str, Any]:
    return {"type": "pointerMove", "x": round(x), "y": round(y)}


async def _connect(port: int) -> Any:
    from tornado.websocket import websocket_connect

    for _ in range(600):
        try:
            return await websocket_connect(f"ws://127.0.0.1:{port}/session", max_message_size=1 << 28)
        except OSError:
            await asyncio.sleep(0.1)
    raise TimeoutError("Firefox does not answer")


@contextmanager
def firefox(profile: Path) -> Iterator[Tab]:
    """Firefox without a window, with a profile of its own; it is ended afterwards."""
    path = shutil.which("firefox-esr") or shutil.which("firefox") or missing("firefox")
    if find_spec("tornado") is None:
        missing("tornado")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    profile.mkdir()
    preferences = {
        "ui.prefersReducedMotion": 1,
        "browser.shell.checkDefaultBrowser": False,
        "datareporting.policy.dataSubmissionEnabled": False,
        "app.update.enabled": False,
        "browser.chrome.site_icons": False,
        "network.captive-portal-service.enabled": False,
        "network.connectivity-service.enabled": False,
    }
    lines = [f'user_pref("{name}", {json.dumps(value)});\n' for name, value in preferences.items()]
    (profile / "user.js").write_text("".join(lines), encoding="utf-8")
    command = [path, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        tab = Tab(port)
        yield tab
        tab.close()
    finally:
        process.terminate()
        process.wait(30)
