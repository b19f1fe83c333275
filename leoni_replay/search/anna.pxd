cimport cython
from leoni_replay.rules.anna cimport Anna
from leoni_replay.search.talon cimport TalonPlan
from leoni_replay.rules.table cimport uchar, uint

cdef const uchar[::1] RANK, SUIT
cdef int HAND, NO_CARD, STOCK, TALON, _FULL, _HOPELESS, _TURNING


cdef class AnnaPlan(TalonPlan):
    cdef Anna anna
    cdef uchar[::1] free, tops, higher, lower

    cdef int _candidates(self, uint[::1] out) except -1
    @cython.locals(table=Anna, place=int, i=int, p=int, queens=int)
    cdef bint _queen_lost(self) except -1
    @cython.locals(table=Anna, last=bint, card=int, suit=int, place=int, i=int, p=int, queens=int, vacant=int)
    cdef bint _hopeless(self) except -1
    @cython.locals(more=bint, p=int)
    cdef _spread_out(self)
    @cython.locals(table=Anna, value=int, p=int, i=int, base=int)
    cdef int _value(self) except -1
    cdef _uncover(self, int p, int n)
    @cython.locals(table=Anna, grown=bint, suit=int, high=int, begun=int, low=int)
    cdef bint _build(self) except -1
    @cython.locals(table=Anna, card=int, height=int, suit=int, begun=int)
    cdef bint _leaves(self, int p, int i) except -1
