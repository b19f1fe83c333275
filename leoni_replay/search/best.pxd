cimport cython
from leoni_replay.search.search cimport Plan
from leoni_replay.search.tree cimport TreeSearch
from leoni_replay.rules.table cimport uint, uint64

cdef int _LOST, _OPEN, _WORTHS
cdef uint _NOTHING


cdef class BestPlan(Plan):
    pass


cdef class BestSearch(TreeSearch):
    cdef uint[::1] waiting
    cdef int best, now

    @cython.locals(stop=uint64)
    cpdef int go(self, uint64 nodes) except -1
    cdef bint _has_best(self) except -1
    @cython.locals(node=uint)
    cdef _go_on(self)
    cdef _wait(self, uint node, int choice)
    cdef _put(self, uint node, int worth)
