"""Every record that ``verify`` accepts is shown by every format, replayed, examined, solved or refused with a reason,
written long and short, and as JSON and read back, with the same verdict and digests.

One second by default; ``LEONI_SECONDS`` gives it more, and ``LEONI_SEED`` other records.
"""

from __future__ import annotations

import io
import os
import random
import time
from xml.dom import minidom

import pytest

import leoni_replay as lr
from leoni_replay.record.canonical import respell
from leoni_replay.show.replayed import show
from leoni_replay.show.terminal import open_terminal
from tests.random_records import RandomRecord, random_record

SECONDS = float(os.environ.get("LEONI_SECONDS", "1"))
SEED = os.environ.get("LEONI_SEED", "every record")
#: What the whole of a record costs several times as much as all else: of one record in so many.
RARELY = 8


def identity(replay: lr.Replay) -> tuple[object, ...]:
    """What stays the same however a record is written."""
    return replay.status, replay.result, replay.digest, replay.record_digest, replay.irregular


def check_verdict(record: RandomRecord) -> lr.Replay:
    """The replay, the fast way and the game in play agree."""
    replay = lr.replay(record.text)
    assert replay.status == ("irregular" if record.is_irregular else "verified"), replay.error
    assert replay.digest == record.digest
    (verdict,) = lr.verify_text(record.text)
    assert (verdict.status, verdict.digest, verdict.record_digest) == (
        replay.status, replay.digest, replay.record_digest,
    )  # fmt: skip
    return replay


def check_written(replay: lr.Replay) -> None:
    """It is written long and short, and as JSON, and read back."""
    texts = {}
    for short in (False, True):
        text = texts[short] = lr.dumps(respell(replay, short=short))
        again = lr.replay(text)
        assert identity(again) == identity(replay), again.error
        assert lr.dumps(respell(again, short=short)) == text
    assert lr.dumps(respell(lr.replay(texts[True]))) == texts[False]
    (imported,) = lr.import_(io.BytesIO(lr.convert(replay, "json").encode()), "json")
    again = lr.replay(lr.dumps(imported.record))
    assert identity(again) == identity(replay), again.error


def check_shown(replay: lr.Replay, draw: random.Random) -> None:
    """It is shown by every format, and on the terminal; a board of another program may be refused with a reason."""
    for format in ("jsonl", "csv", "markdown", "text"):
        assert lr.convert(replay, format)
    at = draw.randint(0, replay.moves)
    minidom.parseString(lr.convert(replay, "svg", at=at))
    for format in ("solvitaire", "fc-solve"):
        try:
            lr.convert(replay, format, at=at)
        except lr.LeoniError as error:
            assert "makes no board" in str(error)
    stream = io.StringIO()
    show(replay, open_terminal(color="never", file=stream), at=at)
    assert stream.getvalue()
    if not draw.randrange(RARELY):
        assert "<html" in lr.convert(replay, "html") and lr.convert(replay, "table")


def check_studied(replay: lr.Replay, draw: random.Random) -> None:
    """It is examined, solved or refused with a reason, and played on."""
    record, at = replay.transcript, draw.randint(0, replay.moves)
    examination = lr.examine(record, at=at)
    assert examination.right and not any(proof.holds is False for proof in examination.proofs)
    solved = lr.solve(record, at=at, nodes=50)
    assert solved.status != "refused" or solved.reason
    lr.legal(replay, at)
    assert lr.play_on(replay, at).digest == replay.at(at).digest
    if not draw.randrange(RARELY):
        lr.review(record, nodes=5)


def test_every_accepted_record_goes_every_way() -> None:
    draw = random.Random(SEED)
    end = time.monotonic() + SECONDS
    count = 0
    while not count or time.monotonic() < end:
        count += 1
        record = random_record(draw)
        try:
            replay = check_verdict(record)
            check_written(replay)
            check_shown(replay, draw)
            check_studied(replay, draw)
        except Exception as error:
            pytest.fail(f"record {count} of {SEED!r}: {type(error).__name__}: {error}\n{record.text}")
