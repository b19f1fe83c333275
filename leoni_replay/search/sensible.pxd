cimport cython
from leoni_replay.rules.martha cimport Martha
from leoni_replay.rules.rug cimport Rug
from leoni_replay.search.greedy cimport Greedy
from leoni_replay.search.depth_first cimport VisitedPositions
from leoni_replay.rules.table cimport Table, uchar, uint, uint64

cdef const uchar[::1] RANK, SUIT, _STALE
cdef int COLUMNS, DEAL, EXILE, FACE_DOWN, FOUNDATIONS, GRID, HAND, NO_CARD, ON_DOWN, ON_UP, PILES, PLACES, STOCK
cdef int TALON, UNKNOWN, _BITS, _GRID_END, _MOST, _ROW_2


cdef class Sensible(Greedy):
    cdef public Table view
    cdef VisitedPositions visited
    cdef public int[::1] weights
    cdef public list move_lists
    cdef public int first_horizon, last_horizon, most_nodes
    cdef int horizon, nodes, best_value, line_index, line_end
    cdef uint[::1] line

    cdef int _next_move(self) except -1
    @cython.locals(table=Table, move=int)
    cdef int _greedy_move(self) except -1
    cdef _think(self)
    @cython.locals(table=Table, view=Table, i=int, pile=int)
    cdef _copy_position(self)
    @cython.locals(view=Table, moves="unsigned int[::1]", count=int, i=int, value=int)
    cdef _look_ahead(self, int depth)
    @cython.locals(source=int, dest=int)
    cdef bint _arranges(self, int move) except -1
    cdef int _value(self) except? -7777


cdef class SensibleMartha(Sensible):
    cdef Martha martha

    @cython.locals(dest=int)
    cdef bint _arranges(self, int move) except -1
    @cython.locals(view=Table, weights="int[::1]", value=int, pile=int, height=int, base=int, i=int, j=int, card=int, below=int)
    cdef int _value(self) except? -7777


cdef class SensibleAnna(Sensible):
    @cython.locals(view=Table, weights="int[::1]", value=int, pile=int, height=int, base=int, i=int, bottom=int)
    cdef int _value(self) except? -7777


cdef class SensibleRug(Sensible):
    cdef Rug rug

    @cython.locals(view=Table, weights="int[::1]", value=int, place=int)
    cdef int _value(self) except? -7777


cdef class SensibleReversal(Sensible):
    pass


cdef class SensibleLabyrinth(Sensible):
    @cython.locals(table=Table, best_move=int, longest_wait=int, i=int, place=int, below=int, wait=int, card=int)
    cdef int _next_deal(self) except -1
