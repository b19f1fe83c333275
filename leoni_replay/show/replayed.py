"""A replay in the terminal: whole, with boards, moves in words and the verdict, or position by position."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from rich.text import Text

from leoni_replay.phrases import number_in, pluralize
from leoni_replay.record.replay import Replay
from leoni_replay.show.outcome_labels import SIGNS, STYLES, WORDS
from leoni_replay.show.story import Note, Story, make_story
from leoni_replay.show.text_board import Board, legend
from leoni_replay.text import terminal_text

if TYPE_CHECKING:
    from leoni_replay.record.deal import Deal
    from leoni_replay.show.terminal import Terminal
    from leoni_replay.solving.searcher import Outlook

HELP: Final = "Enter shows the next move, b the one before, a number that move (0: as dealt); q quits."


def show(
    replay: Replay,
    terminal: Terminal,
    *,
    at: int | None = None,
    every: bool = False,
    which: str = "",
    open: bool = False,
) -> None:
    """Print a replay. A rejected record is shown up to its last legal move, with what is wrong after it.

    Args:
        replay: the replay.
        terminal: where to print.
        at: the number of the move after which the table is shown (0: as dealt); by default the last one.
        every: whether the table is shown after every move.
        which: the words for which of how many games it is (``game 2 of 3``); empty if there is only one.
        open: whether to show the faces of cards that lie face down.
    """
    story = make_story(replay, open=open)
    terminal.say(story.title, "bold")
    if which:
        terminal.say(f"{which}; --game chooses another", "dim")
    for name, value in story.tags:
        terminal.say(f"{name}: {value}", "dim")
    if replay.dealt:
        first, last = (0, replay.moves) if every else (replay.moves, replay.moves)
        if at is not None and not every:
            first = last = at
        for number in range(first, last + 1):
            _show_board(story, number, terminal)
        terminal.say()
        terminal.say(legend(story.layout(0)), "dim")
        if at is not None:
            terminal.say()
            terminal.say(f"{f'after move {at}' if at else 'as dealt'}, digest {replay.view_at(at).digest}", "dim")
        else:
            terminal.say()
            terminal.say(story.closing_sentence)
            terminal.say(f"{story.verdict}, digest {replay.digest}", "green" if replay.accepted else "red")
    for diagnostic in story.diagnostics:
        terminal.say()
        terminal.write_frame(diagnostic)


def show_deal(dealt_game: Deal, terminal: Terminal, *, open: bool = False) -> None:
    """Print the position of a game just dealt; ``open`` shows the faces of cards that lie face down."""
    game = dealt_game.game
    terminal.say(f"{game.name}, {game.rules}, {dealt_game.deal}", "bold")
    terminal.say()
    layout = dealt_game.position.layout if open else dealt_game.layout
    terminal.console().print(Board(layout, ascii=terminal.ascii))
    for line in ("", legend(layout), "", f"DealHash {dealt_game.hash}", f"digest {dealt_game.digest}"):
        terminal.say(line, "dim")


def _show_board(story: Story, number: int, terminal: Terminal) -> None:
    """Print a move with its notes, except claims, and the position after it; for 0 the deal, with what is written
    before the first move."""
    move = story.moves[number - 1] if number else None
    console = terminal.console()
    line = Text("\nas dealt" if move is None else f"\n{number}. {move.token}", style="bold")
    if move is not None:
        line.append(f"  {terminal_text(move.prose, terminal.ascii)}", style="not bold")
    console.print(line)
    for note in move.notes if move else story.opening:
        if note.kind != "claim":
            terminal.say(_one_line(note.label), "italic")
    console.print()
    console.print(Board(story.layout(number), ascii=terminal.ascii))


def step(
    story: Story,
    terminal: Terminal,
    read: Callable[[str], str],
    *,
    at: int | None = None,
    which: str = "",
    outlooks: Sequence[Outlook] = (),
) -> None:
    """Step through a replay until the user quits.

    Args:
        story: the replay.
        terminal: where to print.
        read: reads a line, with a prompt; raises EOFError at the end.
        at: the move to begin with; by default the deal, for a rejected record its last legal move.
        which: the words for which of how many games it is (``game 2 of 3``), if there are several.
        outlooks: of a reviewed game, the outcome of the position after every move, from the deal on.
    """
    last = len(story.moves)
    number = 0 if story.error is None else last
    if at is not None:
        number = at
    terminal.say(f"{story.title} ({which})" if which else story.title, "bold")
    for name, value in story.tags:
        terminal.say(f"{name}: {_one_line(value)}", "dim")
    if story.replay.dealt:
        terminal.say(legend(story.layout(0)), "dim")
    terminal.say(HELP, "dim")
    _show_move(story, number, terminal, outlooks)
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
            terminal.say(HELP, "dim")
        elif 0 <= new_number <= last:
            number = new_number
            _show_move(story, number, terminal, outlooks)
        elif answer.isdecimal():
            terminal.say(f"There is no move {new_number}: the game has {pluralize(last, 'move')}.")
        else:
            terminal.say("This is the last move." if new_number > 0 else "These are the cards as dealt.")


def _show_move(story: Story, number: int, terminal: Terminal, outlooks: Sequence[Outlook]) -> None:
    """Print a move with its notes and the position after it; after the last move also the verdict.

    Args:
        story: the replay.
        number: the number of the move; 0 for the deal.
        terminal: where to print.
        outlooks: of a reviewed game, whether each position can be won, from the deal on.
    """
    console = terminal.console()
    move = story.moves[number - 1] if number else None
    head = Text("\n").append("as dealt" if move is None else f"{number}. {move.token}", "bold")
    if move is not None:
        head.append(f"  {terminal_text(move.prose, terminal.ascii)}")
    if outlooks:
        outlook = outlooks[number]
        head.append(f"  {SIGNS[outlook]} {WORDS[outlook]}", STYLES[outlook])
    console.print(head)
    notes = story.opening if move is None else move.notes
    if number == len(story.moves):
        notes += story.ending
    for note in notes:
        _say_note(note, terminal)
    if story.replay.dealt:
        terminal.say()
        console.print(Board(story.layout(number), ascii=terminal.ascii, numbers=True))
        terminal.say()
    if number == len(story.moves):
        for line, style in _verdict(story):
            terminal.say(line, style)
        for diagnostic in story.replay.diagnostics:
            terminal.write_frame(diagnostic)
    terminal.stream.flush()


def _verdict(story: Story) -> Iterator[tuple[str, str]]:
    """Yield the lines after the last move, each with its style."""
    if story.closing_sentence:
        yield story.closing_sentence, ""
    yield story.verdict, "bold green" if story.replay.accepted else "bold red"


#: The sign before a claim and its style, by whether it holds.
_CLAIM_LOOKS: Final = {True: ("+ ", "green"), False: ("- ", "red"), None: ("? ", "dim")}


def _say_note(note: Note, terminal: Terminal) -> None:
    """Print a note, with the sign of what it is."""
    sign, style = "", "dim"
    if note.kind == "comment":
        style = "italic"
    elif note.kind == "rule":
        sign, style = "! ", "red"
    elif note.kind == "claim":
        sign, style = _CLAIM_LOOKS[note.holds]
    terminal.say(f"{sign}{_one_line(note.label)}", style)


def _one_line(text: str) -> str:
    """Return a text on one line."""
    return " ".join(text.split())
