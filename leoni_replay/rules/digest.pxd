cimport cython
from leoni_replay.rules.table cimport Table, uchar

cdef const uchar[::1] _RANKS, _SUITS
cdef int GRID, NO_CARD, _MOVE, _DEAL, _DEAL_ON, _NAME


cdef class Writer:
    cdef const uchar[::1] lines, sources, dests
    cdef uchar[::1] out, card
    cdef int length
    cdef bint hand

    @cython.locals(at=int)
    cpdef bytes text(self, Table table, int rows)
    cpdef str digest(self, Table table, int rows)
    @cython.locals(out=uchar[::1], n=int, i=int, move=int, after=int, card=int)
    cpdef bytes moves(self, Table table)
    @cython.locals(out=uchar[::1], i=int)
    cdef int _name(self, const uchar[::1] names, int at) except -1
    @cython.locals(out=uchar[::1], places=int, n=int, first=int, start=int, i=int)
    cdef int _line(self, Table table, int at, int rows) except -1
    @cython.locals(i=int, place=int)
    cdef int _row(self, Table table, int places, int n) except -1
    cdef int _foundations(self, Table table, int first, int second) except -1
    @cython.locals(out=uchar[::1], n=int, i=int, card=int)
    cdef int _cards(self, uchar[::1] cells, int base, int count) except -1
    cdef int _put(self, int char) except -1
