cimport cython
from leoni_replay.rules.table cimport Table, uint, uint64

cdef int _OPEN, _WON, _LOST, _FULL, _MOST, _WINS
cdef int DEAL, DEAL_AGAIN, DOWN_TO_UP, EXILE, HAND, ON_DOWN, ON_UP, PLACES, UP_TO_DOWN
cdef uint64 _MIX, _MASK


cdef class Plan:
    cdef public Table table
    cdef public int prunings
    cdef public bint must_play
    cdef public object order

    cdef int _forced(self) except -1
    cdef bint _lost(self) except -1
    cdef int _candidates(self, uint[::1] out) except -1
    @cython.locals(n=int)
    cdef int _tried(self, uint[::1] out) except -1
    @cython.locals(ordered=bint)
    cdef int _every_move(self, uint[::1] out) except -1
    @cython.locals(i=int)
    cdef int _as_candidates(self, uint[::1] out, int n, bint ordered) except -1
    @cython.locals(table=Table, i=int, source=int, dest=int, kept=int, plays=bint, turned_up=bint, waits=bint)
    cdef int _plays_first(self, uint[::1] out, int n) except -1
    cdef _arrange(self, int wanted)
    cdef int _worth(self, int before, int choice) except -1
    cdef int _value(self) except -1
    cdef uint64 _key(self) except? 77


cdef class VisitedPositions:
    cdef uint64[::1] keys
    cdef uint[::1] made
    cdef int shift
    cdef uint last
    cdef public uint used, most

    cpdef clear(self, uint kept_count=*)
    @cython.locals(slot=uint)
    cpdef int add(self, uint64 key) except -2


cdef class Search:
    cdef public Plan plan
    cdef public Table table
    cdef VisitedPositions visited
    cdef public int depth, deepest, fewest, begun, state
    cdef int root
    cdef uint most
    cdef public uint64 nodes
    cdef uint[::1] moves, next, end, plies

    cpdef int run(self, uint64 nodes) except -1
    cdef int _begin(self) except -1
    @cython.locals(table=Table, at=uint)
    cdef int _dive(self, int state, uint64 stop) except -1
    @cython.locals(fresh=int)
    cdef int _enter(self) except -1
    @cython.locals(table=Table, begin=uint, depth=int)
    cdef _open(self)
    @cython.locals(table=Table, forced=int)
    cdef int _is_fresh(self) except -2
    cdef _deepen(self)
    cdef void _count(self) noexcept
    @cython.locals(plies=int)
    cdef _back(self)
