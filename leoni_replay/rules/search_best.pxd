cimport cython
from leoni_replay.rules.search cimport Search
from leoni_replay.rules.table cimport Table, uint, uint64

cdef int _FULL, _LOST, _OPEN, _WON, _WORTHS
cdef uint _NONE


cdef class BestSearch(Search):
    cdef uint[::1] parent, move, arranged, ply, link, waiting, way, room
    cdef int best, now
    cdef uint entries, here

    @cython.locals(stop=uint64, node=uint)
    cpdef int go(self, uint64 nodes) except -1
    @cython.locals(i=int, parent=uint)
    cdef _spread(self)
    cdef _step(self, uint move, uint arranged)
    cdef int _enter(self) except -1
    @cython.locals(table=Table, fresh=int, node=uint, worth=int)
    cdef int _look(self, uint parent, int choice, uint move, uint arranged) except -1
    @cython.locals(here=uint, n=uint)
    cdef _turn_to(self, uint node)
