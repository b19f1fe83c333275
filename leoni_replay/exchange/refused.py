"""What is said of a file from elsewhere that is not taken."""

from __future__ import annotations


class NotTaken(ValueError):
    """A file from elsewhere that is not what it should be, or that no record can be made of; the message says why."""
