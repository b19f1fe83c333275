"""Play deals one after another; this is what a worker does."""

from __future__ import annotations

import time
from functools import lru_cache, partial
from typing import Any, NamedTuple

from leoni_replay.cards import texts
from leoni_replay.deals import SplitMix64, shuffled_order, stock_of_seed
from leoni_replay.games import Game
from leoni_replay.games.refusal import Ambiguous, Refused
from leoni_replay.notation import dumps, loads
from leoni_replay.notation.tree import Transcript
from leoni_replay.odds.counts import Row
from leoni_replay.odds.question import SOLVER, Question, code_version, game_of
from leoni_replay.record.replay import replay
from leoni_replay.rules.numbers import DEAL_AGAIN
from leoni_replay.rules.table import Table
from leoni_replay.search.players import play
from leoni_replay.search.search import Seen
from leoni_replay.search.solver import make_memory, solve

#: the resolution of the share of wins that are audited
_SHARES = 1_000_000


class Batch(NamedTuple):
    """Deals to play: ``seed:<seed>-<first>`` to ``seed:<seed>-<last>``. ``audit`` is the share of the wins to audit,
    from 0 to 1."""

    seed: str
    first: int
    last: int
    audit: float = 0.0


class Answer(NamedTuple):
    """The results of a batch.

    ``refused`` holds the records of wins that the strict replay rejected, each with the reason. ``seconds`` is the time
    that the batch took.
    """

    batch: Batch
    rows: list[Row]
    refused: list[tuple[str, str]]
    seconds: float


class _Desk(NamedTuple):
    """The tools of a worker: one game, its table, and the solver's memory."""

    game: Game[Any]
    table: Table
    seen: Seen | None


@lru_cache(maxsize=1)
def _desk(question: Question) -> _Desk:
    game = game_of(question)
    seen = None if question.memory is None else make_memory(question.limits)
    return _Desk(game, game.new_table(), seen)


def play_batch(question: Question, batch: Batch) -> Answer:
    """Play some deals.

    Raises:
        RuntimeError: the code here differs from the question's (on another machine).
    """
    if question.code != code_version():
        raise RuntimeError(f"the deals are to be played by {question.code}, and here is {code_version()}")
    begun = time.perf_counter()
    desk = _desk(question)
    rows: list[Row] = []
    refused: list[tuple[str, str]] = []
    for number in range(batch.first, batch.last + 1):
        text = f"{batch.seed}-{number}"
        row, line = _play(desk, question, number, text)
        if row.verdict == "won" and is_audited(text, batch.audit):
            record, reason = audit(desk.game, text, line)
            row = row._replace(audited=1)
            if reason:
                refused.append((record, reason))
        rows.append(row)
    return Answer(batch, rows, refused, time.perf_counter() - begun)


def _play(desk: _Desk, question: Question, number: int, text: str) -> tuple[Row, tuple[int, ...]]:
    """The result of one deal, and the moves that were played, or that win."""
    game, table, seen = desk
    table.orders.clear()
    table.start(stock_of_seed(text, game.packs, game.bases))
    shuffle = partial(shuffled_order, text) if game.written_redeals else None
    if question.player == SOLVER:
        solution = solve(table, question.limits, prunings=question.prunings, seen=seen, shuffle=shuffle)
        line = solution.line
        return Row(number, solution.status, solution.fewest, solution.nodes, line.count(DEAL_AGAIN)), line
    played = play(table, question.player, text, shuffle=shuffle)
    row = Row(number, played.status, played.left, 0, played.line.count(DEAL_AGAIN), moves=len(played.line))
    return row, played.line


# -- the audit --------------------------------------------------------------------------------------------------------


def is_audited(text: str, share: float) -> bool:
    """Whether a win is to be audited; this depends on the deal alone."""
    return share > 0 and SplitMix64(f"{text} audit").below(_SHARES) < share * _SHARES


def audit(game: Game[Any], text: str, line: tuple[int, ...]) -> tuple[str, str]:
    """The record of a win, and the reason why the strict replay rejects it; empty if it accepts it.

    Args:
        game: the game.
        text: the deal is ``seed:<text>``.
        line: the winning moves, as complete numbers.
    """
    position = game.start(list(stock_of_seed(text, game.packs, game.bases)))
    tags = {"Game": game.name, "Rules": str(game.rules), "Deal": f"seed:{text}"}
    moves = []
    for move in line:
        command = game.vocabulary.command_of(move)
        if command.source == "redeal" and (gathered := game.gathered(position)):
            number, cards = gathered
            ordered = shuffled_order(text, number, cards)
            position.orders[number] = ordered
            tags[f"Pack{number}"] = texts(ordered)
        try:
            moves.append(game.play(position, command).move)
        except (Refused, Ambiguous) as error:
            return dumps([Transcript.build(tags, [*moves, command])]), str(error)
    record = dumps([Transcript.build(tags | {"Result": "won"}, moves, "won")])
    # It is read again from its text, which is what others will get.
    (transcript,) = loads(record)
    # The user who asked for the odds named the rules.
    transcript.beside = None
    replayed = replay(transcript, hints=False)
    return record, "" if replayed.verified else replayed.diagnostics[0].message
