cimport cython
from leoni_replay.rules.table cimport Table, uchar, uint, uint64

cdef const uchar[::1] RANK, SUIT
cdef int BUILT_DOWN, BUILT_UP, DEAL, DEAL_AGAIN, DEAL_ON, DROPPED, NOWHERE, NO_CARD, ON_DOWN, ON_UP, PLACES, REDEAL
cdef int SECOND_DOWN, STOCK, UNKNOWN
cdef int COMES_FIRST, MISFIT, NOTHING_GATHERED, NOT_AVAILABLE, NOT_KNOWN, NO_REDEAL, NO_STANDSTILL, NO_STOCK
cdef int NO_SUCH_MOVE, STOCK_LEFT, WAITS, WON, WRONG_CARD, WRONG_PLACE


cdef class Reversal(Table):
    cdef public bint pauses, by_card, shuffles, any_time
    cdef public int deals, rounds, due

    @cython.locals(source=int, card=int, dest=int, height=int)
    cdef int _why(self, int move) except -1
    @cython.locals(count=int, packet=uint, index=uint, card=int)
    cdef int _moves(self, uint[::1] out) except -1
    @cython.locals(source=int, card=int, dest=int, index=int)
    cdef _perform(self, int move)
    cpdef apply_forced_moves(self, int source)
    @cython.locals(card=int, only_move=int, dest=int)
    cpdef int complete_move(self, int move) except -1
    cpdef uint64 registers(self) except? 77
    cdef _restore(self, uint64 registers)
    @cython.locals(packet=int, height=int, index=int)
    cpdef bint standstill(self) except -1
    cpdef bint is_lost(self) except -1
    cpdef lay_out(self)
    cpdef complete_layout(self, int rows)

    cpdef int round_size(self) except -1
    cpdef int place_due(self) except -1
    cpdef bint has_cards_out(self) except -1
    @cython.locals(rank=int)
    cpdef bint is_base(self, int card) except -1
    @cython.locals(fits=int)
    cpdef int fits(self, int card) except -1
    cpdef bint plays_wait(self) except -1
    @cython.locals(bases_out=int, foundation=int, packet=int, height=int, index=int, card=int)
    cpdef bint base_due(self) except -1
    cpdef int comes_first(self) except -1
    cpdef int why_not_dealt(self) except -1
    @cython.locals(card=int, dest=int, top=int)
    cdef int _why_not_there(self, int move) except -1
    @cython.locals(reason=int)
    cpdef int why_not_gathered(self) except -1
    cpdef int why_not_redeal(self) except -1
    cpdef bytes gathered(self)
    cdef int _list_plays(self, uint[::1] out, int count, int source, int card) except -1
    cdef _begin_round(self)
    @cython.locals(number=int, place=int)
    cdef _deal_round(self)
    cdef _lay_again(self)
