"""Plain games judged without a transcript: their words are played as they are read.

There is one way through all the same: what the runner does not take, and whatever is out of the ordinary in the tags,
goes to the checker, which goes on from there on the same table.
"""

from __future__ import annotations

from typing import Any, Final

from leoni_replay.deals import stock_of_seed
from leoni_replay.games import Game, RulesError, make_game
from leoni_replay.games.steps import Position
from leoni_replay.notation.codes import learn
from leoni_replay.notation.plain import plain
from leoni_replay.notation.scan import PLAIN_TAGS
from leoni_replay.notation.split import RawGame
from leoni_replay.notation.tags import FREE_TAGS
from leoni_replay.record.verdict import Verdict, verdict
from leoni_replay.rules.run import LIFTED, NUMBER, Runner
from leoni_replay.rules.table import Table

#: the tags that a plain game has, each once, besides free text
_NEEDED: Final = frozenset(PLAIN_TAGS)
_ALLOWED: Final = _NEEDED | set(FREE_TAGS)
_SEED: Final = "seed:"
_RESULTS: Final = ("won", "lost", "*")
#: How many games, each under its rules, have a table laid by.
_MOST: Final = 256

_ready: dict[tuple[str, str], tuple[Game[Any], Table, Runner, str]] = {}


def check(raw: RawGame, rules: str | None = None, *, hints: bool = True) -> Verdict:
    """The verdict on the text of one game.

    Args:
        raw: the text.
        rules: a rule book and overrides to use in place of its ``Rules`` tag.
        hints: whether a rejected record is tried under other rules and deals, for a note that says so.
    """
    game = None if raw.cut or rules is not None else plain(raw.text)
    values = None if game is None else _values(game.tags)
    if game is None or values is None:
        return _read(raw, rules, hints)
    name, book, deal, expected = values
    ready = _ready.get((name, book)) or _table_for(name, book)
    if ready is None:
        return _read(raw, None, hints)
    told, table, runner, rules_text = ready
    table.start(stock_of_seed(deal[len(_SEED) :], told.packs, told.bases))
    codes = game.codes
    taken = runner.run(codes, 0, 1)
    while taken < len(codes) and codes[taken] is None and (code := learn(game.words[taken])) is not None:
        codes[taken] = code
        taken = runner.run(codes, taken, table.plies + 1)
    if taken < len(codes) and codes[taken] is None:
        # What is written behind a move, and is no move, may make the whole of it none: its move has not been read.
        begin = _item_before(codes, taken)
        if begin >= 0 and codes[begin] < NUMBER:  # type: ignore[operator]
            table.unplay()
            taken = begin
    result = game.result
    if taken < len(codes) or result != expected or not _proved(table, result):
        return _go_on(raw, told, table, codes[:taken], hints)  # type: ignore[arg-type]  # all that was taken is known
    position = Position(table, told.places, told)
    return Verdict(
        raw.file,
        raw.number,
        told.name,
        rules_text,
        deal,
        "verified",
        result,  # type: ignore[arg-type]
        table.plies,
        told.digest(position),
    )


def _values(tags: dict[str, str]) -> tuple[str, str, str, str] | None:
    """What the tags of a plain game say: game, rules, deal and result; None if one of them, or another tag, is out of
    the ordinary."""
    if tags.keys() != _NEEDED and not (tags.keys() >= _NEEDED and tags.keys() <= _ALLOWED):
        return None
    deal, result = tags["Deal"][1:-1], tags["Result"][1:-1]
    if not deal.startswith(_SEED) or result not in _RESULTS:
        return None
    if deal[len(_SEED) : len(_SEED) + 1].strip() == "" or deal[-1].isspace():
        return None
    return tags["Game"][1:-1], tags["Rules"][1:-1], deal, result


def _table_for(name: str, rules: str) -> tuple[Game[Any], Table, Runner, str] | None:
    """A game with a table that is laid by for it; None if there is no such game, or no such rules."""
    try:
        game = make_game(name, rules)
    except RulesError:
        return None
    if len(_ready) >= _MOST:
        _ready.clear()
    table = game.new_table()
    _ready[name, rules] = game, table, Runner(table), str(game.rules)
    return _ready[name, rules]


def _item_before(codes: list[int | None], end: int) -> int:
    """Where the item begins whose last part stands before a place; -1 if there is none."""
    begin = end - 1
    while begin >= 0 and codes[begin] >= LIFTED:  # type: ignore[operator]
        begin -= 1
    return begin


def _proved(table: Table, result: str) -> bool:
    """Whether the table bears out a result."""
    return table.won() if result == "won" else table.may_be_lost() if result == "lost" else result == "*"


# What a right and plain game does not need is loaded when it is needed.


def _read(raw: RawGame, rules: str | None, hints: bool) -> Verdict:
    """The verdict on a game that is read as a transcript."""
    from leoni_replay.notation.reader import parse
    from leoni_replay.record.replay import replay

    return verdict(replay(parse(raw), rules=rules, hints=hints))


def _go_on(raw: RawGame, game: Game[Any], table: Table, taken: list[int], hints: bool) -> Verdict:
    """The verdict on a game of which the first items have been played; from there on it is read as a transcript."""
    from leoni_replay.notation.reader import parse
    from leoni_replay.record.checker import read
    from leoni_replay.record.replay import judged
    from leoni_replay.record.setup import Setup

    # A part of a move is no item of its own. The last item that was played is read: what may follow depends on it.
    items = len(taken) - sum(map(LIFTED.__le__, taken))
    transcript = parse(raw, skip=max(items - 1, 0))
    setup = Setup(game, None)
    done, wrong, number = read(transcript, setup, Position(table, game.places, game), None, min(items, 1))
    if wrong is not None and hints:
        return _read(raw, None, hints)
    return verdict(judged(done, wrong, number, setup, None, hints))
