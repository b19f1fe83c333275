cimport cython
from leoni_replay.rules.table cimport uchar
from leoni_replay.rules.weaving cimport Weaving

cdef const uchar[::1] RANK, SUIT


cdef class Reach:
    cdef Weaving table
    cdef uchar[::1] shown, tops, up, down, first, up_again, down_again
    cdef bint frees_king

    @cython.locals(table=Weaving, suit=int, p=int, i=int, n=int, more=bint)
    cdef bint _find(self, int waits, int way, int card, int copies) except -1
    @cython.locals(table=Weaving, suit=int, rank=int, up=int, down=int, base=int, low=int, high=int, first=int)
    cdef bint _reached(self, int card, int waits, int way) except -1
    @cython.locals(table=Weaving, p=int, high=int, i=int, suit=int)
    cdef bint _whole(self) except -1
    @cython.locals(rank=int, reached=bint)
    cdef bint _some_first(self, int suit) except -1
