cimport cython
from leoni_replay.rules.table cimport uint, uint64
from leoni_replay.search.depth_first cimport Plan, Search

cdef int DEAL, DEAL_AGAIN, FULL, HAND, LOST, OPEN, WINS, WON
cdef int _BEAM, _BEAM_GROWS, _BUDGET, _DEEPER, _WIDER, _WIDEST_BEAM, _WIDTH, _WORTHS
cdef uint _NOTHING


cdef class TreeSearch(Search):
    cdef uint[::1] parent, move, arranged, ply, link, way, room
    cdef uint entries, here

    cdef int _begin(self) except -1
    @cython.locals(i=int, parent=uint)
    cdef _spread(self)
    cdef _step(self, uint move, uint arranged)
    @cython.locals(fresh=int, node=uint)
    cdef int _look(self, uint parent, int choice, uint move, uint arranged) except -1
    cdef _wait(self, uint node, int choice)
    @cython.locals(here=uint, n=uint)
    cdef _turn_to(self, uint node)
    cdef _take_back(self)


cdef class BestPlan(Plan):
    pass


cdef class BestSearch(TreeSearch):
    cdef uint[::1] waiting
    cdef int best, now

    @cython.locals(stop=uint64)
    cpdef int run(self, uint64 nodes) except -1
    cdef bint _has_best(self) except -1
    @cython.locals(node=uint)
    cdef _go_on(self)
    cdef _wait(self, uint node, int choice)
    cdef _put(self, uint node, int worth)


cdef class StagedSearch(BestSearch):
    cdef uint[::1] later
    cdef uint kept_count
    cdef int width, tried, in_hand
    cdef bint cut

    @cython.locals(stop=uint64)
    cpdef int run(self, uint64 nodes) except -1
    @cython.locals(i=int)
    cdef _end_stage(self)
    @cython.locals(i=int)
    cdef _begin_again(self, int width)
    cdef _turn_to(self, uint node)
    @cython.locals(value=int)
    cdef _wait(self, uint node, int choice)


cdef class RedealSearch(TreeSearch):
    cdef uint[::1] group, waiting, turns, starts, cards
    cdef uint groups, turning, turn, count, listed, width, at, left, budget, base
    cdef int last, inner
    cdef bint wide, listing, cut

    @cython.locals(stop=uint64)
    cpdef int run(self, uint64 nodes) except -1
    @cython.locals(group=uint)
    cdef _wait(self, uint node, int choice)
    @cython.locals(group=uint, node=uint, before=uint)
    cdef _list(self)
    @cython.locals(begins=uint[::1], starts=uint[::1], cards=uint[::1], i=uint, place=uint)
    cdef _sort(self, uint first)
    cdef _try_next(self)
    cdef _search(self, uint64 stop)
    cdef _end_round(self)
