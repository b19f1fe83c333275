cimport cython
from leoni_replay.rules.table cimport uchar, uint
from leoni_replay.rules.talon cimport Talon

cdef const uchar[::1] RANK
cdef int DEAL, HAND, NO_CARD, ON_DOWN, STOCK, TALON, UNKNOWN
cdef int COMES_FIRST, DOES_NOT_TAKE, GOES_OUT, NO_SUCH_MOVE, NOT_KNOWN, SAME_PLACE, VACANCY, WRONG_PLACE


cdef class Anna(Talon):
    cdef public bint talon_marries
    cdef public uchar[::1] mate

    cpdef lay_out(self)
    @cython.locals(place=int, card=int)
    cpdef bint won(self) except -1
    cpdef bint goes_out(self, int card) except -1
    cpdef bint marries(self, int card, int on) except -1

    @cython.locals(top=int, mate=int)
    cdef int _why_not_built(self, int source, int card, int dest) except -1
    @cython.locals(place=uint, height=int, index=int, card=int)
    cdef int _list_marriages(self, uint[::1] out, int count) except -1
    @cython.locals(mate=int, place=uint, height=uint)
    cdef int _list_weddings(self, uint[::1] out, int count, int source, int card) except -1

    @cython.locals(place=uint, index=int, card=int)
    cdef _make_forced_moves(self)
