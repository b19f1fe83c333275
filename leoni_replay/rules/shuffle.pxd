cimport cython

ctypedef unsigned char uchar
ctypedef unsigned long long uint64

# Typed here, because a constant above 2 to the 63 would be a Python number otherwise.
cdef uint64 _MASK, _NEARLY_ALL, _STEP, _MIX_1, _MIX_2

cpdef uint64 step(uint64 state) noexcept
cpdef uint64 mix(uint64 state) noexcept
@cython.locals(n=uint64, i=uint64, number=uint64, card=uchar)
cpdef uint64 shuffle(uchar[::1] cards, uint64 state) except? 77
