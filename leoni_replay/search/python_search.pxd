from leoni_replay.search.depth_first cimport Plan
from leoni_replay.search.sensible cimport Sensible
from leoni_replay.rules.table cimport uint, uint64


cdef class OpenPlan(Plan):
    cdef int checks

    cdef int _forced(self) except -1
    cdef bint _lost(self) except -1
    cdef int _candidates(self, uint[::1] out) except -1
    cdef int _worth(self, int before, int choice) except -1
    cdef uint64 _key(self) except? 77


cdef class OpenSensible(Sensible):
    cdef int _value(self) except? -7777
    cdef bint _arranges(self, int move) except -1
