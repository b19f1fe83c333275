"""A registry of renderers, with which objects draw themselves without importing the packages above them.

A notebook asks an object for its picture (``_repr_svg_``, ``_repr_html_``), and ``Layout.svg`` and
``Diagnostic.render`` draw as well. They look the renderer up here; it is loaded when something is drawn for the first
time.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_renderers: dict[str, str] = {}


def register(what: str, renderer: str) -> None:
    """Register the renderer of something: a function that returns text, as ``module.name``."""
    _renderers[what] = renderer


def draw(what: str, *args: Any, **options: Any) -> str:
    """Draw something.

    Args:
        what: the name under which its renderer is registered.
        args, options: the arguments of its renderer.
    """
    module, _, name = _renderers[what].rpartition(".")
    text: str = getattr(import_module(module), name)(*args, **options)
    return text
