"""Whose the files of the site are: each work that the site passes on, with its licence.

A licence goes with every copy of a work, so the licences are files of the site too, and its page *About* lists them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from importlib import metadata, resources
from typing import Final, NamedTuple

from leoni_replay import __version__
from leoni_replay.games import installed_games
from leoni_replay.site.bundle import OTHER_PACKAGES, licence_paths

#: The folder of the licences in the site.
_FOLDER: Final = "licences"

#: How the paths begin: of the files that Python is made of, of the archive of the rules, and of what unpacks them.
_PYTHON: Final = ("engine/python.", "engine/stdlib.")
_RULES: Final = "engine/leoni."
_UNPACKER: Final = "engine/zstd."


class Work(NamedTuple):
    """A work that the site passes on.

    Attributes:
        name: its name, with its version.
        licence: the name of its licence, as SPDX has it where that is known.
        about: which part of the site it is.
        files: the beginnings of the paths of the files that have it.
        texts: the texts of its licence, by the names of their files.
        sources: where its sources are; empty if they are in the site.
    """

    name: str
    licence: str
    about: str
    files: tuple[str, ...]
    texts: dict[str, bytes]
    sources: str = ""

    def addresses(self) -> Iterator[str]:
        """Yield the paths of its licences in the site."""
        for name in self.texts:
            yield f"{_FOLDER}/{name}"

    def covers(self, file: str) -> bool:
        """Whether a file of the site has this work."""
        return file.startswith(self.files)


def works(pyodide_version: str, python_version: str) -> list[Work]:
    """Return all works that the site passes on.

    Args:
        pyodide_version: the version of Pyodide.
        python_version: the version of Python in it.
    """
    distributions = [metadata.distribution(name) for name in OTHER_PACKAGES]
    distributions += [entry_point.dist for entry_point in installed_games() if entry_point.dist is not None]
    return [
        _work_of(metadata.distribution("leoni-replay"), "the pages, the cards, the icons and the rules", ("",)),
        Work(
            name=f"Pyodide {pyodide_version}",
            licence="MPL-2.0",
            about="Python for browsers",
            files=_PYTHON,
            texts={"pyodide.txt": _text("MPL-2.0.txt")},
            sources="https://github.com/pyodide/pyodide",
        ),
        Work(
            name=f"Python {python_version}".strip(),
            licence="PSF-2.0",
            about="the interpreter and its library",
            files=_PYTHON,
            texts={"python.txt": _text("PSF-2.0.txt")},
            sources="https://www.python.org",
        ),
        Work(
            name="Libraries in Pyodide",
            licence="MIT, Zlib, BSD and others",
            about="Emscripten, musl, zlib and what else Python is compiled with",
            files=_PYTHON,
            texts={"libraries.txt": _text("libraries.txt")},
            sources="https://github.com/pyodide/pyodide",
        ),
        Work(
            name="zstddec 0.3.4 with zstd 1.5.7",
            licence="MIT AND BSD-3-Clause",
            about="unpacks Python and the rules",
            files=(_UNPACKER,),
            texts={"zstd.txt": _text("zstd.txt")},
            sources="https://github.com/donmccurdy/zstddec",
        ),
        *(_work_of(distribution, "a Python package", (_RULES,)) for distribution in _each_once(distributions)),
    ]


def licence_files(works: Iterable[Work]) -> dict[str, bytes]:
    """Return the licences of some works, as files of the site by their paths."""
    files: dict[str, bytes] = {}
    for work in works:
        files |= zip(work.addresses(), work.texts.values(), strict=True)
    return files


def _each_once(distributions: Iterable[metadata.Distribution]) -> list[metadata.Distribution]:
    """Return each distribution once: one may add several games."""
    return list({distribution.name: distribution for distribution in distributions}.values())


def _work_of(distribution: metadata.Distribution, about: str, files: tuple[str, ...]) -> Work:
    """Return an installed package as a work."""
    paths = licence_paths(distribution)
    stem = re.sub(r"[^a-z0-9]+", "-", distribution.name.lower())
    texts: dict[str, bytes] = {}
    for path in paths:
        suffix = "" if len(paths) == 1 or not texts else f"-{len(texts) + 1}"
        texts[f"{stem}{suffix}.txt"] = path.read_binary()
    version = __version__ if distribution.name == "leoni-replay" else distribution.version
    return Work(f"{distribution.name} {version}", _licence_of(distribution), about, files, texts)


def _licence_of(distribution: metadata.Distribution) -> str:
    """Return the name of a package's licence, as its metadata have it."""
    fields = distribution.metadata.json
    name = str(fields.get("license_expression") or fields.get("license") or "")
    # Some packages have the whole text there.
    if name and "\n" not in name:
        return name
    classifiers = distribution.metadata.get_all("Classifier") or []
    names = [classifier.rpartition(" :: ")[2] for classifier in classifiers if classifier.startswith("License ::")]
    return " and ".join(names) or "no licence is named"


def _text(name: str) -> bytes:
    """Return a licence that the package brings."""
    return (resources.files(__package__) / "licences" / name).read_bytes()
