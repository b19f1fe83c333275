"""Winning odds: play or solve many deals, count the results, and store them in a file.

A question (``question.py``) says who plays what. A run (``running.py``) plays its deals in batches and stores the
verdicts deal by deal (``results.py``); ``counts.py`` computes the odds from them. ``measured.py`` reads the counts of
the runs that the docs show.

This package isn't public: programs use what ``leoni_replay`` exports (docs/program/python.md).
"""
