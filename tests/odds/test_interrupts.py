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

from leoni_replay.odds.playing import Batch, play_batch
from leoni_replay.odds.question import ask
from leoni_replay.solving.solved import solve
from tests.cli.runs import command, environment

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs timers")

#: short deals: most interrupts come between two searches, or as a table is read
QUICK = ("Labyrinth", "The Japanese Rug")


@contextmanager
def alarms() -> Iterator[Callable[[float], None]]:
    """A function that has an interrupt come after so many seconds."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    # What is raised while the garbage collector calls back (the libraries of these tests let it) is lost.
    callbacks, gc.callbacks[:] = gc.callbacks[:], []
    try:
        yield partial(signal.setitimer, signal.ITIMER_REAL)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        gc.callbacks[:] = callbacks


@pytest.mark.parametrize("player", ["solver", "random"])
@pytest.mark.parametrize("name", QUICK)
def test_interrupts_at_random_times_end_a_batch(name: str, player: str) -> None:
    question = ask(name, None, player, nodes=2_000 if player == "solver" else None)
    chance = random.Random(f"{name} {player}")
    with alarms() as interrupt:
        play_batch(question, Batch("interrupted", 1, 2))
        for _ in range(25):
            with pytest.raises(KeyboardInterrupt):
                interrupt(chance.uniform(0.001, 0.03))
                play_batch(question, Batch("interrupted", 1, 4_000))


def test_interrupts_at_random_times_end_a_search_of_redeals() -> None:
    chance = random.Random("redeals")
    with alarms() as interrupt:
        for _ in range(25):
            with pytest.raises(KeyboardInterrupt):
                interrupt(chance.uniform(0.03, 0.25))
                solve("seed:2", rules="gamerules", without=["all"], nodes=5_000_000)


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
