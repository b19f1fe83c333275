cimport cython
from leoni_replay.rules.table cimport uchar, uint, uint64
from leoni_replay.rules.weaving cimport Weaving

cdef const uchar[::1] RANK, SUIT
cdef int BUILT_DOWN, BUILT_UP, DEAL_AGAIN, DOWN_TO_UP, FOUNDATION, ON_DOWN, ON_UP, PILES, ROOM, UNKNOWN, UP_TO_DOWN
cdef int WOVEN
cdef uint64 _HEIGHTS, _PAIR, _SUIT


cdef class Crossing:
    cdef Weaving table

    @cython.locals(table=Weaving)
    cdef int _suits(self) except -1
    @cython.locals(table=Weaving, crossing=int, n=int, p=int, high=int, i=int, card=int, rank=int, fresh=bint)
    cdef int _list(self, uint[::1] out) except -1
    @cython.locals(table=Weaving, n=int)
    cdef bint _uncovers_king(self, int p) except -1
    cdef int _candidate(self, uint[::1] out, int n, int move, int splits) except -1
    @cython.locals(table=Weaving, plies=int, p=int, card=int, suit=int, split=int, heights=uint64, other=int, dest=int, move=int, first=int, i=int)
    cdef int _splits_before_kings(self, uint[::1] out, int n, int crossing) except -1
    @cython.locals(table=Weaving, heights=uint64, suit=int, p=int, high=int, i=int, card=int)
    cdef int _splits_before_exile(self, uint[::1] out, int n, int crossing) except -1
    cdef uint64 _without(self, uint64 heights, int suit, int rank) except? 77
    cdef uint64 _with(self, uint64 heights, int suit, int rank) except? 77
    @cython.locals(suit=int)
    cdef bint _may_fit(self, uint64 heights, int card) except -1
    @cython.locals(table=Weaving, split=int, suit=int, may=int, height=int)
    cdef int _split_of(self, uint64 heights) except -1
    @cython.locals(table=Weaving, suit=int, rank=int, may=int, up=int)
    cdef _want(self, int crossing, uint64 heights)
    @cython.locals(table=Weaving, i=int, card=int)
    cdef int _turned_up(self, uint[::1] out, int n, int first, uint64 heights) except -1
    @cython.locals(table=Weaving, suit=int, rank=int, crossing=int, s=int, split=int, height=int, dest=int, move=int, last=int, ends=uint64)
    cdef int _one_turned_up(self, uint[::1] out, int n, int first, uint64 heights, int card) except -1
    @cython.locals(split=uint, i=int)
    cdef int _ended(self, uint[::1] out, int n, int first, uint64 heights) except -1
    @cython.locals(table=Weaving, mark=int, change=uint, source=int, dest=int, at=int, i=int, card=int)
    cdef int _last_uncovered(self, uint64 heights) except -1
    @cython.locals(table=Weaving, suit=int, height=int, dest=int, top=int)
    cdef _arrange(self, int wanted)
    @cython.locals(table=Weaving, crossing=int, splits=int, suit=int, key=uint64)
    cdef uint64 _key(self) except? 77
