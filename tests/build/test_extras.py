"""Every extra, installed alone, brings what docs/program/python.md says; what is missing is named with its command."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from leoni_replay.extras import install

ROOT = Path(__file__).parents[2]
GAME = ROOT / "transcripts" / "games" / "1884.moves"
EXTRAS = list(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"])

_ADD = f"import leoni_replay as lr; games = lr.archive('a.db'); games.add({str(GAME)!r}); "
USES = {
    "data": _ADD + "print(len(games.export('columns')) == 2)",
    "arrow": _ADD + "print(games.to_arrow('moves').num_rows == 57)",
    "pandas": _ADD + "print(list(games.to_pandas()['number']) == [1])",
    "polars": _ADD + "print(games.to_polars()['game'].to_list() == [\"Leoni's Own\"])",
    "lsp": "import leoni_replay.lsp.server; print(True)",
    "remote": f"import leoni_replay as lr; print(next(lr.verify({GAME.as_uri()!r})).accepted)",
    "all": "import cairosvg, distributed, duckdb, fsspec, pandas, polars, pyarrow, pygls; print(True)",
    "print": "from leoni_replay.show.pdf_and_png import to_pdf; "
    'print(to_pdf(\'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>\')[:4] == b\'%PDF\')',
    "cluster": "import distributed; import leoni_replay.files.workers; print(True)",
}


def test_the_page_lists_the_extras() -> None:
    page = (ROOT / "docs" / "program" / "python.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.*?) \|", page.partition("| extra | brings | for |")[2], re.M)
    assert sorted(re.findall(r"`(\w+)`", " ".join(rows))) == sorted(EXTRAS) == sorted(USES)


@pytest.mark.long
@pytest.mark.parametrize("extra", EXTRAS)
def test_an_extra_alone(extra: str, tmp_path: Path) -> None:
    python = tmp_path / "venv" / "bin" / "python"
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    # The plain build, which takes no minute.
    env = {**os.environ, "LEONI_COMPILE": "0"}
    if subprocess.run([python, "-m", "pip", "install", "-q", f"{ROOT}[{extra}]"], cwd=tmp_path, env=env).returncode:
        pytest.skip("packages cannot be installed here")
    run = subprocess.run([python, "-c", USES[extra]], cwd=tmp_path, capture_output=True, text=True)
    assert run.stdout == "True\n", run.stderr


@pytest.mark.parametrize(
    ("file", "text", "command"),
    [
        ("", "", "pip install 'leoni-replay[data]'"),
        ("pipx_metadata.json", "{}", "pipx install --force 'leoni-replay[data]'"),
        ("uv-receipt.toml", "", "uv tool install 'leoni-replay[data]'"),
        ("pyvenv.cfg", "home = /usr/bin\nuv = 0.9.0\n", "uv pip install 'leoni-replay[data]'"),
        ("archive-v0/x/pyvenv.cfg", "home = /usr/bin\nuv = 0.9.0\n", "uvx --from 'leoni-replay[data]' leoni"),
    ],
)
def test_the_command_that_installs(
    file: str, text: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    if file:
        (tmp_path / file).write_text(text, encoding="utf-8")
    monkeypatch.setattr(sys, "prefix", str((tmp_path / file).parent if file else tmp_path))
    assert install("data") == command
