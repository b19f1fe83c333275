cimport cython
from leoni_replay.search.tree cimport TreeSearch
from leoni_replay.rules.table cimport uint, uint64

cdef int DEAL_AGAIN, _BUDGET, _DEEPER, _FULL, _LOST, _OPEN, _WIDER, _WIDTH, _WON
cdef uint _NOTHING


cdef class RedealSearch(TreeSearch):
    cdef uint[::1] group, waiting, turns, starts, cards
    cdef uint groups, turning, turn, count, listed, width, at, left, budget, base
    cdef int last, inner
    cdef bint wide, listing, cut

    @cython.locals(stop=uint64)
    cpdef int go(self, uint64 nodes) except -1
    @cython.locals(group=uint)
    cdef _wait(self, uint node, int choice)
    @cython.locals(group=uint, node=uint, before=uint)
    cdef _list(self)
    @cython.locals(begins=uint[::1], starts=uint[::1], cards=uint[::1], i=uint, place=uint)
    cdef _sort(self, uint first)
    cdef _try_next(self)
    cdef _search(self, uint64 stop)
    cdef _end_round(self)
