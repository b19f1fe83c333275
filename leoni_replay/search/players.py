"""Play whole games with one of the players."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import partial
from pkgutil import resolve_name
from typing import Final, Literal, NamedTuple, get_args

from leoni_replay.deals import SplitMix64, shuffled_order
from leoni_replay.leoni_error import LeoniError
from leoni_replay.rules.numbers import DEAL_AGAIN
from leoni_replay.rules.reasons import NO_ORDER, WRONG_ORDER
from leoni_replay.rules.shuffle import shuffle as shuffle_cards
from leoni_replay.rules.table import Table
from leoni_replay.search.greedy import Greedy
from leoni_replay.search.greedy import play_many as _play_many
from leoni_replay.search.random_player import RandomPlayer, WeightedPlayer
from leoni_replay.search.solver import Limits, solve

#: the names of the players
Player = Literal["random", "weighted", "greedy", "greedy-without-reversal", "sensible", "solver"]
PLAYERS: Final[tuple[Player, ...]] = get_args(Player)

Status = Literal["won", "lost", "unfinished"]
#: makes the order of a shuffled redeal, from the number of the deal that it begins and the sorted cards
Shuffle = Callable[[int, bytes], bytes]

#: the results of `play_many` in `greedy`; the next one is a game that waits for the order of a redeal
_STATUS: Final[tuple[Status, ...]] = ("won", "lost", "unfinished")
_NO_ORDER: Final = len(_STATUS)

#: the limits of the solver as a player
SEARCH: Final = Limits(nodes=200_000, memory=16)


class PlayedGame(NamedTuple):
    """A played game.

    Attributes:
        status: ``won``; ``lost`` if the game is over by its rules; otherwise ``unfinished``.
        line: the moves, as full numbers (``rules/numbers``).
        left: the number of cards left.
    """

    status: Status
    line: tuple[int, ...]
    left: int


def check_player(player: str, core: type[Table] | None = None, game: str = "") -> None:
    """Check the name of a player.

    Args:
        player: the name.
        core: the rules of the game.
        game: the name of the game.

    Raises:
        ValueError: there is no such player, or not for this game.
    """
    if player not in PLAYERS:
        raise LeoniError(f"there is no player `{player}`; known are {', '.join(PLAYERS)}")
    if player == "sensible" and core is not None and not vars(core).get("SENSIBLE"):
        raise LeoniError(f"{game} has no sensible player: take greedy or solver")


def play(table: Table, player: str, seed: str, *, shuffle: Shuffle | None = None) -> PlayedGame:
    """Play a game from a position.

    Args:
        table: the position; it is restored, unless an exception is raised.
        player: the name of the player.
        seed: the seed of random choices.
        shuffle: makes the orders of shuffled redeals; without it there are no such redeals.

    Raises:
        ValueError: there is no such player.
    """
    check_player(player)
    start_ply, orders = table.plies, dict(table.orders)

    def set_order() -> bool:
        """Set the order of a shuffled redeal if one is missing; returns whether it did."""
        if shuffle is None or table.why(DEAL_AGAIN) not in (NO_ORDER, WRONG_ORDER):
            return False
        table.orders[table.deal + 1] = shuffle(table.deal + 1, bytes(sorted(table.gathered())))
        return True

    try:
        if player in ("random", "weighted"):
            player_class = RandomPlayer if player == "random" else WeightedPlayer
            random_player = player_class(table, SplitMix64(f"{seed} play").state)
            random_player.play_game(set_order if shuffle else None)
        elif player != "solver" or not _play_solution(table, shuffle):
            greedy_player = _make_player(table, player)
            greedy_player.play_game()
            while set_order():
                greedy_player.play_game()
        line = tuple(memoryview(table.played[start_ply : table.plies]).tolist())
        return PlayedGame(_status(table), line, table.left)
    except BaseException:
        # An interrupt can come in the middle of a move, which cannot be taken back.
        start_ply = table.plies
        raise
    finally:
        while table.plies > start_ply:
            table.unplay()
        table.orders = orders


def _status(table: Table) -> Status:
    """Return how a game has ended that is no longer played."""
    if table.won():
        return "won"
    return "lost" if table.is_lost() else "unfinished"


class Tally(NamedTuple):
    """The numbers of games won, lost and unfinished, and the number of games with 0, 1, 2 … cards left."""

    won: int
    lost: int
    unfinished: int
    left: tuple[int, ...]


def play_many(table: Table, player: str, seed: str, deals: range, stock: bytes) -> Tally:
    """Play the deals ``seed:<seed>-<number>``: the same games as with :func:`play`, faster.

    Args:
        table: a position under the rules, on which the deals are dealt.
        player: the name of the player.
        seed: the seed.
        deals: the numbers of the deals.
        stock: the cards of the stock in standard order (:func:`leoni_replay.deals.standard`).

    Raises:
        ValueError: there is no such player.
    """
    check_player(player)
    states = array("Q", [SplitMix64(f"{seed}-{number}").state for number in deals])
    results, left = array("I", bytes(4 * len(deals))), array("I", bytes(4 * len(deals)))
    plays_one_by_one = player in ("random", "weighted", "solver")
    if not plays_one_by_one:
        _play_many(_make_player(table, player), stock, states, results, left)
    for i, number in enumerate(deals):
        if plays_one_by_one or results[i] == _NO_ORDER:
            cards = bytearray(stock)
            shuffle_cards(cards, states[i])
            table.start(cards)
            text = f"{seed}-{number}"
            game = play(table, player, text, shuffle=partial(shuffled_order, text))
            results[i], left[i] = _STATUS.index(game.status), game.left
    histogram = [0] * (table.cards + 1)
    for count in left:
        histogram[count] += 1
    won, lost, unfinished = (results.count(number) for number in range(len(_STATUS)))
    return Tally(won, lost, unfinished, tuple(histogram))


def _make_player(table: Table, player: str) -> Greedy:
    """Make the greedy or sensible player. If the solver finds nothing, the sensible player plays for it."""
    if player in ("sensible", "solver") and (name := vars(type(table)).get("SENSIBLE")):
        sensible: Greedy = resolve_name(name)(table)
        return sensible
    return Greedy(table, player != "greedy-without-reversal")


def _play_solution(table: Table, shuffle: Shuffle | None) -> bool:
    """Play a winning line if the solver finds one; returns whether it did."""
    solution = solve(table, SEARCH, shuffle=shuffle)
    table.orders |= dict(solution.orders)
    for move in solution.line:
        table.play(move)
    return solution.status == "won"
