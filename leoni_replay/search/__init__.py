"""Players and the solver, on numbers: they take positions of ``rules/``, and decide nothing about what is legal.

This package isn't public: programs use what ``leoni_replay`` exports (docs/program/python.md).
"""
