"""Saved games of PySolFC (``.pso``) as records.

Such a file is a series of pickles: the program, the game and its number, every stack of cards as it lies at the end,
and the player's moves as numbers of stacks. Taking the moves back gives the position at the start. The record is then
played under our own rules, and must end with the saved position.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from leoni_replay.cards import DOWN, SUIT, TEXT, texts
from leoni_replay.deals import MAX_DIGITS
from leoni_replay.exchange.errors import CannotImport
from leoni_replay.exchange.pickles import Thing, values
from leoni_replay.games import GAMES, Declaration, make_game
from leoni_replay.games.places import is_foundation_name, suit_named
from leoni_replay.notation.transcript import Comment, Transcript
from leoni_replay.phrases import listed
from leoni_replay.record.playing import GameInPlay, IllegalMove, new

#: PySolFC's order of suits is C S H D; ours is C D H S.
_SUITS: Final = (0, 3, 2, 1)
#: The maximum size of a file in bytes; a long game takes about 50,000.
MOST_BYTES: Final = 4 << 20
#: the maximum number of moves of single cards or groups
_MOST_MOVES: Final = 20_000
#: the maximum length of a comment in characters
_LONGEST_COMMENT: Final = 100_000
#: what opens a tag at the beginning of a line
_TAG: Final = re.compile(r"^([^\S\n]*)\[", re.M)
#: bits that mark the number of a game as one of Microsoft's, or a deal as one without a number
_MICROSOFT: Final = 1 << 1000
_CUSTOM: Final = 1 << 999

_GAME: Final = "pysollib.game."
_MOVE: Final = "pysollib.move."
#: The names in a saved game: for its data, its moves, and its random generator. None is looked up.
_NAMES: Final = frozenset(
    [
        *(
            _GAME + name
            for name in ("GameSaveInfo", "GameGlobalSaveInfo", "GameMoves", "GameGlobalStatsStruct", "GameStatsStruct")
        ),
        *(_MOVE + name for name in ("AMoveMove", "AFlipMove", "ASingleFlipMove", "ASingleCardMove")),
        "pysollib.mfxutil.Struct",
        # The generator is pickled with a call that would seed it: getattr(generator, "seed").
        "builtins.getattr",
        "pysol_cards.random.MTRandom",
    ]
)
#: its game that has the name of one of ours
_LARAS_GAME: Final = 37
_FLIPS: Final = (_MOVE + "AFlipMove", _MOVE + "ASingleFlipMove")

#: A position before or after the moves: the cards of every stack, bottom first
_Table = list[list[int]]


class _Shift(NamedTuple):
    """Cards that move from one stack to another."""

    cards: int
    source: int
    dest: int


class _Flip(NamedTuple):
    """The top card of a stack is turned over."""

    stack: int


class _Saved(NamedTuple):
    """The parts of a file that a record can express."""

    game: Declaration
    version: str
    deal: str
    table: _Table
    moves: list[_Shift | _Flip]
    left_out: int
    player: str
    comment: str


def from_pysol(data: bytes, rules: str | None = None) -> tuple[Transcript, list[str]]:
    """Convert a saved game to a record.

    Args:
        data: the file.
        rules: the rule book; None for the game's default book.

    Returns:
        The record, which verifies, and remarks on what the file contains and the record doesn't.

    Raises:
        CannotImport: it is not a saved game, or it is a game that is unknown here, or one that the rules do not allow.
        RulesError: there is no such rule book.
    """
    if len(data) > MOST_BYTES:
        raise CannotImport(f"it has {len(data):,} bytes: a saved game has at most {MOST_BYTES:,}")
    saved = _read(values(data, _NAMES))
    assert saved.game.pysol is not None
    rules = rules if rules is not None else saved.game.pysol.book
    make_game(saved.game.name, rules)
    places = saved.game.pysol.places
    start = _taken_back(saved, places)
    made = _dealt(saved, start, places, rules)
    _play(saved, start, made, places)
    tags = {"Source": f"PySolFC {saved.version}"} | ({"Player": saved.player} if saved.player else {})
    record = made.record(tags=tags)
    lost = ["times and counts of hints and undone moves"]
    # Braces would end the comment, = would begin a claim, and a line that opens a tag would begin a game.
    said = saved.comment.translate({ord("{"): "(", ord("}"): ")"}).strip().lstrip("=").strip()
    said = _TAG.sub(r"\1(", said)
    if len(said) > _LONGEST_COMMENT:
        lost.append(f"the end of its comment ({len(said):,} characters)")
        said = said[:_LONGEST_COMMENT]
    if said:
        record.epilogue.append(Comment(f" {said} "))
    if saved.left_out:
        lost.append(f"moves that were taken back and could be redone ({saved.left_out})")
    return record, lost


def _read(rest: Iterator[Any]) -> _Saved:
    """Parse the values of a file, in order.

    Raises:
        CannotImport: they are not those of a saved game.
    """

    def take(kind: type, what: str) -> Any:
        value = next(rest, None)
        # bool is a subclass of int, but isn't accepted as a number here.
        if type(value) is not kind:
            raise CannotImport(f"it is not a saved game of PySolFC: {what} is missing")
        return value

    if take(str, "its name") != "PySolFC":
        raise CannotImport("it is not a saved game of PySolFC")
    version = take(str, "the version")[:20]
    take(tuple, "the version")
    bookmark = take(int, "the bookmark")
    take(int, "the version of the game")
    number = take(int, "the number of the game")
    game = next((game for game in GAMES.values() if game.pysol is not None and number in game.pysol.numbers), None)
    if game is None or game.pysol is None:
        playable = [game for game in GAMES.values() if game.pysol]
        names = ", ".join(
            f"{game.name} (its game {listed([*map(str, game.pysol.numbers)], 'or')})" for game in playable if game.pysol
        )
        if number == _LARAS_GAME:
            raise CannotImport(
                "it is a game of PySolFC's game 37, Lara's Game, which it also calls Thirteen Packs and Leoni's Own: "
                "another game than Leoni's Own"
            )
        raise CannotImport(f"it is a game of PySolFC's game {number}; of its games the same are known here: {names}")
    deal = _deal(take(int, "the number of the deal"))
    next(rest, None)  # the state of its generator of random numbers
    stacks = take(int, "the number of stacks")
    if stacks != len(game.pysol.places):
        raise CannotImport(f"it has {stacks} stacks, and {game.name} has {len(game.pysol.places)} in PySolFC")
    table: _Table = []
    for _ in range(stacks):
        stack: list[int] = []
        for _ in range(_within(take(int, "the number of cards"), 52, "cards in a stack")):
            card = _within(take(int, "a card"), 51, "as the number of a card")
            # Old versions use a number here.
            up = next(rest, None)
            if up not in (0, 1, True, False):
                raise CannotImport("it does not say whether a card lies face up")
            stack.append(_SUITS[card // 13] * 13 + card % 13 + (0 if up else DOWN))
        table.append(stack)
    next(rest, None)  # the number of the pass through the talon
    next(rest, None)  # whether the game is over
    player = comment = ""
    if bookmark in (0, 1):
        _thing(next(rest, None), "GameSaveInfo")
        comment = _thing(next(rest, None), "GameGlobalSaveInfo").get("comment", "")
    moves, left_out = _moves(_thing(next(rest, None), "GameMoves"))
    take(list, "the list of tables")
    if bookmark in (0, 1):
        player = _thing(next(rest, None), "GameGlobalStatsStruct").get("start_player") or ""
        _thing(next(rest, None), "GameStatsStruct")
    if next(rest, None) != "EOF":
        raise CannotImport("it breaks off: its last word is missing")
    if next(rest, None) is not None:
        raise CannotImport("there is something after its last word")
    name = " ".join(_text(player).split())[:200]
    return _Saved(game, version, deal, table, moves, left_out, name, _text(comment))


def _deal(seed: int) -> str:
    """Return the value of a Deal tag for a deal number; empty if there is none."""
    if seed & _MICROSOFT:
        return "" if seed & _CUSTOM else f"pysol:ms{seed ^ _MICROSOFT}"
    return f"pysol:{seed}" if 0 < seed < 10**MAX_DIGITS else ""


def _within(number: int, most: int, what: str) -> int:
    if not 0 <= number <= most:
        raise CannotImport(f"it has {number} {what}")
    return number


def _thing(value: Any, name: str) -> dict[str, Any]:
    """Return the state of an object of a given class."""
    if not isinstance(value, Thing) or value.name not in (_GAME + name, "pysollib.mfxutil.Struct"):
        raise CannotImport(f"it is not a saved game of PySolFC: {name} is missing")
    return value.fields


def _text(value: Any) -> str:
    """Return untrusted text, without what a record cannot contain; empty if it is not text."""
    if not isinstance(value, str):
        return ""
    return value.replace("\x00", "").encode("utf-8", "replace").decode("utf-8")


def _moves(fields: dict[str, Any]) -> tuple[list[_Shift | _Flip], int]:
    """Return the moves that were played, each of one piece, and how many of the player's moves had been taken back."""
    history, index = fields.get("history"), fields.get("index")
    if type(history) is not list or type(index) is not int or not 0 <= index <= len(history):
        raise CannotImport("it is not a saved game of PySolFC: its moves are missing")
    moves: list[_Shift | _Flip] = []
    for pieces in itertools.islice(history, index):
        if type(pieces) is not list:
            raise CannotImport("a move is not a list of its pieces")
        for piece in pieces:
            moves.append(_piece(piece))
            if len(moves) > _MOST_MOVES:
                raise CannotImport(f"it has more than {_MOST_MOVES:,} moves")
    return moves, len(history) - index


def _piece(piece: Any) -> _Shift | _Flip:
    if isinstance(piece, Thing) and piece.name in _FLIPS and type(stack := piece.fields.get("stack_id")) is int:
        return _Flip(stack)
    if isinstance(piece, Thing) and piece.name == _MOVE + "AMoveMove":
        numbers = [piece.fields.get(name) for name in ("ncards", "from_stack_id", "to_stack_id")]
        if all(type(number) is int for number in numbers):
            return _Shift(*numbers)  # type: ignore[arg-type]
    raise CannotImport("a piece of a move is of no kind that is known")


def _taken_back(saved: _Saved, places: tuple[str, ...]) -> _Table:
    """Return the position before the first move."""
    table = [list(stack) for stack in saved.table]
    cards = sorted(card % DOWN for stack in table for card in stack)
    if cards != list(range(52)):
        raise CannotImport("its table does not have each of the 52 cards once")
    if any(stack for stack, place in zip(table, places, strict=True) if not place):
        raise CannotImport("cards lie where the game has no place")
    for number, move in reversed(list(enumerate(saved.moves, 1))):
        try:
            if isinstance(move, _Flip):
                stack = table[_within(move.stack, len(table) - 1, "as the number of a stack")]
                stack[-1] ^= DOWN
                continue
            source, dest = (table[_within(at, len(table) - 1, "as the number of a stack")] for at in move[1:])
            if source is dest or not 0 < move.cards <= len(dest):
                raise IndexError
            source += dest[-move.cards :]
            del dest[-move.cards :]
        except IndexError:
            raise CannotImport(f"piece {number} of its moves cannot have led to its table") from None
    return table


def _dealt(saved: _Saved, start: _Table, places: tuple[str, ...], rules: str | None) -> GameInPlay:
    """Return the game as it was dealt: by its number if that deals the same position, otherwise as a layout."""
    laid = {place: cards for place, cards in zip(places, start, strict=True) if place}
    if saved.deal:
        try:
            made = new(saved.game.name, saved.deal, rules)
        except ValueError:
            made = None
        if made is not None and all(list(made.position.places[place]) == cards for place, cards in laid.items()):
            return made
    # The line of a foundation shows the top card.
    lines = []
    for place, cards in laid.items():
        shown = cards
        if is_foundation_name(place):
            shown = cards[-1:]
            if cards != [card for card in range(52) if SUIT[card] == suit_named(place)][: len(cards)]:
                raise CannotImport(f"the foundation {place} holds {texts(cards)}")
        lines.append(f"{place}: {texts(shown)}")
    try:
        return new(saved.game.name, rules=rules, layout="\n".join(lines))
    except ValueError as error:
        raise CannotImport(f"no game begins with its first table: {error}") from None


def _play(saved: _Saved, start: _Table, made: GameInPlay, places: tuple[str, ...]) -> None:
    """Play the moves, and check that they lead to the saved position."""
    table = [list(stack) for stack in start]
    number = 0
    for move in saved.moves:
        if isinstance(move, _Flip):
            table[move.stack][-1] ^= DOWN
            continue
        number += 1
        source, dest = places[move.source], places[move.dest]
        moved = table[move.source][-move.cards :]
        card = TEXT[moved[0] % DOWN]
        where = f"move {number}, {card} from {source} to {dest}"
        try:
            if is_foundation_name(source):
                made.push(f"foundation:{card}>{dest}")
            elif is_foundation_name(dest):
                # A sequence is played card by card.
                moved.reverse()
                for played in moved:
                    made.push(f"{source}:{TEXT[played % DOWN]}{dest[1:]}")
            else:
                made.push(f"{source}:{card}>{dest}")
        except IllegalMove as error:
            raise CannotImport(f"{where}: {error.diagnostic.code}: {error}") from None
        except ValueError:
            raise CannotImport(f"{where} is not a move of {saved.game.name}") from None
        table[move.dest] += moved
        del table[move.source][-move.cards :]
    for place, stack in zip(places, saved.table, strict=True):
        # Where a player turns cards up by hand, a top card may still be face down.
        shown = [*stack[:-1], stack[-1] % DOWN] if stack else stack
        if place and list(made.position.places[place]) != shown:
            raise CannotImport(f"its moves do not lead to its table: {place} has {texts(made.position.places[place])}")
