"""Every extra, installed alone, brings what docs/program/python.md says; what is missing is named with its command."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from email.message import Message
from pathlib import Path
from typing import ClassVar

import pytest

from leoni_replay import installation

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
    "all": "import cairosvg, distributed, duckdb, fsspec, pandas, polars, pyarrow, pygls, zstandard; print(True)",
    "print": "from leoni_replay.show.pdf_and_png import to_pdf; "
    'print(to_pdf(\'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>\')[:4] == b\'%PDF\')',
    "site": "from leoni_replay.site.bundle import packed; print(packed(b'')[:4] == b'\\0asm')",
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


class Installed:
    """The package as an index of packages, or a folder, has brought it."""

    requires: ClassVar = ["jinja2>=3.1", "duckdb>=1.2; extra == 'data'", 'pygls<3,>=2.1; extra == "lsp"']

    def __init__(self, origin: str = "", address: str = "") -> None:
        self.origin = origin
        self.metadata = Message()
        self.metadata["Project-URL"] = "Homepage, https://example.com"
        if address:
            self.metadata["Project-URL"] = f"Source, {address}"

    def read_text(self, name: str) -> str | None:
        assert name == "direct_url.json"
        return json.dumps({"url": self.origin, "dir_info": {}}) if self.origin else None


@pytest.mark.parametrize(
    ("file", "text", "command"),
    [
        ("bin/pip", "", "env/bin/pip install 'duckdb>=1.2'"),
        ("pipx_metadata.json", "{}", "pipx inject env 'duckdb>=1.2'"),
        ("uv-receipt.toml", "", "uv tool install --with 'duckdb>=1.2' ORIGIN"),
        ("pyvenv.cfg", "home = /usr/bin\nuv = 0.9.0\n", "uv pip install --python env/bin/python 'duckdb>=1.2'"),
        ("archive-v0/x/pyvenv.cfg", "", "uvx --from ORIGIN --with 'duckdb>=1.2' leoni"),
    ],
)
@pytest.mark.parametrize(("origin", "words"), [("", "leoni-replay"), ("file:///my%20files/leoni", "'/my files/leoni'")])
def test_the_command_that_adds_an_extra(
    file: str, text: str, command: str, origin: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It names packages that an index has, and the package itself only if it came from one."""
    home = tmp_path / "env"
    path = home / file
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "prefix", str(path.parent if "archive" in file else home))
    monkeypatch.setattr(sys, "executable", str(home / "bin" / "python"))
    monkeypatch.setattr(installation, "_distribution", lambda: Installed(origin))
    assert installation.command_to_add("data") == command.replace("ORIGIN", words)


def test_pip_is_named_as_it_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pip = tmp_path / "bin" / "pip"
    pip.parent.mkdir()
    pip.touch(0o755)
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "bin" / "python"))
    monkeypatch.setattr(installation, "_distribution", Installed)
    assert installation.command_to_add("lsp") == f"{pip} install 'pygls<3,>=2.1'"
    monkeypatch.setenv("PATH", str(pip.parent))
    assert installation.command_to_add("lsp") == "pip install 'pygls<3,>=2.1'"
    # Without an installation, the folder of the sources is what there is.
    monkeypatch.setattr(installation, "_distribution", lambda: None)
    folder = Path(installation.__file__).parents[1]
    assert installation.command_to_add("lsp") == f"pip install '{folder}[lsp]'"


@pytest.mark.parametrize("address", ["", "https://example.org/us/leoni"])
def test_the_address_is_the_one_of_the_build(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installation, "_distribution", lambda: Installed(address=address))
    assert installation.sources_address.__wrapped__() == address


def test_extras_of_this_installation_are_known() -> None:
    """All that the messages name, as the metadata of the installed package has them."""
    for extra in EXTRAS:
        assert str(ROOT) not in " ".join(installation._packages(extra)), extra
