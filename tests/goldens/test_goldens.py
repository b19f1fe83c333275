"""Ten transcripts look as they did, line by line."""

from __future__ import annotations

import difflib

import pytest

from tests.goldens.looks import FOLDER, LOOKS, look


@pytest.mark.parametrize("name", LOOKS)
def test_a_transcript_looks_as_it_did(name: str) -> None:
    golden, now = (FOLDER / name).read_text(encoding="utf-8"), look(name)
    if now != golden:
        lines = difflib.unified_diff(golden.splitlines(), now.splitlines(), name, "now", lineterm="", n=1)
        pytest.fail("\n".join(["python -m tests.goldens.looks writes it anew", *list(lines)[:60]]), pytrace=False)
