"""How to install the parts of the package that are extras, in the environment that runs."""

from __future__ import annotations

import sys
from pathlib import Path


def install(extra: str) -> str:
    """Return the command that adds an extra: for pip, pipx, or uv, whichever has installed the package."""
    package = f"'leoni-replay[{extra}]'"
    home = Path(sys.prefix)
    if (home / "pipx_metadata.json").exists():
        return f"pipx install --force {package}"
    if (home / "uv-receipt.toml").exists():
        return f"uv tool install {package}"
    if "archive-v0" in home.parts:
        return f"uvx --from {package} leoni"
    try:
        made_by_uv = "\nuv = " in (home / "pyvenv.cfg").read_text(encoding="utf-8")
    except OSError:
        made_by_uv = False
    return f"{'uv ' if made_by_uv else ''}pip install {package}"
