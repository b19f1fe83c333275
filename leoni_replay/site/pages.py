"""The files of the site: the pages Play and Check with all that they load. Nothing comes from another host."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from importlib import resources
from typing import Any, Final

from markupsafe import Markup

from leoni_replay.board.board_pages import about_context, board_context, check_context
from leoni_replay.board.checking import examples
from leoni_replay.board.offers import deals_data, offers
from leoni_replay.games import GAMES
from leoni_replay.show.joining import read_module
from leoni_replay.show.palette import LIGHT
from leoni_replay.show.rendering import drawings, environment_with, policy_hashes
from leoni_replay.site.bundle import archive, packed, rules_files
from leoni_replay.site.licences import Work, licence_files, works
from leoni_replay.site.pyodide import Pyodide, precompiled

#: Where the parts are that are not pages.
_ENGINE: Final = "engine"
#: What the pages load: what unpacks the others, then what Python needs: its program, its scripts and its library, and
#: the rules.
_PARTS: Final = ("zstd", "python", "stdlib", "leoni")
#: What unpacks Zstandard in a browser: the program that the npm package zstddec 0.3.4 has, as base64, in
#: ``dist/zstddec-stream.mjs``. It is zstd 1.5.7, as WebAssembly.
_UNPACKER: Final = "zstd.wasm"
#: The program that runs Python with them.
_PROGRAM: Final = "site/page/python.js"
_SERVICE: Final = "service.js"
_ABOUT: Final = "about.html"
#: What a server gives for the folder.
_INDEX: Final = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<meta http-equiv="refresh" content="0; url=play.html">
<title>leoni</title>
<h1><a href="play.html">Play</a></h1>
</html>
"""
#: The modules with which the scripts of the pages begin.
_PLAY_SCRIPT: Final = "site/page/play.js"
_CHECK_SCRIPT: Final = "site/page/site_check.js"
#: Where the templates are, and the styles that the board has only here.
_FOLDERS: Final = ("site/page", "board/page")
_SITE_STYLES: Final = ("board/page/frames.css", "site/page/site.css")
_ICONS: Final = ("icon.svg", "icon-192.png", "icon-512.png")


def site_files(pyodide: Pyodide) -> dict[str, bytes]:
    """Make all files of the site.

    Args:
        pyodide: Python for the browser.

    Returns:
        The files by their paths; the pages are the last.
    """
    templates = environment_with(*_FOLDERS)
    python, rules = precompiled(pyodide, archive(rules_files()))
    parts = {"python": python.program, "stdlib": archive(python.files), "leoni": rules}
    files = {_part_name("zstd"): (resources.files(__package__) / _UNPACKER).read_bytes()}
    files |= {_part_name(part): packed(data) for part, data in parts.items()}
    icons = resources.files(__package__) / "icons"
    files |= {name: (icons / name).read_bytes() for name in _ICONS}
    works_of_site = works(pyodide.version, pyodide.lock["info"]["python"])
    files |= licence_files(works_of_site) | {_ABOUT: _about_page(works_of_site)}
    files["index.html"] = _INDEX.encode()
    files["manifest.json"] = json.dumps(_manifest(), indent=1).encode()
    # The tables of the deals that can be chosen, to be shown before any rules run.
    for name in GAMES:
        data = json.dumps(deals_data(name), separators=(",", ":"))
        files[f"deals/{GAMES[name].slug}.json"] = data.encode()
    # Whatever changes in a page makes another version, whose files are stored apart.
    pages = _pages(files, pyodide, "")
    version = _digest(b"".join([*files.values(), *pages.values()]))
    pages = _pages(files, pyodide, version)
    names = [*(_address(name, data) for name, data in files.items()), *pages]
    service = templates.get_template("service.js.j2").render(version=version, files=names)
    return files | pages | {_SERVICE: service.encode()}


def _pages(files: dict[str, bytes], pyodide: Pyodide, version: str) -> dict[str, bytes]:
    """Return the two pages, which know what they have to load.

    Args:
        files: the other files of the site, by their paths.
        pyodide: Python for the browser.
        version: the version of the site.
    """
    templates = environment_with(*_FOLDERS)
    parts = {part: files[_part_name(part)] for part in _PARTS}
    engine = {
        "version": version,
        "program": read_module(_PROGRAM),
        "service": _SERVICE,
        "lock": pyodide.lock,
        "parts": {part: {"name": _address(_part_name(part), data), "size": len(data)} for part, data in parts.items()},
    }
    play = board_context(_PLAY_SCRIPT) | {
        "site_css": Markup("".join(map(read_module, _SITE_STYLES))),
        "offers": offers(),
        "faces": drawings("figures"),
    }
    check = check_context(_CHECK_SCRIPT, list(GAMES), examples())
    check["check_css"] += Markup(read_module("site/page/site.css"))
    # Replays are shown in frames, which have the policy of the page around them as well as their own.
    frames = {name: str(templates.globals[name]) for name in ("css", "js", "review_css", "review_js")}
    play_policy = _policy(
        [play["board_css"] + play["site_css"], frames["css"] + frames["review_css"]],
        [play["board_js"], frames["review_js"]],
    )
    check_policy = _policy([check["check_css"], frames["css"]], [check["check_js"], frames["js"]])
    context: dict[str, Any] = {"engine": engine, "felt": LIGHT["felt"]}
    play_page = templates.get_template("play.html.j2").render(context | play, policy=play_policy)
    check_page = templates.get_template("site_check.html.j2").render(context | check, policy=check_policy)
    return {"play.html": play_page.encode(), "check.html": check_page.encode()}


def _about_page(works_of_site: Sequence[Work]) -> bytes:
    """Return the page About, with the works that the site passes on."""
    context = about_context()
    styles = policy_hashes([context["about_css"]])
    policy = (
        f"default-src 'none'; style-src {styles}; img-src 'self'; manifest-src 'self'; base-uri 'none'; "
        "form-action 'none'"
    )
    template = environment_with(*_FOLDERS).get_template("site_about.html.j2")
    return template.render(context, works=works_of_site, felt=LIGHT["felt"], policy=policy).encode()


def _policy(styles: Sequence[str], scripts: Sequence[str]) -> str:
    """Return what a page may load: files of the site, and the styles and scripts in it, which the policy names by their
    hashes. The scripts of Pyodide come as data, so they run from the page's own memory (``blob:``), in a worker that
    has the policy of its page. Text never becomes a program, except for WebAssembly."""
    style_hashes, script_hashes = policy_hashes(styles), policy_hashes(scripts)
    return (
        f"default-src 'none'; style-src {style_hashes}; script-src 'self' blob: 'wasm-unsafe-eval' {script_hashes}; "
        "worker-src 'self' blob:; connect-src 'self'; img-src 'self' data:; manifest-src 'self'; base-uri 'none'; "
        "form-action 'none'"
    )


def _manifest() -> dict[str, Any]:
    """Return the manifest that a phone reads to put the page on its home screen."""
    return {
        "name": "leoni: patience by the book",
        "short_name": "leoni",
        "description": "Leoni's Own and its relatives, played by the rules of their sources and recorded.",
        "id": "play.html",
        "start_url": "play.html",
        "scope": "./",
        "display": "standalone",
        "background_color": LIGHT["felt"],
        "theme_color": LIGHT["felt"],
        "icons": [
            {"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"},
            {"src": "icon-192.png", "sizes": "192x192", "type": "image/png", "purpose": "any maskable"},
            {"src": "icon-512.png", "sizes": "512x512", "type": "image/png", "purpose": "any maskable"},
        ],
    }


def _part_name(part: str) -> str:
    return f"{_ENGINE}/{part}.wasm"


def _address(name: str, data: bytes) -> str:
    """Return the address of a file; that of what Python needs has its digest."""
    return f"{name}?{_digest(data)}" if name.startswith(_ENGINE) else name


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:12]
