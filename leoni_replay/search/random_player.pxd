cimport cython
from leoni_replay.rules.shuffle cimport mixed, step
from leoni_replay.rules.table cimport Table, uint, uint64

cdef int DEAL_AGAIN, FOUNDATION, NO_ORDER, WRONG_ORDER, _LONGEST, _MOST
# Typed here, because a constant above 2 to the 63 would be a Python number otherwise.
cdef uint64 _MASK


cdef class RandomPlayer:
    cdef public Table table
    cdef public uint64 state
    cdef uint[::1] listed

    @cython.locals(table=Table, end=int, n=int)
    cpdef go(self, ordered=*)
    @cython.locals(why=int)
    cdef int _list(self, ordered) except -1
    @cython.locals(drawn=uint64)
    cdef uint64 _below(self, uint64 n) except? 77
