"""Patterns of moves for searches: which moves follow one another in a record. ``grammar/move_patterns.lark`` has their
syntax."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fnmatch import fnmatchcase
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from leoni_replay.cards import TEXT
from leoni_replay.collecting.positions import RecordPositions
from leoni_replay.commands import Move
from leoni_replay.games import GAMES, make_game
from leoni_replay.leoni_error import LeoniError
from leoni_replay.notation import grammar
from leoni_replay.phrases import closest_name
from leoni_replay.rules.numbers import EXILE

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

#: any text, and any number of cards
_ANYTHING: Final = "*"
#: the words of our games that are moves without a place
_ACTIONS: Final = ("deal", "redeal")


class WrongPattern(LeoniError):
    """Raised for a word that is no pattern of a move; ``help`` says what is one."""

    def __init__(self, word: str, message: str, *help: str) -> None:
        super().__init__(message)
        self.word = word
        self.message = message
        self.help = help


class MovePattern(NamedTuple):
    """The pattern of one move: what is written of each of its parts; None for what may be anything.

    Attributes:
        source, card, dest: the parts of these names, with ``?`` for one character and ``*`` for any number.
        path, shown: the cards lifted, and those that came to light, each as ``card``; ``*`` for any number of cards.
        stalemate: whether its weave must have ended in a stalemate.
    """

    source: str | None = None
    card: str | None = None
    dest: str | None = None
    path: tuple[str, ...] | None = None
    shown: tuple[str, ...] | None = None
    stalemate: bool = False

    def matches(self, move: Move) -> bool:
        """Whether a move that was played matches."""
        return (
            _text_matches(self.source, move.source or "")
            and _text_matches(self.card, "" if move.card is None else TEXT[move.card])
            and _text_matches(self.dest, move.dest or "")
            and (self.path is None or (move.dest == "~" and _cards_match(self.path, move.path or ())))
            and (self.shown is None or _cards_match(self.shown, move.shown or ()))
            and (move.stalemate or not self.stalemate)
        )


#: Moves that follow one another directly.
Run = tuple[MovePattern, ...]


class MovesPattern(NamedTuple):
    """A pattern of moves: runs, each of which comes somewhere after the one before."""

    runs: tuple[Run, ...]

    @property
    def fewest_moves(self) -> int:
        """The number of moves that a record must have at least."""
        return sum(map(len, self.runs))

    def is_in(self, positions: RecordPositions | None) -> bool:
        """Whether the moves of a record have the runs; a record of which no cards could be dealt has none."""
        return positions is not None and self.matches([facts.move for facts in moves_of(positions)])

    def matches(self, moves: Sequence[Move]) -> bool:
        """Whether moves have the runs."""
        start = 0
        for run in self.runs:
            # The first place of each run leaves the most room for those after it.
            last_start = len(moves) - len(run)
            while start <= last_start and not all(
                pattern.matches(move) for pattern, move in zip(run, moves[start:], strict=False)
            ):
                start += 1
            if start > last_start:
                return False
            start += len(run)
        return True


def _text_matches(pattern: str | None, text: str) -> bool:
    """Whether a part of a move matches what is written of it; None matches anything."""
    return pattern is None or fnmatchcase(text, pattern)


def _cards_match(patterns: Sequence[str], cards: Sequence[int]) -> bool:
    """Whether cards match their patterns, in order; ``*`` stands for any number of cards."""
    if not patterns:
        return not cards
    if patterns[0] == _ANYTHING:
        return any(_cards_match(patterns[1:], cards[count:]) for count in range(len(cards) + 1))
    return bool(cards) and fnmatchcase(TEXT[cards[0]], patterns[0]) and _cards_match(patterns[1:], cards[1:])


@lru_cache(maxsize=64)
def moves_pattern(text: str) -> MovesPattern:
    """Read a pattern of moves: words with spaces between them.

    Raises:
        WrongPattern: a word is no pattern of a move, or there is none.
    """
    runs: list[Run] = []
    run: list[MovePattern] = []
    for word in text.split():
        pattern = _read_word(word)
        if pattern is not None:
            run.append(pattern)
        elif run:
            runs.append(tuple(run))
            run = []
    if run:
        runs.append(tuple(run))
    if not runs:
        raise WrongPattern(text, "this pattern has no move", 'write moves, for example "exile:K? *:2?^"')
    return MovesPattern(tuple(runs))


def _read_word(word: str) -> MovePattern | None:
    """Return the pattern that a word is; None for any number of moves.

    Raises:
        WrongPattern: it is none.
    """
    from lark import UnexpectedInput  # start-up time

    try:
        tree = _parser().parse(word)
    except UnexpectedInput:
        raise WrongPattern(
            word,
            f"`{word}` is no pattern of a move",
            "write a move in long form, with ? for a rank, a suit or a digit: 5:7H^, exile:K?, 1?:2?^",
            "... is any number of moves, * any one move",
        ) from None
    if tree.data == "any_moves":
        return None
    if tree.data == "any_move":
        return MovePattern()
    subtrees = cast("list[Tree[Token]]", tree.children)
    parts = {str(part.data): tuple(map(str, part.children)) for part in subtrees}
    return MovePattern(
        source=_check_source(word, parts["source"][0]) if "source" in parts else None,
        card=parts["card"][0] if "card" in parts else None,
        dest=_dest_of(parts["dest"][0]) if "dest" in parts else None,
        path=parts.get("path"),
        shown=parts.get("shown"),
        stalemate="stalemate" in parts,
    )


def _dest_of(text: str) -> str:
    """Return a destination as moves have it: a foundation as it is written, a place after ``>``."""
    return text if text in ("^v", "v^", "^", "v") else f">{text}"


def _check_source(word: str, source: str) -> str:
    """Check that some game has a place or an action of a name, unless it has wildcards; return the name.

    Args:
        word: the word that names it.
        source: the name.

    Raises:
        WrongPattern: none has it.
    """
    if not set(source) & set("?*") and source not in _sources():
        close = closest_name(source, _sources())
        help = (f"did you mean {close}?",) if close else ()
        raise WrongPattern(word, f"no move begins with `{source}`", *help)
    return source


@cache
def _sources() -> dict[str, None]:
    """Return the places and actions with which moves of our games, and of those added, begin."""
    sources = dict.fromkeys(_ACTIONS)
    for entry in GAMES.values():
        vocabulary = make_game(entry.name).vocabulary
        sources.update(dict.fromkeys((*vocabulary.numbers, *vocabulary.own_actions.values())))
    return sources


@cache
def _parser() -> Lark:
    from lark import Lark  # start-up time

    return Lark(grammar.read_grammar("move_patterns.lark"), parser="lalr", lexer="contextual")


# -- facts about single moves -----------------------------------------------------------------------------------------


class MoveFacts(NamedTuple):
    """A move of a record, with facts about it that conditions can ask for.

    Attributes:
        move: the move.
        left: the cards left after it.
        exiles: the exiles left face down after it.
    """

    move: Move
    left: int
    exiles: int


def _cards_lifted(facts: MoveFacts) -> int | None:
    """Return how many cards a weave lifted; None for another move."""
    return len(facts.move.path or ()) if facts.move.dest == "~" else None


#: What ``any`` can ask of a move, by name; None if a move doesn't have it.
MOVE_FIELDS: Final[dict[str, Callable[[MoveFacts], int | None]]] = {
    "weave": _cards_lifted,
    "left": lambda facts: facts.left,
    "exiles": lambda facts: facts.exiles,
}


def moves_of(positions: RecordPositions) -> list[MoveFacts]:
    """Return the moves of a record with the facts about them, in order."""
    moves: list[MoveFacts] = []
    for _, step in positions.steps():
        table = positions.position.table
        moves.append(MoveFacts(step.move, table.left, table.size[EXILE]))
    return moves
