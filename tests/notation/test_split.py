"""Files of many games: where each begins, what an error costs its neighbours, and how much is kept."""

from __future__ import annotations

import gzip
import io
import sys
import time
import tracemalloc
from pathlib import Path
from typing import TextIO, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leoni_replay.notation.reader import load, loads, parse
from leoni_replay.notation.split import split
from tests.notation import samples


def pieces(text: str, chunk: int = 1 << 20) -> list[tuple[str, int]]:
    return [(raw.text, raw.line) for raw in split(io.StringIO(text, newline=""), chunk=chunk)]


def test_tricky_text() -> None:
    games = loads(samples.TRICKY)
    assert [(game.value("Game"), game.problem and game.problem.code, game.line) for game in games] == [
        ("Leoni's Own", None, 1),
        ("two", None, 15),
        ("three", None, 17),
        ("four", "S004", 18),
        ("five", None, 27),
        (None, "S004", 28),
    ]
    assert [game.number for game in games] == [1, 2, 3, 4, 5, 6]
    assert "".join(game.text for game in games) == samples.TRICKY


@pytest.mark.parametrize("tag", ["", '[X "a"]\n', '[X "a\nb"]\n', '[Result "*"]\n'])
def test_a_second_game_tag_begins_a_game(tag: str) -> None:
    """Even if the first has no body."""
    first, second, third = f'[Game "a"]\n{tag}', '[Game "b"]\n\n*\n\n', '[Game "c"]\n\n*\n'
    assert [text for text, _ in pieces(first + second + third)] == [first, second, third]
    assert [text for text, _ in pieces(first + "\n*\n\n" + third)] == [first + "\n*\n\n", third]


@pytest.mark.parametrize("chunk", range(1, 51))
def test_chunks(chunk: int) -> None:
    # In the last one a game begins in the last line of another, with a value of two lines.
    text = samples.TRICKY + samples.EXAMPLE + '{c} [Game "\n{"] ;c\n[Deal ""] won'
    whole = pieces(text)
    assert pieces(text, chunk) == whole
    assert pieces("\ufeff" + text.replace("\n", "\r\n"), chunk) == whole
    assert pieces(text.replace("\n", "\r"), chunk) == whole


@pytest.mark.long
@given(st.lists(st.one_of(samples.games(), samples.mutated()), max_size=3), st.integers(1, 50))
@settings(max_examples=150, deadline=None)
def test_chunks_of_any_text(texts: list[str], chunk: int) -> None:
    text = "\n".join(texts)
    whole = pieces(text)
    assert pieces(text, chunk) == whole
    if text.strip(" \t\n"):
        assert "".join(piece for piece, _ in whole) == text.replace("\r\n", "\n").replace("\r", "\n")


@pytest.mark.parametrize(
    ("broken", "code"),
    [
        ('[Game "b"]\n[Deal "d"]\n\n1. 4:2H^ what 5:3S^ won\n', "S002"),
        ('[Game "b"]\n[Deal "d]\n[Rules "r"]\n\n1. 4:2H^ won\n', "S004"),
        ('[Game "b"]\n[Deal d]\n[Rules r]\n\n1. 4:2H^ won\n', "S004"),
        ('[Game "b]\n[Deal "d"]\n\n1. 4:2H^ won\n', "S004"),
        ('[Game "b"]\n[Result "won]\n\n1. 4:2H^ won\n', "S004"),
        ('[Game "b"]\n[Layout "C^: AC\nD^: AD"\n[Result "*"]\n\n*\n', "S004"),
        ('[Game "b"]\n[Layout "C^: AC\nD^: AD\n[Result "*"]\n\n*\n', "S004"),
        ('[Game "b"]\n\n1. 4:2H^ 2.\n\n', "S001"),
        ('[Game "b"]\n\n1. 4:2H^ (5:3S^\n\n', "S005"),
        ('[Game "b"]\n\n1. {never closed\n[Site "x"]\nwon\n', "S003"),
        ('[Game "b"]\n\n1. 4:2H^ ((((\nwon\n', "S005"),
        ('[Game "b"]\n\n1. 4:2H^ won 5:3S^\nand [more]\n', "S006"),
        ('[Game b]\n[Deal "d"]\n\nwon\n', "S004"),
        ('[Game "b"]\n\n4:2H^ {\udcff}\nwon\n', "S011"),
    ],
)
def test_three_broken_of_thirteen(broken: str, code: str) -> None:
    texts = [broken if number in (2, 3, 11) else samples.EXAMPLE for number in range(13)]
    games = loads("\n".join(texts))
    assert [game.problem and game.problem.code for game in games] == [
        code if number in (2, 3, 11) else None for number in range(13)
    ]


def test_a_game_comes_before_the_next_is_read() -> None:
    texts = [f'[Game "{number}"]\n\n1. 11:2S^ *\n\n' for number in range(100)]
    stream = io.StringIO("".join(texts))
    for number, raw in enumerate(split(stream, chunk=8)):
        assert raw.text.strip() == texts[number].strip()
        assert stream.tell() <= sum(map(len, texts[: number + 2]))


def test_tags_after_one_that_is_too_long_begin_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["leoni_replay.notation.split"], "GAME_LIMIT", 100)
    for own in ('[Deal "z"]\n\n*', '[Deal "z"]\n{c}\n[Deal "z"]\n*', '[Deal "z"]', f'[Note "{"y" * 300}"]', "*"):
        for following in ('[Game "x"]\n*\n', '\n[Deal "z"]\n[Game "x"]\n*\n')[: 1 if own.endswith("]") else 2]:
            text = f'[Game "x"]\n[Note "{"y" * 200}"]\n{own}\n{following}[Game "x"]\n*'
            games = [*split(io.StringIO(text), chunk=7)]
            assert [game.text for game in games[1:]] == [following.lstrip("\n"), '[Game "x"]\n*']
            assert all(text.split("\n")[game.line - 1] == game.text.split("\n")[0] for game in games[1:])


class Endless(io.TextIOBase):
    """A text of any size out of one that is repeated."""

    def __init__(self, head: str, unit: str, size: int) -> None:
        self._head = head
        self._block = unit * (1 + (1 << 16) // len(unit))
        self._left = size

    def read(self, size: int | None = -1, /) -> str:
        if self._head:
            text, self._head = self._head, ""
            return text
        self._left -= len(self._block)
        return self._block if self._left > 0 else ""


@pytest.mark.share(2)
@pytest.mark.parametrize("unit", ["x", "(", "[", "{", '"', ";", "4:2H^ ", "\n[a", '[A "', "\n   "])
@pytest.mark.parametrize("head", ["", '[Game "x"]\n\n', '[Game "x'])
def test_memory_has_a_bound(head: str, unit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    limit = 1 << 17
    monkeypatch.setattr(sys.modules["leoni_replay.notation.split"], "GAME_LIMIT", limit)
    loads("[x")  # what is made once and kept
    stream = cast(TextIO, Endless(head, unit, 40 * limit))
    tracemalloc.start()
    try:
        problems = [game.problem and game.problem.code for raw in split(stream, chunk=limit) for game in [parse(raw)]]
        assert tracemalloc.get_traced_memory()[1] < 20 * limit
    finally:
        tracemalloc.stop()
    assert all(problems)
    assert len(problems) <= 40


@pytest.mark.long
@pytest.mark.parametrize("unit", ["\n[a", '[A "', "{", "(", '\n[A "', '{}[A "', "\n{", "[\n", '\n[A "\n\n'])
def test_no_text_takes_long(unit: str) -> None:
    """All of these were, or might have been, quadratic: then they would take minutes."""
    started = time.process_time()
    loads(unit * (2_000_000 // len(unit)))
    assert time.process_time() - started < 10


def test_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = ("\ufeff" + samples.EXAMPLE.replace("\n", "\r\n")).encode()
    plain, packed, broken = tmp_path / "a.moves", tmp_path / "a.moves.gz", tmp_path / "b.moves.gz"
    plain.write_bytes(data)
    packed.write_bytes(gzip.compress(data))
    broken.write_bytes(gzip.compress(data)[:-20])
    expected = loads(samples.EXAMPLE, str(plain))
    assert list(load(plain)) == expected
    (game,) = load(packed)
    assert game.items == expected[0].items
    for damaged in (broken, tmp_path / "none.moves"):
        with pytest.raises(OSError, match=r"too early|No such file"):
            list(load(damaged))
    broken.write_bytes(b"no gzip at all")
    with pytest.raises(OSError, match="gzip"):
        list(load(broken))
    damaged_data = bytearray(gzip.compress(data))
    damaged_data[30] ^= 0xFF
    broken.write_bytes(bytes(damaged_data))
    with pytest.raises(OSError):
        list(load(broken))

    source = io.BytesIO(data)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(source))
    (game,) = load("-")
    assert game.items == expected[0].items
    assert not source.closed


def test_raw_games_can_be_sent_elsewhere() -> None:
    import pickle

    for raw in split(io.StringIO(samples.TRICKY)):
        assert parse(pickle.loads(pickle.dumps(raw))) == parse(raw)
