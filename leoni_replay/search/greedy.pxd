cimport cython
from leoni_replay.rules.table cimport Table, uchar, uint, uint64
from leoni_replay.rules.shuffle cimport shuffle

cdef const uchar[::1] SUIT
cdef int COMBINATION_DUE, DEAL, DEAL_AGAIN, EXILE, FOUNDATION, HAND, ON_DOWN, ON_UP, PLACES, TALON, UP_TO_DOWN, _LONGEST, _MOST
cdef int NO_ORDER, WRONG_ORDER


cdef class Greedy:
    cdef public Table table
    cdef public bint reverses
    cdef uint[::1] listed, ahead
    cdef int count

    @cython.locals(table=Table, move=int)
    cpdef play_game(self)
    cdef int _next(self) except -1
    @cython.locals(n=int)
    cdef int _arranging(self) except -1
    @cython.locals(i=int, dest=int, source=int)
    cdef int _play_of(self, uint[::1] moves, int n) except -1
    @cython.locals(due=int, i=int)
    cdef int _reversal(self, int n) except -1
    cdef bint _combines(self) except -1
    @cython.locals(table=Table, begun=int, dest=int, foundation=int, freed=bint)
    cdef bint _frees(self, int move) except -1
    @cython.locals(table=Table, i=int, move=int, source=int, helps=bint)
    cdef int _building(self, int n) except -1
    @cython.locals(i=int, again=int, source=int)
    cdef int _dealing(self) except -1


@cython.locals(table=Table, cards="unsigned char[::1]", i=int)
cpdef play_many(Greedy player, const uchar[::1] stock, uint64[::1] states, uint[::1] results, uint[::1] left)
