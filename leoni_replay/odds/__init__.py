"""How often a game comes out: many deals played or solved, counted, and kept in a file.

A question (``question.py``) says what is played by whom. Its deals are played in batches (``playing.py``), by one
process, by many (``processes.py``) or on many machines (``cluster.py``), and their verdicts go into a file
(``results.py``), deal by deal. ``running.py`` brings them together; ``counts.py`` says what the verdicts come to.
``measured.py`` reads the counts of runs that are kept for the docs.
"""
