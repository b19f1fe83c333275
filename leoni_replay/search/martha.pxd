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

    @cython.locals(table=Martha, pile=int, height=int, count=int, card=int, vacant=int, new_count=int, i=int, move=int, source=int, dest=int, splits_pile=bint)
    cdef int _candidates(self, uint[::1] out) except -1
    @cython.locals(table=Martha, rating=int, pile=int, base=int, height=int, lowest_rank=int, i=int, j=int, card=int, below=int)
    cdef int _worth(self, int before, int choice) except -1
    @cython.locals(table=Martha, rank=int, same_colour=int, other_colour=int)
    cdef bint _is_safe(self, int card) except -1
    @cython.locals(table=Martha, pile=int, key=uint64, total=uint64)
    cdef uint64 _key(self) except? 77
