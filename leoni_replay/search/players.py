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
        core: the class of the rules, to check whether the game has a sensible player; None to check the name alone.
        game: the name of the game, for the message.

    Raises:
        LeoniError: there is no such player, or not for this game.
    """
    if player not in PLAYERS:
        raise LeoniError(f"there is no player `{player}`; known are {', '.join(PLAYERS)}")
    if player == "sensible" and core is not None and not vars(core).get("SENSIBLE"):
        raise LeoniError(f"{game} has no sensible player: take greedy or solver")


def play(table: Table, player: str, seed: str, *, shuffle: Shuffle | None = None) -> PlayedGame:
    """Let a player play a game from a position, until it makes no further move.

    Args:
        table: the position. The player plays on it; its moves are taken back at the end, unless an exception is raised.
        player: the name of the player, one of ``PLAYERS``.
        seed: the seed of random choices; only the players ``random`` and ``weighted`` choose at random.
        shuffle: makes the orders of shuffled redeals; if None, the game has no such redeals.

    Returns:
        How the game ended, with its moves.

    Raises:
        LeoniError: there is no such player.
    """
    check_player(player)
    start_ply = table.plies
    orders_before = dict(table.orders)
    can_restore = True

    def set_order() -> bool:
        """Set the order of a redeal for which nothing but its order is missing; returns whether there was one."""
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
            # The greedy or the sensible player. The sensible player also plays for a solver that finds no winning line.
            greedy_player = _make_player(table, player)
            greedy_player.play_game()
            # It also stops before a shuffled redeal that has no order yet.
            while set_order():
                greedy_player.play_game()
        line = tuple(memoryview(table.played[start_ply : table.plies]).tolist())
        return PlayedGame(_status(table), line, table.left)
    except BaseException:
        # An interrupt can come in the middle of a move, and half a move cannot be taken back.
        can_restore = False
        raise
    finally:
        while can_restore and table.plies > start_ply:
            table.unplay()
        table.orders = orders_before


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
    """Play the deals ``seed:<seed>-<number>`` and count how they end: the same games as with :func:`play`, faster.

    Args:
        table: a position under the rules, on which the deals are dealt.
        player: the name of the player.
        seed: the seed.
        deals: the numbers of the deals.
        stock: the cards of the stock in standard order (:func:`leoni_replay.deals.standard`).

    Raises:
        LeoniError: there is no such player.
    """
    check_player(player)
    states = array("Q", [SplitMix64(f"{seed}-{number}").state for number in deals])
    # For each deal: the index of its status in `_STATUS`, or `_NO_ORDER`; and the number of cards left.
    results = array("I", bytes(4 * len(deals)))
    left = array("I", bytes(4 * len(deals)))
    plays_one_by_one = player in ("random", "weighted", "solver")
    if not plays_one_by_one:
        _play_many(_make_player(table, player), stock, states, results, left)
    for i, number in enumerate(deals):
        # A game that stopped before a shuffled redeal is played again, with its order.
        if plays_one_by_one or results[i] == _NO_ORDER:
            cards = bytearray(stock)
            shuffle_cards(cards, states[i])
            table.start(cards)
            deal_seed = f"{seed}-{number}"
            game = play(table, player, deal_seed, shuffle=partial(shuffled_order, deal_seed))
            results[i] = _STATUS.index(game.status)
            left[i] = game.left
    games_by_cards_left = [0] * (table.cards + 1)
    for card_count in left:
        games_by_cards_left[card_count] += 1
    won, lost, unfinished = (results.count(result) for result in range(len(_STATUS)))
    return Tally(won, lost, unfinished, tuple(games_by_cards_left))


def _make_player(table: Table, player: str) -> Greedy:
    """Make a greedy or sensible player for a position.

    For ``solver`` this is who plays if the solver finds no winning line: the sensible player, or the greedy one in a
    game that has none.
    """
    sensible_name = vars(type(table)).get("SENSIBLE")
    if player in ("sensible", "solver") and sensible_name:
        sensible: Greedy = resolve_name(sensible_name)(table)
        return sensible
    return Greedy(table, reverses=player != "greedy-without-reversal")


def _play_solution(table: Table, shuffle: Shuffle | None) -> bool:
    """Play a winning line if the solver finds one; returns whether it did.

    Args:
        table: the position, in which the line is played.
        shuffle: makes the orders of shuffled redeals; the table keeps those of the line.
    """
    solution = solve(table, SEARCH, shuffle=shuffle)
    table.orders |= dict(solution.orders)
    # Without a solution, the line is empty.
    for move in solution.line:
        table.play(move)
    return solution.status == "won"
