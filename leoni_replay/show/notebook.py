"""What a notebook shows of a result: the text that the command line prints, as preformatted HTML.

All text is escaped, because records may hold what strangers wrote.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from textwrap import wrap
from typing import Final, TypeVar

from leoni_replay.collecting.statistics import Statistics
from leoni_replay.commands import Move
from leoni_replay.notation.transcript import Transcript
from leoni_replay.notation.writer import dumps
from leoni_replay.phrases import pluralize
from leoni_replay.prose.reading import ReadPage
from leoni_replay.record.examination import Examination
from leoni_replay.record.legal import Why
from leoni_replay.show import archived, examined, review_report
from leoni_replay.show.solve_report import headline
from leoni_replay.show.terminal import Terminal
from leoni_replay.solving.review import Reviewed
from leoni_replay.solving.solve import Solved
from leoni_replay.text import preformatted, visible_text

T = TypeVar("T")

#: How many characters a line has.
_WIDTH: Final = 100


def examination_html(examination: Examination) -> str:
    """Return what ``leoni examine`` prints."""
    return preformatted(_print_to_text(examined.show, examination))


def review_html(review: Reviewed) -> str:
    """Return what ``leoni review`` prints."""
    return preformatted(_print_to_text(review_report.show_review, review))


def statistics_html(statistics: Statistics) -> str:
    """Return what ``leoni archive stats`` prints."""
    return preformatted(_print_to_text(archived.show_statistics, statistics))


def solution_html(solution: Solved) -> str:
    """Return the outcome of a search, and the line that wins."""
    moves = wrap(" ".join(map(str, solution.line)), _WIDTH, break_long_words=False, break_on_hyphens=False)
    return preformatted("\n".join([visible_text(headline(solution)), *moves]))


def why_html(answer: Why) -> str:
    """Return the answer whether a move is legal; if it is not, with the diagnostic that ``leoni verify`` would give."""
    if answer.objection is None:
        return preformatted(str(answer))
    return preformatted(f"{answer.headline} after move {answer.at}\n\n{answer.objection.render(width=_WIDTH)}")


def moves_html(moves: Iterable[Move]) -> str:
    """Return legal moves, a line each, under their number."""
    lines = [str(move) for move in moves]
    verb = "is" if len(lines) == 1 else "are"
    return preformatted("\n".join([f"{pluralize(len(lines), 'move')} {verb} legal", *(f"  {line}" for line in lines)]))


def transcript_html(transcript: Transcript) -> str:
    """Return a record as a file has it; one that cannot be written, with its own text."""
    try:
        return preformatted(dumps(transcript))
    except (TypeError, ValueError):
        return preformatted(f"{transcript!r}\n\n{transcript.text}")


def page_html(page: ReadPage) -> str:
    """Return the parts of a page that was read, a line each."""
    return preformatted("\n".join(map(str, page.parts)))


def _print_to_text(show: Callable[[T, Terminal], None], result: T) -> str:
    """Return what a function prints in a terminal without colours."""
    stream = io.StringIO()
    show(result, Terminal(ascii=False, color=False, width=_WIDTH, tty=False, stream=stream))
    return stream.getvalue()
