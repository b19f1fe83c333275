"""Those who play: at random, by a rule of thumb, or by looking at everything that can come of a move.

They know numbers and tables (``rules/``) and no notation. What they play counts only once the strict replay has
accepted it.
"""
