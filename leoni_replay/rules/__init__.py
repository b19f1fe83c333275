"""What is legal, and what a move does: a table of numbers for every game, that knows nothing but cards.

The modules are plain Python and run as they stand. Where a C compiler is at hand, an installation compiles those that
have a ``.pxd`` file beside them; both builds do the same.
"""
