cimport cython
from leoni_replay.rules.table cimport uchar, uint
from leoni_replay.rules.talon cimport Talon

cdef const uchar[::1] RANK
cdef int COLUMNS, DEAL, GRID, NO_CARD, UNKNOWN
cdef int COMES_FIRST, DOES_NOT_TAKE, NOT_KNOWN, VACANCY, WRONG_PLACE


cdef class Rug(Talon):
    cdef public bint marries_first, longways_corner
    cdef public uchar[::1] ends, lower, higher

    @cython.locals(place=int)
    cpdef lay_out(self)
    @cython.locals(odd=int)
    cpdef bint longways(self, int place) except -1
    cdef bint _free(self, int place) except -1
    cpdef bint marries(self, int card, int on) except -1
    @cython.locals(n=int, top=int, lower=int, higher=int, place=int, card=int)
    cpdef bint may_marry(self) except -1
    cdef int _first(self) except -1

    @cython.locals(top=int)
    cdef int _why_not_built(self, int source, int card, int dest) except -1
    @cython.locals(high=int, top=int, lower=int, higher=int, place=int, card=int)
    cdef int _list_marriages(self, uint[::1] out, int n) except -1
