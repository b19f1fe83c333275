cimport cython
from leoni_replay.rules.rug cimport Rug
from leoni_replay.search.talon cimport TalonPlan
from leoni_replay.rules.table cimport uchar, uint

cdef const uchar[::1] RANK, SUIT
cdef int HAND, NO_CARD, STOCK, TALON, _HOPELESS, _TURNING


cdef class RugPlan(TalonPlan):
    cdef Rug rug
    cdef uchar[::1] free, married, lies, up, down

    cdef int _candidates(self, uint[::1] out) except -1
    @cython.locals(table=Rug, last=bint, left=int, card=int, suit=int, place=int, i=int, top=int, more=bint)
    cdef bint _hopeless(self) except -1
    @cython.locals(table=Rug, place=int, value=int)
    cdef int _value(self) except -1
    cdef _had(self, int card, bint on_talon)
    @cython.locals(table=Rug, grown=bint, suit=int, up=int, down=int)
    cdef bint _build(self) except -1
    @cython.locals(suit=int)
    cdef bint _is_played(self, int card) except -1
    @cython.locals(table=Rug, lower=int, higher=int)
    cdef bint _is_married(self, int card) except -1
