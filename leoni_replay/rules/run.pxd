cimport cython
from leoni_replay.rules.table cimport Table, uchar, uint, uint64

cdef int DEAL_ON, NO_CARD, NOWHERE, OPEN, WOVEN, GOES_OUT, NO_SUCH_MOVE
cdef int _NUMBER, _LIFTED, _DEPTH


cdef class Runner:
    cdef public Table table
    cdef public int state, reason, depth, ahead, clock
    cdef public list lines
    cdef uint[::1] out
    cdef int[::1] floors, replaced_moves, line_indices, cells, terminals
    cdef object last_cells, last_terminals

    cpdef begin(self, int state, int first)
    @cython.locals(table=Table, states="int[::1]", kinds="int[::1]", n=Py_ssize_t, state=int, repeated=int, item=int, kind=int, terminal=int, cell=int, move=int, after=Py_ssize_t)
    cpdef Py_ssize_t run(self, int[::1] items, Py_ssize_t at, object cells, object terminals, int width) except -2
    @cython.locals(table=Table)
    cdef bint _open_line(self) except -1
    @cython.locals(table=Table, floor=int)
    cdef _close(self)
    @cython.locals(table=Table, source=int, card=int, dest=int, reason=int, only_move=int, n=int, key=uint64, i=int)
    cdef int _find_move(self, int move, bint is_pattern) except -1
    @cython.locals(table=Table, key=uint64)
    cdef uint64 _key_after(self, int move) except? 77
    @cython.locals(table=Table, lifts=int, shows=int, ended=bint, last=int, marked=int, first=int, item=int, kind=int)
    cdef Py_ssize_t _match_parts(self, int[::1] items, Py_ssize_t at, Py_ssize_t n, bint woven) except -2
