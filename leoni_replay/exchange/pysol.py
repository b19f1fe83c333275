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

from leoni_replay.cards import (
    DOWN,
    PACK,
    PACK_SIZE,
    SUIT,
    TEXT,
    texts,
)
from leoni_replay.deals import MAX_DIGITS
from leoni_replay.exchange.errors import CannotImport
from leoni_replay.exchange.pickles import Thing, values
from leoni_replay.games import GAMES, Declaration, make_game
from leoni_replay.games.places import is_foundation_name, suit_named
from leoni_replay.notation.transcript import Comment, Transcript
from leoni_replay.phrases import join_words
from leoni_replay.record.playing import GameInPlay, IllegalMove, new

#: Our number of each of PySolFC's suits: its order is C S H D; ours is C D H S.
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
_Stacks = list[list[int]]


class _Shift(NamedTuple):
    """Cards that move from one stack to another: how many, and the numbers of the stacks."""

    cards: int
    source: int
    dest: int


class _Flip(NamedTuple):
    """The top card of a stack is turned over."""

    stack: int


class _SavedGame(NamedTuple):
    """The parts of a file that a record can express.

    Attributes:
        game: our game.
        version: the version of PySolFC.
        deal: the value of the ``Deal`` tag; empty if the deal has no number.
        stacks: the cards of every stack at the end.
        moves: the moves that were played, piece by piece.
        undone_moves: how many moves were taken back and could be redone.
        player: the name of the player; empty if it is not known.
        comment: the comment on the game; empty if there is none.
    """

    game: Declaration
    version: str
    deal: str
    stacks: _Stacks
    moves: list[_Shift | _Flip]
    undone_moves: int
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
    saved = _saved_game(values(data, _NAMES))
    assert saved.game.pysol is not None
    rules = rules if rules is not None else saved.game.pysol.book
    make_game(saved.game.name, rules)
    places = saved.game.pysol.places
    start = _stacks_at_start(saved, places)
    game_in_play = _new_game(saved, start, places, rules)
    _play_moves(saved, start, game_in_play, places)
    tags = {"Source": f"PySolFC {saved.version}"}
    if saved.player:
        tags["Player"] = saved.player
    record = game_in_play.record(tags=tags)
    losses = ["times and counts of hints and undone moves"]
    comment = _safe_comment(saved.comment)
    if len(comment) > _LONGEST_COMMENT:
        losses.append(f"the end of its comment ({len(comment):,} characters)")
        comment = comment[:_LONGEST_COMMENT]
    if comment:
        record.epilogue.append(Comment(f" {comment} "))
    if saved.undone_moves:
        losses.append(f"moves that were taken back and could be redone ({saved.undone_moves})")
    return record, losses


def _safe_comment(text: str) -> str:
    """Return a comment without what would end it in a record: braces would, ``=`` at its beginning would make it a
    claim, and a line that opens a tag would begin a game."""
    in_parentheses = text.translate({ord("{"): "(", ord("}"): ")"})
    return _TAG.sub(r"\1(", in_parentheses.strip().lstrip("=").strip())


class _Values:
    """The values of a file, taken one after another in the order in which PySolFC writes them."""

    def __init__(self, rest: Iterator[Any]) -> None:
        self._rest = rest

    def skip(self) -> Any:
        """Return the next value, whatever it is; None after the last one."""
        return next(self._rest, None)

    def take(self, kind: type, what: str) -> Any:
        """Return the next value.

        Args:
            kind: its type.
            what: what it is, for the message if it is something else.

        Raises:
            CannotImport: it has another type.
        """
        value = self.skip()
        # bool is a subclass of int, but isn't accepted as a number here.
        if type(value) is not kind:
            raise CannotImport(f"it is not a saved game of PySolFC: {what} is missing")
        return value

    def fields(self, name: str) -> dict[str, Any]:
        """Return the state of the next value, which is an object of a class of that name."""
        return _fields(self.skip(), name)


def _saved_game(rest: Iterator[Any]) -> _SavedGame:
    """Parse the values of a file, in order.

    Raises:
        CannotImport: they are not those of a saved game.
    """
    file_values = _Values(rest)
    if file_values.take(str, "its name") != "PySolFC":
        raise CannotImport("it is not a saved game of PySolFC")
    version = file_values.take(str, "the version")[:20]
    file_values.take(tuple, "the version")
    bookmark = file_values.take(int, "the bookmark")
    file_values.take(int, "the version of the game")
    game = _game_numbered(file_values.take(int, "the number of the game"))
    assert game.pysol is not None
    deal = _deal(file_values.take(int, "the number of the deal"))
    file_values.skip()  # the state of its generator of random numbers
    count = file_values.take(int, "the number of stacks")
    if count != len(game.pysol.places):
        raise CannotImport(f"it has {count} stacks, and {game.name} has {len(game.pysol.places)} in PySolFC")
    stacks = [_next_stack(file_values) for _ in range(count)]
    file_values.skip()  # the number of the pass through the talon
    file_values.skip()  # whether the game is over
    player = comment = ""
    if bookmark in (0, 1):
        file_values.fields("GameSaveInfo")
        comment = file_values.fields("GameGlobalSaveInfo").get("comment", "")
    moves, undone_moves = _moves(file_values.fields("GameMoves"))
    file_values.take(list, "the list of tables")
    if bookmark in (0, 1):
        player = file_values.fields("GameGlobalStatsStruct").get("start_player") or ""
        file_values.fields("GameStatsStruct")
    if file_values.skip() != "EOF":
        raise CannotImport("it breaks off: its last word is missing")
    if file_values.skip() is not None:
        raise CannotImport("there is something after its last word")
    return _SavedGame(
        game=game,
        version=version,
        deal=deal,
        stacks=stacks,
        moves=moves,
        undone_moves=undone_moves,
        player=" ".join(_text(player).split())[:200],
        comment=_text(comment),
    )


def _game_numbered(number: int) -> Declaration:
    """Return our game that has a number in PySolFC.

    Raises:
        CannotImport: none has it.
    """
    for game in GAMES.values():
        if game.pysol is not None and number in game.pysol.numbers:
            return game
    if number == _LARAS_GAME:
        raise CannotImport(
            "it is a game of PySolFC's game 37, Lara's Game, which it also calls Thirteen Packs and Leoni's Own: "
            "another game than Leoni's Own"
        )
    names = [
        f"{game.name} (its game {join_words([*map(str, game.pysol.numbers)], 'or')})"
        for game in GAMES.values()
        if game.pysol
    ]
    raise CannotImport(
        f"it is a game of PySolFC's game {number}; of its games the same are known here: {', '.join(names)}"
    )


def _next_stack(file_values: _Values) -> list[int]:
    """Return the cards of the next stack in a file, bottom first, as in ``cards.py``: with DOWN added if a card lies
    face down.

    The file has the number of cards; then for each card its number (13 times the suit, in PySolFC's order of suits, and
    the rank from 0) and whether it lies face up.

    Raises:
        CannotImport: the next values are not those of a stack.
    """
    card_count = _within(file_values.take(int, "the number of cards"), PACK_SIZE, "cards in a stack")
    cards = []
    for _ in range(card_count):
        pysol_number = _within(file_values.take(int, "a card"), 51, "as the number of a card")
        # Old versions have 0 or 1 here.
        is_face_up = file_values.skip()
        if is_face_up not in (0, 1, True, False):
            raise CannotImport("it does not say whether a card lies face up")
        pysol_suit, rank = divmod(pysol_number, 13)
        card = 13 * _SUITS[pysol_suit] + rank
        cards.append(card if is_face_up else card + DOWN)
    return cards


def _deal(seed: int) -> str:
    """Return the value of a Deal tag for the number of a deal in PySolFC; empty if there is none."""
    if seed & _MICROSOFT:
        # Without the bit that marks it, this is Microsoft's number.
        return "" if seed & _CUSTOM else f"pysol:ms{seed ^ _MICROSOFT}"
    return f"pysol:{seed}" if 0 < seed < 10**MAX_DIGITS else ""


def _within(number: int, most: int, what: str) -> int:
    """Return a number that is neither negative nor too large.

    Args:
        number: the number.
        most: the greatest that is possible.
        what: what it counts or numbers, as the end of the message.

    Raises:
        CannotImport: it is negative or greater.
    """
    if not 0 <= number <= most:
        raise CannotImport(f"it has {number} {what}")
    return number


def _fields(value: Any, name: str) -> dict[str, Any]:
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
    """Return a piece of a move.

    Raises:
        CannotImport: it is something else, or a piece that no game of ours needs.
    """
    if isinstance(piece, Thing) and piece.name in _FLIPS:
        stack = piece.fields.get("stack_id")
        if type(stack) is int:
            return _Flip(stack)
    if isinstance(piece, Thing) and piece.name == _MOVE + "AMoveMove":
        numbers = [piece.fields.get(name) for name in ("ncards", "from_stack_id", "to_stack_id")]
        if all(type(number) is int for number in numbers):
            return _Shift(*numbers)  # type: ignore[arg-type]
    raise CannotImport("a piece of a move is of no kind that is known")


def _stacks_at_start(saved: _SavedGame, places: tuple[str, ...]) -> _Stacks:
    """Return the stacks before the first move: all moves are taken back.

    Args:
        saved: the saved game.
        places: the place of every stack; empty for one that has none in our game.
    """
    stacks = [list(stack) for stack in saved.stacks]
    cards = sorted(card % DOWN for stack in stacks for card in stack)
    if cards != list(PACK):
        raise CannotImport("its table does not have each of the 52 cards once")
    if any(stack for stack, place in zip(stacks, places, strict=True) if not place):
        raise CannotImport("cards lie where the game has no place")
    for number, move in reversed(list(enumerate(saved.moves, 1))):
        try:
            if isinstance(move, _Flip):
                stack = stacks[_within(move.stack, len(stacks) - 1, "as the number of a stack")]
                stack[-1] ^= DOWN
                continue
            source = stacks[_within(move.source, len(stacks) - 1, "as the number of a stack")]
            dest = stacks[_within(move.dest, len(stacks) - 1, "as the number of a stack")]
            if source is dest or not 0 < move.cards <= len(dest):
                # Handled below, as for a card of an empty stack that is turned over.
                raise IndexError
            source += dest[-move.cards :]
            del dest[-move.cards :]
        except IndexError:
            raise CannotImport(f"piece {number} of its moves cannot have led to its table") from None
    return stacks


def _new_game(saved: _SavedGame, start: _Stacks, places: tuple[str, ...], rules: str | None) -> GameInPlay:
    """Begin the game as it was dealt: by its number if that deals the same position, otherwise from a layout.

    Args:
        saved: the saved game.
        start: the stacks before the first move.
        places: the place of every stack; empty for one that has none in our game.
        rules: the rule book; None for the default one.

    Raises:
        CannotImport: no game begins with these stacks.
    """
    cards_at_start = {place: cards for place, cards in zip(places, start, strict=True) if place}
    if saved.deal:
        try:
            game_in_play = new(saved.game.name, saved.deal, rules)
        except ValueError:
            pass
        else:
            dealt_places = game_in_play.position.places
            if all(list(dealt_places[place]) == cards for place, cards in cards_at_start.items()):
                return game_in_play
    lines = []
    for place, cards in cards_at_start.items():
        line_cards = cards
        if is_foundation_name(place):
            # The line of a foundation shows the top card: so the cards must be the lowest of its suit, in order.
            line_cards = cards[-1:]
            cards_of_suit = [card for card in PACK if SUIT[card] == suit_named(place)]
            if cards != cards_of_suit[: len(cards)]:
                raise CannotImport(f"the foundation {place} holds {texts(cards)}")
        lines.append(f"{place}: {texts(line_cards)}")
    try:
        return new(saved.game.name, rules=rules, layout="\n".join(lines))
    except ValueError as error:
        raise CannotImport(f"no game begins with its first table: {error}") from None


def _play_moves(saved: _SavedGame, start: _Stacks, game_in_play: GameInPlay, places: tuple[str, ...]) -> None:
    """Play the moves of a saved game, and check that they lead to its position.

    Args:
        saved: the saved game.
        start: the stacks before the first move.
        game_in_play: the game as dealt, which the moves are played in.
        places: the place of every stack.

    Raises:
        CannotImport: a move is illegal, or they lead to another position.
    """
    # They show which cards a move takes: it says only how many.
    stacks = [list(stack) for stack in start]
    number = 0
    for move in saved.moves:
        if isinstance(move, _Flip):
            # Our rules turn cards up by themselves.
            stacks[move.stack][-1] ^= DOWN
            continue
        number += 1
        source, dest = places[move.source], places[move.dest]
        cards = stacks[move.source][-move.cards :]
        lowest_card = TEXT[cards[0] % DOWN]
        if is_foundation_name(dest) and not is_foundation_name(source):
            # A sequence goes to a foundation card by card, the uppermost first.
            cards.reverse()
        where = f"move {number}, {lowest_card} from {source} to {dest}"
        try:
            if is_foundation_name(source):
                game_in_play.push(f"foundation:{lowest_card}>{dest}")
            elif is_foundation_name(dest):
                for card in cards:
                    game_in_play.push(f"{source}:{TEXT[card % DOWN]}{dest[1:]}")
            else:
                game_in_play.push(f"{source}:{lowest_card}>{dest}")
        except IllegalMove as error:
            raise CannotImport(f"{where}: {error.diagnostic.code}: {error}") from None
        except ValueError:
            raise CannotImport(f"{where} is not a move of {saved.game.name}") from None
        stacks[move.dest] += cards
        del stacks[move.source][-move.cards :]
    for place, stack in zip(places, saved.stacks, strict=True):
        # Where a player turns cards up by hand, a top card may still be face down.
        cards_with_top_up = [*stack[:-1], stack[-1] % DOWN] if stack else stack
        if place and list(game_in_play.position.places[place]) != cards_with_top_up:
            cards_there = texts(game_in_play.position.places[place])
            raise CannotImport(f"its moves do not lead to its table: {place} has {cards_there}")
