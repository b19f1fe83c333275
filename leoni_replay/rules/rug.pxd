cimport cython
from leoni_replay.rules.table cimport uchar, uint
from leoni_replay.rules.talon cimport Talon

cdef const uchar[::1] RANK, SUIT
cdef int COLUMNS, DEAL, DOWN_TO_UP, FOUNDATION, FOUNDATIONS, GRID, NO_CARD, STOCK, TALON, UNKNOWN, UP_TO_DOWN
cdef int BASE, COMES_FIRST, DOES_NOT_TAKE, NO_MEETING, NO_SUCH_MOVE, NOT_KNOWN, NOT_ON_TOP, VACANCY, WRONG_PLACE


cdef class Rug(Talon):
    cdef public bint marries_first, reverses
    cdef public uchar[::1] ends, lower, higher

    @cython.locals(place=int)
    cpdef lay_out(self)
    cpdef bint longways(self, int place) except -1
    cdef bint _free(self, int place) except -1
    cpdef bint meets(self, int suit) except -1
    cpdef bint marries(self, int card, int on) except -1
    @cython.locals(top=int, lower=int, higher=int, place=uint, card=int)
    cpdef bint may_marry(self) except -1
    cdef int _what_comes_first(self) except -1

    cdef int _why_not_reversed(self, int source, int card, int dest) except -1
    @cython.locals(foundation=int)
    cdef int _why_not_over(self, int card, int dest) except -1
    @cython.locals(count=int, suit=int, top=int)
    cdef int _list_reversals(self, uint[::1] out) except -1
    @cython.locals(top=int)
    cdef int _why_not_built(self, int source, int card, int dest) except -1
    @cython.locals(top=int, lower=int, higher=int, place=uint, card=int)
    cdef int _list_marriages(self, uint[::1] out, int count) except -1
