"""Plain games judged without a transcript: their words are played as they are read.

There is one way through all the same: what the runner does not take, and whatever is out of the ordinary in the tags,
goes to the checker, which goes on from there on the same table.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from leoni_replay.deals import stock_of_seed
from leoni_replay.games import Game, RulesError, make_game
from leoni_replay.games.steps import Position
from leoni_replay.notation.codes import learn
from leoni_replay.notation.plain import Plain, plain
from leoni_replay.notation.split import RawGame
from leoni_replay.record.verdict import Verdict, verdict
from leoni_replay.rules.numbers import UNREAD
from leoni_replay.rules.run import LIFTED, NUMBER, Runner
from leoni_replay.rules.table import Table

if TYPE_CHECKING:
    from leoni_replay.record.replayed import Replay

_SEED: Final = "seed:"
_RESULTS: Final = ("won", "lost", "*")
#: How many games, each under its rules, have a table laid by.
_MOST: Final = 256

#: The byte of a word's number that tells what kind of item it is, and what it is of a move.
_KIND: Final = 3 if sys.byteorder == "little" else 0
_MOVE: Final = 0

_ready: dict[tuple[str, str], tuple[Game[Any], Table, Runner, str]] = {}


class Judged(NamedTuple):
    """A verdict, and where it was reached: a plain game's own game and its table after the last move, until the next
    game is judged; of any other the replay."""

    verdict: Verdict
    game: Game[Any] | None = None
    table: Table | None = None
    replay: Replay | None = None


def check(raw: RawGame, rules: str | None = None, *, hints: bool = True) -> Verdict:
    """The verdict on the text of one game.

    Args:
        raw: the text.
        rules: a rule book and overrides to use in place of its ``Rules`` tag.
        hints: whether a rejected record is tried under other rules and deals, for a note that says so.
    """
    return play_and_judge(raw, rules, hints=hints).verdict


def play_and_judge(raw: RawGame, rules: str | None = None, *, hints: bool = True) -> Judged:
    """The verdict on the text of one game, with what it was played on.

    Args:
        raw: the text.
        rules: a rule book and overrides to use in place of its ``Rules`` tag.
        hints: whether a rejected record is tried under other rules and deals, for a note that says so.
    """
    record = None if raw.cut or rules is not None else plain(raw.text)
    if record is None:
        return _read(raw, rules, hints)
    name, book, deal, expected = record.tags
    seed = deal[len(_SEED) :]
    if not deal.startswith(_SEED) or not seed or seed != seed.strip() or expected not in _RESULTS:
        return _read(raw, rules, hints)
    ready = _ready.get((name, book)) or _table_for(name, book, raw.file)
    if ready is None:
        return _read(raw, None, hints)
    game, table, runner, rules_text = ready
    table.start(stock_of_seed(seed, game.packs, game.bases))
    codes = record.codes
    taken = _play(record, table, runner)
    result = record.result
    if taken < len(codes) or result != expected or not _proved(table, result):
        return _go_on(raw, record, game, table, rules_text, taken, hints)
    position = Position(table, game.places, game)
    return Judged(
        Verdict(
            raw.file,
            raw.number,
            game.name,
            rules_text,
            deal,
            "verified",
            result,  # type: ignore[arg-type]
            table.plies,
            game.digest(position),
        ),
        game,
        table,
    )


def _table_for(name: str, rules: str, beside: str) -> tuple[Game[Any], Table, Runner, str] | None:
    """A game with a table that is laid by for it; None if there is no such game, or no such rules."""
    try:
        game = make_game(name, rules, beside)
    except RulesError:
        return None
    table = game.new_table()
    ready = game, table, Runner(table), str(game.rules)
    # The file of a user's book may be another one beside the next record, or be written anew.
    if not game.rules.book.digest:
        if len(_ready) >= _MOST:
            _ready.clear()
        _ready[name, rules] = ready
    return ready


def _play(record: Plain, table: Table, runner: Runner) -> int:
    """Play the words of a record; returns how many have been played."""
    codes = record.codes
    taken = runner.run(codes, 0, 1)
    if taken == len(codes) or codes[taken] != UNREAD:
        return taken
    words = record.words()
    while taken < len(codes) and codes[taken] == UNREAD:
        codes[taken] = learn(words[taken])
        if codes[taken] == UNREAD:
            break
        taken = runner.run(codes, taken, table.plies + 1)
    if taken < len(codes) and codes[taken] == UNREAD:
        # What is written behind a move, and is no move, may make the whole of it none: its move has not been read.
        begin = taken - 1
        while begin >= 0 and codes[begin] >= LIFTED:
            begin -= 1
        if begin >= 0 and codes[begin] < NUMBER:
            table.unplay()
            return begin
    return taken


def _proved(table: Table, result: str) -> bool:
    """Whether the table bears out a result."""
    return table.won() if result == "won" else table.may_be_lost() if result == "lost" else result == "*"


# What a right and plain game does not need is loaded when it is needed.


def _read(raw: RawGame, rules: str | None, hints: bool) -> Judged:
    """The verdict on a game that is read as a transcript."""
    from leoni_replay.notation.reader import parse
    from leoni_replay.record.replay import replay

    replayed = replay(parse(raw), rules=rules, hints=hints)
    return Judged(verdict(replayed), replay=replayed)


def _go_on(raw: RawGame, record: Plain, game: Game[Any], table: Table, rules: str, taken: int, hints: bool) -> Judged:
    """The verdict on a game of which the first items have been played; from there on it is read as a transcript."""
    codes = record.codes
    # A part of a move is no item of its own.
    kinds = bytes(codes[:taken])[_KIND::4]
    items = kinds.count(_MOVE) + kinds.count(NUMBER >> 24)
    position = Position(table, game.places, game)
    if not hints and taken < len(codes) and codes[taken] >> 24 == _MOVE:
        from leoni_replay.record.refused import refused_next

        begin = len(raw.text) - len(record.text)
        refused = refused_next(raw, begin, items, game, position)
        if refused is not None:
            digest = game.digest(position)
            name, deal = game.name, record.tags[2]
            rejected = Verdict(
                raw.file, raw.number, name, rules, deal, "rejected", None, table.plies, digest, (refused,)
            )
            return Judged(rejected, game, table)
    from leoni_replay.notation.reader import parse
    from leoni_replay.record.checker import read
    from leoni_replay.record.replay import judged
    from leoni_replay.record.setup import Setup

    # The last item that was played is read: what may follow depends on it.
    transcript = parse(raw, skip=max(items - 1, 0))
    setup = Setup(game, None)
    replayed, wrong, number = read(transcript, setup, position, None, min(items, 1))
    if wrong is not None and hints:
        return _read(raw, None, hints)
    replayed = judged(replayed, wrong, number, setup, None, hints)
    return Judged(verdict(replayed), replay=replayed)
