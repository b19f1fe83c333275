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
    cdef int _crossing_suits(self) except -1
    @cython.locals(table=Weaving, crossing_suits=int, length=int, pile=int, height=int, index=int, card=int, rank=int, is_candidate=bint)
    cdef int _list_candidates(self, uint[::1] out) except -1
    @cython.locals(table=Weaving, height=int)
    cdef bint _uncovers_king(self, int pile) except -1
    cdef int _add_if_legal(self, uint[::1] out, int length, int move, int splits) except -1
    @cython.locals(table=Weaving, plies=int, pile=int, card=int, suit=int, split=int, heights=uint64, other_suit=int, dest=int, move=int, first_added=int, i=int)
    cdef int _list_before_kings(self, uint[::1] out, int length, int crossing_suits) except -1
    @cython.locals(table=Weaving, heights=uint64, suit=int, pile=int, height=int, index=int, card=int)
    cdef int _list_before_exile(self, uint[::1] out, int length, int crossing_suits) except -1
    cdef uint64 _without(self, uint64 heights, int suit, int rank) except? 77
    cdef uint64 _with(self, uint64 heights, int suit, int rank) except? 77
    @cython.locals(suit=int)
    cdef bint _may_fit(self, uint64 heights, int card) except -1
    @cython.locals(table=Weaving, split=int, suit=int, suit_heights=int, height=int)
    cdef int _split_of(self, uint64 heights) except -1
    @cython.locals(table=Weaving, suit=int, rank=int, fitting_heights=int, up_height=int)
    cdef _mark_playable(self, int crossing_suits, uint64 heights)
    @cython.locals(table=Weaving, index=int, card=int)
    cdef int _list_turned_up(self, uint[::1] out, int length, int first_move, uint64 heights) except -1
    @cython.locals(table=Weaving, suit=int, rank=int, crossing_suits=int, other_suit=int, split=int, height=int, dest=int, move=int, last_card=int, end_heights=uint64)
    cdef int _list_exile(self, uint[::1] out, int length, int first_move, uint64 heights, int card) except -1
    @cython.locals(split=uint, i=int)
    cdef int _list_after_weave(self, uint[::1] out, int length, int first_move, uint64 heights) except -1
    @cython.locals(table=Weaving, lift_index=int, change=uint, source=int, dest=int, at=int, i=int, card=int)
    cdef int _last_uncovered(self, uint64 heights) except -1
    @cython.locals(table=Weaving, suit=int, height=int, dest=int, top=int)
    cdef _arrange(self, int arrangement)
    @cython.locals(table=Weaving, crossing_suits=int, splits=int, suit=int, key=uint64)
    cdef uint64 _key(self) except? 77
