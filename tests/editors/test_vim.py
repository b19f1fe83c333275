"""Vim's syntax file, in Vim: it shows what the reader reads."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
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
    "mark": {"movesMark"}, "time": {"movesTime"}, "setting": {"movesSetting"},
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


NO_VIM = pytest.mark.skipif(shutil.which("vim") is None, reason="vim is not there")


def vim(folder: Path, script: str, game: str) -> str:
    """Run a script of Vim on a game; what it writes into ``$MOVES_OUT``."""
    (folder / "script.vim").write_text(script, encoding="utf-8")
    (folder / "game.moves").write_text(game, encoding="utf-8")
    names = {"RUNTIME": RUNTIME, "FILE": folder / "game.moves", "OUT": folder / "out"}
    variables = {f"MOVES_{name}": str(value) for name, value in names.items()}
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    subprocess.run(
        ["vim", "-u", "NONE", "-i", "NONE", "-n", "-es", "-S", folder / "script.vim"],
        env=os.environ | variables | {"LC_ALL": "C.UTF-8", "PATH": path},
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=120,
    )
    return (folder / "out").read_text(encoding="utf-8")


@pytest.mark.long
@NO_VIM
@pytest.mark.parametrize("path", FEW, ids=lambda path: path.stem)
def test_vim(path: Path, tmp_path: Path) -> None:
    head, *rows = vim(tmp_path, SCRIPT, text_of(path)).splitlines()
    assert head == "moves {%s}"
    text = text_of(path)
    # Vim counts bytes.
    groups: list[str] = []
    for line, row in zip(text.splitlines(), rows, strict=True):
        kinds = row.split(" ")
        at = 0
        for char in line:
            groups.append(kinds[at] if at < len(kinds) else "")
            at += len(char.encode())
        groups.append("")
    wrong = []
    for start, end, kind in pieces(path):
        shown = {groups[at] for at in range(start, end) if text[at] != "\n"}
        if not shown <= EXPECTED[kind]:
            wrong.append(f"{start}: {text[start:end]!r} is a {kind}, and {shown} to Vim")
    assert wrong == []
