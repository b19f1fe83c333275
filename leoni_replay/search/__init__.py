"""Playing and searching on numbers: players, the search for a win, and what it may leave out.

The modules take tables of ``rules/`` and decide nothing about what is legal. They are compiled as those are.
"""
