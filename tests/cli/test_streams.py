"""What only a process shows: encodings, closed pipes, full disks, interrupts."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from leoni_replay.odds.counts import Row
from leoni_replay.odds.question import ask
from leoni_replay.odds.results import Results
from tests.cli.runs import GOOD, MISFIT, command, environment, process

#: One of each command.
COMMANDS = (
    "verify good.moves misfit.moves",
    "verify --format concise misfit.moves",
    "verify --format jsonl misfit.moves",
    "verify --format junit misfit.moves",
    "verify --all-rules good.moves",
    "replay misfit.moves",
    "deal seed:1884",
    "deal seed:1884 --format layout",
    "fmt --diff loose.moves",
    "sample",
    "games",
    "rules --diff wikipedia mcneely",
    "explain M203",
    "explain",
    "examine good.moves",
    "examine --format jsonl good.moves",
    "convert good.moves --format csv -o -",
    "convert good.moves --format html -o page.html --force",
    "book-report books",
    "solve good.moves --at 50",
    "solve --deal seed:1 --game Labyrinth --format jsonl",
    "review good.moves --nodes 5",
    "review good.moves --nodes 5 --format html",
    "odds --game Labyrinth --player random --deals 20",
    "odds show kept.db",
    "games --format json",
    "fmt --check loose.moves",
    "--help",
    "verify --help",
)
#: a few of them; the long tests take all, a process each
SOME = [line if number % 4 == 0 else pytest.param(line, marks=pytest.mark.long) for number, line in enumerate(COMMANDS)]


@pytest.fixture(autouse=True)
def files(folder: Path) -> None:
    (folder / "good.moves").write_text(GOOD, encoding="utf-8")
    (folder / "misfit.moves").write_text(MISFIT, encoding="utf-8")
    (folder / "loose.moves").write_text(GOOD.replace("\n11. ", "\n\n"), encoding="utf-8")
    (folder / "books").mkdir()
    with Results("kept.db", ask("Labyrinth", None, "random")) as kept:
        kept.add("s", [Row(1, "lost", 9, 0)])
    (folder / "books" / "good.moves").write_text(GOOD, encoding="utf-8")


@pytest.mark.share(1)
@pytest.mark.skipif(sys.platform == "win32", reason="pipes break otherwise there")
@pytest.mark.parametrize("line", SOME)
def test_nobody_reads_the_pipe(line: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as pipe:
        run = subprocess.run(command(*line.split()), stdout=pipe, stderr=subprocess.PIPE, env=environment())
    assert run.stderr == b""
    assert run.returncode == 141


@pytest.mark.share(1)
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
@pytest.mark.parametrize("line", SOME)
def test_the_disk_is_full(line: str) -> None:
    with open("/dev/full", "wb") as full:
        run = subprocess.run(command(*line.split()), stdout=full, stderr=subprocess.PIPE, env=environment())
    assert run.returncode == 2
    assert run.stderr.startswith(b"leoni: ")
    assert run.stderr.decode().lower().endswith("no space left on device\n")
    assert run.stderr.count(b"\n") == 1


@pytest.mark.share(1)
@pytest.mark.skipif(sys.platform == "win32", reason="interrupts are sent otherwise there")
@pytest.mark.parametrize("line", ["verify -", "replay -", "fmt -"])
def test_an_interrupt_while_waiting_for_input(line: str) -> None:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command(*line.split()), env=environment(), **pipes) as running:  # type: ignore[call-overload]
        # A pipe holds at least this much: once it is taken, the command is reading.
        running.stdin.write(b"\n" * (1 << 20))
        running.stdin.flush()
        running.send_signal(signal.SIGINT)
        _, error = running.communicate(timeout=60)
    assert (running.returncode, error) == (130, b"")


@pytest.mark.share(1)
@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
@pytest.mark.parametrize(
    ("line", "closed", "status"),
    [
        ("--version", ">&-", 2),
        ("verify good.moves", ">&-", 2),
        ("verify good.moves", "2>&-", 0),
        ("verify nothing.moves", "2>&-", 2),
        ("verify -", "<&-", 2),
        ("fmt -", "<&-", 2),
        ("import - --from json", "<&-", 2),
        *(
            pytest.param(line, "<&-", 2, marks=pytest.mark.long)
            for line in (
                *(
                    "play new.moves",
                    "play --layout -",
                    "select --layout - good.moves",
                    "convert - --format html -o x.html",
                ),
                *("replay -", "why - 2S", "replay --step good.moves", "review --step good.moves", "lsp"),
                *("examine -", "solve -", "archive add a.db -"),
            )
        ),
        ("deal nothing", "2>&-", 2),
    ],
)
def test_closed_streams(line: str, closed: str, status: int) -> None:
    shell = subprocess.run(
        ["sh", "-c", f'"$@" {closed}', "sh", *command(*line.split())], capture_output=True, env=environment()
    )
    assert shell.returncode == status
    assert b"Traceback" not in shell.stderr + shell.stdout


@pytest.mark.share(1)
@pytest.mark.parametrize(
    "line",
    [
        "deal foo\x1b[31m",
        "verify --rules \x1b[31m good.moves",
        "fmt \x1b[31m.moves",
        "verify --all-rules \x1b.moves",
        "explain \x1b[31m",
        "sample --game \x1b[31m",
    ],
)
def test_what_was_typed_is_shown_and_not_obeyed(line: str) -> None:
    run = process(*line.split(" "))
    assert run.returncode == 2
    assert b"\x1b" not in run.stderr + run.stdout
