cimport cython
from leoni_replay.rules.table cimport Table

cdef int NO_CARD, NOWHERE, WOVEN
cdef int _NUMBER


cdef class Runner:
    cdef public Table table

    @cython.locals(table=Table, n=Py_ssize_t, numbered=bint, code=int, kind=int, after=Py_ssize_t)
    cpdef Py_ssize_t run(self, int[::1] codes, Py_ssize_t at, int number) except -2
    @cython.locals(table=Table, lifts=int, shows=int, ended=bint, last=int, code=int, kind=int)
    cdef Py_ssize_t _as_written(self, int[::1] codes, Py_ssize_t at, Py_ssize_t n, bint woven) except -2
