"""Reports on reviews: sentences, terminal, Markdown, and data for other programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from leoni_replay.commands import Move
from leoni_replay.diagnostics import Diagnostic
from leoni_replay.notation.writer import token
from leoni_replay.phrases import join_words, pluralize
from leoni_replay.record.replay import replay
from leoni_replay.show.aloud import card_phrase, move_phrase, spell_cards
from leoni_replay.show.html import page
from leoni_replay.show.move_sentences import move_subject
from leoni_replay.show.outcome_labels import SIGNS, STYLES, WORDS
from leoni_replay.show.readable import escaped
from leoni_replay.show.solve_report import counted_positions, game_name, time_words
from leoni_replay.show.story import Story, make_story, outcome_of
from leoni_replay.solving.review import Reviewed
from leoni_replay.solving.searcher import Outlook
from leoni_replay.text import terminal_text, wrap

if TYPE_CHECKING:
    from leoni_replay.show.terminal import Terminal


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
        "diagnostics": [problem.as_dict()],
    }


def review_page(review: Reviewed, *, open: bool = False, board: str = "") -> str:
    """Return the page of a game with its review: the better line, and the outlook of every table."""
    findings = list(sentences(review, lambda move: move_subject(review.replay.game, move)))
    return page(review_story(review, open=open), outlooks=review.outlooks, sentences=findings, board=board)


def review_story(review: Reviewed, *, open: bool = False) -> Story:
    """Return the story of a game with the better line as a variation."""
    return make_story(replay(review.transcript, hints=False) if review.outlooks else review.replay, open=open)


class _Run(NamedTuple):
    """Positions that follow one another and have the same outlook: the moves after which the first and the last of them
    stand, and that outlook."""

    first: int
    last: int
    outlook: Outlook


def _runs(outlooks: Sequence[Outlook]) -> Iterator[_Run]:
    """Yield the runs of the same outlook."""
    for outlook, group in groupby(enumerate(outlooks), key=lambda pair: pair[1]):
        moves = [move for move, _ in group]
        yield _Run(moves[0], moves[-1], outlook)


def _positions_words(first: int, last: int) -> str:
    """Return which positions these are: ``as dealt``, ``after move 3``, ``after moves 4 to 9``."""
    if first == last:
        return f"after move {first}" if first else "as dealt"
    return f"after moves {first} to {last}" if first else f"as dealt and up to move {last}"


def sentences(review: Reviewed, move_text: Callable[[Move], str] = token) -> Iterator[str]:
    """Yield the findings of a review, sentence by sentence; ``move_text`` returns the text of a move."""
    if not review.outlooks:
        yield f"refused: {review.reason}"
        return
    replayed, last_won, first_lost = review.replay, review.last, review.first_lost
    if last_won is None:
        if first_lost == 0:
            yield "This game could not be won from the start: no move threw it away."
        else:
            if first_lost:
                yield f"It was lost at move {first_lost} at the latest."
            yield _unknown_sentence(review)
    elif last_won == replayed.moves:
        if replayed.result == "won":
            yield "The game was won: no move threw it away."
        else:
            yield "The game can still be won as it stands: no move threw it away."
    else:
        move = f"Move {last_won + 1}, {move_text(replayed.steps[last_won].move)},"
        if review.thrown_away:
            yield f"{move} threw the game away: the game could be won before it, but not after it."
        else:
            yield f"{move} may have thrown the game away; that is not known."
    if review.line and last_won is not None:
        lead = "From there" if last_won == replayed.moves else "Instead"
        yield f"{lead}, {move_text(review.line[0])} wins in {pluralize(len(review.line), 'move')}."
    if last_won is not None and first_lost is not None and not review.thrown_away:
        yield f"It was lost at move {first_lost} at the latest."
    if review.limit and last_won is not None:
        yield _undecided_sentence(review)


def _unknown_sentence(review: Reviewed) -> str:
    """Return that a game of which no win was found could perhaps be won before its loss, and why that is open."""
    before = " before" if review.first_lost else ""
    return f"Whether it could be won{before} is not known: {_limit_words(review)}."


def _undecided_sentence(review: Reviewed) -> str:
    """Return of which positions a review doesn't know whether they can be won, and the limit that it met."""
    runs = [run for run in _runs(review.outlooks) if run.outlook == "undecided"]
    positions = join_words([_positions_words(run.first, run.last) for run in runs])
    return f"Whether it could be won {positions} is not known: {_limit_words(review)}."


def _limit_words(review: Reviewed) -> str:
    """Return the limit that a review met."""
    limits = review.limits
    match review.limit:
        case "seconds":
            return f"the search had {limits.seconds:g} seconds"
        case "nodes":
            return f"it searched at most {counted_positions(limits.nodes or 0)} from each"
        case "memory":
            return f"its memory of {limits.memory} MB was full"
        case _:
            return "the review was stopped"


def line_of(review: Reviewed) -> str:
    """Return the line that wins, with the number of its first move; empty if there is none."""
    if not review.line or review.last is None:
        return ""
    return f"{review.last + 1}. {' '.join(token(command) for command in review.line)}"


def _effort(review: Reviewed) -> str:
    """Return how many positions were searched, how long that took, and the limit for each."""
    limit = f", at most {counted_positions(review.limits.nodes)} from each" if review.limits.nodes is not None else ""
    return f"{counted_positions(review.nodes)} searched in {time_words(review.seconds)}{limit}"


def _headline(review: Reviewed) -> str:
    """Return the game, and how it ended."""
    replayed = review.replay
    return f"{game_name(replayed)}: {outcome_of(replayed)} after {pluralize(replayed.moves, 'move')}"


def show_review(review: Reviewed, terminal: Terminal, *, plain: bool = False) -> None:
    """Print what a review has found out; ``plain`` prints lines for the ear."""
    if plain:
        terminal.write_lines([_headline(review), *spoken_review_lines(review)])
        if review.outlooks:
            terminal.write_lines([_effort(review)])
        return
    console = terminal.console()
    headline = _headline(review)
    empty_line = ("", "")
    lines = [(headline, "bold"), empty_line]
    rows = list(_rows(review))
    if rows:
        lines += [*rows, empty_line]
    for sentence in sentences(review):
        lines += [(line, "") for line in wrap(sentence, terminal.width)]
    if winning_line := line_of(review):
        lines += [empty_line, *((line, "") for line in wrap(winning_line, terminal.width))]
    if review.outlooks:
        lines += [empty_line, (f"({_effort(review)})", "dim")]
    for line, style in lines:
        console.print(terminal_text(line, terminal.ascii), style=style or None, soft_wrap=True)


def _rows(review: Reviewed) -> Iterator[tuple[str, str]]:
    """Yield a line for every run of positions with the same outlook, and its style."""
    rows = [(_positions_words(run.first, run.last), run.outlook) for run in _runs(review.outlooks)]
    width = max((len(positions) for positions, _ in rows), default=0)
    for positions, outlook in rows:
        yield f"{SIGNS[outlook]} {positions:{width}}  {WORDS[outlook]}", STYLES[outlook]


def review_lines(review: Reviewed) -> Iterator[str]:
    """Yield the findings of a review, line by line."""
    yield from (row for row, _ in _rows(review))
    yield from sentences(review)
    if winning_line := line_of(review):
        yield winning_line


def spoken_review_lines(review: Reviewed) -> Iterator[str]:
    """Yield the findings of a review for the ear: what can be won, the findings in sentences, and each move of the line
    that wins, as it is typed and in words."""
    game = review.replay.game
    for run in _runs(review.outlooks):
        yield f"{_positions_words(run.first, run.last)}: {WORDS[run.outlook]}"
    for sentence in sentences(review, lambda move: move_subject(game, move, card_phrase)):
        yield spell_cards(sentence)
    if review.line and review.last is not None:
        for number, move in enumerate(review.line, review.last + 1):
            yield f"{number}. {token(move)}: {move_phrase(game, move)}"


def review_markdown(review: Reviewed) -> str:
    """Return the findings of a review in Markdown: the game, a table of which positions can be won, the findings in
    sentences, and the line that wins."""
    replayed = review.replay
    parts = [
        f"# {escaped(game_name(replayed))}",
        f"**{outcome_of(replayed)} after {pluralize(replayed.moves, 'move')}**",
    ]
    if review.outlooks:
        rows = [f"| {_positions_words(run.first, run.last)} | {WORDS[run.outlook]} |" for run in _runs(review.outlooks)]
        parts.append("\n".join(["| table | |", "|---|---|", *rows]))
    parts += [escaped(sentence) for sentence in sentences(review)]
    if winning_line := line_of(review):
        parts.append("\n".join(["```text", *wrap(winning_line, 100), "```"]))
    if review.outlooks:
        parts.append(f"*{_effort(review)}*")
    return "\n\n".join(parts) + "\n"
