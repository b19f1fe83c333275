"""Diagnostics: every error, warning or note about a record becomes one.

Readers, replays and claims raise faults, at offsets of a game's text; with their place in a file they become
diagnostics, which ``report`` prints. The codes, their families and their pages are in ``leoni_replay/explain/`` (one
Markdown page per code).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import (
    TYPE_CHECKING,
    Final,
    Literal,
    NamedTuple,
    Protocol,
)

from leoni_replay.drawing import draw
from leoni_replay.leoni_error import LeoniError
from leoni_replay.phrases import Label, Status
from leoni_replay.phrases import Severity as Severity
from leoni_replay.text import preformatted, visible_text

if TYPE_CHECKING:
    from leoni_replay.json_data import DiagnosticData


class Span(NamedTuple):
    """A span of text: lines and columns from 1, columns in code points, the end exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


#: The maximum number of source lines that a diagnostic shows.
_LINES = 5


def lines_in(text: str, line: int, span: Span) -> tuple[str, ...]:
    """Return the first few lines that a span touches, of a text that begins on the given line."""
    first = max(span.line - line, 0)
    stop = max(min(span.end_line, span.line + _LINES - 1) - line + 1, 0)
    return tuple(text.split("\n", stop)[first:stop])


def with_attributes(error: BaseException) -> tuple[object, ...]:
    """Return the result of ``__reduce__`` for an exception whose arguments are not just its text: ``copy`` and
    ``pickle`` make it again from its text and its attributes."""
    return _restore_error, (type(error), error.args, vars(error))


def _restore_error(kind: type[BaseException], args: tuple[object, ...], attributes: dict[str, object]) -> BaseException:
    error = kind.__new__(kind, *args)
    error.__dict__.update(attributes)
    return error


class UserError(LeoniError):
    """Raised for what the user of the program can put right, wherever it turns up: the command line prints its text and
    ends with exit status 2."""


class Citation(NamedTuple):
    """Where a rule is from, in parts, and its text: ``Wikipedia, Rules, for the exiles; leoni adds that …``.

    Attributes:
        source: the work, or whose choice the rule is.
        place: where in the work, or why it was chosen so; empty for the whole work.
        detail: what of the rule stands there, or how (``for the exiles``); empty for all of it.
        adds: what leoni adds to the source; empty for nothing.
        note: what else is to be said, as a sentence without its full stop; empty for nothing.
        chosen_by: who decided: the ``source`` itself, the ``book`` that cites no work, or a ``record``.
    """

    source: str
    place: str = ""
    detail: str = ""
    adds: str = ""
    note: str = ""
    chosen_by: Literal["source", "book", "record"] = "source"

    @property
    def is_in_part(self) -> bool:
        """Whether the source has only a part of the rule."""
        return bool(self.adds or self.note)

    @property
    def short(self) -> str:
        """The work and the place in it, without what they leave open."""
        return ", ".join(filter(None, (self.source, self.place, "" if self.is_in_part else self.detail)))

    @property
    def additions(self) -> tuple[str, ...]:
        """What leoni adds, and what else is to be said."""
        return tuple(filter(None, (self.adds and f"leoni adds {self.adds}", self.note)))

    def __str__(self) -> str:
        whole = ", ".join(filter(None, (self.source, self.place, self.detail)))
        return "; ".join((whole, *self.additions))


class Clause(NamedTuple):
    """A rule that the engine enforces, with its source.

    ``label`` is book and id (``wikipedia 4``), ``name`` a word or two, ``text`` the rule in the project's own words,
    ``cite`` where it is from, ``basis`` whether the source states it, the project inferred it, or it departs from the
    letter of the source.
    """

    label: str
    name: str
    text: str
    cite: Citation
    basis: Literal["stated", "inferred", "departs", "open"]

    @property
    def citation(self) -> str:
        """The whole citation as a text: with what the source leaves open, for the pages about the rule."""
        return str(self.cite)

    @property
    def source(self) -> str:
        """The work and the place in it, as a refusal cites them and as JSON has them."""
        return self.cite.short

    def __str__(self) -> str:
        """Return the clause as a refusal cites it: ``wikipedia 4, play (Wikipedia, …; stated)``."""
        in_part = " in part" if self.cite.is_in_part else ""
        return f"{self.label}, {self.name} ({self.with_basis(self.source)}{in_part})"

    def with_basis(self, source: str) -> str:
        """Return the source with the basis, as a text; where the record itself has chosen, no source states it."""
        return source if self.cite.chosen_by == "record" else f"{source}; {self.basis}"


# -- codes -------------------------------------------------------------------------------------------------------------

# The codes that the program asks about, by what they say. A fault is raised with its literal code.

TAG_MISSING: Final = "H101"
NO_RULE_BOOK_NAMED: Final = "H108"
NOT_A_DEAL: Final = "D301"
NOT_THE_PACK: Final = "D305"
UNREACHABLE_POSITION: Final = "D306"
IMPLIED_FOUNDATIONS: Final = "E512"
CARDS_PLAYED: Final = "E514"
NOT_A_MOVE: Final = "S002"
OUTSIDE_THE_GAME: Final = "S006"
RESULT_MISSING: Final = "S007"
DOES_NOT_FIT: Final = "M203"
TURNED_TOO_EARLY: Final = "M205"
WRONG_WEAVE: Final = "M206"
AMBIGUOUS: Final = "M207"
REDEAL_TOO_EARLY: Final = "M215"
WRONG_REVEALED_CARDS: Final = "M218"
WRONG_NUMBER: Final = "M219"
CARD_IMPOSSIBLE: Final = "M227"
CARD_NOT_KNOWN: Final = "M228"
MISPLAYED: Final = "M229"
CLAIM_UNDECIDED: Final = "C403"
NOT_LOST: Final = "R502"
RESULTS_DIFFER: Final = "R503"
NO_GAME: Final = "F603"
PROGRAM_FAULT: Final = "X701"

#: The errors of a game or rule book that doesn't exist, cannot be read, has errors, or differs.
RULE_BOOK_ERRORS: Final = frozenset({"H103", "H104", "H112", "H113", "H114"})
#: The warnings of a layout that is not the pack, or that the rules could never lead to.
LAYOUT_DOUBTS: Final = frozenset({NOT_THE_PACK, UNREACHABLE_POSITION})
#: The findings that a card occurs too often, or that a base lies among the other cards.
EXTRA_CARDS: Final = frozenset({"E501", "E503"})
#: The findings that say about single cards what the warnings of a layout say about all.
CARD_FINDINGS: Final = EXTRA_CARDS | {"E502"}
#: The syntax errors that can only occur after the tags.
ERRORS_AFTER_TAGS: Final = frozenset({"S001", NOT_A_MOVE, "S005", OUTSIDE_THE_GAME})
#: A legal move was written with another weave path, or with other revealed cards.
WRONG_CONSEQUENCES: Final = frozenset({WRONG_WEAVE, WRONG_REVEALED_CARDS})
#: No exile, or no card of the stock, is left.
NONE_LEFT: Final = frozenset({"M210", "M225"})
#: The errors of misplays, of settings by hand and of times.
MISPLAY_AND_TIME_ERRORS: Final = frozenset({"M231", "M232", "M233"})
#: The moves don't prove the result: the game is not won, or not lost.
UNPROVED_RESULTS: Final = frozenset({"R501", NOT_LOST})


def is_about_claim(code: str) -> bool:
    """Whether a code is about a claim: it is false, cannot be decided, or names no place."""
    return code.startswith("C")


def is_about_move(code: str) -> bool:
    """Whether a code is about a move, or about a number or time between the moves."""
    return code.startswith("M")


def is_about_play(code: str) -> bool:
    """Whether a code is about moves, claims or the result, which depend on the rules and the deal."""
    return code.startswith(("M", "C", "R"))


def is_about_layout(code: str) -> bool:
    """Whether a code is about a deal or layout, or is a finding about a position."""
    return code.startswith("D") or is_finding(code)


def is_finding(code: str) -> bool:
    """Whether a code is a finding: what follows from a position under the rules."""
    return code.startswith("E")


def is_doubt(code: str) -> bool:
    """Whether a warning of this code says that no game by the rules leads to the layout of a record."""
    return code in LAYOUT_DOUBTS or is_finding(code)


# -- what diagnostics are made of --------------------------------------------------------------------------------------


class Edit(NamedTuple):
    """A span of a file, and its replacement."""

    span: Span
    text: str


class Fix(NamedTuple):
    """A correction with which a record is right.

    ``message`` says what is corrected, ``line`` is the corrected line (a long one is cut around the correction),
    ``moves`` the number of moves of the corrected record. ``only`` is set if no other known correction makes it right.
    ``edits`` are the changes of the file, in order.
    """

    message: str
    line: str
    moves: int
    only: bool
    edits: tuple[Edit, ...]


@dataclass(frozen=True)
class Diagnostic:
    """One finding about a record.

    ``message`` may contain suit symbols (``♣♦♥♠``) and text from the record; renderers translate the symbols where they
    cannot be shown, and make control characters of the text visible.
    """

    code: str
    severity: Severity
    message: str
    file: str
    span: Span
    #: the source lines that the span touches (the first few), for the frame
    lines: tuple[str, ...] = ()
    #: the number of the game in its file and of the move in its game, from 1
    number: int | None = None
    move: int | None = None
    clause: Clause | None = None
    #: the position around the fault before the move, one line per place (``8: Q♦ A♠``)
    table_lines: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    help: tuple[str, ...] = ()
    #: corrections that explain the fault, likeliest first
    fixes: tuple[Fix, ...] = ()

    def __str__(self) -> str:
        """Return the diagnostic in one line: ``games.moves:6:11: error[M203]: 3♦ does not fit: …``."""
        span = self.span
        place = [self.file] if self.file else []
        place += [f"{span.line}:{span.column}"] if span.line else []
        return visible_text(
            "".join(f"{part}: " for part in [":".join(place)] if part) + f"{self.severity}[{self.code}]: {self.message}"
        )

    def render(self, *, ascii: bool = False, color: bool = False, width: int = 100) -> str:
        """Return the diagnostic as ``leoni verify`` prints it: the place in the text, the rule, the position, notes and
        help.

        Args:
            ascii: letters for suits, and no character beyond ASCII.
            color: with ANSI colours, for terminals.
            width: the maximum width of wrapped lines.
        """
        return draw("frame", self, ascii=ascii, color=color, width=width)

    def as_dict(self) -> DiagnosticData:
        """Return the diagnostic as all JSON formats have it: every key is present, and missing values are null.

        The file and the number of the game are keys of the enclosing object.
        """
        span, clause = self.span, self.clause
        is_placed = span.line > 0
        return {
            "code": self.code,
            "severity": self.severity,
            "message": self.message,
            "line": span.line if is_placed else None,
            "column": span.column if is_placed else None,
            "end_line": span.end_line if is_placed else None,
            "end_column": span.end_column if is_placed else None,
            "move": self.move,
            "clause": None if clause is None else clause.label,
            "source": None if clause is None else clause.source,
            "table": list(self.table_lines),
            "notes": list(self.notes),
            "help": list(self.help),
            "fixes": [
                {
                    "message": fix.message,
                    "line": fix.line,
                    "moves": fix.moves,
                    "only": fix.only,
                    "edits": [
                        {
                            "line": edit.span.line,
                            "column": edit.span.column,
                            "end_line": edit.span.end_line,
                            "end_column": edit.span.end_column,
                            "text": edit.text,
                        }
                        for edit in fix.edits
                    ],
                }
                for fix in self.fixes
            ],
        }

    def _repr_html_(self) -> str:
        """Return the frame, for notebooks."""
        return preformatted(self.render())


def label_of(status: Status, diagnostics: Collection[Diagnostic]) -> Label:
    """Return the status of a record in a word for people: *doubtful*, not *verified*, if no game by the rules leads to
    the table of its layout. Data has it beside the status, which is about the moves."""
    if not diagnostics or status not in ("verified", "consistent"):
        return status
    doubtful = any(diagnostic.severity == "warning" and is_doubt(diagnostic.code) for diagnostic in diagnostics)
    return "doubtful" if doubtful else status


class Located(Protocol):
    """An item of a transcript with its place in the text."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


class Fault(Exception):
    """Raised for an error in a record, at offsets of its text."""

    def __init__(
        self,
        code: str,
        message: str,
        start: int,
        end: int,
        *,
        clause: Clause | None = None,
        table_lines: Sequence[str] = (),
        notes: Sequence[str] = (),
        help: Sequence[str] = (),
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.start = start
        self.end = end
        self.clause = clause
        self.table_lines: tuple[str, ...] = tuple(table_lines)
        self.notes: tuple[str, ...] = tuple(notes)
        self.help: tuple[str, ...] = tuple(help)

    @classmethod
    def at(
        cls, item: Located, code: str, message: str, *, notes: Sequence[str] = (), help: Sequence[str] = ()
    ) -> Fault:
        """Return a fault of one tag, move or other item."""
        return cls(code, message, item.start, item.end, notes=notes, help=help)


class Warn(NamedTuple):
    """A warning about a record, at offsets of its text."""

    code: str
    message: str
    start: int
    end: int
    help: tuple[str, ...] = ()
    clause: Clause | None = None

    @classmethod
    def at(cls, item: Located, code: str, message: str, *, help: Sequence[str] = ()) -> Warn:
        """Return a warning about one tag, move or other item."""
        return cls(code, message, item.start, item.end, tuple(help))
