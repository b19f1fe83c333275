"""Users' rule books: where they are, and how to read a file that may be untrusted.

A book can be named in two ways. ``file:my-book.toml`` is a file. In a record it must lie beside the record or in a
folder below; on the command line it can be any file, relative to the current folder. Any other name is looked up in the
folders of :data:`VARIABLE`, where the book ``clara`` of Leoni's Own is ``leonis-own.clara.toml``.

``@`` and 16 digits of SHA-256 over the text of the book may follow the name. Results name a user's book in this way,
because nobody else can know its content; in a record, the digest is checked.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
import tomllib
from functools import lru_cache
from typing import Any, Final, NamedTuple

from leoni_replay.games.rules import RulesError
from leoni_replay.text import decode_text

#: the prefix of a file name
SCHEME: Final = "file:"
#: the environment variable that lists folders of rule books, separated as in PATH
VARIABLE: Final = "LEONI_RULES"
#: the maximum size of a rule book in bytes; those of this package have 6000
LIMIT: Final = 64 << 10

_SUFFIX: Final = ".toml"
_PIN: Final = re.compile(r"(.+)@([0-9A-Fa-f]{16})")
_FILE: Final = re.compile(r"([a-z0-9]+(?:-[a-z0-9]+)*)\.([A-Za-z0-9][A-Za-z0-9_-]*)\.toml")
#: The TOML reader takes quadratic time for a key of many parts.
_DEEP: Final = re.compile(
    r"""(?<![\w-])(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')(?:[ \t]*+\.[ \t]*+(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')){20}"""
)
#: the name for texts that come from no file
_NO_FILES: Final = ("", "-")


class BookFile(NamedTuple):
    """A rule book as read: its name, its text as data, and 16 digits of SHA-256 over the text."""

    name: str
    file: str
    text: str
    data: dict[str, Any]
    digest: str


def is_file(name: str) -> bool:
    """Whether the name of a rule book is a file's."""
    return name.startswith(SCHEME)


def unpinned(name: str) -> tuple[str, str]:
    """Split the name of a rule book into the name and the digest after it, which is empty if there is none."""
    match = _PIN.fullmatch(name)
    return (match[1], match[2].lower()) if match else (name, "")


# -- folders ----------------------------------------------------------------------------------------------------------


def folders() -> list[str]:
    """Return the folders of rule books that the environment variable lists."""
    return [folder for folder in os.environ.get(VARIABLE, "").split(os.pathsep) if folder]


def books_in_folders(slug: str, built_in: tuple[str, ...]) -> dict[str, str]:
    """Return the files of a game's rule books in the user's folders, by name; the first folder comes first.

    Args:
        slug: the game's name in file names.
        built_in: its books in the package, whose names are reserved.

    Raises:
        RulesError: a folder cannot be read, or a file in it has an invalid name.
    """
    files: dict[str, str] = {}
    for folder in folders():
        for book in _books_in(folder):
            if book.slug != slug:
                continue
            if book.name in built_in:
                raise RulesError(
                    "file", f"{book.file}: {book.name} is the name of a rule book of this program: choose another"
                )
            files.setdefault(book.name, book.file)
    return files


def files_in_folders() -> list[tuple[str, str]]:
    """Return the rule books in the user's folders: the games' names as in file names, and the files.

    Raises:
        RulesError: as :func:`books_in_folders`.
    """
    return [(book.slug, book.file) for folder in folders() for book in _books_in(folder)]


class _FolderBook(NamedTuple):
    """A rule book in a folder of the user's: its game as in file names, its name, and its file."""

    slug: str
    name: str
    file: str


def _books_in(folder: str) -> list[_FolderBook]:
    """Return the rule books in a folder."""
    try:
        names = sorted(name for name in os.listdir(folder) if name.endswith(_SUFFIX))
    except OSError as error:
        raise RulesError("file", f"{folder}: this folder of rule books cannot be read: {_why(error)}") from None
    books = []
    for name in names:
        match = _FILE.fullmatch(name)
        if match is None:
            raise RulesError(
                "file",
                f"{os.path.join(folder, name)}: a rule book in a folder is called <game>.<book>.toml, in letters, "
                "digits and hyphens, as in leonis-own.clara.toml",
            )
        books.append(_FolderBook(match[1], match[2], os.path.join(folder, name)))
    return books


# -- files ------------------------------------------------------------------------------------------------------------


def read_book_file(name: str, record_file: str | None) -> BookFile:
    """Read the rule book that ``file:PATH`` means.

    Args:
        name: ``file:`` and a path, followed by a digest if one is to be checked.
        record_file: the file of the record that names it, empty for a record without a file; None if the user of the
            program names it.

    Raises:
        RulesError: there is no such file, or a record may not name it.
    """
    unpinned_name, pin = unpinned(name)
    path = unpinned_name[len(SCHEME) :].strip()
    if not path or not path.isprintable():
        raise RulesError("file", f"`{SCHEME}` is followed by the name of a file, as in {SCHEME}my-book.toml")
    folder = os.path.realpath(os.curdir).rstrip(os.sep) + os.sep
    if record_file is None and os.path.isabs(path) and os.path.realpath(path).startswith(folder):
        # A record that is written here may name it only so.
        path = os.path.realpath(path)[len(folder) :].replace(os.sep, "/")
    return _read(_resolve(path, record_file), f"{SCHEME}{path}", pin)


def find_book_file(name: str, slug: str, built_in: tuple[str, ...]) -> BookFile | None:
    """Find the rule book of this name in the user's folders; None if there is none.

    Raises:
        RulesError: a folder or the file cannot be read.
    """
    unpinned_name, pin = unpinned(name)
    file = books_in_folders(slug, built_in).get(unpinned_name)
    return None if file is None else _read(file, unpinned_name, pin)


def _resolve(path: str, record_file: str | None) -> str:
    """Return the path of the rule book that a record or the user of the program names.

    A record may be untrusted: it cannot choose a file elsewhere, or one of another kind.

    Args:
        path: the path as written.
        record_file: the file of the record that names it, empty for a record without a file; None if the user of the
            program names it, who may name any file.

    Raises:
        RulesError: a record may not name this file.
    """
    if record_file is None:
        return path
    if record_file in _NO_FILES:
        raise RulesError(
            "file",
            f"{SCHEME}{path} must lie beside the record, and this record comes from no file",
            advice=(f"name the rules with --rules {SCHEME}PATH, or put the book into a folder of --rules-dir",),
        )
    limit = "a record can name only a rule book beside it or in a folder below"
    if path.startswith(("/", "~")) or "\\" in path or ":" in path or ".." in path.split("/"):
        name = f"{SCHEME}{os.path.basename(path)}"
        raise RulesError("file", f"{limit}, not {path}", advice=(f"put the record beside it, and write {name}",))
    if not path.endswith(_SUFFIX):
        raise RulesError("file", f"{limit} that ends in {_SUFFIX}, not {path}")
    folder = os.path.realpath(os.path.dirname(record_file) or os.curdir)
    real_path = os.path.realpath(os.path.join(folder, path))
    if not real_path.startswith(folder.rstrip(os.sep) + os.sep) or not real_path.endswith(_SUFFIX):
        raise RulesError("file", f"{limit}, and {path} is a link that leads elsewhere")
    return os.path.join(os.path.dirname(record_file), path)


def _read(file: str, name: str, pin: str) -> BookFile:
    """Read a rule book. It must be a small TOML file, and have the expected digest.

    Args:
        file: the path.
        name: the name of the book in messages and results.
        pin: the digest that was written after its name; empty if none was.

    Raises:
        RulesError: it cannot be read, or is not as it must be.
    """
    try:
        if not stat.S_ISREG(os.stat(file).st_mode):
            raise RulesError("file", f"{name} is not a file")
        with open(file, "rb") as stream:
            raw = stream.read(LIMIT + 1)
    except OSError as error:
        raise RulesError("file", f"the rule book {name} cannot be read: {_why(error)}") from None
    if len(raw) > LIMIT:
        raise RulesError("file", f"{name} is longer than {LIMIT >> 10} KiB: that is not a rule book")
    book_file = _parse(raw, name, file)
    if pin and pin != book_file.digest:
        raise RulesError(
            "pin",
            f"{name} is not the version named here: its digest is {book_file.digest}, not {pin}",
            advice=(f"to use the book as it is now, write {name}@{book_file.digest}",),
        )
    return book_file


@lru_cache(maxsize=64)
def _parse(raw: bytes, name: str, file: str) -> BookFile:
    """Read the text of a rule book as data.

    Raises:
        RulesError: it is not in TOML, or would take too long to read.
    """
    try:
        text = decode_text(raw)
        if nesting := _DEEP.search(text):
            line = text.count("\n", 0, nesting.start()) + 1
            raise RulesError("file", f"{name} is not a rule book: line {line} nests names more than twenty deep")
        data = tomllib.loads(text)
    except UnicodeDecodeError:
        raise RulesError("file", f"{name} is not a rule book: it is not in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        raise RulesError("file", f"{name} is not in TOML: {message[:1].lower()}{message[1:]}") from None
    except (ValueError, RecursionError) as error:
        if isinstance(error, RulesError):
            raise
        raise RulesError(
            "file", f"{name} is not a rule book: it nests too deep, or holds a number that is too long"
        ) from None
    return BookFile(name, file, text, data, hashlib.sha256(text.encode()).hexdigest()[:16])


def _why(error: OSError) -> str:
    """Return the reason of an error of the system, to go on in a sentence."""
    reason = error.strerror or type(error).__name__
    return reason[:1].lower() + reason[1:]
