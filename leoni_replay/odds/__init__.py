"""Winning odds: play or solve many deals, count the results, and store them in a file.

A question (``question.py``) says who plays what. Its deals are played in batches (``playing.py``) by one process, by
many (``processes.py``) or on many machines (``cluster.py``), and the verdicts are stored deal by deal (``results.py``).
``running.py`` coordinates a run; ``counts.py`` computes the odds from the verdicts. ``measured.py`` reads the counts of
the runs that the docs show.
"""
