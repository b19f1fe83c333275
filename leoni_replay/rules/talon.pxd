cimport cython
from leoni_replay.rules.table cimport Table, uchar, uint, uint64

cdef const uchar[::1] SUIT
cdef int DEAL, DEAL_AGAIN, DEAL_ON, DOWN_TO_UP, FOUNDATION, FOUNDATIONS, HAND, NOWHERE, NO_CARD, ON_DOWN, ON_UP
cdef int PLACES, REDEAL, STOCK, TALON, UNKNOWN, UP_TO_DOWN
cdef int COMES_FIRST, GOES_OUT, IN_HAND, MISFIT, NOTHING_GATHERED, NOT_AVAILABLE, NOT_KNOWN, NO_REDEAL, NO_STOCK
cdef int NO_SUCH_MOVE, STOCK_LEFT, WON, WRONG_CARD


cdef class Talon(Table):
    cdef public int low, high, redeals, stay
    cdef public bint shuffles, plays_first, runs

    cpdef bint free(self, int place) except -1
    cdef bint _free(self, int place) except -1
    @cython.locals(place=int, height=int)
    cpdef bint standstill(self) except -1
    cpdef int what_comes_first(self) except -1
    cdef int _what_comes_first(self) except -1
    cpdef bint goes_out(self, int card) except -1
    cpdef bint is_lost(self) except -1
    cpdef bytes gathered(self)

    @cython.locals(source=int, card=int, dest=int, height=int)
    cdef int _why(self, int move) except -1
    cdef int _why_not_reversed(self, int source, int card, int dest) except -1
    cdef int _why_not_placed(self, int source, int card, int dest) except -1
    cdef int _why_not_built(self, int source, int card, int dest) except -1
    @cython.locals(height=int, top=int)
    cdef int _why_not_dealt(self, int card, int dest) except -1
    cpdef int why_not_redeal(self) except -1
    cpdef int why_not_order(self) except -1
    @cython.locals(card=int, written_card=int)
    cpdef int complete_move(self, int move) except -1
    @cython.locals(count=int, place=uint, height=uint, card=int, due=int)
    cdef int _moves(self, uint[::1] out) except -1
    cdef int _list_reversals(self, uint[::1] out) except -1
    cdef int _list_marriages(self, uint[::1] out, int count) except -1
    cdef int _list_weddings(self, uint[::1] out, int count, int source, int card) except -1

    @cython.locals(source=int, card=int, dest=int, index=int, foundation=int)
    cdef _perform(self, int move)
    cpdef apply_forced_moves(self, int source)
    cdef _make_forced_moves(self)
    cdef _turn_over(self)
