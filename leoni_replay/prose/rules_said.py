"""The rule book that a page names: “Rules: Wikipedia”, “By the rules of PySolFC.”"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from leoni_replay.games import GAMES, Declaration, Game, RuleBook
from leoni_replay.message import Message, Option
from leoni_replay.phrases import bare_name, join_words
from leoni_replay.prose.sentences import sentences
from leoni_replay.prose.tokens import NAMES_CARD, has_phrase, phrases

#: The phrases after which the name of a rule book stands.
_LEADS: Final = ("RULES_LINE", "RULES_OF", "RULES_BY", "RULES_AS")


class RulesSaid(NamedTuple):
    """Words of a page that name the rules by which it is played.

    Attributes:
        line: their line.
        text: the words.
        book: the name of the rule book; empty if it is none of the game, or not certain.
    """

    line: int
    text: str
    book: str

    def why(self, game: Game[Any]) -> str:
        """Return what came of these words, in a game under its rules."""
        name = game.rules.book.name
        if self.book == name:
            return f"the rule book is {name}"
        example = self.book or GAMES[game.name].books[0]
        advice = f"write “Rules: {example}” if you mean that one ({join_words(GAMES[game.name].all_books, 'or')})"
        option = Option(", or say --rules NAME")
        return Message(f"it is not sure which rule book this is, and {name} was taken: {advice}", option)


def rules_said(text: str, game_name: str) -> list[RulesSaid]:
    """Return where the text of a page names the rules by which a game is played."""
    declaration = GAMES[game_name]
    namings = [*_lines_with_rules(text, declaration)]
    lines = {words.line for words in namings}
    for sentence in sentences(text):
        if sentence.line not in lines and not sentence.kinds() & NAMES_CARD:
            namings += _in_words(sentence.text, sentence.line, declaration, _LEADS[1:])
    return namings


def _lines_with_rules(text: str, declaration: Declaration) -> Iterator[RulesSaid]:
    """Yield the lines that are no more than “Rules: NAME”."""
    for number, line in enumerate(text.split("\n"), 1):
        yield from _in_words(line.strip(), number, declaration, _LEADS[:1])


def _in_words(words: str, line: int, declaration: Declaration, leads: tuple[str, ...]) -> Iterator[RulesSaid]:
    """Yield what a sentence or a line says of the rules, if it names any."""
    for lead in leads:
        # Such words often stand in brackets.
        bracketed = f"({words}"
        match = phrases()[lead].search(bracketed)
        name = phrases()["RULES_END"].split(bracketed[match.end() :], maxsplit=1)[0].strip() if match else ""
        if not name:
            continue
        book = _book_named(name, declaration)
        if book or (name[0].isupper() and name not in GAMES):
            yield RulesSaid(line, words, "" if has_phrase(words, "RULES_UNSURE") else book)
            return


def _book_named(name: str, declaration: Declaration) -> str:
    """Return the rule book of a game that is called so, by its own name or that of its source; empty if none is, or
    several are."""
    bare = bare_name(name)
    for book in declaration.all_books:
        if bare == bare_name(book):
            return book
    books = [book for book in declaration.all_books if bare in _names_of(declaration.book(book))]
    return books[0] if len(books) == 1 else ""


def _names_of(book: RuleBook) -> set[str]:
    """Return what the source of a rule book is called: its title, without what follows a comma, and its author."""
    author = dict(book.facts).get("author", "")
    titles = [part for title in (book.title, *book.sources.values()) for part in (title, title.partition(",")[0])]
    without_year = [title.partition("(")[0] for title in titles]
    last_names = [words.split()[-1] for words in (author,) if words]
    return {bare_name(name) for name in (*titles, *without_year, author, *last_names, book.name.partition("-")[0])} - {
        ""
    }
