"""The stepper, driven by keys on a screen that nobody sees."""

from __future__ import annotations

import asyncio
import html
import os
import re
import subprocess
import sys
import unicodedata
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

import leoni_replay as lr
from leoni_replay.show import stepper
from leoni_replay.show.rows import rows
from leoni_replay.show.stepper import make_stepper
from leoni_replay.show.story import Story, tell_story
from tests.loops import run_alone
from tests.unknown.records import SOME, shown_records

#: a terminal is driven key by key, which takes half a minute
pytestmark = pytest.mark.long

if not os.environ.get("CI"):
    pytest.importorskip("textual", reason="textual, the extra tui, is not installed")

RECORDS = Path(__file__).parents[2] / "transcripts"
HEAD = '[Game "Leoni\'s Own"]\n[Rules "wikipedia"]\n[Deal "seed:1884"]\n'
WIDE, USUAL, SMALL = (120, 40), (80, 24), (60, 20)

#: Terminal escapes, an escape of eight bits, a change of the reading direction, markup of rich and of Textual.
HOSTILE = "\x1b[2J\x1b]0;owned\x07 \x9b31m \u202e [bold red]x[/] [@click=app.quit]y[/] [link=http://x]z[/link] [/]"


def in_the_long_run(value: object) -> Any:
    """A parameter of which only the long run makes a test."""
    return pytest.param(value, marks=pytest.mark.long)


def story_of(text: str) -> Story:
    (transcript,) = lr.loads(text)
    return tell_story(lr.replay(transcript))


def record(name: str) -> Story:
    return tell_story(lr.replay(next(iter(lr.load(RECORDS / name)))))


def annotated() -> Story:
    return record("games/annotated.moves")


def drive(
    story: Story, body: Callable[[Any, Any], Awaitable[None]], size: tuple[int, int] = USUAL, **options: Any
) -> Any:
    """Run the stepper on a screen of that size, with a user who does what the body does."""

    async def run() -> Any:
        app = make_stepper(story, **options)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await body(app, pilot)
        return app

    return run_alone(run())


async def look(app: Any, pilot: Any) -> str:
    """What the screen shows, line by line, as soon as it has come to rest."""
    before, shown = None, ""
    while shown != before:
        await pilot.pause()
        before, shown = shown, _screen(app)
    return shown


def _screen(app: Any) -> str:
    lines: dict[float, list[tuple[float, str]]] = {}
    picture = app.export_screenshot(title="screen").partition("</g>")[2]
    for x, y, text in re.findall(r'<text [^>]*x="([\d.]+)" y="([\d.]+)"[^>]*>(.*?)</text>', picture, re.DOTALL):
        lines.setdefault(float(y), []).append((float(x), html.unescape(text).replace("\xa0", " ")))
    return "\n".join("".join(text for _, text in sorted(parts)) for _, parts in sorted(lines.items()))


def obeyed(text: str) -> set[str]:
    """The characters of a text that a terminal obeys instead of showing them."""
    return {char for char in text if char != "\n" and unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp")}


# -- moving about -----------------------------------------------------------------------------------------------------


#: Keys that are pressed at the deal, and the move that is shown then.
KEYS = [
    ("right", 1),
    ("l n right", 3),
    ("right right left", 1),
    ("l l l h p", 1),
    ("left", 0),
    ("end", 56),
    ("end right", 56),
    ("end home", 0),
    ("pagedown", 10),
    ("pagedown pagedown pageup right", 11),
    ("pageup", 0),
    ("end pageup", 46),
    ("]", 22),
    ("] ]", 44),
    ("] ] ]", 56),
    ("end [", 44),
    ("] right [", 22),
    ("] [", 0),
    ("g 1 8 enter", 18),
    ("g 1 8 escape", 0),
    ("right g enter", 1),
    ("g 0 5 7 enter", 0),
    ("g q h x enter", 0),
    ("right g 9 9 9 9 9 9 9 9 9 9 9 9 enter", 1),
    ("m right", 1),
    ("? right ?", 1),
]


def test_keys() -> None:
    async def body(app: Any, pilot: Any) -> None:
        for keys, number in KEYS:
            await pilot.press("home", *keys.split())
            await pilot.pause()
            assert app.number == number, keys
        assert f"move {number} of 56" in await look(app, pilot)

    drive(annotated(), body)


def test_a_focused_list_takes_no_keys() -> None:
    async def body(app: Any, pilot: Any) -> None:
        moves = app.query_one("#moves")
        moves.can_focus = True
        moves.focus()
        await pilot.press("end")
        assert app.number == 56
        await pilot.press("home")
        assert app.number == 0

    drive(annotated(), body)


def test_what_is_on_the_screen() -> None:
    async def body(app: Any, pilot: Any) -> None:
        shown = await look(app, pilot)
        assert "Leoni's Own, wikipedia, seed:1884" in shown
        assert "Event: The example of the notation, annotated" in shown
        assert "── The deal ──" in shown
        assert shown.count("Both twos of spades are on top.") == 2  # in the list and below the table
        assert "✓ available: 2S KS 7S" in shown
        await pilot.press("l")
        shown = await look(app, pilot)
        assert "1. 11:2S^!  2♠ from pile 11 to the foundation (up)" in shown
        assert "in place of move 1:" in shown
        assert "6:2H^" in shown
        await pilot.press("end")
        shown = await look(app, pilot)
        assert "No exile is left, and nothing fits." in shown
        assert "verified: lost after 56 moves" in shown

    drive(annotated(), body, WIDE)


def test_which_game_of_how_many() -> None:
    async def body(app: Any, pilot: Any) -> None:
        assert "Leoni's Own, wikipedia, seed:1884 (game 2 of 3)" in await look(app, pilot)

    drive(annotated(), body, WIDE, which="game 2 of 3")


def test_the_move_is_marked_in_the_list() -> None:
    async def body(app: Any, pilot: Any) -> None:
        moves = app.query_one("#moves")
        for key in ("end", "home", "pagedown"):
            await pilot.press(key)
            await pilot.pause()
            text = moves.get_option_at_index(moves.highlighted).prompt.plain
            assert text.split()[0] == f"{app.number}."
            lines = [y for y, (index, _) in enumerate(moves._lines) if index == moves.highlighted]
            assert moves.scroll_y <= lines[0] < moves.scroll_y + moves.size.height

    drive(annotated(), body)


def test_a_click_goes_to_a_move() -> None:
    async def body(app: Any, pilot: Any) -> None:
        moves = app.query_one("#moves")
        (index,) = [i for i, row in enumerate(rows(annotated())) if row.main and row.move == 2]
        y = next(y for y, (option, _) in enumerate(moves._lines) if option == index)
        await pilot.click("#moves", offset=(8, y))
        assert app.number == 2

    drive(annotated(), body, (120, 60))


def test_where_it_begins() -> None:
    async def nothing(app: Any, pilot: Any) -> None:
        pass

    assert drive(annotated(), nothing).number == 0
    assert drive(annotated(), nothing, at=7).number == 7
    for at in (-1, 57):
        with pytest.raises(IndexError, match="the game has 56 moves"):
            make_stepper(annotated(), at=at)


def test_quitting() -> None:
    for key in ("q", "ctrl+c"):

        async def body(app: Any, pilot: Any, key: str = key) -> None:
            await pilot.press("space", key)

        app = drive(annotated(), body)
        assert not app.is_running and app.timer is None and app.return_code == 0


def test_help() -> None:
    async def body(app: Any, pilot: Any) -> None:
        for close in ("?", "escape"):
            await pilot.press("?")
            assert "go to a move by its number" in await look(app, pilot)
            await pilot.press("down", "up", close)
            assert "go to a move by its number" not in await look(app, pilot)

    drive(annotated(), body)


# -- searching --------------------------------------------------------------------------------------------------------


async def search(app: Any, pilot: Any, text: str) -> None:
    await pilot.press("/")
    app.query_one("#prompt").value = text
    await pilot.press("enter")
    await pilot.pause()


@pytest.mark.parametrize(
    "text, number",
    [
        ("exile:JD", 6),
        ("KING ENDS", 8),
        ("one run", 17),
        ("12:jh", 10),
        ("j♥ from pile", 10),
        ("6:2H^", 1),
        ("redeal", 22),
        ("standstill", 4),
        ("[bold]", 0),
    ],
)
def test_search(text: str, number: int) -> None:
    async def body(app: Any, pilot: Any) -> None:
        await search(app, pilot, text)
        assert app.number == number
        assert ("found 1 of" if number else f"not found: {text}") in await look(app, pilot)

    drive(annotated(), body)


def test_next_and_previous_find() -> None:
    async def body(app: Any, pilot: Any) -> None:
        await pilot.press("f")
        assert "type / to search" in await look(app, pilot)
        await search(app, pilot, "standstill")
        seen = [app.number]
        for key in ("f", "f", "f", "F", "F"):
            await pilot.press(key)
            seen.append(app.number)
        # The sentence that says why the game is over is a line of its own.
        assert seen == [4, 21, 56, 56, 56, 21]
        assert "standstill" in app.query_one("#moves").highlighted_option.prompt.plain

    drive(annotated(), body)


def test_what_is_typed_is_text() -> None:
    async def body(app: Any, pilot: Any) -> None:
        await pilot.press("right", "/", *"qhlnpgm?+-[]fF/", "space", "home", "end", "left")
        assert app.query_one("#prompt").value == "qhlnpgm?+-[]fF/ "
        assert app.number == 1 and app.timer is None and app.is_running
        await pilot.press("escape", "right")
        assert app.number == 2
        await pilot.press("/", *"king", "enter")
        assert app.number == 8

    drive(annotated(), body)


# -- playing ----------------------------------------------------------------------------------------------------------


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0.01)


def test_play_and_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stepper, "SPEEDS", (20, 20))

    async def body(app: Any, pilot: Any) -> None:
        await pilot.press("space")
        assert app.timer is not None
        await until(lambda: app.number >= 3)
        await pilot.press("space")
        assert app.timer is None
        number = app.number
        await asyncio.sleep(0.1)
        assert app.number == number
        await pilot.press("g", "5", "5", "enter", "space")
        await until(lambda: app.number == 56)
        assert app.timer is None
        await pilot.press("space")
        assert app.timer is not None and app.number < 56
        await pilot.press("left")
        assert app.timer is None

    drive(annotated(), body)


def test_speed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stepper, "SPEEDS", (0.01, 0.02, 0.03, 0.04))

    async def body(app: Any, pilot: Any) -> None:
        for keys, said in (
            (["+", "="], "speed: 0.04 a second"),
            (["-"] * 9, "speed: 0.01 a second"),
            (["space"], "playing, 0.01 a second"),
            (["+"], "playing, 0.02 a second"),
            (["+"] * 9, "playing, 0.04 a second"),
        ):
            before = app.timer
            await pilot.press(*keys)
            assert said in await look(app, pilot)
            assert (app.timer is not before) == said.startswith("playing")

    assert drive(annotated(), body).timer is None


def test_a_game_without_moves() -> None:
    async def body(app: Any, pilot: Any) -> None:
        await pilot.press("right", "space", "end", "]", "[", "pagedown")
        await pilot.pause()
        assert app.number == 0
        assert "verified: unfinished after 0 moves" in await look(app, pilot)

    drive(story_of(f"{HEAD}\n*\n"), body)


# -- what is wrong ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [in_the_long_run(SMALL), USUAL, in_the_long_run(WIDE)])
@pytest.mark.parametrize("code", ["M203", "M206", "C401", "R501", "S003", "H103"])
def test_rejected(code: str, size: tuple[int, int]) -> None:
    story = record(f"rejected/{code}.moves")

    async def body(app: Any, pilot: Any) -> None:
        assert app.number == len(story.moves)
        shown = await look(app, pilot)
        assert f"error[{code}]" in shown
        assert story.verdict in shown
        await pilot.press("j", "j", "k", "left", "right")
        await pilot.pause()
        assert app.number == len(story.moves)

    drive(story, body, size)


@pytest.mark.parametrize("path", sorted(RECORDS.rglob("*.moves")), ids=lambda path: path.stem)
def test_every_record_has_its_rows(path: Path) -> None:
    for transcript in lr.load(path):
        story = tell_story(lr.replay(transcript))
        listed = rows(story)
        assert [row.move for row in listed if row.main] == list(range(len(story.moves) + 1))
        assert listed[-1].text == story.verdict
        assert story.error is None or any(story.error.code in row.text for row in listed)
        for row in listed:
            for width in (10, 44):
                assert "".join(row.draw(width).plain.split()) == "".join(f"{row.lead}{row.head}{row.text}".split())


@pytest.mark.long
@pytest.mark.parametrize("ascii", [False, True])
@pytest.mark.parametrize(
    "text",
    [
        f'{HEAD}[Player "{HOSTILE}"]\n\n{{{HOSTILE}}} 11:2S^ {{{HOSTILE}}} (6:2S^ {{{HOSTILE}}}) * {{{HOSTILE}}}\n',
        f"{HEAD}\n11:2S^ 1:TDv {{{HOSTILE}}} *\n",
        f"{HEAD}\n11:2S^ {HOSTILE} *\n",
        f"{HEAD}\n11:2S^ {{= {HOSTILE}}} *\n",
        HEAD.replace("Leoni's Own", HOSTILE) + "\n*\n",
        HEAD.replace("1884", HOSTILE) + "\n*\n",
        HOSTILE,
    ],
    ids=["comments", "refused", "token", "claim", "game", "seed", "all"],
)
def test_hostile_text(text: str, ascii: bool) -> None:
    story = story_of(text)
    assert not any(obeyed(row.draw(40).plain) for row in rows(story, ascii))

    async def body(app: Any, pilot: Any) -> None:
        seen = ""
        for key in ("home", "right", "end"):
            await pilot.press(key)
            seen += await look(app, pilot)
        assert not obeyed(seen)
        assert ("\\x1b[2J" if ascii else "␛[2J") in seen
        assert "[bold red]x[/]" in seen
        assert app.is_running

    drive(story, body, (140, 60), ascii=ascii)


def test_markup_in_a_search() -> None:
    async def body(app: Any, pilot: Any) -> None:
        await search(app, pilot, HOSTILE)
        shown = await look(app, pilot)
        assert "[bold red]x[/]" in shown and not obeyed(shown)

    drive(annotated(), body, (160, 30))


# -- terminals --------------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("ascii", [False, True])
@pytest.mark.parametrize("size", [(1, 1), (12, 4), (30, 8), SMALL, USUAL, (100, 10), WIDE, (300, 100)])
def test_sizes(size: tuple[int, int], ascii: bool) -> None:
    async def body(app: Any, pilot: Any) -> None:
        await pilot.press("right", "pagedown", "m", "?", "down", "up", "?", "m", "up", "down", "/", "x", "enter", "end")
        await pilot.resize_terminal(*USUAL)
        await pilot.resize_terminal(*size)
        await pilot.press("home", "right")
        await pilot.pause()
        assert app.number == 1
        assert not ascii or (await look(app, pilot)).isascii()

    drive(annotated(), body, size, ascii=ascii)


def test_the_list_hides_on_small_terminals() -> None:
    async def body(app: Any, pilot: Any) -> None:
        moves = app.query_one("#moves")
        assert not moves.display
        await pilot.press("m", "right")
        await pilot.pause()
        assert moves.display and moves.size.height
        await pilot.press("m")
        assert not moves.display

    drive(annotated(), body, SMALL)


def test_the_cards_that_moved_are_in_sight() -> None:
    async def body(app: Any, pilot: Any) -> None:
        table = app.query_one("#table")
        await pilot.press(*["down"] * 40, "right")
        assert table.scroll_y == 0 and "2♠" in await look(app, pilot)
        await pilot.press("g", "8", "enter")
        await pilot.pause()
        await pilot.press("right", "left")
        assert "2♠" in await look(app, pilot)

    drive(annotated(), body, (60, 12))


@pytest.mark.parametrize("size", [USUAL, in_the_long_run(WIDE)])
@pytest.mark.parametrize("game", [name if name == "Anna" else in_the_long_run(name) for name in lr.GAMES])
def test_every_game(game: str, size: tuple[int, int]) -> None:
    (transcript,) = lr.sample(game, None, "step", 1)
    story = tell_story(lr.replay(transcript))

    async def body(app: Any, pilot: Any) -> None:
        seen = set()
        for key in ("home", "right", "]", "]", "right", "pagedown", "end"):
            await pilot.press(key)
            shown = await look(app, pilot)
            seen.add(shown)
            if app.number:
                assert f"{app.number}. {story.moves[app.number - 1].token}" in shown
        assert len(seen) > 2
        # The verdict may go on in a second line, beside the end of a move in the next column.
        assert set(story.verdict.split()) <= set(shown.split())

    drive(story, body, size)


def test_unknown_cards() -> None:
    for _, replay in shown_records(SOME[:1]):
        story = tell_story(replay)

        async def body(app: Any, pilot: Any, story: Story = story) -> None:
            await pilot.press("home")
            assert "??" in await look(app, pilot)
            await pilot.press("end")
            assert story.verdict in await look(app, pilot)
            # It is accepted: its verdict is no bad news.
            (style,) = {span.style for span in app.query_one("#said").content.spans if "bold" in str(span.style)}
            assert (story.replay.status, str(style)) == ("consistent", "bold green")

        drive(story, body, WIDE)


# -- without textual --------------------------------------------------------------------------------------------------


def test_textual_is_imported_when_it_is_used() -> None:
    code = "import sys, leoni_replay.show.stepper; assert 'textual' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_without_textual(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "textual.app", None)
    with pytest.raises(ImportError, match=r"pip install 'leoni-replay\[tui\]'"):
        stepper.step(annotated())


def test_a_game_that_was_reviewed() -> None:
    """A sign at every move of the main line, and the words for the move that is shown."""
    story = annotated()
    outlooks = ["won"] * 3 + ["undecided"] * 2 + ["lost"] * (len(story.moves) - 4)

    async def body(app: Any, pilot: Any) -> None:
        shown = await look(app, pilot)
        assert re.search(r"\+ +0\. as dealt", shown) and "can be won" in shown
        await pilot.press("right", "right", "right")
        shown = await look(app, pilot)
        assert re.search(r"\+ +2\. ", shown) and re.search(r"\? +3\. ", shown) and "undecided" in shown
        await pilot.press("end")
        assert "cannot be won" in await look(app, pilot)

    drive(story, body, WIDE, outlooks=outlooks)


@pytest.mark.parametrize("ascii", [False, True])
def test_a_weave_is_numbered_and_told_in_full(ascii: bool) -> None:
    """The order of the cards, and a sentence that is longer than four lines."""
    story = record("games/wikipedia-won.moves")
    longest = max(story.moves, key=lambda move: len(move.prose))
    lifted = [longest.step.move.card, *(longest.step.move.path or ())]
    assert len(lifted) > 9

    async def body(app: Any, pilot: Any) -> None:
        shown = await look(app, pilot)
        for turn in (1, 2, len(lifted)):
            mark = f"'{turn}" if ascii else str(turn).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
            assert mark in shown, mark
        assert longest.prose.split()[-1] in " ".join(shown.split())

    drive(story, body, WIDE, ascii=ascii, at=longest.number)
