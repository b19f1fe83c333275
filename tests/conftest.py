"""Says which build of the rules is tested, and which tests the default run takes."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from leoni_replay import rules
from leoni_replay.games import faults, places
from tests.chromium import browser

__all__ = ["browser"]

HERE = Path(__file__).parent
#: what the default run takes no test from: those in browsers, and those that load a large library
LEFT_OUT = [
    HERE / path for path in ("browser", "pages/test_in_browser.py", "pages/test_firefox.py", "lsp/test_server.py")
]
#: which tests the default run takes (pyproject.toml)
WITHOUT = "not (long or browser)"

# Half of the time of a short run goes into compiling the tests, unless it is kept for the next.
sys.dont_write_bytecode = False
# What is collected stays: there is no garbage in it.
gc.disable()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return True if collection_path in LEFT_OUT and config.getoption("markexpr") == WITHOUT else None


def pytest_pycollect_makeitem(collector: pytest.Collector, obj: object) -> list[pytest.Item] | None:
    # Nor make a thousand items of long tests.
    marks = getattr(obj, "pytestmark", ())
    long = any(mark.name == "long" for mark in marks) and collector.config.getoption("markexpr") == WITHOUT
    return [] if long else None


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()
    gc.set_threshold(50_000)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # The default run takes a share of some tests, spread over their parameters; the other parameters are long.
    shared: dict[tuple[str, int], list[pytest.Item]] = defaultdict(list)
    for item in items:
        marker = item.get_closest_marker("share")
        if marker and not item.get_closest_marker("long"):
            shared[item.nodeid.partition("[")[0], marker.args[0]].append(item)
    for (_, number), every in shared.items():
        taken = {round(n * (len(every) - 1) / max(number - 1, 1)) for n in range(number)}
        for n, item in enumerate(every):
            if n not in taken:
                item.add_marker("long")


def pytest_report_header() -> str:
    return f"rules: {'compiled' if rules.compiled() else 'plain'}, {os.path.dirname(rules.__file__)}"


def pytest_configure() -> None:
    # A shell that starts the tests in the background has interrupts ignored, by the programs under test as well.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    # As for the build: set to 1, the variable makes plain rules an error.
    if os.environ.get("LEONI_COMPILE") == "1" and not rules.compiled():
        raise pytest.UsageError("LEONI_COMPILE=1, but the rules under test are plain: run .ci/compiled")


@pytest.fixture(scope="module", autouse=True)
def _words_of_games() -> Iterator[None]:
    """Forget the games that a module added: their words would be words of moves everywhere, and any fault theirs."""
    loaded, outside = places._VOCABULARIES.copy(), faults._OUTSIDE.copy()
    yield
    places._VOCABULARIES[:] = loaded
    faults._OUTSIDE.clear()
    faults._OUTSIDE.update(outside)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The empty folder, made the working directory, so that the paths in what is printed are short."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
