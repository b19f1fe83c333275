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
    @cython.locals(count=int)
    cdef int _list_candidates(self, uint[::1] out) except -1
    @cython.locals(needs_order=bint)
    cdef int _list_every_move(self, uint[::1] out) except -1
    @cython.locals(i=int)
    cdef int _make_candidates(self, uint[::1] out, int count, bint needs_order) except -1
    @cython.locals(table=Table, i=int, source=int, dest=int, new_count=int, has_plays=bint, turns_up_play=bint, waits=bint)
    cdef int _without_waiting(self, uint[::1] out, int count) except -1
    cdef _arrange(self, int arrangement)
    cdef int _worth(self, int before, int choice) except -1
    cdef int _value(self) except -1
    cdef uint64 _key(self) except? 77


cdef class VisitedPositions:
    cdef uint64[::1] keys
    cdef uint[::1] slots
    cdef int shift
    cdef uint last
    cdef public uint key_count, capacity

    cpdef clear(self, uint kept_count=*)
    @cython.locals(slot=uint)
    cpdef int add(self, uint64 key) except -2


cdef class Search:
    cdef public Plan plan
    cdef public Table table
    cdef VisitedPositions visited
    cdef public int depth, deepest, fewest, start_ply, state
    cdef int root_ply
    cdef uint most_keys
    cdef public uint64 nodes
    cdef uint[::1] candidates, next_candidate, candidates_end, plies_at

    cpdef int run(self, uint64 nodes) except -1
    cdef int _begin(self) except -1
    @cython.locals(table=Table, last=int, index=uint)
    cdef int _dive(self, int state, uint64 stop) except -1
    @cython.locals(outcome=int)
    cdef int _enter_position(self) except -1
    @cython.locals(table=Table, begin=uint, depth=int)
    cdef _list_candidates_here(self)
    @cython.locals(table=Table, forced=int)
    cdef int _look_up(self) except -2
    cdef _make_room(self)
    cdef void _count_position(self) noexcept
    @cython.locals(plies=int)
    cdef _return_to_parent(self)
