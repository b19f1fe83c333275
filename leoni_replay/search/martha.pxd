cimport cython
from leoni_replay.rules.martha cimport Martha
from leoni_replay.search.best_first cimport BestPlan
from leoni_replay.rules.table cimport uchar, uint, uint64

cdef const uchar[::1] RANK, SUIT
cdef int BUILT_UP, FACE_DOWN, ON_UP, RETURN
cdef int _ALIKE, _COUNT, _SAFE
cdef uint64 _MASK, _MIX


cdef class MarthaPlan(BestPlan):
    cdef Martha martha

    @cython.locals(table=Martha, p=int, n=int, card=int, vacant=int, kept=int, i=int, move=int, source=int, dest=int, parts=bint)
    cdef int _candidates(self, uint[::1] out) except -1
    @cython.locals(table=Martha, worth=int, p=int, base=int, n=int, least=int, i=int, j=int, card=int, below=int)
    cdef int _worth(self, int before, int choice) except -1
    @cython.locals(table=Martha, rank=int, twin=int, other=int)
    cdef bint _is_safe(self, int card) except -1
    @cython.locals(table=Martha, p=int, key=uint64, total=uint64)
    cdef uint64 _key(self) except? 77
