cimport cython
from leoni_replay.rules.labyrinth cimport Labyrinth
from leoni_replay.search.depth_first cimport Plan
from leoni_replay.rules.table cimport uint

cdef int ASIDE, COLUMNS, GRID, ON_UP, STOCK, _ROW_2, _SAFE


cdef class LabyrinthPlan(Plan):
    cdef Labyrinth labyrinth
    cdef bint is_set

    @cython.locals(table=Labyrinth, first=int, place=int)
    cdef int _candidates(self, uint[::1] out) except -1
    cdef int _list_only(self, uint[::1] out, int place) except -1
