"""The verdict on the text of one game.

A right game is judged without a transcript: its words are numbers (``notation/items.py``), which the runner plays as
the grammar's table allows them. It stops at a claim and at the result, which are looked at here, on the same table.
Whatever is out of the ordinary in the tags, and whatever is wrong, is left to the replay of the transcript, which says
the same of a game in more words.
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
from leoni_replay.record.digest import record_digest
from leoni_replay.record.verdict import Verdict, verdict
from leoni_replay.rules.numbers import UNREAD
from leoni_replay.rules.run import CLAIM, CLAIMED, ENDED, NO_CELL, REFUSED, RESULT, Runner
from leoni_replay.rules.table import Table

if TYPE_CHECKING:
    from leoni_replay.diagnostics import Diagnostic
    from leoni_replay.record.result import Replay

#: How many games, each under its rules, have a table laid by.
_MOST: Final = 256

_ready: dict[tuple[str, str], _Ready] = {}
#: The names of tags, in their order, with which nothing can be wrong.
_usual: set[tuple[str, ...]] = set()


class _Ready(NamedTuple):
    """A game under its rules, with a table and a runner that serve one record after the other."""

    game: Game[Any]
    table: Table
    runner: Runner
    rules: str


class Judged(NamedTuple):
    """A verdict, and where it was reached.

    A game that was judged without a transcript has its game, its tags, and its table after the last move, until the
    next game is judged. Any other has its replay.
    """

    verdict: Verdict
    game: Game[Any] | None = None
    table: Table | None = None
    tags: dict[str, str] | None = None
    replay: Replay | None = None


def judge(raw: RawGame, rules: str | None = None, *, hints: bool = True, keep_going: bool = False) -> Verdict:
    """The verdict on the text of one game.

    Args:
        raw: the text.
        rules: a rule book and overrides to use in place of its ``Rules`` tag.
        hints: whether a rejected record is tried under other rules and deals, for a note that says so.
        keep_going: whether a rejected record is read on after its error. What is found there are conjectures.
    """
    judged = play_and_judge(raw, rules, hints=hints and not keep_going).verdict
    if not keep_going or judged.status != "rejected":
        return judged
    # Few runs read on: the others do without the reader.
    from leoni_replay.diagnostics import Fault
    from leoni_replay.notation.reader import parse
    from leoni_replay.record.recovery import explained
    from leoni_replay.record.refused import diagnostic
    from leoni_replay.record.replay import replay, without_hints

    replayed = replay(parse(raw), rules=rules, hints=False)
    before = [one for one in judged.diagnostics if one.severity != "error"]
    errors = explained(replayed, rules, without_hints, hints=hints, further=True)
    problem = replayed.transcript.problem
    if problem is not None and not any(one.code[0] == "S" for one in errors):
        # It is wrong whatever lies on the table.
        fault = Fault(problem.code, problem.message, problem.start, problem.end, help=problem.help)
        errors.append(diagnostic(replayed.transcript, fault, "error", None))
    return judged._replace(diagnostics=(*before, *errors))


def play_and_judge(raw: RawGame, rules: str | None = None, *, hints: bool = True) -> Judged:
    """As :func:`judge`, with what the game was played on."""
    record = None if raw.cut or rules is not None else items(raw.text)
    tags = None if record is None else dict(zip(record.names, record.values, strict=True))
    if record is None or tags is None or not (record.names in _usual or _is_usual(record.names)):
        return _replayed(raw, rules, hints)
    deal, expected = tags["Deal"], tags.get("Result")
    ready = _ready.get((tags["Game"], tags["Rules"])) or _make_ready(tags["Game"], tags["Rules"], raw.file)
    if ready is None or (expected is not None and expected not in RESULTS):
        return _replayed(raw, None, hints)
    game, table, runner, rules_text = ready
    try:
        stock = stock_of(deal, game.packs, game.bases)
    except DealError:
        return _replayed(raw, None, hints)
    if "DealHash" in tags and tags["DealHash"] != deal_hash(stock):
        return _replayed(raw, None, hints)
    table.start(stock)
    position = Position(table, game.places, game)
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
    # These fields cannot contradict each other: a look for that would be a tenth of judging a short game.
    legal = table.legal_when_lost() if result == "lost" else None
    head = (raw.file, raw.number, game.name, rules_text, deal, status, result)
    made = tuple.__new__(Verdict, (*head, table.plies, digest, diagnostics, None, legal, digest_of_record))
    return Judged(made, game, table, tags)


def _is_usual(names: tuple[str, ...]) -> bool:
    """Whether a record with these tags needs no look at them but at the values of those that are read."""
    from leoni_replay.notation.tags import FREE_TAGS

    usual = len(set(names)) == len(names) and {"Game", "Rules", "Deal"} <= set(names) <= {
        "Game", "Rules", "Deal", "DealHash", "Result", "RecordDigest", *FREE_TAGS,
    }  # fmt: skip
    if usual and len(_usual) < _MOST:
        _usual.add(names)
    return usual


def _make_ready(name: str, rules: str, beside: str) -> _Ready | None:
    """A game with a table that is laid by for it; None if there is no such game, or no such rules."""
    try:
        game = make_game(name, rules, beside)
    except RulesError:
        return None
    table = game.new_table()
    ready = _Ready(game, table, Runner(table), str(game.rules))
    # The file of a user's book may be another one beside the next record, or be written anew.
    if not game.rules.book.digest:
        if len(_ready) >= _MOST:
            _ready.clear()
        _ready[name, rules] = ready
    return ready


def _play(raw: RawGame, record: Items, game: Game[Any], position: Position, runner: Runner) -> tuple[int, str | None]:
    """Play the items of a record on its table.

    Returns:
        The item at which it stops, or the number of items; and the result, if it is proved and the text may end there.
    """
    table, codes, shared = position.table, record.codes, machine()
    kinds, width = terminals(), shared.width
    runner.begin(shared.after_tags(len(record.names)), 1)
    at, result = 0, None
    while (at := runner.run(codes, at, shared.cells, kinds, width)) < len(codes):
        reason = runner.reason
        if reason == NO_CELL:
            terminal = kinds[codes[at] >> 24 & 15]
            if terminal < 0 or shared.cell(runner.state, terminal) < 0:
                return at, None
            # Nobody had asked what this item does in this state.
            continue
        if reason == CLAIMED:
            from leoni_replay.record.claims import holds

            if not holds(game, position, raw.text[slice(*record.inside(codes[at] - CLAIM))]):
                return at, None
        elif reason == ENDED:
            result = RESULTS[codes[at] - RESULT]
            if not (table.won() if result == "won" else table.may_be_lost() if result == "lost" else result == "*"):
                return at, None
        else:
            return at, None
        at += 1
    return at, result if shared.step(runner.state, END) >= 0 else None


# What a right game does not need is loaded when it is needed.


def _replayed(raw: RawGame, rules: str | None, hints: bool) -> Judged:
    """The verdict on a game that is read as a transcript."""
    from leoni_replay.notation.reader import parse
    from leoni_replay.record.replay import replay

    replayed = replay(parse(raw), rules=rules, hints=hints)
    return Judged(verdict(replayed), replay=replayed)


def _refused(
    raw: RawGame, record: Items, at: int, game: Game[Any], position: Position, runner: Runner
) -> Diagnostic | None:
    """What is wrong with a move that no legal move agrees with; None if that is not what is wrong."""
    codes = record.codes
    if at == len(codes) or runner.reason != REFUSED:
        return None
    after = at + 1
    while after < len(codes) and is_part(codes[after]):
        after += 1
    # Only the word after a move can belong to it: what else follows need not be read.
    if after == len(codes) or codes[after] == UNREAD:
        return None
    from leoni_replay.record.refused import refused_move

    return refused_move(raw, span(record, at), runner.number(), game, position)
