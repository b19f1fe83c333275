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
    cdef PlayableBound reach
    cdef Crossing crossing
    cdef int bound, lies
    cdef uint[::1] room
    cdef uchar[::1] lying, copies

    cdef int _candidates(self, uint[::1] out) except -1
    @cython.locals(table=Weaving)
    cdef bint _redeals(self) except -1
    @cython.locals(table=Weaving, suit=int, way=int, height=int, due=int, copies=int)
    cdef int _forced(self) except -1
    @cython.locals(table=Weaving)
    cdef bint _only_exile(self) except -1
    @cython.locals(table=Weaving, n=int, p=int, high=int, card=int, i=int, kings=bint)
    cdef _count(self)
    @cython.locals(table=Weaving, n=int, p=int, high=int)
    cdef int _list(self, uint[::1] out, int card) except -1
    @cython.locals(table=Weaving, suit=int, sum=int, step=int, top=int)
    cdef bint _is_bound(self, int card, int way, int copies) except -1
    @cython.locals(table=Weaving)
    cdef bint _lost(self) except -1
    cdef _arrange(self, int wanted)
    cdef uint64 _key(self) except? 77
