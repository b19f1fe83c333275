cimport cython
from leoni_replay.rules.labyrinth cimport Labyrinth
from leoni_replay.search.search cimport Plan
from leoni_replay.rules.table cimport uchar, uint, uint64

cdef int COLUMNS, DEAL, DEAL_ON, GRID, ON_UP, STOCK, UNKNOWN, _ALIKE, _GRID_END, _HOPELESS, _ROW_2, _SAFE


cdef class LabyrinthPlan(Plan):
    cdef Labyrinth labyrinth
    cdef bint is_set
    cdef int begun
    cdef uchar[::1] built, at, lies

    @cython.locals(table=Labyrinth, dealt=bint, all_safe=bint, place=int, n=int)
    cdef int _candidates(self, uint[::1] out) except -1
    @cython.locals(kept=int, refilled=bint, i=int, move=int)
    cdef int _one_refill(self, uint[::1] out, int n) except -1
    @cython.locals(table=Labyrinth, n=int, lie=int, place=int, card=int, i=int, key=uint64)
    cdef uint64 _key(self) except? 77
    @cython.locals(table=Labyrinth, due=int, suit=int, height=int)
    cdef bint _hopeless(self) except -1
    @cython.locals(table=Labyrinth, card=int, i=int, place=int, suit=int, height=int, more=bint)
    cdef bint _all_reached(self, int rescued) except -1
    @cython.locals(table=Labyrinth, rows=int, end=int, below=int, above=int)
    cdef bint _free(self, int place) except -1
