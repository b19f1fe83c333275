"""Times that are written while a game is played: by a clock, or as they are typed."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import leoni_replay as lr
from leoni_replay.notation.transcript import Time, Transcript
from leoni_replay.notation.writer import dumps
from leoni_replay.play import session as clocked
from leoni_replay.play.game_file import GameFile, resume
from leoni_replay.play.new_game import deal_tags
from leoni_replay.play.physical import PhysicalSession
from leoni_replay.play.session import Session
from tests.cli.runs import leoni
from tests.play.games import TypingDesk, desk_for, sampled, typed


class Watch:
    """The time of the machine, which passes only where a test says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.75
        monkeypatch.setattr(clocked, "monotonic", lambda: self.now)


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    return Watch(monkeypatch)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.moves"


def begun(file: Path, *, times: bool = True, **options: bool) -> TypingDesk:
    desk = TypingDesk(Session(deal_tags("Leoni's Own", None, "seed:1884"), **options), GameFile(file), times=times)
    desk.begin()
    return desk


def again(file: Path, *, times: bool = True) -> TypingDesk:
    session, saved, said = resume(file)
    assert said == ""
    desk = TypingDesk(session, saved, times=times)
    desk.begin()
    return desk


def body(file: Path) -> str:
    return file.read_text(encoding="utf-8").partition("\n\n")[2].strip()


def test_every_move_has_its_time(watch: Watch, file: Path) -> None:
    desk = begun(file)
    for text, seconds in [("11:2S^", 31), ("QC", 31.5), ("3S", 3600)]:
        watch.now += seconds
        desk.enter(text)
    assert body(file) == "1. 11:2S^ @0:31 11:QCv @1:02 4:3S^ @1:01:02 *"
    assert lr.replay(file.read_text(encoding="utf-8")).status == "verified"


def test_nothing_is_written_unless_it_is_asked_for(watch: Watch, file: Path) -> None:
    desk = begun(file, times=False)
    desk.enter("11:2S^")
    desk.enter("concede")
    assert body(file) == "1. 11:2S^ conceded"


def test_pauses_do_not_count(watch: Watch, file: Path) -> None:
    desk = begun(file)
    watch.now += 50
    desk.enter("11:2S^")
    watch.now += 86_400
    assert "time played: 0:50" in again(file).begin()
    watch.now += 86_400
    desk = again(file)
    watch.now += 10
    desk.enter("QC")
    desk.enter("undo")
    # What was taken back took its time as well.
    desk = again(file)
    watch.now += 10
    desk.enter("3S")
    assert body(file) == "1. 11:2S^ @0:50 4:3S^ @1:10 (11:QCv) *"


def test_conceded(watch: Watch, file: Path) -> None:
    desk = begun(file)
    for text in ("11:2S^", "concede"):
        watch.now += 10
        desk.enter(text)
    assert body(file) == "1. 11:2S^ @0:10 conceded @0:20"
    desk = again(file)
    assert body(file) == "1. 11:2S^ @0:10 conceded @0:20"
    watch.now += 10
    desk.enter("undo")
    desk.enter("QC")
    assert body(file) == "1. 11:2S^ @0:10 11:QCv @0:30 *"
    desk.enter("concede")
    assert desk.enter("@0:29") == ["the time goes backwards, from @0:30 to @0:29"]
    assert desk.enter("@0:45") == ["time played: 0:45, after 2. 11:QCv"]
    assert body(file) == "1. 11:2S^ @0:10 11:QCv @0:30 conceded @0:45"


def test_the_longest_time(watch: Watch, file: Path) -> None:
    desk = begun(file)
    watch.now += 10_000_000
    desk.enter("11:2S^")
    assert body(file) == "1. 11:2S^ @999:59:59 *"
    assert clocked.LONGEST_TIME == Time(clocked.LONGEST_TIME).seconds == 3_599_999
    with pytest.raises(ValueError, match="a time cannot be written"):
        dumps(Transcript.build({"Game": "Martha"}, ["5:7S>3", Time(clocked.LONGEST_TIME + 1)], "*"))


def test_times_are_typed(watch: Watch, file: Path) -> None:
    desk = begun(file, times=False)
    assert desk.enter("@0:12") == ["time played: 0:12, after the deal"]
    desk.enter("11:2S^")
    assert desk.enter("@20:05") == ["time played: 20:05, after 1. 11:2S^"]
    # It takes the place of the one before.
    desk.enter("@2:05")
    desk.enter("QC")
    assert desk.enter("@2:04") == ["the time goes backwards, from @2:05 to @2:04"]
    assert desk.enter("@2:5")[0] == "`@2:5` is not a time" and "@1:02:05" in desk.enter("@")[1]
    assert body(file) == "@0:12 1. 11:2S^ @2:05 11:QCv *"


@pytest.mark.long
@pytest.mark.parametrize("kind", [Session, PhysicalSession])
def test_whatever_is_done_the_record_is_right(kind: type[Session], watch: Watch, tmp_path: Path) -> None:
    record, chance = sampled("Labyrinth"), random.Random(7)
    words, seen = [*typed(record)], set[str]()
    for turn in range(4):
        file = tmp_path / f"{turn}.moves"
        desk = desk_for(record, file)
        head = desk.session.head
        if kind is PhysicalSession:
            layout = desk.session.game_in_play.at(0).text
            head = lr.loads(f'[Game "Labyrinth"]\n[Deal "layout"]\n[Layout "{layout}"]\n\n*')[0].head
        desk = TypingDesk(kind(head), GameFile(file), times=chance.random() < 0.8)
        desk.begin()
        for _ in range(40):
            watch.now += chance.choice([0, 1, 40])
            legal = [str(move) for move in desk.session.choices()] or ["undo"]
            number = desk.session.move_number
            played = [*words[number : number + 1], chance.choice(legal)]
            back = ["undo", "undo 3", "redo", "redo 2", "concede", "comment again"]
            text = chance.choice([*played * 3, *back, f"@{Time(chance.randrange(300)).text}"])
            desk.enter(text)
            if chance.random() < 0.15:
                desk = again(file, times=chance.random() < 0.7)
            replayed = lr.replay(file.read_text(encoding="utf-8"))
            assert replayed.error is None and replayed.moves == desk.session.move_number, (text, replayed.error)
            seen.add(text)
            # What is saved can be continued, with all that was taken back.
            assert resume(file)[2] == ""
    assert {"undo", "redo", "concede"} <= seen


def test_the_option(tmp_path: Path) -> None:
    file = tmp_path / "game.moves"
    command = ("play", "--plain", "--times", str(file))
    run = leoni(*command[:3], "--deal", "seed:1884", str(file), stdin="11:2S^\nQC\nquit\n")
    assert run.code == 0 and "time played: 0:0" in run.out
    assert re.fullmatch(r"1\. 11:2S\^ @0:0\d 11:QCv @0:0\d \*", body(file))
    assert leoni(*command, stdin="3S\nquit\n").code == 0
    times = [int(text[-2:]) for text in re.findall(r"@\S+", body(file))]
    assert len(times) == 3 and times == sorted(times)
    assert leoni("verify", str(file)).code == 0
