"""What pages are rendered with: the templates, the styles and scripts of the package, and the file that pages share.

Pictures use this module too, and don't need jinja2: it is loaded only for a page.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterable
from functools import cache, lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from leoni_replay.cards import CARD, PRETTY, SYMBOLS
from leoni_replay.layout import Faces
from leoni_replay.show.card_faces import every_name, symbols
from leoni_replay.show.joining import joined_script, read_module
from leoni_replay.show.palette import VARIABLES, variables
from leoni_replay.text import address, visible_text

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

#: Where the templates of replays are.
_TEMPLATES: Final = "show/templates"
#: The parts of the styles: of any page with a table, of a replay, of one whose script is in a file beside it, and of
#: the module with which any page shows a table.
STYLES: Final = tuple(f"show/templates/{name}.css" for name in ("table", "plan", "player"))
_REPLAY_STYLES: Final = (*STYLES, "show/templates/stills.css")
_ALONE_STYLES: Final = ("show/templates/stills.css", "show/templates/alone.css")
_MODULE_STYLES: Final = tuple(f"show/templates/{name}.css" for name in ("table", "plan", "choose", "embed"))
#: The modules with which scripts begin: of a replay, of a review, of an index, and of ``<leoni-table>``.
REPLAY: Final = "show/scripts/replay/start.js"
REVIEW: Final = "show/scripts/replay/review.js"
INDEX: Final = "show/scripts/replay/index.js"
MODULE: Final = "show/scripts/embed/embed.js"

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

    loader = PackageLoader("leoni_replay", _TEMPLATES)
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

    # The project's own files; the policy of the page names the hash of exactly these texts.
    templates.globals |= {
        "css": Markup(page_style(_REPLAY_STYLES)),
        "js": Markup(joined_script(REPLAY)),
        "review_js": Markup(joined_script(REVIEW)),
        "index_js": Markup(joined_script(INDEX)),
        "book_report_css": Markup(variables() + read_module("show/templates/book_report.css")),
        "review_css": Markup(read_module("show/templates/review.css")),
        "alone_css": Markup("".join(map(read_module, _ALONE_STYLES))),
        "icons": _ICONS,
        "keys": _KEYS,
    }
    return templates


def environment_with(*folders: str) -> Environment:
    """Return an environment that finds its templates in these folders of the package first."""
    from jinja2 import ChoiceLoader, PackageLoader

    loaders = [PackageLoader("leoni_replay", folder) for folder in (*folders, _TEMPLATES)]
    return environment().overlay(loader=ChoiceLoader(loaders))


def page_style(paths: Iterable[str]) -> str:
    """Return the style sheet of a page, with the colours as variables.

    Args:
        paths: the parts by their paths in the package.
    """
    return variables() + "".join(map(read_module, paths))


@cache
def drawings(faces: Faces) -> Markup:
    """Return the drawings of all cards, as symbols that take their colours from the style sheet."""
    from markupsafe import Markup

    return Markup(symbols(every_name(), VARIABLES, faces))


@cache
def shared_script(faces: Faces) -> str:
    """Return the script in a file of its own that the pages of a folder share, so that each page is small.

    It puts into a page what every page has: the style, the drawings of the cards, and the HTML of the player (its
    buttons and options).

    Args:
        faces: how court cards are drawn.
    """
    templates = environment()
    player_templates = [templates.get_template(f"{name}.html.j2") for name in ("player", "options")]
    # Such pages have neither a review (outlooks) nor a board to play on.
    player_html = "".join([template.render(outlooks=(), board="") for template in player_templates])
    parts = {
        "style": str(templates.globals["css"]),
        "drawings": _drawings_element(faces),
        "player": player_html,
    }
    # What JSON has for a text is a literal of JavaScript too.
    literals = {name: json.dumps(part) for name, part in parts.items()}
    return templates.get_template("shared.js.j2").render(parts=literals)


@cache
def module_script(faces: Faces) -> str:
    """Return the JavaScript module that defines the element ``<leoni-table>``, with its style and the drawings of all
    cards.

    Args:
        faces: how court cards are drawn.
    """
    from markupsafe import Markup

    templates = environment()
    names = {"Previous": "back", "Play": "play", "Pause": "pause", "Next": "next"}
    parts = {
        # In a shadow tree the root is its host.
        "style": page_style(_MODULE_STYLES).replace(":root", ":host"),
        "drawings": _drawings_element(faces),
        "icons": {name: _ICONS[icon] for name, icon in names.items()},
    }
    literals = {name: Markup(json.dumps(part)) for name, part in parts.items()}
    return templates.get_template("module.js.j2").render(js=Markup(joined_script(MODULE)), **literals)


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
