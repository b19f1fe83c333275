# cython: language_level=3, annotation_typing=False, boundscheck=True, wraparound=False
"""Records played at full speed: item by item, as the table of the grammar goes from state to state.

What an item is, its number says. In which order items may come, the table of the grammar says
(``notation/machine.py``). The runner does what an item brings about on the table of cards, and stops where somebody has
to look.
"""

from __future__ import annotations

from array import array
from typing import Final

from leoni_replay.rules.numbers import DEAL_ON, NO_CARD, NOWHERE, OPEN, WOVEN
from leoni_replay.rules.reasons import GOES_OUT, NO_SUCH_MOVE
from leoni_replay.rules.table import Numbers, Table

#: What an item is, above the 24 bits of a move. MOVE is a move in full. NUMBER is the number of the next move. The
#: parts of a move come after it: a card of its weave path, the end of the path in a stalemate, the first card that it
#: shows, and another one. PATTERN is a move of which parts are OPEN. OTHER is a move that has no number. TIME has its
#: seconds. LINE_NOTE is a note to the end of the line.
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
#: Added to the number of a move or a part that ends with a mark: no part can follow.
MARKED: Final = 1 << 28

#: In the cells of the grammar's table: nobody has tried yet; the item cannot stand there.
UNTRIED: Final = -1
SYNTAX: Final = -2

#: Why the runner stops: all is played; a word is not understood; the table has no cell for the item yet, or says that
#: it cannot stand there; no move, or several, agree with what is written; what is written of a move is not what it
#: brings about; the number is wrong; there is no move that a variation could replace, or it is too deep; a claim; the
#: result; a time goes back, or stands in a variation.
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

# The same for the compiled build, in which these are numbers of C.
_NUMBER = NUMBER
_LIFTED = LIFTED
_DEPTH = DEPTH_LIMIT


class Runner:
    """Plays records on a table.

    ``reason`` says why it stopped, ``state`` is the state of the grammar's table, ``depth`` how many variations are
    open. ``lines`` holds every variation in the order of the text: its depth, and the numbers of its moves as bytes.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.out = array("I", bytes(4 * 4096))
        self.floors = array("i", bytes(4 * (DEPTH_LIMIT + 1)))
        self.replaced = array("i", bytes(4 * (DEPTH_LIMIT + 1)))
        self.open = array("i", bytes(4 * (DEPTH_LIMIT + 1)))
        self.lines: list[tuple[int, bytes]] = []
        #: The table of the grammar in the last run. Where this is compiled, arrays are read through views, and to make
        #: one takes longer than a move.
        self.last_cells = self.last_terminals = self.cells = self.terminals = array("i")
        self.begin(0, 1)

    def begin(self, state: int, first: int) -> None:
        """Begin a record on the table as it stands.

        Args:
            state: the state of the grammar's table.
            first: the number of the next move.
        """
        self.state = state
        self.reason = 0
        self.depth = 0
        self.clock = 0
        self.floors[0] = self.table.plies
        self.ahead = first - self.table.plies
        if self.lines:
            self.lines = []

    def run(self, codes: Numbers, at: int, cells: Numbers, terminals: Numbers, width: int) -> int:
        """Play items of a record, from one of them on.

        Args:
            codes: the items as signed numbers of 32 bits; UNREAD is one that is not understood.
            at: where to begin.
            cells: the table of the grammar, ``width`` cells for every state. It cannot grow afterwards.
            terminals: the terminal of every kind of item; -1 if there is none.
            width: how many terminals there are.

        Returns:
            The index of the item at which it stops, or the number of items. All before it has been played. If
            ``reason`` is neither UNKNOWN_WORD nor NO_CELL, ``state`` is the one after that item.
        """
        if cells is not self.last_cells or terminals is not self.last_terminals:
            self.last_cells = self.cells = cells
            self.last_terminals = self.terminals = terminals
        states = self.cells
        kinds = self.terminals
        table = self.table
        n = len(codes)
        state = self.state
        repeated = -1
        self.reason = 0
        while at < n:
            code = codes[at]
            if code < 0:
                self.reason = 1
                break
            kind = code >> 24 & 15
            if kind != repeated:
                terminal = kinds[kind]
                cell = states[state * width + terminal] if terminal >= 0 else -2
                if cell < 0:
                    self.reason = 2
                    break
                # Most items are moves that come after moves: for them the table is asked once.
                repeated = kind if cell == state else -1
                state = cell
            if kind == 0 or kind == 6:
                move = code & 0xFFFFFF
                if kind == 6 or move & 255 == NOWHERE:
                    move = self._meant(move, kind == 6)
                    if move == 0:
                        self.reason = 3
                        break
                elif table._why(move):
                    self.reason = 3
                    break
                table._play(move)
                if at + 1 < n and codes[at + 1] >= _LIFTED:
                    after = self._as_written(codes, at, n, move & 255 == WOVEN)
                    if after < 0:
                        table._unplay()
                        self.reason = 4
                        break
                    at = after
                    continue
            elif kind == 1:
                if code != _NUMBER + table.plies + self.ahead:
                    self.reason = 5
                    break
            elif kind == 7:
                self.reason = 3
                break
            elif kind == 8:
                if not self._open_line():
                    self.reason = 6
                    break
            elif kind == 9:
                self._close()
            elif kind == 11:
                self.reason = 7
                break
            elif kind == 14:
                if self.depth or code & 0xFFFFFF < self.clock:
                    self.reason = 9
                    break
                self.clock = code & 0xFFFFFF
            elif kind == 12 or kind == 13:
                self.reason = 8
                break
            at += 1
        self.state = state
        return at

    def number(self) -> int:
        """The number of the next move."""
        return self.table.plies + self.ahead

    def close(self) -> None:
        """Take back the innermost variation, and play the move that it would have replaced."""
        self._close()

    def written(self) -> bytes:
        """The numbers of the moves of the main line, as they stand; no variation is open."""
        return bytes(self.table.played[self.floors[0] : self.table.plies])

    def _open_line(self) -> bool:
        """Take back the last move, for a variation; False if there is none, or variations nest too deep."""
        table = self.table
        if table.plies == self.floors[self.depth] or self.depth == _DEPTH:
            return False
        self.depth += 1
        self.replaced[self.depth] = table.played[table.plies - 1]
        table._unplay()
        self.floors[self.depth] = table.plies
        self.open[self.depth] = len(self.lines)
        self.lines.append((self.depth, b""))
        return True

    def _close(self) -> None:
        table = self.table
        floor = self.floors[self.depth]
        self.lines[self.open[self.depth]] = (self.depth, bytes(table.played[floor : table.plies]))
        while table.plies > floor:
            table._unplay()
        table._play(self.replaced[self.depth])
        self.depth -= 1

    def _meant(self, code: int, pattern: bool) -> int:
        """The legal move that is meant; 0 if there is none, or several that lead to different tables."""
        table = self.table
        source = code >> 16
        card = code >> 8 & 255
        dest = code & 255
        if not pattern:
            if code == DEAL_ON:
                # Alone the word means the action, not a card that is placed, unless the rules leave nothing else.
                reason = table._why(code)
                if reason == 0:
                    return code
                if reason != GOES_OUT and reason != NO_SUCH_MOVE:
                    return 0
                card = OPEN
                dest = OPEN
            elif dest == NOWHERE and card != NO_CARD:
                # What happens to a card that is turned up the rules may leave no choice in.
                forced = table._forced(code)
                if forced:
                    return 0 if table._why(forced) else forced
                dest = OPEN
            else:
                return 0 if table._why(code) else code
        n = table._matching(self.out, source << 16 | card << 8 | dest)
        for i in range(1, n):
            # Moves that lead to the same table are one.
            if i == 1:
                key = self._key_after(self.out[0])
            if self._key_after(self.out[i]) != key:
                return 0
        return self.out[0] if n else 0

    def _key_after(self, move: int) -> int:
        table = self.table
        table._play(move)
        key = table.key()
        table._unplay()
        return key

    def _as_written(self, codes: Numbers, at: int, n: int, woven: bool) -> int:
        """Whether what is written after a move is what it brought about: a path and shown cards are written whole, or
        not at all.

        Returns:
            The index of the item after them; -1 if it is not.
        """
        table = self.table
        lifts = 0
        shows = 0
        ended = False
        last = 2
        marked = codes[at] >> 28 & 1
        # A path belongs to a card: it comes after one that is written.
        first = 2 if (codes[at] >> 8 & 255) < 64 else 4
        at += 1
        while at < n:
            code = codes[at]
            kind = code >> 24 & 15
            if code < 0 or kind < 2 or kind > 5:
                break
            # The parts come in this order, and only further cards that are shown come after one that is.
            if marked or kind < first or kind < last or (kind == 5 and last < 4) or (kind == last and kind in (3, 4)):
                return -1
            last = kind
            marked = code >> 28 & 1
            if kind == 2:
                if not woven or lifts >= table.lifts or table.lifted[lifts] != code & 255:
                    return -1
                lifts += 1
            elif kind == 3:
                ended = True
            else:
                if shows >= table.shows or table.shown[shows] != code & 255:
                    return -1
                shows += 1
            at += 1
        if (lifts or ended) and (lifts != table.lifts or ended != table.ended):
            return -1
        if shows and shows != table.shows:
            return -1
        return at
