"""Players and solver, on numbers: what is best played, and whether a position can be won.

The modules take positions of ``rules/`` and decide nothing about what is legal. A ``.pxd`` file beside one compiles it.
"""
