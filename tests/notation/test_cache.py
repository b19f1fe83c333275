"""What is kept in the cache folder: used if it is whole, made anew if it is not, done without if it cannot be."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from leoni_replay.notation import grammar

_SCRIPT = """
import sys
from leoni_replay.notation import loads
game, = loads('[Game "x"] 1. 4:2H^ won')
assert game.problem is None and len(game.items) == 2
print("lark" in sys.modules)
game, = loads('[Game "x"] {= left 43} what')
assert game.problem.code == "S002" and len(game.items) == 1
"""


def run(cache: Path) -> bool:
    """Read in a fresh process; whether a clean game needed Lark."""
    environment = dict(os.environ, XDG_CACHE_HOME=str(cache), PYTHONPATH=str(Path(grammar.__file__).parents[2]))
    ran = subprocess.run([sys.executable, "-c", _SCRIPT], env=environment, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout.strip() == "True"


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="the folder is set by XDG_CACHE_HOME")
def test_cache(tmp_path: Path) -> None:
    assert run(tmp_path)
    assert not run(tmp_path)
    kept = sorted((tmp_path / "leoni-replay").iterdir())
    assert [path.suffix for path in kept] == [".lark", ".json"]
    parser, terminals = kept

    whole = terminals.read_text()
    changed = json.loads(whole)
    changed["terminals"]["MOVE"] = "x"
    for text in ("", "[]", "{}", whole[:-9], json.dumps(changed), "\0"):
        terminals.write_text(text)
        assert run(tmp_path)
        assert terminals.read_text() == whole
    parser.write_bytes(parser.read_bytes()[:1000])
    run(tmp_path)
    parser.write_bytes(b"no pickle")
    run(tmp_path)


def test_no_cache_folder(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert run(blocked)
