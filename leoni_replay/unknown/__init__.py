"""Unknown cards: what a record proves about them.

This package isn't public: programs use what ``leoni_replay`` exports (docs/program/python.md).
"""
