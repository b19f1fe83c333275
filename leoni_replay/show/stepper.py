"""A replay to step through in the terminal: the table, the moves, and what is written about them.

Textual is the extra ``tui``; it is imported when a stepper is made, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text

from leoni_replay.report.base import Options
from leoni_replay.report.frame import frame
from leoni_replay.show.board import Board, legend
from leoni_replay.show.outlooks import WORDS
from leoni_replay.show.rows import line, note_parts, rows
from leoni_replay.show.story import Story
from leoni_replay.words import counted

if TYPE_CHECKING:
    from textual.app import App

    from leoni_replay.solving.search import Outlook

#: Moves a second; playing begins with the second of them.
SPEEDS = (0.5, 1, 2, 4, 8, 16)

_KEYS = (
    ("right,l,n", "walk(1)"),
    ("left,h,p", "walk(-1)"),
    ("pagedown", "walk(10)"),
    ("pageup", "walk(-10)"),
    ("home", "go(0)"),
    ("end", "last"),
    ("]", "chapter(1)"),
    ("[", "chapter(-1)"),
    ("g", "ask('number of the move')"),
    ("space", "play"),
    ("+,=", "faster(1)"),
    ("-", "faster(-1)"),
    ("/", "ask('search')"),
    ("f", "find(1)"),
    ("F", "find(-1)"),
    ("down", "roll('table', 1)"),
    ("up", "roll('table', -1)"),
    ("j", "roll('notes', 1)"),
    ("k", "roll('notes', -1)"),
    ("m", "moves"),
    ("?", "help"),
    ("escape", "close"),
    ("q", "leave"),
    ("ctrl+c", "quit"),
)

_HELP = """\
right, l, n      next move
left, h, p       move before
Home, End        as dealt, last move
PageUp/Down      ten moves
[ and ]          chapter before, next chapter
g                go to a move by its number

space            play, pause
+ and -          faster, slower

/                search the list of moves
f, F             next, previous find

up, down         scroll the table
k, j             scroll the text below it
m                hide or show the moves
?, Escape        this help
q                quit"""

#: From so many columns and lines on, the class that the screen has.
_COLUMNS = [(0, "-narrow"), (100, "-wide")]
_LINES = [(0, "-short"), (22, "-high"), (32, "-tall")]

_CSS = """
Screen { layers: base over; }
#title, #tags, #status { height: 1; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis; background: $panel; }
#title { text-style: bold; } #tags { color: $text-muted; }
#prompt, #prompt:focus { height: 1; border: none; padding: 0 1; display: none; }
#main { height: 1fr; layout: horizontal; }
#left { width: 1fr; height: 1fr; }
#move { height: auto; max-height: 50%; padding: 0 1; background: $boost; }
#table, #notes, #moves, #keys { scrollbar-size-vertical: 1; scrollbar-background: $surface; }
#table { height: 1fr; padding: 1 1 0 1; scrollbar-gutter: stable; }
#notes { height: auto; max-height: 50%; padding: 0 1; border-top: solid $panel; }
#moves, #moves:focus { width: 44%; max-width: 90; height: 1fr; border: none; padding: 0; background: $surface; }
#moves > .option-list--option-highlighted { background: $primary; color: $text; text-style: none; }
#help { layer: over; display: none; align: center middle; background: $background 60%; }
#keys { width: 50; max-width: 100%; height: auto; max-height: 100%; padding: 1 2; background: $panel; }
.-narrow #main { layout: vertical; }
.-narrow #moves { width: 100%; height: 25%; }
.-narrow.-high #table, .-narrow.-short #table, .-short #table { padding: 0 1; }
.-narrow.-high #tags, .-short #tags, .-short.-narrow #moves { display: none; }
.ascii #table, .ascii #notes, .ascii #moves, .ascii #keys { scrollbar-visibility: hidden; }
.ascii #notes { border-top: none; }
.ascii #title, .ascii #tags, .ascii #status { text-overflow: clip; }
"""


def step(
    story: Story, *, ascii: bool = False, at: int | None = None, which: str = "", outlooks: Sequence[Outlook] = ()
) -> None:
    """Step through a replay in the terminal, until the user quits.

    Args:
        story: the replay.
        ascii: letters for suits, and no sign of our own beyond ASCII.
        at: the move to begin with; by default the deal, for a rejected record its last legal move.
        which: the words for which of how many games it is (``game 2 of 3``), if there are several.
        outlooks: of a game that was reviewed, what can be made of the table after every move, from the deal on.

    Raises:
        ImportError: textual is not installed.
        IndexError: there is no move ``at``.
    """
    make_stepper(story, ascii=ascii, at=at, which=which, outlooks=outlooks).run()


def make_stepper(
    story: Story, *, ascii: bool = False, at: int | None = None, which: str = "", outlooks: Sequence[Outlook] = ()
) -> App[None]:
    """The application that :func:`step` runs."""
    # Textual is an extra, and need not be installed.
    try:
        from textual.app import App, ComposeResult
        from textual.binding import Binding, BindingType
        from textual.containers import Container, Vertical, VerticalScroll
        from textual.timer import Timer
        from textual.widgets import Input, OptionList, Static
        from textual.widgets.option_list import Option
    except ImportError as error:
        raise ImportError("stepping through a replay needs textual: pip install 'leoni-replay[tui]'") from error

    listed = rows(story, ascii, outlooks)
    row_of = {row.move: index for index, row in enumerate(listed) if row.main}
    last = len(story.moves)
    chapters = [chapter.first for chapter in story.chapters]
    if at is not None and not 0 <= at <= last:
        raise IndexError(f"there is no move {at}: the game has {counted(last, 'move')}")

    class Stepper(App[None]):
        CSS = _CSS
        ENABLE_COMMAND_PALETTE = False
        AUTO_FOCUS = None
        HORIZONTAL_BREAKPOINTS = _COLUMNS
        VERTICAL_BREAKPOINTS = _LINES
        # With priority, so that no widget with the focus takes Home, End or the space bar for itself.
        BINDINGS: ClassVar[list[BindingType]] = [Binding(*key, show=False, priority=True) for key in _KEYS]

        def __init__(self) -> None:
            super().__init__()
            self.number = at if at is not None else 0 if story.error is None else last
            self.row = row_of[self.number]
            self.wanted = self.message = ""
            self.speed = 1
            self.timer: Timer | None = None
            self.listed_in = 0

        def compose(self) -> ComposeResult:
            tags = ", ".join(f"{line(name, ascii)}: {line(value, ascii)}" for name, value in story.tags)
            title = f"{story.title} ({which})" if which else story.title
            yield Static(Text(line(title, ascii)), id="title")
            if tags:
                yield Static(Text(tags), id="tags")
            with Container(id="main"):
                with Vertical(id="left"):
                    yield Static(id="move")
                    yield VerticalScroll(Static(id="cards"), id="table", can_focus=False)
                    yield VerticalScroll(Static(id="said"), id="notes", can_focus=False)
                yield OptionList(id="moves")
            yield Input(id="prompt")
            yield Static(id="status")
            with Container(id="help"):
                signs = f"\n\n{legend(story.layout(0))}" if story.replay.dealt else ""
                yield VerticalScroll(Static(Text(_HELP + signs)), id="keys", can_focus=False)

        def on_mount(self) -> None:
            self.query_one("#moves").can_focus = False
            self.screen.set_class(ascii, "ascii")

        def on_unmount(self) -> None:
            self._pause()

        def on_resize(self) -> None:
            self.call_after_refresh(self._show)

        def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
            """While something is asked, keys are text."""
            return not self.query_one("#prompt").display or action in ("close", "quit")

        # -- what is shown ------------------------------------------------------------------------------------------

        def _show(self) -> None:
            width = self.query_one("#table").scrollable_content_region.width
            board = self._board()
            self.query_one("#cards", Static).update(board)
            self.query_one("#move", Static).update(self._move())
            notes = Text("\n").join(self._notes(width))
            self.query_one("#said", Static).update(notes)
            self.query_one("#notes").display = bool(notes)
            self.query_one("#notes").scroll_home(animate=False)
            self._list()
            self._state()
            self.call_after_refresh(self._look, board, width)

        def _board(self) -> Board | Text:
            if not story.replay.dealt:
                return Text("no cards on the table")
            return Board(story.layout(self.number), ascii=ascii, numbers=True)

        def _look(self, board: Board | Text, width: int) -> None:
            """Scroll the table to the cards that moved."""
            lines = self.console.render_lines(board, self.console.options.update(width=max(width, 1)), pad=False)
            moved = [y for y, parts in enumerate(lines) if any(part.style and part.style.underline for part in parts)]
            table = self.query_one("#table")
            if moved and not table.scroll_y <= moved[0] < table.scroll_y + table.size.height - 1:
                table.scroll_to(y=moved[0] - table.size.height // 2, animate=False)

        def _move(self) -> Text:
            if not self.number:
                return Text("as dealt", style="bold")
            move = story.moves[self.number - 1]
            return Text().append(f"{move.number}. {move.token}", "bold").append(f"  {line(move.prose, ascii)}")

        def _notes(self, width: int) -> Iterator[Text]:
            """What is written at this move; behind the last one the verdict as well, and what is wrong."""
            notes = story.moves[self.number - 1].notes if self.number else story.opening
            for note in (*notes, *(story.ending if self.number == last else ())):
                sign, text, style = note_parts(note, ascii)
                yield Text().append(f"{sign} {text}".lstrip(), style)
            if self.number == last:
                if story.close:
                    yield Text(line(story.close, ascii))
                yield Text().append(line(story.verdict, ascii), "bold green" if story.replay.accepted else "bold red")
                for diagnostic in story.replay.diagnostics:
                    yield Text(frame(diagnostic, Options(ascii=ascii, width=width)).rstrip("\n"))

        def _list(self) -> None:
            moves = self.query_one("#moves", OptionList)
            width = moves.scrollable_content_region.width
            if width and width != self.listed_in:
                self.listed_in = width
                moves.set_options(Option(row.draw(width - 2)) for row in listed)
            moves.highlighted = self.row

        def _state(self) -> None:
            playing = f"playing, {SPEEDS[self.speed]} a second" if self.timer else ""
            outlook = WORDS[outlooks[self.number]] if outlooks else ""
            parts = (f"move {self.number} of {last}", outlook, playing, self.message, "? help, q quit")
            self.query_one("#status", Static).update(Text("   ".join(part for part in parts if part)))

        # -- what keys do -------------------------------------------------------------------------------------------

        def _to(self, number: int, row: int | None = None) -> None:
            self.number = max(0, min(number, last))
            self.row = row_of[self.number] if row is None else row
            self._show()

        def _pause(self) -> None:
            if self.timer is not None:
                self.timer.stop()
                self.timer = None

        def _leave_off(self) -> None:
            """Whoever moves about wants to look: stop playing, and forget what was said."""
            self._pause()
            self.message = ""

        def action_go(self, number: int) -> None:
            self._leave_off()
            self._to(number)

        def action_last(self) -> None:
            self.action_go(last)

        def action_walk(self, moves: int) -> None:
            self.action_go(self.number + moves)

        def action_chapter(self, way: int) -> None:
            if way > 0:
                self.action_go(next((first for first in chapters if first > self.number), last))
            else:
                self.action_go(next((first for first in reversed(chapters) if first < self.number), 0))

        def action_play(self) -> None:
            playing = self.timer is not None
            self._leave_off()
            if not playing:
                self._time()
            self._to(0 if self.number == last and not playing else self.number)

        def action_faster(self, way: int) -> None:
            self.speed = max(0, min(self.speed + way, len(SPEEDS) - 1))
            if self.timer is not None:
                self._time()
            self._say("" if self.timer else f"speed: {SPEEDS[self.speed]} a second")

        def _time(self) -> None:
            self._pause()
            self.timer = self.set_interval(1 / SPEEDS[self.speed], self._tick)

        def _tick(self) -> None:
            if self.number + 1 >= last:
                self._pause()
            self._to(self.number + 1)

        def _say(self, text: str) -> None:
            self.message = text
            self._state()

        def action_find(self, way: int) -> None:
            self._leave_off()
            matches = [index for index, row in enumerate(listed) if self.wanted and row.has(self.wanted)]
            if not matches:
                self._say(f"not found: {line(self.wanted, ascii)}" if self.wanted else "type / to search")
                return
            after = [index for index in matches if (index - self.row) * way > 0]
            index = (after or matches)[0 if way > 0 else -1]
            self.message = f"found {matches.index(index) + 1} of {len(matches)}: {line(self.wanted, ascii)}"
            self._to(listed[index].move, index)

        def action_ask(self, what: str) -> None:
            self._leave_off()
            prompt = self.query_one("#prompt", Input)
            prompt.value, prompt.placeholder = "", what
            prompt.display = True
            prompt.focus()

        def on_input_submitted(self, event: Input.Submitted) -> None:
            self.action_close()
            if event.input.placeholder == "search":
                self.wanted = event.value.strip()
                self.action_find(1)
            elif (word := event.value.strip()).isdecimal() and len(word) < 9 and int(word) <= last:
                self.action_go(int(word))
            elif word:
                self._say(f"there is no move {line(word, ascii)}: the game has {counted(last, 'move')}")

        def action_close(self) -> None:
            self.set_focus(None)
            self.query_one("#prompt").display = False
            self.query_one("#help").display = False

        def action_help(self) -> None:
            self.query_one("#help").display = not self.query_one("#help").display

        def action_roll(self, what: str, lines: int) -> None:
            if self.query_one("#help").display:
                what = "keys"
            self.query_one(f"#{what}").scroll_relative(y=lines, animate=False)

        def action_moves(self) -> None:
            self.query_one("#moves").display = not self.query_one("#moves").display
            self.call_after_refresh(self._show)

        def action_leave(self) -> None:
            self.exit()

        def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
            """A click on the list."""
            self._leave_off()
            self._to(listed[event.option_index].move, event.option_index)

    return Stepper()
