cimport cython
from leoni_replay.search.greedy cimport Greedy
from leoni_replay.search.sensible cimport Sensible
from leoni_replay.rules.shuffle cimport shuffle
from leoni_replay.rules.table cimport Table, uchar, uint, uint64
from leoni_replay.rules.weaving cimport Weaving

cdef const uchar[::1] SUIT
cdef int BUILT_DOWN, BUILT_UP, DEAL_AGAIN, EXILE, FOUNDATION, ROOM, UNKNOWN, UP_TO_DOWN


cdef class SensibleWeaving(Sensible):
    cdef Weaving weaving
    cdef Greedy thinker
    cdef uchar[::1] exiles
    cdef int most_orders, order_count
    cdef bint has_reversed

    @cython.locals(table=Table, count=int, plays=int, reversals=int, redeals=int, sure_play=int, i=int, had_reversed=bint)
    cdef _think(self)
    cdef _note_move(self, int move)
    @cython.locals(move=int, i=int, is_same_card=bint)
    cdef bint _has_rival(self, int count, int index) except -1
    @cython.locals(table=Table, exile_count=int, known_count=int, order_index=int, i=int, state=uint64)
    cdef _order_exiles(self)
    @cython.locals(view=Table, dest=int, foundation=int)
    cdef _weigh_reversals(self, int move)
    @cython.locals(view=Weaving, start_ply=int, exile_count=int, order_index=int, i=int, value=int, follows_play=bint)
    cdef _weigh(self, int move)
    @cython.locals(move=int)
    cdef _deal_in_thought(self)
