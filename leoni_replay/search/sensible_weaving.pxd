cimport cython
from leoni_replay.search.greedy cimport Greedy
from leoni_replay.search.sensible cimport Sensible
from leoni_replay.rules.shuffle cimport shuffle
from leoni_replay.rules.table cimport Table, uchar, uint, uint64
from leoni_replay.rules.weaving cimport Weaving

cdef const uchar[::1] SUIT
cdef int DEAL_AGAIN, EXILE, FOUNDATION, ROOM, UNKNOWN, UP_TO_DOWN


cdef class SensibleWeaving(Sensible):
    cdef Weaving weaving
    cdef Greedy inner
    cdef uchar[::1] exiles
    cdef int orders, tried
    cdef bint settled

    @cython.locals(table=Table, n=int, plays=int, reversals=int, redeals=int, sure=int, i=int, settled=bint)
    cdef _think(self)
    cdef _note_move(self, int move)
    @cython.locals(k=int)
    cdef bint _has_rival(self, int n, int i) except -1
    @cython.locals(table=Table, n=int, faces=int, k=int, i=int, state=uint64)
    cdef _order_exiles(self)
    @cython.locals(view=Table, dest=int, foundation=int)
    cdef _reverse_on(self, int move)
    @cython.locals(view=Weaving, begun=int, n=int, k=int, i=int, value=int, played=bint)
    cdef _weigh(self, int move)
    @cython.locals(move=int)
    cdef _deal_on(self)
