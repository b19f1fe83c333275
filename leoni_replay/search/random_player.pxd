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
    cdef uint[::1] moves

    @cython.locals(table=Table, end=int, count=int)
    cpdef play_game(self, set_order=*)
    @cython.locals(why=int)
    cdef int _list(self, set_order) except -1
    @cython.locals(number=uint64)
    cdef uint64 _below(self, uint64 n) except? 77


cdef class WeightedPlayer(RandomPlayer):
    @cython.locals(table=Table, end=int, reversals=int, idle_count=int, move_back=int, count=int, move=int)
    cpdef play_game(self, set_order=*)
    @cython.locals(i=int, new_count=int)
    cdef int _without_reversals(self, int count) except -1
    @cython.locals(i=int, new_count=int)
    cdef int _without(self, int move, int count) except -1
    @cython.locals(i=int, total=int, rest=int)
    cdef int _draw_move(self, int count) except -1


cdef bint _reverses(int move) noexcept
cdef bint _builds(int move) noexcept
@cython.locals(source=int, dest=int)
cdef int _weight(int move) noexcept
