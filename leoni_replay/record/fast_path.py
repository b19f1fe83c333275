"""The fast path of judging: verify a record without a transcript.

It turns the game's words into numbers (``notation/items.py``) and lets the runner play them, stopping at each claim and
at the result to check them. It can only say yes: if the tags are unusual or anything is wrong, the transcript decides.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from leoni_replay.deals import DealError, deal_hash, stock_of
from leoni_replay.games import GAMES, Game, Rules, RulesError, make_game
from leoni_replay.games.game import Position
from leoni_replay.notation.grammar import RESULTS
from leoni_replay.notation.items import Items, items, terminals
from leoni_replay.notation.machine import END, machine
from leoni_replay.notation.split import RawGame
from leoni_replay.notation.tags import FREE_TAGS, is_wrong_day
from leoni_replay.phrases import ResultWord
from leoni_replay.record.record_digest import record_text
from leoni_replay.record.verdict import Verdict, proves, verified_verdict
from leoni_replay.rules import run
from leoni_replay.rules.position_text import Writer, digest_of
from leoni_replay.rules.table import Numbers, Table
from leoni_replay.sharing import Spares

if TYPE_CHECKING:
    from leoni_replay.record.result import Replay

#: How many prepared games the cache can hold.
_CACHE_SIZE: Final = 256

#: Stops of the runner at an item that is wrong, whatever follows it.
_WRONG: Final = frozenset({run.REFUSED, run.CONTRADICTED, run.MISCOUNTED, run.CLAIMED, run.ENDED})
#: Moves that have no number.
_UNNUMBERED: Final = frozenset({run.OTHER, run.OTHER | run.MARKED})

#: Prepared games that no record is using, by the values of their ``Game`` and ``Rules`` tags.
_prepared: dict[tuple[str, str], Spares[_PreparedGame]] = {}
#: Tag names already checked, as they follow one another in a record.
_checked_names: set[tuple[str, ...]] = set()


class _PreparedGame(NamedTuple):
    """A game under its rules, with all that judging a record takes. Records of that game use it one after another."""

    game: Game[Any]
    table: Table
    position: Position
    runner: run.Runner
    writer: Writer
    rules: str


class _Loan:
    """A prepared game that one record uses. It is given back when nobody holds the loan any more."""

    __slots__ = ("_give", "prepared")

    def __init__(self, spares: Spares[_PreparedGame]) -> None:
        self.prepared = spares.take()
        self._give: Callable[[_PreparedGame], None] = spares.give

    def __del__(self) -> None:
        self._give(self.prepared)


class Judgement(NamedTuple):
    """A verdict with the evidence for it.

    After the fast way: the game, the tags, the final position (``table``) and the items as numbers (``numbers``). The
    position is another record's as soon as nobody holds ``loan``. After the slow way: the replay.
    """

    verdict: Verdict
    game: Game[Any] | None = None
    table: Table | None = None
    tags: dict[str, str] | None = None
    replay: Replay | None = None
    numbers: Numbers | None = None
    loan: object = None


def verify(raw: RawGame, rules: str | Rules | None = None) -> Judgement | None:
    """Judge a record without a transcript, under ``rules`` if given. Returns None unless it is all right."""
    try:
        record_and_game = _deal(raw, rules)
    except RulesError:
        return None
    if record_and_game is None:
        return None
    record, loan = record_and_game
    return _verify(raw, record, loan, rules)


def decide(raw: RawGame, rules: str | Rules | None) -> bool | None:
    """Decide without a transcript whether a record is right. Returns None if that takes a transcript."""
    try:
        record_and_game = _deal(raw, rules)
    except RulesError:
        return False
    if record_and_game is None:
        return None
    record, loan = record_and_game
    if _verify(raw, record, loan, rules):
        return True
    wrong = loan.prepared.runner.reason in _WRONG and _UNNUMBERED.isdisjoint(record.numbers)
    return False if wrong else None


def _verify(raw: RawGame, record: Items, loan: _Loan, rules: str | Rules | None) -> Judgement | None:
    """Judge a record the fast way. Returns None unless it is right from beginning to end."""
    game, table, position, runner, writer, rules_text = loan.prepared
    tags = record.tags
    first_position = position.written_by(writer)
    result = _play(record, position, runner)
    if result is None or tags.get("Result", result) != result:
        return None
    text_of_record = record_text(game, first_position, table, result, writer)
    # The tag belongs to the record's own rules: other rules give another digest.
    if rules is None and "RecordDigest" in tags and tags["RecordDigest"] != digest_of(text_of_record):
        return None
    legal_moves = None
    if result == "lost":
        legal_moves = table.legal_moves_when_lost()
    elif result == "conceded":
        legal_moves = position.count_legal()
    verdict = verified_verdict(
        file=raw.file,
        number=raw.number,
        game=game.name,
        rules=rules_text,
        deal=tags["Deal"],
        result=result,
        moves=table.plies,
        legal_moves=legal_moves,
        texts=(position.written_by(writer), text_of_record),
    )
    return Judgement(verdict, game, table, tags, None, record.numbers, loan)


def _deal(raw: RawGame, rules: str | Rules | None) -> tuple[Items, _Loan] | None:
    """Cut a record into items, prepare its game, under ``rules`` if given, and deal the cards.

    Returns:
        The items and the prepared game, which the record uses; None if the text or its tags are wrong or unusual.

    Raises:
        RulesError: the game or the rules do not exist.
    """
    record = None if raw.cut else items(raw.text)
    if record is None:
        return None
    tags = record.tags
    if record.names not in _checked_names and not _has_plain_names(record.names):
        return None
    if tags.get("Result", "*") not in RESULTS:
        return None
    rules_to_use, record_file = (tags["Rules"], raw.file) if rules is None else (rules, None)
    loan = _Loan(_prepare(tags["Game"], rules_to_use, record_file))
    prepared = loan.prepared
    try:
        stock = stock_of(tags["Deal"], prepared.game.packs, prepared.game.bases)
    except DealError:
        return None
    if "Date" in tags and is_wrong_day(tags["Date"]):
        return None
    if "DealHash" in tags and tags["DealHash"] != deal_hash(stock):
        return None
    prepared.table.start(stock)
    return record, loan


def _has_plain_names(names: tuple[str, ...]) -> bool:
    """Whether these tag names are all fine, so that only the values need checking."""
    plain = {"Game", "Rules", "Deal", "DealHash", "Result", "RecordDigest"}
    if len(set(names)) < len(names) or not {"Game", "Rules", "Deal"} <= set(names):
        return False
    unusual_names = set(names) - plain - set(FREE_TAGS)
    if unusual_names:
        from leoni_replay.notation.transcript import Tag
        from leoni_replay.record.header import intended_tag, is_read

        if any(is_read(name) or intended_tag(Tag(name, ""), True) for name in unusual_names):
            return False
    if len(_checked_names) < _CACHE_SIZE:
        _checked_names.add(names)
    return True


def _prepare(name: str, rules: str | Rules, record_file: str | None) -> Spares[_PreparedGame]:
    """Return what prepares a game, and keeps the prepared ones that no record is using.

    Raises:
        RulesError: the game or the rules do not exist.
    """
    key = name, str(rules)
    if (spares := _prepared.get(key)) is not None:
        return spares
    game = GAMES[name].make(rules) if isinstance(rules, Rules) else make_game(name, rules, record_file)
    rules_text = str(game.rules)

    def prepare() -> _PreparedGame:
        table = game.new_table()
        return _PreparedGame(game, table, Position(table, game), run.Runner(table), Writer(), rules_text)

    spares = Spares(prepare)
    # Don't cache a user's rule book: the file may change, and another folder may have another one.
    if not game.rules.book.digest:
        if len(_prepared) >= _CACHE_SIZE:
            _prepared.clear()
        _prepared[key] = spares
    return spares


def forget_prepared_games() -> None:
    """Forget the prepared games: a fault may have left one of them in no proper state."""
    _prepared.clear()


def _play(record: Items, position: Position, runner: run.Runner) -> ResultWord | None:
    """Play a record to its end. Returns the result, or None if anything in the record is wrong."""
    table, numbers, parser = position.table, record.numbers, machine()
    kinds, width = terminals(), parser.width
    runner.begin(parser.after_tags(len(record.names)), 1)
    claims = iter(record.claims)
    at, result, end = 0, None, len(numbers)
    while at < end and (at := runner.run(numbers, at, parser.cells, kinds, width)) < end:
        reason = runner.reason
        if reason == run.NO_CELL:
            terminal = kinds[numbers[at] >> 24 & 15]
            if terminal < 0 or parser.cell(runner.state, terminal) < 0:
                return None
            # The parse table is filled on demand. It has this entry now: try again.
            continue
        if reason == run.CLAIMED:
            from leoni_replay.record.claim_proofs import holds

            if not holds(position, next(claims)):
                return None
        elif reason == run.ENDED:
            result = RESULTS[numbers[at] & 0xFFFFFF]
            if not (position.why_not_lost() is None if result == "lost" else proves(table, result)):
                return None
        else:
            return None
        at += 1
    return result if parser.step(runner.state, END) >= 0 else None
