"""The common base of the package's errors."""

from __future__ import annotations


class LeoniError(ValueError):
    """Raised for input that the package cannot use: an illegal move, a game or rule book that doesn't exist, a file
    that is no archive. Its text says what is wrong and what would be right.

    Every error of the package that is about a value is one, so a program that takes input from people needs one clause:

    >>> try:
    ...     lr.new("Labyrint")
    ... except lr.LeoniError as error:
    ...     print(str(error).split("; ")[1])
    did you mean `Labyrinth`?

    A wrong type raises a ``TypeError``, the number of a move that doesn't exist an ``IndexError``, the name of a place
    that doesn't exist a ``KeyError``, and a file that cannot be read an ``OSError``.
    """


class MissingLibrary(LeoniError, ImportError):
    """Raised for what needs a library that isn't installed and that an extra brings. Its text has the command that
    installs it."""
