cimport cython
from leoni_replay.rules.table cimport uint, uint64
from leoni_replay.search.depth_first cimport Plan, Search

cdef int DEAL, DEAL_AGAIN, FULL, HAND, LOST, OPEN, WINS, WON
cdef int _BEAM, _BEAM_GROWS, _BUDGET, _DEEPER, _WIDER, _WIDEST_BEAM, _WIDTH, _WORTHS
cdef uint _NOTHING


cdef class TreeSearch(Search):
    cdef uint[::1] parent, move, arrangement, ply, next_in_list, path, children
    cdef uint stored_count, current

    cdef int _begin(self) except -1
    @cython.locals(i=int, parent=uint)
    cdef _expand(self)
    cdef _play_candidate(self, uint move, uint arrangement)
    @cython.locals(outcome=int, node=uint)
    cdef int _search_position(self, uint parent, int choice, uint move, uint arrangement) except -1
    cdef _add_waiting(self, uint node, int choice)
    @cython.locals(ancestor=uint, path_length=uint)
    cdef _go_to(self, uint node)
    cdef _return_to_start(self)


cdef class BestPlan(Plan):
    pass


cdef class BestSearch(TreeSearch):
    cdef uint[::1] waiting
    cdef int best_rating, current_rating

    @cython.locals(stop=uint64)
    cpdef int run(self, uint64 nodes) except -1
    cdef bint _has_best(self) except -1
    @cython.locals(node=uint)
    cdef _continue_from_best(self)
    cdef _add_waiting(self, uint node, int choice)
    cdef _add_by_rating(self, uint node, int rating)


cdef class StagedSearch(BestSearch):
    cdef uint[::1] next_stage
    cdef uint kept_count
    cdef int width, tried_count, cards_in_hand
    cdef bint has_left_out

    @cython.locals(stop=uint64)
    cpdef int run(self, uint64 nodes) except -1
    @cython.locals(i=int)
    cdef _end_stage(self)
    @cython.locals(i=int)
    cdef _restart(self, int width)
    cdef _go_to(self, uint node)
    @cython.locals(rating=int)
    cdef _add_waiting(self, uint node, int choice)


cdef class RedealSearch(TreeSearch):
    cdef uint[::1] group, waiting, groups_in_turn, starts, cards_left
    cdef uint group_count, open_group_count, turn, start_count, listed_count, list_size, start_index, remaining_count
    cdef uint budget, listed_keys
    cdef int last_deal, start_state
    cdef bint lists_all_first, is_listing, memory_ran_out

    @cython.locals(stop=uint64)
    cpdef int run(self, uint64 nodes) except -1
    @cython.locals(group=uint)
    cdef _add_waiting(self, uint node, int choice)
    @cython.locals(has_more=bint, group=uint, node=uint, count_before=uint)
    cdef _list_starts(self)
    @cython.locals(next_index=uint[::1], starts=uint[::1], cards_left=uint[::1], i=uint, index=uint)
    cdef _sort_starts(self, uint first)
    cdef _begin_next_start(self)
    cdef _search_start(self, uint64 stop)
    cdef _end_round(self)
