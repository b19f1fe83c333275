cimport cython
from leoni_replay.rules.table cimport Table, uchar, uint, uint64

cdef int ASIDE, COLUMNS, DEAL, DEAL_ON, DOWN_TO_UP, GRID, ON_DOWN, ON_UP, OPEN, PLACES, REDEAL, STOCK, UNKNOWN, UP_TO_DOWN
cdef int GRID_END, ROW_2, ROWS
cdef int MISFIT, NO_REDEAL, NO_RESORT, NO_ROOM, NO_STANDSTILL, NO_STOCK, NO_SUCH_MOVE, NOT_AVAILABLE, NOT_KNOWN
cdef int OVER, WON, WRONG_CARD, WRONG_PLACE


cdef class Labyrinth(Table):
    cdef public bint open_top, either_side, refills_later, until_row_2, stops, has_resort, sets_aside, any_time
    cdef public int rows
    cdef public bint rescued
    cdef uint[::1] room_for_moves

    @cython.locals(source=int, card=int, dest=int, fits=bint)
    cdef int _why(self, int move) except -1
    @cython.locals(count=int, first=int, end=int, source=int, place=int, card=int, resort=bint)
    cdef int _moves(self, uint[::1] out) except -1
    @cython.locals(source=int, aside=bint)
    cdef _perform(self, int move)
    @cython.locals(place=int)
    cpdef apply_forced_moves(self, int source)
    cpdef uint64 registers(self) except? 77
    cdef _restore(self, uint64 registers)
    @cython.locals(place=int)
    cpdef bint standstill(self) except -1
    @cython.locals(place=int)
    cpdef bint is_lost(self) except -1
    cpdef lay_out(self)
    cpdef complete_layout(self, int rows)

    @cython.locals(rows=int, end=int, below=int, above=int)
    cpdef bint free(self, int place) except -1
    cpdef bint refills(self) except -1
    cpdef bint last_resort(self) except -1
    cpdef bint is_stopped(self) except -1
    cdef int _why_not_row(self) except -1
    @cython.locals(top=int)
    cdef int _why_not_refill(self, int card, int dest) except -1
    @cython.locals(place=int, end=int)
    cdef _deal_row(self)
    cdef int _from_stock(self, int place) except -1
