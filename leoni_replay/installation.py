"""What the installation that runs knows of itself: where its sources are published, and how to add an extra to it."""

from __future__ import annotations

import os
import re
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from importlib.metadata import Distribution

_NAME: Final = "leoni-replay"
#: A requirement that only an extra has: ``pygls<3,>=2.1; extra == 'lsp'``.
_REQUIREMENT: Final = re.compile(r"(?P<package>[^;]+?) *; *extra *== *['\"](?P<extra>\w+)['\"]")
#: A requirement without a condition, which every command has: ``lark<2,>=1.2``.
_NEEDED: Final = re.compile(r"(?P<package>[\w.-]+) *(?P<bounds>[^;]*)")
_BOUND: Final = re.compile(r"(<|>=) *([\d.]+)")


@cache
def sources_address() -> str:
    """Return where the sources are published; empty for an installation that was built without that address
    (``LEONI_ADDRESS``)."""
    this = _distribution()
    urls: list[str] = [] if this is None else this.metadata.get_all("Project-URL") or []
    address_of = dict(url.split(", ", 1) for url in urls if ", " in url)
    return address_of.get("Source", "").rstrip("/")


def command_to_add(extra: str) -> str:
    """Return the command that adds what an extra needs to the environment that runs."""
    return _command_to_install(_packages(extra))


def unmet_requirement() -> str:
    """Return in a sentence which package that every command needs is missing, or has a version that does not fit, with
    the command that installs one that fits; empty if none is."""
    from importlib.metadata import PackageNotFoundError, version  # start-up time

    this = _distribution()
    for requirement in (None if this is None else this.requires) or []:
        match = _NEEDED.fullmatch(requirement)
        if match is None:
            # It has a condition: an extra needs it, or another machine.
            continue
        package = match["package"]
        try:
            installed = version(package)
        except PackageNotFoundError:
            return f"{package} is not installed, and leoni needs it: {_command_to_install([requirement])}"
        if not _fits(installed, match["bounds"]):
            needed = f"leoni needs {requirement}: {_command_to_install([requirement])}"
            return f"{package} {installed} is installed, and {needed}"
    return ""


def _fits(version: str, bounds: str) -> bool:
    """Whether a version lies within bounds (``<2,>=1.2``)."""
    return all((_numbers(version) < _numbers(bound)) == (sign == "<") for sign, bound in _BOUND.findall(bounds))


def _numbers(version: str) -> list[int]:
    """Return the numbers of a version, to compare it."""
    return [int(number) for number in re.findall(r"\d+", version)]


def _command_to_install(requirements: list[str]) -> str:
    """Return the command that installs packages into the environment that runs: for pip, pipx or uv, whichever has
    installed this one."""
    import shutil  # start-up time

    packages = " ".join(map(_quoted, requirements))
    with_packages = " ".join(f"--with {_quoted(requirement)}" for requirement in requirements)
    home = Path(sys.prefix)
    if (home / "pipx_metadata.json").exists():
        return f"pipx inject {home.name} {packages}"
    if (home / "uv-receipt.toml").exists():
        return f"uv tool install {with_packages} {_origin()}"
    if "archive-v0" in home.parts:
        return f"uvx --from {_origin()} {with_packages} leoni"
    folder = Path(sys.executable).parent
    pip = shutil.which("pip", path=str(folder))
    if pip is None:
        return f"uv pip install --python {_shown(Path(sys.executable))} {packages}"
    pip_on_path = shutil.which("pip")
    is_on_path = pip_on_path is not None and os.path.samefile(pip_on_path, pip)
    return f"{'pip' if is_on_path else _shown(Path(pip))} install {packages}"


def _distribution() -> Distribution | None:
    """Return what is known of the package as it is installed; None if only its sources are here."""
    from importlib.metadata import PackageNotFoundError, distribution  # start-up time

    try:
        return distribution(_NAME)
    except PackageNotFoundError:
        return None


def _packages(extra: str) -> list[str]:
    """Return the packages that an extra needs, with their versions."""
    this = _distribution()
    requirements = [] if this is None else this.requires or []
    matches = [match for requirement in requirements if (match := _REQUIREMENT.fullmatch(requirement))]
    packages = [match["package"] for match in matches if match["extra"] == extra]
    return packages or [f"{Path(__file__).parents[1]}[{extra}]"]


def _origin() -> str:
    """Return what the package was installed from: a folder, a file, an address, or its name in a package index."""
    import json  # start-up time
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    this = _distribution()
    # PEP 610: there is no such file if the package came from an index.
    text = None if this is None else this.read_text("direct_url.json")
    if text is None:
        return _NAME
    address = str(json.loads(text)["url"])
    parts = urlsplit(address)
    return _quoted(url2pathname(parts.path) if parts.scheme == "file" else address)


def _shown(path: Path) -> str:
    """Return a path as somebody types it here: from the current folder, if it is inside."""
    return _quoted(str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else str(path))


def _quoted(text: str) -> str:
    """Return a word of a command, in quotation marks if a shell needs them."""
    if re.fullmatch(r"[\w./:\\=@~+-]+", text):
        return text
    mark = '"' if os.name == "nt" else "'"
    return f"{mark}{text}{mark}"
