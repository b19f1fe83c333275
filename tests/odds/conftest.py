"""Every test of this folder runs in an empty folder of its own."""

import pytest


@pytest.fixture(autouse=True)
def in_its_folder(folder: object) -> None:
    """See the fixture of all tests."""
