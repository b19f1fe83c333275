cimport cython
from leoni_replay.search.best cimport BestSearch
from leoni_replay.rules.table cimport uint, uint64

cdef int DEAL, HAND, _FULL, _LOST, _OPEN, _WORTHS, _WIDTH, _WIDEST, _WIDER
cdef uint _NOTHING


cdef class StagedSearch(BestSearch):
    cdef uint[::1] later
    cdef uint kept
    cdef int width, tried, in_hand
    cdef bint cut

    @cython.locals(stop=uint64)
    cpdef int go(self, uint64 nodes) except -1
    @cython.locals(i=int)
    cdef _end_stage(self)
    @cython.locals(i=int)
    cdef _begin_again(self, int width)
    cdef _turn_to(self, uint node)
    @cython.locals(value=int)
    cdef _wait(self, uint node, int choice)
