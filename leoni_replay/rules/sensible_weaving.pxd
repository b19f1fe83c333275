cimport cython
from leoni_replay.rules.greedy cimport Greedy
from leoni_replay.rules.sensible cimport Sensible
from leoni_replay.rules.table cimport Table, uchar, uint, uint64
from leoni_replay.rules.weaving cimport Weaving

cdef const uchar[::1] SUIT
cdef int EXILE, FOUNDATION, NOWHERE, ON_UP, UNKNOWN, UP_TO_DOWN


cdef class SensibleWeaving(Sensible):
    cdef Weaving weaving
    cdef Greedy inner
    cdef uchar[::1] counts, turned
    cdef int known_exiles

    @cython.locals(table=Table, n=int, plays=int, reversals=int, sure=int, i=int)
    cdef _think(self)
    cdef _note_move(self, int move)
    @cython.locals(k=int)
    cdef bint _has_rival(self, int n, int i) except -1
    @cython.locals(view=Table, dest=int, foundation=int)
    cdef _reverse_on(self, int move)
    @cython.locals(view=Weaving, begun=int, value=int)
    cdef _weigh(self)
    @cython.locals(view=Weaving, value=int, n=int, card=int, i=int)
    cdef int _value(self) except? -7777
    @cython.locals(move=int)
    cdef _play_on(self)
    @cython.locals(view=Weaving, begun=int, n=int, i=int, _=int, move=int, value=int)
    cdef int _turned_up(self, int card) except? -7777
