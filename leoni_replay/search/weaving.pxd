cimport cython
from leoni_replay.search.crossing cimport Crossing
from leoni_replay.search.bounds cimport PlayableBound
from leoni_replay.search.depth_first cimport Plan
from leoni_replay.rules.table cimport uchar, uint, uint64
from leoni_replay.rules.weaving cimport Weaving

cdef const uchar[::1] SUIT
cdef int BUILT_DOWN, BUILT_UP, NOWHERE, ON_DOWN, ON_UP, PILES, ROOM
cdef int _BOUND, _CROSSING, _FEW, _HOPELESS


cdef class WeavingPlan(Plan):
    cdef Weaving weaving
    cdef PlayableBound playable_bound
    cdef Crossing crossing
    cdef int bound_card, available_count
    cdef uint[::1] bound_plays
    cdef uchar[::1] available_cards, copies

    cdef int _candidates(self, uint[::1] out) except -1
    @cython.locals(table=Weaving)
    cdef bint _may_redeal(self) except -1
    @cython.locals(table=Weaving, suit=int, direction=int, height=int, due=int, copies=int)
    cdef int _forced(self) except -1
    @cython.locals(table=Weaving)
    cdef bint _must_turn_up(self) except -1
    @cython.locals(table=Weaving, count=int, pile=int, height=int, card=int, i=int, kings_may_leave=bint)
    cdef _count_available(self)
    @cython.locals(table=Weaving, length=int, pile=int, height=int)
    cdef int _list_plays(self, uint[::1] out, int card) except -1
    @cython.locals(table=Weaving, suit=int, height_sum=int, step=int, top=int)
    cdef bint _is_bound(self, int card, int direction, int copies) except -1
    @cython.locals(table=Weaving)
    cdef bint _lost(self) except -1
    cdef _arrange(self, int arrangement)
    cdef uint64 _key(self) except? 77
