cimport cython
from leoni_replay.rules.anna cimport Anna
from leoni_replay.rules.rug cimport Rug
from leoni_replay.rules.table cimport uchar, uint
from leoni_replay.rules.talon cimport Talon
from leoni_replay.search.best_first cimport BestPlan

cdef const uchar[::1] RANK, SUIT
cdef int BUILT_DOWN, DEAL, DEAL_ON, HAND, NO_CARD, ON_DOWN, ON_UP, SECOND_DOWN, STOCK, TALON
cdef int _FULL, _HOPELESS, _TURNING


cdef class TalonPlan(BestPlan):
    cdef Talon talon
    cdef int plays, marriages

    @cython.locals(table=Talon, n=int, kept=int, i=int, move=int)
    cdef int _candidates(self, uint[::1] out) except -1
    @cython.locals(i=int, j=int, move=int)
    cdef int _sorted(self, uint[::1] out, int n, int begin, int low, int high) except -1
    @cython.locals(first=int)
    cdef int _worth(self, int before, int choice) except -1


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


cdef class RugPlan(TalonPlan):
    cdef Rug rug

    @cython.locals(table=Rug, place=int, value=int)
    cdef int _value(self) except -1
