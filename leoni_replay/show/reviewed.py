"""What came of reviewing a game: sentences, terminal, Markdown, and data for other programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from leoni_replay.diagnostics import Diagnostic, diagnostic_object
from leoni_replay.notation import dumps, token
from leoni_replay.record.replay import replay
from leoni_replay.show.outlooks import SIGNS, STYLES, WORDS
from leoni_replay.show.solved import counted_tables, record_keys, time_words, which
from leoni_replay.show.story import Story, outcome_of, tell_story
from leoni_replay.show.written import escaped
from leoni_replay.solving.reviewed import Reviewed
from leoni_replay.solving.search import Outlook
from leoni_replay.text import shown, wrap
from leoni_replay.words import counted

if TYPE_CHECKING:
    from leoni_replay.show.terminal import Terminal


def reviewed_object(found: Reviewed) -> dict[str, Any]:
    """What came of reviewing a game: ``leoni review``."""
    searched = bool(found.outlooks)
    replayed = found.replay
    thrown = found.thrown_away
    return {
        **record_keys(replayed),
        "status": "reviewed" if searched else "refused",
        "result": replayed.result if searched else None,
        "moves": replayed.moves if searched else None,
        "outlooks": list(found.outlooks),
        "last_won": found.last,
        "first_lost": found.first_lost,
        "thrown_away": thrown,
        "played": token(replayed.steps[thrown - 1].move) if thrown else None,
        "line": [token(command) for command in found.line],
        "record": None if found.transcript is None else dumps(found.transcript),
        "nodes": found.nodes if searched else None,
        "seconds": round(found.seconds, 3) if searched else None,
        "limit": found.limit or None,
        "limits": found.limits._asdict() if searched else None,
        "prunings": list(found.prunings),
        "reason": found.reason or None,
        "diagnostics": [diagnostic_object(one) for one in replayed.diagnostics],
    }


def review_problem(found: Diagnostic) -> dict[str, Any]:
    """A path of which no game can be reviewed, with the keys of a game."""
    keys = ("game", "name", "rules", "deal", "result", "moves", "last_won", "first_lost", "thrown_away", "played")
    return {
        "file": found.file,
        **dict.fromkeys(keys),
        "status": "problem",
        "outlooks": [],
        "line": [],
        **dict.fromkeys(("record", "nodes", "seconds", "limit", "limits")),
        "prunings": [],
        "reason": None,
        "diagnostics": [diagnostic_object(found)],
    }


def review_page(found: Reviewed, *, open: bool = False) -> str:
    """The page of a game with its review: the record with the better line, and what can be made of every table."""
    from leoni_replay.show.html import page

    return page(review_story(found, open=open), outlooks=found.outlooks, said=list(sentences(found)))


def review_story(found: Reviewed, *, open: bool = False) -> Story:
    """The story of a game with the better line as a variation."""
    return tell_story(found.replay if found.transcript is None else replay(found.transcript, hints=False), open=open)


def runs(outlooks: Sequence[Outlook]) -> Iterator[tuple[int, int, Outlook]]:
    """The moves after which the same holds, from the first to the last of them."""
    for outlook, group in groupby(enumerate(outlooks), key=lambda pair: pair[1]):
        moves = [move for move, _ in group]
        yield moves[0], moves[-1], outlook


def after(first: int, last: int) -> str:
    """Which tables these are: ``as dealt``, ``after move 3``, ``after moves 4 to 9``."""
    if first == last:
        return f"after move {first}" if first else "as dealt"
    return f"after moves {first} to {last}" if first else f"as dealt and up to move {last}"


def sentences(found: Reviewed) -> Iterator[str]:
    """What a review has found out, sentence by sentence."""
    if not found.outlooks:
        yield f"refused: {found.reason}"
        return
    replayed, last, lost = found.replay, found.last, found.first_lost
    if found.limit == "interrupt":
        yield "The review was broken off: what had not been looked at by then is undecided."
    if last is None:
        if lost == 0:
            yield "This game could not be won from the deal on: no move threw it away."
        else:
            since = f"; after move {lost} it could not be won any more" if lost else ""
            yield f"Whether this game could ever be won is undecided{since}."
    elif last == replayed.moves:
        if replayed.result == "won":
            yield "The game was won: no move threw it away."
        else:
            yield "The game can still be won as it stands: no move threw it away."
    elif thrown := found.thrown_away:
        played = token(replayed.steps[last].move)
        yield f"Move {thrown}, {played}, threw the game away: before it the game could be won, and after it no more."
    else:
        until = f"after move {lost} it could not" if lost is not None else "what came after is undecided"
        yield f"After move {last} the game could still be won; {until}: where it was thrown away is undecided."
    if found.line and last is not None:
        there = "In its place" if found.thrown_away else "What wins from there"
        yield f"{there}: {token(found.line[0])}, in {counted(len(found.line), 'move')} to the win."


def line_of(found: Reviewed) -> str:
    """The line that wins, with the number of its first move; empty if there is none."""
    if not found.line or found.last is None:
        return ""
    return f"{found.last + 1}. {' '.join(token(command) for command in found.line)}"


def _searched(found: Reviewed) -> str:
    limit = f", at most {counted_tables(found.limits.nodes)} from each" if found.limits.nodes is not None else ""
    return f"{counted_tables(found.nodes)} looked at in {time_words(found.seconds)}{limit}"


def show_review(found: Reviewed, terminal: Terminal) -> None:
    """Print what a review has found out."""
    console = terminal.console()
    lines = [(f"{which(found.replay)}: {outcome_of(found.replay)} after {counted(found.replay.moves, 'move')}", "bold")]
    lines.append(("", ""))
    rows = [(after(first, last), outlook) for first, last, outlook in runs(found.outlooks)]
    width = max((len(where) for where, _ in rows), default=0)
    for where, outlook in rows:
        lines.append((f"{SIGNS[outlook]} {where:{width}}  {WORDS[outlook]}", STYLES[outlook]))
    lines += [("", "")] * bool(rows)
    for sentence in sentences(found):
        lines += [(line, "") for line in wrap(sentence, terminal.width)]
    if text := line_of(found):
        lines += [("", ""), *((line, "") for line in wrap(text, terminal.width))]
    if found.outlooks:
        lines += [("", ""), (f"({_searched(found)})", "dim")]
    for line, style in lines:
        console.print(shown(line, terminal.ascii), style=style or None, soft_wrap=True)


def review_markdown(found: Reviewed) -> str:
    """What a review has found out, in Markdown."""
    replayed = found.replay
    parts = [f"# {escaped(which(replayed))}", f"**{outcome_of(replayed)} after {counted(replayed.moves, 'move')}**"]
    if found.outlooks:
        rows = [f"| {after(first, last)} | {WORDS[outlook]} |" for first, last, outlook in runs(found.outlooks)]
        parts.append("\n".join(["| table | |", "|---|---|", *rows]))
    parts += [escaped(sentence) for sentence in sentences(found)]
    if text := line_of(found):
        parts.append("\n".join(["```text", *wrap(text, 100), "```"]))
    if found.outlooks:
        parts.append(f"*{_searched(found)}*")
    return "\n\n".join(parts) + "\n"
