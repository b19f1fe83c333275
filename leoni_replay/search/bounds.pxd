cimport cython
from leoni_replay.rules.table cimport uchar, uint64
from leoni_replay.rules.weaving cimport Weaving

cdef const uchar[::1] RANK
cdef int BUILT_DOWN, BUILT_UP, PILES, ROOM
cdef int _CLEAR, _LIFTED, _NO_WAY, _RANKS, _SAVED, _SHOWN
cdef uint64[::1] _BIT


cdef class PlayableBound:
    cdef Weaving table
    cdef uint64 one, two, playable
    cdef uchar[::1] lifts, clear, shown_to, lifted_to, way, worked, saved
    cdef uint64[::1] saved_cards
    cdef int waits, direction, stuck
    cdef bint frees_king, chain

    @cython.locals(table=Weaving, p=int, i=int)
    cdef _find(self, int suit, int direction)
    cdef int _copies(self, int card) except -1
    @cython.locals(table=Weaving, meeting=int, whole=bint, suit=int, i=int)
    cdef bint _all_playable(self) except -1
    @cython.locals(suit=int, has=bint)
    cdef bint _has_ways(self, int suits) except -1
    @cython.locals(table=Weaving, after=int, ways=uint64, worked=int, i=int, way=int, whole=bint)
    cdef bint _has_way(self, int suit, int suits, int stage) except -1
    @cython.locals(suit=int)
    cdef _let(self, int suits, int first, int way)
    @cython.locals(p=int)
    cdef _save(self, int stage)
    @cython.locals(p=int)
    cdef _go_back(self, int stage)
    @cython.locals(table=Weaving, p=int, i=int)
    cdef _begin(self, bint exiles)
    cdef void _show(self, int card) noexcept
    @cython.locals(p=int)
    cdef bint _whole(self) except -1
    @cython.locals(table=Weaving, chain=bint, playable=uint64, one=uint64, two=uint64, more=bint, suit=int, p=int, i=int, lifts=int, stay=int, card=int)
    cdef _spread(self)
    @cython.locals(table=Weaving, rank=int, i=int)
    cdef _lift(self, int p, int card)
    @cython.locals(table=Weaving, low=int, high=int, way=int, meets=bint, combines=bint, stop=bint, up=int, down=int, ranks=uint64)
    cdef uint64 _playable(self, int suit, uint64 one, uint64 two) except? 77
