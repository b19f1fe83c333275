"""The page of the live board: the table of a replay, on which somebody plays."""

from __future__ import annotations

from leoni_replay.show.faces import Faces
from leoni_replay.show.rendering import drawings, environment, source_hash


def board_page(faces: Faces = "figures") -> tuple[str, str]:
    """The page and its policy, which a server sends as the header ``Content-Security-Policy``.

    Args:
        faces: pips and figures on the cards, or one large suit ("plain").
    """
    templates = environment()
    style, script = str(templates.globals["board_css"]), str(templates.globals["board_js"])
    policy = (
        f"default-src 'none'; style-src '{source_hash(style)}'; script-src '{source_hash(script)}'; "
        "img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    return templates.get_template("board.html.j2").render(faces=drawings(faces)), policy
