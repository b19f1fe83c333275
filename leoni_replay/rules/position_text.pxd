cimport cython
from leoni_replay.rules.table cimport Table, uchar, uint

cdef const uchar[::1] _RANKS, _SUITS
cdef int FACE_DOWN, FOUNDATIONS, GRID
cdef int _DEAL, _DEAL_ON, _DESTS, _FOUNDATION, _MOVE, _NAME
cdef bytes _MOVES, _RESULT


cdef class Writer:
    cdef const uchar[::1] lines
    cdef uchar[::1] names, out
    cdef bytearray room
    cdef int length
    cdef bint hand

    @cython.locals(at=int)
    cpdef bytes text(self, Table table, int rows)
    cpdef str digest(self, Table table, int rows)
    @cython.locals(out=uchar[::1], names=uchar[::1], played=uint[::1], count=int, n=int, i=int, move=int, source=int, at=int, end=int, card=int)
    cpdef bytes moves(self, Table table, bytes result)
    cdef bint _is_placed(self, uint[::1] played, int i, int count) except -1
    @cython.locals(i=int)
    cdef int _text(self, bytes text, int n) except -1
    @cython.locals(places=int, n=int, first=int, start=int, i=int)
    cdef int _line(self, Table table, int at, int rows) except -1
    @cython.locals(i=int, place=int)
    cdef int _row(self, Table table, int places, int n) except -1
    cdef int _foundations(self, Table table, int first, int second) except -1
    @cython.locals(n=int)
    cdef int _card(self, int card) except -1
    cdef int _put(self, int char) except -1
