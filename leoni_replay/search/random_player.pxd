cimport cython
from leoni_replay.rules.shuffle cimport mix, step
from leoni_replay.rules.table cimport Table, uint, uint64

cdef int DEAL, DEAL_AGAIN, DOWN_TO_UP, EXILE, FOUNDATION, ON_DOWN, ON_UP, PLACES, REDEAL, RETURN, UP_TO_DOWN, NO_ORDER, WRONG_ORDER
cdef int _BUILD, _CHANCE, _IDLE, LONGEST, _MOST, _PLAY, _REDEALING, _REVERSALS
# Typed here, because a constant above 2 to the 63 would be a Python number otherwise.
cdef uint64 _MASK


cdef class RandomPlayer:
    cdef public Table table
    cdef public uint64 state
    cdef uint[::1] listed

    @cython.locals(table=Table, end=int, n=int)
    cpdef play_game(self, ordered=*)
    @cython.locals(why=int)
    cdef int _list(self, ordered) except -1
    @cython.locals(drawn=uint64)
    cdef uint64 _below(self, uint64 n) except? 77


cdef class WeightedPlayer(RandomPlayer):
    @cython.locals(table=Table, end=int, reversals=int, idle=int, back=int, n=int, move=int)
    cpdef play_game(self, ordered=*)
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
