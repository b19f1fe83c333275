"""Rule books: data files that choose one reading of every disputed point, and the rules in force for one record.

``rulebooks/<family>.toml`` lists the points of a family with their readings. ``rulebooks/<game>.<book>.toml`` is the
book of one source: its sources, its readings, its clauses. A record names a book and may override single points.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from leoni_replay.diagnostics import Citation, Clause, UserError, with_attributes
from leoni_replay.phrases import closest_name, join_words

Basis = Literal["stated", "inferred", "departs", "open"]

#: a chance of winning as books claim it
_ODDS: Final = re.compile(
    "(?:about )?(?:([0-9]{1,9}|[a-z]+) in ([0-9]{1,9}|[a-z]+)|([0-9]{1,2}(?:[.]([0-9]{1,9}))?) ?%)"
)
_NUMBERS: Final = {
    word: number
    for number, word in enumerate(
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"], 1
    )
}
#: the word of a ``Rules`` tag that follows the letter of the source wherever its book departs from it
LETTER: Final = "letter"

#: what is said of a reading that no source takes
CONJECTURE: Final = "this project's conjecture"


def odds_of(claim: str) -> float:
    """Return the share in a claim of odds (``1 in 30``, ``about one in two``, ``78 %``); 0 if the claim is worded
    differently."""
    match = _ODDS.fullmatch(claim)
    if match is None:
        return 0.0
    won, deals = (_number(match[1]), _number(match[2])) if match[1] else (float(match[3]), 100)
    return won / deals if 0 < won <= deals else 0.0


class OddsRange(NamedTuple):
    """The shares that a claim of odds means, from 0 to 1."""

    low: float
    high: float


def odds_range(claim: str) -> OddsRange:
    """Return the shares that a claim of odds means at the precision at which it is printed: ``95 %`` is 94.5 to 95.5 %,
    and ``1 in 30`` is 1 in 29.5 to 1 in 30.5. Both are 0 if the claim is worded differently."""
    match, share = _ODDS.fullmatch(claim), odds_of(claim)
    if match is None or not share:
        return OddsRange(0.0, 0.0)
    if match[1]:
        won, deals = _number(match[1]), _number(match[2])
        return OddsRange(won / (deals + 0.5), min(won / (deals - 0.5), 1.0))
    half_unit = 0.5 * 10.0 ** -len(match[4] or "") / 100
    return OddsRange(max(share - half_unit, 0.0), min(share + half_unit, 1.0))


def _number(word: str) -> int:
    """Return a number in figures or in a word; 0 if the word is none."""
    if word.isdigit():
        return int(word)
    return _NUMBERS.get(word, 0)


class RulesError(UserError):
    """Raised for rules that do not exist or cannot be combined.

    ``kind`` is ``game``, ``book``, ``point``, ``reading``, ``combination`` or ``unsound`` (the rule book has errors);
    for a user's rule book also ``file`` (it cannot be read) or ``pin`` (its digest differs). ``choices`` are the names
    that exist, ``word`` is the one that was written, ``advice`` is further help.
    """

    __reduce__ = with_attributes

    def __init__(
        self, kind: str, message: str, choices: Iterable[str] = (), word: str = "", advice: Iterable[str] = ()
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.choices: tuple[str, ...] = tuple(choices)
        self.word = word
        self.advice: tuple[str, ...] = tuple(advice)

    @property
    def near_choice(self) -> str | None:
        """The existing name that was probably meant."""
        return closest_name(self.word, self.choices) if self.word else None

    @property
    def help(self) -> tuple[str, ...]:
        """The help of the message: the name that was probably meant, and the existing names."""
        if not self.choices:
            return self.advice
        near_choice = self.near_choice
        kind = "rule book" if self.kind == "book" else self.kind
        there = (
            f"the {kind}s are {join_words(self.choices)}"
            if len(self.choices) > 1
            else f"the one {kind} is {self.choices[0]}"
        )
        return (f"did you mean `{near_choice}`?", there) if near_choice else (there,)

    def __str__(self) -> str:
        return "; ".join([self.message, *self.help])


class Point(NamedTuple):
    """A point on which sources differ or are silent: its id, its title, and its readings, default first."""

    id: str
    title: str
    #: reading -> its meaning, in the project's own words
    readings: dict[str, str]
    #: the reading that this project conjectures, and no source takes
    conjecture: str = ""


class Choice(NamedTuple):
    """The reading that a book takes of one point, and on what basis.

    If it departs from the letter of the source, ``letter`` is the reading that follows the letter; if no reading does,
    ``unread`` says what the letter is. A book may leave a point open: then it takes no reading, and ``unread`` says
    what the source leaves unsaid.
    """

    reading: str
    basis: Basis
    cite: Citation
    letter: str = ""
    unread: str = ""

    @property
    def citation(self) -> str:
        """The whole citation as a text."""
        return str(self.cite)


class Bases(NamedTuple):
    """How many clauses and readings of a book its source states, the project inferred, or depart from the letter of the
    source."""

    stated: int
    inferred: int
    departs: int

    def __str__(self) -> str:
        departs = "departs" if self.departs == 1 else "depart"
        return f"{self.stated} stated, {self.inferred} inferred, {self.departs} {departs} from the letter"


#: what a book says of its source besides its title: by whom, of which year and where it is, what was seen of it, and
#: what else it calls the game
FACTS: Final = ("author", "year", "address", "seen", "names")


class RuleBook(NamedTuple):
    """One source's rules for one game."""

    game: str
    name: str
    title: str
    about: str
    sources: dict[str, str]
    points: dict[str, Point]
    choices: dict[str, Choice]
    clauses: dict[str, Clause]
    #: the chance of winning that the source claims, in its own words (``1 in 30``); empty if none
    odds: str = ""
    #: the family whose points it uses
    family: str = ""
    #: 16 digits of SHA-256 over the text of a user's book; empty for a book of the package
    digest: str = ""
    #: the clauses that depart from the letter and belong to no point, each with what the letter says
    unread: tuple[tuple[str, str], ...] = ()
    #: where the source comes from (``FACTS``)
    facts: tuple[tuple[str, str], ...] = ()
    #: the chances of winning that others claim under these rules, each with whose it is
    other_odds: tuple[tuple[str, str], ...] = ()

    def claims_of_odds(self) -> list[RuleBook]:
        """Return the book once for each chance of winning that is claimed under its rules: with what its source claims,
        and with each claim of others as if they had written it."""
        others = [
            self._replace(odds=odds, sources={"": author}, facts=(("author", author),))
            for odds, author in self.other_odds
        ]
        return [self, *others] if self.odds else others

    @property
    def reference(self) -> str:
        """The book's name in results: a user's book with its digest, because nobody else can know its content."""
        return f"{self.name}@{self.digest}" if self.digest else self.name

    @property
    def bases(self) -> Bases:
        """The number of its clauses and readings that are stated, inferred, or depart from the letter."""
        bases = [clause.basis for clause in self.clauses.values()] + [choice.basis for choice in self.choices.values()]
        return Bases(bases.count("stated"), bases.count("inferred"), bases.count("departs"))

    @property
    def letters(self) -> dict[str, str]:
        """The readings that follow the letter of the source where the book departs from it, by point."""
        return {point: choice.letter for point, choice in self.choices.items() if choice.letter}

    @property
    def open_points(self) -> dict[str, str]:
        """What the source leaves unsaid, by the points that the book leaves open."""
        return {point: choice.unread for point, choice in self.choices.items() if not choice.reading}

    @property
    def unplayable(self) -> dict[str, str]:
        """What the letter says where the book departs from it and no reading follows it, by ``L1`` or ``clause 6``."""
        points = {point: choice.unread for point, choice in self.choices.items() if choice.unread and choice.reading}
        return points | {f"clause {number}": text for number, text in self.unread}


class Fragment(NamedTuple):
    """The rules of a game that is only partly known, so that it cannot be played.

    Attributes:
        name: what it is called.
        source: the book that has it, and where.
        known: the rules that are known.
        why: why these are too few to play by.
    """

    name: str
    source: str
    known: str
    why: str


@dataclass(frozen=True, repr=False)
class Rules:
    """The rules in force for one record: a book and the record's overrides.

    With ``letter``, the letter of the source is followed wherever the book departs from it; overrides take precedence.
    """

    book: RuleBook
    overrides: dict[str, str] = field(default_factory=dict)
    letter: bool = False
    #: point -> reading in force
    readings: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        book_readings = {point: choice.reading for point, choice in self.book.choices.items()}
        object.__setattr__(self, "readings", book_readings | self.own_readings)

    @property
    def own_readings(self) -> dict[str, str]:
        """The readings that the record sets itself, by overrides or by ``letter``; the others are its book's."""
        return (self.book.letters if self.letter else {}) | self.overrides

    def check(self) -> None:
        """Raise RulesError if a point is left open."""
        for point, unsaid in self.book.open_points.items():
            if not self.readings[point]:
                entry = self.book.points[point]
                message = f"{self.book.name} leaves {point} ({entry.title}) open: {unsaid}"
                rules = " or ".join(f"`{self.book.name}; {point}={reading}`" for reading in entry.readings)
                raise RulesError("combination", message, advice=(f"say how it is played: {rules}",))

    def __getitem__(self, point: str) -> str:
        return self.readings[point]

    def __repr__(self) -> str:
        return f"<Rules {self}>"

    def __str__(self) -> str:
        overrides = [f"{point}={reading}" for point, reading in self.overrides.items()]
        return "; ".join([self.book.reference, *([LETTER] if self.letter else []), *overrides])

    def clause(self, number: str, *points: str) -> Clause:
        """Return the clause to cite in a refusal.

        Args:
            number: the clause of the book, or a point's id.
            points: points that decide the matter. The first one that the record reads differently from its book is
                cited instead.
        """
        for point in points:
            if self._overridden(point):
                return self.reading(point)
        return self.book.clauses[number] if number in self.book.clauses else self.reading(number)

    def _overridden(self, point: str) -> bool:
        """Whether the record reads a point differently from its book."""
        choice = self.book.choices.get(point)
        return choice is not None and self.readings[point] != choice.reading

    def reading(self, point: str) -> Clause:
        """Return the reading in force of a point, as a clause."""
        entry = self.book.points[point]
        reading = self.readings[point]
        choice = self.book.choices[point]
        if not reading:
            label = f"{self.book.name} {point}"
            return Clause(label, entry.title, f"Left open: {choice.unread}", choice.cite, choice.basis)
        cite, basis = choice.cite, choice.basis
        if self._overridden(point):
            whose = "the record's own choice" if point in self.overrides else "the letter of the source"
            detail = CONJECTURE if reading == entry.conjecture else ""
            cite = Citation(whose, f"in place of {choice.reading or 'none'}", detail, chosen_by="record")
            basis = "stated"
        return Clause(f"{self.book.name} {point}={reading}", entry.title, entry.readings[reading], cite, basis)


#: the folder of the package's rule books
FOLDER: Final = Path(__file__).with_name("rulebooks")


def data_in(folder: Path, name: str) -> dict[str, Any]:
    """Return the content of a TOML file of a folder."""
    return tomllib.loads((folder / name).read_text(encoding="utf-8"))


def load_fragments() -> list[Fragment]:
    """Load the rules of games that are only partly known."""
    return [Fragment(**entry) for entry in data_in(FOLDER, "fragments.toml")["fragments"]]


def parse_rules(text: str, load: Callable[[str], RuleBook]) -> Rules:
    """Parse the value of a ``Rules`` tag: ``book`` or ``book; letter; ID=reading; …``.

    Args:
        text: the tag's value.
        load: a function that loads a book by name.

    Raises:
        RulesError: a point or reading is unknown; one of them or ``letter`` is given twice; and as ``load``.
    """
    name, *rest = [part.strip() for part in text.split(";")]
    book = load(name)
    overrides: dict[str, str] = {}
    letter = False
    for part in rest:
        if part.lower() == LETTER:
            if letter:
                raise RulesError("combination", f"{LETTER} is given twice")
            letter = True
            continue
        point, equals, reading = (piece.strip() for piece in part.partition("="))
        if not part:
            raise RulesError("combination", f"an override is missing in `{text}`: nothing stands after a semicolon")
        if not equals:
            suggestion = (f"did you mean `{LETTER}`?",) if closest_name(part, [LETTER]) else ()
            message = f"`{part}` is not an override: one is written ID=reading, as in L4=ends-weave"
            raise RulesError(
                "combination", message, advice=(*suggestion, f"`{LETTER}` alone takes the letter of the source")
            )
        if point not in book.points:
            raise RulesError("point", f"there is no point `{point}` in the rules of this game", book.points, point)
        if reading not in book.points[point].readings:
            message = f"{point} ({book.points[point].title}) has no reading `{reading}`"
            raise RulesError("reading", message, book.points[point].readings, reading)
        if point in overrides:
            raise RulesError("combination", f"{point} is given twice")
        overrides[point] = reading
    return Rules(book, overrides, letter)


def no_book(name: str, where: str, books: Iterable[str]) -> RulesError:
    """Return the error for a name that is not a rule book's.

    Args:
        name: the name.
        where: where there is no such book, as the end of the message: `` for this game``.
        books: the books that there are.
    """
    if not name:
        return RulesError("book", "no rule book is named", books)
    names = tuple(books)
    message = f"there is no rule book `{name}`{where}"
    if "=" in name:
        # Someone who writes only an override, or no semicolon before it, doesn't mean a book by that name.
        first, _, rest = name.partition(" ")
        example = f"{first}; {rest.strip()}" if first in names else f"{names[0]}; {name}"
        message += f": the book comes first, and a semicolon before every override, as in `{example}`"
    return RulesError("book", message, names, "" if "=" in name else name)
