"""A replay in the terminal: whole, with boards, moves in words and the verdict, or position by position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from rich.text import Text

from leoni_replay.diagnostics import Diagnostic
from leoni_replay.phrases import number_in, pluralize
from leoni_replay.record.replay import Replay
from leoni_replay.record.result import view_at
from leoni_replay.show.aloud import SpokenTable
from leoni_replay.show.outcome_labels import SIGNS, STYLES, WORDS
from leoni_replay.show.spoken_replay import SpokenReplay
from leoni_replay.show.story import Note, Story, make_story
from leoni_replay.show.text_board import Board, legend
from leoni_replay.text import one_line, terminal_text

if TYPE_CHECKING:
    from leoni_replay.record.deal import Deal
    from leoni_replay.show.terminal import Terminal
    from leoni_replay.solving.searcher import Outlook


def show(
    replay: Replay,
    terminal: Terminal,
    *,
    at: int | None = None,
    every: bool = False,
    which: str = "",
    open: bool = False,
    plain: bool = False,
) -> None:
    """Print a replay. A rejected record is shown up to its last legal move, with what is wrong after it.

    Args:
        replay: the replay.
        terminal: where to print.
        at: the number of the move after which the table is shown (0: as dealt); by default the last one.
        every: whether the table is shown after every move.
        which: the words for which of how many games it is (``game 2 of 3``); empty if there is only one.
        open: whether to show the faces of cards that lie face down.
        plain: whether it is told in plain lines, for the ear.
    """
    story = make_story(replay, open=open)
    view = _view_of(story, terminal, plain=plain)
    view.say(story.title, "bold")
    if which:
        view.say(f"{which}; --game chooses another", "dim")
    for name, value in story.tags:
        view.say(f"{name}: {value}", "dim")
    if replay.dealt:
        first, last = (0, replay.moves) if every else (replay.moves, replay.moves)
        if at is not None and not every:
            first = last = at
        for number in range(first, last + 1):
            view.show_position(number)
            if every and not plain:
                view.say()
                view.say(f"digest {view_at(replay, number).digest}", "dim")
        view.say()
        view.say(view.legend, "dim")
        if at is not None:
            view.say()
            view.say(f"{f'after move {at}' if at else 'as dealt'}, digest {view_at(replay, at).digest}", "dim")
        else:
            view.say()
            view.say(story.closing_sentence)
            view.say(f"{story.verdict}, digest {replay.digest}", "green" if replay.accepted else "red")
    for diagnostic in story.diagnostics:
        view.say()
        view.show_diagnostic(diagnostic)


def show_deal(dealt_game: Deal, terminal: Terminal, *, open: bool = False, plain: bool = False) -> None:
    """Print the position of a game just dealt.

    Args:
        dealt_game: the deal.
        terminal: where to print.
        open: whether to show the faces of cards that lie face down.
        plain: whether it is told in plain lines, for the ear.
    """
    game = dealt_game.game
    title = f"{game.name}, {game.rules}, {dealt_game.deal}"
    digests = (f"DealHash {dealt_game.hash}", f"digest {dealt_game.digest}")
    if plain:
        terminal.write_lines([title, *SpokenTable(open=open).tell(dealt_game.position), *digests])
        return
    terminal.say(title, "bold")
    terminal.say()
    layout = dealt_game.position.layout.opened() if open else dealt_game.layout
    terminal.console().print(Board(layout, ascii=terminal.ascii))
    for line in ("", legend(layout), "", *digests):
        terminal.say(line, "dim")


def step(
    story: Story,
    terminal: Terminal,
    read: Callable[[str], str],
    *,
    at: int | None = None,
    which: str = "",
    outlooks: Sequence[Outlook] = (),
    plain: bool = False,
) -> None:
    """Step through a replay until the user quits.

    Args:
        story: the replay.
        terminal: where to print.
        read: reads a line, with a prompt; raises EOFError at the end.
        at: the move to begin with; by default the deal, for a rejected record its last legal move.
        which: the words for which of how many games it is (``game 2 of 3``), if there are several.
        outlooks: of a reviewed game, the outcome of the position after every move, from the deal on.
        plain: whether it is told in plain lines, for the ear.
    """
    last = len(story.moves)
    number = 0 if story.error is None else last
    if at is not None:
        number = at
    view = _view_of(story, terminal, outlooks, plain=plain)
    view.say(f"{story.title} ({which})" if which else story.title, "bold")
    for name, value in story.tags:
        view.say(f"{name}: {one_line(value)}", "dim")
    if story.replay.dealt:
        view.say(view.legend, "dim")
    view.say(view.help, "dim")
    _show_move(view, story, number, terminal)
    while True:
        try:
            answer = read(f"move {number} of {last}> ").strip().lower()
        except EOFError:
            return
        if answer == "q":
            return
        # Enter alone goes on, b goes back, and a number is a move; None for anything else.
        new_number = {"": number + 1, "b": number - 1, "0": 0}.get(answer, number_in(answer))
        if new_number is None:
            if not view.answer(answer, number):
                view.say(view.help, "dim")
        elif 0 <= new_number <= last:
            number = new_number
            _show_move(view, story, number, terminal)
        elif answer.isdecimal():
            view.say(f"There is no move {new_number}: the game has {pluralize(last, 'move')}.")
        else:
            view.say("This is the last move." if new_number > 0 else "These are the cards as dealt.")


def _show_move(view: DrawnReplay | SpokenReplay, story: Story, number: int, terminal: Terminal) -> None:
    """Show a move with its notes and the position after it; after the last move also the verdict."""
    view.show_move(number)
    if number == len(story.moves):
        if story.closing_sentence:
            view.say(story.closing_sentence)
        view.say(story.verdict, "bold green" if story.replay.accepted else "bold red")
        for diagnostic in story.replay.diagnostics:
            view.show_diagnostic(diagnostic)
    terminal.stream.flush()


def _view_of(
    story: Story, terminal: Terminal, outlooks: Sequence[Outlook] = (), *, plain: bool
) -> DrawnReplay | SpokenReplay:
    """Return a replay as it is drawn or, if it is to be ``plain``, told."""
    return SpokenReplay(story, terminal, outlooks) if plain else DrawnReplay(story, terminal, outlooks)


#: The sign before a claim and its style, by whether it holds.
_CLAIM_LOOKS: Final = {True: ("+ ", "green"), False: ("- ", "red"), None: ("? ", "dim")}


class DrawnReplay:
    """A replay whose positions are drawn.

    Args:
        story: the replay.
        terminal: where it is drawn.
        outlooks: of a reviewed game, the outcome of the position after every move, from the deal on.
    """

    #: What can be typed while a replay is stepped through.
    help: Final = "Enter shows the next move, b the one before, a number that move (0: as dealt); q quits."

    def __init__(self, story: Story, terminal: Terminal, outlooks: Sequence[Outlook] = ()) -> None:
        self._story = story
        self._terminal = terminal
        self._outlooks = outlooks

    @property
    def legend(self) -> str:
        """The meaning of the signs on the board."""
        return legend(self._story.layout(0))

    def say(self, text: str = "", style: str = "") -> None:
        """Print a paragraph; by default an empty line."""
        self._terminal.say(text, style)

    def show_diagnostic(self, diagnostic: Diagnostic) -> None:
        """Print what is wrong, and where."""
        self._terminal.write_frame(diagnostic)

    def show_position(self, number: int) -> None:
        """Print a move with its notes, except claims, and the position after it; for 0 the deal, with what is written
        before the first move."""
        story, terminal = self._story, self._terminal
        move = story.moves[number - 1] if number else None
        console = terminal.console()
        line = Text("\nas dealt" if move is None else f"\n{number}. {move.token}", style="bold")
        if move is not None:
            line.append(f"  {terminal_text(move.prose, terminal.ascii)}", style="not bold")
        console.print(line)
        for note in move.notes if move else story.opening:
            if note.kind != "claim":
                terminal.say(one_line(note.label), "italic")
        console.print()
        console.print(Board(story.layout(number), ascii=terminal.ascii))

    def show_move(self, number: int) -> None:
        """Print a move with all its notes and the position after it; for 0 the deal."""
        story, terminal = self._story, self._terminal
        console = terminal.console()
        move = story.moves[number - 1] if number else None
        head = Text("\n").append("as dealt" if move is None else f"{number}. {move.token}", "bold")
        if move is not None:
            head.append(f"  {terminal_text(move.prose, terminal.ascii)}")
        if self._outlooks:
            outlook = self._outlooks[number]
            head.append(f"  {SIGNS[outlook]} {WORDS[outlook]}", STYLES[outlook])
        console.print(head)
        notes = story.opening if move is None else move.notes
        if number == len(story.moves):
            notes += story.ending
        for note in notes:
            self._say_note(note)
        if story.replay.dealt:
            terminal.say()
            console.print(Board(story.layout(number), ascii=terminal.ascii, numbers=True))
            terminal.say()
            terminal.say(f"digest {story.position(number).digest}", "dim")

    def _say_note(self, note: Note) -> None:
        """Print a note, with the sign of what it is."""
        sign, style = "", "dim"
        if note.kind == "comment":
            style = "italic"
        elif note.kind == "rule":
            sign, style = "! ", "red"
        elif note.kind == "claim":
            sign, style = _CLAIM_LOOKS[note.holds]
        self._terminal.say(f"{sign}{one_line(note.label)}", style)

    def answer(self, question: str, number: int) -> bool:
        """Return that nothing is asked about a position which is drawn."""
        return False
