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
from leoni_replay.odds.measured import Measurement, is_forced, is_inside, is_under
from leoni_replay.phrases import counted
from leoni_replay.record.examination import Examination
from leoni_replay.show.examined import proof_words, why_open
from leoni_replay.show.geometry import plan
from leoni_replay.show.odds_report import deals_words, one_in_words, span, who
from leoni_replay.show.readable import escaped
from leoni_replay.show.rendering import drawings, environment
from leoni_replay.show.svg import drawing
from leoni_replay.text import shown

if TYPE_CHECKING:
    from leoni_replay.show.terminal import Terminal

_HEAD: Final = ("book", "example", "what it claims", "the facts")
_TITLE: Final = "What the books claim"
_STYLES: Final = {
    "holds": "green",
    "fails": "red",
    "impossible": "red",
    "rejected": "red",
    "perhaps missed": "yellow",
    "inside": "green",
    "outside": "red",
    "inside for some": "yellow",
    "not measured": "dim",
}


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table: what was found begins with a verdict of one or two words; ``details`` say more. ``words`` are
    the book's own, ``examination`` has the table of an example."""

    book: str
    example: str
    claims: str
    words: tuple[str, ...]
    verdict: str
    details: tuple[str, ...]
    examination: Examination | None = None


def rows(examples: Sequence[Example], books: Sequence[RuleBook], measured: Sequence[Measurement]) -> list[Row]:
    """Return the rows of the table: the examples, and the odds that books claim beside those measured."""
    files = [one.file for one in examples]
    all_rows = [
        Row(
            _book(one.book),
            stem_of(one.file) + (f", game {one.game}" if files.count(one.file) > 1 else ""),
            " ".join(one.claims.split()),
            one.words,
            verdict(one.examination),
            tuple(details(one.examination)),
            one.examination,
        )
        for one in examples
    ]
    all_rows += [_odds_row(book, [one for one in measured if is_under(one.question, book)]) for book in books]
    return sorted(all_rows, key=lambda row: row.book)


def _odds_row(book: RuleBook, measured: Sequence[Measurement]) -> Row:
    """Return a claim of odds, compared with what was measured for each player."""
    inside = [is_inside(book.odds, one.counts) for one in measured]
    verdict = "inside for some"
    if None in inside or not inside:
        verdict = "not measured"
    elif len(set(inside)) == 1:
        verdict = "inside" if inside[0] else "outside"
    rows = [_compared(one, bool(lies)) for one, lies in zip(measured, inside, strict=True)]
    unmeasured = f"no deals were counted under {book.reference}: leoni odds does it"
    claim = f"the odds of winning {book.game} are {book.odds}"
    return Row(_book(next(iter(book.sources.values()))), "none", claim, (), verdict, tuple(rows) or (unmeasured,))


def _compared(measured: Measurement, inside: bool) -> str:
    """Return a sentence with the odds measured for a player, and whether the claim lies in their interval."""
    counts = measured.counts
    player = "any player" if is_forced(measured.question) else who(measured.question)
    return (
        f"{player}: {'inside' if inside else 'outside'}; {one_in_words(counts.share)}, {span(counts.share)} of "
        f"{deals_words(counts.deals)} (95 %: {span(counts.interval)})"
    )


def _book(source: str) -> str:
    return " ".join(source.split())


def verdict(examination: Examination) -> str:
    """Return the verdict on an example in a word or two."""
    if not examination.right:
        return "rejected"
    if any(one.severity == "impossible" for one in examination.findings):
        return "impossible"
    if not examination.sound:
        return "fails"
    return "perhaps missed" if any(one.severity == "doubtful" for one in examination.findings) else "holds"


def details(examination: Examination) -> Iterator[str]:
    """Yield the findings, sentence by sentence; of a table that shows all cards only the errors."""
    for diagnostic in examination.replay.diagnostics:
        if diagnostic.severity == "error":
            yield f"{diagnostic.code}: {diagnostic.message}"
    for one in examination.findings:
        if one.severity == "impossible" or (examination.lines is not None and one.code != CARDS_PLAYED):
            yield f"{one.code}, {one.label}: {one.message}"
    number = sum(proof.holds is True for proof in examination.proofs)
    if number:
        yield f"{counted(number, 'claim')} {'holds' if number == 1 else 'hold'}"
    for proof in examination.proofs:
        if proof.holds is False:
            yield f"the claim {proof_words(proof)} does not hold: {proof.truth}"
        elif proof.holds is None:
            yield f"the claim {proof_words(proof)} is open: {why_open(proof)}"


def show(all_rows: Sequence[Row], terminal: Terminal) -> None:
    """Print the table, a part for each book."""
    console = terminal.console()
    names = min(max(len(row.example) for row in all_rows), terminal.width // 3)
    for book, part in groupby(all_rows, key=lambda row: row.book):
        console.print(Text(shown(book, terminal.ascii), style="bold"))
        table = Table(box=None, padding=(0, 0, 0, 2), expand=True, show_header=False)
        table.add_column(width=names, overflow="fold")
        for ratio in (2, 3):
            table.add_column(ratio=ratio, overflow="fold")
        for row in part:
            last = Text(shown(row.verdict, terminal.ascii), style=_STYLES[row.verdict])
            for detail in row.details:
                last.append(f"\n{shown(detail, terminal.ascii)}", style="default")
            table.add_row(*(Text(shown(cell, terminal.ascii)) for cell in (row.example, row.claims)), last)
        console.print(table)
        console.print()
    console.print(Text(shown(_counts(all_rows), terminal.ascii)))


def markdown(all_rows: Sequence[Row]) -> str:
    """Return the table in Markdown."""
    lines = [f"# {_TITLE}", "", f"| {' | '.join(_HEAD)} |", "|---" * len(_HEAD) + "|"]
    for row in all_rows:
        claims = "<br>".join([escaped(row.claims), *(f"*{escaped(words)}*" for words in row.words)])
        last = "<br>".join([f"**{row.verdict}**", *(escaped(detail) for detail in row.details)])
        lines.append(f"| {escaped(row.book)} | {escaped(row.example)} | {claims} | {last} |")
    return "\n".join([*lines, "", _counts(all_rows)]) + "\n"


def page(all_rows: Sequence[Row]) -> str:
    """Return the table as a page that stands alone, with the book's words and the pictures of the tables."""
    return (
        environment()
        .get_template("book_report.html.j2")
        .render(
            title=_TITLE,
            head=(*_HEAD, "the table"),
            rows=all_rows,
            picture=_picture,
            counts=_counts(all_rows),
            drawn=drawings("figures"),
        )
    )


def _picture(row: Row) -> Markup:
    """Return the table of an example; empty if there is none."""
    if row.examination is None or row.examination.position is None:
        return Markup()
    layout = row.examination.position.layout.closed()
    return Markup(drawing(layout, plan([layout]), title=f"The table of {row.example}"))


def _counts(all_rows: Sequence[Row]) -> str:
    many = {"holds": "hold", "fails": "fail", "inside": "are inside", "outside": "are outside"}
    one = {"inside": "is inside", "outside": "is outside"}

    def said(verdicts: list[str]) -> str:
        parts = [
            f"{n} {many.get(word, word) if n > 1 else one.get(word, word)}"
            for word in _STYLES
            if (n := verdicts.count(word))
        ]
        return ", ".join(parts)

    examples = [row.verdict for row in all_rows if row.examination is not None]
    odds = [row.verdict for row in all_rows if row.examination is None]
    claims = f" {counted(len(odds), 'claim')} of odds: {said(odds)}." if odds else ""
    return f"{counted(len(examples), 'example')}: {said(examples)}.{claims}"
