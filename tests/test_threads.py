"""One process, many threads: each call gets the answer that it gets alone, whatever others do at the same time."""

from __future__ import annotations

import asyncio
import json
import os
import pickle
import random
import sys
import threading
import types
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import leoni_replay as lr
from leoni_replay.collecting.record_facts import values_of_facts
from leoni_replay.files.atomic import whole_file
from leoni_replay.notation.machine import machine
from leoni_replay.sharing import Spares, made_once

ROOT = Path(__file__).parents[1]
GAMES = ("Leoni's Own", "Weaver's", "Labyrinth", "Martha", "Anna", "The Reversal", "The Japanese Rug")
THREADS = 6


@cache
def texts(number: int, games: Sequence[str] = GAMES) -> list[str]:
    """Records of each game, and the same records without one of their moves."""
    found = []
    for game in games:
        for record in lr.sample(game, None, "threads", number):
            head, body = lr.dumps(record).split("\n\n", 1)
            words = body.split()
            del words[len(words) // 2]
            found += [f"{head}\n\n{body}", f"{head}\n\n{' '.join(words)}\n"]
    return found


def verdicts(text: str) -> str:
    return repr(list(lr.verify_text(text)))


@contextmanager
def switching() -> Iterator[None]:
    """Threads take turns as often as Python can."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        yield
    finally:
        sys.setswitchinterval(interval)


def answer(work: Callable[[Any], object], subject: Any) -> str:
    try:
        return repr(work(subject))
    except Exception as error:
        return f"raised {error!r}"


def compare(work: Callable[[Any], object], subjects: Sequence[Any], rounds: int) -> None:
    """Do the work on each subject alone, then many times in threads, then alone again."""
    expected = [answer(work, subject) for subject in subjects]
    assert not [text for text in expected if text.startswith("raised")]
    numbers = [*range(len(subjects))] * rounds
    random.Random(1).shuffle(numbers)
    with switching(), ThreadPoolExecutor(THREADS) as pool:
        answers = [*pool.map(lambda number: answer(work, subjects[number]), numbers)]
    wrong = [(number, found) for number, found in zip(numbers, answers, strict=True) if found != expected[number]]
    assert not wrong, f"{len(wrong)} of {len(numbers)}, such as {wrong[0]} instead of {expected[wrong[0][0]]}"
    assert [answer(work, subject) for subject in subjects] == expected


def replay_facts(text: str) -> object:
    replay = lr.replay(text)
    return replay.outcome, replay.digest, replay.record_digest, [str(step) for step in replay.steps]


def positions(text: str) -> object:
    replay = lr.replay(text)
    return [(number, position.digest, len(position.legal())) for number, _, position in replay.positions()]


def random_play(subject: tuple[str, int]) -> object:
    game, seed = subject
    in_play, rng = lr.new(game, f"seed:{seed}"), random.Random(seed)
    for _ in range(15):
        moves = in_play.legal()
        if not moves:
            break
        in_play.push(rng.choice(moves))
    return in_play.digest, str(in_play.record())


SEEDED = [(game, seed) for game in GAMES for seed in range(3)]
#: Functions of one subject, the subjects, and how many rounds the long test goes.
WORK: dict[str, tuple[Callable[[Any], object], Callable[[], Sequence[Any]], int]] = {
    "verify": (verdicts, lambda: texts(4), 6),
    "verify several": (verdicts, lambda: ["\n".join(texts(3)[at::7]) for at in range(7)], 12),
    "replay": (replay_facts, lambda: texts(3), 4),
    "positions": (positions, lambda: texts(1), 3),
    "write": (lambda text: lr.dumps(lr.loads(text)[0]), lambda: texts(3), 6),
    "convert to JSON": (lambda text: lr.convert(text, "json"), lambda: texts(1), 3),
    "convert to a page": (lambda text: lr.convert(text, "html"), lambda: texts(1)[::2], 2),
    "examine": (lambda text: str(lr.examine(text)), lambda: texts(1), 2),
    "legal": (lambda text: [str(possible) for possible in lr.legal(lr.replay(text))], lambda: texts(2), 3),
    "play": (random_play, lambda: SEEDED, 3),
    "sample": (lambda pair: [*map(lr.dumps, lr.sample(pair[0], None, str(pair[1]), 2))], lambda: SEEDED, 3),
    "solve": (
        lambda pair: (lambda found: (found.status, found.nodes))(
            lr.solve(f"seed:{pair[1]}", pair[0], nodes=1000, memory=4)
        ),
        lambda: SEEDED,
        2,
    ),
}


def test_texts_in_threads() -> None:
    compare(verdicts, texts(1, ("Anna", "Martha"))[::2], 12)


@pytest.mark.long
@pytest.mark.parametrize("name", WORK)
def test_functions_in_threads(name: str) -> None:
    work, subjects, rounds = WORK[name]
    compare(work, subjects(), rounds)


def claimed(game: str) -> str:
    """A record with claims that hold."""
    replay = lr.replay(next(lr.sample(game, None, "claims", 1)))
    in_play = lr.play_on(replay, at=replay.moves // 2)
    claim = f"{{= digest {in_play.digest}}} {{= left {in_play.left}}}"
    return lr.dumps(in_play.record()).rstrip().removesuffix("*") + f"{claim} *\n"


def test_claims_in_threads() -> None:
    records = [claimed(game) for game in ("Martha", "Anna", "Labyrinth")]
    assert all(verdict.status == "verified" for text in records for verdict in lr.verify_text(text))
    compare(verdicts, records, 6)


def asked_of(replay: lr.Replay) -> list[Callable[[], object]]:
    return [
        lambda: [replay.at(number).digest for number in range(0, replay.moves, 7)],
        lambda: [position.digest for _, _, position in replay.positions()][::5],
        lambda: (replay.digest, replay.record_digest, replay.outcome, replay.still_legal),
        lambda: [str(step) for step in replay.steps],
        lambda: replay.svg(3),
        lambda: [str(possible) for possible in lr.legal(replay, 9)],
        lambda: str(lr.why(replay, replay.steps[-1].move, 3)),
        lambda: lr.convert(replay, "json"),
        lambda: lr.play_on(replay, at=4).digest,
        lambda: pickle.loads(pickle.dumps(replay)).digest,
    ]


def asked_of_position(position: lr.Position) -> list[Callable[[], object]]:
    moves = position.legal_moves()
    return [
        lambda: (position.digest, hash(position), position.text, position.copy().digest),
        lambda: [str(move) for move in position.legal()],
        lambda: [str(step) for step in position.legal_steps()],
        lambda: [str(position.long_form(move)) for move in moves],
        lambda: [str(position.read(move)) for move in moves],
        lambda: [str(position.why_not(lr.Move("redeal")))],
        lambda: pickle.loads(pickle.dumps(position)).digest,
        lambda: position.svg(),
    ]


def test_one_replay_is_read_in_threads() -> None:
    asked = asked_of(lr.replay(next(lr.sample("Martha", None, "one", 1))))[:4]
    compare(lambda ask: ask(), asked, 3)


def test_one_position_is_read_in_threads() -> None:
    asked = asked_of_position(lr.replay(next(lr.sample("Martha", None, "one", 1))).at(20))[:4]
    compare(lambda ask: ask(), asked, 6)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_one_object_is_read_in_threads(game: str) -> None:
    replay = lr.replay(next(lr.sample(game, None, "one", 1)))
    compare(lambda ask: ask(), asked_of(replay), 12)
    compare(lambda ask: ask(), asked_of_position(replay.at(replay.moves // 2)), 40)


def test_reading_a_replay_moves_nothing() -> None:
    replay = lr.replay(next(lr.sample("Anna", None, "still", 1)))
    walking, first = replay.positions(), replay.at(0).digest
    for number, _, position in walking:
        assert position.digest == replay.at(number).digest
        assert replay.at(0).digest == first and replay.position.digest == replay.digest


def test_generators_take_turns() -> None:
    one_by_one = texts(1, ("Martha", "Anna"))
    several = ["\n".join(one_by_one[at:]) for at in range(2)]
    expected = [[*map(repr, lr.verify_text(text))] for text in several]
    generators = [lr.verify_text(text) for text in several]
    found: list[list[str]] = [[] for _ in several]
    for _ in range(len(expected[0])):
        for number, generator in enumerate(generators):
            found[number] += [repr(verdict) for verdict in [next(generator, None)] if verdict is not None]
    assert found == expected


def test_a_call_in_the_middle_of_another() -> None:
    """As a finalizer, a signal handler or a tracer makes it: at any line of what reads and plays records."""
    subjects = texts(1, ("Labyrinth",))
    expected = [verdicts(text) for text in subjects]
    rng, wrong, calls = random.Random(5), list[str](), 0
    files = ("fast_path.py", "items.py", "machine.py", "judge.py", "game.py", "reader.py", "checker.py", "result.py")

    def tracer(frame: types.FrameType, event: str, argument: object) -> Any:
        nonlocal calls
        if not frame.f_code.co_filename.endswith(files):
            return None
        if event == "line" and rng.random() < 0.01:
            sys.settrace(None)
            calls += 1
            number = rng.randrange(len(subjects))
            if verdicts(subjects[number]) != expected[number]:
                wrong.append(f"inner call at {frame.f_code.co_filename}:{frame.f_lineno}")
            sys.settrace(tracer)
        return tracer

    for number, text in enumerate(subjects):
        sys.settrace(tracer)
        try:
            found = verdicts(text)
        finally:
            sys.settrace(None)
        if found != expected[number]:
            wrong.append(f"outer call {number}")
    assert calls > 5 and not wrong, (calls, wrong)


@pytest.mark.long
def test_a_callback_that_verifies() -> None:
    """The solver reports ten times a second; some deals take it so long."""
    subjects = texts(1, ("Leoni's Own",))
    expected, found = [verdicts(text) for text in subjects], list[list[str]]()
    for seed in range(12):
        lr.solve(f"seed:{seed}", seconds=0.5, progress=lambda _: found.append([*map(verdicts, subjects)]))
    assert found and all(answers == expected for answers in found)


def test_asyncio() -> None:
    subjects = texts(1, ("Martha",))
    expected = [verdicts(text) for text in subjects]

    async def verify_all() -> list[str]:
        return await asyncio.gather(*(asyncio.to_thread(verdicts, text) for text in subjects * 4))

    with switching():
        assert asyncio.run(verify_all()) == expected * 4


# -- archives and files ------------------------------------------------------------------------------------------------


def facts_of(database: Path, games: Path) -> dict[str, object]:
    with lr.archive(database) as library:
        library.add(games)
        return {facts.text: values_of_facts(facts)[3:] for facts in library.find()}


def add_in_threads(folder: Path, number: int, threads: int) -> None:
    """Fill an archive in each thread, and compare what they store with what one thread stores."""
    files = []
    for thread in range(threads):
        files.append(folder / f"{thread}.moves")
        lr.dump(lr.sample("Martha", None, f"archive {thread}", number), files[-1])
    expected = [facts_of(folder / f"one-{at}.db", path) for at, path in enumerate(files)]
    with switching(), ThreadPoolExecutor(threads) as pool:
        found = [*pool.map(lambda at: facts_of(folder / f"many-{at}.db", files[at]), range(threads))]
    assert found == expected


def test_archives_in_threads(tmp_path: Path) -> None:
    add_in_threads(tmp_path, 2, 2)


@pytest.mark.long
def test_large_archives_in_threads(tmp_path: Path) -> None:
    add_in_threads(tmp_path, 60, 4)


def test_an_archive_says_that_another_thread_opened_it(tmp_path: Path) -> None:
    games = tmp_path / "games.moves"
    lr.dump(lr.sample("Martha", None, "other", 1), games)
    library = lr.archive(tmp_path / "games.db")
    library.add(games)
    uses: list[Callable[[], object]] = [
        lambda: len(library),
        lambda: [*library.find()],
        lambda: library.add(games),
        library.stats,
        library.close,
    ]
    with ThreadPoolExecutor(1) as pool:
        for use in uses:
            with pytest.raises(lr.LeoniError, match=r"games\.db: it was opened in another thread.*open it in each"):
                pool.submit(use).result()
    assert len(library) == 1
    library.close()
    with pytest.raises(lr.LeoniError, match=r"games\.db: it has been closed$"):
        len(library)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no umask")
def test_a_new_file_gets_its_rights_without_a_change_of_the_umask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old_mask = os.umask(0o027)
    try:
        with monkeypatch.context() as patched:
            patched.delattr(os, "umask")
            with whole_file(tmp_path / "a", replace=False) as stream:
                stream.write("a")
    finally:
        os.umask(old_mask)
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o640


# -- what is shared ----------------------------------------------------------------------------------------------------


def at_once(work: Callable[[], object]) -> list[object]:
    """What threads get that do the same at the same time."""
    gate = threading.Barrier(THREADS)

    def wait_and_work(_: int) -> object:
        gate.wait()
        return work()

    with switching(), ThreadPoolExecutor(THREADS) as pool:
        return [*pool.map(wait_and_work, range(THREADS))]


def test_a_spare_is_in_one_hand() -> None:
    spares = Spares(object)
    things = at_once(spares.take)
    assert len({*map(id, things)}) == THREADS
    for thing in things:
        spares.give(thing)
    assert {*map(id, at_once(spares.take))} == {*map(id, things)}


def test_what_is_made_once_is_made_once() -> None:
    made = made_once(lambda: object())
    assert len({*map(id, at_once(made))}) == 1


def test_states_of_the_parser_have_one_number_each() -> None:
    """Threads that meet a new state at the same time agree on its number."""
    parser = type(machine())(machine().tables)

    def deep() -> list[int]:
        states, state = [], parser.after_tags(3)
        for _ in range(30):
            for name in ("MOVE", "LPAR"):
                state = parser.step(state, name)
                states.append(state)
        return states

    found = at_once(deep)
    assert all(states == found[0] for states in found) and min(found[0]) >= 0
    assert len(set(found[0])) == len(found[0])


# -- the page ----------------------------------------------------------------------------------------------------------


def page_programs() -> list[str]:
    page = (ROOT / "docs/program/web-service.md").read_text(encoding="utf-8")
    return [part.split("```")[0] for part in page.split("```python\n")[1:]]


class Upload:
    """An upload as FastAPI has it, as far as the page uses it."""

    def __init__(self, path: Path) -> None:
        self.file = path.open("rb")


class HTTPException(Exception):
    def __init__(self, status: int, detail: str) -> None:
        super().__init__(status, detail)


class FastAPI:
    def post(self, path: str) -> Callable[[Callable[..., object]], Callable[..., object]]:
        assert path == "/verify"
        return lambda function: function


def test_the_service_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without FastAPI, which the nightly run has."""
    library = types.ModuleType("fastapi")
    vars(library).update(FastAPI=FastAPI, HTTPException=HTTPException, UploadFile=Upload)
    monkeypatch.setitem(sys.modules, "fastapi", library)
    program = page_programs()[0]
    lines = [line for line in program.partition('@app.post("/verify")')[2].splitlines() if line.strip()]
    assert len(lines) <= 12
    service: dict[str, Any] = {}
    exec(compile(program, "service.py", "exec"), service)
    path = tmp_path / "game.moves"

    def send(data: bytes) -> Any:
        path.write_bytes(data)
        upload = Upload(path)
        with upload.file:
            return service["verify"](upload)

    good, wrong = texts(1, ("Martha",))
    (right_answer,), (wrong_answer,) = send(good.encode()), send(wrong.encode())
    assert (right_answer["status"], right_answer["diagnostics"]) == ("verified", [])
    (problem,) = wrong_answer["diagnostics"]
    assert wrong_answer["status"] == "rejected" and problem["severity"] == "error" and problem["code"]
    assert json.loads(json.dumps(wrong_answer)) == wrong_answer
    assert len(send(b"\xff")) == len(send(b"")) == 1
    with pytest.raises(HTTPException, match="413"):
        send(b" " * 65_537)
    assert len(send(b'[Game "Martha"]\n' * 100)) == 100
    with pytest.raises(HTTPException, match="at most 100 games"):
        send(b'[Game "Martha"]\n' * 101)
    service["monotonic"] = iter(range(0, 1000, 10)).__next__
    with pytest.raises(HTTPException, match="503"):
        send(good.encode())


def test_the_asynchronous_program_of_the_page() -> None:
    program: dict[str, Any] = {}
    exec(compile(page_programs()[1], "page.py", "exec"), program)
    assert asyncio.run(program["statuses"](texts(1, ("Martha",)))) == ["verified", "rejected"]
