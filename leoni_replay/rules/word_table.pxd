cimport cython

ctypedef unsigned char uchar
ctypedef unsigned int uint
ctypedef unsigned long long uint64

cdef int UNREAD, _SLOTS, _MOST, _LONGEST, _HALF, _NOTE, _CLAIM, _LINE_NOTE
cdef uint64 _MASK, _MIX


cdef class WordTable:
    cdef uint64[::1] first, second
    cdef int[::1] numbers
    cdef const uchar[::1] kinds

    @cython.locals(mixed=uint64, slot=uint)
    cdef uint _slot(self, uint64 first, uint64 second) except? 77


cdef class WordReader(WordTable):
    cdef object store
    cdef int[::1] out
    cdef readonly list unknown_words, claims

    cdef _make_room(self, Py_ssize_t words)
    @cython.locals(out="int[::1]", kinds="const uchar[::1]", count=size_t, n=size_t, length=int, first=uint64, second=uint64, i=size_t, begin=size_t, char=uchar, kind=uchar)
    cpdef object read(self, const uchar[::1] text)
    @cython.locals(slot=uint)
    cdef int _number(self, uint64 first, uint64 second, int length, size_t end) except -2


cdef class Words(WordTable):
    cdef int used

    @cython.locals(slot=int)
    cdef _forget(self)
    @cython.locals(first=uint64, second=uint64, i=int, char=uchar, slot=uint)
    cdef _set(self, const uchar[::1] word, int number)
    @cython.locals(reader=WordReader)
    cpdef WordReader reader(self)
