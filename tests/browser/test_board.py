"""Games played on the board in a browser, through the server: by touch, with the mouse, by keys."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import leoni_replay as lr
from leoni_replay.board.http_server import BoardServer
from leoni_replay.board.protocol import Board
from leoni_replay.cards import TEXT, read
from leoni_replay.games import GAMES
from leoni_replay.games.sheet import winnable
from leoni_replay.play.game_file import GameFile
from leoni_replay.play.new_game import layout_tags
from leoni_replay.play.physical import PhysicalSession
from leoni_replay.play.session import Session
from tests.browser.conftest import PATIENCE, TRANSCRIPTS
from tests.browser.hands import CONTROLS, COVERED, LYING, POINTS, SEEN, Hands, play, wait
from tests.browser.test_player import until
from tests.browser.test_room import resize
from tests.chromium import watch
from tests.play.boards import Page as Player
from tests.play.boards import board_for, board_of, served, study_of
from tests.play.games import Dealer, TypingDesk, main_line, sampled, typed

pytestmark = pytest.mark.browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

Serve = Callable[..., "Page"]


@pytest.fixture
def serve(browser: Browser) -> Iterator[Serve]:
    """Opens a board in a window of its own. A message on the console, a script error or a request to anybody else fails
    the test."""
    faults: list[str] = []
    stack = ExitStack()
    servers: dict[int, BoardServer] = {}

    def serve(board: Board, size: tuple[int, int] = (1280, 720), *, glide: bool = False, **options: Any) -> Page:
        if id(board) not in servers:
            servers[id(board)] = stack.enter_context(served(board))
        server = servers[id(board)]
        options = {"viewport": {"width": size[0], "height": size[1]}, "has_touch": size[0] < 800} | options
        context = browser.new_context(reduced_motion="no-preference" if glide else "reduce", **options)
        stack.callback(context.close)
        context.set_default_timeout(PATIENCE)
        tab = context.new_page()
        watch(tab, faults, server.address, "data:")
        tab.goto(server.address)
        if board.desk.session.recorded_end is None:
            until(tab, "Boolean(state.reply?.legal)")
        return tab

    with stack:
        yield serve
    assert faults == []


def play_by_touch(tab: Page, text: str) -> None:
    """Tap a card; if it can go to several places, tap the one that is meant, or the button that names it."""
    play(Hands(tab), text, touch=True)


def play_by_mouse(tab: Page, text: str) -> None:
    """Drag a card to where it goes, or click it if it only turns up; of several moves, choose by its button."""
    play(Hands(tab), text, touch=False)


def settled(tab: Page) -> None:
    """Wait until all that was asked has been answered, and the cards lie."""
    tab.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() => queue)")
    until(tab, LYING)


def begin_on_a_table(tab: Page, name: str, rules: str) -> None:
    """Begin a game on a real table by the menu."""
    tab.get_by_role("button", name="Menu").click()
    tab.get_by_text("Choose rules, a deal").click()
    tab.fill("#game-deal", "sead:18")
    tab.locator("#begin").click()
    until(tab, "$('deal-help').matches('.no') && $('game-deal').value === 'sead:18'")
    tab.locator("#game-name").select_option(name)
    tab.locator("#game-rules").select_option(rules)
    tab.get_by_label("On a real table").check()
    tab.get_by_role("button", name="New game").click()
    settled(tab)


def play_on_a_table(tab: Page, record: lr.Transcript, moves: int) -> None:
    """Begin a game on a real table and make moves of a record. Each card that comes to light is tapped in the pack."""
    dealer, words = Dealer(record), list(typed(record))
    begin_on_a_table(tab, record.value("Game") or "", record.value("Rules") or "")
    until(tab, "Boolean(state.reply?.question)")
    told = "[state.steps.length, state.reply.question, state.reply.version]"
    while (now := tab.evaluate(told))[0] < moves:
        played, question, version = now
        if question:
            pack = tab.locator("#pack button")
            assert pack.count() == 52
            sizes = pack.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().toJSON())")
            assert all(size["width"] >= 44 and size["height"] >= 44 for size in sizes)
            for word in dealer.answer(question, dealer.replay.at(played), played).split():
                pack.nth(TEXT.index(word)).tap()
        else:
            tab.evaluate("(text) => ask({ do: 'enter', text })", words[played])
        until(tab, f"state.reply.version !== {version} || state.reply.question !== {question!r}")
        settled(tab)


def seen(tab: Page) -> list[str]:
    """What is wrong on the table; the sheet of a game that is over comes a little later, and would cover cards."""
    close = "if (state.reply.result !== '*') sheet.close();"
    return list(tab.evaluate(f"() => {{ {close} return ({SEEN})(); }}"))


#: The same at every step of a game, and whether a control has moved from one to the next. At its end, Undo is alone.
THROUGHOUT = f"""() => {{
  const wrong = [], controls = {CONTROLS}, isOver = state.reply.result !== "*";
  if (isOver) glideTo(0, false);
  const stood = controls();
  for (let n = 0; n <= state.steps.length && !wrong.length; n++) {{
    glideTo(n, false);
    wrong.push(...({SEEN})().map((what) => `${{n}}: ${{what}}`));
    if (!(isOver && n === state.steps.length) && controls() !== stood) wrong.push(`${{n}}: a control has moved`);
  }}
  return wrong;
}}"""


@pytest.mark.parametrize("name", ["Leoni's Own", *(pytest.param(n, marks=pytest.mark.long) for n in list(GAMES)[1:])])
def test_a_whole_game_by_touch_on_a_phone(name: str, serve: Serve, tmp_path: Path, artifacts: Path) -> None:
    record = sampled(name)
    board = board_of(record, tmp_path / "game.moves")
    tab = serve(board, (360, 740))
    for number, text in enumerate(typed(record), 1):
        play_by_touch(tab, text)
        assert board.desk.session.move_number == number, text
        assert seen(tab) == []
    tab.screenshot(path=artifacts / "board-phone.png")
    assert main_line((tmp_path / "game.moves").read_text(encoding="utf-8")) == [str(m.command) for m in record.moves()]
    (verdict,) = lr.verify(tmp_path / "game.moves")
    assert (verdict.status, verdict.digest) == ("verified", lr.replay(record).digest)


@pytest.mark.parametrize(
    "name", ["Labyrinth", *(pytest.param(n, marks=pytest.mark.long) for n in GAMES if n != "Labyrinth")]
)
def test_a_whole_game_with_the_mouse(name: str, serve: Serve, tmp_path: Path, artifacts: Path) -> None:
    """Cards are dragged, or clicked where they only turn up. The game is then looked at again at another size."""
    record = sampled(name)
    board = board_of(record, tmp_path / "game.moves")
    tab = serve(board)
    lies = tab.evaluate("table.style.transform")
    for number, text in enumerate(typed(record), 1):
        play_by_mouse(tab, text)
        assert board.desk.session.move_number == number, text
        assert seen(tab) == [] and (name != "Labyrinth" or number > 6 or tab.evaluate("table.style.transform") == lies)
    assert name != "Labyrinth" or tab.evaluate("table.show(1), table.forward(), table.style.transform") == lies
    tab.screenshot(path=artifacts / "board-desktop.png")
    (verdict,) = lr.verify(tmp_path / "game.moves")
    assert (verdict.status, verdict.digest) == ("verified", lr.replay(record).digest)
    resize(tab, *[(390, 844), (768, 1024), (1920, 1080)][list(GAMES).index(name) % 3])
    # The sheet of a win comes a little later, and would cover cards.
    until(tab, "state.reply?.result !== 'won' || sheet.box.open")
    tab.evaluate("sheet.close()")
    assert tab.evaluate(THROUGHOUT) == []


@pytest.mark.parametrize("size", [(360, 640), (1280, 720)])
def test_the_end_of_a_game_covers_no_card(size: tuple[int, int], serve: Serve, tmp_path: Path) -> None:
    record = next(lr.load(TRANSCRIPTS / "games/1884.moves"))
    board = board_of(record, tmp_path / "game.moves")
    *moves, last = typed(record)
    assert [board.desk.enter(text) for text in moves]
    tab = serve(Board(board.desk), size)
    felt = "JSON.stringify(document.getElementById('box').getBoundingClientRect())"
    before = tab.evaluate(felt)
    play_by_touch(tab, last) if size[0] < 800 else play_by_mouse(tab, last)
    # A reversal could free a card, and is lit; the player ends the game.
    until(tab, "state.lying && document.body.dataset.mode === 'ended-by-rules'")
    assert tab.locator("#table .can").count() and seen(tab) == []
    tab.get_by_role("button", name="End the game").click()
    # What can be done then stands on a sheet, and below the table.
    until(tab, "sheet.box.open")
    assert tab.locator("#sheet").get_by_role("button", name="Could it be won?").is_visible()
    tab.get_by_role("button", name="Close").click()
    assert tab.evaluate("state.reply.result") == "lost" and seen(tab) == []
    assert tab.evaluate("!table.querySelector('.can') && document.documentElement.scrollHeight <= innerHeight")
    assert tab.evaluate(felt) == before and not tab.locator("#told").is_visible()
    said = tab.locator("#now")
    assert said.inner_text().startswith("The game is lost: ") and said.inner_text().endswith(" are still legal.")
    assert tab.evaluate("document.getElementById('now').scrollHeight <= document.getElementById('now').clientHeight")


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (768, 1024), (1920, 1080)])
def test_every_game_begins_and_can_be_played(size: tuple[int, int], serve: Serve, tmp_path: Path) -> None:
    for number, name in enumerate(GAMES):
        board = board_for(name, tmp_path / f"{number}.moves")
        tab = serve(board, size, has_touch=True)
        for _ in range(3):
            before = board.desk.session.move_number
            play_by_touch(tab, tab.evaluate("state.reply.legal.at(-1).move"))
            if tab.evaluate("state.reply.asked.length"):
                tab.locator("#asks button").first.tap()
                settled(tab)
            assert board.desk.session.move_number == before + 1, name
            assert seen(tab) == [], name
        assert [verdict.status for verdict in lr.verify(tmp_path / f"{number}.moves")] == ["verified"]
        tab.close()


def test_two_places_light_up_and_a_second_tap_takes_the_foundation(serve: Serve, tmp_path: Path) -> None:
    board = board_for("Martha", tmp_path / "game.moves")
    tab = serve(board, (360, 640))
    box = tab.locator("#box").bounding_box()
    both = tab.evaluate("""() => {
      const { legal } = state.reply;
      const first = legal.find(({ from }) => legal.filter((m) => `${m.from}` === `${from}`).length > 1);
      return legal.filter((m) => `${m.from}` === `${first.from}`).map(({ move }) => move);
    }""")
    (start, _), (_, end) = tab.evaluate(POINTS, both[0]), tab.evaluate(POINTS, both[1])
    tab.touchscreen.tap(*start)
    assert board.desk.session.move_number == 0
    assert tab.locator("#table .asked").count() == 2
    assert tab.locator("#asks button").count() == 3 and seen(tab) == []
    # The table stays as it was. A hint can be asked for, and what it says covers neither the header nor the choice.
    assert tab.locator("#box").bounding_box() == box
    tab.get_by_role("button", name="Hint").tap()
    until(tab, "!told.hidden")
    assert tab.evaluate(COVERED) == [] and seen(tab) == []
    # For a moment after a search no tap counts, because what is said has moved the buttons.
    tab.wait_for_timeout(600)
    tab.get_by_role("button", name="Cancel").tap()
    assert tab.locator("#table .asked").count() == 0
    tab.touchscreen.tap(*start)
    tab.touchscreen.tap(*end)
    settled(tab)
    assert str(board.desk.session.game_in_play.moves[-1]).startswith(both[1])
    tab.get_by_role("button", name="Undo").tap()
    settled(tab)
    assert board.desk.session.move_number == 0
    assert tab.evaluate(POINTS, both[0])[0] == start
    # Twice on the card: to the foundation.
    tab.touchscreen.tap(*start)
    tab.touchscreen.tap(*start)
    settled(tab)
    assert str(board.desk.session.game_in_play.moves[-1]).startswith(next(move for move in both if "^" in move))


def test_a_finger_that_drags_a_card_that_cannot_move_is_told_why(serve: Serve, tmp_path: Path) -> None:
    """Upward and downward too: nothing scrolls there."""
    tab = serve(board_for("Leoni's Own", tmp_path / "game.moves"), (390, 844))
    touch = tab.context.new_cdp_session(tab)
    stuck = (
        "table.piles.findIndex((pile, p) => pile.length > 2 && !table.chooser.movesFrom([p, pile.length - 1]).length)"
    )
    (x, y), lay = tab.evaluate(f"""(() => {{
      const {{ box }} = table.piles[{stuck}].at(-1), {{ x, y }} = box.getBoundingClientRect();
      return [[x + 20, y + 30], box.style.transform];
    }})()""")
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for far in range(0, 300, 20):
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y - far}]})
    lifted = tab.evaluate("document.querySelector('.dragged').style.transform")
    assert lifted.startswith(lay) and lifted != lay
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    until(tab, "!told.hidden")
    assert tab.evaluate(f"table.piles[{stuck}].at(-1).box.style.transform") == lay
    assert tab.locator("#told.no").is_visible() and tab.evaluate(COVERED) == []


def test_a_refusal_shows_the_rule_and_its_source(serve: Serve, tmp_path: Path) -> None:
    board = board_for("Leoni's Own", tmp_path / "game.moves", "wikipedia")
    tab = serve(board)
    card = """(p) => {
      const { x, y, width } = table.piles[p].at(-1).box.getBoundingClientRect();
      return [x + width / 2, y + 30];
    }"""
    names = list(board.desk.session.game_in_play.position.places)
    here, there = tab.evaluate(card, names.index("7")), tab.evaluate(card, names.index("D^"))
    tab.mouse.move(*here)
    tab.mouse.down()
    tab.mouse.move(*there, steps=4)
    tab.mouse.up()
    settled(tab)
    # One sentence, which covers no card; what is behind it is on a sheet.
    assert tab.locator("#told p").count() == 1 and seen(tab) == []
    tab.get_by_role("button", name="Why?").click()
    told = tab.locator("#sheet-body").text_content() or ""
    assert "From Wikipedia, " in told and told.startswith("The rule: play") and "M203" not in told, told
    tab.get_by_role("button", name="The rule: play").click()
    assert tab.locator("#sheet-title").inner_text() == "Leoni's Own: every rule and its source"
    tab.keyboard.press("Escape")
    # The card is back. Esc takes the refusal away, and so does a tap on the felt, and the next move.
    assert tab.evaluate(card, names.index("7")) == here
    tab.keyboard.press("Escape")
    assert not tab.locator("#told").is_visible()
    tab.mouse.click(*here)
    settled(tab)
    assert tab.locator("#told.no").is_visible()
    tab.mouse.click(*tab.evaluate("(({ right, bottom }) => [right - 5, bottom - 5])(box.getBoundingClientRect())"))
    assert not tab.locator("#told").is_visible()
    assert board.desk.session.move_number == 0


def test_a_hint_shows_a_card_and_where_it_goes(serve: Serve, tmp_path: Path) -> None:
    """On a deal that is solved at once, however busy the machine is."""
    tab = serve(board_for("Labyrinth", tmp_path / "game.moves", deal=winnable("Labyrinth")[0]))
    tab.keyboard.press("h")
    until(tab, "document.querySelector('#told p')?.textContent.startsWith('Try this: ')")
    assert tab.locator("#table .hinted").count() == 1 and tab.locator("#table .toward").count() == 1


def test_what_was_played_all_the_same_is_recorded_by_a_button(serve: Serve, tmp_path: Path) -> None:
    table = "\n".join(f"{number}: {card}" for number, card in enumerate("7C 8H 9D TS JC QH KD 5S 6D 7D 8C".split(), 1))
    board = Board(TypingDesk(Session(layout_tags("Martha", None, table)), GameFile(tmp_path / "game.moves")))
    tab = serve(board)
    names = list(board.desk.session.game_in_play.position.places)
    (x, y), there = tab.evaluate(CORNER, [names.index("1"), 0]), tab.evaluate(CORNER, [names.index("6"), 0])
    for name in ("It was played all the same", "Put these cards right by hand"):
        tab.mouse.move(x, y)
        tab.mouse.down()
        tab.mouse.move(*there, steps=4)
        tab.mouse.up()
        settled(tab)
        tab.get_by_role("button", name="Why?").click()
        tab.get_by_role("button", name=name).click()
        settled(tab)
        if board.desk.session.move_number:
            assert [str(move) for move in board.desk.session.game_in_play.moves] == ["misplay 1:7C>6"]
            tab.get_by_role("button", name="Undo").click()
            settled(tab)
    # What lies there is written into the field, to be changed.
    assert tab.locator("#typed").input_value() == "set {1: 7C  6: QH}"
    tab.locator("#typed").fill("set {1: -  6: 7C QH}")
    tab.keyboard.press("Enter")
    settled(tab)
    assert board.desk.session.game_in_play.position.places["6"] == [read("7C"), read("QH")]


#: The corner of a card, which is seen where others lie on it.
CORNER = """([place, card]) => {
  const { x, y } = table.piles[place][card].box.getBoundingClientRect();
  return [x + 4, y + 4];
}"""


def held(tab: Page, place: int, card: int) -> list[str]:
    """The cards that go with the mouse when a card is dragged."""
    x, y = tab.evaluate(CORNER, [place, card])
    tab.mouse.move(x, y)
    tab.mouse.down()
    tab.mouse.move(x + 30, y + 30, steps=3)
    dragged: list[str] = tab.evaluate(
        "table.piles.flat().filter(({ box }) => box.matches('.dragged')).map((card) => spell(card))"
    )
    tab.mouse.move(x, y)
    tab.mouse.up()
    settled(tab)
    return dragged


def test_a_dragged_card_takes_along_what_moves_with_it(serve: Serve, tmp_path: Path) -> None:
    """In Martha a sequence moves as one; in The Reversal a card leaves the middle of a row by itself."""
    for name, most in (("Martha", 2), ("The Reversal", 1)):
        record = sampled(name)
        board = board_of(record, tmp_path / f"{most}.moves")
        player = Player(board)
        for text in typed(record):
            piles = list(board.desk.session.game_in_play.position.places.values())
            froms = [move["from"] for move in player.now["legal"] if move["from"] and move["changes"]]
            below = [(place, at) for place, at in froms if at == len(piles[place]) - 2]
            if below:
                break
            player.play(text)
        tab, played = serve(board), board.desk.session.move_number
        (place, card), *_ = below
        assert held(tab, place, card) == [TEXT[code] for code in piles[place][card : card + most]]
        # Another card of the row that fits nowhere is not taken for it.
        tab.mouse.click(*tab.evaluate(CORNER, [place, 0]))
        settled(tab)
        assert tab.locator("#told").is_visible() and board.desk.session.move_number == played


#: Whether the face of each card of a place is drawn.
FACES = "(place) => table.piles[place].map(({ box }) => box.querySelector('.face:not(.pip)').checkVisibility())"


def test_a_face_is_drawn_where_it_is_seen(serve: Serve, tmp_path: Path) -> None:
    """Of a card under another the face is not drawn, which would cost a browser time; it is while that one is dragged.
    The next game is laid with the same cards."""
    board = board_for("Leoni's Own", tmp_path / "game.moves", "wikipedia")
    tab = serve(board)
    from_pile = tab.evaluate("state.reply.legal.find(({ from }) => from?.[1] > 0).from")
    place, card = from_pile
    assert tab.evaluate(FACES, place) == [False] * card + [True]
    x, y = tab.evaluate(CORNER, from_pile)
    tab.mouse.move(x, y)
    tab.mouse.down()
    tab.mouse.move(x + 30, y + 30, steps=3)
    assert tab.evaluate(FACES, place) == [False] * (card - 1) + [True, True]
    tab.mouse.move(x, y)
    tab.mouse.up()
    settled(tab)
    tab.evaluate("window.cards = new Set(table.querySelectorAll('.card'))")
    tab.evaluate("ask({ do: 'begin', name: `Weaver's`, rules: '', deal: '' })")
    until(tab, "gameOf(state) === `Weaver's` && state.reply")
    assert tab.evaluate("table.querySelectorAll('.card').length") == 104
    assert tab.evaluate("[...table.querySelectorAll('.card')].every((box) => cards.has(box))")


def test_keys_play(serve: Serve, tmp_path: Path) -> None:
    board = board_for("Leoni's Own", tmp_path / "game.moves", "wikipedia")
    tab = serve(board)
    names = tab.evaluate("[...document.querySelectorAll('#table [role=button]')].map((e) => e.ariaLabel)")
    assert names == ["two of spades, pile 6", "two of spades, pile 11"]
    tab.locator("#table [tabindex='0']").focus()
    tab.keyboard.press("n")
    assert tab.evaluate("document.activeElement.ariaLabel") == "two of spades, pile 11"
    tab.keyboard.press("Enter")
    settled(tab)
    assert str(board.desk.session.game_in_play.moves[-1]) == "11:2S^"
    # The focus stays among the cards.
    assert tab.evaluate("document.activeElement.closest('#table') !== null")
    tab.keyboard.press("Control+z")
    settled(tab)
    assert board.desk.session.move_number == 0
    tab.keyboard.press("Control+y")
    settled(tab)
    assert board.desk.session.move_number == 1
    tab.get_by_role("button", name="Moves").click()
    tab.get_by_text("Moves in short").click()
    tab.get_by_label("Type a move").fill("c a word about it")
    tab.keyboard.press("Enter")
    settled(tab)
    assert "{a word about it}" in (tmp_path / "game.moves").read_text(encoding="utf-8")
    tab.locator("#words summary").click()
    tab.evaluate("document.getElementById('copy-text').click()")
    tab.get_by_text("The position is copied as text.").wait_for()


def test_a_redeal_is_told_while_its_cards_are_dealt(serve: Serve, tmp_path: Path) -> None:
    """Also in a film of the game."""
    record = next(lr.load(TRANSCRIPTS / "games/1884.moves"))
    tab = serve(board_of(record, tmp_path / "game.moves"), glide=True)
    moves = list(typed(record))
    redeal = moves.index("redeal")
    for text in moves[:redeal]:
        tab.evaluate("(text) => ask({ do: 'enter', text })", text)
    told = "[$('caption').textContent, $('now').textContent.trim().split(' dealt')[0], Boolean(table.timer)]"
    now = tab.evaluate(f"ask({{ do: 'enter', text: 'redeal' }}).then(() => {told})")
    assert now == ["second of 3 deals", "79 cards are", True]
    settled(tab)
    glide = f"glideTo({redeal}, false), glideTo({redeal + 1}, true)"
    caption, words, deals = tab.evaluate(f"{glide}, {told}")
    assert (caption, deals) == ("second of 3 deals", True) and "79 cards are" in words


def test_a_weave_runs_card_by_card_and_can_be_held(serve: Serve, tmp_path: Path) -> None:
    board = board_for("Leoni's Own", tmp_path / "game.moves", "wikipedia")
    for text in "11:2S^ 11:QCv 4:3S^ 13:JCv exile".split():
        board.desk.enter(text)
    board = Board(board.desk)
    tab = serve(board, glide=True)
    tab.locator("#table").get_by_role("button", name="exile").click()
    hold = "[...document.querySelectorAll('#asks button')].find((one) => one.textContent === 'Hold')"
    wait(Hands(tab), hold, f"{hold}.click()")
    assert tab.evaluate("table.held && getComputedStyle(table.querySelector('.carried')).pointerEvents === 'none'")
    held = tab.evaluate("table.trail.links.length")
    assert 1 <= held < 4 and tab.evaluate("table.waiting.length") > 0
    # It is stepped by keys and by a button, and by a tap on a number; no card can be played meanwhile.
    numbers = "[...document.querySelectorAll('#trail .number text')].map((one) => one.textContent).join('')"
    tab.locator("body").press("Shift+ArrowRight")
    until(tab, f"{numbers}.length === {held + 1}")
    if held > 1:
        tab.locator("#trail .number text").nth(1).click()
    until(tab, f"{numbers} === '12' && table.held")
    tab.locator("body").press("Shift+ArrowLeft")
    until(tab, f"{numbers} === '1' && document.querySelectorAll('#table .can').length === 0")
    tab.get_by_role("button", name="Next card").click()
    until(tab, f"{numbers} === '12' && table.held")
    tab.get_by_role("button", name="Go on").click()
    until(tab, "!table.timer && !table.waiting.length")
    assert tab.evaluate("table.trail.links.length") == 4
    assert board.desk.session.move_number == 6 and tab.locator("#table .can").count() > 0


@pytest.mark.parametrize("size", [(360, 740), (1280, 720)])
def test_a_replay_is_played_on_and_the_variation_saved(size: tuple[int, int], serve: Serve, tmp_path: Path) -> None:
    (record,) = lr.load(TRANSCRIPTS / "games/annotated.moves")
    path, digest = tmp_path / "game.moves", lr.replay(record).digest
    board = study_of(record, path)
    before = path.read_text(encoding="utf-8")
    tab = serve(board, size)
    # Into the variation at move 1, and on from there.
    tab.keyboard.press("ArrowRight")
    tab.keyboard.press("v")
    until(tab, "(location.hash || hashOf(line, table.at)) === '#m1v1'")
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    tab.get_by_role("link", name="Play from here").click()
    until(tab, "document.body.classList.contains('board') && state.reply?.recorded && state.steps.length === 1")
    settled(tab)
    assert tab.evaluate("table.steps.map(({ move }) => move).slice(1)") == ["6:2S^"] and seen(tab) == []
    assert tab.locator("#file").inner_text() == "Not saved" and not tab.locator("#new").is_visible()
    play_by_touch(tab, "4:3S^") if size[0] < 800 else tab.evaluate("play('4:3S^')")
    settled(tab)
    assert path.read_text(encoding="utf-8") == before
    tab.get_by_role("button", name="Save", exact=True).click()
    settled(tab)
    assert (
        tab.locator("#file").inner_text().startswith(f"Every move is saved in {path}.")
        and not tab.locator("#keep").is_visible()
    )
    (verdict,) = lr.verify(path)
    assert (verdict.status, verdict.digest) == ("verified", digest)
    # The replay shows what was tried, and it can be played on too. A page that is loaded again knows the way back.
    tab.reload()
    until(tab, "typeof state !== 'undefined' && Boolean(state.reply?.legal)")
    tab.get_by_role("link", name="Back to the replay").click()
    until(tab, "!document.body.classList.contains('board') && document.body.classList.contains('live')")
    # At the move at which it was left.
    until(tab, "location.hash === '#m1v1' && hashOf(line, table.at) === '#m1v1'")
    tab.evaluate("location.hash = '#m2v1'")
    until(tab, "hashOf(line, table.at) === '#m2v1'")
    assert "4:3" in tab.evaluate("items.get('#m2v1').row.textContent")


@pytest.mark.skipif(sys.platform == "win32", reason="a process is ended in another way there")
def test_the_page_says_when_the_server_is_gone(browser: Browser, tmp_path: Path) -> None:
    options = ["--no-browser", "--game", "Labyrinth", "--deal", "seed:1884"]
    command = [sys.executable, "-m", "leoni_replay", "play", "--web", *options, "w.moves"]
    context = browser.new_context()
    try:
        with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            address = next(line for line in process.stdout if line.startswith("board: ")).split()[1]
            tab = context.new_page()
            tab.goto(address)
            until(tab, "Boolean(state.reply?.legal)")
            tab.locator("#table").get_by_role("button", name="stock").click()
            until(tab, "table.last === 1")
            process.kill()
        tab.get_by_role("button", name="Undo").click()
        until(tab, "document.body.dataset.mode === 'gone'")
        told = tab.locator("#told").inner_text()
        assert "not running any more" in told and "leoni play --web w.moves" in told
        tab.get_by_role("button", name="Try again").click()
        until(tab, "document.getElementById('told').textContent.startsWith('No answer at ')")
        # The game is on disk up to the last move that was played.
        assert main_line((tmp_path / "w.moves").read_text(encoding="utf-8")) == ["deal+QD,QC,9S,2C,6D,KS,2S,3C"]
    finally:
        context.close()


def test_cards_that_come_to_light_are_tapped(serve: Serve, tmp_path: Path) -> None:
    """A game on a real table, on a phone: each question is answered by tapping cards of the pack."""
    record = sampled("Labyrinth")
    tab = serve(board_for("Martha", tmp_path / "game.moves"), (360, 740))
    play_on_a_table(tab, record, 4)
    (path,) = tmp_path.glob("labyrinth-*.moves")
    assert main_line(path.read_text("utf-8")) == [str(m.command) for m in record.moves()][:4]


def test_a_real_table_is_asked_about_on_the_board(serve: Serve, tmp_path: Path) -> None:
    """The first question too; the pack stays under the finger from card to card, and an answer can be taken back."""
    board = board_for("Martha", tmp_path / "game.moves")
    tab = serve(board, (390, 844))
    begin_on_a_table(tab, "Leoni's Own", "wikipedia")
    tab.get_by_label("how many cards lie on the exile pile").fill("thirteen")
    tab.keyboard.press("Enter")
    until(tab, "document.getElementById('survey').textContent.includes('is not a number of cards')")
    tab.get_by_label("how many cards lie on the exile pile").fill("2")
    tab.keyboard.press("Enter")
    until(tab, "Boolean(document.getElementById('pack'))")
    assert len(board.desk.session.game_in_play.position.places["exile"]) == 2
    where = set()
    for number in range(20):
        where.add(tab.locator("#pack").bounding_box()["y"])
        # In piles 1 and 2, an ace or a deuce could only lie at the bottom.
        tab.locator("#pack button").nth(number + (1 if number < 8 else 20)).tap()
        settled(tab)
    assert len(where) == 1 and tab.evaluate("state.reply.question").startswith("pile 3")
    for _ in range(8):
        tab.get_by_role("button", name="Take back").tap()
        settled(tab)
    assert tab.evaluate("state.reply.question").startswith("pile 2") and "…" in tab.locator("#survey").inner_text()


def test_a_move_that_was_forgotten_is_put_in(serve: Serve, tmp_path: Path) -> None:
    """At a real table a card is dragged to where it fits by now; the board asks about the move before it."""
    layout = "C^: AC\nD^: AD\nH^: AH\nS^: AS\n1: 9H 2C\n2: 8S\n3: KD\n4: QH"
    board = Board(TypingDesk(PhysicalSession(layout_tags("Martha", None, layout)), GameFile(tmp_path / "game.moves")))
    tab = serve(board)
    tab.evaluate("document.getElementById('typed').value = '2:8S>1'")
    tab.evaluate("document.getElementById('typed').form.requestSubmit()")
    tab.get_by_role("button", name="Did you forget 2").first.click()
    until(tab, "state.reply.steps.length === 2")
    assert [str(move) for move in board.desk.session.game_in_play.moves] == ["1:2C^", "2:8S>1"]


def test_a_game_on_a_real_table_comes_to_its_end(serve: Serve, tmp_path: Path) -> None:
    """Its result opens and is stored, with the hints that were taken before other cards were named; a review is offered
    once all of them are."""
    layout = "C^: AC\nD^: AD\nH^: AH\nS^: AS\n1: 9H 2C\n2: 8S\n3: KS\n4: #?? QH\n5: #?? 4S"
    board = Board(TypingDesk(PhysicalSession(layout_tags("Martha", None, layout)), GameFile(tmp_path / "game.moves")))
    tab = serve(board, (390, 844))
    tab.get_by_role("button", name="Hint").tap()
    until(tab, "Boolean(state.hint)")
    tab.evaluate("ask({ do: 'play', move: '4:QH>3' })")
    until(tab, "Boolean(state.reply?.question)")
    tab.locator("#pack button").nth(TEXT.index("5C")).tap()
    settled(tab)
    assert tab.evaluate("state.steps.length") == 1
    tab.get_by_role("button", name="Menu").tap()
    assert not tab.locator("#restart").is_visible() and not tab.locator("#review").is_visible()
    for _ in range(2):
        tab.locator("#concede").tap()
        tab.wait_for_timeout(700)
    until(tab, "sheet.box.open")
    text = tab.locator("#sheet").inner_text()
    assert "Not this time" in text and "You gave up." in text and "Same deal again" not in text
    counts = "['results', 'hints', 'times'].map((name) => Object.values(memory.get(name, {})))"
    ((result,), hints, times) = tab.evaluate(counts)
    assert (result["result"], result["hints"], hints, len(times)) == ("conceded", 1, [1], 1)
    tab.get_by_role("button", name="Name the rest of the cards").tap()
    until(tab, "Boolean(state.reply?.question)")
    tab.locator("#pack button").nth(TEXT.index("6C")).tap()
    until(tab, "document.getElementById('told').textContent.includes('All cards are known now')")
    assert tab.get_by_role("button", name="Could it be won?").is_visible()
    tab.get_by_role("button", name="Result").tap()
    assert "Same deal again" in tab.locator("#sheet").inner_text()
    assert tab.evaluate("Object.keys(memory.get('results', {}))") == [tab.evaluate("state.reply.deal_key")]
