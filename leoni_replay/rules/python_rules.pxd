cimport cython
from leoni_replay.rules.table cimport Table, uint, uint64


cdef class OpenTable(Table):
    cdef int _why(self, int move) except -1
    cdef int _moves(self, uint[::1] out) except -1
    cdef _perform(self, int move)
    cdef _settle(self, int source)
    cdef bint _standstill(self) except -1
    cdef _lay_out(self)
    cdef _written(self, int rows)
    cdef int _forced(self, int move) except -1
    cdef uint64 _registers(self) except? 77
    cdef _restore(self, uint64 registers)
    cdef bint _won(self) except -1
