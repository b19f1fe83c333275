"""Solve and review records: can a game be won from a position, with all cards known, and where was a recorded game
thrown away? A result of the search counts only after the strict replay has accepted it as a record.

This package isn't public: programs use what ``leoni_replay`` exports (docs/program/python.md).
"""
