"""The types of the page scripts have the fields that Python sends, and no others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from leoni_replay.board.checking import Checks, examples
from leoni_replay.board.offers import offers
from leoni_replay.board.protocol import _REQUESTS
from leoni_replay.show.joining import read_module
from tests.play.boards import Page, board_for

BOARD_TYPES = read_module("board/page/types.d.ts")
TABLE_TYPES = read_module("show/scripts/table/types.d.ts")
#: What the page adds to a reply of its own: whether the game came by a link, or its deal by an invitation.
OF_THE_PAGE = {"shared", "invited"}


def fields(name: str, types: str = BOARD_TYPES) -> set[str]:
    """The fields of an interface."""
    found = re.search(rf"^export interface {name}(?: extends (\w+))? {{\n(.*?)^}}", types, re.MULTILINE | re.DOTALL)
    assert found, name
    parent = fields(found[1].removeprefix("Table"), TABLE_TYPES) if found[1] else set()
    return parent | set(re.findall(r"^  (\w+)\??:", found[2], re.MULTILINE))


def keys(data: Iterable[Mapping[str, Any]]) -> set[str]:
    return {key for one in data for key in one}


def test_replies_of_the_board(tmp_path: Path) -> None:
    page = Page(board_for("Labyrinth", tmp_path / "game.moves"))
    replies = [
        page.now,
        page.play("2C"),
        page.ask("record"),
        page.ask("progress"),
        page.ask("why", **{"from": [0, 0], "to": None}),
        page.ask("hint"),
        page.ask("concede"),
        page.ask("review"),
        Page(page.board).now,
        Page(board_for("Martha", tmp_path / "other.moves")).ask("hint", at_once=True),
    ]
    assert keys(replies) | OF_THE_PAGE | {"stale", "error"} == fields("Reply")
    assert keys(step for reply in replies for step in reply.get("steps", ())) <= fields("Step")
    assert keys(move for reply in replies for move in reply.get("legal", ())) | {"card"} == fields("Move", TABLE_TYPES)
    assert keys([replies[4]["refused"]]) == fields("Refused")


def test_words_of_requests() -> None:
    words = re.search(r"^export type RequestWord =\n(.*?);", BOARD_TYPES, re.MULTILINE | re.DOTALL)
    assert words
    assert set(re.findall(r'"(\w+)"', words[1])) == {*_REQUESTS, "progress"}


def test_tables_and_their_steps(tmp_path: Path) -> None:
    table = Page(board_for("Labyrinth", tmp_path / "game.moves")).now["table"]
    assert keys([table]) == fields("TableData", TABLE_TYPES)
    assert keys(table["places"]) <= fields("Place", TABLE_TYPES)
    assert keys(table["lines"]) == fields("TextLine", TABLE_TYPES)


def test_offers() -> None:
    everything = offers()
    assert keys(everything) == fields("Offer")
    assert keys(part for offer in everything for part in offer["sheet"]) == fields("SheetPart")
    assert keys(offer["guide"] for offer in everything if offer["guide"]) == fields("Guide")


def test_verdicts_of_check() -> None:
    checks = Checks()
    records = "\n".join(example.text for example in examples()[:2])
    checked = checks.answer({"do": "check", "text": records, "name": "example.moves"}) or {}
    assert set(checked) <= fields("CheckedText")
    verdicts = [
        checks.answer({"do": "verdict", "check": checked["check"], "number": number, "width": 80}) or {}
        for number in range(1, checked["games"] + 1)
    ]
    assert keys(verdicts) == fields("Verdict")
    assert keys(one for verdict in verdicts for one in verdict["findings"]) == fields("Finding")
    corrections = [correction for verdict in verdicts for correction in verdict["corrections"]]
    assert corrections and keys(corrections) == fields("Correction")
