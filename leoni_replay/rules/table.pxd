cimport cython

ctypedef unsigned char uchar
ctypedef unsigned int uint
ctypedef unsigned long long uint64

cdef const uchar[::1] RANK, SUIT, _NONE, _ALL
cdef int FACE_DOWN, FOUNDATIONS, IN_GROUP, KINDS, ON_CARD, ON_DOWN, ON_UP, OPEN, PLACES, REPLACED, ROOM, SECOND, STOCK
cdef int HEIGHT_SET, TURNED, UNKNOWN
cdef int NO_ORDER, WRONG_ORDER, _IRREGULAR
cdef uint64 KEY_BASE, _MASK, _MIX
cdef uint64[::1] CARD_KEYS, PLACE_KEYS, HEIGHT_KEYS


cdef class Table:
    cdef public dict readings, orders
    cdef public list irregular_actions
    cdef public uchar[::1] cells, size, want, ranks, full, shown, lifted, stale, saved, groups
    cdef public uint[::1] log, begins, played
    cdef public uint64[::1] before, sums
    cdef public uint64 memory, key_mask
    cdef public int room, longest, base_count, cards, places, left, deal, logged, plies, shows, lifts, doubt, path_length, saved_end
    cdef public bint ended, odd, path_stalemate, filtering, grouped
    cdef public int pattern

    cdef _make_room(self)
    cdef int _why(self, int move) except -1
    cdef int _moves(self, uint[::1] out) except -1
    cdef int _add_if_legal(self, uint[::1] out, int n, int move) except -1
    @cython.locals(pattern=int, dest_pattern=int, to=int)
    cdef bint _matches(self, int move) except -1
    @cython.locals(n=int, i=int, count=int)
    cdef int _matching(self, uint[::1] out, int pattern) except -1
    cdef int _why_not_order(self, bytes gathered) except -1
    cpdef bytes gathered(self)
    cdef _perform(self, int move)
    cpdef apply_forced_moves(self, int source)
    cpdef int complete_move(self, int move) except -1
    cpdef uint64 registers(self) except? 77
    cdef _restore(self, uint64 registers)
    cdef _note(self)
    cpdef bint standstill(self) except -1
    cpdef bint is_lost(self) except -1
    cpdef int legal_moves_when_lost(self) except -1
    cpdef lay_out(self)
    cpdef complete_layout(self, int rows)

    @cython.locals(kind=int, suit=int)
    cdef _clear(self)
    @cython.locals(base=int, n=int)
    cpdef start(self, const uchar[::1] stock)
    cpdef set_position(self, dict places, int deal, int rows)
    @cython.locals(kind=int, suit=int, at=int)
    cpdef _set_height(self, int foundation, int height)
    @cython.locals(n=int, i=int)
    cpdef set_cards(self, int place, const uchar[::1] cards)
    cpdef set_card(self, int place, int i, int card)

    cdef int _top(self, uint place) except -1
    cdef int _at(self, uint place, int i) except -1
    @cython.locals(base=uint, n=int, card=int)
    cdef int _take(self, int place, int i) except -1
    @cython.locals(base=uint, n=int)
    cdef _put(self, int place, int i, int card)
    @cython.locals(base=uint, i=int)
    cdef int _index(self, int place, int card) except -2
    @cython.locals(base=uint, i=int)
    cdef int _last_index(self, int place, int card) except -2

    @cython.locals(card=int)
    cdef int _shift(self, uint source, int i, uint dest, int to) except -1
    @cython.locals(n=int, card=int, foundation=int, height=int, rank=int)
    cdef _build(self, uint source, int i, int kind)
    cdef int _landing(self, int card, int dest) except -1
    @cython.locals(kind=int, base=int, height=int)
    cdef _grow(self, int foundation)
    @cython.locals(kind=int, base=int, height=int, card=int)
    cdef int _shrink(self, int foundation) except -1
    @cython.locals(kind=int)
    cpdef int foundation_top(self, int foundation) except -1
    cdef _move_between(self, int source, int dest)
    @cython.locals(card=int, to=int)
    cdef _return(self, int foundation, int dest)
    cdef _turn_up(self, int place, int i)
    cdef _show(self, int card)
    @cython.locals(n=int, at=int)
    cdef _save_places(self, int first, int last)
    @cython.locals(n=int, end=int, at=int, place=int)
    cdef _restore_places(self, int first, int last)
    cpdef bytes cards_in(self, int place)

    @cython.locals(ply=int)
    cdef _play(self, int move)
    @cython.locals(shift=uint, dest=int)
    cdef _play_irregular(self, object action)
    @cython.locals(height=int)
    cdef _set_by_hand(self, dict places)
    cdef _make_more_room(self)
    @cython.locals(ply=int, mark=int, at=int, change=uint, source=int, i=int, dest=int, to=int, card=int)
    cdef _unplay(self)

    cpdef bint won(self) except -1
    @cython.locals(total=uint64, sum=uint64, place=int, base=int, i=int, kind=int, suit=int, line=int)
    cpdef uint64 key(self) except? 77
    @cython.locals(sum=uint64, place=int)
    cdef uint64 _key_of_groups(self, uint64 total) except? 77
