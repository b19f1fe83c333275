"""What a release consists of: one version everywhere, a manual page made from the command, pieces that were tried."""

from __future__ import annotations

import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml

from leoni_replay import __version__, installation

ROOT = Path(__file__).parent.parent.parent
MAN = ROOT / "docs" / "man" / "leoni.1"


def test_there_is_one_version() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    extension = json.loads((ROOT / "editors/vscode/package.json").read_text(encoding="utf-8"))
    lock = json.loads((ROOT / "editors/vscode/package-lock.json").read_text(encoding="utf-8"))
    assert str(citation["version"]) == extension["version"] == lock["version"] == __version__
    assert re.search(rf"^## {re.escape(__version__)} \(", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    assert f'"leoni\\-replay {__version__}"' in MAN.read_text(encoding="utf-8")


def test_the_citation_is_whole() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert {"cff-version", "message", "title", "authors", "version", "license"} <= set(citation)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    # The letters in pictures for print have a licence of their own.
    assert citation["license"] == project["license"].removesuffix(" AND Bitstream-Vera")
    # Nobody is sent to a place that is not this project's.
    assert "urls" not in project and "url" not in citation


def test_a_wheel_has_each_licence_once() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    in_package = [path for path in settings["project"]["license-files"] if path.startswith("leoni_replay/")]
    assert in_package and in_package == settings["tool"]["hatch"]["build"]["targets"]["wheel"]["exclude"]


def test_links_of_the_readme_lead_to_the_sources_from_a_package_index() -> None:
    absolute = runpy.run_path(str(ROOT / "hatch_build.py"))["absolute"]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    text = absolute(readme, "https://example.org/us")
    links = re.findall(r"(!?)\[[^\]]*\]\(([^)\s]+)\)", readme)
    assert links
    for picture, link in links:
        if not link.startswith(("https:", "#")):
            assert (ROOT / link.partition("#")[0]).exists(), link
            assert f"]({link})" not in text
            assert f"](https://example.org/us/{'raw' if picture else 'blob'}/HEAD/{link})" in text


def test_on_a_package_index_the_readme_installs_from_there() -> None:
    published = runpy.run_path(str(ROOT / "hatch_build.py"))["published"]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "`uvx --from . leoni play --web`" in readme
    text = published(readme, "https://example.org/us/cards", "1.2.3")
    assert "`uvx --from leoni-replay leoni play --web`" in text and "--from . " not in text


#: What a page may write only where the project is published: its name in a package index, and the place of its sources.
PUBLIC = re.compile(r"(pip|pipx|uv tool) install [^`\n]*leoni-replay|--from leoni-replay|owner/|example\.org/us")
#: What it writes only elsewhere.
LOCAL = re.compile(r"<!-- (un)?published|pip install (\. \w|'\.\[)|: /path/to/leoni-replay|\./leoni-replay")


@pytest.mark.parametrize("address", ["", "https://example.org/us/cards"])
def test_pages_name_the_index_and_the_address_only_where_there_are_any(address: str) -> None:
    published = runpy.run_path(str(ROOT / "hatch_build.py"))["published"]
    pages = [
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        ROOT / "SECURITY.md",
        ROOT / "CODE_OF_CONDUCT.md",
        *(ROOT / "docs").rglob("*.md"),
    ]
    matches = {}
    for path in pages:
        text = path.read_text(encoding="utf-8")
        if address:
            text = published(text, address, "1.2.3")
            assert not LOCAL.search(text), path
        matches[path.name] = [match[0] for match in PUBLIC.finditer(text)]
    # It says what to try when the index has it.
    del matches["releasing.md"]
    named = {name for name, found in matches.items() if found}
    assert named == ({"README.md", "CONTRIBUTING.md", "ci.md", "python.md", "web-service.md"} if address else set())
    # Whoever reads these has the folder of the project.
    inside = [*ROOT.glob("examples/*/README.md"), *ROOT.glob("editors/*/README.md"), *ROOT.glob("benchmarks/README.md")]
    assert [path for path in inside if PUBLIC.search(path.read_text(encoding="utf-8"))] == []


def test_the_manual_page_is_up_to_date() -> None:
    assert runpy.run_path(str(ROOT / "docs/man/make.py"))["page"]() == MAN.read_text(encoding="utf-8")


def test_the_manual_page_has_every_command_and_option() -> None:
    from typer.main import get_command

    from leoni_replay.cli.common import app, load

    load()
    text = MAN.read_text(encoding="utf-8").replace("\\-", "-")
    command = get_command(app)
    for name, one in command.commands.items():  # type: ignore[attr-defined]
        section = re.search(rf"^\.SS leoni {name}\n((?:(?!^\.S).*\n)*)", text, re.M)
        assert section is not None, name
        for param in one.params:
            for option in param.opts if param.param_type_name == "option" else ():
                assert re.search(rf"^\.B .*{option}\b", section[1], re.M), f"{name} {option}"


@pytest.mark.long
@pytest.mark.skipif(shutil.which("man") is None, reason="man is not there")
def test_man_shows_it() -> None:
    env = os.environ | {"MANWIDTH": "100", "LC_ALL": "C.UTF-8", "MAN_KEEP_FORMATTING": ""}
    run = subprocess.run(["man", "--warnings", "-l", MAN], env=env, capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "")
    assert "--format <text|concise|json|jsonl|github|sarif|junit>" in run.stdout
    assert "leoni odds merge" in run.stdout


@pytest.mark.long
@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="this is no checkout")
def test_the_pieces_of_a_release(tmp_path: Path) -> None:
    """The source distribution and the plain wheel, each tried; the compiled one is built by the checklist."""
    run = subprocess.run(
        [ROOT / ".ci" / "release", "plain"],
        env=os.environ | {"PYTHON": sys.executable, "DIST": str(tmp_path / "dist")},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert {path.name for path in (tmp_path / "dist").iterdir()} == {
        f"leoni_replay-{__version__}.tar.gz",
        f"leoni_replay-{__version__}-py3-none-any.whl",
    }


@pytest.mark.parametrize("address", ["", "https://example.org/us/cards"])
def test_links_of_the_site_lead_to_the_sources_if_they_are_published(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installation, "sources_address", lambda: address)
    link = runpy.run_path(str(ROOT / "docs/site/github.py"))["on_page_markdown"]
    page = SimpleNamespace(file=SimpleNamespace(src_uri="dev/releasing.md"))
    made = link("[the list](../../tests/surface.txt) and [building](building.md)", page=page)
    place = f"[the list]({address}/blob/HEAD/tests/surface.txt)" if address else "the list"
    assert made == f"{place} and [building](building.md)"
