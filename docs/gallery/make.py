"""Draws the pictures of the gallery: each command of gallery.md, with its file in this folder.

python docs/gallery/make.py
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def pictures() -> list[tuple[str, str]]:
    """The commands that the page shows, each with the name of its picture."""
    page = (HERE.parent / "play" / "gallery.md").read_text(encoding="utf-8")
    return re.findall(r"^leoni (convert .*) -o (\S+\.svg)$", page, re.M)


if __name__ == "__main__":
    for command, name in pictures():
        words = [*shlex.split(command), "--force", "-o", str(HERE / name)]
        subprocess.run([sys.executable, "-m", "leoni_replay", *words], cwd=HERE.parent.parent, check=True)
