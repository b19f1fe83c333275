cimport cython
from leoni_replay.rules.table cimport Table, uint, uint64


cdef class OpenTable(Table):
    cdef int _why(self, int move) except -1
    cdef int _moves(self, uint[::1] out) except -1
    cdef _perform(self, int move)
    cdef _restore(self, uint64 registers)
