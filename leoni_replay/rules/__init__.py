"""The rules of all games, on numbers: which moves are legal, and what they do.

The modules here and in ``search/`` are plain Python. If there is a C compiler, an installation compiles those that have
a ``.pxd`` file beside them; both builds give the same results.

This package isn't public: programs use what ``leoni_replay`` exports (docs/program/python.md).
"""

import os.path
from importlib.machinery import EXTENSION_SUFFIXES


def compiled() -> bool:
    """Whether the rules run compiled: all modules do, or none, so one file tells without an import."""
    module = os.path.join(os.path.dirname(__file__), "shuffle")
    return any(os.path.exists(module + suffix) for suffix in EXTENSION_SUFFIXES)
