"""A file that the pages of a folder share. If it has no name of its own, its name contains the hash of its content, so
every page finds its own version: while a folder is converted again, old pages use the old file and new ones the new."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from leoni_replay.files.atomic import Folder

_NAME: Final = re.compile("leoni-[0-9a-f]{16}\\.js")


class Beside(NamedTuple):
    """The content of a shared file."""

    text: str
    own: str = ""

    @property
    def name(self) -> str:
        """Its own name, or one that contains the hash of its content."""
        return self.own or _name(self.text.encode())

    def put_into(self, folder: Folder) -> None:
        """Write it with the files of a folder, unless it exists already.

        Raises:
            PlaceTaken: something else has its name, and may not be replaced.
            OSError: it cannot be written.
        """
        path = folder.path / self.name
        if path.is_file() and path.read_bytes() == self.text.encode():
            return
        with folder.open(self.name) as stream:
            stream.write(self.text)


def clear(folder: Path, used: str = "") -> None:
    """Remove the shared files of earlier conversions of a folder, except ``used`` and those that a page still refers
    to. Only files whose name contains the hash of their content are removed.

    Raises:
        OSError: a file cannot be read or removed.
    """
    old = {path.name: path for path in folder.iterdir() if _NAME.fullmatch(path.name) and path.name != used}
    old = {name: path for name, path in old.items() if path.is_file() and _name(path.read_bytes()) == name}
    for page in filter(Path.is_file, folder.rglob("*.html")) if old else ():
        for name in set(_NAME.findall(page.read_text(encoding="utf-8", errors="replace"))) & set(old):
            del old[name]
    for path in old.values():
        path.unlink()


def _name(raw: bytes) -> str:
    return f"leoni-{sha256(raw).hexdigest()[:16]}.js"
