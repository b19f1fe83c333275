cimport cython
from leoni_replay.rules.table cimport Table, uchar, uint

cdef const uchar[::1] _RANKS, _SUITS
cdef int FACE_DOWN, FOUNDATIONS, GRID
cdef int _DEAL, _DEAL_ON, _DESTS, _FOUNDATION, _MOVE, _NAME
cdef bytes _MOVES, _RESULT


cdef class TextForm:
    cdef const uchar[::1] lines, names
    cdef bint hand


cdef class Writer:
    cdef uchar[::1] out
    cdef bytearray room
    cdef uint length

    @cython.locals(at=uint)
    cpdef bytes text(self, TextForm form, Table table, int rows)
    cpdef str digest(self, TextForm form, Table table, int rows)
    @cython.locals(out=uchar[::1], names="const uchar[::1]", moves=uint[::1], count=uint, n=uint, i=uint, move=uint, source=uint, at=uint, end=uint, card=uint)
    cpdef bytes moves(self, TextForm form, Table table, bytes result)
    cdef bint _is_placed(self, uint[::1] moves, uint i, uint count) except -1
    @cython.locals(i=uint)
    cdef int _text(self, bytes text, uint n) except -1
    @cython.locals(places=uint, n=uint, first=int, start=uint, i=uint)
    cdef int _line(self, TextForm form, Table table, uint at, int rows) except -1
    @cython.locals(i=uint, place=uint)
    cdef int _row(self, TextForm form, Table table, uint places, uint n) except -1
    cdef int _foundations(self, Table table, int first, int second) except -1
    @cython.locals(n=uint)
    cdef int _card(self, uint card) except -1
    cdef int _put(self, int char) except -1
