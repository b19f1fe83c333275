"""A game on the whole screen, driven by keys and clicks on a terminal that nobody sees. Whole games are in
test_played."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

import leoni_replay as lr
from leoni_replay.play import screen
from leoni_replay.play.controller import Desk
from leoni_replay.play.session import Session
from leoni_replay.play.vocabulary import KEYS, WORDS
from tests.loops import run_alone
from tests.play.games import Dealer
from tests.play.test_session import begun, body

#: a terminal is driven key by key, which takes its time
pytestmark = pytest.mark.long

if not os.environ.get("CI"):
    pytest.importorskip("textual", reason="textual, the extra tui, is not installed")


def drive(
    desk: Desk, body: Callable[[Any, Any], Awaitable[None]], size: tuple[int, int] = (110, 36), ascii: bool = False
) -> Any:
    from leoni_replay.play.screen import Screen

    app = Screen(desk, ascii=ascii)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await body(app, pilot)

    run_alone(run())
    return app


async def look(app: Any, pilot: Any) -> str:
    """All that stands on the screen, as text."""
    await pilot.pause()
    lines = app.screen._compositor.render_strips()
    return "\n".join(line.text for line in lines)


async def find(app: Any, pilot: Any, text: str, last: bool = True) -> tuple[int, int]:
    """Where a text stands on the screen."""
    lines = [(y, line.find(text)) for y, line in enumerate((await look(app, pilot)).split("\n")) if text in line]
    y, x = lines[-1 if last else 0]
    return x, y


async def type_line(pilot: Any, text: str) -> None:
    await pilot.press(*("space" if char == " " else char for char in text), "enter")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.moves"


def test_keys(file: Path) -> None:
    async def keys(app: Any, pilot: Any) -> None:
        assert "Leoni's Own, wikipedia, seed:1884" in await look(app, pilot)
        await pilot.press("6")
        assert "6:2S^" in (await look(app, pilot)).split("\n")[-2]
        await pilot.press("tab", "enter")
        assert body(file) == "1. 6:2S^ *"
        await pilot.press("ctrl+z")
        assert body(file) == "*"
        await type_line(pilot, "11:2S")
        await pilot.press("ctrl+z", "ctrl+y", "f2")
        assert body(file) == "1. 11:2S^ (6:2S^) *"
        assert "2. 11:QCv" in await look(app, pilot)
        await type_line(pilot, "2")
        await type_line(pilot, "comment the queen")
        await type_line(pilot, "mark !")
        assert body(file) == "1. 11:2S^ (6:2S^) 11:QCv! {the queen} *"
        await type_line(pilot, "7:3D^")
        assert "3♦ does not fit" in await look(app, pilot)
        await pilot.press("up")
        assert app.query_one("#line").value == "7:3D^"
        await pilot.press("up", "down", "down", "x", "escape")
        assert app.query_one("#line").value == ""
        await pilot.press("f5")
        assert desk.auto
        await pilot.press("f1")
        for line in (KEYS.splitlines()[0], next(iter(WORDS.values())).does):
            assert any(line in said for said in app.lines)
        await pilot.press("f6", "pageup", "pagedown", "shift+down", "shift+up")
        await pilot.press("ctrl+c")

    desk = begun(file)
    assert drive(desk, keys).return_code == 0


def test_clicks(file: Path) -> None:
    async def clicks(app: Any, pilot: Any) -> None:
        # Of the two deuces of spades that can be played, the one in pile 11.
        x, y = await find(app, pilot, "2♠  J♥")
        await pilot.click(offset=(x, y))
        assert body(file) == "1. 11:2S^ *"
        x, y = await find(app, pilot, "J♣  3♥")
        await pilot.click(offset=(x, y))
        assert "can be moved now" in app.lines[-1]
        await type_line(pilot, "QC")
        await type_line(pilot, "3S")
        await type_line(pilot, "JC")
        x, y = await find(app, pilot, "exile: 6 cards")
        await pilot.click(offset=(x + 3, y))
        assert body(file).endswith("exile:QSv *")

    drive(begun(file), clicks)


def test_a_card_with_two_places_to_go_to(file: Path) -> None:
    async def clicks(app: Any, pilot: Any) -> None:
        desk = app_desk
        choices = desk.session.choices()
        move = next(
            move
            for move in choices
            if move.dest and sum(other.source == move.source for other in choices) > 1 and move.dest.startswith(">")
        )
        x, y = await find(
            app, pilot, f" {move.source} ".ljust(4) if int(move.source) < 10 else f" {move.source}", False
        )
        await pilot.click(offset=(x + 1, y))
        assert app.lines[-1].startswith("where to? ")
        dest = move.dest[1:]
        x, y = await find(app, pilot, f" {dest} ", False)
        await pilot.click(offset=(x + 1, y))
        assert desk.session.play.moves[0].dest == move.dest

    app_desk = begun(file, "seed:1884", "Martha")
    drive(app_desk, clicks)


def test_cards_that_can_move_are_lit(file: Path) -> None:
    async def lit(app: Any, pilot: Any) -> list[str]:
        await pilot.pause()
        strips = app.screen._compositor.render_strips()
        parts = [part for strip in strips for part in strip if part.style and part.style.reverse]
        return sorted(part.text for part in parts if set(part.text) & set("♣♦♥♠"))

    async def see(app: Any, pilot: Any) -> None:
        assert await lit(app, pilot) == ["Q♠", "Q♥", "Q♦", "Q♦"]
        # Of a card that lies in two places both are lit, and nothing else, until one is chosen.
        await type_line(pilot, "QD")
        assert await lit(app, pilot) == ["Q♦", "Q♦"]
        lines = (await look(app, pilot)).split("\n")
        assert "which one? 3:QDv or 4:QDv: type 3 or 4" in lines[-3] and "3:QDv  4:QDv" in lines[-2]
        x, y = await find(app, pilot, "Q♦  Q♦")
        await pilot.click(offset=(x + 4, y))
        assert body(file) == "1. 4:QDv *"

    drive(begun(file, "seed:1"), see, size=(80, 30))


def test_how_things_stand_is_whole_on_a_narrow_terminal(file: Path) -> None:
    desk = begun(file)

    async def see(app: Any, pilot: Any) -> None:
        for text in ("11:2S", "QC", "3S", "JC"):
            await type_line(pilot, text)
        assert len(desk.state()) > 46 - 2
        lines = [line.strip() for line in (await look(app, pilot)).split("\n")]
        # Above the suggestions and the line that is typed.
        assert desk.state() in " ".join(lines[-4:-2])

    drive(desk, see, size=(46, 40))


def test_another_game_after_this_one(file: Path) -> None:
    async def again(app: Any, pilot: Any) -> None:
        await type_line(pilot, "QS")
        await type_line(pilot, "restart")
        assert any(line.endswith("game-2.moves") for line in app.lines)
        await type_line(pilot, "9:QHv")
        assert body(file) == "1. 13:QSv *" and body(file.with_name("game-2.moves")) == "1. 9:QHv *"

    drive(begun(file, "seed:1"), again)


def test_a_weave_is_shown_card_by_card(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # On a busy machine the next card would come before the test has looked at this one.
    monkeypatch.setattr(screen, "PACE", 3600)

    async def weave(app: Any, pilot: Any) -> None:
        for text in ("11:2S", "QC", "3S", "JC", "exile", "exile"):
            await type_line(pilot, text)
        assert len(app.frames) == 4
        for card in ("J♦", "5♠", "4♥", "J♥"):
            assert f" {card}" in app.frames[0][1].partition("goes")[0]
            assert app.frames[0][1][:40] in await look(app, pilot)
            app._next()
        assert not app.frames and app.timer is None
        # Whoever types on does not wait for the rest.
        await pilot.press("ctrl+z")
        await type_line(pilot, "exile")
        assert len(app.frames) == 4
        await pilot.press("escape")
        assert not app.frames and body(file).endswith("exile:JD~5S~4H~JH *")

    drive(begun(file), weave)


def test_hint_beside_the_game(file: Path) -> None:
    async def hint(app: Any, pilot: Any) -> None:
        await pilot.press("f3")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert any(line.startswith("no hint: the game cannot be won any more") for line in app.lines)

    drive(begun(file, "seed:1884", "Labyrinth"), hint)


def test_a_real_table(file: Path) -> None:
    from leoni_replay.play.new_game import described
    from leoni_replay.play.physical import OnTable
    from leoni_replay.play.saved import Saved

    # No deuce lies in the first row: there is nothing to do but deal.
    dealer = Dealer(lr.new("Labyrinth", "seed:1884").transcript())
    desk = Desk(OnTable(described("Labyrinth", None, lambda question: "")), Saved(file))
    desk.beginning()

    async def table(app: Any, pilot: Any) -> None:
        assert "row 1: 8 cards, from the left" in await look(app, pilot)
        await type_line(pilot, dealer.answer(desk.session.question, dealer.first, 0))
        await type_line(pilot, "deal")
        assert "the 8 cards that came to light, in order" in await look(app, pilot)
        await pilot.press("ctrl+z")
        assert "the move is cancelled" in await look(app, pilot) and not desk.session.question

    drive(desk, table)


@pytest.mark.parametrize("ascii", [False, True])
@pytest.mark.parametrize("size", [(1, 1), (12, 4), (30, 8), (60, 20), (80, 24), (250, 80)])
def test_sizes(size: tuple[int, int], ascii: bool, file: Path) -> None:
    async def keys(app: Any, pilot: Any) -> None:
        await type_line(pilot, "11:2S")
        await pilot.resize_terminal(80, 24)
        await pilot.press("f1", "f2", "pageup", "ctrl+z", "ctrl+y")
        await pilot.resize_terminal(*size)
        await type_line(pilot, "QC")
        assert not ascii or (await look(app, pilot)).isascii()

    drive(begun(file), keys, size, ascii)
    assert body(file) == "1. 11:2S^ 11:QCv *"


@pytest.mark.parametrize("game", lr.GAMES)
def test_every_game_is_shown(game: str, file: Path) -> None:
    async def keys(app: Any, pilot: Any) -> None:
        seen = set()
        for _ in range(4):
            await pilot.press("f2")
            await type_line(pilot, "1")
            await pilot.press("escape")
            seen.add(await look(app, pilot))
        assert len(seen) == 4 and app_desk.session.number == 4

    app_desk = begun(file, "seed:1884", game)
    drive(app_desk, keys)


HOSTILE = "\x1b[2J\x1b]0;owned\x07 [bold red]x[/] [@click=app.quit]y[/]"


def test_hostile_text(file: Path) -> None:
    record = next(iter(lr.loads('[Game "Martha"]\n[Rules "mcneely"]\n[Deal "seed:1"]\n\n*\n')))
    session = Session(record.head)
    session.comment(HOSTILE)
    from leoni_replay.play.saved import Saved

    desk = Desk(session, Saved(file))
    desk.beginning()

    async def keys(app: Any, pilot: Any) -> None:
        await pilot.press("f6")
        shown = await look(app, pilot)
        assert "[bold red]x[/]" in shown and "\x1b" not in shown and app.is_running

    drive(desk, keys, (200, 50))


def test_help_is_read_from_its_beginning(file: Path) -> None:
    async def keys(app: Any, pilot: Any) -> None:
        await type_line(pilot, "11:2S")
        await pilot.press("f1")
        await pilot.pause()
        shown = await look(app, pilot)
        assert KEYS.splitlines()[0][:30] in shown and "the record is saved" not in shown
        # What is short stands at the end of what was said before.
        await type_line(pilot, "QC")
        shown = await look(app, pilot)
        assert "2. 11:QCv" in shown and "the record is saved" in shown

    drive(begun(file), keys, (60, 30))


def test_no_suggestion_is_cut(file: Path) -> None:
    async def keys(app: Any, pilot: Any) -> None:
        await pilot.pause()
        offers = (await look(app, pilot)).split("\n")[-2].split("  ")
        offered = [offer.strip() for offer in offers if offer.strip()]
        assert offered[-1] == f"and {len(desk.completions('')) - len(offered) + 1} more"
        assert offered[:-1] == desk.completions("")[: len(offered) - 1]

    desk = begun(file, "seed:1884", "Martha")
    drive(desk, keys, (40, 24))
