cimport cython
from leoni_replay.rules.table cimport Table, uchar

cdef const uchar[::1] _RANKS, _SUITS
cdef int FOUNDATIONS, GRID


cdef class Writer:
    cdef list lines
    cdef uchar[::1] out
    cdef int length

    cpdef bytes text(self, Table table, int rows)
    cpdef str digest(self, Table table, int rows)
    @cython.locals(n=int, first=int, start=int, i=int)
    cdef int _line(self, Table table, const uchar[::1] name, const uchar[::1] places, int rows) except -1
    @cython.locals(first=int, second=int)
    cdef int _foundations(self, Table table, const uchar[::1] places) except -1
    cdef int _card(self, int card) except -1
    cdef int _put(self, int char) except -1
