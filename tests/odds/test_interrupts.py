"""An interrupt ends what is played, whatever is being played just then: none is lost."""

from __future__ import annotations

import gc
import random
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import FrameType

import pytest

from leoni_replay.solving.solved import solve

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs timers")


@contextmanager
def alarms() -> Iterator[Callable[[float], None]]:
    """A function that has an interrupt come after so many seconds of processor time."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGPROF, interrupt)
    # What is raised while the garbage collector calls back (the libraries of these tests let it) is lost.
    callbacks, gc.callbacks[:] = gc.callbacks[:], []
    try:
        yield partial(signal.setitimer, signal.ITIMER_PROF)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        gc.callbacks[:] = callbacks


def interrupted(interrupt: Callable[[float], None], seconds: float, work: Callable[[], object]) -> None:
    """An interrupt after so many seconds ends some work within half a second more of processor time."""
    begun = time.process_time()
    with pytest.raises(KeyboardInterrupt):
        interrupt(seconds)
        work()
    assert time.process_time() - begun - seconds < 0.5


@pytest.mark.long
@pytest.mark.parametrize(
    ("deal", "name", "rules", "without"),
    [
        ("seed:2", "Leoni's Own", "gamerules", ["all"]),
        ("seed:12", "Anna", "dick-1898; AN1=no-wrap", []),
        ("seed:2", "The Japanese Rug", "dick-1898; JR1=1", []),
    ],
)
def test_interrupts_at_random_times_end_a_search(deal: str, name: str, rules: str, without: list[str]) -> None:
    chance = random.Random(name)
    work = partial(solve, deal, name, rules, without=without, nodes=5_000_000)
    with alarms() as interrupt:
        for _ in range(8):
            interrupted(interrupt, chance.uniform(0.03, 0.25), work)
