"""Rule books and the table of games, in the terminal."""

from __future__ import annotations

from shlex import quote
from typing import TYPE_CHECKING

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from leoni_replay.games import GAMES, Declaration, Rules, load_fragments, make_game
from leoni_replay.text import shown
from leoni_replay.words import listed

if TYPE_CHECKING:
    from leoni_replay.show.terminal import Terminal


def show_games(terminal: Terminal) -> None:
    """Print the table of games: a row a rule book, and what is known of games that cannot be played."""
    console = terminal.console()
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for column in ("game", "packs", "rule book", "source", "inferred", "odds"):
        table.add_column(column)
    for game in GAMES.values():
        packs = str(make_game(game.name).packs)
        for i, name in enumerate(game.books):
            book = game.book(name)
            sources = "; ".join(text for tag, text in book.sources.items() if tag != "I")
            head = ("", "") if i else (game.name, packs)
            inferred, rules = book.inferred
            default = " (default)" if i == 0 and len(game.books) > 1 else ""
            cells = (*head, name + default, _spelled(terminal, sources), f"{inferred} of {rules}", book.odds)
            table.add_row(*(Text(cell) for cell in cells))
    console.print(table)
    console.print()
    told = "inferred: so many clauses and readings are this project's, where the source is silent; "
    console.print(Text(told + "odds: the chance of winning that the source claims.", style="dim"))
    for fragment in load_fragments():
        console.print()
        console.print(Text(f"{fragment.name}: {fragment.source}", style="bold"))
        console.print(Padding(Text(f"{fragment.known} {fragment.why}"), (0, 0, 0, 2), expand=False))


def show_books(terminal: Terminal, game: str) -> None:
    """Print the rule books of a game, a few words on each.

    Raises:
        ValueError: no such game.
    """
    console = terminal.console()
    declared = _declared(game)
    for i, name in enumerate(declared.books):
        book = declared.book(name)
        line = Text(name, style="bold")
        line.append(("  (default)" if i == 0 and len(declared.books) > 1 else "") + f"  {book.title}", style="not bold")
        console.print(line)
        console.print(Padding(Text(_spelled(terminal, book.about)), (0, 0, 1, 2), expand=False))
    console.print(Text("leoni rules BOOK prints one, leoni rules --diff A B where two part.", style="dim"))


def show_book(terminal: Terminal, game: str, text: str) -> None:
    """Print the clauses of a rule book and the readings it takes, with their sources.

    Raises:
        ValueError: no such game, book, point or reading.
    """
    console = terminal.console()
    rules = _rules(game, text)
    console.print(Text(_spelled(terminal, f"{rules.book.game}: {rules}"), style="bold"))
    console.print(
        Padding(Text(_spelled(terminal, f"{rules.book.title}. {rules.book.about}")), (0, 0, 1, 0), expand=False)
    )
    for number, clause in rules.book.clauses.items():
        _entry_lines(terminal, f"{number}. {clause.name}", clause.text, f"{clause.citation}; {clause.basis}")
    console.print(Text("Readings of the points on which sources differ or are silent", style="bold"))
    console.print()
    for point in rules.book.points:
        clause = rules.reading(point)
        head = f"{point}={rules[point]}  {clause.name}"
        _entry_lines(terminal, head, clause.text, f"{clause.citation}; {clause.basis}")
    others = [name for name, other in GAMES.items() if rules.book.name in other.books and name != rules.book.game]
    if others:
        told = f"{rules.book.name} is also a rule book of {listed(others)}: --game {quote(others[0])}"
        console.print(Text(_spelled(terminal, told), style="dim"))


def show_diff(terminal: Terminal, game: str, first: str, second: str) -> None:
    """Print the points on which two rule books (with overrides, if any) take different readings.

    Raises:
        ValueError: no such game, book, point or reading.
    """
    console = terminal.console()
    a, b = _rules(game, first), _rules(game, second)
    common = [point for point in a.book.points if point in b.book.points]
    parted = [point for point in common if a[point] != b[point]]
    if not parted:
        console.print(Text(f"{first} and {second} take the same reading of all {len(common)} points."))
        return
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for column in ("id", "point", first, second):
        table.add_column(Text(column))
    for point in parted:
        table.add_row(point, Text(a.book.points[point].title), Text(_marked(a, point)), Text(_marked(b, point)))
    console.print(table)
    console.print()
    console.print(Text(f"{len(parted)} of {len(common)} points differ; (I) is inferred by this project.", style="dim"))


def _marked(rules: Rules, point: str) -> str:
    return rules[point] + (" (I)" if rules.reading(point).basis == "inferred" else "")


def _entry_lines(terminal: Terminal, head: str, text: str, source: str) -> None:
    console = terminal.console()
    console.print(Text(head, style="bold"))
    console.print(Padding(Text(_spelled(terminal, text)), (0, 0, 0, 3), expand=False))
    console.print(Padding(Text(_spelled(terminal, f"({source})"), style="dim"), (0, 0, 1, 3), expand=False))


def _declared(game: str) -> Declaration:
    make_game(game)
    return GAMES[game]


def _rules(game: str, text: str) -> Rules:
    name = text.partition(";")[0].strip()
    # A book of another game is found by its name: weavers need not be asked for with --game.
    homes = (other for other in (_declared(game), *GAMES.values()) if name in other.books)
    home = next(homes, _declared(game)).name
    return make_game(home, text).rules


def _spelled(terminal: Terminal, text: str) -> str:
    return shown(text, terminal.ascii)
