"""Read a rule book and check that it is complete: every point and every clause of its game, each with a basis and a
source. The books of the package and those of users are read in the same way."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from leoni_replay.diagnostics import Citation, Clause
from leoni_replay.games.rules import FACTS, FOLDER, Choice, Point, RuleBook, RulesError, data_in, odds_of
from leoni_replay.message import AgainstLetter, CitedPoint, Message
from leoni_replay.phrases import closest_name, join_words

_BASES: Final = ("stated", "inferred", "departs")
_OPEN: Final = "open"
_KEYS: Final = (
    "game",
    "family",
    "extends",
    "title",
    *FACTS,
    "about",
    "odds",
    "other_odds",
    "own",
    "sources",
    "readings",
    "clauses",
)
_TEXTS: Final = ("title", "about")
#: What means more than its words in the text of an entry: the id of a point in brackets, and that the book departs from
#: the letter of its source.
_PARTS: Final = re.compile(
    r" \((?P<point>\w+)\)"
    r"|(?P<lead>, | is )against the letter(?: of (?P<where>[^,]+))?(?P<joint>, by which |, which | for )"
)
#: The parts of a citation after the source and the place in it.
_MORE: Final = ("detail", "adds", "note")
_READING: Final = ("reading", "basis", "cite", *_MORE, "letter", "unread")
_CLAUSE: Final = ("id", "name", "text", "cite", *_MORE, "basis", "unread")


class BookFault(NamedTuple):
    """One error in a rule book: where (``readings.L4``, ``clauses.7``, a key), and what."""

    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"


def load_book(
    slug: str, name: str, implemented: Mapping[str, tuple[str, ...]] | None = None, folder: Path = FOLDER
) -> RuleBook:
    """Load the rule book ``<slug>.<name>.toml``.

    Args:
        slug: the game's name in file names.
        name: the book's name.
        implemented: the points and readings that the game's code implements, which the points must match.
        folder: where the files are.

    Raises:
        RulesError: the book has errors, or its family has a reading that the code doesn't implement.
    """
    data = data_in(folder, f"{slug}.{name}.toml")
    points = _points(folder, data["family"])
    if implemented is not None:
        _check_implemented(points, implemented, f"{data['family']}.toml")
    book, wrong = book_of(data, name, RuleBook(data["game"], "", "", "", {}, points, {}, {}, "", data["family"]), "")
    if wrong:
        raise RulesError("unsound", f"{slug}.{name}.toml: {wrong[0]}")
    return book


@cache
def _points(folder: Path, family: str) -> dict[str, Point]:
    points = data_in(folder, f"{family}.toml")["points"]
    return {p["id"]: Point(p["id"], p["title"], p["readings"], p.get("conjecture", "")) for p in points}


def _check_implemented(points: Mapping[str, Point], implemented: Mapping[str, tuple[str, ...]], file: str) -> None:
    """Check that the points and readings are exactly those that the code implements."""
    for point in points.keys() | implemented.keys():
        readings = points[point].readings if point in points else {}
        for reading in readings.keys() ^ set(implemented.get(point, ())):
            why = "no code implements it" if reading in readings else "the code implements it"
            raise RulesError("reading", f"{file}: {point}={reading}: {why}")


def book_of(data: Mapping[str, Any], name: str, like: RuleBook, digest: str) -> tuple[RuleBook, list[BookFault]]:
    """Make a rule book from the data of its file, and list its errors; without errors it is fit for use.

    Args:
        data: the content of the file.
        name: the name of the book.
        like: a book of the same game, whose points and clauses this one must have.
        digest: 16 digits of SHA-256 over its text.
    """
    return _BookChecker(data, name, like).read_book(digest)


def extend_data(base: Mapping[str, Any], data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data of a rule book that extends another one: what it doesn't write is as in the other.

    Its title and its odds are its own, and so are the facts about its source.

    Args:
        base: the data of the other book.
        data: its own data.
    """
    merged = {key: value for key, value in base.items() if key not in ("title", "odds", "other_odds", *FACTS)}
    merged |= {key: value for key, value in data.items() if key != "extends"}
    for table in ("sources", "readings"):
        if isinstance(data.get(table), dict):
            merged[table] = {**base[table], **data[table]}
    own_clauses = data.get("clauses")
    if isinstance(own_clauses, list) and all(isinstance(clause, dict) for clause in own_clauses):
        own_numbers = [clause.get("id") for clause in own_clauses]
        merged["clauses"] = [*(clause for clause in base["clauses"] if clause["id"] not in own_numbers), *own_clauses]
    return merged


class _BookChecker:
    """Checks a book from top to bottom, and continues after an error."""

    def __init__(self, data: Mapping[str, Any], name: str, like: RuleBook) -> None:
        self.data = data
        self.name = name
        self.like = like
        self.faults: list[BookFault] = []
        #: the names of the sources, by the tags with which citations begin
        self.sources: dict[str, str] = {}
        #: the tag that stands for the book's own choices; empty for none
        self.own = ""
        #: what the letter says in clauses that depart from it, by their numbers
        self.unread: dict[str, str] = {}

    def read_book(self, digest: str) -> tuple[RuleBook, list[BookFault]]:
        """Return the book, and its faults."""
        self._check_keys("", self.data, _KEYS)
        if self.data.get("family", self.like.family) != self.like.family:
            self._add_fault("family", f"the points of {self.like.game} are those of the family {self.like.family}")
        title, about = (self._read_text(self.data, key, key) for key in _TEXTS)
        odds = self._read_text(self.data, "odds", "odds") if "odds" in self.data else ""
        self._check_odds("odds", odds)
        self.sources = self._read_sources()
        self.own = self._read_own()
        facts = tuple((key, self._read_text(self.data, key, key)) for key in FACTS if key in self.data)
        choices = self._read_choices()
        clauses = self._read_clauses()
        book = RuleBook(
            game=self.like.game,
            name=self.name,
            title=title,
            about=about,
            sources=self.sources,
            points=self.like.points,
            choices=choices,
            clauses=clauses,
            odds=odds,
            family=self.like.family,
            digest=digest,
            unread=tuple(self.unread.items()),
            facts=facts,
            other_odds=tuple(self._read_other_odds()),
        )
        return book, self.faults

    def _check_odds(self, where: str, odds: str) -> None:
        """Check that a claim is a chance of winning."""
        if odds and not odds_of(odds):
            self._add_fault(where, 'is a chance of winning, as in "1 in 30" or "78 %"')

    def _read_other_odds(self) -> Iterator[tuple[str, str]]:
        """Yield the chances of winning that others claim, each with whose it is."""
        entries = self.data.get("other_odds", [])
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            self._add_fault("other_odds", 'is a list such as [{ odds = "95 %", author = "example.com" }]')
            return
        for number, entry in enumerate(entries):
            where = f"other_odds.{number}"
            self._check_keys(where, entry, ("odds", "author"))
            odds, author = (self._read_text(entry, key, f"{where}.{key}") for key in ("odds", "author"))
            self._check_odds(f"{where}.odds", odds)
            yield odds, author

    def _add_fault(self, where: str, message: str) -> None:
        """Add a fault of the entry with a key, such as ``readings.L4``."""
        self.faults.append(BookFault(where, message))

    def _check_keys(self, where: str, entry: Iterable[str], keys: Iterable[str]) -> None:
        """Check that an entry has no other keys than these."""
        for key in entry:
            if key not in keys:
                near_key = closest_name(key, keys)
                hint = f"did you mean {near_key}?" if near_key else f"there are {join_words(tuple(keys))}"
                self._add_fault(f"{where}.{_safe(key)}".lstrip("."), f"nothing is read from this key: {hint}")

    def _read_text(self, entry: Mapping[str, Any], key: str, where: str) -> str:
        """Return the text of a key of an entry, with its words one space apart; empty if it has a fault."""
        value = entry.get(key)
        if value is None:
            self._add_fault(where, "is missing" if where == key else f"`{key}` is missing")
            return ""
        if not isinstance(value, str):
            self._add_fault(where, f"`{key}` is a text between quotation marks")
            return ""
        text = " ".join(value.split())
        if not text:
            self._add_fault(where, f"`{key}` is a text that can be shown, and not empty")
            return ""
        if not text.isprintable():
            self._add_fault(where, f"`{key}` is a text that can be shown")
            return ""
        return text

    def _read_table(self, key: str) -> Mapping[str, Any]:
        """Return a table of the file; an empty one if there is none."""
        value = self.data.get(key)
        if isinstance(value, dict):
            return value
        self._add_fault(key, "is missing" if value is None else f"is a table: it begins with [{key}]")
        return {}

    def _read_sources(self) -> dict[str, str]:
        """Return the names of the sources, by their tags."""
        sources = {}
        entries = self._read_table("sources")
        for tag in entries:
            if not re.fullmatch(r"[A-Za-z0-9_-]+", tag):
                self._add_fault(f"sources.{_safe(tag)}", "a source has a short name of letters and digits, as in W")
            sources[tag] = self._read_text(entries, tag, f"sources.{_safe(tag)}")
        if not sources and isinstance(self.data.get("sources"), dict):
            self._add_fault("sources", "no source is named")
        return sources

    def _read_own(self) -> str:
        """Return the tag that stands for the book's own choices; empty for none."""
        if "own" not in self.data:
            return ""
        own = self._read_text(self.data, "own", "own")
        if own and self.sources and own not in self.sources:
            self._add_fault("own", f"is the short name of a source, and there is no source `{own}`")
        return own

    def _read_choices(self) -> dict[str, Choice]:
        """Return the reading that the book takes of each point."""
        choices, points = {}, self.like.points
        readings = self._read_table("readings")
        self._check_keys("readings", readings, points)
        for point in points.values():
            where = f"readings.{point.id}"
            entry = readings.get(point.id)
            if not isinstance(entry, dict):
                complaint = "is missing" if entry is None else "is written as { reading = …, basis = …, cite = … }"
                self._add_fault(where, f"{complaint} ({point.title}: {' or '.join(point.readings)})")
                continue
            self._check_keys(where, entry, _READING)
            if entry.get("basis") == _OPEN:
                choices[point.id] = self._read_open_choice(entry, where)
                continue
            reading = self._read_text(entry, "reading", where)
            if reading and reading not in point.readings:
                self._add_no_reading(where, point, reading)
            basis, cite = self._read_source(entry, where)
            letter, unread = self._read_letter(entry, point, reading, basis, where)
            choices[point.id] = Choice(reading, basis, cite, letter, unread)
        return choices

    def _read_open_choice(self, entry: Mapping[str, Any], where: str) -> Choice:
        """Return a point that the book leaves open, with what its source leaves unsaid."""
        if "reading" in entry or "letter" in entry:
            self._add_fault(where, "a point that is open has no reading: `unread` says what the source leaves unsaid")
        cite = self._read_cite(entry, self._read_text(entry, "cite", where), where)
        return Choice("", "open", cite, "", self._read_text(entry, "unread", where))

    def _read_sentence(self, entry: Mapping[str, Any], key: str, where: str) -> str:
        """Return the text of a key of an entry with its parts, as :meth:`_read_text`."""
        return self._with_parts(self._read_text(entry, key, where))

    def _with_parts(self, text: str) -> str:
        """Return a text with the points that it cites, and with how it departs from the letter, as parts."""
        parts: list[object] = []
        start = 0
        for match in _PARTS.finditer(text):
            point, lead, where, joint = match.groups()
            if point is None or point in self.like.points:
                part = AgainstLetter(lead, where or "", joint) if point is None else CitedPoint(point)
                parts += [text[start : match.start()], part]
                start = match.end()
        return Message(*parts, text[start:]) if parts else text

    def _read_letter(
        self, entry: Mapping[str, Any], point: Point, reading: str, basis: str, where: str
    ) -> tuple[str, str]:
        """Return how a book departs from the letter of its source at a point.

        Args:
            entry: what the book says of the point.
            point: the point.
            reading: the reading that the book takes.
            basis: the basis of that reading; only one that ``departs`` departs from the letter.
            where: where the entry stands, for messages.

        Returns:
            The reading that follows the letter, and what the letter says if no reading does; one of both is empty.
        """
        texts = {key: self._read_text(entry, key, where) for key in ("letter", "unread") if key in entry}
        letter, unread = texts.get("letter", ""), texts.get("unread", "")
        if basis == "departs" and len(texts) != 1:
            keys = "`letter`, the reading that has the letter, or `unread`, what the letter says if no reading has it"
            self._add_fault(where, f"what departs from the letter has one of two: {keys}")
        elif texts and basis != "departs":
            self._add_fault(where, f"`{next(iter(texts))}` stands only where `basis` is departs")
        elif letter and letter not in point.readings:
            self._add_no_reading(where, point, letter)
        elif letter and letter == reading:
            self._add_fault(where, f"`letter` is {letter}, the reading of the book: it does not depart from it")
        return letter, unread

    def _add_no_reading(self, where: str, point: Point, reading: str) -> None:
        """Add the error for a reading that a point doesn't have."""
        near_reading = closest_name(reading, point.readings)
        hint = f"did you mean {near_reading}?" if near_reading else f"there is {' or '.join(point.readings)}"
        self._add_fault(where, f"{point.title} has no reading `{reading}`: {hint}")

    def _read_clauses(self) -> dict[str, Clause]:
        """Return the clauses by their numbers."""
        clauses: dict[str, Clause] = {}
        entries = self.data.get("clauses")
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            complaint = "are missing" if entries is None else "are tables: each begins with [[clauses]]"
            self._add_fault("clauses", complaint)
            entries = []
        for entry_number, entry in enumerate(entries, 1):
            where = f"clauses.{entry_number}"
            number = self._read_text(entry, "id", where)
            where = f"clauses.{number}" if number else where
            self._check_keys(where, entry, _CLAUSE)
            if number in clauses:
                self._add_fault(where, "stands twice")
            name, text = self._read_text(entry, "name", where), self._read_sentence(entry, "text", where)
            basis, cite = self._read_source(entry, where)
            if "unread" in entry:
                self.unread[number] = self._read_text(entry, "unread", where)
                if basis != "departs":
                    self._add_fault(where, "`unread` stands only where `basis` is departs")
            clauses[number] = Clause(f"{self.name} {number}", name, text, cite, basis)
        if isinstance(self.data.get("clauses"), list):
            for number, clause in self.like.clauses.items():
                if number not in clauses:
                    self._add_fault(f"clauses.{number}", f"is missing ({clause.name})")
        return clauses

    def _read_source(self, entry: Mapping[str, Any], where: str) -> tuple[Any, Citation]:
        """Return the basis of an entry, and its citation."""
        basis, cite = self._read_text(entry, "basis", where), self._read_text(entry, "cite", where)
        if basis and basis not in _BASES:
            self._add_fault(where, f"`basis` is {join_words(_BASES, 'or')}, not `{basis}`")
        tag, _, place = cite.partition(",")
        is_bare = bool(cite) and not place.strip() and not any(key in entry for key in _MORE)
        if basis == "inferred" and is_bare:
            self._add_fault(
                where, f'an inferred entry gives the reason after its source, as in "{tag}, where the source is silent"'
            )
        if basis == "departs" and is_bare:
            self._add_fault(
                where, f'what departs says from what after its source, as in "{tag}, against the letter, which …"'
            )
        citation = self._read_cite(entry, cite, where)
        parts = citation.place.parts if isinstance(citation.place, Message) else ()
        if basis in ("stated", "inferred") and any(isinstance(part, AgainstLetter) for part in parts):
            self._add_fault(where, f"what goes against the letter of its source departs from it, and is not {basis}")
        return basis, citation

    def _read_cite(self, entry: Mapping[str, Any], cite: str, where: str) -> Citation:
        """Return the citation of an entry, with the name of its source instead of the tag that ``cite`` begins with."""
        tag, _, place = cite.partition(",")
        if cite and self.sources and tag not in self.sources:
            self._add_fault(where, f"`cite` begins with a source, and there is no source `{tag}`")
        detail, adds, note = (self._read_sentence(entry, key, where) if key in entry else "" for key in _MORE)
        cited = Citation(self.sources.get(tag, tag), self._with_parts(place.strip()), detail, adds, note)
        return cited._replace(chosen_by="book") if tag and tag == self.own else cited


def _safe(key: str) -> str:
    """Return a key of a file as it can be shown."""
    return key if key.isprintable() and len(key) <= 40 else "…"
