"""What is legal, and what a move does: a table of numbers for every game, that knows nothing but cards.

The modules, and those of ``search/``, are plain Python and run as they stand. Where a C compiler is at hand, an
installation compiles those that have a ``.pxd`` file beside them; both builds do the same.
"""

import os.path
from importlib.machinery import EXTENSION_SUFFIXES


def compiled() -> bool:
    """Whether the rules run compiled.

    All modules are compiled or none is, so that a look at one tells, and nothing is imported for it.
    """
    module = os.path.join(os.path.dirname(__file__), "shuffle")
    return any(os.path.exists(module + suffix) for suffix in EXTENSION_SUFFIXES)
