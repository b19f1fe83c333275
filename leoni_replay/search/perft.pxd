cimport cython
from leoni_replay.rules.table cimport Table, uint, uint64

cdef int _MOST

cpdef uint64 perft(Table table, int depth) except? 77
@cython.locals(room="unsigned int[::1]", n=int, i=int, count="unsigned long long")
cdef uint64 _count(Table table, list rooms) except? 77
@cython.locals(room="unsigned int[::1]", made="unsigned long long", begun=int, n=int, i=int)
cpdef uint64 walk(Table table, int plies, uint64 state) except? 77
