"""How an object draws itself: by what stands above it in the package, which has registered what it draws.

A notebook asks an object for its picture (``_repr_svg_``, ``_repr_html_``), and ``Layout.svg`` and
``Diagnostic.render`` draw as well. They ask here, so that they know nothing of renderers; a renderer is loaded when
something is drawn for the first time.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_renderers: dict[str, str] = {}


def register(what: str, renderer: str) -> None:
    """Say who draws something: a function, as ``module.name``. It gives the drawing as text."""
    _renderers[what] = renderer


def draw(what: str, *args: Any, **options: Any) -> str:
    """Draw something.

    Args:
        what: ``board``, ``frame``, ``examination``, ``replay`` or ``page``.
        args, options: what its renderer takes.
    """
    module, _, name = _renderers[what].rpartition(".")
    text: str = getattr(import_module(module), name)(*args, **options)
    return text
