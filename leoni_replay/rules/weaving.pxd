cimport cython
from leoni_replay.rules.table cimport Table, uchar, uint, uint64

cdef const uchar[::1] RANK, SUIT
cdef const uchar[::1] _WAYS
cdef int BUILT_DOWN, BUILT_UP, DEAL_AGAIN, DOWN_TO_UP, EXILE, FOUNDATION, ON_DOWN, ON_UP, OPEN, PILES, ROOM, STOCK, UNKNOWN
cdef int UP_TO_DOWN, WOVEN
cdef int BASE, COMBINATION_DUE, COMBINED, EXILES_LEFT, EXILE_DUE, MISFIT, NOT_AVAILABLE, NOT_KNOWN, NOT_ON_TOP
cdef int NOT_SEEN, NO_EXILE, NO_EXILES_LEFT, NO_MEETING, NO_PILE, NO_REDEAL, NO_REVERSAL, NO_STANDSTILL, NO_SUCH_MOVE
cdef int OTHER_COMBINATION, STALEMATE, WON, WRONG_EXILE, WRONG_WAY


cdef class Weaving(Table):
    cdef public bint kings_only, reversal, immediate, now_or_never, any_exile, always_13, last_exile
    cdef public bint redeal_any_time, combines, unchecked, fifo, kings_leave, kings_under, once, shuffles
    cdef public bint alone_is_stalemate, stalemate_ends_deal, lifted_draws, stops, strict
    cdef public int count, redeals, spread, pick_up
    cdef public bint stalemate
    cdef public uchar[::1] stock
    cdef public int owes, combining, way, combined, chance, stopped_pile, stopped_card

    @cython.locals(source=int, card=int, dest=int, reason=int)
    cdef int _why(self, int move) except -1
    @cython.locals(source=int, pattern_card=int, count=int)
    cdef int _moves(self, uint[::1] out) except -1
    @cython.locals(count=int, first=int, last=int, pile=uint, height=int, index=int, card=int)
    cdef int _list_plays(self, uint[::1] out, int source, int pattern_card) except -1
    @cython.locals(suit=int)
    cdef int _list_reversals(self, uint[::1] out, int count, int pattern_card) except -1
    @cython.locals(index=int, card=int)
    cdef int _list_exiles(self, uint[::1] out, int count, int pattern_card) except -1
    @cython.locals(source=int, card=int, dest=int, suit=int, index=int, owed=int)
    cdef _perform(self, int move)
    @cython.locals(pile=int)
    cpdef apply_forced_moves(self, int source)
    @cython.locals(card=int, only_move=int, number=int, dest=int)
    cpdef int complete_move(self, int move) except -1
    cpdef uint64 registers(self) except? 77
    cdef _restore(self, uint64 registers)
    @cython.locals(cells=uchar[::1], size=uchar[::1], want=uchar[::1], pile=uint, height=uint, index=uint)
    cpdef bint standstill(self) except -1
    cpdef bint is_lost(self) except -1
    @cython.locals(count=int, suit=int)
    cpdef int legal_moves_when_lost(self) except -1
    @cython.locals(count=int)
    cpdef lay_out(self)
    @cython.locals(suit=int)
    cpdef complete_layout(self, int rows)

    @cython.locals(stock=uchar[::1], cells=uchar[::1], size=uchar[::1], count=int, unchecked=bint, pile=uint, exiled=uint, untested=bint, index=uint, card=uint, height=uint)
    cdef _deal(self, int cards)
    cpdef bint meets(self, int suit) except -1
    @cython.locals(suits=int, suit=int)
    cdef int _meeting(self) except -1
    cpdef int due(self) except -1
    cpdef bint deal_over(self) except -1
    cdef int _why_absent(self) except -1
    cdef int _why_blocked(self, bint reversal) except -1
    cpdef int why_blocked(self) except -1
    @cython.locals(suit=int, due=int, reason=int, top=int)
    cdef int _why_not_reversed(self, int card, int dest) except -1
    cpdef int why_not_turned_up(self) except -1
    @cython.locals(reason=int)
    cdef int _why_not_exile(self, int card, int dest) except -1
    @cython.locals(king=bint, fits=int)
    cpdef bint leaves(self, int card, int dest) except -1
    @cython.locals(reason=int)
    cdef int _why_in_doubt(self, int card) except -1
    cpdef int why_not_redeal(self) except -1
    cpdef int why_not_gathered(self) except -1
    cpdef int why_not_over(self) except -1
    @cython.locals(has_king=bint, height=int)
    cdef bint _move_kings_away(self, int pile) except -1
    cdef int _to_13(self, int source, int index) except -1
    @cython.locals(index=int, home=int)
    cdef _turn_up_exile(self, int card, int dest)
    @cython.locals(mark=int, end=int, piles=int, entry=int, pile=int, has_king=bint)
    cdef _move_lifted_kings_away(self)
    @cython.locals(height=int, card=int, rank=int, ends=bint)
    cdef _weave(self, int home)
    @cython.locals(base=int, index=int, card=int)
    cdef bint _is_endless(self, int home) except -1
    @cython.locals(index=int, card=int)
    cdef bint _is_endless_by_path(self, int home) except -1
    cdef bint _is_playable_by_path(self, int home, int rank) except -1
    cdef _stop(self, int reason, int home, int card)
    @cython.locals(source=int)
    cdef _reverse(self, int suit, int dest)
    cpdef bytes gathered(self)
    @cython.locals(count=int, index=int, order=bytes)
    cdef _lay_again(self)
    @cython.locals(count=int, turn=int, pile=int, height=int, index=int, card=uchar)
    cdef int _pick_up_piles(self) except -1
