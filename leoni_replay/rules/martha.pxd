cimport cython
from leoni_replay.rules.table cimport Table, uchar, uint, uint64

cdef const uchar[::1] LINE, RANK, SUIT
cdef int DOWN_TO_UP, FACE_DOWN, FOUNDATIONS, ON_DOWN, ON_UP, OPEN, PLACES, REDEAL, RETURN, STOCK, UNKNOWN, UP_TO_DOWN
cdef int BASE, COLOUR, COUNT, DOES_NOT_TAKE, GROUP, MISFIT, NOT_AVAILABLE, NOT_KNOWN, NO_REDEAL, NO_SEQUENCE
cdef int NO_SUCH_MOVE, SAME_PLACE, WON


cdef class Martha(Table):
    cdef public bint takes_groups, one_card, returns
    cdef public uchar[::1] ends

    @cython.locals(source=int, card=int, dest=int, height=int)
    cdef int _why(self, int move) except -1
    @cython.locals(pattern_card=int, pile=int, count=int, top=int, card=int, low=int, index=int, on=int, dest=int, end=int, suit=int)
    cdef int _moves(self, uint[::1] out) except -1
    @cython.locals(source=int, dest=int, index=int, _=int)
    cdef _perform(self, int move)
    @cython.locals(height=int)
    cpdef apply_forced_moves(self, int source)
    @cython.locals(pile=uint, height=uint)
    cpdef bint standstill(self) except -1
    cpdef bint is_lost(self) except -1
    @cython.locals(cards=int, number=int, layer=int, pile=int, card=int)
    cpdef lay_out(self)

    cpdef bint follows(self, int card, int on) except -1
    @cython.locals(base=uint, index=int)
    cpdef int lowest_movable(self, int place) except -1
    @cython.locals(base=int, line=int, reason=int, above=int, card=int)
    cpdef int why_no_sequence(self, int place, int index) except -1
    cdef int _why_not_returned(self, int card, int dest) except -1
    cpdef int why_not_in_vacancy(self, int card, bint is_group) except -1
    @cython.locals(on=int)
    cdef int _why_not_taken(self, int card, int dest) except -1
    @cython.locals(index=int, single=bint, reason=int)
    cdef int _why_not_built(self, int source, int card, int dest) except -1
