"""Play on the whole screen: the table, the messages, and a line to type in.

Textual is the extra ``tui``: import this module only where there is one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.containers import Container, VerticalScroll
from textual.timer import Timer
from textual.widgets import Input, Static

from leoni_replay.layout import Layout
from leoni_replay.play.advice import Advice
from leoni_replay.play.controller import Desk
from leoni_replay.play.pointing import lit, weave
from leoni_replay.play.session import Session
from leoni_replay.play.vocabulary import KEYS, WORDS, help_lines
from leoni_replay.show.board import Board, legend
from leoni_replay.show.marks import with_last_move
from leoni_replay.text import shown

#: How long each card of a weave is shown, in seconds.
PACE: Final = 0.6
#: The maximum number of message lines kept.
_KEPT: Final = 500

#: Keys that are not text. The input line handles them itself, so that they stay in order with typed text.
_KEYS: Final = {
    "enter": "enter",
    "f1": "word('help')",
    "f2": "word('legal')",
    "f3": "word('hint')",
    "f4": "word('safe')",
    "f5": "word('auto')",
    "f6": "word('moves')",
    "ctrl+z": "word('undo')",
    "ctrl+y": "word('redo')",
    "tab": "complete",
    "up": "recall(-1)",
    "down": "recall(1)",
    "pageup": "roll('said', -5)",
    "pagedown": "roll('said', 5)",
    "shift+up": "roll('table', -1)",
    "shift+down": "roll('table', 1)",
    "escape": "clear",
    "ctrl+c": "leave",
    "ctrl+q": "leave",
}

_COLUMNS = [(0, "-narrow"), (100, "-wide")]
_LINES = [(0, "-short"), (20, "-high")]

_CSS = """
#title, #offers { height: 1; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis; }
#state { height: auto; max-height: 3; padding: 0 1; }
#title { text-style: bold; background: $panel; }
#state { background: $boost; } #offers { color: $text-muted; }
#main { height: 1fr; layout: horizontal; }
#table, #said { scrollbar-size-vertical: 1; padding: 0 1; }
#table { width: 1fr; height: 1fr; }
#said { width: 40%; height: 1fr; background: $panel; }
#line, #line:focus { height: 1; border: none; padding: 0 1; background: $boost; }
.-narrow #main { layout: vertical; }
.-narrow #said { width: 100%; height: 35%; }
.-short #title, .-short #offers { display: none; }
.-short #state { max-height: 2; }
.ascii #table, .ascii #said { scrollbar-visibility: hidden; }
.ascii #title, .ascii #offers { text-overflow: clip; }
"""


def fitting(offers: Sequence[str], width: int) -> str:
    """As many offers as fit on a line, and the number of the others. A truncated offer would look like another move."""
    for count in range(len(offers), -1, -1):
        more = [f"and {len(offers) - count} more"] if count < len(offers) else []
        if len(line := "  ".join([*offers[:count], *more])) <= width:
            return line
    return ""


class _Line(Input):
    """The input line."""

    async def _on_key(self, event: events.Key) -> None:
        if event.key in _KEYS:
            event.stop()
            event.prevent_default()
            await self.app.run_action(_KEYS[event.key])
        else:
            await super()._on_key(event)


class Screen(App[None]):
    """The application that plays a game on the whole screen.

    Args:
        desk: the game.
        ascii: letters for suits, and no character of our own beyond ASCII.
        said: the messages so far.
    """

    CSS = _CSS
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = "#line"
    HORIZONTAL_BREAKPOINTS = _COLUMNS
    VERTICAL_BREAKPOINTS = _LINES

    def __init__(self, desk: Desk, *, ascii: bool = False, said: Sequence[str] = ()) -> None:
        super().__init__()
        self.desk, self.ascii = desk, ascii
        self.lines = list(said)
        #: the number of the latest lines
        self.latest = max(len(self.lines), 1)
        self.typed: list[str] = []
        self.at = 0
        self.frames: list[tuple[Layout, str]] = []
        self.timer: Timer | None = None

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        with Container(id="main"):
            yield VerticalScroll(Static(id="cards"), id="table", can_focus=False)
            yield VerticalScroll(Static(id="before"), Static(id="words"), id="said", can_focus=False)
        yield Static(id="state")
        yield Static(id="offers")
        yield _Line(id="line")

    def on_mount(self) -> None:
        self.screen.set_class(self.ascii, "ascii")
        self._show()

    def on_resize(self) -> None:
        self.call_after_refresh(self._show)

    # -- what is shown ------------------------------------------------------------------------------------------

    def _show(self) -> None:
        session = self.desk.session
        if self.frames:
            layout, words = self.frames[0]
            self._board(Board(layout, ascii=self.ascii), words)
        else:
            layout = with_last_move(session.layout, session.last)
            self._board(Board(layout, ascii=self.ascii, lit=lit(session, self.desk.asked)), self.desk.state())
        self.query_one("#title", Static).update(self._title())
        for name, lines in (("before", self.lines[: -self.latest]), ("words", self.lines[-self.latest :])):
            self.query_one(f"#{name}", Static).update(Text("\n".join(shown(line, self.ascii) for line in lines)))
        # The latest messages are shown from their beginning, even if they are longer than the panel.
        self.call_after_refresh(
            self.query_one("#said").scroll_to_widget, self.query_one("#words"), animate=False, top=True
        )
        line = self.query_one("#line", Input)
        line.placeholder = shown(self.desk.prompt, self.ascii)
        self._offers(line.value)

    def _title(self) -> Text:
        return Text(shown(f"{self.desk.session.summary()}  {self.desk.saved.path}", self.ascii))

    def _board(self, board: Board, words: str) -> None:
        self.query_one("#cards", Static).update(board)
        state = words or self.desk.session.question
        auto = "auto  " * self.desk.auto
        unsaved = "NOT SAVED  " * self.desk.unsaved
        self.query_one("#state", Static).update(Text(shown(f"{unsaved}{auto}{state}", self.ascii)))

    def _offers(self, text: str) -> None:
        offers = fitting(self.desk.completions(text), self.size.width - 2)
        self.query_one("#offers", Static).update(Text(shown(offers, self.ascii)))

    def _said(self, lines: list[str]) -> None:
        if lines:
            self.lines = [*self.lines, *lines][-_KEPT:]
            self.latest = len(lines)

    # -- weaves, card by card -----------------------------------------------------------------------------------

    def _weave(self, number: int) -> None:
        """Show the last move card by card, if it is new and a weave."""
        self._halt()
        if self.desk.session.number > number:
            self.frames = weave(self.desk.session)
        if self.frames:
            self.timer = self.set_interval(PACE, self._next)

    def _next(self) -> None:
        self.frames = self.frames[1:]
        if not self.frames:
            self._halt()
        self._show()

    def _halt(self) -> None:
        self.frames = []
        if self.timer is not None:
            self.timer.stop()
            self.timer = None

    # -- what is done -------------------------------------------------------------------------------------------

    def _did(self, number: int, lines: list[str]) -> None:
        self._said(lines)
        if self.desk.over:
            self._halt()
            self.exit()
            return
        if self.desk.hint is not None:
            self._ask()
        self._weave(number)
        self._show()

    def _enter(self, text: str) -> None:
        number, typed = self.desk.session.number, f"{self.desk.prompt}{text}"
        self._did(number, [typed, *self.desk.enter(text)])

    def _ask(self) -> None:
        """Run the solver in a thread; its answer is dropped if a move has been played meanwhile."""
        ask, session, version = self.desk.hint, self.desk.session, self.desk.session.version
        assert ask is not None
        self.desk.hint = None
        self._said(["the solver is looking"])

        def find_out() -> None:
            answer = ask()
            self.call_from_thread(self._hinted, answer, session, version)

        self.run_worker(find_out, thread=True, exclusive=True)

    def _hinted(self, answer: Advice, session: Session, version: int) -> None:
        if (session, version) == (self.desk.session, self.desk.session.version):
            self._said(self.desk.hinted(answer))
            self._show()

    def action_enter(self) -> None:
        line = self.query_one("#line", Input)
        text, line.value = line.value.strip(), ""
        if text:
            self.typed.append(text)
        self.at = len(self.typed)
        self._enter(text)

    def on_input_changed(self, event: Input.Changed) -> None:
        self._offers(event.value)

    def on_click(self, event: events.Click) -> None:
        meta = event.style.meta
        if "place" in meta and not self.frames:
            number = self.desk.session.number
            self._did(number, self.desk.touch(meta["place"], meta["index"]))
        self.query_one("#line").focus()

    def action_word(self, word: str) -> None:
        if word == "help":
            signs = legend(self.desk.session.layout)
            self._said([*KEYS.splitlines(), *([signs] if signs else []), *help_lines(self.desk.session.game)])
            self._show()
        elif word in WORDS:
            self._enter(word)

    def action_complete(self) -> None:
        line = self.query_one("#line", Input)
        line.value = self.desk.complete(line.value)
        line.cursor_position = len(line.value)

    def action_recall(self, way: int) -> None:
        self.at = max(0, min(self.at + way, len(self.typed)))
        line = self.query_one("#line", Input)
        line.value = self.typed[self.at] if self.at < len(self.typed) else ""
        line.cursor_position = len(line.value)

    def action_roll(self, what: str, lines: int) -> None:
        self.query_one(f"#{what}").scroll_relative(y=lines, animate=False)

    def action_clear(self) -> None:
        self._halt()
        self.query_one("#line", Input).value = ""
        self._show()

    def action_leave(self) -> None:
        self.desk.over = True
        self._halt()
        self.exit()
