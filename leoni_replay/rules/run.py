"""Play records at full speed, item by item, with the parse table of the grammar.

The number of an item says what it is; the parse table (``notation/machine.py``) says in which order items may come. The
runner plays the items, and stops at those that it cannot decide.
"""

from __future__ import annotations

from array import array
from typing import Final

from leoni_replay.rules.numbers import DEAL_ON, NO_CARD, NOWHERE, OPEN, WOVEN
from leoni_replay.rules.reasons import GOES_OUT, NO_SUCH_MOVE
from leoni_replay.rules.table import Numbers, Table

#: The kind of an item, above the 24 bits of a move. MOVE is a full move, PATTERN a move of which parts are OPEN, and
#: OTHER a move without a number. The parts of a move come after it: a card of its weave path (LIFTED), the end of the
#: path in a STALEMATE, the first card that it shows (SHOWN), and another one. NUMBER is the number of the next move;
#: TIME has seconds; LINE_NOTE is a note up to the end of the line.
MOVE: Final = 0
NUMBER: Final = 1 << 24
LIFTED: Final = 2 << 24
STALEMATE: Final = 3 << 24
SHOWN: Final = 4 << 24
ALSO_SHOWN: Final = 5 << 24
PATTERN: Final = 6 << 24
OTHER: Final = 7 << 24
OPENING: Final = 8 << 24
CLOSING: Final = 9 << 24
NOTE: Final = 10 << 24
CLAIM: Final = 11 << 24
RESULT: Final = 12 << 24
CONCEDED: Final = 13 << 24
TIME: Final = 14 << 24
LINE_NOTE: Final = 15 << 24
KINDS: Final = 16
#: Added to a move or a part that ends with a mark; no part can follow.
MARKED: Final = 1 << 28

#: In the cells of the parse table: not tried yet; the item is not allowed there.
UNTRIED: Final = -1
SYNTAX: Final = -2

#: Why the runner stops: everything is played; a word was not understood; the parse table has no cell for the item yet,
#: or doesn't allow it; no legal move matches, or several; the written consequences of a move are wrong; its number is
#: wrong; a variation has no move to replace, or is too deep; a claim; the result; a time goes back, or is in a
#: variation.
DONE: Final = 0
UNKNOWN_WORD: Final = 1
NO_CELL: Final = 2
REFUSED: Final = 3
CONTRADICTED: Final = 4
MISCOUNTED: Final = 5
NO_LINE: Final = 6
CLAIMED: Final = 7
ENDED: Final = 8
MISTIMED: Final = 9

#: The depth to which variations may nest.
DEPTH_LIMIT: Final = 64

# C numbers in the compiled build.
_NUMBER = NUMBER
_LIFTED = LIFTED
_DEPTH = DEPTH_LIMIT


class Runner:
    """Plays records from a position.

    ``reason`` says why it stopped, ``state`` is the state of the parse table, ``depth`` the number of open variations.
    ``lines`` has every variation in the order of the text: its depth, and the numbers of its moves as bytes.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        #: room for legal moves
        self.out: array[int] = array("I", bytes(4 * 4096))
        #: by the depth of a variation: how many moves stand before it, the move that it replaces, and its index in
        #: ``lines``
        self.floors: array[int] = array("i", bytes(4 * (DEPTH_LIMIT + 1)))
        self.replaced_moves: array[int] = array("i", bytes(4 * (DEPTH_LIMIT + 1)))
        self.line_indices: array[int] = array("i", bytes(4 * (DEPTH_LIMIT + 1)))
        self.lines: list[tuple[int, bytes]] = []
        #: The parse table of the last run. The compiled build reads arrays through views, and making one takes longer
        #: than a move.
        self.last_cells: array[int] = array("i")
        self.last_terminals: array[int] = self.last_cells
        self.cells: array[int] = self.last_cells
        self.terminals: array[int] = self.last_cells
        self.begin(0, 1)

    def begin(self, state: int, first: int) -> None:
        """Begin a record at the present position.

        Args:
            state: the state of the parse table.
            first: the number of the next move.
        """
        self.state: int = state
        self.reason: int = 0
        self.depth: int = 0
        #: the last time, in seconds
        self.clock: int = 0
        self.floors[0] = self.table.plies
        #: by how much the number of the next move exceeds the moves of the table
        self.ahead: int = first - self.table.plies
        if self.lines:
            self.lines = []

    def run(self, items: Numbers, at: int, cells: Numbers, terminals: Numbers, width: int) -> int:
        """Play the items of a record.

        Args:
            items: the items as signed numbers of 32 bits; UNREAD is one that was not understood.
            at: the index of the first item.
            cells: the parse table, ``width`` cells for each state. It cannot grow afterwards.
            terminals: the terminal of every kind of item; -1 if there is none.
            width: the number of terminals.

        Returns:
            The index of the item at which the runner stopped, or the number of items. All items before it have been
            played. If ``reason`` is neither UNKNOWN_WORD nor NO_CELL, ``state`` is the state after that item.
        """
        if cells is not self.last_cells or terminals is not self.last_terminals:
            self.last_cells = self.cells = cells
            self.last_terminals = self.terminals = terminals
        # Kinds and reasons are plain numbers here, which are C numbers in the compiled build. Each has the name of its
        # constant in the comment above it, and tests/rules/test_run_numbers.py compares the two.
        states = self.cells
        kinds = self.terminals
        table = self.table
        n = len(items)
        state = self.state
        # The kind of the last item, if another one of it leads to the same state; -1 if it does not.
        repeated = -1
        self.reason = 0
        while at < n:
            item = items[at]
            if item < 0:
                # UNKNOWN_WORD
                self.reason = 1
                break
            kind = item >> 24 & 15
            if kind != repeated:
                terminal = kinds[kind]
                cell = states[state * width + terminal] if terminal >= 0 else -2
                if cell < 0:
                    # NO_CELL
                    self.reason = 2
                    break
                # Most items are moves after moves: they need one look into the table.
                repeated = kind if cell == state else -1
                state = cell
            # MOVE or PATTERN
            if kind == 0 or kind == 6:
                move = item & 0xFFFFFF
                if kind == 6 or move & 255 == NOWHERE:
                    move = self._find_move(move, kind == 6)
                    if move == 0:
                        # REFUSED
                        self.reason = 3
                        break
                elif table._why(move):
                    # REFUSED
                    self.reason = 3
                    break
                table._play(move)
                if at + 1 < n and items[at + 1] >= _LIFTED:
                    after = self._match_parts(items, at, n, move & 255 == WOVEN)
                    if after < 0:
                        table._unplay()
                        # CONTRADICTED
                        self.reason = 4
                        break
                    at = after
                    continue
            # NUMBER
            elif kind == 1:
                if item != _NUMBER + table.plies + self.ahead:
                    # MISCOUNTED
                    self.reason = 5
                    break
            # OTHER
            elif kind == 7:
                # REFUSED
                self.reason = 3
                break
            # OPENING
            elif kind == 8:
                if not self._open_line():
                    # NO_LINE
                    self.reason = 6
                    break
            # CLOSING
            elif kind == 9:
                self._close()
            # CLAIM
            elif kind == 11:
                # CLAIMED
                self.reason = 7
                break
            # TIME
            elif kind == 14:
                if self.depth or item & 0xFFFFFF < self.clock:
                    # MISTIMED
                    self.reason = 9
                    break
                self.clock = item & 0xFFFFFF
            # RESULT or CONCEDED
            elif kind == 12 or kind == 13:
                # ENDED
                self.reason = 8
                break
            # Notes change nothing.
            at += 1
        self.state = state
        return at

    def number(self) -> int:
        """Return the number of the next move."""
        return self.table.plies + self.ahead

    def close(self) -> None:
        """Take back the innermost variation, and play the move that it replaced."""
        self._close()

    def main_line_moves(self) -> bytes:
        """Return the numbers of the moves of the main line, as bytes, if no variation is open."""
        return bytes(self.table.played[self.floors[0] : self.table.plies])

    def _open_line(self) -> bool:
        """Begin a variation: take back the last move, which it replaces, and note it. Return whether that was possible:
        there must be a move, and variations may not nest too deep."""
        table = self.table
        if table.plies == self.floors[self.depth] or self.depth == _DEPTH:
            return False
        self.depth += 1
        self.replaced_moves[self.depth] = table.played[table.plies - 1]
        table._unplay()
        self.floors[self.depth] = table.plies
        self.line_indices[self.depth] = len(self.lines)
        self.lines.append((self.depth, b""))
        return True

    def _close(self) -> None:
        """Take back the innermost variation, and play the move that it replaced."""
        table = self.table
        floor = self.floors[self.depth]
        self.lines[self.line_indices[self.depth]] = (self.depth, bytes(table.played[floor : table.plies]))
        while table.plies > floor:
            table._unplay()
        table._play(self.replaced_moves[self.depth])
        self.depth -= 1

    def _find_move(self, move: int, is_pattern: bool) -> int:
        """Return the legal move that a written one stands for, as a full move; 0 if there is none, or if several lead
        to different positions.

        Args:
            move: the move as written, without its consequences.
            is_pattern: whether parts of it are OPEN.
        """
        table = self.table
        source = move >> 16
        card = move >> 8 & 255
        dest = move & 255
        if not is_pattern:
            if move == DEAL_ON:
                # The word alone is not a card that is placed, unless the rules leave nothing else.
                reason = table._why(move)
                if reason == 0:
                    return move
                if reason != GOES_OUT and reason != NO_SUCH_MOVE:
                    return 0
                card = OPEN
                dest = OPEN
            elif dest == NOWHERE and card != NO_CARD:
                # The rules may leave one destination for a card that is turned up.
                only_move = table.complete_move(move)
                if only_move:
                    return 0 if table._why(only_move) else only_move
                dest = OPEN
            else:
                return 0 if table._why(move) else move
        n = table._matching(self.out, source << 16 | card << 8 | dest)
        for i in range(1, n):
            # Moves that lead to the same position count as one.
            if i == 1:
                key = self._key_after(self.out[0])
            if self._key_after(self.out[i]) != key:
                return 0
        return self.out[0] if n else 0

    def _key_after(self, move: int) -> int:
        """Return the key of the position after a move, which is taken back."""
        table = self.table
        table._play(move)
        key = table.key()
        table._unplay()
        return key

    def _match_parts(self, items: Numbers, at: int, n: int, woven: bool) -> int:
        """Compare the written consequences of the move just played with the real ones. A weave path and shown cards are
        written whole, or not at all.

        Args:
            items: the items of the record.
            at: the index of the move.
            n: the number of items.
            woven: whether the move makes a weave, so that it can have a path.

        Returns:
            The index of the item after them; -1 if they are wrong.
        """
        table = self.table
        # The cards of the path and the shown cards compared so far, and whether the path ends in a stalemate.
        lifts = 0
        shows = 0
        ended = False
        # The kind of the last part; and whether it ends with a mark, after which none can follow.
        last = 2
        marked = items[at] >> 28 & 1
        # A path comes only after a move with a card.
        first = 2 if (items[at] >> 8 & 255) < 64 else 4
        at += 1
        while at < n:
            item = items[at]
            kind = item >> 24 & 15
            # The kinds of parts are LIFTED (2), STALEMATE (3), SHOWN (4) and ALSO_SHOWN (5). UNREAD has another kind.
            if kind < 2 or kind > 5:
                break
            # Parts come in the order of their numbers. A move has several lifted cards, and further shown cards only
            # after the first one.
            if marked or kind < first or kind < last or (kind == 5 and last < 4) or (kind == last and kind in (3, 4)):
                return -1
            last = kind
            marked = item >> 28 & 1
            if kind == 2:
                if not woven or lifts >= table.lifts or table.lifted[lifts] != item & 255:
                    return -1
                lifts += 1
            elif kind == 3:
                ended = True
            else:
                if shows >= table.shows or table.shown[shows] != item & 255:
                    return -1
                shows += 1
            at += 1
        if (lifts or ended) and (lifts != table.lifts or ended != table.ended):
            return -1
        if shows and shows != table.shows:
            return -1
        return at
