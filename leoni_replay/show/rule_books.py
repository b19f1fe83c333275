"""Rule books and the table of games, in the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from shlex import quote
from typing import TYPE_CHECKING, Final, TypeVar

from rich.text import Text

from leoni_replay.diagnostics import Clause
from leoni_replay.games import (
    GAMES,
    Declaration,
    RuleBook,
    Rules,
    games_with_book,
    make_game,
    unknown_book,
)
from leoni_replay.games.rules import CONJECTURE, parse_rules
from leoni_replay.games.sheet import sheet_lines
from leoni_replay.leoni_error import LeoniError
from leoni_replay.phrases import join_words
from leoni_replay.show.terminal import bare_grid
from leoni_replay.text import terminal_text

if TYPE_CHECKING:
    from leoni_replay.show.terminal import Terminal

T = TypeVar("T")

#: what stands after a reading that its source does not state
_MARKS: Final = {"inferred": " (I)", "departs": " (D)"}
_MEANINGS: Final = {
    "inferred": "(I) is inferred by this project",
    "departs": "(D) departs from the letter of the source",
}


def show_games(terminal: Terminal) -> None:
    """Print the table of games: a row for each rule book."""
    grid = bare_grid("game", "packs", "rule book", "source", "stated", "(I)", "(D)", "odds")
    for game in GAMES.values():
        packs = str(make_game(game.name).packs)
        for number, name in enumerate(game.all_books):
            book = game.book(name)
            sources = terminal_text("; ".join(text for tag, text in book.sources.items() if tag != "I"), terminal.ascii)
            # A person sees at once to what a row belongs; a program reads each by itself.
            head = ("", "") if number and terminal.tty else (game.name, packs)
            cells = (*head, book.reference + _default_mark(game, number), sources, *map(str, book.bases), book.odds)
            grid.add_row(*map(Text, cells))
    terminal.print_grid(grid)
    terminal.say()
    note = "stated: the number of clauses and readings that the source says in full; (I): inferred by this project, "
    note += "because the source does not say all of it; (D): departs from the letter of the source; "
    terminal.say(note + "odds: the chance of winning that the source claims.", "dim")


def _default_mark(game: Declaration, number: int) -> str:
    """Return what stands after the rule book of that number, if it is the default among several."""
    return " (default)" if number == 0 and len(game.books) > 1 else ""


def _show_sheet(rules: Rules, terminal: Terminal) -> None:
    """Print the rules on one screen."""
    for head, text in sheet_lines(rules):
        terminal.say(head, "bold")
        terminal.say(text, indent=3)
    terminal.say()


def show_books(game: str, terminal: Terminal) -> None:
    """Print the rules of a game on one screen, then its rule books, with a few words on each.

    Raises:
        LeoniError: there is no such game.
    """
    declaration = declaration_of(game)
    rules = make_game(game).rules
    terminal.say(f"{game}: {rules}", "bold")
    terminal.say()
    _show_sheet(rules, terminal)
    terminal.say(f"The rule books of {game}", "bold")
    terminal.say()
    for number, name in enumerate(declaration.all_books):
        book = declaration.book(name)
        line = Text(book.reference, style="bold")
        mark = _default_mark(declaration, number)
        line.append(f" {mark}  {book.title}" if mark else f"  {book.title}", style="not bold")
        terminal.console().print(line)
        terminal.say(book.about, indent=2)
        terminal.say()
    terminal.say(
        "leoni rules BOOK prints one with its clauses and sources. leoni rules --diff A B shows where two books "
        "differ.",
        "dim",
    )
    # First a name that a shell takes without quotes.
    others = sorted((name for name in GAMES if name != game), key=lambda name: not name.isalpha())
    hint = f"Other games have rule books of their own: leoni rules --game {quote(others[0])}, and so on for "
    terminal.say(f"{hint}{join_words(others[1:])}.", "dim")


def show_book(rules: Rules, terminal: Terminal) -> None:
    """Print the rules of a book on one screen, then its clauses and readings with their sources."""
    book = rules.book
    terminal.say(f"{book.game}: {rules}", "bold")
    for line in (f"{book.title}. {book.about}", *_facts(book), *_to_the_letter(rules)):
        terminal.say(line)
        terminal.say()
    _show_sheet(rules, terminal)
    for number, clause in book.clauses.items():
        _show_clause(terminal, f"{number}. {clause.name}", clause)
    terminal.say("Readings of the points on which sources differ or are silent", "bold")
    terminal.say()
    for point in book.points:
        clause = rules.reading(point)
        _show_clause(terminal, f"{point}={rules[point] or 'open'}  {clause.name}", clause)
    conjectures = [f"{point.id}={point.conjecture}" for point in book.points.values() if point.conjecture]
    if conjectures:
        verb = "is" if len(conjectures) == 1 else "are each"
        terminal.say(f"{join_words(conjectures)} {verb} {CONJECTURE}: no source takes it.", "dim")
    other_games = [name for name, game in GAMES.items() if book.name in game.all_books and name != book.game]
    if other_games:
        terminal.say(
            f"{book.name} is also a rule book of {join_words(other_games)}: --game {quote(other_games[0])}", "dim"
        )


def _facts(book: RuleBook) -> list[str]:
    """Return a line about the source of a book; nothing if the book names none."""
    if not book.facts:
        return []
    labels = {"seen": "seen by this project", "names": "other names of the game"}
    line = "; ".join(f"{labels.get(key, key)}: {text}" for key, text in book.facts)
    return [f"{line[:1].upper()}{line[1:]}."]


def _show_clause(terminal: Terminal, head: str, clause: Clause) -> None:
    """Print a clause or a reading, with its source."""
    terminal.say(head, "bold")
    terminal.say(clause.text, indent=3)
    terminal.say(f"({clause.with_basis(clause.citation)})", "dim", 3)
    terminal.say()


def show_diff(first: Rules, second: Rules, terminal: Terminal) -> None:
    """Print a table of the points on which two rule books (with overrides, if any) take different readings, and what
    its signs mean; or that there are no such points."""
    differing_points, common_points = compare_points(first, second)
    games = join_words(list(dict.fromkeys(rules.book.game for rules in (first, second))))
    if differing_points:
        grid = bare_grid("id", "point", str(first), str(second))
        for point in differing_points:
            title = first.book.points[point].title
            cells = (point, title, _reading_with_mark(first, point), _reading_with_mark(second, point))
            grid.add_row(*map(Text, cells))
        terminal.print_grid(grid)
        terminal.say()
        bases = {rules.reading(point).basis for point in differing_points for rules in (first, second)}
        meanings = [meaning for basis, meaning in _MEANINGS.items() if basis in bases]
        count = f"{games}: {len(differing_points)} of {len(common_points)} points differ"
        summary = "; ".join([count, *meanings]) + "."
    else:
        summary = f"{games}: {first} and {second} take the same reading of all {len(common_points)} points."
    for line in dict.fromkeys([summary, *_to_the_letter(first), *_to_the_letter(second)]):
        terminal.say(line, "dim" if differing_points else "")


def compare_points(first: Rules, second: Rules) -> tuple[list[str], list[str]]:
    """Return the points on which two rule books take different readings, and all the points that both have."""
    common_points = [point for point in first.book.points if point in second.book.points]
    return [point for point in common_points if first[point] != second[point]], common_points


def _reading_with_mark(rules: Rules, point: str) -> str:
    """Return the reading of a point, with a mark if the source does not state it."""
    return (rules[point] or "open") + _MARKS.get(rules.reading(point).basis, "")


def _to_the_letter(rules: Rules) -> list[str]:
    """Return what ``letter`` changes in a book, and what of it can't be played; nothing if not asked for."""
    if not rules.letter:
        return []
    book = rules.book
    readings = [f"{point}={reading}" for point, reading in book.letters.items()]
    lines = [
        f"letter takes {join_words(readings)}." if readings else f"letter changes nothing: {_why_no_letter(book)}."
    ]
    lines += [f"No reading has the letter of {where}: {text}." for where, text in book.unplayable.items()]
    return lines


def _why_no_letter(book: RuleBook) -> str:
    """Return why ``letter`` changes nothing in a book."""
    if book.unplayable:
        return f"no reading has the letter where {book.reference} departs from it"
    return f"{book.reference} departs nowhere from the letter of its source"


def declaration_of(game: str) -> Declaration:
    """Return the declaration of a game.

    Raises:
        LeoniError: there is no such game.
    """
    # It raises the error, with the name that may have been meant.
    make_game(game)
    return GAMES[game]


def rules_of(text: str, game: str | None = None) -> Rules:
    """Return the rules that a text asks for, of a game or, without one, of the first game that has such a book.

    Raises:
        LeoniError: no such game, book, point or reading; the message says what there is.
    """
    homes = _homes(text)
    if game is None:
        if not homes:
            raise unknown_book(_name(text))
        return _make_first(_rules, [(home, text) for home in homes])
    if declaration_of(game).name in homes or not homes:
        return _rules(game, text)
    raise LeoniError(f"{game} has no rule book `{_name(text)}`: it is one of {join_words(homes)}")


def two_rules(first: str, second: str, game: str | None = None) -> tuple[Rules, Rules]:
    """Return two rule books to be compared: of the game that is asked for, else of the first game that has both, else
    of two games whose points are the same (Leoni's Own and Weaver's).

    Raises:
        LeoniError: there are no such books, or nothing in them to compare.
    """
    if game is not None:
        game = declaration_of(game).name
    pairs: list[tuple[str, str]] = []
    for first_game in _homes(first):
        for second_game in _homes(second):
            have_common_points = set(_points(first_game, first)) & set(_points(second_game, second))
            if game in (None, first_game, second_game) and have_common_points:
                pairs.append((first_game, second_game))
    # One game that has both comes before two games (False sorts before True); otherwise the order stays.
    pairs.sort(key=lambda pair: pair[0] != pair[1])
    if pairs:
        return _make_first(lambda a, b: (_rules(a, first), _rules(b, second)), pairs)
    for text in (first, second):
        if not _homes(text):
            rules_of(text, game)
    homes_of_both = [name for name in _homes(first) if name in _homes(second)]
    if game is not None and homes_of_both:
        if _name(first) == _name(second):
            lacks = f"has no rule book {_name(first)}"
        else:
            lacks = f"has not both {_name(first)} and {_name(second)}"
        have = "has" if len(homes_of_both) == 1 else "have"
        raise LeoniError(f"{game} {lacks}: {join_words(homes_of_both)} {have}")
    homes = [f"{_name(text)} is a rule book of {join_words(_homes(text))}" for text in (first, second)]
    raise LeoniError(f"no game has both, and they have no point in common: {'; '.join(homes)}")


def _make_first(make: Callable[[str, str], T], pairs: Sequence[tuple[str, str]]) -> T:
    """Call a function with each pair until it raises no error, and return its result.

    Args:
        make: the function, which takes the two texts of a pair.
        pairs: the pairs, at least one.

    Raises:
        ValueError: it raises one for every pair; this is the first of them.
    """
    first_error: ValueError | None = None
    for pair in pairs:
        try:
            return make(*pair)
        except ValueError as error:
            first_error = first_error or error
    assert first_error is not None
    raise first_error


def _name(text: str) -> str:
    """Return the name of the rule book in a text that may have overrides after it."""
    return text.partition(";")[0].strip()


def _points(game: str, text: str) -> Iterable[str]:
    """Return the points of the rule book which a text names."""
    return GAMES[game].book(_name(text)).points


def _homes(text: str) -> list[str]:
    """Return the names of the games that have the rule book which a text names."""
    return [game.name for game in games_with_book(_name(text))]


def _rules(game: str, text: str) -> Rules:
    """Return the rules of a game that a text asks for."""
    rules = parse_rules(text, GAMES[game].book)
    # What a book leaves open is shown as such.
    return rules if "" in rules.readings.values() else make_game(game, text).rules
