"""The pages on servers as other people have them: the game can be played, or the page says what is missing, and what
the server's owner can do."""

from __future__ import annotations

import shutil
import subprocess
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from tests.browser.conftest import PATIENCE
from tests.chromium import missing

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Frame, Page

pytestmark = pytest.mark.browser

#: How long a page may take to say that it cannot play, in seconds.
SOON = 10


class Foreign(SimpleHTTPRequestHandler):
    """A server of somebody else: if it does not know types, every file but pages is of an unknown one; it sends more
    headers."""

    def __init__(self, *args: Any, knows_types: bool, headers: Mapping[str, str], **options: Any) -> None:
        self.knows_types = knows_types
        self.more_headers = headers
        super().__init__(*args, **options)

    def guess_type(self, path: Any) -> str:
        return (
            super().guess_type(path) if self.knows_types or str(path).endswith("html") else "application/octet-stream"
        )

    def end_headers(self) -> None:
        for name, value in self.more_headers.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *_: Any) -> None: ...


class Quiet(ThreadingHTTPServer):
    """A server that says nothing of browsers that go away."""

    def handle_error(self, *_: Any) -> None: ...


@contextmanager
def server(folder: Path, *, knows_types: bool = True, headers: Mapping[str, str] | None = None) -> Iterator[str]:
    """A server of a folder; its address."""
    handler = partial(Foreign, directory=str(folder), knows_types=knows_types, headers=headers or {})
    with Quiet(("127.0.0.1", 0), handler) as served:
        threading.Thread(target=served.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        yield f"http://127.0.0.1:{served.server_port}/"
        served.shutdown()


#: What a page may not look at: each throws as it does in a frame with a sandbox.
FORBID = """(names) => {
  for (const name of names) {
    const home = name === "serviceWorker" ? Navigator.prototype : window;
    Object.defineProperty(home, name, { get() { throw new DOMException(`no ${name}`, "SecurityError"); } });
  }
}"""


@contextmanager
def tab_without(browser: Browser, *names: str) -> Iterator[Page]:
    """A tab whose pages may not use what has these names."""
    context = browser.new_context(reduced_motion="reduce", viewport={"width": 1000, "height": 800})
    context.set_default_timeout(PATIENCE)
    if names:
        context.add_init_script(f"({FORBID})({list(names)})")
    yield context.new_page()
    context.close()


def until(frame: Page | Frame, expression: str, seconds: float = PATIENCE / 1000) -> None:
    """Wait until something is true in a page or in a frame."""
    end = monotonic() + seconds
    while not frame.evaluate(f"document.readyState === 'complete' && Boolean({expression})"):
        assert monotonic() < end, (expression, frame.evaluate("document.getElementById('loading')?.textContent"))
        sleep(0.02)


def plays(frame: Page | Frame) -> None:
    """Play a move."""
    until(frame, "typeof state === 'object' && state.reply?.legal?.length")
    frame.evaluate("ask({ do: 'play', move: state.reply.legal[0].move })")
    until(frame, "state.steps.length === 1")


def framed(tab: Page, host: Path, address: str, attributes: str = "") -> Frame:
    """The page at an address in a frame of a page on another site."""
    (host / "mine.html").write_text(
        f'<!doctype html><title>Mine</title><iframe {attributes} src="{address}" width=900 height=700></iframe>'
    )
    with server(host) as home:
        tab.goto(f"{home.replace('127.0.0.1', 'localhost')}mine.html")
    return tab.frames[1]


def test_with_next_to_nothing(browser: Browser, folder: Path, tmp_path: Path) -> None:
    """In a folder of a server that knows no types, in a frame that may do nothing but run scripts."""
    below = tmp_path / "games" / "cards"
    shutil.copytree(folder, below)
    host = tmp_path / "host"
    host.mkdir()
    with (
        server(tmp_path, knows_types=False, headers={"Access-Control-Allow-Origin": "*"}) as home,
        tab_without(browser) as tab,
    ):
        frame = framed(tab, host, f"{home}games/cards/play.html", 'sandbox="allow-scripts"')
        plays(frame)
        assert frame.evaluate("origin") == "null"
        # Nothing is stored, and that is said.
        assert "does not store" in frame.locator("#unsaved").get_attribute("title")  # type: ignore[operator]


@pytest.mark.long
@pytest.mark.parametrize(
    "names",
    [
        ["serviceWorker"],
        ["localStorage", "sessionStorage", "indexedDB", "caches"],
        ["Worker"],
        ["serviceWorker", "localStorage", "sessionStorage", "indexedDB", "caches", "Worker"],
    ],
    ids=["no service worker", "no storage", "no worker", "none of them"],
)
def test_it_does_without(names: list[str], browser: Browser, folder: Path) -> None:
    with server(folder) as home, tab_without(browser, *names) as tab:
        tab.goto(f"{home}play.html")
        plays(tab)
        tab.goto(f"{home}check.html")
        tab.get_by_role("button", name="A mistake").click()
        until(tab, "document.getElementById('summary').textContent === '1 game with a mistake'")


def reason(frame: Page | Frame) -> str:
    """What the page says within ten seconds of why it does not play, and goes on saying."""
    until(frame, "document.querySelector('#loading.no')?.offsetHeight", SOON)
    text: str = frame.evaluate("document.getElementById('loading').innerText")
    sleep(1)
    assert frame.evaluate("document.getElementById('loading').innerText") == text
    assert frame.evaluate("document.querySelector('dialog:modal')") is None
    return text


@pytest.mark.long
@pytest.mark.parametrize("page", ["play.html", "play.html?bare", "check.html?bare"])
def test_a_frame_with_a_sandbox_says_what_it_needs(page: str, browser: Browser, folder: Path, tmp_path: Path) -> None:
    with server(folder) as home, tab_without(browser) as tab:
        text = reason(framed(tab, tmp_path, home + page, 'sandbox="allow-scripts"'))
        assert "frame with a sandbox" in text and "add allow-same-origin" in text
        assert "Access-Control-Allow-Origin: *" in text


@pytest.mark.long
@pytest.mark.parametrize("page", ["play.html", "check.html"])
@pytest.mark.parametrize(
    ("spoil", "expected"),
    [
        (Path.unlink, "does not send engine/stdlib.wasm (status 404)"),
        (lambda path: path.write_bytes(path.read_bytes()[:-100]), "sends another engine/stdlib.wasm"),
        (lambda path: path.write_text("<!doctype html>"), "sends another engine/stdlib.wasm"),
        (lambda path: path.write_bytes(path.read_bytes().replace(b"\r\n", b"\n")), "sends another engine/stdlib.wasm"),
    ],
    ids=["missing", "cut", "a page in its place", "line ends"],
)
def test_a_site_that_was_copied_wrong(
    page: str, spoil: Any, expected: str, browser: Browser, folder: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "www"
    shutil.copytree(folder, copy)
    spoil(copy / "engine" / "stdlib.wasm")
    with server(copy) as home, tab_without(browser) as tab:
        tab.goto(home + page)
        text = reason(tab)
        assert expected in text and "copy the folder" in text


@pytest.mark.long
@pytest.mark.parametrize(
    "policy", ["script-src 'self' 'unsafe-inline'", "script-src 'unsafe-inline' blob:", "connect-src 'none'"]
)
def test_a_policy_of_the_server(policy: str, browser: Browser, folder: Path) -> None:
    headers = {"Content-Security-Policy": policy}
    with server(folder, headers=headers) as home, tab_without(browser) as tab:
        tab.goto(f"{home}play.html")
        assert "The server forbids what this page needs" in reason(tab)


@pytest.mark.long
def test_a_server_that_forbids_scripts(browser: Browser, folder: Path) -> None:
    """Then the page says so by itself."""
    headers = {"Content-Security-Policy": "script-src 'self'"}
    with server(folder, headers=headers) as home, tab_without(browser) as tab:
        tab.goto(f"{home}play.html")
        until(tab, "document.getElementById('stuck').offsetHeight > 20", SOON)
        assert "without a header Content-Security-Policy" in tab.locator("#stuck").inner_text()


@pytest.mark.long
@pytest.mark.parametrize("page", ["play.html", "check.html"])
def test_a_page_from_a_disk(page: str, browser: Browser, folder: Path) -> None:
    with tab_without(browser) as tab:
        tab.goto((folder / page).as_uri())
        assert "Open this page through a web server" in reason(tab)


#: A server as Debian installs it, but for where it finds its files.
NGINX = """\
daemon off;
pid {scratch}/pid;
error_log stderr;
events {{}}
http {{
    include /etc/nginx/mime.types;
    default_type application/octet-stream;
    access_log off;
    client_body_temp_path {scratch}; proxy_temp_path {scratch}; fastcgi_temp_path {scratch};
    uwsgi_temp_path {scratch}; scgi_temp_path {scratch};
    server {{
        listen 127.0.0.1:{port};
        root {scratch}/www;
    }}
}}
"""


@pytest.mark.long
def test_nginx(browser: Browser, folder: Path) -> None:
    program = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin")
    if program is None:
        missing("nginx")
    with TemporaryDirectory() as scratch, tab_without(browser) as tab:
        # Its workers run as another user.
        Path(scratch).chmod(0o755)
        shutil.copytree(folder, f"{scratch}/www")
        Path(scratch, "www").chmod(0o755)
        with server(folder) as address:
            port = urlsplit(address).port
        config = Path(scratch, "nginx.conf")
        config.write_text(NGINX.format(scratch=scratch, port=port))
        with subprocess.Popen([program, "-c", str(config)], stderr=subprocess.DEVNULL) as process:
            try:
                tab.wait_for_timeout(500)
                assert process.poll() is None
                tab.goto(f"http://127.0.0.1:{port}/play.html")
                plays(tab)
                tab.goto(f"http://127.0.0.1:{port}/check.html")
                tab.get_by_role("button", name="A mistake").click()
                until(tab, "document.getElementById('summary').textContent === '1 game with a mistake'")
            finally:
                process.terminate()
