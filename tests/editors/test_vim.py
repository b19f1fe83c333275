"""Vim's syntax file, in Vim: it shows what the reader reads."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.editors.kinds import FEW, ROOT, pieces, text_of

RUNTIME = ROOT / "editors" / "vim"

#: what each kind is to Vim
EXPECTED = {
    "bracket": {"movesBracket"}, "name": {"movesName"}, "value": {"movesValue"}, "comment": {"movesComment"},
    "number": {"movesNumber"}, "result": {"movesResult"}, "parenthesis": {"movesVariation"}, "brace": {"movesBrace"},
    # A colon is nothing of its own there.
    "colon": {"movesClaim", "movesOfMoves"}, "word": {"movesWord"}, "place": {"movesPlace"}, "none": {"movesNone"},
    "count": {"movesCount"}, "hex": {"movesHex"}, "alone": {"movesAlone"}, "source": {"movesSource"},
    "card": {"movesCard", "movesCardOf"}, "path": {"movesPath"}, "dest": {"movesDest"}, "shown": {"movesShown"},
    "mark": {"movesMark"},
}  # fmt: skip

SCRIPT = """
set nocompatible encoding=utf-8 fileencodings=utf-8 synmaxcol=0
let &runtimepath = $MOVES_RUNTIME . ',' . &runtimepath
filetype plugin on
syntax on
edit $MOVES_FILE
let lines = [&filetype . ' ' . &commentstring]
for number in range(1, line('$'))
  call add(lines, join(map(range(1, col([number, '$']) - 1), 'synIDattr(synID(number, v:val, 1), "name")')))
endfor
call writefile(lines, $MOVES_OUT)
quitall!
"""


@pytest.mark.long
@pytest.mark.skipif(shutil.which("vim") is None, reason="vim is not there")
@pytest.mark.parametrize("path", FEW, ids=lambda path: path.stem)
def test_vim(path: Path, tmp_path: Path) -> None:
    (tmp_path / "script.vim").write_text(SCRIPT, encoding="utf-8")
    (tmp_path / "game.moves").write_text(text_of(path), encoding="utf-8")
    names = {"RUNTIME": RUNTIME, "FILE": tmp_path / "game.moves", "OUT": tmp_path / "out"}
    subprocess.run(
        ["vim", "-u", "NONE", "-i", "NONE", "-n", "-es", "-S", tmp_path / "script.vim"],
        env=os.environ | {f"MOVES_{name}": str(value) for name, value in names.items()} | {"LC_ALL": "C.UTF-8"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=120,
    )
    head, *rows = (tmp_path / "out").read_text(encoding="utf-8").splitlines()
    assert head == "moves {%s}"
    text = text_of(path)
    # Vim counts bytes.
    groups: list[str] = []
    for line, row in zip(text.splitlines(), rows, strict=True):
        found = row.split(" ")
        at = 0
        for char in line:
            groups.append(found[at] if at < len(found) else "")
            at += len(char.encode())
        groups.append("")
    wrong = []
    for start, end, kind in pieces(path):
        shown = {groups[at] for at in range(start, end) if text[at] != "\n"}
        if not shown <= EXPECTED[kind]:
            wrong.append(f"{start}: {text[start:end]!r} is a {kind}, and {shown} to Vim")
    assert wrong == []
