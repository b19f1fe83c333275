"""What is said of a whole text: diagnostics, the outline, folds, numbers of moves, the canonical form."""

from __future__ import annotations

from pathlib import Path

import pytest

from leoni_replay.files.find_games import games_in_file
from leoni_replay.files.rewrite import rewrite
from leoni_replay.lsp import translating
from leoni_replay.lsp.document import Document
from leoni_replay.lsp.quick_fixes import formatting_changes
from leoni_replay.notation.split import RawGame
from leoni_replay.notation.text_files import open_text
from leoni_replay.record.judge import judge
from leoni_replay.text import is_hidden
from tests.cli.runs import GOOD, HOSTILE, LOOSE, MISFIT
from tests.lsp.texts import document

TRANSCRIPTS = Path(__file__).parents[2] / "transcripts"


def opened(path: Path) -> Document:
    """A document with the text of a file."""
    with open_text(path) as stream:
        return document(stream.read(), str(path))


# -- diagnostics ------------------------------------------------------------------------------------------------------


def verify_and_server_agree(path: Path, hints: bool) -> None:
    file = opened(path)
    for section in file.sections:
        section.game.verdict(hints)
    said = [
        (one.code, one.severity, one.range.start.line, one.range.start.character, one.range.end.line,
         one.range.end.character, one.message)
        for one in translating.diagnostics(file)
    ]  # fmt: skip
    expected = []
    for raw in games_in_file(str(path)):
        diagnostics = judge(raw, hints=hints).diagnostics if isinstance(raw, RawGame) else (raw,)
        for one in diagnostics:
            severity = {"error": 1, "warning": 2, "note": 3}[one.severity]
            span = [max(number - 1, 0) for number in one.span]
            expected.append((one.code, severity, *span))
            (message,) = [text for *place, text in said if tuple(place) == expected[-1]]
            lines = message.split("\n")
            assert len(lines) == 1 + bool(one.clause) + len(one.table_lines + one.notes + one.help + one.fixes)
    assert [tuple(place) for *place, _ in said] == expected


@pytest.mark.long
@pytest.mark.parametrize("folder", ["rejected", "warned", "own-books"])
def test_what_verify_finds_is_found(folder: str) -> None:
    paths = sorted((TRANSCRIPTS / folder).glob("*.moves"))
    assert paths
    for path in paths:
        verify_and_server_agree(path, hints=False)


@pytest.mark.long
def test_what_verify_finds_is_found_with_what_would_make_it_right() -> None:
    for path in sorted(TRANSCRIPTS.rglob("*.moves")):
        verify_and_server_agree(path, hints=True)


def test_a_text_without_a_game() -> None:
    (diagnostic,) = translating.diagnostics(document(" \n"))
    assert (diagnostic.code, diagnostic.message) == ("F603", "there is no game in this text")


def test_what_a_stranger_wrote_is_shown_and_not_obeyed() -> None:
    file = document(f'[Game "{HOSTILE}"]\n[{HOSTILE} "x"]\n*\n')
    for one in translating.diagnostics(file):
        assert not any(is_hidden(char) for char in one.message.replace("\n", ""))


# -- beside the text --------------------------------------------------------------------------------------------------


def test_games_and_deals() -> None:
    text = GOOD + "\n" + MISFIT
    file = document(text)
    first, second = [translating.symbol(file, section) for section in file.sections]
    assert (first.name, first.detail) == ("1. Leoni's Own", "wikipedia, seed:1884, lost after 56 moves")
    assert first.children is not None
    assert [(one.name, one.detail, one.range.start.line) for one in first.children] == [
        ("The deal", "21 moves", 5),
        ("Deal 2", "22 moves", 6),
        ("Deal 3", "13 moves", 8),
    ]
    assert second.name == "2. Leoni's Own"
    assert second.detail == "wikipedia, seed:1884, rejected after 2 moves"
    for game in (first, second):
        for one in [game, *(game.children or [])]:
            inside = one.range.start, one.selection_range.start, one.selection_range.end, one.range.end
            assert [(at.line, at.character) for at in inside] == sorted((at.line, at.character) for at in inside)
    lines = text.split("\n")
    assert (first.range.start.line, lines[first.range.end.line]) == (0, lines[9])
    assert second.range.start.line == 11


# -- the canonical form -----------------------------------------------------------------------------------------------


def formatted(file: Document, start: int = 0, end: int | None = None) -> str:
    text = file.lines.plain
    for change in reversed(list(formatting_changes(file, start, len(text) if end is None else end))):
        text = text[: change.start] + change.text + text[change.end :]
    return text


@pytest.mark.parametrize("text", [LOOSE, GOOD, f"\n\n{LOOSE}\n\n\n{GOOD}{LOOSE}\n\n", GOOD.rstrip(), f"; hm\n{LOOSE}"])
def test_formatting_is_fmt(text: str, tmp_path: Path) -> None:
    path = tmp_path / "games.moves"
    path.write_text(text, encoding="utf-8")
    rewrite(str(path), write=True)
    once = formatted(document(text))
    assert once == path.read_text(encoding="utf-8")
    assert list(formatting_changes(document(once), 0, len(once))) == []
