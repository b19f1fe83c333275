"""``leoni verify --jobs``: the same output for any number, whatever becomes of the processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from leoni_replay.diagnostics import Diagnostic
from leoni_replay.files import processes, workers
from leoni_replay.files.processes import verify_in_processes
from leoni_replay.files.verify_paths import verify_paths
from leoni_replay.record.judge import judge
from leoni_replay.record.verdict import Verdict
from tests.cli.runs import GOOD, MISFIT, environment, leoni, sampled

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")


@pytest.fixture(autouse=True)
def somewhere(folder: Path) -> None:
    games = "\n".join(sampled("Labyrinth", "mcneely", 20))
    Path("many").mkdir()
    for n in range(8):
        Path(f"many/{n}.moves").write_text(games if n % 3 else f"{games}\n{MISFIT}", encoding="utf-8")


@pytest.mark.parametrize("output_format", ["text", pytest.param("jsonl", marks=pytest.mark.long)])
def test_the_same_bytes_for_any_number(output_format: str, monkeypatch: pytest.MonkeyPatch) -> None:
    args = ("verify", "--format", output_format, "many", "missing.moves")
    alone = leoni(*args)
    # A file is cut into pieces, and the others are handed out by the game.
    monkeypatch.setattr(processes, "_LARGE", 1 << 12)
    monkeypatch.setattr(processes, "_PIECE", 1 << 12)
    monkeypatch.setattr(processes, "_BATCH", 3)
    assert leoni(*args, "--jobs", "3") == alone
    assert alone.code == 2


def test_a_part_of_a_file_that_cannot_be_cut_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault at an odd record of a large file is an error of its part, and all other parts get their verdicts."""
    games = sampled("Labyrinth", "mcneely", 20)
    Path("large.moves").write_text("\n".join([*games, "; odd", *games]), encoding="utf-8")
    monkeypatch.setattr(processes, "_LARGE", 1 << 10)
    monkeypatch.setattr(processes, "_PIECE", 1 << 10)
    cut = processes.split

    def fail(stream: Any, *args: Any, **options: Any) -> Iterator[Any]:
        for raw in cut(stream, *args, **options):
            if "; odd" in raw.text:
                raise KeyError("something")
            yield raw

    monkeypatch.setattr(processes, "split", fail)
    verdicts = [*verify_in_processes(["large.moves"], judge, 2, 5)]
    codes = [verdict.error.code for verdict in verdicts if isinstance(verdict, Verdict) and verdict.error]
    assert codes == ["X701"] and len(verdicts) > 30
    assert [verdict.number for verdict in verdicts if isinstance(verdict, Verdict)] == [*range(1, len(verdicts) + 1)]


def _one_killed(jobs: int, said: list[str]) -> Iterator[Verdict | Diagnostic]:
    """Verdicts, with a process that is stopped before it can do anything, and killed when only its work is left."""
    stopped: list[int] = []
    started = workers.Workers

    class Stopping(started):  # type: ignore[valid-type,misc]
        def __init__(self, *args: Any, **more: Any) -> None:
            super().__init__(*args, **more)
            stopped.append(self.processes[0])
            # It does nothing from here on: what it is given it surely has when it is killed.
            os.kill(stopped[0], signal.SIGSTOP)

        def wait(self) -> Any:
            # All that the others can do is done when they have nothing left.
            if stopped[0] in self.processes and all(not worker.pieces for worker in self._workers[1:]):
                os.kill(stopped[0], signal.SIGKILL)
            return super().wait()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(workers, "Workers", Stopping)
        yield from verify_in_processes(["many"], judge, jobs, 20, log=said.append)
    assert stopped


@pytest.mark.long
@POSIX
def test_a_process_that_is_killed_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "_BATCH", 3)
    said: list[str] = []
    verdicts = list(_one_killed(2, said))
    assert verdicts == list(verify_paths(["many"]))
    assert said == ["something outside leoni ended a process; its work is done again: many/0.moves, from game 1 on"]


#: Verifies with processes that never come to an end, and says which they are.
ENDLESS = """
import sys, time
from leoni_replay.files import processes, verify_paths, workers
class Seen(workers.Workers):
    def __init__(self, *args, **more):
        super().__init__(*args, **more)
        sys.stderr.write(" ".join(map(str, self.processes)) + "\\n")
        sys.stderr.flush()
workers.Workers = Seen
def judge(*args, **more):
    # Busy in the interpreter, as the plain rules are.
    while True:
        pass
verify_paths.judge = judge
from leoni_replay.__main__ import main
main()
"""


@pytest.mark.long
@POSIX
@pytest.mark.parametrize(("sent", "status"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGKILL", -9)])
def test_a_signal_ends_all_processes_at_once(sent: str, status: int) -> None:
    """Also where they would never come to an end by themselves."""
    Path("good.moves").write_text(GOOD, encoding="utf-8")
    args = [sys.executable, "-c", ENDLESS, "verify", "--jobs", "2", "good.moves", "-o", "out.txt"]
    with subprocess.Popen(args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()) as running:
        assert running.stderr is not None
        pids = [int(pid) for pid in running.stderr.readline().split()]
        assert len(pids) == 2
        running.send_signal(getattr(signal, sent))
        # The pipes are shared by all: they are at their end when the last process is gone.
        out, error = running.communicate(timeout=60)
    assert (running.returncode, out, error) == (status, b"", b"")
    left = [name for name in os.listdir() if name.startswith(".leoni-") or name == "out.txt"]
    assert sent == "SIGKILL" or not left
