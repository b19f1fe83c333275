"""The verdict on the text of one game.

A correct game is judged without a transcript. Its words become numbers (``notation/items.py``), and the runner plays
them as the grammar's table allows. The runner stops at each claim and at the result, which are checked here in the same
position. Unusual tags and all errors are left to the replay of the transcript, which gives the same verdict and
explains it. Modules that only such a game needs are imported where they are used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from leoni_replay.deals import DealError, deal_hash, stock_of
from leoni_replay.games import Game, RulesError, make_game
from leoni_replay.games.steps import Position
from leoni_replay.notation.grammar import RESULTS
from leoni_replay.notation.items import Items, is_part, items, kind_of, span, terminals, token_at
from leoni_replay.notation.machine import END, machine
from leoni_replay.notation.split import RawGame
from leoni_replay.notation.tags import FREE_TAGS, is_wrong_day
from leoni_replay.record.digest import record_digest
from leoni_replay.record.verdict import Verdict, proves, verdict
from leoni_replay.rules import run
from leoni_replay.rules.numbers import UNREAD
from leoni_replay.rules.table import Numbers, Table

if TYPE_CHECKING:
    from leoni_replay.diagnostics import Diagnostic
    from leoni_replay.record.result import Replay

#: The maximum number of games, each under its rules, in the cache of prepared positions.
_MOST: Final = 256

_ready: dict[tuple[str, str], _Ready] = {}
#: Why the runner stops where one item is wrong, whatever comes after it.
_EXPLAINED: Final = frozenset({run.REFUSED, run.CONTRADICTED, run.MISCOUNTED, run.CLAIMED})
_RESULTS: Final = frozenset({run.RESULT, run.CONCEDED})
#: The sequences of tag names that need no check.
_usual: set[tuple[str, ...]] = set()


class _Ready(NamedTuple):
    """A game under its rules, with a position and a runner that are used for one record after another."""

    game: Game[Any]
    table: Table
    position: Position
    runner: run.Runner
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
    record = None if raw.cut else items(raw.text)
    ready = None if record is None else _dealt(record, rules, raw.file)
    if record is None or ready is None:
        wrong = None if hints or record is None else _wrong_tags(raw, record, rules)
        return _replayed(raw, rules, hints) if wrong is None else Judged(wrong)
    game, table, position, runner, rules_text = ready
    tags = record.tags
    deal, expected = tags["Deal"], tags.get("Result")
    dealt = game.written(position)
    at, result = _play(raw, record, game, position, runner)
    diagnostics: tuple[Diagnostic, ...] = ()
    if result is None and expected in (None, "*") and _is_draft(record, at, runner):
        from leoni_replay.record.checker import draft_warning

        result, diagnostics = "*", (draft_warning(raw, tags, game, position),)
    if at < len(record.codes) or result is None or (expected is not None and expected != result):
        error = None if hints else _error(raw, record, at, result, game, position, runner)
        if error is None:
            return _replayed(raw, rules, hints)
        while runner.depth:
            runner.close()
        status, diagnostics = "rejected", (error,)
        result = digest_of_record = None
    else:
        status = "verified"
        digest_of_record = record_digest(game, dealt, table, result)
        # Under other rules the digest differs.
        if rules is None and tags.get("RecordDigest", digest_of_record) != digest_of_record:
            return _replayed(raw, None, hints)
    digest = game.digest(position)
    # These fields cannot contradict each other; checking them would take a tenth of the time for a short game.
    legal = table.legal_when_lost() if result == "lost" else len(game.codes(position)) if result == "conceded" else None
    head = (raw.file, raw.number, game.name, rules_text, deal, status, result)
    made = tuple.__new__(Verdict, (*head, table.plies, digest, diagnostics, None, legal, digest_of_record, 0))
    return tuple.__new__(Judged, (made, game, table, tags, None, record.codes))


def _dealt(record: Items, rules: str | None, beside: str) -> _Ready | None:
    """The game of a record under its rules, or under ``rules`` instead, with the cards dealt; None if its tags are
    wrong or unusual."""
    tags = record.tags
    if not (record.names in _usual or _is_usual(record.names)) or tags.get("Result", "*") not in RESULTS:
        return None
    named = (tags["Game"], tags["Rules"] if rules is None else rules)
    ready = _ready.get(named) or _make_ready(*named, beside if rules is None else None)
    if ready is None:
        return None
    try:
        stock = stock_of(tags["Deal"], ready.game.packs, ready.game.bases)
    except DealError:
        return None
    if "Date" in tags and is_wrong_day(tags["Date"]):
        return None
    if "DealHash" in tags and tags["DealHash"] != deal_hash(stock):
        return None
    ready.table.start(stock)
    return ready


def _is_usual(names: tuple[str, ...]) -> bool:
    """Whether a record with these tag names needs no check of the names, only of the values."""
    plain = {"Game", "Rules", "Deal", "DealHash", "Result", "RecordDigest"}
    if len(set(names)) < len(names) or not {"Game", "Rules", "Deal"} <= set(names):
        return False
    if others := set(names) - plain - set(FREE_TAGS):
        from leoni_replay.notation.tree import Tag
        from leoni_replay.record.header import is_read, meant_tag

        if any(is_read(name) or meant_tag(Tag(name, ""), True) for name in others):
            return False
    if len(_usual) < _MOST:
        _usual.add(names)
    return True


def _make_ready(name: str, rules: str, beside: str | None) -> _Ready | None:
    """Prepare a game with its position; None if there is no such game, or no such rules."""
    try:
        game = make_game(name, rules, beside)
    except RulesError:
        return None
    table = game.new_table()
    ready = _Ready(game, table, Position(table, game.places, game), run.Runner(table), str(game.rules))
    # A user's book may be a different file beside the next record, or may change.
    if not game.rules.book.digest:
        if len(_ready) >= _MOST:
            _ready.clear()
        _ready[name, rules] = ready
    return ready


def _play(
    raw: RawGame, record: Items, game: Game[Any], position: Position, runner: run.Runner
) -> tuple[int, str | None]:
    """Play the items of a record in its position.

    Returns:
        The index of the item at which it stops (or the number of items), and the result if it is proved and, where
        all is played, the text may end there.
    """
    table, codes, shared = position.table, record.codes, machine()
    kinds, width = terminals(), shared.width
    runner.begin(shared.after_tags(len(record.names)), 1)
    at, result = 0, None
    end = len(codes)
    while at < end and (at := runner.run(codes, at, shared.cells, kinds, width)) < end:
        reason = runner.reason
        if reason == run.NO_CELL:
            terminal = kinds[codes[at] >> 24 & 15]
            if terminal < 0 or shared.cell(runner.state, terminal) < 0:
                return at, result
            # The parse table is filled on demand, and has this entry now.
            continue
        if reason == run.CLAIMED:
            from leoni_replay.record.claims import holds

            begin, end = span(record, at)
            if not holds(game, position, raw.text[begin + len("{=") : end - len("}")]):
                return at, result
        elif reason == run.ENDED:
            result = RESULTS[codes[at] & 0xFFFFFF]
            if not (game.why_not_lost(position) is None if result == "lost" else proves(table, result)):
                return at, None
        else:
            return at, result
        at += 1
    return at, result if shared.step(runner.state, END) >= 0 else None


def _is_draft(record: Items, at: int, runner: run.Runner) -> bool:
    """Whether all of a record is played, and it may end there without its result word. A comment at the end may hold
    the word: that is left to the transcript."""
    codes = record.codes
    whole = at == len(codes) and machine().step(runner.state, END) >= 0
    return whole and not (at and kind_of(codes[at - 1]) in (run.NOTE, run.LINE_NOTE))


def _replayed(raw: RawGame, rules: str | None, hints: bool) -> Judged:
    """The verdict on a game that is read as a transcript."""
    from leoni_replay.record.replay import replay_text

    replayed = replay_text(raw, rules, hints=hints)
    return Judged(verdict(replayed), replay=replayed)


def _wrong_tags(raw: RawGame, record: Items, rules: str | None) -> Verdict | None:
    """The verdict on a record with an error in its tags; None if they have none, or if there may be more of them."""
    from leoni_replay.record.replay import wrong_tags

    # A comment may stand between tags.
    if "[" in raw.text[record.body :]:
        return None
    error = wrong_tags(raw, record.body, rules)
    if error is None:
        return None
    tags = record.tags
    return Verdict(
        raw.file, raw.number, tags.get("Game"), tags.get("Rules"), tags.get("Deal"), "rejected", None, 0, None, (error,)
    )


def _error(
    raw: RawGame,
    record: Items,
    at: int,
    result: str | None,
    game: Game[Any],
    position: Position,
    runner: run.Runner,
) -> Diagnostic | None:
    """The error in the item at which the runner has stopped, or in the result; None if the transcript has to tell."""
    codes, last = record.codes, len(record.codes) - 1
    if at <= last and runner.reason in (run.UNKNOWN_WORD, run.NO_CELL):
        return _syntax_error(raw, record, at, game, position, runner) if result is None else None
    if at > last:
        # All is played, and only the tag differs from the result.
        at = next((index for index, code in enumerate(codes) if kind_of(code) in _RESULTS), -1)
        whole = result is not None
    elif runner.reason == run.ENDED:
        # An error in the syntax comes first, wherever it is.
        whole = at == last and machine().step(runner.state, END) >= 0
    else:
        after = at + 1
        while after <= last and is_part(codes[after]):
            after += 1
        # Only the next word can belong to this one; the rest needn't be read.
        whole = result is None and runner.reason in _EXPLAINED and after <= last and codes[after] != UNREAD
    if not whole:
        return None
    from leoni_replay.record.checker import error_in

    return error_in(raw, record.tags, token_at(record, at), game, position, runner)


def _syntax_error(
    raw: RawGame, record: Items, at: int, game: Game[Any], position: Position, runner: run.Runner
) -> Diagnostic | None:
    """The syntax error at the item at which the runner has stopped; None if the transcript has to tell."""
    codes = record.codes
    before = at - 1
    while before >= 0 and is_part(codes[before]):
        before -= 1
    start = span(record, at)[0]
    # What is written without a space before it may belong to the item before it; a tag may belong to those before.
    torn = before < 0 or not raw.text[start - 1].isspace() or raw.text[start] == "["
    if torn or runner.depth or kind_of(codes[before]) in (run.CLOSING, run.NOTE, run.LINE_NOTE):
        return None
    from leoni_replay.record.checker import syntax_error

    is_move = kind_of(codes[before]) in (run.MOVE, run.PATTERN)
    last = token_at(record, before) if is_move else None
    return syntax_error(raw, record.tags, start, last, game, position, runner)
