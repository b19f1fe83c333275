"""Says which build of the rules is tested."""

from __future__ import annotations

import os

import pytest

from leoni_replay import rules


def pytest_report_header() -> str:
    return f"rules: {'compiled' if rules.compiled() else 'plain'}, {os.path.dirname(rules.__file__)}"


def pytest_configure() -> None:
    # As for the build: set to 1, the variable makes plain rules an error.
    if os.environ.get("LEONI_COMPILE") == "1" and not rules.compiled():
        raise pytest.UsageError("LEONI_COMPILE=1, but the rules under test are plain: run .ci/compiled")
