"""A registry of renderers, with which objects draw and describe themselves without importing the packages above them.

A notebook asks an object for its picture (``_repr_svg_``, ``_repr_html_``), and ``Layout.svg`` and
``Diagnostic.render`` draw as well. The data of a replay (``as_dict``) have sentences, which are made up there too. They
look the renderer up here; it is loaded when something is drawn for the first time.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_renderers: dict[str, str] = {}


def register(what: str, renderer: str) -> None:
    """Register the renderer of something, as ``module.name``: a function that returns text, or data."""
    _renderers[what] = renderer


def draw(what: str, *args: Any, **options: Any) -> str:
    """Draw something.

    Args:
        what: the name under which its renderer is registered.
        args, options: the arguments of its renderer.
    """
    text: str = _render(what, *args, **options)
    return text


def describe(what: str, *args: Any) -> Any:
    """Return the data of something, for ``json.dumps``.

    Args:
        what: the name under which what makes the data is registered.
        args: its arguments.
    """
    return _render(what, *args)


def _render(what: str, *args: Any, **options: Any) -> Any:
    """Call a renderer."""
    module, _, name = _renderers[what].rpartition(".")
    return getattr(import_module(module), name)(*args, **options)
