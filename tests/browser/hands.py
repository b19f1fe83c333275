"""How a game is played on the board, by touch or with the mouse, and what must be seen of it, in either browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from tests.browser.conftest import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Page


class Window(Protocol):
    """What both browsers do: evaluate an expression (a promise is waited for), and touch or drag."""

    def evaluate(self, expression: str) -> Any: ...
    def tap(self, x: float, y: float) -> None: ...
    def drag(self, start: tuple[float, float], end: tuple[float, float] | None = None) -> None: ...


class Hands:
    """What plays on a page of Chromium."""

    def __init__(self, tab: Page) -> None:
        self.tab = tab
        self.evaluate, self.tap = tab.evaluate, tab.touchscreen.tap

    def drag(self, start: tuple[float, float], end: tuple[float, float] | None = None) -> None:
        self.tab.mouse.move(*start)
        self.tab.mouse.down()
        if end is not None:
            self.tab.mouse.move(start[0] + 20, start[1] + 5)
            self.tab.mouse.move(*end)
        self.tab.mouse.up()


#: Where a move of those that are lit begins, and where it leads, as points of the window; None where it needs a button.
POINTS = """(text) => {
  const move = state.reply.legal.find(({ move }) => move === text);
  const again = document.querySelector("#asks .again")?.getBoundingClientRect();
  if (!move?.from) return move && again ? [[again.x + 9, again.y + 9], null] : null;
  const middle = (where) => {
    const { x, y, width } = table.chooser.element(where).getBoundingClientRect();
    // Of a card that is covered only an edge is seen: the upper one, or in a row the left one.
    return [x + (table.plan.spots[where[0]].across ? 5 : width / 2), y + 5];
  };
  return [middle(move.from), move.to === null ? null : middle(table.chooser.top(move.to))];
}"""

#: Which of the moves that are asked for is meant.
ASKED = """(text) => (state.reply.asked.length ? state.reply.asked : table.chooser.asked)
  .findIndex(({ move }) => move === text)"""


def wait(window: Window, condition: str, told: str = "1") -> Any:
    """Wait in the page, which must be loaded, until a condition holds, and return the value of an expression."""
    late = f"if (performance.now() > end) return fail(new Error({condition!r}));"
    see = f"const see = () => {{ if ({condition}) return done({told}); {late} setTimeout(see, 4); }};"
    begun = f"const end = performance.now() + {PATIENCE}; {see} see();"
    return window.evaluate(f"new Promise((done, fail) => {{ {begun} }})")


#: All cards lie.
LYING = "!table.timer && table.at === state.goal"
#: The page has its game.
LOADED = "document.readyState === 'complete' && typeof state !== 'undefined' && state.reply?.legal"
#: How many moves the game has.
COUNT = "state.steps.length"
#: Something is asked or refused.
AWAITED = "state.reply.asked.length || table.chooser.asked.length || !told.hidden"


def alone(window: Window, point: tuple[float, float]) -> None:
    """Wait until a tap is no double tap of the last one, which would count as one."""
    x, y = point
    apart = f"({{ time, x, y }}) => performance.now() > time + 290 || Math.hypot(x - {x}, y - {y}) > 23"
    wait(window, f"({apart})(table.chooser.played)")


def play(window: Window, text: str, *, touch: bool) -> None:
    """Make a move with a finger or by dragging its card. Of several places the one that is meant is tapped, or else its
    button."""
    # Of a card that is turned up, the place is asked for later.
    turned = text.partition(":")[0]
    points = f"(({POINTS})({text!r}) ?? [(({POINTS})({turned!r}) ?? [null])[0], null])"
    before, (start, end) = window.evaluate(f"[{COUNT}, {points}]")
    assert start, f"{text} is not legal: {window.evaluate('state.reply.legal.map(({ move }) => move)')}"
    alone(window, start)
    window.tap(*start) if touch else window.drag(start, end)
    told = f"[{COUNT}, table.chooser.asked.length]"
    count, places = wait(window, f"({COUNT} !== {before} || {AWAITED}) && {LYING}", told)
    if touch and end and count == before and places:
        alone(window, end)
        window.tap(*end)
        count = wait(window, f"({COUNT} !== {before} || state.reply.asked.length) && {LYING}", COUNT)
    if count == before:
        button = f"""(() => {{
          const button = document.querySelectorAll("#asks button")[({ASKED})({text!r})];
          const {{ x, y, width, height }} = button.getBoundingClientRect();
          return [x + width / 2, y + height / 2];
        }})()"""
        middle = window.evaluate(button)
        window.tap(*middle) if touch else window.drag(middle)
        wait(window, f"{COUNT} !== {before} && {LYING}")


#: Where the table and the buttons stand that are there at every move.
CONTROLS = """() => JSON.stringify(["#box", "#bar", ":is(#undo, #earlier):not([hidden])", "#hint"]
  .map((name) => document.querySelector(name).getBoundingClientRect()))"""

#: What a player needs and what is said covers, or what of it is not seen.
COVERED = """() => {
  const area = (element) => element.getBoundingClientRect(), strip = area(told), covered = [];
  const isSeen = (element) => element.checkVisibility({ visibilityProperty: true });
  for (const element of document.querySelectorAll(
    "#box, header button, #asks button, #bar button, #guide p, #guide button",
  )) {
    const { left, top, right, bottom } = area(element);
    const apart = left >= strip.right || right <= strip.left || top >= strip.bottom - 1 || bottom <= strip.top + 1;
    if (isSeen(element) && !apart) covered.push(element.id || element.textContent);
  }
  for (const text of document.querySelectorAll("#told > div, #guide p")) {
    if (text.scrollHeight > text.clientHeight + 1) covered.push(`${text.textContent} is cut`);
  }
  return covered;
}"""

#: What lies outside of the felt or under something else, is not as large as a finger, or makes the page too wide.
SEEN = """() => {
  const wrong = [], area = (element) => element.getBoundingClientRect(), felt = area(document.getElementById("box"));
  const covered = ({ left, bottom }) => !document.elementFromPoint(left + 4, bottom - 4)?.closest("leoni-cards");
  for (const card of document.querySelectorAll("#table > .card")) {
    const { left, top, right, bottom } = area(card);
    if (card.style.visibility !== "visible") continue;
    if (left < felt.left - 1 || right > felt.right + 1 || top < felt.top - 1 || bottom > felt.bottom + 1) {
      wrong.push(`${card.textContent} is not on the felt`);
    } else if (covered(area(card))) wrong.push(`${card.textContent} is covered`);
  }
  for (const button of document.querySelectorAll("#desk button")) {
    if (!button.checkVisibility()) continue;
    const { height, width, bottom } = area(button);
    if (height < 44 || width < 44) wrong.push(`${button.textContent} is too small`);
    if (bottom > innerHeight + 1) wrong.push(`${button.textContent} is not seen`);
  }
  if (document.documentElement.scrollWidth > innerWidth) wrong.push("the page is too wide");
  if (innerHeight > 459 && area(document.getElementById("named")).width < 60) wrong.push("the title is not seen");
  return wrong.slice(0, 4);
}"""
