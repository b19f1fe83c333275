"""Messages about whole records: what is forgotten in a layout, what a note may say, what a broken file is called."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

import leoni_replay as lr
from leoni_replay.notation.split import RawGame
from leoni_replay.record.judge import judge
from leoni_replay.text import visible_text

HEAD = '[Game "Leoni\'s Own"]\n[Rules "wikipedia"]\n'


def test_no_exile_is_left_while_others_can_be_played() -> None:
    """Only where the deal is over can nothing but a redeal follow."""
    text = f'{HEAD}[Deal "layout"]\n[Layout "1: 2C"]\n\nexile *\n'
    (transcript,) = lr.loads(text)
    refused = lr.replay(transcript).error
    assert refused is not None
    assert (refused.code, refused.message) == ("M210", "no exile is left to turn up")
    (over,) = lr.loads(text.replace("2C", "9C"))
    refused = lr.replay(over).error
    assert refused is not None
    assert refused.message == "no exile is left to turn up: only redeal may follow"


def test_a_byte_that_is_no_text_is_called_the_same_everywhere() -> None:
    (transcript,) = lr.loads(f'{HEAD}[Player "caf\udce9"]\n\n*\n')
    error = lr.replay(transcript).error
    assert error is not None
    assert error.message == "not a text file in UTF-8: the byte \\xe9"
    assert visible_text(error.lines[0]) == '[Player "caf\\xe9"]'


def test_files_that_are_not_compressed(tmp_path: Path) -> None:
    path = tmp_path / "a.moves.gz"
    path.write_bytes(b'[Game "x"]')
    with pytest.raises(OSError, match=r"^not a gzipped file, though its name ends in \.gz$"):
        list(lr.load(path))
    data = bytearray(gzip.compress(b'[Game "x"]\n*\n' * 100))
    data[-8] ^= 255
    path.write_bytes(data)
    with pytest.raises(OSError, match=r"^the compressed data are damaged$"):
        list(lr.load(path))


@pytest.mark.parametrize("moves", ["11: 2S^", "11:2S^ 11:QC V", "1. 11:2S^ 2. 11:QC V", "11:2S ^", "11:2S^ V", "1. V"])
def test_torn_moves_by_the_short_way(moves: str) -> None:
    text = f'{HEAD}[Deal "seed:1884"]\n[Result "*"]\n\n{moves} *\n'
    (transcript,) = lr.loads(text, "a.moves")
    verdict = judge(RawGame(text, 1, 1, "a.moves"), hints=False)
    replay = lr.replay(transcript, hints=False)
    assert (list(verdict.diagnostics), verdict.moves) == (replay.diagnostics, replay.moves)
    assert replay.error is not None and replay.error.code == "S002"
