cimport cython
from leoni_replay.search.greedy cimport Greedy
from leoni_replay.search.search cimport Seen
from leoni_replay.rules.table cimport Table, uchar, uint, uint64

cdef const uchar[::1] _STALE
cdef int DEAL, EXILE, FACE_DOWN, HAND, ON_DOWN, ON_UP, PILES, PLACES, STOCK, TALON, UNKNOWN, _MOST, _BITS


cdef class Sensible(Greedy):
    cdef public Table view
    cdef Seen seen
    cdef public int[::1] weights
    cdef public list rooms
    cdef public int first, depth, most
    cdef int horizon, nodes, best, at, end
    cdef uint[::1] line

    cdef int _next(self) except -1
    @cython.locals(table=Table, move=int)
    cdef int _pushed(self) except -1
    cdef _think(self)
    @cython.locals(table=Table, view=Table, i=int, p=int)
    cdef _look(self)
    @cython.locals(view=Table, room="unsigned int[::1]", n=int, i=int, value=int)
    cdef _try(self, int depth)
    @cython.locals(source=int, dest=int)
    cdef bint _arranges(self, int move) except -1
    cdef int _value(self) except? -7777
