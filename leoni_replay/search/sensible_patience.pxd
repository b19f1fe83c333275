cimport cython
from leoni_replay.rules.martha cimport Martha
from leoni_replay.rules.rug cimport Rug
from leoni_replay.search.sensible cimport Sensible
from leoni_replay.rules.table cimport Table, uchar, uint, uint64

cdef const uchar[::1] RANK, SUIT
cdef int COLUMNS, DEAL, FACE_DOWN, FOUNDATIONS, GRID, HAND, NO_CARD, TALON, _GRID_END, _ROW_2


cdef class SensibleMartha(Sensible):
    cdef Martha martha

    @cython.locals(view=Table, weights="int[::1]", value=int, p=int, n=int, base=int, i=int, k=int, card=int, below=int)
    cdef int _value(self) except? -7777


cdef class SensibleAnna(Sensible):
    @cython.locals(view=Table, weights="int[::1]", value=int, p=int, n=int, base=int, i=int, bottom=int)
    cdef int _value(self) except? -7777


cdef class SensibleRug(Sensible):
    cdef Rug rug

    @cython.locals(view=Table, weights="int[::1]", value=int, place=int)
    cdef int _value(self) except? -7777


cdef class SensibleReversal(Sensible):
    pass


cdef class SensibleLabyrinth(Sensible):
    @cython.locals(table=Table, best=int, longest=int, i=int, place=int, below=int, wait=int, card=int)
    cdef int _dealing(self) except -1
