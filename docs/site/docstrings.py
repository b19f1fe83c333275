"""Docstrings as Markdown: examples as code, names without the roles of reStructuredText.

An extension of Griffe, which reads the docstrings for the site (``mkdocs.yml``).
"""

from __future__ import annotations

import re
from typing import Any, Final

import griffe

#: An example: its first line, and all up to the next empty one.
EXAMPLE: Final = re.compile(r"^>>> .*(?:\n.*\S.*)*", re.M)
ROLE: Final = re.compile(r":[a-z]+:`~?([^`]+)`")


class Docstrings(griffe.Extension):
    """Rewrites every docstring before it is taken apart."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Fence the examples of a docstring, and leave its names without their roles."""
        if obj.docstring is not None:
            text = ROLE.sub(r"`\1`", obj.docstring.value)
            obj.docstring.value = EXAMPLE.sub(lambda match: f"```pycon\n{match[0]}\n```", text)
