"""Many machines: a cluster of processes, of which one is killed in the middle."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from leoni_replay.files.workers import ClusterError, connect
from leoni_replay.odds.question import ask
from leoni_replay.odds.results import Results
from leoni_replay.odds.running import Run, run, workers_for
from tests.cli.runs import environment

EASY = ask("Labyrinth", "wikipedia", "random")

#: A scheduler with two processes, each of which works in two threads: prints its address, and ends with its input.
SERVE = """
import os, sys
from distributed import Client, LocalCluster
if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=2, dashboard_address=None) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    pytest.importorskip("distributed")
    script = tmp_path_factory.mktemp("cluster") / "serve.py"
    script.write_text(SERVE, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, str(script)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment(),
        # Not where the tests are: workers find files by the folder of the one who asks.
        cwd=script.parent,
    ) as serving:
        assert serving.stdout is not None and serving.stdin is not None
        yield serving.stdout.readline().decode().strip()
        serving.stdin.close()
        serving.wait(30)


def workers(address: str) -> list[int]:
    """The processes of a cluster."""
    client = connect(address)
    try:
        # One that has just been killed may still be counted among them: it does not answer.
        return sorted(client.run(os.getpid, on_error="ignore").values())
    finally:
        client.close()  # type: ignore[no-untyped-call]


def both_there(address: str) -> list[int]:
    """The processes, once one that was killed has been replaced."""
    for _ in range(300):
        if len(there := workers(address)) == 2:
            return there
        time.sleep(0.2)
    raise AssertionError("a worker is missing")


@pytest.mark.long
def test_a_worker_is_killed_in_the_middle(address: str) -> None:
    asked = Run("dask", 1, 3000, audit=0.05)
    with Results(None, EASY) as kept:
        *_, alone = run(asked, kept, workers_for(EASY))
    before, killed = both_there(address), False
    cluster = workers_for(EASY, cluster=address)
    with Results(None, EASY) as kept:
        for counts in run(asked, kept, cluster):
            if counts.deals > 500 and not killed:
                os.kill(before[0], signal.SIGKILL)
                killed = True
        # Nothing is lost, and nothing is counted twice.
        assert killed and counts == alone == kept.counts()
        assert [row.number for row in kept.rows("dask")] == list(range(1, 3001))
    cluster.close()
    assert both_there(address) != before


def test_without_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError, match=r"--dask needs Dask: .*pip install .distributed"):
        workers_for(EASY, cluster="tcp://127.0.0.1:9")
