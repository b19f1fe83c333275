"""Messages about whole records: what is forgotten in a layout, what a note may say, what a broken file is called."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

import leoni_replay as lr
from leoni_replay.commands import Command
from leoni_replay.games.refusal import Ambiguous
from leoni_replay.notation.split import RawGame
from leoni_replay.record.judge import judge
from leoni_replay.text import visible

RUG = '[Game "The Japanese Rug"]\n[Rules "dick-1898"]\n'
HEAD = '[Game "Leoni\'s Own"]\n[Rules "wikipedia"]\n'


def diagnosed(text: str) -> list[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    (transcript,) = lr.loads(text)
    return [(one.code, one.notes, one.help) for one in lr.replay(transcript).diagnostics]


def test_forgotten_exiles() -> None:
    """A physical table, whose exiles lie face down, is written without them."""
    dealt = lr.deal("seed:1").text.splitlines()
    piles = "\n".join(line for line in dealt if not line.startswith("exile"))
    text = f'{HEAD}[Deal "layout"]\n[Layout "{piles}"]\n\nexile *\n'
    missing, refused = diagnosed(text)
    cards = len(next(line for line in dealt if line.startswith("exile")).split()) - 1
    assert missing[0] == "D305"
    assert missing[2][0].endswith(f"are written `exile: {' '.join(['??'] * cards)}`")
    assert refused[0] == "M210"
    assert refused[1][-1].endswith("are written `exile: ?? ?? …`")
    # As many as that are right: nothing is missing then.
    listed = text.replace(piles, f"{piles}\nexile: {' '.join(['??'] * cards)}").replace("exile *", "*")
    assert [code for code, _, _ in diagnosed(listed)] == []
    # Where exiles are listed, nothing is said of them.
    some = text.replace(piles, f"{piles}\nexile: -")
    assert all("exile:" not in line for _, notes, help in diagnosed(some) for line in (*notes, *help))


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


def test_no_hint_where_a_move_is_not_written_whole() -> None:
    """That other rules leave the word fewer meanings is no reason to think that they were meant."""
    for head, card in ((HEAD + '[Deal "seed:1"]', "QD"), (RUG + '[Deal "seed:1"]', "2S")):
        (transcript,) = lr.loads(f"{head}\n\n1. {card} *\n")
        error = lr.replay(transcript).error
        assert error is not None
        assert (error.code, error.notes) == ("M207", ())


def test_ambiguous_in_words() -> None:
    error = Ambiguous([Command("1", 11, "^"), Command("1", 11, "v")])
    assert str(error) == "this can mean 1:QC^ or 1:QCv"


def test_tags_that_were_not_read_are_not_missing() -> None:
    """A record that breaks off in its tags may have the others behind the place."""
    for broken in ("[Rules “wikipedia”]", '[Rules "wikipedia”]'):
        for text in (
            f'[Game "Martha"] {{a comment}}\n{broken}\n[Deal "seed:1"]\n\n*\n',
            f'[Deal "seed:1"]\n[Game "Martha"]\n{broken}\n\n*\n',
        ):
            assert [code for code, _, _ in diagnosed(text)] == ["S004"], text


def test_a_byte_that_is_no_text_is_called_the_same_everywhere() -> None:
    (transcript,) = lr.loads(f'{HEAD}[Player "caf\udce9"]\n\n*\n')
    error = lr.replay(transcript).error
    assert error is not None
    assert error.message == "not a text file in UTF-8: the byte \\xe9"
    assert visible(error.lines[0]) == '[Player "caf\\xe9"]'


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
