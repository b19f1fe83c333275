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

Basis = Literal["stated", "inferred"]


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
    """The reading that a book takes of one point, and on what basis."""

    reading: str
    basis: Basis
    citation: str


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

    @property
    def reference(self) -> str:
        """How results name it: a user's book with its digest, as nobody else can know what is in it."""
        return f"{self.name}@{self.digest}" if self.digest else self.name

    @property
    def inferred(self) -> tuple[int, int]:
        """How many of its clauses and readings the project inferred, and how many there are."""
        bases = [clause.basis for clause in self.clauses.values()] + [choice.basis for choice in self.choices.values()]
        return bases.count("inferred"), len(bases)


class Fragment(NamedTuple):
    """Rules of a game that is known only in part, so that it cannot be played."""

    name: str
    source: str
    known: str
    why: str


@dataclass(frozen=True, repr=False)
class Rules:
    """The rules in force for one record: a book and what the record overrides."""

    book: RuleBook
    overrides: dict[str, str] = field(default_factory=dict)
    #: point -> reading in force
    readings: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        chosen = {point: choice.reading for point, choice in self.book.choices.items()}
        object.__setattr__(self, "readings", chosen | self.overrides)

    def __getitem__(self, point: str) -> str:
        return self.readings[point]

    def __repr__(self) -> str:
        return f"<Rules {self}>"

    def __str__(self) -> str:
        return "; ".join([self.book.reference, *(f"{point}={reading}" for point, reading in self.overrides.items())])

    def clause(self, number: str, *points: str) -> Clause:
        """The clause to cite for a refusal.

        Args:
            number: the clause of the book, or a point's id.
            points: points that decide the matter; the first one that the record overrides is cited instead.
        """
        for point in points:
            if self._overridden(point):
                return self.reading(point)
        return self.book.clauses[number] if number in self.book.clauses else self.reading(number)

    def _overridden(self, point: str) -> bool:
        """Whether the record takes another reading than its book."""
        return point in self.overrides and self.overrides[point] != self.book.choices[point].reading

    def reading(self, point: str) -> Clause:
        """The reading of a point that is in force, as a clause."""
        entry = self.book.points[point]
        reading = self.readings[point]
        if self._overridden(point):
            citation, basis = f"the record's own choice, in place of {self.book.choices[point].reading}", "stated"
        else:
            citation, basis = self.book.choices[point].citation, self.book.choices[point].basis
        return Clause(
            f"{self.book.name} {point}={reading}",
            entry.title,
            entry.readings[reading],
            citation,
            "inferred" if basis == "inferred" else "stated",
        )


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
        choices[point] = Choice(entry["reading"], entry["basis"], _cite(sources, entry["cite"]))
    missing = points.keys() - choices.keys()
    if missing:
        raise RulesError("point", f"{slug}.{name}.toml: no reading of {', '.join(sorted(missing))}")
    clauses = {
        c["id"]: Clause(f"{name} {c['id']}", c["name"], c["text"], _cite(sources, c["cite"]), c["basis"])
        for c in data["clauses"]
    }
    return RuleBook(
        data["game"], name, data["title"], data["about"], sources, points, choices, clauses, data.get("odds", ""),
        data["family"],
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
    """The rules that a ``Rules`` tag asks for: ``book`` or ``book; ID=reading; …``.

    Args:
        text: the tag's value.
        load: gives a book by its name.

    Raises:
        RulesError: an unknown point or reading, or a point given twice; and as ``load``.
    """
    name, *rest = [part.strip() for part in text.split(";")]
    book = load(name)
    overrides: dict[str, str] = {}
    for part in rest:
        point, equals, reading = (piece.strip() for piece in part.partition("="))
        if not equals:
            raise RulesError("combination", f"`{part}` is no override: one is written ID=reading, as in L4=ends-weave")
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
    return Rules(book, overrides)


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
