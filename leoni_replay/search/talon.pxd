cimport cython
from leoni_replay.search.best cimport BestPlan
from leoni_replay.rules.table cimport uint
from leoni_replay.rules.talon cimport Talon

cdef int DEAL, DEAL_ON, HAND, ON_DOWN, ON_UP, TALON, _TURNING


cdef class TalonPlan(BestPlan):
    cdef Talon talon
    cdef int plays, marriages

    @cython.locals(table=Talon, n=int, kept=int, i=int, move=int)
    cdef int _candidates(self, uint[::1] out) except -1
    @cython.locals(i=int, j=int, move=int)
    cdef int _sorted(self, uint[::1] out, int n, int begin, int low, int high) except -1
    @cython.locals(first=int)
    cdef int _worth(self, int before, int choice) except -1
