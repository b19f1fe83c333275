"""The greedy player, the same for every game.

It makes the first of these moves that is legal, and stops if none is:

1. a play of a card on the table, on the talon or in the hand, in the order of ``Table.moves``;
2. a reversal, if one or more in the same direction make a card playable;
3. a marriage on the talon, or a move on the table that makes a card playable or turns one up;
4. turning up an exile, or dealing;
5. a redeal.
"""

from __future__ import annotations

from array import array
from typing import Final

from leoni_replay.rules.numbers import (
    BUILT_DOWN,
    BUILT_UP,
    DEAL,
    DEAL_AGAIN,
    EXILE,
    FOUNDATION,
    HAND,
    ON_DOWN,
    ON_UP,
    PLACES,
    SUIT,
    TALON,
    UP_TO_DOWN,
)
from leoni_replay.rules.reasons import COMBINATION_DUE, NO_ORDER, WRONG_ORDER
from leoni_replay.rules.shuffle import shuffle
from leoni_replay.rules.table import Numbers, Room, Table

#: A player stops after this many moves. No game of the package gets there.
LONGEST: Final = 5000

_LONGEST = LONGEST
#: the maximum number of legal moves
_MOST = 4096


class Greedy:
    """The player.

    Args:
        table: the position on which it plays.
        reverses: whether it makes reversals that it need not make.
    """

    def __init__(self, table: Table, reverses: bool) -> None:
        self.table = table
        self.reverses = reverses
        #: the legal moves last listed, and their number
        self.moves: array[int] = array("I", bytes(4 * _MOST))
        self.move_count: int = 0
        #: room for the legal moves after one that is only tried
        self.later_moves: array[int] = array("I", bytes(4 * _MOST))

    def play_game(self) -> None:
        """Play until no move is left that the player makes, or for ``LONGEST`` moves."""
        table = self.table
        while table.plies < _LONGEST:
            move = self._next_move()
            if move == 0:
                return
            table._play(move)

    def _next_move(self) -> int:
        """Return the next move; 0 if there is none."""
        return self._next_arranging_move() or self._next_deal()

    def _next_arranging_move(self) -> int:
        """Return the next move with open cards: a play, a reversal, or a move on the table; 0 if none is useful."""
        count = self.table._moves(self.moves)
        self.move_count = count
        return self._first_play(self.moves, count) or self._next_reversal(count) or self._next_building(count)

    def _first_play(self, moves: Room, count: int) -> int:
        """Return the first play of an open card to a foundation; 0 if there is none. The open cards are those on the
        table and on the talon, and the one in the hand.

        Args:
            moves: a list of legal moves.
            count: their number.
        """
        for i in range(count):
            dest = moves[i] & 255
            if dest in (ON_UP, ON_DOWN):
                source = moves[i] >> 16
                # A move of the card in the hand has the source DEAL, like one that turns up a card of the stock.
                is_from_hand = source == DEAL and self.table.size[HAND] != 0
                if is_from_hand or (source < PLACES and source != EXILE):
                    return moves[i]
        return 0

    def _next_reversal(self, count: int) -> int:
        """Return the first reversal that makes a card playable. If there is none, but foundations must be combined,
        return any; otherwise 0.

        Args:
            count: the number of legal moves, which are listed in ``moves``.
        """
        first_index = -1
        must_combine = False
        for i in range(count):
            if self.moves[i] >> 16 == FOUNDATION:
                if first_index < 0:
                    first_index = i
                    must_combine = self._must_combine()
                if (must_combine or self.reverses) and self._makes_playable(self.moves[i]):
                    return self.moves[i]
        return self.moves[first_index] if must_combine else 0

    def _must_combine(self) -> bool:
        """Whether foundations must be combined before anything else (point L7 of the rules): then a redeal is refused
        for this reason."""
        return self.table._why(DEAL_AGAIN) == COMBINATION_DUE

    def _makes_playable(self, move: int) -> bool:
        """Whether a reversal makes a card playable, alone or with more in the same direction.

        Args:
            move: the reversal: UP_TO_DOWN from the foundation that is built up to the other one of its suit, or
                DOWN_TO_UP.
        """
        table = self.table
        start_ply = table.plies
        dest = move & 255
        foundation = (BUILT_UP if dest == UP_TO_DOWN else BUILT_DOWN) + SUIT[move >> 8 & 255]
        is_playable = False
        while not is_playable and table._why(move) == 0:
            table._play(move)
            # This is quick, and mostly enough. A card that fits may still not be playable now.
            if not table.standstill():
                is_playable = self._first_play(self.later_moves, table._moves(self.later_moves)) != 0
            move = FOUNDATION << 16 | table.foundation_top(foundation) << 8 | dest
        while table.plies > start_ply:
            table._unplay()
        return is_playable

    def _next_building(self, count: int) -> int:
        """Return the first useful move of an open card to another place; 0 if there is none.

        A marriage on the talon is always useful, because it takes a card off the table. Any other move is useful if it
        turns up a card or makes one playable.

        Args:
            count: the number of legal moves, which are listed in ``moves``.
        """
        table = self.table
        for i in range(count):
            move = self.moves[i]
            source = move >> 16
            dest = move & 255
            # Higher numbers are not places: a card that is dealt, a foundation, a weave.
            if source < PLACES and source != EXILE and dest < PLACES:
                if dest == TALON:
                    return move
                # Only by playing the move can one see what follows from it.
                table._play(move)
                is_useful = table.shows > 0 or self._first_play(self.later_moves, table._moves(self.later_moves)) != 0
                table._unplay()
                if is_useful:
                    return move
        return 0

    def _next_deal(self) -> int:
        """Return the first of the legal moves that turns up an exile or deals a card; if there is none, a redeal; 0 if
        there is none either. ``moves`` must list the legal moves of the position."""
        redeal = 0
        for i in range(self.move_count):
            source = self.moves[i] >> 16
            if source in (EXILE, DEAL):
                return self.moves[i]
            if self.moves[i] == DEAL_AGAIN:
                redeal = DEAL_AGAIN
        return redeal


def play_many(player: Greedy, stock: bytes, states: Room, results: Room, left: Numbers) -> None:
    """Deal and play many games.

    Args:
        player: the player.
        stock: the cards of the stock in standard order, not shuffled.
        states: for each game the state of SplitMix64 that shuffles its stock.
        results: set for each game to 0 if it is won, 1 if it is lost, 2 if the player stopped, and 3 if the player
            stopped because the order of a shuffled redeal is unknown.
        left: set for each game to the number of cards left.
    """
    table = player.table
    cards = bytearray(stock)
    for i in range(len(states)):
        cards[:] = stock
        shuffle(cards, states[i])
        table.start(cards)
        player.play_game()
        if table.won():
            results[i] = 0
        elif table.is_lost():
            results[i] = 1
        else:
            results[i] = 3 if table._why(DEAL_AGAIN) in (NO_ORDER, WRONG_ORDER) else 2
        left[i] = table.left
