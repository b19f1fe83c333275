"""Whose the files of the site are: each has a licence, which goes with it, and a page lists them all."""

from __future__ import annotations

import re
from importlib import metadata
from pathlib import Path

import pytest

from leoni_replay import __version__
from leoni_replay.board import board_pages
from leoni_replay.games import installed_games
from leoni_replay.site.bundle import OTHER_PACKAGES, licence_paths
from leoni_replay.site.licences import licence_files, works

WORKS = works("314.0.7", "3.14.2")


def test_no_file_of_the_site_is_without_a_licence(files: dict[str, bytes]) -> None:
    for name in files:
        owners = [work for work in WORKS if work.covers(name)]
        assert owners, name
        for work in owners:
            assert work.licence and work.texts, f"{name}: {work.name}"
    for name, text in licence_files(WORKS).items():
        assert files[name] == text and len(text) > 500, name


def test_every_package_of_the_archive_is_a_work() -> None:
    names = {metadata.distribution(name).name for name in OTHER_PACKAGES}
    names |= {entry_point.dist.name for entry_point in installed_games() if entry_point.dist is not None}
    assert names | {"leoni-replay"} <= {work.name.rpartition(" ")[0] for work in WORKS}
    licences = {work.name.partition(" ")[0]: work.licence for work in WORKS}
    assert licences["Pyodide"] == "MPL-2.0" and licences["Python"] == "PSF-2.0"
    assert licences["leoni-replay"] == "MIT AND Bitstream-Vera"
    assert "BSD" in licences["Jinja2"] and "BSD" in licences["MarkupSafe"] and licences["lark"] == "MIT"


def test_a_module_that_is_called_like_a_licence_is_none(tmp_path: Path) -> None:
    """An installed package lists its modules beside its licences; one that is installed to be edited has none."""
    licences = ["cards-1.0.dist-info/licenses/LICENSE", "cards-1.0.dist-info/licenses/cards/letters/COPYING"]
    modules = ["cards/notices.js", "cards/licences.py", "cards/__pycache__/licences.cpython-311.pyc", "cards/LICENSE"]
    folder = tmp_path / "cards-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.4\nName: cards\nVersion: 1.0\n", encoding="utf-8")
    (folder / "RECORD").write_text("".join(f"{path},,\n" for path in [*licences, *modules]), encoding="utf-8")
    for path in [*licences, *modules]:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).touch()
    assert [str(path) for path in licence_paths(metadata.PathDistribution(folder))] == licences


def test_the_page_lists_every_work_with_its_licence(files: dict[str, bytes]) -> None:
    page = files["about.html"].decode()
    assert f"leoni-replay {__version__}" in page and "free to use in print" in page
    for work in works("1.2.3", "3.14.2"):
        assert work.name in page
        for address in work.addresses():
            assert f'href="{address}"' in page and address in files
    assert 'href="about.html"' in files["play.html"].decode()


@pytest.mark.parametrize("address", ["", "https://example.org/us/cards"])
def test_it_says_where_to_write_only_if_there_is_a_place(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_pages, "sources_address", lambda: address)
    page, _ = board_pages.about_page()
    links = re.findall(r'href="(https?:[^"]+)"', page)
    assert links == ([f"{address}/issues", address] if address else [])
    assert ("Write to us" in page) == bool(address)
