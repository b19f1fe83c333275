"""Draws the pictures of the gallery, each from a recorded game.

python docs/gallery/make.py
"""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent

#: each picture with its game in transcripts/games/ and the options of ``leoni convert``
PICTURES = {
    "leonis-own": "wikipedia-won.moves --at 60",
    "a-weave": "wikipedia-won.moves --first 24 --last 28 --narrow --theme auto",
    "weavers": "weavers-lost.moves --at 20",
    "labyrinth": "labyrinth-won.moves --at 30",
    "martha": "martha-won.moves --at 41",
    "anna": "anna-won.moves --at 200",
    "the-reversal": "reversal-won.moves --at 54",
    "the-japanese-rug": "rug-won.moves --at 60",
    "film": "annotated.moves --first 4 --last 9",
}


def pictures() -> list[tuple[str, str]]:
    """The commands, each with the name of its picture."""
    return [(f"convert transcripts/games/{text} --format svg", f"{name}.svg") for name, text in PICTURES.items()]


if __name__ == "__main__":
    for command, name in pictures():
        words = [*shlex.split(command), "--force", "-o", str(HERE / name)]
        subprocess.run([sys.executable, "-m", "leoni_replay", *words], cwd=HERE.parent.parent, check=True)
