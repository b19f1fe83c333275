cimport cython

ctypedef unsigned char uchar
ctypedef unsigned long long uint64

cdef int UNREAD, _SLOTS, _MOST, _LONGEST, _HALF, _SPACE, _NEW_LINE, _LAST
cdef uint64 _MASK, _MIX


cdef class Words:
    cdef uint64[::1] first, second
    cdef int[::1] numbers
    cdef const uchar[::1] signs
    cdef object store
    cdef dict always
    cdef int used
    cdef public Py_ssize_t last

    @cython.locals(slot=int)
    cdef _begin(self)
    @cython.locals(first=uint64, second=uint64, i=int, char=uchar, slot=int)
    cdef _set(self, const uchar[::1] word, int number)
    @cython.locals(mixed=uint64, slot=int)
    cdef int _slot(self, uint64 first, uint64 second) except -1
    @cython.locals(out="int[::1]", count=Py_ssize_t, n=Py_ssize_t, length=int, first=uint64, second=uint64, i=Py_ssize_t, char=uchar)
    cpdef object read(self, const uchar[::1] text, Py_ssize_t at)
    cdef int _number(self, uint64 first, uint64 second, int length) except -2
