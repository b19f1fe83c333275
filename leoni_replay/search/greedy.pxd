cimport cython
from leoni_replay.rules.table cimport Table, uchar, uint, uint64
from leoni_replay.rules.shuffle cimport shuffle

cdef const uchar[::1] SUIT
cdef int BUILT_DOWN, BUILT_UP, COMBINATION_DUE, DEAL, DEAL_AGAIN, EXILE, FOUNDATION, HAND, ON_DOWN, ON_UP, PLACES, TALON
cdef int UP_TO_DOWN, _LONGEST, _MOST
cdef int NO_ORDER, WRONG_ORDER


cdef class Greedy:
    cdef public Table table
    cdef public bint reverses
    cdef uint[::1] moves, later_moves
    cdef int move_count

    @cython.locals(table=Table, move=int)
    cpdef play_game(self)
    cdef int _next_move(self) except -1
    @cython.locals(count=int)
    cdef int _next_arranging_move(self) except -1
    @cython.locals(i=int, dest=int, source=int, is_from_hand=bint)
    cdef int _first_play(self, uint[::1] moves, int count) except -1
    @cython.locals(first_index=int, must_combine=bint, i=int)
    cdef int _next_reversal(self, int count) except -1
    cdef bint _must_combine(self) except -1
    @cython.locals(table=Table, start_ply=int, dest=int, foundation=int, is_playable=bint)
    cdef bint _makes_playable(self, int move) except -1
    @cython.locals(table=Table, i=int, move=int, source=int, dest=int, is_useful=bint)
    cdef int _next_building(self, int count) except -1
    @cython.locals(i=int, redeal=int, source=int)
    cdef int _next_deal(self) except -1


@cython.locals(table=Table, cards="unsigned char[::1]", i=int)
cpdef play_many(Greedy player, const uchar[::1] stock, uint64[::1] states, uint[::1] results, uint[::1] left)
