"""What is kept in the cache folder: used if it is whole, made anew if it is not, done without if it cannot be."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from leoni_replay.notation import grammar

#: An installed package has the compiled grammar with it: then nothing is cached.
pytestmark = pytest.mark.skipif(
    (Path(grammar.__file__).parents[1] / "grammar" / "moves.json").exists(), reason="the grammar is shipped compiled"
)

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
    (kept,) = (tmp_path / "leoni-replay").iterdir()
    assert kept.suffix == ".json"

    whole = kept.read_text()
    changed = json.loads(whole)
    changed["tables"]["terminals"][0][1] = "x"
    for text in ("", "[]", "{}", whole[:-9], json.dumps(changed), "\0"):
        kept.write_text(text)
        assert run(tmp_path)
        assert kept.read_text() == whole


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="the folder is set by XDG_CACHE_HOME")
def test_a_cached_grammar_is_checked_again(tmp_path: Path) -> None:
    """What the code handles may have changed since: what it no longer does is refused."""
    assert run(tmp_path)
    script = _SCRIPT.replace(
        "game, =", "from leoni_replay.notation import grammar\ndel grammar.CLAIMS['left']\ngame, =", 1
    )
    environment = dict(os.environ, XDG_CACHE_HOME=str(tmp_path), PYTHONPATH=str(Path(grammar.__file__).parents[2]))
    ran = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert "GrammarError: grammar/moves.lark: no code proves the claim `left`" in ran.stderr


@pytest.mark.long
def test_no_cache_folder(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert run(blocked)
