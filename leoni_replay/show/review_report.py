"""Reports on reviews: sentences, terminal, Markdown, and data for other programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from leoni_replay.commands import Move
from leoni_replay.diagnostics import Diagnostic, diagnostic_object
from leoni_replay.notation.writer import dumps, token
from leoni_replay.phrases import counted
from leoni_replay.record.replay import replay
from leoni_replay.show.html import page
from leoni_replay.show.move_sentences import move_words
from leoni_replay.show.outcome_labels import SIGNS, STYLES, WORDS
from leoni_replay.show.readable import escaped
from leoni_replay.show.solve_report import counted_positions, record_keys, time_words, which
from leoni_replay.show.story import Story, make_story, outcome_of
from leoni_replay.solving.review import Reviewed
from leoni_replay.solving.searcher import Outlook
from leoni_replay.text import shown, wrap

if TYPE_CHECKING:
    from leoni_replay.show.terminal import Terminal


def reviewed_object(review: Reviewed) -> dict[str, Any]:
    """Return a review as JSON: ``leoni review``."""
    searched = bool(review.outlooks)
    replayed = review.replay
    thrown = review.thrown_away
    return {
        **record_keys(replayed),
        "status": "reviewed" if searched else "refused",
        "result": replayed.result if searched else None,
        "moves": replayed.moves if searched else None,
        "outlooks": list(review.outlooks),
        "last_won": review.last,
        "first_lost": review.first_lost,
        "thrown_away": thrown,
        "played": token(replayed.steps[thrown - 1].move) if thrown else None,
        "line": [token(command) for command in review.line],
        "record": dumps(review.transcript) if searched else None,
        "nodes": review.nodes if searched else None,
        "seconds": round(review.seconds, 3) if searched else None,
        "limit": review.limit or None,
        "limits": review.limits._asdict() if searched else None,
        "prunings": list(review.prunings),
        "reason": review.reason or None,
        "diagnostics": [diagnostic_object(one) for one in replayed.diagnostics],
    }


def review_problem(problem: Diagnostic) -> dict[str, Any]:
    """Return a path of which no game can be reviewed, with the keys of a game."""
    keys = ("number", "game", "rules", "deal", "result", "moves", "last_won", "first_lost", "thrown_away", "played")
    return {
        "file": problem.file,
        **dict.fromkeys(keys),
        "status": "problem",
        "outlooks": [],
        "line": [],
        **dict.fromkeys(("record", "nodes", "seconds", "limit", "limits")),
        "prunings": [],
        "reason": None,
        "diagnostics": [diagnostic_object(problem)],
    }


def review_page(review: Reviewed, *, open: bool = False, board: str = "") -> str:
    """Return the page of a game with its review: the better line, and the outlook of every table."""
    said = list(sentences(review, lambda move: move_words(review.replay.game, move)))
    return page(review_story(review, open=open), outlooks=review.outlooks, sentences=said, board=board)


def review_story(review: Reviewed, *, open: bool = False) -> Story:
    """Return the story of a game with the better line as a variation."""
    return make_story(replay(review.transcript, hints=False) if review.outlooks else review.replay, open=open)


def runs(outlooks: Sequence[Outlook]) -> Iterator[tuple[int, int, Outlook]]:
    """Yield the moves after which the same holds, from the first to the last of them."""
    for outlook, group in groupby(enumerate(outlooks), key=lambda pair: pair[1]):
        moves = [move for move, _ in group]
        yield moves[0], moves[-1], outlook


def after(first: int, last: int) -> str:
    """Return which tables these are: ``as dealt``, ``after move 3``, ``after moves 4 to 9``."""
    if first == last:
        return f"after move {first}" if first else "as dealt"
    return f"after moves {first} to {last}" if first else f"as dealt and up to move {last}"


def sentences(review: Reviewed, move_text: Callable[[Move], str] = token) -> Iterator[str]:
    """Yield the findings of a review, sentence by sentence; ``move_text`` returns the text of a move."""
    if not review.outlooks:
        yield f"refused: {review.reason}"
        return
    replayed, last, lost = review.replay, review.last, review.first_lost
    if last is None:
        if lost == 0:
            yield "This game could not be won from the start: no move threw it away."
        else:
            since = f"; after move {lost} it could not be won any more" if lost else ""
            yield f"Whether this game could ever be won is undecided{since}."
    elif last == replayed.moves:
        if replayed.result == "won":
            yield "The game was won: no move threw it away."
        else:
            yield "The game can still be won as it stands: no move threw it away."
    else:
        played = f"Move {last + 1}, {move_text(replayed.steps[last].move)},"
        if review.thrown_away:
            yield f"{played} threw the game away: the game could be won before it, but not after it."
        else:
            yield f"{played} may have thrown the game away; that is undecided."
    if review.line and last is not None:
        there = "What wins from there" if last == replayed.moves else "In its place"
        yield f"{there}: {move_text(review.line[0])}, in {counted(len(review.line), 'move')} to the win."
    if last is not None and lost is not None and not review.thrown_away:
        yield f"After move {lost} it could not be won any more."
    if review.limit == "interrupt":
        yield "The review was stopped: positions that had not been searched by then are undecided."


def line_of(review: Reviewed) -> str:
    """Return the line that wins, with the number of its first move; empty if there is none."""
    if not review.line or review.last is None:
        return ""
    return f"{review.last + 1}. {' '.join(token(command) for command in review.line)}"


def _searched(review: Reviewed) -> str:
    limit = f", at most {counted_positions(review.limits.nodes)} from each" if review.limits.nodes is not None else ""
    return f"{counted_positions(review.nodes)} searched in {time_words(review.seconds)}{limit}"


def show_review(review: Reviewed, terminal: Terminal) -> None:
    """Print what a review has found out."""
    console = terminal.console()
    lines = [
        (f"{which(review.replay)}: {outcome_of(review.replay)} after {counted(review.replay.moves, 'move')}", "bold")
    ]
    lines.append(("", ""))
    rows = list(_rows(review))
    lines += [*rows, *[("", "")] * bool(rows)]
    for sentence in sentences(review):
        lines += [(line, "") for line in wrap(sentence, terminal.width)]
    if text := line_of(review):
        lines += [("", ""), *((line, "") for line in wrap(text, terminal.width))]
    if review.outlooks:
        lines += [("", ""), (f"({_searched(review)})", "dim")]
    for line, style in lines:
        console.print(shown(line, terminal.ascii), style=style or None, soft_wrap=True)


def _rows(review: Reviewed) -> Iterator[tuple[str, str]]:
    """Yield a line for tables that follow one another and have the same prospects, and its style."""
    rows = [(after(first, last), outlook) for first, last, outlook in runs(review.outlooks)]
    width = max((len(where) for where, _ in rows), default=0)
    for where, outlook in rows:
        yield f"{SIGNS[outlook]} {where:{width}}  {WORDS[outlook]}", STYLES[outlook]


def review_lines(review: Reviewed) -> Iterator[str]:
    """Yield the findings of a review, line by line."""
    yield from (row for row, _ in _rows(review))
    yield from sentences(review)
    if text := line_of(review):
        yield text


def review_markdown(review: Reviewed) -> str:
    """Return the findings of a review in Markdown."""
    replayed = review.replay
    parts = [f"# {escaped(which(replayed))}", f"**{outcome_of(replayed)} after {counted(replayed.moves, 'move')}**"]
    if review.outlooks:
        rows = [f"| {after(first, last)} | {WORDS[outlook]} |" for first, last, outlook in runs(review.outlooks)]
        parts.append("\n".join(["| table | |", "|---|---|", *rows]))
    parts += [escaped(sentence) for sentence in sentences(review)]
    if text := line_of(review):
        parts.append("\n".join(["```text", *wrap(text, 100), "```"]))
    if review.outlooks:
        parts.append(f"*{_searched(review)}*")
    return "\n\n".join(parts) + "\n"
