"""Coroutines run from tests."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run_alone(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in a thread of its own: a browser that other tests drive in this process keeps a loop running in
    the main one."""
    with ThreadPoolExecutor(1) as alone:
        return alone.submit(asyncio.run, work).result()
