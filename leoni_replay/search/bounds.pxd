cimport cython
from leoni_replay.rules.table cimport uchar, uint64
from leoni_replay.rules.weaving cimport Weaving

cdef const uchar[::1] RANK
cdef int BUILT_DOWN, BUILT_UP, PILES, ROOM
cdef int _CLEAR, _LIFTED, _NO_WAY, _RANKS, _SAVED, _SHOWN
cdef uint64[::1] _BIT


cdef class PlayableBound:
    cdef Weaving table
    cdef uint64 reached, reached_twice, playable
    cdef uchar[::1] lifts, clear, shown_to, lifted_to, way_of, last_way, saved_stages
    cdef uint64[::1] saved_cards
    cdef int waiting_suit, direction, last_lost_suit
    cdef bint frees_king, weaves_chain

    @cython.locals(table=Weaving, pile=int, i=int)
    cdef _find_reachable(self, int suit, int direction)
    cdef int _count_copies(self, int card) except -1
    @cython.locals(table=Weaving, meeting=int, all_playable=bint, suit=int, i=int)
    cdef bint _are_all_playable(self) except -1
    @cython.locals(suit=int, has_way=bint)
    cdef bint _has_ways(self, int suits) except -1
    @cython.locals(table=Weaving, next_suit=int, ways=uint64, last_way=int, i=int, way=int, all_playable=bint)
    cdef bint _has_way(self, int suit, int suits, int stage) except -1
    @cython.locals(suit=int)
    cdef _set_ways(self, int suits, int first_suit, int way)
    @cython.locals(pile=int)
    cdef _save(self, int stage)
    @cython.locals(pile=int)
    cdef _go_back(self, int stage)
    @cython.locals(table=Weaving, pile=int, i=int)
    cdef _begin(self, bint with_exiles)
    cdef void _reach(self, int card) noexcept
    @cython.locals(pile=int)
    cdef bint _spread_to_all(self) except -1
    @cython.locals(table=Weaving, weaves_chain=bint, playable=uint64, last_reached=uint64, last_reached_twice=uint64, more=bint, suit=int, ranks=uint64, pile=int, index=int, lifts=int, stay_count=int, card=int)
    cdef _spread(self)
    @cython.locals(table=Weaving, rank=int, i=int)
    cdef _add_lift(self, int pile, int card)
    @cython.locals(table=Weaving, up_height=int, down_base=int, way=int, meets=bint, combines=bint, is_stopped=bint, up=int, down=int, ranks=uint64)
    cdef uint64 _playable_ranks(self, int suit, uint64 reached, uint64 reached_twice) except? 77
