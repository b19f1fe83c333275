"""``leoni book-report``: one table of what the books claim and what was found, for a terminal, in Markdown, in HTML."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Final

from rich.table import Table
from rich.text import Text

from leoni_replay.examining.examination import Examination
from leoni_replay.files.examples import Example
from leoni_replay.files.reading import stem_of
from leoni_replay.games import GAMES, RuleBook
from leoni_replay.odds.measured import Measured
from leoni_replay.show.examined import proof_words, why_open
from leoni_replay.show.odds import deals_words, one_in_words, span, who
from leoni_replay.show.rendering import source_hash
from leoni_replay.text import shown, visible
from leoni_replay.words import counted

if TYPE_CHECKING:
    from leoni_replay.show.terminal import Terminal

_HEAD: Final = ("book", "example", "what it claims", "the facts")
_TITLE: Final = "What the books claim"
_MARKDOWN: Final = re.compile(r"([\\`*_\[\]<>#&|~!$@])")
_STYLES: Final = {
    "holds": "green",
    "fails": "red",
    "impossible": "red",
    "rejected": "red",
    "doubtful": "yellow",
    "measured": "cyan",
    "not checked": "dim",
}


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table: what was found begins with a verdict of one or two words; ``details`` say more."""

    book: str
    example: str
    claims: str
    verdict: str
    details: tuple[str, ...]


def rows(examples: Sequence[Example], measured: Sequence[Measured] = ()) -> list[Row]:
    """The rows of the table: the examples, and then what the books claim and no record can prove; beside a chance of
    winning those that were measured under the book's rules."""
    files = [one.file for one in examples]
    all_rows = [
        Row(
            _book(one.book),
            stem_of(one.file) + (f", game {one.game}" if files.count(one.file) > 1 else ""),
            " ".join(one.claims.split()),
            verdict(one.examination),
            tuple(details(one.examination)),
        )
        for one in examples
    ]
    for game in GAMES.values():
        for book in map(game.book, game.books):
            if book.odds:
                claim = f"the odds of winning {game.name} are {book.odds}"
                odds = tuple(_odds(one) for one in measured if _is_under(one, book))
                work = next(iter(book.sources.values()))
                all_rows.append(Row(work, "none", claim, "measured" if odds else "not checked", odds or (_UNMEASURED,)))
    return sorted(all_rows, key=lambda row: row.book)


_UNMEASURED: Final = "one record is one game: how many deals can be won is found by counting them (leoni odds)"


def _is_under(measured: Measured, book: RuleBook) -> bool:
    """Whether deals were played under the rules of a book, and no others."""
    readings = {point: choice.reading for point, choice in book.choices.items()}
    return measured.question.game == book.game and dict(measured.question.readings) == readings


def _odds(measured: Measured) -> str:
    """What was measured, in a sentence."""
    counts = measured.counts
    return (
        f"{who(measured.question)}: {one_in_words(counts.share)}, {span(counts.share)} of {deals_words(counts.deals)} "
        f"(95 %: {span(counts.interval)})"
    )


def _book(source: str) -> str:
    return " ".join(source.split())


def verdict(examination: Examination) -> str:
    """What came of an example, in a word or two. It holds only if a game by the rules can lead to its table: else it is
    doubtful, though its claims hold."""
    if not examination.right:
        return "rejected"
    if any(one.severity == "impossible" for one in examination.findings):
        return "impossible"
    if not examination.sound:
        return "fails"
    return "doubtful" if any(one.severity == "doubtful" for one in examination.findings) else "holds"


def details(examination: Examination) -> Iterator[str]:
    """What was found, sentence by sentence; of a table that is seen whole only what is wrong."""
    for diagnostic in examination.replay.diagnostics:
        if diagnostic.severity == "error":
            yield f"{diagnostic.code}: {diagnostic.message}"
    for one in examination.findings:
        if one.severity == "impossible" or (examination.lines is not None and one.code != "E514"):
            yield f"{one.code}, {one.severity}: {one.message}"
    number = sum(proof.holds is True for proof in examination.proofs)
    if number:
        yield f"{counted(number, 'claim')} {'holds' if number == 1 else 'hold'}"
    for proof in examination.proofs:
        if proof.holds is False:
            yield f"the claim {proof_words(proof)} does not hold: {proof.truth}"
        elif proof.holds is None:
            yield f"the claim {proof_words(proof)} is open: {why_open(proof)}"


def show(examples: Sequence[Example], terminal: Terminal, measured: Sequence[Measured] = ()) -> None:
    """Print the table, a part for each book."""
    console = terminal.console()
    all_rows = rows(examples, measured)
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
    console.print(Text(shown(_counts(examples, measured), terminal.ascii)))


def markdown(examples: Sequence[Example], measured: Sequence[Measured] = ()) -> str:
    """The table in Markdown."""
    lines = [f"# {_TITLE}", "", f"| {' | '.join(_HEAD)} |", "|---" * len(_HEAD) + "|"]
    for row in rows(examples, measured):
        last = "<br>".join([f"**{row.verdict}**", *(_escaped(detail) for detail in row.details)])
        lines.append(f"| {_escaped(row.book)} | {_escaped(row.example)} | {_escaped(row.claims)} | {last} |")
    return "\n".join([*lines, "", _counts(examples, measured)]) + "\n"


def page(examples: Sequence[Example], measured: Sequence[Measured] = ()) -> str:
    """The table as a page that stands alone."""
    body = []
    for row in rows(examples, measured):
        details = "".join(f"<li>{_html(detail)}</li>" for detail in row.details)
        kind = row.verdict.replace(" ", "-")
        body.append(
            f"<tr><td>{_html(row.book)}</td><td>{_html(row.example)}</td><td>{_html(row.claims)}</td>"
            f'<td><strong class="{kind}">{row.verdict}</strong><ul>{details}</ul></td></tr>'
        )
    head = "".join(f'<th scope="col">{name}</th>' for name in _HEAD)
    counts = _html(_counts(examples, measured))
    page = {"title": _TITLE, "head": head, "body": "\n".join(body), "counts": counts}
    return _PAGE.format(style=_STYLE, policy=source_hash(_STYLE), **page)


def _counts(examples: Sequence[Example], measured: Sequence[Measured]) -> str:
    verdicts = [verdict(one.examination) for one in examples]
    many = {"holds": "hold", "fails": "fail"}
    parts = [f"{n} {many.get(word, word) if n > 1 else word}" for word in _STYLES if (n := verdicts.count(word))]
    return (
        f"{counted(len(examples), 'example')}: {', '.join(parts)}. Claims without an example are not checked"
        f"{', but odds are measured' if measured else ''}."
    )


def _html(text: str) -> str:
    return html.escape(visible(text))


def _escaped(text: str) -> str:
    """A text in a cell of a Markdown table, with nothing in it that Markdown or HTML would obey."""
    return _MARKDOWN.sub(r"\\\1", visible(text)).replace("\\<", "&lt;").replace("\\&", "&amp;")


_STYLE: Final = """
:root { color-scheme: light dark; }
body { font: 1rem/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-top: 1px solid; padding: .5rem; text-align: left; vertical-align: top; }
ul { margin: .25rem 0 0; padding-left: 1.1rem; }
.holds::before { content: "\\2713  "; }
.doubtful::before { content: "?  "; }
.fails::before, .impossible::before, .rejected::before { content: "\\2717  "; }
"""

_PAGE: Final = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '{policy}'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main>
<h1>{title}</h1>
<table>
<thead><tr>{head}</tr></thead>
<tbody>
{body}
</tbody>
</table>
<p>{counts}</p>
</main>
</body>
</html>
"""
