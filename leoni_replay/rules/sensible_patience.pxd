cimport cython
from leoni_replay.rules.labyrinth cimport Labyrinth
from leoni_replay.rules.martha cimport Martha
from leoni_replay.rules.rug cimport Rug
from leoni_replay.rules.sensible cimport Sensible
from leoni_replay.rules.table cimport Table, uchar, uint, uint64

cdef const uchar[::1] RANK, SUIT
cdef int FACE_DOWN, HAND, NO_CARD, TALON


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
    @cython.locals(view=Table, packets=int)
    cdef int _value(self) except? -7777


cdef class SensibleLabyrinth(Sensible):
    cdef Labyrinth labyrinth

    @cython.locals(view=Table, value=int, place=int)
    cdef int _value(self) except? -7777
