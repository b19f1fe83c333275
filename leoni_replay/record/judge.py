"""The verdict on the text of one game.

A correct game is judged without a transcript. Its words become numbers (``notation/items.py``), and the runner plays
them as the grammar's table allows. The runner stops at each claim and at the result, which are checked here in the same
position. Unusual tags and all errors are left to the replay of the transcript, which gives the same verdict and
explains it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from leoni_replay.deals import DealError, deal_hash, stock_of
from leoni_replay.games import Game, RulesError, make_game
from leoni_replay.games.steps import Position
from leoni_replay.notation.grammar import RESULTS
from leoni_replay.notation.items import Items, is_part, items, span, terminals
from leoni_replay.notation.machine import END, machine
from leoni_replay.notation.split import RawGame
from leoni_replay.notation.tags import is_wrong_day
from leoni_replay.record.digest import record_digest
from leoni_replay.record.verdict import Verdict, proves, verdict
from leoni_replay.rules.numbers import UNREAD
from leoni_replay.rules.run import CLAIM, CLAIMED, ENDED, NO_CELL, REFUSED, Runner
from leoni_replay.rules.table import Numbers, Table

if TYPE_CHECKING:
    from leoni_replay.diagnostics import Diagnostic
    from leoni_replay.record.result import Replay

#: The maximum number of games, each under its rules, in the cache of prepared positions.
_MOST: Final = 256

_ready: dict[tuple[str, str], _Ready] = {}
#: The sequences of tag names that need no check.
_usual: set[tuple[str, ...]] = set()


class _Ready(NamedTuple):
    """A game under its rules, with a position and a runner that are used for one record after another."""

    game: Game[Any]
    table: Table
    position: Position
    runner: Runner
    rules: str


class Judged(NamedTuple):
    """A verdict, and the position or replay that it rests on.

    If the game was judged without a transcript, this holds its game, its tags, its position after the last move, and
    the numbers of its items; the position is valid until the next game is judged. Otherwise it holds the replay.
    """

    verdict: Verdict
    game: Game[Any] | None = None
    table: Table | None = None
    tags: dict[str, str] | None = None
    replay: Replay | None = None
    codes: Numbers | None = None


def judge(raw: RawGame, rules: str | None = None, *, hints: bool = True, keep_going: bool = False) -> Verdict:
    """Judge the text of one game.

    Args:
        raw: the text.
        rules: a rule book and overrides to use instead of its ``Rules`` tag.
        hints: try a rejected record under other rules and deals, and add a note if one fits.
        keep_going: read on after the error of a rejected record. Errors found there are conjectures.
    """
    judged = play_and_judge(raw, rules, hints=hints and not keep_going).verdict
    if not keep_going or judged.status != "rejected":
        return judged
    from leoni_replay.record.replay import all_errors

    warnings = [one for one in judged.diagnostics if one.severity != "error"]
    return judged._replace(diagnostics=(*warnings, *all_errors(raw, rules, hints=hints)))


def play_and_judge(raw: RawGame, rules: str | None = None, *, hints: bool = True) -> Judged:
    """The same as :func:`judge`, with the position or replay."""
    record = None if raw.cut or rules is not None else items(raw.text)
    if record is None or not (record.names in _usual or _is_usual(record.names)):
        return _replayed(raw, rules, hints)
    tags = record.tags
    deal, expected = tags["Deal"], tags.get("Result")
    ready = _ready.get((tags["Game"], tags["Rules"])) or _make_ready(tags["Game"], tags["Rules"], raw.file)
    if ready is None or (expected is not None and expected not in RESULTS):
        return _replayed(raw, None, hints)
    game, table, position, runner, rules_text = ready
    try:
        stock = stock_of(deal, game.packs, game.bases)
    except DealError:
        return _replayed(raw, None, hints)
    if "Date" in tags and is_wrong_day(tags["Date"]):
        return _replayed(raw, None, hints)
    if "DealHash" in tags and tags["DealHash"] != deal_hash(stock):
        return _replayed(raw, None, hints)
    table.start(stock)
    dealt = game.written(position)
    at, result = _play(raw, record, game, position, runner)
    if at < len(record.codes) or result is None or (expected is not None and expected != result):
        rejected = None if hints else _refused(raw, record, at, game, position, runner)
        if rejected is None:
            return _replayed(raw, None, hints)
        while runner.depth:
            runner.close()
        diagnostics: tuple[Diagnostic, ...] = (rejected,)
        result = digest_of_record = None
    else:
        diagnostics = ()
        digest_of_record = record_digest(game, dealt, table, result)
        if tags.get("RecordDigest", digest_of_record) != digest_of_record:
            return _replayed(raw, None, hints)
    digest = game.digest(position)
    status = "rejected" if diagnostics else "verified"
    # These fields cannot contradict each other; checking them would take a tenth of the time for a short game.
    legal = table.legal_when_lost() if result == "lost" else len(game.codes(position)) if result == "conceded" else None
    head = (raw.file, raw.number, game.name, rules_text, deal, status, result)
    made = tuple.__new__(Verdict, (*head, table.plies, digest, diagnostics, None, legal, digest_of_record, 0))
    return tuple.__new__(Judged, (made, game, table, tags, None, record.codes))


def _is_usual(names: tuple[str, ...]) -> bool:
    """Whether a record with these tag names needs no check of the names, only of the values."""
    from leoni_replay.notation.tags import FREE_TAGS

    usual = len(set(names)) == len(names) and {"Game", "Rules", "Deal"} <= set(names) <= {
        "Game", "Rules", "Deal", "DealHash", "Result", "RecordDigest", *FREE_TAGS,
    }  # fmt: skip
    if usual and len(_usual) < _MOST:
        _usual.add(names)
    return usual


def _make_ready(name: str, rules: str, beside: str) -> _Ready | None:
    """Prepare a game with its position; None if there is no such game, or no such rules."""
    try:
        game = make_game(name, rules, beside)
    except RulesError:
        return None
    table = game.new_table()
    ready = _Ready(game, table, Position(table, game.places, game), Runner(table), str(game.rules))
    # A user's book may be a different file beside the next record, or may change.
    if not game.rules.book.digest:
        if len(_ready) >= _MOST:
            _ready.clear()
        _ready[name, rules] = ready
    return ready


def _play(raw: RawGame, record: Items, game: Game[Any], position: Position, runner: Runner) -> tuple[int, str | None]:
    """Play the items of a record in its position.

    Returns:
        The index of the item at which it stops (or the number of items), and the result if it is proved and the text
        may end there.
    """
    table, codes, shared = position.table, record.codes, machine()
    kinds, width = terminals(), shared.width
    runner.begin(shared.after_tags(len(record.names)), 1)
    at, result = 0, None
    end = len(codes)
    while at < end and (at := runner.run(codes, at, shared.cells, kinds, width)) < end:
        reason = runner.reason
        if reason == NO_CELL:
            terminal = kinds[codes[at] >> 24 & 15]
            if terminal < 0 or shared.cell(runner.state, terminal) < 0:
                return at, None
            # The parse table is filled on demand, and has this entry now.
            continue
        if reason == CLAIMED:
            from leoni_replay.record.claims import holds

            if not holds(game, position, raw.text[slice(*record.inside(codes[at] - CLAIM))]):
                return at, None
        elif reason == ENDED:
            result = RESULTS[codes[at] & 0xFFFFFF]
            if not proves(table, result):
                return at, None
        else:
            return at, None
        at += 1
    return at, result if shared.step(runner.state, END) >= 0 else None


# Modules that a correct game doesn't need are loaded only when needed.


def _replayed(raw: RawGame, rules: str | None, hints: bool) -> Judged:
    """The verdict on a game that is read as a transcript."""
    from leoni_replay.record.replay import replay_text

    replayed = replay_text(raw, rules, hints=hints)
    return Judged(verdict(replayed), replay=replayed)


def _refused(
    raw: RawGame, record: Items, at: int, game: Game[Any], position: Position, runner: Runner
) -> Diagnostic | None:
    """The diagnostic for a move that agrees with no legal move; None if that isn't the error."""
    codes = record.codes
    if at == len(codes) or runner.reason != REFUSED:
        return None
    after = at + 1
    while after < len(codes) and is_part(codes[after]):
        after += 1
    # Only the next word can belong to the move; the rest needn't be read.
    if after == len(codes) or codes[after] == UNREAD:
        return None
    from leoni_replay.record.refused import refused_move

    return refused_move(raw, span(record, at), runner.number(), game, position)
