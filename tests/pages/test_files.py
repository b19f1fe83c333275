"""What ``leoni site`` writes: the pages, what they load and from where, and what is left out."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from itertools import accumulate
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from leoni_replay.board.board_pages import board_page
from leoni_replay.show.rendering import policy_hash
from leoni_replay.site.bundle import LEFT_OUT, archive, packed, rules_files
from leoni_replay.site.pyodide import NoPyodide, precompiled, pyodide
from tests.chromium import missing
from tests.cli.runs import leoni

try:
    import zstandard
except ImportError:
    missing("zstandard")

PAGES = ("play.html", "check.html")


class Elements(HTMLParser):
    """The elements of a page with their attributes, and the texts of its styles and scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.texts: list[tuple[str, dict[str, str], str]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data: str) -> None:
        # The parser takes the text of these as it stands.
        if self.cdata_elem:
            self.texts.append((*self.elements[-1], data))


def policy(page: Elements) -> dict[str, list[str]]:
    (content,) = [names["content"] for tag, names in page.elements if names.get("http-equiv")]
    return {name: values for name, *values in (part.split() for part in content.split(";"))}


@pytest.mark.long
@pytest.mark.parametrize("name", PAGES)
def test_the_policy_allows_what_the_page_has_and_nothing_more(name: str, files: dict[str, bytes]) -> None:
    page = Elements(files[name].decode())
    allowed = policy(page)
    assert allowed["default-src"] == ["'none'"]
    assert set(allowed["connect-src"]) == {"'self'"}
    everything = {value for values in allowed.values() for value in values}
    assert everything & {"'unsafe-inline'", "'unsafe-eval'", "*", "https:", "http:"} == set()
    assert "'wasm-unsafe-eval'" in allowed["script-src"]
    (style,) = [text for tag, _, text in page.texts if tag == "style"]
    assert f"'{policy_hash(style)}'" in allowed["style-src"]
    (script,) = [text for tag, names, text in page.texts if tag == "script" and not names]
    assert f"'{policy_hash(script)}'" in allowed["script-src"]
    # A style or a handler in an attribute would not work.
    assert [names for _, names in page.elements if any(one == "style" or one.startswith("on") for one in names)] == []


@pytest.mark.long
def test_the_page_does_all_that_the_local_board_does(files: dict[str, bytes]) -> None:
    local, here = (
        {names["id"] for tag, names in Elements(text).elements if tag == "button" and "id" in names}
        for text in (board_page([])[0], files["play.html"].decode())
    )
    # There is no server to leave.
    assert local - here == {"quit"}


@pytest.mark.parametrize("name", PAGES)
def test_every_address_of_a_page_is_a_file_of_the_site(name: str, files: dict[str, bytes]) -> None:
    page = Elements(files[name].decode())
    named = [names[one] for _, names in page.elements for one in ("src", "href") if one in names]
    addresses = [address for address in named if not address.startswith("#")]
    (engine,) = [json.loads(text) for _, names, text in page.texts if names.get("id") == "engine"]
    loaded = {one["name"]: one["size"] for one in engine["parts"].values()}
    for address in [*addresses, *loaded, engine["service"]]:
        assert urlsplit(address).netloc == "" and urlsplit(address).path in files, address
    assert addresses
    # The bar counts the bytes that come.
    assert {urlsplit(one).path: size for one, size in loaded.items()} == {
        one: len(data) for one, data in files.items() if one.startswith("engine/")
    }
    assert engine["lock"]["packages"] == {}


def test_every_server_knows_the_types_of_all_files(files: dict[str, bytes]) -> None:
    """What is packed is a module of WebAssembly with nothing but a section of our own."""
    assert {name.rpartition(".")[2] for name in files} <= {"html", "js", "css", "json", "svg", "png", "txt", "wasm"}
    for name, data in files.items():
        if name == "engine/zstd.wasm":
            assert data.startswith(b"\0asm\1\0\0\0\1")
        elif name.endswith(".wasm"):
            assert data.startswith(b"\0asm\1\0\0\0\0") and data[14:20] == b"\5leoni"
            size = sum((byte & 127) << 7 * i for i, byte in enumerate(data[9:14]))
            assert [byte >> 7 for byte in data[9:14]] == [1, 1, 1, 1, 0] and size == len(data) - 14


def test_no_file_of_ours_names_another_host(files: dict[str, bytes]) -> None:
    for name, data in files.items():
        # Licences and the page that lists them name where a work comes from; nothing is fetched from there.
        if not name.startswith(("licences/", "about.")) and not name.endswith((".wasm", ".png")):
            hosts = set(re.findall(r"(?:https?:)?//([\w-]+(?:\.[\w-]+)+)", data.decode()))
            # The second stands in a sentence.
            assert hosts <= {"www.w3.org", "example.org"}, name


def test_the_service_worker_stores_every_file_but_itself(files: dict[str, bytes]) -> None:
    source = files["service.js"].decode()
    (stored,) = re.findall(r"^const FILES = (.*);$", source, re.M)
    assert {urlsplit(one).path for one in json.loads(stored)} == set(files) - {"service.js"}
    (version,) = re.findall(r'^const VERSION = "([0-9a-f]{12})";$', source, re.M)
    assert all(f'"version": "{version}"' in files[page].decode() for page in PAGES)


@pytest.mark.long
def test_the_archive_is_small_and_has_what_the_pages_run() -> None:
    data = packed(archive(rules_files()))
    # A first visit may load 5.5 MB, and Python itself takes 4.1 of them.
    assert len(data) < 820_000
    names = contents(data)
    assert json.loads(names["leoni_replay/grammar/moves.json"])["tables"]
    folders = {name.split("/")[1] for name in names if name.startswith("leoni_replay/")}
    assert folders & (LEFT_OUT - {"grammar"}) == set()
    assert {"rules", "games", "play", "site", "show"} <= folders
    assert {"jinja2/LICENSE.txt", "markupsafe/LICENSE.txt"} <= set(names)
    assert not [name for name in names if name.endswith((".so", ".pyd", ".pyc", ".pxd"))]


def contents(data: bytes) -> dict[str, bytes]:
    """The files of a packed archive by their names."""
    sizes, _, rest = zstandard.decompress(data[20:]).partition(b"\n")
    ends = [0, *accumulate(size for _, size in json.loads(sizes))]
    return {name: rest[start : start + size] for (name, size), start in zip(json.loads(sizes), ends, strict=False)}


#: Plays every game, types what is wrong, asks for hints, checks and replays, with nothing but the archive.
USED = """
import json, os, sys
from pathlib import Path
sys.path[:] = [sys.argv[1], *(one for one in sys.path if "site-packages" not in one and one)]
before = set(sys.modules)
from leoni_replay.games import GAMES
from leoni_replay.site.engine import Engine
engine = Engine(Path())
def ask(do, **more):
    return json.loads(engine.answer(json.dumps({"do": do, **more})))
now = ask("open")
def play(do, **more):
    global now
    reply = ask(do, game=now["game"], version=now["version"], **more)
    now = reply if "legal" in reply else now
    return reply
for name in GAMES:
    play("begin", name=name, rules=None, deal="seed:used")
    for _ in range(5):
        play("play", move=now["legal"][-1]["move"])
    for text in ("zzzz", "why 3S", "comment here", "help", "moves", "undo", "redo", "legal"):
        play("enter", text=text)
    play("finish")
    record = play("record")["record"]
    checked = ask("check", text=record, name="a.moves")
    assert checked["games"] == 1
    verdict = ask("verdict", check=checked["check"], number=1, width=80)
    assert verdict["status"] == "verified", verdict
    assert "<leoni-cards" in ask("replay", check=checked["check"], number=1)["html"]
play("hint")
assert ask("read", text="Pile 1: 8H\\nPile 4: 7S\\n\\nPut the 7S on the 8H.", name="Martha")["record"]
checked = ask("check", text=record[:-20] + " 9:KHv *", name="b.moves")
assert "= " in ask("verdict", check=checked["check"], number=1, width=80)["report"]
print(sorted({name.partition(".")[0] for name in set(sys.modules) - before} - set(sys.stdlib_module_names)))
"""


def used(data: bytes, folder: Path) -> str:
    """What is imported from an archive while all its games are played."""
    for name, content in contents(data).items():
        path = folder / "archive" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    command = [sys.executable, "-I", "-c", USED, str(folder / "archive")]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert run.stderr == ""
    return run.stdout


@pytest.mark.long
def test_the_archive_is_enough(tmp_path: Path) -> None:
    """A mistyped move, a hint and a replay of every game import nothing that is not in it."""
    assert used(packed(archive(rules_files())), tmp_path) == "['jinja2', 'lark', 'leoni_replay', 'markupsafe']\n"


@pytest.mark.long
def test_the_same_sources_make_the_same_archive() -> None:
    """What is compiled depends on no chance: two runs give the same bytes."""
    try:
        python = pyodide()
    except NoPyodide as error:
        missing(str(error))
    rules = archive(rules_files())
    first, again = (precompiled(python, rules) for _ in range(2))
    assert first[1] == again[1] != rules
    assert first[0].files == again[0].files


@pytest.mark.long
def test_the_command_writes_the_files(package: Path, files: dict[str, bytes], tmp_path: Path) -> None:
    folder = tmp_path / "www"
    ran = leoni("site", "-o", str(folder), "--pyodide", str(package))
    assert (ran.code, ran.err) == (0, "")
    written = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert written == files
    assert ran.out.splitlines() == [str(folder / name) for name in files]
    again = leoni("site", "-o", str(folder), "--pyodide", str(package))
    assert again.code == 2 and "--force replaces it" in again.err
    assert leoni("site", "-o", str(folder), "--pyodide", str(package), "--force").code == 0
    # In silence it writes as much.
    quiet = tmp_path / "quiet"
    assert leoni("site", "-o", str(quiet), "--pyodide", str(package), "--quiet") == (0, "", "")
    assert {path.relative_to(quiet).as_posix() for path in quiet.rglob("*") if path.is_file()} == files.keys()


def test_without_pyodide_the_command_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = leoni("site", "-o", str(tmp_path / "www"), "--pyodide", str(tmp_path))
    assert ran.code == 2
    assert ran.err.endswith(": this is not a folder with the npm package pyodide\n")
    assert not (tmp_path / "www").exists()
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoPyodide, match=r"install npm, or name a folder .* with --pyodide"):
        pyodide()
