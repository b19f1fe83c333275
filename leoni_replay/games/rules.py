"""Rule books: data files that choose one reading of every disputed point, and the rules in force for one record.

``rulebooks/<family>.toml`` lists a family's points with their readings; ``rulebooks/<game>.<book>.toml`` is one
source's book: its sources, its readings, its clauses. A record names a book and may override single points.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from leoni_replay.diagnostics import Clause, with_attributes
from leoni_replay.words import closest, listed

Basis = Literal["stated", "inferred", "departs"]

#: the word of a ``Rules`` tag that takes the letter of the source wherever its book departs from it
LETTER: Final = "letter"


class RulesError(ValueError):
    """Rules that do not exist or cannot work together.

    ``kind`` is ``game``, ``book``, ``point``, ``reading`` or ``combination``, and for the rule book of a user ``file``
    (it cannot be read), ``unsound`` or ``pin`` (it is another one); ``choices`` are the names that exist, ``word`` is
    what was written in place of one, ``advice`` what else may help.
    """

    __reduce__ = with_attributes

    def __init__(
        self, kind: str, message: str, choices: Iterable[str] = (), word: str = "", advice: Iterable[str] = ()
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.choices = tuple(choices)
        self.word = word
        self.advice = tuple(advice)

    @property
    def meant(self) -> str | None:
        """The name that may have been meant."""
        return closest(self.word, self.choices) if self.word else None

    @property
    def help(self) -> tuple[str, ...]:
        """What may have been meant, and what there is."""
        if not self.choices:
            return self.advice
        meant = self.meant
        kind = "rule book" if self.kind == "book" else self.kind
        there = (
            f"the {kind}s are {listed(self.choices)}"
            if len(self.choices) > 1
            else f"the one {kind} is {self.choices[0]}"
        )
        return (f"did you mean `{meant}`?", there) if meant else (there,)

    def __str__(self) -> str:
        return "; ".join([self.message, *self.help])


class Point(NamedTuple):
    """A point on which sources differ or are silent: its id, what it is about, and its readings, default first."""

    id: str
    title: str
    #: reading -> what it means, in the project's own words
    readings: dict[str, str]


class Choice(NamedTuple):
    """The reading that a book takes of one point, and on what basis.

    Where it departs from the letter of the source, ``letter`` is the reading that has the letter, or ``unread`` says
    what the letter is, if no reading of the point has it.
    """

    reading: str
    basis: Basis
    citation: str
    letter: str = ""
    unread: str = ""


class Bases(NamedTuple):
    """How many clauses and readings of a book its source states, the project inferred, and how many depart from the
    letter of the source."""

    stated: int
    inferred: int
    departs: int

    def __str__(self) -> str:
        departs = "departs" if self.departs == 1 else "depart"
        return f"{self.stated} stated, {self.inferred} inferred, {self.departs} {departs} from the letter"


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
    #: the chance of winning that the source claims, in its own terms (``1 in 30``); empty if it claims none
    odds: str = ""
    #: whose points it reads
    family: str = ""
    #: 16 digits of SHA-256 over the text of a user's book; empty for a book of the package
    digest: str = ""
    #: the clauses that depart from the letter where no point has it, each with what the letter says
    unread: tuple[tuple[str, str], ...] = ()

    @property
    def reference(self) -> str:
        """How results name it: a user's book with its digest, as nobody else can know what is in it."""
        return f"{self.name}@{self.digest}" if self.digest else self.name

    @property
    def bases(self) -> Bases:
        """How many of its clauses and readings are stated, are inferred, and depart from the letter."""
        bases = [clause.basis for clause in self.clauses.values()] + [choice.basis for choice in self.choices.values()]
        return Bases(bases.count("stated"), bases.count("inferred"), bases.count("departs"))

    @property
    def letters(self) -> dict[str, str]:
        """The readings that have the letter of the source where the book departs from it, by their points."""
        return {point: choice.letter for point, choice in self.choices.items() if choice.letter}

    @property
    def unplayable(self) -> dict[str, str]:
        """What the letter says where the book departs from it and no reading has it, by ``L1`` or ``clause 6``."""
        points = {point: choice.unread for point, choice in self.choices.items() if choice.unread}
        return points | {f"clause {number}": text for number, text in self.unread}


class Fragment(NamedTuple):
    """Rules of a game that is known only in part, so that it cannot be played."""

    name: str
    source: str
    known: str
    why: str


@dataclass(frozen=True, repr=False)
class Rules:
    """The rules in force for one record: a book and what the record overrides.

    With ``letter`` the letter of the source is taken wherever the book departs from it; overrides come before it.
    """

    book: RuleBook
    overrides: dict[str, str] = field(default_factory=dict)
    letter: bool = False
    #: point -> reading in force
    readings: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        chosen = {point: choice.reading for point, choice in self.book.choices.items()}
        object.__setattr__(self, "readings", chosen | self.taken)

    @property
    def taken(self) -> dict[str, str]:
        """The readings that the record takes, by its overrides or to the letter, where it does not leave them to its
        book."""
        return (self.book.letters if self.letter else {}) | self.overrides

    def __getitem__(self, point: str) -> str:
        return self.readings[point]

    def __repr__(self) -> str:
        return f"<Rules {self}>"

    def __str__(self) -> str:
        overrides = [f"{point}={reading}" for point, reading in self.overrides.items()]
        return "; ".join([self.book.reference, *([LETTER] if self.letter else []), *overrides])

    def clause(self, number: str, *points: str) -> Clause:
        """The clause to cite for a refusal.

        Args:
            number: the clause of the book, or a point's id.
            points: points that decide the matter; the first one of which the record takes another reading than its
                book is cited instead.
        """
        for point in points:
            if self._overridden(point):
                return self.reading(point)
        return self.book.clauses[number] if number in self.book.clauses else self.reading(number)

    def _overridden(self, point: str) -> bool:
        """Whether the record takes another reading than its book."""
        choice = self.book.choices.get(point)
        return choice is not None and self.readings[point] != choice.reading

    def reading(self, point: str) -> Clause:
        """The reading of a point that is in force, as a clause."""
        entry = self.book.points[point]
        reading = self.readings[point]
        choice = self.book.choices[point]
        citation, basis = choice.citation, choice.basis
        if self._overridden(point):
            whose = "the record's own choice" if point in self.overrides else "the letter of the source"
            citation, basis = f"{whose}, in place of {choice.reading}", "stated"
        return Clause(f"{self.book.name} {point}={reading}", entry.title, entry.readings[reading], citation, basis)


#: where the rule books of the package are
FOLDER: Final = Path(__file__).with_name("rulebooks")


def _data(folder: Path, name: str) -> dict[str, Any]:
    return tomllib.loads((folder / name).read_text(encoding="utf-8"))


@cache
def _points(folder: Path, family: str) -> dict[str, Point]:
    return {p["id"]: Point(p["id"], p["title"], p["readings"]) for p in _data(folder, f"{family}.toml")["points"]}


def load_book(
    slug: str, name: str, implemented: Mapping[str, tuple[str, ...]] | None = None, folder: Path = FOLDER
) -> RuleBook:
    """The rule book ``<slug>.<name>.toml``, checked against its family's points.

    Args:
        slug: the game's name in the names of its files.
        name: the book's name.
        implemented: the points and readings that the game's code implements, to which the points are held.
        folder: where the files are.

    Raises:
        RulesError: the file names a point or a reading that its family does not have, or that no code implements.
    """
    data = _data(folder, f"{slug}.{name}.toml")
    points = _points(folder, data["family"])
    if implemented is not None:
        _hold(points, implemented, f"{data['family']}.toml")
    sources = data["sources"]
    choices = {}
    for point, entry in data["readings"].items():
        if point not in points or entry["reading"] not in points[point].readings:
            raise RulesError("reading", f"{slug}.{name}.toml: no reading {entry['reading']} of {point}")
        choices[point] = Choice(
            entry["reading"],
            entry["basis"],
            _cite(sources, entry["cite"]),
            entry.get("letter", ""),
            entry.get("unread", ""),
        )
    missing = points.keys() - choices.keys()
    if missing:
        raise RulesError("point", f"{slug}.{name}.toml: no reading of {', '.join(sorted(missing))}")
    clauses = {
        c["id"]: Clause(f"{name} {c['id']}", c["name"], c["text"], _cite(sources, c["cite"]), c["basis"])
        for c in data["clauses"]
    }
    return RuleBook(
        data["game"], name, data["title"], data["about"], sources, points, choices, clauses, data.get("odds", ""),
        data["family"], unread=tuple((c["id"], c["unread"]) for c in data["clauses"] if "unread" in c),
    )  # fmt: skip


def _hold(points: Mapping[str, Point], implemented: Mapping[str, tuple[str, ...]], file: str) -> None:
    """See that there is just what the code implements, no point and no reading more or less."""
    for point in points.keys() | implemented.keys():
        readings = points[point].readings if point in points else {}
        for reading in readings.keys() ^ set(implemented.get(point, ())):
            why = "no code implements it" if reading in readings else "the code implements it"
            raise RulesError("reading", f"{file}: {point}={reading}: {why}")


def load_fragments() -> list[Fragment]:
    """What the sources hold of games that cannot be played."""
    return [Fragment(**entry) for entry in _data(FOLDER, "fragments.toml")["fragments"]]


def _cite(sources: dict[str, str], cite: str) -> str:
    """``"W, Rules"`` with the tag of its source spelled out."""
    tag, _, where = cite.partition(",")
    return sources[tag] + (f",{where}" if where else "")


def parse_rules(text: str, load: Callable[[str], RuleBook]) -> Rules:
    """The rules that a ``Rules`` tag asks for: ``book`` or ``book; letter; ID=reading; …``.

    Args:
        text: the tag's value.
        load: gives a book by its name.

    Raises:
        RulesError: an unknown point or reading, or one of them or ``letter`` given twice; and as ``load``.
    """
    name, *rest = [part.strip() for part in text.split(";")]
    book = load(name)
    overrides: dict[str, str] = {}
    letter = False
    for part in rest:
        if part == LETTER:
            if letter:
                raise RulesError("combination", f"{LETTER} is given twice")
            letter = True
            continue
        point, equals, reading = (piece.strip() for piece in part.partition("="))
        if not part:
            raise RulesError("combination", f"an override is missing in `{text}`: nothing stands after a semicolon")
        if not equals:
            meant = (f"did you mean `{LETTER}`?",) if closest(part, [LETTER]) else ()
            message = f"`{part}` is no override: one is written ID=reading, as in L4=ends-weave"
            raise RulesError(
                "combination", message, advice=(*meant, f"`{LETTER}` alone takes the letter of the source")
            )
        if point not in book.points:
            raise RulesError("point", f"there is no point `{point}` in the rules of this game", book.points, point)
        if reading not in book.points[point].readings:
            raise RulesError(
                "reading",
                f"{point} ({book.points[point].title}) has no reading `{reading}`",
                book.points[point].readings,
                reading,
            )
        if point in overrides:
            raise RulesError("combination", f"{point} is given twice")
        overrides[point] = reading
    return Rules(book, overrides, letter)


def no_book(name: str, where: str, books: Iterable[str]) -> RulesError:
    """The error for a name that is no rule book's."""
    if not name:
        return RulesError("book", "no rule book is named", books)
    names = tuple(books)
    message = f"there is no rule book `{name}`{where}"
    if "=" in name:
        # Whoever writes an override alone, or no semicolon before it, means no book by that name.
        first, _, rest = name.partition(" ")
        whole = f"{first}; {rest.strip()}" if first in names else f"{names[0]}; {name}"
        message += f": the book comes first, and a semicolon before every override, as in `{whole}`"
    return RulesError("book", message, names, "" if "=" in name else name)
