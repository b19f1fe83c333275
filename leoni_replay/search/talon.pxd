cimport cython
from leoni_replay.rules.anna cimport Anna
from leoni_replay.rules.rug cimport Rug
from leoni_replay.rules.table cimport uchar, uint
from leoni_replay.rules.talon cimport Talon
from leoni_replay.search.best_first cimport BestPlan

cdef const uchar[::1] RANK, SUIT
cdef int BUILT_DOWN, DEAL, DEAL_ON, HAND, NO_CARD, ON_DOWN, ON_UP, SECOND_DOWN, STOCK, TALON
cdef int _FULL, _HOPELESS, _TURNING


cdef class TalonPlan(BestPlan):
    cdef Talon talon
    cdef int plays, marriages

    @cython.locals(table=Talon, count=int, new_count=int, i=int, move=int)
    cdef int _candidates(self, uint[::1] out) except -1
    @cython.locals(i=int, j=int, move=int)
    cdef int _move_forward(self, uint[::1] out, int count, int index, int lowest_dest, int highest_dest) except -1
    @cython.locals(first_waiting=int)
    cdef int _worth(self, int before, int choice) except -1


cdef class AnnaPlan(TalonPlan):
    cdef Anna anna
    cdef uchar[::1] copies_to_be_had, stuck_heights, high_reach, low_reach

    cdef int _candidates(self, uint[::1] out) except -1
    @cython.locals(table=Anna, place=int, i=int, pile=int, queens=int)
    cdef bint _is_queen_lost(self) except -1
    @cython.locals(table=Anna, is_last_pass=bint, card=int, suit=int, place=int, i=int, pile=int, queens_waiting=int, vacant=int)
    cdef bint _is_hopeless(self) except -1
    @cython.locals(more=bint, pile=int)
    cdef _spread_out(self)
    @cython.locals(table=Anna, rating=int, pile=int, i=int, base=int)
    cdef int _value(self) except -1
    cdef _uncover(self, int pile, int height)
    @cython.locals(table=Anna, has_grown=bint, suit=int, high=int, high_begin=int, low=int, copies_needed=int)
    cdef bint _build(self) except -1
    @cython.locals(table=Anna, card=int, height=int, suit=int, high_begin=int)
    cdef bint _can_leave(self, int pile, int index) except -1


cdef class RugPlan(TalonPlan):
    cdef Rug rug

    @cython.locals(table=Rug, place=int, rating=int)
    cdef int _value(self) except -1
