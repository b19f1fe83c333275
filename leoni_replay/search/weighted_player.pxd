cimport cython
from leoni_replay.search.random_player cimport RandomPlayer
from leoni_replay.rules.table cimport Table

cdef int DEAL, DOWN_TO_UP, EXILE, FOUNDATION, ON_DOWN, ON_UP, PLACES, REDEAL, UP_TO_DOWN
cdef int _BUILD, _CHANCE, _IDLE, _LONGEST, _PLAY, _REDEALING, _REVERSALS


cdef class WeightedPlayer(RandomPlayer):
    @cython.locals(table=Table, end=int, reversals=int, idle=int, back=int, n=int, move=int)
    cpdef go(self, ordered=*)
    @cython.locals(i=int, left=int)
    cdef int _without_reversals(self, int n) except -1
    @cython.locals(i=int, left=int)
    cdef int _without(self, int move, int n) except -1
    @cython.locals(i=int, total=int, rest=int)
    cdef int _drawn(self, int n) except -1


cdef bint _reverses(int move) noexcept
cdef bint _builds(int move) noexcept
@cython.locals(source=int, dest=int)
cdef int _weight(int move) noexcept
