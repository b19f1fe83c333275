"""The pages that a server gives: the board, and the page on which records are checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from leoni_replay import __version__
from leoni_replay.installation import sources_address
from leoni_replay.layout import Faces
from leoni_replay.show.joining import joined_script
from leoni_replay.show.rendering import STYLES, drawings, environment_with, page_style, policy_hashes

if TYPE_CHECKING:
    from jinja2 import Environment

    from leoni_replay.board.checking import Example

#: The parts of the styles of the board and of the page Check, by their paths in the package.
BOARD_STYLES: Final = (*STYLES, "show/templates/choose.css", "board/page/board.css", "board/page/home.css")
CHECK_STYLES: Final = (
    "show/templates/table.css",
    "show/templates/player.css",
    "board/page/frames.css",
    "board/page/check.css",
)
_ABOUT_STYLES: Final = (*CHECK_STYLES, "board/page/about.css")
#: What may be done with what is printed.
_PRINT_RIGHTS: Final = (
    "Tables, figures and card faces that leoni makes are free to use in print, for any purpose, without asking and "
    "without naming anybody."
)
#: The modules with which the scripts of these pages begin.
_BOARD: Final = "board/page/served.js"
_CHECK: Final = "board/page/served_check.js"

#: The keys that are commands only as long as a player wants that.
_LETTERS: Final = (*ascii_uppercase, "?")
_KEYS: Final = (
    ("N Shift+N", "to the next card that is lit, or back"),
    ("← → ↑ ↓", "to the next card that way"),
    ("Home End", "to the card at the left end, at the right end"),
    ("Enter", "play the card, or ask why it can't be played"),
    ("H", "hint; Enter then plays it"),
    ("U Ctrl+Z", "undo"),
    ("Y Ctrl+Y", "redo"),
    ("F", "safe play, or finish"),
    ("M", "menu"),
    ("G", "games"),
    ("R", "rules"),
    ("L", "list of moves"),
    ("S", "statistics"),
    ("?", "this list of keys"),
    ("Tab", "from the cards to the buttons"),
    ("Esc", "cancel a choice, close what is open, or return from looking back"),
)


class _KeyRow(NamedTuple):
    """A row of the list of keys: their names, those among them that are letters and can be switched off, and what they
    do."""

    keys: tuple[str, ...]
    letters: tuple[str, ...]
    what: str


def _key_rows() -> list[_KeyRow]:
    """Return the rows of the list of keys."""
    rows = []
    for names, what in _KEYS:
        keys = tuple(names.split())
        letters = tuple(key for key in keys if key.removeprefix("Shift+") in _LETTERS)
        rows.append(_KeyRow(keys, letters, what))
    return rows


@cache
def _templates() -> Environment:
    return environment_with("board/page")


def board_context(script: str) -> dict[str, Any]:
    """Return what the template of a board needs.

    Args:
        script: the module with which its script begins.
    """
    from markupsafe import Markup

    return {
        "board_css": Markup(page_style(BOARD_STYLES)),
        "board_js": Markup(joined_script(script)),
        "board_keys": _key_rows(),
    }


def board_page(offers: Sequence[Mapping[str, Any]], faces: Faces = "figures") -> tuple[str, str]:
    """Return the page of the live board, and its policy, which a server sends as the header
    ``Content-Security-Policy``.

    Args:
        offers: what the page knows of every game (``board.offers``).
        faces: pips and figures on the cards, or one large suit ("plain").
    """
    context = board_context(_BOARD)
    html = _templates().get_template("board.html.j2").render(context, faces=drawings(faces), offers=offers)
    return html, _served_policy([context["board_css"]], [context["board_js"]])


def check_page(games: Sequence[str], examples: Sequence[Example]) -> tuple[str, str]:
    """Return the page on which a server checks records, and its policy.

    Args:
        games: the games of which it reads pages of books.
        examples: texts to try.
    """
    context = check_context(_CHECK, games, examples)
    html = _templates().get_template("check.html.j2").render(context)
    # Replays are shown in frames, which have the policy of the page around them as well as their own.
    shared = _templates().globals
    return html, _served_policy([context["check_css"], str(shared["css"])], [context["check_js"], str(shared["js"])])


def check_context(script: str, games: Sequence[str], examples: Sequence[Example]) -> dict[str, Any]:
    """Return what the template of the page Check needs.

    Args:
        script: the module with which its script begins.
        games: the games of which it reads pages of books.
        examples: texts to try.
    """
    from markupsafe import Markup

    return {
        "check_css": Markup(page_style(CHECK_STYLES)),
        "check_js": Markup(joined_script(script)),
        "games": games,
        "examples": examples,
    }


def about_page() -> tuple[str, str]:
    """Return the page that says whose the program is and what it promises, and its policy."""
    context = about_context()
    return _templates().get_template("about.html.j2").render(context), _served_policy([context["about_css"]], [])


def about_context() -> dict[str, Any]:
    """Return what the template of the page About needs."""
    from markupsafe import Markup

    return {
        "about_css": Markup(page_style(_ABOUT_STYLES)),
        "version": __version__,
        "address": sources_address(),
        "print_rights": _PRINT_RIGHTS,
    }


def _served_policy(styles: Sequence[str], scripts: Sequence[str]) -> str:
    """Return the policy of a page with these styles and scripts that asks only its own server."""
    style_hashes, script_hashes = policy_hashes(map(str, styles)), policy_hashes(map(str, scripts))
    return (
        f"default-src 'none'; style-src {style_hashes}; script-src {script_hashes}; "
        "img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
