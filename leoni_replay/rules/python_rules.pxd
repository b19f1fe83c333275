cimport cython
from leoni_replay.rules.table cimport Table, uint, uint64


cdef class OpenTable(Table):
    cdef public list lights

    cdef int _why(self, int move) except -1
    cdef int _moves(self, uint[::1] out) except -1
    cdef _perform(self, int move)
    cdef _restore(self, uint64 registers)
    cdef _note(self)
    cdef _unplay(self)
    cdef _count_left(self)
