"""``leoni book-report``: one table of what the books claim and what was found, for a terminal, in Markdown, in HTML."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Final

from markupsafe import Markup
from rich.table import Table
from rich.text import Text

from leoni_replay.diagnostics import CARDS_PLAYED
from leoni_replay.files.examples import Example
from leoni_replay.files.find_games import stem_of
from leoni_replay.games import RuleBook
from leoni_replay.odds.measured import Measurement
from leoni_replay.phrases import pluralize
from leoni_replay.record.examination import Examination
from leoni_replay.show.examined import proof_words, why_open
from leoni_replay.show.geometry import plan
from leoni_replay.show.odds_claims import judge_odds
from leoni_replay.show.readable import escaped
from leoni_replay.show.rendering import drawings, environment
from leoni_replay.show.svg import drawing
from leoni_replay.text import terminal_text

if TYPE_CHECKING:
    from leoni_replay.show.terminal import Terminal

_HEAD: Final = ("book", "example", "what it claims", "the facts")
_TITLE: Final = "What the books claim"
#: The verdicts, in the order in which they are counted, each with its style.
_VERDICT_STYLES: Final = {
    "holds": "green",
    "fails": "red",
    "impossible": "red",
    "rejected": "red",
    "perhaps missed": "yellow",
    "right": "green",
    "probably right": "green",
    "perhaps right": "yellow",
    "between": "yellow",
    "undecided": "yellow",
    "wrong": "red",
    "not measured": "dim",
}


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table.

    Attributes:
        book: the source of a rule book.
        example: the name of the example.
        claims: what the book claims about it.
        words: the book's own words.
        verdict: what was found, in a word or two.
        details: what was found, in sentences.
        examination: the examination of an example, with its table; None for a claim of odds.
    """

    book: str
    example: str
    claims: str
    words: tuple[str, ...]
    verdict: str
    details: tuple[str, ...]
    examination: Examination | None = None


def rows(examples: Sequence[Example], books: Sequence[RuleBook], measurements: Sequence[Measurement]) -> list[Row]:
    """Return the rows of the table, sorted by book: one for each example, and one for each book that claims odds.

    Args:
        examples: the examples, examined.
        books: the rule books that claim a chance of winning.
        measurements: the odds measured, of any rules; a claim is compared with those under the rules of its book.
    """
    files = [example.file for example in examples]
    all_rows: list[Row] = []
    for example in examples:
        # Only a file with several examples needs the number of the game.
        game_suffix = f", game {example.game}" if files.count(example.file) > 1 else ""
        row = Row(
            book=_one_line(example.book),
            example=f"{stem_of(example.file)}{game_suffix}",
            claims=_one_line(example.claims),
            words=example.words,
            verdict=verdict(example.examination),
            details=tuple(details(example.examination)),
            examination=example.examination,
        )
        all_rows.append(row)
    for book in books:
        all_rows.append(_odds_row(book, measurements))
    return sorted(all_rows, key=lambda row: row.book)


def _odds_row(book: RuleBook, measurements: Sequence[Measurement]) -> Row:
    """Return a claim of odds, and what was found about it."""
    judgement = judge_odds(book, measurements)
    advice = (f"no deals were counted under {book.reference}: leoni odds does it",)
    return Row(
        book=_one_line(next(iter(book.sources.values()))),
        example="none",
        claims=f"the odds of winning {book.game} are {book.odds}",
        words=(),
        verdict=judgement.verdict,
        details=advice if judgement.verdict == "not measured" else (judgement.sentence,),
    )


def _one_line(text: str) -> str:
    """Return a text on one line."""
    return " ".join(text.split())


def verdict(examination: Examination) -> str:
    """Return the verdict on an example in a word or two."""
    if not examination.right:
        return "rejected"
    severities = {finding.severity for finding in examination.findings}
    if "impossible" in severities:
        return "impossible"
    if not examination.sound:
        return "fails"
    return "perhaps missed" if "doubtful" in severities else "holds"


def details(examination: Examination) -> Iterator[str]:
    """Yield what was found in an example, sentence by sentence: errors, findings, and which claims hold. Of a table
    that shows all cards, only what is impossible is told: that the rest follows is nothing new."""
    for diagnostic in examination.replay.diagnostics:
        if diagnostic.severity == "error":
            yield f"{diagnostic.code}: {diagnostic.message}"
    for finding in examination.findings:
        if finding.severity == "impossible" or (examination.lines is not None and finding.code != CARDS_PLAYED):
            yield f"{finding.code}, {finding.label}: {finding.message}"
    number = sum(proof.holds is True for proof in examination.proofs)
    if number:
        yield f"{pluralize(number, 'claim')} {'holds' if number == 1 else 'hold'}"
    for proof in examination.proofs:
        if proof.holds is False:
            yield f"the claim {proof_words(proof)} does not hold: {proof.truth}"
        elif proof.holds is None:
            yield f"the claim {proof_words(proof)} is open: {why_open(proof)}"


def show(all_rows: Sequence[Row], terminal: Terminal) -> None:
    """Print the table, a part for each book."""
    console = terminal.console()
    name_width = min(max(len(row.example) for row in all_rows), terminal.width // 3)
    for book, book_rows in groupby(all_rows, key=lambda row: row.book):
        console.print(Text(terminal_text(book, terminal.ascii), style="bold"))
        grid = Table(box=None, padding=(0, 0, 0, 2), expand=True, show_header=False)
        grid.add_column(width=name_width, overflow="fold")
        for ratio in (2, 3):
            grid.add_column(ratio=ratio, overflow="fold")
        for row in book_rows:
            facts = Text(terminal_text(row.verdict, terminal.ascii), style=_VERDICT_STYLES[row.verdict])
            for detail in row.details:
                facts.append(f"\n{terminal_text(detail, terminal.ascii)}", style="default")
            grid.add_row(
                Text(terminal_text(row.example, terminal.ascii)), Text(terminal_text(row.claims, terminal.ascii)), facts
            )
        console.print(grid)
        console.print()
    console.print(Text(terminal_text(_counts(all_rows), terminal.ascii)))


def markdown(all_rows: Sequence[Row]) -> str:
    """Return the table in Markdown."""
    lines = [f"# {_TITLE}", "", f"| {' | '.join(_HEAD)} |", "|---" * len(_HEAD) + "|"]
    for row in all_rows:
        claims = "<br>".join([escaped(row.claims), *(f"*{escaped(words)}*" for words in row.words)])
        facts = "<br>".join([f"**{row.verdict}**", *(escaped(detail) for detail in row.details)])
        lines.append(f"| {escaped(row.book)} | {escaped(row.example)} | {claims} | {facts} |")
    return "\n".join([*lines, "", _counts(all_rows)]) + "\n"


def page(all_rows: Sequence[Row]) -> str:
    """Return the table as a page that stands alone, with the book's words and the pictures of the tables."""
    template = environment().get_template("book_report.html.j2")
    return template.render(
        title=_TITLE,
        head=(*_HEAD, "the table"),
        rows=all_rows,
        picture=_picture,
        counts=_counts(all_rows),
        drawings=drawings("figures"),
    )


def _picture(row: Row) -> Markup:
    """Return the table of an example; empty if there is none."""
    if row.examination is None or row.examination.position is None:
        return Markup()
    layout = row.examination.position.layout.closed()
    return Markup(drawing(layout, plan([layout]), title=f"The table of {row.example}"))


#: The words for how many verdicts there are, where they differ from the verdict itself: for one, and for several.
_SINGULAR: Final = {"right": "is right", "wrong": "is wrong", "between": "lies between two players"}
_PLURAL: Final = {
    "holds": "hold",
    "fails": "fail",
    "right": "are right",
    "wrong": "are wrong",
    "between": "lie between two players",
}


def _counts(all_rows: Sequence[Row]) -> str:
    """Return how many examples and claims of odds have which verdict, in words."""
    examples = [row.verdict for row in all_rows if row.examination is not None]
    odds = [row.verdict for row in all_rows if row.examination is None]
    claims = f" {pluralize(len(odds), 'claim')} of odds: {_verdict_counts(odds)}." if odds else ""
    return f"{pluralize(len(examples), 'example')}: {_verdict_counts(examples)}.{claims}"


def _verdict_counts(verdicts: list[str]) -> str:
    """Return how often each verdict occurs, in words."""
    parts: list[str] = []
    for verdict in _VERDICT_STYLES:
        number = verdicts.count(verdict)
        if number:
            words = _PLURAL if number > 1 else _SINGULAR
            parts.append(f"{number} {words.get(verdict, verdict)}")
    return ", ".join(parts)
