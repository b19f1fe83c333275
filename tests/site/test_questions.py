"""The page of questions and answers names what the board and Check have."""

from __future__ import annotations

import re
from pathlib import Path

import leoni_replay

ROOT = Path(__file__).parents[2]
PACKAGE = Path(leoni_replay.__file__).parent
TEXT = (ROOT / "docs" / "play" / "questions.md").read_text(encoding="utf-8")


def test_there_are_eighteen_questions() -> None:
    assert len(re.findall(r"^### ", TEXT, re.M)) == 18


def test_every_label_stands_on_the_board_or_in_check() -> None:
    folders = (PACKAGE / "board" / "page", PACKAGE / "site" / "page", PACKAGE / "show" / "templates")
    files = [path for folder in folders for path in folder.glob("*.j*")]
    shown = "\n".join(path.read_text(encoding="utf-8") for path in files).replace("’", "'")
    labels = {" ".join(label.split()) for label in re.findall(r"(?<!\*)\*([^*]+)\*", TEXT)}
    assert len(labels) > 12
    assert {label for label in labels if not re.search(rf"[>\"'`}} ]{re.escape(label)}", shown)} == set()
