"""An interrupt ends what is played, whatever is being played just then: none is lost."""

from __future__ import annotations

import gc
import random
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import FrameType

import pytest

from leoni_replay.odds.question import ask
from leoni_replay.odds.running import Batch, play_batch
from leoni_replay.solving.solved import solve
from tests.cli.runs import command, environment

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs timers")

#: short deals: most interrupts come between two searches, or as a table is read
QUICK = ("Labyrinth", "The Japanese Rug")


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
@pytest.mark.parametrize("player", ["solver", "random"])
@pytest.mark.parametrize("name", QUICK)
def test_interrupts_at_random_times_end_a_batch(name: str, player: str) -> None:
    question = ask(name, None, player, nodes=2_000 if player == "solver" else None)
    chance = random.Random(f"{name} {player}")
    with alarms() as interrupt:
        play_batch(question, Batch("interrupted", 1, 2))
        for _ in range(25):
            work = partial(play_batch, question, Batch("interrupted", 1, 40_000))
            interrupted(interrupt, chance.uniform(0.001, 0.03), work)


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


@pytest.mark.long
def test_fifty_interrupts_at_random_times_end_the_command() -> None:
    chance = random.Random("fifty")
    for number in range(50):
        asked = ("odds", "--game", QUICK[number % 2], "--deals", "1000000", "--nodes", "20000")
        running = subprocess.Popen(
            command(*asked), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment()
        )
        time.sleep(chance.uniform(1, 2))
        running.send_signal(signal.SIGINT)
        try:
            _, err = running.communicate(timeout=20)
        finally:
            running.kill()
        assert running.returncode == 130, (number, err)
        assert err.endswith("leoni: stopped: without --db no verdicts are saved\n")
