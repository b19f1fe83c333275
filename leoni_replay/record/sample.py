"""Random legal games, as transcripts: the same for the same arguments on every machine.

The player knows nothing but the legal moves. Its line counts only once the strict replay has verified it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from leoni_replay.cards import texts
from leoni_replay.commands import Command
from leoni_replay.deals import SplitMix64, from_seed, reshuffled
from leoni_replay.games import Game, make_game
from leoni_replay.notation.tree import Transcript
from leoni_replay.record.replay import replay

Want = Literal["any", "won", "lost"]

#: Moves that only go to and fro are played so often at most; a game that long without an end is left unfinished.
_REVERSALS = 24
_IDLE = 60
_LONGEST = 5000


def sample(
    name: str = "Leoni's Own",
    rules: str | None = None,
    seed: str = "leoni",
    games: int = 1,
    want: Want = "any",
    *,
    tries: int | None = None,
) -> Iterator[Transcript]:
    """Play random legal games.

    Args:
        name: a name of the table of games.
        rules: a rule book and overrides; None for the default book.
        seed: any text; the deals are ``seed:<seed>-1``, ``seed:<seed>-2`` …
        games: how many games to yield.
        want: which results to keep; games with another are played and passed over.
        tries: give up after so many deals; None for never. Random play wins about one game in 300 under some rule
            books, and hardly ever under others.

    Raises:
        RulesError: as :func:`leoni_replay.games.make_game`.
        ValueError: the seed begins with white space, or there is no such result.
    """
    seed = str(seed)
    if seed[:1].isspace():
        raise ValueError("a seed does not begin with a space")
    if want not in ("any", "won", "lost"):
        raise ValueError(f"games are kept that are won, lost or any, not `{want}`")
    return _sampled(make_game(name, rules), seed, games, want, tries)


def _sampled(game: Game[Any], seed: str, games: int, want: Want, tries: int | None) -> Iterator[Transcript]:
    number = found = 0
    while found < games and (tries is None or number < tries):
        number += 1
        text = f"{seed}-{number}"
        moves, result, orders = _play(game, text)
        if want not in ("any", result):
            continue
        tags = {"Game": game.name, "Rules": str(game.rules), "Deal": f"seed:{text}"}
        tags |= {f"Pack{n}": texts(order) for n, order in orders.items()} | {"Result": result}
        transcript = Transcript.build(tags, moves, result, number=found + 1)
        checked = replay(transcript, hints=False)
        if not checked.verified:
            raise AssertionError(f"{text}: {checked.diagnostics[0].message}")
        found += 1
        yield transcript


def _play(game: Game[Any], text: str) -> tuple[list[Command], str, dict[int, bytes]]:
    """One random game on the deal ``seed:text``: its moves in long form, its result, and the orders of its shuffled
    redeals."""
    draw = SplitMix64(f"{text} play")
    position = game.start(from_seed(text, game.packs, game.bases))
    played: list[Command] = []
    orders: dict[int, bytes] = {}
    reversals = idle = 0
    while len(played) < _LONGEST and idle < _IDLE:
        if game.won(position):
            return played, "won", orders
        if gathered := game.gathered(position):
            number, cards = gathered
            order = reshuffled(text, number, cards)
            position.orders[number] = order
        moves = game.legal_moves(position)
        if reversals >= _REVERSALS and any(move.dest not in ("^v", "v^") for move in moves):
            moves = [move for move in moves if move.dest not in ("^v", "v^")]
        lost = game.why_not_lost(position) is None
        if lost and (not moves or reversals >= _REVERSALS or draw.below(4)):
            return played, "lost", orders
        if not moves:
            break
        if played and (back := _back(played[-1])) in moves and len(moves) > 1:
            moves.remove(back)
        move = _choose(draw, moves)
        reversals += move.dest in ("^v", "v^")
        step = game.play(position, move)
        idle = idle + 1 if _is_build(move) and not step.move.shown else 0
        played.append(step.move)
        if move.source == "redeal" and gathered:
            orders[number] = order
    return played, "*", orders


def _is_build(move: Command) -> bool:
    """Whether a move only goes from place to place of the table."""
    return move.dest is not None and move.dest[0] == ">" and move.source not in ("exile", "deal")


def _back(move: Command) -> Command | None:
    """The move that takes a card back to the pile that it came from."""
    if not _is_build(move) or move.shown or move.source is None or move.dest is None:
        return None
    return Command(move.dest[1:], move.card, f">{move.source}")


def _choose(draw: SplitMix64, moves: list[Command]) -> Command:
    """One of the legal moves; plays are likelier than what gives up a chance (an exile, a redeal) or undoes one."""
    weights = [_weight(move) for move in moves]
    rest = draw.below(sum(weights))
    for move, weight in zip(moves, weights, strict=True):
        rest -= weight
        if rest < 0:
            return move
    raise AssertionError("unreachable")


def _weight(move: Command) -> int:
    if move.source == "redeal":
        return 1
    if move.dest in ("^v", "v^") or move.source == "exile" or (move.source == "deal" and move.dest not in ("^", "v")):
        return 3
    return 8 if _is_build(move) else 24
