"""What pages are rendered with: the templates, the styles and scripts of the package, and the file that pages share.

Pictures use this module too, and don't need jinja2: it is loaded only for a page.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from leoni_replay.cards import CARD, PRETTY, SYMBOLS
from leoni_replay.layout import Faces
from leoni_replay.show.card_faces import every_name, symbols
from leoni_replay.show.palette import VARIABLES, variables
from leoni_replay.text import address, visible_text

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

#: The parts of the scripts, in the order in which they need each other: the table, and the page of a replay.
_TABLE: Final = ("cards.js", "trail.js", "plan.js", "table.js", "motion.js")
SCRIPTS: Final = (
    *(*_TABLE, "page.js", "text.js", "lines.js", "player.js", "fit.js"),
    *(
        "tell.js",
        "controls.js",
        "memory.js",
        "choices.js",
        "sheet.js",
        "address.js",
        "print.js",
        "picture.js",
        "copy.js",
        "out.js",
        "start.js",
    ),
)

_BOARD: Final = (
    *(*_TABLE, "choose.js", "page.js", "memory.js", "text.js", "fit.js", "choices.js", "sheet.js"),
    *("picture.js", "copy.js", "strip.js", "guide.js", "home.js", "end.js"),
)
#: Those of the live board, of the page Play, which is the board beside its own rules, and of the page Check.
BOARD_SCRIPTS: Final = (*_BOARD, "to_server.js", "board.js")
PLAY_SCRIPTS: Final = (*_BOARD, "engine.js", "to_worker.js", "board.js", "early.js")
CHECK_SCRIPTS: Final = ("cards.js", "memory.js", "engine.js", "check.js")
SERVED_CHECK_SCRIPTS: Final = ("cards.js", "memory.js", "to_server.js", "check.js")
#: Those of the module with which any page shows a table.
MODULE_SCRIPTS: Final = (*_TABLE, "choose.js", "text.js", "embed.js")

#: The parts of the styles: of a replay, of the board, of the page Check, and of the module.
STYLES: Final = ("table.css", "plan.css", "player.css")
BOARD_STYLES: Final = (*STYLES, "choose.css", "board.css", "home.css")
CHECK_STYLES: Final = ("table.css", "player.css", "site.css", "check.css")
MODULE_STYLES: Final = ("table.css", "plan.css", "choose.css", "embed.css")

#: What is drawn on the buttons.
_ICONS: Final = {
    "first": "M5 4h3v16H5zM20 4v16L9 12z",
    "back": "M15.5 3 6.5 12l9 9 2-2-7-7 7-7z",
    "play": "M7 4v16l12-8z",
    "pause": "M6 4h4v16H6zM14 4h4v16h-4z",
    "next": "M8.5 3l9 9-9 9-2-2 7-7-7-7z",
    "last": "M16 4h3v16h-3zM4 4v16l11-8z",
}

_KEYS: Final = (
    ("← →", "a move back, a move on"),
    ("Shift+← Shift+→", "a card of a weave back, a card on"),
    ("Home End", "the deal, the last move"),
    ("PageUp PageDown", "ten moves back, ten moves on"),
    ("v b", "into a variation at this move, back to the game"),
    ("[ ]", "to the chapter or comment before, to the next one"),
    ("Space", "play and pause"),
    ("?", "options and keys"),
)

_BOARD_KEYS: Final = (
    ("Tab", "to the cards that are lit"),
    ("← →", "to the next lit card"),
    ("Enter", "play the card"),
    ("Ctrl+Z U", "undo"),
    ("Ctrl+Y R", "redo"),
    ("H", "hint"),
    ("F", "safe play, or finish"),
    ("Shift+← Shift+→", "hold a weave: a card back, a card on"),
    ("Esc", "choose neither"),
)

_BREAKS: Final = re.compile("[\t\r\n]+")
#: After a suit: it is shown as text, not as a little picture (emoji).
_TEXT: Final = "\ufe0e"
#: A card in a move, the ways in which it is built, and the first sign after a place or a word.
_CARD: Final = re.compile("\\b([A2-9TJQK][CDHS])(?=$|[v^>!?+:,#])")
_BUILD_WAYS: Final = re.compile("(?<=\ufe0e)[v^]+")
_SIGN: Final = re.compile("[:+~>]")
#: How lists show whether a foundation is built up or down.
_WAYS: Final = {"^": "\N{BLACK UP-POINTING SMALL TRIANGLE}", "v": "\N{BLACK DOWN-POINTING SMALL TRIANGLE}"}


@lru_cache(maxsize=1)
def environment() -> Environment:
    """Return the environment of the templates."""
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    loader = PackageLoader("leoni_replay", "show/templates")
    templates = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    templates.filters |= {
        "one_line": one_line,
        "hash": policy_hash,
        "address": address,
        "id": id,
        "visible": visible_text,
    }
    templates.filters |= {"short_move": short_move, "move_kind": move_kind}

    def read(name: str) -> Markup:
        """Return the text of one of the project's own files, as it is: the policy of the page names its hash."""
        return Markup(loader.get_source(templates, name)[0])

    templates.globals |= {
        "css": Markup(variables()) + Markup("").join(map(read, STYLES)),
        "js": Markup("\n").join(map(read, SCRIPTS)),
        "board_css": Markup(variables()) + Markup("").join(map(read, BOARD_STYLES)),
        "board_js": Markup("\n").join(map(read, BOARD_SCRIPTS)),
        "play_js": Markup("\n").join(map(read, PLAY_SCRIPTS)),
        "check_css": Markup(variables()) + Markup("").join(map(read, CHECK_STYLES)),
        "module_css": Markup(variables()) + Markup("").join(map(read, MODULE_STYLES)),
        "module_js": Markup("\n").join(map(read, MODULE_SCRIPTS)),
        "check_js": Markup("\n").join(map(read, CHECK_SCRIPTS)),
        "served_check_js": Markup("\n").join(map(read, SERVED_CHECK_SCRIPTS)),
        "site_css": read("site.css"),
        "book_report_css": Markup(variables()) + read("book_report.css"),
        "worker_js": read("worker.js"),
        "index_js": read("index.js"),
        "review_css": read("review.css"),
        "review_js": read("review.js"),
        "alone_css": read("alone.css"),
        "icons": _ICONS,
        "keys": _KEYS,
        "board_keys": _BOARD_KEYS,
    }
    return templates


@cache
def drawings(faces: Faces) -> Markup:
    """Return the drawings of all cards, as symbols that take their colours from the style sheet."""
    from markupsafe import Markup

    return Markup(symbols(every_name(), VARIABLES, faces))


def board_page(offers: Sequence[Mapping[str, Any]], faces: Faces = "figures") -> tuple[str, str]:
    """Return the page of the live board, and its policy, which a server sends as the header
    ``Content-Security-Policy``.

    Args:
        offers: what the page knows of every game (``play.offers``).
        faces: pips and figures on the cards, or one large suit ("plain").
    """
    templates = environment()
    html = templates.get_template("board.html.j2").render(faces=drawings(faces), offers=offers)
    return html, _served_policy(["board_css"], ["board_js"])


def check_page(games: Sequence[str], example: str) -> tuple[str, str]:
    """Return the page on which a server checks records, and its policy.

    Args:
        games: the games of which it reads pages of books.
        example: the text of a record that is right and one that is wrong.
    """
    html = environment().get_template("check.html.j2").render(engine=None, games=games, example=example)
    # Replays are shown in frames, which have the policy of the page around them as well as their own.
    return html, _served_policy(["check_css", "css"], ["served_check_js", "js"])


def _served_policy(styles: Sequence[str], scripts: Sequence[str]) -> str:
    """Return the policy of a page with these styles and scripts that asks only its own server."""
    texts = environment().globals
    style_hashes = policy_hashes(str(texts[name]) for name in styles)
    script_hashes = policy_hashes(str(texts[name]) for name in scripts)
    return (
        f"default-src 'none'; style-src {style_hashes}; script-src {script_hashes}; "
        "img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


@cache
def shared_script(faces: Faces) -> str:
    """Return the script that pages of a folder share: also their style, the drawings of cards, the player."""
    templates = environment()
    player_parts = [
        templates.get_template(f"{name}.html.j2").render(outlooks=(), board="") for name in ("player", "options")
    ]
    parts = {
        "style": str(templates.globals["css"]),
        "drawings": _drawings_element(faces),
        "player": "".join(player_parts),
    }
    literals = {name: json.dumps(part) for name, part in parts.items()}
    return templates.get_template("shared.js.j2").render(parts=literals)


@cache
def module_script(faces: Faces) -> str:
    """Return the module of ``<leoni-table>``, with its style and the drawings of all cards."""
    from markupsafe import Markup

    templates = environment()
    names = {"Previous": "back", "Play": "play", "Pause": "pause", "Next": "next"}
    parts = {
        # In a shadow tree the root is its host.
        "style": str(templates.globals["module_css"]).replace(":root", ":host"),
        "drawings": _drawings_element(faces),
        "icons": {name: _ICONS[icon] for name, icon in names.items()},
    }
    literals = {name: Markup(json.dumps(part)) for name, part in parts.items()}
    return templates.get_template("module.js.j2").render(js=templates.globals["module_js"], **literals)


def _drawings_element(faces: Faces) -> str:
    """Return the drawings of all cards as an element that is not shown."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" hidden=""><defs>{drawings(faces)}</defs></svg>'


def one_line(text: str) -> str:
    """Return a stranger's text on one line, nothing in it obeyed or hidden; suits never as little pictures (emoji)."""
    if not text.isprintable():
        text = visible_text(_BREAKS.sub(" ", text))
    for suit in SYMBOLS:
        text = text.replace(suit, suit + _TEXT)
    return text


def short_move(token: str) -> str:
    """Return a move for a list: cards with the signs of their suits, and of a weave how many cards it lifts."""
    start, *lifted_cards = token.split("~")
    with_suits = _CARD.sub(lambda match: PRETTY[CARD[match[1]]] + _TEXT, visible_text(start))
    text = _BUILD_WAYS.sub(lambda match: "".join(_WAYS[way] for way in match[0]), with_suits)
    return f"{text}~{len(lifted_cards)}" if lifted_cards else text


def move_kind(token: str) -> str:
    """Return the kind of a move for a list: a deal, a weave (or another move of an exile), or empty for a play."""
    source = _SIGN.split(token, maxsplit=1)[0]
    if source in ("deal", "redeal"):
        return "dealt"
    return "woven" if source == "exile" or "~" in token else ""


@lru_cache(maxsize=8)
def policy_hash(text: str) -> str:
    """Return the name of a style or a script in a content security policy."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def policy_hashes(texts: Iterable[str]) -> str:
    """Return the names of several styles or scripts, as a content security policy lists them."""
    return " ".join(f"'{policy_hash(text)}'" for text in texts)
