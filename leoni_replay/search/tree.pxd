cimport cython
from leoni_replay.search.search cimport Search
from leoni_replay.rules.table cimport uint

cdef int _FULL, _OPEN, _WINS, _WON


cdef class TreeSearch(Search):
    cdef uint[::1] parent, move, arranged, ply, link, way, room
    cdef uint entries, here

    cdef int _begin(self) except -1
    @cython.locals(i=int, parent=uint)
    cdef _spread(self)
    cdef _step(self, uint move, uint arranged)
    @cython.locals(fresh=int, node=uint)
    cdef int _look(self, uint parent, int choice, uint move, uint arranged) except -1
    cdef _wait(self, uint node, int choice)
    @cython.locals(here=uint, n=uint)
    cdef _turn_to(self, uint node)
    cdef _take_back(self)
