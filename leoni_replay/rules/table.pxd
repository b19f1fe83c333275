cimport cython

ctypedef unsigned char uchar
ctypedef unsigned int uint
ctypedef unsigned long long uint64

cdef const uchar[::1] RANK, SUIT
cdef int FOUNDATIONS, KINDS, PLACES, RELAID, SECOND, TURNED
cdef uint64 KEY_BASE, _MASK
cdef uint64[::1] CARD_KEYS, PLACE_KEYS, HEIGHT_KEYS


cdef class Table:
    cdef public dict readings, orders
    cdef public uchar[::1] cells, size, want, ranks, full, shown, lifted, stale
    cdef public uint[::1] log, begins, played
    cdef public uint64[::1] before, sums
    cdef public list relaid
    cdef public int laid, cards, left, deal, logged, plies, shows, lifts, doubt, told
    cdef public bint ended, odd, told_stalemate

    cpdef int why(self, int move) except -1
    cpdef int moves(self, uint[::1] out) except -1
    cpdef perform(self, int move)
    cpdef int forced(self, int move) except -1
    cpdef uint64 registers(self) except? 77
    cpdef restore(self, uint64 registers)
    cpdef bint standstill(self) except -1
    cpdef bint may_be_lost(self) except -1
    cpdef lay_out(self)
    cpdef written(self, int rows)

    @cython.locals(place=int, kind=int, suit=int)
    cpdef bare(self)
    @cython.locals(base=int, n=int, i=int)
    cpdef start(self, const uchar[::1] stock)
    cpdef lay(self, dict places, int deal, int rows)
    @cython.locals(kind=int, suit=int, at=int)
    cpdef _stand(self, int foundation, int height)
    @cython.locals(n=int, i=int)
    cpdef set_cards(self, int place, const uchar[::1] cards)
    cpdef set_card(self, int place, int i, int card)

    cpdef int top(self, int place) except -1
    cpdef int at(self, int place, int i) except -1
    @cython.locals(base=int, n=int, card=int)
    cpdef int take(self, int place, int i) except -1
    @cython.locals(base=int, n=int)
    cpdef put(self, int place, int i, int card)
    @cython.locals(base=int, i=int)
    cpdef int index(self, int place, int card) except -2
    @cython.locals(base=int, i=int)
    cpdef int last_index(self, int place, int card) except -2

    @cython.locals(card=int)
    cpdef int shift(self, int source, int i, int dest, int to) except -1
    @cython.locals(card=int, foundation=int)
    cpdef build(self, int source, int i, int kind)
    cpdef int landing(self, int card, int dest) except -1
    @cython.locals(kind=int, base=int, height=int)
    cpdef grow(self, int foundation)
    @cython.locals(kind=int, base=int, height=int, card=int)
    cpdef int shrink(self, int foundation) except -1
    @cython.locals(kind=int)
    cpdef int foundation_top(self, int foundation) except -1
    cpdef over(self, int source, int dest)
    cpdef turn_up(self, int place, int i)
    cpdef show(self, int card)
    cpdef relay(self, places)
    cpdef bytes cards_in(self, int place)

    cpdef play(self, int move)
    @cython.locals(ply=int)
    cpdef begin(self, int move)
    @cython.locals(ply=int, mark=int, at=int, change=uint, source=int, i=int, dest=int, to=int, card=int)
    cpdef unplay(self)

    cpdef bint won(self) except -1
    @cython.locals(total=uint64, sum=uint64, place=int, base=int, i=int, kind=int, suit=int, line=int)
    cpdef uint64 key(self) except? 77
